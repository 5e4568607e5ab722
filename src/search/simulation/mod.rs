//! Choosing by simulation: candidates are played out in the same imagined worlds, and the best on average is taken.
//!
//! **The short answer.** Take the statically best plays. Imagine how the unseen tiles may lie ([`hidden`]); play every
//! candidate that is still of interest in that same world for a few plies ([`rollout`]); keep what came of it, and of the
//! differences between candidates ([`arms`]); give more worlds to those between which the choice is open ([`allocate`]);
//! end when it is clear, or when time is up ([`stopping`]).
//!
//! **The machine.** One coordinator works in rounds. A round is decided by what all rounds before have shown, is cut into
//! tasks, handed to the [workers](super::pool), and taken in, in the order of the tasks. So for the same seed and the same
//! number of iterations everything is the same, whatever the number of threads. A round that is interrupted is thrown
//! away, which costs some milliseconds.
//!
//! **Tables.** A candidate that has met [`TABLE_AFTER`] worlds gets a [play table](PlayTable) of its board: from then on
//! its rollouts take half the time or less. A table costs as much as some hundred rollouts save; whoever has
//! met so many worlds will probably meet as many again.
//!
//! In reading order: [`hidden`], [`rollout`], [`arms`], [`allocate`], [`stopping`]; then here, what puts them together.

mod allocate;
mod arms;
mod hidden;
mod rollout;
mod stopping;

pub use allocate::Allocation;
pub use arms::{Estimate, Goal};
pub use stopping::Enough;

use super::pool::{Pool, with_workers};
use super::{Judged, Publish, Report, Request, StaticChoice, Stop};
use crate::evaluate::StaticValue;
use crate::game::{Board, Tally, Tile};
use crate::movegen::{PlayTable, TableBuilder};
use allocate::Standing;
use arms::Arms;
use hidden::Unseen;
use rollout::{Candidate, Course, MOST_BLANKS, Outcome, Roller};
use std::num::NonZeroUsize;
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
    pub enough: Enough,
    /// Whether to simulate even where there is nothing to choose.
    pub even_if_clear: bool,
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

/// After so many worlds a candidate gets a table.
const TABLE_AFTER: u64 = 32;

/// At most so many tables are kept, some megabytes each.
const MOST_TABLES: usize = 16;

/// A task takes a candidate through so many worlds: long enough for settling in, short enough to be shared out.
const WORLDS_A_TASK: u64 = 32;

/// What a worker is asked for.
enum Task {
    /// Rollouts of a candidate in these worlds.
    Roll { candidate: Arc<Candidate>, worlds: std::ops::Range<u64>, table: Option<Arc<PlayTable>> },
    /// The table of a board.
    Build(Board),
}

/// What a worker answers.
enum Done {
    Rolled(Vec<Outcome>),
    Built(Arc<PlayTable>),
    /// There was a stop.
    Interrupted,
}

struct Worker {
    roller: Roller,
    /// Taken when it is first needed.
    builder: Option<TableBuilder>,
}

/// What workers share.
struct Works<'s> {
    course: Arc<Course>,
    unseen: Unseen,
    /// Makes tables; none if the lexicon is too large for them.
    builder: Option<TableBuilder>,
    /// All tiles that racks in rollouts can be made of, with no more blanks than tables are made for.
    supply: Tally,
    stop: &'s Stop,
}

impl Works<'_> {
    fn hire(&self) -> Worker {
        Worker { roller: Roller::new(self.course.clone()), builder: None }
    }

    fn work(&self, worker: &mut Worker, task: Task) -> Done {
        match task {
            _ if self.stop.is_raised() => Done::Interrupted,
            Task::Roll { candidate, worlds, table } => {
                let mut roll = |world| {
                    let hidden = (!self.stop.is_raised()).then(|| self.unseen.draw(world))?;
                    Some(worker.roller.roll(&candidate, &hidden, table.as_deref()))
                };
                worlds.map(&mut roll).collect::<Option<_>>().map_or(Done::Interrupted, Done::Rolled)
            }
            Task::Build(board) => {
                let builder = worker.builder.take().or_else(|| self.builder.clone());
                let mut builder = builder.expect("tables are asked for where they can be made");
                let table = builder.build(&board, &self.supply, NonZeroUsize::MIN);
                worker.builder = Some(builder);
                Done::Built(Arc::new(table))
            }
        }
    }
}

