//! An axis: from numbers to places, and the round numbers that are written beside it.

use std::ops::RangeInclusive;

/// How numbers are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Each as far from the next as they differ.
    Even,
    /// By their powers of ten.
    Powers,
}

impl Scale {
    fn place(self, value: f64) -> f64 {
        match self {
            Scale::Even => value,
            Scale::Powers => value.log10(),
        }
    }
}

/// An axis. Never empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Axis {
    /// From the least to the greatest.
    pub fn new(range: RangeInclusive<f64>, scale: Scale) -> Self {
        let (low, high) = (*range.start(), *range.end());
        let high = if high > low { high } else { low + 1.0 };
        Axis { scale, low, high }
    }

    /// The same, evenly.
    pub fn even(range: RangeInclusive<f64>) -> Self {
        Self::new(range, Scale::Even)
    }

    /// Where a number is: 0 at the beginning, 1 at the end.
    pub(super) fn share(&self, value: f64) -> f64 {
        let [low, high, at] = [self.low, self.high, value].map(|value| self.scale.place(value));
        (at - low) / (high - low)
    }

    /// Round numbers, about six of them; of powers of ten, 1, 2 and 5 times each that is on the axis.
    pub(super) fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Even => even_ticks(self.low, self.high),
            Scale::Powers => power_ticks(self.low, self.high),
        }
    }
}

fn even_ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let magnitude = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * magnitude).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|tick| exact(tick as f64 * step)).collect()
}

/// None where there is nothing above 0.
fn power_ticks(low: f64, high: f64) -> Vec<f64> {
    if low <= 0.0 {
        return Vec::new();
    }
    let powers = (low.log10().floor() as i32..=high.log10().ceil() as i32).map(|power| 10_f64.powi(power));
    let marks = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|times| exact(times * power)));
    marks.filter(|mark| (low * 0.999..=high * 1.001).contains(mark)).collect()
}

/// Steps below one are tenths of something, and have to be written so.
fn exact(tick: f64) -> f64 {
    (tick * 1e9).round() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let ticks = |range| Axis::even(range).ticks();
        assert_eq!(ticks(-130.0..=250.0), [-100.0, 0.0, 100.0, 200.0]);
        assert_eq!(ticks(0.0..=1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(0.0..=10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(Axis::new(0.1..=10.0, Scale::Powers).ticks(), [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]);
    }

    #[test]
    fn powers_are_equally_far_apart() {
        let axis = Axis::new(0.1..=10.0, Scale::Powers);
        assert_eq!([0.1, 1.0, 10.0].map(|value| axis.share(value)), [0.0, 0.5, 1.0]);
    }
}
