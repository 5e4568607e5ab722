//! What can be asked of an endgame, and what is known of it.

use crate::game::Play;

/// What the lists of plays of all threads may take together by default, in bytes.
pub const LIST_BYTES: usize = 64 << 20;

/// How an endgame is to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// The most that the transposition table may take, in megabytes.
    pub hash_mb: usize,
    /// The most that the lists of plays of all threads may take, in bytes; some more if that is very little.
    pub list_bytes: usize,
    /// How many threads.
    pub threads: usize,
    /// What is to be found out.
    pub goal: Goal,
    /// Where there are any, only these plays may be chosen. They are legal; their words need not exist.
    pub only: Vec<Play>,
}

/// What is to be found out of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best play and the final spread.
    Spread,
    /// The first play that is proven to win; where there is none, the best play and the final spread.
    FirstWin,
    /// Whether it is won, drawn or lost.
    Result,
}

/// What a value says of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the truth.
    Exact,
    /// The truth is as high, or higher.
    Lower,
    /// The truth is as low, or lower.
    Upper,
}

/// What is known of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How many plies were looked at.
    pub depth: usize,
    /// The final spread of the game for the player on turn, racks counted.
    pub spread: i32,
    /// What the spread says of the truth.
    pub bound: Bound,
    /// Whether that is proven, or only true as far as was searched.
    pub is_proven: bool,
    /// The best line of play. It begins with the play to choose; a pass if nothing else can be said.
    pub line: Vec<Play>,
    /// How many positions were looked at, by all threads.
    pub nodes: u64,
}
