//! Where the tiles on the opponent's rack can have come from: how likely each rack was before its owner spoke.
//!
//! Mostly the answer is one binomial coefficient for each kind of tile: the rack was drawn from the tiles that are
//! unseen now. That is so because the tiles we drew since were drawn from the same bag, and knowing them only takes
//! them out of the pool.
//!
//! It is not so when tiles went back into the bag after the opponent last drew: ours, by an exchange, or its own,
//! known ones, which it threw before it drew but which go back only after. Those cannot be on its rack, but may have
//! been drawn by us. So the rack comes from the pool as it was when it was filled, and every later draw of ours from a
//! bag that such tiles had come back to says something about what the rack has. Kind by kind:
//!
//! ```text
//! ways to draw the rack from the pool  *  for each of our later draws, ways to draw it from the bag as it then was
//! ```
//!
//! which is still a product over the kinds of tile, so that it costs nothing when racks are enumerated kind by kind.

use super::choose::choose;
use crate::game::{Rack, Tally, Tile};

/// Where a rack comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Supply {
    /// The tiles it was drawn from, those on it included.
    pub(super) pool: Tally,
    /// Tiles of it that somebody saw: they are on it for certain, and the others are as if drawn from the rest.
    pub(super) shown: Rack,
    /// What happened to the bag since, in order.
    pub(super) later: Vec<BagEvent>,
}

/// What happened to the bag after the rack was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BagEvent {
    /// We drew these.
    Drawn(Rack),
    /// These were put back.
    Returned(Rack),
}

impl Supply {
    /// A rack from this pool, of which nothing else is known.
    pub(super) fn from_pool(pool: Tally) -> Self {
        Supply { pool, shown: Rack::EMPTY, later: Vec::new() }
    }

    /// The factor in a rack's weight for having `count` of a tile.
    pub(super) fn weight(&self, tile: Tile, count: usize) -> f64 {
        let (pool, shown) = (self.pool.count(tile), self.shown.count(tile));
        if count > pool || count < shown {
            return 0.0;
        }
        let (mut ways, mut bag) = (choose(pool - shown, count - shown), pool - count);
        for later in &self.later {
            match later {
                BagEvent::Drawn(tiles) => {
                    ways *= choose(bag, tiles.count(tile));
                    bag = bag.saturating_sub(tiles.count(tile));
                }
                BagEvent::Returned(tiles) => bag += tiles.count(tile),
            }
        }
        ways
    }

    /// The tiles that the rack may have: the pool without what we drew since.
    pub(super) fn left(&self) -> Tally {
        self.later.iter().fold(self.pool, |pool, later| match later {
            BagEvent::Drawn(tiles) => super::choose::less(&pool, tiles),
            BagEvent::Returned(_) => pool,
        })
    }
}
