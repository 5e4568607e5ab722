//! A player's tiles as the search sees them: every part of the rack is a number.
//!
//! Nobody draws any more, so whatever a player holds later is a part of what is held now. Parts are numbered as in
//! [`SubRacks`]; what is left after a play is a difference of two numbers, and whether a play's tiles are there is a
//! bit in a set.

use crate::game::{Distribution, Rack, SubRacks, TILE_KINDS};

/// The number of a part of a rack.
pub(super) type Part = u8;

/// A rack at the beginning of the endgame, with what is worth knowing of each of its parts.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    parts: SubRacks,
    /// For each part, the parts of it, a bit each.
    within: Vec<u128>,
    /// For each part, the parts of it, in order.
    smaller: Vec<Vec<Part>>,
    points: Vec<i32>,
    lens: Vec<u8>,
    /// What a tile adds to a part's number; 0 for kinds that are not there.
    pub(super) strides: [Part; TILE_KINDS],
}

impl Hand {
    pub(super) fn new(rack: &Rack, distribution: &Distribution) -> Self {
        let parts = SubRacks::of(rack);
        let racks: Vec<Rack> = (0..parts.count()).map(|part| parts.tiles(part)).collect();
        let smaller: Vec<Vec<Part>> = (0..parts.count()).map(|part| subsets(&parts, part)).collect();
        let mut strides = [0; TILE_KINDS];
        parts.kinds().iter().for_each(|kind| strides[kind.tile.index()] = kind.stride as Part);
        Hand {
            within: smaller.iter().map(|parts| parts.iter().fold(0, |set, &part| set | 1 << part)).collect(),
            smaller,
            points: racks.iter().map(|rack| distribution.rack_value(rack)).collect(),
            lens: racks.iter().map(|rack| rack.len() as u8).collect(),
            strides,
            parts,
        }
    }

    /// The whole rack.
    pub(super) fn whole(&self) -> Part {
        self.parts.whole() as Part
    }

    /// The tiles of a part.
    pub(super) fn tiles(&self, part: Part) -> Rack {
        self.parts.tiles(usize::from(part))
    }

    /// The parts of a part, a bit each.
    #[inline]
    pub(super) fn within(&self, part: Part) -> u128 {
        self.within[usize::from(part)]
    }

    /// The parts of a part: each comes after its own parts.
    #[inline]
    pub(super) fn smaller(&self, part: Part) -> &[Part] {
        &self.smaller[usize::from(part)]
    }

    /// What the tiles of a part count at the end.
    #[inline]
    pub(super) fn points(&self, part: Part) -> i32 {
        self.points[usize::from(part)]
    }

    /// How many tiles a part has.
    #[inline]
    pub(super) fn len(&self, part: Part) -> usize {
        usize::from(self.lens[usize::from(part)])
    }
}

/// The parts of a part, in order: for each kind in turn, the parts so far with none, one, two and so on of it.
fn subsets(parts: &SubRacks, part: usize) -> Vec<Part> {
    let mut subsets = vec![0];
    for kind in parts.kinds() {
        let count = part / kind.stride % (kind.count + 1);
        let with = |number: usize| subsets.iter().map(move |&subset| subset + (number * kind.stride) as Part);
        subsets = (0..=count).flat_map(with).collect();
    }
    subsets
}

/// Whether a set of parts has this one.
#[inline]
pub(super) fn has(set: u128, part: Part) -> bool {
    set >> part & 1 != 0
}

/// The parts of a set, in order.
#[inline]
pub(super) fn parts_of(mut set: u128) -> impl Iterator<Item = Part> {
    std::iter::from_fn(move || {
        let part = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (part < u128::BITS).then_some(part as Part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    #[test]
    fn parts_of_parts_are_those_that_can_be_taken_away() {
        for text in ["", "Q", "?AABEEE", "AEINRST", "EEEEEEE"] {
            let rack = Rack::parse(text, english().alphabet()).unwrap();
            let hand = Hand::new(&rack, &english());
            for part in 0..=hand.whole() {
                let can_be_taken = |other: &Part| hand.tiles(part).without(&hand.tiles(*other)).is_ok();
                let expected: Vec<Part> = (0..=hand.whole()).filter(can_be_taken).collect();
                assert_eq!(hand.smaller(part), expected);
                assert_eq!(parts_of(hand.within(part)).collect::<Vec<_>>(), expected);
            }
        }
    }
}
