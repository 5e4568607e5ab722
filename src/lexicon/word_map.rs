//! Which words can be made of exactly these letters: a table from a multiset of letters to its anagrams.
//!
//! **The short answer.** The [`Key`] of a multiset is the sum of a random number for each letter. So adding a letter to a multiset is one addition, and a generator that holds the key of every part
//! of a rack, and the key of the tiles that a word would run through, needs one addition and one probe to learn whether
//! there is any word at all.
//!
//! **The longer answer.** Most probes find nothing, so a filter comes first: one bit for each key, four megabits, which
//! stays in the second-level cache. What passes it is looked up in an open-addressing table of sixteen-byte entries, at
//! about two entries to three places, and that gives the words, letter by letter, one after the other. For 178,000
//! words: half a megabyte of filter, four of table, two of words.
//!
//! A blank may be any letter, but for most multisets only one or two letters, or none, make a word of them. A second
//! filter tells which may: for the key of every word less one of its letters, a set of the letters that were taken, all
//! in four megabytes. So a blank costs one look and some three questions instead of twenty-six.
//!
//! **The limits.** Two multisets could have the same sum. That one which is asked for, and passes the filter, is taken
//! for another has a chance of one in 4 x 10^12; and whoever must be sure compares letters ([`WordMap::words`] gives
//! them), as the generator does before it believes in a play. Should two multisets of a lexicon have the same sum,
//! their words are found together, if they are of one length; if not, only the shorter ones are. Among 160,000
//! multisets the chance for any of that is one in 10^9.
//!
//! **The source.** The idea of asking for anagrams of a part of the rack with the tiles played through is MAGPIE's word
//! map, where the keys are packed counts and blanks have exact tables of their own (116 MB).

use super::Graph;
use crate::game::{Key, Letter};
use std::sync::OnceLock;

/// The anagrams of every multiset of letters that has any.
#[derive(Clone)]
pub struct WordMap {
    /// A bit for each key that is there, by its low bits.
    filter: Box<[u64]>,
    /// By the low bits of a key: which letters may complete it to a word, a bit for each number modulo 32.
    completions: Box<[u32]>,
    /// Open addressing by the high bits of the key; a power of two; at least one place is free.
    table: Box<[MapEntry]>,
    /// How far to shift a key to get its place.
    shift: u32,
    /// The letters of all words, anagrams together.
    letters: Box<[Letter]>,
    /// All anagrams by the length of their words; made when they are first asked for.
    lengths: OnceLock<Vec<Vec<Anagrams>>>,
}

#[derive(Clone, Copy)]
struct MapEntry {
    key: Key,
    /// No words in a free place.
    words: Anagrams,
}

const FREE: MapEntry = MapEntry { key: Key::EMPTY, words: Anagrams { start: 0, words_and_len: 0 } };
const _: () = assert!(size_of::<MapEntry>() == 16);

/// Words that are made of the same letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anagrams {
    /// Where they begin.
    start: u32,
    /// How many words, times 32, and how many letters each has. Lexicons have at most 20 million words.
    words_and_len: u32,
}

impl Anagrams {
    const LEN_BITS: u32 = 5;

    /// The longest words that there can be.
    const LONGEST: usize = (1 << Self::LEN_BITS) - 1;

    fn new(start: usize, words: usize, len: usize) -> Self {
        debug_assert!(len <= Self::LONGEST && words < 1 << (u32::BITS - Self::LEN_BITS));
        Anagrams { start: start as u32, words_and_len: (words as u32) << Self::LEN_BITS | len as u32 }
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.words_and_len == 0
    }

    #[inline]
    fn words(self) -> usize {
        (self.words_and_len >> Self::LEN_BITS) as usize
    }

    #[inline]
    fn len(self) -> usize {
        self.words_and_len as usize & Self::LONGEST
    }
}

const FILTER_BITS: u32 = 22;
const COMPLETION_BITS: u32 = 20;

/// Letters that may complete a multiset to a word: all that do, and seldom others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completions(u32);

impl Completions {
    /// Whether this letter may.
    #[inline]
    pub fn has(self, letter: Letter) -> bool {
        self.0 >> (letter.number() % u32::BITS as u8) & 1 != 0
    }
}

