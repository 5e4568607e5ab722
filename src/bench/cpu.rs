//! CPU time, where the system tells it.

use std::time::{Duration, Instant};

/// When some work began, by the CPU time of this thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Stopwatch { cpu: thread_time(), wall: Instant::now() }
    }

    /// The CPU time of this thread since then; where the system does not tell, the time that has passed.
    pub(super) fn cpu(&self) -> Duration {
        let now = thread_time().zip(self.cpu);
        now.map_or_else(|| self.wall(), |(now, before)| now.saturating_sub(before))
    }

    /// The time that has passed since then.
    pub(super) fn wall(&self) -> Duration {
        self.wall.elapsed()
    }
}

/// The CPU time of this thread: Linux counts it in nanoseconds, and brings it up to date every few milliseconds.
fn thread_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The CPU time of all threads so far, those that have ended included, in hundredths of a second.
pub fn process_time() -> Option<Duration> {
    const MILLISECONDS_PER_TICK: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses: the 12th and 13th fields are user and system time.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(11)? + ticks(12)?) * MILLISECONDS_PER_TICK))
}
