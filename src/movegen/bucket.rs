//! What the [play table](super::play_table) is made of: places for keys, compared eight at a time.

use super::table_entry::TableEntry;
use crate::game::Key;

/// Eight places of the table: one line of the cache, so that a look-up waits for memory once. Filled from the first
/// place on.
///
/// The 48 bits of a key are in two arrays, so that all eight can be compared at once with the vectors that every x86-64
/// has.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Bucket {
    low: [u32; Bucket::PLACES],
    middle: [u16; Bucket::PLACES],
    /// The score and one more; 0 if the place is free.
    codes: [u16; Bucket::PLACES],
}

const _: () = assert!(size_of::<Bucket>() == 64);

impl Bucket {
    pub(super) const PLACES: usize = 8;
    pub(super) const EMPTY: Bucket = Bucket { low: [0; 8], middle: [0; 8], codes: [0; 8] };

    /// What is kept of a key.
    #[inline]
    fn tag(key: Key) -> (u32, u16) {
        (key.bits() as u32, (key.bits() >> 32) as u16)
    }

    /// The code of a key; 0 if it is not here.
    #[inline]
    pub(super) fn code(&self, key: Key) -> u16 {
        let (low, middle) = Self::tag(key);
        let mut code = 0;
        for at in 0..Self::PLACES {
            let same = (self.low[at] == low) & (self.middle[at] == middle);
            code |= if same { self.codes[at] } else { 0 };
        }
        code
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.codes[Self::PLACES - 1] != 0
    }

    /// Where in it a key is.
    pub(super) fn find(&self, key: Key) -> Option<usize> {
        let tag = Self::tag(key);
        (0..Self::PLACES).find(|&at| (self.low[at], self.middle[at]) == tag && self.codes[at] != 0)
    }

    /// Puts an entry into the first free place and tells which that is; none if it is full.
    pub(super) fn insert(&mut self, entry: TableEntry) -> Option<usize> {
        let at = self.codes.iter().position(|&code| code == 0)?;
        (self.low[at], self.middle[at]) = Self::tag(entry.key);
        self.codes[at] = entry.code();
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table_entry::Reference;
    use super::*;
    use crate::game::Letter;

    #[test]
    fn a_bucket_has_what_was_put_in() {
        let key = |number: u8| Key::of(&[Letter::new(number).unwrap()]);
        let mut bucket = Bucket::EMPTY;
        for number in 1..=8 {
            assert!(!bucket.is_full());
            let worth = Reference::new(0, usize::from(number)).worth(u32::from(number) * 10);
            let place = usize::from(number) - 1;
            assert_eq!((bucket.code(key(number)), bucket.find(key(number))), (0, None));
            assert_eq!(bucket.insert(TableEntry { key: key(number), worth }), Some(place));
            assert_eq!((bucket.code(key(number)), bucket.find(key(number))), (u16::from(number) * 10 + 1, Some(place)));
        }
        assert!(bucket.is_full());
        assert_eq!(bucket.insert(TableEntry { key: key(9), worth: 1 << 32 }), None);
        assert_eq!((bucket.code(key(9)), bucket.find(key(9))), (0, None));
    }
}
