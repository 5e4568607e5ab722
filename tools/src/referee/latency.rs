//! How fast an engine answers: what `referee check` measures when it is asked for times, not for yes or no.
//!
//! Each figure is in milliseconds: the median, the 99th percentile and the worst. Other threads can be kept
//! [busy](while_busy) meanwhile, as they are on a machine that has other things to do.

use super::check::Suite;
use super::engine::Engine;
use super::fault::Fault;
use crate::{AnyError, say};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tasseo::evaluate::{Leaves, StaticValue};
use tasseo::game::{PerPlayer, Position, RACK_SIZE};
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;

/// The most starts that are timed: a start takes longer than an answer.
const MOST_STARTS: u64 = 50;
/// How long an engine thinks before it is asked whether it is ready, or told to stop.
const THINKING: Duration = Duration::from_millis(20);

/// Does something while this many threads compute all the while. Blocks.
pub fn while_busy<T>(threads: u64, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut number = 1_u64;
                while !done.load(Ordering::Relaxed) {
                    number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// Measures and tells how long an engine takes to start, to be ready and to stop while it thinks, and how exactly it
/// keeps a time for a move. Blocks.
pub fn measure_answers(suite: &Suite, rounds: u64, move_time: Duration) -> Result<(), AnyError> {
    let starts: Result<Vec<Duration>, AnyError> = (0..rounds.min(MOST_STARTS)).map(|_| time_start(suite)).collect();
    tell("start to ucgiok", starts?)?;
    let mut engine = TimedEngine::start(suite)?;
    engine.set_position(&suite.line(&suite.reply_position()))?;
    let (mut ready, mut stop, mut over) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        engine.send("go infinite")?;
        std::thread::sleep(THINKING);
        engine.send("isready")?;
        ready.push(engine.wait_for("readyok", Duration::ZERO)?);
        engine.send("stop")?;
        stop.push(engine.wait_for("bestmove", Duration::ZERO)?);
        engine.send(&format!("go infinite movetime {}", move_time.as_millis()))?;
        over.push(engine.wait_for("bestmove", move_time)?.saturating_sub(move_time));
    }
    tell("isready while thinking", ready)?;
    tell("stop to bestmove", stop)?;
    tell("over movetime", over)?;
    Ok(())
}

/// How long an engine takes from its start to `ucgiok`. Blocks.
fn time_start(suite: &Suite) -> Result<Duration, AnyError> {
    let started = Instant::now();
    let mut engine = Engine::launch(&suite.entrant).map_err(|fault| named(suite, &fault))?;
    engine.greet(started + suite.patience).map_err(|fault| named(suite, &fault))?;
    Ok(started.elapsed())
}

/// Positions near the end of games, as `position` lines.
#[derive(Default)]
struct Endings {
    /// With an empty bag.
    endgames: Vec<String>,
    /// Those endgames with a blank and two full racks.
    hardest: Vec<String>,
    /// With one to seven tiles in the bag.
    pre_endgames: Vec<String>,
}

/// How many games are played for them.
const GAMES: u64 = 200;

impl Endings {
    /// From static games.
    fn new(suite: &Suite, seed: u64) -> Result<Self, AnyError> {
        let value = StaticValue::new(Leaves::for_lexicon(&suite.lexicon)?);
        let mut self_play = SelfPlay::new(suite.rules.clone(), suite.lexicon.clone());
        let mut endings = Endings::default();
        for game in 0..GAMES {
            self_play.play(PerPlayer([&value; 2]), seed_of(seed, game), |turn| {
                endings.add(turn.before, suite.line(turn.before));
            });
        }
        Ok(endings)
    }

    fn add(&mut self, position: &Position, line: String) {
        match position.bag_len() {
            0 => {
                let tiles = position.off_board();
                let has_blank = tiles.iter().any(|tile| tile.index() == 0);
                if has_blank && tiles.len() == 2 * RACK_SIZE {
                    self.hardest.push(line.clone());
                }
                self.endgames.push(line);
            }
            1..=7 => self.pre_endgames.push(line),
            _ => {}
        }
    }

    /// One of them, and in which mode to ask about it.
    fn choose(&self, rng: &mut impl Rng) -> Option<(&String, &'static str)> {
        let (positions, mode) = match rng.random_range(0..6) {
            0 | 1 => (&self.endgames, "endgame"),
            2 => (&self.hardest, "endgame"),
            3 => (&self.endgames, "auto"),
            4 => (&self.pre_endgames, "auto"),
            _ => (&self.pre_endgames, "peg"),
        };
        Some((positions.choose(rng)?, mode))
    }
}

/// How long an engine may think: for a move, or on a clock; in milliseconds.
enum ThinkingTime {
    Move(u64),
    Clock(u64),
}

impl ThinkingTime {
    /// A time for the move twice as often as a clock, and a clock of long games now and then.
    fn choose(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..100) {
            0..70 => ThinkingTime::Move(rng.random_range(100..=300)),
            70..99 => ThinkingTime::Clock(*[100, 300, 1000, 2000].choose(rng).expect("four")),
            _ => ThinkingTime::Clock(*[10_000, 30_000].choose(rng).expect("two")),
        }
    }

    fn words(&self) -> String {
        match self {
            ThinkingTime::Move(time) => format!("movetime {time}"),
            ThinkingTime::Clock(time) => format!("1time {time} 2time {time}"),
        }
    }

    /// The most that it may take.
    fn most(&self) -> Duration {
        let (ThinkingTime::Move(time) | ThinkingTime::Clock(time)) = self;
        Duration::from_millis(*time)
    }
}

