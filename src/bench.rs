//! `tasseo bench`: fixed work, figures a line each, and one number that says whether anything has changed.
//!
//! The signature is made of every play that is chosen and what it is worth. A change that is meant to change nothing
//! leaves it as it is; whatever changes it says so in its commit.

use crate::data_path::DataPath;
use crate::evaluate::{Leaves, StaticValue, SubLeaves};
use crate::game::{Bag, MAX_DIM, PerPlayer, Player, Position, Rack, Rules, SubRacks};
use crate::lexicon::{Lexicon, Library, WordMap};
use crate::movegen::{ScoredPlay, TableBuilder};
use crate::self_play::{SelfPlay, seed_of};
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How benches are asked for.
pub const USAGE: &str = "\
usage: tasseo bench [static|table] [--lexicon NAME] [--data-path DIR[;DIR]] [--threads N] [--seed N] [--games N]

  bench         fixed games on the default lexicon: one signature, some seconds
  bench static  self-play by the best static play: games per CPU-second (1000 games)
  bench table   the play table of every position of some games: time to build, racks per second (2 games)";

/// What to measure, and how much of it.
#[derive(Clone, Debug)]
struct Settings {
    lexicon: String,
    data_path: Vec<PathBuf>,
    threads: usize,
    seed: u64,
    games: Option<u64>,
}

/// Any error, to be told as one line.
type AnyError = Box<dyn Error + Send + Sync>;

/// Runs the bench that these arguments ask for, and prints its figures. Blocks.
pub fn run(arguments: &[&str]) -> Result<(), AnyError> {
    let (name, options) = match arguments {
        [name, options @ ..] if !name.starts_with('-') => (*name, options),
        options => ("", options),
    };
    let settings = Settings::parse(options)?;
    match name {
        "" | "static" => bench_static(&settings),
        "table" => bench_table(&settings),
        _ => Err(format!("no bench {name:?}; there are static and table\n{USAGE}").into()),
    }
}

impl Settings {
    fn parse(options: &[&str]) -> Result<Self, AnyError> {
        let mut settings =
            Settings { lexicon: "ENABLE1".into(), data_path: Vec::new(), threads: 1, seed: 1, games: None };
        for option in options.chunks(2) {
            let &[name, value] = option else { return Err(format!("{} needs a value\n{USAGE}", option[0]).into()) };
            let number = || value.parse::<u64>().map_err(|_| format!("{name}: {value:?} is not a whole number"));
            match name {
                "--lexicon" => settings.lexicon = value.into(),
                "--data-path" => settings.data_path = value.split(';').map(PathBuf::from).collect(),
                "--threads" => settings.threads = usize::try_from(number()?)?.clamp(1, 256),
                "--seed" => settings.seed = number()?,
                "--games" => settings.games = Some(number()?),
                _ => return Err(format!("unknown option {name:?}\n{USAGE}").into()),
            }
        }
        Ok(settings)
    }

    fn table(&self) -> Result<Table, AnyError> {
        let rules = Arc::new(Rules::default());
        let lexicon = Library::new(DataPath::new(self.data_path.clone())).load(&self.lexicon, &rules.distribution)?;
        let map = Arc::new(WordMap::new(lexicon.graph(), MAX_DIM));
        let value = StaticValue::new(Leaves::beside(&lexicon)?);
        Ok(Table { rules, lexicon, map, value })
    }
}

/// What games are played with.
#[derive(Clone)]
struct Table {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    map: Arc<WordMap>,
    value: StaticValue,
}

impl Table {
    fn self_play(&self) -> SelfPlay {
        SelfPlay::new(self.rules.clone(), self.lexicon.clone(), self.map.clone())
    }
}

/// What came of some games. Adding is the same in any order.
#[derive(Clone, Copy, Default)]
struct Outcome {
    games: u64,
    plays: u64,
    points: i64,
    signature: u64,
}

impl Outcome {
    fn add(self, other: Outcome) -> Outcome {
        Outcome {
            games: self.games + other.games,
            plays: self.plays + other.plays,
            points: self.points + other.points,
            signature: self.signature.wrapping_add(other.signature),
        }
    }
}

fn bench_static(settings: &Settings) -> Result<(), AnyError> {
    let table = settings.table()?;
    let (wall, cpu) = (Instant::now(), cpu_seconds());
    let workers: Vec<u64> = (0..settings.threads as u64).collect();
    let outcome = std::thread::scope(|scope| {
        let play = |worker: u64| {
            let mut self_play = table.self_play();
            let games = (worker..settings.games.unwrap_or(1000)).step_by(settings.threads);
            games
                .map(|game| play_game(&table, &mut self_play, settings.seed, game, |_| {}))
                .fold(Outcome::default(), Outcome::add)
        };
        let handles: Vec<_> = workers.into_iter().map(|worker| scope.spawn(move || play(worker))).collect();
        handles.into_iter().map(|handle| handle.join().unwrap_or_default()).fold(Outcome::default(), Outcome::add)
    });
    let wall = wall.elapsed().as_secs_f64();
    let cpu = cpu_seconds().zip(cpu).map_or(wall, |(after, before)| after - before);
    println!("lexicon: {}", table.lexicon.name());
    println!("games: {}", outcome.games);
    println!("plays: {}", outcome.plays);
    println!("mean score: {:.2}", outcome.points as f64 / (2 * outcome.games.max(1)) as f64);
    println!("wall seconds: {wall:.2}");
    println!("cpu seconds: {cpu:.2}");
    println!("games per cpu-second: {:.1}", outcome.games as f64 / cpu);
    println!("microseconds per play: {:.2}", cpu * 1e6 / outcome.plays.max(1) as f64);
    println!("signature: {}", outcome.signature);
    Ok(())
}

