//! When enough has been seen.
//!
//! A choice is *sure* to some degree: the chance that another candidate is really the better one is at most the sum
//! over the others of the chance that each is, and that comes from its paired difference and the error of that.
//! Candidates that cannot be told apart in any way that matters do not count: waiting for them would be waiting for
//! nothing.
//!
//! **Limits.** Two things pull the real confidence away from what is said, in opposite directions. It is looked at
//! after every round and acted on at the first that is high enough, so luck gets many chances: of choices that are
//! stopped at 95 %, somewhat more than 5 % are wrong. Against that, the sum counts worlds in which two others are
//! better twice, and most stops come with far more than the least confidence that was asked for. And what it speaks of
//! is the best by *this* simulation, with its depth and its players, not the best there is.

use super::allocate::Standing;
use super::arms::Arms;
use crate::bell_curve::chance_below;

/// When a simulation ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StopRule {
    /// When a candidate has met this many worlds, if at all.
    pub iterations: Option<u64>,
    /// When the leader is the best with this probability, if at all.
    pub confidence: Option<f64>,
}

/// The fewest worlds of the leader before a confidence counts.
const FEWEST: u64 = 128;

/// The confidence that is enough when time is nearly up.
const SURE_ENOUGH: f64 = 0.8;

/// How sure it is that no other candidate is better than the leader, from 0 to 1.
pub(crate) fn confidence(standing: &Standing) -> f64 {
    // What must not be chosen raises no doubts, nor does what is as good, or was given up too long ago to be compared.
    let counts = |arm: &usize| standing.ahead[*arm].error.is_finite() && !standing.tied[*arm];
    let rivals = standing.rivals.iter().copied().filter(counts);
    let doubts = rivals.map(|arm| chance_below(-standing.ahead[arm].sigmas()));
    (1.0 - doubts.sum::<f64>()).max(0.0)
}

impl StopRule {
    /// Whether to end here. `hurried` is that time is nearly up.
    pub(crate) fn is_reached(&self, arms: &Arms, standing: &Standing, hurried: bool) -> bool {
        let iterations = arms.iterations(standing.leader);
        let sure = |enough: f64| iterations >= FEWEST && confidence(standing) >= enough;
        self.iterations.is_some_and(|most| iterations >= most)
            || self.confidence.is_some_and(sure)
            || (hurried && sure(SURE_ENOUGH))
    }
}

#[cfg(test)]
mod tests {
    use super::super::allocate::Allocation;
    use super::super::arms::Objective;
    use super::super::rollout::RolloutResult;
    use super::*;

    fn arms(iterations: u64, wins: impl Fn(usize, u64) -> f64) -> Arms {
        let mut arms = Arms::new(vec![0.5; 2], 0.0, Objective::Win);
        for arm in 0..2 {
            let outcomes: Vec<RolloutResult> =
                (0..iterations).map(|at| RolloutResult { win: wins(arm, at), ..RolloutResult::default() }).collect();
            arms.add(arm, &outcomes);
        }
        arms
    }

    fn is_reached(enough: StopRule, arms: &Arms, hurried: bool) -> bool {
        enough.is_reached(arms, &Standing::of(arms, &[true; 2], Allocation::Equal), hurried)
    }

    #[test]
    fn ends_when_sure_or_tied_or_done() {
        let noise = |arm: usize, at: u64| if (at + arm as u64).is_multiple_of(2) { 0.3 } else { -0.3 };
        let clear = arms(512, |arm, at| 0.4 + 0.2 * arm as f64 + noise(arm, at));
        let open = arms(512, |arm, at| 0.5 + 0.01 * arm as f64 + noise(arm, at));
        let tied = arms(512, |_, at| 0.5 + noise(0, at));
        let sure = StopRule { confidence: Some(0.95), ..StopRule::default() };
        assert!(is_reached(sure, &clear, false) && !is_reached(sure, &open, false) && is_reached(sure, &tied, false));
        assert!(!is_reached(StopRule::default(), &clear, false) && is_reached(StopRule::default(), &clear, true));
        let counted = StopRule { iterations: Some(512), ..StopRule::default() };
        assert!(is_reached(counted, &open, false) && !is_reached(counted, &arms(511, |_, _| 0.5), false));
        assert!(!is_reached(sure, &arms(64, |arm, _| arm as f64), false), "too early to say");
        // One that is better but must not be chosen keeps nobody waiting.
        let phony = Standing::of(&clear, &[true, false], Allocation::NARROWING);
        assert!(phony.leader == 0 && sure.is_reached(&clear, &phony, false));
    }
}
