//! Reading the opponent, as the session sees it: who reads, how, and for how long. What is told of it is in `believed`.
//!
//! There is one reader at a time, lent to the search under method. It is made anew when words, rules or the method to read
//! change, and never waited for: a search that was told to end may still hold it for a moment.

use super::settings::InferSettings;
use super::tell::holding;
use crate::belief::{Likelihood, Memory, Model, Opponent, Policies, Reader, Temperatures, Weights, has_plays_to_read};
use crate::clock::Budget;
use crate::evaluate::{Equity, Leaves};
use crate::game::{History, Rules};
use crate::lexicon::Lexicon;
use crate::movegen::{TableBuilder, TooManyWords};
use crate::protocol::{LikelihoodKind, Limits, NamedOpponent};
use crate::search::{Method, Patience};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The reader, and what it was made for.
pub(super) struct SharedReader {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    model: Model,
    reader: Arc<Mutex<Reader>>,
}

impl SharedReader {
    /// The reader for these rules and words that reads in this method: the last one, or a new one. Blocks if it is the
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

/// Whether two models read in the same method.
fn is_same(one: &Model, other: &Model) -> bool {
    let leaves = match (&one.leaves, &other.leaves) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    leaves && (&one.likelihood, one.weights, one.memory) == (&other.likelihood, other.weights, other.memory)
}

/// How the opponent is read, with the values that it is taken to play by.
pub(super) fn model(settings: &InferSettings, opponent: Option<&NamedOpponent>, leaves: Option<Arc<Leaves>>) -> Model {
    Model {
        likelihood: likelihood(settings, opponent),
        weights: if settings.by_leave { Weights::Leave } else { Weights::Rack },
        memory: if settings.last_turn { Memory::LastTurn } else { Memory::Game },
        leaves,
    }
}

/// How its plays are explained.
pub(super) fn likelihood(settings: &InferSettings, opponent: Option<&NamedOpponent>) -> Likelihood {
    let InferSettings { likelihood, margin, temperature, floor, .. } = *settings;
    let learned = || Policies::new(Temperatures::default(), known_opponent(opponent));
    match likelihood {
        LikelihoodKind::Best => Likelihood::Best,
        LikelihoodKind::Margin => Likelihood::Margin(Equity::millipoints(10 * margin as i32)),
        LikelihoodKind::Softmax if temperature == 0 => Likelihood::Softmax(learned().into()),
        LikelihoodKind::Softmax => {
            Likelihood::Softmax(Policies::one(temperature as f64 / 100.0, floor as f64 / 10_000.0).into())
        }
    }
}

/// What `UCGI_Opponent` tells of how it plays.
fn known_opponent(told: Option<&NamedOpponent>) -> Opponent {
    match told {
        None => Opponent::Unknown,
        Some(NamedOpponent { is_human: true, rating, .. }) => Opponent::Human(rating.map(f64::from)),
        Some(_) => Opponent::Computer,
    }
}

/// Why there is nothing to read for the player on turn, if so.
pub(super) fn nothing_to_read(history: &History) -> Option<String> {
    let (now, us) = (history.now(), history.now().on_turn());
    let opponent = us.opponent();
    if now.ending().is_some() {
        return Some("the game is over".into());
    }
    if now.full_rack(opponent).is_some() {
        return Some(format!("{opponent} holds {}", holding(now, opponent)));
    }
    let unread = !has_plays_to_read(history, us);
    unread.then(|| format!("no play of {opponent} is known"))
}

/// The part of the time for a move that may be spent on reading,
const SHARE: f64 = 0.3;
/// unless that is less than this, which would not be enough for any play.
const LEAST: Duration = Duration::from_millis(50);
/// The part where reading is all there is to do.
const NEARLY_ALL: f64 = 0.9;

/// How long to read for a move. Who wants a fixed number of iterations gets the same belief every time.
pub(super) fn patience(limits: &Limits, method: &Method, since: Instant, budget: Option<Budget>) -> Option<Patience> {
    let soft = budget.filter(|_| limits.iterations.is_none())?.soft;
    let share = match method {
        Method::Infer(_) => soft.mul_f64(NEARLY_ALL),
        _ => Some(soft.mul_f64(SHARE)).filter(|&share| share >= LEAST).unwrap_or_default(),
    };
    Some(Arc::new(move |part| since.elapsed() < share.mul_f64(part)))
}
