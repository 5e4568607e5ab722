//! `tasseo bench`: fixed work, figures a line each, and one number that says whether anything has changed.
//!
//! The signature is made of every play that is chosen and what it is worth. A change that is meant to change nothing
//! leaves it as it is; whatever changes it says so in its commit.

mod cpu;
mod endgame;
mod infer;
mod peg;
mod settings;
mod simulation;

pub use cpu::Stopwatch;
pub use settings::{USAGE, read_positions};

use crate::evaluate::{StaticValue, SubLeaves};
use crate::fingerprint::fingerprint;
use crate::game::{Alphabet, Bag, PerPlayer, Player, Position, RACK_SIZE, Rack, Rules, SubRacks};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, ScoredPlay, TableBuilder};
use crate::parallel;
use crate::seeds::seed_of;
use crate::self_play::SelfPlay;
use settings::{Bench, Settings};
use std::error::Error;
use std::hint::black_box;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Any error, to be told as one line.
type AnyError = Box<dyn Error + Send + Sync>;

/// Runs the bench that these arguments ask for, and writes its figures. Blocks.
///
/// An [`io::Error`] among the errors is one of `out`.
pub fn run(arguments: &[&str], out: &mut impl Write) -> Result<(), AnyError> {
    let Some(settings) = Settings::parse(arguments)? else { return Ok(writeln!(out, "{USAGE}")?) };
    let table = settings.table()?;
    match (settings.bench, settings.positions()?) {
        (Bench::Static, None) => bench_games(&settings, &table, out)?,
        (Bench::Static, Some(positions)) => bench_positions(&settings, &table, &positions, out)?,
        (Bench::Infer, _) => infer::run(&settings, &table, out)?,
        (Bench::Sim, None) => {
            let positions = settings.read_positions("the bench's own positions", simulation::POSITIONS)?;
            simulation::bench(&settings, &positions, out)?;
        }
        (Bench::Sim, Some(positions)) => simulation::bench(&settings, &positions, out)?,
        (Bench::Table, positions) => bench_tables(&settings, &table, positions.as_deref(), out)?,
        (Bench::Endgame, Some(positions)) => endgame::run(&settings, &table, &only_positions(positions), out)?,
        (Bench::Endgame, None) => {
            let endgames = first_of_games(&settings, &table, 30, |position| position.bag_len() == 0);
            endgame::run(&settings, &table, &endgames, out)?;
        }
        (Bench::Peg, Some(positions)) => peg::run(&settings, &table, &only_positions(positions), out)?,
        (Bench::Peg, None) => {
            let mut seen = first_of_games(&settings, &table, 10, |position| (1..=2).contains(&position.bag_len()));
            seen.iter_mut().for_each(|position| position.forget_rack(position.on_turn().opponent()));
            peg::run(&settings, &table, &seen, out)?;
        }
    }
    Ok(out.flush()?)
}

fn only_positions(positions: Vec<(Position, Rack)>) -> Vec<Position> {
    positions.into_iter().map(|(position, _)| position).collect()
}

/// The first position of each game that is such; of so many games, if nothing is said of them.
fn first_of_games(
    settings: &Settings,
    table: &Table,
    games: u64,
    is_such: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let mut self_play = table.self_play();
    let mut found = Vec::new();
    for game in 0..settings.games.unwrap_or(games) {
        let mut first = None;
        let each = |position: &Position| {
            if first.is_none() && is_such(position) {
                first = Some(position.clone());
            }
        };
        play_game(table, &mut self_play, settings.seed, game, each);
        found.extend(first);
    }
    found
}

/// What games are played with.
#[derive(Clone)]
struct Table {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    value: StaticValue,
}

impl Table {
    fn self_play(&self) -> SelfPlay {
        SelfPlay::new(self.rules.clone(), self.lexicon.clone())
    }

    fn generator(&self, rules: &Arc<Rules>) -> Generator {
        Generator::new(rules.clone(), self.lexicon.clone())
    }
}

/// What came of some work. Adding is the same in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Outcome {
    games: u64,
    plays: u64,
    points: i64,
    signature: u64,
    cpu: Duration,
}

impl Outcome {
    fn add(self, other: Outcome) -> Outcome {
        Outcome {
            games: self.games + other.games,
            plays: self.plays + other.plays,
            points: self.points + other.points,
            signature: self.signature.wrapping_add(other.signature),
            cpu: self.cpu + other.cpu,
        }
    }
}

