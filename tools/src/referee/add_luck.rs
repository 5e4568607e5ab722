//! Luck for games that were played without: what they had is worked out from what was written down of them.

use super::folder::{Folder, gcg_path};
use super::luck::{MatchMeter, MeasuredLuck};
use super::record::GameRecord;
use super::settings::MatchSettings;
use crate::AnyError;
use crate::game_setup::read;
use crate::progress::GameProgress;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tasseo::game::gcg::Gcg;
use tasseo::game::{Catalogue, History, Player, Rules};
use tasseo::parallel::try_as_done;

/// After so many games what was measured is written down, so that it is not lost if the run is interrupted.
const BETWEEN_WRITING: usize = 500;

/// Reads the games of a match again, and measures their luck.
#[derive(Clone, Debug)]
pub struct LuckOfRecords {
    /// The rules of the match.
    pub rules: Arc<Rules>,
    /// Where layouts and letters are looked up.
    pub catalogue: Catalogue,
    /// What measures.
    pub meter: MatchMeter,
}

impl LuckOfRecords {
    /// Measures the luck of all games of a match whose luck was not measured, or with other effort, and writes it down.
    /// Gives all games. Blocks; shows progress on stderr.
    pub fn add_luck(
        &self,
        folder: &mut Folder,
        settings: &MatchSettings,
        records: Vec<GameRecord>,
    ) -> Result<Vec<GameRecord>, AnyError> {
        let effort = self.meter.effort();
        let is_measured = |record: &GameRecord| record.luck.as_ref().is_some_and(|luck| luck.effort == effort);
        let missing: Vec<&GameRecord> = records.iter().filter(|record| !is_measured(record)).collect();
        if missing.is_empty() {
            return Ok(records);
        }
        let mut progress = GameProgress::new("referee: luck", 0, missing.len() as u64);
        let mut done = 0;
        let mut all = Vec::new();
        for games in missing.chunks(BETWEEN_WRITING) {
            let measured = self.measure_all(folder.path(), settings, games, |more| progress.show(done + more))?;
            done += games.len() as u64;
            all =
                folder.rewrite(|line| with_luck_of_turn(line, &measured), |line| with_luck_of_game(line, &measured))?;
        }
        Ok(all)
    }

    /// The luck of these games, on all cores. Blocks.
    fn measure_all(
        &self,
        folder: &Path,
        settings: &MatchSettings,
        games: &[&GameRecord],
        mut show: impl FnMut(u64) + Send,
    ) -> Result<LuckByGame, AnyError> {
        let mut measured = LuckByGame::new();
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        try_as_done(
            threads,
            0..games.len() as u64,
            || self.meter.clone(),
            |meter, at| self.measure(meter, folder, settings, games[at as usize]),
            |at, luck: Result<LuckOfGame, AnyError>| {
                measured.insert(games[at as usize].game, luck?);
                show(measured.len() as u64);
                Ok::<(), AnyError>(())
            },
        )?;
        Ok(measured)
    }

    /// The luck of a game. Blocks.
    fn measure(
        &self,
        meter: &mut MatchMeter,
        folder: &Path,
        settings: &MatchSettings,
        record: &GameRecord,
    ) -> Result<LuckOfGame, AnyError> {
        let path = gcg_path(folder, record.game);
        let within = |text: &str| AnyError::from(format!("{}: {text}", path.display()));
        let history = read_game(&path, &self.rules, &self.catalogue)?;
        let by_engines: u64 = record.stats.iter().map(|stats| stats.turns).sum();
        let opening = history.turns().len().checked_sub(by_engines as usize);
        let opening = opening.ok_or_else(|| within("fewer turns than games.jsonl says"))?;
        if record.scores != Player::BOTH.map(|player| history.now().score(player)) {
            return Err(within("other scores than games.jsonl says"));
        }
        let luck = meter.measure(&history, settings.seen_racks(record.players), record.pair);
        let luck = luck.ok_or_else(|| within("not all racks are known, so luck cannot be measured"))?;
        Ok(LuckOfGame { luck, opening })
    }
}

/// Reads a game of a match.
pub fn read_game(path: &Path, rules: &Rules, catalogue: &Catalogue) -> Result<History, AnyError> {
    let (gcg, _) =
        Gcg::parse(&read(path)?, catalogue, rules).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(gcg.history().clone())
}

/// What was measured of a game.
struct LuckOfGame {
    luck: MeasuredLuck,
    /// How many turns came before those that were written down.
    opening: usize,
}

/// By the number of the game.
type LuckByGame = BTreeMap<u64, LuckOfGame>;

#[derive(Deserialize)]
struct TurnId {
    game: u64,
    /// From 1 on; only turns have it.
    #[serde(default)]
    turn: usize,
}

fn with_luck_of_turn(line: &str, measured: &LuckByGame) -> Result<String, AnyError> {
    let TurnId { game, turn } = serde_json::from_str(line)?;
    let Some(LuckOfGame { luck, opening }) = measured.get(&game) else { return Ok(line.into()) };
    let number = opening + turn.saturating_sub(1);
    let of_turn = luck.turns.iter().find(|(at, _)| *at == number).map(|(_, luck)| luck);
    with_luck(line, of_turn)
}

fn with_luck_of_game(line: &str, measured: &LuckByGame) -> Result<String, AnyError> {
    let TurnId { game, .. } = serde_json::from_str(line)?;
    measured.get(&game).map_or(Ok(line.into()), |of_game| with_luck(line, Some(&of_game.luck.game)))
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
    use crate::referee::record::LuckRecord;

    #[test]
    fn luck_is_put_in_and_replaced() {
        let luck = LuckRecord { points: [0.0; 2], wins: Some([0.5, 0.0]), effort: 7, ms: 1.5 };
        for line in [
            r#"{"game":1,"turn":2}"#,
            r#"{"game":1,"deeds":[{"ms":1.5},{"ms":2}]}"#,
            r#"{"game":1,"fault":{"kind":"crash"}}"#,
        ] {
            let once = with_luck(line, Some(&luck)).unwrap();
            assert!(once.contains(r#","luck":{"points":[0.0,0.0]"#), "{once}");
            assert_eq!(with_luck(&once, Some(&luck)).unwrap(), once);
            assert_eq!(with_luck(&once, None::<&LuckRecord>).unwrap(), line);
            serde_json::from_str::<TurnId>(&once).unwrap();
        }
    }
}
