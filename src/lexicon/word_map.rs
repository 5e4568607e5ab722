//! Which words can be made of exactly these letters: a table from a multiset of letters to its anagrams.
//!
//! **The short answer.** Every letter has a fixed random 64-bit number; the key of a multiset is the sum of its
//! letters' numbers. So adding a letter to a multiset is one addition, and a generator that holds the key of every part
//! of a rack, and the key of the tiles that a word would run through, needs one addition and one probe to learn whether
//! there is any word at all.
//!
//! **The longer answer.** Most probes find nothing, so a filter comes first: one bit for each key, four megabits, which
//! stays in the second-level cache. What passes it is looked up in an open-addressing table of sixteen-byte entries, at
//! about two entries to three places, and that gives the words, letter by letter, one after the other. For 178,000
//! words: half a megabyte of filter, four of table, two of words.
//!
//! **The limits.** Two multisets could have the same sum; among the multisets of a lexicon that is checked when the map
//! is made, and for those that are asked for, the chance is one in 10^13 for each that passes the filter. Whoever must
//! be sure compares letters ([`Anagrams::words`] gives them), as the generator does before it believes in a play.
//!
//! **The source.** The idea of asking for anagrams of a part of the rack with the tiles played through is MAGPIE's word
//! map, where the keys are packed counts and blanks have tables of their own (116 MB). Sums make blanks cheap enough to
//! try letter by letter.

use super::Graph;
use crate::game::{Letter, TILE_KINDS, Tile};

/// The number of a multiset of letters: the sum of its letters' numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// No letters.
    pub const EMPTY: Key = Key(0);

    /// With one letter more.
    #[inline]
    pub const fn with(self, letter: Letter) -> Key {
        Key(self.0.wrapping_add(NUMBERS[letter.number() as usize]))
    }

    /// With one tile more; the blank has a number of its own.
    #[inline]
    pub const fn with_tile(self, tile: Tile) -> Key {
        Key(self.0.wrapping_add(NUMBERS[tile.index()]))
    }

    /// With a blank in the place of one of its letters.
    #[inline]
    pub(crate) const fn blanking(self, letter: Letter) -> Key {
        Key(self.0.wrapping_sub(NUMBERS[letter.number() as usize]).wrapping_add(NUMBERS[0]))
    }

    /// The number itself.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// With all letters of another multiset.
    #[inline]
    pub const fn and(self, other: Key) -> Key {
        Key(self.0.wrapping_add(other.0))
    }

    /// A place in a table of so many, a power of two.
    #[inline]
    pub(crate) const fn place(self, places: usize) -> usize {
        (self.0 >> 32) as usize & (places - 1)
    }

    /// The multiset of these letters.
    pub fn of(letters: &[Letter]) -> Key {
        letters.iter().fold(Key::EMPTY, |key, &letter| key.with(letter))
    }
}

/// A random number for each letter.
const NUMBERS: [u64; TILE_KINDS] = {
    let mut numbers = [0; TILE_KINDS];
    let mut at = 0;
    while at < TILE_KINDS {
        numbers[at] = splitmix(at as u64 + 1);
        at += 1;
    }
    numbers
};

/// Steele, Lea and Flood's mixer: a good random number from any other number.
const fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The anagrams of every multiset of letters that has any.
#[derive(Clone)]
pub struct WordMap {
    /// A bit for each key that is there, by its low bits.
    filter: Box<[u64]>,
    /// Open addressing by the high bits of the key; a power of two; at least one place is free.
    table: Box<[Entry]>,
    /// How far to shift a key to get its place.
    shift: u32,
    /// The letters of all words, anagrams together.
    letters: Box<[Letter]>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    /// Where its words begin.
    start: u32,
    /// How many words; none in a free place.
    words: u16,
    /// How many letters each has.
    len: u16,
}

const FREE: Entry = Entry { key: Key(0), start: 0, words: 0, len: 0 };
const _: () = assert!(size_of::<Entry>() == 16);