/// Does the tasks 0 to `tasks` on this many threads, each with what `set_up` gives it. Blocks.
fn share<W>(
    threads: usize,
    tasks: u64,
    set_up: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, u64) -> Outcome + Sync,
) -> Outcome {
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let outcomes = parallel::share(threads, 0..tasks, |tasks| {
        let mut worker = set_up();
        let watch = Stopwatch::of_thread();
        let outcome = tasks.map(|number| task(&mut worker, number)).fold(Outcome::default(), Outcome::add);
        Outcome { cpu: watch.cpu(), ..outcome }
    });
    outcomes.into_iter().fold(Outcome::default(), Outcome::add)
}

fn bench_games(settings: &Settings, table: &Table, out: &mut impl Write) -> io::Result<()> {
    let (games, wall) = (settings.games.unwrap_or(1000), Instant::now());
    let play = |self_play: &mut SelfPlay, game| play_game(table, self_play, settings.seed, game, |_| {});
    let outcome = share(settings.threads, games, || table.self_play(), play);
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), outcome.cpu.as_secs_f64());
    writeln!(out, "lexicon: {}", table.lexicon.name())?;
    writeln!(out, "games: {}", outcome.games)?;
    writeln!(out, "plays: {}", outcome.plays)?;
    writeln!(out, "mean score: {:.2}", outcome.points as f64 / (2 * outcome.games.max(1)) as f64)?;
    writeln!(out, "wall seconds: {wall:.3}")?;
    writeln!(out, "cpu seconds: {cpu:.3}")?;
    writeln!(out, "games per cpu-second: {}", ratio(outcome.games as f64, cpu, 1))?;
    writeln!(out, "microseconds per play: {}", ratio(cpu * 1e6, outcome.plays as f64, 2))?;
    writeln!(out, "signature: {}", outcome.signature)
}

/// The best play of each position in turn, over and over.
fn bench_positions(
    settings: &Settings,
    table: &Table,
    positions: &[(Position, Rack)],
    out: &mut impl Write,
) -> io::Result<()> {
    const ROUNDS: u64 = 100;
    let set_up = || positions.iter().map(|(position, _)| table.generator(position.rules())).collect::<Vec<_>>();
    let round = |generators: &mut Vec<Generator>, round: u64| {
        let mut outcome = Outcome::default();
        for ((position, rack), generator) in positions.iter().zip(generators) {
            let leaves = table.value.of(position, rack);
            let best = generator.best(position.board(), rack, &leaves, position.most_exchanged());
            outcome.plays += 1;
            let mark = mark(&best, position.distribution().alphabet(), round, outcome.plays);
            outcome.signature = outcome.signature.wrapping_add(mark);
        }
        outcome
    };
    let outcome = share(settings.threads, ROUNDS, set_up, round);
    let cpu = outcome.cpu.as_secs_f64();
    writeln!(out, "lexicon: {}", table.lexicon.name())?;
    writeln!(out, "positions: {}", positions.len())?;
    writeln!(out, "rounds: {ROUNDS}")?;
    writeln!(out, "microseconds per position: {}", ratio(cpu * 1e6, outcome.plays as f64, 2))?;
    writeln!(out, "cpu seconds: {cpu:.3}")?;
    writeln!(out, "signature: {}", outcome.signature)
}

