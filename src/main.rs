//! The engine as a process: `tasseo` speaks UCGI and SIU over stdin and stdout.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo::bench::{self, AnyError, Bench, BenchConfig};
use tasseo::engine::{Engine, MAX_PLIES, Resources};
use tasseo::limits::MAX_THREADS;
use tasseo::{session, stdio};

/// A crossword-game engine that reads leaves.
///
/// Without a command it speaks UCGI or SIU on stdin and stdout; type help there.
#[derive(Debug, Parser)]
#[command(name = "tasseo", version, after_help = "TASSEO_LOG=debug (or info, warn, ...) writes a log to stderr.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Does fixed work and measures it: figures, and a signature of what came of it
    Bench(BenchArguments),
}

/// What each bench measures, and how much of it where nothing is said.
const BENCHES: &str = "\
Benches, and how much they do if not told otherwise:
  static   self-play by the best static play (1000 games)
  table    play tables of all positions of some games (2 games)
  sim      simulations of 15 candidates, 2 and 5 plies (1000 iterations)
  infer    beliefs after one play, on the opening and the second turn
  endgame  endgames, solved (30 games, 256,000 nodes each)
  peg      pre-endgames, tried out (10 games, 4 rounds each)
  luck     the luck of static games (20 games, 200 alternatives a draw)

With --positions, static finds the best play of each a hundred times over,
table builds its table, sim simulates it, endgame and peg solve it.";

/// Does fixed work and measures it: figures a line each, and a signature that changes only if what came of it does.
#[derive(Args, Debug)]
#[command(after_help = BENCHES)]
struct BenchArguments {
    /// Which bench
    #[arg(default_value = "static", value_parser = bench_names())]
    bench: Bench,
    /// The words
    #[arg(long, value_name = "NAME", default_value = "ENABLE1")]
    lexicon: String,
    /// Folders with lexicons and values, separated by ;
    #[arg(long, value_name = "DIR[;DIR]", value_delimiter = ';')]
    data_path: Vec<PathBuf>,
    /// How many threads work
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    threads: NonZeroUsize,
    /// What decides everything that is drawn
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = whole_number(1, 1_000_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Measure the positions of a file instead of games: a CGP a line, # begins a comment
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How many iterations a simulation has
    #[arg(long, value_name = "N", value_parser = whole_number(1, 1_000_000_000), allow_negative_numbers = true)]
    iterations: Option<u64>,
    /// How many plies a simulation looks ahead
    #[arg(long, value_name = "N", value_parser = whole_number(1, MAX_PLIES as u64), allow_negative_numbers = true)]
    plies: Option<u64>,
    /// How long to look at each endgame or pre-endgame, instead of a fixed amount of work
    #[arg(long, value_name = "N", value_parser = whole_number(1, 86_400), allow_negative_numbers = true)]
    seconds: Option<u64>,
}

fn bench_names() -> impl TypedValueParser<Value = Bench> {
    let find = |name: String| Bench::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, bench)| bench);
    PossibleValuesParser::new(Bench::NAMES.map(|(name, _)| name)).try_map(move |name| find(name).ok_or("no bench"))
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = whole_number(1, MAX_THREADS as u64)(text)?;
    NonZeroUsize::new(number as usize).ok_or_else(|| "must not be 0".into())
}

/// Reads numbers of this range, and says what it is where they are not.
fn whole_number(min: u64, max: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| format!("must be a whole number from {min} to {max}"))
    }
}

impl From<BenchArguments> for BenchConfig {
    fn from(arguments: BenchArguments) -> Self {
        let BenchArguments { bench, lexicon, data_path, threads, seed, games, positions, .. } = arguments;
        let BenchArguments { iterations, plies, seconds, .. } = arguments;
        let plies = plies.map(|plies| plies as u32);
        BenchConfig { bench, threads, seed, games, iterations, plies, seconds, lexicon, data_path, positions }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever has stopped reading has heard enough.
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "tasseo: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), AnyError> {
    let mut out = io::stdout();
    match Arguments::try_parse() {
        Ok(Arguments { command: None }) => converse()?,
        Ok(Arguments { command: Some(Subcommands::Bench(arguments)) }) => bench::run(&arguments.into(), &mut out)?,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            write!(out, "{error}")?;
        }
        Err(error) => return Err(in_one_line(&error).into()),
    }
    Ok(out.flush()?)
}

/// What is wrong with the arguments, and where to find help.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let is_bench = std::env::args_os().nth(1).is_some_and(|word| word == "bench");
    let command = if is_bench { "tasseo bench" } else { "tasseo" };
    format!("{}; try {command} --help", lines.join(" ").trim_start_matches("error: "))
}

fn is_closed_pipe(error: &(dyn Error + Send + Sync + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Blocks until the conversation is over.
fn converse() -> io::Result<()> {
    let wanted = std::env::var("TASSEO_LOG").unwrap_or_else(|_| "warn".into());
    let log = tracing_subscriber::EnvFilter::try_new(&wanted)
        .map_err(|error| io::Error::other(format!("TASSEO_LOG={wanted}: {error}")))?;
    let (writer, log_finish) = stdio::Log::to(io::stderr());
    tracing_subscriber::fmt().with_writer(move || writer.clone()).with_env_filter(log).init();
    if io::stdin().is_terminal() {
        let _ = writeln!(io::stderr(), "Tasseo {}: type help for the commands, quit to end", env!("CARGO_PKG_VERSION"));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let lines = stdio::read_lines(io::stdin());
    let talked = runtime.block_on(session::run(
        Engine::new(Resources::new()),
        lines,
        stdio::Output::to(io::BufWriter::new(io::stdout())),
    ));
    log_finish.finish();
    talked
}
