//! Many games on all cores.
//!
//! Threads take games as they get to them. Whoever wants the results is given them in the order of the games, on one
//! thread ([`play_in_order`]). So whatever is made of them is the same for any number of threads, and at any moment the
//! games that have been counted are the first so many: which is all that a checkpoint has to remember. Results that are
//! too large to be handed over are added up where they are made ([`share`]); those that take long to come, and must not
//! be lost, are handed over at once ([`try_play`]).
//!
//! A panic ends it all at once: nobody plays on for hours towards a result that will not be.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread::ScopedJoinHandle;

/// Plays these games. `player` makes, for each thread, what plays a game by its number; `take` is given each game's
/// number and result, in order. Blocks.
pub fn play_in_order<T: Send, P: FnMut(u64) -> T>(
    games: Range<u64>,
    threads: NonZeroUsize,
    player: impl Fn() -> P + Sync,
    mut take: impl FnMut(u64, T),
) {
    let Ok(()) = try_play_in_order(games, threads, player, |game, result| {
        take(game, result);
        Ok::<(), Infallible>(())
    });
}

/// The same, for a `take` that can fail; if it does, so does the whole. Blocks.
pub fn try_play_in_order<T: Send, E, P: FnMut(u64) -> T>(
    games: Range<u64>,
    threads: NonZeroUsize,
    player: impl Fn() -> P + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let (mut due, mut early) = (games.start, BTreeMap::new());
    try_play(games, threads, player, |game, result| {
        early.insert(game, result);
        while let Some(result) = early.remove(&due) {
            take(due, result)?;
            due += 1;
        }
        Ok(())
    })
}

/// Plays these games; `take` is given each result as soon as it is there, in whatever order. Blocks.
pub fn try_play<T: Send, E, P: FnMut(u64) -> T>(
    games: Range<u64>,
    threads: NonZeroUsize,
    player: impl Fn() -> P + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    /// How many results of a thread may wait.
    const WAITING: usize = 32;
    let queue = Queue::new(games);
    let work = |results: SyncSender<(u64, T)>| {
        let _end = CloseOnDrop(&queue);
        let mut play = player();
        while let Some(game) = queue.take()
            && results.send((game, play(game))).is_ok()
        {}
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(WAITING * threads.get());
        let start = |_| {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(sender))
        };
        let workers: Vec<_> = (0..threads.get()).map(start).collect();
        drop(sender);
        let outcome = receiver.into_iter().try_for_each(|(game, result)| take(game, result));
        queue.close();
        pass_panics_on(workers);
        outcome
    })
}

/// Lets workers play these games, each on a thread of its own and each game by whoever is free. Blocks.
pub fn share<W: Send>(games: Range<u64>, workers: &mut [W], play: impl Fn(&mut W, u64) + Sync) {
    let (queue, play) = (Queue::new(games), &play);
    let work = |worker: &mut W| {
        let _end = CloseOnDrop(&queue);
        while let Some(game) = queue.take() {
            play(worker, game);
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        pass_panics_on(workers.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect());
    });
}

/// Waits for all, and panics as the first of them did that has.
fn pass_panics_on(workers: Vec<ScopedJoinHandle<'_, ()>>) {
    for worker in workers {
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
}

/// Games that are still to be taken, each once.
struct Queue {
    next: AtomicU64,
    end: u64,
}

impl Queue {
    fn new(games: Range<u64>) -> Self {
        Queue { next: AtomicU64::new(games.start), end: games.end }
    }

    fn take(&self) -> Option<u64> {
        let after = |game| (game < self.end).then_some(game + 1);
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after).ok()
    }

    /// There is nothing more to take.
    fn close(&self) {
        self.next.store(self.end, Ordering::Relaxed);
    }
}

/// Whoever ends, well or by a panic, ends it for all: who ends well has found nothing more to take.
struct CloseOnDrop<'q>(&'q Queue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

    fn results(threads: usize, games: Range<u64>) -> Vec<u64> {
        let (mut all, mut next) = (Vec::new(), games.start);
        let slow = || |game: u64| (0..(game * 7919) % 1000).fold(game, |sum, more| sum.wrapping_mul(31) ^ more);
        play_in_order(games, NonZeroUsize::new(threads).unwrap(), slow, |game, result| {
            assert_eq!(game, next);
            next += 1;
            all.push(result);
        });
        all
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        assert_eq!(results(1, 5..1000), results(7, 5..1000));
        assert_eq!(results(3, 0..1000)[5..], results(2, 5..1000));
        assert_eq!(results(4, 9..9), [0_u64; 0]);
    }

    #[test]
    fn every_game_is_shared_out_once() {
        let mut sums = [0; 3];
        share(5..1000, &mut sums, |sum, game| *sum += game);
        assert_eq!(sums.iter().sum::<u64>(), (5..1000).sum::<u64>());
    }

    #[test]
    fn an_error_ends_it() {
        let outcome = try_play_in_order(0..u64::MAX, TWO, || |_| (), |_, ()| Err("enough"));
        assert_eq!(outcome, Err("enough"));
    }

    /// What a panic said.
    fn panic_of(work: impl FnOnce()) -> &'static str {
        catch_unwind(AssertUnwindSafe(work)).unwrap_err().downcast_ref::<&str>().unwrap()
    }

    /// Without it, this test would go on for ever.
    #[test]
    fn a_panic_ends_it() {
        let play = |game: u64| assert!(game != 50, "a game went wrong");
        let in_order = || play_in_order(0..u64::MAX, TWO, || play, |_, ()| ());
        assert_eq!(panic_of(in_order), "a game went wrong");
        assert_eq!(panic_of(|| share(0..u64::MAX, &mut [(); 2], |(), game| play(game))), "a game went wrong");
    }
}
