//! What a player may do in a turn: place tiles, exchange tiles, or pass.
//!
//! A [`Placement`] is the whole word as one reads it off the board, tiles played through included, with its
//! first square and direction. Which of its tiles are new depends on the board it is played on.

use super::{Alphabet, Board, MAX_DIM, PlacedTile, Rack, Slot, Square};
use std::fmt;

/// Tiles in a row, as many as a board is wide: a word on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// Filled up to `len`, then empty.
    tiles: [Option<PlacedTile>; MAX_DIM],
    len: u8,
}

impl Word {
    /// The word of these tiles, unless no board is that wide.
    pub fn new(tiles: impl IntoIterator<Item = PlacedTile>) -> Option<Self> {
        let mut word = Word { tiles: [None; MAX_DIM], len: 0 };
        for tile in tiles {
            let at = word.len();
            *word.tiles.get_mut(at)? = Some(tile);
            word.len += 1;
        }
        Some(word)
    }

    /// Its tiles, in order.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = PlacedTile> + '_ {
        self.tiles[..self.len()].iter().map(|tile| tile.expect("tiles up to the length"))
    }

    /// How many letters it has.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}

/// A word and where it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Where the word begins and which way it runs.
    pub slot: Slot,
    /// All its letters, those already on the board included.
    pub word: Word,
}

impl Placement {
    /// Its letters with their squares; ends where it would leave every board.
    pub fn squares(&self) -> impl Iterator<Item = (Square, PlacedTile)> + '_ {
        let square = |steps: usize| self.slot.start.step(self.slot.direction, steps as isize);
        self.word.tiles().enumerate().map_while(move |(steps, tile)| Some((square(steps)?, tile)))
    }

    /// The tiles that it adds to a board: those on empty squares.
    pub fn fresh<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = (Square, PlacedTile)> + 'a {
        self.squares().filter(|&(square, _)| board.get(square).is_none())
    }

    /// The tiles that it takes off the rack, on this board; none if they are more than a rack has.
    pub fn tiles_used(&self, board: &Board) -> Option<Rack> {
        Rack::try_from_tiles(self.fresh(board).map(|(_, placed)| placed.tile()))
    }

    /// Writes it as plays are written: `8D.DJINN`.
    pub fn display(&self, alphabet: &Alphabet) -> String {
        format!("{}.{}", self.slot, alphabet.write_placed(self.word.tiles()))
    }
}

/// What the player on turn chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// Puts tiles on the board.
    Place(Placement),
    /// Puts these tiles back and draws as many.
    Exchange(Rack),
    /// Does nothing.
    Pass,
}

impl Play {
    /// The tiles that it takes off the rack, on this board; none if they are more than a rack has.
    pub fn tiles_used(&self, board: &Board) -> Option<Rack> {
        match self {
            Play::Place(placement) => placement.tiles_used(board),
            Play::Exchange(tiles) => Some(*tiles),
            Play::Pass => Some(Rack::EMPTY),
        }
    }

    /// Writes it as plays are written: `8D.DJINN`, `ex.ABC`, `pass`.
    pub fn display(&self, alphabet: &Alphabet) -> String {
        match self {
            Play::Place(placement) => placement.display(alphabet),
            Play::Exchange(tiles) => format!("ex.{}", tiles.display(alphabet)),
            Play::Pass => "pass".into(),
        }
    }
}
