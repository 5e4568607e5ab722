//! The likelihood of what was observed, for one rack after the other.
//!
//! **Idea.** The sum below the softmax runs over all options of a rack: up to 127 placements and as many exchanges.
//! Its terms are products: exp((score + leave) / t) is exp(score / t) times exp(leave / t), the first a matter of the
//! part that is placed, the second of the part that is kept. Both are worked out once for each part, when it first
//! appears as a rack grows ([`Parts`]), from tables; and a rack's sum is then a row of multiplications, whatever the
//! number of temperatures. No logarithm or exponential is taken for a rack.
//!
//! **Cost.** For a rack that differs from the last one in its last tile: 64 new parts, each with two powers at each
//! temperature (three where an exchange leaves another value), and 128 products at each temperature for the sum. What a
//! part scores and is worth is known from the last rack that had it ([`PartTree`](super::parts::PartTree)).
//!
//! **Limits.** Points are taken relative to what was observed, and divided by at least
//! [`Temperatures::LEAST`](super::Temperatures::LEAST) points. What exceeds the range of floating point becomes
//! infinite or nothing, and then so does the likelihood, which is right to some hundred digits. Leaves count as worth
//! at most 262 points, for or against, and plays as scoring at most 1,022.

use super::parts::{Found, Parts};
use super::policy::{FLOORS, POLICIES, PerPolicy, PerTemperature, Policies, TEMPERATURES};
use crate::evaluate::{Equity, Keeping};
use crate::game::{Key, MAX_SUB_RACKS, RACK_SIZE, Rack};
use crate::movegen::PlayTable;
use std::ops::Range;

/// What was observed, as far as it must be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Tiles were placed for so many points.
    Placed(i32),
    /// Tiles were exchanged.
    Exchanged,
    /// Nothing was done.
    Passed,
}

/// What racks are judged by: one board, and what the player to be explained could do there.
#[derive(Clone, Debug)]
pub(super) struct Scene<'t> {
    pub(super) table: &'t PlayTable,
    pub(super) keeping: Keeping,
    pub(super) held: usize,
    pub(super) most_exchanged: usize,
    pub(super) bag: usize,
    pub(super) choice: Choice,
    /// How many tiles were used.
    pub(super) tiles: usize,
    /// Whether the observed play is none of the rack's options, and must be added to them.
    pub(super) is_extra: bool,
}

impl Scene<'_> {
    /// Whether the rest of a rack may be exchanged when a part of so many tiles is kept.
    #[inline]
    fn may_keep(&self, size: usize) -> bool {
        size < self.held && self.held - size <= self.most_exchanged
    }

    /// What is to be known of a part.
    pub(super) fn find(&self, tiles: &Rack, key: Key) -> Found {
        let code = if tiles.is_empty() { 0 } else { self.table.code(key) };
        let [placing, exchanging] = self.keeping.values(tiles, self.held - tiles.len());
        let [placing, exchanging] = [placing, exchanging].map(Equity::as_millipoints);
        Found { code, placing, exchanging, ..Found::WORTHLESS }
    }

    /// What is to be known of a whole rack.
    fn find_whole(&self, key: Key) -> Found {
        Found { code: self.table.code(key), ..Found::WORTHLESS }
    }

    /// What the observed play scored.
    fn score(&self) -> i32 {
        match self.choice {
            Choice::Placed(score) => score.min(SCORES as i32 - 2),
            Choice::Exchanged | Choice::Passed => 0,
        }
    }
}

/// Judges racks that grow and shrink kind by kind.
pub(super) trait Judge {
    /// What is known of a rack in the making beyond its parts.
    type Level: Copy;

    /// The rack of no parts at all.
    fn start(&self) -> Self::Level;

    /// What it needs to know of a part.
    fn find(&self, tiles: &Rack, key: Key) -> Found;

    /// The same of a whole rack, which nobody can keep.
    fn find_whole(&self, key: Key) -> Found;

    /// These parts are new.
    fn extend(&mut self, new: Range<usize>, parts: &Parts, found: &[Found; MAX_SUB_RACKS], level: &mut Self::Level);

    /// The likelihood of what was observed, if this is the whole rack.
    fn likelihood(&self, parts: &Parts, level: Self::Level) -> PerPolicy;

