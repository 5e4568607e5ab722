//! Making a [`PlayTable`]: every placement once, grouped by the letters it uses, then the ways to use blanks, once for
//! each group.
//!
//! **Idea.** Entering each placement with each choice of one or two blanks would be up to 29 entries for each. But
//! placements of the same letters make the same entries, so four passes do less, and work in the cache:
//!
//! 1. *Find.* For every [site](super::site) the words that fit, from the [columns](super::word_columns); for each
//!    the key of its letters, its score, and what a blank would lose on each of its squares: in the order of the
//!    letters, and among equal letters the smallest loss first.
//! 2. *Group.* Placements with the same key are brought together. For the letters as they are, for each letter as a
//!    blank and for each pair, the best score of the group is one entry. A blank goes to the first square of its
//!    letter in that order, two of the same letter to the first two.
//! 3. *Merge.* QUA? comes from the groups of QUAD, QUAG, QUAI and QUAY. Of entries with the same key the best one
//!    stays.
//! 4. *Fill.* Now the number of entries is known, and so the size of the table.
//!
//! Between passes everything is parted by the highest bits of the keys. A part fits the second-level cache, threads can
//! take parts from a common pile, and since a better entry is one with more points, then one with a lower reference,
//! the result does not depend on who took which.
//!
//! **Cost.** On a board early in a game, 337,000 placements: finding 11 ms, grouping 75 to 86 ms, merging 29 ms,
//! filling 5 ms; grouping and merging handle 2.2 million entries, of which 324,000 stay. Buffers are kept from table to
//! table, since about a fifth of the time went into memory that was new to the process.
//!
//! **Tried and dropped.** Turning placements away that another of the same letters beats whatever the blanks are: a
//! small cache that did so turned away one in twenty on early boards, because two blanks can cost more than what
//! placements differ by, and cost as much as it saved.

use super::ground::Ground;
use super::play_table::{Entry, PlayTable, Reference};
use super::site::Site;
use super::word_columns::WordColumns;
use crate::game::{Board, Direction, Letter, PlacedTile, RACK_SIZE, Rules, TILE_KINDS, Tally, Tile};
use crate::lexicon::{Key, Lexicon};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Makes play tables, for one kind of game and one lexicon.
///
/// It remembers the last board, so following a game is cheaper than jumping between games.
#[derive(Clone, Debug)]
pub struct TableBuilder {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    words: Arc<WordColumns>,
    ground: Ground,
    points: [u16; TILE_KINDS],
    benches: Benches,
}

/// What the passes work with, one for each thread. Kept from table to table: memory that is new to a process costs more
/// than the work done in it.
#[derive(Clone, Default)]
struct Benches {
    find: Vec<FindBench>,
    group: Vec<GroupBench>,
    merge: Vec<MergeBench>,
}

impl Benches {
    /// Clean, for so many threads.
    fn clear(&mut self, threads: usize) {
        self.find.resize_with(threads, FindBench::default);
        self.group.resize_with(threads, GroupBench::default);
        self.merge.resize_with(threads, MergeBench::default);
        self.find.iter_mut().for_each(|bench| bench.placements.clear());
        self.group.iter_mut().for_each(|bench| bench.entries.clear());
        self.merge.iter_mut().for_each(MergeBench::clear);
    }
}

impl std::fmt::Debug for Benches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Benches for {} threads", self.find.len())
    }
}

/// The parts that everything is split into by key.
const PARTS: usize = 256;

/// In which part a key is.
#[inline]
fn part_of(key: Key) -> usize {
    (key.bits() >> (u64::BITS - PARTS.trailing_zeros())) as usize
}

/// Things by the part that their key is in.
#[derive(Clone)]
struct Parts<T>(Vec<Vec<T>>);

impl<T> Parts<T> {
    #[inline]
    fn push(&mut self, key: Key, thing: T) {
        self.0[part_of(key)].push(thing);
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Parts((0..PARTS).map(|_| Vec::new()).collect())
    }
}

