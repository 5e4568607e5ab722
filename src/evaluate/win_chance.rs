//! How likely a player is to win, from the spread and the number of unseen tiles.
//!
//! **The short answer.** A table: for every number of unseen tiles and every whole spread, the chance to win of the
//! player on turn, a draw being half a win. Between whole spreads it is a straight line. One look-up is two reads.
//!
//! **The idea.** Let D be what the spread will still change by until the end of the game, as the player on turn sees
//! it. A player who is s ahead wins if D > -s, and draws if D = -s. Static players do not look at the score, so D does
//! not depend on s, or hardly. Then
//!
//! > chance(s) = P(D > -s) + P(D = -s) / 2
//!
//! is nothing but the distribution of D, and one game tells something about every spread at once, not only about its
//! own. Whoever is further ahead has the better chance, without being forced to. To learn a table is to count, for each
//! number of unseen tiles, how often D came out as what: `train winchance` does that, and smooths the counts.
//!
//! **By hand.** Five times somebody on turn saw 3 unseen tiles, and D came out as -4, 2, 9, 9 and 12. Then at 3 unseen
//! tiles who is even wins 4 times of 5: 0.8. Who is 2 behind wins three and draws one: 0.7. Who is 4 ahead wins four
//! and draws one: 0.9.
//!
//! **What unseen tiles are.** Those that are neither on the board nor on one's own rack: the bag and the opponent's
//! rack. At the start of an English game that is 93. Who is *not* on turn wins when the other loses, so that chance is
//! 1 minus the other's, by the tiles that the other does not see.
//!
//! **Limits.** Once the game is over nothing is left to chance: 1, a half, or 0. Before that the chance is never quite
//! 0 and never quite 1, so that a better spread always is a better chance. Beyond the table's spreads the chance to
//! lose (or to win, on the other side) shrinks by the same factor for each point, the one that it shrinks by at the
//! edge.
//!
//! **Does D depend on the spread?** A little, because who scored less has often kept better tiles. In 200,000 games
//! (TWL06) each point ahead is followed by a loss of 0.01 points up to 7 unseen tiles and of 0.08 from 71 on; the
//! correlation is -0.03 to -0.05 throughout. So a table that is asked for the points alone is too sure of itself, by
//! about 0.01. The cure is in the tiles kept: with their leave values added to the spread, in 100,000 other games, a
//! point ahead is followed by a loss of 0.001 to 0.004 points, forecasts are within 0.004 of what happens, and they are
//! sharper too (Brier score 0.1559 for 0.1596). Hence rollouts should add the leave values, and `train winchance`
//! learns a table for just that. `experiment calibration` measures all this.

use super::Equity;
use crate::game::{Ending, Player, Position};

/// No game ends by more, so whoever is further ahead is as sure to win.
pub(crate) const MOST_SPREAD: i32 = 100_000;

/// The chance to win by spread and unseen tiles.
///
/// About half a megabyte; share it as an `Arc`. It never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct WinChance {
    /// The spreads of every row are from minus this to plus this.
    limit: i32,
    /// One for each number of unseen tiles, from 1 on. There is at least one.
    rows: Box<[Row]>,
}

/// The chances at one number of unseen tiles.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// By spread, the lowest first. Never falls; all are whole billionths, and none is 0 or 1.
    chances: Box<[f64]>,
    /// How fast the chance to win shrinks beyond the lowest spread: by e to the minus this for each point.
    below: f64,
    /// How fast the chance to lose shrinks beyond the highest spread.
    above: f64,
}

/// Chances are kept in billionths, as they are written.
pub(super) const BILLION: f64 = 1e9;

/// The least chance, where there is any.
const LEAST: f64 = 1e-12;

/// How many points at a table's edge tell how it goes on.
const EDGE: usize = 20;

impl WinChance {
    /// The spreads of the tables that are learned, and of those that Macondo reads: up to this, either way.
    pub const SPREADS: i32 = 300;

