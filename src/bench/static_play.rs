//! `bench static`: how fast the best static play is found.

use super::config::{AnyError, BenchConfig, Setup, ratio};
use super::games::{GameTotals, mark, play_game, share};
use crate::game::{Position, Rack};
use crate::movegen::Generator;
use crate::self_play::SelfPlay;
use std::io::{self, Write};
use std::time::Instant;

/// Plays games, or finds the best plays of positions.
pub(super) fn run(
    config: &BenchConfig,
    positions: Option<&[(Position, Rack)]>,
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let setup = &Setup::load(config)?;
    match positions {
        None => bench_games(config, setup, out)?,
        Some(positions) => bench_positions(config, setup, positions, out)?,
    }
    Ok(())
}

/// Self-play by the best static play.
fn bench_games(config: &BenchConfig, setup: &Setup, out: &mut impl Write) -> io::Result<()> {
    let (games, wall) = (config.games.unwrap_or(1000), Instant::now());
    let play = |self_play: &mut SelfPlay, game| play_game(setup, self_play, config.seed, game, |_| {});
    let totals = share(config.threads, games, || setup.self_play(), play);
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), totals.cpu.as_secs_f64());
    writeln!(out, "lexicon: {}", setup.lexicon.name())?;
    writeln!(out, "games: {}", totals.games)?;
    writeln!(out, "plays: {}", totals.plays)?;
    writeln!(out, "mean score: {:.2}", totals.points as f64 / (2 * totals.games.max(1)) as f64)?;
    writeln!(out, "wall seconds: {wall:.3}")?;
    writeln!(out, "cpu seconds: {cpu:.3}")?;
    writeln!(out, "games per cpu-second: {}", ratio(totals.games as f64, cpu, 1))?;
    writeln!(out, "microseconds per play: {}", ratio(cpu * 1e6, totals.plays as f64, 2))?;
    writeln!(out, "signature: {}", totals.signature)
}

/// The best play of each position in turn, over and over.
fn bench_positions(
    config: &BenchConfig,
    setup: &Setup,
    positions: &[(Position, Rack)],
    out: &mut impl Write,
) -> io::Result<()> {
    const ROUNDS: u64 = 100;
    let set_up = || positions.iter().map(|(position, _)| setup.generator(position.rules())).collect::<Vec<_>>();
    let round = |generators: &mut Vec<Generator>, round: u64| {
        let mut totals = GameTotals::default();
        for ((position, rack), generator) in positions.iter().zip(generators) {
            let leaves = setup.value.of(position, rack);
            let best = generator.best(position.board(), rack, &leaves, position.most_exchanged());
            totals.plays += 1;
            let mark = mark(&best, position.distribution().alphabet(), round, totals.plays);
            totals.signature = totals.signature.wrapping_add(mark);
        }
        totals
    };
    let totals = share(config.threads, ROUNDS, set_up, round);
    let cpu = totals.cpu.as_secs_f64();
    writeln!(out, "lexicon: {}", setup.lexicon.name())?;
    writeln!(out, "positions: {}", positions.len())?;
    writeln!(out, "rounds: {ROUNDS}")?;
    writeln!(out, "microseconds per position: {}", ratio(cpu * 1e6, totals.plays as f64, 2))?;
    writeln!(out, "cpu seconds: {cpu:.3}")?;
    writeln!(out, "signature: {}", totals.signature)
}
