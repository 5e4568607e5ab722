//! `tasseo bench`: fixed work, figures a line each, and one number that says whether anything has changed.
//!
//! The signature is made of every play that is chosen and what it is worth. A change that is meant to change nothing
//! leaves it as it is; whatever changes it says so in its commit.

mod config;
mod cpu;
mod endgame;
mod games;
mod infer;
mod luck;
mod peg;
mod positions;
mod simulation;
mod static_play;
mod tables;

pub use config::{AnyError, Bench, BenchConfig};
pub use cpu::Stopwatch;
pub use positions::read_positions;

use std::io::Write;

/// Runs a bench, and writes its figures. Blocks.
///
/// An [`io::Error`](std::io::Error) among the errors is one of `out`.
pub fn run(config: &BenchConfig, out: &mut impl Write) -> Result<(), AnyError> {
    config.check()?;
    let positions =
        config.positions.as_deref().map(|path| positions::read_file(path, &config.data_path)).transpose()?;
    let positions = positions.as_deref();
    match config.bench {
        Bench::Static => static_play::run(config, positions, out)?,
        Bench::Table => tables::run(config, positions, out)?,
        Bench::Sim => simulation::run(config, positions, out)?,
        Bench::Infer => infer::run(config, out)?,
        Bench::Endgame => endgame::run(config, positions, out)?,
        Bench::Luck => luck::run(config, out)?,
        Bench::Peg => peg::run(config, positions, out)?,
    }
    Ok(out.flush()?)
}
