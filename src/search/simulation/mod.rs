//! Choosing by simulation: candidates are played out in the same imagined worlds, and the best on average is taken.
//!
//! **The short answer.** Take the statically best plays. Imagine how the unseen tiles may lie (`hidden`); play every
//! candidate that is still of interest in that same world for a few plies (`rollout`); keep what came of it, and of the
//! differences between candidates (`arms`); give more worlds to those between which the choice is open (`allocate`);
//! end when it is clear, or when time is up (`stopping`).
//!
//! **The machine.** One coordinator context in rounds. A round is decided by what all rounds before have shown, is cut
//! into tasks, handed to the workers of a [`Pool`], and taken in, in the order of the tasks. So for the same seed and the
//! same number of iterations everything is the same, whatever the number of threads. A round that is interrupted is
//! thrown away, which costs some milliseconds.
//!
//! In reading order: `hidden`, `rollout`, `arms`, `allocate`, `stopping`; then here, what puts them together.

mod allocate;
mod arms;
mod hidden;
mod rollout;
mod stopping;

pub use allocate::Allocation;
pub use arms::{Estimate, Goal};
pub use stopping::StopRule;

use super::{Inference, Judged, Publish, Reading, Report, Request, StaticChoice, Stop};
use crate::evaluate::StaticValue;
use crate::game::{Direction, Placement, Play, Position, Slot, Square, Tile};
use crate::lexicon::Lexicon;
use crate::movegen::{PlayTable, TableBuilder};
use crate::parallel::{Pool, with_workers};
use allocate::Standing;
use arms::Arms;
use hidden::Unseen;
use rollout::{Candidate, MOST_BLANKS, Outcome, Roller, RolloutContext};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

/// How to simulate.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// How many plies follow each candidate.
    pub plies: usize,
    /// How the players inside judge.
    pub inside: StaticValue,
    /// What is to be made large.
    pub goal: Goal,
    /// How rollouts are shared out.
    pub allocation: Allocation,
    /// When it ends by itself.
    pub stop_rule: StopRule,
    /// Whether to simulate even where there is nothing to choose.
    pub simulate_single: bool,
    /// Whether to have a play table of the board made first. That takes as long as some hundred rollouts, and makes all
    /// of them faster; they are the same but for plays that are worth the same.
    pub with_table: bool,
    /// Decides everything that is drawn.
    pub seed: u64,
    /// On how many threads.
    pub threads: NonZeroUsize,
}

/// What simulation found out about a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulated {
    /// The chance to win, from 0 to 1; none if there is no table of win chances.
    pub win: Option<Estimate>,
    /// The points that are gained on the opponent, what is kept included.
    pub gain: Estimate,
    /// In how many worlds.
    pub iterations: u64,
    /// By how much it is behind the best, in the chance to win or, if that is not the goal, in points.
    pub behind: Estimate,
    /// Whether it is as good as the best, as far as anyone could care.
    pub tied: bool,
    /// The mean points of the opponent's reply.
    pub reply: f64,
    /// The mean points of our play after that; none if rollouts do not get so far.
    pub next: Option<f64>,
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many plies follow a candidate.
    pub plies: usize,
    /// How many rollouts were made.
    pub rollouts: u64,
}

/// A task takes a candidate through so many worlds: long stop_rule for settling in, short stop_rule to be shared out.
const WORLDS_A_TASK: u64 = 32;

/// What a worker is asked for: rollouts of a candidate in these worlds.
struct Task {
    candidate: Arc<Candidate>,
    worlds: Range<u64>,
}

/// What came of it; nothing if there was a stop.
type Done = Option<Vec<Outcome>>;

/// What workers share.
struct WorkerContext<'s> {
    unseen: Unseen,
    stop: &'s Stop,
}

impl WorkerContext<'_> {
    fn work(&self, roller: &mut Roller, task: Task) -> Done {
        let roll = |world| {
            let hidden = (!self.stop.is_raised()).then(|| self.unseen.draw(world))?;
            Some(roller.roll(&task.candidate, &hidden))
        };
        task.worlds.map(roll).collect()
    }
}

