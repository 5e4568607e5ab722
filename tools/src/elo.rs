//! Elo differences from shares of points, and the bell curve that intervals and chances are read from.
//!
//! ```
//! use tasseo_tools::elo::elo;
//!
//! assert_eq!(elo(0.5), 0.0);
//! assert_eq!(elo(10.0 / 11.0).round(), 400.0);
//! ```

use crate::statistics::Estimate;

/// Between so many standard errors below and above lies the truth 95 times of 100.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The difference in Elo at which the better player gets this share of the points; infinite for all and for none.
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that the better player gets at this difference in Elo.
pub fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A figure and what it may well be: 95 % of such intervals hold the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The figure.
    pub middle: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

impl Interval {
    /// Of a mean; none if there is too little to tell.
    pub fn of(estimate: Estimate) -> Option<Self> {
        let reach = TWO_SIDED_95 * estimate.standard_error?;
        Some(Interval { middle: estimate.mean, low: estimate.mean - reach, high: estimate.mean + reach })
    }

    /// Of a win percentage, which is never below 0 or above 100.
    pub fn of_percent(percent: Estimate) -> Option<Self> {
        Self::of(percent).map(|Interval { middle, low, high }| Interval {
            middle,
            low: low.max(0.0),
            high: high.min(100.0),
        })
    }

    /// Of a win percentage, in Elo.
    pub fn in_elo(percent: Estimate) -> Option<Self> {
        let elo = |percent: f64| elo((percent / 100.0).clamp(0.0, 1.0));
        Self::of(percent).map(|Interval { middle, low, high }| Interval {
            middle: elo(middle),
            low: elo(low),
            high: elo(high),
        })
    }
}

/// How likely it is that the first side is the better one, if nothing was known before.
pub fn likelihood_of_superiority(win_percent: Estimate) -> Option<f64> {
    let lead = win_percent.mean - 50.0;
    let error = win_percent.standard_error?;
    match () {
        () if error > 0.0 => Some(normal_cdf(lead / error)),
        () if lead == 0.0 => Some(0.5),
        () => Some(if lead > 0.0 { 1.0 } else { 0.0 }),
    }
}

/// How likely a normal variable is below this.
pub fn normal_cdf(x: f64) -> f64 {
    if x > 0.0 { 1.0 - upper_tail(x) } else { upper_tail(-x) }
}

/// How likely a normal variable is above this, which is not negative.
pub fn upper_tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 3.0 {
        // The series x + x³/3 + x⁵/15 + ..., each term x²/(2n + 1) of the one before.
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return 0.5 - density * sum;
    }
    // The continued fraction 1 / (x + 1 / (x + 2 / (x + ...))).
    density / (1..100).rev().fold(x, |below, n| x + f64::from(n) / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_that_of_the_books() {
        for (x, below) in
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (TWO_SIDED_95, 0.975), (-3.0, 0.001_349_898_031_630_1)]
        {
            assert!((normal_cdf(x) - below).abs() < 1e-12, "{x}");
        }
        assert!((upper_tail(6.0) / 9.865_876_450_376_98e-10 - 1.0).abs() < 1e-10);
        assert!((upper_tail(2.999_999) - upper_tail(3.000_001)) < 1e-7);
    }

    #[test]
    fn elo_there_and_back() {
        for difference in [-300.0, -1.0, 0.0, 25.0] {
            assert!((elo(expected_share(difference)) - difference).abs() < 1e-9);
        }
        let all = Interval::in_elo(Estimate { mean: 100.0, standard_error: Some(0.0) }).unwrap();
        assert_eq!(all.middle, f64::INFINITY);
        assert_eq!(likelihood_of_superiority(Estimate { mean: 50.0, standard_error: Some(0.0) }), Some(0.5));
        assert!(likelihood_of_superiority(Estimate { mean: 52.0, standard_error: Some(1.0) }).unwrap() > 0.97);
    }
}
