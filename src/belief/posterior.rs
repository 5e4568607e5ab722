//! What is believed of the opponent's rack at one moment.

use super::choose::{choose, ways};
use super::draws::LeaveDraws;
use super::policy::{POLICIES, PerPolicy};
use super::ratios::{Ratios, key_of};
use super::supply::Supply;
use crate::game::{Key, Rack, SubRacks, Tally, Tile};
use std::sync::Arc;

/// A belief over the tiles that the opponent kept when it last drew. It never changes; share it as an [`Arc`].
///
/// Its rack is what it kept and what it drew to that: any of the tiles of the [pool](Self::pool) that it did not keep,
/// each as likely as any other.
#[derive(Clone, Debug)]
pub struct Belief {
    ratios: Arc<Ratios>,
    /// By the numbers of the leaves; with `unjudged` they add up to 1.
    chances: Vec<f64>,
    unjudged: f64,
    policies: PerPolicy,
    /// What the ratios and the ways to choose the leaves add up to, all leaves counted.
    scale: f64,
    pool: Tally,
    held: usize,
}

/// What the opponent's having a tile is believed to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileChance {
    /// The tile.
    pub tile: Tile,
    /// The chance that it is on the rack, once or more.
    pub chance: f64,
    /// The same for somebody who has seen no play.
    pub prior: f64,
}

impl Belief {
    /// What is known now of a rack of so many tiles that comes from this supply.
    pub(super) fn new(ratios: Arc<Ratios>, supply: &Supply, held: usize) -> Self {
        let pool = supply.left();
        let plain = |leave: &Rack| ways(&pool, leave) / choose(pool.len(), ratios.size);
        let (mut chances, mut in_list) = (Vec::with_capacity(ratios.ratios.len()), 0.0);
        let mut policies = [0.0; POLICIES];
        for (leave, ratio) in ratios.index.leaves().iter().zip(&ratios.ratios) {
            let chance = plain(leave);
            in_list += chance;
            chances.push(chance * ratio.iter().sum::<f64>());
            (0..POLICIES).for_each(|at| policies[at] += chance * ratio[at]);
        }
        let rest = (1.0 - in_list).max(0.0);
        let unjudged = ratios.elsewhere.iter().sum::<f64>() * rest;
        (0..POLICIES).for_each(|at| policies[at] += ratios.elsewhere[at] * rest);
        let scale = chances.iter().sum::<f64>() + unjudged;
        if !(scale > 0.0 && scale.is_finite()) {
            // What is unseen now contradicts what was believed.
            let nothing = Ratios { impossible: true, ..Ratios::nothing(ratios.policies) };
            return Self::new(Arc::new(nothing), &Supply::from_pool(pool), held);
        }
        chances.iter_mut().for_each(|chance| *chance /= scale);
        let policies = policies.map(|weight| weight / scale);
        Belief { ratios, chances, unjudged: unjudged / scale, policies, scale, pool, held }
    }

    /// How many tiles the opponent kept.
    pub fn kept(&self) -> usize {
        self.ratios.size
    }

    /// How many tiles the opponent holds.
    pub fn held(&self) -> usize {
        self.held
    }

    /// The tiles that its rack comes from.
    pub fn pool(&self) -> &Tally {
        &self.pool
    }

    /// Tiles that are on its rack for certain.
    pub fn sure(&self) -> &Rack {
        &self.ratios.sure
    }

    /// The leaves that were judged.
    pub fn leaves(&self) -> &[Rack] {
        self.ratios.index.leaves()
    }

    /// How much each of the leaves is believed in. With what was [not judged](Self::unjudged) this adds up to 1.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// How much all leaves together are believed in that were not judged, for lack of time or room.
    pub fn unjudged(&self) -> f64 {
        self.unjudged
    }

    /// Whether a leave was judged.
    pub(super) fn is_judged(&self, leave: &Rack) -> bool {
        self.ratios.index.get(key_of(leave)).is_some()
    }

    /// How much of what was possible was judged after the opponent's last play, by weight.
    pub fn covered(&self) -> f64 {
        self.ratios.covered
    }

    /// How many racks were judged after the opponent's last play.
    pub fn judged(&self) -> usize {
        self.ratios.judged
    }

    /// How many plays of the opponent it was read from; fewer than there were, if there was no time for all.
    pub fn plays(&self) -> usize {
        self.ratios.plays
    }

