//! Drawing leaves at random, each as often as it is believed in: one draw in constant time.
//!
//! Walker's alias method, as Vose builds it: every column of a table is as likely as any other and holds one leave and
//! a share; who draws the column takes its leave with the chance of the share, else the column's alias.

use super::posterior::Belief;
use crate::game::{Rack, Tally, Tile};
use rand::Rng;
use std::sync::Arc;

/// Draws from a belief. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LeaveDraws {
    belief: Arc<Belief>,
    /// A column for each leave, and one for all that were not judged.
    columns: Arc<[AliasColumn]>,
}

/// A column of the alias table.
#[derive(Clone, Copy, Debug)]
struct AliasColumn {
    share: f64,
    alias: u32,
}

impl LeaveDraws {
    /// Builds the table for a belief: linear in the number of its leaves.
    pub fn new(belief: Arc<Belief>) -> Self {
        let chances: Vec<f64> = belief.chances().iter().copied().chain([belief.unjudged()]).collect();
        LeaveDraws { columns: columns(&chances).into(), belief }
    }

    /// A leave, as likely as it is believed in. The rest of the rack is drawn from the [pool](Belief::pool) without
    /// it, each tile as likely as any other.
    pub fn draw(&self, rng: &mut impl Rng) -> Rack {
        let at = rng.random_range(0..self.columns.len());
        let column = self.columns[at];
        let at = if rng.random::<f64>() < column.share { at } else { column.alias as usize };
        match self.belief.leaves().get(at) {
            Some(leave) => *leave,
            None => self.draw_unjudged(rng),
        }
    }

    /// A leave that was not judged, by chance alone. Where such leaves are too rare to be met, one that has the tiles
    /// which are certain.
    fn draw_unjudged(&self, rng: &mut impl Rng) -> Rack {
        // That many judged leaves in a row come up only if there are hardly any others. Where tiles are certain, they
        // may be so rare that chance does not draw them at all.
        let tries = if self.belief.sure().is_empty() { 1000 } else { 50 };
        let (kept, pool, sure) = (self.belief.kept(), self.belief.pool(), self.belief.sure());
        let is_meant = |leave: &Rack| !self.belief.is_judged(leave) && sure.minus(leave).is_empty();
        let drawn = (0..tries).map(|_| fill(Rack::EMPTY, kept, &mut { *pool }, rng)).find(is_meant);
        drawn.unwrap_or_else(|| fill(*sure, kept, &mut super::choose::less(pool, sure), rng))
    }

    /// A whole rack: a leave, and what may have been drawn to it.
    pub fn draw_rack(&self, rng: &mut impl Rng) -> Rack {
        let leave = self.draw(rng);
        let mut pool = super::choose::less(self.belief.pool(), &leave);
        fill(leave, self.belief.held(), &mut pool, rng)
    }
}

/// Fills a rack up from a pool, every tile as likely as any other.
fn fill(mut rack: Rack, size: usize, pool: &mut Tally, rng: &mut impl Rng) -> Rack {
    while rack.len() < size && !pool.is_empty() {
        let tile = nth(pool, rng.random_range(0..pool.len()));
        let _ = (pool.remove(tile), rack.push(tile));
    }
    rack
}

/// A tile of a pool by its number among all.
fn nth(pool: &Tally, mut number: usize) -> Tile {
    let mut kinds = pool.kinds();
    loop {
        let (tile, count) = kinds.next().expect("there are as many tiles");
        match number.checked_sub(count) {
            None => return tile,
            Some(beyond) => number = beyond,
        }
    }
}

/// The table: columns that have too much give to those that have too little.
fn columns(chances: &[f64]) -> Vec<AliasColumn> {
    let (count, sum) = (chances.len() as f64, chances.iter().sum::<f64>());
    let mut columns: Vec<AliasColumn> =
        chances.iter().zip(0..).map(|(chance, alias)| AliasColumn { share: chance * count / sum, alias }).collect();
    let (mut poor, mut rich): (Vec<u32>, Vec<u32>) =
        (0..columns.len() as u32).partition(|&at| columns[at as usize].share < 1.0);
    while let (Some(&giver), Some(taker)) = (rich.last(), poor.pop()) {
        let missing = 1.0 - columns[taker as usize].share;
        columns[taker as usize].alias = giver;
        columns[giver as usize].share -= missing;
        if columns[giver as usize].share < 1.0 {
            rich.pop();
            poor.push(giver);
        }
    }
    // What is left over has all of its column, but for rounding.
    poor.into_iter().chain(rich).for_each(|at| columns[at as usize].share = 1.0);
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_share_of_all_columns() {
        for chances in [&[1.0][..], &[0.5, 0.5], &[0.7, 0.1, 0.2, 0.0], &[1e-12, 0.3, 0.3, 0.2, 0.2], &[0.0, 0.0, 3.0]]
        {
            let mut shares = vec![0.0; chances.len()];
            for (at, column) in columns(chances).iter().enumerate() {
                shares[at] += column.share;
                shares[column.alias as usize] += 1.0 - column.share;
            }
            let sum: f64 = chances.iter().sum();
            for (share, chance) in shares.iter().zip(chances) {
                assert!((share / chances.len() as f64 - chance / sum).abs() < 1e-12, "{chances:?}: {shares:?}");
            }
        }
    }
}
