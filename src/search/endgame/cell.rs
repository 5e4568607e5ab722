//! What lies on a square, in one byte: nothing, a wall, or a tile.

use crate::game::{Letter, PlacedTile, Tile};

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u8);

impl Cell {
    /// No tile.
    pub(super) const FREE: Cell = Cell(0);
    /// A wall or the edge of the board: no tile can ever lie here. No tile has this number.
    pub(super) const WALL: Cell = Cell(0xFF);
    const BLANK_BIT: u8 = 0x80;

    /// A tile.
    pub(super) fn of(tile: PlacedTile) -> Self {
        Cell(tile.letter().number() | if tile.is_blank() { Self::BLANK_BIT } else { 0 })
    }

    /// The tile; none if there is none.
    pub(super) fn tile(self) -> Option<PlacedTile> {
        let letter = Letter::new(self.letter_number()).filter(|_| self != Self::WALL)?;
        Some(if self.is_blank() { PlacedTile::blank(letter) } else { PlacedTile::natural(letter) })
    }

    /// A tile that shows the letter of this number.
    #[inline]
    pub(super) const fn natural(letter: u8) -> Self {
        Cell(letter)
    }

    /// A blank that shows the letter of this number.
    #[inline]
    pub(super) const fn blank(letter: u8) -> Self {
        Cell(letter | Self::BLANK_BIT)
    }

    /// The number of the letter that a tile shows.
    #[inline]
    pub(super) const fn letter_number(self) -> u8 {
        self.0 & !Self::BLANK_BIT
    }

    /// Whether a tile is a blank.
    #[inline]
    pub(super) const fn is_blank(self) -> bool {
        self.0 & Self::BLANK_BIT != 0
    }

    /// Whether it is a tile.
    #[inline]
    pub(super) const fn is_tile(self) -> bool {
        self.0 != Self::FREE.0 && self.0 != Self::WALL.0
    }

    /// The index of a tile's kind, as [`Tile::index`] has it.
    #[inline]
    pub(super) const fn kind(self) -> usize {
        if self.is_blank() { Tile::BLANK.index() } else { self.0 as usize }
    }

    /// Its number, for hashing.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }
}
