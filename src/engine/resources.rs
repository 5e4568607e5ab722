//! What is loaded from files: lexicons, leave values, win chances. Each is loaded once and shared by `Arc` between any
//! number of engines in a process.
//!
//! What was found depends on the folders that an engine looks in, so these are part of what an entry is kept by. Only
//! the newest few are kept, for those who go back and forth between them; what an engine or a search still uses lives
//! on. Two engines that want the same at the same time may both load it; neither waits for the other.
//!
//! Readers of opponents are not here: a reader remembers the game that it reads, so each engine has its own. What is
//! costly about one, the lexicon's [word columns](Lexicon::word_columns), belongs to the lexicon and is shared with it.

use super::error::EngineError;
use crate::data_path::DataPath;
use crate::evaluate::{Leaves, ValueKind, ValueLibrary, ValueSource, WinChance};
use crate::game::Distribution;
use crate::lexicon::{Lexicon, Library, LibraryError};
use parking_lot::Mutex;
use std::sync::Arc;

/// How many entries of each kind are kept.
const KEPT: usize = 8;

/// The name by which no values at all are asked for.
const NONE: &str = "none";
/// The name of values that were handed in without one.
const UNNAMED: &str = "unnamed";

/// Everything that has been loaded.
#[derive(Debug, Default)]
pub struct Resources {
    lexicons: Mutex<Vec<LoadedLexicon>>,
    values: Mutex<Vec<LoadedValues>>,
}

#[derive(Debug)]
struct LoadedLexicon {
    data_path: DataPath,
    lexicon: Arc<Lexicon>,
}

#[derive(Debug)]
struct LoadedValues {
    data_path: DataPath,
    names: ValueNames,
    values: Arc<Values>,
}

/// Which values to play by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueNames {
    /// The leave values; none for those that go with the lexicon, `none` for no values.
    pub leaves: Option<String>,
    /// The win chances, likewise.
    pub win_chance: Option<String>,
}

/// What plays with a lexicon are judged by, and where that comes from.
#[derive(Clone, Debug)]
pub struct Values {
    /// The words.
    pub lexicon: Arc<Lexicon>,
    /// The leave values, if there are any.
    pub leaves: Option<Arc<Leaves>>,
    /// The win chances, if there are any.
    pub win_chance: Option<Arc<WinChance>>,
    leaves_from: Option<ValueSource>,
    win_chance_from: Option<ValueSource>,
}

impl Values {
    /// These words, and these values for them.
    pub fn new(lexicon: Arc<Lexicon>, leaves: Option<Arc<Leaves>>, win_chance: Option<Arc<WinChance>>) -> Self {
        Values { lexicon, leaves, win_chance, leaves_from: None, win_chance_from: None }
    }

    /// The name of the leave values, or `none`.
    pub fn leaves_name(&self) -> String {
        let unnamed = if self.leaves.is_some() { UNNAMED } else { NONE };
        self.leaves_from.as_ref().map_or(unnamed.into(), ValueSource::name)
    }

    /// The name of the win chances, or `none`.
    pub fn win_chance_name(&self) -> String {
        let unnamed = if self.win_chance.is_some() { UNNAMED } else { NONE };
        self.win_chance_from.as_ref().map_or(unnamed.into(), ValueSource::name)
    }
}

impl Resources {
    /// Nothing is loaded yet. Returns at once.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// These words and values are loaded, and go by the lexicon's name, until folders or values are set. Returns at once.
    pub fn holding(values: Values) -> Arc<Self> {
        let data_path = DataPath::default();
        let lexicon = LoadedLexicon { data_path: data_path.clone(), lexicon: values.lexicon.clone() };
        let values = LoadedValues { data_path, names: ValueNames::default(), values: Arc::new(values) };
        Arc::new(Resources { lexicons: Mutex::new(vec![lexicon]), values: Mutex::new(vec![values]) })
    }

