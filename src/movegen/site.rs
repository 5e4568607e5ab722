//! A window of a lane with all that is needed to put words there: where it is, what its free squares count, which
//! letters they take.

use super::lane::{Lane, Window};
use crate::game::{
    Board, Direction, Letter, LetterSet, PlacedTile, Placement, RACK_SIZE, Rack, Slot, TILE_KINDS, Tile, Word,
};
use crate::lexicon::Columns;

/// A place for words of one length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    slot: Slot,
    pub(super) len: u8,
    /// How many tiles a word takes.
    pub(super) tiles: u8,
    /// The position in the word of each free square, as many as there are tiles.
    pub(super) positions: [u8; RACK_SIZE],
    /// How often each free square counts the points of its tile.
    pub(super) factors: [u16; RACK_SIZE],
    /// The points that do not depend on the tiles, the bonus for seven of them included.
    pub(super) base: i32,
}

impl Site {
    /// The site of a window; `bonus` is for seven tiles.
    pub(super) fn new(direction: Direction, number: usize, lane: &Lane, window: &Window, bonus: i32) -> Self {
        let first = usize::from(window.first);
        let start = direction.square(number, first);
        let (mut positions, mut factors, mut tiles) = ([0; RACK_SIZE], [0; RACK_SIZE], 0);
        for position in (0..window.len).filter(|&position| lane.tiles[first + usize::from(position)].is_none()) {
            let square = &lane.squares[first + usize::from(position)];
            positions[tiles] = position;
            factors[tiles] = square.factor(window.word_factor) as u16;
            tiles += 1;
        }
        let base = window.base + if tiles == RACK_SIZE { bonus } else { 0 };
        Site { slot: Slot { start, direction }, len: window.len, tiles: tiles as u8, positions, factors, base }
    }

    /// Its direction, its lane, and where in that it begins.
    #[inline]
    pub(super) fn place(&self) -> (Direction, usize, usize) {
        let (lane, first) = self.slot.direction.lane_and_place(self.slot.start);
        (self.slot.direction, lane, first)
    }

    /// Keeps the words that agree with the tiles in the window and with the crossing words. `any` is a buffer.
    pub(super) fn keep_words(&self, lane: &Lane, words: &Columns, found: &mut Vec<u64>, any: &mut Vec<u64>) {
        let (_, _, first) = self.place();
        for position in 0..usize::from(self.len) {
            let square = &lane.squares[first + position];
            match lane.tiles[first + position] {
                Some(tile) => words.keep(found, position, tile.letter()),
                None if square.allowed == LetterSet::NONE => return found.clear(),
                None if square.crossing.is_some() => words.keep_any(found, position, square.allowed.letters(), any),
                None => {}
            }
        }
    }

    /// The numbers of the letters that a word puts on the free squares, then the highest numbers there are.
    #[inline]
    pub(super) fn letters(&self, word: &[Letter]) -> [u32; RACK_SIZE] {
        std::array::from_fn(|at| {
            let letter = word[usize::from(self.positions[at])];
            if at < usize::from(self.tiles) { u32::from(letter.number()) } else { u32::MAX }
        })
    }

    /// The placement of a word with these tiles. What the tiles lack is blanks, and those are where they cost least.
    pub(super) fn placement(&self, board: &Board, word: &[Letter], tiles: &Rack) -> Placement {
        let free = 0..usize::from(self.tiles);
        let mut natural = [0_usize; TILE_KINDS];
        tiles.tiles().iter().for_each(|tile| natural[tile.index()] += 1);
        let letter_at = |place: usize| word[usize::from(self.positions[place])];
        // The dearest squares first, so that the natural tiles go there; of equal squares the first.
        let mut order: Vec<usize> = free.collect();
        order.sort_by_key(|&place| std::cmp::Reverse(self.factors[place]));
        let mut blanks = 0_u32;
        for place in order {
            let left = &mut natural[Tile::of(letter_at(place)).index()];
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => blanks |= 1 << self.positions[place],
            }
        }
        let tile = |(position, &letter): (usize, &Letter)| {
            let there = self.slot.start.step(self.slot.direction, position as isize).and_then(|s| board.get(s));
            let blank = blanks >> position & 1 != 0;
            there.unwrap_or(if blank { PlacedTile::blank(letter) } else { PlacedTile::natural(letter) })
        };
        let word = Word::new(word.iter().enumerate().map(tile)).expect("a word in a lane is no longer than the lane");
        Placement { slot: self.slot, word }
    }
}
