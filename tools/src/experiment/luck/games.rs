//! The games whose luck is measured: some that are played for it, and some of a match that the referee has played.

use crate::AnyError;
use crate::game_setup::{GameSetup, read};
use crate::referee::add_luck::read_game;
use crate::referee::folder::gcg_path;
use crate::referee::record::GameRecord;
use crate::referee::settings::MatchSettings;
use crate::standing::GameResult;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tasseo::evaluate::StaticValue;
use tasseo::fingerprint::fingerprint;
use tasseo::game::{Catalogue, History, PerPlayer, Player, Rules};
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;

/// Games between two sides.
#[derive(Clone, Debug)]
pub(super) struct GameSet {
    /// Who plays whom.
    pub(super) name: String,
    /// What it is called in the names of files.
    pub(super) short_name: String,
    /// How many games; an even number if they are mirrored pairs.
    pub(super) games: u64,
    /// Whether games 2k and 2k + 1 are a mirrored pair. The first side begins in the former, and in all others.
    pub(super) is_paired: bool,
    /// Their rules.
    pub(super) rules: Arc<Rules>,
    source: GameSource,
}

#[derive(Clone, Debug)]
enum GameSource {
    /// Played with bags that a seed decides.
    SelfPlay { players: [StaticValue; 2], seed: u64 },
    /// Read before; nothing where a game was forfeited. The text says which match it is.
    Match { games: Vec<Option<KnownGame>>, what: String },
}

/// A game that was played, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct KnownGame {
    pub(super) history: History,
    /// Whose tiles the opponent sees.
    pub(super) is_seen: PerPlayer<bool>,
    /// As the player sees it who began.
    pub(super) result: GameResult,
}

impl GameSet {
    /// Games of a static player against itself. Mirrored they would be the same once more.
    pub(super) fn of_static(setup: &GameSetup, games: u64, seed: u64) -> Self {
        let players = [setup.value.clone(), setup.value.clone()];
        Self::self_play(setup, ["static", "static"], players, games, seed)
    }

    /// Mirrored pairs of a static player against another.
    pub(super) fn pairs(setup: &GameSetup, (name, other): (&str, StaticValue), pairs: u64, seed: u64) -> Self {
        let players = [setup.value.clone(), other];
        GameSet { is_paired: true, ..Self::self_play(setup, ["static", name], players, 2 * pairs, seed) }
    }

    fn self_play(setup: &GameSetup, names: [&str; 2], players: [StaticValue; 2], games: u64, seed: u64) -> Self {
        GameSet {
            name: names.join(" against "),
            short_name: names.join("-"),
            games,
            is_paired: false,
            rules: setup.rules().clone(),
            source: GameSource::SelfPlay { players, seed },
        }
    }

    /// The first pairs of a match that are complete, and no more than so many.
    pub(super) fn of_match(
        folder: &Path,
        setup: &GameSetup,
        catalogue: &Catalogue,
        most_pairs: u64,
    ) -> Result<Self, AnyError> {
        let within = |error: String| AnyError::from(format!("{}: {error}", folder.display()));
        let settings = MatchSettings::read(folder)?;
        if settings.engines.len() != 2 {
            return Err(within("not a match of two engines".into()));
        }
        let rules = settings.rules(setup.lexicon(), catalogue).map_err(|error| within(error.to_string()))?;
        let records = finished_games(folder)?;
        let numbers = settings.schedule().games(settings.part().map_err(within)?);
        let finished = numbers.take(2 * most_pairs as usize).map_while(|number| records.get(&number));
        let read = |record| KnownGame::read(folder, record, &settings, catalogue, &rules);
        let mut games = finished.map(read).collect::<Result<Vec<_>, AnyError>>()?;
        games.truncate(games.len() / 2 * 2);
        if games.is_empty() {
            return Err(within("no pair of games is complete".into()));
        }
        let names: Vec<&str> = settings.engines.iter().map(|engine| engine.name.as_str()).collect();
        // Another match has another number, however much it is called the same.
        let whole = MatchSettings { pairs: 0, luck: 0, ..settings.clone() };
        let number = format!("{:016x}", fingerprint(whole.write().into_bytes()));
        Ok(GameSet {
            name: names.join(" against "),
            short_name: format!("match-{number}"),
            games: games.len() as u64,
            is_paired: true,
            rules: Arc::new(rules),
            source: GameSource::Match { games, what: format!("match={number}") },
        })
    }

    /// What records of these games are of, whatever their number.
    pub(super) fn describe(&self) -> String {
        match &self.source {
            GameSource::SelfPlay { seed, .. } => format!("{} bags={seed}", self.name),
            GameSource::Match { what, .. } => what.clone(),
        }
    }

    /// The number of the pair, or of the game where there are no pairs.
    pub(super) fn pair_of(&self, number: u64) -> u64 {
        if self.is_paired { number / 2 } else { number }
    }

    /// The game of this number; none if it cannot be measured.
    pub(super) fn game(&self, self_play: &mut SelfPlay, number: u64) -> Option<KnownGame> {
        match &self.source {
            GameSource::SelfPlay { players: [first, second], seed } => {
                let is_swapped = self.is_paired && !number.is_multiple_of(2);
                let players = if is_swapped { [second, first] } else { [first, second] };
                let history = self_play.record(PerPlayer(players), seed_of(*seed, self.pair_of(number)), |_| {});
                let [one, two] = Player::BOTH.map(|player| i64::from(history.now().score(player)));
                Some(KnownGame { history, is_seen: PerPlayer::default(), result: GameResult::by_points(one, two) })
            }
            GameSource::Match { games, .. } => games.get(number as usize)?.clone(),
        }
    }
}

impl KnownGame {
    /// Reads a game of a match; none if it was forfeited.
    fn read(
        folder: &Path,
        record: &GameRecord,
        settings: &MatchSettings,
        catalogue: &Catalogue,
        rules: &Rules,
    ) -> Result<Option<Self>, AnyError> {
        if record.forfeited_by.is_some() {
            return Ok(None);
        }
        let path = gcg_path(folder, record.game);
        let history = read_game(&path, rules, catalogue)?;
        let is_seen = settings.seen_racks(record.players);
        let result = record.outcome(settings.forfeit_points);
        Ok(Some(KnownGame { history, is_seen, result }))
    }
}

/// The games of a match that have ended, by their numbers. The match may be going on: unlike the referee's own reader
/// this one leaves the file as it is, and a line that is being written does not count.
fn finished_games(folder: &Path) -> Result<BTreeMap<u64, GameRecord>, AnyError> {
    let path = folder.join("games.jsonl");
    let text = String::from_utf8(read(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let parse = |(at, line): (usize, &str)| {
        let record = serde_json::from_str::<GameRecord>(line);
        let record = record.map_err(|error| format!("{}: line {}: {error}", path.display(), at + 1))?;
        Ok((record.game, record))
    };
    whole.lines().enumerate().map(parse).collect()
}
