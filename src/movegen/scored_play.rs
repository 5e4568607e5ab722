//! A play with what it scores and what it is worth, and which of two is better.

use crate::evaluate::Equity;
use crate::game::Play;
use std::cmp::Reverse;

/// A play with what it scores and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPlay {
    /// The play.
    pub play: Play,
    /// Its points.
    pub score: i32,
    /// Its points and what it leaves.
    pub equity: Equity,
}

impl ScoredPlay {
    /// A pass, which is what is left when nothing else can be done.
    pub const PASS: ScoredPlay = ScoredPlay { play: Play::Pass, score: 0, equity: Equity::LOWEST };
}

/// Better plays are greater: those that are worth more, then those that come first in the order of [`Play`].
impl Ord for ScoredPlay {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let rank = |play: &ScoredPlay| (play.equity, Reverse(play.play));
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for ScoredPlay {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
