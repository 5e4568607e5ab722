//! What has been seen of every leave: whole numbers, so that sums are the same in whatever order they are added.

use serde::{Deserialize, Serialize};

/// What leaves have led to, by their numbers (see [`LeaveGraph`](tasseo::evaluate::LeaveGraph)).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Of leaves that were kept.
    pub kept: Vec<LeaveSum>,
    /// Of leaves that were on a rack, kept or just drawn.
    pub held: Vec<LeaveSum>,
    /// How many boards were looked at.
    pub boards: u64,
    /// How many racks were judged.
    pub racks: u64,
}

/// A sum, in thousandths of a point, and of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaveSum {
    /// In thousandths of a point.
    pub sum: i64,
    /// Of how many.
    pub count: u64,
}

impl LeaveSum {
    /// Adds the same thing this many times.
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
    /// Nothing seen yet of this many leaves, numbered from 1.
    pub fn new(leaves: usize) -> Self {
        let cells = vec![LeaveSum::default(); leaves + 1];
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

    /// Whether these are the sums of this many leaves.
    pub fn is_of(&self, leaves: usize) -> bool {
        self.kept.len() == leaves + 1 && self.held.len() == leaves + 1
    }
}
