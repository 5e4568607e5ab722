//! Which letters may stand on a square between tiles, as far as the word through those tiles is concerned.
//!
//! A play across that puts a tile below or above others also makes a word down. For a square with tiles before or after
//! it in one direction, the check is the set of letters that make a word of what is there.
//!
//! With the GADDAG that is one walk: from the tile before the square back to the first, then the separator, and now
//! every letter that comes next is tried on the tiles after the square. Where there are no tiles before, the walk
//! begins at the last tile after the square, and the letters that end it are the answer.

use super::LetterSet;
use crate::game::PlacedTile;
use crate::lexicon::{Graph, List, Node};

/// Some tiles of a lane, none of them missing.
type Tiles<'t> = &'t [Option<PlacedTile>];

/// The letters that make a word between these tiles, of which there must be some.
pub(crate) fn check(graph: &Graph, before: Tiles<'_>, after: Tiles<'_>) -> LetterSet {
    if before.is_empty() {
        return collect(graph, walk_back(graph, after), Node::accepts);
    }
    let forth = walk_back(graph, before).and_then(|list| graph.turn(list));
    collect(graph, forth, |node| ends_word(graph, node, after))
}

/// Where the GADDAG leads over these tiles, from the last to the first.
fn walk_back(graph: &Graph, tiles: Tiles<'_>) -> Option<List> {
    let mut letters = tiles.iter().rev().flatten().map(|tile| tile.letter());
    letters.try_fold(graph.gaddag(), |list, letter| graph.seek(list, letter)?.arc())
}

/// Whether the tiles that follow a node complete a word.
fn ends_word(graph: &Graph, node: Node, after: Tiles<'_>) -> bool {
    let last = after.iter().flatten().try_fold(node, |node, tile| graph.seek(node.arc()?, tile.letter()));
    last.is_some_and(Node::accepts)
}

fn collect(graph: &Graph, list: Option<List>, is_good: impl Fn(Node) -> bool) -> LetterSet {
    let mut set = LetterSet::NONE;
    for node in list.into_iter().flat_map(|list| graph.siblings(list)) {
        if let Some(letter) = node.letter()
            && is_good(node)
        {
            set.insert(letter);
        }
    }
    set
}
