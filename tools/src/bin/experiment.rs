//! The tool `experiment`: what is claimed of Tasseo, measured again by name.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo::belief::Likelihood;
use tasseo_tools::args::{GAMES, LexiconArgs, whole_number};
use tasseo_tools::experiment::efficiency::{Efficiency, Way};
use tasseo_tools::experiment::lab::read_positions;
use tasseo_tools::experiment::leads::Leads;
use tasseo_tools::experiment::matches::Conditions;
use tasseo_tools::experiment::plans::plans;
use tasseo_tools::experiment::truth::{Truth, likelihood};
use tasseo_tools::experiment::when_it_helps::{Knowledge, WhenItHelps};
use tasseo_tools::experiment::worked_example;
use tasseo_tools::known_games::Chooser;
use tasseo_tools::train::table::{Table, TableArgs};
use tasseo_tools::{AnyError, arguments, exit, say};

const EXAMPLES: &str = "Examples:
  experiment efficiency tests/positions/middle_games.cgp -o results
  experiment efficiency tests/positions/middle_games.cgp --ways 2:2,2:equal --seconds 1 -o results
  experiment leads tests/positions/middle_games.cgp -o results
  experiment worked-example -o results
  experiment truth --player noisy=4 --games 100 -o results
  experiment when-it-helps --games 300 -o results
  experiment rack-heuristics -o results
  experiment inference --pairs 1000 --seed 7 -o results

A run that is stopped goes on where it was when the same command is given again (but leads, which takes minutes).
Results are Markdown, JSON and SVG.";

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
    /// What a lead changes: whether simulation plays safe when far ahead, and gambles when far behind
    Leads(LeadsArgs),
    /// What Gordon's rack heuristics gain on a greedy player: his table 2
    RackHeuristics(MatchesArgs),
    /// Probabilistic search against a greedy player: Gordon's table 4, and past it
    ProbabilisticSearch(MatchesArgs),
    /// What each kind of player gains on the next, as in Richards and Amir
    Strategies(MatchesArgs),
    /// What it is worth to know the opponent's tiles: Richards and Amir's table 1
    FullKnowledge(MatchesArgs),
    /// What it is worth to read the opponent's leave: Richards and Amir's table 2
    Inference(MatchesArgs),
    /// How strong every player is, with ratings
    Ladder(MatchesArgs),
    /// How well beliefs tell what the opponent kept, in bits, and whether their chances can be trusted
    Truth(TruthArgs),
    /// When it helps to read the opponent, decision by decision: the question Richards and Amir leave open
    WhenItHelps(WhenItHelpsArgs),
    /// What the opponent may have kept after IMINO: Richards and Amir's example
    WorkedExample(LabArgs),
}

/// What every experiment with our own searches takes.
#[derive(Args)]
struct LabArgs {
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    table: TableArgs,
}

#[derive(Args)]
struct TruthArgs {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "static", value_name = "PLAYER")]
    player: Chooser,
    /// How plays are explained: grid (policies that are learned), best, or soft=TEMPERATURE,FLOOR
    #[arg(long, default_value = "grid", value_name = "MODEL", value_parser = likelihood)]
    likelihood: Likelihood,
    /// How many games
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = whole_number(GAMES), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    lab: LabArgs,
}

#[derive(Args)]
struct WhenItHelpsArgs {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "sim=150", value_name = "PLAYER")]
    player: Chooser,
    /// What is compared with knowing nothing
    #[arg(long, value_delimiter = ',', default_value = "nothing,carried,leave", value_name = "WAY[,WAY]")]
    ways: Vec<Knowledge>,
    /// How many games
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(GAMES), allow_negative_numbers = true)]
    games: u64,
    /// In how many worlds each way to choose simulates
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(1..=1_000_000_000),
        allow_negative_numbers = true)]
    iterations: u64,
    /// In how many worlds what was chosen is judged
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole_number(2..=1_000_000_000),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

#[derive(Args)]
struct MatchesArgs {
    /// How many mirrored pairs in each match, instead of its own number
    #[arg(long, value_name = "N", value_parser = whole_number(1..=10_000_000), allow_negative_numbers = true)]
    pairs: Option<u64>,
    /// What decides the orders of tiles
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole_number(0..=u64::MAX),
        allow_negative_numbers = true)]
    seed: u64,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024), allow_negative_numbers = true)]
    concurrency: Option<u64>,
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    lexicon: LexiconArgs,
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
    /// The way of the reference
    #[arg(long, default_value = "8:3", value_name = "WAY")]
    reference: Way,
    /// How many worlds the best candidates go through in the reference
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole_number(2..=1_000_000_000),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

