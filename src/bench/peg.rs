//! `bench peg`: how long the rounds of a pre-endgame take.
//!
//! The analysis is asked without an engine around it: no `go` is limited by rounds.

use super::config::{AnyError, BenchConfig, Setup};
use super::cpu::Stopwatch;
use super::games::first_of_games;
use crate::fingerprint::fingerprint;
use crate::game::{Position, Rack};
use crate::search::preendgame::{PegAnalysis, PegOptions, analyse};
use crate::stopper::Stopper;
use std::io::Write;
use std::time::{Duration, Instant};

/// How many games' pre-endgames are looked at where nothing is said.
const GAMES: u64 = 10;
/// How many rounds there are where no time is given.
const ROUNDS: usize = 4;
/// The size of all transposition tables in megabytes.
const HASH_MB: usize = 256;

/// Looks at pre-endgames, one after another.
pub(super) fn run(
    config: &BenchConfig,
    positions: Option<&[(Position, Rack)]>,
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let setup = &Setup::load(config)?;
    let positions = match positions {
        Some(positions) => positions.iter().map(|(position, _)| position.clone()).collect(),
        None => preendgames(config, setup),
    };
    let (watch, mut signature) = (Stopwatch::of_process(), 0_u64);
    writeln!(out, "lexicon: {}", setup.lexicon.name())?;
    for (number, position) in positions.iter().enumerate() {
        let (report, times) = look(config, setup, position).ok_or("a position has no tile in the bag, or too many")?;
        let text = describe(position, &report);
        let times: Vec<String> = times.iter().map(|time| format!("{:.0}", time.as_secs_f64() * 1e3)).collect();
        writeln!(out, "peg {number}: {text} milliseconds {}", times.join(" "))?;
        signature = signature.wrapping_add(fingerprint(format!("{number} {text}").into_bytes()));
    }
    writeln!(out, "wall seconds: {:.3}", watch.wall().as_secs_f64())?;
    writeln!(out, "cpu seconds: {:.3}", watch.cpu().as_secs_f64())?;
    Ok(writeln!(out, "signature: {signature}")?)
}

/// The first positions with one or two tiles in the bag, as the player on turn sees them.
fn preendgames(config: &BenchConfig, setup: &Setup) -> Vec<Position> {
    let mut seen = first_of_games(config, setup, GAMES, |position| (1..=2).contains(&position.bag_len()));
    seen.iter_mut().for_each(|position| position.forget_rack(position.on_turn().opponent()));
    seen
}

/// The last report, and when each came.
fn look(config: &BenchConfig, setup: &Setup, position: &Position) -> Option<(PegAnalysis, Vec<Duration>)> {
    let (start, mut times) = (Instant::now(), Vec::new());
    let deadline = config.seconds.map(|seconds| start + Duration::from_secs(seconds));
    let stopper = Stopper::with_deadlines(Instant::now(), None, deadline);
    let rounds = if config.seconds.is_some() { usize::MAX } else { ROUNDS };
    let threads = config.threads;
    let options = PegOptions {
        threads,
        hash_mb: HASH_MB,
        only: Vec::new(),
        also: Vec::new(),
        first: None,
        rounds,
        seed: config.seed,
    };
    let report = analyse(position, &setup.lexicon, &options, None, &stopper, |_| times.push(start.elapsed()))?;
    Some((report, times))
}

fn describe(position: &Position, report: &PegAnalysis) -> String {
    let best = report.candidates.first().map_or_else(String::new, |best| {
        let said = if best.is_proven { "proven" } else { "estimated" };
        let play = best.play.display(position.distribution().alphabet());
        format!("{play} w:{:.3} d:{:.3} l:{:.3} spread {:+.2} {said}", best.wins, best.draws, best.losses, best.spread)
    });
    format!("bag {} {best} rounds {}", position.bag_len(), report.rounds)
}
