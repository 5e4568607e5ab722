//! One candidate in one world: a few plies, then what that is worth.
//!
//! **The short answer.** Play the candidate; let both players choose for so many plies, as the [policy](RolloutPolicy)
//! says; then ask the [leaf value](LeafValue) what the positions that were reached are worth.

use super::hidden::Hidden;
use super::leaf_value::{LeafValue, Worth};
use super::rollout_policy::RolloutPlayer;
use super::rollout_state::{Candidate, RolloutContext, RolloutState};
use crate::evaluate::Equity;
use std::sync::Arc;

/// The result of one rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RolloutResult {
    /// The chance to win, from 0 to 1; a half if nothing is known of it.
    pub(crate) win: f64,
    /// The points gained on the opponent from the candidate on, the value of kept tiles included.
    pub(crate) gain: f64,
    /// The points of the opponent's reply.
    pub(crate) reply: i32,
    /// The points of our next play.
    pub(crate) next: i32,
}

/// Plays rollouts of candidates, on one thread.
#[derive(Debug)]
pub(crate) struct Roller {
    context: Arc<RolloutContext>,
    player: Box<dyn RolloutPlayer>,
    leaf_value: Arc<dyn LeafValue>,
}

impl Roller {
    pub(crate) fn new(
        context: Arc<RolloutContext>,
        player: Box<dyn RolloutPlayer>,
        leaf_value: Arc<dyn LeafValue>,
    ) -> Self {
        Roller { context, player, leaf_value }
    }

    /// Plays a candidate in some worlds, up to the first that is none; then nothing comes of it.
    pub(crate) fn roll(
        &mut self,
        candidate: &Candidate,
        worlds: impl Iterator<Item = Option<Hidden>>,
    ) -> Option<Vec<RolloutResult>> {
        self.player.settle(&candidate.board);
        let context = self.context.clone();
        let mut ends = Vec::with_capacity(worlds.size_hint().0);
        let mut scores = Vec::with_capacity(worlds.size_hint().0);
        for hidden in worlds {
            let (end, scored) = self.play_out(candidate, &hidden?, &context);
            ends.push(end);
            scores.push(scored);
        }
        let result = |(Worth { win, spread }, [reply, next]): (Worth, [i32; 2])| {
            let gain = (spread - Equity::points(candidate.before)).as_points();
            RolloutResult { win, gain, reply, next }
        };
        Some(self.leaf_value.worth(&ends).into_iter().zip(scores).map(result).collect())
    }

    /// Plays a candidate in one world: what the end is worth.
    pub(crate) fn worth(&mut self, candidate: &Candidate, hidden: &Hidden) -> Worth {
        self.player.settle(&candidate.board);
        let context = self.context.clone();
        let (end, _) = self.play_out(candidate, hidden, &context);
        self.leaf_value.worth(&[end])[0]
    }

    /// The position that a rollout ends with, and the points of its first two plies.
    fn play_out<'c>(
        &mut self,
        candidate: &Candidate,
        hidden: &Hidden,
        context: &'c RolloutContext,
    ) -> (RolloutState<'c>, [i32; 2]) {
        let mut state = RolloutState::after(candidate, hidden, context);
        let mut scores = [0; 2];
        for ply in 0..context.plies {
            if state.is_over() {
                break;
            }
            let found = self.player.choose(&state);
            state.play(&found);
            if let Some(score) = scores.get_mut(ply) {
                *score = found.score;
            }
        }
        (state, scores)
    }
}
