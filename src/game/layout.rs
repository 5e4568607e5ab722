//! The board before the first tile: its size, its premium squares, and where the game starts.
//!
//! Layouts are data too. A file gives the start square (`start 8H`, or `7,7` as MAGPIE's do) and then a picture,
//! one character a square:
//!
//! | character | square | | character | square |
//! |---|---|---|---|---|
//! | `.` or space | plain | | `-` | double word |
//! | `'` | double letter | | `=` | triple word |
//! | `"` | triple letter | | `~` | quadruple word |
//! | `^` | quadruple letter | | `#` | a wall: no tile may lie there |
//!
//! The word premiums that seven tiles in line can reach must not multiply to more than 200 (they come to 27 on the
//! standard board, and to 144 on the large one), so that what plays are worth can be reckoned in whole numbers of 32
//! bits.
//!
//! ```
//! use tasseo::game::{Layout, Premium, Square};
//!
//! let tiny = Layout::parse("tiny", "start 2B\n=.'\n.-.\n'.=\n").unwrap();
//! assert_eq!(tiny.premium(Square::new(0, 2)), Premium::Letter(2));
//! assert_eq!(tiny.premium(tiny.start()), Premium::Word(2));
//! ```

use super::{Direction, MAX_DIM, RACK_SIZE, Slot, Square};
use thiserror::Error;

/// What a square does to the score of a tile placed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Premium {
    /// Nothing.
    Plain,
    /// Multiplies the tile's points.
    Letter(u8),
    /// Multiplies the whole word's points.
    Word(u8),
    /// No tile may be placed here.
    Wall,
}

impl Premium {
    const SYMBOLS: [(char, Premium); 9] = [
        ('.', Premium::Plain),
        (' ', Premium::Plain),
        ('\'', Premium::Letter(2)),
        ('"', Premium::Letter(3)),
        ('^', Premium::Letter(4)),
        ('-', Premium::Word(2)),
        ('=', Premium::Word(3)),
        ('~', Premium::Word(4)),
        ('#', Premium::Wall),
    ];

    /// The square that this character of a layout file stands for.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::SYMBOLS.iter().find(|(s, _)| *s == symbol).map(|&(_, premium)| premium)
    }

    /// Its character in a layout file.
    pub fn symbol(self) -> char {
        Self::SYMBOLS.iter().find(|(_, premium)| *premium == self).map_or('.', |&(symbol, _)| symbol)
    }

    /// By how much it multiplies a tile.
    pub fn letter_factor(self) -> i32 {
        if let Premium::Letter(factor) = self { i32::from(factor) } else { 1 }
    }

    /// By how much it multiplies a word.
    pub fn word_factor(self) -> i32 {
        if let Premium::Word(factor) = self { i32::from(factor) } else { 1 }
    }
}

/// A board's size, start and premium squares.
#[derive(Clone, PartialEq, Eq)]
pub struct Layout {
    name: String,
    rows: usize,
    cols: usize,
    start: Square,
    /// By [`Square::index`]; walls wherever the board has no square.
    premiums: [Premium; MAX_DIM * MAX_DIM],
}

/// What is wrong with a layout file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// The first line is not `start 8H`.
    #[error("line 1: {0:?} should be the start square, like: start 8H")]
    NoStart(String),
    /// The start square is off the board, or a wall.
    #[error("the start square {0} is not on the board")]
    BadStart(Square),
    /// An unknown character.
    #[error("line {line}: {symbol:?} stands for no square; use one of . ' \" ^ - = ~ #")]
    UnknownSymbol {
        /// Counted from 1.
        line: usize,
        /// The character.
        symbol: char,
    },
    /// Rows differ in width.
    #[error("row {row} is {width} squares wide, row 1 is {first}")]
    Ragged {
        /// Counted from 1.
        row: usize,
        /// Its width.
        width: usize,
        /// The width of row 1.
        first: usize,
    },
    /// More than a play may be multiplied by.
    #[error("{lane}: word premiums that multiply a play by {factor}; {most} is the most", most = Layout::MOST_WORD_FACTOR)]
    WordFactor {
        /// The row or column.
        lane: String,
        /// By how much seven tiles can multiply a word there.
        factor: i32,
    },
    /// Too small or too large.
    #[error("a board of {rows} rows and {cols} columns; both must be from 2 to {MAX_DIM}")]
    Size {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
}

impl Layout {
    /// By how much seven tiles in line may multiply a word.
    pub const MOST_WORD_FACTOR: i32 = 200;

