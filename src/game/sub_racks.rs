//! Every part of a rack at once, numbered so that parts and their complements are found by arithmetic.
//!
//! A rack of tiles a, b, b has 2 x 3 parts: none or one a, none to two b. Written as digits (how many of each kind) in
//! mixed radix, they are numbered without gaps:
//!
//! ```text
//! number   0  1  2   3   4    5
//! part     -  a  b  ab  bb  abb        the kinds' strides are 1 (a) and 2 (b)
//! ```
//!
//! The whole rack has the highest number, and the complement of part p is `whole - p`. The parts whose highest kind is
//! b are the run of numbers 2 to 5, and each comes from the part `stride` lower by adding one b. So any value that is
//! built tile by tile (a sum, a walk through a graph) is computed for all parts in one pass, each from one before it:
//! see [`SubRacks::build`].

use super::{RACK_SIZE, Rack, Tile};

/// The most parts that a rack can have: seven different tiles.
pub const MAX_SUB_RACKS: usize = 1 << RACK_SIZE;

/// The kinds of tile on a rack with their counts and strides.
#[derive(Clone, Copy, Debug)]
pub struct SubRacks {
    kinds: [TileKind; RACK_SIZE],
    len: usize,
    count: usize,
}

/// One kind of tile on a rack.
#[derive(Clone, Copy, Debug)]
pub struct TileKind {
    /// Which: a letter, or the blank.
    pub tile: Tile,
    /// How many of it the rack has.
    pub count: usize,
    /// What one of it adds to a part's number.
    pub stride: usize,
}

impl SubRacks {
    /// The parts of this rack.
    pub fn of(rack: &Rack) -> Self {
        let mut kinds = [TileKind { tile: Tile::BLANK, count: 0, stride: 0 }; RACK_SIZE];
        let (mut len, mut count) = (0, 1);
        for same in rack.tiles().chunk_by(|a, b| a == b) {
            kinds[len] = TileKind { tile: same[0], count: same.len(), stride: count };
            count *= same.len() + 1;
            len += 1;
        }
        SubRacks { kinds, len, count }
    }

    /// How many parts there are, the empty one and the whole included.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of the whole rack.
    #[inline]
    pub fn whole(&self) -> usize {
        self.count - 1
    }

    /// The kinds of tile, in order.
    #[inline]
    pub fn kinds(&self) -> &[TileKind] {
        &self.kinds[..self.len]
    }

    /// Works out a value for every part: `empty` for the empty one, and for each other what `add` makes of the
    /// value of the part with one tile of its highest kind less.
    #[inline]
    pub fn build<T: Copy>(&self, empty: T, mut add: impl FnMut(T, Tile) -> T) -> [T; MAX_SUB_RACKS] {
        let mut values = [empty; MAX_SUB_RACKS];
        for kind in self.kinds() {
            for part in kind.stride..kind.stride * (kind.count + 1) {
                values[part] = add(values[part - kind.stride], kind.tile);
            }
        }
        values
    }

    /// The tiles of a part.
    pub fn tiles(&self, part: usize) -> Rack {
        let mut rack = Rack::EMPTY;
        for kind in self.kinds() {
            for _ in 0..part / kind.stride % (kind.count + 1) {
                let _ = rack.push(kind.tile);
            }
        }
        rack
    }

    /// The number of the part with these tiles; none if the rack does not have them.
    pub fn number(&self, tiles: &Rack) -> Option<usize> {
        let mut number = 0;
        for same in tiles.tiles().chunk_by(|a, b| a == b) {
            let kind = self.kinds().iter().find(|kind| kind.tile == same[0] && kind.count >= same.len())?;
            number += kind.stride * same.len();
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_tiles_and_complements_agree() {
        for indices in [&[][..], &[0], &[0, 0, 3, 3, 3, 9], &[1, 2, 3, 4, 5, 6, 7], &[4; 7]] {
            let rack = Rack::try_from_tiles(indices.iter().filter_map(|&i| Tile::from_index(i))).unwrap();
            let parts = SubRacks::of(&rack);
            let built = parts.build(Rack::EMPTY, |mut part, tile| {
                assert!(part.push(tile));
                part
            });
            let mut seen = HashSet::new();
            for (part, built) in built.iter().enumerate().take(parts.count()) {
                assert_eq!(parts.tiles(part), *built);
                assert_eq!(parts.number(built), Some(part));
                assert_eq!(parts.tiles(parts.whole() - part), rack.without(built).unwrap());
                assert!(seen.insert(*built));
            }
            assert_eq!(parts.tiles(parts.whole()), rack);
        }
    }

    #[test]
    fn what_is_not_there_has_no_number() {
        let rack =
            |indices: &[usize]| Rack::try_from_tiles(indices.iter().filter_map(|&i| Tile::from_index(i))).unwrap();
        let parts = SubRacks::of(&rack(&[1, 1, 5]));
        assert_eq!(parts.number(&rack(&[1, 1, 1])), None);
        assert_eq!(parts.number(&rack(&[2])), None);
    }
}
