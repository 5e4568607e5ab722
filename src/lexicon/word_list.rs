//! Word lists as text: one word a line, in either case, in any order.
//!
//! Lists come from many hands, so what cannot change a game is tolerated: a byte order mark, either kind of line end,
//! empty lines, spaces around a word, words that are there twice. Words of one letter can never be played; many lists
//! have some, and so they are left out and counted, and so is what is longer than a word graph can hold. Anything that
//! is no letter of the alphabet is an error: the wrong alphabet or the wrong kind of file would otherwise give
//! a lexicon that is quietly wrong.

use super::Graph;
use super::compile::{CompileError, WORD_LENGTHS};
use crate::game::{Alphabet, Letter, PlacedTile, SpellingError};
use thiserror::Error;

/// The words of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordList {
    words: Vec<Vec<Letter>>,
    duplicates: usize,
    too_short: usize,
    too_long: usize,
}

/// Why a text is no word list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WordListError {
    /// Bytes that are no text.
    #[error("line {0} is not UTF-8 text")]
    NotText(usize),
    /// A word that is not made of letters.
    #[error("line {line}: {word:?}: {source}")]
    Spelling {
        /// Counted from 1.
        line: usize,
        /// The word as it is written there.
        word: String,
        /// What is wrong with it.
        source: SpellingError,
    },
    /// Words that cannot become a word graph.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

impl WordList {
    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8], alphabet: &Alphabet) -> Result<Self, WordListError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            WordListError::NotText(before.iter().filter(|&&byte| byte == b'\n').count() + 1)
        })?;
        Self::parse(text, alphabet)
    }

    /// Reads a text.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Self, WordListError> {
        let mut list = WordList { words: Vec::new(), duplicates: 0, too_short: 0, too_long: 0 };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let speller = Speller::new(alphabet);
        for (line, word) in (1..).zip(text.lines().map(str::trim)) {
            let spelled = speller.read(word);
            list.push(spelled.map_err(|source| WordListError::Spelling { line, word: word.into(), source })?);
        }
        list.words.sort_unstable();
        let all = list.words.len();
        list.words.dedup();
        list.duplicates = all - list.words.len();
        Ok(list)
    }

    fn push(&mut self, word: Vec<Letter>) {
        if WORD_LENGTHS.contains(&word.len()) {
            self.words.push(word);
        } else if word.len() > *WORD_LENGTHS.end() {
            self.too_long += 1;
        } else if !word.is_empty() {
            self.too_short += 1;
        }
    }

    /// Compiles the list. Blocks; see [`Graph::compile`].
    pub fn compile(&self, progress: &mut dyn FnMut(f32)) -> Result<Graph, CompileError> {
        Graph::compile(&self.words, progress)
    }

    /// The words, in order, each once.
    pub fn words(&self) -> &[Vec<Letter>] {
        &self.words
    }

    /// How many lines repeated a word.
    pub fn duplicates(&self) -> usize {
        self.duplicates
    }

    /// How many words of one letter were left out.
    pub fn too_short(&self) -> usize {
        self.too_short
    }

    /// How many words of more than 255 letters were left out.
    pub fn too_long(&self) -> usize {
        self.too_long
    }
}

/// Reads words as the alphabet does, but knows by heart what most characters mean; about nine times as fast.
struct Speller<'a> {
    alphabet: &'a Alphabet,
    /// For each ASCII character the letter that it always means, wherever it stands.
    plain: [Option<Letter>; 128],
}

impl<'a> Speller<'a> {
    fn new(alphabet: &'a Alphabet) -> Self {
        let mut plain = [None; 128];
        let tiles = || alphabet.letters().flat_map(|letter| [PlacedTile::natural(letter), PlacedTile::blank(letter)]);
        for tile in tiles() {
            if let [byte @ 0..128] = alphabet.write_placed([tile]).as_bytes() {
                plain[usize::from(*byte)] = Some(tile.letter());
            }
        }
        for tile in tiles() {
            if let [b'[', byte @ 0..128, ..] = alphabet.write_placed([tile]).as_bytes() {
                plain[usize::from(*byte)] = None; // as the C of [CH], which may mean either
            }
        }
        Speller { alphabet, plain }
    }

    fn read(&self, word: &str) -> Result<Vec<Letter>, SpellingError> {
        let plain = |byte| self.plain.get(usize::from(byte)).copied().flatten();
        word.bytes().map(plain).collect::<Option<_>>().map_or_else(|| self.alphabet.read_word(word), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Catalogue, english};

    fn parse(text: &str) -> Result<WordList, WordListError> {
        WordList::parse(text, english().alphabet())
    }

    fn spelled(list: &WordList) -> Vec<String> {
        list.words().iter().map(|word| english().alphabet().write_word(word)).collect()
    }

    #[test]
    fn what_cannot_change_a_game_is_tolerated() {
        let list = parse("\u{feff}tea\r\n\r\n  Ate\t\nTEA\nEAT").unwrap();
        assert_eq!(spelled(&list), ["ATE", "EAT", "TEA"]);
        assert_eq!((list.duplicates(), list.too_short(), list.too_long()), (1, 0, 0));
    }

    #[test]
    fn what_cannot_be_played_is_left_out_and_counted() {
        let list = parse(&format!("A\nI\n{}\n{}\n{}\n", "A".repeat(22), "B".repeat(256), "C".repeat(300))).unwrap();
        assert_eq!(spelled(&list), ["A".repeat(22)]);
        assert_eq!((list.too_short(), list.too_long()), (2, 2));
        assert_eq!(parse("A\n").unwrap().compile(&mut |_| {}), Err(CompileError::NoWords));
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        let error = parse("TEA\n\nDON'T\n").unwrap_err();
        assert_eq!(error.to_string(), "line 3: \"DON'T\": \"'\" is not a letter of this alphabet");
        let error = WordList::read(b"TEA\nCAF\xc9\n", english().alphabet()).unwrap_err();
        assert_eq!(error.to_string(), "line 2 is not UTF-8 text");
    }

    #[test]
    fn the_quick_reader_reads_as_the_alphabet_does() {
        let catalogue = Catalogue::default();
        for name in Catalogue::distribution_names() {
            let distribution = catalogue.distribution(name).unwrap();
            let alphabet = distribution.alphabet();
            let letters = alphabet.letters().map(|letter| alphabet.write_word(&[letter]).replace(['[', ']'], ""));
            let title = |text: &str| text.chars().take(1).chain(text.to_lowercase().chars().skip(1)).collect();
            let texts: Vec<String> = letters.flat_map(|text| [text.to_lowercase(), title(&text), text]).collect();
            let speller = Speller::new(alphabet);
            for (one, other) in texts.iter().flat_map(|one| texts.iter().map(move |other| (one, other))) {
                let word = format!("{one}{other}");
                assert_eq!(speller.read(&word), alphabet.read_word(&word), "{word} in {name}");
            }
        }
    }
}
