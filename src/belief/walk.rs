//! The walk through all racks of a plan, on several threads: what each of them leaves, and how likely it makes what
//! was observed.
//!
//! Threads take shares of the work as they get to them; what comes of a share is folded into the whole in the order of
//! the shares, so that the same sums are made in the same order by any number of threads.

use super::judge::RackJudge;
use super::parts::{PartInfo, PartTree, RackParts};
use super::plan::{RackNode, RackPlan, RackSubtree};
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
    /// All racks, on one thread, without a time limit.
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
    /// This many tiles are kept, and which is not known: one of these leaves.
    Some(usize, &'i LeaveIndex),
}

/// The racks to walk through, what was believed before, and what becomes of their tiles.
pub(super) struct RackWalk<'w> {
    pub(super) plan: &'w RackPlan,
    pub(super) before: &'w Ratios,
    pub(super) keeps: Keeps<'w>,
}

/// The result of judging some racks.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedRacks {
    /// The leaves, each with its weight when nothing is known: where the rack determines the leave.
    pub(super) leaves: Vec<(Rack, f64)>,
    /// For each leave, the joint weight of having held such a rack and done what was observed, under each policy.
    pub(super) joint: Vec<PerPolicy>,
    /// The weight of the racks before anything was observed.
    pub(super) mass: f64,
    /// How many racks were judged.
    pub(super) racks: usize,
}

impl JudgedRacks {
    fn new(keeps: Keeps<'_>) -> Self {
        let joint = match keeps {
            Keeps::AllBut(_) => Vec::new(),
            Keeps::Some(_, index) => vec![[0.0; POLICIES]; index.leaves().len()],
        };
        JudgedRacks { leaves: Vec::new(), joint, mass: 0.0, racks: 0 }
    }

    /// Adds the result of the next share.
    fn fold(&mut self, next: JudgedRacks, keeps: Keeps<'_>) {
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

impl RackWalk<'_> {
    /// Judges all racks. Gives the result and whether all racks were judged. Blocks.
    pub(super) fn run<J: RackJudge + Clone + Sync>(&self, judge: &J, effort: &ReadingEffort) -> (JudgedRacks, bool) {
        let shares = self.plan.shares();
        let mut whole = JudgedRacks::new(self.keeps);
        let finished: Result<(), Stopped> = try_in_order(
            effort.threads,
            0..shares.len() as u64,
            || Walker::new(self, judge.clone()),
            |walker, number| (!effort.stopper.is_stopped()).then(|| walker.walk_share(&shares[number as usize])),
            |_, judged| {
                whole.fold(judged.ok_or(Stopped)?, self.keeps);
                Ok(())
            },
        );
        (whole, finished.is_ok())
    }
}

/// One thread's position in the tree of racks.
struct Walker<'w, J: RackJudge> {
    walk: &'w RackWalk<'w>,
    judge: J,
    parts: RackParts,
    tree: PartTree,
    /// What was looked up for each part.
    info: [PartInfo; MAX_SUB_RACKS],
    /// The kinds on the rack, by number, and how many of each.
    chosen: [(usize, usize); RACK_SIZE],
    len: usize,
    tier: usize,
    judged: JudgedRacks,
}

/// What is known of a partial rack beyond its parts.
#[derive(Clone, Copy)]
struct PartialRack<T> {
    judge: T,
    /// The ratios of all its parts of the size that was kept before, added up.
    ratios: PerPolicy,
    /// The weight, without anything known, of what it keeps.
    kept: f64,
}

impl<'w, J: RackJudge> Walker<'w, J> {
    fn new(walk: &'w RackWalk<'w>, judge: J) -> Self {
        Walker {
            judge,
            parts: RackParts::new(walk.plan.size),
            tree: PartTree::new(walk.plan.kinds.len()),
            info: [PartInfo::WORTHLESS; MAX_SUB_RACKS],
            chosen: [(0, 0); RACK_SIZE],
            len: 0,
            tier: 0,
            judged: JudgedRacks::default(),
            walk,
        }
    }

    fn walk_share(&mut self, subtrees: &[RackSubtree]) -> JudgedRacks {
        self.judged = JudgedRacks::new(self.walk.keeps);
        subtrees.iter().for_each(|subtree| self.walk_subtree(subtree));
        std::mem::take(&mut self.judged)
    }

    /// Judges the racks of a subtree.
    fn walk_subtree(&mut self, subtree: &RackSubtree) {
        if subtree.at.left == 0 && !self.is_due(subtree.at.weight, subtree.tier) {
            return;
        }
        (self.tier, self.len, self.parts) = (subtree.tier, 0, RackParts::new(self.walk.plan.size));
        let mut partial = PartialRack { judge: self.judge.start(), ratios: [0.0; POLICIES], kept: 1.0 };
        self.extend(0..1, &mut partial);
        for (kind, count) in subtree.chosen() {
            self.push(kind, count, &mut partial);
        }
        self.walk(subtree.at, &partial);
    }