/// Words that are made of the same letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anagrams {
    start: u32,
    words: u16,
    len: u16,
}

const FILTER_BITS: u32 = 22;

impl WordMap {
    /// The map of all words of at most `longest` letters. Blocks: about a tenth of a second for 180,000 words.
    pub fn new(graph: &Graph, longest: usize) -> Self {
        let mut words: Vec<(Key, Vec<Letter>)> =
            graph.words().filter(|word| word.len() <= longest).map(|word| (Key::of(&word), word)).collect();
        words.sort();
        let groups: Vec<&[(Key, Vec<Letter>)]> = words.chunk_by(|a, b| a.0 == b.0).collect();
        let places = (groups.len() * 3 / 2 + 2).next_power_of_two();
        let mut map = WordMap {
            filter: vec![0; 1 << (FILTER_BITS - 6)].into(),
            table: vec![FREE; places].into(),
            shift: 64 - places.trailing_zeros(),
            letters: words.iter().flat_map(|(_, word)| word.iter().copied()).collect(),
        };
        let mut start = 0;
        for group in groups {
            let len = group[0].1.len();
            assert!(group.iter().all(|(_, word)| word.len() == len), "two multisets of letters have the same key");
            map.insert(Entry { key: group[0].0, start, words: group.len() as u16, len: len as u16 });
            start += (group.len() * len) as u32;
        }
        map
    }

    fn insert(&mut self, entry: Entry) {
        let bit = entry.key.0 as usize & ((1 << FILTER_BITS) - 1);
        self.filter[bit / 64] |= 1 << (bit % 64);
        let mut place = (entry.key.0 >> self.shift) as usize;
        while self.table[place].words > 0 {
            place = (place + 1) & (self.table.len() - 1);
        }
        self.table[place] = entry;
    }

    /// Whether there may be words of these letters: always true if there are, seldom if there are not.
    #[inline]
    pub fn may_have(&self, key: Key) -> bool {
        let bit = key.0 as usize & ((1 << FILTER_BITS) - 1);
        self.filter[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// The words of these letters.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Anagrams> {
        let mut place = (key.0 >> self.shift) as usize;
        loop {
            let entry = &self.table[place];
            if entry.key == key && entry.words > 0 {
                return Some(Anagrams { start: entry.start, words: entry.words, len: entry.len });
            }
            if entry.words == 0 {
                return None;
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }

    /// The words, letter by letter.
    #[inline]
    pub fn words(&self, anagrams: Anagrams) -> std::slice::ChunksExact<'_, Letter> {
        let len = usize::from(anagrams.len);
        self.letters[anagrams.start as usize..][..len * usize::from(anagrams.words)].chunks_exact(len)
    }
}

impl std::fmt::Debug for WordMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "WordMap of {} letters", self.letters.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;
    use crate::lexicon::Lexicon;

    #[test]
    fn anagrams_are_found_together() {
        let list = "EAT\nTEA\nATE\nETA\nTEAM\nMEAT\nQUIZ\nZZZZZZ\n";
        let lexicon = Lexicon::from_words("x", &english(), list).unwrap();
        let map = WordMap::new(lexicon.graph(), 5);
        let spell = |word: &str| english().alphabet().read_word(word).unwrap();
        let find = |word: &str| -> Vec<String> {
            let found = map.get(Key::of(&spell(word)));
            let words = found.into_iter().flat_map(|anagrams| map.words(anagrams));
            words.map(|word| english().alphabet().write_word(word)).collect()
        };
        assert_eq!(find("AET"), ["ATE", "EAT", "ETA", "TEA"]);
        assert_eq!(find("TAME"), ["MEAT", "TEAM"]);
        assert_eq!(find("ZZZZZZ"), [""; 0]);
        assert_eq!(find("AT"), [""; 0]);
        assert!(map.may_have(Key::of(&spell("ZIUQ"))));
        assert!(!map.may_have(Key::of(&spell("Z"))));
    }
}
