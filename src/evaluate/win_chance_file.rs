//! Files of win chances, in the two forms that other programs use; we read and write both.
//!
//! **Macondo's**, which is ours: comma-separated values. The first line names the columns: nothing, then the numbers of
//! unseen tiles from 0 (or 1) on. Each further line is a spread, the highest first, one less on each line down to minus
//! the first, and the chance of the player on turn at each number of unseen tiles, from 0 to 1. The column of 0 unseen
//! tiles says nothing new and is not looked at. Macondo wants the spreads from 300 to -300 and up to 93 unseen tiles.
//!
//! ```text
//! ,0,1,2
//! 1,1,0.910000000,0.850000000
//! 0,0.5,0.900000000,0.840000000
//! -1,0,0.880000000,0.830000000
//! ```
//!
//! **MAGPIE's**, which has the same ending and no commas: a line for each number of unseen tiles, from 1 on. The line
//! starts with how many games were counted, then has for each spread, the lowest first, the wins with two points for a
//! win and one for a draw. Zero games mean that the line before holds here too.
//!
//! Reading is total: what is wrong with a file is told with its line. Chances of 0 and 1, which are a matter of digits,
//! are taken as a billionth more or less.

use super::value_library::ValueLibrary;
use super::value_source::{ValueKind, ValueSource};
use super::win_chance::{BILLION, WinChance};
use crate::lexicon::Lexicon;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a text has no win chances.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WinChanceError {
    /// Nothing there.
    #[error("the file has no chances")]
    Empty,
    /// No text.
    #[error("line {0}: not text")]
    NotText(usize),
    /// The first line of comma-separated values is not as it must be.
    #[error("line 1: column {column} should be headed {expected}, not {found:?}")]
    Header {
        /// The column, from 1 on.
        column: usize,
        /// What it should say.
        expected: String,
        /// What it says.
        found: String,
    },
    /// More or fewer columns than in the first line.
    #[error("line {line}: {found} columns, but line 1 has {expected}")]
    Columns {
        /// The line.
        line: usize,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The spreads do not go down by one.
    #[error("line {line}: the spread should be {expected}, not {found:?}")]
    Spread {
        /// The line.
        line: usize,
        /// What it should be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// Not as many spreads below 0 as above.
    #[error("line {line}: the spreads end at {found}, but began at {began}; the file is cut short, or too long")]
    Lopsided {
        /// The last line.
        line: usize,
        /// The last spread.
        found: i32,
        /// The first spread.
        began: i32,
    },
    /// Not a chance, or not a number of games or wins.
    #[error("line {line}, column {column}: {found:?} is not {expected}")]
    Value {
        /// The line.
        line: usize,
        /// The column, from 1 on.
        column: usize,
        /// What is there.
        found: String,
        /// What should be there.
        expected: &'static str,
    },
    /// A better spread has a worse chance.
    #[error("line {line}, column {column}: the chance falls where the spread rises")]
    Falls {
        /// The line.
        line: usize,
        /// The column, from 1 on.
        column: usize,
    },
    /// In MAGPIE's form, spreads that are not symmetric.
    #[error("line 1: {0} columns; there should be the games, and wins for as many spreads below 0 as above")]
    Even(usize),
    /// In MAGPIE's form, no line to take the chances from.
    #[error("line 1: no games")]
    NoGames,
}

/// Why a file gives no win chances.
#[derive(Debug, Error)]
pub enum LoadWinChanceError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// It has no win chances.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: WinChanceError,
    },
}

impl WinChance {
    /// The win chances of a library that go with a lexicon, if there are any. Blocks while a file is read.
    pub fn find(values: &ValueLibrary, lexicon: &Lexicon) -> Result<Option<Arc<Self>>, LoadWinChanceError> {
        values.for_lexicon(ValueKind::WinChance, lexicon).as_ref().map(Self::open).transpose()
    }

