//! The tool `experiment`: what is claimed of Tasseo, measured again by name.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo_tools::args::{LexiconArgs, whole_number};
use tasseo_tools::experiment::calibration::{self, CalibrationArgs};
use tasseo_tools::experiment::choices::{self, ChoicesArgs};
use tasseo_tools::experiment::depth::{self, DepthArgs};
use tasseo_tools::experiment::efficiency::{self, EfficiencyArgs};
use tasseo_tools::experiment::leads::{self, LeadsArgs};
use tasseo_tools::experiment::luck::{self, LuckArgs};
use tasseo_tools::experiment::matches::Conditions;
use tasseo_tools::experiment::plans::plans;
use tasseo_tools::experiment::report_folder::LabArgs;
use tasseo_tools::experiment::stages::{self, StagesArgs};
use tasseo_tools::experiment::truth::{self, TruthArgs};
use tasseo_tools::experiment::when_it_helps::{self, WhenItHelpsArgs};
use tasseo_tools::experiment::worked_example;
use tasseo_tools::train::likelihood::{self, LikelihoodArgs};
use tasseo_tools::{AnyError, arguments, exit, say};

const EXAMPLES: &str = "Examples:
  experiment efficiency tests/positions/middle_games.cgp -o results
  experiment choices tests/positions/middle_games.cgp 'tasseo movetime=1000' 'tasseo movetime=100' -o results
  experiment depth tests/positions/late_games.cgp -o results
  experiment leads tests/positions/middle_games.cgp -o results
  experiment worked-example -o results
  experiment truth --player noisy=4 --games 100 -o results
  experiment when-it-helps --games 300 -o results
  experiment rack-heuristics -o results
  experiment inference --pairs 1000 --seed 7 -o results
  experiment calibration lexicons/ENABLE1.winpct -o results
  experiment luck --match matches/inference -o results
  experiment likelihood --player sim=150

A run that is stopped goes on where it was when the same command is given again, but for leads, calibration, stages \
and likelihood, which take minutes. Results are Markdown, JSON and SVG; likelihood prints alone.";

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
    /// Which of two engines chooses better, decision by decision
    Choices(Box<ChoicesArgs>),
    /// What deeper rollouts change, and how many it takes to see it
    Depth(DepthArgs),
    /// What a lead changes: whether simulation plays safe when far ahead, and gambles when far behind
    Leads(LeadsArgs),
    /// What Gordon's rack heuristics gain on a greedy player: his table 2
    RackHeuristics(MatchesArgs),
    /// Probabilistic search against a greedy player: Gordon's table 4, and past it
    ProbabilisticSearch(MatchesArgs),
    /// What each kind of player gains on the next, as in Richards and Amir
    Strategies(MatchesArgs),
    /// What it is worth to know the opponent's tiles: Richards and Amir's table 1 and figure 2
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
    /// How well tables of win chances foretell games that they have not seen
    Calibration(CalibrationArgs),
    /// How much of a leave's value is still to be had, by the tiles left in the bag
    Stages(StagesArgs),
    /// Which measure of luck takes most of the scatter out of results
    Luck(LuckArgs),
    Likelihood(LikelihoodArgs),
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
    /// Measure luck: compare each draw with N others, as referee match does; 0 turns it off
    #[arg(long, value_name = "N", value_parser = whole_number(0..=100_000), allow_negative_numbers = true)]
    luck: Option<u64>,
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

fn main() -> ExitCode {
    exit("experiment", run(&arguments::<Cli>("experiment")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    let markdown = match &cli.experiment {
        Experiment::Efficiency(args) => efficiency::run(args)?,
        Experiment::Choices(args) => choices::run(args)?,
        Experiment::Depth(args) => depth::run(args)?,
        Experiment::Leads(args) => leads::run(args)?,
        Experiment::RackHeuristics(args) => matches("rack-heuristics", args)?,
        Experiment::ProbabilisticSearch(args) => matches("probabilistic-search", args)?,
        Experiment::Strategies(args) => matches("strategies", args)?,
        Experiment::FullKnowledge(args) => matches("full-knowledge", args)?,
        Experiment::Inference(args) => matches("inference", args)?,
        Experiment::Ladder(args) => matches("ladder", args)?,
        Experiment::Truth(args) => truth::run(args)?,
        Experiment::WhenItHelps(args) => when_it_helps::run(args)?,
        Experiment::WorkedExample(args) => worked_example::run(args)?,
        Experiment::Calibration(args) => calibration::run(args)?,
        Experiment::Stages(args) => stages::run(args)?,
        Experiment::Luck(args) => luck::run(args)?,
        Experiment::Likelihood(args) => return likelihood::run(args),
    };
    say(format_args!("{}", markdown.trim_end()))?;
    Ok(ExitCode::SUCCESS)
}

fn matches(name: &str, args: &MatchesArgs) -> Result<String, AnyError> {
    let plan = plans().into_iter().find(|plan| plan.name == name).expect("every experiment has a plan");
    let (folder, lexicon) = (args.output.clone(), args.lexicon.clone());
    let MatchesArgs { pairs, seed, concurrency, luck, .. } = *args;
    let conditions = Conditions { folder, pairs, seed, lexicon, concurrency, luck };
    plan.run(&conditions)
}