/// A placement with natural tiles only.
#[derive(Clone, Copy)]
struct Found {
    /// Of its letters.
    key: Key,
    reference: Reference,
    score: u16,
    /// For each of its letters, in order, what is lost if it is a blank; then zeros. Of equal letters the cheapest
    /// first.
    losses: [u16; RACK_SIZE + 1],
}

const _: () = assert!(size_of::<Found>() == 32);

impl TableBuilder {
    /// A builder for these rules and words. Blocks: about ten milliseconds for 180,000 words.
    pub fn new(rules: Arc<Rules>, lexicon: Arc<Lexicon>) -> Self {
        let words = Arc::new(WordColumns::new(lexicon.graph()));
        let mut points = [0; TILE_KINDS];
        for letter in rules.distribution.alphabet().letters() {
            points[usize::from(letter.number())] = rules.distribution.placed_value(PlacedTile::natural(letter)) as u16;
        }
        TableBuilder { ground: Ground::new(&rules), rules, lexicon, words, points, benches: Benches::default() }
    }

    /// The table of all placements on a board that use at most seven of the unseen tiles. Blocks: up to a tenth of a
    /// second on one thread.
    ///
    /// The result is the same for any number of threads.
    pub fn build(&mut self, board: &Board, unseen: &Tally, threads: NonZeroUsize) -> PlayTable {
        self.benches.clear(threads.get());
        self.ground.show(board, &self.rules, self.lexicon.graph());
        let sites = Sites::new(&self.ground, self.rules.bingo_bonus);
        let finder = Finder { ground: &self.ground, sites: &sites, words: &self.words, points: &self.points };
        let supply = Supply::new(unseen);
        let grouper = Grouper { sites: &sites.all, words: &self.words, supply: &supply };
        let Benches { find, group, merge } = &mut self.benches;
        share(find, sites.lanes.len(), |bench, lane| finder.find(lane, &supply, bench));
        share(group, PARTS, |bench, part| grouper.group(find, part, bench));
        share(merge, PARTS, |bench, part| bench.merge(group, part));
        let placements = find.iter().map(|bench| bench.placements.len()).sum::<usize>();
        PlayTable::new(&in_order(merge), placements, sites.all, self.words.clone(), board.clone())
    }
}

/// Does `each` for the tasks 0 to `tasks`, on as many threads as there are benches. Blocks.
fn share<B: Send>(benches: &mut [B], tasks: usize, each: impl Fn(&mut B, usize) + Sync) {
    let next = AtomicUsize::new(0);
    let work = |bench: &mut B| {
        loop {
            match next.fetch_add(1, Ordering::Relaxed) {
                task if task < tasks => each(bench, task),
                _ => return,
            }
        }
    };
    let work = &work;
    let Some((mine, others)) = benches.split_first_mut() else { return };
    std::thread::scope(|scope| {
        others.iter_mut().for_each(|bench| drop(scope.spawn(move || work(bench))));
        work(mine);
    });
}

/// All sites of a board, lane by lane.
struct Sites {
    all: Vec<Site>,
    /// For each lane its direction, its number, and where its sites begin.
    lanes: Vec<(Direction, usize, usize)>,
}

impl Sites {
    fn new(ground: &Ground, bonus: i32) -> Self {
        let mut sites = Sites { all: Vec::new(), lanes: Vec::new() };
        for direction in Direction::BOTH {
            for (number, lane) in ground.lanes[direction].iter().enumerate() {
                sites.lanes.push((direction, number, sites.all.len()));
                let windows = lane.windows.iter();
                sites.all.extend(windows.map(|window| Site::new(direction, number, lane, window, bonus)));
            }
        }
        sites
    }
}

/// How many there are of each tile.
struct Supply {
    letters: [u8; TILE_KINDS],
    blanks: usize,
}

impl Supply {
    fn new(unseen: &Tally) -> Self {
        let mut letters = [0; TILE_KINDS];
        unseen.kinds().for_each(|(tile, count)| letters[tile.index()] = count as u8);
        Supply { letters, blanks: unseen.count(Tile::BLANK).min(MAX_BLANKS) }
    }

