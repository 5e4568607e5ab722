//! Through all racks of a plan, on several threads: what each of them leaves, and how likely it makes what was
//! observed.
//!
//! Threads take shares of the work as they get to them; what comes of a share is folded into the whole in the order of
//! the shares, so that the same sums are made in the same order by any number of threads.

use super::judge::Judge;
use super::parts::{Found, PartTree, Parts};
use super::plan::{Node, Plan, Task};
use super::policy::{POLICIES, PerPolicy};
use super::ratios::{LeaveIndex, Ratios};
use crate::game::{MAX_SUB_RACKS, RACK_SIZE, Rack};
use crate::parallel::try_in_order;
use crate::stopper::Stopper;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How much work may be done for a belief, and by whom.
#[derive(Clone, Debug)]
pub struct ReadingEffort {
    /// How many threads work; the answer is the same for any number.
    pub threads: NonZeroUsize,
    /// About how many racks are judged at most for one play of the opponent, the likeliest first.
    pub most_racks: usize,
    /// How long reading may take. Without it, reading takes as long as it takes, and turns that were cut short another
    /// time are read again rather than taken as they are.
    pub time: Option<ReadingTime>,
    /// Tells reading to end; what has not been judged by then stays at its prior.
    pub stopper: Stopper,
}

/// How long reading may take. Each play of the opponent that is new gets an equal part of the time, and leaves what it
/// does not need to those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingTime {
    /// When the time began to run.
    pub since: Instant,
    /// How long all of it may take.
    pub share: Duration,
}

impl ReadingTime {
    /// When this part of the work, from 0 to 1, must be done.
    pub(super) fn deadline(&self, part: f64) -> Instant {
        self.since + self.share.mul_f64(part)
    }
}

impl ReadingEffort {
    /// Everything, on one thread.
    pub fn whole() -> Self {
        let stopper = Stopper::default();
        ReadingEffort { threads: NonZeroUsize::MIN, most_racks: usize::MAX, time: None, stopper }
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
    pub(super) keeps: Keeps<'w>,
}

/// What came of some racks.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// What was kept, with its weight without anything known: for racks that tell what was.
    pub(super) leaves: Vec<(Rack, f64)>,
    /// For each leave, the weight of having held such a rack and done what was observed, under each policy.
    pub(super) joint: Vec<PerPolicy>,
    /// The weight of the racks before anything was observed, and how many they are.
    pub(super) mass: f64,
    pub(super) racks: usize,
}

impl Outcome {
    fn new(keeps: Keeps<'_>) -> Self {
        let joint = match keeps {
            Keeps::AllBut(_) => Vec::new(),
            Keeps::Some(_, index) => vec![[0.0; POLICIES]; index.leaves().len()],
        };
        Outcome { leaves: Vec::new(), joint, mass: 0.0, racks: 0 }
    }

    /// Adds what came of the next task.
    fn fold(&mut self, next: Outcome, keeps: Keeps<'_>) {
        self.mass += next.mass;
        self.racks += next.racks;
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
    (0..POLICIES).for_each(|at| sum[at] += more[at]);
}

/// The work was told to stop.
struct Stopped;

impl Walk<'_> {
    /// Goes through all racks. Tells whether it was through. Blocks.
    pub(super) fn run<J: Judge + Clone + Sync>(&self, judge: &J, effort: &ReadingEffort) -> (Outcome, bool) {
        let shares = self.plan.shares();
        let mut whole = Outcome::new(self.keeps);
        let finished: Result<(), Stopped> = try_in_order(
            effort.threads,
            0..shares.len() as u64,
            || Walker::new(self, judge.clone()),
            |walker, number| (!effort.stopper.is_stopped()).then(|| walker.walk_share(&shares[number as usize])),
            |_, outcome| {
                whole.fold(outcome.ok_or(Stopped)?, self.keeps);
                Ok(())
            },
        );
        (whole, finished.is_ok())
    }
}

