//! Points in thousandths, as whole numbers: the same sums on every machine, in any order.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

/// What something is worth, in thousandths of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Equity(i32);

impl Equity {
    /// Nothing.
    pub const ZERO: Equity = Equity(0);

    /// Less than any play is worth, with room to add to it.
    pub const LOWEST: Equity = Equity(-1_000_000_000);

    /// So many points. Nothing scores more than [`MOST_SCORE`](crate::game::MOST_SCORE), which fits.
    #[inline]
    pub const fn points(points: i32) -> Self {
        Equity(points * 1000)
    }

    /// So many thousandths.
    #[inline]
    pub const fn millipoints(thousandths: i32) -> Self {
        Equity(thousandths)
    }

    /// In thousandths.
    #[inline]
    pub const fn as_millipoints(self) -> i32 {
        self.0
    }

    /// In points, for what is reckoned with them.
    #[inline]
    pub fn as_points(self) -> f64 {
        f64::from(self.as_millipoints()) / 1000.0
    }

    /// The nearest thousandth to a number of points; none for what is no number, or none that a play could be worth.
    pub fn from_f32(points: f32) -> Option<Self> {
        let thousandths = (f64::from(points) * 1000.0).round();
        (thousandths.abs() < 1e8).then_some(Equity(thousandths as i32))
    }
}

impl Add for Equity {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Equity(self.0 + other.0)
    }
}

impl AddAssign for Equity {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Equity {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Equity(self.0 - other.0)
    }
}

impl Neg for Equity {
    type Output = Self;
    fn neg(self) -> Self {
        Equity(-self.0)
    }
}

impl Sum for Equity {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Equity::ZERO, Add::add)
    }
}

/// In points, with three digits: `-2.500`.
impl fmt::Display for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        write!(f, "{sign}{}.{:03}", size / 1000, size % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_in_points() {
        assert_eq!(Equity::millipoints(-500).to_string(), "-0.500");
        assert_eq!((Equity::points(12) + Equity::millipoints(34)).to_string(), "12.034");
        assert_eq!(Equity::from_f32(-2.5), Some(Equity::millipoints(-2500)));
        assert_eq!(Equity::from_f32(f32::NAN), None);
    }
}
