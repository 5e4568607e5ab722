//! What lies on the board.

use super::{Direction, MAX_DIM, PlacedTile, Square};

/// The tiles on the board. Size and premiums are the [`Layout`](super::Layout)'s business.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// By [`Square::index`]; a square that the layout does not have is always empty.
    squares: [Option<PlacedTile>; MAX_DIM * MAX_DIM],
    /// How many squares have a tile.
    tiles: u16,
}

impl Board {
    /// No tiles yet.
    pub const EMPTY: Board = Board { squares: [None; MAX_DIM * MAX_DIM], tiles: 0 };

    /// The tile on a square.
    pub fn get(&self, square: Square) -> Option<PlacedTile> {
        self.squares[square.index()]
    }

    /// The tile next to a square, `steps` further on.
    pub fn neighbour(&self, square: Square, direction: Direction, steps: isize) -> Option<PlacedTile> {
        square.step(direction, steps).and_then(|next| self.get(next))
    }

    /// Whether a tile lies on any of the four squares around this one.
    pub fn has_neighbour(&self, square: Square) -> bool {
        let beside = |direction, steps| self.neighbour(square, direction, steps).is_some();
        Direction::BOTH.into_iter().any(|direction| beside(direction, -1) || beside(direction, 1))
    }

    /// Puts a tile on an empty square.
    ///
    /// # Panics
    /// If the square is taken.
    pub fn place(&mut self, square: Square, tile: PlacedTile) {
        let old = self.squares[square.index()].replace(tile);
        assert!(old.is_none(), "{square} is taken");
        self.tiles += 1;
    }

    /// Whether all tiles of an earlier board lie here too.
    pub fn goes_on_from(&self, earlier: &Board) -> bool {
        self.tiles >= earlier.tiles
            && self.squares.iter().zip(&earlier.squares).all(|(now, then)| then.is_none() || now == then)
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        usize::from(self.tiles)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    /// Every tile with its square, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Square, PlacedTile)> + Clone + '_ {
        let squares = self.squares.iter().enumerate();
        squares.filter_map(|(at, tile)| tile.map(|tile| (Square::new(at / MAX_DIM, at % MAX_DIM), tile)))
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter().map(|(square, tile)| (square.to_string(), tile))).finish()
    }
}
