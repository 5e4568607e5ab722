//! One turn_update of the filter: from what was believed before a turn of the opponent to what is believed after it.

use super::choose::{choose, ways};
use super::evidence::{Evidence, Observation};
use super::judge::{BestOnly, ObservedChoice, ObservedTurn, Uniform};
use super::plan::RackPlan;
use super::policy::{Likelihood, POLICIES, PerPolicy};
use super::ratios::{LeaveIndex, Ratios};
use super::softmax::Softmax;
use super::supply::Supply;
use super::walk::{JudgedRacks, Keeps, RackWalk, ReadingEffort};
use crate::evaluate::{Equity, Keeping, Leaves};
use crate::game::{Rack, Tally};
use crate::movegen::PlayTable;
use std::sync::Arc;

/// How an opponent is read.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// How likely its plays are taken to be.
    pub likelihood: Likelihood,
    /// What is weighed before a play.
    pub weights: Weights,
    /// How far back it is read.
    pub memory: Memory,
    /// What it is taken to think of leaves.
    pub leaves: Option<Arc<Leaves>>,
}

/// What is weighed before a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// The rack, since that is what was drawn.
    #[default]
    Rack,
    /// What was kept, as if it had been drawn by itself: Richards and Amir's, for comparison.
    Leave,
}

/// How far back an opponent is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// From the first turn on.
    #[default]
    Game,
    /// Only its last turn.
    LastTurn,
}

/// The most leaves that are carried on: some hundred megabytes of them.
const MOST_LEAVES: usize = 1 << 20;

/// What is believed after a turn. The table must be that of the board before it and the [racks](Evidence::racks) that
/// can have been held; without one the turn tells only what it shows. Blocks.
pub(super) fn update(
    before: &Ratios,
    evidence: &Evidence,
    table: Option<&PlayTable>,
    model: &Model,
    effort: &ReadingEffort,
) -> Ratios {
    let forgotten = Ratios::nothing(model.likelihood.prior());
    // Tiles that are shown are no turn, and do not make the turns before forgotten.
    let forgets = model.memory == Memory::LastTurn && evidence.observed.is_choice();
    let before = if forgets { &forgotten } else { before };
    let turn_update = TurnUpdate::new(before, evidence, model, effort);
    let told = table.filter(|_| evidence.is_telling()).map(|table| turn_update.judge(table, model, effort));
    let (judged, is_whole) = match told {
        Some((judged, is_whole)) if !is_whole || total(&judged.joint) > 0.0 => (judged, is_whole),
        // The choice tells nothing, or no rack explains it: the tiles that it shows still count.
        _ => turn_update.walk().run(&Uniform, effort),
    };
    turn_update.finish(judged, is_whole)
}

/// One update under way.
struct TurnUpdate<'e> {
    before: &'e Ratios,
    evidence: &'e Evidence,
    keeping: Keeping,
    plan: RackPlan,
    /// The leaves that may have been kept, where what was exchanged is not known.
    targets: Option<LeaveIndex>,
    /// How many tiles are kept.
    size: usize,
}

impl<'e> TurnUpdate<'e> {
    fn new(before: &'e Ratios, evidence: &'e Evidence, model: &Model, effort: &ReadingEffort) -> Self {
        let Evidence { observed, supply, held, bag, .. } = evidence;
        let (removed, pool) = (observed.removed(), evidence.pool_after());
        let plain = Supply { shown: Rack::EMPTY, ..supply.clone() };
        let mut plan =
            RackPlan::new(supply, *held, [&observed.used(), &before.sure], |tile, count| match observed.keeps_all() {
                true => plain.weight(tile, count),
                false => count.checked_sub(removed.count(tile)).map_or(0.0, |kept| choose(pool.count(tile), kept)),
            });
        if model.weights == Weights::Leave {
            plan.apply_leave_weights(&removed);
        }
        let (size, targets) = match observed.removed_unseen() {
            Some(count) => {
                let size = held.saturating_sub(count);
                (size, Some(LeaveIndex::new(all_leaves(&pool, size))))
            }
            None => (held.saturating_sub(removed.len()), None),
        };
        let stored = if targets.is_some() { usize::MAX } else { MOST_LEAVES };
        plan.limit(effort.most_racks.min(stored));
        TurnUpdate { before, evidence, keeping: Keeping::new(model.leaves.clone(), *bag), plan, targets, size }
    }

