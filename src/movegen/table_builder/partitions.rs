//! What the passes hand on, parted by key: each part fits the second-level cache, and is work for one thread.

use crate::game::Key;

/// How many parts everything is split into.
pub(super) const PARTS: usize = 256;

/// In which part a key is.
#[inline]
fn part_of(key: Key) -> usize {
    (key.bits() >> (u64::BITS - PARTS.trailing_zeros())) as usize
}

/// Things by the part that their key is in.
#[derive(Clone)]
pub(super) struct Partitions<T>(Vec<Vec<T>>);

impl<T> Partitions<T> {
    #[inline]
    pub(super) fn push(&mut self, key: Key, thing: T) {
        self.0[part_of(key)].push(thing);
    }

    /// The things of one part.
    #[inline]
    pub(super) fn part(&self, part: usize) -> &[T] {
        &self.0[part]
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// How many things there are in all parts.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

impl<T> Default for Partitions<T> {
    fn default() -> Self {
        Partitions((0..PARTS).map(|_| Vec::new()).collect())
    }
}
