//! The words that a rack can make with the tiles of a window: looked up once, used by every window with the same tiles.
//!
//! Many windows run through no tile at all, or through the same letters, and want the same number of tiles; they all
//! ask the same question. The answer is a list of (part of the rack, its anagrams together with the letters run
//! through), best leave first. Lists are kept for one rack, in one array, and found by a small table that forgets by
//! counting racks.

use super::hand::{Hand, Part};
use crate::evaluate::Equity;
use crate::game::{Letter, RACK_SIZE};
use crate::lexicon::{Anagrams, Key, WordMap};
use std::ops::Range;

/// What the blanks of a part stand for, in any order.
pub(super) type Blanks = [Option<Letter>; RACK_SIZE];

/// Some words that a part of the rack makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) part: u8,
    /// What the part leaves.
    pub(super) leave: Equity,
    /// What the blanks of the part stand for.
    pub(super) blanks: Blanks,
    pub(super) words: Anagrams,
}

#[derive(Clone, Debug)]
pub(super) struct AnagramCache {
    hits: Vec<Hit>,
    /// Open addressing; a place is in use if it is of the present rack.
    places: Vec<Place>,
    rack: u32,
    /// How many places are in use.
    used: usize,
    letters: Vec<Letter>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    through: Key,
    rack: u32,
    tiles: u8,
    start: u32,
    end: u32,
}

impl AnagramCache {
    const PLACES: usize = 4096;

    pub(super) fn new(letters: Vec<Letter>) -> Self {
        AnagramCache { hits: Vec::new(), places: vec![Place::default(); Self::PLACES], rack: 0, used: 0, letters }
    }

    /// Forgets everything: there is another rack.
    pub(super) fn clear(&mut self) {
        self.hits.clear();
        self.used = 0;
        self.rack = self.rack.wrapping_add(1);
        if self.rack == 0 {
            self.places.fill(Place::default());
            self.rack = 1;
        }
    }

    /// Where the hits are for a window that takes so many tiles and runs through these letters.
    #[inline]
    pub(super) fn find(&mut self, map: &WordMap, hand: &Hand, through: Key, tiles: u8, least: Equity) -> Range<usize> {
        let mut at = through.place(Self::PLACES) ^ usize::from(tiles);
        loop {
            let place = &self.places[at];
            if place.rack != self.rack {
                break;
            }
            if place.through == through && place.tiles == tiles {
                return place.start as usize..place.end as usize;
            }
            at = (at + 1) & (Self::PLACES - 1);
        }
        let start = self.hits.len();
        self.look_up(map, hand, through, tiles, least);
        let range = start..self.hits.len();
        // Full enough: the answer is right, but will be looked up again.
        if self.used < Self::PLACES / 2 {
            self.used += 1;
            self.places[at] = Place { through, rack: self.rack, tiles, start: start as u32, end: range.end as u32 };
        }
        range
    }

    #[inline]
    pub(super) fn hit(&self, at: usize) -> Hit {
        self.hits[at]
    }

    fn look_up(&mut self, map: &WordMap, hand: &Hand, through: Key, tiles: u8, least: Equity) {
        let parts = &hand.parts[usize::from(tiles)];
        let parts = &parts[..parts.partition_point(|part| part.leave >= least)];
        for part in parts {
            let key = part.key.and(through);
            self.try_blanks(map, key, part, usize::from(part.blanks), [None; RACK_SIZE], 0);
        }
    }

    /// Tries every choice of letters for the blanks from the one numbered `left - 1` down, in the order of the
    /// alphabet.
    fn try_blanks(&mut self, map: &WordMap, key: Key, part: &Part, left: usize, mut blanks: Blanks, from: usize) {
        let Some(left) = left.checked_sub(1) else { return self.try_key(map, key, part, blanks) };
        for at in from..self.letters.len() {
            let letter = self.letters[at];
            blanks[left] = Some(letter);
            self.try_blanks(map, key.with(letter), part, left, blanks, at);
        }
    }

    #[inline]
    fn try_key(&mut self, map: &WordMap, key: Key, part: &Part, blanks: Blanks) {
        if map.may_have(key)
            && let Some(words) = map.get(key)
        {
            self.hits.push(Hit { part: part.number, leave: part.leave, blanks, words });
        }
    }
}
