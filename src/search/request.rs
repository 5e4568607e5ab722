//! What is asked of a search, however it chooses.

use super::reading::Inference;
use crate::evaluate::{StaticValue, WinChance};
use crate::game::{Play, Position, Rack};
use crate::lexicon::Lexicon;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What is asked of a search, however it chooses. Everything in it is shared or small.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where the play is to be made.
    pub position: Arc<Position>,
    /// All tiles of the player on turn.
    pub rack: Rack,
    /// The words.
    pub lexicon: Arc<Lexicon>,
    /// How plays are judged.
    pub value: StaticValue,
    /// What a spread is worth; without it, reports say nothing of winning.
    pub win_chance: Option<Arc<WinChance>>,
    /// The plays that were asked for by name.
    pub named: NamedPlays,
    /// How to read the opponent, if it is to be read; else the tiles it may hold are as likely as chance makes them.
    pub inference: Option<Inference>,
    /// How many threads search. The answer for a given amount of work does not depend on it.
    pub threads: NonZeroUsize,
    /// What decides everything that is drawn.
    pub seed: u64,
}

/// Plays that were asked for by name. All are legal, but for their words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPlays {
    /// Only these may be chosen, where there are any.
    pub only: Vec<Play>,
    /// These are looked at beside those that the search thinks of.
    pub also: Vec<Play>,
}

impl NamedPlays {
    /// Whether a play was named.
    pub fn contains(&self, play: &Play) -> bool {
        self.only.contains(play) || self.also.contains(play)
    }

    /// All plays that were named.
    pub fn iter(&self) -> impl Iterator<Item = &Play> {
        self.only.iter().chain(&self.also)
    }
}
