//! The order of candidates: after a round, and as they are reported.

use super::candidate::{CandidateState, PegCandidate};
use super::rounds::CAREFUL;
use crate::game::Play;

/// Puts the candidates of a round in order, the best first: those for which it was finished, in the places that they
/// have.
pub(super) fn put_in_order(candidates: &mut [CandidateState], round: usize) {
    let is_done = |candidate: &CandidateState| candidate.round == round && candidate.is_judged();
    let places: Vec<usize> = (0..candidates.len()).filter(|&at| is_done(&candidates[at])).collect();
    let mut done: Vec<CandidateState> = places.iter().map(|&at| candidates[at].clone()).collect();
    done.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    places.iter().zip(done).for_each(|(&at, candidate)| candidates[at] = candidate);
    let has_chance = candidates.iter().any(|candidate| candidate.is_judged() && candidate.summary().win_chance() > 0.0);
    if has_chance && places.len() < candidates.len() {
        candidates.sort_by_key(CandidateState::is_lost);
    }
}

/// The candidates as they are reported after a round. The first rounds look at few replies and so overrate plays that
/// wait: until the rounds from [`CAREFUL`] on, a pass or an exchange comes first only if it is proven, or if there is
/// nothing else.
pub(super) fn reported(candidates: &[CandidateState]) -> Vec<PegCandidate> {
    let mut candidates: Vec<PegCandidate> =
        candidates.iter().filter(|candidate| candidate.is_judged()).map(CandidateState::summary).collect();
    let is_sound = |candidate: &PegCandidate| {
        candidate.is_proven || candidate.round >= CAREFUL || matches!(candidate.play, Play::Place(_))
    };
    if let Some(first) = candidates.iter().position(is_sound) {
        candidates[..=first].rotate_right(1);
    }
    candidates
}

/// Orders by the chance to win, then by the spread.
fn rank(candidate: &CandidateState) -> f64 {
    let candidate = candidate.summary();
    candidate.win_chance() * 1e6 + candidate.spread
}
