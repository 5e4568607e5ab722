//! A player's tiles: at most seven, kept sorted, in eight bytes.
//!
//! Searches copy, compare and hash racks by the million, and a belief holds hundreds of thousands of them;
//! that is why a rack is not a [`Tally`].

use super::{Alphabet, Key, SpellingError, Tally, Tile};
use thiserror::Error;

/// How many tiles a full rack has.
pub const RACK_SIZE: usize = 7;

/// Up to seven tiles, in order: blanks first, then by letter.
///
/// The same tiles are always the same value, however they were collected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rack {
    /// Sorted; beyond `len` all blanks, so that equality can look at all of them.
    tiles: [Tile; RACK_SIZE],
    len: u8,
}

const _: () = assert!(size_of::<Rack>() == 8);

/// What is wrong with a text that should be a rack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RackError {
    /// Not made of letters.
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    /// More tiles than a rack holds.
    #[error("{text} has {count} tiles, a rack holds {RACK_SIZE}")]
    TooMany {
        /// The rack as it was written.
        text: String,
        /// How many tiles that is.
        count: usize,
    },
}

impl Rack {
    /// No tiles.
    pub const EMPTY: Rack = Rack { tiles: [Tile::BLANK; RACK_SIZE], len: 0 };

    /// Reads a rack as it is written in positions and plays: letters, `?` for a blank, in any order.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Self, RackError> {
        let tiles = alphabet.read_rack_tiles(text)?;
        Self::try_from_tiles(tiles.iter().copied())
            .ok_or_else(|| RackError::TooMany { text: text.into(), count: tiles.len() })
    }

    /// The rack with these tiles, unless they are more than a rack holds.
    pub fn try_from_tiles(tiles: impl IntoIterator<Item = Tile>) -> Option<Self> {
        let mut rack = Rack::EMPTY;
        tiles.into_iter().all(|tile| rack.push(tile)).then_some(rack)
    }

    /// The tiles, sorted.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// How many tiles it holds.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many of this kind it holds.
    pub fn count(&self, tile: Tile) -> usize {
        self.tiles().iter().filter(|&&t| t == tile).count()
    }

    /// The key of its tiles.
    pub fn key(&self) -> Key {
        self.tiles().iter().fold(Key::EMPTY, |key, &tile| key.with_tile(tile))
    }

    /// Adds a tile; `false`, and nothing changes, if the rack is full.
    #[must_use]
    pub fn push(&mut self, tile: Tile) -> bool {
        if self.len() == RACK_SIZE {
            return false;
        }
        let mut at = self.len();
        while at > 0 && self.tiles[at - 1] > tile {
            self.tiles[at] = self.tiles[at - 1];
            at -= 1;
        }
        self.tiles[at] = tile;
        self.len += 1;
        true
    }

    /// Takes a tile off; `false`, and nothing changes, if it is not there.
    #[must_use]
    pub fn remove(&mut self, tile: Tile) -> bool {
        let Some(at) = self.tiles().iter().position(|&t| t == tile) else { return false };
        self.tiles.copy_within(at + 1.., at);
        self.tiles[RACK_SIZE - 1] = Tile::BLANK;
        self.len -= 1;
        true
    }

    /// What is left when `tiles` are taken off, or the first of them that is not there.
    pub fn without(mut self, tiles: &Rack) -> Result<Rack, Tile> {
        match tiles.tiles().iter().find(|&&tile| !self.remove(tile)) {
            Some(&missing) => Err(missing),
            None => Ok(self),
        }
    }

    /// The tiles of `self` that `other` does not have, copy for copy.
    pub fn minus(&self, other: &Rack) -> Rack {
        let mut left = *self;
        for &tile in other.tiles() {
            let _ = left.remove(tile);
        }
        left
    }

    /// The smallest rack that includes both, unless that is more than a rack holds.
    pub fn union(&self, other: &Rack) -> Option<Rack> {
        let extra = other.minus(self);
        Rack::try_from_tiles(self.tiles().iter().chain(extra.tiles()).copied())
    }

    /// Its tiles as counts.
    pub fn tally(&self) -> Tally {
        self.tiles().iter().copied().collect()
    }

    /// Writes the rack, blanks first: `?AEINRS`.
    pub fn display(&self, alphabet: &Alphabet) -> String {
        alphabet.write_tiles(self.tiles().iter().copied())
    }
}

impl Default for Rack {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl std::fmt::Debug for Rack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles().iter().map(|tile| tile.index())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rack(indices: &[usize]) -> Rack {
        Rack::try_from_tiles(indices.iter().filter_map(|&i| Tile::from_index(i))).unwrap()
    }

    #[test]
    fn order_of_collection_does_not_matter() {
        assert_eq!(rack(&[3, 0, 1, 3]), rack(&[3, 3, 1, 0]));
        let mut r = rack(&[3, 0, 1, 3]);
        assert!(r.remove(Tile::BLANK) && r.push(Tile::BLANK));
        assert_eq!(r, rack(&[0, 1, 3, 3]));
        assert!(!r.remove(Tile::from_index(9).unwrap()));
    }

    #[test]
    fn seven_tiles_are_enough() {
        let mut full = rack(&[1, 2, 3, 4, 5, 6, 7]);
        assert!(!full.push(Tile::BLANK));
        assert_eq!(rack(&[1, 1, 2]).union(&rack(&[1, 2, 2, 5])), Some(rack(&[1, 1, 2, 2, 5])));
        assert_eq!(full.union(&rack(&[8])), None);
    }

    #[test]
    fn taking_away_names_what_is_missing() {
        assert_eq!(rack(&[1, 2, 3]).without(&rack(&[2, 2])), Err(Tile::from_index(2).unwrap()));
        assert_eq!(rack(&[1, 2, 3]).without(&rack(&[1, 3])), Ok(rack(&[2])));
    }
}
