//! Tasks with numbers, each done once by whichever thread is free.
//!
//! Tasks are handed out in order. So at any moment those that have been taken are the first ones, and where results are
//! handed over in order too, those that have been counted are as well: which is all that a checkpoint has to remember.

use super::helpers::with_helpers;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The tasks that are still to be taken.
struct Queue {
    next: AtomicU64,
    end: u64,
}

impl Queue {
    fn new(tasks: &Range<u64>) -> Self {
        Queue { next: AtomicU64::new(tasks.start), end: tasks.end }
    }

    fn take(&self) -> Option<u64> {
        let after = |task| (task < self.end).then(|| task + 1);
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after).ok()
    }

    /// Leaves nothing to take.
    fn close(&self) {
        self.next.store(self.end, Ordering::Relaxed);
    }
}

/// The tasks that one worker does: an iterator that takes the next one of all that are left.
///
/// Dropping it ends the work for all workers. So a worker that breaks off or panics stops the others after the tasks
/// that they have begun.
pub struct Tasks<'q>(&'q Queue);

impl Iterator for Tasks<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.0.take()
    }
}

impl Drop for Tasks<'_> {
    fn drop(&mut self) {
        // A worker that ends well drops this when nothing is left to take.
        self.0.close();
    }
}

impl std::fmt::Debug for Tasks<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tasks left", self.0.end - self.0.next.load(Ordering::Relaxed))
    }
}

/// No more threads than tasks are of use.
fn useful(threads: NonZeroUsize, tasks: &Range<u64>) -> usize {
    let tasks = tasks.end.saturating_sub(tasks.start).max(1);
    threads.get().min(usize::try_from(tasks).unwrap_or(usize::MAX))
}

