//! The first pass: every placement of natural tiles, with its score and what blanks would lose.

use super::super::board_cache::BoardCache;
use super::super::site::Site;
use super::super::table_entry::Reference;
use super::blank_places::BlankPlaces;
use super::partitions::Partitions;
use super::stock::{CandidateWords, Stock};
use crate::game::{Direction, Key, RACK_SIZE, TILE_KINDS, Tile};
use crate::lexicon::WordColumns;

/// All sites of a board, lane by lane.
pub(super) struct Sites {
    pub(super) all: Vec<Site>,
    /// For each lane its direction, its number, and where its sites begin.
    pub(super) lanes: Vec<(Direction, usize, usize)>,
}

impl Sites {
    pub(super) fn new(board_cache: &BoardCache, bonus: i32) -> Self {
        let mut sites = Sites { all: Vec::new(), lanes: Vec::new() };
        for direction in Direction::BOTH {
            for (number, lane) in board_cache.lanes(direction).iter().enumerate() {
                sites.lanes.push((direction, number, sites.all.len()));
                let windows = lane.windows.iter();
                sites.all.extend(windows.map(|window| Site::new(direction, number, lane, window, bonus)));
            }
        }
        sites
    }
}

/// What one thread works with in the first pass.
#[derive(Clone, Default)]
pub(super) struct FindScratch {
    pub(super) placements: Partitions<FoundPlacement>,
    /// The words that fit a site, a bit each.
    fitting: Vec<u64>,
    /// A buffer for the words that have any of some letters.
    any: Vec<u64>,
}

/// The first pass.
pub(super) struct PlacementFinder<'a> {
    pub(super) board_cache: &'a BoardCache,
    pub(super) sites: &'a Sites,
    pub(super) words: &'a WordColumns,
    pub(super) points: &'a [u16; TILE_KINDS],
    pub(super) stock: &'a Stock,
    pub(super) candidates: &'a CandidateWords,
}

impl PlacementFinder<'_> {
    pub(super) fn find(&self, lane: usize, scratch: &mut FindScratch) {
        let (direction, number, start) = self.sites.lanes[lane];
        let lane = &self.board_cache.lanes(direction)[number];
        let FindScratch { placements, fitting, any } = scratch;
        for (at, site) in self.sites.all[start..].iter().enumerate().take(lane.windows.len()) {
            self.candidates.list(site, self.words, fitting);
            site.keep_words(lane, self.words.of_length(usize::from(site.len)), fitting, any);
            let enter = match site.tiles {
                1 => Self::enter::<1>,
                2 => Self::enter::<2>,
                3 => Self::enter::<3>,
                4 => Self::enter::<4>,
                5 => Self::enter::<5>,
                6 => Self::enter::<6>,
                _ => Self::enter::<RACK_SIZE>,
            };
            enter(self, start + at, fitting, placements);
        }
    }

    /// Enters the words with these bits, each of which puts `TILES` tiles on the board.
    fn enter<const TILES: usize>(&self, site: usize, fitting: &[u64], placements: &mut Partitions<FoundPlacement>) {
        let place = &self.sites.all[site];
        let words = self.words.of_length(usize::from(place.len));
        let positions: [usize; TILES] = std::array::from_fn(|at| usize::from(place.positions[at]));
        let factors: [u16; TILES] = std::array::from_fn(|at| place.factors[at]);
        for (block, &bits) in fitting.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let number = block * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let word = words.word(number);
                let codes: [u32; TILES] = sorted(std::array::from_fn(|at| {
                    let letter = word[positions[at]].number();
                    let loss = u32::from(self.points[usize::from(letter)]) * u32::from(factors[at]);
                    u32::from(letter) << 16 | loss
                }));
                if self.stock.allows(&codes) {
                    let found = FoundPlacement::new(place.base, Reference::new(site, number), &codes);
                    placements.push(found.key, found);
                }
            }
        }
    }
}

/// A placement with natural tiles only.
#[derive(Clone, Copy)]
pub(super) struct FoundPlacement {
    /// Of its letters.
    pub(super) key: Key,
    pub(super) reference: Reference,
    score: u32,
    /// For each of its letters, in order, what is lost if it is a blank; then zeros. Of equal letters the cheapest
    /// first.
    losses: [u16; RACK_SIZE + 1],
}

const _: () = assert!(size_of::<FoundPlacement>() == 32);

impl FoundPlacement {
    /// From codes in order: a letter's number, times 65,536, and what is lost if it is a blank.
    ///
    /// A loss is below 65,536: at most 80 points, on a letter premium of four, in a word multiplied by at most 200 that
    /// crosses another one.
    #[inline]
    fn new(base: i32, reference: Reference, codes: &[u32]) -> Self {
        let mut losses = [0; RACK_SIZE + 1];
        let (mut key, mut score) = (Key::EMPTY, base);
        for (loss, &code) in losses.iter_mut().zip(codes) {
            *loss = code as u16;
            score += i32::from(*loss);
            key = Tile::from_index((code >> 16) as usize).map_or(key, |tile| key.with_tile(tile));
        }
        FoundPlacement { key, reference, score: score.max(0) as u32, losses }
    }

    /// What it scores with blanks in these places.
    #[inline]
    pub(super) fn with_blanks<const BLANKS: usize>(&self, blanks: BlankPlaces) -> u32 {
        (0..BLANKS).fold(self.score, |score, number| score.saturating_sub(self.losses[blanks.get(number)].into()))
    }
}

/// In order. Every comparison is made, none is waited for.
#[inline]
pub(super) fn sorted<const N: usize>(mut codes: [u32; N]) -> [u32; N] {
    for end in 1..N {
        for at in (0..end).rev() {
            let (low, high) = (codes[at].min(codes[at + 1]), codes[at].max(codes[at + 1]));
            (codes[at], codes[at + 1]) = (low, high);
        }
    }
    codes
}
