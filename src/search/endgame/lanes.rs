//! Rows and columns, and sets of them and of their squares.

use crate::game::{Direction, PerDirection};
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaneId {
    pub(super) direction: Direction,
    pub(super) number: u8,
}

/// Some squares of a lane, by their places in it. The place of a square is also the number of the lane that crosses
/// there, so this is a set of the lanes of one direction too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlaceSet(u32);

impl PlaceSet {
    pub(super) const EMPTY: PlaceSet = PlaceSet(0);
    pub(super) const ALL: PlaceSet = PlaceSet(u32::MAX);

    /// This place, or none if it is not so.
    #[inline]
    pub(super) const fn only_if(is_so: bool, place: usize) -> Self {
        PlaceSet((is_so as u32) << place)
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) const fn contains(self, place: usize) -> bool {
        self.0 >> place & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, place: usize) {
        self.0 |= 1 << place;
    }

    #[inline]
    pub(super) fn remove(&mut self, place: usize) {
        self.0 &= !(1 << place);
    }

    /// The first place; the set is not empty.
    #[inline]
    pub(super) const fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The place after the last.
    #[inline]
    pub(super) const fn end(self) -> usize {
        (u32::BITS - self.0.leading_zeros()) as usize
    }

    /// Takes the first place out, if there is one.
    #[inline]
    pub(super) fn pop_first(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let first = self.first();
            self.0 &= self.0 - 1;
            first
        })
    }

    /// Its bits, for hashing.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }
}

impl Iterator for PlaceSet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.pop_first()
    }
}

impl BitOr for PlaceSet {
    type Output = PlaceSet;

    #[inline]
    fn bitor(self, other: PlaceSet) -> PlaceSet {
        PlaceSet(self.0 | other.0)
    }
}

impl BitOrAssign for PlaceSet {
    #[inline]
    fn bitor_assign(&mut self, other: PlaceSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for PlaceSet {
    type Output = PlaceSet;

    #[inline]
    fn bitand(self, other: PlaceSet) -> PlaceSet {
        PlaceSet(self.0 & other.0)
    }
}

/// Some lanes of both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaneSet(PerDirection<PlaceSet>);

impl LaneSet {
    /// Every lane.
    pub(super) const ALL: LaneSet = LaneSet(PerDirection([PlaceSet::ALL; 2]));

    /// One lane alone.
    #[inline]
    pub(super) fn of(lane: LaneId) -> Self {
        let mut set = LaneSet(PerDirection([PlaceSet::EMPTY; 2]));
        set.0[lane.direction].insert(usize::from(lane.number));
        set
    }

    #[inline]
    pub(super) fn contains(self, lane: LaneId) -> bool {
        self.0[lane.direction].contains(usize::from(lane.number))
    }

    /// Adds lanes of one direction.
    #[inline]
    pub(super) fn insert(&mut self, direction: Direction, lanes: PlaceSet) {
        self.0[direction] |= lanes;
    }
}
