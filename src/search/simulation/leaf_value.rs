//! What a position at the end of a rollout is worth.
//!
//! A [`LeafValue`] is asked for all the positions of a task at once, some thirty of them: a network would answer a batch
//! in little more time than one. [`StaticLeafValue`] is the one we have: it counts the spread, adds what each player kept
//! in their last play, and asks the [win chance](WinChance) what that is worth with so many tiles to come. A game that
//! has ended is worth what it ended with.

use super::rollout_state::RolloutState;
use crate::evaluate::{Equity, WinChance};
use std::fmt;
use std::sync::Arc;

/// Values positions at the end of rollouts.
pub trait LeafValue: fmt::Debug + Send + Sync {
    /// What each position is worth to the player who chose the candidate, in order. It must depend on the position
    /// alone, not on the others of the batch. May block: it is asked on a worker's thread.
    fn worth(&self, ends: &[RolloutState<'_>]) -> Vec<Worth>;

    /// Whether anything is known of winning; if not, simulations go by the spread.
    fn knows_wins(&self) -> bool;
}

/// What a position is worth to the player who chose the candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The chance to win, from 0 to 1; a half if nothing is known of it.
    pub win: f64,
    /// The spread that is expected.
    pub spread: Equity,
}

/// The spread and the values of the tiles kept, and a table of what that is worth in wins.
#[derive(Clone, Debug)]
pub struct StaticLeafValue {
    win_chance: Option<Arc<WinChance>>,
}

impl StaticLeafValue {
    /// By this table; without one, nothing is known of winning.
    pub fn new(win_chance: Option<Arc<WinChance>>) -> Self {
        StaticLeafValue { win_chance }
    }

    fn win_chance(&self, end: &RolloutState<'_>, spread: Equity) -> f64 {
        let unseen = end.bag_len() + end.rack(end.on_turn().opponent()).len();
        match &self.win_chance {
            _ if end.is_over() => WinChance::at_end(spread),
            Some(chance) if end.on_turn() == end.us() => chance.on_turn(spread, unseen),
            Some(chance) => chance.waiting(spread, unseen),
            None => 0.5,
        }
    }
}

impl LeafValue for StaticLeafValue {
    fn worth(&self, ends: &[RolloutState<'_>]) -> Vec<Worth> {
        let worth = |end: &RolloutState<'_>| {
            let spread = end.spread_with_kept();
            Worth { win: self.win_chance(end, spread), spread }
        };
        ends.iter().map(worth).collect()
    }

    fn knows_wins(&self) -> bool {
        self.win_chance.is_some()
    }
}
