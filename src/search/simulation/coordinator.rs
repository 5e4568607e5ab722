//! Rounds of rollouts: what is played next, what came of it, and what is told of it.

use super::allocate::{Allocation, Standing};
use super::arms::{Arms, Estimate, OPINION, Objective};
use super::hidden::Unseen;
use super::levels::{Levels, RolloutDepth};
use super::report::{SimPlay, SimReport};
use super::rollout::{Roller, RolloutResult};
use super::rollout_state::Candidate;
use super::stopping::{StopRule, expected_loss};
use crate::movegen::ScoredPlay;
use crate::parallel::Pool;
use crate::search::request::Request;
use crate::search::static_choice::StaticChoice;
use crate::stopper::Stopper;
use std::ops::Range;
use std::sync::Arc;

/// How many iterations of a candidate make a task: long enough for settling in, short enough to be shared out.
const ITERATIONS_PER_TASK: u64 = 32;

/// What a worker is asked for: rollouts of a candidate in these iterations, to each of these depths.
pub(super) struct RolloutTask {
    candidate: Arc<Candidate>,
    depths: Vec<RolloutDepth>,
    iterations: Range<u64>,
}

/// What came of a task; none if it was stopped.
type TaskResult = Option<Vec<RolloutResult>>;

/// What workers share.
pub(super) struct WorkerContext<'s> {
    pub(super) unseen: Unseen,
    pub(super) stopper: &'s Stopper,
}

impl WorkerContext<'_> {
    pub(super) fn work(&self, roller: &mut Roller, task: RolloutTask) -> TaskResult {
        let draw = |iteration| (!self.stopper.is_stopped()).then(|| self.unseen.draw(iteration));
        roller.roll(&task.candidate, &task.depths, task.iterations.map(draw))
    }
}

/// What rounds go by.
#[derive(Clone, Debug)]
pub(super) struct RoundSettings {
    /// How deep rollouts are.
    pub(super) levels: Levels,
    /// What is maximised: the spread, if nothing is known of winning.
    pub(super) objective: Objective,
    pub(super) knows_wins: bool,
    pub(super) allocation: Allocation,
    pub(super) stop_rule: StopRule,
}

/// A simulation under way.
pub(super) struct Coordinator {
    settings: RoundSettings,
    /// As the static player sees them, best first; everything else is in this order too.
    candidates: Vec<ScoredPlay>,
    rolled: Vec<Arc<Candidate>>,
    may_lead: Vec<bool>,
    arms: Arms,
    rollouts: u64,
}

/// The objective of each candidate as the static player estimates it.
fn opinions(choice: &StaticChoice<'_>, candidates: &[ScoredPlay], objective: Objective) -> Vec<f64> {
    let opinion =
        |found: &ScoredPlay| objective.utility(choice.win_chance(found).unwrap_or_default(), found.equity.as_points());
    candidates.iter().map(opinion).collect()
}

/// Which candidates may be chosen: those whose words exist, or all where there is no such.
fn may_lead(choice: &StaticChoice<'_>, candidates: &[ScoredPlay]) -> Vec<bool> {
    let real: Vec<bool> = candidates.iter().map(|found| !choice.is_phony(&found.play)).collect();
    if real.contains(&true) { real } else { vec![true; candidates.len()] }
}

impl Coordinator {
    pub(super) fn new(
        request: &Request,
        settings: RoundSettings,
        choice: &StaticChoice<'_>,
        candidates: Vec<ScoredPlay>,
    ) -> Self {
        let Request { position, rack, .. } = request;
        let rolled = candidates.iter().map(|found| Arc::new(Candidate::new(position, rack, found))).collect();
        let RoundSettings { objective, allocation, ref levels, .. } = settings;
        // Who asks for plain simulation gets it.
        let opinion = if allocation == Allocation::Equal { 0.0 } else { OPINION };
        let opinions = opinions(choice, &candidates, objective);
        Coordinator {
            arms: Arms::new(opinions, opinion, objective, levels.clone()),
            settings,
            rolled,
            may_lead: may_lead(choice, &candidates),
            rollouts: 0,
            candidates,
        }
    }