    /// The likelihood, times what each policy weighs, of exchanging all but a part, for each part of so many tiles.
    fn exchanges(
        &self,
        parts: &Parts,
        level: Self::Level,
        kept: usize,
        weights: &PerPolicy,
        each: impl FnMut(usize, &PerPolicy),
    );
}

/// Takes everything to be equally likely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uniform;

impl Judge for Uniform {
    type Level = ();
    fn start(&self) {}
    fn find(&self, _: &Rack, _: Key) -> Found {
        Found::WORTHLESS
    }
    fn find_whole(&self, _: Key) -> Found {
        Found::WORTHLESS
    }
    fn extend(&mut self, _: Range<usize>, _: &Parts, _: &[Found; MAX_SUB_RACKS], (): &mut ()) {}
    fn likelihood(&self, _: &Parts, (): ()) -> PerPolicy {
        [1.0; POLICIES]
    }
    fn exchanges(
        &self,
        parts: &Parts,
        (): (),
        kept: usize,
        weights: &PerPolicy,
        mut each: impl FnMut(usize, &PerPolicy),
    ) {
        (0..=parts.whole()).filter(|&part| parts.size(part) == kept).for_each(|part| each(part, weights));
    }
}

/// Powers of e for whole numbers of thousandths of points, at all temperatures at once: the power of the high bits
/// times the power of the low bits.
#[derive(Clone, Debug)]
pub(super) struct Powers {
    high: Box<[PerTemperature; HIGH]>,
    low: Box<[PerTemperature; LOW]>,
    /// For scores and one more; nothing for none.
    scores: Box<[PerTemperature; SCORES]>,
}

/// How many values the low bits have,
const LOW: usize = 1 << 8;
/// and the high bits: what is kept and worth more, or costs more, than half of both in thousandths of points counts as
/// that.
const HIGH: usize = 1 << 11;
/// Scores, and one more, from here on count as the last one below.
const SCORES: usize = 1 << 10;

impl Powers {
    /// Beyond this, powers leave the range of floating point.
    const MOST_EXPONENT: f64 = 700.0;
    /// The middle of the range, in thousandths of points.
    const MIDDLE: i32 = (HIGH * LOW / 2) as i32;

    /// At these temperatures; for scores, relative to this many points.
    fn new(temperatures: &PerTemperature, score: i32) -> Self {
        let power = |thousandths: i32| {
            temperatures.map(|points| {
                let exponent = f64::from(thousandths) / 1000.0 / points;
                exponent.clamp(-Self::MOST_EXPONENT, Self::MOST_EXPONENT).exp()
            })
        };
        let high = |at: usize| power((at * LOW) as i32 - Self::MIDDLE);
        let of_code = |code: usize| match code.checked_sub(1) {
            None => [0.0; TEMPERATURES],
            Some(points) => power((points as i32 - score).saturating_mul(1000)),
        };
        Powers { high: table(high), low: table(|at| power(at as i32)), scores: table(of_code) }
    }

    /// For what is kept.
    #[inline]
    fn leave(&self, thousandths: i32) -> PerTemperature {
        let at = (thousandths + Self::MIDDLE).clamp(0, (HIGH * LOW) as i32 - 1) as usize;
        let (mut power, low) = (self.high[at / LOW % HIGH], &self.low[at % LOW]);
        (0..TEMPERATURES).for_each(|at| power[at] *= low[at]);
        power
    }

    /// For a score and one more; nothing where there is no placement.
    #[inline]
    fn score(&self, code: u16) -> PerTemperature {
        self.scores[usize::from(code).min(SCORES - 1)]
    }

    /// For no score at all.
    fn unscored(&self) -> PerTemperature {
        self.scores[1]
    }
}

/// A table on the heap.
fn table<const N: usize>(row: impl FnMut(usize) -> PerTemperature) -> Box<[PerTemperature; N]> {
    let rows: Box<[PerTemperature]> = (0..N).map(row).collect();
    rows.try_into().expect("so many rows were made")
}

/// Judges by a softmax, under all policies at once.
#[derive(Clone, Debug)]
pub(super) struct Soft<'s> {
    scene: &'s Scene<'s>,
    powers: &'s Powers,
    floors: [f64; FLOORS],
    /// Whether the rest may be exchanged, by how many tiles are kept.
    may_keep: [bool; RACK_SIZE + 1],
    /// For each part: the power of its score when it is placed, and of its value when the rest is placed, or
    /// exchanged.
    placed: [PerTemperature; MAX_SUB_RACKS],
    kept: [PerTemperature; MAX_SUB_RACKS],
    exchanged: [PerTemperature; MAX_SUB_RACKS],
}

