//! Elo differences from shares of points, and the intervals and chances that go with them.
//!
//! ```
//! use tasseo_tools::elo::elo;
//!
//! assert_eq!(elo(0.5), 0.0);
//! assert_eq!(elo(10.0 / 11.0).round(), 400.0);
//! ```

use crate::statistics::Estimate;
use tasseo::bell_curve::chance_below;

/// The truth lies within this many standard errors of the mean 95 times of 100.
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
        () if error > 0.0 => Some(chance_below(lead / error)),
        () if lead == 0.0 => Some(0.5),
        () => Some(if lead > 0.0 { 1.0 } else { 0.0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
