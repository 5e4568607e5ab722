//! Which words exist: the word graph, how it is compiled, and where lexicons come from.
//!
//! In reading order: [`Graph`] is the structure that words are looked up in, `compile` makes it from a list,
//! [`kwg`] reads and writes it and trusts no file, [`WordList`] reads a list as text, and [`Library`] finds a
//! lexicon by its name. A [`Lexicon`] is what a game is played with, and its [`WordRule`] says what is a word.
//!
//! No boards and no plays (those are the rules', and the move generator's), and no values (those are `evaluate`'s).
//!
//! ```
//! use tasseo::game::english;
//! use tasseo::lexicon::Library;
//!
//! let lexicon = Library::default().load("enable1", &english()).unwrap();
//! assert_eq!(lexicon.name(), "ENABLE1");
//! assert!(lexicon.contains(&english().alphabet().read_word("TEA").unwrap()));
//! ```

mod anagram;
mod compile;
mod graph;
pub mod kwg;
mod kwg_error;
mod library;
mod validate;
mod word_columns;
mod word_list;
mod word_map;
mod word_rule;

pub use anagram::Using;
pub use compile::CompileError;
pub use graph::{Graph, List, Node, Siblings, WordIter};
pub use kwg_error::KwgError;
pub(crate) use library::SUB_FOLDERS;
pub use library::{Library, LibraryError};
pub use word_columns::{Columns, WordColumns};
pub use word_list::{WordList, WordListError};
pub use word_map::{Anagrams, Completions, WordMap};
pub use word_rule::WordRule;

use crate::game::{Distribution, Letter, MAX_DIM, PlacedTile, Tally, Word};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The words that a game is played with.
///
/// Some megabytes; share it as an `Arc`. It never changes.
#[derive(Clone, Debug)]
pub struct Lexicon {
    name: String,
    graph: Graph,
    distribution: Arc<Distribution>,
    source: Source,
    /// Counted when it is first asked for.
    word_count: OnceLock<usize>,
    /// Made when it is first asked for.
    word_map: OnceLock<Arc<WordMap>>,
    /// Made when they are first asked for.
    word_columns: OnceLock<Arc<WordColumns>>,
}

/// Where a lexicon came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// It comes with the engine.
    Embedded,
    /// A file that was made by a compiler of word graphs.
    Compiled(PathBuf),
    /// A word list that was compiled when it was loaded.
    Text(PathBuf),
    /// Words that were handed in.
    Words,
}

impl Lexicon {
    /// A lexicon of these words, which may be in any order; for tests, and for small lists of one's own.
    pub fn from_words(name: &str, distribution: &Arc<Distribution>, words: &str) -> Result<Self, WordListError> {
        let graph = WordList::parse(words, distribution.alphabet())?.compile(&mut |_| {})?;
        Ok(Self::new(name, graph, distribution, Source::Words))
    }

    fn new(name: &str, graph: Graph, distribution: &Arc<Distribution>, source: Source) -> Self {
        Lexicon {
            name: name.into(),
            graph,
            distribution: distribution.clone(),
            source,
            word_count: OnceLock::new(),
            word_map: OnceLock::new(),
            word_columns: OnceLock::new(),
        }
    }

    /// The name that positions and options know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The words, to be walked.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The distribution that its letters are numbered by.
    pub fn distribution(&self) -> &Arc<Distribution> {
        &self.distribution
    }

    /// Where it came from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The file that it was loaded from, if it was.
    pub fn file(&self) -> Option<&Path> {
        match &self.source {
            Source::Compiled(path) | Source::Text(path) => Some(path),
            Source::Embedded | Source::Words => None,
        }
    }

    /// How many words there are.
    pub fn word_count(&self) -> usize {
        *self.word_count.get_or_init(|| self.graph.word_count())
    }

    /// Its words by their letters, as far as they fit a board. Blocks the first time: about a tenth of a second for
    /// 180,000 words.
    pub fn word_map(&self) -> &Arc<WordMap> {
        self.word_map.get_or_init(|| Arc::new(WordMap::new(&self.graph, MAX_DIM)))
    }

    /// Which of its words have a letter where. Blocks the first time: about ten milliseconds for 180,000 words.
    pub fn word_columns(&self) -> &Arc<WordColumns> {
        self.word_columns.get_or_init(|| Arc::new(WordColumns::new(&self.graph)))
    }

    /// The rule for what is a word.
    #[inline]
    pub fn rule(&self) -> WordRule<'_> {
        WordRule::new(&self.graph)
    }

    /// Whether it is a word.
    pub fn contains(&self, word: &[Letter]) -> bool {
        self.rule().accepts(word)
    }

    /// Those of these words that do not exist.
    pub fn unknown(&self, words: &[Word]) -> Vec<Vec<Letter>> {
        let spelled = words.iter().map(|word| word.tiles().map(PlacedTile::letter).collect::<Vec<_>>());
        spelled.filter(|word| !self.contains(word)).collect()
    }

    /// The words that can be made of these tiles, in order, each once. A blank is used for
    /// a letter only where there is no other tile with that letter left.
    pub fn anagrams(&self, tiles: &Tally, using: Using) -> Vec<Vec<PlacedTile>> {
        anagram::find(&self.graph, tiles, using)
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Embedded => write!(f, "comes with Tasseo"),
            Source::Compiled(path) => write!(f, "{}", path.display()),
            Source::Text(path) => write!(f, "{}, compiled when loaded", path.display()),
            Source::Words => write!(f, "words given"),
        }
    }
}
