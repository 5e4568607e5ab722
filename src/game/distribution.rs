//! A set of tiles: which letters there are, how many of each, and what they score.
//!
//! Distributions are data. The built-in ones lie in `src/game/distributions`, in the format of MAGPIE's, so that
//! a user's own file works here too; one line a tile, the blank first:
//!
//! ```text
//! ?,?,2,0,0          how it is written, as a blank, how many, points, whether a vowel
//! A,a,9,1,1
//! [CH],[ch],1,5,0
//! ```
//!
//! Macondo's files lack the second column, and are read as well. A letter of which there are no tiles can still
//! be what a blank stands for. The order of the lines numbers the letters, and word graphs depend on those numbers.
//! No tile has more than 80 points, so that what plays are worth can be reckoned in whole numbers of 32 bits.

use super::{Alphabet, AlphabetError, PlacedTile, Rack, TILE_KINDS, Tally, Tile};
use thiserror::Error;

/// An alphabet, how many tiles there are of each letter, and what each is worth.
#[derive(Clone, PartialEq, Eq)]
pub struct Distribution {
    name: String,
    alphabet: Alphabet,
    tiles: Tally,
    values: [u8; TILE_KINDS],
}

/// What is wrong with a distribution file, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DistributionError {
    /// Not of the form `A,a,9,1,1`.
    #[error("line {line}: {text:?} is not of the form A,a,9,1,1 (letter, as a blank, tiles, points, vowel 0 or 1)")]
    Malformed {
        /// Counted from 1.
        line: usize,
        /// The line as it is.
        text: String,
    },
    /// More points than a tile may have.
    #[error("line {line}: a tile of {points} points; {most} is the most", most = Distribution::MOST_POINTS)]
    TooManyPoints {
        /// Counted from 1.
        line: usize,
        /// How many it has.
        points: u32,
    },
    /// The blank is missing, or not on the first line.
    #[error("the first line must be the blank's: ?,?,2,0,0")]
    NoBlank,
    /// The letters make no alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

impl Distribution {
    /// The most points that a tile may have.
    pub const MOST_POINTS: u8 = 80;

    /// Reads the file format above.
    pub fn parse(name: &str, text: &str) -> Result<Self, DistributionError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let entries = lines.map(|(at, line)| TileLine::parse(at + 1, line)).collect::<Result<Vec<_>, _>>()?;
        let letters = match entries.split_first() {
            Some((blank, letters)) if blank.upper == "?" => letters,
            _ => return Err(DistributionError::NoBlank),
        };
        let alphabet = Alphabet::new(letters.iter().map(|entry| (&*entry.upper, &*entry.lower, entry.vowel)))?;
        let (mut tiles, mut values) = (Tally::EMPTY, [0; TILE_KINDS]);
        for (tile, entry) in (0..TILE_KINDS).filter_map(Tile::from_index).zip(&entries) {
            tiles.extend(std::iter::repeat_n(tile, usize::from(entry.count)));
            values[tile.index()] = entry.value;
        }
        Ok(Distribution { name: name.into(), alphabet, tiles, values })
    }

    /// The name that positions and options know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its letters.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The whole set.
    pub fn tiles(&self) -> &Tally {
        &self.tiles
    }

    /// The points for a tile that is still on a rack.
    pub fn value(&self, tile: Tile) -> i32 {
        i32::from(self.values[tile.index()])
    }

    /// The points for a tile on the board, before premiums; a blank's are none.
    pub fn placed_value(&self, tile: PlacedTile) -> i32 {
        // Even where a blank that is kept counts something.
        tile.tile().letter().map_or(0, |letter| self.value(Tile::of(letter)))
    }

    /// The points of every letter on the board, by its number; at 0 is the blank, which has none.
    pub fn letter_points(&self) -> [u16; TILE_KINDS] {
        let mut points = self.values.map(u16::from);
        points[Tile::BLANK.index()] = 0;
        points
    }

    /// The points of all tiles on a rack.
    pub fn rack_value(&self, rack: &Rack) -> i32 {
        rack.tiles().iter().map(|&tile| self.value(tile)).sum()
    }

    /// How one tile is written: its letter, or `?`.
    pub fn write_tile(&self, tile: Tile) -> String {
        self.alphabet.write_tiles([tile])
    }
}

/// One line of the file.
struct TileLine {
    upper: String,
    lower: String,
    count: u8,
    value: u8,
    vowel: bool,
}

impl TileLine {
    fn parse(line: usize, text: &str) -> Result<Self, DistributionError> {
        let malformed = || DistributionError::Malformed { line, text: text.into() };
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let (upper, lower, count, value, vowel) = match fields[..] {
            [upper, lower, count, value, vowel] => (upper, lower.to_owned(), count, value, vowel),
            [upper, count, value, vowel] => (upper, upper.to_lowercase(), count, value, vowel),
            _ => return Err(malformed()),
        };
        let vowel = match vowel {
            "0" => false,
            "1" => true,
            _ => return Err(malformed()),
        };
        let (Ok(count), Ok(points)) = (count.parse(), value.parse()) else { return Err(malformed()) };
        let value = u8::try_from(points).ok().filter(|&value| value <= Distribution::MOST_POINTS);
        let value = value.ok_or(DistributionError::TooManyPoints { line, points })?;
        Ok(TileLine { upper: upper.into(), lower, count, value, vowel })
    }
}

/// The name only; the rest would fill pages.
impl std::fmt::Debug for Distribution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Distribution({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_case_column_may_be_missing() {
        let four = Distribution::parse("x", "?,2,0,0\nA,9,1,1\n[CH],1,5,0\n").unwrap();
        let five = Distribution::parse("x", "?,?,2,0,0\nA,a,9,1,1\n[CH],[ch],1,5,0\n").unwrap();
        assert_eq!(four, five);
    }

    #[test]
    fn errors_name_the_line() {
        let error = Distribution::parse("x", "?,?,2,0,0\nA,a,nine,1,1\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2: \"A,a,nine,1,1\" is not of the form"), "{error}");
        let dear = Distribution::parse("x", "?,?,2,0,0\nA,a,9,81,1\n").unwrap_err();
        assert_eq!(dear.to_string(), "line 2: a tile of 81 points; 80 is the most");
        assert_eq!(Distribution::parse("x", "A,a,9,1,1").unwrap_err(), DistributionError::NoBlank);
        assert_eq!(Distribution::parse("x", "").unwrap_err(), DistributionError::NoBlank);
        let twice = Distribution::parse("x", "?,?,2,0,0\nA,a,9,1,1\nA,a,9,1,1\n").unwrap_err();
        assert_eq!(twice.to_string(), "the letter \"A\" is there twice");
    }
}
