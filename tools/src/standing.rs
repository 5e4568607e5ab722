//! Who is ahead after many games between two sides, and how sure that is.
//!
//! Games with one seed share its luck: mirrored pairs do, and so what is counted is the pair, not the game. A pair has
//! five outcomes that matter for who is better (the pentanomial): the first side's two results make 0, ½, 1, 1½ or 2
//! points. Everything that is counted is a whole number, so the standing is the same in whatever order games are added.
//!
//! ```
//! use tasseo_tools::standing::{GameResult, Standing};
//!
//! let mut standing = Standing::default();
//! standing.add(&[GameResult::by_points(400, 300), GameResult::by_points(310, 390)]);
//! standing.add(&[GameResult::by_points(350, 350), GameResult::by_points(420, 380)]);
//! assert_eq!(standing.spread().to_string(), "15.00 ± 5.00"); // pairs of +10 and +20 a game
//! assert_eq!(standing.pentanomial(), [0, 0, 1, 1, 0]);
//! ```
//!
//! Where the [luck](tasseo::luck) of the games has been measured, the same is told without it: the result of a game less
//! its luck has the same mean and is far less scattered, so fewer pairs say as much.

use crate::statistics::{Estimate, Sample};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use tasseo::luck::Luck;

/// The luck of a game in whole numbers, so that sums do not depend on their order; seen from the first side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultLuck {
    /// In thousandths of a point.
    pub millipoints: i64,
    /// In millionths of a game won; none if nothing is known of winning.
    pub microwins: Option<i64>,
}

impl ResultLuck {
    /// This luck, to the nearest whole number. Without win chances its wins mean nothing.
    pub fn new(luck: Luck, knows_wins: bool) -> Self {
        let microwins = knows_wins.then(|| (luck.wins * 1e6).round() as i64);
        ResultLuck { millipoints: (luck.points * 1e3).round() as i64, microwins }
    }
}

/// What came of one game, seen from the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// `Greater` if the first side won.
    pub result: Ordering,
    /// The first side's points less the second's.
    pub spread: i64,
    /// How much of that was luck, if it was measured.
    pub luck: Option<ResultLuck>,
}

/// What came of many games, seen from the first side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games that the first side won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first side lost.
    pub losses: u64,
    /// Seeds by the first side's half wins; those with one game count in the first three.
    by_half_wins: [u64; 5],
    /// The first side's points less the second's, a number for each seed.
    spread: Sample,
    /// Two for each win and one for each draw, a number for each seed.
    half_wins: Sample,
    /// The spread without luck in thousandths of a point, a number for each seed of which it is known.
    corrected_spread: Sample,
    /// The games won without luck in millionths, likewise.
    corrected_wins: Sample,
}

/// What came of many games when the luck of the draw is taken off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CorrectedResult {
    /// The first side's points less the second's, per game.
    pub spread: Estimate,
    /// The percentage of games that the first side won; it can be below 0 or above 100. None if nothing is known of
    /// winning.
    pub win_percent: Option<Estimate>,
}

impl GameResult {
    /// Who has more points has won.
    pub fn by_points(first: i64, second: i64) -> Self {
        GameResult { result: first.cmp(&second), spread: first - second, luck: None }
    }

    /// The same result with its luck.
    pub fn with_luck(self, luck: Option<ResultLuck>) -> Self {
        GameResult { luck, ..self }
    }

    /// The spread without luck, in thousandths of a point; none if luck was not measured.
    fn corrected_spread(self) -> Option<i64> {
        Some(1000 * self.spread - self.luck?.millipoints)
    }

    /// The part of the game that was won without luck, in millionths; none if luck was not measured.
    fn corrected_wins(self) -> Option<i64> {
        Some(500_000 * self.half_wins() - self.luck?.microwins?)
    }

    /// Two for a win, one for a draw.
    pub fn half_wins(self) -> i64 {
        self.result as i64 + 1
    }

    /// As the second side sees it.
    pub fn reversed(self) -> Self {
        let reversed = |luck: ResultLuck| ResultLuck {
            millipoints: -luck.millipoints,
            microwins: luck.microwins.map(|wins| -wins),
        };
        GameResult { result: self.result.reverse(), spread: -self.spread, luck: self.luck.map(reversed) }
    }
}

