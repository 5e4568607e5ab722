//! Through all racks of a plan, on several threads: what each of them leaves, and how likely it makes what was observed.
//!
//! Threads take tasks as they get to them; what comes of a task is folded into the whole in the order of the tasks, so
//! that the same sums are made in the same order by any number of threads.

use super::judge::Judge;
use super::parts::{Mark, Parts};
use super::plan::{Node, Plan, Task};
use super::policy::{POLICIES, PerPolicy};
use super::ratios::{LeaveIndex, Ratios};
use crate::evaluate::Keeping;
use crate::game::{MAX_SUB_RACKS, RACK_SIZE, Rack};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How much work may be done, and by whom.
#[derive(Clone, Copy)]
pub struct Effort<'k> {
    /// On how many threads; the answer is the same for any number.
    pub threads: NonZeroUsize,
    /// About so many racks are judged for one play of the opponent, the likeliest first.
    pub most_racks: usize,
    /// Asked now and then whether to go on; once it says no, what has not been judged stays at its prior.
    pub keep_going: &'k (dyn Fn() -> bool + Sync),
}

impl Effort<'_> {
    /// Everything, on one thread.
    pub const WHOLE: Effort<'static> =
        Effort { threads: NonZeroUsize::MIN, most_racks: usize::MAX, keep_going: &|| true };
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} racks on {} threads", self.most_racks, self.threads)
    }
}

/// What becomes of a rack's tiles.
#[derive(Clone, Copy)]
pub(super) enum Keeps<'i> {
    /// All but these are kept.
    AllBut(Rack),
    /// So many are kept, which are not known: one of these leaves.
    Some(usize, &'i LeaveIndex),
}

/// What is walked through.
pub(super) struct Walk<'w> {
    pub(super) plan: &'w Plan,
    pub(super) before: &'w Ratios,
    pub(super) keeping: &'w Keeping,
    pub(super) keeps: Keeps<'w>,
}

/// What came of some racks.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// What was kept, with its weight without anything known: for racks that tell what was.
    pub(super) leaves: Vec<(Rack, f64)>,
    /// For each leave, the weight of having held such a rack and done what was observed, under each policy.
    pub(super) joint: Vec<PerPolicy>,
    /// The weight of the racks before anything was observed.
    pub(super) mass: f64,
}

impl Outcome {
    fn new(keeps: Keeps<'_>) -> Self {
        let joint = match keeps {
            Keeps::AllBut(_) => Vec::new(),
            Keeps::Some(_, index) => vec![[0.0; POLICIES]; index.leaves().len()],
        };
        Outcome { leaves: Vec::new(), joint, mass: 0.0 }
    }

    /// Adds what came of the next task.
    fn fold(&mut self, next: Outcome, keeps: Keeps<'_>) {
        self.mass += next.mass;
        match keeps {
            Keeps::AllBut(_) => {
                self.leaves.extend(next.leaves);
                self.joint.extend(next.joint);
            }
            Keeps::Some(..) => self.joint.iter_mut().zip(next.joint).for_each(|(sum, more)| add(sum, &more)),
        }
    }
}

#[inline]
fn add(sum: &mut PerPolicy, more: &PerPolicy) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Outcomes that are folded in order, those that come early kept until it is their turn.
struct Fold {
    whole: Outcome,
    due: usize,
    early: BTreeMap<usize, Outcome>,
}

impl Walk<'_> {
    /// Goes through all racks. Tells whether it was through. Blocks.
    pub(super) fn run<J: Judge + Clone + Send>(&self, judge: &J, effort: &Effort<'_>) -> (Outcome, bool) {
        let tasks = self.plan.tasks();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let fold = Mutex::new(Fold { whole: Outcome::new(self.keeps), due: 0, early: BTreeMap::new() });
        let work = |judge: J| {
            let mut walker = Walker::new(self, judge);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(number) else { return };
                if stopped.load(Ordering::Relaxed) || !(effort.keep_going)() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
                let outcome = walker.walk_task(task);
                self.take(&fold, number, outcome);
            }
        };
        let work = &work;
        std::thread::scope(|scope| {
            let others = 1..effort.threads.get().min(tasks.len());
            others.map(|_| judge.clone()).for_each(|judge| drop(scope.spawn(move || work(judge))));
            work(judge.clone());
        });
        let Fold { mut whole, early, .. } = fold.into_inner().unwrap_or_else(PoisonError::into_inner);
        // After a stop there may be gaps.
        early.into_values().for_each(|outcome| whole.fold(outcome, self.keeps));
        (whole, !stopped.into_inner())
    }

    fn take(&self, fold: &Mutex<Fold>, number: usize, outcome: Outcome) {
        let mut fold = fold.lock().unwrap_or_else(PoisonError::into_inner);
        fold.early.insert(number, outcome);
        while let Some(outcome) = {
            let due = fold.due;
            fold.early.remove(&due)
        } {
            fold.whole.fold(outcome, self.keeps);
            fold.due += 1;
        }
    }
}

