//! Which racks are judged, and in which order: all that have the tiles they must have, or the likeliest of them.
//!
//! A rack is chosen kind by kind, those first that it must have: so many of this one, so many of that. That makes a
//! tree whose leaves are the racks; neighbours have all but their last kinds in common, and so what is known of their
//! parts (see [`parts`](super::parts)). How many racks are below a node, and with which weight, depends only on the
//! next kind and the number of tiles still to be chosen: a table of a few hundred numbers ([`SubtreeTotal`]), from
//! which work is parted into shares of about the same size before anything is enumerated.
//!
//! **Budgets.** If there are more racks than may be judged, those of the greatest weight are. To find which, the
//! weights of all are listed once, without judging anything (some ten nanoseconds each), and the least weight that
//! still fits is the bar. Large jobs are done in tiers, the likeliest racks first, so that whoever is told to stop has
//! judged those.

use super::choose::choose;
use super::supply::Supply;
use crate::game::{RACK_SIZE, Rack, TILE_KINDS, Tile};

/// One kind of tile and how many of it a rack may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileCounts {
    pub(super) tile: Tile,
    /// The fewest that a rack has.
    pub(super) least: usize,
    /// The most that a rack has.
    pub(super) most: usize,
    /// How many of them the observed play used.
    pub(super) used: usize,
    /// By count: the factor in a rack's weight; 1 for none.
    pub(super) weights: [f64; RACK_SIZE + 1],
    /// By count: the factor in the weight of the leave when nothing is known.
    pub(super) kept: [f64; RACK_SIZE + 1],
}

/// The racks below a node of the tree, added up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SubtreeTotal {
    /// How many there are.
    pub(super) racks: f64,
    /// Their weight in all.
    pub(super) mass: f64,
    /// The weight of the heaviest.
    pub(super) best: f64,
}

/// All racks of some size.
#[derive(Clone, Debug)]
pub(super) struct RackPlan {
    pub(super) kinds: Vec<TileCounts>,
    pub(super) size: usize,
    /// By the next kind and the number of tiles still to be chosen.
    totals: Vec<[SubtreeTotal; RACK_SIZE + 1]>,
    /// Racks that weigh less than the last are left out; each of the others belongs to the first tier whose bar it
    /// reaches.
    pub(super) bars: Vec<f64>,
}

/// A node of the tree: the racks that begin with these choices.
#[derive(Clone, Copy, Debug)]
pub(super) struct RackSubtree {
    pub(super) tier: usize,
    pub(super) at: RackNode,
    chosen: [(u8, u8); RACK_SIZE],
    len: usize,
}

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct RackNode {
    /// The next kind that may be chosen.
    pub(super) kind: usize,
    /// How many tiles are still to be chosen.
    pub(super) left: usize,
    /// The weight so far.
    pub(super) weight: f64,
}

impl RackSubtree {
    /// The kinds that have been chosen, by number, and how many of each.
    pub(super) fn chosen(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.chosen[..self.len].iter().map(|&(kind, count)| (usize::from(kind), usize::from(count)))
    }

    /// The subtree of the racks that go on with `count` of a kind.
    fn then(mut self, kind: usize, count: usize, at: RackNode) -> Self {
        self.chosen[self.len] = (kind as u8, count as u8);
        RackSubtree { at, len: self.len + 1, ..self }
    }
}

impl RackPlan {
    /// How many parts a job is cut into. It must not depend on the number of threads: sums are folded by subtree.
    const TASKS: f64 = 64.0;
    /// How many racks the first tier has.
    const FIRST_TIER: usize = 1 << 16;
    /// How many times larger each tier is than the one before.
    const TIER_GROWTH: usize = 4;

    /// The racks of `size` tiles from this supply that include the tiles used and those that are known for certain.
    /// `kept` gives the factor in the weight of the leave for a tile and its count on the rack.
    pub(super) fn new(
        supply: &Supply,
        size: usize,
        [used, sure]: [&Rack; 2],
        kept: impl Fn(Tile, usize) -> f64,
    ) -> Self {
        let tiles = (0..TILE_KINDS).filter_map(Tile::from_index);
        let mut kinds: Vec<TileCounts> =
            tiles.filter_map(|tile| TileCounts::new(supply, size, [used, sure], tile, &kept)).collect();
        kinds.sort_by_key(|kind| kind.least == 0);
        let mut plan = RackPlan { kinds, size, totals: Vec::new(), bars: vec![0.0] };
        plan.totals = plan.count();
        plan
    }

    /// Multiplies the weight of each rack by the number of ways to play these tiles from it, which makes it the weight
    /// of the leave: the prior of Richards and Amir.
    pub(super) fn apply_leave_weights(&mut self, tiles: &Rack) {
        for kind in &mut self.kinds {
            let played = tiles.count(kind.tile);
            kind.weights = std::array::from_fn(|count| kind.weights[count] * choose(count, played));
        }
        self.totals = self.count();
    }

    /// Works the totals out from the last kind to the first.
    fn count(&self) -> Vec<[SubtreeTotal; RACK_SIZE + 1]> {
        let mut after = [SubtreeTotal::default(); RACK_SIZE + 1];
        after[0] = SubtreeTotal { racks: 1.0, mass: 1.0, best: 1.0 };
        let mut totals = vec![after];
        for kind in self.kinds.iter().rev() {
            let mut here = [SubtreeTotal::default(); RACK_SIZE + 1];
            for (left, total) in here.iter_mut().enumerate() {
                for count in kind.least..=kind.most.min(left) {
                    let (rest, weight) = (after[left - count], kind.weights[count]);
                    total.racks += if weight > 0.0 { rest.racks } else { 0.0 };
                    total.mass += weight * rest.mass;
                    total.best = total.best.max(weight * rest.best);
                }
            }
            after = here;
            totals.push(after);
        }
        totals.reverse();
        totals
    }