impl Standing {
    /// The games with one seed more: one, or two.
    pub fn add(&mut self, games: &[GameResult]) {
        for game in games {
            *match game.result {
                Ordering::Greater => &mut self.wins,
                Ordering::Equal => &mut self.draws,
                Ordering::Less => &mut self.losses,
            } += 1;
        }
        let half_wins: i64 = games.iter().map(|game| game.half_wins()).sum();
        self.by_half_wins[half_wins as usize] += 1;
        self.half_wins.add(half_wins);
        self.spread.add(games.iter().map(|game| game.spread).sum());
        let spread: Option<i64> = games.iter().map(|game| game.corrected_spread()).sum();
        if let Some(spread) = spread {
            self.corrected_spread.add(spread);
        }
        let wins: Option<i64> = games.iter().map(|game| game.corrected_wins()).sum();
        if let Some(wins) = wins {
            self.corrected_wins.add(wins);
        }
    }

    /// Adds another standing.
    pub fn merge(&mut self, other: &Standing) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.by_half_wins.iter_mut().zip(other.by_half_wins).for_each(|(count, more)| *count += more);
        self.spread.merge(&other.spread);
        self.half_wins.merge(&other.half_wins);
        self.corrected_spread.merge(&other.corrected_spread);
        self.corrected_wins.merge(&other.corrected_wins);
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many seeds there were: in mirrored games, pairs.
    pub fn seeds(&self) -> u64 {
        self.spread.count()
    }

    /// Of mirrored games, how many pairs gave the first side 0, ½, 1, 1½ and 2 points.
    pub fn pentanomial(&self) -> [u64; 5] {
        self.by_half_wins
    }

    /// The first side's points less the second's, per game.
    pub fn spread(&self) -> Estimate {
        self.spread.estimate(1.0 / self.games_per_seed())
    }

    /// The percentage of games that the first side won; a draw is half a win.
    pub fn win_percent(&self) -> Estimate {
        self.half_wins.estimate(50.0 / self.games_per_seed())
    }

    /// The same without the luck of the draw; none unless it was measured in all games.
    pub fn corrected(&self) -> Option<CorrectedResult> {
        let games = self.games_per_seed();
        let is_complete = |sample: &Sample| sample.count() > 0 && sample.count() == self.seeds();
        let wins = &self.corrected_wins;
        is_complete(&self.corrected_spread).then(|| CorrectedResult {
            spread: self.corrected_spread.estimate(1e-3 / games),
            win_percent: is_complete(wins).then(|| wins.estimate(1e-4 / games)),
        })
    }

    fn games_per_seed(&self) -> f64 {
        self.games().max(1) as f64 / self.seeds().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_once() {
        let mut standing = Standing::default();
        standing.add(&[GameResult::by_points(400, 300), GameResult::by_points(310, 390)]);
        let mut other = Standing::default();
        other.add(&[GameResult::by_points(350, 350), GameResult::by_points(420, 380)]);
        standing.merge(&other);
        assert_eq!((standing.wins, standing.draws, standing.losses, standing.seeds()), (2, 1, 1, 2));
        // Pairs of +20 and +40 are +10 and +20 a game: their mean is 15, with an error of 5.
        assert_eq!(standing.spread(), Estimate { mean: 15.0, standard_error: Some(5.0) });
        // Half of one pair was won, and three quarters of the other.
        assert_eq!(standing.win_percent(), Estimate { mean: 62.5, standard_error: Some(12.5) });
        assert_eq!(standing.pentanomial(), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn luck_is_taken_off() {
        let luck = |points, wins| Some(ResultLuck::new(Luck { points, wins }, true));
        let lucky = GameResult::by_points(400, 300).with_luck(luck(80.0, 0.4));
        let unlucky = GameResult::by_points(310, 390).with_luck(luck(-90.5, -0.5));
        let mut standing = Standing::default();
        standing.add(&[lucky, unlucky]);
        standing.add(&[unlucky.reversed(), lucky.reversed()]);
        let corrected = standing.corrected().unwrap();
        // 20 and 10.5 in one pair, as much lost in the other; 0.6 and 0.5 of a game, 0.5 and 0.4.
        assert_eq!(corrected.spread, Estimate { mean: 0.0, standard_error: Some(15.25) });
        assert_eq!((corrected.win_percent.unwrap().mean * 1e6).round(), 50e6);
        standing.add(&[lucky, GameResult::by_points(1, 0)]);
        assert_eq!(standing.corrected(), None, "one game's luck is not known");
    }

    #[test]
    fn games_that_were_played_once() {
        let mut standing = Standing::default();
        [3, -1, 0].iter().for_each(|&spread| standing.add(&[GameResult::by_points(spread, 0)]));
        assert_eq!((standing.games(), standing.win_percent().mean), (3, 50.0));
    }
}
