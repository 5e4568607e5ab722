//! Learning from self-play: what the tool `train` does, a module for each of its subcommands.
//!
//! In reading order: [`table`] is what games are played with, [`games`] plays many of them on all cores and gives their
//! results in order, [`progress`] shows how far they are. [`changes`] counts what the win chance is learned from,
//! [`smooth`] makes a table of the counts, [`win_chance`] is the subcommand, and [`calibrate`] checks a table on games
//! that it has not seen.

pub mod calibrate;
pub mod changes;
pub mod games;
pub mod progress;
pub mod smooth;
pub mod table;
pub mod win_chance;
