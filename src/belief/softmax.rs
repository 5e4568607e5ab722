//! The likelihood of what was observed, for one rack after the other.
//!
//! **Idea.** The sum below the softmax runs over all options of a rack: up to 127 placements and as many exchanges.
//! Its terms are products: exp((score + leave) / t) is exp(score / t) times exp(leave / t), the first a matter of the
//! part that is placed, the second of the part that is kept. Both are worked out once for each part, when it first
//! appears as a rack grows ([`RackParts`]), from tables; and a rack's sum is then a row of multiplications, whatever
//! the number of temperatures. No logarithm or exponential is taken for a rack.
//!
//! **Cost.** For a rack that differs from the last one in its last tile: 64 new parts, each with two powers at each
//! temperature (three where an exchange leaves another value), and 128 products at each temperature for the sum. What a
//! part scores and is worth is known from the last rack that had it ([`PartTree`](super::parts::PartTree)).
//!
//! **Limits.** Points are taken relative to what was observed, and divided by at least
//! [`Temperatures::LEAST`](super::Temperatures::LEAST) points. What exceeds the range of floating point becomes
//! infinite or nothing, and then so does the likelihood, which is right to some hundred digits. Leaves count as worth
//! at most 262 points, for or against, and plays as scoring at most 1,022.

use super::judge::{ObservedChoice, ObservedTurn, RackJudge};
use super::parts::{PartInfo, RackParts};
use super::policy::{FLOORS, POLICIES, PerPolicy, PerTemperature, Policies, TEMPERATURES};
use crate::game::{Key, MAX_SUB_RACKS, RACK_SIZE, Rack};
use std::ops::Range;

/// Powers of e for whole numbers of thousandths of points, at all temperatures at once: the power of the high bits
/// times the power of the low bits.
#[derive(Clone, Debug)]
pub(super) struct Powers {
    high: Box<[PerTemperature; HIGH]>,
    low: Box<[PerTemperature; LOW]>,
    /// By score code (the score plus one); 0 where there is no placement.
    scores: Box<[PerTemperature; SCORES]>,
}

/// How many values the low bits have.
const LOW: usize = 1 << 8;
/// How many values the high bits have. The values of leaves clamp to half of `HIGH * LOW` thousandths of a point, for
/// or against.
const HIGH: usize = 1 << 11;
/// How many score codes (the score plus one) the table has; higher ones clamp to the last.
const SCORES: usize = 1 << 10;

impl Powers {
    /// Beyond this, powers leave the range of floating point.
    const MOST_EXPONENT: f64 = 700.0;
    /// The middle of the range, in thousandths of points.
    const MIDDLE: i32 = (HIGH * LOW / 2) as i32;

    /// At these temperatures; scores are taken relative to `score` points.
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

    /// The powers of a leave's value.
    #[inline]
    fn leave(&self, thousandths: i32) -> PerTemperature {
        let at = (thousandths + Self::MIDDLE).clamp(0, (HIGH * LOW) as i32 - 1) as usize;
        let (mut power, low) = (self.high[at / LOW % HIGH], &self.low[at % LOW]);
        (0..TEMPERATURES).for_each(|at| power[at] *= low[at]);
        power
    }

    /// The powers of a score code; 0 where there is no placement.
    #[inline]
    fn score(&self, code: u16) -> PerTemperature {
        self.scores[usize::from(code).min(SCORES - 1)]
    }

    /// The powers of a score of 0.
    fn unscored(&self) -> PerTemperature {
        self.scores[1]
    }
}

/// A table on the heap.
fn table<const N: usize>(row: impl FnMut(usize) -> PerTemperature) -> Box<[PerTemperature; N]> {
    let rows: Box<[PerTemperature]> = (0..N).map(row).collect();
    rows.try_into().expect("N rows were made")
}

/// Judges by a softmax, under all policies at once.
#[derive(Clone, Debug)]
pub(super) struct Softmax<'s> {
    turn: &'s ObservedTurn<'s>,
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

/// The totals of a partial rack.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoftmaxTotals {
    /// How many options there are, the pass among them.
    options: f64,
    /// The powers of all exchanges.
    exchanges: PerTemperature,
}

impl<'s> Softmax<'s> {
    /// The powers that a turn needs.
    pub(super) fn powers(turn: &ObservedTurn<'_>, policies: &Policies) -> Powers {
        Powers::new(&policies.temperatures(turn.bag, turn.tiles), observed_score(turn))
    }

    pub(super) fn new(turn: &'s ObservedTurn<'s>, policies: &Policies, powers: &'s Powers) -> Self {
        let none = [[0.0; TEMPERATURES]; MAX_SUB_RACKS];
        let may_keep = std::array::from_fn(|size| turn.may_keep(size));
        Softmax { turn, powers, floors: policies.floors, may_keep, placed: none, kept: none, exchanged: none }
    }

