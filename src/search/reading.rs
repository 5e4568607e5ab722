//! Reading the opponent, as part of a search.
//!
//! The [reader](Reader) belongs to whoever starts searches, and is lent to each of them: what it has worked out for one
//! move serves the next, so that a game that goes on costs one update for each play of the opponent. It is held only by
//! a search's own thread, and only while it reads. Only another search ever waits for it, until one that was stopped
//! has finished what it had begun: some milliseconds, or a tenth of a second for a play table.
//!
//! How long to read is for the starter to say ([`Inference::time`]). Who waits for a fixed amount of work waits for all of it,
//! so that the answer is the same every time; who plays by the clock gives reading a part of the time, and what has not
//! been judged by then stays as likely as chance makes it.

use crate::belief::{Belief, Progress, Reader, ReadingEffort, ReadingTime};
use crate::game::History;
use crate::stopper::Stopper;
use parking_lot::Mutex;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What it takes to read the opponent of the player on turn.
#[derive(Clone)]
pub struct Inference {
    /// Who reads.
    pub reader: Arc<Mutex<Reader>>,
    /// The game so far, as the player on turn sees it.
    pub history: Arc<History>,
    /// About how many racks are judged for a play, the likeliest first.
    pub most_racks: usize,
    /// How long reading may take; without it, as long as it takes.
    pub time: Option<ReadingTime>,
}

/// What was read of the opponent.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What is believed.
    pub belief: Arc<Belief>,
    /// How long it took to find out.
    pub time: Duration,
}

/// Readings are not compared by what they say, but by whether they are the same one.
impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.belief, &other.belief)
    }
}

impl Inference {
    /// Reads the opponent. Blocks.
    pub fn read(&self, threads: NonZeroUsize, stopper: &Stopper) -> Reading {
        self.follow(threads, &[], stopper, |_| {})
    }

    /// Reads the opponent; tells of first beliefs while the racks of its last play are judged. Blocks.
    pub(super) fn read_in_stages(
        &self,
        threads: NonZeroUsize,
        stopper: &Stopper,
        tell: impl FnMut(Reading),
    ) -> Reading {
        self.follow(threads, &Reader::STAGES, stopper, tell)
    }

    fn follow(
        &self,
        threads: NonZeroUsize,
        stages: &[usize],
        stopper: &Stopper,
        mut tell: impl FnMut(Reading),
    ) -> Reading {
        let began = Instant::now();
        let mut reader = self.reader.lock();
        let effort = ReadingEffort { threads, most_racks: self.most_racks, time: self.time, stopper: stopper.clone() };
        let us = self.history.now().on_turn();
        let reading = |belief| Reading { belief, time: began.elapsed() };
        reading(reader.follow(&self.history, us, &effort, stages, |progress| {
            if let Progress::Grown(belief) = progress {
                tell(reading(belief));
            }
        }))
    }
}

impl std::fmt::Debug for Inference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "of {} turns, {} racks at most", self.history.turns().len(), self.most_racks)
    }
}