/// One thread's way through the tree of racks.
struct Walker<'w, J: Judge> {
    walk: &'w Walk<'w>,
    judge: J,
    parts: Parts,
    /// The numbers of the leaves among the parts, where what was kept is not known.
    targets: [u32; MAX_SUB_RACKS],
    /// The kinds on the rack, by number, and how many of each.
    chosen: [(usize, usize); RACK_SIZE],
    len: usize,
    tier: usize,
    outcome: Outcome,
}

/// What is known of a rack in the making beyond its parts.
#[derive(Clone, Copy)]
struct Level<L> {
    judge: L,
    /// The ratios of all its parts of the size that was kept before, added up.
    ratios: PerPolicy,
    /// The weight, without anything known, of what it keeps.
    kept: f64,
}

impl<'w, J: Judge> Walker<'w, J> {
    fn new(walk: &'w Walk<'w>, judge: J) -> Self {
        Walker {
            judge,
            parts: Parts::new(walk.keeping),
            targets: [0; MAX_SUB_RACKS],
            chosen: [(0, 0); RACK_SIZE],
            len: 0,
            tier: 0,
            outcome: Outcome::default(),
            walk,
        }
    }

    /// Goes through the racks of a task.
    fn walk_task(&mut self, task: &Task) -> Outcome {
        self.outcome = Outcome::new(self.walk.keeps);
        (self.tier, self.len) = (task.tier, 0);
        self.parts = Parts::new(self.walk.keeping);
        let mut level = self.start();
        for (kind, count) in task.chosen() {
            (_, level) = self.push(kind, count, level);
        }
        self.walk(task.at, level);
        std::mem::take(&mut self.outcome)
    }

    fn start(&mut self) -> Level<J::Level> {
        let judge = self.judge.start(&self.parts);
        let mut level = Level { judge, ratios: [0.0; POLICIES], kept: 1.0 };
        self.look_up(0..1, &mut level.ratios);
        level
    }

    fn walk(&mut self, node: Node, level: Level<J::Level>) {
        let plan = self.walk.plan;
        if node.left == 0 {
            if plan.tier_of(node.weight) == Some(self.tier) {
                self.judge_rack(node.weight, level);
            }
            return;
        }
        plan.children(node, plan.bars[self.tier], |kind, count, next| {
            let (mark, level) = self.push(kind, count, level);
            self.walk(next, level);
            self.parts.pop(mark);
            self.len -= 1;
        });
    }

    /// Adds so many tiles of a kind to the rack.
    #[inline]
    fn push(&mut self, kind: usize, count: usize, mut level: Level<J::Level>) -> (Mark, Level<J::Level>) {
        let number = kind;
        let kind = &self.walk.plan.kinds[number];
        let mark = self.parts.push(kind.tile, count, kind.used, self.walk.keeping);
        let new = self.parts.since(mark);
        level.judge = self.judge.extend(&self.parts, new.clone(), level.judge);
        level.kept *= kind.kept[count];
        self.look_up(new, &mut level.ratios);
        self.chosen[self.len] = (number, count);
        self.len += 1;
        (mark, level)
    }

    /// Looks up the new parts that have the size of what was kept before, and of what is kept now.
    #[inline]
    fn look_up(&mut self, new: std::ops::Range<usize>, ratios: &mut PerPolicy) {
        let before = self.walk.before;
        for part in new.clone().filter(|&part| self.parts.size(part) == before.size) {
            let (known, ways) = (before.get(self.parts.key(part)), self.parts.ways(part));
            (0..POLICIES).for_each(|at| ratios[at] += ways * known[at]);
        }
        if let Keeps::Some(size, index) = self.walk.keeps {
            for part in new.filter(|&part| self.parts.size(part) == size) {
                self.targets[part] = index.get(self.parts.key(part)).map_or(u32::MAX, |number| number as u32);
            }
        }
    }

    #[inline]
    fn judge_rack(&mut self, weight: f64, level: Level<J::Level>) {
        let prior = level.ratios.map(|ratio| ratio * weight);
        self.outcome.mass += weight;
        match self.walk.keeps {
            Keeps::AllBut(removed) => {
                let likelihood = self.judge.likelihood(&self.parts, level.judge);
                let leave = self.rack_without(&removed);
                self.outcome.leaves.push((leave, level.kept));
                self.outcome.joint.push(std::array::from_fn(|at| prior[at] * likelihood[at]));
            }
            Keeps::Some(size, _) => {
                let (targets, joint) = (&self.targets, &mut self.outcome.joint);
                self.judge.exchanges(&self.parts, level.judge, size, |part, likelihood| {
                    if let Some(sum) = joint.get_mut(targets[part] as usize) {
                        (0..POLICIES).for_each(|at| sum[at] += prior[at] * likelihood[at]);
                    }
                });
            }
        }
    }

    /// What is kept of the rack.
    #[inline]
    fn rack_without(&self, removed: &Rack) -> Rack {
        let mut leave = Rack::EMPTY;
        for &(kind, count) in &self.chosen[..self.len] {
            let tile = self.walk.plan.kinds[kind].tile;
            for _ in removed.count(tile)..count {
                let _ = leave.push(tile);
            }
        }
        leave
    }
}