    /// How many letters more than there are a word needs; they must be blanks. The codes are in order.
    #[inline]
    fn lacking(&self, codes: &[u32]) -> usize {
        let (mut lacking, mut rank, mut last) = (0, 0, 0);
        for letter in codes.iter().map(|code| (code >> 16) as usize % TILE_KINDS) {
            rank = if letter == last { rank + 1 } else { 1 };
            last = letter;
            lacking += usize::from(rank > self.letters[letter]);
        }
        lacking
    }
}

/// More blanks than that are not used in one play. No set of tiles has as many.
const MAX_BLANKS: usize = 4;

/// For the first pass.
#[derive(Clone, Default)]
struct FindBench {
    placements: Parts<Found>,
    /// The words that fit a site, a bit each.
    fitting: Vec<u64>,
    /// For scribbling.
    any: Vec<u64>,
}

/// The first pass.
struct Finder<'a> {
    ground: &'a Ground,
    sites: &'a Sites,
    words: &'a WordColumns,
    points: &'a [u16; TILE_KINDS],
}

impl Finder<'_> {
    fn find(&self, lane: usize, supply: &Supply, bench: &mut FindBench) {
        let (direction, number, start) = self.sites.lanes[lane];
        let lane = &self.ground.lanes[direction][number];
        let FindBench { placements, fitting, any } = bench;
        for (at, site) in self.sites.all[start..].iter().enumerate().take(lane.windows.len()) {
            site.find_words(lane, self.words.of_length(usize::from(site.len)), fitting, any);
            let enter = match site.tiles {
                1 => Self::enter::<1>,
                2 => Self::enter::<2>,
                3 => Self::enter::<3>,
                4 => Self::enter::<4>,
                5 => Self::enter::<5>,
                6 => Self::enter::<6>,
                _ => Self::enter::<RACK_SIZE>,
            };
            enter(self, start + at, fitting, supply, placements);
        }
    }

    /// Enters the words with these bits, each of which puts so many tiles on the board.
    fn enter<const TILES: usize>(&self, site: usize, fitting: &[u64], supply: &Supply, placements: &mut Parts<Found>) {
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
                    u32::from(letter) << 16 | u32::from(self.points[usize::from(letter)] * factors[at])
                }));
                if supply.lacking(&codes) <= supply.blanks {
                    let found = Found::new(place.base, Reference::new(site, number), &codes);
                    placements.push(found.key, found);
                }
            }
        }
    }
}

/// In order. Every comparison is made, none is waited for.
#[inline]
fn sorted<const N: usize>(mut codes: [u32; N]) -> [u32; N] {
    for end in 1..N {
        for at in (0..end).rev() {
            let (low, high) = (codes[at].min(codes[at + 1]), codes[at].max(codes[at + 1]));
            (codes[at], codes[at + 1]) = (low, high);
        }
    }
    codes
}

impl Found {
    /// From codes in order: a letter's number, times 65,536, and what is lost if it is a blank.
    #[inline]
    fn new(base: i32, reference: Reference, codes: &[u32]) -> Self {
        let mut losses = [0; RACK_SIZE + 1];
        let (mut key, mut score) = (Key::EMPTY, base);
        for (loss, &code) in losses.iter_mut().zip(codes) {
            *loss = code as u16;
            score += i32::from(*loss);
            key = Tile::from_index((code >> 16) as usize).map_or(key, |tile| key.with_tile(tile));
        }
        Found { key, reference, score: score as u16, losses }
    }

    /// What it scores with blanks in these places.
    #[inline]
    fn with_blanks<const BLANKS: usize>(&self, blanks: BlankPlaces) -> u16 {
        (0..BLANKS).fold(self.score, |score, number| score - self.losses[blanks.get(number)])
    }
}

/// Where the blanks are among the letters of a placement: four bits for each, the last that was added lowest.
/// One number, not an array: written byte by byte and read as a whole, an array made this pass half as slow again.
#[derive(Clone, Copy)]
struct BlankPlaces(u32);