impl WordMap {
    /// The map of all words of at most `longest` letters, and never more than 31. Blocks: about a tenth of a second for
    /// 180,000 words.
    pub fn new(graph: &Graph, longest: usize) -> Self {
        let longest = longest.min(Anagrams::LONGEST);
        let mut words: Vec<(Key, Vec<Letter>)> =
            graph.words().filter(|word| word.len() <= longest).map(|word| (Key::of(&word), word)).collect();
        words.sort_by(|(key, word), (other_key, other)| (key, word.len(), word).cmp(&(other_key, other.len(), other)));
        let groups: Vec<&[(Key, Vec<Letter>)]> = words.chunk_by(|a, b| (a.0, a.1.len()) == (b.0, b.1.len())).collect();
        let places = (groups.len() * 3 / 2 + 2).next_power_of_two();
        let mut map = WordMap {
            filter: vec![0; 1 << (FILTER_BITS - 6)].into(),
            completions: vec![0; 1 << COMPLETION_BITS].into(),
            table: vec![FREE; places].into(),
            shift: 64 - places.trailing_zeros(),
            letters: words.iter().flat_map(|(_, word)| word.iter().copied()).collect(),
            lengths: OnceLock::new(),
        };
        let mut start = 0;
        for group in groups {
            let len = group[0].1.len();
            map.add_completions(group[0].0, &group[0].1);
            map.insert(MapEntry { key: group[0].0, words: Anagrams::new(start, group.len(), len) });
            start += group.len() * len;
        }
        map
    }

    fn insert(&mut self, entry: MapEntry) {
        let bit = entry.key.bits() as usize & ((1 << FILTER_BITS) - 1);
        self.filter[bit / 64] |= 1 << (bit % 64);
        let mut place = (entry.key.bits() >> self.shift) as usize;
        while !self.table[place].words.is_empty() {
            place = (place + 1) & (self.table.len() - 1);
        }
        self.table[place] = entry;
    }

    /// A word completes what is left of it without any one of its letters.
    fn add_completions(&mut self, key: Key, word: &[Letter]) {
        for &letter in word {
            let less = key.without(letter);
            self.completions[Self::completions_at(less)] |= 1 << (letter.number() % u32::BITS as u8);
        }
    }

    #[inline]
    fn completions_at(key: Key) -> usize {
        key.bits() as usize & ((1 << COMPLETION_BITS) - 1)
    }

    /// Which letters may make words of these letters.
    #[inline]
    pub fn completions(&self, key: Key) -> Completions {
        Completions(self.completions[Self::completions_at(key)])
    }

    /// Whether there may be words of these letters: always true if there are, seldom if there are not.
    #[inline]
    pub fn may_have(&self, key: Key) -> bool {
        let bit = key.bits() as usize & ((1 << FILTER_BITS) - 1);
        self.filter[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// The words of these letters.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Anagrams> {
        let mut place = (key.bits() >> self.shift) as usize;
        loop {
            let entry = &self.table[place];
            if entry.words.is_empty() {
                return None;
            }
            if entry.key == key {
                return Some(entry.words);
            }
            place = (place + 1) & (self.table.len() - 1);
        }
    }

    /// The words, letter by letter.
    #[inline]
    pub fn words(&self, anagrams: Anagrams) -> std::slice::ChunksExact<'_, Letter> {
        self.letters[anagrams.start as usize..][..anagrams.len() * anagrams.words()].chunks_exact(anagrams.len())
    }

    /// The words of this length, those of the same letters together. Blocks the first time, for some milliseconds.
    pub fn of_length(&self, len: usize) -> impl Iterator<Item = Anagrams> + '_ {
        let lengths = self.lengths.get_or_init(|| {
            let mut lengths = vec![Vec::new(); Anagrams::LONGEST + 1];
            let taken = self.table.iter().filter(|entry| !entry.words.is_empty());
            taken.for_each(|entry| lengths[entry.words.len()].push(entry.words));
            lengths
        });
        lengths.get(len).into_iter().flatten().copied()
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
        for (word, letters) in [("ET", "A"), ("AEM", "T"), ("UIZ", "Q"), ("T", "")] {
            let completions = map.completions(Key::of(&spell(word)));
            let found = english().alphabet().letters().filter(|letter| completions.has(*letter)).collect::<Vec<_>>();
            assert_eq!(english().alphabet().write_word(&found), letters, "{word}");
        }
        let of_length = |len| map.of_length(len).map(|anagrams| map.words(anagrams).len()).collect::<Vec<_>>();
        assert_eq!((of_length(3), of_length(6)), (vec![4], vec![]));
        assert_eq!(of_length(4).iter().sum::<usize>(), 3);
    }

    /// Every order of nine letters that begins with A or B: more than 16 bits can count.
    #[test]
    fn many_anagrams_are_all_found() {
        let mut words = vec!["A".to_owned(), "B".to_owned()];
        for _ in 1..9 {
            let longer = |word: String| {
                let unused = "ABCDEFGHI".chars().filter(|letter| !word.contains(*letter)).collect::<Vec<_>>();
                unused.into_iter().map(move |letter| format!("{word}{letter}"))
            };
            words = words.into_iter().flat_map(longer).collect();
        }
        assert_eq!(words.len(), 80_640);
        let lexicon = Lexicon::from_words("x", &english(), &words.join("\n")).unwrap();
        let map = lexicon.word_map();
        let found = map.get(Key::of(&english().alphabet().read_word("ABCDEFGHI").unwrap())).unwrap();
        assert_eq!(map.words(found).len(), words.len());
    }
}
