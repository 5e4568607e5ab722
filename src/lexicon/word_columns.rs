//! All words of a lexicon by length, with a bit for every word, position and letter: which words have this letter
//! there?
//!
//! A stretch of a lane says of some of its squares which letters may stand there: one letter where a tile lies, a few
//! where a word crosses. The words that fit are found 64 at a time: for each such square the columns of its letters are
//! joined, and what the squares allow is intersected. That takes a microsecond or so for the 24,000 words of seven
//! letters, and no time is spent on beginnings of words that come to nothing. For 178,000 words the columns are six
//! megabytes and are made in ten milliseconds, once for each lexicon.
//!
//! Which words can be made with some tiles and a few others is asked in the same way ([`Columns::beyond`]): each word's
//! letters beyond the tiles are counted, for 64 words at a time, in numbers whose bits are spread over as many blocks.

use super::Graph;
use crate::game::{Letter, MAX_DIM, TILE_KINDS};

/// The words of a lexicon, by length.
#[derive(Clone, Debug)]
pub struct WordColumns {
    /// By the length of their words.
    lengths: Vec<Columns>,
}

/// All words of one length, in order; a word is known by its number among them.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    len: usize,
    count: usize,
    /// One word after the other.
    letters: Vec<Letter>,
    /// How many blocks of 64 words there are.
    blocks: usize,
    /// For each position and in it each letter, `blocks` blocks with a bit for each word.
    columns: Vec<u64>,
    /// For each letter, `blocks` blocks with a bit for each word that has it; then the same for those that have it
    /// twice.
    having: [Vec<u64>; REPEATS],
    /// The highest number of a letter.
    highest: usize,
}

/// How often a letter may be repeated in a word and still be counted.
const REPEATS: usize = 2;

/// For each word of one length how many letters it has beyond some tiles.
#[derive(Clone, Debug)]
pub struct Beyond {
    /// The bits of the numbers, the lowest first.
    bits: [Vec<u64>; Self::BITS],
    /// The words whose number has more bits.
    more: Vec<u64>,
}

impl Beyond {
    const BITS: usize = 3;

    fn new(blocks: usize) -> Self {
        Beyond { bits: std::array::from_fn(|_| vec![0; blocks]), more: vec![0; blocks] }
    }

    /// One more for each of these words.
    fn add(&mut self, words: &[u64]) {
        let [ones, twos, fours] = &mut self.bits;
        let counts = ones.iter_mut().zip(twos).zip(fours.iter_mut().zip(&mut self.more));
        for (((ones, twos), (fours, more)), &words) in counts.zip(words) {
            let (carry_one, carry_two) = (*ones & words, *twos & *ones & words);
            *ones ^= words;
            *twos ^= carry_one;
            *more |= *fours & carry_two;
            *fours ^= carry_two;
        }
    }

    /// Takes out of `words` those that have more such letters than this.
    pub(crate) fn keep_at_most(&self, most: usize, words: &mut [u64]) {
        if most >= 1 << Self::BITS {
            return;
        }
        for (block, words) in words.iter_mut().enumerate() {
            // From the highest bit on: whether the numbers are the same so far, or already less.
            let (mut same, mut less) = (!self.more[block], 0);
            for (bit, bits) in self.bits.iter().enumerate().rev() {
                if most >> bit & 1 == 1 {
                    less |= same & !bits[block];
                    same &= bits[block];
                } else {
                    same &= !bits[block];
                }
            }
            *words &= less | same;
        }
    }
}

impl WordColumns {
    pub(crate) fn new(graph: &Graph) -> Self {
        let mut lengths = vec![Columns::default(); MAX_DIM + 1];
        for word in graph.words().filter(|word| word.len() <= MAX_DIM) {
            let words = &mut lengths[word.len()];
            words.count += 1;
            words.letters.extend(word);
        }
        for (len, words) in lengths.iter_mut().enumerate() {
            words.len = len;
            words.fill_columns();
        }
        WordColumns { lengths }
    }

    /// Each length, and how many words of it there are.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.lengths.iter().map(|words| (words.len, words.count))
    }

    /// The words of this length.
    #[inline]
    pub(crate) fn of_length(&self, len: usize) -> &Columns {
        &self.lengths[len]
    }
}

impl Columns {
    /// The word with this number.
    #[inline]
    pub(crate) fn word(&self, number: usize) -> &[Letter] {
        &self.letters[number * self.len..][..self.len]
    }

    /// Sets the bits of all words in `found`, and none else.
    pub(crate) fn all(&self, found: &mut Vec<u64>) {
        found.clear();
        found.resize(self.blocks, !0);
        if let Some(last) = found.last_mut() {
            *last >>= self.blocks * 64 - self.count;
        }
    }

