//! Reading the opponent, as part of a search.
//!
//! The [reader](Reader) belongs to whoever starts searches, and is lent to each of them: what it has worked out for one
//! move serves the next, so that a game that goes on costs one update for each play of the opponent. It is held only by
//! a search's own thread, and only while it reads. Only another search ever waits for it, until one that was stopped
//! has finished what it had begun: some milliseconds, or a tenth of a second for a play table.
//!
//! How long to read is for the starter to say ([`Patience`]). Who waits for a fixed amount of work waits for all of it,
//! so that the answer is the same every time; who plays by the clock gives reading a part of the time, and what has not
//! been judged by then stays as likely as chance makes it.

use super::{Publish, Report, Request, Stop};
use crate::belief::{Belief, Progress, Reader, ReadingEffort};
use crate::game::History;
use parking_lot::Mutex;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What it takes to read the opponent of the player on turn.
#[derive(Clone)]
pub struct Inference {
    /// Who reads.
    pub reader: Arc<Mutex<Reader>>,
    /// The game so far, as the player on turn sees it.
    pub history: Arc<History>,
    /// About so many racks are judged for a play, the likeliest.
    pub most_racks: usize,
    /// For how long; as long as it takes, if it is not said.
    pub patience: Option<Patience>,
}

/// Says whether to go on while the work is done up to this part, from 0 to 1: each play of the opponent that is new has
/// an equal part, and leaves what it does not need to those after it.
pub type Patience = Arc<dyn Fn(f64) -> bool + Send + Sync>;

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
    /// Reads; tells of first beliefs after so many racks of the last play, if any are named. Blocks.
    pub(super) fn read(
        &self,
        threads: NonZeroUsize,
        stages: &[usize],
        is_over: &(dyn Fn() -> bool + Sync),
        mut tell: impl FnMut(Reading),
    ) -> Reading {
        let began = Instant::now();
        let mut reader = self.reader.lock();
        let part = AtomicU64::new(1.0_f64.to_bits());
        let is_within = |patience: &Patience| patience(f64::from_bits(part.load(Ordering::Relaxed)));
        let keep_going = || !is_over() && self.patience.as_ref().is_none_or(is_within);
        let is_patient = self.patience.is_none();
        let effort = ReadingEffort { threads, most_racks: self.most_racks, is_patient, keep_going: &keep_going };
        let us = self.history.now().on_turn();
        let reading = |belief| Reading { belief, time: began.elapsed() };
        reading(reader.follow(&self.history, us, &effort, stages, |progress| match progress {
            Progress::Turn(done) => part.store(done.to_bits(), Ordering::Relaxed),
            Progress::Grown(belief) => tell(reading(belief)),
        }))
    }
}

impl std::fmt::Debug for Inference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "of {} turns, {} racks at most", self.history.turns().len(), self.most_racks)
    }
}

/// Reads and does nothing else. Publishes beliefs as they grow. Blocks.
pub(super) fn infer(request: &Request, threads: NonZeroUsize, stop: &Stop, publish: &Publish) {
    let Some(inference) = &request.inference else { return };
    let is_over = || stop.is_raised() || stop.is_hurried();
    let tell = |reading| drop(publish.send_replace(Arc::new(Report { reading: Some(reading), ..Report::default() })));
    tell(inference.read(threads, &Reader::STAGES, &is_over, tell));
}
