//! Threads that help with work which one thread could do alone.
//!
//! Whoever shares work out so that each takes the next piece when it is free needs no certain number of threads. So it
//! does no harm if the system will not give them all: what is left is done by those that there are, at worst by the
//! thread that asked.

use std::panic::resume_unwind;
use std::thread;

/// Does `mine` on this thread, and beside it each of `others` on one of its own, as far as threads can be had. Blocks
/// until all have ended. If one of them panics, this panics with what it said.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use tasseo::parallel::with_helpers;
///
/// let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
/// let work = || {
///     while let number @ 0..=100 = next.fetch_add(1, Ordering::Relaxed) {
///         sum.fetch_add(number, Ordering::Relaxed);
///     }
/// };
/// with_helpers([&work, &work], &work);
/// assert_eq!(sum.into_inner(), 5050); // whoever did how much of it
/// ```
pub fn with_helpers<T>(others: impl IntoIterator<Item = impl FnOnce() + Send>, mine: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for other in others {
            match thread::Builder::new().name("helper".into()).spawn_scoped(scope, other) {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    tracing::warn!(%error, "a thread less than was wanted");
                    break;
                }
            }
        }
        let result = mine();
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        result
    })
}
