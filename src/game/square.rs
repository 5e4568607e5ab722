//! Squares, and the two directions of play.
//!
//! Rows are numbered from 1 and columns lettered from A. A play's coordinate gives its first square and its
//! direction at once: the number first means across (`8D`), the letter first means down (`D8`).

use std::fmt;
use std::ops::{Index, IndexMut};

/// The most rows, and the most columns, that a board may have.
pub const MAX_DIM: usize = 21;

/// A square of the board, by row and column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// From the top, counted from 0.
    pub row: u8,
    /// From the left, counted from 0.
    pub col: u8,
}

impl Square {
    /// The square at this row and column, both below [`MAX_DIM`].
    pub const fn new(row: usize, col: usize) -> Self {
        debug_assert!(row < MAX_DIM && col < MAX_DIM);
        Square { row: row as u8, col: col as u8 }
    }

    /// Its place in a table of `MAX_DIM * MAX_DIM` squares.
    pub const fn index(self) -> usize {
        self.row as usize * MAX_DIM + self.col as usize
    }

    /// The square `steps` further in a direction, unless that leaves every board.
    pub fn step(self, direction: Direction, steps: isize) -> Option<Square> {
        let moved =
            |from: u8, by: isize| u8::try_from(isize::from(from) + by).ok().filter(|&to| usize::from(to) < MAX_DIM);
        let (down, right) = match direction {
            Direction::Across => (0, steps),
            Direction::Down => (steps, 0),
        };
        Some(Square { row: moved(self.row, down)?, col: moved(self.col, right)? })
    }
}

impl Direction {
    /// The square at a place of a lane: of a row, for words across; of a column, for words down.
    pub const fn square(self, lane: usize, place: usize) -> Square {
        match self {
            Direction::Across => Square::new(lane, place),
            Direction::Down => Square::new(place, lane),
        }
    }

    /// The lane that a square is in, and its place there.
    pub const fn lane_and_place(self, square: Square) -> (usize, usize) {
        let (row, col) = (square.row as usize, square.col as usize);
        match self {
            Direction::Across => (row, col),
            Direction::Down => (col, row),
        }
    }
}

/// A square is written with the number first, as in `8H`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Slot { start: *self, direction: Direction::Across })
    }
}

/// The direction of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Left to right.
    Across,
    /// Top to bottom.
    Down,
}

impl Direction {
    /// Both directions.
    pub const BOTH: [Direction; 2] = [Direction::Across, Direction::Down];

    /// The other direction.
    pub const fn crossing(self) -> Self {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }
}

/// One value for each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerDirection<T>(pub [T; 2]);

impl<T> Index<Direction> for PerDirection<T> {
    type Output = T;
    fn index(&self, direction: Direction) -> &T {
        &self.0[direction as usize]
    }
}

impl<T> IndexMut<Direction> for PerDirection<T> {
    fn index_mut(&mut self, direction: Direction) -> &mut T {
        &mut self.0[direction as usize]
    }
}

/// Where a word begins and which way it runs: `8D` across, `D8` down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The square of the word's first letter.
    pub start: Square,
    /// Which way the word runs.
    pub direction: Direction,
}

impl Slot {
    /// Reads a coordinate, column letters in either case; none if it is not one, or off every board.
    ///
    /// ```
    /// use tasseo::game::{Direction, Slot};
    ///
    /// let across = Slot::parse("8d").unwrap();
    /// assert_eq!((across.start.row, across.start.col, across.direction), (7, 3, Direction::Across));
    /// assert_eq!(Slot::parse("H11").unwrap().to_string(), "H11");
    /// assert_eq!(Slot::parse("11"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let letter_first = text.starts_with(|c: char| c.is_ascii_alphabetic());
        let (number, column) = if letter_first {
            let (column, number) = text.split_at(1);
            (number, column)
        } else {
            let column_at = text.find(|c: char| !c.is_ascii_digit())?;
            text.split_at(column_at)
        };
        let &[column] = column.as_bytes() else { return None };
        if !column.is_ascii_alphabetic() || !number.bytes().all(|b| b.is_ascii_digit()) || number.starts_with('0') {
            return None;
        }
        let col = usize::from(column.to_ascii_uppercase() - b'A');
        let row = number.parse::<usize>().ok()?.checked_sub(1)?;
        let direction = if letter_first { Direction::Down } else { Direction::Across };
        (row < MAX_DIM && col < MAX_DIM).then(|| Slot { start: Square::new(row, col), direction })
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.start.row + 1, char::from(b'A' + self.start.col));
        match self.direction {
            Direction::Across => write!(f, "{row}{column}"),
            Direction::Down => write!(f, "{column}{row}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_go_there_and_back() {
        for row in 0..MAX_DIM {
            for col in 0..MAX_DIM {
                for direction in Direction::BOTH {
                    let slot = Slot { start: Square::new(row, col), direction };
                    assert_eq!(Slot::parse(&slot.to_string()), Some(slot));
                    assert_eq!(Slot::parse(&slot.to_string().to_lowercase()), Some(slot));
                    let (lane, place) = direction.lane_and_place(slot.start);
                    assert_eq!(direction.square(lane, place), slot.start);
                }
            }
        }
    }

    #[test]
    fn what_is_no_coordinate() {
        for text in [
            "",
            "8",
            "H",
            "0H",
            "H0",
            "08H",
            "8HH",
            "HH8",
            "22A",
            "8V",
            "Ä8",
            "8Ä",
            "-1A",
            "8 H",
            "999999999999999999999A",
        ] {
            assert_eq!(Slot::parse(text), None, "{text}");
        }
    }

    #[test]
    fn steps_stay_on_the_board() {
        let corner = Square::new(0, MAX_DIM - 1);
        assert_eq!(corner.step(Direction::Across, 1), None);
        assert_eq!(corner.step(Direction::Down, -1), None);
        assert_eq!(corner.step(Direction::Across, -2), Some(Square::new(0, MAX_DIM - 3)));
    }
}