/// Runs `work` on several threads, this one among them; each is given the tasks that it is to do, as an iterator. Gives
/// what each returned, in no certain order. Blocks.
///
/// ```
/// let sums = tasseo::parallel::share(2.try_into()?, 0..101, |tasks| tasks.sum::<u64>());
/// assert_eq!(sums.iter().sum::<u64>(), 5050);
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
pub fn share<R: Send>(threads: NonZeroUsize, tasks: Range<u64>, work: impl Fn(Tasks<'_>) -> R + Sync) -> Vec<R> {
    let queue = Queue::new(&tasks);
    let results = Mutex::new(Vec::new());
    let run_worker = || {
        let result = work(Tasks(&queue));
        results.lock().push(result);
    };
    with_helpers((1..useful(threads, &tasks)).map(|_| &run_worker), run_worker);
    results.into_inner()
}

/// Has these workers do the tasks, each worker on a thread of its own and each task by whoever is free; the first
/// worker runs on this thread. Blocks. Without workers, nothing is done.
pub fn share_among<W: Send>(workers: &mut [W], tasks: Range<u64>, work: impl Fn(&mut W, u64) + Sync) {
    let Some(threads) = NonZeroUsize::new(workers.len()) else { return };
    let queue = Queue::new(&tasks);
    let run_worker = |worker: &mut W| Tasks(&queue).for_each(|task| work(worker, task));
    let run_worker = &run_worker;
    let Some((mine, others)) = workers[..useful(threads, &tasks)].split_first_mut() else { return };
    with_helpers(others.iter_mut().map(|worker| move || run_worker(worker)), || run_worker(mine));
}

/// Does the tasks on several threads, each with a worker of its own; `take` is given each task's number and result, in
/// the order of the tasks, on one thread at a time. Blocks.
pub fn in_order<W, T: Send>(
    threads: NonZeroUsize,
    tasks: Range<u64>,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut take: impl FnMut(u64, T) + Send,
) {
    let Ok(()) = try_in_order(threads, tasks, make_worker, work, |task, result| {
        take(task, result);
        Ok::<(), Infallible>(())
    });
}

/// The same as [`in_order`], for a `take` that can fail. Its first error ends the work. Blocks.
pub fn try_in_order<W, T: Send, E: Send>(
    threads: NonZeroUsize,
    tasks: Range<u64>,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let mut due = tasks.start;
    let mut early = BTreeMap::new();
    try_as_done(threads, tasks, make_worker, work, |task, result| {
        early.insert(task, result);
        while let Some(result) = early.remove(&due) {
            take(due, result)?;
            due += 1;
        }
        Ok(())
    })
}

/// Does the tasks on several threads, each with a worker of its own; `take` is given each result as soon as it is
/// there, on one thread at a time. The first error of `take` ends the work. Blocks.
pub fn try_as_done<W, T: Send, E: Send>(
    threads: NonZeroUsize,
    tasks: Range<u64>,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> T + Sync,
    take: impl FnMut(u64, T) -> Result<(), E> + Send,
) -> Result<(), E> {
    // What takes the results, until it fails.
    let taker = Mutex::new(Ok(take));
    share(threads, tasks, |tasks| {
        let mut worker = make_worker();
        for task in tasks {
            let result = work(&mut worker, task);
            let mut taker = taker.lock();
            let Ok(take) = &mut *taker else { return };
            if let Err(error) = take(task, result) {
                *taker = Err(error);
                return;
            }
        }
    });
    taker.into_inner().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

    fn results(threads: usize, tasks: Range<u64>) -> Vec<u64> {
        let mut all = Vec::new();
        let mut next = tasks.start;
        let slow =
            |(): &mut (), task: u64| (0..(task * 7919) % 1000).fold(task, |sum, more| sum.wrapping_mul(31) ^ more);
        in_order(
            NonZeroUsize::new(threads).unwrap(),
            tasks,
            || (),
            slow,
            |task, result| {
                assert_eq!(task, next);
                next += 1;
                all.push(result);
            },
        );
        all
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        assert_eq!(results(1, 5..1000), results(7, 5..1000));
        assert_eq!(results(3, 0..1000)[5..], results(2, 5..1000));
        assert_eq!(results(4, 9..9), [0_u64; 0]);
    }

    #[test]
    fn every_task_is_shared_out_once() {
        for (threads, end) in [(1, 10), (3, 1000), (20, 10), (2, 5)] {
            let mut sums = vec![0; threads];
            share_among(&mut sums, 5..end, |sum, task| *sum += task);
            assert_eq!(sums.iter().sum::<u64>(), (5..end).sum::<u64>());
            let sums = share(NonZeroUsize::new(threads).unwrap(), 5..end, |tasks| tasks.sum::<u64>());
            assert_eq!(sums.iter().sum::<u64>(), (5..end).sum::<u64>());
        }
    }

    #[test]
    fn an_error_ends_it() {
        let outcome = try_in_order(TWO, 0..u64::MAX, || (), |(), _| (), |_, ()| Err("enough"));
        assert_eq!(outcome, Err("enough"));
    }

    #[test]
    fn nothing_is_taken_after_an_error() {
        let mut taken = 0;
        let outcome = try_as_done(
            NonZeroUsize::new(8).unwrap(),
            0..u64::MAX,
            || (),
            |(), _| (),
            |_, ()| {
                taken += 1;
                if taken < 10 { Ok(()) } else { Err(()) }
            },
        );
        assert_eq!((outcome, taken), (Err(()), 10));
    }

    #[test]
    fn who_breaks_off_ends_it_for_all() {
        share(TWO, 0..u64::MAX, |mut tasks| tasks.find(|&task| task == 100));
    }

    /// What a panic said.
    fn panic_of(work: impl FnOnce()) -> &'static str {
        catch_unwind(AssertUnwindSafe(work)).unwrap_err().downcast_ref::<&str>().unwrap()
    }

    /// Without it, this test would go on for ever.
    #[test]
    fn a_panic_ends_it() {
        let work = |task: u64| assert!(task != 50, "a task went wrong");
        let ordered = || in_order(TWO, 0..u64::MAX, || (), |(), task| work(task), |_, ()| ());
        assert_eq!(panic_of(ordered), "a task went wrong");
        let taking = || in_order(TWO, 0..u64::MAX, || (), |(), task| task, |task, _| work(task));
        assert_eq!(panic_of(taking), "a task went wrong");
        assert_eq!(panic_of(|| share_among(&mut [(); 2], 0..u64::MAX, |(), task| work(task))), "a task went wrong");
        assert_eq!(panic_of(|| drop(share(TWO, 0..u64::MAX, |tasks| tasks.for_each(work)))), "a task went wrong");
    }
}
