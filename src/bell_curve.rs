//! The normal distribution: how likely luck alone is to carry a mean so many standard errors away.
//!
//! Everything that is measured here comes with a standard error, and everything that is decided on it, when a search
//! may stop, whether one engine is the better one, asks this one question. So it is answered in one place, and exactly:
//! by a series near the middle and by a continued fraction in the tail, to the last digits of a double.
//!
//! ```
//! use tasseo::bell_curve::{chance_above, chance_below};
//!
//! assert_eq!(chance_below(0.0), 0.5);
//! assert!((chance_below(1.959_963_984_540_054) - 0.975).abs() < 1e-12); // 95 % lie within 1.96 standard errors
//! assert!((chance_above(6.0) / 9.865_876_450_376_98e-10 - 1.0).abs() < 1e-10); // small, and not rounded away
//! ```

/// How likely a normal number, with a mean of 0 and a deviation of 1, is below this. What is no number is never
/// reached: 0.
pub fn chance_below(x: f64) -> f64 {
    chance_above(-x)
}

/// How likely such a number is above this. Exact in its leading digits however small it is.
pub fn chance_above(x: f64) -> f64 {
    match () {
        () if x.is_nan() => 0.0,
        () if x < 0.0 => 1.0 - tail(-x),
        () => tail(x),
    }
}

/// How likely it is above this, which is not negative.
fn tail(x: f64) -> f64 {
    /// Where the fraction takes over from the series.
    const FAR: f64 = 3.0;
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < FAR {
        // x + x³/3 + x⁵/15 + ..., each term x²/(2n + 1) of the one before.
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return 0.5 - density * sum;
    }
    // 1 / (x + 1 / (x + 2 / (x + ...))).
    density / (1..100).rev().fold(x, |below, n| x + f64::from(n) / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_in_the_books() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (1.959_963_984_540_054, 0.975),
            (-3.0, 0.001_349_898_031_630_1),
        ] {
            assert!((chance_below(x) - below).abs() < 1e-12, "{x}");
        }
        assert!((chance_above(2.999_999) - chance_above(3.000_001)).abs() < 1e-7, "the two ways meet");
    }

    #[test]
    fn what_is_beyond_all_numbers() {
        assert_eq!((chance_below(f64::INFINITY), chance_below(f64::NEG_INFINITY)), (1.0, 0.0));
        assert_eq!((chance_below(f64::NAN), chance_above(f64::NAN)), (0.0, 0.0));
    }
}
