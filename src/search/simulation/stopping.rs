//! When enough has been seen.
//!
//! A choice is *sure* to some degree: the chance that another candidate is really the better one is at most the sum
//! over the others of the chance that each is, and that comes from its paired difference and the error of that.
//! Candidates that cannot be told apart in any way that matters do not count: waiting for them would be waiting for
//! nothing.
//!
//! **Where time is saved for later turns** being sure is not the question; what counts is what can still be gained. The
//! *expected loss* of choosing now is what another candidate would gain if it turned out to be the better one, times the
//! chance of that, summed over the others. More time makes it smaller, the slower the more time was spent; so the gain
//! of a second more is about the loss divided by the seconds so far. A search ends when that is less than what a second
//! is worth on other turns: when the share of the time that it was meant to take is more than the loss is of the loss
//! that such a time usually leaves. A clear choice is made in no time, and one that stays open takes more than its share.
//!
//! **Limits.** Two things pull the real confidence away from what is said, in opposite directions. It is looked at
//! after every round and acted on at the first that is high enough, so luck gets many chances: of choices that are
//! stopped at 95 %, somewhat more than 5 % are wrong. Against that, the sum counts worlds in which two others are
//! better twice, and most stops come with far more than the least confidence that was asked for. And what it speaks of
//! is the best by *this* simulation and its players, not the best there is.

use super::allocate::Standing;
use super::arms::{Arms, Estimate, Objective};
use crate::bell_curve::{chance_below, mean_above};

/// When a simulation ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StopRule {
    /// When a candidate has met this many worlds, if at all.
    pub iterations: Option<u64>,
    /// When the leader is the best with this probability, if at all.
    pub confidence: Option<f64>,
    /// Where time is saved for later turns: the expected loss that the whole soft time is worth, in wins.
    pub usual_loss: Option<f64>,
}

/// Roughly how many points of spread are worth a whole win: turns a loss in wins into one in points.
const POINTS_OF_A_WIN: f64 = 150.0;

/// The fewest worlds of the leader before a confidence counts.
const FEWEST: u64 = 128;
/// The fewest worlds of the leader before an expected loss counts.
const FEWEST_FOR_LOSS: u64 = 32;

/// How far behind the leader those are that could still be better.
fn doubtful(standing: &Standing) -> impl Iterator<Item = Estimate> + '_ {
    // What must not be chosen raises no doubts, nor does what is as good, or was given up too long ago to be compared.
    let counts = |arm: &usize| standing.ahead[*arm].error.is_finite() && !standing.tied[*arm];
    standing.rivals.iter().copied().filter(counts).map(|arm| standing.ahead[arm])
}

/// How sure it is that no other candidate is better than the leader, from 0 to 1.
pub(crate) fn confidence(standing: &Standing) -> f64 {
    let doubts = doubtful(standing).map(|ahead| chance_below(-ahead.sigmas()));
    (1.0 - doubts.sum::<f64>()).max(0.0)
}

/// What taking the leader now is expected to lose.
pub(crate) fn expected_loss(standing: &Standing) -> f64 {
    let loss = |ahead: Estimate| match ahead.error {
        0.0 => (-ahead.mean).max(0.0),
        error => error * mean_above(ahead.sigmas()),
    };
    doubtful(standing).map(loss).sum()
}

impl StopRule {
    /// The same rule, with its losses in units of the objective.
    pub(crate) fn in_units_of(self, objective: Objective) -> Self {
        let factor = match objective {
            Objective::Win => 1.0,
            Objective::Spread => POINTS_OF_A_WIN,
        };
        StopRule { usual_loss: self.usual_loss.map(|loss| factor * loss), ..self }
    }

    /// Whether to end here, where so much of the soft time is used, if there is any.
    pub(crate) fn is_reached(&self, arms: &Arms, standing: &Standing, used: Option<f64>) -> bool {
        let iterations = arms.iterations(standing.leader);
        let sure = |enough: f64| iterations >= FEWEST && confidence(standing) >= enough;
        let is_not_worth_it =
            |(usual, used): (f64, f64)| iterations >= FEWEST_FOR_LOSS && expected_loss(standing) <= usual * used;
        self.iterations.is_some_and(|most| iterations >= most)
            || self.confidence.is_some_and(sure)
            || self.usual_loss.zip(used).is_some_and(is_not_worth_it)
    }
}

#[cfg(test)]
mod tests {
    use super::super::allocate::Allocation;
    use super::super::levels::{Levels, RolloutDepth};
    use super::super::rollout::RolloutResult;
    use super::*;

    fn arms(iterations: u64, wins: impl Fn(usize, u64) -> f64) -> Arms {
        let mut arms = Arms::new(vec![0.5; 2], 0.0, Objective::Win, Levels::fixed(RolloutDepth::Plies(2)));
        for arm in 0..2 {
            let outcomes: Vec<RolloutResult> =
                (0..iterations).map(|at| RolloutResult::of(&[(wins(arm, at), 0.0)])).collect();
            arms.add(arm, &outcomes);
        }
        arms
    }

    fn is_reached(enough: StopRule, arms: &Arms, used: Option<f64>) -> bool {
        enough.is_reached(arms, &Standing::of(arms, &[true; 2], Allocation::Equal), used)
    }

    #[test]
    fn ends_when_sure_or_tied_or_done() {
        let noise = |arm: usize, at: u64| if (at + arm as u64).is_multiple_of(2) { 0.3 } else { -0.3 };
        let clear = arms(512, |arm, at| 0.4 + 0.2 * arm as f64 + noise(arm, at));
        let open = arms(512, |arm, at| 0.5 + 0.01 * arm as f64 + noise(arm, at));
        let tied = arms(512, |_, at| 0.5 + noise(0, at));
        let sure = StopRule { confidence: Some(0.95), ..StopRule::default() };
        assert!(is_reached(sure, &clear, None) && !is_reached(sure, &open, None) && is_reached(sure, &tied, None));
        assert!(!is_reached(StopRule::default(), &clear, Some(9.0)));
        let counted = StopRule { iterations: Some(512), ..StopRule::default() };
        assert!(is_reached(counted, &open, None) && !is_reached(counted, &arms(511, |_, _| 0.5), None));
        assert!(!is_reached(sure, &arms(64, |arm, _| arm as f64), None), "too early to say");
        // One that is better but must not be chosen keeps nobody waiting.
        let phony = Standing::of(&clear, &[true, false], Allocation::NARROWING);
        assert!(phony.leader == 0 && sure.is_reached(&clear, &phony, None));
    }

    /// The open choice is 0.01 apart with an error of about 0.027: it loses about 0.0065.
    #[test]
    fn what_is_open_takes_more_time() {
        let noise = |arm: usize, at: u64| if (at + arm as u64).is_multiple_of(2) { 0.3 } else { -0.3 };
        let clear = arms(512, |arm, at| 0.4 + 0.2 * arm as f64 + noise(arm, at));
        let open = arms(512, |arm, at| 0.5 + 0.01 * arm as f64 + noise(arm, at));
        let saving = StopRule { usual_loss: Some(0.005), ..StopRule::default() };
        assert!(is_reached(saving, &clear, Some(0.01)) && !is_reached(saving, &open, Some(1.0)));
        assert!(is_reached(saving, &open, Some(2.0)) && !is_reached(saving, &open, None));
        let loss = expected_loss(&Standing::of(&open, &[true; 2], Allocation::Equal));
        assert!((0.006..0.007).contains(&loss), "{loss}");
    }
}
