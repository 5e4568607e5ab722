//! Running a tool from outside: what it prints, its exit status, and the files it leaves.
#![allow(dead_code, reason = "each test uses some of it")]

#[cfg(unix)]
pub mod engines;

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run of a tool gave: exit status, standard output, standard error.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A tool by its name and the path of its binary.
#[derive(Clone, Copy)]
pub struct Tool {
    pub name: &'static str,
    pub binary: &'static str,
}

impl Tool {
    pub fn command(self) -> Command {
        Command::new(self.binary)
    }

    pub fn run(self, arguments: &[&str]) -> Run {
        let output = self.command().args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Runs the tool, which must succeed.
    pub fn out(self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
        run.out
    }

    /// Runs the tool, which must fail with status 2 and one line.
    pub fn err(self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.status, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{arguments:?}: {}", run.err);
        run.err.trim_end().strip_prefix(self.name).unwrap().strip_prefix(": ").unwrap().to_owned()
    }
}

/// A new folder with these files.
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

pub fn path(folder: &Path, file: &str) -> String {
    folder.join(file).to_str().unwrap().to_owned()
}

pub fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
