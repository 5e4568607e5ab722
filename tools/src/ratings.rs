//! Ratings from games between several players: the Bradley-Terry model, in Elo.
//!
//! Every player has a rating, and the difference of two of them gives the expected share of the points. The ratings are
//! those that make what was seen most likely, found by Newton's method; they add up to nothing, since only differences
//! mean anything. So that a player who has won everything has a rating at all, every two who met are given one drawn
//! game more.
//!
//! The two games of a mirrored pair are not independent, and so the standard errors do not take them for that: they
//! come from how much the pairs of a meeting really differ (the sandwich estimator, H⁻¹ V H⁻¹, with the curvature H of
//! the likelihood and the variance V of its slope).

use crate::least_squares::solve;
use crate::standing::Standing;
use crate::statistics::Estimate;

/// How many drawn games are added to every meeting.
const DRAWN: f64 = 1.0;
/// Elo of a factor e.
const PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// Two players who have met, and how it went, seen from the first.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'s> {
    /// Who, by their numbers among all players.
    pub players: [usize; 2],
    /// How it went.
    pub standing: &'s Standing,
}

/// Ratings of this many players, in Elo, with standard errors; their mean is 0.
pub fn ratings(players: usize, meetings: &[Meeting<'_>]) -> Vec<Estimate> {
    rate(players, meetings, None)
}

/// Ratings by which one player has this one: the errors are those of the distances to it.
pub fn ratings_from(players: usize, meetings: &[Meeting<'_>], (anchor, its): (usize, f64)) -> Vec<Estimate> {
    let mut rated = rate(players, meetings, Some(anchor));
    let shift = its - rated[anchor].mean;
    rated.iter_mut().for_each(|rating| rating.mean += shift);
    rated
}

fn rate(players: usize, meetings: &[Meeting<'_>], anchor: Option<usize>) -> Vec<Estimate> {
    let mut rated = vec![0.0; players];
    for _ in 0..100 {
        let (slope, curvature) = slope_and_curvature(&rated, meetings);
        let step = solve(&curvature, &slope);
        // A step that is too long is shortened as a whole: its parts add up to nothing, and must go on to.
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        rated.iter_mut().zip(&step).for_each(|(rating, step)| *rating += step / longest.max(1.0));
        if longest < 1e-12 {
            break;
        }
    }
    let errors = errors(&rated, meetings, anchor);
    rated
        .iter()
        .zip(errors)
        .map(|(rating, error)| Estimate { mean: rating * PER_NAT, standard_error: error.map(|error| error * PER_NAT) })
        .collect()
}

fn expected(rated: &[f64], [one, other]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (rated[other] - rated[one]).exp())
}

/// Of the likelihood's logarithm at these ratings. The curvature has one more for all ratings together, so that it can
/// be inverted, and what comes of it adds up to nothing.
fn slope_and_curvature(rated: &[f64], meetings: &[Meeting<'_>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = rated.len();
    let (mut slope, mut curvature) = (vec![0.0; players], vec![vec![1.0; players]; players]);
    for Meeting { players: [one, other], standing } in meetings.iter().filter(|meeting| meeting.standing.games() > 0) {
        let games = standing.games() as f64 + DRAWN;
        let points = standing.wins as f64 + (standing.draws as f64 + DRAWN) / 2.0;
        let share = expected(rated, [*one, *other]);
        let (more, weight) = (points - games * share, games * share * (1.0 - share));
        slope[*one] += more;
        slope[*other] -= more;
        for (row, column, sign) in [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)] {
            curvature[*row][*column] += sign * weight;
        }
    }
    (slope, curvature)
}

/// The standard errors, of the ratings or of their distances to one of them; none where a meeting has too few pairs to
/// tell how much they differ.
fn errors(rated: &[f64], meetings: &[Meeting<'_>], anchor: Option<usize>) -> Vec<Option<f64>> {
    let (_, curvature) = slope_and_curvature(rated, meetings);
    let mut variances = vec![Some(0.0); rated.len()];
    for Meeting { players: [one, other], standing } in meetings.iter().filter(|meeting| meeting.standing.games() > 0) {
        let mut direction = vec![0.0; rated.len()];
        (direction[*one], direction[*other]) = (1.0, -1.0);
        // By how much the ratings move with each point that is won in this meeting.
        let moves = solve(&curvature, &direction);
        let still = anchor.map_or(0.0, |anchor| moves[anchor]);
        let error = standing.win_percent().standard_error.map(|error| error / 100.0 * standing.games() as f64);
        for (variance, moved) in variances.iter_mut().zip(moves) {
            *variance = variance.zip(error).map(|(variance, error)| variance + ((moved - still) * error).powi(2));
        }
    }
    variances.into_iter().map(|variance| variance.map(f64::sqrt)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::elo;
    use crate::standing::GameResult;

    fn standing(pairs: &[(i64, i64, u64)]) -> Standing {
        let mut standing = Standing::default();
        for &(first, second, count) in pairs {
            (0..count).for_each(|_| standing.add(&[GameResult::by_points(first, 0), GameResult::by_points(second, 0)]));
        }
        standing
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_share() {
        let standing = standing(&[(1, 1, 300), (1, -1, 500), (-1, -1, 200)]);
        let rated = ratings(2, &[Meeting { players: [0, 1], standing: &standing }]);
        let apart = rated[0].mean - rated[1].mean;
        assert!((apart - elo((1100.0 + 0.5) / 2001.0)).abs() < 1e-6, "{apart}");
        // The error of the difference is twice that of each, and as large as the error of the share says.
        let per_percent = (elo(0.56) - elo(0.54)) / 2.0;
        let error = 2.0 * rated[0].standard_error.unwrap();
        assert!((error / (standing.win_percent().standard_error.unwrap() * per_percent) - 1.0).abs() < 0.01);
    }

    #[test]
    fn who_is_the_measure_has_no_error() {
        let standing = standing(&[(1, 1, 300), (1, -1, 500), (-1, -1, 200)]);
        let meetings = [Meeting { players: [0, 1], standing: &standing }];
        let (around_mean, from) = (ratings(2, &meetings), ratings_from(2, &meetings, (1, 2000.0)));
        assert_eq!(from[1], Estimate { mean: 2000.0, standard_error: Some(0.0) });
        let [one, other] = [&around_mean, &from].map(|rated| rated[0].standard_error.unwrap());
        assert!((other / one - 2.0).abs() < 1e-9, "{one} {other}");
        assert!((from[0].mean - from[1].mean - 2.0 * around_mean[0].mean).abs() < 1e-9);
    }

    #[test]
    fn three_players_in_line() {
        let (clear, close) = (standing(&[(1, 1, 60), (1, -1, 40)]), standing(&[(1, 1, 30), (1, -1, 60), (-1, -1, 10)]));
        let meetings = [([0, 2], &clear), ([0, 1], &close), ([1, 2], &close)];
        let meetings = meetings.map(|(players, standing)| Meeting { players, standing });
        let rated = ratings(3, &meetings);
        assert!(rated[0].mean > rated[1].mean && rated[1].mean > rated[2].mean);
        assert!(rated.iter().map(|rating| rating.mean).sum::<f64>().abs() < 1e-6);
        assert!((rated[1].mean).abs() < 5.0, "{rated:?}");
        // At the best ratings nothing moves.
        let nats: Vec<f64> = rated.iter().map(|rating| rating.mean / PER_NAT).collect();
        assert!(slope_and_curvature(&nats, &meetings).0.iter().all(|slope| slope.abs() < 1e-6));
    }

    /// One is far ahead of two others: the first step is too long for it, and for it alone.
    #[test]
    fn ratings_add_up_to_nothing_however_far_apart() {
        let (all, even) = (standing(&[(1, 1, 200)]), standing(&[(1, -1, 200)]));
        let meetings = [([0, 1], &all), ([0, 2], &all), ([1, 2], &even)];
        let rated = ratings(3, &meetings.map(|(players, standing)| Meeting { players, standing }));
        assert!(rated.iter().map(|rating| rating.mean).sum::<f64>().abs() < 1e-6, "{rated:?}");
        assert!((rated[1].mean - rated[2].mean).abs() < 1e-6 && rated[0].mean > 500.0, "{rated:?}");
    }

    #[test]
    fn who_wins_everything_has_a_rating() {
        let all = standing(&[(1, 1, 50)]);
        let rated = ratings(3, &[Meeting { players: [0, 1], standing: &all }]);
        assert!(rated[0].mean.is_finite() && rated[0].mean > 200.0 && rated[2].mean.abs() < 1e-6);
    }
}