    /// These win chances. Blocks while a file is read.
    pub fn open(source: &ValueSource) -> Result<Arc<Self>, LoadWinChanceError> {
        let table = match source {
            ValueSource::File(path) => Self::load(path)?,
            ValueSource::Shipped(shipped) => Self::read(shipped.bytes).expect("what comes with the engine is good"),
        };
        Ok(Arc::new(table))
    }

    /// Reads a file. Blocks.
    pub fn load(path: &Path) -> Result<Self, LoadWinChanceError> {
        let unreadable = |source| LoadWinChanceError::Unreadable { path: path.into(), source };
        // Reading a pipe could wait for ever.
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(unreadable(std::io::Error::other("not a plain file")));
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        Self::read(&bytes).map_err(|source| LoadWinChanceError::Damaged { path: path.into(), source })
    }

    /// Reads the bytes of a file of either form. Checks everything.
    pub fn read(bytes: &[u8]) -> Result<Self, WinChanceError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let good = &bytes[..error.valid_up_to()];
            WinChanceError::NotText(1 + good.iter().filter(|&&byte| byte == b'\n').count())
        })?;
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').trim_end().lines().collect();
        match lines.first() {
            None => Err(WinChanceError::Empty),
            Some(first) if first.contains(',') => read_csv(first, &lines[1..]),
            Some(first) => read_magpie(first, &lines),
        }
    }

    /// The table as comma-separated values, as Macondo and we read it. What is read from it is the same table.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for unseen in 0..=self.most_unseen() {
            let _ = write!(text, ",{unseen}");
        }
        for spread in (-self.limit()..=self.limit()).rev() {
            let end = if spread == 0 { "0.5" } else { ["0", "1"][usize::from(spread > 0)] };
            let _ = write!(text, "\n{spread},{end}");
            for unseen in 1..=self.most_unseen() {
                let _ = write!(text, ",{:.9}", self.row(unseen)[(spread + self.limit()) as usize]);
            }
        }
        text + "\n"
    }

    /// The table as MAGPIE reads it, as if from half a billion games for each number of unseen tiles. What is read from
    /// it is the same table.
    pub fn to_magpie(&self) -> String {
        let line = |unseen| {
            let mut line = format!("{:.0}", BILLION / 2.0);
            for chance in self.row(unseen) {
                let _ = write!(line, " {:.0}", chance * BILLION);
            }
            line
        };
        // No line end after the last line: MAGPIE would take what follows it for one more number of unseen tiles.
        (1..=self.most_unseen()).map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Comma-separated values: what the columns are, and the lines after that.
fn read_csv(header: &str, lines: &[&str]) -> Result<WinChance, WinChanceError> {
    let skipped = read_header(header)?;
    let columns = header.split(',').count();
    let began = first_spread(lines.first().ok_or(WinChanceError::Empty)?)?;
    let mut rows: Vec<Vec<f64>> = vec![Vec::with_capacity(lines.len()); columns - skipped];
    for (at, line) in lines.iter().enumerate() {
        let (spread, line) = (began - at as i32, NumberedLine { number: at + 2, text: line });
        let values = line.cells(',', columns)?;
        if values[0].parse() != Ok(spread) {
            return Err(line.wrong_spread(spread, values[0]));
        }
        for (column, row) in rows.iter_mut().enumerate() {
            let (column, value) = (column + skipped + 1, values[column + skipped]);
            let chance = line.chance(column, value)?;
            if row.last().is_some_and(|&better| chance > better) {
                return Err(WinChanceError::Falls { line: line.number, column });
            }
            row.push(chance);
        }
    }
    if lines.len() as i64 != 2 * i64::from(began) + 1 {
        let found = began - (lines.len() as i32 - 1);
        return Err(WinChanceError::Lopsided { line: lines.len() + 1, found, began });
    }
    rows.iter_mut().for_each(|row| row.reverse());
    Ok(WinChance::from_rows(began, rows))
}

/// Checks what the columns are. Gives how many are not chances: that of the spreads, and that of 0 unseen tiles.
fn read_header(header: &str) -> Result<usize, WinChanceError> {
    let wrong = |at: usize, expected: &str, found: &str| {
        Err(WinChanceError::Header { column: at + 1, expected: expected.into(), found: found.into() })
    };
    let names: Vec<&str> = header.split(',').map(str::trim).collect();
    let skipped = if names[1] == "0" { 2 } else { 1 };
    if names.len() <= skipped {
        return wrong(skipped, "1", "");
    }
    for (at, &name) in names.iter().enumerate().skip(skipped) {
        let unseen = (at - skipped + 1).to_string();
        if name != unseen {
            return wrong(at, &unseen, name);
        }
    }
    Ok(skipped)
}

/// The spread that the first line after the header is for: the highest.
fn first_spread(text: &str) -> Result<i32, WinChanceError> {
    const MOST: i32 = 100_000;
    let found = text.split(',').next().unwrap_or_default().trim();
    let spread = found.parse().ok().filter(|spread| (1..=MOST).contains(spread));
    let expected = "a whole number above 0".to_owned();
    spread.ok_or_else(|| WinChanceError::Spread { line: 2, expected, found: found.into() })
}

/// MAGPIE's form.
fn read_magpie(first: &str, lines: &[&str]) -> Result<WinChance, WinChanceError> {
    let columns = first.split_whitespace().count();
    if !columns.is_multiple_of(2) || columns < 4 {
        return Err(WinChanceError::Even(columns));
    }
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(lines.len());
    for (at, text) in lines.iter().enumerate() {
        let line = NumberedLine { number: at + 1, text };
        let values = line.cells(' ', columns)?;
        let row = match line.count(1, values[0], u64::MAX / 2)? {
            0 => rows.last().cloned().ok_or(WinChanceError::NoGames)?,
            games => line.shares(&values[1..], 2 * games)?,
        };
        rows.push(row);
    }
    Ok(WinChance::from_rows((columns as i32 - 2) / 2, rows))
}

/// One line of a file.
struct NumberedLine<'t> {
    /// From 1 on.
    number: usize,
    text: &'t str,
}

