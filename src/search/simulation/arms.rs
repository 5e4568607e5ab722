//! What is known of each candidate so far, and of the difference between two of them.
//!
//! **The idea.** All candidates meet the same worlds in the same order, and in a given world they tend to fare well or
//! badly together: a difference between two candidates, world by world, varies far less than either does. So what
//! decides is the mean of those differences, with the standard error of *those*. For two openings that keep like tiles
//! the error is a third of what unpaired statistics would say, which is worth nine times the rollouts.
//!
//! A candidate that was given up early has met fewer worlds than the others. It is compared with them over the worlds
//! that both have met; and what is told of it is the leader's mean less that difference, which is a better estimate
//! than its own mean, and one that can be compared.
//!
//! **Before the first world** there is what the static player thinks. A few worlds say less than that: of twenty
//! candidates in thirty worlds, the one with the best mean is mostly one that was lucky. So the static opinion counts
//! as much as [`OPINION`] worlds when it comes to who leads, unless a plain simulation is asked for
//! (`Allocation::Equal`). It fades as worlds are met (after a thousand, what it thinks to be worse by 5 % is put back
//! by 0.3 %), and it yields to what is plain to see. What is told of candidates, and who is given up, does not depend
//! on it.
//!
//! **How differences are kept.** The outcomes of all worlds would grow without bound. Instead worlds are put together
//! in runs, at first of one; when there are more than 16,384 runs, each two neighbours become one. Sums over runs of
//! the same length are as independent as the worlds are, so the variance of a mean can be found from them as well. (A
//! candidate that was given up after 32 worlds has no whole run left when another has met a million. It can no longer
//! be compared, and stays given up.)
//!
//! **An example.** Two candidates in four worlds win with 0.2, 0.9, 0.4, 0.7 and 0.3, 0.9, 0.5, 0.9. The means are 0.55
//! and 0.65, their standard errors 0.16 and 0.15: nothing to be seen. The differences are 0.1, 0, 0.1, 0.2, their mean
//! is 0.1 and its standard error 0.04.

use super::rollout::RolloutResult;

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; infinite for a single sample.
    pub error: f64,
}

impl Estimate {
    /// From a number of samples, their sum and the sum of their squares.
    fn of(count: f64, sum: f64, squares: f64) -> Self {
        let mean = sum / count.max(1.0);
        let variance = (squares - sum * mean).max(0.0) / (count - 1.0);
        let error = if count > 1.0 { (variance / count).sqrt() } else { f64::INFINITY };
        Estimate { mean, error }
    }

    /// How many standard errors it is above 0.
    pub fn sigmas(&self) -> f64 {
        match self.mean {
            mean if self.error > 0.0 => mean / self.error,
            mean if mean > 0.0 => f64::INFINITY,
            mean if mean < 0.0 => f64::NEG_INFINITY,
            _ => 0.0,
        }
    }
}

/// The objective of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The chance to win; the spread where that makes no difference.
    #[default]
    Win,
    /// The spread.
    Spread,
}

/// What a point of spread counts beside a win: enough to decide where all is won or lost, and nothing else.
const POINT: f64 = 1e-5;

/// How many worlds the static player's opinion of a candidate counts as. Its effect is measured in
/// docs/experiments/simulation.md.
pub(crate) const OPINION: f64 = 64.0;

impl Objective {
    /// The objective's value, from the chance to win and the points gained.
    pub(crate) fn utility(self, win: f64, gain: f64) -> f64 {
        match self {
            Objective::Win => win + POINT * gain,
            Objective::Spread => gain,
        }
    }
}

/// Sums over some worlds.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    win: f64,
    gain: f64,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        *self = Sums { win: self.win + other.win, gain: self.gain + other.gain };
    }
}

/// What is known of one candidate.
#[derive(Clone, Debug, Default)]
struct Arm {
    /// How many worlds it has met, from the first on.
    iterations: u64,
    sums: Sums,
    squares: Sums,
    replies: i64,
    nexts: i64,
    /// By run.
    runs: Vec<Sums>,
}

/// What is known of all candidates. They are known by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Arms {
    arms: Vec<Arm>,
    /// The objective's value of each candidate in the opinion of the static player.
    opinions: Vec<f64>,
    /// How many worlds that opinion counts as.
    opinion: f64,
    objective: Objective,
    /// How many worlds make a run. A power of two.
    run: u64,
}

/// The largest difference in the chance to win between tied candidates.
const SAME_WIN: f64 = 0.001;
/// The largest difference in points between tied candidates.
const SAME_GAIN: f64 = 0.5;

