//! Keys of multisets: every kind of tile has a fixed random 64-bit number, and the key of a multiset is the sum of its
//! tiles' numbers.
//!
//! So adding a tile is one addition, whatever the order, and a key is looked up in a table as it is. Two multisets could
//! have the same sum; whoever keeps a table of keys says what that would mean.

use super::letter::{Letter, TILE_KINDS, Tile};
use crate::seeds::seed_of;

/// The number of a multiset of letters or tiles: the sum of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// No letters.
    pub const EMPTY: Key = Key(0);

    /// The multiset of these letters.
    pub fn of(letters: &[Letter]) -> Key {
        letters.iter().fold(Key::EMPTY, |key, &letter| key.with(letter))
    }

    /// With one letter more.
    #[inline]
    pub const fn with(self, letter: Letter) -> Key {
        Key(self.0.wrapping_add(NUMBERS[letter.number() as usize]))
    }

    /// With one letter less, which must be in it.
    #[inline]
    pub const fn without(self, letter: Letter) -> Key {
        Key(self.0.wrapping_sub(NUMBERS[letter.number() as usize]))
    }

    /// With one tile more; the blank has a number of its own.
    #[inline]
    pub const fn with_tile(self, tile: Tile) -> Key {
        Key(self.0.wrapping_add(NUMBERS[tile.index()]))
    }

    /// With a blank in the place of one of its letters.
    #[inline]
    pub(crate) const fn blanking(self, letter: Letter) -> Key {
        self.without(letter).with_tile(Tile::BLANK)
    }

    /// With all letters of another multiset.
    #[inline]
    pub const fn and(self, other: Key) -> Key {
        Key(self.0.wrapping_add(other.0))
    }

    /// The number itself.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Its place in a table of this many places, a power of two.
    #[inline]
    pub(crate) const fn place(self, places: usize) -> usize {
        (self.0 >> 32) as usize & (places - 1)
    }
}

/// A random number for each kind of tile.
const NUMBERS: [u64; TILE_KINDS] = {
    let mut numbers = [0; TILE_KINDS];
    let mut at = 0;
    while at < TILE_KINDS {
        numbers[at] = seed_of(at as u64 + 1, 0);
        at += 1;
    }
    numbers
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rack, english};

    #[test]
    fn the_order_of_tiles_is_no_matter() {
        let spell = |word: &str| english().alphabet().read_word(word).unwrap();
        let [tea, eat] = ["TEA", "EAT"].map(|word| Key::of(&spell(word)));
        assert_eq!(tea, eat);
        assert_ne!(tea, Key::of(&spell("TEE")));
        assert_eq!(Key::of(&spell("TE")).and(Key::of(&spell("A"))), tea);
        let a = spell("A")[0];
        assert_eq!(tea.without(a), Key::of(&spell("TE")));
        let rack = |tiles: &str| Rack::parse(tiles, english().alphabet()).unwrap().key();
        assert_eq!((rack("TEA"), rack("TE?")), (tea, tea.blanking(a)));
        assert_eq!(rack(""), Key::EMPTY);
    }
}
