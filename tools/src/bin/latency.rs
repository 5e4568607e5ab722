//! The tool `latency`: how fast an engine answers over its protocol, while cores are kept busy, and whether it is in
//! time at the end of games.

use clap::Parser;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tasseo::evaluate::{Leaves, StaticValue};
use tasseo::game::cgp::Cgp;
use tasseo::game::{PerPlayer, Position, RACK_SIZE, Rules};
use tasseo::lexicon::Library;
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;
use tasseo_tools::args::whole_number;
use tasseo_tools::referee::engine::Engine;
use tasseo_tools::referee::entrant::Entrant;
use tasseo_tools::referee::fault::Fault;
use tasseo_tools::referee::limit::parse_seconds;
use tasseo_tools::{AnyError, arguments, exit, say};

const POSITION: &str = "position cgp 15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 AEINRST/ 0/32 0";

/// Measures how fast an engine answers: from its start to ucgiok, isready and stop while it thinks, and how exactly it
/// keeps movetime
///
/// Each figure is in milliseconds: the median, the 99th percentile and the worst of all rounds. With --endings,
/// instead, how late the answers come in endgames and pre-endgames.
#[derive(Parser)]
#[command(name = "latency", version)]
struct Cli {
    /// The engine, in quotes if it has options: 'tasseo EndgameHash=64'
    engine: Entrant,
    /// How often to measure each thing
    #[arg(long, default_value = "100", value_name = "N", value_parser = whole_number(1..=1_000_000), conflicts_with = "endings")]
    rounds: u64,
    /// So many threads of this tool compute all the while
    #[arg(long, default_value = "0", value_name = "N", value_parser = whole_number(0..=256))]
    busy: u64,
    /// Milliseconds to think for
    #[arg(long, default_value = "100", value_name = "MS", value_parser = whole_number(1..=60_000), conflicts_with = "endings")]
    movetime: u64,
    /// Ask so often at endgames and pre-endgames of static games, with times for a move of 100 to 300 ms and with
    /// clocks of 0.1 to 30 s, and tell how late the answers come
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1_000_000))]
    endings: Option<u64>,
    /// What decides the positions and the times of --endings
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(0..=u64::MAX), requires = "endings")]
    seed: u64,
    /// The option Threads of the engine [default: as it has it]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256))]
    threads: Option<u64>,
    /// How long the engine may take beyond what it was given, before it is taken to hang
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = parse_seconds)]
    patience: Duration,
}

