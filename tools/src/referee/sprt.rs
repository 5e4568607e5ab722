//! The sequential probability ratio test on mirrored pairs: play until one of two claims is likely enough.
//!
//! Two claims are made of the first engine: that it is `elo0` better than the second, and that it is `elo1` better.
//! After every pair the log-likelihood ratio (LLR) of the two is looked at; when it leaves the bounds, the match is
//! over. The bounds are such that a true first claim is rejected no more often than `alpha`, and a true second claim no
//! more often than `beta` (Wald 1945), however long it takes; and it takes half as long or less than a match of fixed
//! length.
//!
//! The claims are about the expected share s of the points, while pairs have five outcomes. So each claim is given its
//! best chance: of all distributions over the five outcomes with that expectation, the one that makes what was seen
//! most likely (the generalised test). With the observed frequencies f it is p = f / (1 + x (a - s)), where a is the
//! share that an outcome brings and x makes the expectation come out at s. The LLR is the sum of n ln(p1 / p0) over the
//! outcomes.

use crate::elo::expected_share;
use crate::standing::{GameResult, Standing};
use std::fmt;
use std::str::FromStr;

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The claim that is to be rejected: the first engine is better by this, and no more.
    pub elo0: f64,
    /// The claim that is to be accepted.
    pub elo1: f64,
    /// How often a true first claim may be rejected.
    pub alpha: f64,
    /// How often a true second claim may be rejected.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Undecided,
    /// The first engine is better by no more than `elo0`.
    Elo0,
    /// The first engine is better by `elo1`.
    Elo1,
}

impl Sprt {
    /// Below the first and above the second of these, the test is decided.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio after these pairs.
    pub fn llr(&self, standing: &Standing) -> f64 {
        if standing.seeds() == 0 {
            return 0.0;
        }
        // An outcome that has not been seen is not impossible.
        let counts = standing.pentanomial().map(|count| (count as f64).max(1e-3));
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| most_likely(&counts, expected_share(elo)));
        (0..5).map(|outcome| counts[outcome] * (p1[outcome] / p0[outcome]).ln()).sum()
    }

    /// What it says after these pairs.
    pub fn verdict(&self, standing: &Standing) -> Verdict {
        let ([low, high], llr) = (self.bounds(), self.llr(standing));
        match () {
            () if llr >= high => Verdict::Elo1,
            () if llr <= low => Verdict::Elo0,
            () => Verdict::Undecided,
        }
    }
}

/// A test under way. Pairs are looked at in order, so that it does not matter which ended first: engines that do fixed
/// work make the same test on any number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    sprt: Sprt,
    seen: Standing,
    next: u64,
}

impl Sequence {
    /// From this pair on.
    pub fn new(sprt: Sprt, first: u64) -> Self {
        Sequence { sprt, seen: Standing::default(), next: first }
    }

    /// Looks at the pairs that are there now, and says whether they decide it.
    pub fn is_decided(&mut self, pair: impl Fn(u64) -> Option<[GameResult; 2]>) -> bool {
        while self.sprt.verdict(&self.seen) == Verdict::Undecided
            && let Some(pair) = pair(self.next)
        {
            self.seen.add(&pair);
            self.next += 1;
        }
        self.sprt.verdict(&self.seen) != Verdict::Undecided
    }

    /// The first pair that it has not looked at; if it is decided, none from there on counts.
    pub fn next(&self) -> u64 {
        self.next
    }
}

/// Of all distributions over the outcomes 0, ¼, ½, ¾ and 1 with this mean, the one that makes these counts most likely.
fn most_likely(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let above = |outcome: usize| outcome as f64 / 4.0 - mean;
    let excess = |x: f64| -> f64 { (0..5).map(|at| counts[at] * above(at) / (1.0 + x * above(at))).sum() };
    // Between these, all probabilities are positive, and the excess falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|at| counts[at] / total / (1.0 + x * above(at)))
}

