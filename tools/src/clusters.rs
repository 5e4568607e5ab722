//! Means and straight lines over the turns of many games, with standard errors that count games.
//!
//! The turns of a game share its luck: whoever is far ahead on one turn is so on the next, and all of them have the
//! same end. Ten turns of one game tell hardly more than one, and standard errors that take them for ten are too small.
//! So turns are added game by game. A figure that is made of sums over turns moves, when a game is left out, by that
//! game's share in it; the standard error is what the squares of the games' shares add up to. (In the books: the
//! sandwich estimator for clusters, or linearization.)
//!
//! ```
//! use tasseo_tools::clusters::Clusters;
//!
//! // Games of 2, 1 and 1 turns; how many turns, and how many of them were bingos.
//! let games: Clusters<2> = [[2.0, 2.0], [1.0, 0.0], [1.0, 0.0]].into_iter().collect();
//! assert_eq!(games.mean(1).to_string(), "0.50 ± 0.38");
//! ```

use crate::statistics::Estimate;
use std::array::from_fn;

/// Sums of several quantities over clusters. The first quantity is how many things a cluster has.
#[derive(Clone, Copy, Debug)]
pub struct Clusters<const N: usize> {
    clusters: u64,
    totals: [f64; N],
    /// Of each two quantities, the products summed over clusters: what the square of any sum of them is made of.
    products: [[f64; N]; N],
}

impl<const N: usize> Default for Clusters<N> {
    fn default() -> Self {
        Clusters { clusters: 0, totals: [0.0; N], products: [[0.0; N]; N] }
    }
}

impl<const N: usize> FromIterator<[f64; N]> for Clusters<N> {
    fn from_iter<I: IntoIterator<Item = [f64; N]>>(sums: I) -> Self {
        let mut clusters = Clusters::default();
        sums.into_iter().for_each(|sums| clusters.add(&sums));
        clusters
    }
}

impl<const N: usize> Clusters<N> {
    /// One cluster more, by its sums. One that has nothing does not count.
    pub fn add(&mut self, sums: &[f64; N]) {
        if sums[0] == 0.0 {
            return;
        }
        self.clusters += 1;
        for (at, one) in sums.iter().enumerate() {
            self.totals[at] += one;
            self.products[at].iter_mut().zip(sums).for_each(|(product, other)| *product += one * other);
        }
    }

    /// How many things there are in all clusters.
    pub fn count(&self) -> f64 {
        self.totals[0]
    }

    /// The mean of a quantity over all things.
    pub fn mean(&self, of: usize) -> Estimate {
        let mean = self.totals[of] / self.count();
        let mut share = [0.0; N];
        share[of] = 1.0 / self.count();
        share[0] -= mean / self.count();
        self.estimate(mean, &share)
    }

    /// A figure, with its standard error. A cluster's share in the figure is the sum of its quantities, weighed so.
    fn estimate(&self, mean: f64, weights: &[f64; N]) -> Estimate {
        let squares = dot(&self.products.map(|row| dot(&row, weights)), weights);
        let few = self.clusters as f64 / (self.clusters as f64 - 1.0);
        let error = (self.clusters > 1).then(|| (squares * few).max(0.0).sqrt());
        Estimate { mean, standard_error: error }
    }
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Sums for the straight line that fits points (x, y) best.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineSums(Clusters<6>);

/// A straight line, and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineFit {
    /// What y is where x is 0.
    pub intercept: Estimate,
    /// By how much y grows with each x.
    pub slope: Estimate,
    /// From -1 to 1.
    pub correlation: Estimate,
}

impl LineSums {
    /// The points of one cluster more.
    pub fn add(&mut self, points: impl IntoIterator<Item = (f64, f64)>) {
        let sums = points.into_iter().fold([0.0; 6], |sums, (x, y)| {
            let point = [1.0, x, y, x * x, x * y, y * y];
            from_fn(|at| sums[at] + point[at])
        });
        self.0.add(&sums);
    }

    /// How many points there are.
    pub fn count(&self) -> f64 {
        self.0.count()
    }

