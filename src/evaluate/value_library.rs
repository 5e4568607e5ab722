//! Values by name: those in the user's folders first, then those that come with the engine.
//!
//! Leave values are files `NAME.klv2`, win chances `NAME.winpct`, where NAME is a lexicon's; they are looked for in the
//! same places as lexicons. (Not `.csv`, although that is what is in it: in a folder of the user's those are letter
//! distributions.) Nobody looks into them here.

use super::value_source::{ShippedValues, ValueKind, ValueSource};
use crate::data_path::{DataPath, FileKind};
use crate::game::Distribution;
use crate::lexicon::{Lexicon, SUB_FOLDERS};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where values come from. The default has no folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueLibrary {
    data_path: DataPath,
}

/// There are no values of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "no {} {name:?}: neither {name}.{} in the data path nor, for these tiles, among those that come with Tasseo",
    kind.what(),
    kind.ending()
)]
pub struct UnknownValues {
    /// What they should be.
    pub kind: ValueKind,
    /// The name asked for.
    pub name: String,
}

impl ValueLibrary {
    /// Values in these folders, in order, and then those that come with the engine.
    pub fn new(data_path: DataPath) -> Self {
        ValueLibrary { data_path }
    }

    /// The values of this name for these tiles, whatever the lexicon. Reads the folders.
    pub fn named(&self, kind: ValueKind, name: &str, tiles: &Distribution) -> Result<ValueSource, UnknownValues> {
        let of_that_name = |shipped: &&ShippedValues| shipped.name.eq_ignore_ascii_case(name);
        let shipped = || kind.shipped(tiles).filter(of_that_name).map(ValueSource::Shipped);
        let found = self.find(kind, name).map(ValueSource::File).or_else(shipped);
        found.ok_or_else(|| UnknownValues { kind, name: name.into() })
    }

    /// The values that go with a lexicon: those of its name in the folders, else those beside the file that it was
    /// loaded from, else those that come with the engine, if there are any for its tiles. Reads the folders.
    pub fn for_lexicon(&self, kind: ValueKind, lexicon: &Lexicon) -> Option<ValueSource> {
        let beside = |file: &Path| Some(file.with_extension(kind.ending())).filter(|file| file.exists());
        let file = self.find(kind, lexicon.name()).or_else(|| lexicon.file().and_then(beside));
        let shipped = || kind.shipped(lexicon.distribution()).map(ValueSource::Shipped);
        file.map(ValueSource::File).or_else(shipped)
    }

    fn find(&self, kind: ValueKind, name: &str) -> Option<PathBuf> {
        self.data_path.find_any(name, FileKind { places: SUB_FOLDERS, endings: &[kind.ending()] })
    }
}
