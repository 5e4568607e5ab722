//! What luck explains: how scattered results are with it and without, and whether it is as unbiased as it should be.

use crate::clusters::LineSums;
use crate::statistics::Estimate;
use serde::{Deserialize, Serialize};

/// A quantity in points, and in percentage points of games won. Results are 0 where nobody is ahead.
pub(super) type InBothUnits = [f64; 2];

/// What was measured of one game. What is in pairs is for the player who began, then for the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameWithLuck {
    /// The result, as the player sees it who began.
    pub(super) result: InBothUnits,
    /// By each yardstick.
    pub(super) luck: Vec<YardstickLuck>,
}

/// The luck of one game by one yardstick.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct YardstickLuck {
    /// Of each player.
    pub(super) players: [InBothUnits; 2],
    /// The square of the standard error of sampling.
    pub(super) variance: InBothUnits,
    /// CPU time in milliseconds.
    pub(super) ms: f64,
}

/// The figures of a set of games in one unit.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UnitFigures {
    /// With luck in it.
    pub(super) raw: Scatter,
    /// Without, by each yardstick.
    pub(super) corrected: Vec<CorrectedScatter>,
}

/// How scattered results are, and their means: as they were, or less their luck.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Scatter {
    /// The standard deviation of a game.
    pub(super) game: Estimate,
    /// That of a mirrored pair: the mean of its games, as one side sees them.
    pub(super) pair: Option<Estimate>,
    /// The mean result of the first side.
    pub(super) result: Estimate,
    /// The mean result of who begins.
    pub(super) who_begins: Estimate,
}

/// Results less luck, and that luck.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CorrectedScatter {
    pub(super) yardstick: String,
    pub(super) scatter: Scatter,
    /// The mean luck of the first side less the second's.
    pub(super) balance: Estimate,
    /// The mean luck of a player in a game.
    pub(super) of_player: Estimate,
    /// Which part of the corrected variance of a game is the error of sampling.
    pub(super) sampling: Option<f64>,
    /// CPU milliseconds a game.
    pub(super) ms: f64,
    pub(super) game_factor: Option<BestFactor>,
    pub(super) pair_factor: Option<BestFactor>,
}

/// By which factor luck is best multiplied before it is taken off.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BestFactor {
    pub(super) factor: Estimate,
    /// The standard deviation that is left with it.
    pub(super) deviation: Estimate,
}

/// One game in one unit by one yardstick, as the first side sees it.
#[derive(Clone, Copy, Debug)]
struct Point {
    result: f64,
    luck: f64,
    /// Whether the first side began.
    begins: bool,
}

impl Point {
    /// The result less this many times the luck.
    fn less(self, factor: f64) -> f64 {
        self.result - factor * self.luck
    }
}

impl UnitFigures {
    /// Of games that stand together: mirrored pairs, or games by themselves.
    pub(super) fn of(clusters: &[&[GameWithLuck]], yardsticks: &[String], unit: usize) -> Self {
        let raw = Scatter::of(&points(clusters, unit, |_| 0.0), 0.0);
        let row = |(at, name): (usize, &String)| CorrectedScatter::of(clusters, unit, at, name);
        UnitFigures { raw, corrected: yardsticks.iter().enumerate().map(row).collect() }
    }
}

/// The games as the first side sees them, who begins in the first of each cluster. `luck` is told as who began sees it.
fn points(clusters: &[&[GameWithLuck]], unit: usize, luck: impl Fn(&GameWithLuck) -> f64) -> Vec<Vec<Point>> {
    let point = |(at, game): (usize, &GameWithLuck)| {
        let sign = if at == 0 { 1.0 } else { -1.0 };
        Point { result: sign * game.result[unit], luck: sign * luck(game), begins: at == 0 }
    };
    clusters.iter().map(|games| games.iter().enumerate().map(point).collect()).collect()
}

impl Scatter {
    /// Of results less this many times the luck.
    fn of(clusters: &[Vec<Point>], factor: f64) -> Self {
        let is_paired = clusters.iter().any(|games| games.len() > 1);
        let means = |value: &dyn Fn(&Point) -> f64| -> Vec<f64> {
            clusters.iter().map(|games| mean(games.iter().map(value))).collect()
        };
        let results = means(&|point| point.less(factor));
        let begun = means(&|point| if point.begins { point.less(factor) } else { -point.less(factor) });
        Scatter {
            game: deviation(&clusters.iter().flatten().map(|point| point.less(factor)).collect::<Vec<_>>()),
            pair: is_paired.then(|| deviation(&results)),
            result: Estimate::of(results),
            who_begins: Estimate::of(begun),
        }
    }
}