fn main() -> ExitCode {
    exit("latency", run(&arguments("latency")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..cli.busy {
            scope.spawn(|| {
                let mut number = 1_u64;
                while !done.load(Ordering::Relaxed) {
                    number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            });
        }
        let measured = cli.endings.map_or_else(|| measure(cli), |asked| measure_endings(cli, asked));
        done.store(true, Ordering::Relaxed);
        measured
    })
}

fn measure(cli: &Cli) -> Result<ExitCode, AnyError> {
    let starts: Result<Vec<Duration>, AnyError> = (0..cli.rounds.min(50)).map(|_| time_start(cli)).collect();
    report("start to ucgiok", starts?)?;
    let mut talk = Talk::start(cli)?;
    talk.send(&format!("{POSITION}\nisready"))?;
    talk.wait_for("readyok", Duration::ZERO)?;
    let (mut ready, mut stop, mut over) = (Vec::new(), Vec::new(), Vec::new());
    let time = Duration::from_millis(cli.movetime);
    for _ in 0..cli.rounds {
        talk.send("go infinite")?;
        std::thread::sleep(Duration::from_millis(20));
        talk.send("isready")?;
        ready.push(talk.wait_for("readyok", Duration::ZERO)?);
        talk.send("stop")?;
        stop.push(talk.wait_for("bestmove", Duration::ZERO)?);
        talk.send(&format!("go infinite movetime {}", cli.movetime))?;
        over.push(talk.wait_for("bestmove", time)?.saturating_sub(time));
    }
    report("isready while thinking", ready)?;
    report("stop to bestmove", stop)?;
    report("over movetime", over)?;
    Ok(ExitCode::SUCCESS)
}

/// How long an engine takes from its start to `ucgiok`. Blocks.
fn time_start(cli: &Cli) -> Result<Duration, AnyError> {
    let started = Instant::now();
    let mut engine = Engine::launch(&cli.engine).map_err(|fault| named(cli, &fault))?;
    engine.greet(started + cli.patience).map_err(|fault| named(cli, &fault))?;
    Ok(started.elapsed())
}

/// Positions near the end of games.
#[derive(Default)]
struct Endings {
    /// With an empty bag,
    endgames: Vec<String>,
    /// and among these with a blank and two full racks;
    hardest: Vec<String>,
    /// and with one to seven tiles in the bag.
    pre_endgames: Vec<String>,
}

/// So many games are played for them.
const GAMES: u64 = 200;

impl Endings {
    /// From static games on the lexicon that comes with Tasseo.
    fn new(seed: u64) -> Result<Self, AnyError> {
        let rules = Arc::new(Rules::default());
        let name = Library::embedded_names().next().ok_or("no lexicon comes with Tasseo")?;
        let lexicon = Library::default().load(name, &rules.distribution)?;
        let value = StaticValue::new(Leaves::for_lexicon(&lexicon)?);
        let mut table = SelfPlay::new(rules, lexicon);
        let mut endings = Endings::default();
        for game in 0..GAMES {
            table.play(PerPlayer([&value; 2]), seed_of(seed, game), |turn| endings.add(turn.before));
        }
        Ok(endings)
    }

    fn add(&mut self, position: &Position) {
        let mut seen = position.clone();
        seen.forget_rack(position.on_turn().opponent());
        let line = format!("position cgp {}", Cgp::of(&seen));
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

/// How long an engine may think.
enum Time {
    Move(u64),
    Clock(u64),
}

impl Time {
    /// A time for the move twice as often as a clock, and a clock of long games now and then.
    fn choose(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..100) {
            0..70 => Time::Move(rng.random_range(100..=300)),
            70..99 => Time::Clock(*[100, 300, 1000, 2000].choose(rng).expect("four")),
            _ => Time::Clock(*[10_000, 30_000].choose(rng).expect("two")),
        }
    }

    fn words(&self) -> String {
        match self {
            Time::Move(time) => format!("movetime {time}"),
            Time::Clock(time) => format!("1time {time} 2time {time}"),
        }
    }

    /// The most that it may take.
    fn most(&self) -> Duration {
        let (Time::Move(time) | Time::Clock(time)) = self;
        Duration::from_millis(*time)
    }
}

/// More than this is late.
const LATE: Duration = Duration::from_millis(50);

fn measure_endings(cli: &Cli, asked: u64) -> Result<ExitCode, AnyError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(cli.seed);
    let endings = Endings::new(cli.seed)?;
    let mut talk = Talk::start(cli)?;
    let (mut over, mut left, mut late, mut hardest) = (Vec::new(), Vec::new(), 0, 0);
    for _ in 0..asked {
        let (position, mode) = endings.choose(&mut rng).ok_or("too few endings in so many games")?;
        let time = Time::choose(&mut rng);
        talk.send(&format!("{position}\nisready"))?;
        talk.wait_for("readyok", Duration::ZERO)?;
        talk.send(&format!("go {mode} {}", time.words()))?;
        let took = talk.wait_for("bestmove", time.most())?;
        hardest += usize::from(endings.hardest.contains(position));
        late += usize::from(took > time.most() + LATE);
        match time {
            Time::Move(_) => over.push(took.saturating_sub(time.most())),
            Time::Clock(_) => left.push(time.most().saturating_sub(took)),
        }
    }
    say(format_args!("{asked} answers, {hardest} of them with a blank and two full racks"))?;
    report("over movetime", over)?;
    let (clocks, least) = (left.len(), left.iter().min().map_or(0.0, |left| left.as_secs_f64() * 1000.0));
    let run_out = left.iter().filter(|left| left.is_zero()).count();
    say(format_args!("clocks: {clocks}, run out: {run_out}, least time left {least:.2} ms"))?;
    say(format_args!("late by more than {} ms: {late}", LATE.as_millis()))?;
    Ok(ExitCode::SUCCESS)
}

fn report(what: &str, mut times: Vec<Duration>) -> io::Result<()> {
    times.sort_unstable();
    if times.is_empty() {
        return say(format_args!("{what}: never measured"));
    }
    let at = |share: f64| times[((times.len() as f64 * share).ceil() as usize).max(1) - 1].as_secs_f64() * 1000.0;
    let (median, most, worst) = (at(0.5), at(0.99), at(1.0));
    say(format_args!("{what}: median {median:.2} ms, 99th percentile {most:.2} ms, worst {worst:.2} ms"))
}

/// A conversation with an engine.
struct Talk<'c> {
    cli: &'c Cli,
    engine: Engine,
    sent: Instant,
}

impl<'c> Talk<'c> {
    /// Starts the engine and sets its options. Blocks.
    fn start(cli: &'c Cli) -> Result<Self, AnyError> {
        let threads = cli.threads.map(|threads| ("Threads".to_owned(), threads.to_string()));
        let engine = Engine::start(&cli.engine, threads.as_slice(), cli.patience);
        Ok(Talk { cli, engine: engine.map_err(|fault| named(cli, &fault))?, sent: Instant::now() })
    }

    fn send(&mut self, lines: &str) -> Result<(), AnyError> {
        self.sent = self.engine.send(lines).map_err(|fault| named(self.cli, &fault))?;
        Ok(())
    }

    /// Waits for a line that begins like this, and gives how long it took since the last thing sent. Blocks, but not
    /// much longer than it may take.
    fn wait_for(&mut self, start: &str, most: Duration) -> Result<Duration, AnyError> {
        let until = self.sent + most + self.cli.patience;
        loop {
            let heard = self.engine.next_line(until, start).map_err(|fault| named(self.cli, &fault))?;
            if heard.line.starts_with(start) {
                return Ok(heard.at.saturating_duration_since(self.sent));
            }
        }
    }
}

fn named(cli: &Cli, fault: &Fault) -> AnyError {
    format!("{}: {}", cli.engine.name, fault.text).into()
}
