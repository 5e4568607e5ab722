//! The parts of a rack that grows kind by kind.
//!
//! As in [`SubRacks`](crate::game::SubRacks), parts are numbered in mixed radix, so that the complement of a part is a
//! subtraction. But here a rack is built up and taken down again, one kind of tile at a time, as the tree of racks is
//! walked: a new kind with c tiles appends c copies of all parts there were, with one to c of the tile added. What was
//! there stays as it is, so a rack that differs from the last one in its last kind only costs half of its parts, and
//! to take a kind away is to forget the end of the arrays.

use crate::evaluate::{Keeping, Place};
use crate::game::{MAX_SUB_RACKS, Tile};
use crate::lexicon::Key;
use std::ops::Range;

/// What is known of each part of a rack, whoever judges it.
#[derive(Clone)]
pub(super) struct Parts {
    keys: [Key; MAX_SUB_RACKS],
    /// Where it is among the leaves that have values.
    places: [Place; MAX_SUB_RACKS],
    sizes: [u8; MAX_SUB_RACKS],
    /// How many ways there are to choose it from the rack, equal tiles told apart.
    ways: [f64; MAX_SUB_RACKS],
    len: usize,
    /// The number of the part that the observed play used.
    used: usize,
}

/// What [`Parts::pop`] needs to undo a [`Parts::push`].
#[derive(Clone, Copy)]
pub(super) struct Mark {
    len: usize,
    used: usize,
}

impl Parts {
    /// The one part of no tiles.
    pub(super) fn new(keeping: &Keeping) -> Self {
        Parts {
            keys: [Key::EMPTY; MAX_SUB_RACKS],
            places: [keeping.start(); MAX_SUB_RACKS],
            sizes: [0; MAX_SUB_RACKS],
            ways: [1.0; MAX_SUB_RACKS],
            len: 1,
            used: 0,
        }
    }

    /// Adds so many tiles of a kind, higher than those before, of which the play used some.
    #[inline]
    pub(super) fn push(&mut self, tile: Tile, count: usize, used: usize, keeping: &Keeping) -> Mark {
        let mark = Mark { len: self.len, used: self.used };
        let before = self.len;
        for copy in 1..=count {
            let ways = super::choose::choose(count, copy);
            for at in 0..before {
                let (from, to) = (before * (copy - 1) + at, before * copy + at);
                self.keys[to] = self.keys[from].with_tile(tile);
                self.places[to] = keeping.step(self.places[from], tile);
                self.sizes[to] = self.sizes[from] + 1;
                self.ways[to] = self.ways[at] * ways;
            }
        }
        self.len = before * (count + 1);
        self.used += used * before;
        mark
    }

    pub(super) fn pop(&mut self, mark: Mark) {
        (self.len, self.used) = (mark.len, mark.used);
    }

    /// The parts that were not there before.
    #[inline]
    pub(super) fn since(&self, mark: Mark) -> Range<usize> {
        mark.len..self.len
    }

    /// The number of the whole rack.
    #[inline]
    pub(super) fn whole(&self) -> usize {
        self.len - 1
    }

    /// The number of what the observed play left.
    #[inline]
    pub(super) fn left(&self) -> usize {
        self.whole() - self.used
    }

    #[inline]
    pub(super) fn key(&self, part: usize) -> Key {
        self.keys[part]
    }

    #[inline]
    pub(super) fn place(&self, part: usize) -> Place {
        self.places[part]
    }

    #[inline]
    pub(super) fn size(&self, part: usize) -> usize {
        usize::from(self.sizes[part])
    }

    #[inline]
    pub(super) fn ways(&self, part: usize) -> f64 {
        self.ways[part]
    }
}