    /// A table up to `most_unseen` unseen tiles, with what `chance` says of each spread and number of unseen tiles.
    ///
    /// The table rises with the spread and is never 0 or 1, whatever is said: each point of spread is worth two
    /// billionths at least, and where `chance` falls it is levelled.
    pub fn from_fn(most_unseen: usize, chance: impl Fn(i32, usize) -> f64) -> Self {
        let limit = Self::SPREADS;
        let row = |unseen| rising((-limit..=limit).map(|spread| chance(spread, unseen)).collect());
        WinChance::from_rows(limit, (1..=most_unseen.max(1)).map(row).collect())
    }

    /// A table of these rows, each of `2 * limit + 1` chances that never fall.
    pub(super) fn from_rows(limit: i32, rows: Vec<Vec<f64>>) -> Self {
        WinChance { limit, rows: rows.into_iter().map(Row::new).collect() }
    }

    /// The most unseen tiles that there are chances for. More count as this many.
    pub fn most_unseen(&self) -> usize {
        self.rows.len()
    }

    /// The spreads in the table are up to this, either way.
    pub fn limit(&self) -> i32 {
        self.limit
    }

    /// The chance of the player on turn, who is ahead by `spread` and does not see `unseen` tiles.
    ///
    /// With no unseen tile the opponent has played out, so the game is over.
    #[inline]
    pub fn on_turn(&self, spread: Equity, unseen: usize) -> f64 {
        match unseen.min(self.rows.len()).checked_sub(1) {
            Some(row) => self.rows[row].at(spread, self.limit),
            None => Self::at_end(spread),
        }
    }

    /// The chance of the player who is *not* on turn and is ahead by `spread`, when the one on turn does not see
    /// `unseen_on_turn` tiles.
    #[inline]
    pub fn waiting(&self, spread: Equity, unseen_on_turn: usize) -> f64 {
        1.0 - self.on_turn(-spread, unseen_on_turn)
    }

    /// What a game that is over is worth to a player who is ahead by `spread`.
    #[inline]
    pub fn at_end(spread: Equity) -> f64 {
        match spread.cmp(&Equity::ZERO) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }

    /// A player's chance in a position, whoever is on turn. `extra` is what the player has beyond the scores, such as
    /// better tiles kept; once the game is over it counts for nothing.
    pub fn of(&self, position: &Position, player: Player, extra: Equity) -> f64 {
        let spread = position.score(player) - position.score(player.opponent());
        let spread = Equity::points(spread.clamp(-MOST_SPREAD, MOST_SPREAD));
        let on_turn = position.on_turn();
        let unseen = position.bag_len() + position.held(on_turn.opponent());
        match position.ending() {
            Some(Ending::ChallengeLost(loser)) => f64::from(u8::from(loser != player)),
            Some(_) => Self::at_end(spread),
            None if on_turn == player => self.on_turn(spread + extra, unseen),
            None => self.waiting(spread + extra, unseen),
        }
    }

    /// The chances at this number of unseen tiles, for the lowest spread first.
    pub(super) fn row(&self, unseen: usize) -> &[f64] {
        &self.rows[unseen - 1].chances
    }
}

impl Row {
    fn new(chances: Vec<f64>) -> Self {
        let chances: Box<[f64]> = chances.into_iter().map(billionths).collect();
        let (last, inner) = (chances.len() - 1, EDGE.min(chances.len() - 1));
        let rate = |edge: f64, further_in: f64| (further_in / edge).ln() / inner.max(1) as f64;
        let below = rate(chances[0], chances[inner]);
        let above = rate(1.0 - chances[last], 1.0 - chances[last - inner]);
        Row { chances, below, above }
    }

    #[inline]
    fn at(&self, spread: Equity, limit: i32) -> f64 {
        let thousandths = spread.as_millipoints();
        let (point, part) = (thousandths.div_euclid(1000), thousandths.rem_euclid(1000));
        match self.chances.get((point + limit) as usize..) {
            Some([here, next, ..]) => here + (next - here) * (f64::from(part) / 1000.0),
            _ => self.beyond(f64::from(thousandths) / 1000.0, f64::from(limit)),
        }
    }

    /// The chance at the table's edge or beyond it.
    #[cold]
    fn beyond(&self, spread: f64, limit: f64) -> f64 {
        let shrink = |edge: f64, rate: f64| (edge * (-rate * (spread.abs() - limit)).exp()).max(LEAST);
        if spread < 0.0 {
            shrink(self.chances[0], self.below)
        } else {
            1.0 - shrink(1.0 - self.chances[self.chances.len() - 1], self.above)
        }
    }
}

