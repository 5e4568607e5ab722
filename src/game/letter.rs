//! The three small things that everything else is made of: a [`Letter`] of an alphabet, a [`Tile`] as it
//! is drawn from the bag, and a [`PlacedTile`] as it lies on the board.
//!
//! A blank is a tile without a letter. Once placed it shows a letter and keeps it for the rest of the game,
//! but still scores nothing; hence two types. Each is one byte, and `Option<PlacedTile>` (a square of the
//! board) is one byte too.
//!
//! ```
//! use tasseo::game::{Letter, PlacedTile, Tile};
//!
//! let q = Letter::new(17).unwrap(); // the seventeenth letter of an alphabet; Q in English
//! assert_eq!(PlacedTile::natural(q).tile(), Tile::of(q));
//! assert_eq!(PlacedTile::blank(q).tile(), Tile::BLANK);
//! assert_eq!(PlacedTile::blank(q).letter(), q);
//! assert_eq!(size_of::<Option<PlacedTile>>(), 1);
//! ```

use std::num::NonZeroU8;

/// The most letters that an alphabet may have. Word graphs number letters in six bits, from 1.
pub const MAX_LETTERS: usize = 63;

/// The number of kinds of tile: every letter, and the blank as number 0.
pub const TILE_KINDS: usize = MAX_LETTERS + 1;

/// A letter, as its number in the alphabet: 1 to [`MAX_LETTERS`].
///
/// Numbers follow the order of the alphabet's file, which is the order that word graphs use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(NonZeroU8);

impl Letter {
    /// The letter with this number, if an alphabet can have such a letter.
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(n) if number as usize <= MAX_LETTERS => Some(Letter(n)),
            _ => None,
        }
    }

    /// The letter's number, from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

/// A tile as it lies in the bag or on a rack: a letter, or a blank.
///
/// Blanks sort before all letters, as in leave files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The blank, which stands for any letter and scores nothing.
    pub const BLANK: Tile = Tile(0);

    /// The tile that shows this letter.
    pub const fn of(letter: Letter) -> Self {
        Tile(letter.number())
    }

    /// The tile with this [`index`](Self::index), if there can be one.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < TILE_KINDS { Some(Tile(index as u8)) } else { None }
    }

    /// Its place in a table of kinds of tile: 0 for the blank, else the letter's number. Below [`TILE_KINDS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its letter; none for a blank.
    pub const fn letter(self) -> Option<Letter> {
        Letter::new(self.0)
    }

    /// Whether it is a blank.
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

/// A tile on the board: the letter it shows, and whether it is a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedTile(NonZeroU8);

const _: () = assert!(size_of::<Option<PlacedTile>>() == 1);

impl PlacedTile {
    const BLANK_BIT: u8 = 0x80;

    /// An ordinary tile showing its letter.
    pub const fn natural(letter: Letter) -> Self {
        PlacedTile(letter.0)
    }

    /// A blank standing for this letter.
    pub const fn blank(letter: Letter) -> Self {
        PlacedTile(letter.0.saturating_add(Self::BLANK_BIT))
    }

    /// The letter it shows.
    pub const fn letter(self) -> Letter {
        match NonZeroU8::new(self.0.get() & !Self::BLANK_BIT) {
            Some(number) => Letter(number),
            None => unreachable!(),
        }
    }

    /// Whether it is a blank.
    pub const fn is_blank(self) -> bool {
        self.0.get() & Self::BLANK_BIT != 0
    }

    /// The tile that came from the rack: the blank, or the letter.
    pub const fn tile(self) -> Tile {
        if self.is_blank() { Tile::BLANK } else { Tile::of(self.letter()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_numbered_from_one_to_the_limit() {
        assert_eq!(Letter::new(0), None);
        assert_eq!(Letter::new(63).map(Letter::number), Some(63));
        assert_eq!(Letter::new(64), None);
    }

    #[test]
    fn a_placed_blank_keeps_its_letter() {
        for number in 1..=MAX_LETTERS as u8 {
            let letter = Letter::new(number).unwrap();
            assert_eq!(PlacedTile::blank(letter).letter(), letter);
            assert_eq!(PlacedTile::natural(letter).letter(), letter);
            assert!(PlacedTile::blank(letter).is_blank());
            assert!(!PlacedTile::natural(letter).is_blank());
        }
    }
}
