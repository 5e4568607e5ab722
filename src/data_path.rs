//! The user's folders, in which lexicons, distributions and layouts are looked for by name.
//!
//! A name never leads out of the folders: it may come from a stranger's position. It may be in any case, but where two
//! files differ in nothing else the exact one is meant. Folders are looked through in order, and what is in one comes
//! before what comes with the engine.

use std::path::{Path, PathBuf};

/// Folders, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataPath(Vec<PathBuf>);

/// Where in a folder a kind of file may be, and how its name ends; the preferred ending first.
#[derive(Clone, Copy, Debug)]
pub struct FileKind<'e> {
    /// Sub-folders; the empty one is the folder itself.
    pub places: &'static [&'static str],
    /// Endings without the dot.
    pub endings: &'e [&'static str],
}

impl DataPath {
    /// These folders.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        DataPath(folders)
    }

    /// Whether this can be a name: not empty, and no path.
    pub fn is_name(name: &str) -> bool {
        !name.contains(['/', '\\']) && Path::new(name).file_name().is_some_and(|file| file == name)
    }

    /// The first file of this kind and name. Reads the folders.
    pub fn find(&self, name: &str, kind: FileKind<'_>) -> Option<PathBuf> {
        self.find_if(name, kind, Path::is_file)
    }

    /// The first thing of this kind and name, whether it is a file or not: whoever opens it can say what is wrong.
    /// Reads the folders.
    pub fn find_any(&self, name: &str, kind: FileKind<'_>) -> Option<PathBuf> {
        self.find_if(name, kind, Path::exists)
    }

    fn find_if(&self, name: &str, kind: FileKind<'_>, is_wanted: fn(&Path) -> bool) -> Option<PathBuf> {
        if !Self::is_name(name) {
            return None;
        }
        self.places(kind).find_map(|place| {
            let mut exact = kind.endings.iter().map(|ending| place.join(format!("{name}.{ending}")));
            exact.find(|path| is_wanted(path)).or_else(|| {
                let is_it = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name));
                files_in(&place, kind.endings, is_wanted).into_iter().find(is_it)
            })
        })
    }

    /// The names of all files of this kind, each once. Reads the folders.
    pub fn names(&self, kind: FileKind<'_>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for file in self.places(kind).flat_map(|place| files_in(&place, kind.endings, Path::is_file)) {
            if let Some(name) = file.file_stem().and_then(|stem| stem.to_str())
                && !names.iter().any(|known| known.eq_ignore_ascii_case(name))
            {
                names.push(name.to_owned());
            }
        }
        names
    }

    fn places(&self, kind: FileKind<'_>) -> impl Iterator<Item = PathBuf> + '_ {
        self.0.iter().flat_map(move |folder| kind.places.iter().map(move |place| folder.join(place)))
    }
}

/// What is wanted of a folder's files with one of these endings, the preferred ending first, then by name. A folder
/// that cannot be read has none.
fn files_in(folder: &Path, endings: &[&str], is_wanted: fn(&Path) -> bool) -> Vec<PathBuf> {
    let rank =
        |path: &PathBuf| endings.iter().position(|ending| path.extension().is_some_and(|found| found == *ending));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| rank(path).is_some() && is_wanted(path)).collect();
    files.sort_by_key(|path| (rank(path), path.clone()));
    files
}
