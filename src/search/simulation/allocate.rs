//! Which candidates meet more worlds.
//!
//! **The idea.** All candidates begin together. After each round, those that are behind the leader by more than so many
//! standard errors of the *paired* difference are given up; the others go on together, through the same worlds, so that
//! every rollout makes a pair with those of all its rivals. What is saved by giving up goes where the choice is still
//! open. Giving up is not for ever: should another candidate take the lead, and one that was given up be close to
//! *that* one, it catches up; and of those that are behind, the closest always goes on, so that in the end all are as
//! far behind as anyone may ask for. Those that are as good as the leader wait: there is nothing more to find out.
//!
//! **What it costs.** With so many candidates and so many looks, the best one is given up now and then by bad luck. The
//! higher the threshold the rarer that is, and the more rollouts go to those that have no chance. The threshold was
//! chosen by how soon the right move is found: see docs/experiments/simulation.md.
//!
//! **Equal** gives every candidate as many worlds as every other. It is what the narrowing is measured against, and
//! what Gordon did in 1993.

use super::arms::{Arms, Estimate};

/// How rollouts are shared out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allocation {
    /// Candidates that are clearly behind are given up.
    Narrowing {
        /// How many standard errors behind the leader a candidate is given up at.
        given_up: f64,
    },
    /// All candidates get equally many.
    Equal,
}

impl Allocation {
    /// Narrowing as it was measured to be best.
    pub const NARROWING: Allocation = Allocation::Narrowing { given_up: 2.0 };

    /// Whether a candidate that is behind by this much, or as good as the leader, goes on.
    fn keeps(self, behind: Estimate, is_tied: bool) -> bool {
        match self {
            Allocation::Narrowing { given_up } => !is_tied && behind.sigmas() < given_up,
            Allocation::Equal => true,
        }
    }
}

/// How many standard errors ahead overrides the static opinion, also among twenty candidates.
const OVERRIDE_SIGMAS: f64 = 3.0;

/// The fewest worlds that a candidate is judged by.
const FEWEST: u64 = 32;

/// The worlds of each of the first rounds. They are short because a round that is not finished when time is up is lost.
/// The static opinion (`arms`) weighs against the noise of so few worlds; with [`Allocation::Equal`], where it does not
/// count, the first round is as long as the others.
const FIRST: u64 = 8;

/// The most worlds that a candidate meets in one round.
const MAX_PER_ROUND: u64 = 256;

/// How the candidates stand: who leads, and how far behind the others are.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) leader: usize,
    /// By how much the leader is ahead of each, and of itself.
    pub(crate) ahead: Vec<Estimate>,
    /// Who is tied with the leader. The leader itself is not.
    pub(crate) tied: Vec<bool>,
    /// Who gets more worlds. The leader does, and one other that may be chosen and is no tie, if there is one.
    pub(crate) open: Vec<bool>,
    /// Who could take the lead: not the leader, nor those that must not be chosen.
    pub(crate) rivals: Vec<usize>,
    /// How many worlds a round has, at first.
    first: u64,
}

impl Standing {
    /// Who leads is the best of those that have met most worlds, unless it must not be chosen.
    pub(crate) fn of(arms: &Arms, may_lead: &[bool], allocation: Allocation) -> Self {
        let most = (0..arms.len()).filter(|&arm| may_lead[arm]).map(|arm| arms.iterations(arm)).max().unwrap_or(0);
        let best = |value: &dyn Fn(usize) -> f64| {
            let leading = (0..arms.len()).filter(|&arm| may_lead[arm] && arms.iterations(arm) == most);
            leading.max_by(|&a, &b| value(a).total_cmp(&value(b)).then(b.cmp(&a))).unwrap_or(0)
        };
        let (favourite, seen) = (best(&|arm| arms.utility(arm)), best(&|arm| arms.seen(arm)));
        // Clear results override the static opinion.
        let is_plain = most >= FEWEST && arms.ahead(seen, favourite).sigmas() > OVERRIDE_SIGMAS;
        let leader = if is_plain { seen } else { favourite };
        let ahead: Vec<Estimate> = (0..arms.len()).map(|arm| arms.ahead(leader, arm)).collect();
        let tied: Vec<bool> = (0..arms.len()).map(|arm| arm != leader && arms.is_tie(leader, arm)).collect();
        // What was given up long ago, and shares too few worlds with the leader by now to be compared, stays given up.
        let is_known = |arm: usize| ahead[arm].error.is_finite();
        let is_in_doubt = |arm: usize| is_known(arm) && allocation.keeps(ahead[arm], tied[arm]);
        let is_open = |arm: usize| arms.iterations(arm) < FEWEST || is_in_doubt(arm);
        let mut open: Vec<bool> = (0..arms.len()).map(|arm| arm == leader || is_open(arm)).collect();
        let rivals: Vec<usize> = (0..arms.len()).filter(|&arm| arm != leader && may_lead[arm]).collect();
        let known = rivals.iter().copied().filter(|&arm| is_known(arm) && !tied[arm]);
        if let Some(closest) = known.min_by(|&a, &b| ahead[a].sigmas().total_cmp(&ahead[b].sigmas())) {
            open[closest] = true;
        }
        let first = if allocation == Allocation::Equal { FEWEST } else { FIRST };
        Standing { leader, ahead, tied, open, rivals, first }
    }

