//! A rack prepared for generating: every part of it with its key, its size and what is left when it is played.

use crate::evaluate::{Equity, SubLeaves};
use crate::game::{Key, Letter, LetterSet, RACK_SIZE, Rack, SubRacks, TILE_KINDS, Tile};

/// A rack and its parts.
#[derive(Clone, Debug)]
pub(super) struct PreparedRack {
    pub(super) numbers: SubRacks,
    /// The parts of each size, the one that leaves most first.
    pub(super) parts: [Vec<RackPart>; RACK_SIZE + 1],
    /// The points of the tiles, dearest first, then zeros.
    pub(super) points: [i16; 8],
    /// The sums of the first of those, by how many they are.
    sums: [i32; RACK_SIZE + 1],
    /// The letters that it has, dearest first, with their points.
    pub(super) letters: Vec<(Letter, i16)>,
    pub(super) blanks: usize,
}

/// A part of the rack.
#[derive(Clone, Copy, Debug)]
pub(super) struct RackPart {
    /// Its letters, blanks left out.
    pub(super) key: Key,
    /// What is left when it is placed.
    pub(super) leave: Equity,
    /// What is left when it is exchanged.
    pub(super) exchange: Equity,
    pub(super) number: u8,
    pub(super) blanks: u8,
}

impl Default for PreparedRack {
    /// No tiles.
    fn default() -> Self {
        let numbers = SubRacks::of(&Rack::EMPTY);
        PreparedRack {
            numbers,
            parts: Default::default(),
            points: [0; 8],
            sums: [0; RACK_SIZE + 1],
            letters: Vec::new(),
            blanks: 0,
        }
    }
}

impl PreparedRack {
    /// Prepares another rack. `leaves` tells what each part is worth when it is kept, `points` what each letter scores.
    pub(super) fn prepare(&mut self, rack: &Rack, leaves: &SubLeaves, points: &[u16; TILE_KINDS]) {
        let numbers = SubRacks::of(rack);
        let keys = numbers.build(Key::EMPTY, |key, tile| tile.letter().map_or(key, |letter| key.with(letter)));
        let sizes = numbers.build((0_u8, 0_u8), |(size, blanks), tile| (size + 1, blanks + u8::from(tile.is_blank())));
        self.parts.iter_mut().for_each(Vec::clear);
        for (number, (&key, &(size, blanks))) in keys.iter().zip(&sizes).enumerate().take(numbers.count()) {
            let leave = leaves.keeping(numbers.whole() - number);
            let exchange = leaves.keeping_by_exchange(numbers.whole() - number);
            self.parts[usize::from(size)].push(RackPart { key, leave, exchange, number: number as u8, blanks });
        }
        self.parts.iter_mut().for_each(|parts| parts.sort_unstable_by_key(|part| -part.leave));
        self.numbers = numbers;
        self.take_points(rack, points);
    }

    fn take_points(&mut self, rack: &Rack, points: &[u16; TILE_KINDS]) {
        let points = |tile: Tile| points[tile.index()] as i16;
        let kinds = self.numbers.kinds().iter().filter_map(|kind| kind.tile.letter());
        self.letters.clear();
        self.letters.extend(kinds.map(|letter| (letter, points(Tile::of(letter)))));
        self.letters.sort_unstable_by_key(|&(_, points)| -points);
        self.blanks = rack.count(Tile::BLANK);
        self.points = [0; 8];
        for (place, &tile) in self.points.iter_mut().zip(rack.tiles()) {
            *place = points(tile);
        }
        self.points.sort_unstable_by_key(|&points| -points);
        for (size, &points) in self.points.iter().enumerate().take(RACK_SIZE) {
            self.sums[size + 1] = self.sums[size] + i32::from(points);
        }
    }

    /// The points of the dearest tile, and of those that come next to it if `tiles` are taken in all.
    #[inline]
    pub(super) fn dearest_and_others(&self, tiles: usize) -> (i32, i32) {
        let dearest = i32::from(self.points[0]);
        (dearest, self.sums[tiles] - dearest)
    }

    /// The most points that a tile of the rack can have as one of these letters; none if it has no such tile.
    pub(super) fn dearest(&self, allowed: LetterSet) -> Option<i16> {
        let natural = self.letters.iter().find(|(letter, _)| allowed.contains(*letter)).map(|&(_, points)| points);
        natural.or((self.blanks > 0 && allowed != LetterSet::NONE).then_some(0))
    }
}
