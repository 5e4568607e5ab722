//! What keeping tiles is worth to a player who looks no further than the play itself.
//!
//! [`Strength`] names the players, from the weakest on; a [`StaticValue`] is how one of them judges.

use super::stage::Stage;
use super::{Equity, Leaves, OtherTiles, RackHeuristic, SubLeaves};
use crate::game::{Distribution, Position, RACK_SIZE, Rack, SubRacks};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// A player by the name that options and tools give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The most points, whatever is kept. Never exchanges.
    Greedy,
    /// Gordon's first rack heuristic.
    Rh1,
    /// Gordon's second rack heuristic.
    Rh2,
    /// Gordon's third rack heuristic.
    Rh3,
    /// Leave values, and the end of the game minded.
    Static,
}

impl Strength {
    /// Every player, from the weakest on.
    pub const ALL: [Strength; 5] = [Strength::Greedy, Strength::Rh1, Strength::Rh2, Strength::Rh3, Strength::Static];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Greedy => "greedy",
            Strength::Rh1 => "rh1",
            Strength::Rh2 => "rh2",
            Strength::Rh3 => "rh3",
            Strength::Static => "static",
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no player's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no player; there are greedy, rh1, rh2, rh3 and static")]
pub struct UnknownStrength(String);

impl FromStr for Strength {
    type Err = UnknownStrength;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|strength| strength.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownStrength(text.into()))
    }
}

/// How a player judges what a play leaves.
#[derive(Clone, Debug)]
pub struct StaticValue {
    by: LeaveJudge,
}

/// Who judges it.
#[derive(Clone, Debug)]
enum LeaveJudge {
    Greedy,
    Heuristic(Box<RackHeuristic>),
    Leaves(Option<Arc<Leaves>>),
}

impl Default for StaticValue {
    /// Static, without leave values.
    fn default() -> Self {
        Self::new(None)
    }
}

impl StaticValue {
    /// The static player with these leave values; without any, every leave is worth nothing while there are tiles to
    /// draw.
    pub fn new(leaves: Option<Arc<Leaves>>) -> Self {
        StaticValue { by: LeaveJudge::Leaves(leaves) }
    }

    /// The player of this name. The leave values are for the static one.
    pub fn of_strength(
        strength: Strength,
        distribution: &Distribution,
        leaves: Option<Arc<Leaves>>,
    ) -> Result<Self, OtherTiles> {
        let heuristic = |heuristic: RackHeuristic| LeaveJudge::Heuristic(Box::new(heuristic));
        let by = match strength {
            Strength::Greedy => LeaveJudge::Greedy,
            Strength::Rh1 => heuristic(RackHeuristic::first(distribution)?),
            Strength::Rh2 => heuristic(RackHeuristic::second(distribution)?),
            Strength::Rh3 => heuristic(RackHeuristic::third(distribution)?),
            Strength::Static => LeaveJudge::Leaves(leaves),
        };
        Ok(StaticValue { by })
    }

    /// Whether this player always takes the most points.
    pub fn is_greedy(&self) -> bool {
        matches!(self.by, LeaveJudge::Greedy)
    }

    /// Whether this player would exchange, if the rules let it.
    pub fn exchanges(&self) -> bool {
        !self.is_greedy()
    }

    /// What each part of the rack is worth to the player on turn when it is kept.
    pub fn of(&self, position: &Position, rack: &Rack) -> SubLeaves {
        let theirs = position.full_rack(position.on_turn().opponent()).unwrap_or_default();
        let context = LeaveContext { distribution: position.distribution(), bag: position.bag_len(), theirs };
        self.judge(context, &SubRacks::of(rack))
    }

    /// What each of these parts of a rack is worth when it is kept.
    pub fn judge(&self, context: LeaveContext<'_>, parts: &SubRacks) -> SubLeaves {
        match &self.by {
            LeaveJudge::Heuristic(heuristic) => heuristic.values(parts),
            LeaveJudge::Leaves(_) if context.bag == 0 => playing_out(context, parts),
            LeaveJudge::Leaves(Some(leaves)) => drawing(context.bag, parts, &leaves.values(parts)),
            LeaveJudge::Leaves(None) | LeaveJudge::Greedy => SubLeaves::from_fn(parts, |_| Equity::ZERO),
        }
    }
}