    /// The lexicon of this name, for these tiles. Blocks while it is read, unless it is there.
    pub fn lexicon(
        &self,
        data_path: &DataPath,
        name: &str,
        tiles: &Arc<Distribution>,
    ) -> Result<Arc<Lexicon>, LibraryError> {
        let fits = |loaded: &&LoadedLexicon| {
            loaded.data_path == *data_path
                && loaded.lexicon.name().eq_ignore_ascii_case(name)
                && *loaded.lexicon.distribution() == *tiles
        };
        if let Some(loaded) = self.lexicons.lock().iter().find(fits) {
            return Ok(loaded.lexicon.clone());
        }
        let lexicon = Library::new(data_path.clone()).load(name, tiles)?;
        tracing::info!(name = lexicon.name(), words = lexicon.word_count(), "lexicon loaded");
        let loaded = LoadedLexicon { data_path: data_path.clone(), lexicon: lexicon.clone() };
        keep(&mut self.lexicons.lock(), loaded);
        Ok(lexicon)
    }

    /// What plays with these words are judged by. Blocks while files are read, unless they are there.
    pub fn values(
        &self,
        data_path: &DataPath,
        lexicon: &Arc<Lexicon>,
        names: &ValueNames,
    ) -> Result<Arc<Values>, EngineError> {
        let fits = |loaded: &&LoadedValues| {
            loaded.data_path == *data_path && loaded.names == *names && Arc::ptr_eq(&loaded.values.lexicon, lexicon)
        };
        if let Some(loaded) = self.values.lock().iter().find(fits) {
            return Ok(loaded.values.clone());
        }
        let values = Arc::new(load_values(data_path, lexicon, names)?);
        let loaded = LoadedValues { data_path: data_path.clone(), names: names.clone(), values: values.clone() };
        keep(&mut self.values.lock(), loaded);
        Ok(values)
    }

    /// Forgets what was loaded from these folders, whose files may have changed. Returns at once.
    pub fn forget(&self, data_path: &DataPath) {
        self.lexicons.lock().retain(|loaded| loaded.data_path != *data_path);
        self.forget_values(data_path);
    }

    /// Forgets the values that were loaded from these folders. Returns at once.
    pub fn forget_values(&self, data_path: &DataPath) {
        self.values.lock().retain(|loaded| loaded.data_path != *data_path);
    }
}

/// Whether there are values of these names for these tiles, and can be read. Blocks while files are read.
pub(super) fn check_values(data_path: &DataPath, names: &ValueNames, tiles: &Distribution) -> Result<(), EngineError> {
    let leaves = source(data_path, ValueKind::Leaves, names.leaves.as_deref(), None, tiles)?;
    leaves.map(|from| Leaves::open(&from, tiles)).transpose().map_err(EngineError::option)?;
    let win_chance = source(data_path, ValueKind::WinChance, names.win_chance.as_deref(), None, tiles)?;
    win_chance.map(|from| WinChance::open(&from)).transpose().map_err(EngineError::option)?;
    Ok(())
}

fn load_values(data_path: &DataPath, lexicon: &Arc<Lexicon>, names: &ValueNames) -> Result<Values, EngineError> {
    let tiles = lexicon.distribution();
    let leaves_from = source(data_path, ValueKind::Leaves, names.leaves.as_deref(), Some(lexicon), tiles)?;
    let win_chance_from = source(data_path, ValueKind::WinChance, names.win_chance.as_deref(), Some(lexicon), tiles)?;
    let leaves = leaves_from.as_ref().map(|from| Leaves::open(from, tiles)).transpose();
    let win_chance = win_chance_from.as_ref().map(WinChance::open).transpose();
    Ok(Values {
        lexicon: lexicon.clone(),
        leaves: leaves.map_err(EngineError::option)?,
        win_chance: win_chance.map_err(EngineError::option)?,
        leaves_from,
        win_chance_from,
    })
}

/// Where the values of a name are: nowhere for `none`, and with the lexicon where no name is set. Reads the folders.
fn source(
    data_path: &DataPath,
    kind: ValueKind,
    name: Option<&str>,
    lexicon: Option<&Lexicon>,
    tiles: &Distribution,
) -> Result<Option<ValueSource>, EngineError> {
    let library = ValueLibrary::new(data_path.clone());
    match name {
        None => Ok(lexicon.and_then(|lexicon| library.for_lexicon(kind, lexicon))),
        Some(name) if name.eq_ignore_ascii_case(NONE) => Ok(None),
        Some(name) => library.named(kind, name, tiles).map(Some).map_err(EngineError::option),
    }
}

/// Keeps one more, and of all the newest few.
fn keep<T>(kept: &mut Vec<T>, new: T) {
    if kept.len() == KEPT {
        kept.remove(0);
    }
    kept.push(new);
}
