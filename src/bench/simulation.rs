//! `tasseo bench sim`: how many rollouts a second of CPU time makes, and one signature.
//!
//! Fifteen candidates, all with as many iterations, so that the work is the same whatever comes of it.

use super::cpu::Stopwatch;
use super::settings::Settings;
use super::{AnyError, Table, ratio};
use crate::evaluate::WinChance;
use crate::fingerprint::fingerprint;
use crate::game::{Position, Rack};
use crate::search::simulation::{Allocation, Goal, StopRule};
use crate::search::{self, Candidates, Method, Report, Request, Simulation};
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The positions that are measured where none are named.
pub(super) const POSITIONS: &str = include_str!("../../tests/positions/bench.cgp");

const CANDIDATES: usize = 15;
const ITERATIONS: u64 = 1000;
const PLIES: [usize; 2] = [2, 5];

/// What some rollouts took.
#[derive(Clone, Copy, Default)]
struct Cost {
    rollouts: u64,
    cpu: Duration,
    wall: Duration,
}

impl Cost {
    fn add(self, other: Cost) -> Cost {
        let Cost { rollouts, cpu, wall } = other;
        Cost { rollouts: self.rollouts + rollouts, cpu: self.cpu + cpu, wall: self.wall + wall }
    }

    fn rate(self) -> String {
        ratio(self.rollouts as f64, self.cpu.as_secs_f64(), 0)
    }
}

/// Simulates every position to each depth.
pub(super) fn bench(
    settings: &Settings,
    table: &Table,
    positions: &[(Position, Rack)],
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let win_chance = WinChance::find(&settings.values(), &table.lexicon)?;
    let mut signature = 0_u64;
    writeln!(out, "lexicon: {}", table.lexicon.name())?;
    writeln!(out, "candidates: {CANDIDATES}")?;
    for plies in settings.plies.map_or(PLIES.to_vec(), |plies| vec![plies as usize]) {
        let mut all = Cost::default();
        for (number, (position, rack)) in positions.iter().enumerate() {
            let request = request(settings, table, win_chance.clone(), position, rack, plies);
            let (report, cost) = measure(&request);
            all = all.add(cost);
            signature = signature.wrapping_mul(31).wrapping_add(mark(&report, position));
            writeln!(out, "{plies} plies, position {}, rollouts per cpu-second: {}", number + 1, cost.rate())?;
        }
        writeln!(out, "{plies} plies, rollouts: {}", all.rollouts)?;
        writeln!(out, "{plies} plies, cpu seconds: {:.3}", all.cpu.as_secs_f64())?;
        writeln!(out, "{plies} plies, wall seconds: {:.3}", all.wall.as_secs_f64())?;
        writeln!(out, "{plies} plies, rollouts per cpu-second: {}", all.rate())?;
        let wall = ratio(all.rollouts as f64, all.wall.as_secs_f64(), 0);
        writeln!(out, "{plies} plies, rollouts per second: {wall}")?;
    }
    Ok(writeln!(out, "signature: {signature}")?)
}

fn request(
    settings: &Settings,
    table: &Table,
    win_chance: Option<Arc<WinChance>>,
    position: &Position,
    rack: &Rack,
    plies: usize,
) -> Request {
    Request {
        position: Arc::new(position.clone()),
        rack: *rack,
        lexicon: table.lexicon.clone(),
        value: table.value.clone(),
        win_chance,
        candidates: Candidates::best(CANDIDATES),
        method: Method::Simulation(Simulation {
            plies,
            inside: table.value.clone(),
            goal: Goal::Win,
            allocation: Allocation::Equal,
            stop_rule: StopRule { iterations: Some(settings.iterations.unwrap_or(ITERATIONS)), confidence: None },
            simulate_single: true,
            with_table: true,
            seed: settings.seed,
            threads: NonZeroUsize::new(settings.threads).unwrap_or(NonZeroUsize::MIN),
        }),
        inference: None,
    }
}

fn measure(request: &Request) -> (Arc<Report>, Cost) {
    let watch = Stopwatch::of_process();
    let report = search::run(request);
    let (wall, cpu) = (watch.wall(), watch.cpu());
    let rollouts = report.effort.map_or(0, |effort| effort.rollouts);
    (report, Cost { rollouts, cpu, wall })
}

/// A number that depends on all that was found out.
fn mark(report: &Report, position: &Position) -> u64 {
    let alphabet = position.distribution().alphabet();
    let line = |judged: &search::Judged| {
        let simulated = judged
            .simulated
            .map(|s| format!("{:.6} {:.4} {}", s.win.map_or(0.0, |w| w.mean), s.gain.mean, s.iterations));
        format!("{} {simulated:?}", judged.found.play.display(alphabet))
    };
    fingerprint(report.plays.iter().map(line).collect::<Vec<_>>().join("\n").into_bytes())
}
