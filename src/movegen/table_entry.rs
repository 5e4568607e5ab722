//! What the [play table](super::play_table) has for a multiset of tiles: where its best placement is, and what that
//! scores.

use crate::game::Key;

/// Where a placement is: the number of its site and the number of its word among those of its length.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Reference(u32);

impl Reference {
    const WORD_BITS: u32 = 19;

    /// There may be at most this many words of one length.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_points_are_better_and_then_lower_references() {
        let place = |site, word| Reference::new(site, word);
        assert!(place(9, 9).worth(11) > place(0, 0).worth(10));
        assert!(place(0, 1).worth(10) > place(0, 2).worth(10));
        assert!(place(1, 500_000).worth(10) > place(2, 0).worth(10));
        assert_eq!(place(0, 0).worth(70_000) >> 32, u64::from(u16::MAX), "scores end there");
        assert!(place(8191, Reference::MOST_WORDS - 1).worth(0) > TableEntry::NONE.worth);
    }

    #[test]
    fn an_entry_has_its_score_and_its_reference() {
        for (site, word, score) in [(0, 0, 0), (8191, Reference::MOST_WORDS - 1, 0), (17, 4, 302), (3, 5, 65_534)] {
            let reference = Reference::new(site, word);
            let entry = TableEntry { key: Key::EMPTY, worth: reference.worth(score) };
            assert_eq!((entry.reference().site(), entry.reference().word()), (site, word));
            assert_eq!(u32::from(entry.code()), score + 1);
        }
    }
}
