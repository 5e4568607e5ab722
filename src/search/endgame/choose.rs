//! Choosing by solving an endgame.

use super::{Bound, Goal, LIST_BYTES, Solution, SolverOptions, solve};
use crate::game::Play;
use crate::movegen::ScoredPlay;
use crate::search::publish::Publish;
use crate::search::request::Request;
use crate::search::static_choice::{StaticReport, begin};
use crate::stopper::Stopper;

/// How to choose by solving an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// The most that the transposition table may take, in megabytes.
    pub hash_mb: usize,
    /// What is to be found out.
    pub goal: Goal,
}

/// What is known of an endgame, and the play to choose by it.
#[derive(Clone, Debug, PartialEq)]
pub struct EndgameReport {
    /// The play to choose.
    pub best: ScoredPlay,
    /// What is known.
    pub solution: Solution,
}

/// First the static favourite, then what is known of the endgame. Blocks until it is solved, or told to end.
///
/// What is no word is taken to stay on the board, but may be challenged: nothing that rests on it is called proven.
pub(crate) fn choose(
    request: &Request,
    how: &Endgame,
    stopper: &Stopper,
    publisher: &(impl Publish<StaticReport> + Publish<EndgameReport>),
) {
    let (choice, favourite) = begin(request, publisher);
    let only = choice.only_plays();
    let may_come_off = only.iter().any(|play| choice.is_phony(play));
    let publish = |known: &Solution| {
        if let Some(report) = report(known, may_come_off, &favourite, |play| choice.judge(play)) {
            publisher.publish(None, report);
        }
    };
    let options = SolverOptions {
        hash_mb: how.hash_mb,
        list_bytes: LIST_BYTES,
        threads: request.threads.get(),
        goal: how.goal,
        only,
    };
    let stopper = stopper.stopping_when_hurried();
    if let Some(known) = solve(&request.position, &request.lexicon, &options, &stopper, publish) {
        publish(&known);
    }
}

/// What is told of a solution. None before the first ply, when nothing is known.
fn report(
    known: &Solution,
    may_come_off: bool,
    favourite: &StaticReport,
    judge: impl Fn(&Play) -> ScoredPlay,
) -> Option<EndgameReport> {
    if known.depth == 0 {
        return None;
    }
    // An upper bound says nothing of a play to choose.
    let chosen = known.line.first().filter(|_| known.bound != Bound::Upper);
    let best = chosen.map(judge).or_else(|| favourite.plays.first().copied())?;
    let line = if known.bound == Bound::Upper { vec![best.play] } else { known.line.clone() };
    let bound = if may_come_off { Bound::Exact } else { known.bound };
    let is_proven = known.is_proven && !may_come_off;
    Some(EndgameReport { best, solution: Solution { is_proven, bound, line, ..known.clone() } })
}