    /// Keeps in `found` the words that have this letter at this position.
    pub(crate) fn keep(&self, found: &mut [u64], position: usize, letter: Letter) {
        match self.column(position, letter) {
            Some(column) => found.iter_mut().zip(column).for_each(|(found, column)| *found &= column),
            None => found.fill(0),
        }
    }

    /// Keeps in `found` the words that have any of these letters at this position. `any` is a buffer.
    pub(crate) fn keep_any(
        &self,
        found: &mut [u64],
        position: usize,
        letters: impl Iterator<Item = Letter>,
        any: &mut Vec<u64>,
    ) {
        any.clear();
        any.resize(self.blocks, 0);
        for column in letters.filter_map(|letter| self.column(position, letter)) {
            any.iter_mut().zip(column).for_each(|(any, column)| *any |= column);
        }
        found.iter_mut().zip(any).for_each(|(found, any)| *found &= *any);
    }

    /// For each word, how many letters it has beyond these tiles, which are counted by letter number.
    /// Where a word has a letter three times, it may have more than is said.
    pub(crate) fn beyond(&self, tiles: &[u8; TILE_KINDS]) -> Beyond {
        let mut beyond = Beyond::new(self.blocks);
        for (letter, &held) in tiles.iter().enumerate().take(self.highest + 1).skip(1) {
            let here = letter * self.blocks..(letter + 1) * self.blocks;
            self.having.iter().skip(held.into()).for_each(|having| beyond.add(&having[here.clone()]));
        }
        beyond
    }

    /// The words with this letter at this position; none for a letter that no word has.
    fn column(&self, position: usize, letter: Letter) -> Option<&[u64]> {
        let letter = usize::from(letter.number());
        (letter <= self.highest).then(|| &self.columns[self.column_start(position, letter)..][..self.blocks])
    }

    fn column_start(&self, position: usize, letter: usize) -> usize {
        (position * (self.highest + 1) + letter) * self.blocks
    }

    fn fill_columns(&mut self) {
        self.highest = self.letters.iter().map(|letter| usize::from(letter.number())).max().unwrap_or(0);
        self.blocks = self.count.div_ceil(64);
        self.columns = vec![0; self.len * (self.highest + 1) * self.blocks];
        self.having = std::array::from_fn(|_| vec![0; (self.highest + 1) * self.blocks]);
        for number in 0..self.count {
            for position in 0..self.len {
                let letter = usize::from(self.word(number)[position].number());
                let (start, block, bit) = (self.column_start(position, letter), number / 64, 1 << (number % 64));
                self.columns[start + block] |= bit;
                let [once, twice] = self.having.each_mut().map(|having| &mut having[letter * self.blocks + block]);
                *twice |= *once & bit;
                *once |= bit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;
    use crate::lexicon::Library;

    /// What the bits say, against counting. A letter that a word has three times may count as two.
    #[test]
    fn letters_beyond_some_tiles_are_counted() {
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        for text in ["", "HOMER", "EEE", "AABCDEF", "?S"] {
            let rack = crate::game::Rack::parse(text, english().alphabet()).unwrap();
            let tiles = std::array::from_fn(|index| {
                let tile = crate::game::Tile::from_index(index).filter(|tile| !tile.is_blank());
                tile.map_or(0, |tile| rack.count(tile) as u8)
            });
            for len in [2, 3, 7, 10, 15] {
                let words = lexicon.word_columns().of_length(len);
                let beyond = words.beyond(&tiles);
                for most in 0..=9 {
                    let mut found = Vec::new();
                    words.all(&mut found);
                    beyond.keep_at_most(most, &mut found);
                    for number in 0..words.count {
                        let count = count_beyond(words.word(number), &tiles);
                        let is_in = found[number / 64] >> (number % 64) & 1 == 1;
                        // From eight on nothing is left out.
                        assert_eq!(is_in, count <= most || most >= 8, "{text}, {len}, {most}, {number}");
                    }
                    assert!(found.iter().map(|block| block.count_ones()).sum::<u32>() as usize <= words.count);
                }
            }
        }
    }

    fn count_beyond(word: &[Letter], tiles: &[u8; TILE_KINDS]) -> usize {
        let letters = 1..TILE_KINDS;
        let count = |letter: usize| word.iter().filter(|of_word| usize::from(of_word.number()) == letter).count();
        letters.map(|letter| count(letter).min(REPEATS).saturating_sub(tiles[letter].into())).sum()
    }
}
