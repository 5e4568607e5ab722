//! How letters are written.
//!
//! Most letters are one character. Some are more: Spanish has the single tiles CH, LL and RR, Catalan L·L.
//! Such a tile is written in brackets, `[CH]`, and as a blank in lower case, `[ch]`.
//!
//! The brackets may be left out where nothing else could be meant. In Catalan `L·L` can only be the one tile,
//! since `·` is no letter; in Spanish `CH` in a play means C and then H. A word list, on the other hand,
//! is written without brackets and always means the longest tile: `CHAL` is `[CH]`, A, L.
//! So there are two readers, [`Alphabet::read_placed`] for plays and [`Alphabet::read_word`] for word lists.

use super::{Letter, MAX_LETTERS, PlacedTile, Tile};
use std::fmt::Write as _;
use thiserror::Error;

/// The letters of a language, in order, and how they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    letters: Vec<Spelling>,
}

/// One letter as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spelling {
    /// Upper case, without brackets.
    upper: String,
    /// Lower case, without brackets: how a blank is written.
    lower: String,
    vowel: bool,
    /// Whether it must be bracketed in plays, because its characters are letters themselves.
    ambiguous: bool,
}

impl Spelling {
    fn write(&self, out: &mut String, blank: bool) {
        let text = if blank { &self.lower } else { &self.upper };
        if text.chars().nth(1).is_some() {
            let _ = write!(out, "[{text}]");
        } else {
            out.push_str(text);
        }
    }
}

/// What is wrong with a text that should be made of letters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpellingError {
    /// A character that begins no letter.
    #[error("{0:?} is not a letter of this alphabet")]
    UnknownLetter(String),
    /// A `[` that is never closed.
    #[error("\"[\" without \"]\" in {0:?}")]
    OpenBracket(String),
}

/// What is wrong with the definition of an alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AlphabetError {
    /// More letters than a word graph has room for.
    #[error("more than {MAX_LETTERS} letters")]
    TooManyLetters,
    /// Two letters are written alike.
    #[error("the letter {0:?} is there twice")]
    Duplicate(String),
    /// A letter written with a character that the notations need for themselves.
    #[error("{0:?} cannot be a letter: it has a character that positions and plays use for something else")]
    Reserved(String),
}

