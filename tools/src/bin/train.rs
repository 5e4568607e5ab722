//! The tool `train`: learns values from self-play.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tasseo_tools::exit;
use tasseo_tools::train::leaves::{self, LeavesArgs};

const EXAMPLES: &str = "Examples:
  train leaves                                         ENABLE1.klv2, in an hour or so
  train leaves --lexicon MINE --data-path words -o words/MINE.klv2
  train leaves --games 100 --rounds 3                  a taste

On a cluster, for each round R, with the same lexicon, games, rounds and seed throughout:
  train leaves --round R --from R-1.klv2 --shard I/N -o R.I.sums     for each I from 1 to N
  train leaves --merge R.*.sums -o R.klv2";

/// Learns values from self-play.
#[derive(Parser)]
#[command(name = "train", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Learn what the tiles are worth that a play keeps, and write a KLV2 file
    ///
    /// The work is saved every minute, and goes on from there when the same command is given again.
    Leaves(LeavesArgs),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Leaves(args) => leaves::run(&args),
    };
    exit("train", outcome.map(|()| ExitCode::SUCCESS))
}
