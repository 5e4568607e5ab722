//! The direction of dependency, between modules and inside them.
//!
//! **Between modules.** A module uses only those above it in the table of `src/lib.rs`.
//!
//! **Inside a module.** The files of a folder do not use each other in a circle. A sub-folder counts as one file there,
//! and has the same rule inside. `mod.rs` is a file like any other, with two exceptions: what it re-exports belongs to
//! the file that declares it, for who uses it through `mod.rs`; and re-exporting is not using. So a file may use what
//! `mod.rs` itself declares only if `mod.rs` does not use that file, directly or by way of others. Tests inside files
//! do not count.

mod support {
    pub mod source;
}

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::source::{Crate, MOD};

/// Circles that still stand, by folder and files; they are to be broken. This list only shrinks: a circle that is not
/// within one of these fails the test, and so does an entry within which none stands any more.
const ALLOWED: &[(&str, &[&str])] = &[];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules in the order of the table: the rows that begin with the name of one.
fn modules() -> Vec<String> {
    let rows = read(&src().join("lib.rs"));
    let name = |row: &str| Some(row.strip_prefix("//! | [`")?.split('`').next()?.to_owned());
    rows.lines().filter_map(name).collect()
}

/// All source files of a module: `name.rs`, or whatever is below `name/`.
fn files_of(module: &str) -> Vec<PathBuf> {
    let mut files = vec![src().join(format!("{module}.rs"))];
    let mut folders = vec![src().join(module)];
    while let Some(entries) = folders.pop().map(std::fs::read_dir) {
        for path in entries.into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|file| file.exists());
    files
}

/// The modules that code names as `crate::MODULE`; comments may name what they like.
fn used_in(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    let paths = paths.inspect(|path| assert!(!path.starts_with('{'), "one module a line: crate::{path}"));
    paths.map(|path| path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn modules_use_only_what_is_above_them() {
    let modules = modules();
    let declared = read(&src().join("lib.rs")).lines().filter(|line| line.starts_with("pub mod ")).count();
    assert_eq!(modules.len(), declared, "the table has a row for each module: {modules:?}");
    for (at, module) in modules.iter().enumerate() {
        let files = files_of(module);
        assert!(!files.is_empty(), "{module}");
        for file in files {
            for used in used_in(&read(&file)) {
                let above = modules[..=at].contains(&used) || !modules.contains(&used);
                assert!(above, "{}: {module} uses {used}, which comes after it", file.display());
            }
        }
    }
}

#[test]
fn uses_are_found() {
    let text = "// crate::search\nuse crate::game::Rack;\nlet x = crate::belief::read(crate::lexicon_of());\n";
    assert_eq!(used_in(text), ["game", "belief", "lexicon_of"]);
}

/// The files of one folder and which of them each uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// By folder (`search::endgame`), who uses whom there.
fn uses_by_folder(source: &Crate) -> BTreeMap<String, Uses> {
    let mut folders: BTreeMap<String, Uses> = BTreeMap::new();
    for (from, to) in source.uses() {
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        // What happens between modules is the other test's business.
        if shared == 0 {
            continue;
        }
        let file = |path: &[String]| path.get(shared).map_or(MOD.to_owned(), String::clone);
        let uses = folders.entry(from[..shared].join("::")).or_default();
        uses.entry(file(&from)).or_default().insert(file(&to));
    }
    folders
}

/// All files that one uses, directly or by way of others.
fn reached(uses: &Uses, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![from];
    while let Some(file) = left.pop() {
        for next in uses.get(file).into_iter().flatten() {
            if found.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    found
}

/// The circles of a folder: groups of files each of which reaches all others.
fn circles(uses: &Uses) -> BTreeSet<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|file| (file, reached(uses, file))).collect();
    let in_circle = |file: &&String| reached[file].contains(*file);
    let circle_of = |file: &String| {
        let mutual = reached[file].iter().filter(|&other| reached.get(other).is_some_and(|back| back.contains(file)));
        mutual.cloned().collect()
    };
    uses.keys().filter(in_circle).map(circle_of).collect()
}

#[test]
fn files_of_a_folder_do_not_use_each_other_in_a_circle() {
    let source = Crate::read(&src());
    let mut standing = BTreeSet::new();
    for (folder, uses) in uses_by_folder(&source) {
        standing.extend(circles(&uses).into_iter().map(|circle| (folder.clone(), circle)));
    }
    let is_within = |(folder, circle): &(String, Vec<String>), (allowed, files): &(&str, &[&str])| {
        folder == allowed && circle.iter().all(|file| files.contains(&file.as_str()))
    };
    let new: Vec<_> = standing.iter().filter(|circle| !ALLOWED.iter().any(|files| is_within(circle, files))).collect();
    assert!(new.is_empty(), "these files use each other in a circle: {new:?}");
    let gone: Vec<_> = ALLOWED.iter().filter(|files| !standing.iter().any(|circle| is_within(circle, files))).collect();
    assert!(gone.is_empty(), "these circles no longer stand; take them off the list: {gone:?}");
}

#[test]
fn circles_are_found() {
    let files = |files: &[&str]| files.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    let uses: Uses = [("a", files(&["b"])), ("b", files(&["c", "d"])), ("c", files(&["a"])), ("d", files(&["e"]))]
        .map(|(file, uses)| (file.to_owned(), uses))
        .into();
    assert_eq!(circles(&uses), BTreeSet::from([vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]]));
}