impl Alphabet {
    /// An alphabet from `(upper, lower, is vowel)` of each letter, in order. Brackets around a spelling are optional.
    pub fn new<'a>(letters: impl IntoIterator<Item = (&'a str, &'a str, bool)>) -> Result<Self, AlphabetError> {
        let mut spellings: Vec<Spelling> = Vec::new();
        for (upper, lower, vowel) in letters {
            let (upper, lower) = (unbracket(upper), unbracket(lower));
            for text in [upper, lower] {
                if text.is_empty() || text.chars().any(is_reserved) {
                    return Err(AlphabetError::Reserved(text.into()));
                }
                if spellings.iter().any(|s| s.upper == text || s.lower == text) {
                    return Err(AlphabetError::Duplicate(text.into()));
                }
            }
            if upper == lower {
                return Err(AlphabetError::Duplicate(upper.into()));
            }
            spellings.push(Spelling { upper: upper.into(), lower: lower.into(), vowel, ambiguous: false });
        }
        if spellings.len() > MAX_LETTERS {
            return Err(AlphabetError::TooManyLetters);
        }
        mark_ambiguous(&mut spellings);
        Ok(Alphabet { letters: spellings })
    }

    /// How many letters there are.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Whether there are no letters at all.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// All letters, in order.
    pub fn letters(&self) -> impl Iterator<Item = Letter> + use<> {
        (1..=self.letters.len() as u8).filter_map(Letter::new)
    }

    /// Whether the letter counts as a vowel.
    pub fn is_vowel(&self, letter: Letter) -> bool {
        self.spelling(letter).vowel
    }

    fn spelling(&self, letter: Letter) -> &Spelling {
        &self.letters[usize::from(letter.number()) - 1]
    }

    /// Reads tiles as they lie on the board: a capital is an ordinary tile, a small letter a blank.
    pub fn read_placed(&self, text: &str) -> Result<Vec<PlacedTile>, SpellingError> {
        let mut rest = text;
        let mut tiles = Vec::new();
        while !rest.is_empty() {
            let (tile, after) = self.first_placed(rest)?;
            tiles.push(tile);
            rest = after;
        }
        Ok(tiles)
    }

    /// Reads the first tile of a text as in [`read_placed`](Self::read_placed), and gives what follows it.
    pub fn first_placed<'t>(&self, text: &'t str) -> Result<(PlacedTile, &'t str), SpellingError> {
        if let Some(inside) = text.strip_prefix('[') {
            let (label, rest) = inside.split_once(']').ok_or_else(|| SpellingError::OpenBracket(text.into()))?;
            let tile = self.labelled(label).ok_or_else(|| SpellingError::UnknownLetter(format!("[{label}]")))?;
            return Ok((tile, rest));
        }
        self.longest(text, |spelling| !spelling.ambiguous)
            .ok_or_else(|| SpellingError::UnknownLetter(text.chars().take(1).collect()))
    }

    /// Reads tiles as they lie on a rack: letters in either case, `?` for a blank.
    pub fn read_rack_tiles(&self, text: &str) -> Result<Vec<Tile>, SpellingError> {
        let mut rest = text;
        let mut tiles = Vec::new();
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('?') {
                tiles.push(Tile::BLANK);
                rest = after;
            } else {
                let (tile, after) = self.first_placed(rest)?;
                tiles.push(Tile::of(tile.letter()));
                rest = after;
            }
        }
        Ok(tiles)
    }

    /// Reads a word of a word list: either case, brackets or none, always the longest tile that fits.
    pub fn read_word(&self, text: &str) -> Result<Vec<Letter>, SpellingError> {
        let mut rest = text;
        let mut letters = Vec::with_capacity(text.len());
        while !rest.is_empty() {
            let (letter, after) = if rest.starts_with('[') {
                self.first_placed(rest).map(|(tile, after)| (tile.letter(), after))?
            } else {
                self.longest_in_any_case(rest)
                    .ok_or_else(|| SpellingError::UnknownLetter(rest.chars().take(1).collect()))?
            };
            letters.push(letter);
            rest = after;
        }
        Ok(letters)
    }

    fn labelled(&self, label: &str) -> Option<PlacedTile> {
        self.longest(label, |_| true).filter(|(_, rest)| rest.is_empty()).map(|(tile, _)| tile)
    }

    /// The longest spelling that begins the text, among those that may.
    fn longest<'t>(&self, text: &'t str, may: impl Fn(&Spelling) -> bool) -> Option<(PlacedTile, &'t str)> {
        let mut best: Option<(PlacedTile, &str)> = None;
        for (letter, spelling) in self.letters().zip(&self.letters) {
            if !may(spelling) {
                continue;
            }
            let natural = text.strip_prefix(spelling.upper.as_str()).map(|rest| (PlacedTile::natural(letter), rest));
            let blank = || text.strip_prefix(spelling.lower.as_str()).map(|rest| (PlacedTile::blank(letter), rest));
            if let Some(found) = natural.or_else(blank)
                && best.is_none_or(|(_, rest)| found.1.len() < rest.len())
            {
                best = Some(found);
            }
        }
        best
    }

    /// The longest spelling that begins the text, each character in either case: `CH`, `ch`, and `Ch` as in a title.
    fn longest_in_any_case<'t>(&self, text: &'t str) -> Option<(Letter, &'t str)> {
        let found = self.letters().zip(&self.letters).filter_map(|(letter, spelling)| {
            let mut rest = text.chars();
            let mut cases = spelling.upper.chars().zip(spelling.lower.chars());
            let fits = cases.all(|(upper, lower)| rest.next().is_some_and(|c| c == upper || c == lower));
            fits.then_some((letter, rest.as_str()))
        });
        found.min_by_key(|(_, rest)| rest.len())
    }

    /// Writes tiles as they lie on the board.
    pub fn write_placed(&self, tiles: impl IntoIterator<Item = PlacedTile>) -> String {
        let mut out = String::new();
        for tile in tiles {
            self.spelling(tile.letter()).write(&mut out, tile.is_blank());
        }
        out
    }

    /// Writes tiles as they lie on a rack.
    pub fn write_tiles(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        let mut out = String::new();
        for tile in tiles {
            match tile.letter() {
                Some(letter) => self.spelling(letter).write(&mut out, false),
                None => out.push('?'),
            }
        }
        out
    }

    /// Writes a word, in capitals and with brackets where a tile has more than one character.
    pub fn write_word(&self, word: &[Letter]) -> String {
        self.write_placed(word.iter().map(|&letter| PlacedTile::natural(letter)))
    }
}

