//! Lexicons by name: those in the user's folders first, then those that come with the engine.
//!
//! In each folder the files `NAME.kwg` (a word graph) and `NAME.txt` (a word list, compiled when it is loaded) are
//! looked for, in that order; then in its sub-folders `lexica`, where MAGPIE has them, and `lexica/gaddag`, where
//! Macondo has them.
//!
//! Nothing is loaded, or looked for, until it is asked for.

use super::{KwgError, Lexicon, Source, WordList, WordListError, kwg};
use crate::data_path::{DataPath, FileKind};
use crate::game::{Distribution, english};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

macro_rules! embedded {
    ($($name:literal),*) => { &[$(($name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".kwg")))),*] };
}

/// The lexicons that come with the engine, the default first; `build.rs` compiles them.
const EMBEDDED: &[(&str, &[u8])] = embedded!("ENABLE1", "YAWL");

/// In the folder itself; where MAGPIE has them; where Macondo has them.
pub(crate) const SUB_FOLDERS: &[&str] = &["", "lexica", "lexica/gaddag"];
const LEXICON_FILES: FileKind = FileKind { places: SUB_FOLDERS, endings: &["kwg", "txt"] };

/// Where lexicons come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    data_path: DataPath,
}

/// Why there is no such lexicon.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// Nothing of that name.
    #[error("no lexicon {name:?}; there are {available}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that there are.
        available: String,
    },
    /// A name that would lead out of the folders. It may come from a stranger's position.
    #[error("{0:?} is a path, not the name of a lexicon; add the folder to the data path instead")]
    PathInName(String),
    /// A lexicon that comes with the engine, asked for with another alphabet than it is made of.
    #[error("{name} is spelled with the letters A to Z; the distribution {distribution} has others")]
    OtherLetters {
        /// The lexicon.
        name: &'static str,
        /// The distribution.
        distribution: String,
    },
    /// A file of an unknown kind.
    #[error("{}: a lexicon is a file .kwg or .txt", .0.display())]
    OtherKind(PathBuf),
    /// A file that cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file that is no word graph.
    #[error("{}: {source}", path.display())]
    Kwg {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: KwgError,
    },
    /// A file that is no word list.
    #[error("{}: {source}", path.display())]
    WordList {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: WordListError,
    },
}

impl Library {
    /// Lexicons in these folders, in order, and then those that come with the engine.
    pub fn new(data_path: DataPath) -> Self {
        Library { data_path }
    }

    /// Whether a file's name ends as that of a lexicon does.
    pub fn is_lexicon_file(path: &Path) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| LEXICON_FILES.endings.contains(&ending))
    }

    /// The names of the lexicons that come with the engine, the default first.
    pub fn embedded_names() -> impl Iterator<Item = &'static str> {
        EMBEDDED.iter().map(|&(name, _)| name)
    }

    /// All names: the engine's own, then those in the folders. Reads the folders.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Self::embedded_names().map(str::to_owned).collect();
        let found = self.data_path.names(LEXICON_FILES);
        names.extend(found.into_iter().filter(|name| find_embedded(name).is_none()));
        names
    }

    /// Loads the lexicon of this name, in any case. Blocks: a millisecond for one that comes with the engine, a
    /// tenth of a second to check a word graph, a quarter of a second to compile a list.
    pub fn load(&self, name: &str, distribution: &Arc<Distribution>) -> Result<Arc<Lexicon>, LibraryError> {
        if !DataPath::is_name(name) {
            return Err(LibraryError::PathInName(name.into()));
        }
        let lexicon = match self.data_path.find(name, LEXICON_FILES) {
            Some(path) => read(&path, distribution)?,
            None => self.embedded(name, distribution)?,
        };
        Ok(Arc::new(lexicon))
    }

    /// Loads a lexicon from a file, whatever its folder. Blocks, as [`load`](Self::load) does.
    pub fn load_file(path: &Path, distribution: &Arc<Distribution>) -> Result<Arc<Lexicon>, LibraryError> {
        read(path, distribution).map(Arc::new)
    }

    fn embedded(&self, name: &str, distribution: &Arc<Distribution>) -> Result<Lexicon, LibraryError> {
        let Some((name, bytes)) = find_embedded(name) else {
            return Err(LibraryError::Unknown { name: name.into(), available: self.names().join(", ") });
        };
        if letters_of(distribution) != letters_of(&english()) {
            return Err(LibraryError::OtherLetters { name, distribution: distribution.name().into() });
        }
        Ok(Lexicon::new(name, kwg::read_trusted(bytes), distribution, Source::Embedded))
    }
}

fn find_embedded(name: &str) -> Option<(&'static str, &'static [u8])> {
    EMBEDDED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).copied()
}

/// How a distribution's letters are written, in order.
fn letters_of(distribution: &Distribution) -> String {
    let alphabet = distribution.alphabet();
    alphabet.write_word(&alphabet.letters().collect::<Vec<_>>())
}

/// Reads a file of either kind; its name is the lexicon's.
fn read(path: &Path, distribution: &Arc<Distribution>) -> Result<Lexicon, LibraryError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let bytes = || std::fs::read(path).map_err(|source| LibraryError::Unreadable { path: path.into(), source });
    match ending.as_str() {
        "kwg" => {
            let graph = kwg::read(&bytes()?, distribution);
            let graph = graph.map_err(|source| LibraryError::Kwg { path: path.into(), source })?;
            Ok(Lexicon::new(&name, graph, distribution, Source::Compiled(path.into())))
        }
        "txt" => {
            let list = WordList::read(&bytes()?, distribution.alphabet());
            let graph = list.and_then(|list| Ok(list.compile(&mut |_| {})?));
            let graph = graph.map_err(|source| LibraryError::WordList { path: path.into(), source })?;
            Ok(Lexicon::new(&name, graph, distribution, Source::Text(path.into())))
        }
        _ => Err(LibraryError::OtherKind(path.into())),
    }
}
