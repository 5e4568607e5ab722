//! Many games on all cores, with their results in the order of the games.
//!
//! Threads take blocks of games as they get to them; whoever wants the results is given them block by block in order,
//! on one thread. So whatever is made of them is the same for any number of threads, and at any moment the games that
//! have been counted are the first so many: which is all that a checkpoint has to remember.

use crate::AnyError;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// How many games a thread plays between two reports.
const BLOCK: u64 = 16;

/// Plays these games. `player` makes, for each thread, what plays a game by its number; `take` is given each block's
/// results, in order, with the number of the game after the block. If it fails, so does the whole. Blocks.
pub fn play_in_order<T: Send, P: FnMut(u64) -> T>(
    games: Range<u64>,
    threads: NonZeroUsize,
    player: impl Fn() -> P + Sync,
    mut take: impl FnMut(u64, Vec<T>) -> Result<(), AnyError>,
) -> Result<(), AnyError> {
    let blocks = AtomicU64::new(0);
    let block = |number: u64| {
        let start = games.start.saturating_add(number.saturating_mul(BLOCK)).min(games.end);
        start..start.saturating_add(BLOCK).min(games.end)
    };
    let work = |results: mpsc::SyncSender<(u64, Vec<T>)>| {
        let mut play = player();
        loop {
            let number = blocks.fetch_add(1, Ordering::Relaxed);
            let games = block(number);
            if games.is_empty() || results.send((number, games.map(&mut play).collect())).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(2 * threads.get());
        for _ in 0..threads.get() {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let (mut due, mut early) = (0, BTreeMap::new());
        for (number, results) in receiver {
            early.insert(number, results);
            while let Some(results) = early.remove(&due) {
                take(block(due).end, results)?;
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(threads: usize, games: Range<u64>) -> Vec<u64> {
        let (mut all, mut next) = (Vec::new(), games.start);
        let slow = || |game: u64| (0..(game * 7919) % 1000).fold(game, |sum, more| sum.wrapping_mul(31) ^ more);
        play_in_order(games, NonZeroUsize::new(threads).unwrap(), slow, |end, block| {
            next += block.len() as u64;
            assert_eq!(next, end);
            all.extend(block);
            Ok(())
        })
        .unwrap();
        all
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        assert_eq!(results(1, 5..1000), results(7, 5..1000));
        assert_eq!(results(3, 0..1000)[5..], results(2, 5..1000));
        assert_eq!(results(4, 9..9), []);
    }

    #[test]
    fn an_error_ends_it() {
        let endless = 0..u64::MAX;
        let outcome = play_in_order(endless, NonZeroUsize::MIN, || |_| (), |_, _| Err("enough".into()));
        assert_eq!(outcome.unwrap_err().to_string(), "enough");
    }
}
