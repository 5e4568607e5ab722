//! One row or column as a generator sees it, and every stretch of it that a word could cover.
//!
//! A [`Window`] is such a stretch: from a first to a last square, with a free square or an edge on both sides, at most
//! seven squares to fill, and in touch with the tiles on the board. What a word in it scores depends on the rack only
//! through the tiles put on its free squares:
//!
//! ```text
//! score = base + sum over free squares of (factor of the square x points of the tile)      + bonus, for seven tiles
//! ```
//!
//! where the base counts the tiles that lie there and those of crossing words, and a square's factor counts its letter
//! premium in the word and in the crossing word. So the most that any tiles could score is found by giving the dearest
//! tile the largest factor, and for that a window keeps its factors in order. All of it stays true until a tile is put
//! into the window or beside it, so windows are kept from move to move and only those are made anew that a play
//! touched.

use crate::game::{Distribution, Key, Letter, LetterSet, MAX_DIM, PlacedTile, RACK_SIZE};

/// A row or column: what lies in it, what its squares do, and its windows.
#[derive(Debug)]
pub(super) struct Lane {
    /// How many squares it has.
    pub(super) len: usize,
    pub(super) tiles: [Option<PlacedTile>; MAX_DIM],
    pub(super) squares: [LaneSquare; MAX_DIM],
    /// The square that the first word must cover, while the board is empty and if it is in this lane.
    pub(super) start: Option<usize>,
    /// Whether a play of one tile that also makes a crossing word is left to the crossing lane.
    pub(super) leaves_single_tiles: bool,
    /// Those that are as they were on the base board come first.
    pub(super) windows: Vec<Window>,
    /// How many those are.
    pub(super) of_base: usize,
}

/// What is known of a square of a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneSquare {
    pub(super) letter_factor: u16,
    pub(super) word_factor: u16,
    pub(super) is_wall: bool,
    /// The letters that the crossing word allows; all, if there is none.
    pub(super) allowed: LetterSet,
    /// The points of the tiles of the crossing word, if there is one.
    pub(super) crossing: Option<u16>,
}

impl LaneSquare {
    /// By how much a tile's points count here, in a word with this word factor and in the crossing word.
    #[inline]
    pub(super) fn factor(&self, word_factor: u16) -> i16 {
        (self.letter_factor * (word_factor + self.crossing_factor())) as i16
    }

    /// The crossing word's factor; 0 if there is none.
    #[inline]
    fn crossing_factor(&self) -> u16 {
        if self.crossing.is_some() { self.word_factor } else { 0 }
    }
}

/// A stretch that a word could cover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The factors of the free squares, largest first, then zeros.
    pub(super) factors: [i16; 8],
    /// Those of the free squares where no word crosses, likewise.
    pub(super) open_factors: [i16; 8],
    /// The free squares where a word crosses, a bit each.
    pub(super) crossed: u32,
    /// The letters of the tiles that lie in it.
    pub(super) through: Key,
    /// The points that do not depend on the rack.
    pub(super) base: i32,
    /// The free squares, a bit each.
    pub(super) free: u32,
    /// The product of the word premiums on free squares.
    pub(super) word_factor: u16,
    pub(super) first: u8,
    pub(super) len: u8,
    /// How many tiles it takes.
    pub(super) tiles: u8,
}

impl Window {
    /// The squares that it covers, a bit each.
    #[inline]
    fn squares(&self) -> u32 {
        ((1 << self.len) - 1) << self.first
    }
}

impl Clone for Lane {
    fn clone(&self) -> Self {
        Lane { windows: self.windows.clone(), ..*self }
    }

    /// Uses the room that the windows had: rollouts do this all the time.
    fn clone_from(&mut self, other: &Self) {
        let mut windows = std::mem::take(&mut self.windows);
        windows.clone_from(&other.windows);
        *self = Lane { windows, ..*other };
    }
}

impl Lane {
    /// The letters of the tiles that lie in a window.
    pub(super) fn letters(&self, window: &Window) -> Vec<Letter> {
        let tiles = self.tiles[usize::from(window.first)..].iter().take(usize::from(window.len));
        tiles.flatten().map(|tile| tile.letter()).collect()
    }

    /// All windows are now as they are on the base board.
    pub(super) fn mark_base(&mut self) {
        self.of_base = self.windows.len();
    }

    /// Finds the windows anew that have one of these squares in them or beside them.
    pub(super) fn find_windows(&mut self, squares: u32, distribution: &Distribution) {
        let touched = squares | squares << 1 | squares >> 1;
        let (mut number, mut of_base) = (0, 0);
        let was_of_base = self.of_base;
        self.windows.retain(|window| {
            let kept = window.squares() & touched == 0;
            of_base += usize::from(kept && number < was_of_base);
            number += 1;
            kept
        });
        self.of_base = of_base;
        let tiles = (0..self.len).fold(0_u32, |bits, at| bits | u32::from(self.tiles[at].is_some()) << at);
        let (nearest, furthest) = (touched.trailing_zeros() as usize, (31 - touched.leading_zeros()) as usize);
        for first in 0..self.len.min(furthest + 1) {
            // The squares that would have to be filled before a touched one is reached.
            let before = !tiles & (1_u32 << nearest.min(31)).wrapping_sub(1 << first);
            let reaches = first >= nearest || (before.count_ones() as usize) < RACK_SIZE + 1;
            let after_tile = first > 0 && self.tiles[first - 1].is_some();
            if reaches && !after_tile {
                self.find_windows_from(first, touched, distribution);
            }
        }
    }

