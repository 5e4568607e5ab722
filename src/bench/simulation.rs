//! `tasseo bench sim`: how many rollouts a second of CPU time makes, and one signature.
//!
//! Fifteen candidates, all with as many iterations, so that the work is the same whatever comes of it; and once as the
//! engine simulates by itself, where candidates are given up and rollouts deepen.

use super::config::{AnyError, BenchConfig, ratio};
use super::cpu::Stopwatch;
use super::positions::read_positions;
use crate::engine::{Engine, Go, Resources};
use crate::fingerprint::fingerprint;
use crate::game::{Position, Rack};
use crate::limits::{Limits, Mode};
use crate::search::{Report, SimPlay, SimReport};
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// The positions that are measured where none are named.
const POSITIONS: &str = include_str!("../../tests/positions/bench.cgp");

const CANDIDATES: usize = 15;
const ITERATIONS: u64 = 1000;
const PLIES: [u32; 2] = [2, 5];
/// Where candidates are given up, the others get up to this factor more iterations.
const DEEPENING: u64 = 8;

/// How deep a bench simulates.
#[derive(Clone, Copy)]
enum BenchDepth {
    /// Everything equally, by so many plies.
    Plies(u32),
    /// As the engine does by itself.
    Deepening,
}

impl fmt::Display for BenchDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchDepth::Plies(plies) => write!(f, "{plies} plies"),
            BenchDepth::Deepening => f.write_str("deepening"),
        }
    }
}

/// What some rollouts took.
#[derive(Clone, Copy, Default)]
struct SimCost {
    rollouts: u64,
    cpu: Duration,
    wall: Duration,
}

impl SimCost {
    fn add(self, other: SimCost) -> SimCost {
        let SimCost { rollouts, cpu, wall } = other;
        SimCost { rollouts: self.rollouts + rollouts, cpu: self.cpu + cpu, wall: self.wall + wall }
    }

    fn rate(self) -> String {
        ratio(self.rollouts as f64, self.cpu.as_secs_f64(), 0)
    }
}

/// Simulates every position to each depth.
pub(super) fn run(
    config: &BenchConfig,
    positions: Option<&[(Position, Rack)]>,
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let own = || read_positions("the bench's own positions", POSITIONS, &config.data_path);
    let positions = positions.map_or_else(own, |positions| Ok(positions.to_vec()))?;
    let mut engine = engine(config)?;
    let mut signature = 0_u64;
    writeln!(out, "lexicon: {}", engine.lexicon()?.name())?;
    writeln!(out, "candidates: {CANDIDATES}")?;
    let all_depths = || PLIES.map(BenchDepth::Plies).into_iter().chain([BenchDepth::Deepening]).collect();
    for depth in config.plies.map_or_else(all_depths, |plies| vec![BenchDepth::Plies(plies)]) {
        let mut all = SimCost::default();
        for (number, (position, _)) in positions.iter().enumerate() {
            let (report, cost) = measure(&mut engine, config, position, depth)?;
            all = all.add(cost);
            signature = signature.wrapping_mul(31).wrapping_add(mark(&report, position));
            writeln!(out, "{depth}, position {}, rollouts per cpu-second: {}", number + 1, cost.rate())?;
        }
        writeln!(out, "{depth}, rollouts: {}", all.rollouts)?;
        writeln!(out, "{depth}, cpu seconds: {:.3}", all.cpu.as_secs_f64())?;
        writeln!(out, "{depth}, wall seconds: {:.3}", all.wall.as_secs_f64())?;
        writeln!(out, "{depth}, rollouts per cpu-second: {}", all.rate())?;
        let wall = ratio(all.rollouts as f64, all.wall.as_secs_f64(), 0);
        writeln!(out, "{depth}, rollouts per second: {wall}")?;
    }
    Ok(writeln!(out, "signature: {signature}")?)
}

/// An engine without what depends on the game so far.
fn engine(config: &BenchConfig) -> Result<Engine, AnyError> {
    let mut engine = Engine::new(Resources::new());
    engine.configure(|options| {
        options.data_path.clone_from(&config.data_path);
        options.lexicon.clone_from(&config.lexicon);
        options.sim_candidates = CANDIDATES;
        options.use_inference = false;
        options.seed = config.seed;
    })?;
    engine.prepare()?;
    Ok(engine)
}

fn measure(
    engine: &mut Engine,
    config: &BenchConfig,
    position: &Position,
    depth: BenchDepth,
) -> Result<(SimReport, SimCost), AnyError> {
    let iterations = config.iterations.unwrap_or(ITERATIONS);
    let limits = match depth {
        BenchDepth::Plies(plies) => Limits { depth: Some(plies), ..Limits::iterations(iterations) },
        BenchDepth::Deepening => Limits::iterations(DEEPENING * iterations),
    };
    engine.configure(|options| options.sim_narrowing = matches!(depth, BenchDepth::Deepening))?;
    engine.load_position(position.clone());
    let watch = Stopwatch::of_process();
    let findings = engine.go(Go { mode: Mode::Sim, limits, threads: Some(config.threads), ..Go::default() })?.wait();
    let (wall, cpu) = (watch.wall(), watch.cpu());
    let Some(Report::Simulation(report)) = &findings.report else { return Err("the simulation has failed".into()) };
    Ok((report.clone(), SimCost { rollouts: report.rollouts, cpu, wall }))
}

/// A number that depends on all that was found out.
fn mark(report: &SimReport, position: &Position) -> u64 {
    let alphabet = position.distribution().alphabet();
    let line = |play: &SimPlay| {
        let win = play.win.map_or(0.0, |win| win.mean);
        let simulated = Some(format!("{win:.6} {:.4} {}", play.gain.mean, play.iterations));
        format!("{} {simulated:?}", play.found.play.display(alphabet))
    };
    fingerprint(report.plays.iter().map(line).collect::<Vec<_>>().join("\n").into_bytes())
}