/// Simulates until it is clear which candidate is best, or until it is told to stop. Blocks.
pub(super) fn simulate(request: &Request, how: &Simulation, stop: &Stop, publish: &Publish) {
    let mut choice = StaticChoice::new(request);
    publish.send_replace(Arc::new(choice.report(1)));
    let candidates = choice.report(request.candidates.most).plays;
    if candidates.len() < 2 && !how.even_if_clear {
        return;
    }
    let Request { position, rack, lexicon, win_chance, .. } = request;
    let course = Arc::new(Course {
        rules: position.rules().clone(),
        lexicon: lexicon.clone(),
        value: how.inside.clone(),
        win_chance: win_chance.clone(),
        plies: how.plies,
        us: position.on_turn(),
    });
    let unseen = Unseen::new(position, rack, how.seed);
    let builder = TableBuilder::new(position.rules().clone(), lexicon.clone()).ok();
    let can_build = builder.is_some();
    let works = Works { course, unseen, builder, supply: supply(position.off_board()), stop };
    let may_lead = may_lead(&choice, &candidates);
    let mut coordinator = Coordinator::new(request, how, candidates, may_lead, can_build);
    let work = |worker: &mut Worker, task| works.work(worker, task);
    with_workers(how.threads, || works.hire(), work, |pool| coordinator.run(pool, stop, publish));
}

/// These tiles, with no more blanks than tables are made for.
fn supply(off_board: &Tally) -> Tally {
    let mut supply = *off_board;
    while supply.count(Tile::BLANK) > MOST_BLANKS {
        let _ = supply.remove(Tile::BLANK);
    }
    supply
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
    tables: Vec<Option<Arc<PlayTable>>>,
    /// Whether tables can be made.
    can_build: bool,
    rollouts: u64,
}

impl<'r> Coordinator<'r> {
    fn new(
        request: &Request,
        how: &'r Simulation,
        candidates: Vec<Judged>,
        may_lead: Vec<bool>,
        can_build: bool,
    ) -> Self {
        let Request { position, rack, win_chance, .. } = request;
        let rolled = candidates.iter().map(|judged| Arc::new(Candidate::new(position, rack, &judged.found))).collect();
        let goal = if win_chance.is_some() { how.goal } else { Goal::Spread };
        Coordinator {
            how,
            knows_wins: win_chance.is_some(),
            rolled,
            may_lead,
            arms: Arms::new(candidates.len(), goal),
            tables: vec![None; candidates.len()],
            can_build,
            rollouts: 0,
            candidates,
        }
    }

    fn run(&mut self, pool: &Pool<Task, Done>, stop: &Stop, publish: &Publish) {
        let most = self.how.enough.iterations.unwrap_or(u64::MAX);
        let mut standing = self.standing();
        loop {
            let round = standing.next_round(&self.arms, most);
            self.drop_tables(&standing);
            if round.is_empty() || self.play(&round, pool).is_none() {
                return;
            }
            standing = self.standing();
            publish.send_replace(Arc::new(self.report(&standing)));
            if stop.is_raised() || self.how.enough.is_reached(&self.arms, &standing, stop.is_hurried()) {
                return;
            }
        }
    }

    fn standing(&self) -> Standing {
        Standing::of(&self.arms, &self.may_lead, self.how.allocation)
    }