impl<'t> NumberedLine<'t> {
    /// What is between commas, or between blanks; as much as there should be.
    fn cells(&self, separator: char, expected: usize) -> Result<Vec<&'t str>, WinChanceError> {
        let cells: Vec<&str> = match separator {
            ',' => self.text.split(',').map(str::trim).collect(),
            _ => self.text.split_whitespace().collect(),
        };
        let wrong = WinChanceError::Columns { line: self.number, found: cells.len(), expected };
        if cells.len() == expected { Ok(cells) } else { Err(wrong) }
    }

    fn chance(&self, column: usize, found: &str) -> Result<f64, WinChanceError> {
        let chance = found.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
        chance.ok_or_else(|| self.wrong(column, found, "a chance from 0 to 1"))
    }

    fn count(&self, column: usize, found: &str, most: u64) -> Result<u64, WinChanceError> {
        let count = found.parse().ok().filter(|&count| count <= most);
        count.ok_or_else(|| self.wrong(column, found, "a number of games or wins"))
    }

    /// Wins as shares of all points.
    fn shares(&self, wins: &[&str], points: u64) -> Result<Vec<f64>, WinChanceError> {
        let mut before = 0;
        let mut shares = Vec::with_capacity(wins.len());
        for (at, found) in wins.iter().enumerate() {
            let count = self.count(at + 2, found, points)?;
            if count < before {
                return Err(WinChanceError::Falls { line: self.number, column: at + 2 });
            }
            shares.push(count as f64 / points as f64);
            before = count;
        }
        Ok(shares)
    }

    fn wrong(&self, column: usize, found: &str, expected: &'static str) -> WinChanceError {
        WinChanceError::Value { line: self.number, column, found: found.into(), expected }
    }

    fn wrong_spread(&self, expected: i32, found: &str) -> WinChanceError {
        WinChanceError::Spread { line: self.number, expected: expected.to_string(), found: found.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Equity;

    const CSV: &str = ",0,1,2\n1,1,0.91,0.85\n0,0.5,0.9,0.84\n-1,0,0.88,0.83\n";
    const MAGPIE: &str = "10 3 4 20\n0 0 0 0\n100 100 100 150";

    fn error(text: &str) -> String {
        WinChance::read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn both_forms_are_read() {
        let table = WinChance::read(CSV.as_bytes()).unwrap();
        assert_eq!((table.most_unseen(), table.limit()), (2, 1));
        assert_eq!((table.on_turn(Equity::points(-1), 1), table.on_turn(Equity::points(0), 2)), (0.88, 0.84));
        let table = WinChance::read(MAGPIE.as_bytes()).unwrap();
        assert_eq!((table.most_unseen(), table.limit()), (3, 1));
        assert_eq!((table.on_turn(Equity::ZERO, 1), table.on_turn(Equity::ZERO, 2)), (0.2, 0.2));
        assert_eq!(table.on_turn(Equity::points(-1), 3), 0.5);
    }

    #[test]
    fn other_line_ends_and_no_column_of_0_are_fine() {
        let table = WinChance::read(CSV.as_bytes()).unwrap();
        let without = ",1,2\n1,0.91,0.85\n0,0.9,0.84\n-1,0.88,0.83";
        for text in [CSV.replace('\n', "\r\n"), format!("\u{feff}{CSV}\n"), without.to_owned()] {
            assert_eq!(WinChance::read(text.as_bytes()).as_ref(), Ok(&table));
        }
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(error(""), "the file has no chances");
        assert_eq!(WinChance::read(b",0,1\n1,1,\xFF").unwrap_err().to_string(), "line 2: not text");
        assert_eq!(error(",0,2\n"), "line 1: column 3 should be headed 1, not \"2\"");
        assert_eq!(error(",0"), "line 1: column 3 should be headed 1, not \"\"");
        assert_eq!(error(",0,1"), "the file has no chances");
        assert_eq!(error(&CSV.replace("0.5,", "")), "line 3: 3 columns, but line 1 has 4");
        assert_eq!(
            error(&CSV.replace("\n1,", "\nx,")),
            "line 2: the spread should be a whole number above 0, not \"x\""
        );
        assert_eq!(error(&CSV.replace("\n0,", "\n2,")), "line 3: the spread should be 0, not \"2\"");
        assert_eq!(error(&CSV.replace("0.84", "NaN")), "line 3, column 4: \"NaN\" is not a chance from 0 to 1");
        assert_eq!(error(&CSV.replace("0.84", "84")), "line 3, column 4: \"84\" is not a chance from 0 to 1");
        assert_eq!(error(&CSV.replace("0.84", "0.86")), "line 3, column 4: the chance falls where the spread rises");
        let cut = CSV.lines().take(3).collect::<Vec<_>>().join("\n");
        assert_eq!(error(&cut), "line 3: the spreads end at 0, but began at 1; the file is cut short, or too long");
    }

    #[test]
    fn errors_in_magpies_form_name_the_line() {
        assert_eq!(
            error("hello"),
            "line 1: 1 columns; there should be the games, and wins for as many spreads below 0 as above"
        );
        assert_eq!(error("0 0 0 0"), "line 1: no games");
        assert_eq!(error(&MAGPIE.replace("0 0 0 0", "0 0 0")), "line 2: 3 columns, but line 1 has 4");
        assert_eq!(error(&MAGPIE.replace("10 3", "-1 3")), "line 1, column 1: \"-1\" is not a number of games or wins");
        assert_eq!(error(&MAGPIE.replace("150", "201")), "line 3, column 4: \"201\" is not a number of games or wins");
        assert_eq!(error(&MAGPIE.replace("3 4", "5 4")), "line 1, column 3: the chance falls where the spread rises");
    }
}
