//! What a part of a round has come to, as a file: a checkpoint to go on from, or a shard to be merged.
//!
//! One line of text says what it belongs to; then come the values that the round goes by, as a KLV2 file, the sums, and
//! a number that tells whether all of it is as it was written.

use super::super::shard::Shard;
use super::super::table::{fingerprint, fingerprint_of_tiles};
use super::sums::Sums;
use crate::AnyError;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use tasseo::evaluate::{LeaveGraph, Leaves};
use tasseo::game::Distribution;
use tasseo::lexicon::Lexicon;

/// What is learned, and how much: everything that the result depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The lexicon's name.
    pub lexicon: String,
    /// A number that other words would not give.
    pub words: u64,
    /// The distribution's name, and a number that other tiles would not give.
    pub tiles: String,
    /// The seed of all rounds.
    pub seed: u64,
    /// How many rounds there are.
    pub rounds: u64,
    /// Games in the last round.
    pub games: u64,
}

impl Plan {
    /// A plan for a lexicon.
    pub fn new(lexicon: &Lexicon, seed: u64, rounds: u64, games: u64) -> Self {
        let words = fingerprint(lexicon.graph().nodes().iter().flat_map(|node| node.to_le_bytes()));
        let (set, name) = (lexicon.distribution(), lexicon.distribution().name());
        let tiles = format!("{name}/{:016x}", fingerprint_of_tiles(set));
        Plan { lexicon: lexicon.name().into(), words, tiles, seed, rounds, games }
    }

    /// How many games a round has: the last has all of them, each round before half as many as the next.
    pub fn games_of(&self, round: u64) -> u64 {
        const LEAST: u64 = 20;
        let halvings = self.rounds.saturating_sub(round) as u32;
        self.games.checked_shr(halvings).unwrap_or(0).max(LEAST.min(self.games))
    }
}

/// `lexicon=TWL06 words=1f… tiles=english/2e… seed=1 rounds=6 games=2000`.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan { lexicon, words, tiles, seed, rounds, games } = self;
        write!(f, "lexicon={lexicon} words={words:016x} tiles={tiles} seed={seed} rounds={rounds} games={games}")
    }
}

/// How far a shard of a round has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// What it belongs to.
    pub plan: Plan,
    /// The round, from 1 on.
    pub round: u64,
    /// Which part of it.
    pub shard: Shard,
    /// What leaves were worth after the round before.
    pub values: Leaves,
    /// What has been seen. The first so many games of the shard as `sums.games` says are in it.
    pub sums: Sums,
}

impl Notes {
    /// Before the first game.
    pub fn new(plan: Plan, round: u64, shard: Shard, values: Leaves) -> Self {
        let sums = Sums::new(values.graph().len());
        Notes { plan, round, shard, values, sums }
    }

    /// The games that are still to be watched.
    pub fn games_left(&self) -> Range<u64> {
        let games = self.shard.games(self.plan.games_of(self.round));
        games.start + self.sums.games..games.end
    }

    fn title(&self) -> String {
        format!("tasseo-leaves-1 {} round={} shard={}", self.plan, self.round, self.shard)
    }

    /// As a file.
    pub fn write(&self) -> Vec<u8> {
        let values = self.values.write();
        let mut bytes = format!("{}\n", self.title()).into_bytes();
        bytes.extend((values.len() as u64).to_le_bytes());
        bytes.extend(values);
        bytes.extend(self.sums.write());
        let mark = fingerprint(bytes.iter().copied());
        bytes.extend(mark.to_le_bytes());
        bytes
    }

    /// Reads a file that belongs to this plan.
    pub fn load(path: &Path, plan: &Plan, graph: &LeaveGraph, tiles: &Distribution) -> Result<Self, AnyError> {
        let within = |error: AnyError| AnyError::from(format!("{}: {error}", path.display()));
        let bytes = std::fs::read(path).map_err(|error| within(error.into()))?;
        Self::read(&bytes, plan, graph, tiles).map_err(within)
    }

    fn read(bytes: &[u8], plan: &Plan, graph: &LeaveGraph, tiles: &Distribution) -> Result<Self, AnyError> {
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("not the notes of a training; no first line")?;
        let title = std::str::from_utf8(&bytes[..end])?;
        let fields = title.strip_prefix("tasseo-leaves-1 ").ok_or("not the notes of a training of leave values")?;
        let (of, part) = fields.split_once(" round=").ok_or("its first line is damaged")?;
        if of != plan.to_string() {
            return Err(format!("made for another training: {of}; wanted is {plan}").into());
        }
        let (round, shard) = part.split_once(" shard=").ok_or("its first line is damaged")?;
        let damaged = "damaged or cut short";
        let (bytes, mark) = bytes.split_last_chunk::<8>().ok_or(damaged)?;
        if bytes.len() <= end || fingerprint(bytes.iter().copied()) != u64::from_le_bytes(*mark) {
            return Err(damaged.into());
        }
        let (length, rest) = bytes[end + 1..].split_first_chunk::<8>().ok_or(damaged)?;
        let (values, sums) = rest.split_at_checked(u64::from_le_bytes(*length) as usize).ok_or(damaged)?;
        let values = Leaves::read(values, tiles)?;
        if values.graph() != graph {
            return Err("its leaves are other ones".into());
        }
        let sums = Sums::read(sums, graph.len())?;
        Ok(Notes { plan: plan.clone(), round: round.parse()?, shard: shard.parse()?, values, sums })
    }
}
