//! Games that begin late: the referee plays the best static moves for both, until few tiles are in the bag.
//!
//! What decides endgames is soon played, and differences in them drown in those of all that came before. So both games
//! of a pair can begin where the same game of static players has got to, and the engines take over there, with the
//! seats swapped. They are told of the whole game, as if they had played it.

use crate::AnyError;
use std::sync::Arc;
use tasseo::evaluate::{Leaves, StaticValue, ValueLibrary};
use tasseo::game::{History, Play, Rules};
use tasseo::lexicon::Lexicon;
use tasseo::self_play::SelfPlay;

/// How far games are played before the engines take over.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Until this many tiles are in the bag, or fewer.
    pub bag: usize,
    value: StaticValue,
    self_play: SelfPlay,
}

impl Opening {
    /// By the leave values that go with the lexicon. Blocks while they are read.
    pub fn new(
        bag: usize,
        rules: &Arc<Rules>,
        lexicon: &Arc<Lexicon>,
        values: &ValueLibrary,
    ) -> Result<Self, AnyError> {
        let value = StaticValue::new(Leaves::find(values, lexicon)?);
        Ok(Opening { bag, value, self_play: SelfPlay::new(rules.clone(), lexicon.clone()) })
    }

    /// The next play of the opening; none if it is over.
    pub fn next(&mut self, game: &History) -> Option<Play> {
        let now = game.now();
        let goes_on = now.ending().is_none() && now.bag_len() > self.bag;
        goes_on.then(|| self.self_play.choose(now, &self.value).play)
    }
}
