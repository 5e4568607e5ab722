//! `bench endgame`: how long it takes to prove the endgames of static self-play.
//!
//! The solver is asked without an engine around it: no `go` is limited by nodes.

use super::config::{AnyError, BenchConfig, Setup, ratio};
use super::cpu::Stopwatch;
use super::games::first_of_games;
use crate::fingerprint::fingerprint;
use crate::game::{Position, Rack};
use crate::search::endgame::{Goal, LIST_BYTES, NODES_PER_QUESTION, Solution, SolverOptions, solve};
use crate::stopper::Stopper;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How often the solver may ask whether to stop, where no time is given.
const CHECKS: u64 = 256_000 / NODES_PER_QUESTION;
/// How many games' endgames are solved where nothing is said.
const GAMES: u64 = 30;
/// The size of the transposition table in megabytes.
const HASH_MB: usize = 256;

/// What some endgames took.
#[derive(Default)]
struct EndgameCost {
    /// Whether the same work is done each time, so that the signature can tell of every node: on one thread, and not by
    /// the clock. Otherwise it tells of what was proven.
    is_fixed: bool,
    proven: u32,
    times: Vec<Duration>,
    nodes: u64,
    signature: u64,
}

/// Solves endgames, one after another.
pub(super) fn run(
    config: &BenchConfig,
    positions: Option<&[(Position, Rack)]>,
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let setup = &Setup::load(config)?;
    let endgames = match positions {
        Some(positions) => positions.iter().map(|(position, _)| position.clone()).collect(),
        None => first_of_games(config, setup, GAMES, |position| position.bag_len() == 0),
    };
    let is_fixed = config.threads == NonZeroUsize::MIN && config.seconds.is_none();
    let (mut cost, watch) = (EndgameCost { is_fixed, ..EndgameCost::default() }, Stopwatch::of_process());
    writeln!(out, "lexicon: {}", setup.lexicon.name())?;
    for (number, endgame) in endgames.iter().enumerate() {
        let start = Instant::now();
        let report = solve_one(config, setup, endgame).ok_or("a position is no endgame: the bag is not empty")?;
        cost.add(number, &report, start.elapsed(), out)?;
    }
    Ok(cost.write(endgames.len(), watch.cpu(), out)?)
}

fn solve_one(config: &BenchConfig, setup: &Setup, endgame: &Position) -> Option<Solution> {
    let stopper = match config.seconds {
        Some(seconds) => Stopper::default().until(Instant::now() + Duration::from_secs(seconds)),
        None => Stopper::default().for_checks(CHECKS),
    };
    let options = SolverOptions {
        hash_mb: HASH_MB,
        list_bytes: LIST_BYTES,
        threads: config.threads.get(),
        goal: Goal::Spread,
        only: Vec::new(),
    };
    solve(endgame, &setup.lexicon, &options, &stopper, |_| {})
}

impl EndgameCost {
    fn add(&mut self, number: usize, report: &Solution, took: Duration, out: &mut impl Write) -> io::Result<()> {
        let Solution { depth, spread, is_proven, nodes, .. } = report;
        let said = if *is_proven { "proven" } else { "estimated" };
        let milliseconds = took.as_secs_f64() * 1e3;
        writeln!(
            out,
            "endgame {number}: {spread:+} {said} depth {depth} nodes {nodes} milliseconds {milliseconds:.1}"
        )?;
        self.nodes += nodes;
        self.times.push(took);
        self.proven += u32::from(*is_proven);
        let mark = match self.is_fixed {
            true => Some(format!("{number} {spread} {said} {depth} {nodes}")),
            false => is_proven.then(|| format!("{number} {spread}")),
        };
        let mark = mark.map_or(0, |mark| fingerprint(mark.into_bytes()));
        self.signature = self.signature.wrapping_add(mark);
        Ok(())
    }

    fn write(&mut self, count: usize, cpu: Duration, out: &mut impl Write) -> io::Result<()> {
        self.times.sort();
        let wall: f64 = self.times.iter().map(Duration::as_secs_f64).sum();
        let median = self.times.get(count / 2).map_or(0.0, Duration::as_secs_f64);
        writeln!(out, "proven: {} of {count}", self.proven)?;
        writeln!(out, "median seconds: {median:.3}")?;
        writeln!(out, "wall seconds: {wall:.3}")?;
        writeln!(out, "cpu seconds: {:.3}", cpu.as_secs_f64())?;
        writeln!(out, "nodes per second: {}", ratio(self.nodes as f64, wall, 0))?;
        writeln!(out, "signature: {}", self.signature)
    }
}