/// One number by another, or what to say where the other is nothing.
fn ratio(a: f64, b: f64, digits: usize) -> String {
    if b > 0.0 { format!("{:.digits$}", a / b) } else { "too little to tell".into() }
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
    let alphabet = table.rules.distribution.alphabet();
    let end = self_play.play(PerPlayer([&table.value; 2]), seed_of(seed, game), |turn| {
        each(turn.before);
        outcome.plays += 1;
        outcome.signature = outcome.signature.wrapping_add(mark(&turn.chosen, alphabet, game, outcome.plays));
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
    judging_and_asking: Duration,
    signature: u64,
}

impl TableCost {
    const RACKS: u32 = 5000;

    /// Builds the table of a position, as the player on turn sees it, and asks it for the best play of random racks.
    ///
    /// What one thread does is measured in its CPU time, which other programs do not lengthen; what several do, in the
    /// time that passes.
    fn measure(&mut self, position: &Position, builder: &mut TableBuilder, value: &StaticValue, threads: NonZeroUsize) {
        let unseen = position.unseen_by(position.on_turn());
        let watch = Stopwatch::of_thread();
        let plays = builder.build(position.board(), &unseen, threads);
        let took = if threads == NonZeroUsize::MIN { watch.cpu() } else { watch.wall() };
        self.tables += 1;
        self.building += took;
        self.slowest = self.slowest.max(took);
        (self.placements, self.entries) = (self.placements + plays.placements(), self.entries + plays.len());
        let rack = |number| {
            let mut rack = Rack::EMPTY;
            Bag::shaken(&unseen, seed_of(u64::from(self.tables), u64::from(number))).fill(
                &mut rack,
                RACK_SIZE,
                Player::One,
            );
            rack
        };
        let racks: Vec<Rack> = (0..Self::RACKS).map(rack).collect();
        let judged = |rack: &Rack| (SubRacks::of(rack), value.of(position, rack));
        let choose = |(parts, leaves): &(SubRacks, SubLeaves)| plays.choose(parts, leaves, position.most_exchanged());
        let watch = Stopwatch::of_thread();
        racks.iter().for_each(|rack| _ = black_box(choose(&judged(rack))));
        self.judging_and_asking += watch.cpu();
        let racks: Vec<(SubRacks, SubLeaves)> = racks.iter().map(judged).collect();
        let watch = Stopwatch::of_thread();
        for rack in &racks {
            let best = choose(rack).equity.as_millipoints();
            self.signature = self.signature.wrapping_mul(31).wrapping_add(best as u64);
        }
        self.asking += watch.cpu();
        self.racks += Self::RACKS;
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (tables, asking) = (self.tables.max(1), self.asking.as_secs_f64());
        writeln!(out, "tables: {}", self.tables)?;
        writeln!(out, "placements per table: {}", self.placements / tables as usize)?;
        writeln!(out, "entries per table: {}", self.entries / tables as usize)?;
        writeln!(out, "mean build milliseconds: {:.2}", self.building.as_secs_f64() * 1e3 / f64::from(tables))?;
        writeln!(out, "worst build milliseconds: {:.2}", self.slowest.as_secs_f64() * 1e3)?;
        writeln!(out, "nanoseconds per rack: {}", ratio(asking * 1e9, f64::from(self.racks), 0))?;
        let with_leaves = ratio(self.judging_and_asking.as_secs_f64() * 1e9, f64::from(self.racks), 0);
        writeln!(out, "nanoseconds per rack with its leave values: {with_leaves}")?;
        writeln!(out, "racks per second: {}", ratio(f64::from(self.racks), asking, 0))
    }
}

/// The tables of the positions, or of those of some games.
fn bench_tables(
    settings: &Settings,
    table: &Table,
    positions: Option<&[(Position, Rack)]>,
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let threads = NonZeroUsize::new(settings.threads).unwrap_or(NonZeroUsize::MIN);
    let mut cost = TableCost::default();
    // The clock of a thread is the finer one, that of the process knows all threads.
    let watch = if settings.threads == 1 { Stopwatch::of_thread() } else { Stopwatch::of_process() };
    let builder = |rules: &Arc<Rules>| TableBuilder::new(rules.clone(), table.lexicon.clone());
    match positions {
        Some(positions) => {
            for (position, _) in positions {
                cost.measure(position, &mut builder(position.rules())?, &table.value, threads);
            }
        }
        None => {
            let (mut builder, mut self_play) = (builder(&table.rules)?, table.self_play());
            for game in 0..settings.games.unwrap_or(2) {
                let each = |position: &Position| cost.measure(position, &mut builder, &table.value, threads);
                play_game(table, &mut self_play, settings.seed, game, each);
            }
        }
    }
    writeln!(out, "lexicon: {}", table.lexicon.name())?;
    cost.write(out)?;
    writeln!(out, "cpu seconds: {:.3}", watch.cpu().as_secs_f64())?;
    Ok(writeln!(out, "signature: {}", cost.signature)?)
}

/// A number that depends on everything about a play: on its text, so that it is the same whatever compiler made us.
fn mark(found: &ScoredPlay, alphabet: &Alphabet, task: u64, turn: u64) -> u64 {
    let (play, score, worth) = (found.play.display(alphabet), found.score, found.equity.as_millipoints());
    fingerprint(format!("{play} {score} {worth} {task} {turn}").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tasks_are_done_on_any_number_of_threads() {
        let task = |(): &mut (), number| Outcome { games: 1, signature: number, ..Outcome::default() };
        for threads in [1, 3, 20] {
            let outcome = share(threads, 10, || (), task);
            assert_eq!((outcome.games, outcome.signature), (10, 45));
        }
    }

    #[test]
    #[should_panic(expected = "task 4")]
    fn a_worker_that_panics_is_heard() {
        share(2, 10, || (), |(): &mut (), number| if number == 4 { panic!("task 4") } else { Outcome::default() });
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        assert_eq!(ratio(1.0, 0.0, 1), "too little to tell");
        assert_eq!(ratio(1.0, 4.0, 1), "0.2");
    }
}
