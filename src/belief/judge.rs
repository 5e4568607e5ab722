//! What is judged: one observed turn, and how a judge goes through the racks that may have made it.
//!
//! Three judges share the walk through all racks: the softmax of the policies (`softmax`), the best option alone, and
//! one that takes every choice to be equally likely, for turns that tell nothing but the tiles they show.

use super::parts::{PartInfo, RackParts};
use super::policy::{POLICIES, PerPolicy};
use crate::evaluate::{Equity, Keeping};
use crate::game::{Key, MAX_SUB_RACKS, Rack};
use crate::movegen::PlayTable;
use std::ops::Range;

/// The kind of choice that is to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObservedChoice {
    /// Tiles were placed for this many points.
    Placed(i32),
    /// Tiles were exchanged.
    Exchanged,
    /// Nothing was done.
    Passed,
}

/// The turn that is to be explained: its board, what the player could do there, and what it did.
#[derive(Clone, Debug)]
pub(super) struct ObservedTurn<'t> {
    pub(super) table: &'t PlayTable,
    pub(super) keeping: Keeping,
    /// How many tiles the player held.
    pub(super) held: usize,
    pub(super) most_exchanged: usize,
    pub(super) bag: usize,
    pub(super) choice: ObservedChoice,
    /// How many tiles were used.
    pub(super) tiles: usize,
    /// Whether the observed play is none of the rack's options, and must be added to them.
    pub(super) is_extra: bool,
}

impl ObservedTurn<'_> {
    /// Whether a placement is none of the options of a rack: it scores otherwise than the best placement of its tiles.
    pub(super) fn is_extra_placement(table: &PlayTable, used: &Rack, score: i32) -> bool {
        score + 1 != i32::from(table.code(used.key()))
    }

    /// Whether the rest of a rack may be exchanged when a part of `size` tiles is kept.
    #[inline]
    pub(super) fn may_keep(&self, size: usize) -> bool {
        size < self.held && self.held - size <= self.most_exchanged
    }

    /// What must be known of a part.
    pub(super) fn inspect(&self, tiles: &Rack, key: Key) -> PartInfo {
        let code = if tiles.is_empty() { 0 } else { self.table.code(key) };
        let [placing, exchanging] = self.keeping.values(tiles, self.held - tiles.len());
        let [placing, exchanging] = [placing, exchanging].map(Equity::as_millipoints);
        PartInfo { code, placing, exchanging, ..PartInfo::WORTHLESS }
    }

    /// What must be known of a whole rack.
    pub(super) fn inspect_whole(&self, key: Key) -> PartInfo {
        PartInfo { code: self.table.code(key), ..PartInfo::WORTHLESS }
    }
}

/// Judges racks that grow and shrink kind by kind.
pub(super) trait RackJudge {
    /// Running totals over the parts of a partial rack.
    type Totals: Copy;

    /// The totals of a rack without parts.
    fn start(&self) -> Self::Totals;

    /// What it needs to know of a part.
    fn inspect(&self, tiles: &Rack, key: Key) -> PartInfo;

    /// The same of a whole rack, which nobody can keep.
    fn inspect_whole(&self, key: Key) -> PartInfo;

    /// Adds new parts to the totals.
    fn extend(
        &mut self,
        new: Range<usize>,
        parts: &RackParts,
        info: &[PartInfo; MAX_SUB_RACKS],
        totals: &mut Self::Totals,
    );

    /// The likelihood of what was observed, if this is the whole rack.
    fn likelihood(&self, parts: &RackParts, totals: Self::Totals) -> PerPolicy;

    /// The likelihood of exchanging all but a part, times the weight of each policy, for each part of `kept` tiles.
    fn exchanges(
        &self,
        parts: &RackParts,
        totals: Self::Totals,
        kept: usize,
        weights: &PerPolicy,
        each: impl FnMut(usize, &PerPolicy),
    );
}

/// Takes every choice to be equally likely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uniform;