/// The most runs that are kept of each candidate.
const MOST_RUNS: usize = 16_384;

impl Arms {
    /// One candidate for each static opinion of the objective's value; an opinion counts as `opinion` worlds.
    pub(crate) fn new(opinions: Vec<f64>, opinion: f64, objective: Objective) -> Self {
        Arms { arms: vec![Arm::default(); opinions.len()], opinions, opinion, objective, run: 1 }
    }

    pub(crate) fn len(&self) -> usize {
        self.arms.len()
    }

    /// How many worlds a candidate has met.
    pub(crate) fn iterations(&self, arm: usize) -> u64 {
        self.arms[arm].iterations
    }

    /// Adds the results of the next worlds of a candidate.
    pub(crate) fn add(&mut self, arm: usize, outcomes: &[RolloutResult]) {
        let run = self.run;
        let arm = &mut self.arms[arm];
        for outcome in outcomes {
            let sums = Sums { win: outcome.win, gain: outcome.gain };
            if arm.iterations.is_multiple_of(run) {
                arm.runs.push(Sums::default());
            }
            arm.runs.last_mut().expect("there is a run for every world").add(sums);
            arm.iterations += 1;
            arm.sums.add(sums);
            arm.squares.add(Sums { win: sums.win * sums.win, gain: sums.gain * sums.gain });
            arm.replies += i64::from(outcome.reply);
            arm.nexts += i64::from(outcome.next);
        }
        if arm.runs.len() > MOST_RUNS {
            self.lengthen_runs();
        }
    }

    fn lengthen_runs(&mut self) {
        self.run *= 2;
        for arm in &mut self.arms {
            let two = |pair: &[Sums]| {
                let mut sums = Sums::default();
                pair.iter().for_each(|&one| sums.add(one));
                sums
            };
            arm.runs = arm.runs.chunks(2).map(two).collect();
        }
    }

    /// The chance to win with a candidate.
    pub(crate) fn win(&self, arm: usize) -> Estimate {
        let arm = &self.arms[arm];
        Estimate::of(arm.iterations as f64, arm.sums.win, arm.squares.win)
    }

    /// The points gained by a candidate.
    pub(crate) fn gain(&self, arm: usize) -> Estimate {
        let arm = &self.arms[arm];
        Estimate::of(arm.iterations as f64, arm.sums.gain, arm.squares.gain)
    }

    /// The objective's value of a candidate, by the worlds that it has met and the static opinion. Comparable only
    /// between candidates that have met equally many worlds.
    pub(crate) fn utility(&self, arm: usize) -> f64 {
        let iterations = self.iterations(arm) as f64;
        (iterations * self.seen(arm) + self.opinion * self.opinions[arm]) / (iterations + self.opinion).max(1.0)
    }

    /// The objective's value of a candidate by the worlds that it has met alone.
    pub(crate) fn seen(&self, arm: usize) -> f64 {
        self.objective.utility(self.win(arm).mean, self.gain(arm).mean)
    }

    /// The mean points of the opponent's reply, and of our next play.
    pub(crate) fn scores(&self, arm: usize) -> (f64, f64) {
        let arm = &self.arms[arm];
        let iterations = (arm.iterations as f64).max(1.0);
        (arm.replies as f64 / iterations, arm.nexts as f64 / iterations)
    }

    /// By how much one candidate is ahead of another in the objective, over the worlds that both have met.
    pub(crate) fn ahead(&self, one: usize, other: usize) -> Estimate {
        self.difference(one, other, |sums| self.objective.utility(sums.win, sums.gain))
    }

    /// By how much one candidate wins more often than another.
    pub(crate) fn win_ahead(&self, one: usize, other: usize) -> Estimate {
        self.difference(one, other, |sums| sums.win)
    }

    /// By how many points one candidate gains more than another.
    pub(crate) fn gain_ahead(&self, one: usize, other: usize) -> Estimate {
        self.difference(one, other, |sums| sums.gain)
    }

    /// Whether two candidates are tied: neither differs by an amount that matters.
    pub(crate) fn is_tie(&self, one: usize, other: usize) -> bool {
        let within = |difference: Estimate, bound: f64| difference.mean.abs() + 2.0 * difference.error < bound;
        within(self.win_ahead(one, other), SAME_WIN) && within(self.gain_ahead(one, other), SAME_GAIN)
    }

