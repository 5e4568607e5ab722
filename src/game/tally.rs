//! A multiset of tiles, as a count for each kind: a whole set, the unseen tiles, what is in the bag.
//!
//! It is a count for every kind that any alphabet can have, so that adding and taking away are single steps.
//! For the seven tiles of a player there is the smaller [`Rack`](super::Rack).

use super::{TILE_KINDS, Tile};

/// How many there are of each kind of tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tally {
    counts: [u8; TILE_KINDS],
    total: u16,
}

impl Tally {
    /// No tiles.
    pub const EMPTY: Tally = Tally { counts: [0; TILE_KINDS], total: 0 };

    /// How many of this kind there are.
    pub fn count(&self, tile: Tile) -> usize {
        usize::from(self.counts[tile.index()])
    }

    /// How many tiles there are in all.
    pub fn len(&self) -> usize {
        usize::from(self.total)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Adds one tile.
    ///
    /// # Panics
    /// If there are 255 of the kind already; no set of tiles has as many.
    pub fn add(&mut self, tile: Tile) {
        let count = &mut self.counts[tile.index()];
        *count = count.checked_add(1).expect("fewer than 256 tiles of a kind");
        self.total += 1;
    }

    /// Takes one tile away; `false`, and nothing changes, if there is none.
    #[must_use]
    pub fn remove(&mut self, tile: Tile) -> bool {
        let count = &mut self.counts[tile.index()];
        let present = *count > 0;
        if present {
            *count -= 1;
            self.total -= 1;
        }
        present
    }

    /// Takes all these tiles away, or says which one there are too few of, and then nothing changes.
    pub fn remove_all(&mut self, tiles: impl IntoIterator<Item = Tile>) -> Result<(), Tile> {
        let mut left = *self;
        for tile in tiles {
            if !left.remove(tile) {
                return Err(tile);
            }
        }
        *self = left;
        Ok(())
    }

    /// Every tile, blanks first, then by letter.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.kinds().flat_map(|(tile, count)| std::iter::repeat_n(tile, count))
    }

    /// Every kind that is there, with its count.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, usize)> + '_ {
        let all = (0..TILE_KINDS).filter_map(Tile::from_index);
        all.map(|tile| (tile, self.count(tile))).filter(|&(_, count)| count > 0)
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Extend<Tile> for Tally {
    fn extend<I: IntoIterator<Item = Tile>>(&mut self, tiles: I) {
        tiles.into_iter().for_each(|tile| self.add(tile));
    }
}

impl FromIterator<Tile> for Tally {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut tally = Tally::EMPTY;
        tally.extend(tiles);
        tally
    }
}

impl std::fmt::Debug for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.kinds().map(|(tile, count)| (tile.index(), count))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(index: usize) -> Tile {
        Tile::from_index(index).unwrap()
    }

    #[test]
    fn taking_too_many_changes_nothing() {
        let mut tally: Tally = [tile(1), tile(1), tile(5)].into_iter().collect();
        let before = tally;
        assert_eq!(tally.remove_all([tile(1), tile(5), tile(5)]), Err(tile(5)));
        assert_eq!(tally, before);
        assert_eq!(tally.remove_all([tile(1), tile(5)]), Ok(()));
        assert_eq!(tally.iter().collect::<Vec<_>>(), [tile(1)]);
    }
}