    /// Plays rounds until the stop rule or the stopper ends it; publishes after each. Blocks.
    pub(super) fn run(&mut self, pool: &Pool<RolloutTask, TaskResult>, stopper: &Stopper, publish: impl Fn(SimReport)) {
        let most = self.settings.stop_rule.iterations.unwrap_or(u64::MAX);
        let mut standing = self.standing();
        loop {
            let round = standing.next_round(&self.arms, most);
            if round.is_empty() || self.play(&round, pool).is_none() {
                return;
            }
            standing = self.standing();
            publish(self.report(&standing));
            let (rollouts, plies) = (self.rollouts, self.arms.plies());
            tracing::debug!(rollouts, plies, expected_loss = expected_loss(&standing), "a round of the simulation");
            let is_enough = self.settings.stop_rule.is_reached(&self.arms, &standing, stopper.used());
            if stopper.is_stopped() || is_enough {
                return;
            }
            self.arms.deepen_if_it_pays();
        }
    }

    fn standing(&self) -> Standing {
        Standing::of(&self.arms, &self.may_lead, self.settings.allocation)
    }

    /// Plays a round. None if it could not be finished; then nothing is taken in.
    fn play(&mut self, round: &[(usize, u64)], pool: &Pool<RolloutTask, TaskResult>) -> Option<()> {
        let mut tasks = Vec::new();
        let mut arms = Vec::new();
        for &(arm, iterations) in round {
            let mut first = self.arms.iterations(arm);
            let end = first + iterations;
            while first < end {
                let (depths, deeper) = self.arms.depths_of(first);
                let iterations = first..(first + ITERATIONS_PER_TASK).min(end).min(deeper);
                first = iterations.end;
                tasks.push(RolloutTask { candidate: self.rolled[arm].clone(), depths, iterations });
                arms.push(arm);
            }
        }
        let results = pool.round(tasks)?.into_iter().collect::<Option<Vec<_>>>()?;
        for (arm, results) in arms.into_iter().zip(results) {
            self.rollouts += results.len() as u64;
            self.arms.add(arm, &results);
        }
        Some(())
    }

    /// What is known, the best candidate first. Those that must not be chosen come last.
    fn report(&self, standing: &Standing) -> SimReport {
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        order.sort_by(|&a, &b| {
            let worse = |arm: usize| (!self.may_lead[arm], standing.ahead[arm].mean);
            let ((a_last, a_behind), (b_last, b_behind)) = (worse(a), worse(b));
            a_last.cmp(&b_last).then(a_behind.total_cmp(&b_behind)).then(a.cmp(&b))
        });
        // Others may be ahead of it: in few iterations, where the static opinion still counts, or in those that both
        // have met.
        order.retain(|&arm| arm != standing.leader);
        order.insert(0, standing.leader);
        SimReport {
            plays: order.iter().map(|&arm| self.sim_play(arm, standing)).collect(),
            objective: self.settings.objective,
            plies: self.arms.plies(),
            rollouts: self.rollouts,
        }
    }

    fn sim_play(&self, arm: usize, standing: &Standing) -> SimPlay {
        let (arms, leader) = (&self.arms, standing.leader);
        let (win, gain) = (arms.win(arm), arms.gain(arm));
        // By way of the leader, where they can be compared: see `arms`.
        let by_leader = |own: Estimate, of_leader: Estimate, ahead: Estimate| match ahead.error.is_finite() {
            true => of_leader.mean - ahead.mean,
            false => own.mean,
        };
        let win_mean = by_leader(win, arms.win(leader), arms.win_ahead(leader, arm));
        let gain_mean = by_leader(gain, arms.gain(leader), arms.gain_ahead(leader, arm));
        let (reply, next) = arms.scores(arm);
        let win = Estimate { mean: win_mean.clamp(0.0, 1.0), ..win };
        SimPlay {
            found: self.candidates[arm],
            win: self.settings.knows_wins.then_some(win),
            gain: Estimate { mean: gain_mean, ..gain },
            iterations: arms.iterations(arm),
            behind: match self.settings.objective {
                Objective::Win => arms.win_ahead(leader, arm),
                Objective::Spread => arms.gain_ahead(leader, arm),
            },
            tied: standing.tied[arm],
            reply,
            next: (self.arms.plies() > 1).then_some(next),
        }
    }
}