/// `0,5` for the two claims; `0,5,0.05,0.05` with alpha and beta.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "must be like 0,5 (Elo) or 0,5,0.05,0.05 (with alpha and beta)";
        let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let sprt = match numbers.as_deref() {
            Some(&[elo0, elo1]) => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
            Some(&[elo0, elo1, alpha, beta]) => Sprt { elo0, elo1, alpha, beta },
            _ => return Err(wrong.into()),
        };
        let chance = |chance: f64| chance > 0.0 && chance < 0.5;
        let good = sprt.elo0 < sprt.elo1 && sprt.elo0.abs().max(sprt.elo1.abs()) <= 1000.0;
        if good && chance(sprt.alpha) && chance(sprt.beta) { Ok(sprt) } else { Err(wrong.into()) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn standing(counts: [u64; 5]) -> Standing {
        let mut standing = Standing::default();
        for (half_wins, count) in counts.into_iter().enumerate() {
            let game = |half_wins: usize| GameResult::by_points(half_wins as i64, 1);
            let pair = [game(half_wins.min(2)), game(half_wins.saturating_sub(2))];
            (0..count).for_each(|_| standing.add(&pair));
        }
        standing
    }

    #[test]
    fn the_bounds_are_walds() {
        let sprt: Sprt = "0,5".parse().unwrap();
        let [low, high] = sprt.bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
        for bad in ["", "5,0", "0,0", "0", "0,5,0", "0,5,0,0.05", "0,5,0.6,0.05", "x,y", "0,nan", "0,inf"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    /// No other distribution with that mean, tried at random, makes the counts more likely.
    #[test]
    fn the_most_likely_distribution_is_that() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for counts in [[3.0, 10.0, 40.0, 12.0, 5.0], [1e-3, 1e-3, 1.0, 30.0, 1e-3]] {
            let mean = 0.51;
            let best = most_likely(&counts, mean);
            let mean_of = |p: &[f64; 5]| (0..5).map(|at| p[at] * at as f64 / 4.0).sum::<f64>();
            let likelihood = |p: &[f64; 5]| (0..5).map(|at| counts[at] * p[at].ln()).sum::<f64>();
            assert!((mean_of(&best) - mean).abs() < 1e-9 && (best.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for _ in 0..1000 {
                // A step that changes neither the sum nor the mean.
                let (one, two, three) =
                    (rng.random_range(-0.1..0.1), rng.random_range(-0.1..0.1), rng.random_range(-0.1..0.1));
                let step = [one, two - 2.0 * one, one - 2.0 * two + three, two - 2.0 * three, three];
                let other: [f64; 5] = std::array::from_fn(|at| best[at] + 0.1 * step[at]);
                assert!(other.iter().any(|&p| p <= 0.0) || likelihood(&other) <= likelihood(&best) + 1e-9);
            }
        }
    }

    #[test]
    fn what_comes_after_the_decision_does_not_count() {
        let win = [GameResult::by_points(1, 0); 2];
        let mut test = Sequence::new("0,50".parse().unwrap(), 10);
        assert!(!test.is_decided(|pair| (pair < 12).then_some(win)));
        assert!(test.is_decided(|pair| (pair < 1000).then_some(win)));
        let end = test.next();
        assert!(end < 100 && test.is_decided(|_| Some(win)) && test.next() == end);
    }

    /// Where there are many pairs, it is the ratio of two bell curves.
    #[test]
    fn many_pairs_are_normal() {
        let sprt: Sprt = "0,10".parse().unwrap();
        let counts = [400, 2400, 4600, 2500, 450];
        let standing = standing(counts);
        let pairs = standing.seeds() as f64;
        let percent = standing.win_percent();
        let variance = (percent.standard_error.unwrap() / 100.0).powi(2) * pairs;
        let [s0, s1] = [sprt.elo0, sprt.elo1].map(expected_share);
        let normal = pairs * (s1 - s0) * (2.0 * percent.mean / 100.0 - s0 - s1) / (2.0 * variance);
        assert!(
            (sprt.llr(&standing) - normal).abs() < 0.02 * normal.abs().max(1.0),
            "{} {normal}",
            sprt.llr(&standing)
        );
        assert_eq!(sprt.verdict(&Standing::default()), Verdict::Undecided);
    }
}
