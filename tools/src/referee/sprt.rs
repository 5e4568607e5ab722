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
//!
//! The test can also be made on results without [luck](tasseo::luck). Their mean is the same, and so are the claims
//! about it; but they scatter far less, so that it takes a fraction of the pairs. They are no five outcomes but any
//! numbers, so each claim is that their mean is s, with the variance that was seen: LLR = n (s1 - s0) (2 m - s0 - s1) /
//! 2 v for n pairs with mean m and variance v, which is what the generalised test comes to for many pairs. For the
//! variance to mean anything, the first [`FEWEST_CORRECTED`] pairs decide nothing.

use crate::elo::expected_share;
use crate::standing::{GameResult, Standing};
use crate::statistics::Estimate;
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
    /// What is tested.
    pub on: TestedResults,
}

/// Which results a test looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestedResults {
    /// As they are.
    #[default]
    Raw,
    /// Without luck.
    Corrected,
}

/// A test on results without luck decides nothing before this many pairs.
pub const FEWEST_CORRECTED: u64 = 50;

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
        match self.on {
            TestedResults::Raw => self.llr_of_outcomes(standing),
            TestedResults::Corrected => {
                let percent = standing.corrected().and_then(|corrected| corrected.win_percent);
                percent.map_or(0.0, |percent| self.llr_of_means(standing, percent))
            }
        }
    }

    fn llr_of_means(&self, standing: &Standing, win_percent: Estimate) -> f64 {
        let error = win_percent.standard_error.unwrap_or_default() / 100.0;
        if standing.seeds() < FEWEST_CORRECTED || error <= 0.0 {
            return 0.0;
        }
        let [s0, s1] = [self.elo0, self.elo1].map(expected_share);
        (s1 - s0) * (win_percent.mean / 50.0 - s0 - s1) / (2.0 * error * error)
    }

    fn llr_of_outcomes(&self, standing: &Standing) -> f64 {
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

/// `0,5` for the two claims; `0,5,0.05,0.05` with alpha and beta; and `corrected` behind it if it is on results without
/// luck.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "must be like 0,5 (Elo) or 0,5,0.05,0.05 (with alpha and beta)";
        let (text, on) = match text.strip_suffix(CORRECTED) {
            Some(text) => (text, TestedResults::Corrected),
            None => (text, TestedResults::Raw),
        };
        let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let sprt = match numbers.as_deref() {
            Some(&[elo0, elo1]) => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, on },
            Some(&[elo0, elo1, alpha, beta]) => Sprt { elo0, elo1, alpha, beta, on },
            _ => return Err(wrong.into()),
        };
        let chance = |chance: f64| chance > 0.0 && chance < 0.5;
        let good = sprt.elo0 < sprt.elo1 && sprt.elo0.abs().max(sprt.elo1.abs()) <= 1000.0;
        if good && chance(sprt.alpha) && chance(sprt.beta) { Ok(sprt) } else { Err(wrong.into()) }
    }
}

/// What is written behind a test on results without luck.
const CORRECTED: &str = " corrected";

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = if self.on == TestedResults::Corrected { CORRECTED } else { "" };
        write!(f, "{},{},{},{}{on}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standing::ResultLuck;
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
        for text in ["0,5,0.05,0.05", "-3,1.5,0.1,0.2 corrected"] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "corrected",
            "0,5,corrected",
            "5,0",
            "0,0",
            "0",
            "0,5,0",
            "0,5,0,0.05",
            "0,5,0.6,0.05",
            "x,y",
            "0,nan",
            "0,inf",
        ] {
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

    /// A pair of games, each of which the first side wins with some chance; luck decides most of them. What is left
    /// without luck is the win or loss less that chance.
    fn pair_of(advantage: f64, rng: &mut Xoshiro256PlusPlus) -> [GameResult; 2] {
        std::array::from_fn(|_| {
            let even = rng.random_range(-1.0..1.0_f64);
            let luck = 0.45 * even.signum() * even.abs().powf(0.25);
            let won = rng.random_bool(0.5 + advantage + luck);
            let luck = ResultLuck { millipoints: 0, microwins: Some((luck * 1e6) as i64) };
            GameResult::by_points(i64::from(won), i64::from(!won)).with_luck(Some(luck))
        })
    }

    /// How often the test says that the first engine is the better one, and after how many pairs.
    fn trials(text: &str, elo: f64) -> (f64, f64) {
        const TRIALS: u64 = 1000;
        let sprt: Sprt = text.parse().unwrap();
        let advantage = expected_share(elo) - 0.5;
        let (mut accepted, mut pairs) = (0, 0);
        for trial in 0..TRIALS {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(trial);
            let mut seen = Standing::default();
            while sprt.verdict(&seen) == Verdict::Undecided {
                seen.add(&pair_of(advantage, &mut rng));
            }
            accepted += u64::from(sprt.verdict(&seen) == Verdict::Elo1);
            pairs += seen.seeds();
        }
        (accepted as f64 / TRIALS as f64, pairs as f64 / TRIALS as f64)
    }

    /// The error rates stay near alpha and beta; and without luck it takes far fewer pairs. (A thousand tests have a
    /// standard error of 0.7 %; at writing 4.1 % of the equal ones and 6.5 % of the others went wrong, after 48 % of
    /// the pairs.)
    #[test]
    fn error_rates_without_luck_are_near_alpha_and_beta() {
        let (raw, raw_pairs) = trials("0,30", 0.0);
        let (corrected, pairs) = trials("0,30 corrected", 0.0);
        assert!(raw < 0.07 && corrected < 0.07, "{raw} {corrected}");
        assert!(pairs < 0.6 * raw_pairs, "{pairs} {raw_pairs}");
        let (power, _) = trials("0,30 corrected", 30.0);
        assert!(power > 0.93, "{power}");
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