impl BlankPlaces {
    /// All at the place after the last letter, where nothing is lost.
    const NOWHERE: BlankPlaces = BlankPlaces(0x7777_7777);

    #[inline]
    fn with(self, place: u8) -> Self {
        BlankPlaces(self.0 << 4 | u32::from(place))
    }

    /// At most [`RACK_SIZE`].
    #[inline]
    fn get(self, number: usize) -> usize {
        (self.0 >> (4 * number)) as usize & RACK_SIZE
    }
}

const _: () = assert!(RACK_SIZE == 7 && MAX_BLANKS <= 8);

/// For the second pass.
#[derive(Clone, Default)]
struct GroupBench {
    entries: Parts<Entry>,
    /// One part of all placements.
    together: Vec<Found>,
    /// The choices of blanks for one group.
    choices: Vec<(Key, BlankPlaces)>,
}

/// The second pass.
struct Grouper<'a> {
    sites: &'a [Site],
    words: &'a WordColumns,
    supply: &'a Supply,
}

impl Grouper<'_> {
    fn group(&self, found: &[FindBench], part: usize, bench: &mut GroupBench) {
        match self.supply.blanks {
            0 => self.group_with::<0>(found, part, bench),
            1 => self.group_with::<1>(found, part, bench),
            2 => self.group_with::<2>(found, part, bench),
            3 => self.group_with::<3>(found, part, bench),
            _ => self.group_with::<MAX_BLANKS>(found, part, bench),
        }
    }

    /// Groups one part, with at most so many blanks in a play.
    fn group_with<const BLANKS: usize>(&self, found: &[FindBench], part: usize, bench: &mut GroupBench) {
        let GroupBench { entries, together, choices } = bench;
        together.clear();
        found.iter().for_each(|bench| together.extend_from_slice(&bench.placements.0[part]));
        together.sort_unstable_by_key(|found| found.key);
        for group in together.chunk_by(|a, b| a.key == b.key) {
            self.list_choices::<BLANKS>(&group[0], choices);
            for &(key, blanks) in &*choices {
                let worth = group.iter().map(|found| found.reference.worth(found.with_blanks::<BLANKS>(blanks))).max();
                entries.push(key, Entry { key, worth: worth.unwrap_or(0) });
            }
        }
    }

    /// All choices of blanks for a placement that leave no more letters than there are.
    fn list_choices<const BLANKS: usize>(&self, found: &Found, list: &mut Vec<(Key, BlankPlaces)>) {
        let site = &self.sites[found.reference.site()];
        let word = self.words.of_length(usize::from(site.len)).word(found.reference.word());
        let runs = Runs::new(sorted(site.letters(word)), self.supply);
        let places = BlankPlaces::NOWHERE;
        list.clear();
        BlankChoice::<BLANKS> { key: found.key, places, blanks: 0, lacking: runs.lacking }.list(runs.as_slice(), list);
    }
}

/// Some letters of a placement as blanks, of which there are at most so many.
#[derive(Clone, Copy)]
struct BlankChoice<const BLANKS: usize> {
    key: Key,
    places: BlankPlaces,
    blanks: usize,
    /// How many letters more than there are it still needs.
    lacking: u8,
}

impl<const BLANKS: usize> BlankChoice<BLANKS> {
    /// Lists this choice, if no letter is lacking, and all those that have more blanks in these runs.
    fn list(self, runs: &[Run], list: &mut Vec<(Key, BlankPlaces)>) {
        if self.lacking == 0 {
            list.push((self.key, self.places));
        }
        for (number, &run) in runs.iter().enumerate() {
            let mut next = self;
            for extra in 0..run.count.min((BLANKS - self.blanks) as u8) {
                next.add(run, extra);
                let rest = if next.blanks < BLANKS { &runs[number + 1..] } else { &[] };
                next.list(rest, list);
            }
        }
    }

    /// With one more of a run's letters as a blank.
    #[inline]
    fn add(&mut self, run: Run, extra: u8) {
        self.key = self.key.blanking(run.letter);
        self.places = self.places.with(run.start + extra);
        self.blanks += 1;
        self.lacking -= u8::from(extra < run.lacking);
    }
}

