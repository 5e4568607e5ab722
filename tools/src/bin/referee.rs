//! The tool `referee`: matches between engines.

use clap::{Args, Parser, Subcommand};
use parking_lot::Mutex;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tasseo::game::{ChallengeRule, Rules};
use tasseo::lexicon::Lexicon;
use tasseo_tools::args::{LexiconArgs, whole_number};
use tasseo_tools::referee::check::{CHECKS, Outcome, Suite};
use tasseo_tools::referee::engine::Engine;
use tasseo_tools::referee::entrant::{Entrant, tell_apart};
use tasseo_tools::referee::folder::Folder;
use tasseo_tools::referee::limit::{GameClock, Limit, parse_milliseconds, parse_seconds};
use tasseo_tools::referee::match_config::MatchConfig;
use tasseo_tools::referee::merge::merge;
use tasseo_tools::referee::opening::Opening;
use tasseo_tools::referee::play::Match;
use tasseo_tools::referee::results::Results;
use tasseo_tools::referee::settings::{EngineSettings, Settings};
use tasseo_tools::referee::sprt::{Sequence, Sprt};
use tasseo_tools::referee::summary::Summary;
use tasseo_tools::shard::Shard;
use tasseo_tools::{AnyError, arguments, exit, say};

const ENGINES: &str = "Engines are commands, in quotes if they have more than one word:
  tasseo                                   beside this program if it is there, else where commands are found
  'tasseo Strength=greedy Seed=7'          with options, set by setoption
  './engine --quiet dialect=siu'           with arguments, spoken to in SIU
  'tasseo name=deep movetime=4000'         called deep, with a limit of its own; also iterations=N, clock=25+5
  'tasseo go=\"sim iterations 1000\"'        with these words after each go
  'tasseo oracle=leave'                    told what the opponent truly kept; oracle=rack: all that it holds

Examples:
  referee match 'tasseo Strength=static' 'tasseo Strength=greedy' --pairs 500
  referee match 'tasseo movetime=1000' 'tasseo Strength=static' --pairs 100 -o results/sim
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
    },
}

#[derive(Args)]
struct MatchArgs {
    /// The engines: two, or more for all against all
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<Entrant>,
    /// How many orders of tiles, each played twice with the seats swapped
    #[arg(long, default_value = "100", value_name = "N", value_parser = whole_number(1..=10_000_000), allow_negative_numbers = true)]
    pairs: u64,
    /// The first engine against all others, not all against all
    #[arg(long)]
    gauntlet: bool,
    /// A clock for the whole game: minutes, or with an increment in seconds 25+5, or 90s+500ms
    #[arg(long, value_name = "TIME[+INC]")]
    clock: Option<GameClock>,
    /// A time for each move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = parse_milliseconds)]
    movetime: Option<Duration>,
    /// Fixed work for each move, which makes games reproducible
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    iterations: Option<u64>,
    /// What decides the orders of tiles
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    seed: u64,
    /// The engines take over when so many tiles are in the bag, or fewer; until then the best static moves are played
    #[arg(long, value_name = "N", value_parser = whole_number(0..=100))]
    from_bag: Option<u64>,
    /// How many games at a time [default: as many as there are cores for the engines' threads]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024))]
    concurrency: Option<u64>,
    /// Allow more threads than there are cores
    #[arg(long)]
    oversubscribe: bool,
    /// The option Threads of engines that have it and are not told otherwise
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(1..=256))]
    threads: u64,
    /// A folder for games, turns, faults and the report; a match that was interrupted goes on there
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play only this part of the pairs
    #[arg(long, value_name = "N/OF", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// End when one of two claims about the first engine's lead is likely enough
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Exit status 1 if there was any fault
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

#[derive(Args)]
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
    #[command(flatten)]
    lexicon: LexiconArgs,
}

#[derive(Args)]
struct RulesArgs {
    /// What happens to plays with words that do not exist: under void they are illegal, else they are challenged off
    #[arg(long, default_value_t = ChallengeRule::Double, value_name = "RULE")]
    challenge: ChallengeRule,
    /// The board: one that comes with Tasseo, or NAME.layout in the data path
    #[arg(long, default_value = "CrosswordGame", value_name = "NAME")]
    board: String,
    /// Points for each started minute over time
    #[arg(long, default_value = "10", value_name = "N", value_parser = whole_number(0..=10_000))]
    overtime_penalty: u64,
    /// More overtime than this forfeits the game
    #[arg(long, default_value = "10m", value_name = "TIME", value_parser = parse_seconds)]
    max_overtime: Duration,
    /// What may pass between an engine's answer and the stopping of its clock, in milliseconds
    #[arg(long, default_value = "500ms", value_name = "MS", value_parser = parse_milliseconds)]
    margin: Duration,
    /// How long an engine may say nothing where no limit says how long it may think, in seconds
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = parse_seconds)]
    patience: Duration,
    /// Who forfeits a game has lost it by at least so many points
    #[arg(long, default_value = "100", value_name = "N", value_parser = whole_number(0..=10_000))]
    forfeit_points: u64,
}

