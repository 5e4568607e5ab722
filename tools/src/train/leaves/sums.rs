//! What has been seen of every leave: whole numbers, so that sums are the same in whatever order they are added.

use crate::AnyError;

/// What leaves have led to, by their numbers (see [`LeaveGraph`](tasseo::evaluate::LeaveGraph)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    /// Of leaves that were kept.
    pub kept: Vec<Cell>,
    /// Of leaves that were on a rack, kept or just drawn.
    pub held: Vec<Cell>,
    /// How many boards were looked at.
    pub boards: u64,
    /// How many racks were judged.
    pub racks: u64,
}

/// A sum, in thousandths of a point, and of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// In thousandths of a point.
    pub sum: i64,
    /// Of how many.
    pub count: u64,
}

impl Cell {
    /// Adds the same thing so many times.
    #[inline]
    pub fn add(&mut self, thousandths: i64, times: u64) {
        self.sum += thousandths * times as i64;
        self.count += times;
    }

    /// The sum in points.
    pub fn points(&self) -> f64 {
        self.sum as f64 / 1000.0
    }
}

impl Sums {
    /// Nothing seen yet of so many leaves, numbered from 1.
    pub fn new(leaves: usize) -> Self {
        let cells = vec![Cell::default(); leaves + 1];
        Sums { kept: cells.clone(), held: cells, boards: 0, racks: 0 }
    }

    /// Adds what another has seen, of the same leaves.
    pub fn merge(&mut self, other: &Sums) {
        let cells = self.kept.iter_mut().zip(&other.kept).chain(self.held.iter_mut().zip(&other.held));
        cells.for_each(|(cell, other)| {
            cell.sum += other.sum;
            cell.count += other.count;
        });
        self.boards += other.boards;
        self.racks += other.racks;
    }

    /// As bytes: two counts, the number of cells, then the cells, all little-endian.
    pub fn write(&self) -> Vec<u8> {
        let head = [self.boards, self.racks, self.kept.len() as u64];
        let cells = self.kept.iter().chain(&self.held).flat_map(|cell| [cell.sum as u64, cell.count]);
        head.into_iter().chain(cells).flat_map(u64::to_le_bytes).collect()
    }

    /// Reads what was written, for so many leaves.
    pub fn read(bytes: &[u8], leaves: usize) -> Result<Self, AnyError> {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        let expected = 8 * (3 + 4 * (leaves + 1));
        if bytes.len() != expected || !rest.is_empty() {
            return Err(format!("{} bytes of sums where there should be {expected}; truncated?", bytes.len()).into());
        }
        let mut next = || words.next().unwrap_or_default();
        let (boards, racks, cells) = (next(), next(), next());
        if cells != leaves as u64 + 1 {
            return Err(format!("sums of {cells} leaves where there should be {}", leaves + 1).into());
        }
        let mut read = || (0..=leaves).map(|_| Cell { sum: next() as i64, count: next() }).collect();
        Ok(Sums { kept: read(), held: read(), boards, racks })
    }
}
