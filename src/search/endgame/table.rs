//! The transposition table: what is known of positions that were searched before, shared by all threads.
//!
//! Two words an entry: the position's key, exclusive-or'ed with the data, and the data. Two threads that write at once
//! can leave halves of two entries, but then key and data do not match and the entry reads as none (R. Hyatt's trick).
//! Memory comes in pieces, each when it is first written to, and never more than was asked for.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a value says of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// It is the truth.
    Exact,
    /// The truth is as high, or higher.
    Lower,
    /// The truth is as low, or lower.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// What the rest of the game is worth to the player on turn.
    pub(super) value: i32,
    pub(super) limit: Limit,
    /// How many plies it was searched; [`COMPLETE`] if to the end of the game.
    pub(super) depth: u8,
    /// The mark of the best play; 0 for none.
    pub(super) best: u32,
}

/// The depth of what was searched to the end of the game.
pub(super) const COMPLETE: u8 = 63;

/// Enough for eight million points; an endgame is worth some hundreds.
const VALUE_BITS: u32 = 24;
/// The entries of a piece: four kilobytes, so that a short search does not take the whole table.
const PIECE: usize = 1 << 8;
const WAYS: usize = 2;
/// The bytes of an entry.
const ENTRY: usize = size_of::<Entry>();

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    pieces: Box<[OnceLock<Box<[Entry]>>]>,
}

impl Table {
    /// A table of at most so many bytes, which it takes as it fills.
    pub(super) fn new(bytes: usize) -> Self {
        let per_piece = PIECE * ENTRY + size_of::<OnceLock<Box<[Entry]>>>();
        Table { pieces: (0..(bytes / per_piece).max(1)).map(|_| OnceLock::new()).collect() }
    }

    /// The piece of a key, and where in it the key's entries begin.
    #[inline]
    fn place(&self, key: u64) -> (&OnceLock<Box<[Entry]>>, usize) {
        let piece = ((key >> 32) * self.pieces.len() as u64) >> 32;
        (&self.pieces[piece as usize], (key as usize % PIECE) & !(WAYS - 1))
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let (piece, at) = self.place(key);
        let entries = &piece.get()?[at..at + WAYS];
        entries.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (data != 0 && entry.check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Remembers what is known now: in place of what was known of the same position, else of what took least to find.
    #[inline]
    pub(super) fn put(&self, key: u64, known: Known) {
        let (piece, at) = self.place(key);
        let entries = piece.get_or_init(|| (0..PIECE).map(|_| Entry::default()).collect());
        let rank = |entry: &&Entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let same = entry.check.load(Ordering::Relaxed) ^ data == key;
            if same { 0 } else { 1 + (data & 0x3F) }
        };
        let data = pack(known);
        if let Some(entry) = entries[at..at + WAYS].iter().min_by_key(rank) {
            entry.data.store(data, Ordering::Relaxed);
            entry.check.store(key ^ data, Ordering::Relaxed);
        }
    }
}

/// Depth in the lowest six bits, then the limit (never 0), the value, and the best play.
fn pack(known: Known) -> u64 {
    debug_assert!(known.value.unsigned_abs() < 1 << (VALUE_BITS - 1), "{known:?}");
    let value = (known.value as u32 & ((1 << VALUE_BITS) - 1)) as u64;
    u64::from(known.depth) | (1 + known.limit as u64) << 6 | value << 8 | u64::from(known.best) << 32
}

fn unpack(data: u64) -> Known {
    let limit = match data >> 6 & 3 {
        1 => Limit::Exact,
        2 => Limit::Lower,
        _ => Limit::Upper,
    };
    // Shifted up and down again, so that the sign comes back.
    let value = ((data >> 8) as u32) << (32 - VALUE_BITS);
    Known { value: value as i32 >> (32 - VALUE_BITS), limit, depth: (data & 0x3F) as u8, best: (data >> 32) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        for value in [0, 1, -1, 500, -500, 8_000_000, -8_000_000] {
            for limit in [Limit::Exact, Limit::Lower, Limit::Upper] {
                for depth in [0, 7, COMPLETE] {
                    let known = Known { value, limit, depth, best: 0xDEAD_BEEF };
                    assert_eq!(unpack(pack(known)), known);
                }
            }
        }
    }

    #[test]
    fn the_deeper_entry_stays() {
        let table = Table::new(0);
        let known = |depth| Known { value: i32::from(depth), limit: Limit::Exact, depth, best: 1 };
        table.put(0, known(COMPLETE));
        (1..100).for_each(|number| table.put(number << 32, known(1)));
        assert_eq!(table.get(0), Some(known(COMPLETE)));
        assert_eq!(table.get(99 << 32), Some(known(1)));
        assert_eq!(table.get(98 << 32), None);
    }
}