/// One game of the best static plays against themselves. `each` is shown every position before its play.
fn play_game(
    table: &Table,
    self_play: &mut SelfPlay,
    seed: u64,
    game: u64,
    mut each: impl FnMut(&Position),
) -> Outcome {
    let mut outcome = Outcome { games: 1, ..Outcome::default() };
    let end = self_play.play(PerPlayer([&table.value; 2]), seed_of(seed, game), |turn| {
        each(turn.before);
        outcome.plays += 1;
        outcome.signature = outcome.signature.wrapping_add(mark(&turn.chosen, game, outcome.plays));
    });
    outcome.points = Player::BOTH.iter().map(|&player| i64::from(end.score(player))).sum();
    outcome
}

/// What play tables cost.
#[derive(Default)]
struct TableCost {
    tables: u32,
    placements: usize,
    entries: usize,
    building: Duration,
    slowest: Duration,
    racks: u32,
    asking: Duration,
    signature: u64,
}

impl TableCost {
    const RACKS: u32 = 5000;

    /// Builds the table of a position, as the player on turn sees it, and asks it for the best play of random racks.
    fn measure(&mut self, position: &Position, builder: &mut TableBuilder, value: &StaticValue, threads: NonZeroUsize) {
        let unseen = position.unseen_by(position.on_turn());
        let start = Instant::now();
        let plays = builder.build(position.board(), &unseen, threads);
        let took = start.elapsed();
        self.tables += 1;
        self.building += took;
        self.slowest = self.slowest.max(took);
        (self.placements, self.entries) = (self.placements + plays.placements(), self.entries + plays.len());
        let rack = |number| {
            let mut rack = Rack::EMPTY;
            Bag::shaken(&unseen, seed_of(u64::from(self.tables), u64::from(number))).fill(&mut rack, Player::One);
            (SubRacks::of(&rack), value.of(position, &rack))
        };
        let racks: Vec<(SubRacks, SubLeaves)> = (0..Self::RACKS).map(rack).collect();
        let start = Instant::now();
        for (parts, leaves) in &racks {
            let best = plays.choose(parts, leaves, position.most_exchanged()).equity.as_millipoints();
            self.signature = self.signature.wrapping_mul(31).wrapping_add(best as u64);
        }
        self.asking += start.elapsed();
        self.racks += Self::RACKS;
    }

    fn print(&self) {
        let tables = self.tables.max(1);
        println!("tables: {}", self.tables);
        println!("placements per table: {}", self.placements / tables as usize);
        println!("entries per table: {}", self.entries / tables as usize);
        println!("mean build milliseconds: {:.2}", self.building.as_secs_f64() * 1e3 / f64::from(tables));
        println!("worst build milliseconds: {:.2}", self.slowest.as_secs_f64() * 1e3);
        println!("nanoseconds per rack: {:.0}", self.asking.as_secs_f64() * 1e9 / f64::from(self.racks.max(1)));
        println!("racks per second: {:.0}", f64::from(self.racks) / self.asking.as_secs_f64().max(1e-9));
    }
}

fn bench_table(settings: &Settings) -> Result<(), AnyError> {
    let table = settings.table()?;
    let threads = NonZeroUsize::new(settings.threads).unwrap_or(NonZeroUsize::MIN);
    let mut builder = TableBuilder::new(table.rules.clone(), table.lexicon.clone());
    let mut self_play = table.self_play();
    let (mut cost, cpu) = (TableCost::default(), cpu_seconds());
    for game in 0..settings.games.unwrap_or(2) {
        let each = |position: &Position| cost.measure(position, &mut builder, &table.value, threads);
        play_game(&table, &mut self_play, settings.seed, game, each);
    }
    println!("lexicon: {}", table.lexicon.name());
    cost.print();
    println!("cpu seconds: {:.2}", cpu_seconds().zip(cpu).map_or(0.0, |(after, before)| after - before));
    println!("signature: {}", cost.signature);
    Ok(())
}

/// A number that depends on everything about a play.
fn mark(play: &ScoredPlay, game: u64, turn: u64) -> u64 {
    let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
    (play.play, play.score, play.equity, game, turn).hash(&mut hasher);
    hasher.finish()
}

/// Fowler, Noll and Vo's hash: simple, and the same everywhere.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The CPU time of all threads so far, where the system tells it.
fn cpu_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses: the 12th and 13th fields are user and system time.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
}
