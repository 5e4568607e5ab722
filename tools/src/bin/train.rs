//! The tool `train`: learns from self-play what the engine's values are made of.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tasseo_tools::train::{calibrate, win_chance};
use tasseo_tools::{AnyError, exit, parse_arguments};

const EXAMPLES: &str = "Examples:
  train winchance --lexicon TWL06 --data-path words -o TWL06.winpct
  train winchance --shard 1/2 -o one.sums       one half on this machine,
  train winchance --shard 2/2 -o two.sums       the other on another one,
  train winchance --merge one.sums two.sums -o ENABLE1.winpct
  train calibrate ENABLE1.winpct --seed 2       how good it is on other games";

/// Learns from games that static players play against themselves.
#[derive(Parser)]
#[command(name = "train", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Winchance(win_chance::WinChanceArgs),
    Calibrate(calibrate::CalibrateArgs),
}

fn main() -> ExitCode {
    exit("train", parse_arguments::<Cli>().and_then(|cli| run(cli.command)))
}

fn run(command: Command) -> Result<ExitCode, AnyError> {
    match command {
        Command::Winchance(args) => win_chance::run(&args),
        Command::Calibrate(args) => calibrate::run(&args),
    }
}