/// Simulates until it is clear which candidate is best, or until it is told to stop. Blocks.
pub(super) fn simulate(request: &Request, how: &Simulation, stop: &Stop, publish: &Publish) {
    let (mut choice, favourite) = super::begin(request, publish);
    let candidates = candidates(request, &mut choice);
    if candidates.len() < 2 && !how.simulate_single {
        return;
    }
    let reading = request.inference.as_ref().map(|inference| read(inference, how, stop));
    if reading.is_some() {
        publish.send_replace(Arc::new(Report { reading: reading.clone(), ..favourite }));
    }
    let course = Arc::new(course(request, how));
    let draws = reading.as_ref().map(|reading| reading.belief.draws());
    let unseen = Unseen::new(&request.position, &request.rack, draws, how.seed);
    let context = WorkerContext { unseen, stop };
    let mut coordinator = Coordinator::new(request, how, &choice, candidates, reading);
    let work = |roller: &mut Roller, task| context.work(roller, task);
    with_workers(how.threads, || Roller::new(course.clone()), work, |pool| coordinator.run(pool, stop, publish));
}

/// The plays to simulate, as the static player ranks them. On an empty board every play has a mirror image that is
/// worth the same: that across is stop_rule for both, unless the other was asked for.
fn candidates(request: &Request, choice: &mut StaticChoice<'_>) -> Vec<Judged> {
    let super::Candidates { only, also, most } = &request.candidates;
    if !only.is_empty() || !request.position.board().is_empty() || !request.position.layout().is_symmetric() {
        return choice.report(*most).plays;
    }
    // So many that there are stop_rule when of each two one is left.
    let mut plays: Vec<Judged> = Vec::new();
    let mut found = 0;
    for mut judged in choice.report(most.saturating_mul(2)).plays {
        let is_asked = also.contains(&judged.found.play);
        if !is_asked {
            judged.found.play = across(judged.found.play);
        }
        let is_new = plays.iter().all(|other| other.found.play != judged.found.play);
        if is_new && (is_asked || found < *most) {
            found += usize::from(!is_asked);
            plays.push(judged);
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

/// What is believed of the opponent's tiles. Blocks.
fn read(inference: &Inference, how: &Simulation, stop: &Stop) -> Reading {
    inference.read(how.threads, &[], &|| stop.is_raised(), |_| {})
}

/// What all rollouts have in common. Blocks while the table is built.
fn course(request: &Request, how: &Simulation) -> RolloutContext {
    let Request { position, lexicon, win_chance, .. } = request;
    RolloutContext {
        rules: position.rules().clone(),
        lexicon: lexicon.clone(),
        value: how.inside.clone(),
        win_chance: win_chance.clone(),
        board: position.board().clone(),
        table: how.with_table.then(|| table(position, lexicon, how.threads)).flatten(),
        plies: how.plies,
        us: position.on_turn(),
    }
}

/// The play table of a position for all racks with few stop_rule blanks. There is none where it would be of no use:
/// nothing on an empty board is as it was after the first play.
fn table(position: &Position, lexicon: &Arc<Lexicon>, threads: NonZeroUsize) -> Option<PlayTable> {
    let mut supply = *position.off_board();
    while supply.count(Tile::BLANK) > MOST_BLANKS {
        let _ = supply.remove(Tile::BLANK);
    }
    let is_useful = !position.board().is_empty();
    let builder = is_useful.then(|| TableBuilder::new(position.rules().clone(), lexicon.clone()).ok()).flatten();
    builder.map(|mut builder| builder.build(position.board(), &supply, threads))
}

/// What each candidate is good for in the eyes of the static player.
fn opinions(choice: &StaticChoice<'_>, candidates: &[Judged], goal: Goal) -> Vec<f64> {
    let opinion = |Judged { found, .. }: &Judged| {
        goal.utility(choice.win_chance(found).unwrap_or_default(), found.equity.as_points())
    };
    candidates.iter().map(opinion).collect()
}

/// Which candidates may be chosen: those whose words exist, or all where there is no such.
fn may_lead(choice: &StaticChoice<'_>, candidates: &[Judged]) -> Vec<bool> {
    let real: Vec<bool> = candidates.iter().map(|judged| !choice.is_phony(&judged.found.play)).collect();
    if real.contains(&true) { real } else { vec![true; candidates.len()] }
}

/// A simulation under way.
struct Coordinator<'r> {
    how: &'r Simulation,
    /// Whether there is anything to say about winning.
    knows_wins: bool,
    /// As the static player sees them, best first; everything else is in this order too.
    candidates: Vec<Judged>,
    rolled: Vec<Arc<Candidate>>,
    may_lead: Vec<bool>,
    arms: Arms,
    rollouts: u64,
    /// What worlds are drawn by.
    reading: Option<Reading>,
}

impl<'r> Coordinator<'r> {
    fn new(
        request: &Request,
        how: &'r Simulation,
        choice: &StaticChoice<'_>,
        candidates: Vec<Judged>,
        reading: Option<Reading>,
    ) -> Self {
        let Request { position, rack, win_chance, .. } = request;
        let rolled = candidates.iter().map(|judged| Arc::new(Candidate::new(position, rack, &judged.found))).collect();
        let goal = if win_chance.is_some() { how.goal } else { Goal::Spread };
        // Who asks for plain simulation gets it.
        let opinion = if how.allocation == Allocation::Equal { 0.0 } else { arms::OPINION };
        Coordinator {
            how,
            knows_wins: win_chance.is_some(),
            rolled,
            may_lead: may_lead(choice, &candidates),
            arms: Arms::new(opinions(choice, &candidates, goal), opinion, goal),
            rollouts: 0,
            candidates,
            reading,
        }
    }

    fn run(&mut self, pool: &Pool<Task, Done>, stop: &Stop, publish: &Publish) {
        let most = self.how.stop_rule.iterations.unwrap_or(u64::MAX);
        let mut standing = self.standing();
        loop {
            let round = standing.next_round(&self.arms, most);
            if round.is_empty() || self.play(&round, pool).is_none() {
                return;
            }
            standing = self.standing();
            publish.send_replace(Arc::new(self.report(&standing)));
            if stop.is_raised() || self.how.stop_rule.is_reached(&self.arms, &standing, stop.is_hurried()) {
                return;
            }
        }
    }

    fn standing(&self) -> Standing {
        Standing::of(&self.arms, &self.may_lead, self.how.allocation)
    }

    /// Plays a round. Nothing if it could not be finished; then nothing is taken in.
    fn play(&mut self, round: &[(usize, u64)], pool: &Pool<Task, Done>) -> Option<()> {
        let (mut tasks, mut arms) = (Vec::new(), Vec::new());
        for &(arm, worlds) in round {
            let (first, end) = (self.arms.worlds(arm), self.arms.worlds(arm) + worlds);
            for first in (first..end).step_by(WORLDS_A_TASK as usize) {
                let worlds = first..(first + WORLDS_A_TASK).min(end);
                tasks.push(Task { candidate: self.rolled[arm].clone(), worlds });
                arms.push(arm);
            }
        }
        let done = pool.round(tasks)?.into_iter().collect::<Option<Vec<_>>>()?;
        for (arm, outcomes) in arms.into_iter().zip(done) {
            self.rollouts += outcomes.len() as u64;
            self.arms.add(arm, &outcomes);
        }
        Some(())
    }

    /// What is known, the best candidate first. Those that must not be chosen come last.
    fn report(&self, standing: &Standing) -> Report {
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        order.sort_by(|&a, &b| {
            let worse = |arm: usize| (!self.may_lead[arm], standing.ahead[arm].mean);
            let ((a_last, a_behind), (b_last, b_behind)) = (worse(a), worse(b));
            a_last.cmp(&b_last).then(a_behind.total_cmp(&b_behind)).then(a.cmp(&b))
        });
        // Others may be ahead of it: in few worlds, where the static opinion still counts, or in those that both have
        // met.
        order.retain(|&arm| arm != standing.leader);
        order.insert(0, standing.leader);
        let judged = |&arm: &usize| Judged { simulated: Some(self.simulated(arm, standing)), ..self.candidates[arm] };
        let effort = Effort { plies: self.how.plies, rollouts: self.rollouts };
        let plays = order.iter().map(judged).collect();
        Report { plays, effort: Some(effort), reading: self.reading.clone(), ..Report::default() }
    }

    fn simulated(&self, arm: usize, standing: &Standing) -> Simulated {
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
        let by_win = self.knows_wins && self.how.goal == Goal::Win;
        Simulated {
            win: self.knows_wins.then_some(Estimate { mean: win_mean.clamp(0.0, 1.0), ..win }),
            gain: Estimate { mean: gain_mean, ..gain },
            iterations: arms.worlds(arm),
            behind: if by_win { arms.win_ahead(leader, arm) } else { arms.gain_ahead(leader, arm) },
            tied: standing.tied[arm],
            reply,
            next: (self.how.plies > 1).then_some(next),
        }
    }
}