/// The nearest chance in whole billionths that is neither 0 nor 1.
fn billionths(chance: f64) -> f64 {
    (chance * BILLION).round().clamp(1.0, BILLION - 1.0) / BILLION
}

/// These chances, made to rise with every point.
fn rising(mut chances: Vec<f64>) -> Vec<f64> {
    let (mut highest, places) = (0.0_f64, chances.len() as f64 + 1.0);
    let slope = 2.0 / BILLION * places;
    for (place, chance) in chances.iter_mut().enumerate() {
        highest = if chance.is_finite() { highest.max(chance.clamp(0.0, 1.0)) } else { highest };
        *chance = (1.0 - slope) * highest + slope * (place as f64 + 1.0) / places;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, Play, Rules};
    use std::sync::Arc;

    /// Logistic, and steeper the fewer tiles are unseen.
    fn example() -> WinChance {
        WinChance::from_fn(93, |spread, unseen| 1.0 / (1.0 + (-f64::from(spread) / (5.0 + unseen as f64)).exp()))
    }

    #[test]
    fn whole_spreads_are_looked_up_and_others_lie_between() {
        let table = WinChance::from_fn(2, |spread, unseen| 0.5 + f64::from(spread) / 1000.0 * unseen as f64);
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        close(table.on_turn(Equity::points(10), 1), 0.51);
        close(table.on_turn(Equity::points(-10), 2), 0.48);
        close(table.on_turn(Equity::millipoints(10_250), 1), 0.51025);
        close(table.on_turn(Equity::millipoints(-10_250), 1), 0.48975);
        close(table.on_turn(Equity::points(10), 50), 0.52);
        close(table.waiting(Equity::points(10), 2), 0.52);
    }

    #[test]
    fn the_end_is_exact() {
        let table = example();
        for (spread, worth) in [(-1, 0.0), (0, 0.5), (1, 1.0)] {
            assert_eq!(WinChance::at_end(Equity::points(spread)), worth);
            assert_eq!(table.on_turn(Equity::points(spread), 0), worth);
        }
    }

    #[test]
    fn it_goes_on_beyond_the_table_as_it_did_before() {
        let table = example();
        let odds = |spread| {
            let chance = table.on_turn(Equity::points(spread), 93);
            (chance / (1.0 - chance)).ln()
        };
        for spread in [-500, -301, 301, 500] {
            assert!((odds(spread) - f64::from(spread) / 98.0).abs() < 0.1, "{spread}: {}", odds(spread));
        }
        for spread in [-2_000_000, 2_000_000] {
            let chance = table.on_turn(Equity::points(spread), 1);
            assert!(0.0 < chance && chance < 1.0, "{spread}: {chance}");
        }
    }

    #[test]
    fn every_point_counts_even_where_all_is_decided() {
        let steps = WinChance::from_fn(3, |spread, _| f64::from(u8::from(spread > 7)));
        let falling = WinChance::from_fn(3, |spread, _| f64::from(-spread));
        let nothing = WinChance::from_fn(3, |_, _| f64::NAN);
        for table in [steps, falling, nothing] {
            for spread in -WinChance::SPREADS..WinChance::SPREADS {
                let at = |spread| table.on_turn(Equity::points(spread), 3);
                assert!(0.0 < at(spread) && at(spread) < at(spread + 1) && at(spread + 1) < 1.0, "{spread}");
            }
        }
    }

    #[test]
    fn both_players_share_one_win() {
        let table = example();
        let mut position = Position::start(Arc::new(Rules::default()));
        let chance = |position: &Position, player, extra| table.of(position, player, Equity::points(extra));
        assert_eq!(chance(&position, Player::One, 7), table.on_turn(Equity::points(7), 93));
        assert_eq!(chance(&position, Player::Two, -7), 1.0 - table.on_turn(Equity::points(7), 93));
        while position.ending().is_none() {
            position = position.after(&Move::from(Play::Pass)).unwrap().0;
        }
        assert_eq!(chance(&position, Player::One, 7), 0.5);
    }
}
