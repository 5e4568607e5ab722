//! Values that go with a lexicon: leave values, win chances.
//!
//! A user's own, `NAME.klv2` and `NAME.winpct`, come first. Else those that come with the engine serve, for any lexicon
//! of the English set of tiles: they were learned for ENABLE1, and are better than nothing (`selfplay` tells by how much).
//! What is in them is none of the lexicon's business.

use crate::game::{Distribution, english};
use std::fmt;
use std::path::PathBuf;

/// Where values that go with a lexicon are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Companion {
    /// They come with the engine.
    Shipped(&'static Shipped),
    /// They are in a file of the user's, which nobody has looked into.
    File(PathBuf),
}

/// Values that come with the engine.
#[derive(Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The lexicon that they were learned for.
    pub name: &'static str,
    /// The file.
    pub bytes: &'static [u8],
}

/// Leave values.
static LEAVES: Shipped = Shipped { name: "ENABLE1", bytes: include_bytes!("../../lexicons/ENABLE1.klv2") };
/// Win chances.
static WIN_CHANCE: Shipped = Shipped { name: "ENABLE1", bytes: include_bytes!("../../lexicons/ENABLE1.winpct") };

impl Companion {
    /// The user's leave values, or those that come with the engine, if there are any for these tiles.
    pub(super) fn leaves(found: Option<PathBuf>, tiles: &Distribution) -> Option<Self> {
        Self::or_shipped(found, tiles, &LEAVES)
    }

    /// The user's win chances, or those that come with the engine, if there are any for these tiles.
    pub(super) fn win_chance(found: Option<PathBuf>, tiles: &Distribution) -> Option<Self> {
        Self::or_shipped(found, tiles, &WIN_CHANCE)
    }

    fn or_shipped(found: Option<PathBuf>, tiles: &Distribution, shipped: &'static Shipped) -> Option<Self> {
        found.map(Companion::File).or_else(|| Self::shipped(tiles, shipped))
    }

    fn shipped(tiles: &Distribution, shipped: &'static Shipped) -> Option<Self> {
        (*tiles == *english()).then_some(Companion::Shipped(shipped))
    }

    /// The leave values of a name, if they are those that come with the engine, for these tiles.
    pub(super) fn shipped_leaves(name: &str, tiles: &Distribution) -> Option<Self> {
        Self::shipped(tiles, &LEAVES).filter(|_| LEAVES.name.eq_ignore_ascii_case(name))
    }

    /// The win chances of a name, if they are those that come with the engine, for these tiles.
    pub(super) fn shipped_win_chance(name: &str, tiles: &Distribution) -> Option<Self> {
        Self::shipped(tiles, &WIN_CHANCE).filter(|_| WIN_CHANCE.name.eq_ignore_ascii_case(name))
    }

    /// A short name, for a line that says where numbers come from.
    pub fn name(&self) -> String {
        match self {
            Companion::Shipped(shipped) => shipped.name.to_owned(),
            Companion::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }
}

/// For people: a path, or where else they come from.
impl fmt::Display for Companion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Companion::Shipped(shipped) => write!(f, "{} (comes with Tasseo)", shipped.name),
            Companion::File(path) => write!(f, "{}", path.display()),
        }
    }
}