fn main() -> ExitCode {
    let Cli { command } = arguments("referee");
    exit(
        "referee",
        match command {
            Command::Match(arguments) => play(&arguments),
            Command::Check(arguments) => check(&arguments),
            Command::Merge { parts, out } => merge(&parts, &out).and_then(|()| report(&out)),
            Command::Report { folder } => report(&folder),
        },
    )
}

fn play(arguments: &MatchArgs) -> Result<ExitCode, AnyError> {
    let house = arguments.house()?;
    let (engines, running): (Vec<_>, Vec<_>) = introduce(&house, arguments.threads)?.into_iter().unzip();
    let concurrency = arguments.concurrency(&engines)?;
    let settings = arguments.settings(&house, engines);
    let mut results = Results::new(settings.schedule(), house.forfeit_points);
    let opened = arguments.out.as_ref().map(|path| Folder::open(path, &settings)).transpose()?;
    let mut folder = opened.map(|(folder, records)| {
        records.into_iter().for_each(|record| results.add(record));
        folder
    });
    let (pairs, running) = (settings.part()?, Mutex::new(running));
    let game = Match { house: &house, pairs, concurrency, sprt: arguments.sprt, running };
    game.play(&mut results, folder.as_mut())?;
    conclude(&settings, &results, folder.as_ref())?;
    let faulty = results.games().any(|record| record.fault.is_some());
    Ok(if arguments.strict && faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Tells what came of a match, and writes it down. A test that is decided counts nothing that was played beyond it.
fn conclude(settings: &Settings, results: &Results, folder: Option<&Folder>) -> Result<(), AnyError> {
    let pairs = settings.part()?;
    let sprt = settings.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
    let end = sprt.map(|sprt| Sequence::new(sprt, pairs.start)).and_then(|mut test| {
        let decided = test.is_decided(|pair| results.pair(pair));
        decided.then(|| test.next())
    });
    let results = results.of_pairs(pairs.start..end.unwrap_or(pairs.end));
    let summary = Summary::new(settings, &results, sprt);
    folder.map_or(Ok(()), |folder| folder.conclude(&summary))?;
    say(format_args!("{}", summary.text().trim_end()))?;
    Ok(())
}

/// Tells of a match by its folder.
fn report(path: &Path) -> Result<ExitCode, AnyError> {
    let settings = Settings::read(path)?;
    let (folder, records) = Folder::open(path, &settings)?;
    let mut results = Results::new(settings.schedule(), settings.forfeit_points);
    records.into_iter().for_each(|record| results.add(record));
    conclude(&settings, &results, Some(&folder))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs all checks on an engine.
fn check(arguments: &CheckArgs) -> Result<ExitCode, AnyError> {
    let lexicon = arguments.lexicon.open()?;
    let rules = Rules { distribution: lexicon.distribution().clone(), ..Rules::default() };
    let suite = Suite {
        entrant: arguments.engine.clone(),
        options: house_options(&arguments.lexicon, &lexicon, rules.challenge, 1),
        rules: Arc::new(rules),
        lexicon,
        patience: arguments.patience,
        margin: arguments.margin,
    };
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (done, check) in CHECKS.iter().enumerate() {
        // Who is never ready fails all others in the same way.
        if done == 1 && failed == 1 {
            skipped = (CHECKS.len() - done) as u32;
            say(format_args!("skipped all others: the engine was not ready"))?;
            break;
        }
        let (word, why) = match check.run(&suite) {
            Outcome::Passed => count(&mut passed, "ok", String::new()),
            Outcome::Failed(why) => count(&mut failed, "FAILED", format!(": {why}")),
            Outcome::Skipped(why) => count(&mut skipped, "skipped", format!(": {why}")),
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

/// All play with the match's words: positions name them, so an engine's own `Lexicon` would go unheeded.
fn check_lexicons(entrants: &[Entrant], lexicon: &str) -> Result<(), AnyError> {
    let other = |entrant: &&Entrant| {
        let named = entrant.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Lexicon"));
        named.is_some_and(|(_, value)| !value.eq_ignore_ascii_case(lexicon))
    };
    match entrants.iter().find(other) {
        Some(entrant) => Err(format!(
            "{}: an engine cannot have a Lexicon of its own; the match is played with {lexicon}, or what --lexicon says",
            entrant.name
        )
        .into()),
        None => Ok(()),
    }
}

/// What every engine is told that has an option for it.
fn house_options(args: &LexiconArgs, lexicon: &Lexicon, rule: ChallengeRule, threads: u64) -> Vec<(String, String)> {
    let rule = ChallengeRule::option_names().find(|name| name.parse() == Ok(rule));
    let all = [
        ("DataPath", args.letters.data_path()),
        ("LetterDistribution", args.letters.distribution.clone()),
        ("Lexicon", lexicon.name().into()),
        ("ChallengeRule", rule.unwrap_or_default().into()),
        ("Threads", threads.to_string()),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.into(), value)).collect()
}

/// Starts each engine, to find out before the match that one cannot be started, and what each calls itself.
fn introduce(house: &MatchConfig, threads: u64) -> Result<Vec<(EngineSettings, Engine)>, AnyError> {
    let introduce = |entrant: &Entrant| {
        let engine = Engine::start(entrant, &house.options, house.patience)
            .map_err(|fault| format!("{}: {}", entrant.name, fault.text))?;
        let own = entrant.option("Threads").map(|threads| threads.parse().unwrap_or(1));
        let threads = own.unwrap_or(if engine.has_option("Threads") { threads } else { 1 });
        Ok((EngineSettings::of(entrant, engine.id().unwrap_or(&entrant.name), threads), engine))
    };
    house.entrants.iter().map(introduce).collect()
}

impl MatchArgs {
    fn house(&self) -> Result<MatchConfig, AnyError> {
        if self.sprt.is_some() && (self.engines.len() > 2 || self.shard != Shard::WHOLE) {
            return Err("--sprt: a test is made of one match of two engines, in one part".into());
        }
        let limit = Limit { clock: self.clock, move_time: self.movetime, iterations: self.iterations };
        let mut entrants = self.engines.clone();
        tell_apart(&mut entrants)?;
        entrants.iter_mut().for_each(|entrant| entrant.limit = entrant.limit.or(limit));
        let lexicon = self.lexicon.open()?;
        check_lexicons(&entrants, lexicon.name())?;
        let rules = Rules {
            layout: self.lexicon.letters.catalogue().layout(&self.rules.board)?,
            distribution: lexicon.distribution().clone(),
            challenge: self.rules.challenge,
            overtime_penalty: self.rules.overtime_penalty as i32,
            ..Rules::default()
        };
        let rules = Arc::new(rules);
        let opening = |bag| Opening::new(bag as usize, &rules, &lexicon, &self.lexicon.values());
        let opening = self.from_bag.map(opening).transpose()?;
        Ok(MatchConfig {
            options: house_options(&self.lexicon, &lexicon, rules.challenge, self.threads),
            seed: self.seed,
            margin: self.rules.margin,
            max_overtime: self.rules.max_overtime,
            patience: self.rules.patience,
            forfeit_points: self.rules.forfeit_points as i64,
            opening,
            rules,
            lexicon,
            entrants,
        })
    }

    fn settings(&self, house: &MatchConfig, engines: Vec<EngineSettings>) -> Settings {
        let (gauntlet, pairs) = (self.gauntlet, self.pairs);
        let (sprt, shard) = (self.sprt.map(|sprt| sprt.to_string()), self.shard.to_string());
        Settings { gauntlet, sprt, pairs, shard, ..Settings::of(house, engines) }
    }

    /// How many games at a time: as many as there are cores for the threads of the engine that has most of them.
    fn concurrency(&self, engines: &[EngineSettings]) -> Result<NonZeroUsize, AnyError> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get) as u64;
        let threads = engines.iter().map(|engine| if engine.threads == 0 { cores } else { engine.threads }).max();
        let threads = threads.unwrap_or(1);
        let games = self.concurrency.unwrap_or((cores / threads).max(1));
        let needed = games.saturating_mul(threads);
        if needed > cores && !self.oversubscribe {
            let text = format!("{games} at a time with {threads} threads an engine needs {needed} cores");
            return Err(format!("{text}, there are {cores}; say --oversubscribe if you mean it").into());
        }
        Ok(NonZeroUsize::new(games as usize).unwrap_or(NonZeroUsize::MIN))
    }
}
