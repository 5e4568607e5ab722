//! One candidate in one world: a few plies, then what that is worth.
//!
//! **The short answer.** Play the candidate; let both players choose for so many plies, as the [policy](RolloutPolicy)
//! says; then ask the [leaf value](LeafValue) what the positions that were reached are worth. A rollout that goes deep
//! passes through the depths of shallower ones, so it tells what each of those would have said as well.

use super::hidden::Hidden;
use super::leaf_value::{LeafValue, Worth};
use super::levels::{MAX_LEVELS, RolloutDepth};
use super::rollout_policy::RolloutPlayer;
use super::rollout_state::{Candidate, RolloutContext, RolloutState};
use crate::evaluate::Equity;
use std::sync::Arc;

/// What a rollout says at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// The chance to win, from 0 to 1; a half if nothing is known of it.
    pub(crate) win: f64,
    /// The points gained on the opponent from the candidate on, the value of kept tiles included.
    pub(crate) gain: f64,
}

/// The result of one rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RolloutResult {
    /// What it says at each depth that was asked for, the shallowest first; beyond those, nothing.
    pub(crate) outcomes: [Outcome; MAX_LEVELS],
    /// The points of the opponent's reply, and of our next play.
    pub(crate) scores: [i32; 2],
    /// How many plies were played.
    pub(crate) plies: usize,
}

#[cfg(test)]
impl RolloutResult {
    /// A rollout that said this of winning and of points at each depth.
    pub(crate) fn of(levels: &[(f64, f64)]) -> Self {
        let mut result = RolloutResult::default();
        result.outcomes.iter_mut().zip(levels).for_each(|(of, &(win, gain))| *of = Outcome { win, gain });
        result
    }
}

/// Plays rollouts of candidates, on one thread.
#[derive(Debug)]
pub(crate) struct Roller {
    context: Arc<RolloutContext>,
    player: Box<dyn RolloutPlayer>,
    leaf_value: Arc<dyn LeafValue>,
}

/// Rollouts of a task while they are played: where each was at each depth, and how it went.
struct Played<'c> {
    ends: Vec<RolloutState<'c>>,
    results: Vec<RolloutResult>,
}

impl Roller {
    pub(crate) fn new(
        context: Arc<RolloutContext>,
        player: Box<dyn RolloutPlayer>,
        leaf_value: Arc<dyn LeafValue>,
    ) -> Self {
        Roller { context, player, leaf_value }
    }

    /// Plays a candidate in some worlds to each of these depths, which rise; up to the first world that is none, and then
    /// nothing comes of it.
    pub(crate) fn roll(
        &mut self,
        candidate: &Candidate,
        depths: &[RolloutDepth],
        worlds: impl Iterator<Item = Option<Hidden>>,
    ) -> Option<Vec<RolloutResult>> {
        self.player.settle(&candidate.board);
        let context = self.context.clone();
        let expected = worlds.size_hint().0;
        let mut played =
            Played { ends: Vec::with_capacity(expected * depths.len()), results: Vec::with_capacity(expected) };
        for hidden in worlds {
            self.play_out(candidate, &hidden?, &context, depths, &mut played);
        }
        let worths = self.leaf_value.worth(&played.ends);
        for (result, worths) in played.results.iter_mut().zip(worths.chunks_exact(depths.len())) {
            for (outcome, Worth { win, spread }) in result.outcomes.iter_mut().zip(worths) {
                let gain = (*spread - Equity::points(candidate.before)).as_points();
                *outcome = Outcome { win: *win, gain };
            }
        }
        Some(played.results)
    }

    /// Plays a candidate in one world for this many plies: what the end is worth.
    pub(crate) fn worth(&mut self, candidate: &Candidate, hidden: &Hidden, plies: usize) -> Worth {
        self.player.settle(&candidate.board);
        let context = self.context.clone();
        let mut played = Played { ends: Vec::with_capacity(1), results: Vec::with_capacity(1) };
        self.play_out(candidate, hidden, &context, &[RolloutDepth::Plies(plies)], &mut played);
        self.leaf_value.worth(&played.ends)[0]
    }

    /// Adds a rollout to those that were played.
    fn play_out<'c>(
        &mut self,
        candidate: &Candidate,
        hidden: &Hidden,
        context: &'c RolloutContext,
        depths: &[RolloutDepth],
        played: &mut Played<'c>,
    ) {
        let mut state = RolloutState::after(candidate, hidden, context);
        let mut result = RolloutResult::default();
        for &depth in depths {
            while !state.is_over() && depth.goes_on(result.plies) {
                let found = self.player.choose(&state);
                state.play(&found);
                if let Some(score) = result.scores.get_mut(result.plies) {
                    *score = found.score;
                }
                result.plies += 1;
            }
            played.ends.push(state.clone());
        }
        played.results.push(result);
    }
}
