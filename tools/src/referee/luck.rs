//! The luck of the games of a match: measured as they end, or later from what was written down.
//!
//! What luck is, and why it can be taken off a result, is told in [`tasseo::luck`]. The yardstick is the best static
//! play with the leave values and win chances that go with the match's lexicon, whoever plays.

use super::entrant::{Entrant, Oracle};
use super::record::{LuckRecord, TurnLuck};
use crate::AnyError;
use crate::standing::ResultLuck;
use std::sync::Arc;
use std::time::Duration;
use tasseo::bench::Stopwatch;
use tasseo::evaluate::ValueLibrary;
use tasseo::game::{History, PerPlayer, Player, Rules};
use tasseo::lexicon::Lexicon;
use tasseo::luck::{Draw, DrawLuck, GameLuck, Luck, LuckMeter, StaticRackValue, USUAL_EFFORT};
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
    /// The luck of the draws that were used on a turn, with the number of that turn in the game, from 0 on.
    pub turns: Vec<(usize, TurnLuck)>,
}

/// About how long it takes to value one alternative for each draw of a game.
const TIME_PER_ALTERNATIVE: Duration = Duration::from_micros(550);

/// About how long an engine takes for an iteration (ours does).
const TIME_PER_ITERATION: Duration = Duration::from_micros(500);

/// About how many turns each player has.
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
        let value = StaticRackValue::find(rules.clone(), lexicon.clone(), values)?;
        Ok(MatchMeter { meter: LuckMeter { value, effort: effort as usize }, seed })
    }

    /// How many alternatives are valued for each draw.
    pub fn effort(&self) -> u64 {
        self.meter.effort as u64
    }

    /// Whether there are win chances; without them only the spread can be told without luck.
    pub fn knows_wins(&self) -> bool {
        self.meter.value.knows_wins()
    }

    /// The luck of a game with this order of tiles; none if not all racks are known. Blocks for about half a
    /// millisecond for each alternative.
    ///
    /// What is sampled depends on the order of tiles, so that draws which both games of a pair have in common, as in an
    /// opening that is played for the engines, have the same luck in both and cancel.
    pub fn measure(&mut self, history: &History, is_seen: PerPlayer<bool>, pair: u64) -> Option<MeasuredLuck> {
        let watch = Stopwatch::of_thread();
        let luck = self.meter.measure(history, is_seen, seed_of(!self.seed, pair));
        let of_turn = |draw: &DrawLuck| Some((turn_of(&draw.draw, history)?, self.record_of_turn(draw)));
        luck.is_complete().then(|| MeasuredLuck {
            turns: luck.draws.iter().filter_map(of_turn).collect(),
            game: self.record(&luck, watch.cpu()),
        })
    }

    fn record(&self, luck: &GameLuck, took: Duration) -> LuckRecord {
        let each = Player::BOTH.map(|player| luck.of(player));
        LuckRecord {
            points: each.map(|luck| round(luck.points, 1e3)),
            wins: self.knows_wins().then(|| each.map(|luck| round(luck.wins, 1e6))),
            effort: self.effort(),
            ms: round(took.as_secs_f64() * 1e3, 1e3),
        }
    }

    fn record_of_turn(&self, DrawLuck { luck, error, .. }: &DrawLuck) -> TurnLuck {
        let known_wins = |wins: f64| self.knows_wins().then(|| round(wins, 1e6));
        TurnLuck {
            points: round(luck.points, 1e3),
            wins: known_wins(luck.wins),
            points_error: round(error.points, 1e3),
            wins_error: known_wins(error.wins),
        }
    }
}

/// The first turn that a player made with the tiles of a draw, from 0 on; none if there was none.
fn turn_of(draw: &Draw, history: &History) -> Option<usize> {
    let turns = history.turns().iter().enumerate().skip(draw.drawn_after);
    turns.filter(|(_, turn)| turn.player == draw.player).map(|(at, _)| at).next()
}

/// Whose tiles the opponent sees, if the players are told this.
pub fn seen_racks(oracles: [Oracle; 2]) -> PerPlayer<bool> {
    let [first, second] = oracles.map(|oracle| oracle == Oracle::Rack);
    PerPlayer([second, first])
}

/// How many alternatives to value where nothing is said: none where that would take more than a tenth of what the
/// engines take themselves, as far as their limits tell. (It is not measured, so that the same command has the same
/// result on any machine.)
pub fn default_effort(entrants: &[Entrant]) -> u64 {
    let mut times: Vec<Duration> = entrants.iter().map(time_of_turn).collect();
    times.sort();
    let game = times.iter().take(2).sum::<Duration>() * TURNS;
    let luck = TIME_PER_ALTERNATIVE * USUAL_EFFORT as u32;
    if game >= 10 * luck { USUAL_EFFORT as u64 } else { 0 }
}

/// About how long an engine takes for a turn. It is taken to use half of its clock.
fn time_of_turn(entrant: &Entrant) -> Duration {
    let said = |word: &str| -> Option<u64> {
        entrant.go.split(' ').skip_while(|other| *other != word).nth(1).and_then(|number| number.parse().ok())
    };
    let limit = entrant.limit;
    let by_time = limit.move_time.or(said("movetime").map(Duration::from_millis));
    let by_clock = limit.clock.map(|clock| clock.time / (2 * TURNS) + clock.increment);
    let iterations = limit.iterations.or(said("iterations"));
    let by_work = iterations.map(|count| TIME_PER_ITERATION * u32::try_from(count).unwrap_or(u32::MAX));
    [by_time, by_clock, by_work].into_iter().flatten().min().unwrap_or_default()
}

impl LuckRecord {
    /// The luck of who began less that of the other.
    pub fn balance(&self) -> ResultLuck {
        let less = |[one, two]: [f64; 2]| one - two;
        let luck = Luck { points: less(self.points), wins: self.wins.map_or(0.0, less) };
        ResultLuck::new(luck, self.wins.is_some())
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
            default_effort(&engines.iter().map(|engine| engine.parse().unwrap()).collect::<Vec<Entrant>>())
        };
        assert_eq!(usual(&["tasseo Strength=static", "tasseo Strength=greedy"]), 0);
        assert_eq!(usual(&["tasseo movetime=1000", "tasseo Strength=static"]), USUAL_EFFORT as u64);
        assert_eq!(usual(&["tasseo go=\"sim iterations 150\"", "tasseo iterations=150"]), USUAL_EFFORT as u64);
        assert_eq!(usual(&["tasseo go=\"sim iterations 20\"", "tasseo iterations=20"]), 0);
        assert_eq!(usual(&["tasseo clock=25", "tasseo clock=1", "tasseo"]), USUAL_EFFORT as u64);
        assert_eq!(usual(&["tasseo movetime=1000", "tasseo", "tasseo"]), 0);
    }

    #[test]
    fn an_oracle_sees_the_other() {
        let seen = seen_racks([Oracle::Rack, Oracle::Leave]);
        assert!(seen[Player::Two] && !seen[Player::One]);
    }
}