impl RackJudge for Uniform {
    type Totals = ();
    fn start(&self) {}
    fn inspect(&self, _: &Rack, _: Key) -> PartInfo {
        PartInfo::WORTHLESS
    }
    fn inspect_whole(&self, _: Key) -> PartInfo {
        PartInfo::WORTHLESS
    }
    fn extend(&mut self, _: Range<usize>, _: &RackParts, _: &[PartInfo; MAX_SUB_RACKS], (): &mut ()) {}
    fn likelihood(&self, _: &RackParts, (): ()) -> PerPolicy {
        [1.0; POLICIES]
    }
    fn exchanges(
        &self,
        parts: &RackParts,
        (): (),
        kept: usize,
        weights: &PerPolicy,
        mut each: impl FnMut(usize, &PerPolicy),
    ) {
        (0..=parts.whole()).filter(|&part| parts.size(part) == kept).for_each(|part| each(part, weights));
    }
}

/// Judges by the best option alone: whatever is worth no less than it, up to a margin, is certain.
#[derive(Clone, Debug)]
pub(super) struct BestOnly<'s> {
    turn: &'s ObservedTurn<'s>,
    margin: Equity,
    /// For each part: what it scores, and what it is worth when the rest is placed, or exchanged.
    placed: [Equity; MAX_SUB_RACKS],
    kept: [Equity; MAX_SUB_RACKS],
    exchanged: [Equity; MAX_SUB_RACKS],
}

impl<'s> BestOnly<'s> {
    pub(super) fn new(turn: &'s ObservedTurn<'s>, margin: Equity) -> Self {
        let none = [Equity::LOWEST; MAX_SUB_RACKS];
        BestOnly { turn, margin, placed: none, kept: none, exchanged: none }
    }

    /// What the best option is worth.
    #[inline]
    fn best(&self, parts: &RackParts, exchange: Equity) -> Equity {
        let whole = parts.whole();
        let (placed, kept) = (&self.placed[..=whole], &self.kept[..=whole]);
        placed.iter().zip(kept.iter().rev()).fold(exchange, |best, (&placed, &kept)| best.max(placed + kept))
    }

    fn verdict(&self, value: Equity, best: Equity) -> PerPolicy {
        [if value + self.margin >= best { 1.0 } else { 0.0 }; POLICIES]
    }
}

impl RackJudge for BestOnly<'_> {
    /// What the best exchange is worth.
    type Totals = Equity;

    fn start(&self) -> Equity {
        Equity::LOWEST
    }

    fn inspect(&self, tiles: &Rack, key: Key) -> PartInfo {
        self.turn.inspect(tiles, key)
    }

    fn inspect_whole(&self, key: Key) -> PartInfo {
        self.turn.inspect_whole(key)
    }

    fn extend(&mut self, new: Range<usize>, parts: &RackParts, info: &[PartInfo; MAX_SUB_RACKS], best: &mut Equity) {
        for part in new {
            let info = &info[part];
            let code = i32::from(info.code);
            self.placed[part] = if code == 0 { Equity::LOWEST } else { Equity::points(code - 1) };
            self.kept[part] = Equity::millipoints(info.placing);
            let may_keep = self.turn.may_keep(parts.size(part));
            self.exchanged[part] = if may_keep { Equity::millipoints(info.exchanging) } else { Equity::LOWEST };
            *best = self.exchanged[part].max(*best);
        }
    }

    fn likelihood(&self, parts: &RackParts, exchange: Equity) -> PerPolicy {
        let (best, left) = (self.best(parts, exchange), parts.left());
        match self.turn.choice {
            ObservedChoice::Placed(score) => self.verdict(Equity::points(score) + self.kept[left], best),
            ObservedChoice::Exchanged => self.verdict(self.exchanged[left], best),
            // A pass is explained only where there is no other option: every option is worth more than this.
            ObservedChoice::Passed => self.verdict(Equity::millipoints(Equity::LOWEST.as_millipoints() / 2), best),
        }
    }

    fn exchanges(
        &self,
        parts: &RackParts,
        exchange: Equity,
        kept: usize,
        weights: &PerPolicy,
        mut each: impl FnMut(usize, &PerPolicy),
    ) {
        let best = self.best(parts, exchange);
        let all = (0..=parts.whole()).filter(|&part| parts.size(part) == kept);
        let chosen = all.filter(|&part| self.exchanged[part] + self.margin >= best);
        chosen.for_each(|part| each(part, weights));
    }
}
