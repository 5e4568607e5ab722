//! Choosing by simulation: candidates are played out in the same imagined worlds, and the best on average is taken.
//!
//! **The short answer.** Take the statically best plays. Imagine how the unseen tiles may lie (`hidden`); play every
//! candidate that is still of interest in that same world for a few plies (`rollout`); keep what came of it, and of the
//! differences between candidates (`arms`); give more worlds to those between which the choice is open (`allocate`);
//! end when it is clear, or when time is up (`stopping`).
//!
//! **The machine.** One coordinator context in rounds. A round is decided by what all rounds before have shown, is cut
//! into tasks, handed to the workers (`pool`), and taken in, in the order of the tasks. So for the same seed and the
//! same number of iterations everything is the same, whatever the number of threads. A round that is interrupted is
//! thrown away, which costs some milliseconds.
//!
//! In reading order: `hidden`, `rollout`, `policy`, `leaf_value`, `arms`, `allocate`, `stopping`, `coordinator`; then
//! here, what puts them together.

mod allocate;
mod arms;
mod coordinator;
mod hidden;
mod leaf_value;
mod policy;
mod rollout;
mod stopping;

pub use allocate::Allocation;
pub use arms::{Estimate, Objective};
pub use leaf_value::{LeafValue, StaticLeafValue, Worth};
pub use policy::{PlayerFactory, RolloutPlayer, RolloutPolicy, StaticPolicy};
pub use rollout::{RolloutContext, RolloutState};
pub use stopping::StopRule;

use super::report::Report;
use super::running::Publisher;
use super::static_choice::{StaticChoice, begin};
use super::{NamedPlays, Request};
use crate::game::{Direction, Placement, Play, Slot, Square};
use crate::movegen::ScoredPlay;
use crate::parallel::with_workers;
use crate::stopper::Stopper;
use coordinator::{Coordinator, WorkerContext};
use hidden::Unseen;
use rollout::Roller;
use std::sync::Arc;

/// How to simulate.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// How many of the statically best plays are candidates, beside those that are named.
    pub candidates: usize,
    /// How many plies follow each candidate.
    pub plies: usize,
    /// How the players inside a rollout choose.
    pub policy: Arc<dyn RolloutPolicy>,
    /// What the position at the end of a rollout is worth.
    pub leaf_value: Arc<dyn LeafValue>,
    /// What is maximised.
    pub objective: Objective,
    /// How rollouts are shared out.
    pub allocation: Allocation,
    /// When it ends by itself.
    pub stop_rule: StopRule,
    /// Whether to simulate even a single candidate, where there is nothing to choose.
    pub simulate_single: bool,
}

/// What is known by simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimReport {
    /// The candidates, the best first.
    pub plays: Vec<SimPlay>,
    /// What was maximised. The spread, if nothing is known of winning.
    pub objective: Objective,
    /// How many plies follow a candidate.
    pub plies: usize,
    /// How many rollouts were made.
    pub rollouts: u64,
}

/// What simulation found out about a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimPlay {
    /// The play as the static player sees it.
    pub found: ScoredPlay,
    /// The chance to win, from 0 to 1; none if nothing is known of winning.
    pub win: Option<Estimate>,
    /// The points that are gained on the opponent, the value of kept tiles included.
    pub gain: Estimate,
    /// In how many iterations it was played out.
    pub iterations: u64,
    /// By how much it is behind the best, in the objective: in the chance to win, or in points.
    pub behind: Estimate,
    /// Whether it is as good as the best, as far as anyone could care.
    pub tied: bool,
    /// The mean points of the opponent's reply.
    pub reply: f64,
    /// The mean points of our play after that; none if rollouts do not get so far.
    pub next: Option<f64>,
}

/// Simulates until it is clear which candidate is best, or until it is told to stop. Blocks.
pub(super) fn choose(request: &Request, how: &Simulation, stopper: &Stopper, publisher: &Publisher) {
    let (mut choice, favourite) = begin(request, publisher);
    let candidates = candidates(request, how.candidates, &mut choice);
    if candidates.len() < 2 && !how.simulate_single {
        return;
    }
    let reading = request.inference.as_ref().map(|inference| inference.read(request.threads, stopper));
    if reading.is_some() {
        publisher.publish(reading.clone(), Some(Report::Static(favourite)));
    }
    let context = Arc::new(RolloutContext {
        position: request.position.clone(),
        lexicon: request.lexicon.clone(),
        plies: how.plies,
    });
    let make_player = how.policy.prepare(&context, request.threads);
    let draws = reading.as_ref().map(|reading| reading.belief.draws());
    let unseen = Unseen::new(&request.position, &request.rack, draws, request.seed);
    let worker_context = WorkerContext { unseen, stopper };
    let mut coordinator = Coordinator::new(request, how, &choice, candidates, reading);
    with_workers(
        request.threads,
        || Roller::new(context.clone(), make_player(), how.leaf_value.clone()),
        |roller, task| worker_context.work(roller, task),
        |pool| coordinator.run(pool, stopper, publisher),
    );
}

/// The plays to simulate, as the static player ranks them. On an empty board every play has a mirror image that is
/// worth the same: that across is enough for both, unless the other was asked for.
fn candidates(request: &Request, most: usize, choice: &mut StaticChoice<'_>) -> Vec<ScoredPlay> {
    let NamedPlays { only, also } = &request.named;
    if !only.is_empty() || !request.position.board().is_empty() || !request.position.layout().is_symmetric() {
        return choice.plays(most);
    }
    // Twice as many as are wanted, so that there are enough when of each two one is left.
    let mut plays: Vec<ScoredPlay> = Vec::new();
    let mut unnamed = 0;
    for mut found in choice.plays(most.saturating_mul(2)) {
        let is_named = also.contains(&found.play);
        if !is_named {
            found.play = across(found.play);
        }
        let is_new = plays.iter().all(|other| other.play != found.play);
        if is_new && (is_named || unnamed < most) {
            unnamed += usize::from(!is_named);
            plays.push(found);
        }
    }
    plays
}

/// A play on an empty board, or its mirror image if it runs down.
fn across(play: Play) -> Play {
    match play {
        Play::Place(Placement { slot: Slot { start, direction: Direction::Down }, word }) => {
            let (row, col) = Direction::Across.lane_and_place(start);
            let slot = Slot { start: Square::new(col, row), direction: Direction::Across };
            Play::Place(Placement { slot, word })
        }
        other => other,
    }
}
