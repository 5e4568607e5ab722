//! What is kept of the plays that are found: the best, the best few, or all.

use super::scored_play::ScoredPlay;
use crate::evaluate::Equity;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Is told of plays.
pub(super) trait Recorder {
    /// Whether a play with blanks is wanted with each choice of the squares that the blanks go to, or only with the
    /// one that scores most.
    const EVERY_BLANK: bool;

    /// What a play must be worth to be of interest.
    fn floor(&self) -> Equity;

    /// A play that is worth the floor, or more.
    fn record(&mut self, play: ScoredPlay);
}

/// Keeps the best play.
#[derive(Debug)]
pub(super) struct Best(pub(super) ScoredPlay);

impl Recorder for Best {
    const EVERY_BLANK: bool = false;

    #[inline]
    fn floor(&self) -> Equity {
        self.0.equity
    }

    fn record(&mut self, play: ScoredPlay) {
        self.0 = self.0.max(play);
    }
}

/// Keeps the best few.
#[derive(Debug)]
pub(super) struct Top {
    most: usize,
    /// The worst of them on top.
    plays: BinaryHeap<Reverse<ScoredPlay>>,
}

impl Top {
    pub(super) fn new(most: usize) -> Self {
        Top { most, plays: BinaryHeap::new() }
    }

    /// The plays, best first.
    pub(super) fn into_plays(self) -> Vec<ScoredPlay> {
        self.plays.into_sorted_vec().into_iter().map(|Reverse(play)| play).collect()
    }
}

impl Recorder for Top {
    const EVERY_BLANK: bool = true;

    fn floor(&self) -> Equity {
        let worst = self.plays.peek().filter(|_| self.plays.len() == self.most);
        worst.map_or(Equity::LOWEST, |Reverse(play)| play.equity)
    }

    fn record(&mut self, play: ScoredPlay) {
        self.plays.push(Reverse(play));
        if self.plays.len() > self.most {
            self.plays.pop();
        }
    }
}
