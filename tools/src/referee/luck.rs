//! The luck of the games of a match: measured as they end, or later from what was written down.
//!
//! What luck is, and why it can be taken off a result, is told in [`tasseo::luck`]. The yardstick is the best static
//! play with the leave values and win chances that go with the match's lexicon, whoever plays.

use super::entrant::{Entrant, Oracle};
use super::record::{LuckRecord, TurnLuck};
use crate::AnyError;
use std::sync::Arc;
use std::time::Duration;
use tasseo::bench::Stopwatch;
use tasseo::evaluate::{Leaves, StaticValue, ValueLibrary, WinChance};
use tasseo::game::{History, PerPlayer, Player, Rules};
use tasseo::lexicon::Lexicon;
use tasseo::luck::{DrawLuck, GameLuck, Luck, LuckMeter, StaticRackValue};
use tasseo::seeds::seed_of;

/// Measures the luck of games, on one thread.
#[derive(Clone, Debug)]
pub struct MatchMeter {
    meter: LuckMeter<StaticRackValue>,
    seed: u64,
}

/// The luck of a game, as it is written down.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredLuck {
    /// Of the whole game.
    pub game: LuckRecord,
    /// Of the drawings that were of use on a turn, with the number of that turn in the game, from 0 on.
    pub turns: Vec<(usize, TurnLuck)>,
}

/// How many drawings are tried for each one where nothing is said: then sampling adds a thirtieth to the variance that
/// is left.
const EFFORT: u64 = 200;

/// How long each of them takes in a game of the usual length, about.
const TIME_A_GAME: Duration = Duration::from_micros(550);

/// How many turns each player has, about.
const TURNS: u32 = 12;

impl MatchMeter {
    /// For matches with these rules, words and seed. Blocks while values are read.
    pub fn new(
        rules: &Arc<Rules>,
        lexicon: &Arc<Lexicon>,
        values: &ValueLibrary,
        seed: u64,
        effort: u64,
    ) -> Result<Self, AnyError> {
        let value = StaticValue::new(Leaves::find(values, lexicon)?);
        let chance = WinChance::find(values, lexicon)?;
        let value = StaticRackValue::new(rules.clone(), lexicon.clone(), value, chance);
        Ok(MatchMeter { meter: LuckMeter { value, effort: effort as usize }, seed })
    }

    /// The luck of a game with this order of tiles. Blocks for about half a millisecond for each drawing that is tried.
    ///
    /// What is sampled depends on the order of tiles, so that drawings which both games of a pair have in common, as in
    /// an opening that is played for the engines, have the same luck in both and cancel.
    pub fn measure(&mut self, history: &History, is_seen: PerPlayer<bool>, pair: u64) -> MeasuredLuck {
        let watch = Stopwatch::of_thread();
        let luck = self.meter.measure(history, is_seen, seed_of(!self.seed, pair));
        let turns = luck.draws.iter().filter(|draw| draw.draw.used_after < history.turns().len());
        MeasuredLuck {
            turns: turns.map(|draw| (draw.draw.used_after, TurnLuck::of(draw))).collect(),
            game: LuckRecord::of(&luck, self.meter.effort as u64, watch.cpu()),
        }
    }
}

/// Whose tiles the opponent sees, if the players are told this.
pub fn seen_by(oracles: [Oracle; 2]) -> PerPlayer<bool> {
    let [first, second] = oracles.map(|oracle| oracle == Oracle::Rack);
    PerPlayer([second, first])
}

/// How many drawings to try where nothing is said: none where that would take more than a tenth of what the engines take
/// themselves, as far as that can be told from their limits. (It is not measured, so that the same command has the same
/// result on any machine.)
pub fn usual_effort(entrants: &[Entrant]) -> u64 {
    let mut times: Vec<Duration> = entrants.iter().map(time_of_turn).collect();
    times.sort();
    let game = times.iter().take(2).sum::<Duration>() * TURNS;
    if game >= 10 * TIME_A_GAME * EFFORT as u32 { EFFORT } else { 0 }
}

/// How long an engine takes for a turn, about.
fn time_of_turn(entrant: &Entrant) -> Duration {
    let said = |word: &str| -> Option<u64> {
        entrant.go.split(' ').skip_while(|other| *other != word).nth(1).and_then(|number| number.parse().ok())
    };
    let limit = entrant.limit;
    let move_time = limit.move_time.or(said("movetime").map(Duration::from_millis));
    let of_clock = limit.clock.map(|clock| clock.time / (2 * TURNS) + clock.increment);
    let iterations = limit.iterations.or(said("iterations"));
    // Ours take half a millisecond for each iteration.
    let of_work = iterations.map(|count| Duration::from_micros(count.min(1_000_000_000) * 500));
    [move_time, of_clock, of_work].into_iter().flatten().min().unwrap_or_default()
}

impl LuckRecord {
    fn of(luck: &GameLuck, tried: u64, took: Duration) -> Self {
        let each = Player::BOTH.map(|player| luck.of(player));
        LuckRecord {
            points: each.map(|luck| round(luck.points, 1e3)),
            wins: each.map(|luck| round(luck.wins, 1e6)),
            tried,
            ms: round(took.as_secs_f64() * 1e3, 1e3),
        }
    }

    /// Of a game that was forfeited, which counts as it stands.
    pub fn none(tried: u64) -> Self {
        LuckRecord { points: [0.0; 2], wins: [0.0; 2], tried, ms: 0.0 }
    }

    /// The luck of who began less that of the other.
    pub fn balance(&self) -> Luck {
        Luck { points: self.points[0] - self.points[1], wins: self.wins[0] - self.wins[1] }
    }
}

impl TurnLuck {
    fn of(draw: &DrawLuck) -> Self {
        let DrawLuck { luck, error, .. } = draw;
        TurnLuck {
            points: round(luck.points, 1e3),
            wins: round(luck.wins, 1e6),
            points_error: round(error.points, 1e3),
            wins_error: round(error.wins, 1e6),
        }
    }
}

fn round(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_answer_at_once_have_no_luck_measured() {
        let usual = |engines: &[&str]| {
            usual_effort(&engines.iter().map(|engine| engine.parse().unwrap()).collect::<Vec<Entrant>>())
        };
        assert_eq!(usual(&["tasseo Strength=static", "tasseo Strength=greedy"]), 0);
        assert_eq!(usual(&["tasseo movetime=1000", "tasseo Strength=static"]), EFFORT);
        assert_eq!(usual(&["tasseo go=\"sim iterations 150\"", "tasseo iterations=150"]), EFFORT);
        assert_eq!(usual(&["tasseo go=\"sim iterations 20\"", "tasseo iterations=20"]), 0);
        assert_eq!(usual(&["tasseo clock=25", "tasseo clock=1", "tasseo"]), EFFORT);
        assert_eq!(usual(&["tasseo movetime=1000", "tasseo", "tasseo"]), 0);
    }

    #[test]
    fn an_oracle_sees_the_other() {
        let seen = seen_by([Oracle::Rack, Oracle::Leave]);
        assert!(seen[Player::Two] && !seen[Player::One]);
    }
}