    /// Plays a round. Nothing if it could not be finished; then nothing is taken in.
    fn play(&mut self, round: &[(usize, u64)], pool: &Pool<Task, Done>) -> Option<()> {
        let builders = self.tables_wanted(round);
        let mut tasks: Vec<Task> = builders.iter().map(|&arm| Task::Build(self.rolled[arm].board().clone())).collect();
        let mut rollers = Vec::new();
        for &(arm, worlds) in round {
            let (first, end) = (self.arms.worlds(arm), self.arms.worlds(arm) + worlds);
            for first in (first..end).step_by(WORLDS_A_TASK as usize) {
                let (candidate, table) = (self.rolled[arm].clone(), self.tables[arm].clone());
                tasks.push(Task::Roll { candidate, worlds: first..(first + WORLDS_A_TASK).min(end), table });
                rollers.push(arm);
            }
        }
        let done = pool.round(tasks)?;
        if done.iter().any(|done| matches!(done, Done::Interrupted)) {
            return None;
        }
        for (arm, done) in builders.into_iter().chain(rollers).zip(done) {
            match done {
                Done::Built(table) => self.take_table(arm, &table),
                Done::Rolled(outcomes) => {
                    self.rollouts += outcomes.len() as u64;
                    self.arms.add(arm, &outcomes);
                }
                Done::Interrupted => {}
            }
        }
        Some(())
    }

    /// Who is to get a table: those that are in the round, have come far enough, and have none; of those with the same
    /// board one.
    fn tables_wanted(&self, round: &[(usize, u64)]) -> Vec<usize> {
        let mut wanted: Vec<usize> = Vec::new();
        let room = MOST_TABLES.saturating_sub(self.tables.iter().flatten().count());
        for &(arm, _) in round.iter().filter(|_| self.can_build) {
            let deserves = self.tables[arm].is_none() && self.arms.worlds(arm) >= TABLE_AFTER;
            let same = |&other: &usize| self.rolled[other].board() == self.rolled[arm].board();
            if deserves && wanted.len() < room && !wanted.iter().any(same) {
                wanted.push(arm);
            }
        }
        wanted
    }

    /// Candidates that leave the board as it is share a table.
    fn take_table(&mut self, arm: usize, table: &Arc<PlayTable>) {
        let same = |other: &usize| self.rolled[*other].board() == self.rolled[arm].board();
        let sharers: Vec<usize> = (0..self.rolled.len()).filter(same).collect();
        sharers.into_iter().for_each(|arm| self.tables[arm] = Some(table.clone()));
    }

    /// Who is given up needs no table.
    fn drop_tables(&mut self, standing: &Standing) {
        let given_up = self.tables.iter_mut().zip(&standing.open).filter(|&(_, &open)| !open);
        given_up.for_each(|(table, _)| *table = None);
    }

    /// What is known, the best candidate first. Those that must not be chosen come last.
    fn report(&self, standing: &Standing) -> Report {
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        order.sort_by(|&a, &b| {
            let worse = |arm: usize| (!self.may_lead[arm], standing.ahead[arm].mean);
            let ((a_last, a_behind), (b_last, b_behind)) = (worse(a), worse(b));
            a_last.cmp(&b_last).then(a_behind.total_cmp(&b_behind)).then(a.cmp(&b))
        });
        // Nobody is ahead of the leader, but for bad luck in worlds that others have not met.
        order.retain(|&arm| arm != standing.leader);
        order.insert(0, standing.leader);
        let judged = |&arm: &usize| Judged { simulated: Some(self.simulated(arm, standing)), ..self.candidates[arm] };
        let effort = Effort { plies: self.how.plies, rollouts: self.rollouts };
        Report { plays: order.iter().map(judged).collect(), effort: Some(effort) }
    }

    fn simulated(&self, arm: usize, standing: &Standing) -> Simulated {
        let (arms, leader) = (&self.arms, standing.leader);
        let (win, gain) = (arms.win(arm), arms.gain(arm));
        // By way of the leader: see `arms`.
        let win_mean = arms.win(leader).mean - arms.win_ahead(leader, arm).mean;
        let gain_mean = arms.gain(leader).mean - arms.gain_ahead(leader, arm).mean;
        let (reply, next) = arms.scores(arm);
        let by_win = self.knows_wins && self.how.goal == Goal::Win;
        Simulated {
            win: self.knows_wins.then_some(Estimate { mean: win_mean.clamp(0.0, 1.0), ..win }),
            gain: Estimate { mean: gain_mean, ..gain },
            iterations: arms.worlds(arm),
            behind: if by_win { arms.win_ahead(leader, arm) } else { arms.gain_ahead(leader, arm) },
            tied: arm != leader && stopping::is_tie(arms, leader, arm),
            reply,
            next: (self.how.plies > 1).then_some(next),
        }
    }
}
