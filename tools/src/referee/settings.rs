//! What a match is: everything that its result depends on.

use super::entrant::{Entrant, Oracle};
use super::limit::write_duration;
use super::luck::{MatchMeter, seen_racks};
use super::match_config::MatchConfig;
use super::options::MatchOptions;
use super::schedule::Schedule;
use crate::AnyError;
use crate::game_setup::fingerprint_of_tiles;
use crate::shard::Shard;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::ops::Range;
use std::path::Path;
use tasseo::fingerprint::fingerprint;
use tasseo::game::{Catalogue, PerPlayer, Rules};
use tasseo::lexicon::{Lexicon, kwg};

/// A match, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// What kind of file this is.
    pub format: String,
    /// Who takes part; games name engines by their place here.
    pub engines: Vec<EngineSettings>,
    /// The first against all others, not all against all.
    pub gauntlet: bool,
    /// The words: a name, and a number that other words would not give.
    pub lexicon: [String; 2],
    /// The tiles, likewise.
    pub tiles: [String; 2],
    /// The board layout's name.
    pub board: String,
    /// What a challenge costs.
    pub challenge: String,
    /// What decides the orders of tiles.
    pub seed: u64,
    /// The engines take over when this many tiles are in the bag, or fewer; until then the referee plays the best static
    /// moves.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from_bag: Option<usize>,
    /// Points for each started minute over time.
    pub overtime_penalty: i32,
    /// More overtime than this forfeits.
    pub max_overtime: String,
    /// Whoever forfeits a game has lost it by at least this many points.
    pub forfeit_points: i64,
    /// A test that may end the match early.
    pub sprt: Option<String>,
    /// How many alternatives are valued for each draw to measure luck; 0 if it is not measured.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub luck: u64,
    /// How many orders of tiles.
    pub pairs: u64,
    /// Which part of them this is.
    pub shard: String,
}

/// An engine, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// What it is called here.
    pub name: String,
    /// What it calls itself.
    pub id: String,
    /// As it was given.
    pub command: String,
    /// How long it may think.
    pub limit: String,
    /// What it is told beyond what it may know.
    pub oracle: String,
    /// How many threads it thinks on.
    pub threads: u64,
    /// Whether what it plays depends on how fast the machine is.
    pub timed: bool,
}

impl EngineSettings {
    /// Of an engine that calls itself so.
    pub fn of(entrant: &Entrant, id: &str, threads: u64) -> Self {
        EngineSettings {
            name: entrant.name.clone(),
            id: id.into(),
            command: entrant.text.clone(),
            limit: entrant.limit.to_string(),
            oracle: entrant.oracle.name().into(),
            threads,
            timed: entrant.is_timed(),
        }
    }
}

/// What `format` says.
const FORMAT: &str = "tasseo referee match 1";

/// A number as it is written down.
fn hexadecimal(number: u64) -> String {
    format!("{number:016x}")
}