/// What a rack in the making has besides its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoftLevel {
    /// How many options there are, the pass among them.
    options: f64,
    /// The powers of all exchanges.
    exchanges: PerTemperature,
}

impl<'s> Soft<'s> {
    /// The tables for a scene.
    pub(super) fn powers(scene: &Scene<'_>, policies: &Policies) -> Powers {
        Powers::new(&policies.temperatures(scene.bag, scene.tiles), scene.score())
    }

    pub(super) fn new(scene: &'s Scene<'s>, policies: &Policies, powers: &'s Powers) -> Self {
        let none = [[0.0; TEMPERATURES]; MAX_SUB_RACKS];
        let may_keep = std::array::from_fn(|size| scene.may_keep(size));
        Soft { scene, powers, floors: policies.floors, may_keep, placed: none, kept: none, exchanged: none }
    }

    /// What an exchange has instead of a score.
    #[inline]
    fn unscored(&self) -> PerTemperature {
        self.powers.unscored()
    }

    /// The sum over all options.
    #[inline]
    fn sum(&self, parts: &Parts, level: SoftLevel) -> PerTemperature {
        let whole = parts.whole();
        let (placed, kept) = (&self.placed[..=whole], &self.kept[..=whole]);
        let mut sum = [0.0; TEMPERATURES];
        for (placed, kept) in placed.iter().zip(kept.iter().rev()) {
            for at in 0..TEMPERATURES {
                sum[at] += placed[at] * kept[at];
            }
        }
        let unscored = self.unscored();
        std::array::from_fn(|at| sum[at] + unscored[at] * level.exchanges[at])
    }

    /// The power of what was observed.
    #[inline]
    fn observed(&self, parts: &Parts) -> PerTemperature {
        let left = parts.left();
        let unscored = self.unscored();
        match self.scene.choice {
            Choice::Placed(_) => self.kept[left],
            Choice::Exchanged => std::array::from_fn(|at| unscored[at] * self.exchanged[left][at]),
            Choice::Passed => [0.0; TEMPERATURES],
        }
    }
}

impl Judge for Soft<'_> {
    type Level = SoftLevel;

    fn start(&self) -> SoftLevel {
        let options = if self.scene.is_extra { 2.0 } else { 1.0 };
        SoftLevel { options, exchanges: [0.0; TEMPERATURES] }
    }

    fn find(&self, tiles: &Rack, key: Key) -> Found {
        self.scene.find(tiles, key)
    }

    fn find_whole(&self, key: Key) -> Found {
        self.scene.find_whole(key)
    }

    #[inline]
    fn extend(&mut self, new: Range<usize>, parts: &Parts, found: &[Found; MAX_SUB_RACKS], level: &mut SoftLevel) {
        let SoftLevel { mut options, mut exchanges } = *level;
        for part in new {
            let found = &found[part];
            let kept = self.powers.leave(found.placing);
            self.placed[part] = self.powers.score(found.code);
            self.kept[part] = kept;
            options += f64::from(u8::from(found.code != 0));
            if self.may_keep[parts.size(part)] {
                // While the bag is full both are worth the same.
                let is_same = found.exchanging == found.placing;
                let power = if is_same { kept } else { self.powers.leave(found.exchanging) };
                self.exchanged[part] = power;
                options += 1.0;
                (0..TEMPERATURES).for_each(|at| exchanges[at] += power[at]);
            }
        }
        *level = SoftLevel { options, exchanges };
    }

    #[inline]
    fn likelihood(&self, parts: &Parts, level: SoftLevel) -> PerPolicy {
        let (sum, observed) = (self.sum(parts, level), self.observed(parts));
        let extra = if self.scene.is_extra { observed } else { [0.0; TEMPERATURES] };
        // Who can do nothing else must pass.
        let mut soft = [if level.options == 1.0 { 1.0 } else { 0.0 }; TEMPERATURES];
        if self.scene.choice != Choice::Passed {
            (0..TEMPERATURES).for_each(|at| soft[at] = ratio(observed[at], sum[at] + extra[at]));
        }
        let mut likelihood = [0.0; POLICIES];
        for (at, likelihood) in likelihood.iter_mut().enumerate() {
            let floor = self.floors[at % FLOORS];
            *likelihood = (1.0 - floor) * soft[at / FLOORS] + floor / level.options;
        }
        likelihood
    }

    #[inline]
    fn exchanges(
        &self,
        parts: &Parts,
        level: SoftLevel,
        kept: usize,
        weights: &PerPolicy,
        mut each: impl FnMut(usize, &PerPolicy),
    ) {
        let (sum, unscored) = (self.sum(parts, level), self.unscored());
        let (mut soft, mut lot) = ([0.0; POLICIES], [0.0; POLICIES]);
        for at in 0..POLICIES {
            let (temperature, floor) = (at / FLOORS, self.floors[at % FLOORS]);
            soft[at] = weights[at] * (1.0 - floor) * ratio(unscored[temperature], sum[temperature]);
            lot[at] = weights[at] * floor / level.options;
        }
        for part in 0..=parts.whole() {
            if parts.size(part) == kept {
                let (power, mut joint) = (&self.exchanged[part], lot);
                (0..POLICIES).for_each(|at| joint[at] += soft[at] * power[at / FLOORS]);
                each(part, &joint);
            }
        }
    }
}

