//! The tool `experiment`: what is claimed of Tasseo, measured again by name.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo_tools::args::whole_number;
use tasseo_tools::experiment::efficiency::{Efficiency, Way, read_positions};
use tasseo_tools::train::table::{Table, TableArgs};
use tasseo_tools::{AnyError, arguments, exit, say};

const EXAMPLES: &str = "Examples:
  experiment efficiency tests/positions/middle_games.cgp -o results
  experiment efficiency tests/positions/middle_games.cgp --ways 2:2,2:equal --seconds 1 -o results

A run that is stopped goes on where it was when the same command is given again. Results are Markdown, JSON and SVG.";

/// Repeats the experiments that what is said of Tasseo rests on
#[derive(Parser)]
#[command(name = "experiment", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// How soon simulation finds the right move, by how it is done
    Efficiency(EfficiencyArgs),
}

#[derive(Args)]
struct EfficiencyArgs {
    /// Positions, one CGP a line, with the rack of the player on turn
    positions: PathBuf,
    /// The ways to compare: PLIES:equal, or PLIES:SIGMAS where candidates that are so far behind are given up
    #[arg(long, value_delimiter = ',', default_value = "2:2,2:equal", value_name = "WAY[,WAY]")]
    ways: Vec<Way>,
    /// CPU time for each way in each position
    #[arg(long, default_value = "2", value_name = "SECONDS", value_parser = seconds)]
    seconds: f64,
    /// How many worlds the best candidates go through in the reference
    #[arg(long, default_value_t = 4000, value_name = "N", value_parser = whole_number(2..=1_000_000_000),
        allow_negative_numbers = true)]
    reference: u64,
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    table: TableArgs,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.05..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "must be a number of seconds from 0.05 to 3600".into())
}

fn main() -> ExitCode {
    exit("experiment", run(&arguments::<Cli>("experiment")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    match &cli.experiment {
        Experiment::Efficiency(args) => efficiency(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn efficiency(args: &EfficiencyArgs) -> Result<(), AnyError> {
    let efficiency = Efficiency {
        positions: read_positions(&args.positions)?,
        ways: args.ways.clone(),
        seconds: args.seconds,
        reference: args.reference,
        seed: args.table.seed,
        threads: args.table.threads.count(),
        folder: args.output.clone(),
    };
    let markdown = efficiency.run(&Table::open(&args.table)?)?;
    Ok(say(format_args!("{}", markdown.trim_end()))?)
}
