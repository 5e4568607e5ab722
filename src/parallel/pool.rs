//! Rounds of tasks, where what came of one round decides the next.
//!
//! A round is a list of tasks. They are handed out over a channel to whoever is free, and come back in any order; the
//! round gives their results in the order of the tasks. A task's result must depend on the task alone, not on who did
//! it or when: then what is made of a round is the same for any number of threads.
//!
//! A worker that panics still answers for its task, when the answer is dropped: the round is then given up, and nothing
//! waits for ever.

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::num::NonZeroUsize;

/// Threads that wait for tasks.
#[derive(Debug)]
pub struct Pool<T, R> {
    tasks: Sender<(usize, T)>,
    results: Receiver<(usize, Option<R>)>,
}

/// The answer to a task; nothing if it is dropped before.
struct Answer<R> {
    task: usize,
    result: Option<R>,
    to: Sender<(usize, Option<R>)>,
}

impl<R> Drop for Answer<R> {
    fn drop(&mut self) {
        // Nobody waits for it any more if this fails.
        let _ = self.to.send((self.task, self.result.take()));
    }
}

/// Runs `coordinate` on this thread with a pool of workers, each made by `make_worker` on a thread of its own. Blocks
/// until it is done and all workers have ended. None if no thread can be had.
pub fn with_workers<W, T: Send, R: Send, O>(
    threads: NonZeroUsize,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
    coordinate: impl FnOnce(&Pool<T, R>) -> O,
) -> Option<O> {
    let (tasks, to_do) = unbounded::<(usize, T)>();
    let (to, results) = unbounded();
    let run_worker = |to_do: Receiver<(usize, T)>, to: Sender<(usize, Option<R>)>| {
        let mut worker = make_worker();
        for (task, what) in to_do {
            let mut answer = Answer { task, result: None, to: to.clone() };
            answer.result = Some(work(&mut worker, what));
        }
    };
    let run_worker = &run_worker;
    std::thread::scope(|scope| {
        let spawn = |number: usize| {
            let (to_do, to) = (to_do.clone(), to.clone());
            let thread = std::thread::Builder::new().name(format!("worker {number}"));
            thread.spawn_scoped(scope, move || run_worker(to_do, to))
        };
        let started = (0..threads.get()).map(spawn).filter(Result::is_ok).count();
        // From here on only workers hold these ends, so that channels close with the last of them.
        drop((to_do, to));
        // The pool is dropped at the end, which is how workers learn that they can go.
        (started > 0).then(|| coordinate(&Pool { tasks, results }))
    })
}

impl<T, R> Pool<T, R> {
    /// Has all these tasks done and gives their results in order. Blocks. None if a worker panicked; then there must be
    /// no other round, which would be given what is left of this one.
    pub fn round(&self, tasks: Vec<T>) -> Option<Vec<R>> {
        let mut results: Vec<Option<R>> = tasks.iter().map(|_| None).collect();
        for task in tasks.into_iter().enumerate() {
            self.tasks.send(task).ok()?;
        }
        for _ in 0..results.len() {
            let (task, result) = self.results.recv().ok()?;
            results[task] = Some(result?);
        }
        results.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        for threads in [1, 2, 8].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let squares = with_workers(
                threads,
                || 0_u64,
                |_, task: u64| task * task,
                |pool| (0..3).map(|round| pool.round((0..round * 10).collect())).collect::<Vec<_>>(),
            );
            let expected = (0..3_u64).map(|round| Some((0..round * 10).map(|task| task * task).collect())).collect();
            assert_eq!(squares, Some(expected));
        }
    }

    #[test]
    fn a_worker_that_panics_ends_the_round() {
        let work =
            |_: &mut (), task: u64| if task == 3 { panic!("this is a test; it is meant to panic") } else { task };
        let threads = NonZeroUsize::new(2).unwrap();
        let failed = std::panic::catch_unwind(|| {
            with_workers(threads, || (), work, |pool| assert_eq!(pool.round((0..10).collect()), None))
        });
        assert!(failed.is_err(), "the scope tells of the panic, after the coordinator has ended");
    }
}
