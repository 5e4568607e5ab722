//! What all threads of a search share, and how it is told to end.

use super::lane_plays::LaneMove;
use super::rack_parts::EndgameRack;
use super::transposition_table::TranspositionTable;
use crate::lexicon::Graph;
use crate::stopper::Stopper;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many positions are searched between two questions to the stopper. (It is also asked while lists are looked up.)
pub const NODES_PER_QUESTION: u64 = 4;

/// Why a search came back without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The stopper, or the thread that has the answer, ended it.
    Stopped,
    /// The lists take all the memory that they may.
    ListsFull,
}

/// What is the same for all threads.
pub(super) struct SearchContext<'e> {
    pub(super) graph: &'e Graph,
    /// The racks at the beginning; the player on turn then is number 0.
    pub(super) racks: [EndgameRack; 2],
    /// How many scoreless turns end the game.
    pub(super) most_zeros: u32,
    /// How many scoreless turns count as made after a play that scores; see [`zeros`](super::zeros).
    pub(super) least_zeros: u32,
    /// The moves allowed at the beginning; empty if all are.
    pub(super) only: Vec<LaneMove>,
    pub(super) table: &'e TranspositionTable,
    /// The most that the lists of a thread may take, in bytes.
    pub(super) list_bytes: usize,
    pub(super) stopper: &'e Stopper,
    /// Set when one thread has the answer.
    pub(super) done: AtomicBool,
    /// How many positions all threads have searched, counted in steps.
    pub(super) nodes: AtomicU64,
}

impl SearchContext<'_> {
    /// Fails if the search is to end.
    pub(super) fn check_stop(&self) -> Result<(), Interruption> {
        let is_over = self.stopper.is_stopped() || self.done.load(Ordering::Relaxed);
        if is_over { Err(Interruption::Stopped) } else { Ok(()) }
    }
}