/// A number that other words would not give.
fn fingerprint_of_words(lexicon: &Lexicon) -> String {
    hexadecimal(fingerprint(kwg::write(lexicon.graph())))
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl MatchSettings {
    /// What the file is called in the folder of a match.
    pub const FILE: &str = "match.json";

    /// Of a match between these engines, made of these options.
    pub fn of(config: &MatchConfig, options: &MatchOptions, engines: Vec<EngineSettings>) -> Self {
        let (rules, lexicon) = (&config.rules, &config.lexicon);
        MatchSettings {
            format: FORMAT.into(),
            engines,
            gauntlet: options.gauntlet,
            lexicon: [lexicon.name().into(), fingerprint_of_words(lexicon)],
            tiles: [rules.distribution.name().into(), hexadecimal(fingerprint_of_tiles(&rules.distribution))],
            board: rules.layout.name().into(),
            challenge: rules.challenge.to_string(),
            seed: config.seed,
            from_bag: config.opening.as_ref().map(|opening| opening.bag),
            overtime_penalty: rules.overtime_penalty,
            max_overtime: write_duration(config.max_overtime),
            forfeit_points: config.forfeit_points,
            sprt: options.test().map(|sprt| sprt.to_string()),
            luck: config.meter.as_ref().map_or(0, MatchMeter::effort),
            pairs: options.pairs,
            shard: options.shard.to_string(),
        }
    }

    /// The rules of the match, and the words: fails if these are others than those that it was played with.
    pub fn rules(&self, lexicon: &Lexicon, catalogue: &Catalogue) -> Result<Rules, AnyError> {
        let distribution = lexicon.distribution();
        for (what, [name, there], here) in [
            ("words", &self.lexicon, fingerprint_of_words(lexicon)),
            ("tiles", &self.tiles, hexadecimal(fingerprint_of_tiles(distribution))),
        ] {
            if *there != here {
                return Err(format!("was played with other {what}: those of {name}").into());
            }
        }
        Ok(Rules {
            layout: catalogue.layout(&self.board)?,
            distribution: distribution.clone(),
            challenge: self.challenge.parse()?,
            overtime_penalty: self.overtime_penalty,
            ..Rules::default()
        })
    }

    /// Whose tiles the opponent is told in a game of these players.
    pub fn seen_racks(&self, players: [usize; 2]) -> PerPlayer<bool> {
        let sees = |engine: usize| self.engines.get(engine).is_some_and(|told| told.oracle == Oracle::Rack.name());
        seen_racks(players.map(|engine| if sees(engine) { Oracle::Rack } else { Oracle::Nothing }))
    }

    /// Reads the file in the folder of a match.
    pub fn read(folder: &Path) -> Result<Self, AnyError> {
        let path = folder.join(Self::FILE);
        let within = |error: String| AnyError::from(format!("{}: {error}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("{}: there is no match in it", folder.display()).into(),
            _ => within(error.to_string()),
        })?;
        // What is no match at all lacks fields, too, but that is not what is wrong with it.
        let file = serde_json::from_str::<Value>(&text).unwrap_or_default();
        match file["format"].as_str() {
            Some(FORMAT) => serde_json::from_value(file).map_err(|error| within(format!("damaged: {error}"))),
            Some(other) => Err(within(format!("is {other:?}, this referee reads {FORMAT:?}"))),
            None => Err(within("not a match that a referee has played".into())),
        }
    }

    /// The file.
    pub fn write(&self) -> String {
        format!("{}\n", serde_json::to_string_pretty(self).expect("strings and numbers"))
    }

    /// Who meets whom.
    pub fn schedule(&self) -> Schedule {
        let engines = self.engines.len();
        if self.gauntlet { Schedule::gauntlet(engines) } else { Schedule::round_robin(engines) }
    }

    /// The orders of tiles that are played in this part.
    pub fn part(&self) -> Result<Range<u64>, String> {
        Ok(self.shard.parse::<Shard>()?.games(self.pairs))
    }

    /// Whether the result depends on how fast the machine is.
    pub fn is_timed(&self) -> bool {
        self.engines.iter().any(|engine| engine.timed)
    }

    /// Whether a run with other settings goes on with this match. It may be longer, if it is played in one part, and
    /// luck may be measured otherwise: that can be done at any time.
    pub fn check_goes_on(&self, other: &MatchSettings) -> Result<(), String> {
        let may_grow = self.shard == Shard::WHOLE.to_string();
        let pairs = if may_grow { self.pairs } else { other.pairs };
        self.check_same(&MatchSettings { pairs, luck: self.luck, ..other.clone() })?;
        if other.pairs < self.pairs {
            return Err(format!("holds a match of {} pairs; it can be longer, not shorter", self.pairs));
        }
        Ok(())
    }

    /// Says what differs, if anything does.
    pub fn check_same(&self, other: &MatchSettings) -> Result<(), String> {
        let [here, there] = [self, other].map(|settings| serde_json::to_value(settings).expect("strings and numbers"));
        // Either may lack a field that is left out where it says nothing.
        let keys = [&here, &there].into_iter().flat_map(|settings| settings.as_object().into_iter().flatten());
        let different = keys.map(|(key, _)| (key, &here[key], &there[key])).find(|(_, here, there)| here != there);
        different.map_or(Ok(()), |(key, here, there)| {
            let hint = if key == "luck" { "; referee report DIR --luck N measures it" } else { "" };
            Err(format!("holds another match: its {key} is {here}, not {there}{hint}"))
        })
    }
}