    /// The line that fits best; none if all points have the same x or the same y.
    pub fn fit(&self) -> Option<LineFit> {
        let [count, x, y, ..] = self.0.totals;
        let (x, y) = (x / count, y / count);
        // Weights that make of a cluster's sums the products of the distances from the means.
        let xx = [x * x, -2.0 * x, 0.0, 1.0, 0.0, 0.0];
        let xy = [x * y, -y, -x, 0.0, 1.0, 0.0];
        let yy = [y * y, 0.0, -2.0 * y, 0.0, 0.0, 1.0];
        let [sum_xx, sum_xy, sum_yy] = [&xx, &xy, &yy].map(|weights| dot(&self.0.totals, weights));
        if !(sum_xx > 0.0 && sum_yy > 0.0) {
            return None;
        }
        let (slope, spreads) = (sum_xy / sum_xx, (sum_xx * sum_yy).sqrt());
        let correlation = sum_xy / spreads;
        let of_slope: [f64; 6] = from_fn(|at| (xy[at] - slope * xx[at]) / sum_xx);
        // How far the cluster's points are above the line, and what the slope does between the mean and 0.
        let above = [slope * x - y, -slope, 1.0, 0.0, 0.0, 0.0];
        let of_intercept = from_fn(|at| above[at] / count - x * of_slope[at]);
        let of_correlation = from_fn(|at| xy[at] / spreads - correlation / 2.0 * (xx[at] / sum_xx + yy[at] / sum_yy));
        Some(LineFit {
            intercept: self.0.estimate(y - slope * x, &of_intercept),
            slope: self.0.estimate(slope, &of_slope),
            correlation: self.0.estimate(correlation, &of_correlation),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Sample;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn clusters_of_one_are_a_plain_sample() {
        let values = [2, 4, 4, 4, 5, 5, 7, 9];
        let mut clusters = Clusters::<2>::default();
        values.iter().for_each(|&value| clusters.add(&[1.0, value as f64]));
        let (mean, plain) = (clusters.mean(1), values.into_iter().collect::<Sample>().estimate(1.0));
        assert!(close(mean.mean, plain.mean) && close(mean.standard_error.unwrap(), plain.standard_error.unwrap()));
    }

    #[test]
    fn the_same_turn_ten_times_tells_no_more() {
        let points = [(0.0, 1.0), (1.0, 5.0), (2.0, 4.0), (3.0, 9.0), (7.0, 2.0)];
        let [mut once, mut often] = [LineSums::default(); 2];
        points.iter().for_each(|&point| {
            once.add([point]);
            often.add([point; 10]);
        });
        let [once, often] = [once, often].map(|line| line.fit().unwrap());
        for (one, other) in
            [(once.slope, often.slope), (once.intercept, often.intercept), (once.correlation, often.correlation)]
        {
            assert!(close(one.mean, other.mean) && close(one.standard_error.unwrap(), other.standard_error.unwrap()));
        }
    }

    #[test]
    fn a_straight_line_is_found() {
        let mut line = LineSums::default();
        [(0.0, 3.0), (1.0, 5.0), (2.0, 7.0), (3.0, 9.0)].iter().for_each(|&point| line.add([point]));
        let fit = line.fit().unwrap();
        let texts = [fit.intercept, fit.slope, fit.correlation].map(|estimate| estimate.to_string());
        assert_eq!(texts, ["3.00 ± 0.00", "2.00 ± 0.00", "1.00 ± 0.00"]);
        assert_eq!(LineSums::default().fit(), None);
        let mut upright = LineSums::default();
        [1.0, 2.0].iter().for_each(|&y| upright.add([(0.0, y)]));
        assert_eq!(upright.fit(), None);
    }

    /// Of the errors by the formula, those of the jackknife (the figure without each game in turn) are the judge.
    #[test]
    fn errors_are_about_those_of_the_jackknife() {
        let noise = |n: u64| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / (1 << 24) as f64 - 0.5;
        let game = |number: u64| {
            (0..1 + number % 5).map(move |turn| {
                let x = 3.0 * noise(number) + noise(1000 * number + turn);
                (x, 2.0 - 0.5 * x + noise(7 * number + 3) + 0.3 * noise(999 * number + 31 * turn))
            })
        };
        const GAMES: u64 = 400;
        let fit = |without: Option<u64>| {
            let mut line = LineSums::default();
            (1..=GAMES).filter(|&number| Some(number) != without).for_each(|number| line.add(game(number)));
            line.fit().unwrap()
        };
        let (all, but_one): (LineFit, Vec<LineFit>) =
            (fit(None), (1..=GAMES).map(|number| fit(Some(number))).collect());
        for figure in [|fit: &LineFit| fit.intercept, |fit: &LineFit| fit.slope, |fit: &LineFit| fit.correlation] {
            let of_all = figure(&all);
            let squares: f64 = but_one.iter().map(|fit| (figure(fit).mean - of_all.mean).powi(2)).sum();
            let jackknife = (squares * (GAMES - 1) as f64 / GAMES as f64).sqrt();
            let ratio = of_all.standard_error.unwrap() / jackknife;
            assert!((0.97..1.03).contains(&ratio), "{of_all:.4}, jackknife {jackknife:.4}");
        }
    }
}
