//! How the opponent is read: what the options say of it, and who reads.

use super::error::Holding;
use super::options::{LikelihoodKind, NamedOpponent, Options};
use crate::belief::{Likelihood, Model, Opponent, Policies, Reader, Temperatures, has_plays_to_read};
use crate::evaluate::{Equity, Leaves};
use crate::game::{History, Rules};
use crate::lexicon::Lexicon;
use crate::movegen::{TableBuilder, TooManyWords};
use parking_lot::Mutex;
use std::sync::Arc;

/// The reader of an engine, and what it was made for. There is one at a time, lent to the search under way. It is made
/// anew when words, rules or the model change, and never waited for: a search that was told to end may still hold it
/// for a moment.
#[derive(Debug)]
pub(super) struct SharedReader {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    model: Model,
    reader: Arc<Mutex<Reader>>,
}

impl SharedReader {
    /// The reader for these rules and words that reads by this model: the last one, or a new one. Blocks if it is the
    /// first for its words.
    pub(super) fn lend(
        last: &mut Option<SharedReader>,
        rules: &Arc<Rules>,
        lexicon: &Arc<Lexicon>,
        model: Model,
    ) -> Result<Arc<Mutex<Reader>>, TooManyWords> {
        let fits = |shared: &&mut SharedReader| {
            *shared.rules == **rules && Arc::ptr_eq(&shared.lexicon, lexicon) && is_same(&shared.model, &model)
        };
        if let Some(shared) = last.as_mut().filter(fits) {
            return Ok(shared.reader.clone());
        }
        let builder = TableBuilder::new(rules.clone(), lexicon.clone())?;
        let reader = Arc::new(Mutex::new(Reader::new(builder, model.clone())));
        *last = Some(SharedReader { rules: rules.clone(), lexicon: lexicon.clone(), model, reader: reader.clone() });
        Ok(reader)
    }
}

/// Whether two models read in the same way.
fn is_same(one: &Model, other: &Model) -> bool {
    let same_leaves = match (&one.leaves, &other.leaves) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    same_leaves && (&one.likelihood, one.weights, one.memory) == (&other.likelihood, other.weights, other.memory)
}

/// How the opponent is read, with the leave values that it is taken to play by.
pub(super) fn model(options: &Options, leaves: Option<Arc<Leaves>>) -> Model {
    Model {
        likelihood: likelihood(options),
        weights: options.inference_weights,
        memory: options.inference_memory,
        leaves,
    }
}

/// How its plays are explained.
pub(super) fn likelihood(options: &Options) -> Likelihood {
    let hundredths = |number: u32| f64::from(number) / 100.0;
    match options.likelihood {
        LikelihoodKind::Best => Likelihood::Best,
        LikelihoodKind::Margin => Likelihood::Margin(Equity::millipoints(10 * options.likelihood_margin)),
        LikelihoodKind::Softmax if options.likelihood_temperature == 0 => {
            Likelihood::Softmax(Policies::new(Temperatures::default(), known(options.opponent.as_ref())).into())
        }
        LikelihoodKind::Softmax => {
            let floor = f64::from(options.likelihood_floor) / 10_000.0;
            Likelihood::Softmax(Policies::one(hundredths(options.likelihood_temperature), floor).into())
        }
    }
}

/// What `UCGI_Opponent` tells of how it plays.
fn known(named: Option<&NamedOpponent>) -> Opponent {
    match named {
        None => Opponent::Unknown,
        Some(NamedOpponent { is_human: true, rating, .. }) => Opponent::Human(rating.map(f64::from)),
        Some(_) => Opponent::Computer,
    }
}

/// Why there is nothing to read for the player on turn, if so.
pub(crate) fn nothing_to_read(history: &History) -> Option<String> {
    let now = history.now();
    let us = now.on_turn();
    let opponent = us.opponent();
    if now.ending().is_some() {
        return Some("the game is over".into());
    }
    if now.full_rack(opponent).is_some() {
        return Some(format!("{opponent} holds {}", Holding(now, opponent)));
    }
    let is_unread = !has_plays_to_read(history, us);
    is_unread.then(|| format!("no play of {opponent} is known"))
}
