//! The direction of dependency: a module uses only those above it in the table of `src/lib.rs`.

use std::path::{Path, PathBuf};

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
