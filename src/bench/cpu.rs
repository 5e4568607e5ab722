//! CPU time, where the system tells it.

use std::time::{Duration, Instant};

/// When some work began, by the CPU time of a thread or of the process.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    clock: fn() -> Option<Duration>,
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    /// For what this thread does: the finer one.
    pub fn of_thread() -> Self {
        Self::by(thread_time)
    }

    /// For what all threads do, those that have ended included, in hundredths of a second.
    pub fn of_process() -> Self {
        Self::by(process_time)
    }

    fn by(clock: fn() -> Option<Duration>) -> Self {
        Stopwatch { clock, cpu: clock(), wall: Instant::now() }
    }

    /// The CPU time since then; where the system does not tell, the time that has passed.
    pub fn cpu(&self) -> Duration {
        self.cpu_as_told().unwrap_or_else(|| self.wall())
    }

    /// The CPU time since then, if the system tells.
    pub fn cpu_as_told(&self) -> Option<Duration> {
        (self.clock)().zip(self.cpu).map(|(now, before)| now.saturating_sub(before))
    }

    /// The time that has passed since then.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }
}

/// The CPU time of this thread: Linux counts it in nanoseconds, and brings it up to date every few milliseconds.
fn thread_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The CPU time of all threads so far.
fn process_time() -> Option<Duration> {
    const MILLISECONDS_PER_TICK: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses: the 12th and 13th fields are user and system time.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(11)? + ticks(12)?) * MILLISECONDS_PER_TICK))
}
