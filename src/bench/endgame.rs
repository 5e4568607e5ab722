//! `bench endgame`: how long it takes to prove the endgames of static self-play.

use super::cpu::Stopwatch;
use super::settings::Settings;
use super::{AnyError, Table, ratio};
use crate::fingerprint::fingerprint;
use crate::game::Position;
use crate::search::endgame::{Goal, LIST_BYTES, NODES_PER_QUESTION, Solution, SolverOptions, solve};
use crate::stopper::Stopper;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How often the solver may ask whether to stop, where no time is given.
const CHECKS: u64 = 256_000 / NODES_PER_QUESTION;
/// The size of the transposition table in megabytes.
const HASH_MB: usize = 256;

/// What some endgames took.
#[derive(Default)]
struct Cost {
    proven: u32,
    times: Vec<Duration>,
    nodes: u64,
    signature: u64,
}

/// Solves endgames, one after another.
pub(super) fn run(
    settings: &Settings,
    table: &Table,
    endgames: &[Position],
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let (mut cost, watch) = (Cost::default(), Stopwatch::of_process());
    writeln!(out, "lexicon: {}", table.lexicon.name())?;
    for (number, endgame) in endgames.iter().enumerate() {
        let start = Instant::now();
        let report = solve_one(settings, table, endgame).ok_or("a position is no endgame: the bag is not empty")?;
        cost.add(number, &report, start.elapsed(), out)?;
    }
    Ok(cost.write(endgames.len(), watch.cpu(), out)?)
}

fn solve_one(settings: &Settings, table: &Table, endgame: &Position) -> Option<Solution> {
    let stopper = match settings.seconds {
        Some(seconds) => Stopper::default().until(Instant::now() + Duration::from_secs(seconds)),
        None => Stopper::default().for_checks(CHECKS),
    };
    let options = SolverOptions {
        hash_mb: HASH_MB,
        list_bytes: LIST_BYTES,
        threads: settings.threads,
        goal: Goal::Spread,
        only: Vec::new(),
    };
    solve(endgame, &table.lexicon, &options, &stopper, |_| {})
}

impl Cost {
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
        if *is_proven {
            self.proven += 1;
            self.signature = self.signature.wrapping_add(fingerprint(format!("{number} {spread}").into_bytes()));
        }
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
