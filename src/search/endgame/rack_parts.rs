//! A player's tiles as the search sees them: every part of the rack is a number.
//!
//! Nobody draws any more, so whatever a player holds later is a part of what is held now. Parts are numbered as in
//! [`SubRacks`]; what is left after a play is a difference of two numbers, and whether a play's tiles are there is a
//! bit in a set.

use crate::game::{Distribution, Rack, SubRacks, TILE_KINDS};
use std::ops::{Add, AddAssign, BitAnd, Sub, SubAssign};

/// The number of a part of a rack. The sum of two parts that have no tile in common is the part with the tiles of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartId(u8);

impl PartId {
    /// The part without tiles.
    pub(super) const EMPTY: PartId = PartId(0);

    #[inline]
    const fn at(index: usize) -> Self {
        PartId(index as u8)
    }

    /// Its place in arrays by part.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self == PartId::EMPTY
    }
}

impl Add for PartId {
    type Output = PartId;

    #[inline]
    fn add(self, other: PartId) -> PartId {
        PartId(self.0 + other.0)
    }
}

impl Sub for PartId {
    type Output = PartId;

    #[inline]
    fn sub(self, other: PartId) -> PartId {
        PartId(self.0 - other.0)
    }
}

impl AddAssign for PartId {
    #[inline]
    fn add_assign(&mut self, other: PartId) {
        self.0 += other.0;
    }
}

impl SubAssign for PartId {
    #[inline]
    fn sub_assign(&mut self, other: PartId) {
        self.0 -= other.0;
    }
}

/// Some parts of a rack, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartSet(u128);

impl PartSet {
    pub(super) const EMPTY: PartSet = PartSet(0);

    #[inline]
    pub(super) fn insert(&mut self, part: PartId) {
        self.0 |= 1 << part.0;
    }

    #[inline]
    pub(super) fn without(self, part: PartId) -> PartSet {
        PartSet(self.0 & !(1 << part.0))
    }

    #[inline]
    pub(super) fn contains(self, part: PartId) -> bool {
        self.0 >> part.0 & 1 != 0
    }

    /// How many of its parts have a lower number.
    #[inline]
    pub(super) fn count_below(self, part: PartId) -> u32 {
        (self.0 & ((1 << part.0) - 1)).count_ones()
    }
}

impl BitAnd for PartSet {
    type Output = PartSet;

    #[inline]
    fn bitand(self, other: PartSet) -> PartSet {
        PartSet(self.0 & other.0)
    }
}

/// Gives its parts, in order.
impl Iterator for PartSet {
    type Item = PartId;

    #[inline]
    fn next(&mut self) -> Option<PartId> {
        let part = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (part < u128::BITS).then_some(PartId(part as u8))
    }
}

/// A rack at the beginning of the endgame, with tables by part.
#[derive(Clone, Debug)]
pub(super) struct EndgameRack {
    parts: SubRacks,
    /// For each part, the set of its parts.
    within: Vec<PartSet>,
    /// For each part, its parts in order.
    smaller: Vec<Vec<PartId>>,
    points: Vec<i32>,
    lens: Vec<u8>,
    /// The part of one tile, by kind; the empty part for kinds that are not there.
    pub(super) tile_parts: [PartId; TILE_KINDS],
}

impl EndgameRack {
    pub(super) fn new(rack: &Rack, distribution: &Distribution) -> Self {
        let parts = SubRacks::of(rack);
        let racks: Vec<Rack> = (0..parts.count()).map(|part| parts.tiles(part)).collect();
        let smaller: Vec<Vec<PartId>> = (0..parts.count()).map(|part| subsets(&parts, part)).collect();
        let mut tile_parts = [PartId::EMPTY; TILE_KINDS];
        parts.kinds().iter().for_each(|kind| tile_parts[kind.tile.index()] = PartId::at(kind.stride));
        EndgameRack {
            within: smaller.iter().map(|parts| set_of(parts)).collect(),
            smaller,
            points: racks.iter().map(|rack| distribution.rack_value(rack)).collect(),
            lens: racks.iter().map(|rack| rack.len() as u8).collect(),
            tile_parts,
            parts,
        }
    }

    /// The whole rack.
    pub(super) fn whole(&self) -> PartId {
        PartId::at(self.parts.whole())
    }

    /// The tiles of a part.
    pub(super) fn tiles(&self, part: PartId) -> Rack {
        self.parts.tiles(part.index())
    }

    /// The set of the parts of a part.
    #[inline]
    pub(super) fn within(&self, part: PartId) -> PartSet {
        self.within[part.index()]
    }

    /// The parts of a part: each comes after its own parts.
    #[inline]
    pub(super) fn smaller(&self, part: PartId) -> &[PartId] {
        &self.smaller[part.index()]
    }

    /// What the tiles of a part count at the end.
    #[inline]
    pub(super) fn points(&self, part: PartId) -> i32 {
        self.points[part.index()]
    }

    /// How many tiles a part has.
    #[inline]
    pub(super) fn len(&self, part: PartId) -> usize {
        usize::from(self.lens[part.index()])
    }
}

fn set_of(parts: &[PartId]) -> PartSet {
    let mut set = PartSet::EMPTY;
    parts.iter().for_each(|&part| set.insert(part));
    set
}

/// The parts of a part, in order: for each kind in turn, the parts so far with none, one, two and so on of it.
fn subsets(parts: &SubRacks, part: usize) -> Vec<PartId> {
    let mut subsets = vec![0];
    for kind in parts.kinds() {
        let count = part / kind.stride % (kind.count + 1);
        let with = |number: usize| subsets.iter().map(move |&subset| subset + number * kind.stride);
        subsets = (0..=count).flat_map(with).collect();
    }
    subsets.into_iter().map(PartId::at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    #[test]
    fn parts_of_parts_are_those_that_can_be_taken_away() {
        for text in ["", "Q", "?AABEEE", "AEINRST", "EEEEEEE"] {
            let rack = Rack::parse(text, english().alphabet()).unwrap();
            let rack = EndgameRack::new(&rack, &english());
            let all = || (0..=rack.whole().index()).map(PartId::at);
            for part in all() {
                let can_be_taken = |other: &PartId| rack.tiles(part).without(&rack.tiles(*other)).is_ok();
                let expected: Vec<PartId> = all().filter(can_be_taken).collect();
                assert_eq!(rack.smaller(part), expected);
                assert_eq!(rack.within(part).collect::<Vec<_>>(), expected);
            }
        }
    }
}