    fn walk(&self) -> RackWalk<'_> {
        let keeps = match &self.targets {
            Some(index) => Keeps::Some(self.size, index),
            None => Keeps::AllBut(self.evidence.observed.removed()),
        };
        RackWalk { plan: &self.plan, before: self.before, keeps }
    }

    /// Judges all racks of the plan.
    fn judge(&self, table: &PlayTable, model: &Model, effort: &ReadingEffort) -> (JudgedRacks, bool) {
        let (turn, walk) = (self.turn(table), self.walk());
        match &model.likelihood {
            Likelihood::Best => walk.run(&BestOnly::new(&turn, Equity::ZERO), effort),
            Likelihood::Margin(margin) => walk.run(&BestOnly::new(&turn, *margin), effort),
            Likelihood::Softmax(policies) => {
                let powers = Softmax::powers(&turn, policies);
                walk.run(&Softmax::new(&turn, policies, &powers), effort)
            }
        }
    }

    /// How the observation is judged.
    fn turn<'t>(&self, table: &'t PlayTable) -> ObservedTurn<'t> {
        let Evidence { observed, held, bag, most_exchanged, .. } = *self.evidence;
        let used = observed.used();
        let (choice, is_extra) = match observed {
            Observation::Place(_, score) => {
                (ObservedChoice::Placed(score), ObservedTurn::is_extra_placement(table, &used, score))
            }
            Observation::Phony(_, score) => (ObservedChoice::Placed(score), true),
            Observation::Exchange(_) | Observation::ExchangeUnseen(_) => (ObservedChoice::Exchanged, false),
            Observation::Pass | Observation::Show => (ObservedChoice::Passed, false),
        };
        let tiles = observed.removed_unseen().unwrap_or(used.len());
        ObservedTurn { table, keeping: self.keeping.clone(), held, most_exchanged, bag, choice, tiles, is_extra }
    }

    /// From weights to ratios.
    fn finish(self, judged: JudgedRacks, is_whole: bool) -> Ratios {
        let sum = total(&judged.joint);
        let possible = self.plan.all().mass;
        let all = is_whole && self.plan.bars.last() == Some(&0.0);
        if !(sum > 0.0 && sum.is_finite() && possible > 0.0) {
            // The evidence is impossible, or no possible rack was judged in the time: it is ignored.
            return Ratios { stopped: !all, impossible: all, ..Ratios::unread(self.before.policies) };
        }
        let covered = if all { 1.0 } else { (judged.mass / possible).min(1.0) };
        let policies = normalised(&judged.joint);
        let sure = self.sure();
        let plays = self.before.plays + usize::from(self.evidence.is_telling());
        let (leaves, bases) = self.leaves(judged.leaves);
        let mut ratios = judged.joint;
        for (ratio, base) in ratios.iter_mut().zip(&bases) {
            *ratio = ratio.map(|joint| joint * covered / sum / base);
        }
        let (in_list, rest) = (bases.iter().sum::<f64>(), 1.0 - covered);
        let elsewhere = match self.targets {
            // The racks that were not judged may have kept any leave.
            Some(_) => {
                ratios.iter_mut().for_each(|ratio| (0..POLICIES).for_each(|at| ratio[at] += rest * policies[at]));
                [0.0; POLICIES]
            }
            None if all || in_list >= 1.0 => [0.0; POLICIES],
            None => policies.map(|weight| weight * rest / (1.0 - in_list)),
        };
        Ratios {
            size: self.size,
            index: LeaveIndex::new(leaves),
            ratios,
            elsewhere,
            policies,
            covered,
            stopped: !is_whole,
            impossible: false,
            judged: judged.racks,
            sure,
            plays,
        }
    }

    /// The leaves, and the chance of each without anything known.
    fn leaves(&self, judged: Vec<(Rack, f64)>) -> (Vec<Rack>, Vec<f64>) {
        let pool = self.evidence.pool_after();
        let all = match self.evidence.observed.keeps_all() {
            true => self.undisturbed_mass(),
            false => choose(pool.len(), self.size),
        };
        match &self.targets {
            Some(index) => {
                let leaves = index.leaves().to_vec();
                let bases = leaves.iter().map(|leave| ways(&pool, leave) / all).collect();
                (leaves, bases)
            }
            None => judged.into_iter().map(|(leave, weight)| (leave, weight / all)).unzip(),
        }
    }

    /// The weight of all racks, had nothing been shown of them.
    fn undisturbed_mass(&self) -> f64 {
        let plain = Supply { shown: Rack::EMPTY, ..self.evidence.supply.clone() };
        RackPlan::new(&plain, self.evidence.held, [&Rack::EMPTY; 2], |_, _| 1.0).all().mass
    }

    /// The tiles that are on the rack for certain after the turn.
    fn sure(&self) -> Rack {
        let Evidence { observed, supply, .. } = self.evidence;
        if observed.removed_unseen().is_some() {
            return Rack::EMPTY;
        }
        let known = self.before.sure.union(&supply.shown).unwrap_or(supply.shown);
        known.union(&observed.used()).unwrap_or(known).minus(&observed.removed())
    }
}

/// Every leave of `size` tiles from a pool.
fn all_leaves(pool: &Tally, size: usize) -> Vec<Rack> {
    fn add(kinds: &[(crate::game::Tile, usize)], left: usize, leave: Rack, all: &mut Vec<Rack>) {
        let Some((&(tile, count), rest)) = kinds.split_first() else {
            if left == 0 {
                all.push(leave);
            }
            return;
        };
        let mut leave = leave;
        for taken in 0..=count.min(left) {
            add(rest, left - taken, leave, all);
            let _ = leave.push(tile);
        }
    }
    let mut all = Vec::new();
    add(&pool.kinds().collect::<Vec<_>>(), size, Rack::EMPTY, &mut all);
    all
}

fn total(joint: &[PerPolicy]) -> f64 {
    joint.iter().flatten().sum()
}

/// The share of each policy.
fn normalised(joint: &[PerPolicy]) -> PerPolicy {
    let sum = total(joint);
    std::array::from_fn(|at| joint.iter().map(|policies| policies[at]).sum::<f64>() / sum)
}
