//! What is written down of games and turns, a line of JSON each.

use super::fault::Fault;
use crate::standing::GameResult;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A game that has been played. What is in pairs is for the player who began, then for the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number; it decides the other three.
    pub game: u64,
    /// The order of tiles, by its number.
    pub pair: u64,
    /// Who played: indices of engines.
    pub players: [usize; 2],
    /// How it ended.
    pub ending: Ending,
    /// Who lost it by a fault: 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub forfeited_by: Option<usize>,
    /// Points at the end, with what the racks and overtime took or gave.
    pub scores: [i32; 2],
    /// What each did; `deeds` in the file.
    #[serde(rename = "deeds")]
    pub stats: [GameStats; 2],
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<Fault>,
    /// How lucky each was, if that was measured. The last field: it may be added later.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub luck: Option<LuckRecord>,
}

/// How lucky the players of a game were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LuckRecord {
    /// In points.
    pub points: [f64; 2],
    /// In games: a half is the difference between a draw and a win. None if the lexicon has no win chances.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wins: Option<[f64; 2]>,
    /// How many alternatives were valued for each draw.
    pub effort: u64,
    /// Milliseconds of CPU time that it took.
    pub ms: f64,
}

/// How lucky the draw was that was used on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnLuck {
    /// In points.
    pub points: f64,
    /// In games. None if the lexicon has no win chances.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wins: Option<f64>,
    /// The standard error of sampling, in points.
    pub points_error: f64,
    /// The same in games.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wins_error: Option<f64>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// One player had no tiles left.
    PlayedOut,
    /// Too many scoreless turns.
    Scoreless,
    /// A fault.
    Forfeit,
}

/// What a player did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameStats {
    /// How often it was on turn.
    pub turns: u64,
    /// Plays of a whole rack.
    pub bingos: u64,
    /// How often it threw tiles back.
    pub exchanges: u64,
    /// How often it did nothing.
    pub passes: u64,
    /// Plays that were challenged off.
    pub phonies: u64,
    /// Points lost for overtime.
    pub overtime: i32,
    /// Milliseconds, all turns together.
    pub ms: f64,
    /// Milliseconds of the longest turn.
    pub longest_ms: f64,
    /// Turns that took longer than they should.
    pub late: u64,
    /// By how many milliseconds, at most.
    pub latest_ms: f64,
}

impl GameStats {
    /// Adds what was done in another game.
    pub fn merge(&mut self, other: &GameStats) {
        self.turns += other.turns;
        self.bingos += other.bingos;
        self.exchanges += other.exchanges;
        self.passes += other.passes;
        self.phonies += other.phonies;
        self.overtime += other.overtime;
        self.ms += other.ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.late += other.late;
        self.latest_ms = self.latest_ms.max(other.latest_ms);
    }
}

impl GameRecord {
    /// Who won and by how much, seen by the player who began. Whoever forfeits has lost by at least this many points.
    pub fn outcome(&self, forfeit_points: i64) -> GameResult {
        let [first, second] = self.scores.map(i64::from);
        let spread = first - second;
        let luck = self.luck.as_ref().map(LuckRecord::balance);
        match self.forfeited_by {
            None => GameResult::by_points(first, second).with_luck(luck),
            Some(0) => GameResult { result: Ordering::Less, spread: spread.min(-forfeit_points), luck },
            Some(_) => GameResult { result: Ordering::Greater, spread: spread.max(forfeit_points), luck },
        }
    }
}

/// A turn that has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// The game's number.
    pub game: u64,
    /// From 1 on.
    pub turn: usize,
    /// Who is on turn, by name.
    pub engine: String,
    /// The position as the player sees it.
    pub position: String,
    /// The player's tiles.
    pub rack: String,
    /// What the opponent truly kept on its last turn.
    pub opponent_leave: String,
    /// What the opponent truly holds.
    pub opponent_rack: String,
    /// Tiles in the bag.
    pub bag: usize,
    /// What was played; with `phony.` if it was challenged off.
    #[serde(rename = "move")]
    pub played: String,
    /// What it scored.
    pub score: i32,
    /// How long it took, in milliseconds.
    pub ms: f64,
    /// What the clock shows after it, in milliseconds; negative in overtime.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock_ms: Option<f64>,
    /// What the engine said of the chance to win, in percent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wp: Option<f64>,
    /// What the engine said of the equity.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub eq: Option<f64>,
    /// How deep it looked, by its own word.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u64>,
    /// How many simulations it made, by its own word.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub iterations: Option<u64>,
    /// How many positions it looked at, by its own word.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// How likely it thought the opponent's true leave.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub belief: Option<f64>,
    /// How lucky the player's last draw was, if that was measured. The last field: it may be added later.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub luck: Option<TurnLuck>,
}
