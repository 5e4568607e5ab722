//! A candidate with its deals, and what they have come to.

use super::deal_judge::DealResult;
use super::deals::Deal;
use crate::game::Play;

/// A candidate and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PegCandidate {
    /// The play.
    pub play: Play,
    /// The weight of the deals that it wins, from 0 to 1.
    pub wins: f64,
    /// The weight of the deals that it draws.
    pub draws: f64,
    /// The weight of the deals that it loses.
    pub losses: f64,
    /// The mean final spread, an estimate.
    pub spread: f64,
    /// The round that it was judged in last, counted from 0.
    pub round: usize,
    /// Whether wins, draws and losses are certain.
    pub is_proven: bool,
}

impl PegCandidate {
    /// The chance to win, a draw counted half.
    pub fn win_chance(&self) -> f64 {
        self.wins + self.draws / 2.0
    }
}

/// A candidate while it is analysed: its deals and their results.
#[derive(Clone, Debug)]
pub(super) struct CandidateState {
    pub(super) play: Play,
    pub(super) deals: Vec<Deal>,
    /// By deal; none where it was not judged yet.
    pub(super) results: Vec<Option<DealResult>>,
    /// The round that it was judged in last.
    pub(super) round: usize,
    /// Whether there are no other deals.
    is_whole: bool,
}

impl CandidateState {
    /// A candidate that has not been judged.
    pub(super) fn new(play: Play, deals: Vec<Deal>, is_whole: bool) -> Self {
        CandidateState { play, results: vec![None; deals.len()], deals, round: 0, is_whole }
    }

    /// Whether all deals have been judged.
    pub(super) fn is_judged(&self) -> bool {
        self.results.iter().all(Option::is_some)
    }

    /// Whether the winner of every deal is proven. It never is where the result rests on replies with tiles in the bag.
    pub(super) fn has_result(&self) -> bool {
        self.all(|result| result.is_proven)
    }

    /// Whether the spread of every deal is exact.
    pub(super) fn is_exact(&self) -> bool {
        self.all(|result| result.is_exact)
    }

    /// Whether it is certain to lose, whatever is drawn.
    pub(super) fn is_lost(&self) -> bool {
        self.is_whole && self.all(|result| result.is_proven && result.sign < 0)
    }

    fn all(&self, is_so: impl Fn(&DealResult) -> bool) -> bool {
        self.results.iter().all(|result| result.as_ref().is_some_and(&is_so))
    }

    /// The summary of all deals that have been judged.
    pub(super) fn summary(&self) -> PegCandidate {
        let judged = || self.deals.iter().zip(&self.results).filter_map(|(deal, v)| v.map(|v| (deal.weight, v)));
        let total: f64 = judged().map(|(weight, _)| weight).sum();
        let sum = |value: &dyn Fn(&DealResult) -> f64| -> f64 {
            judged().map(|(weight, result)| weight * value(&result)).sum::<f64>() / total.max(f64::MIN_POSITIVE)
        };
        let of_sign = |sign: i32| sum(&|result| f64::from(u8::from(result.sign == sign)));
        PegCandidate {
            play: self.play,
            wins: of_sign(1),
            draws: of_sign(0),
            losses: of_sign(-1),
            spread: sum(&|result| f64::from(result.spread)),
            round: self.round,
            is_proven: self.is_whole && self.all(|result| result.is_proven),
        }
    }
}
