//! `bench luck`: how fast the luck of games is measured.

use super::config::{AnyError, BenchConfig, Setup, ratio};
use super::games::{GameTotals, share};
use crate::fingerprint::fingerprint;
use crate::game::PerPlayer;
use crate::luck::{DrawLuck, Luck, LuckMeter, StaticRackValue, USUAL_EFFORT};
use crate::seeds::seed_of;
use crate::self_play::SelfPlay;
use std::io::Write;

/// The luck of some games of static players. Playing them is measured too, which is a hundredth of the work.
pub(super) fn run(config: &BenchConfig, out: &mut impl Write) -> Result<(), AnyError> {
    let setup = &Setup::load(config)?;
    let value = StaticRackValue::find(setup.rules.clone(), setup.lexicon.clone(), &config.values())?;
    let meter = || LuckMeter { value: value.clone(), effort: USUAL_EFFORT };
    let measure = |(self_play, meter): &mut (SelfPlay, LuckMeter<StaticRackValue>), game| {
        let history = self_play.record(PerPlayer([&setup.value; 2]), seed_of(config.seed, game), |_| {});
        let luck = meter.measure(&history, PerPlayer::default(), seed_of(!config.seed, game));
        let signature = luck.draws.iter().map(|draw| mark(draw, game)).fold(0, u64::wrapping_add);
        GameTotals { games: 1, plays: luck.draws.len() as u64, signature, ..GameTotals::default() }
    };
    let totals = share(config.threads, config.games.unwrap_or(20), || (setup.self_play(), meter()), measure);
    let cpu = totals.cpu.as_secs_f64();
    writeln!(out, "lexicon: {}", setup.lexicon.name())?;
    writeln!(out, "games: {}", totals.games)?;
    writeln!(out, "draws: {}", totals.plays)?;
    writeln!(out, "alternatives per draw: {USUAL_EFFORT}")?;
    writeln!(out, "cpu seconds: {cpu:.3}")?;
    writeln!(out, "milliseconds per game: {}", ratio(cpu * 1e3, totals.games as f64, 2))?;
    writeln!(out, "signature: {}", totals.signature)?;
    Ok(())
}

/// A number that depends on the luck of a draw, to a thousandth of a point and a millionth of a game.
fn mark(draw: &DrawLuck, game: u64) -> u64 {
    let DrawLuck { draw, luck: Luck { points, wins }, .. } = draw;
    fingerprint(format!("{game} {} {points:.3} {wins:.6}", draw.used_after).into_bytes())
}
