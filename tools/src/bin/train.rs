//! The tool `train`: learns from self-play what the engine's values are made of.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tasseo_tools::train::balance::{self, BalanceArgs};
use tasseo_tools::train::leaves::{self, LeavesArgs};
use tasseo_tools::train::win_chance::{self, WinChanceArgs};
use tasseo_tools::{AnyError, arguments, exit};

const EXAMPLES: &str = "Examples:
  train leaves                         ENABLE1.klv2, half an hour on two cores
  train leaves --games 20 --rounds 3   a taste
  train leaves --lexicon MINE --data-path words -o words/MINE.klv2
  train balance --leaves ENABLE1.klv2 -o BETTER.klv2
  train winchance --lexicon MINE --data-path words -o words/MINE.winpct

How good a table of win chances is on other games, experiment calibration tells.

On several machines, with the same lexicon, games, rounds and seed throughout, for each round R and each I from 1 to N:
  train leaves --round R --from LAST.klv2 --shard I/N -o R.I.sums
  train leaves --merge R.*.sums -o R.klv2
  train winchance --shard I/N -o I.sums
  train winchance --merge *.sums -o ENABLE1.winpct";

/// Learns from games that static players play against themselves.
#[derive(Parser)]
#[command(name = "train", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Leaves(LeavesArgs),
    Balance(BalanceArgs),
    Winchance(WinChanceArgs),
}

fn main() -> ExitCode {
    exit("train", run(arguments::<Cli>("train").command))
}

fn run(command: Command) -> Result<ExitCode, AnyError> {
    match command {
        Command::Leaves(args) => leaves::run(&args),
        Command::Balance(args) => balance::run(&args),
        Command::Winchance(args) => win_chance::run(&args),
    }
}
