//! The tool `referee`: matches between engines.

use clap::{ArgGroup, Args, Parser, Subcommand};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tasseo::game::Rules;
use tasseo_tools::args::{LexiconArgs, whole_number};
use tasseo_tools::referee::check::{CHECKS, CheckResult, Suite};
use tasseo_tools::referee::entrant::Entrant;
use tasseo_tools::referee::latency::{measure_answers, measure_endings, while_busy};
use tasseo_tools::referee::limit::{parse_milliseconds, parse_seconds};
use tasseo_tools::referee::match_config::common_options;
use tasseo_tools::referee::merge::merge;
use tasseo_tools::referee::options::MatchOptions;
use tasseo_tools::referee::run::{report_match, run_match};
use tasseo_tools::referee::summary::MatchSummary;
use tasseo_tools::{AnyError, arguments, exit, say};

const ENGINES: &str = "Engines are commands, in quotes if they have more than one word:
  tasseo                              beside this program, else as any command
  'tasseo Strength=greedy Seed=7'     with options, set by setoption
  './engine --quiet dialect=siu'      with arguments, spoken to in SIU
  'tasseo name=deep movetime=4000'    called deep, with a limit of its own; also
                                      iterations=N, clock=25+5
  'tasseo go=\"sim iterations 1000\"'   with these words after each go
  'tasseo oracle=leave'               told what the opponent truly kept;
                                      oracle=rack: all that it holds

Examples:
  referee match 'tasseo Strength=static' 'tasseo Strength=greedy' --pairs 500
  referee match 'tasseo movetime=1000' 'tasseo Strength=static' -o results/sim
  referee match tasseo new/tasseo --clock 25 --sprt 0,10 -o results/new";

/// Plays matches between engines that speak UCGI or SIU
#[derive(Parser)]
#[command(name = "referee", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play engines against each other, in mirrored pairs, and tell who is better and how sure that is
    #[command(after_help = ENGINES)]
    Match(MatchArgs),
    /// Check that an engine keeps to the protocol, a line for each check; exit status 1 if it does not
    ///
    /// With --latency or --endings, measure how fast it answers instead: the median, the 99th percentile and the worst.
    Check(CheckArgs),
    /// Make the parts of a match one, as if it had been played in one
    Merge {
        /// The folders of all parts, in any order
        #[arg(required = true, value_name = "DIR")]
        parts: Vec<PathBuf>,
        /// The folder for the whole
        #[arg(short, long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Tell again what came of a match, and write its summary and report anew
    Report {
        /// The folder of the match
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Measure the luck of games where it is missing or was measured with another N
        #[arg(long, value_name = "N", value_parser = whole_number(1..=100_000), allow_negative_numbers = true)]
        luck: Option<u64>,
        /// Folders to look for the lexicon and its values in, with --luck
        #[arg(long, value_delimiter = ';', value_name = "DIR[;DIR]", requires = "luck")]
        data_path: Vec<PathBuf>,
    },
}

#[derive(Args)]
struct MatchArgs {
    /// The engines: two, or more for all against all
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<Entrant>,
    /// A folder for games, turns, faults and the report; a match that was interrupted goes on there
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Exit status 1 if there was any fault
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    options: MatchOptions,
}

#[derive(Args)]
#[command(group(ArgGroup::new("times").args(["latency", "endings"])))]
struct CheckArgs {
    /// The engine, in quotes if it has options
    #[arg(value_name = "ENGINE")]
    engine: Entrant,
    /// How long it may say nothing
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = parse_seconds)]
    patience: Duration,
    /// By how much it may be late, in milliseconds
    #[arg(long, default_value = "500ms", value_name = "MS", value_parser = parse_milliseconds)]
    margin: Duration,
    /// No checks, but how fast it answers, this often each: from its start to ucgiok, isready and stop while it
    /// thinks, and how exactly it keeps movetime
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1_000_000))]
    latency: Option<u64>,
    /// The time for a move with --latency, in milliseconds
    #[arg(long, default_value = "100ms", value_name = "MS", value_parser = parse_milliseconds, requires = "latency")]
    movetime: Duration,
    /// No checks, but how late it answers, this often: at endgames and pre-endgames of static games, with times for a
    /// move of 100 to 300 ms and with clocks of 0.1 to 30 s
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1_000_000))]
    endings: Option<u64>,
    /// What decides the positions and the times of --endings
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(0..=u64::MAX), requires = "endings")]
    seed: u64,
    /// This many threads of this tool compute while times are measured
    #[arg(long, default_value = "0", value_name = "N", value_parser = whole_number(0..=256), requires = "times")]
    busy: u64,
    /// The option Threads of the engine [default: 1 for checks; for times as it has it]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256))]
    threads: Option<u64>,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

