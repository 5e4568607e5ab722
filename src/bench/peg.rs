//! `bench peg`: how long the rounds of a pre-endgame take.

use super::cpu::Stopwatch;
use super::settings::Settings;
use super::{AnyError, Table};
use crate::fingerprint::fingerprint;
use crate::game::Position;
use crate::search::preendgame::{PegAnalysis, PegOptions, analyse};
use crate::stopper::Stopper;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How many rounds there are where no time is given.
const ROUNDS: usize = 4;
/// The size of all transposition tables in megabytes.
const HASH_MB: usize = 256;

/// Looks at pre-endgames, one after another.
pub(super) fn run(
    settings: &Settings,
    table: &Table,
    positions: &[Position],
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let (watch, mut signature) = (Stopwatch::of_process(), 0_u64);
    writeln!(out, "lexicon: {}", table.lexicon.name())?;
    for (number, position) in positions.iter().enumerate() {
        let (report, times) =
            look(settings, table, position).ok_or("a position has no tile in the bag, or too many")?;
        let text = describe(position, &report);
        let times: Vec<String> = times.iter().map(|time| format!("{:.0}", time.as_secs_f64() * 1e3)).collect();
        writeln!(out, "peg {number}: {text} milliseconds {}", times.join(" "))?;
        signature = signature.wrapping_add(fingerprint(format!("{number} {text}").into_bytes()));
    }
    writeln!(out, "wall seconds: {:.3}", watch.wall().as_secs_f64())?;
    writeln!(out, "cpu seconds: {:.3}", watch.cpu().as_secs_f64())?;
    Ok(writeln!(out, "signature: {signature}")?)
}

/// The last report, and when each came.
fn look(settings: &Settings, table: &Table, position: &Position) -> Option<(PegAnalysis, Vec<Duration>)> {
    let (start, mut times) = (Instant::now(), Vec::new());
    let deadline = settings.seconds.map(|seconds| start + Duration::from_secs(seconds));
    let stopper = Stopper::with_deadlines(None, deadline);
    let rounds = if settings.seconds.is_some() { usize::MAX } else { ROUNDS };
    let threads = NonZeroUsize::new(settings.threads).unwrap_or(NonZeroUsize::MIN);
    let options = PegOptions {
        threads,
        hash_mb: HASH_MB,
        only: Vec::new(),
        also: Vec::new(),
        first: None,
        rounds,
        seed: settings.seed,
    };
    let report = analyse(position, &table.lexicon, &options, None, &stopper, |_| times.push(start.elapsed()))?;
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