    /// Reads the file format above.
    pub fn parse(name: &str, text: &str) -> Result<Self, LayoutError> {
        let mut lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
        let first = lines.next().unwrap_or_default();
        let start = parse_start(first.trim()).ok_or_else(|| LayoutError::NoStart(first.into()))?;
        let rows = lines
            .enumerate()
            .map(|(at, line)| Self::parse_row(at + 2, line))
            .collect::<Result<Vec<Vec<Premium>>, _>>()?;
        let cols = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|row| row.len() != cols) {
            return Err(LayoutError::Ragged { row: row + 1, width: rows[row].len(), first: cols });
        }
        if !(2..=MAX_DIM).contains(&rows.len()) || !(2..=MAX_DIM).contains(&cols) {
            return Err(LayoutError::Size { rows: rows.len(), cols });
        }
        let mut premiums = [Premium::Wall; MAX_DIM * MAX_DIM];
        for (at, row) in rows.iter().enumerate() {
            premiums[at * MAX_DIM..][..cols].copy_from_slice(row);
        }
        if premiums[start.index()] == Premium::Wall {
            return Err(LayoutError::BadStart(start));
        }
        let layout = Layout { name: name.into(), rows: rows.len(), cols, start, premiums };
        layout.check_word_factors()?;
        Ok(layout)
    }

    fn check_word_factors(&self) -> Result<(), LayoutError> {
        for direction in Direction::BOTH {
            for lane in 0..self.lane_len(direction.crossing()) {
                let factor = self.most_word_factor(direction, lane);
                if factor > Self::MOST_WORD_FACTOR {
                    let lane = match direction {
                        Direction::Across => format!("row {}", lane + 1),
                        Direction::Down => format!("column {}", char::from(b'A' + lane as u8)),
                    };
                    return Err(LayoutError::WordFactor { lane, factor });
                }
            }
        }
        Ok(())
    }

    /// By how much the tiles of a rack can multiply a word of this lane.
    fn most_word_factor(&self, direction: Direction, lane: usize) -> i32 {
        let premiums: Vec<Premium> =
            (0..self.lane_len(direction)).map(|place| self.premium(direction.square(lane, place))).collect();
        let between_walls = premiums.split(|premium| *premium == Premium::Wall).map(|stretch| {
            let mut factors: Vec<i32> = stretch.iter().map(|premium| premium.word_factor()).collect();
            factors.sort_unstable_by_key(|&factor| -factor);
            factors.iter().take(RACK_SIZE).product()
        });
        between_walls.max().unwrap_or(1)
    }

    fn parse_row(line: usize, text: &str) -> Result<Vec<Premium>, LayoutError> {
        let premium = |symbol| Premium::from_symbol(symbol).ok_or(LayoutError::UnknownSymbol { line, symbol });
        text.chars().map(premium).collect()
    }

    /// The name that positions know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns the board has.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How many squares a word in this direction can cover.
    pub fn lane_len(&self, direction: Direction) -> usize {
        match direction {
            Direction::Across => self.cols,
            Direction::Down => self.rows,
        }
    }

    /// The square that the first word of a game must cover.
    pub fn start(&self) -> Square {
        self.start
    }

    /// What the square does; a [`Premium::Wall`] beyond the board's edge.
    pub fn premium(&self, square: Square) -> Premium {
        self.premiums[square.index()]
    }

    /// Whether columns are as rows are, so that every play on an empty board has a mirror image.
    pub fn is_symmetric(&self) -> bool {
        let (row, col) = Direction::Across.lane_and_place(self.start);
        let mut squares = (0..self.rows()).flat_map(|row| (0..self.cols()).map(move |col| (row, col)));
        let is_mirrored = |(row, col)| self.premium(Square::new(row, col)) == self.premium(Square::new(col, row));
        self.rows() == self.cols() && row == col && squares.all(is_mirrored)
    }

    /// Whether a tile may ever lie there.
    pub fn is_open(&self, square: Square) -> bool {
        self.premium(square) != Premium::Wall
    }
}

/// Either `start 8H`, or row and column from 0 as in MAGPIE's files: `7,7`.
fn parse_start(text: &str) -> Option<Square> {
    if let Some(at) = text.strip_prefix("start ") {
        return Slot::parse(at.trim()).map(|slot| slot.start);
    }
    let (row, col) = text.split_once(',')?;
    let (row, col) = (row.trim().parse().ok()?, col.trim().parse().ok()?);
    (row < MAX_DIM && col < MAX_DIM).then(|| Square::new(row, col))
}

/// The name only; the rest would fill pages.
impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Layout({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Layout::parse("x", text).unwrap_err().to_string()
    }

    #[test]
    fn the_start_can_be_given_as_magpie_does() {
        assert_eq!(Layout::parse("x", "1,0\n..\n..\n"), Layout::parse("x", "start 2A\n..\n..\n"));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error("...\n"), "line 1: \"...\" should be the start square, like: start 8H");
        assert_eq!(error("start 2B\n...\n..\n"), "row 2 is 2 squares wide, row 1 is 3");
        assert_eq!(error("start 2B\n..\n.x\n"), "line 3: 'x' stands for no square; use one of . ' \" ^ - = ~ #");
        assert_eq!(error("start 2C\n..\n..\n"), "the start square 2C is not on the board");
        assert_eq!(
            error("start 1A\n~.~.\n~.~.\n~...\n~...\n"),
            "column A: word premiums that multiply a play by 256; 200 is the most"
        );
        assert!(Layout::parse("x", "start 1A\n~.~.\n~.~.\n#...\n~...\n").is_ok());
        assert_eq!(error("start 1A\n"), "a board of 0 rows and 0 columns; both must be from 2 to 21");
    }
}
