//! The likelihood of one placement, rack by rack: the softmax that the belief judges with, for those who fit it.

use super::choose::{kinds, ways};
use super::judge::{ObservedChoice, ObservedTurn, RackJudge};
use super::parts::{PartInfo, PartTree, RackParts};
use super::policy::{PerPolicy, Policies};
use super::softmax::{Powers, Softmax};
use crate::evaluate::{Keeping, Leaves};
use crate::game::{MAX_SUB_RACKS, Position, Rack};
use crate::movegen::PlayTable;
use std::sync::Arc;

/// A placement that is to be explained, under some grids of policies.
#[derive(Clone, Debug)]
pub struct PlacementLikelihood<'t> {
    turn: ObservedTurn<'t>,
    used: Rack,
    grids: Vec<(Policies, Powers)>,
}

impl<'t> PlacementLikelihood<'t> {
    /// The placement of these tiles for this many points by the player on turn. The table must be that of the
    /// position's board and have all racks that are asked about; the leave values are those that the player is taken to
    /// go by.
    pub fn new(
        position: &Position,
        table: &'t PlayTable,
        leaves: Option<Arc<Leaves>>,
        (used, score): (Rack, i32),
        grids: impl IntoIterator<Item = Policies>,
    ) -> Self {
        let turn = ObservedTurn {
            table,
            keeping: Keeping::new(leaves, position.bag_len()),
            held: position.held(position.on_turn()),
            most_exchanged: position.most_exchanged(),
            bag: position.bag_len(),
            choice: ObservedChoice::Placed(score),
            tiles: used.len(),
            is_extra: ObservedTurn::is_extra_placement(table, &used, score),
        };
        let with_powers = |policies: Policies| {
            let powers = Softmax::powers(&turn, &policies);
            (policies, powers)
        };
        let grids = grids.into_iter().map(with_powers).collect();
        PlacementLikelihood { turn, used, grids }
    }

    /// How many ways there are to play these tiles from a rack that look the same.
    pub fn ways(&self, rack: &Rack) -> f64 {
        ways(&rack.tally(), &self.used)
    }

    /// How likely a rack makes the placement, under the policies of each grid. The rack has the tiles that were placed,
    /// and is as large as that of the player on turn.
    pub fn of(&self, rack: &Rack) -> Vec<PerPolicy> {
        let mut tree = PartTree::new(kinds(rack).count());
        let mut parts = RackParts::new(rack.len());
        for (number, (tile, count)) in kinds(rack).enumerate() {
            parts.push((tile, number), count, self.used.count(tile), &mut tree);
        }
        let mut infos = [PartInfo::WORTHLESS; MAX_SUB_RACKS];
        for (part, info) in infos.iter_mut().enumerate().take(parts.whole() + 1) {
            *info = match parts.is_whole(part) {
                true => self.turn.inspect_whole(parts.key(part)),
                false => self.turn.inspect(&parts.tiles(part), parts.key(part)),
            };
        }
        let under = |(policies, powers): &(Policies, Powers)| {
            let mut judge = Softmax::new(&self.turn, policies, powers);
            let mut totals = judge.start();
            judge.extend(0..parts.whole() + 1, &parts, &infos, &mut totals);
            judge.likelihood(&parts, totals)
        };
        self.grids.iter().map(under).collect()
    }
}
