//! Where values come from, leave values and win chances: a user's file, or the engine itself.
//!
//! Those that come with the engine serve for any lexicon of the English set of tiles: they were learned for ENABLE1,
//! and are better than nothing (`selfplay` tells by how much).

use crate::game::{Distribution, english};
use std::fmt;
use std::path::PathBuf;

/// Where values are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// They come with the engine.
    Shipped(&'static ShippedValues),
    /// They are in a file of the user's, which nobody has looked into.
    File(PathBuf),
}

/// Values that come with the engine.
#[derive(Debug, PartialEq, Eq)]
pub struct ShippedValues {
    /// The lexicon that they were learned for.
    pub name: &'static str,
    /// The file.
    pub bytes: &'static [u8],
}

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// What tiles that are kept are worth.
    Leaves,
    /// The chance to win.
    WinChance,
}

static LEAVES: ShippedValues = ShippedValues { name: "ENABLE1", bytes: include_bytes!("../../lexicons/ENABLE1.klv2") };
static WIN_CHANCE: ShippedValues =
    ShippedValues { name: "ENABLE1", bytes: include_bytes!("../../lexicons/ENABLE1.winpct") };

impl ValueKind {
    /// What they are called, for people.
    pub fn what(self) -> &'static str {
        match self {
            ValueKind::Leaves => "leave values",
            ValueKind::WinChance => "win chances",
        }
    }

    /// How the name of a file of them ends.
    pub fn ending(self) -> &'static str {
        match self {
            ValueKind::Leaves => "klv2",
            ValueKind::WinChance => "winpct",
        }
    }

    /// Those that come with the engine, if they are for these tiles.
    pub(super) fn shipped(self, tiles: &Distribution) -> Option<&'static ShippedValues> {
        let shipped = match self {
            ValueKind::Leaves => &LEAVES,
            ValueKind::WinChance => &WIN_CHANCE,
        };
        (*tiles == *english()).then_some(shipped)
    }
}

impl ValueSource {
    /// A short name, for a line that says where numbers come from.
    pub fn name(&self) -> String {
        match self {
            ValueSource::Shipped(shipped) => shipped.name.to_owned(),
            ValueSource::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }
}

/// For people: a path, or where else they come from.
impl fmt::Display for ValueSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueSource::Shipped(shipped) => write!(f, "{} (comes with Tasseo)", shipped.name),
            ValueSource::File(path) => write!(f, "{}", path.display()),
        }
    }
}
