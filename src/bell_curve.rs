//! The normal distribution: how likely luck alone is to carry a mean so many standard errors away.
//!
//! Everything that is measured here comes with a standard error, and everything that is decided on it, when a search
//! may stop, whether one engine is the better one, asks this one question. So it is answered in one place, and exactly:
//! by the error function, whose tail keeps its leading digits however small it is.
//!
//! ```
//! use tasseo::bell_curve::{chance_above, chance_below};
//!
//! assert_eq!(chance_below(0.0), 0.5);
//! assert!((chance_below(1.959_963_984_540_054) - 0.975).abs() < 1e-12); // 95 % lie within 1.96 standard errors
//! assert!((chance_above(6.0) / 9.865_876_450_376_98e-10 - 1.0).abs() < 1e-10); // small, and not rounded away
//! ```

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// How likely a normal number, with a mean of 0 and a deviation of 1, is below this. For what is no number: 0.
pub fn chance_below(x: f64) -> f64 {
    chance_above(-x)
}

/// How likely such a number is above this. Exact in its leading digits however small it is. For what is no number: 0.
pub fn chance_above(x: f64) -> f64 {
    if x.is_nan() { 0.0 } else { libm::erfc(x * FRAC_1_SQRT_2) / 2.0 }
}

/// By how much such a number is above this on average, counting 0 where it is below. For what is no number: 0.
pub fn mean_above(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return 0.0;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    (density - x * chance_above(x)).max(0.0)
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
        for (x, above) in
            [(3.0, 1.349_898_031_630_094_6e-3), (8.0, 6.220_960_574_271_785e-16), (20.0, 2.753_624_118_606_233_8e-89)]
        {
            assert!((chance_above(x) / above - 1.0).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn the_mean_above_a_number() {
        // At 0 it is the density there, far below it is the distance, far above it vanishes.
        assert!((mean_above(0.0) - 0.398_942_280_401_432_7).abs() < 1e-12);
        assert!((mean_above(-50.0) - 50.0).abs() < 1e-12 && mean_above(50.0) == 0.0);
        // The derivative is minus the chance to be above.
        let slope = (mean_above(1.001) - mean_above(0.999)) / 0.002;
        assert!((slope + chance_above(1.0)).abs() < 1e-6);
        assert_eq!((mean_above(f64::INFINITY), mean_above(f64::NAN)), (0.0, 0.0));
        assert_eq!(mean_above(f64::NEG_INFINITY), f64::INFINITY);
    }

    #[test]
    fn what_is_beyond_all_numbers() {
        assert_eq!((chance_below(f64::INFINITY), chance_below(f64::NEG_INFINITY)), (1.0, 0.0));
        assert_eq!((chance_below(f64::NAN), chance_above(f64::NAN)), (0.0, 0.0));
    }
}