/// One thread's way through the tree of racks.
struct Walker<'w, J: Judge> {
    walk: &'w Walk<'w>,
    judge: J,
    parts: Parts,
    tree: PartTree,
    /// What is known of each part.
    found: [Found; MAX_SUB_RACKS],
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
            parts: Parts::new(walk.plan.size),
            tree: PartTree::new(walk.plan.kinds.len()),
            found: [Found::WORTHLESS; MAX_SUB_RACKS],
            chosen: [(0, 0); RACK_SIZE],
            len: 0,
            tier: 0,
            outcome: Outcome::default(),
            walk,
        }
    }

    fn walk_share(&mut self, tasks: &[Task]) -> Outcome {
        self.outcome = Outcome::new(self.walk.keeps);
        tasks.iter().for_each(|task| self.walk_task(task));
        std::mem::take(&mut self.outcome)
    }

    /// Goes through the racks of a task.
    fn walk_task(&mut self, task: &Task) {
        if task.at.left == 0 && !self.is_due(task.at.weight, task.tier) {
            return;
        }
        (self.tier, self.len, self.parts) = (task.tier, 0, Parts::new(self.walk.plan.size));
        let mut level = Level { judge: self.judge.start(), ratios: [0.0; POLICIES], kept: 1.0 };
        self.extend(0..1, &mut level);
        for (kind, count) in task.chosen() {
            self.push(kind, count, &mut level);
        }
        self.walk(task.at, &level);
    }

    /// Whether a rack of this weight is for this tier; else it has been judged before.
    #[inline]
    fn is_due(&self, weight: f64, tier: usize) -> bool {
        self.walk.plan.tier_of(weight) == Some(tier)
    }

    fn walk(&mut self, node: Node, level: &Level<J::Level>) {
        let plan = self.walk.plan;
        if node.left == 0 {
            self.judge_rack(node.weight, level);
            return;
        }
        plan.children(node, plan.bars[self.tier], |kind, count, next| {
            if next.left == 0 && !self.is_due(next.weight, self.tier) {
                return;
            }
            let mut level = *level;
            self.push(kind, count, &mut level);
            self.walk(next, &level);
            self.parts.pop();
            self.len -= 1;
        });
    }

    /// Adds so many tiles of a kind to the rack.
    #[inline]
    fn push(&mut self, number: usize, count: usize, level: &mut Level<J::Level>) {
        let kind = &self.walk.plan.kinds[number];
        let new = self.parts.push((kind.tile, number), count, kind.used, &mut self.tree);
        level.kept *= kind.kept[count];
        self.extend(new, level);
        self.chosen[self.len] = (number, count);
        self.len += 1;
    }

    /// Takes note of new parts.
    #[inline]
    fn extend(&mut self, new: std::ops::Range<usize>, level: &mut Level<J::Level>) {
        for part in new.clone() {
            self.found[part] = self.look_up(part);
        }
        self.judge.extend(new.clone(), &self.parts, &self.found, &mut level.judge);
        let before = self.walk.before;
        for part in new.filter(|&part| self.parts.size(part) == before.size) {
            let ratios = before.ratios.get(self.found[part].before as usize).unwrap_or(&before.elsewhere);
            let ways = self.parts.ways(part);
            (0..POLICIES).for_each(|at| level.ratios[at] += ways * ratios[at]);
        }
    }

    /// What is known of a part: what the tree has, which may not have met it yet.
    #[inline]
    fn look_up(&mut self, part: usize) -> Found {
        if self.parts.is_whole(part) {
            return self.find_whole(part);
        }
        let node = self.parts.node(part);
        let mut found = *self.tree.found(node);
        if found.code == Found::UNKNOWN {
            found = self.find(part);
            self.tree.set(node, found);
        }
        found
    }

    /// Looks up a whole rack. What it is worth to keep it all is no question, but it may be what was kept before.
    fn find_whole(&self, part: usize) -> Found {
        let key = self.parts.key(part);
        let is_kept = self.parts.size(part) == self.walk.before.size;
        let before = self.walk.before.index.get(key).filter(|_| is_kept);
        let before = before.map_or(Found::NONE, |number| number as u32);
        Found { before, ..self.judge.find_whole(key) }
    }

    /// Looks up a part that has not come up so far.
    fn find(&self, part: usize) -> Found {
        let (tiles, key) = (self.parts.tiles(part), self.parts.key(part));
        let number = |index: &LeaveIndex| index.get(key).map_or(Found::NONE, |number| number as u32);
        let mut found = self.judge.find(&tiles, key);
        if tiles.len() == self.walk.before.size {
            found.before = number(&self.walk.before.index);
        }
        if let Keeps::Some(size, index) = self.walk.keeps
            && tiles.len() == size
        {
            found.now = number(index);
        }
        found
    }

    #[inline]
    fn judge_rack(&mut self, weight: f64, level: &Level<J::Level>) {
        let mut weights = level.ratios;
        weights.iter_mut().for_each(|ratio| *ratio *= weight);
        self.outcome.mass += weight;
        self.outcome.racks += 1;
        match self.walk.keeps {
            Keeps::AllBut(removed) => {
                let likelihood = self.judge.likelihood(&self.parts, level.judge);
                (0..POLICIES).for_each(|at| weights[at] *= likelihood[at]);
                self.outcome.leaves.push((self.rack_without(&removed), level.kept));
                self.outcome.joint.push(weights);
            }
            Keeps::Some(size, _) => {
                let (parts, found, joint) = (&self.parts, &self.found, &mut self.outcome.joint);
                self.judge.exchanges(parts, level.judge, size, &weights, |part, more| {
                    if let Some(sum) = joint.get_mut(found[part].now as usize) {
                        add(sum, more);
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
