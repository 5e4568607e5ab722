//! Choosing by trying every draw of a pre-endgame.

use super::{PegAnalysis, PegCandidate, PegOptions, analyse};
use crate::game::Rack;
use crate::movegen::ScoredPlay;
use crate::search::publish::Publish;
use crate::search::request::Request;
use crate::search::static_choice::{StaticReport, begin};
use crate::stopper::Stopper;

/// How to choose by trying every draw of a pre-endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreEndgame {
    /// The most that the transposition tables may take together, in megabytes.
    pub hash_mb: usize,
    /// The most rounds.
    pub rounds: usize,
}

/// What is known of a pre-endgame, and the play to choose by it.
#[derive(Clone, Debug, PartialEq)]
pub struct PegReport {
    /// The play to choose.
    pub best: ScoredPlay,
    /// The candidates that have been judged, the best first; at least one.
    pub candidates: Vec<PegCandidate>,
    /// How many rounds were finished. Candidates may have been judged in one more.
    pub rounds: usize,
}

/// First the static favourite, then what is known of the pre-endgame. Blocks until that is all, or told to end. As in
/// endgames, nothing that rests on what is no word is called proven.
pub(crate) fn choose(
    request: &Request,
    how: &PreEndgame,
    stopper: &Stopper,
    publisher: &(impl Publish<StaticReport> + Publish<PegReport>),
) {
    let (choice, favourite) = begin(request, publisher);
    let stopper = stopper.stopping_when_hurried();
    let reading = request.inference.as_ref().map(|inference| inference.read(request.threads, &stopper));
    let believed = reading.as_ref().map(|reading| |rack: &Rack| reading.belief.rack_chance(rack));
    let chance = believed.as_ref().map(|believed| believed as &dyn Fn(&Rack) -> f64);
    let publish = |known: &PegAnalysis| {
        let Some(best) = known.candidates.first() else {
            return publisher.publish(reading.as_ref(), favourite.clone());
        };
        let mut candidates = known.candidates.clone();
        candidates.iter_mut().for_each(|candidate| candidate.is_proven &= !choice.is_phony(&candidate.play));
        let report = PegReport { best: choice.judge(&best.play), candidates, rounds: known.rounds };
        publisher.publish(reading.as_ref(), report);
    };
    let options = PegOptions {
        threads: request.threads,
        hash_mb: how.hash_mb,
        only: choice.only_plays(),
        also: request.named.also.iter().filter(|play| !choice.is_phony(play)).copied().collect(),
        first: favourite.plays.first().map(|best| best.play),
        rounds: how.rounds,
        seed: request.seed,
    };
    analyse(&request.position, &request.lexicon, &options, chance, &stopper, publish);
}