    /// Whether there was no time for all of the opponent's last play.
    pub fn is_cut_short(&self) -> bool {
        self.ratios.stopped
    }

    /// Whether what was told of the opponent contradicts itself, so that nothing is made of it.
    pub fn is_contradicted(&self) -> bool {
        self.ratios.impossible
    }

    /// How much each policy is believed in.
    pub fn policies(&self) -> &PerPolicy {
        &self.policies
    }

    /// How much a leave is believed in.
    pub fn chance(&self, leave: &Rack) -> f64 {
        self.prior(leave) * self.ratio(leave, key_of(leave)) / self.scale
    }

    /// The chance of a leave for somebody who has seen no play.
    pub fn prior(&self, leave: &Rack) -> f64 {
        if leave.len() != self.kept() {
            return 0.0;
        }
        ways(&self.pool, leave) / choose(self.pool.len(), leave.len())
    }

    /// How much more a leave is believed in than its chance, but for the scale.
    fn ratio(&self, leave: &Rack, key: Key) -> f64 {
        let is_possible = self.sure().minus(leave).is_empty();
        if is_possible { self.ratios.get(key).iter().sum() } else { 0.0 }
    }

    /// How much a whole rack is believed in: what a search needs that shares out all unseen tiles.
    pub fn rack_chance(&self, rack: &Rack) -> f64 {
        if rack.len() != self.held {
            return 0.0;
        }
        let parts = SubRacks::of(rack);
        let keys = parts.build(Key::EMPTY, Key::with_tile);
        let parts = (0..parts.count()).map(|part| (parts.tiles(part), keys[part]));
        let of_size = parts.filter(|(part, _)| part.len() == self.kept());
        let sum: f64 = of_size.map(|(part, key)| ways(&rack.tally(), &part) * self.ratio(&part, key)).sum();
        let mean = sum / choose(self.held, self.kept());
        mean * ways(&self.pool, rack) / choose(self.pool.len(), self.held) / self.scale
    }

    /// The leaves that are believed in most, with how much.
    pub fn top(&self, most: usize) -> Vec<(Rack, f64)> {
        let mut all: Vec<(Rack, f64)> = self.leaves().iter().copied().zip(self.chances.iter().copied()).collect();
        let order = |a: &(Rack, f64), b: &(Rack, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if most < all.len() {
            all.select_nth_unstable_by(most, order);
            all.truncate(most);
        }
        all.sort_unstable_by(order);
        all
    }

    /// The chance of every unseen tile to be on the rack, against what it would be without any play seen.
    pub fn tiles(&self) -> Vec<TileChance> {
        let (unseen, drawn) = (self.pool.len(), self.held.saturating_sub(self.kept()));
        // That none of so many tiles is drawn.
        let none =
            |of: usize, pool: usize, draws: usize| ratio(choose(pool.saturating_sub(of), draws), choose(pool, draws));
        let kinds = self.pool.kinds().map(|(tile, count)| {
            let prior = 1.0 - none(count, unseen, self.held);
            let kept = self.chance_to_have_kept(tile, count);
            let chance = kept + (1.0 - kept) * (1.0 - none(count, unseen - self.kept().min(unseen), drawn));
            TileChance { tile, chance, prior }
        });
        kinds.collect()
    }

    fn chance_to_have_kept(&self, tile: Tile, count: usize) -> f64 {
        if self.sure().count(tile) > 0 {
            return 1.0;
        }
        let having = self.leaves().iter().zip(&self.chances).filter(|(leave, _)| leave.count(tile) > 0);
        let none = ratio(choose(self.pool.len() - count, self.kept()), choose(self.pool.len(), self.kept()));
        having.map(|(_, chance)| chance).sum::<f64>() + self.unjudged * (1.0 - none)
    }

    /// How many leaves there seem to be, among those that were judged: as many as, equally likely, would be as hard to
    /// guess. (The exponential of the entropy.)
    pub fn effective_leaves(&self) -> f64 {
        let judged = (1.0 - self.unjudged).max(f64::MIN_POSITIVE);
        let shares = self.chances.iter().map(|chance| chance / judged).filter(|&share| share > 0.0);
        shares.map(|share| -share * share.ln()).sum::<f64>().exp()
    }

    /// To draw from it.
    pub fn draws(self: &Arc<Self>) -> LeaveDraws {
        LeaveDraws::new(self.clone())
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
