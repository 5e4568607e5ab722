//! Learning from self-play: what the tool `train` does.
//!
//! [`leaves`] learns what the tiles are worth that a play keeps, and [`win_chance`] what a spread is worth with so many
//! tiles to come; [`stages`] measures how much of a leave counts late in a game. They stand on [`table`], what games are played with, [`shard`], a part of the work that another machine
//! can do, and [`progress`]; [`games`] plays many games on all cores and gives their results in order.

pub mod games;
pub mod leaves;
pub mod progress;
pub mod shard;
pub mod stages;
pub mod table;
pub mod win_chance;

use std::path::{Path, PathBuf};

/// Where the work is saved that will become a file: `OUT.checkpoint` for `OUT`.
fn checkpoint_of(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}