#[derive(Args)]
struct LeadsArgs {
    /// Positions, one CGP a line, with the rack of the player on turn
    positions: PathBuf,
    /// The leads of the player on turn, in points
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "-150,-75,0,75,150",
        value_name = "POINTS[,POINTS]",
        allow_hyphen_values = true
    )]
    leads: Vec<i32>,
    /// In how many worlds every candidate is tried
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole_number(2..=1_000_000_000),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.05..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "must be a number of seconds from 0.05 to 3600".into())
}

fn main() -> ExitCode {
    exit("experiment", run(&arguments::<Cli>("experiment")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    let markdown = match &cli.experiment {
        Experiment::Efficiency(args) => efficiency(args)?,
        Experiment::Leads(args) => leads(args)?,
        Experiment::RackHeuristics(args) => matches("rack-heuristics", args)?,
        Experiment::ProbabilisticSearch(args) => matches("probabilistic-search", args)?,
        Experiment::Strategies(args) => matches("strategies", args)?,
        Experiment::FullKnowledge(args) => matches("full-knowledge", args)?,
        Experiment::Inference(args) => matches("inference", args)?,
        Experiment::Ladder(args) => matches("ladder", args)?,
        Experiment::Truth(args) => truth(args)?,
        Experiment::WhenItHelps(args) => when_it_helps(args)?,
        Experiment::WorkedExample(args) => worked_example::run(&Table::open(&args.table)?, &args.output)?,
    };
    say(format_args!("{}", markdown.trim_end()))?;
    Ok(ExitCode::SUCCESS)
}

fn efficiency(args: &EfficiencyArgs) -> Result<String, AnyError> {
    let efficiency = Efficiency {
        positions: read_positions(&args.positions)?,
        ways: args.ways.clone(),
        seconds: args.seconds,
        reference: args.reference,
        worlds: args.worlds,
        seed: args.lab.table.seed,
        threads: args.lab.table.threads.count(),
        folder: args.lab.output.clone(),
    };
    efficiency.run(&Table::open(&args.lab.table)?)
}

fn matches(name: &str, args: &MatchesArgs) -> Result<String, AnyError> {
    let plan = plans().into_iter().find(|plan| plan.name == name).expect("every experiment has a plan");
    let letters = &args.lexicon.letters;
    let mut arguments = vec!["--lexicon".to_owned(), args.lexicon.lexicon.clone()];
    arguments.extend(["--distribution".into(), letters.distribution.clone()]);
    if !letters.data_path.is_empty() {
        let folders: Vec<String> = letters.data_path.iter().map(|path| path.display().to_string()).collect();
        arguments.extend(["--data-path".into(), folders.join(";")]);
    }
    arguments.extend(args.concurrency.into_iter().flat_map(|games| ["--concurrency".into(), games.to_string()]));
    plan.run(&Conditions { folder: args.output.clone(), pairs: args.pairs, seed: args.seed, arguments })
}

fn truth(args: &TruthArgs) -> Result<String, AnyError> {
    let truth = Truth {
        player: args.player,
        likelihood: args.likelihood.clone(),
        games: args.games,
        seed: args.lab.table.seed,
        threads: args.lab.table.threads.count(),
        folder: args.lab.output.clone(),
    };
    truth.run(&Table::open(&args.lab.table)?)
}

fn when_it_helps(args: &WhenItHelpsArgs) -> Result<String, AnyError> {
    let when_it_helps = WhenItHelps {
        player: args.player,
        ways: args.ways.clone(),
        games: args.games,
        iterations: args.iterations,
        worlds: args.worlds,
        seed: args.lab.table.seed,
        threads: args.lab.table.threads.count(),
        folder: args.lab.output.clone(),
    };
    when_it_helps.run(&Table::open(&args.lab.table)?)
}

fn leads(args: &LeadsArgs) -> Result<String, AnyError> {
    let leads = Leads {
        positions: read_positions(&args.positions)?,
        leads: args.leads.clone(),
        worlds: args.worlds,
        seed: args.lab.table.seed,
        folder: args.lab.output.clone(),
    };
    leads.run(&Table::open(&args.lab.table)?)
}
