//! Learning from self-play: what the tool `train` does.
//!
//! [`leaves`] learns what the tiles are worth that a play keeps, and [`win_chance`] what a spread is worth with so many
//! tiles to come; [`balance`] sets leave values right by what real games show; [`stages`] measures how much of a leave
//! counts late in a game. They stand on [`table`], what games are played with, and [`shard`], a part of the work that
//! another machine can do.

pub mod balance;
pub mod leaves;
pub mod shard;
pub mod stages;
pub mod table;
pub mod win_chance;

use crate::AnyError;
use std::path::{Path, PathBuf};

/// Where the work is saved that will become a file: `OUT.checkpoint` for `OUT`.
fn checkpoint_of(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Finds out before the games, and not after them, that a file cannot be written.
fn check_output(output: &Path, parts: &[PathBuf]) -> Result<(), AnyError> {
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wrong = |what: &str| Err(format!("{}: {what}", output.display()).into());
    match () {
        () if !folder.is_dir() => wrong("there is no such folder"),
        () if output.is_dir() => wrong("a folder"),
        () if parts.iter().any(|part| part == output) => wrong("it would replace one of its parts"),
        () => Ok(()),
    }
}