/// More than this is late.
const LATE: Duration = Duration::from_millis(50);

/// Measures and tells how late an engine's answers come in endgames and pre-endgames. Blocks.
pub fn measure_endings(suite: &Suite, asked: u64, seed: u64) -> Result<(), AnyError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let endings = Endings::new(suite, seed)?;
    let mut engine = TimedEngine::start(suite)?;
    let (mut over, mut left, mut late, mut hardest) = (Vec::new(), Vec::new(), 0, 0);
    for _ in 0..asked {
        let (position, mode) = endings.choose(&mut rng).ok_or("too few endings in so many games")?;
        let time = ThinkingTime::choose(&mut rng);
        engine.set_position(position)?;
        engine.send(&format!("go {mode} {}", time.words()))?;
        let took = engine.wait_for("bestmove", time.most())?;
        hardest += usize::from(endings.hardest.contains(position));
        late += usize::from(took > time.most() + LATE);
        match time {
            ThinkingTime::Move(_) => over.push(took.saturating_sub(time.most())),
            ThinkingTime::Clock(_) => left.push(time.most().saturating_sub(took)),
        }
    }
    say(format_args!("{asked} answers, {hardest} of them with a blank and two full racks"))?;
    tell("over movetime", over)?;
    let (clocks, least) = (left.len(), left.iter().min().map_or(0.0, |left| left.as_secs_f64() * 1000.0));
    let run_out = left.iter().filter(|left| left.is_zero()).count();
    say(format_args!("clocks: {clocks}, run out: {run_out}, least time left {least:.2} ms"))?;
    say(format_args!("late by more than {} ms: {late}", LATE.as_millis()))?;
    Ok(())
}

fn tell(what: &str, mut times: Vec<Duration>) -> io::Result<()> {
    times.sort_unstable();
    if times.is_empty() {
        return say(format_args!("{what}: never measured"));
    }
    let at = |share: f64| times[((times.len() as f64 * share).ceil() as usize).max(1) - 1].as_secs_f64() * 1000.0;
    let (median, most, worst) = (at(0.5), at(0.99), at(1.0));
    say(format_args!("{what}: median {median:.2} ms, 99th percentile {most:.2} ms, worst {worst:.2} ms"))
}

/// An engine, and when it was last sent something.
struct TimedEngine<'s> {
    suite: &'s Suite,
    engine: Engine,
    sent: Instant,
}

impl<'s> TimedEngine<'s> {
    /// Starts the engine and sets its options. Blocks.
    fn start(suite: &'s Suite) -> Result<Self, AnyError> {
        let engine = Engine::start(&suite.entrant, &suite.options, suite.patience);
        Ok(TimedEngine { suite, engine: engine.map_err(|fault| named(suite, &fault))?, sent: Instant::now() })
    }

    fn send(&mut self, lines: &str) -> Result<(), AnyError> {
        self.sent = self.engine.send(lines).map_err(|fault| named(self.suite, &fault))?;
        Ok(())
    }

    /// Sends a `position` line, and waits until the engine is ready. Blocks.
    fn set_position(&mut self, line: &str) -> Result<(), AnyError> {
        self.send(&format!("{line}\nisready"))?;
        self.wait_for("readyok", Duration::ZERO).map(drop)
    }

    /// Waits for a line that begins like this, and gives how long it took since the last thing sent. Blocks, but not
    /// much longer than it may take.
    fn wait_for(&mut self, start: &str, most: Duration) -> Result<Duration, AnyError> {
        let until = self.sent + most + self.suite.patience;
        loop {
            let heard = self.engine.next_line(until, start).map_err(|fault| named(self.suite, &fault))?;
            if heard.line.starts_with(start) {
                return Ok(heard.at.saturating_duration_since(self.sent));
            }
        }
    }
}

fn named(suite: &Suite, fault: &Fault) -> AnyError {
    format!("{}: {}", suite.entrant.name, fault.text).into()
}
