//! The bag: tiles in an order that was decided beforehand, drawn from its two ends.
//!
//! Player one draws from one end and player two from the other. So what a seat draws depends on how many tiles that
//! seat has taken and on nothing that the other does, until the ends meet or somebody puts tiles back. Two games with
//! the same seed and the players' seats swapped then share most of their luck, and one deterministic player against
//! itself makes the same game twice.

use super::{Player, Rack, Tally, Tile};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::VecDeque;

/// Tiles that have not been drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag {
    /// Player one's end is the last.
    tiles: VecDeque<Tile>,
    /// Decides where tiles that are put back go.
    rng: Xoshiro256PlusPlus,
}

impl Bag {
    /// These tiles, well shaken. The same tiles and the same seed make the same bag.
    pub fn shaken(tiles: &Tally, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tiles: Vec<Tile> = tiles.iter().collect();
        tiles.shuffle(&mut rng);
        Bag { tiles: tiles.into(), rng }
    }

    /// These tiles, in this order: player two's end first. The seed decides where tiles go that are put back.
    pub(crate) fn in_order(tiles: Vec<Tile>, seed: u64) -> Self {
        Bag { tiles: tiles.into(), rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// How many tiles are left.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Fills a rack up to `size` tiles from the player's end, as far as there are tiles.
    pub fn fill(&mut self, rack: &mut Rack, size: usize, player: Player) {
        while rack.len() < size
            && let Some(tile) = self.draw(player)
        {
            let _ = rack.push(tile);
        }
    }

    fn draw(&mut self, player: Player) -> Option<Tile> {
        match player {
            Player::One => self.tiles.pop_back(),
            Player::Two => self.tiles.pop_front(),
        }
    }

    /// Puts tiles back, each at a place that the seed decides.
    pub fn put_back(&mut self, tiles: &Rack) {
        for &tile in tiles.tiles() {
            let place = self.rng.random_range(0..=self.tiles.len());
            self.tiles.insert(place, tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RACK_SIZE, english};
    use super::*;

    #[test]
    fn nothing_is_lost() {
        let mut bag = Bag::shaken(english().tiles(), 1);
        let mut rack = Rack::EMPTY;
        bag.fill(&mut rack, RACK_SIZE, Player::One);
        assert_eq!((rack.len(), bag.len()), (7, 93));
        bag.put_back(&rack);
        assert_eq!(bag.tiles.iter().copied().collect::<Tally>(), *english().tiles());
    }

    #[test]
    fn what_one_draws_does_not_depend_on_the_other() {
        let draws = |others: usize| {
            let mut bag = Bag::shaken(english().tiles(), 5);
            (0..others).for_each(|_| bag.fill(&mut { Rack::EMPTY }, RACK_SIZE, Player::Two));
            let mut rack = Rack::EMPTY;
            bag.fill(&mut rack, RACK_SIZE, Player::One);
            rack
        };
        assert_eq!(draws(0), draws(1));
        assert_eq!(draws(0), draws(9));
    }
}