    /// What an exchange has instead of a score.
    #[inline]
    fn unscored(&self) -> PerTemperature {
        self.powers.unscored()
    }

    /// The sum over all options.
    #[inline]
    fn sum(&self, parts: &RackParts, totals: SoftmaxTotals) -> PerTemperature {
        let whole = parts.whole();
        let (placed, kept) = (&self.placed[..=whole], &self.kept[..=whole]);
        let mut sum = [0.0; TEMPERATURES];
        for (placed, kept) in placed.iter().zip(kept.iter().rev()) {
            for at in 0..TEMPERATURES {
                sum[at] += placed[at] * kept[at];
            }
        }
        let unscored = self.unscored();
        std::array::from_fn(|at| sum[at] + unscored[at] * totals.exchanges[at])
    }

    /// The power of what was observed.
    #[inline]
    fn observed(&self, parts: &RackParts) -> PerTemperature {
        let left = parts.left();
        let unscored = self.unscored();
        match self.turn.choice {
            ObservedChoice::Placed(_) => self.kept[left],
            ObservedChoice::Exchanged => std::array::from_fn(|at| unscored[at] * self.exchanged[left][at]),
            ObservedChoice::Passed => [0.0; TEMPERATURES],
        }
    }
}

impl RackJudge for Softmax<'_> {
    type Totals = SoftmaxTotals;

    fn start(&self) -> SoftmaxTotals {
        let options = if self.turn.is_extra { 2.0 } else { 1.0 };
        SoftmaxTotals { options, exchanges: [0.0; TEMPERATURES] }
    }

    fn inspect(&self, tiles: &Rack, key: Key) -> PartInfo {
        self.turn.inspect(tiles, key)
    }

    fn inspect_whole(&self, key: Key) -> PartInfo {
        self.turn.inspect_whole(key)
    }

    #[inline]
    fn extend(
        &mut self,
        new: Range<usize>,
        parts: &RackParts,
        info: &[PartInfo; MAX_SUB_RACKS],
        totals: &mut SoftmaxTotals,
    ) {
        let SoftmaxTotals { mut options, mut exchanges } = *totals;
        for part in new {
            let info = &info[part];
            let kept = self.powers.leave(info.placing);
            self.placed[part] = self.powers.score(info.code);
            self.kept[part] = kept;
            options += f64::from(u8::from(info.code != 0));
            if self.may_keep[parts.size(part)] {
                // While the bag is full both are worth the same.
                let is_same = info.exchanging == info.placing;
                let power = if is_same { kept } else { self.powers.leave(info.exchanging) };
                self.exchanged[part] = power;
                options += 1.0;
                (0..TEMPERATURES).for_each(|at| exchanges[at] += power[at]);
            }
        }
        *totals = SoftmaxTotals { options, exchanges };
    }

    #[inline]
    fn likelihood(&self, parts: &RackParts, totals: SoftmaxTotals) -> PerPolicy {
        let (sum, observed) = (self.sum(parts, totals), self.observed(parts));
        let extra = if self.turn.is_extra { observed } else { [0.0; TEMPERATURES] };
        // A player without another option must pass.
        let mut soft = [if totals.options == 1.0 { 1.0 } else { 0.0 }; TEMPERATURES];
        if self.turn.choice != ObservedChoice::Passed {
            (0..TEMPERATURES).for_each(|at| soft[at] = ratio(observed[at], sum[at] + extra[at]));
        }
        let mut likelihood = [0.0; POLICIES];
        for (at, likelihood) in likelihood.iter_mut().enumerate() {
            let floor = self.floors[at % FLOORS];
            *likelihood = (1.0 - floor) * soft[at / FLOORS] + floor / totals.options;
        }
        likelihood
    }

    #[inline]
    fn exchanges(
        &self,
        parts: &RackParts,
        totals: SoftmaxTotals,
        kept: usize,
        weights: &PerPolicy,
        mut each: impl FnMut(usize, &PerPolicy),
    ) {
        let (sum, unscored) = (self.sum(parts, totals), self.unscored());
        let (mut soft, mut lot) = ([0.0; POLICIES], [0.0; POLICIES]);
        for at in 0..POLICIES {
            let (temperature, floor) = (at / FLOORS, self.floors[at % FLOORS]);
            soft[at] = weights[at] * (1.0 - floor) * ratio(unscored[temperature], sum[temperature]);
            lot[at] = weights[at] * floor / totals.options;
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

/// A share in a sum; 0 if the sum is 0 or not finite.
#[inline]
fn ratio(part: f64, sum: f64) -> f64 {
    if sum > 0.0 && sum.is_finite() { (part / sum).min(1.0) } else { 0.0 }
}

/// What the observed play scored, as far as the tables go.
fn observed_score(turn: &ObservedTurn<'_>) -> i32 {
    match turn.choice {
        ObservedChoice::Placed(score) => score.min(SCORES as i32 - 2),
        ObservedChoice::Exchanged | ObservedChoice::Passed => 0,
    }
}