/// Characters that stand for something in CGP, in plays or in GCG, and so can be in no letter.
fn is_reserved(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_digit() || "?/.[]();#>,".contains(c)
}

fn unbracket(text: &str) -> &str {
    text.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')).unwrap_or(text)
}

/// A spelling of several characters is ambiguous when each of its characters is a letter too.
fn mark_ambiguous(spellings: &mut [Spelling]) {
    let single: Vec<char> =
        spellings.iter().filter(|s| s.upper.chars().count() == 1).flat_map(|s| s.upper.chars()).collect();
    for spelling in spellings {
        let long = spelling.upper.chars().count() > 1;
        spelling.ambiguous = long && spelling.upper.chars().all(|c| single.contains(&c));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spanish() -> Alphabet {
        Alphabet::new([
            ("A", "a", true),
            ("C", "c", false),
            ("[CH]", "[ch]", false),
            ("H", "h", false),
            ("Ñ", "ñ", false),
        ])
        .unwrap()
    }

    fn catalan() -> Alphabet {
        Alphabet::new([("A", "a", true), ("L", "l", false), ("L·L", "l·l", false), ("QU", "qu", false)]).unwrap()
    }

    #[test]
    fn brackets_decide_in_plays_and_length_in_word_lists() {
        let spanish = spanish();
        assert_eq!(spanish.read_placed("CHA").unwrap().len(), 3);
        assert_eq!(spanish.read_placed("[CH]A").unwrap().len(), 2);
        assert_eq!(spanish.read_word("CHA").unwrap().len(), 2);
        assert_eq!(spanish.read_word("[ch]a").unwrap().len(), 2);
        assert_eq!(spanish.read_word("Cha"), spanish.read_word("CHA"));
    }

    #[test]
    fn unambiguous_tiles_need_no_brackets() {
        let catalan = catalan();
        let tiles = catalan.read_placed("AL·Ll·lqu").unwrap();
        assert_eq!(tiles.len(), 4);
        assert_eq!(catalan.write_placed(tiles), "A[L·L][l·l][qu]");
    }

    #[test]
    fn errors_name_the_character() {
        let error = spanish().read_placed("AÑ9").unwrap_err();
        assert_eq!(error.to_string(), "\"9\" is not a letter of this alphabet");
        assert_eq!(spanish().read_placed("[CH").unwrap_err().to_string(), "\"[\" without \"]\" in \"[CH\"");
        assert_eq!(spanish().read_placed("[LL]").unwrap_err().to_string(), "\"[LL]\" is not a letter of this alphabet");
    }

    #[test]
    fn definitions_are_checked() {
        let twice = Alphabet::new([("A", "a", true), ("A", "b", false)]).unwrap_err();
        assert_eq!(twice.to_string(), "the letter \"A\" is there twice");
        assert!(matches!(Alphabet::new([("7", "x", true)]), Err(AlphabetError::Reserved(_))));
    }
}
