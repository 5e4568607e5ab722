//! The words that a rack can make with the tiles of a window: looked up once, used by every window with the same tiles.
//!
//! Many windows run through no tile at all, or through the same letters, and want the same number of tiles; they all
//! ask the same question. The answer is a list of (part of the rack, its anagrams together with the letters run
//! through), best leave first. Lists are kept for one rack, in one array, and found by a small table that forgets by
//! counting racks.
//!
//! A blank may be any letter, and the last of them only one that the map [may complete](WordMap::completions) a word
//! with. One or two are tried letter by letter: of 26 letters, two blanks are at most 351 questions. But four are
//! 23,751 questions, and seven of 63 letters a thousand million. Where it would come to more than twenty thousand, the
//! words of the wanted length are gone through instead, of which large lexicons have forty thousand, and each is asked
//! which parts of the rack it could be made of.

use super::prepared_rack::{PreparedRack, RackPart};
use crate::evaluate::Equity;
use crate::game::{Key, Letter, RACK_SIZE};
use crate::lexicon::{Anagrams, WordMap};
use std::cmp::Reverse;
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

/// What a window asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The letters that it runs through.
    pub(super) through: Key,
    /// How many tiles it takes.
    pub(super) tiles: u8,
    /// Parts that leave less need not be looked at.
    pub(super) least: Equity,
}

#[derive(Clone, Debug)]
pub(super) struct AnagramCache {
    hits: Vec<Hit>,
    /// Open addressing; a place is in use if it is of the present rack.
    places: Vec<CacheEntry>,
    rack: u32,
    /// How many places are in use.
    used: usize,
    letters: Vec<Letter>,
}

#[derive(Clone, Copy, Debug, Default)]
struct CacheEntry {
    through: Key,
    rack: u32,
    tiles: u8,
    /// Parts that leave less were not looked at.
    least: Equity,
    start: u32,
    end: u32,
}

impl AnagramCache {
    const PLACES: usize = 4096;
    /// At most this many choices of letters for blanks are tried one by one.
    const MOST_CHOICES: u64 = 20_000;

    pub(super) fn new(letters: Vec<Letter>) -> Self {
        AnagramCache { hits: Vec::new(), places: vec![CacheEntry::default(); Self::PLACES], rack: 0, used: 0, letters }
    }

    /// Forgets everything: there is another rack.
    pub(super) fn clear(&mut self) {
        self.hits.clear();
        self.used = 0;
        self.rack = self.rack.wrapping_add(1);
        if self.rack == 0 {
            self.places.fill(CacheEntry::default());
            self.rack = 1;
        }
    }

    /// Where the hits are for a window. `letters` are those that it runs through.
    #[inline]
    pub(super) fn find(
        &mut self,
        map: &WordMap,
        rack_parts: &PreparedRack,
        question: Question,
        letters: impl FnOnce() -> Vec<Letter>,
    ) -> Range<usize> {
        let Question { through, tiles, least } = question;
        let mut at = through.place(Self::PLACES) ^ usize::from(tiles);
        loop {
            let place = &self.places[at];
            if place.rack != self.rack {
                break;
            }
            if place.through == through && place.tiles == tiles {
                if place.least <= least {
                    return place.start as usize..place.end as usize;
                }
                break; // it was asked for less
            }
            at = (at + 1) & (Self::PLACES - 1);
        }
        let start = self.hits.len();
        let parts = &rack_parts.parts[usize::from(tiles)];
        let parts = &parts[..parts.partition_point(|part| part.leave >= least)];
        if rack_parts.blanks > 2 && self.choices(rack_parts.blanks) > Self::MOST_CHOICES {
            self.go_through_words(map, rack_parts, parts, &letters());
        } else {
            self.try_letters(map, parts, through);
        }
        let range = start..self.hits.len();
        // Full enough: the answer is right, but will be looked up again.
        if self.used < Self::PLACES / 2 {
            self.used += 1;
            self.places[at] =
                CacheEntry { through, rack: self.rack, tiles, least, start: start as u32, end: range.end as u32 };
        }
        range
    }

    #[inline]
    pub(super) fn hit(&self, at: usize) -> Hit {
        self.hits[at]
    }

    /// How many choices of letters there are for this many blanks.
    fn choices(&self, blanks: usize) -> u64 {
        let letters = self.letters.len() as u64;
        (0..blanks as u64).fold(1, |choices, number| choices * (letters + number) / (number + 1))
    }

    /// Goes through all words that are long enough for these parts, of one size, with the letters run through.
    fn go_through_words(&mut self, map: &WordMap, rack_parts: &PreparedRack, parts: &[RackPart], through: &[Letter]) {
        let Some(first) = parts.first() else { return };
        let size = rack_parts.numbers.tiles(usize::from(first.number)).len();
        let natural = |part: &RackPart| {
            let tiles = rack_parts.numbers.tiles(usize::from(part.number));
            tiles.tiles().iter().filter_map(|tile| tile.letter()).collect::<Vec<Letter>>()
        };
        let parts: Vec<(&RackPart, Vec<Letter>)> = parts.iter().map(|part| (part, natural(part))).collect();
        let start = self.hits.len();
        let (mut rest, mut as_blanks) = (Vec::new(), Vec::new());
        for words in map.of_length(size + through.len()) {
            if !take_away(map.words(words).next().unwrap_or_default(), through, &mut rest) {
                continue;
            }
            for (part, natural) in &parts {
                if !take_away(&rest, natural, &mut as_blanks) {
                    continue;
                }
                let mut blanks = [None; RACK_SIZE];
                blanks.iter_mut().zip(&as_blanks).for_each(|(blank, &letter)| *blank = Some(letter));
                self.hits.push(Hit { part: part.number, leave: part.leave, blanks, words });
            }
        }
        self.hits[start..].sort_by_key(|hit| Reverse(hit.leave));
    }

    fn try_letters(&mut self, map: &WordMap, parts: &[RackPart], through: Key) {
        for part in parts {
            let key = part.key.and(through);
            self.try_blanks(map, key, part, usize::from(part.blanks), [None; RACK_SIZE], 0);
        }
    }

    /// Tries every choice of letters for the blanks from the one numbered `left - 1` down, in the order of the
    /// alphabet.
    fn try_blanks(&mut self, map: &WordMap, key: Key, part: &RackPart, left: usize, mut blanks: Blanks, from: usize) {
        let Some(left) = left.checked_sub(1) else { return self.try_key(map, key, part, blanks) };
        let completions = (left == 0).then(|| map.completions(key));
        for at in from..self.letters.len() {
            let letter = self.letters[at];
            if completions.is_some_and(|completions| !completions.has(letter)) {
                continue;
            }
            blanks[left] = Some(letter);
            self.try_blanks(map, key.with(letter), part, left, blanks, at);
        }
    }

    #[inline]
    fn try_key(&mut self, map: &WordMap, key: Key, part: &RackPart, blanks: Blanks) {
        if map.may_have(key)
            && let Some(words) = map.get(key)
        {
            self.hits.push(Hit { part: part.number, leave: part.leave, blanks, words });
        }
    }
}

/// Takes letters away from others, and puts what is left into `rest`. False if they are not all there.
fn take_away(letters: &[Letter], taken: &[Letter], rest: &mut Vec<Letter>) -> bool {
    rest.clear();
    rest.extend_from_slice(letters);
    taken.iter().all(|letter| {
        let at = rest.iter().position(|other| other == letter);
        at.map(|at| rest.swap_remove(at)).is_some()
    })
}
