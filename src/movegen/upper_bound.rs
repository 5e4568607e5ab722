//! What windows promise, roughly in order.
//!
//! Of the hundreds of windows that promise enough, a few dozen are looked into before one has been found that no other
//! can beat. Sorting them all would take longer than looking. So they are put into buckets of a point each, by
//! counting; within a bucket the order is that in which they were found.

use crate::evaluate::Equity;
use crate::game::Direction;

/// A window and the most that it could be worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpperBound {
    pub(super) most: Equity,
    /// The points alone.
    pub(super) points: i32,
    pub(super) direction: Direction,
    pub(super) lane: u8,
    pub(super) window: u16,
}

/// The windows with their bounds, to be looked into from the largest bound on.
#[derive(Clone, Debug, Default)]
pub(super) struct UpperBounds {
    found: Vec<UpperBound>,
    /// In order, as numbers of what was found.
    order: Vec<u32>,
}

/// The last bucket takes all that is smaller.
const BUCKETS: usize = 256;

impl UpperBounds {
    pub(super) fn clear(&mut self) {
        self.found.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, bound: UpperBound) {
        self.found.push(bound);
    }

    /// All of them, the largest first, to within a point.
    pub(super) fn in_order(&mut self) -> impl Iterator<Item = UpperBound> + '_ {
        let largest = self.found.iter().map(|bound| bound.most).max().unwrap_or_default();
        let bucket = |bound: &UpperBound| {
            let points = (largest - bound.most).as_millipoints() / 1000;
            (points as usize).min(BUCKETS - 1)
        };
        let mut ends = [0_u32; BUCKETS];
        self.found.iter().for_each(|bound| ends[bucket(bound)] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        self.order.clear();
        self.order.resize(self.found.len(), 0);
        for (number, bound) in self.found.iter().enumerate().rev() {
            let end = &mut ends[bucket(bound)];
            *end -= 1;
            self.order[*end as usize] = number as u32;
        }
        self.order.iter().map(|&number| self.found[number as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_come_first_to_within_a_point() {
        let mut bounds = UpperBounds::default();
        let worth = |number: i32| Equity::points(number * 7919 % 400 - 12);
        for number in 0..500 {
            bounds.push(UpperBound {
                most: worth(number),
                points: number,
                direction: Direction::Across,
                lane: 0,
                window: 0,
            });
        }
        let order: Vec<UpperBound> = bounds.in_order().collect();
        assert_eq!(order.len(), 500);
        let least = order[0].most - Equity::points(BUCKETS as i32 - 2);
        let is_behind = |pair: &[UpperBound]| pair[1].most.max(least) - pair[0].most.max(least) < Equity::points(1);
        assert!(order.windows(2).all(is_behind));
        let mut points: Vec<i32> = order.iter().map(|bound| bound.points).collect();
        points.sort_unstable();
        assert_eq!(points, (0..500).collect::<Vec<_>>());
    }
}