    /// Whether a rack of this weight belongs to this tier; otherwise an earlier tier has judged it.
    #[inline]
    fn is_due(&self, weight: f64, tier: usize) -> bool {
        self.walk.plan.tier_of(weight) == Some(tier)
    }

    fn walk(&mut self, node: RackNode, partial: &PartialRack<J::Totals>) {
        let plan = self.walk.plan;
        if node.left == 0 {
            self.judge_rack(node.weight, partial);
            return;
        }
        plan.children(node, plan.bars[self.tier], |kind, count, next| {
            if next.left == 0 && !self.is_due(next.weight, self.tier) {
                return;
            }
            let mut partial = *partial;
            self.push(kind, count, &mut partial);
            self.walk(next, &partial);
            self.parts.pop();
            self.len -= 1;
        });
    }

    /// Adds `count` tiles of a kind to the rack.
    #[inline]
    fn push(&mut self, number: usize, count: usize, partial: &mut PartialRack<J::Totals>) {
        let kind = &self.walk.plan.kinds[number];
        let new = self.parts.push((kind.tile, number), count, kind.used, &mut self.tree);
        partial.kept *= kind.kept[count];
        self.extend(new, partial);
        self.chosen[self.len] = (number, count);
        self.len += 1;
    }

    /// Looks new parts up and adds them to the totals.
    #[inline]
    fn extend(&mut self, new: std::ops::Range<usize>, partial: &mut PartialRack<J::Totals>) {
        for part in new.clone() {
            self.info[part] = self.look_up(part);
        }
        self.judge.extend(new.clone(), &self.parts, &self.info, &mut partial.judge);
        let before = self.walk.before;
        for part in new.filter(|&part| self.parts.size(part) == before.size) {
            let ratios = before.ratios.get(self.info[part].before as usize).unwrap_or(&before.elsewhere);
            let ways = self.parts.ways(part);
            (0..POLICIES).for_each(|at| partial.ratios[at] += ways * ratios[at]);
        }
    }

    /// What is known of a part: from the tree, or worked out and stored there.
    #[inline]
    fn look_up(&mut self, part: usize) -> PartInfo {
        if self.parts.is_whole(part) {
            return self.inspect_whole(part);
        }
        let node = self.parts.node(part);
        let mut info = *self.tree.info(node);
        if info.code == PartInfo::UNKNOWN {
            info = self.inspect(part);
            self.tree.set(node, info);
        }
        info
    }

    /// Works out what is needed of a whole rack. Nobody keeps it all now, but it may be what was kept before.
    fn inspect_whole(&self, part: usize) -> PartInfo {
        let key = self.parts.key(part);
        let is_kept = self.parts.size(part) == self.walk.before.size;
        let before = self.walk.before.index.get(key).filter(|_| is_kept);
        let before = before.map_or(PartInfo::NONE, |number| number as u32);
        PartInfo { before, ..self.judge.inspect_whole(key) }
    }

    /// Works out what is needed of a part that has not come up so far.
    fn inspect(&self, part: usize) -> PartInfo {
        let (tiles, key) = (self.parts.tiles(part), self.parts.key(part));
        let number = |index: &LeaveIndex| index.get(key).map_or(PartInfo::NONE, |number| number as u32);
        let mut info = self.judge.inspect(&tiles, key);
        if tiles.len() == self.walk.before.size {
            info.before = number(&self.walk.before.index);
        }
        if let Keeps::Some(size, index) = self.walk.keeps
            && tiles.len() == size
        {
            info.now = number(index);
        }
        info
    }

    #[inline]
    fn judge_rack(&mut self, weight: f64, partial: &PartialRack<J::Totals>) {
        let mut weights = partial.ratios;
        weights.iter_mut().for_each(|ratio| *ratio *= weight);
        self.judged.mass += weight;
        self.judged.racks += 1;
        match self.walk.keeps {
            Keeps::AllBut(removed) => {
                let likelihood = self.judge.likelihood(&self.parts, partial.judge);
                (0..POLICIES).for_each(|at| weights[at] *= likelihood[at]);
                self.judged.leaves.push((self.rack_without(&removed), partial.kept));
                self.judged.joint.push(weights);
            }
            Keeps::Some(size, _) => {
                let (parts, info, joint) = (&self.parts, &self.info, &mut self.judged.joint);
                self.judge.exchanges(parts, partial.judge, size, &weights, |part, more| {
                    if let Some(sum) = joint.get_mut(info[part].now as usize) {
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
