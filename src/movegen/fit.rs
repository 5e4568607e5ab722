//! A word in a window: whether it fits, what it scores, and where its blanks go.

use super::anagram_cache::Blanks;
use super::lane::{Lane, Window};
use crate::game::{Direction, Letter, MAX_DIM, PlacedTile, Placement, Rack, Slot, TILE_KINDS, Tile, Word};

/// Whether a word agrees with the tiles that lie in a window and with the crossing words.
#[inline]
pub(super) fn accepts(lane: &Lane, window: &Window, word: &[Letter]) -> bool {
    let first = usize::from(window.first);
    let tiles = &lane.tiles[first..first + word.len()];
    let squares = &lane.squares[first..first + word.len()];
    word.iter().zip(tiles).zip(squares).all(|((&letter, tile), square)| match tile {
        Some(tile) => tile.letter() == letter,
        None => square.allowed.contains(letter),
    })
}

/// The squares of a window, ready to score words.
pub(super) struct WindowFit<'a> {
    lane: &'a Lane,
    window: &'a Window,
    /// For each square the factor; 0 where a tile lies.
    factors: [i16; MAX_DIM],
    /// The points of each letter.
    points: &'a [u16; TILE_KINDS],
}

impl<'a> WindowFit<'a> {
    pub(super) fn new(lane: &'a Lane, window: &'a Window, points: &'a [u16; TILE_KINDS]) -> Self {
        let mut factors = [0; MAX_DIM];
        for (factor, at) in factors.iter_mut().zip(usize::from(window.first)..).take(usize::from(window.len)) {
            if lane.tiles[at].is_none() {
                *factor = lane.squares[at].factor(window.word_factor);
            }
        }
        WindowFit { lane, window, factors, points }
    }

    /// The points of a word without blanks, but for a bonus.
    pub(super) fn score(&self, word: &[Letter]) -> i32 {
        self.window.base + (0..word.len()).map(|at| self.value(word, at)).sum::<i32>()
    }

    /// What is lost by having blanks on these squares, a bit each.
    pub(super) fn lost(&self, word: &[Letter], blanks: u32) -> i32 {
        (0..word.len()).filter(|at| blanks >> at & 1 != 0).map(|at| self.value(word, at)).sum()
    }

    #[inline]
    fn value(&self, word: &[Letter], at: usize) -> i32 {
        i32::from(self.factors[at]) * i32::from(self.points[usize::from(word[at].number())])
    }

    /// The squares to fill with this letter.
    fn squares_of<'w>(&'w self, word: &'w [Letter], letter: Letter) -> impl DoubleEndedIterator<Item = usize> + 'w {
        (0..word.len()).filter(move |&at| word[at] == letter && self.factors[at] > 0)
    }

    /// Where blanks that stand for these letters cost least, a bit for each square. Of equal squares the last ones,
    /// which makes the play that comes first in order.
    pub(super) fn cheapest_blanks(&self, word: &[Letter], blanks: &Blanks) -> u32 {
        let mut taken = 0;
        for &letter in blanks.iter().flatten() {
            let free = self.squares_of(word, letter).rev().filter(|at| taken >> at & 1 == 0);
            taken |= free.min_by_key(|&at| self.value(word, at)).map_or(0, |at| 1 << at);
        }
        taken
    }

    /// Calls `each` with every choice of squares for blanks that stand for these letters.
    pub(super) fn every_blanks(&self, word: &[Letter], blanks: &Blanks, mut each: impl FnMut(u32)) {
        let mut letters: Vec<Letter> = blanks.iter().flatten().copied().collect();
        letters.sort_unstable();
        self.choose_blanks(word, &letters, 0, &mut each);
    }

    /// Of equal letters, the later one goes to a later square, so that no choice comes twice.
    fn choose_blanks(&self, word: &[Letter], letters: &[Letter], taken: u32, each: &mut impl FnMut(u32)) {
        let Some((&letter, rest)) = letters.split_first() else { return each(taken) };
        let same = (0..word.len()).filter(|&at| taken >> at & 1 != 0 && word[at] == letter).max();
        for at in self.squares_of(word, letter).filter(|&at| same.is_none_or(|same| at > same)) {
            self.choose_blanks(word, rest, taken | 1 << at, each);
        }
    }

    /// The tiles that a word takes; none if they are more than a rack holds.
    pub(super) fn takes(&self, word: &[Letter], blanks: u32) -> Option<Rack> {
        let free = (0..word.len()).filter(|&at| self.factors[at] > 0);
        Rack::try_from_tiles(free.map(|at| if blanks >> at & 1 != 0 { Tile::BLANK } else { Tile::of(word[at]) }))
    }

    /// The word as a placement.
    pub(super) fn placement(&self, direction: Direction, lane: usize, word: &[Letter], blanks: u32) -> Placement {
        let first = usize::from(self.window.first);
        let tiles = word.iter().enumerate().map(|(at, &letter)| match self.lane.tiles[first + at] {
            Some(tile) => tile,
            None if blanks >> at & 1 != 0 => PlacedTile::blank(letter),
            None => PlacedTile::natural(letter),
        });
        let word = Word::new(tiles).expect("a word in a lane is no longer than the lane");
        Placement { slot: Slot { start: direction.square(lane, first), direction }, word }
    }
}