/// The letters of a placement, equal ones together.
struct Runs {
    runs: [Run; RACK_SIZE],
    len: usize,
    lacking: u8,
}

#[derive(Clone, Copy)]
struct Run {
    letter: Letter,
    start: u8,
    count: u8,
    /// How many more it is than there are.
    lacking: u8,
}

impl Runs {
    /// The runs of letters, given by their numbers in order, at the end of which may be some that are no letters.
    fn new(letters: [u32; RACK_SIZE], supply: &Supply) -> Self {
        let none = Run { letter: const { Letter::new(1).unwrap() }, start: 0, count: 0, lacking: 0 };
        let mut runs = Runs { runs: [none; RACK_SIZE], len: 0, lacking: 0 };
        let (mut run, mut last) = (none, 0);
        for (start, number) in letters.into_iter().enumerate() {
            let Some(letter) = u8::try_from(number).ok().and_then(Letter::new) else { break };
            if number != last {
                run = Run { letter, start: start as u8, count: 0, lacking: 0 };
                runs.len += 1;
                last = number;
            }
            run.count += 1;
            let lacks = u8::from(run.count > supply.letters[usize::from(letter.number())]);
            run.lacking += lacks;
            runs.lacking += lacks;
            runs.runs[runs.len - 1] = run;
        }
        runs
    }

    fn as_slice(&self) -> &[Run] {
        &self.runs[..self.len]
    }
}

/// For the third pass: of entries with the same key, the best.
#[derive(Clone, Default)]
struct MergeBench {
    /// Open addressing by the bits of the key after those of its part; a power of two, at most half of it used.
    table: Vec<Entry>,
    /// The best entries, nearly in the order of their keys within each part.
    merged: Vec<Entry>,
    /// For each part that was merged here, where its entries end.
    ends: Vec<(usize, usize)>,
}

impl MergeBench {
    fn clear(&mut self) {
        self.merged.clear();
        self.ends.clear();
    }

    fn merge(&mut self, grouped: &[GroupBench], part: usize) {
        const SMALLEST: usize = 512;
        self.table.clear();
        self.table.resize(SMALLEST, Entry::NONE);
        let mut used = 0;
        for entry in grouped.iter().flat_map(|bench| &bench.entries.0[part]) {
            let at = place(&self.table, entry.key);
            used += usize::from(self.table[at].worth == 0);
            self.table[at] = Entry { key: entry.key, worth: self.table[at].worth.max(entry.worth) };
            if used * 2 > self.table.len() {
                self.grow();
            }
        }
        self.merged.extend(self.table.iter().filter(|entry| entry.worth != 0));
        self.ends.push((part, self.merged.len()));
    }

    fn grow(&mut self) {
        let larger = vec![Entry::NONE; self.table.len() * 2];
        let old = std::mem::replace(&mut self.table, larger);
        for entry in old.into_iter().filter(|entry| entry.worth != 0) {
            let at = place(&self.table, entry.key);
            self.table[at] = entry;
        }
    }

    /// The merged parts with their entries.
    fn parts(&self) -> impl Iterator<Item = (usize, &[Entry])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts.zip(&self.ends).map(|(start, &(part, end))| (part, &self.merged[start..end]))
    }
}

/// Where a key is in the table of a part, or the free place where it would be.
#[inline]
fn place(table: &[Entry], key: Key) -> usize {
    let mask = table.len() - 1;
    let mut at = ((key.bits() << PARTS.trailing_zeros()) >> (u64::BITS - table.len().trailing_zeros())) as usize & mask;
    while table[at].worth != 0 && table[at].key != key {
        at = (at + 1) & mask;
    }
    at
}

/// The entries of all parts, part by part.
fn in_order(merged: &[MergeBench]) -> Vec<&[Entry]> {
    let mut parts: Vec<(usize, &[Entry])> = merged.iter().flat_map(MergeBench::parts).collect();
    parts.sort_unstable_by_key(|&(part, _)| part);
    parts.into_iter().map(|(_, entries)| entries).collect()
}