    fn difference(&self, one: usize, other: usize, value: impl Fn(Sums) -> f64) -> Estimate {
        let whole = |arm: usize| (self.arms[arm].iterations / self.run) as usize;
        let runs = whole(one).min(whole(other));
        let (mut sum, mut squares) = (0.0, 0.0);
        for (&one, &other) in self.arms[one].runs[..runs].iter().zip(&self.arms[other].runs[..runs]) {
            let difference = (value(one) - value(other)) / self.run as f64;
            sum += difference;
            squares += difference * difference;
        }
        Estimate::of(runs as f64, sum, squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(win: f64, gain: f64) -> RolloutResult {
        RolloutResult { win, gain, reply: 10, next: 20 }
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn the_example_by_hand() {
        let mut arms = Arms::new(vec![0.5; 2], OPINION, Objective::Win);
        arms.add(0, &[0.2, 0.9, 0.4, 0.7].map(|win| outcome(win, 0.0)));
        arms.add(1, &[0.3, 0.9, 0.5, 0.9].map(|win| outcome(win, 0.0)));
        assert!((arms.win(0).error - 0.16).abs() < 0.01 && (arms.win(1).error - 0.15).abs() < 0.01);
        let ahead = arms.ahead(1, 0);
        close(ahead.mean, 0.1);
        assert!((ahead.error - 0.04).abs() < 0.002, "{ahead:?}");
        close(arms.ahead(0, 1).mean, -0.1);
        assert_eq!(arms.scores(0), (10.0, 20.0));
    }

    #[test]
    fn candidates_are_compared_where_both_have_been() {
        let mut arms = Arms::new(vec![0.5; 2], OPINION, Objective::Win);
        arms.add(0, &[0.0, 0.0, 1.0, 1.0].map(|win| outcome(win, 0.0)));
        arms.add(1, &[0.5, 0.5].map(|win| outcome(win, 0.0)));
        close(arms.win(0).mean, 0.5);
        close(arms.ahead(1, 0).mean, 0.5);
        assert_eq!(arms.ahead(1, 0).error, 0.0);
        assert_eq!(arms.ahead(1, 0).sigmas(), f64::INFINITY);
    }

    #[test]
    fn points_decide_where_all_is_won() {
        let mut arms = Arms::new(vec![0.5; 2], OPINION, Objective::Win);
        arms.add(0, &[outcome(1.0, 50.0), outcome(1.0, 40.0)]);
        arms.add(1, &[outcome(1.0, 80.0), outcome(1.0, 70.0)]);
        assert!(arms.utility(1) > arms.utility(0) && arms.ahead(1, 0).mean > 0.0);
        let mut spread = Arms::new(vec![50.0], OPINION, Objective::Spread);
        spread.add(0, &[outcome(0.0, 50.0)]);
        close(spread.utility(0), 50.0);
    }

    /// A lucky start does not make a leader of one that looks bad; many worlds do.
    #[test]
    fn an_opinion_counts_as_much_as_some_worlds() {
        let mut arms = Arms::new(vec![0.55, 0.45], OPINION, Objective::Win);
        assert!(arms.utility(0) > arms.utility(1));
        let mut meet = |iterations: usize| {
            arms.add(0, &vec![outcome(0.5, 0.0); iterations]);
            arms.add(1, &vec![outcome(0.6, 0.0); iterations]);
            arms.utility(1) > arms.utility(0)
        };
        assert!(!meet(OPINION as usize / 2));
        assert!(meet(OPINION as usize));
    }

    /// Runs are put together, and neither means nor errors change much.
    #[test]
    fn many_worlds_take_no_more_room() {
        let value = |at: u64, arm: u64| ((at * 7919 + arm * 104_729) % 1000) as f64 / 1000.0;
        let mut arms = Arms::new(vec![0.5; 2], OPINION, Objective::Win);
        let all = 8 * MOST_RUNS as u64;
        for at in (0..all).step_by(64) {
            for arm in 0..2 {
                let outcomes: Vec<RolloutResult> = (at..at + 64).map(|at| outcome(value(at, arm), 0.0)).collect();
                arms.add(arm as usize, &outcomes);
            }
        }
        assert!(arms.arms.iter().all(|arm| arm.runs.len() <= MOST_RUNS + 1) && arms.run >= 8);
        let differences: Vec<f64> = (0..all).map(|at| value(at, 1) - value(at, 0)).collect();
        let mean = differences.iter().sum::<f64>() / all as f64;
        assert!((arms.ahead(1, 0).mean - mean).abs() < 1e-6);
    }
}
