//! `tasseo bench`: fixed work, figures a line each, and one number that says whether anything has changed.
//!
//! The signature is made of every play that is chosen and what it is worth. A change that is meant to change nothing
//! leaves it as it is; whatever changes it says so in its commit.

mod config;
mod cpu;
mod endgame;
mod games;
mod infer;
mod peg;
mod positions;
mod simulation;
mod static_play;
mod tables;

pub use config::{AnyError, Bench, BenchConfig};
pub use cpu::Stopwatch;
pub use positions::read_positions;

use crate::game::{Position, Rack};
use config::Setup;
use games::first_of_games;
use std::io::Write;

/// Runs a bench, and writes its figures. Blocks.
///
/// An [`io::Error`](std::io::Error) among the errors is one of `out`.
pub fn run(config: &BenchConfig, out: &mut impl Write) -> Result<(), AnyError> {
    config.check()?;
    let setup = Setup::load(config)?;
    let positions =
        config.positions.as_deref().map(|path| positions::read_file(path, &config.data_path)).transpose()?;
    match (config.bench, positions) {
        (Bench::Static, None) => static_play::bench_games(config, &setup, out)?,
        (Bench::Static, Some(positions)) => static_play::bench_positions(config, &setup, &positions, out)?,
        (Bench::Infer, _) => infer::run(config, &setup, out)?,
        (Bench::Sim, None) => {
            let positions = read_positions("the bench's own positions", simulation::POSITIONS, &config.data_path)?;
            simulation::run(config, &positions, out)?;
        }
        (Bench::Sim, Some(positions)) => simulation::run(config, &positions, out)?,
        (Bench::Table, positions) => tables::run(config, &setup, positions.as_deref(), out)?,
        (Bench::Endgame, Some(positions)) => endgame::run(config, &setup, &only_positions(positions), out)?,
        (Bench::Endgame, None) => {
            let endgames = first_of_games(config, &setup, 30, |position| position.bag_len() == 0);
            endgame::run(config, &setup, &endgames, out)?;
        }
        (Bench::Peg, Some(positions)) => peg::run(config, &setup, &only_positions(positions), out)?,
        (Bench::Peg, None) => {
            let mut seen = first_of_games(config, &setup, 10, |position| (1..=2).contains(&position.bag_len()));
            seen.iter_mut().for_each(|position| position.forget_rack(position.on_turn().opponent()));
            peg::run(config, &setup, &seen, out)?;
        }
    }
    Ok(out.flush()?)
}

fn only_positions(positions: Vec<(Position, Rack)>) -> Vec<Position> {
    positions.into_iter().map(|(position, _)| position).collect()
}