/// A share in a sum; nothing in a sum that is beyond all numbers.
#[inline]
fn ratio(part: f64, sum: f64) -> f64 {
    if sum > 0.0 && sum.is_finite() { (part / sum).min(1.0) } else { 0.0 }
}

/// Judges by the best option alone: what is worth no less, but for a margin, is certain.
#[derive(Clone, Debug)]
pub(super) struct BestOnly<'s> {
    scene: &'s Scene<'s>,
    margin: Equity,
    /// For each part: what it scores, and what it is worth when the rest is placed, or exchanged.
    placed: [Equity; MAX_SUB_RACKS],
    kept: [Equity; MAX_SUB_RACKS],
    exchanged: [Equity; MAX_SUB_RACKS],
}

impl<'s> BestOnly<'s> {
    pub(super) fn new(scene: &'s Scene<'s>, margin: Equity) -> Self {
        let none = [Equity::LOWEST; MAX_SUB_RACKS];
        BestOnly { scene, margin, placed: none, kept: none, exchanged: none }
    }

    /// What the best option is worth.
    #[inline]
    fn best(&self, parts: &Parts, exchange: Equity) -> Equity {
        let whole = parts.whole();
        let (placed, kept) = (&self.placed[..=whole], &self.kept[..=whole]);
        placed.iter().zip(kept.iter().rev()).fold(exchange, |best, (&placed, &kept)| best.max(placed + kept))
    }

    fn verdict(&self, value: Equity, best: Equity) -> PerPolicy {
        [if value + self.margin >= best { 1.0 } else { 0.0 }; POLICIES]
    }
}

impl Judge for BestOnly<'_> {
    /// What the best exchange is worth.
    type Level = Equity;

    fn start(&self) -> Equity {
        Equity::LOWEST
    }

    fn find(&self, tiles: &Rack, key: Key) -> Found {
        self.scene.find(tiles, key)
    }

    fn find_whole(&self, key: Key) -> Found {
        self.scene.find_whole(key)
    }

    fn extend(&mut self, new: Range<usize>, parts: &Parts, found: &[Found; MAX_SUB_RACKS], best: &mut Equity) {
        for part in new {
            let found = &found[part];
            let code = i32::from(found.code);
            self.placed[part] = if code == 0 { Equity::LOWEST } else { Equity::points(code - 1) };
            self.kept[part] = Equity::millipoints(found.placing);
            let may_keep = self.scene.may_keep(parts.size(part));
            self.exchanged[part] = if may_keep { Equity::millipoints(found.exchanging) } else { Equity::LOWEST };
            *best = self.exchanged[part].max(*best);
        }
    }

    fn likelihood(&self, parts: &Parts, exchange: Equity) -> PerPolicy {
        let (best, left) = (self.best(parts, exchange), parts.left());
        match self.scene.choice {
            Choice::Placed(score) => self.verdict(Equity::points(score) + self.kept[left], best),
            Choice::Exchanged => self.verdict(self.exchanged[left], best),
            // Who passes has nothing better: whatever is to be had is above this.
            Choice::Passed => self.verdict(Equity::millipoints(Equity::LOWEST.as_millipoints() / 2), best),
        }
    }

    fn exchanges(
        &self,
        parts: &Parts,
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