impl CorrectedScatter {
    fn of(clusters: &[&[GameWithLuck]], unit: usize, yardstick: usize, name: &str) -> Self {
        let measured = |game: &GameWithLuck| game.luck[yardstick].players.map(|luck| luck[unit]);
        let balance = |game: &GameWithLuck| measured(game)[0] - measured(game)[1];
        let points = points(clusters, unit, balance);
        let scatter = Scatter::of(&points, 1.0);
        let mean_of = |value: &dyn Fn(&GameWithLuck) -> f64| mean(clusters.iter().copied().flatten().map(value));
        let of_player = clusters.iter().map(|games| mean(games.iter().flat_map(measured)));
        let pairs: Vec<Vec<Point>> =
            points.iter().filter(|games| games.len() > 1).map(|pair| vec![middle(pair)]).collect();
        CorrectedScatter {
            yardstick: name.into(),
            balance: Estimate::of(points.iter().map(|games| mean(games.iter().map(|point| point.luck)))),
            of_player: Estimate::of(of_player),
            sampling: (scatter.game.mean > 0.0)
                .then(|| mean_of(&|game| game.luck[yardstick].variance[unit]) / scatter.game.mean.powi(2)),
            ms: mean_of(&|game| game.luck[yardstick].ms),
            game_factor: BestFactor::of(&points),
            pair_factor: BestFactor::of(&pairs),
            scatter,
        }
    }
}

impl BestFactor {
    /// By least squares; none if there is too little to tell.
    fn of(clusters: &[Vec<Point>]) -> Option<Self> {
        let mut line = LineSums::default();
        clusters.iter().for_each(|games| line.add(games.iter().map(|point| (point.luck, point.result))));
        let factor = line.fit()?.slope;
        let left: Vec<f64> = clusters.iter().flatten().map(|point| point.less(factor.mean)).collect();
        Some(BestFactor { factor, deviation: deviation(&left) })
    }
}

/// The games of a pair as one.
fn middle(pair: &[Point]) -> Point {
    let of = |value: fn(&Point) -> f64| mean(pair.iter().map(value));
    Point { result: of(|point| point.result), luck: of(|point| point.luck), begins: true }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    sum / f64::max(count, 1.0)
}

/// A standard deviation with its standard error, which is that of numbers that are normally distributed.
fn deviation(values: &[f64]) -> Estimate {
    let (count, mean) = (values.len() as f64, mean(values.iter().copied()));
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
    Estimate { mean: deviation, standard_error: (count > 1.0).then(|| deviation / (2.0 * count).sqrt()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(result: f64, one: f64, two: f64) -> GameWithLuck {
        let luck = YardstickLuck { players: [[one, 0.0], [two, 0.0]], variance: [4.0, 0.0], ms: 3.0 };
        GameWithLuck { result: [result, 0.0], luck: vec![luck] }
    }

    #[test]
    fn what_was_all_luck_is_taken_off() {
        // The first side is better by 5, who begins by 2; the rest is luck.
        let games = [game(37.0, 20.0, -10.0), game(-13.0, -5.0, 5.0), game(-3.0, -10.0, 0.0), game(1.0, 4.0, 0.0)];
        let pairs: Vec<&[GameWithLuck]> = games.chunks(2).collect();
        let figures = UnitFigures::of(&pairs, &["exact".into()], 0);
        assert_eq!(figures.raw.result.mean, (37.0 + 13.0 - 3.0 - 1.0) / 4.0);
        let exact = &figures.corrected[0];
        assert_eq!(exact.scatter.game.to_string(), "2.31 ± 0.82"); // of 7, 3, 7 and 3
        assert_eq!((exact.scatter.result.mean, exact.scatter.who_begins.mean), (5.0, 2.0));
        assert_eq!((exact.scatter.pair.unwrap().mean, exact.ms), (0.0, 3.0));
        assert_eq!(exact.balance.mean, (30.0 + 10.0 - 10.0 - 4.0) / 4.0);
        assert_eq!(exact.of_player.mean, (20.0 - 10.0 - 5.0 + 5.0 - 10.0 + 4.0) / 8.0);
        assert!((exact.pair_factor.as_ref().unwrap().factor.mean - 1.0).abs() < 1e-9);
    }

    #[test]
    fn games_by_themselves_have_no_pairs() {
        let games = [game(30.0, 10.0, 0.0), game(-10.0, -10.0, 0.0), game(14.0, 1.0, 0.0)];
        let each: Vec<&[GameWithLuck]> = games.chunks(1).collect();
        let figures = UnitFigures::of(&each, &["half".into()], 0);
        let row = &figures.corrected[0];
        assert!(figures.raw.pair.is_none() && row.scatter.pair.is_none() && row.pair_factor.is_none());
        assert!(row.scatter.game.mean < figures.raw.game.mean);
        assert!(row.game_factor.as_ref().unwrap().deviation.mean < row.scatter.game.mean);
        assert_eq!(row.scatter.result, row.scatter.who_begins);
        assert!(UnitFigures::of(&[], &["none".into()], 1).corrected[0].game_factor.is_none());
    }
}