    /// The racks that can be chosen from this kind on, with `left` tiles to choose.
    #[inline]
    pub(super) fn total(&self, kind: usize, left: usize) -> SubtreeTotal {
        self.totals[kind][left]
    }

    /// All racks.
    pub(super) fn all(&self) -> SubtreeTotal {
        self.total(0, self.size)
    }

    pub(super) fn root(&self) -> RackNode {
        RackNode { kind: 0, left: self.size, weight: 1.0 }
    }

    /// Calls `each` with every choice of the next kind (its number, how many of it, and the node after it) that leads
    /// to a rack of at least the weight `bar`.
    #[inline]
    pub(super) fn children(&self, node: RackNode, bar: f64, mut each: impl FnMut(usize, usize, RackNode)) {
        for (number, kind) in self.kinds.iter().enumerate().skip(node.kind) {
            for count in kind.least.max(1)..=kind.most.min(node.left) {
                let (left, weight) = (node.left - count, node.weight * kind.weights[count]);
                // What is still to come is at best this; none at all if it must have more tiles than are left.
                let heaviest = weight * self.total(number + 1, left).best;
                // The product of the same factors in another order may be a trifle less.
                if heaviest > 0.0 && heaviest >= bar * (1.0 - 1e-9) {
                    each(number, count, RackNode { kind: number + 1, left, weight });
                }
            }
            if kind.least > 0 {
                return;
            }
        }
    }

    /// Limits the work to the `most` heaviest racks, and puts large jobs into tiers, so that they can be stopped early.
    pub(super) fn limit(&mut self, most: usize) {
        let racks = self.all().racks;
        if racks <= Self::FIRST_TIER.min(most) as f64 {
            return;
        }
        let mut weights = Vec::with_capacity(racks as usize);
        self.list_weights(self.root(), &mut weights);
        let (mut bars, mut rank) = (Vec::new(), Self::FIRST_TIER.min(most));
        while rank < weights.len() {
            // The heaviest first: the one at this rank is the least that still counts.
            let (_, bar, _) = weights.select_nth_unstable_by(rank.max(1) - 1, |a, b| b.total_cmp(a));
            bars.push(*bar);
            if rank == most {
                break;
            }
            rank = rank.saturating_mul(Self::TIER_GROWTH).min(most);
        }
        if rank >= weights.len() {
            bars.push(0.0);
        }
        bars.dedup();
        self.bars = bars;
    }

    fn list_weights(&self, node: RackNode, weights: &mut Vec<f64>) {
        if node.left == 0 {
            weights.push(node.weight);
            return;
        }
        self.children(node, 0.0, |_, _, next| self.list_weights(next, weights));
    }

    /// The tier that a rack of this weight belongs to; none if it is left out.
    #[inline]
    pub(super) fn tier_of(&self, weight: f64) -> Option<usize> {
        self.bars.iter().position(|&bar| weight >= bar)
    }

    /// The whole work, tier by tier, in shares of about the same size.
    pub(super) fn shares(&self) -> Vec<Vec<RackSubtree>> {
        let most = (self.all().racks / Self::TASKS).max(1.0);
        let mut shares = Vec::new();
        for tier in 0..self.bars.len() {
            let (mut subtrees, mut racks) = (Vec::new(), 0.0);
            let root = RackSubtree { tier, at: self.root(), chosen: [(0, 0); RACK_SIZE], len: 0 };
            self.part(root, most, &mut subtrees);
            // Neighbours go together until there are enough of them.
            for subtree in subtrees {
                let of_subtree = self.total(subtree.at.kind, subtree.at.left).racks;
                if racks == 0.0 || racks + of_subtree > most {
                    shares.push(Vec::new());
                    racks = 0.0;
                }
                racks += of_subtree;
                shares.last_mut().expect("one was pushed").push(subtree);
            }
        }
        shares
    }

    fn part(&self, subtree: RackSubtree, most: f64, subtrees: &mut Vec<RackSubtree>) {
        let total = self.total(subtree.at.kind, subtree.at.left);
        if total.racks == 0.0 {
            return;
        }
        if total.racks <= most || subtree.at.left == 0 {
            subtrees.push(subtree);
            return;
        }
        self.children(subtree.at, self.bars[subtree.tier], |kind, count, at| {
            self.part(subtree.then(kind, count, at), most, subtrees);
        });
    }
}

impl TileCounts {
    /// A kind as a rack may have it; none if it cannot.
    fn new(
        supply: &Supply,
        size: usize,
        [used, sure]: [&Rack; 2],
        tile: Tile,
        kept: &impl Fn(Tile, usize) -> f64,
    ) -> Option<Self> {
        let (used, most) = (used.count(tile), supply.pool.count(tile).min(size));
        let least = used.max(supply.shown.count(tile)).max(sure.count(tile));
        if most == 0 && least == 0 {
            return None;
        }
        let mut weights = std::array::from_fn(|count| if count < least { 0.0 } else { supply.weight(tile, count) });
        let mut kept: [f64; RACK_SIZE + 1] = std::array::from_fn(|count| kept(tile, count));
        if least == 0 {
            // A kind that is not chosen is not looked at, so that must not change the weight.
            let none = weights[0];
            weights = weights.map(|weight| weight / none);
        }
        if kept[0] > 0.0 {
            let none = kept[0];
            kept = kept.map(|weight| weight / none);
        }
        Some(TileCounts { tile, least, most, used, weights, kept })
    }
}
