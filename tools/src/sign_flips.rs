//! The sign-flip test: how likely are spreads like these if both players are equally good?
//!
//! If they are, the names on a mirrored pair could as well be the other way round, and each pair's spread have the
//! other sign. So: of all ways to choose the signs, how many give a sum as far from nothing as the one that was seen?
//! That is the chance, and it needs no assumption about how spreads are distributed. (A permutation test, as in
//! Richards and Amir.)
//!
//! Spreads are whole numbers, so the sums of all 2^n ways are counted exactly, one pair after another: the chance of
//! each possible sum after n pairs comes from those after n - 1. That costs the number of pairs times the sum of their
//! spreads. Where that is more than [`MOST_STEPS`], there are so many pairs that the sum is normal, with the squares of
//! the spreads for its variance.
//!
//! ```
//! use tasseo_tools::sign_flips::sign_flip_test;
//!
//! // Of the eight ways to choose the signs of 1, 2 and 3, two give a sum of 6 or -6.
//! assert_eq!(sign_flip_test(&[1, 2, 3]).chance, 0.25);
//! ```

use tasseo::bell_curve::chance_above;

/// The most steps that counting may take: about a second.
pub const MOST_STEPS: u64 = 1 << 30;

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignFlips {
    /// How likely a sum as far from 0 is, on either side, if both players are equally good.
    pub chance: f64,
    /// Whether all ways were counted, or the sum taken to be normal.
    pub exact: bool,
}

/// Tests the spreads of pairs.
pub fn sign_flip_test(spreads: &[i64]) -> SignFlips {
    let reach: u64 = spreads.iter().map(|spread| spread.unsigned_abs()).sum();
    let seen = spreads.iter().sum::<i64>().unsigned_abs();
    if reach.saturating_mul(spreads.len() as u64) <= MOST_STEPS {
        return SignFlips { chance: count(spreads, reach as usize, seen as usize), exact: true };
    }
    let variance: f64 = spreads.iter().map(|&spread| (spread as f64).powi(2)).sum();
    // Sums come in steps of two.
    let steps = (seen as f64 - 1.0).max(0.0) / variance.sqrt();
    SignFlips { chance: (2.0 * chance_above(steps)).min(1.0), exact: false }
}

/// The share of all ways that give a sum of `seen` or more, or as far below nothing.
fn count(spreads: &[i64], reach: usize, seen: usize) -> f64 {
    if seen == 0 {
        return 1.0;
    }
    // How likely it is that the spreads with a plus sign have this sum, by the sum.
    let mut chances = vec![0.0; reach + 1];
    chances[0] = 1.0;
    let mut most = 0;
    for spread in spreads.iter().map(|spread| spread.unsigned_abs() as usize) {
        most += spread;
        for sum in (0..=most).rev() {
            let with = if sum >= spread { chances[sum - spread] } else { 0.0 };
            chances[sum] = (chances[sum] + with) / 2.0;
        }
    }
    // With a plus sum of s, the whole is 2s - reach.
    let least = (reach + seen).div_ceil(2);
    (2.0 * chances[least..].iter().rev().sum::<f64>()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// All ways, one by one.
    fn slow(spreads: &[i64]) -> f64 {
        let seen = spreads.iter().sum::<i64>().abs();
        let sum = |signs: u32| -> i64 {
            let signed =
                spreads.iter().enumerate().map(|(at, spread)| if signs >> at & 1 == 0 { *spread } else { -spread });
            signed.sum()
        };
        let ways = 1_u32 << spreads.len();
        (0..ways).filter(|&signs| sum(signs).abs() >= seen).count() as f64 / f64::from(ways)
    }

    #[test]
    fn counting_agrees_with_trying_all() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for pairs in 0..12 {
            for _ in 0..20 {
                let spreads: Vec<i64> = (0..pairs).map(|_| rng.random_range(-40..60)).collect();
                let test = sign_flip_test(&spreads);
                assert!(test.exact && (test.chance - slow(&spreads)).abs() < 1e-12, "{spreads:?}");
            }
        }
    }

    #[test]
    fn many_pairs_are_normal() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let spreads: Vec<i64> = (0..2000).map(|_| rng.random_range(-100..108)).collect();
        let reach: i64 = spreads.iter().map(|spread| spread.abs()).sum();
        let exact = count(&spreads, reach as usize, spreads.iter().sum::<i64>().unsigned_abs() as usize);
        let variance: f64 = spreads.iter().map(|&spread| (spread as f64).powi(2)).sum();
        let normal = 2.0 * chance_above((spreads.iter().sum::<i64>().abs() as f64 - 1.0) / variance.sqrt());
        assert!((exact / normal - 1.0).abs() < 0.02, "{exact} {normal}");
        assert!(!sign_flip_test(&vec![100; 10_000]).exact);
        assert_eq!(sign_flip_test(&[0; 50]).chance, 1.0);
    }
}
