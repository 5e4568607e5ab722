//! Words from tiles.
//!
//! A walk down the DAWG that takes from the tiles what it passes, and puts it back when it returns: from AEGILN? it
//! enters A, then what is left, and so on. Where a letter has run out a blank takes its place. Since the walk never
//! enters a letter that the tiles cannot pay for, it sees a small part of the graph.

use super::{Graph, List};
use crate::game::{PlacedTile, Tally, Tile};

/// How many of the tiles an anagram must use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Using {
    /// Every tile.
    All,
    /// At least one.
    Some,
}

/// The words that can be made, in order.
pub(super) fn find(graph: &Graph, tiles: &Tally, using: Using) -> Vec<Vec<PlacedTile>> {
    let mut search = AnagramSearch { graph, using, left: *tiles, word: Vec::new(), found: Vec::new() };
    search.walk(graph.dawg());
    search.found
}

struct AnagramSearch<'g> {
    graph: &'g Graph,
    using: Using,
    /// The tiles that are not in `word`.
    left: Tally,
    word: Vec<PlacedTile>,
    found: Vec<Vec<PlacedTile>>,
}

impl AnagramSearch<'_> {
    /// Goes one level deeper for each tile, so never deeper than there are tiles.
    fn walk(&mut self, list: List) {
        for node in self.graph.siblings(list) {
            let Some(placed) = node.letter().and_then(|letter| self.take(PlacedTile::natural(letter))) else {
                continue;
            };
            self.word.push(placed);
            if node.accepts() && (self.using == Using::Some || self.left.is_empty()) {
                self.found.push(self.word.clone());
            }
            if let Some(behind) = node.arc()
                && !self.left.is_empty()
            {
                self.walk(behind);
            }
            self.word.pop();
            self.left.add(placed.tile());
        }
    }

    /// Takes the tile from those left, or else a blank in its place.
    fn take(&mut self, natural: PlacedTile) -> Option<PlacedTile> {
        if self.left.remove(natural.tile()) {
            Some(natural)
        } else {
            self.left.remove(Tile::BLANK).then(|| PlacedTile::blank(natural.letter()))
        }
    }
}
