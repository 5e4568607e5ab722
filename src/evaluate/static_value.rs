//! What keeping tiles is worth to a player who looks no further than the play itself.

use super::{Equity, Leaves, SubLeaves};
use crate::game::{Position, Rack, SubRacks};
use std::sync::Arc;

/// Values what a play leaves: by leave values while there are tiles to draw, by what the racks will count for when
/// there are not.
#[derive(Clone, Debug, Default)]
pub struct StaticValue {
    leaves: Option<Arc<Leaves>>,
}

impl StaticValue {
    /// With these leave values; without any, every leave is worth nothing while there are tiles to draw.
    pub fn new(leaves: Option<Arc<Leaves>>) -> Self {
        StaticValue { leaves }
    }

    /// What each part of the rack is worth to the player on turn when it is kept.
    ///
    /// With an empty bag, who plays out gets twice the tiles that the opponent is left with. Who does not is taken to
    /// lose twice the tiles kept, and the tempo: ten points, as HastyBot of Woogles reckons.
    pub fn of(&self, position: &Position, rack: &Rack) -> SubLeaves {
        let parts = SubRacks::of(rack);
        if position.bag_len() > 0 {
            let none = || SubLeaves::from_fn(&parts, |_| Equity::ZERO);
            return self.leaves.as_ref().map_or_else(none, |leaves| leaves.values(&parts));
        }
        let distribution = position.distribution();
        let theirs = position.full_rack(position.on_turn().opponent()).unwrap_or_default();
        let out = 2 * distribution.rack_value(&theirs);
        let points = parts.build(0, |sum, tile| sum + distribution.value(tile));
        SubLeaves::from_fn(&parts, |kept| Equity::points(if kept == 0 { out } else { -10 - 2 * points[kept] }))
    }
}
