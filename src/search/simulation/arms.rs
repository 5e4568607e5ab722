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

use super::levels::{Levels, MAX_LEVELS, RolloutDepth};
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

    fn squared(self) -> Sums {
        Sums { win: self.win * self.win, gain: self.gain * self.gain }
    }
}

/// What is known of one candidate at one level: at the first what rollouts said, at the others what the level changed
/// about what the one before said.
#[derive(Clone, Debug, Default)]
struct Series {
    sums: Sums,
    squares: Sums,
    /// By run.
    runs: Vec<Sums>,
}

impl Series {
    /// Adds the next world, which is the `number`th of the level.
    fn add(&mut self, sums: Sums, number: u64, run: u64) {
        if number.is_multiple_of(run) {
            self.runs.push(Sums::default());
        }
        self.runs.last_mut().expect("there is a run for every world").add(sums);
        self.sums.add(sums);
        self.squares.add(sums.squared());
    }
}

/// What is known of one candidate.
#[derive(Clone, Debug, Default)]
struct Arm {
    /// How many worlds it has met, from the first on.
    iterations: u64,
    replies: i64,
    nexts: i64,
    /// By level.
    series: [Series; MAX_LEVELS],
}

/// A level that worlds are played to.
#[derive(Clone, Copy, Debug)]
struct OpenLevel {
    /// The first world that is played to it; so are all later ones.
    first: u64,
    /// How many worlds make a run. A power of two.
    run: u64,
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
    levels: Levels,
    /// The levels that worlds are played to so far, the shallowest first. There is at least one.
    open: Vec<OpenLevel>,
    /// The most plies that were played so far.
    plies: usize,
}

/// A mean over worlds of a level, and how it varies.
#[derive(Clone, Copy, Debug, Default)]
struct LevelMean {
    worlds: f64,
    mean: f64,
    /// Of the mean.
    error: f64,
}

impl LevelMean {
    /// Of so many runs of this length, from the sum of their means and of the squares of those.
    fn of(runs: f64, run: f64, sum: f64, squares: f64) -> Self {
        let Estimate { mean, error } = Estimate::of(runs, sum, squares);
        LevelMean { worlds: runs * run, mean, error }
    }
}

/// Whether the error of an estimate has in it what is not known of deeper levels yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubts {
    Counted,
    LeftOut,
}

/// The largest difference in the chance to win between tied candidates.
const SAME_WIN: f64 = 0.001;
/// The largest difference in points between tied candidates.
const SAME_GAIN: f64 = 0.5;

/// The most runs that are kept of each candidate.
const MOST_RUNS: usize = 16_384;

/// The fewest worlds of a level that a correction is made from.
const FEWEST_CORRECTIONS: f64 = 32.0;

