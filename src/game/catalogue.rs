//! Distributions and layouts by name: those in the user's folders, then those that come with the engine.
//!
//! A user's distribution is `NAME.csv`, in a data folder or its `letterdistributions` sub-folder; a layout is
//! `NAME.layout`, or `layouts/NAME.txt`.

use super::{Distribution, DistributionError, Layout, LayoutError};
use crate::data_path::{DataPath, FileKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

macro_rules! shipped {
    ($($name:literal),*; $folder:literal, $ending:literal) => {
        &[$(($name, include_str!(concat!($folder, "/", $name, $ending)))),*]
    };
}

const DISTRIBUTIONS: &[(&str, &str)] = shipped!(
    "english", "english_super", "french", "german", "spanish", "catalan", "dutch", "norwegian", "swedish",
    "polish", "italian", "portuguese", "slovene"; "distributions", ".csv"
);

const LAYOUTS: &[(&str, &str)] = shipped!("CrosswordGame", "SuperCrosswordGame"; "layouts", ".txt");

/// What other programs call the layouts that come with the engine.
const LAYOUT_ALIASES: &[(&str, &str)] = &[
    ("standard", "CrosswordGame"),
    ("standard15", "CrosswordGame"),
    ("super", "SuperCrosswordGame"),
    ("super21", "SuperCrosswordGame"),
];

/// The English set of 100 tiles.
pub fn english() -> Arc<Distribution> {
    static ENGLISH: LazyLock<Arc<Distribution>> = LazyLock::new(|| shipped_distribution(DISTRIBUTIONS[0]));
    ENGLISH.clone()
}

/// The standard board of 15 rows and 15 columns.
pub fn standard_layout() -> Arc<Layout> {
    static STANDARD: LazyLock<Arc<Layout>> = LazyLock::new(|| shipped_layout(LAYOUTS[0]));
    STANDARD.clone()
}

fn shipped_distribution((name, text): (&str, &str)) -> Arc<Distribution> {
    Arc::new(Distribution::parse(name, text).expect("shipped distributions are well-formed; a test reads them all"))
}

fn shipped_layout((name, text): (&str, &str)) -> Arc<Layout> {
    Arc::new(Layout::parse(name, text).expect("shipped layouts are well-formed; a test reads them all"))
}

const DISTRIBUTION_FILES: FileKind = FileKind { places: &["", "letterdistributions"], endings: &["csv"] };
/// A layout that lies among lexicons cannot be called `.txt`.
const LAYOUT_FILES: [FileKind; 2] =
    [FileKind { places: &[""], endings: &["layout"] }, FileKind { places: &["layouts"], endings: &["layout", "txt"] }];

/// Where names are looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    data_path: DataPath,
}

/// Why a name gives no distribution or layout.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// Nothing of that name.
    #[error("no {kind} {name:?}; there are {known}, and files {file} in the data path")]
    Unknown {
        /// "letter distribution" or "board layout".
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The names that come with the engine.
        known: String,
        /// What a user's file would be called.
        file: &'static str,
    },
    /// A file that cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file that is no distribution.
    #[error("{}: {source}", path.display())]
    Distribution {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: DistributionError,
    },
    /// A file that is no layout.
    #[error("{}: {source}", path.display())]
    Layout {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: LayoutError,
    },
}

impl Catalogue {
    /// Files in these folders, and then what comes with the engine.
    pub fn new(data_path: DataPath) -> Self {
        Catalogue { data_path }
    }

    /// The names of the distributions that come with the engine.
    pub fn distribution_names() -> impl Iterator<Item = &'static str> {
        DISTRIBUTIONS.iter().map(|&(name, _)| name)
    }

    /// The distribution of this name, in any case. Reads a file if the user has one of that name.
    pub fn distribution(&self, name: &str) -> Result<Arc<Distribution>, CatalogueError> {
        if let Some(path) = self.data_path.find(name, DISTRIBUTION_FILES) {
            let parsed = Distribution::parse(name, &read(&path)?);
            return parsed.map(Arc::new).map_err(|source| CatalogueError::Distribution { path, source });
        }
        let shipped = find_shipped(DISTRIBUTIONS, name).map(shipped_distribution);
        shipped.ok_or_else(|| unknown("letter distribution", name, DISTRIBUTIONS, "NAME.csv"))
    }

    /// The layout of this name, in any case. Reads a file if the user has one of that name.
    pub fn layout(&self, name: &str) -> Result<Arc<Layout>, CatalogueError> {
        if let Some(path) = LAYOUT_FILES.iter().find_map(|&kind| self.data_path.find(name, kind)) {
            let parsed = Layout::parse(name, &read(&path)?);
            return parsed.map(Arc::new).map_err(|source| CatalogueError::Layout { path, source });
        }
        let alias = LAYOUT_ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let shipped = find_shipped(LAYOUTS, alias.map_or(name, |&(_, own)| own)).map(shipped_layout);
        shipped.ok_or_else(|| unknown("board layout", name, LAYOUTS, "NAME.layout"))
    }
}

/// A name, and the text of the file.
type Shipped = (&'static str, &'static str);

fn find_shipped(shipped: &[Shipped], name: &str) -> Option<Shipped> {
    shipped.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).copied()
}

fn unknown(kind: &'static str, name: &str, shipped: &[Shipped], file: &'static str) -> CatalogueError {
    let known = shipped.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(", ");
    CatalogueError::Unknown { kind, name: name.into(), known, file }
}

fn read(path: &Path) -> Result<String, CatalogueError> {
    std::fs::read_to_string(path).map_err(|source| CatalogueError::Unreadable { path: path.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_shipped_can_be_read() {
        let catalogue = Catalogue::default();
        for name in Catalogue::distribution_names() {
            let distribution = catalogue.distribution(name).unwrap();
            assert_eq!(distribution.name(), name);
            assert!((98..=200).contains(&distribution.tiles().len()), "{name}: {}", distribution.tiles().len());
        }
        for &(name, _) in LAYOUTS {
            assert_eq!(catalogue.layout(name).unwrap().name(), name);
        }
        assert_eq!(catalogue.layout("standard15").unwrap(), standard_layout());
    }

    #[test]
    fn unknown_names_say_what_there_is() {
        let error = Catalogue::default().distribution("klingon").unwrap_err().to_string();
        assert!(error.starts_with("no letter distribution \"klingon\"; there are english, english_super, "), "{error}");
        let error = Catalogue::new(DataPath::new(vec![".".into()]))
            .layout("../src/game/layouts/super")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("no board layout"), "{error}");
    }
}