/// What a static player looks at beside the board and the own rack.
#[derive(Clone, Copy, Debug)]
pub struct LeaveContext<'a> {
    /// What tiles count.
    pub distribution: &'a Distribution,
    /// How many tiles are in the bag before the play.
    pub bag: usize,
    /// The opponent's rack, as far as it is known; it matters when the bag is empty, and then it is.
    pub theirs: Rack,
}

/// While there are tiles to draw: the values of the leaves, as far as they are still to be had. An exchange leaves as
/// many tiles in the bag as there were.
fn drawing(bag: usize, parts: &SubRacks, leaves: &SubLeaves) -> SubLeaves {
    let sizes = parts.build(0, |size, _| size + 1);
    let stages = stages(bag);
    let played = |kept: usize| sizes[parts.whole()] - sizes[kept];
    SubLeaves::from_fn(parts, |kept| stages[played(kept)].weigh(leaves.keeping(kept)))
        .exchanged(parts, |kept| stages[0].weigh(leaves.keeping(kept)))
}

/// The stages after plays, by the number of tiles placed.
fn stages(bag: usize) -> [Stage; RACK_SIZE + 1] {
    std::array::from_fn(|played| Stage::leaving(bag.saturating_sub(played)))
}

/// What leaves are worth at one moment of a game while there are tiles to draw: the same as [`StaticValue::of`] says,
/// one leave at a time.
#[derive(Clone, Debug)]
pub struct Keeping {
    leaves: Option<Arc<Leaves>>,
    stages: [Stage; RACK_SIZE + 1],
}

impl Keeping {
    /// By these leave values, with `bag` tiles in the bag.
    pub fn new(leaves: Option<Arc<Leaves>>, bag: usize) -> Self {
        Keeping { leaves, stages: stages(bag) }
    }

    /// What a leave is worth when `placed` tiles were placed, and when the rest was exchanged.
    pub fn values(&self, leave: &Rack, placed: usize) -> [Equity; 2] {
        let value = self.leaves.as_ref().map(|leaves| leaves.value(leave));
        [placed, 0].map(|placed| value.map_or(Equity::ZERO, |value| self.stages[placed].weigh(value)))
    }
}

/// With an empty bag, who plays out gets twice the tiles that the opponent is left with. Who does not is taken to
/// lose twice the tiles kept, and the tempo: ten points, as HastyBot of Woogles reckons.
fn playing_out(context: LeaveContext<'_>, parts: &SubRacks) -> SubLeaves {
    let out = 2 * context.distribution.rack_value(&context.theirs);
    let points = parts.build(0, |sum, tile| sum + context.distribution.value(tile));
    SubLeaves::from_fn(parts, |kept| Equity::points(if kept == 0 { out } else { -10 - 2 * points[kept] }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::LeaveGraph;
    use crate::game::{Board, PerPlayer, Rules, english};

    /// A position with an empty board and just enough tiles that `bag` of them are in the bag.
    fn with_bag(bag: usize) -> (Position, Rack) {
        let rack = |text| Rack::parse(text, english().alphabet()).unwrap();
        let text = "A,a,9,1,1\nB,b,9,3,0\n";
        let needed = bag + 2 * RACK_SIZE;
        let tiles = text
            .replace("A,a,9", &format!("A,a,{}", needed / 2))
            .replace("B,b,9", &format!("B,b,{}", needed - needed / 2));
        let distribution = Distribution::parse("few", &format!("?,?,0,0,0\n{tiles}")).unwrap();
        let rules = Arc::new(Rules { distribution: Arc::new(distribution), ..Rules::default() });
        let racks = PerPlayer([rack("AAABBBB"), Rack::EMPTY]);
        let position = Position::set_up(rules, Board::EMPTY, racks, PerPlayer::default(), 0).unwrap();
        (position, racks.0[0])
    }

    #[test]
    fn an_exchange_leaves_the_bag_as_it_was() {
        let (position, rack) = with_bag(8);
        assert_eq!(position.bag_len(), 8);
        let graph = LeaveGraph::all(position.distribution().tiles(), RACK_SIZE - 1);
        let values = vec![Equity::points(10); graph.len()];
        let judged = StaticValue::new(Some(Arc::new(Leaves::new(graph, values)))).of(&position, &rack);
        let parts = SubRacks::of(&rack);
        let one = parts.number(&Rack::parse("A", english().alphabet()).unwrap()).unwrap();
        assert_eq!(judged.keeping(one), Stage::leaving(2).weigh(Equity::points(10)));
        assert_eq!(judged.keeping_by_exchange(one), Stage::leaving(8).weigh(Equity::points(10)));
    }
}