impl Arms {
    /// One candidate for each static opinion of the objective's value; an opinion counts as `opinion` worlds.
    pub(crate) fn new(opinions: Vec<f64>, opinion: f64, objective: Objective, levels: Levels) -> Self {
        let arms = vec![Arm::default(); opinions.len()];
        Arms { arms, opinions, opinion, objective, levels, open: vec![OpenLevel { first: 0, run: 1 }], plies: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.arms.len()
    }

    /// How many worlds a candidate has met.
    pub(crate) fn iterations(&self, arm: usize) -> u64 {
        self.arms[arm].iterations
    }

    /// How many plies follow the candidates in the deepest worlds so far: the most, where they go to the end.
    pub(crate) fn plies(&self) -> usize {
        match self.levels.depths(self.open.len()).last() {
            Some(RolloutDepth::Plies(plies)) => *plies,
            _ => self.plies,
        }
    }

    /// The depths that a world is played to, and the first world after it that is played deeper.
    pub(crate) fn depths_of(&self, world: u64) -> (Vec<RolloutDepth>, u64) {
        let levels = self.open.iter().take_while(|level| level.first <= world).count();
        (self.levels.depths(levels), self.open.get(levels).map_or(u64::MAX, |level| level.first))
    }

    /// Lets all worlds that nobody has met yet be played to one level more, if that pays.
    pub(crate) fn deepen_if_it_pays(&mut self) {
        let met = self.arms.iter().map(|arm| arm.iterations).max().unwrap_or(0);
        let worlds: Vec<u64> = self.open.iter().map(|level| met - level.first.min(met)).collect();
        if self.levels.pays(&worlds) {
            self.open.push(OpenLevel { first: met, run: 1 });
        }
    }

    /// Adds the results of the next worlds of a candidate.
    pub(crate) fn add(&mut self, arm: usize, results: &[RolloutResult]) {
        let arm = &mut self.arms[arm];
        for RolloutResult { outcomes, scores: [reply, next], plies } in results {
            let mut before = Sums::default();
            for ((level, series), outcome) in self.open.iter().zip(&mut arm.series).zip(outcomes) {
                let Some(number) = arm.iterations.checked_sub(level.first) else { break };
                let changed = Sums { win: outcome.win - before.win, gain: outcome.gain - before.gain };
                series.add(changed, number, level.run);
                before = Sums { win: outcome.win, gain: outcome.gain };
            }
            arm.iterations += 1;
            self.plies = self.plies.max(*plies);
            arm.replies += i64::from(*reply);
            arm.nexts += i64::from(*next);
        }
        let is_long = |level: usize| arm.series[level].runs.len() > MOST_RUNS;
        for level in (0..self.open.len()).filter(|&level| is_long(level)).collect::<Vec<_>>() {
            self.lengthen_runs(level);
        }
    }

    fn lengthen_runs(&mut self, level: usize) {
        self.open[level].run *= 2;
        for arm in &mut self.arms {
            let two = |pair: &[Sums]| {
                let mut sums = Sums::default();
                pair.iter().for_each(|&one| sums.add(one));
                sums
            };
            let runs = &mut arm.series[level].runs;
            *runs = runs.chunks(2).map(two).collect();
        }
    }

    /// How many worlds a candidate has met at a level.
    fn met(&self, arm: usize, level: usize) -> u64 {
        self.arms[arm].iterations.saturating_sub(self.open[level].first)
    }

    /// The chance to win with a candidate.
    pub(crate) fn win(&self, arm: usize) -> Estimate {
        self.mean(arm, |sums| sums.win)
    }

    /// The points gained by a candidate.
    pub(crate) fn gain(&self, arm: usize) -> Estimate {
        self.mean(arm, |sums| sums.gain)
    }

    fn mean(&self, arm: usize, value: impl Fn(Sums) -> f64) -> Estimate {
        self.corrected(Doubts::LeftOut, |level| {
            let Series { sums, squares, .. } = &self.arms[arm].series[level];
            LevelMean::of(self.met(arm, level) as f64, 1.0, value(*sums), value(*squares))
        })
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

    /// By how much one candidate is ahead of another in the objective, over the worlds that both have met. The error is
    /// that to decide by: it has what deeper levels may still change in it.
    pub(crate) fn ahead(&self, one: usize, other: usize) -> Estimate {
        self.difference(Doubts::Counted, one, other, |sums| self.objective.utility(sums.win, sums.gain))
    }

    /// By how much one candidate wins more often than another. The error is the standard error.
    pub(crate) fn win_ahead(&self, one: usize, other: usize) -> Estimate {
        self.difference(Doubts::LeftOut, one, other, |sums| sums.win)
    }

    /// By how many points one candidate gains more than another. The error is the standard error.
    pub(crate) fn gain_ahead(&self, one: usize, other: usize) -> Estimate {
        self.difference(Doubts::LeftOut, one, other, |sums| sums.gain)
    }

    /// Whether two candidates are tied: neither differs by an amount that matters.
    pub(crate) fn is_tie(&self, one: usize, other: usize) -> bool {
        let within = |difference: Estimate, bound: f64| difference.mean.abs() + 2.0 * difference.error < bound;
        let difference = |value: fn(Sums) -> f64| self.difference(Doubts::Counted, one, other, value);
        within(difference(|sums| sums.win), SAME_WIN) && within(difference(|sums| sums.gain), SAME_GAIN)
    }

    fn difference(&self, doubts: Doubts, one: usize, other: usize, value: impl Fn(Sums) -> f64) -> Estimate {
        self.corrected(doubts, |level| {
            let run = self.open[level].run;
            let runs = (self.met(one, level).min(self.met(other, level)) / run) as usize;
            let runs_of = |arm: usize| &self.arms[arm].series[level].runs[..runs];
            let (mut sum, mut squares) = (0.0, 0.0);
            for (&one, &other) in runs_of(one).iter().zip(runs_of(other)) {
                let difference = (value(one) - value(other)) / run as f64;
                sum += difference;
                squares += difference * difference;
            }
            LevelMean::of(runs as f64, run as f64, sum, squares)
        })
    }

    /// The mean of the first level with the corrections of the others, each as far as it is believed; and its error. See
    /// `levels`.
    fn corrected(&self, doubts: Doubts, sample: impl Fn(usize) -> LevelMean) -> Estimate {
        let first = sample(0);
        if !first.error.is_finite() {
            return Estimate { mean: first.mean, error: f64::INFINITY };
        }
        let mut mean = first.mean;
        let mut variance = first.error.powi(2);
        let between_worlds = variance * first.worlds;
        for (number, level) in self.levels.iter().enumerate().skip(1) {
            let is_open = number < self.open.len();
            let of_level = if is_open { sample(number) } else { LevelMean::default() };
            let is_known = of_level.worlds >= FEWEST_CORRECTIONS && of_level.error.is_finite();
            let belief = if is_known { self.levels.belief(number, of_level.worlds) } else { 0.0 };
            if is_known {
                mean += belief * of_level.mean;
                variance += (belief * of_level.error).powi(2);
            }
            if doubts == Doubts::Counted {
                variance += (1.0 - belief).powi(2) * level.doubt * between_worlds;
            }
        }
        Estimate { mean, error: variance.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(win: f64, gain: f64) -> RolloutResult {
        RolloutResult { scores: [10, 20], ..RolloutResult::of(&[(win, gain)]) }
    }

    fn two_plies(opinions: Vec<f64>, objective: Objective) -> Arms {
        Arms::new(opinions, OPINION, objective, Levels::fixed(RolloutDepth::Plies(2)))
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn the_example_by_hand() {
        let mut arms = two_plies(vec![0.5; 2], Objective::Win);
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
        let mut arms = two_plies(vec![0.5; 2], Objective::Win);
        arms.add(0, &[0.0, 0.0, 1.0, 1.0].map(|win| outcome(win, 0.0)));
        arms.add(1, &[0.5, 0.5].map(|win| outcome(win, 0.0)));
        close(arms.win(0).mean, 0.5);
        close(arms.ahead(1, 0).mean, 0.5);
        assert_eq!(arms.ahead(1, 0).error, 0.0);
        assert_eq!(arms.ahead(1, 0).sigmas(), f64::INFINITY);
    }

    #[test]
    fn points_decide_where_all_is_won() {
        let mut arms = two_plies(vec![0.5; 2], Objective::Win);
        arms.add(0, &[outcome(1.0, 50.0), outcome(1.0, 40.0)]);
        arms.add(1, &[outcome(1.0, 80.0), outcome(1.0, 70.0)]);
        assert!(arms.utility(1) > arms.utility(0) && arms.ahead(1, 0).mean > 0.0);
        let mut spread = two_plies(vec![50.0], Objective::Spread);
        spread.add(0, &[outcome(0.0, 50.0)]);
        close(spread.utility(0), 50.0);
    }

    /// A lucky start does not make a leader of one that looks bad; many worlds do.
    #[test]
    fn an_opinion_counts_as_much_as_some_worlds() {
        let mut arms = two_plies(vec![0.55, 0.45], Objective::Win);
        assert!(arms.utility(0) > arms.utility(1));
        let mut meet = |iterations: usize| {
            arms.add(0, &vec![outcome(0.5, 0.0); iterations]);
            arms.add(1, &vec![outcome(0.6, 0.0); iterations]);
            arms.utility(1) > arms.utility(0)
        };
        assert!(!meet(OPINION as usize / 2));
        assert!(meet(OPINION as usize));
    }

    /// Two plies say that the second candidate is 0.1 ahead, four that it is not: as many worlds as make half of the
    /// correction believed, and the doubt that is left.
    #[test]
    fn deep_worlds_correct_shallow_ones() {
        let result = |arm: usize, at: u64| {
            let noise = if (at + arm as u64).is_multiple_of(2) { 0.05 } else { -0.05 };
            let shallow = 0.5 + 0.1 * arm as f64 + noise;
            let deep = if at.is_multiple_of(4) { 0.05 } else { -0.05 };
            RolloutResult::of(&[(shallow, 0.0), (0.5 + noise + deep, 0.0)])
        };
        let mut arms = Arms::new(vec![0.5; 2], 0.0, Objective::Win, Levels::example(64.0));
        let meet = |arms: &mut Arms, arm: usize, worlds: std::ops::Range<u64>| {
            arms.add(arm, &worlds.map(|at| result(arm, at)).collect::<Vec<_>>());
        };
        (0..2).for_each(|arm| meet(&mut arms, arm, 0..100));
        let shallow = arms.ahead(1, 0);
        close(shallow.mean, 0.1);
        // 1 / 64 of the variance between worlds is doubt; it is no part of the standard error.
        let between_worlds = 100.0 * arms.win_ahead(1, 0).error.powi(2);
        close(shallow.error.powi(2), between_worlds * (1.0 / 100.0 + 1.0 / 64.0));
        arms.deepen_if_it_pays();
        assert_eq!(arms.depths_of(99), (vec![RolloutDepth::Plies(2)], 100));
        assert_eq!(arms.depths_of(100), ([2, 4].map(RolloutDepth::Plies).to_vec(), u64::MAX));
        (0..2).for_each(|arm| meet(&mut arms, arm, 100..130));
        close(arms.ahead(1, 0).mean, 0.1); // so few are not heeded
        (0..2).for_each(|arm| meet(&mut arms, arm, 130..164));
        close(arms.ahead(1, 0).mean, 0.1 - 0.5 * 0.1);
        let left = arms.ahead(1, 0).error.powi(2) - arms.win_ahead(1, 0).error.powi(2);
        close(left, 0.25 / 64.0 * 164.0 * shallow_error_squared(&arms));
        // One that was given up before there were deep worlds is compared by the shallow ones.
        let mut late = Arms::new(vec![0.5; 2], 0.0, Objective::Win, Levels::example(64.0));
        (0..2).for_each(|arm| meet(&mut late, arm, 0..100));
        late.deepen_if_it_pays();
        meet(&mut late, 1, 100..200);
        close(late.ahead(1, 0).mean, 0.1);
        meet(&mut late, 0, 100..200);
        close(late.ahead(1, 0).mean, 0.1 - 100.0 / 164.0 * 0.1);
    }

    /// The squared error of the first level of the difference between two candidates.
    fn shallow_error_squared(arms: &Arms) -> f64 {
        let differences = arms.arms[1].series[0].runs.iter().zip(&arms.arms[0].series[0].runs);
        let differences: Vec<f64> = differences.map(|(one, other)| one.win - other.win).collect();
        let sum = |value: fn(f64) -> f64| differences.iter().copied().map(value).sum::<f64>();
        Estimate::of(differences.len() as f64, sum(|x| x), sum(|x| x * x)).error.powi(2)
    }

    /// Runs are put together, and neither means nor errors change much.
    #[test]
    fn many_worlds_take_no_more_room() {
        let value = |at: u64, arm: u64| ((at * 7919 + arm * 104_729) % 1000) as f64 / 1000.0;
        let mut arms = two_plies(vec![0.5; 2], Objective::Win);
        let all = 8 * MOST_RUNS as u64;
        for at in (0..all).step_by(64) {
            for arm in 0..2 {
                let outcomes: Vec<RolloutResult> = (at..at + 64).map(|at| outcome(value(at, arm), 0.0)).collect();
                arms.add(arm as usize, &outcomes);
            }
        }
        assert!(arms.arms.iter().all(|arm| arm.series[0].runs.len() <= MOST_RUNS + 1) && arms.open[0].run >= 8);
        let differences: Vec<f64> = (0..all).map(|at| value(at, 1) - value(at, 0)).collect();
        let mean = differences.iter().sum::<f64>() / all as f64;
        assert!((arms.ahead(1, 0).mean - mean).abs() < 1e-6);
    }
}
