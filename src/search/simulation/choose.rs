//! Choosing by simulation.

use super::allocate::Allocation;
use super::arms::Objective;
use super::coordinator::{Coordinator, RoundSettings, WorkerContext};
use super::hidden::Unseen;
use super::leaf_value::LeafValue;
use super::levels::Levels;
use super::report::SimReport;
use super::rollout::Roller;
use super::rollout_policy::RolloutPolicy;
use super::rollout_state::RolloutContext;
use super::stopping::StopRule;
use crate::belief::LeaveDraws;
use crate::game::{Direction, Placement, Play, Slot, Square};
use crate::movegen::ScoredPlay;
use crate::parallel::with_workers;
use crate::search::publish::Publish;
use crate::search::request::{NamedPlays, Request};
use crate::search::static_choice::{StaticChoice, StaticReport, begin};
use crate::stopper::Stopper;
use std::sync::Arc;

/// How to simulate.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// How many of the statically best plays are candidates, beside those that are named.
    pub candidates: usize,
    /// How deep rollouts are.
    pub levels: Levels,
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

impl Simulation {
    /// What the rounds of rollouts go by.
    fn rounds(&self) -> RoundSettings {
        let knows_wins = self.leaf_value.knows_wins();
        let objective = if knows_wins { self.objective } else { Objective::Spread };
        RoundSettings {
            levels: self.levels.clone(),
            objective,
            knows_wins,
            allocation: self.allocation,
            stop_rule: self.stop_rule.in_units_of(objective),
        }
    }
}

/// Simulates until it is clear which candidate is best, or until it is told to stop. Blocks.
pub(crate) fn choose(
    request: &Request,
    how: &Simulation,
    stopper: &Stopper,
    publisher: &(impl Publish<StaticReport> + Publish<SimReport>),
) {
    let (mut choice, favourite) = begin(request, publisher);
    let candidates = candidates(request, how.candidates, &mut choice);
    if candidates.len() < 2 && !how.simulate_single {
        return;
    }
    let reading = request.inference.as_ref().map(|inference| inference.read(request.threads, stopper));
    if reading.is_some() {
        publisher.publish(reading.as_ref(), favourite);
    }
    let context = RolloutContext { position: request.position.clone(), lexicon: request.lexicon.clone() };
    let context = Arc::new(context);
    let make_player = how.policy.prepare(&context, request.threads);
    let draws = reading.as_ref().map(|reading| LeaveDraws::new(reading.belief.clone()));
    let unseen = Unseen::new(&request.position, &request.rack, draws, request.seed);
    let worker_context = WorkerContext { unseen, stopper };
    let mut coordinator = Coordinator::new(request, how.rounds(), &choice, candidates);
    with_workers(
        request.threads,
        || Roller::new(context.clone(), make_player(), how.leaf_value.clone()),
        |roller, task| worker_context.work(roller, task),
        |pool| coordinator.run(pool, stopper, |report| publisher.publish(reading.as_ref(), report)),
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
