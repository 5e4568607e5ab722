//! Luck for games that were played without: what they had is worked out from what was written down of them.

use super::entrant::Oracle;
use super::folder::{Folder, gcg_path};
use super::luck::{MatchMeter, MeasuredLuck, seen_by};
use super::record::{GameRecord, LuckRecord};
use super::settings::MatchSettings;
use crate::AnyError;
use crate::progress::GameProgress;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tasseo::game::gcg::Gcg;
use tasseo::game::{Catalogue, History, PerPlayer, Rules};
use tasseo::parallel::try_as_done;

/// What is needed to read games again.
#[derive(Clone, Debug)]
pub struct GameReader {
    /// The rules of the match.
    pub rules: Arc<Rules>,
    /// Where layouts and letters are looked up.
    pub catalogue: Catalogue,
}

impl GameReader {
    /// A game of a match.
    fn read(&self, folder: &Path, number: u64) -> Result<History, AnyError> {
        let path = gcg_path(folder, number);
        let within = |error: AnyError| AnyError::from(format!("{}: {error}", path.display()));
        let bytes = std::fs::read(&path).map_err(|error| within(error.into()))?;
        let (gcg, _) = Gcg::parse(&bytes, &self.catalogue, &self.rules).map_err(|error| within(error.into()))?;
        Ok(gcg.history().clone())
    }
}

/// Measures the luck of all games whose luck was not measured, or with other effort, and writes it down. Gives all games.
/// Blocks; shows progress on stderr.
pub fn add_luck(
    folder: &mut Folder,
    settings: &MatchSettings,
    records: Vec<GameRecord>,
    reader: &GameReader,
    meter: &MatchMeter,
    threads: NonZeroUsize,
) -> Result<Vec<GameRecord>, AnyError> {
    let is_measured = |record: &GameRecord| record.luck.as_ref().is_some_and(|luck| luck.tried == settings.luck);
    let missing: Vec<&GameRecord> = records.iter().filter(|record| !is_measured(record)).collect();
    if missing.is_empty() {
        return Ok(records);
    }
    let mut measured = BTreeMap::new();
    let mut progress = GameProgress::new("referee: luck", 0, missing.len() as u64);
    let path = folder.path().to_owned();
    let measure = |meter: &mut MatchMeter, at: u64| {
        let record = missing[at as usize];
        if record.forfeited_by.is_some() {
            return Ok((record.game, MeasuredLuck { game: LuckRecord::none(settings.luck), turns: Vec::new() }, 0));
        }
        let history = reader.read(&path, record.game)?;
        let engine_turns: u64 = record.stats.iter().map(|stats| stats.turns).sum();
        let opening = history.turns().len().saturating_sub(engine_turns as usize);
        Ok((record.game, meter.measure(&history, seen(settings, record), record.pair), opening))
    };
    let take = |_, result: Result<(u64, MeasuredLuck, usize), AnyError>| {
        let (game, luck, opening) = result?;
        measured.insert(game, (luck, opening));
        progress.show(measured.len() as u64);
        Ok::<(), AnyError>(())
    };
    try_as_done(threads, 0..missing.len() as u64, || meter.clone(), measure, take)?;
    folder.rewrite(|line| with_luck_of_turn(line, &measured), |line| with_luck_of_game(line, &measured))
}

/// Whose tiles the opponent sees.
fn seen(settings: &MatchSettings, record: &GameRecord) -> PerPlayer<bool> {
    let is_rack = |engine: usize| settings.engines[engine].oracle == Oracle::Rack.name();
    seen_by(record.players.map(|engine| if is_rack(engine) { Oracle::Rack } else { Oracle::Nothing }))
}

/// By the number of the game: its luck, and how many turns came before those that were written down.
type Measured = BTreeMap<u64, (MeasuredLuck, usize)>;

#[derive(Deserialize)]
struct OfGame {
    game: u64,
    /// From 1 on; only turns have it.
    #[serde(default)]
    turn: usize,
}

fn with_luck_of_turn(line: &str, measured: &Measured) -> Result<String, AnyError> {
    let OfGame { game, turn } = serde_json::from_str(line)?;
    let Some((luck, opening)) = measured.get(&game) else { return Ok(line.into()) };
    let number = opening + turn.saturating_sub(1);
    let of_turn = luck.turns.iter().find(|(at, _)| *at == number).map(|(_, luck)| luck);
    with_luck(line, of_turn)
}

fn with_luck_of_game(line: &str, measured: &Measured) -> Result<String, AnyError> {
    let OfGame { game, .. } = serde_json::from_str(line)?;
    measured.get(&game).map_or(Ok(line.into()), |(luck, _)| with_luck(line, Some(&luck.game)))
}

/// A line with another luck, which is always the last field; all else stays as it was written.
fn with_luck(line: &str, luck: Option<&impl Serialize>) -> Result<String, AnyError> {
    let without_end = line.strip_suffix('}').ok_or("a line that is no object")?;
    let rest = line.rfind(",\"luck\":{").map_or(without_end, |at| &line[..at]);
    Ok(match luck {
        Some(luck) => format!("{rest},\"luck\":{}}}", serde_json::to_string(luck)?),
        None => format!("{rest}}}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_put_in_and_replaced() {
        let luck = LuckRecord { tried: 7, ..LuckRecord::none(0) };
        for line in [
            r#"{"game":1,"turn":2}"#,
            r#"{"game":1,"deeds":[{"ms":1.5},{"ms":2}]}"#,
            r#"{"game":1,"fault":{"kind":"crash"}}"#,
        ] {
            let once = with_luck(line, Some(&luck)).unwrap();
            assert!(once.contains(r#","luck":{"points":[0.0,0.0]"#), "{once}");
            assert_eq!(with_luck(&once, Some(&luck)).unwrap(), once);
            assert_eq!(with_luck(&once, None::<&LuckRecord>).unwrap(), line);
            serde_json::from_str::<OfGame>(&once).unwrap();
        }
    }
}
