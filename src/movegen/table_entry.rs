//! What the [play table](super::play_table) has for a multiset of tiles: where its best placement is, and what that
//! scores.

use crate::game::Key;

/// Where a placement is: the number of its site and the number of its word among those of its length.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Reference(u32);

impl Reference {
    const WORD_BITS: u32 = 19;

    /// There may be at most so many words of one length.
    pub(super) const MOST_WORDS: usize = 1 << Self::WORD_BITS;

    /// The word is one of [`MOST_WORDS`](Self::MOST_WORDS), the site one of 8,192: 21 by 21 squares have 6,174.
    #[inline]
    pub(super) fn new(site: usize, word: usize) -> Self {
        debug_assert!(word < Self::MOST_WORDS && site < 1 << (u32::BITS - Self::WORD_BITS));
        Reference((site as u32) << Self::WORD_BITS | word as u32)
    }

    #[inline]
    pub(super) fn site(self) -> usize {
        (self.0 >> Self::WORD_BITS) as usize
    }

    #[inline]
    pub(super) fn word(self) -> usize {
        (self.0 & ((1 << Self::WORD_BITS) - 1)) as usize
    }

    /// A number that is higher for more points, and for the same points if the reference is lower. Never 0.
    ///
    /// This is where scores are cut off that are too high for the table.
    #[inline]
    pub(super) fn worth(self, score: u32) -> u64 {
        const MOST: u32 = u16::MAX as u32 - 1;
        u64::from(score.min(MOST) + 1) << 32 | u64::from(!self.0)
    }
}

/// A multiset of tiles with its best placement, as [`Reference::worth`] says it.
#[derive(Clone, Copy)]
pub(super) struct TableEntry {
    pub(super) key: Key,
    pub(super) worth: u64,
}

impl TableEntry {
    pub(super) const NONE: TableEntry = TableEntry { key: Key::EMPTY, worth: 0 };

    pub(super) fn code(self) -> u16 {
        (self.worth >> 32) as u16
    }

    pub(super) fn reference(self) -> Reference {
        Reference(!self.worth as u32)
    }
}
