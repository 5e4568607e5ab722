//! Choosing statically: by the points of a play and the worth of what it keeps.

use super::publish::Publish;
use super::request::{NamedPlays, Request};
use crate::evaluate::{Equity, SubLeaves, WinChance};
use crate::game::{Move, Play, SubRacks, words_formed};
use crate::movegen::{Generator, ScoredPlay};
use crate::stopper::Stopper;
use std::cmp::Reverse;

/// Plays as the static player sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StaticReport {
    /// The plays, the best first; at least one.
    pub plays: Vec<ScoredPlay>,
    /// The chance to win with the best of them, from 0 to 1; none without a table of win chances.
    pub win_chance: Option<f64>,
}

/// Judges plays as a static player does.
#[derive(Debug)]
pub struct StaticChoice<'r> {
    request: &'r Request,
    generator: Generator,
    parts: SubRacks,
    leaves: SubLeaves,
}

impl<'r> StaticChoice<'r> {
    /// Nothing is generated yet.
    pub fn new(request: &'r Request) -> Self {
        let Request { position, rack, lexicon, value, .. } = request;
        StaticChoice {
            request,
            generator: Generator::new(position.rules().clone(), lexicon.clone()),
            parts: SubRacks::of(rack),
            leaves: value.of(position, rack),
        }
    }

    /// The plays asked for, the best first: at most this many beside those asked for by name. Blocks while they are
    /// generated, for a millisecond or so.
    ///
    /// A pass is the last of them, whatever keeping the whole rack is worth: it is chosen only if there is nothing
    /// else. After it come plays whose words do not exist, which must have been asked for: none is chosen unless
    /// nothing else may be.
    pub fn plays(&mut self, most: usize) -> Vec<ScoredPlay> {
        let named = &self.request.named;
        let mut plays = match &named.only[..] {
            [] => self.generate(most),
            only => only.iter().map(|play| self.judge(play)).collect(),
        };
        let also = named.also.iter().filter(|&play| plays.iter().all(|found| found.play != *play));
        let also: Vec<ScoredPlay> = also.map(|play| self.judge(play)).collect();
        plays.extend(also);
        plays.sort_by_cached_key(|found| (self.is_phony(&found.play), found.play == Play::Pass, Reverse(found.equity)));
        plays
    }

    fn generate(&mut self, most: usize) -> Vec<ScoredPlay> {
        let Request { position, rack, value, .. } = self.request;
        let exchanged = if value.exchanges() { position.most_exchanged() } else { 0 };
        let mut plays = self.generator.top(most, position.board(), rack, &self.leaves, exchanged);
        for pass in plays.iter_mut().filter(|found| found.play == Play::Pass) {
            pass.equity = self.leaves.keeping(self.parts.whole());
        }
        plays
    }

    /// What a legal play is worth, whether its words exist or not.
    pub(super) fn judge(&self, play: &Play) -> ScoredPlay {
        let Request { position, rack, .. } = self.request;
        let score = position.check(play).expect("a search is asked for legal plays");
        let used = play.tiles_used(position.board()).expect("a legal play is made from a rack");
        let kept = self.parts.number(&rack.minus(&used)).expect("a part of the rack is kept");
        let leave = match play {
            Play::Exchange(_) => self.leaves.keeping_by_exchange(kept),
            Play::Place(_) | Play::Pass => self.leaves.keeping(kept),
        };
        ScoredPlay { play: *play, score, equity: Equity::points(score) + leave }
    }

    /// Whether it makes words that do not exist.
    pub fn is_phony(&self, play: &Play) -> bool {
        let Request { position, lexicon, named, .. } = self.request;
        // What the generator finds is made of words.
        match play {
            Play::Place(placement) if named.contains(play) => {
                !lexicon.unknown(&words_formed(position.board(), placement)).is_empty()
            }
            _ => false,
        }
    }

    /// The plays that alone may be chosen, where any are named. What is no word is chosen only if there is nothing else.
    pub(super) fn only_plays(&self) -> Vec<Play> {
        let NamedPlays { only, also } = &self.request.named;
        let mut plays = only.clone();
        if !plays.is_empty() {
            plays.extend(also.iter().filter(|play| !only.contains(play)));
        }
        if !plays.iter().all(|play| self.is_phony(play)) {
            plays.retain(|play| !self.is_phony(play));
        }
        plays
    }

    /// The chance to win after a play, counting what it is worth beyond its points as points.
    pub(super) fn win_chance(&self, found: &ScoredPlay) -> Option<f64> {
        let Request { position, win_chance, .. } = self.request;
        let player = position.on_turn();
        let (after, _) = position.after(&Move::from(found.play)).ok()?;
        let beyond = found.equity - Equity::points(found.score);
        win_chance.as_deref().map(|table: &WinChance| table.of(&after, player, beyond))
    }
}

/// A report of these plays, the best first.
pub(super) fn report_of(choice: &StaticChoice<'_>, plays: Vec<ScoredPlay>) -> StaticReport {
    let win_chance = plays.first().and_then(|best| choice.win_chance(best));
    StaticReport { plays, win_chance }
}

/// However a play is chosen, the static favourite comes first, so that there is an answer. Publishes it. Blocks.
pub(super) fn begin<'r>(
    request: &'r Request,
    publisher: &impl Publish<StaticReport>,
) -> (StaticChoice<'r>, StaticReport) {
    let mut choice = StaticChoice::new(request);
    let plays = choice.plays(1);
    let favourite = report_of(&choice, plays);
    publisher.publish(None, favourite.clone());
    (choice, favourite)
}

/// First the favourite, then all that was asked for. Blocks.
pub(super) fn choose(request: &Request, most: usize, stopper: &Stopper, publisher: &impl Publish<StaticReport>) {
    let (mut choice, _) = begin(request, publisher);
    if request.named.only.is_empty() && most > 1 && !stopper.is_stopped() {
        let plays = choice.plays(most);
        publisher.publish(None, report_of(&choice, plays));
    }
}
