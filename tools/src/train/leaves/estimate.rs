//! From sums to values: means, and for what was seldom seen, what its parts foretell.
//!
//! For each leave L, from the shortest on:
//!
//! ```text
//! held(L)  = (sum of samples + FEW x sum over its tiles t of held(L - t) / (size - 1)) / (samples + FEW)
//! value(L) = (sum of kept samples + FEW_KEPT x (held(L) + what its parts lost by being kept)) / (kept samples + FEW_KEPT)
//! ```
//!
//! The sum over the parts of one tile less, divided by the size less one, is exact if tiles are worth what each is worth
//! by itself, and a fair guess otherwise. What a part P lost by being kept is value(P) - held(P), foretold the same way.

use super::sums::Sums;
use tasseo::evaluate::{Equity, LeaveGraph, Leaves};
use tasseo::game::Rack;

/// So many samples count as much as what the parts foretell.
const FEW: f64 = 60.0;
const FEW_KEPT: f64 = 200.0;

/// The values that the sums show.
pub fn values(graph: &LeaveGraph, sums: &Sums) -> Leaves {
    let leaves = graph.leaves();
    let (mut held, mut value) = (vec![0.0; leaves.len() + 1], vec![0.0; leaves.len() + 1]);
    let mut by_size: Vec<usize> = (1..=leaves.len()).collect();
    by_size.sort_by_key(|&number| leaves[number - 1].len());
    for number in by_size {
        let parts: Vec<usize> = shorter(&leaves[number - 1]).map(|part| graph.number(&part)).collect();
        let share = |of: &dyn Fn(usize) -> f64| {
            parts.iter().map(|&part| of(part)).sum::<f64>() / (parts.len() as f64 - 1.0).max(1.0)
        };
        let shrink = |mean: f64, count: u64, prior: f64, few: f64| {
            let count = count as f64;
            (mean * count + prior * few) / (count + few)
        };
        let foretold = share(&|part| held[part]);
        held[number] = shrink(sums.held[number].mean(), sums.held[number].count, foretold, FEW);
        let lost = share(&|part| value[part] - held[part]);
        let kept = sums.kept[number];
        value[number] = shrink(kept.mean(), kept.count, held[number] + lost, FEW_KEPT);
    }
    let rounded = value[1..].iter().map(|points| Equity::millipoints((points * 1000.0).round() as i32));
    Leaves::new(graph.clone(), rounded)
}

/// The leave with one tile less, for each of its tiles.
fn shorter(leave: &Rack) -> impl Iterator<Item = Rack> + '_ {
    leave.tiles().iter().map(|&tile| {
        let mut part = *leave;
        let removed = part.remove(tile);
        debug_assert!(removed, "it is one of its tiles");
        part
    })
}
