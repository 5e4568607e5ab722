//! Means with their standard errors. Those of whole numbers are the same for any number of threads, added in any order.
//! (Ours and not statrs': its sums are of floating point numbers, which depend on the order.)
//!
//! ```
//! use tasseo_tools::statistics::Sample;
//!
//! let spreads: Sample = [10, -4, 6, 0].into_iter().collect();
//! let estimate = spreads.estimate(1.0);
//! assert_eq!(estimate.mean, 3.0);
//! assert_eq!(estimate.to_string(), "3.00 ± 3.11");
//! ```

use serde::Serialize;
use std::fmt;

/// What is needed of a sample of whole numbers to know its mean and how sure that is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Sample {
    /// One number more.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// All numbers of another sample more.
    pub fn merge(&mut self, other: &Sample) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean in other units, of which `scale` make one of the sample's.
    pub fn estimate(&self, scale: f64) -> Estimate {
        let mean = self.sum as f64 / self.count.max(1) as f64;
        Estimate { mean: mean * scale, standard_error: self.standard_error().map(|error| error * scale.abs()) }
    }

    /// The standard error of the mean. One number, or none, tells nothing of it.
    fn standard_error(&self) -> Option<f64> {
        let count = i128::from(self.count);
        // count² times the variance is a whole number, so nothing is lost by subtracting.
        let spread = (count * self.squares - self.sum * self.sum) as f64;
        let count = self.count as f64;
        (self.count > 1).then(|| (spread / (count * count * (count - 1.0))).sqrt())
    }
}

impl FromIterator<i64> for Sample {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

/// A mean, and how far off it may well be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// What came out on average.
    pub mean: f64,
    /// Its standard error; none if there is too little to tell.
    pub standard_error: Option<f64>,
}

impl Estimate {
    /// Of any numbers.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        Estimate { mean, standard_error: (count > 1.0).then(|| (squares / (count - 1.0) / count).sqrt()) }
    }
}

/// `3.00 ± 3.11`, with as many digits as asked for (`{:.1}`), else two, and with a sign if asked for (`{:+}`).
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let mean = if f.sign_plus() { format!("{:+.digits$}", self.mean) } else { format!("{:.digits$}", self.mean) };
        let text = match self.standard_error {
            Some(error) => format!("{mean} ± {error:.digits$}"),
            None => mean,
        };
        // Padding, if asked for, goes around the whole.
        match f.width() {
            Some(width) => write!(f, "{text:>width$}"),
            None => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_the_books() {
        // The squares of the differences from 5 add up to 32; 32 / 7 is the variance, and there are 8 numbers.
        let sample: Sample = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
        let estimate = sample.estimate(1.0);
        assert_eq!(estimate.mean, 5.0);
        assert_eq!(Estimate::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).to_string(), estimate.to_string());
        assert!((estimate.standard_error.unwrap() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        let scaled = sample.estimate(-0.5);
        assert_eq!((scaled.mean, scaled.standard_error), (-2.5, estimate.standard_error.map(|error| error / 2.0)));
    }

    #[test]
    fn halves_make_the_whole() {
        let values = [3, -1_000_000, 17, 17, 0, 999_999];
        let whole: Sample = values.into_iter().collect();
        let mut back: Sample = values[2..].iter().copied().collect();
        back.merge(&values[..2].iter().copied().collect());
        assert_eq!(back, whole);
    }

    #[test]
    fn too_little_has_no_error() {
        assert_eq!(Sample::default().estimate(1.0), Estimate::of([]));
        assert_eq!(Sample::default().estimate(1.0), Estimate { mean: 0.0, standard_error: None });
        let one: Sample = [7].into_iter().collect();
        assert_eq!(one.estimate(2.0), Estimate { mean: 14.0, standard_error: None });
        let same: Sample = [3; 9].into_iter().collect();
        assert_eq!(same.estimate(1.0), Estimate { mean: 3.0, standard_error: Some(0.0) });
    }

    #[test]
    fn printed_as_asked() {
        let estimate = Estimate { mean: 1.25, standard_error: Some(0.5) };
        assert_eq!(format!("{estimate:+.1}|{estimate:>14}|"), "+1.2 ± 0.5|   1.25 ± 0.50|");
        assert_eq!(Estimate { standard_error: None, ..estimate }.to_string(), "1.25");
    }
}