    /// The next round: which candidates meet how many worlds more, none more than `most` in all. Empty if all have.
    pub(crate) fn next_round(&self, arms: &Arms, most: u64) -> Vec<(usize, u64)> {
        let open = || (0..arms.len()).filter(|&arm| self.open[arm]);
        let furthest = open().map(|arm| arms.iterations(arm)).max().unwrap_or(0);
        let step = match furthest {
            0..FEWEST => self.first,
            _ => (furthest / 8).next_multiple_of(FEWEST).clamp(FEWEST, MAX_PER_ROUND),
        };
        let is_behind = open().any(|arm| arms.iterations(arm) < furthest);
        let target = if is_behind { furthest } else { (furthest + step).min(most) };
        // One that has much to catch up on does so in several rounds: it may be given up again on the way.
        let wanted = |arm: usize| (target - arms.iterations(arm).min(target)).min(2 * MAX_PER_ROUND);
        open().map(|arm| (arm, wanted(arm))).filter(|&(_, iterations)| iterations > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::arms::Objective;
    use super::super::levels::{Levels, RolloutDepth};
    use super::super::rollout::RolloutResult;
    use super::*;

    /// Candidates that win with these chances in every world, but for what all share.
    fn after(iterations: u64, chances: &[f64]) -> Arms {
        let mut arms = Arms::new(vec![0.5; chances.len()], 0.0, Objective::Win, Levels::fixed(RolloutDepth::Plies(2)));
        for (arm, chance) in chances.iter().enumerate() {
            let noise = |at: u64| if (at + arm as u64).is_multiple_of(2) { 0.02 } else { -0.02 };
            let outcome = |at| RolloutResult::of(&[(chance + noise(at), 0.0)]);
            arms.add(arm, &(0..iterations).map(outcome).collect::<Vec<_>>());
        }
        arms
    }

    #[test]
    fn who_is_clearly_behind_is_given_up() {
        let all = [true; 3];
        let standing = Standing::of(&after(64, &[0.5, 0.505, 0.3]), &all, Allocation::NARROWING);
        assert_eq!(standing.leader, 1);
        assert_eq!(standing.open, [true, true, false]);
        let equal = Standing::of(&after(64, &[0.5, 0.505, 0.3]), &all, Allocation::Equal);
        assert_eq!(equal.open, all);
        let phony = Standing::of(&after(64, &[0.5, 0.505, 0.3]), &[true, false, true], Allocation::NARROWING);
        assert_eq!((phony.leader, phony.rivals), (0, vec![2]));
    }

    /// Two that are the same keep nobody busy; the next best goes on.
    #[test]
    fn ties_wait() {
        let same = RolloutResult::of(&[(0.5, 0.0)]);
        let worse = |at: u64| RolloutResult::of(&[(0.3 + 0.01 * (at % 2) as f64, 0.0)]);
        let mut twins = Arms::new(vec![0.5; 3], 0.0, Objective::Win, Levels::fixed(RolloutDepth::Plies(2)));
        (0..2).for_each(|arm| twins.add(arm, &[same; 64]));
        twins.add(2, &(0..64).map(worse).collect::<Vec<_>>());
        assert_eq!(Standing::of(&twins, &[true; 3], Allocation::NARROWING).open, [true, false, true]);
        assert_eq!(Standing::of(&twins, &[true; 3], Allocation::Equal).open, [true; 3]);
    }

    #[test]
    fn an_opinion_yields_to_what_is_plain() {
        let lead = |chance: f64| {
            let mut arms = Arms::new(vec![0.9, 0.1], 64.0, Objective::Win, Levels::fixed(RolloutDepth::Plies(2)));
            for (arm, chance) in [0.5, chance].into_iter().enumerate() {
                let outcome = |at: u64| RolloutResult::of(&[(chance + 0.1 * ((at + arm as u64) % 2) as f64, 0.0)]);
                arms.add(arm, &(0..32).map(outcome).collect::<Vec<_>>());
            }
            Standing::of(&arms, &[true; 2], Allocation::NARROWING).leader
        };
        assert_eq!((lead(0.52), lead(0.8)), (0, 1));
    }

    #[test]
    fn who_is_behind_in_worlds_catches_up() {
        let mut arms = after(64, &[0.5, 0.505]);
        arms.add(1, &[RolloutResult::of(&[(0.505, 0.0)]); 32]);
        let standing = Standing::of(&arms, &[true; 2], Allocation::NARROWING);
        assert_eq!(standing.next_round(&arms, 1000), [(0, 32)]);
        assert_eq!(
            Standing::of(&after(64, &[0.5, 0.505]), &[true; 2], Allocation::NARROWING)
                .next_round(&after(64, &[0.5, 0.505]), 80),
            [(0, 16), (1, 16)]
        );
        let begin = |allocation| Standing::of(&after(0, &[0.5, 0.5]), &[true; 2], allocation);
        let first = |allocation| begin(allocation).next_round(&after(0, &[0.5, 0.5]), 1000);
        assert_eq!(first(Allocation::NARROWING), [(0, FIRST), (1, FIRST)]);
        assert_eq!(first(Allocation::Equal), [(0, FEWEST), (1, FEWEST)]);
        let done = after(80, &[0.5, 0.505]);
        assert!(Standing::of(&done, &[true; 2], Allocation::Equal).next_round(&done, 80).is_empty());
    }
}
