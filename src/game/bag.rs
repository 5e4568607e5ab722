//! The bag: tiles in an order that was decided beforehand.

use super::{RACK_SIZE, Rack, Tally, Tile};
use rand::Rng;
use rand::seq::SliceRandom;

/// Tiles that have not been drawn, the next one last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag {
    tiles: Vec<Tile>,
}

impl Bag {
    /// These tiles, well shaken.
    pub fn shaken(tiles: &Tally, rng: &mut impl Rng) -> Self {
        let mut tiles: Vec<Tile> = tiles.iter().collect();
        tiles.shuffle(rng);
        Bag { tiles }
    }

    /// How many tiles are left.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Fills a rack up, as far as there are tiles.
    pub fn fill(&mut self, rack: &mut Rack) {
        while rack.len() < RACK_SIZE
            && let Some(tile) = self.tiles.pop()
        {
            let _ = rack.push(tile);
        }
    }

    /// Puts tiles back, each at a place of its own.
    pub fn put_back(&mut self, tiles: &Rack, rng: &mut impl Rng) {
        for &tile in tiles.tiles() {
            let place = rng.random_range(0..=self.tiles.len());
            self.tiles.insert(place, tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::english;
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn nothing_is_lost() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut bag = Bag::shaken(english().tiles(), &mut rng);
        let mut rack = Rack::EMPTY;
        bag.fill(&mut rack);
        assert_eq!((rack.len(), bag.len()), (7, 93));
        bag.put_back(&rack, &mut rng);
        assert_eq!(bag.tiles.iter().copied().collect::<Tally>(), *english().tiles());
    }
}
