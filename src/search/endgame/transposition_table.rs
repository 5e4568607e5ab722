//! The transposition table: what is stored of positions that were searched before, shared by all threads.
//!
//! Two words an slot: the position's key, exclusive-or'ed with the data, and the data. Two threads that write at once
//! can leave halves of two slots, but then key and data do not match and the slot reads as none (R. Hyatt's trick).
//! Memory comes in pieces, each when it is first written to, and never more than was asked for.

use super::hash_key::HashKey;
use super::lane_plays::PlayMark;
use super::solution::Bound;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The value of a position, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredValue {
    /// What the rest of the game is worth to the player on turn.
    pub(super) value: i32,
    /// What the value says of the truth.
    pub(super) bound: Bound,
    /// How many plies it was searched; [`COMPLETE`] if to the end of the game.
    pub(super) depth: u8,
    /// The mark of the best play.
    pub(super) best: PlayMark,
}

/// The depth of what was searched to the end of the game.
pub(super) const COMPLETE: u8 = 63;

/// Where each field of a [`StoredValue`] is in the data: the depth in the lowest bits, then the bound (never 0), the
/// value, and the mark of the best play.
const BOUND_SHIFT: u32 = 6;
const VALUE_SHIFT: u32 = 8;
const BEST_SHIFT: u32 = 32;
const DEPTH_MASK: u64 = (1 << BOUND_SHIFT) - 1;
/// Enough for eight million points; an endgame is worth some hundreds.
const VALUE_BITS: u32 = BEST_SHIFT - VALUE_SHIFT;
/// How many slots a piece has: four kilobytes, so that a short search does not take the whole table.
const PIECE: usize = 1 << 8;
/// How many slots a position may be stored in.
const WAYS: usize = 2;

#[derive(Debug, Default)]
struct TableSlot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table: pieces of slots, each allocated when it is first written to.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    pieces: Box<[OnceLock<Box<[TableSlot]>>]>,
}

impl TranspositionTable {
    /// A table of at most this many bytes, which it takes as it fills.
    pub(super) fn new(bytes: usize) -> Self {
        let per_piece = PIECE * size_of::<TableSlot>() + size_of::<OnceLock<Box<[TableSlot]>>>();
        TranspositionTable { pieces: (0..(bytes / per_piece).max(1)).map(|_| OnceLock::new()).collect() }
    }

    /// The piece of a key, and where in it the key's slots begin.
    #[inline]
    fn place(&self, key: HashKey) -> (&OnceLock<Box<[TableSlot]>>, usize) {
        let key = key.number();
        let piece = ((key >> 32) * self.pieces.len() as u64) >> 32;
        (&self.pieces[piece as usize], (key as usize % PIECE) & !(WAYS - 1))
    }

    /// The value of a position, as it is stored.
    #[inline]
    pub(super) fn get(&self, key: HashKey) -> Option<StoredValue> {
        let (piece, at) = self.place(key);
        let slots = &piece.get()?[at..at + WAYS];
        slots.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key.number()).then(|| unpack(data))
        })
    }

    /// Remembers what is stored now: in place of what was stored of the same position, else of what took least to find.
    #[inline]
    pub(super) fn put(&self, key: HashKey, stored: StoredValue) {
        let (piece, at) = self.place(key);
        let slots = piece.get_or_init(|| (0..PIECE).map(|_| TableSlot::default()).collect());
        let rank = |slot: &&TableSlot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key.number();
            if same { 0 } else { 1 + (data & DEPTH_MASK) }
        };
        let data = pack(stored);
        if let Some(slot) = slots[at..at + WAYS].iter().min_by_key(rank) {
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key.number() ^ data, Ordering::Relaxed);
        }
    }
}

fn pack(stored: StoredValue) -> u64 {
    debug_assert!(stored.value.unsigned_abs() < 1 << (VALUE_BITS - 1), "{stored:?}");
    let value = (stored.value as u32 & ((1 << VALUE_BITS) - 1)) as u64;
    u64::from(stored.depth)
        | (1 + stored.bound as u64) << BOUND_SHIFT
        | value << VALUE_SHIFT
        | u64::from(stored.best.number()) << BEST_SHIFT
}

fn unpack(data: u64) -> StoredValue {
    let bound = match data >> BOUND_SHIFT & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    // Shifted up and down again, so that the sign comes back.
    let value = ((data >> VALUE_SHIFT) as u32) << (u32::BITS - VALUE_BITS);
    StoredValue {
        value: value as i32 >> (u32::BITS - VALUE_BITS),
        bound,
        depth: (data & DEPTH_MASK) as u8,
        best: PlayMark::from_number((data >> BEST_SHIFT) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        for value in [0, 1, -1, 500, -500, 8_000_000, -8_000_000] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for depth in [0, 7, COMPLETE] {
                    let stored = StoredValue { value, bound, depth, best: PlayMark::from_number(0xDEAD_BEEF) };
                    assert_eq!(unpack(pack(stored)), stored);
                }
            }
        }
    }

    #[test]
    fn the_deeper_entry_stays() {
        let table = TranspositionTable::new(0);
        let stored = |depth| StoredValue { value: i32::from(depth), bound: Bound::Exact, depth, best: PlayMark::PASS };
        let key = |number: u64| HashKey::of(number << 32);
        table.put(key(0), stored(COMPLETE));
        (1..100).for_each(|number| table.put(key(number), stored(1)));
        assert_eq!(table.get(key(0)), Some(stored(COMPLETE)));
        assert_eq!(table.get(key(99)), Some(stored(1)));
        assert_eq!(table.get(key(98)), None);
    }
}
