//! What a search is asked for, before anyone knows how long that may take: the [`Mode`] and the [`Limits`].
//!
//! From the limits, the position and the clocks the engine makes a [budget](crate::engine::Budget), once.

use crate::game::PerPlayer;
use std::time::Duration;

/// The most threads that may be asked for.
pub const MAX_THREADS: usize = 256;

/// What a search is to find out, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A play, as the engine thinks best.
    #[default]
    Auto,
    /// A play, by what each scores and leaves.
    Gen,
    /// A play, by simulation.
    Sim,
    /// No play, but the opponent's tiles.
    Infer,
    /// A play, by solving an endgame.
    Endgame,
    /// A play, by trying every draw of a pre-endgame.
    Peg,
}

/// When a search ends: at the first of these that is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// What the players' clocks show; zero in overtime.
    pub time: PerPlayer<Option<Duration>>,
    /// What a move adds to them.
    pub increment: PerPlayer<Option<Duration>>,
    /// This long, or less if the clocks say so.
    pub move_time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Iterations of a simulation.
    pub iterations: Option<u64>,
    /// How sure of the best move, in percent: 95, 98 or 99.
    pub stop_condition: Option<u32>,
    /// Not before it is told to stop, or another limit is reached.
    pub infinite: bool,
}

impl Limits {
    /// This long for a move.
    pub fn move_time(time: Duration) -> Self {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// This many iterations of a simulation: the same answer every time.
    pub fn iterations(iterations: u64) -> Self {
        Limits { iterations: Some(iterations), ..Limits::default() }
    }
}
