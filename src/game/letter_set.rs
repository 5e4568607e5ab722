//! A set of letters, a bit each.

use super::Letter;

/// Some of the letters of an alphabet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LetterSet(u64);

impl LetterSet {
    /// No letter.
    pub const NONE: LetterSet = LetterSet(0);
    /// Every letter.
    pub const ALL: LetterSet = LetterSet(!1);

    /// Adds a letter.
    #[inline]
    pub fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.number();
    }

    /// Its letters, in order.
    pub fn letters(self) -> impl Iterator<Item = Letter> {
        (1..64).filter(move |number| self.0 >> number & 1 != 0).filter_map(Letter::new)
    }

    /// Whether the letter with this number is in it; no letter has 0.
    #[inline]
    pub(crate) const fn has_number(self, number: u8) -> bool {
        self.0 >> number & 1 != 0
    }

    /// Whether the letter is in it.
    #[inline]
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 >> letter.number() & 1 != 0
    }
}

impl std::fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries((1..64).filter(|number| self.0 >> number & 1 != 0)).finish()
    }
}
