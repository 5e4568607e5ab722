//! Which candidates are judged next, how thoroughly, and to find out what.
//!
//! First all are judged greedily, then some by a short search, for points. From there on it is who wins that is found
//! out, ever more thoroughly for ever fewer candidates, until it is certain for all that are left. Points are worth
//! nothing beside a game; but among candidates that win equally often they are all there is, and the last rounds find
//! out those.

use super::candidate::CandidateState;
use super::deal_judge::Depth;
use crate::game::Play;
use crate::search::endgame::Goal;

/// What a round does.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundPlan {
    /// How many of the first candidates are judged.
    pub(super) live: usize,
    /// How thoroughly they are judged.
    pub(super) depth: Depth,
    /// What is to be found out.
    pub(super) goal: Goal,
}

/// The most candidates that a round judges, and how thoroughly.
type RoundStep = (usize, Depth);

/// The first rounds, which estimate points.
const FIRST: [RoundStep; 2] = [(usize::MAX, Depth::Greedy), (20, Depth::Search { nodes: 1 << 8, replies: 4 })];
/// The rounds that find out who wins.
const RESULTS: [RoundStep; 4] = [
    (10, Depth::Search { nodes: 1 << 11, replies: 8 }),
    (6, Depth::Search { nodes: 1 << 14, replies: 16 }),
    (4, Depth::Search { nodes: 1 << 18, replies: 32 }),
    (3, Depth::Search { nodes: u64::MAX, replies: usize::MAX }),
];
/// The last rounds, which find out points among candidates that win equally often.
const POINTS: [RoundStep; 3] = [
    (6, Depth::Search { nodes: 1 << 14, replies: 16 }),
    (4, Depth::Search { nodes: 1 << 18, replies: 32 }),
    (3, Depth::Search { nodes: u64::MAX, replies: usize::MAX }),
];
/// The first round, counted from 0, that looks at enough replies to judge a play that waits.
pub(super) const CAREFUL: usize = FIRST.len();

/// The most deals that are judged in a round after the greedy one, unless that is less than those of [`FEW`]
/// candidates.
const CAREFUL_DEALS: usize = 160;
/// The fewest candidates that are judged in a round.
const FEW: usize = 3;

/// The rounds that are left.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    first: &'static [RoundStep],
    results: &'static [RoundStep],
    points: &'static [RoundStep],
    /// The most candidates that are judged after the greedy round.
    most: usize,
}

impl Rounds {
    /// All rounds, where each candidate has `deals` deals.
    pub(super) fn new(deals: usize) -> Self {
        let most = (CAREFUL_DEALS / deals.max(1)).max(FEW);
        Rounds { first: &FIRST, results: &RESULTS, points: &POINTS, most }
    }

    /// The next round, for which candidates are brought to the front: the best so far, and those that were asked for.
    pub(super) fn next(&mut self, candidates: &mut [CandidateState], also: &[Play]) -> Option<RoundPlan> {
        if let Some((most, depth)) = take(&mut self.first) {
            let most = if depth == Depth::Greedy { most } else { most.min(self.most) };
            return Some(RoundPlan { live: choose_live(candidates, most, also), depth, goal: Goal::Spread });
        }
        if let Some(&(most, depth)) = self.results.first() {
            let live = choose_live(candidates, most.min(self.most), also);
            if !candidates[..live].iter().all(CandidateState::has_result) {
                self.results = &self.results[1..];
                return Some(RoundPlan { live, depth, goal: Goal::Result });
            }
        }
        let (most, depth) = take(&mut self.points)?;
        let live = equal(candidates).min(most).min(self.most);
        let is_open = live > 1 && !candidates[..live].iter().all(CandidateState::is_exact);
        is_open.then_some(RoundPlan { live, depth, goal: Goal::Spread })
    }
}

/// Takes the first step off.
fn take(steps: &mut &'static [RoundStep]) -> Option<RoundStep> {
    let (&first, rest) = steps.split_first()?;
    *steps = rest;
    Some(first)
}

/// Brings those that are judged next to the front: the best so far, and those that were asked for. Gives their number.
fn choose_live(candidates: &mut [CandidateState], most: usize, also: &[Play]) -> usize {
    let best = candidates.len().min(most);
    let asked = candidates[best..].iter().filter(|candidate| also.contains(&candidate.play)).count();
    // Sorting keeps the order of all others.
    candidates[best..].sort_by_key(|candidate| !also.contains(&candidate.play));
    best + asked
}

/// How many of the first candidates win equally often.
fn equal(candidates: &[CandidateState]) -> usize {
    const NOTHING: f64 = 1e-9;
    let chance = |candidate: &CandidateState| candidate.summary().win_chance();
    let best = candidates.first().map_or(0.0, chance);
    candidates.iter().take_while(|candidate| (chance(candidate) - best).abs() < NOTHING).count()
}