fn main() -> ExitCode {
    let Cli { command } = arguments("referee");
    exit(
        "referee",
        match command {
            Command::Match(arguments) => play(&arguments),
            Command::Check(arguments) => check(&arguments),
            Command::Merge { parts, out } => merge(&parts, &out).and_then(|()| report(&out, None, &[])),
            Command::Report { folder, luck, data_path } => report(&folder, luck, &data_path),
        },
    )
}

fn play(arguments: &MatchArgs) -> Result<ExitCode, AnyError> {
    let summary = run_match(&arguments.engines, &arguments.options, arguments.out.as_deref())?;
    tell(&summary)?;
    let faulty = summary.results.games().any(|record| record.fault.is_some());
    Ok(if arguments.strict && faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Tells of a match by its folder.
fn report(path: &Path, luck: Option<u64>, data_path: &[PathBuf]) -> Result<ExitCode, AnyError> {
    tell(&report_match(path, luck, data_path)?)?;
    Ok(ExitCode::SUCCESS)
}

fn tell(summary: &MatchSummary) -> io::Result<()> {
    say(format_args!("{}", summary.text().trim_end()))
}

/// Runs all checks on an engine, or measures its times.
fn check(arguments: &CheckArgs) -> Result<ExitCode, AnyError> {
    let measures = arguments.latency.is_some() || arguments.endings.is_some();
    let threads = arguments.threads.or((!measures).then_some(1));
    let suite = arguments.suite(threads)?;
    let busy = arguments.busy;
    match (arguments.latency, arguments.endings) {
        (Some(rounds), _) => while_busy(busy, || measure_answers(&suite, rounds, arguments.movetime))?,
        (None, Some(asked)) => while_busy(busy, || measure_endings(&suite, asked, arguments.seed))?,
        (None, None) => return run_checks(&suite),
    }
    Ok(ExitCode::SUCCESS)
}

impl CheckArgs {
    /// The engine, told how many threads to have if that is said.
    fn suite(&self, threads: Option<u64>) -> Result<Suite, AnyError> {
        let lexicon = self.lexicon.open()?;
        let rules = Rules { distribution: lexicon.distribution().clone(), ..Rules::default() };
        Ok(Suite {
            entrant: self.engine.clone(),
            options: common_options(&self.lexicon, &lexicon, rules.challenge, threads),
            rules: Arc::new(rules),
            lexicon,
            patience: self.patience,
            margin: self.margin,
        })
    }
}

fn run_checks(suite: &Suite) -> Result<ExitCode, AnyError> {
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (done, check) in CHECKS.iter().enumerate() {
        // Who is never ready fails all others in the same way.
        if done == 1 && failed == 1 {
            skipped = (CHECKS.len() - done) as u32;
            say(format_args!("skipped all others: the engine was not ready"))?;
            break;
        }
        let (word, why) = match check.run(suite) {
            CheckResult::Passed => count(&mut passed, "ok", String::new()),
            CheckResult::Failed(why) => count(&mut failed, "FAILED", format!(": {why}")),
            CheckResult::Skipped(why) => count(&mut skipped, "skipped", format!(": {why}")),
        };
        say(format_args!("{word:<8}{}{why}", check.name))?;
    }
    say(format_args!("{passed} passed, {failed} failed, {skipped} skipped"))?;
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn count(counter: &mut u32, word: &'static str, why: String) -> (&'static str, String) {
    *counter += 1;
    (word, why)
}