    fn find_windows_from(&mut self, first: usize, touched: u32, distribution: &Distribution) {
        let mut stretch = Stretch::new(first);
        let mut is_touched = false;
        for at in first..self.len {
            let square = self.squares[at];
            match self.tiles[at] {
                _ if square.is_wall => return,
                Some(tile) => stretch.pass(tile, distribution),
                None if stretch.free == RACK_SIZE => return,
                None => stretch.fill(at, &square, self.start == Some(at)),
            }
            is_touched |= touched >> at & 1 != 0;
            let before_tile = at + 1 < self.len && self.tiles[at + 1].is_some();
            if is_touched && !before_tile && stretch.is_playable(at, self.leaves_single_tiles) {
                self.windows.push(stretch.window(at));
            }
        }
    }
}

/// A window while it grows to the right.
struct Stretch {
    first: usize,
    free: usize,
    free_squares: u32,
    word_factor: u16,
    /// Of each free square: its letter factor, and its word factor if a word crosses there.
    filled: [(u16, u16); RACK_SIZE],
    /// In order, largest first.
    factors: [i16; 8],
    open_factors: [i16; 8],
    crossed: u32,
    through: Key,
    through_points: i32,
    crossing_points: i32,
    touches: bool,
}

impl Stretch {
    fn new(first: usize) -> Self {
        Stretch {
            first,
            free: 0,
            free_squares: 0,
            word_factor: 1,
            filled: [(0, 0); RACK_SIZE],
            factors: [0; 8],
            open_factors: [0; 8],
            crossed: 0,
            through: Key::EMPTY,
            through_points: 0,
            crossing_points: 0,
            touches: false,
        }
    }

    fn pass(&mut self, tile: PlacedTile, distribution: &Distribution) {
        self.touches = true;
        self.through = self.through.with(tile.letter());
        self.through_points += distribution.placed_value(tile);
    }

    fn fill(&mut self, at: usize, square: &LaneSquare, is_start: bool) {
        let crossing_factor = square.crossing_factor();
        self.touches |= is_start || square.crossing.is_some();
        self.crossing_points += i32::from(square.crossing.unwrap_or(0)) * i32::from(crossing_factor);
        self.filled[self.free] = (square.letter_factor, crossing_factor);
        self.free += 1;
        self.free_squares |= 1 << at;
        self.crossed |= u32::from(crossing_factor > 0) << at;
        if square.word_factor == 1 {
            self.insert(self.free - 1);
        } else {
            self.word_factor *= square.word_factor;
            (self.factors, self.open_factors) = ([0; 8], [0; 8]);
            (0..self.free).for_each(|number| self.insert(number));
        }
    }

    /// Puts the factor of a free square in its place.
    fn insert(&mut self, number: usize) {
        let (letter, crossing) = self.filled[number];
        let factor = (letter * (self.word_factor + crossing)) as i16;
        insert_sorted(&mut self.factors, factor);
        if crossing == 0 {
            insert_sorted(&mut self.open_factors, factor);
        }
    }

    fn is_playable(&self, last: usize, leave_single_tiles: bool) -> bool {
        let is_left = || leave_single_tiles && self.free == 1 && self.filled[0].1 > 0;
        self.touches && self.free > 0 && last > self.first && !is_left()
    }

    fn window(&self, last: usize) -> Window {
        Window {
            factors: self.factors,
            open_factors: self.open_factors,
            crossed: self.crossed,
            through: self.through,
            base: self.through_points * i32::from(self.word_factor) + self.crossing_points,
            free: self.free_squares,
            word_factor: self.word_factor,
            first: self.first as u8,
            len: (last + 1 - self.first) as u8,
            tiles: self.free as u8,
        }
    }
}

/// Puts a number into a list that is in order, largest first, and has a zero to lose.
#[inline]
fn insert_sorted(list: &mut [i16; 8], number: i16) {
    // Each place keeps what is larger than the number, else takes it or what stood before it: no place waits for
    // another.
    let [a, b, c, d, e, f, g, _] = *list;
    let before = [i16::MAX, a, b, c, d, e, f, g];
    for (place, before) in list.iter_mut().zip(before) {
        *place = before.min(number).max(*place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_inserted_in_order() {
        let mut list = [0; 8];
        let mut sorted = Vec::new();
        for number in [3, 12, 3, 1, 40, 0, 6] {
            insert_sorted(&mut list, number);
            sorted.push(number);
            sorted.sort_by_key(|&number| std::cmp::Reverse(number));
            assert_eq!(list[..sorted.len()], sorted);
            assert!(list[sorted.len()..].iter().all(|&number| number == 0));
        }
    }
}
