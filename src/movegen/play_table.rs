//! The play table: the best play of every rack at once.
//!
//! **The short answer.** For one board and the tiles that are unseen, the table has for each multiset M of at most
//! seven of those tiles the most points S(M) that a placement of exactly these tiles scores, and a reference to that
//! placement. The best play of a rack R is then found without looking at the board:
//!
//! ```text
//! best equity of R = max over the parts M of R of  S(M) + V(R - M),  or V(R - M) if M may be exchanged        V = value of the leave
//! ```
//!
//! which is at most 127 look-ups.
//!
//! **The longer answer.** A multiset is known by its [`Key`], a sum of one random number for each tile, so that the
//! keys of all parts of a rack are one addition each ([`SubRacks::build`]). The blank is a tile with a number of its
//! own: CA? is another multiset than CAT, with another best score. The table is buckets of eight places, a bucket to a
//! line of the cache; a place has 48 bits of its key and 16 bits of score. The references lie in an array of their own,
//! which is read only for a play that was chosen. A reference is the number of a [site](super::site), a stretch of a
//! lane, and of a word; which of the tiles are blanks follows from M.
//!
//! Two thirds of the look-ups find something, and which ones cannot be foretold. So a look-up has no branch that
//! depends on it: all eight places are compared at once, the scores of all parts are collected, and only then added to
//! the leaves. Against linear probing in an array of 8-byte places that made a query more than twice as fast; with so
//! many hits a filter before the table could save little, and none was tried. Half-filled buckets are best: with six of
//! eight filled, look-ups that go on to the next bucket double the time.
//!
//! **An example.** With the words CAT and AT, and the tiles A, C, T and a blank:
//!
//! ```
//! use std::{num::NonZeroUsize, sync::Arc};
//! use tasseo::evaluate::{Equity, SubLeaves};
//! use tasseo::game::{Board, Rack, Rules, SubRacks, english};
//! use tasseo::lexicon::Lexicon;
//! use tasseo::movegen::TableBuilder;
//!
//! let rack = |text| Rack::parse(text, english().alphabet()).unwrap();
//! let lexicon = Lexicon::from_words("small", &english(), "AT\nCAT\n").unwrap();
//! let mut builder = TableBuilder::new(Arc::new(Rules::default()), Arc::new(lexicon)).unwrap();
//! let table = builder.build(&Board::EMPTY, &rack("?ACT").tally(), NonZeroUsize::MIN);
//!
//! // AT, A?, ?T; CAT, CA?, C?T, ?AT.
//! assert_eq!(table.len(), 7);
//! // At two places across, at two down; and at three and three.
//! assert_eq!(table.placements(), 10);
//! let worthless = SubLeaves::from_fn(&SubRacks::of(&rack("?CTT")), |_| Equity::ZERO);
//! let best = table.best(&rack("?CTT"), &worthless, 0);
//! assert_eq!((best.play.display(english().alphabet()).as_str(), best.score), ("8F.CaT", 8));
//! ```
//!
//! How a table is made is told in [`table_builder`](super::table_builder).
//!
//! **The cost.** On one core, TWL06, boards of static games: 100 to 654,000 placements give up to 324,000 multisets, in
//! 22 ms on average, and 77 ms on the worst board (twice that where others use the machine too); a query takes 0.4 to
//! 1.2 µs, and the values of the leaves 0.5 to 0.7 µs more. A table for racks of which part is known is made in less:
//! a few milliseconds, if that is all but two tiles.
//!
//! **The limits.** Scores end at 65,534 points: what scores more (boards and tiles that allow it can be made) is taken
//! to score that. A multiset that is not in the table could be taken for one that is; the chance is 1.4 in 10^14 for
//! each look-up. The table answers for the [racks](super::Racks) it was made for, not for others. There may be at most
//! 524,288 words of one length.

use super::bucket::Bucket;
use super::scored_play::ScoredPlay;
use super::site::Site;
use super::table_entry::{Reference, TableEntry};
use crate::evaluate::{Equity, SubLeaves};
use crate::game::{Board, Key, MAX_SUB_RACKS, Placement, Play, RACK_SIZE, Rack, SubRacks};
use crate::lexicon::WordColumns;
use std::sync::Arc;

/// The best placement of every multiset of tiles, on one board.
#[derive(Clone)]
pub struct PlayTable {
    /// A key is in the bucket that its high bits say, or where that is full in the next that is not. At least one is
    /// not.
    buckets: Box<[Bucket]>,
    /// For each place of each bucket, where the placement is.
    references: Box<[[Reference; Bucket::PLACES]]>,
    len: usize,
    placements: usize,
    sites: Vec<Site>,
    words: Arc<WordColumns>,
    board: Board,
}

/// What the parts of a rack score, by their numbers in [`SubRacks`].
#[derive(Clone, Debug)]
pub struct PartScores {
    /// The score and one more; 0 if there is no placement.
    codes: [u16; MAX_SUB_RACKS],
}

impl PartScores {
    /// The most points that exactly these tiles can score; none if they cannot be placed.
    #[inline]
    pub fn get(&self, part: usize) -> Option<i32> {
        i32::from(self.codes[part]).checked_sub(1).filter(|&score| score >= 0)
    }
}

/// What a rack had best do, before anyone asks on which squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnplacedPlay {
    /// What is done with the tiles.
    pub kind: PlayKind,
    /// The number in [`SubRacks`] of the part of the rack that is used.
    pub part: usize,
    /// Its points.
    pub score: i32,
    /// Its points and what it leaves.
    pub equity: Equity,
}

/// Upper bounds for the sites that have not changed: for each number of tiles the best leave of the parts that have it
/// and might do better than what was found. The lowest equity where there is no such part.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemainingBounds(pub(super) [Equity; RACK_SIZE + 1]);

/// The kinds of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayKind {
    /// Tiles are put on the board.
    Place,
    /// Tiles are put back.
    Exchange,
    /// Nothing is done.
    Pass,
}

impl PlayTable {
    /// How many places of a bucket are filled on average. Fewer, and the table outgrows the cache; more, and look-ups
    /// go on to the next bucket.
    const FILL: usize = 4;

    /// The table of these entries, whose keys are different.
    pub(super) fn new(
        entries: &[&[TableEntry]],
        placements: usize,
        sites: Vec<Site>,
        words: Arc<WordColumns>,
        board: Board,
    ) -> Self {
        let len = entries.iter().map(|entries| entries.len()).sum();
        let buckets = len / Self::FILL + 1;
        let mut table = PlayTable {
            buckets: vec![Bucket::EMPTY; buckets].into(),
            references: vec![[Reference::default(); Bucket::PLACES]; buckets].into(),
            len,
            placements,
            sites,
            words,
            board,
        };
        entries.iter().flat_map(|entries| *entries).for_each(|entry| table.insert(*entry));
        table
    }

    fn insert(&mut self, entry: TableEntry) {
        let mut bucket = self.bucket_of(entry.key);
        loop {
            if let Some(at) = self.buckets[bucket].insert(entry) {
                self.references[bucket][at] = entry.reference();
                return;
            }
            bucket = self.after(bucket);
        }
    }

    /// The bucket where a key is, or was to be.
    #[inline]
    fn bucket_of(&self, key: Key) -> usize {
        ((key.bits() >> 32) as usize * self.buckets.len()) >> 32
    }

    /// The bucket where keys are that did not find room in this one.
    #[inline]
    fn after(&self, bucket: usize) -> usize {
        if bucket + 1 < self.buckets.len() { bucket + 1 } else { 0 }
    }

    /// The most points that exactly these tiles score, and one more; 0 if they cannot be placed.
    #[inline]
    pub fn code(&self, key: Key) -> u16 {
        let mut at = self.bucket_of(key);
        loop {
            let bucket = &self.buckets[at];
            let code = bucket.code(key);
            // One question, not two: whether a key is there at all cannot be foretold, but that there is more to see is
            // rare.
            if !((code == 0) & bucket.is_full()) {
                return code;
            }
            at = self.after(at);
        }
    }

    /// Where the placement of a key is.
    fn reference(&self, key: Key) -> Option<Reference> {
        let mut at = self.bucket_of(key);
        loop {
            match self.buckets[at].find(key) {
                Some(place) => return Some(self.references[at][place]),
                None if !self.buckets[at].is_full() => return None,
                None => at = self.after(at),
            }
        }
    }

    /// How many multisets of tiles can be placed.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing can be placed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many placements there are, those that differ only in blanks counted once.
    pub fn placements(&self) -> usize {
        self.placements
    }

    /// What every part of a rack scores.
    #[inline]
    pub fn scores(&self, parts: &SubRacks) -> PartScores {
        let keys = parts.build(Key::EMPTY, Key::with_tile);
        let mut codes = [0; MAX_SUB_RACKS];
        for part in 1..parts.count() {
            codes[part] = self.code(keys[part]);
        }
        PartScores { codes }
    }

    /// The best that a rack can do: the highest equity, where placing comes before exchanging, and passing is for those
    /// who can do nothing else. `leaves` says what each part of the rack is worth when it is kept; at most
    /// `most_exchanged` tiles may be exchanged.
    #[inline]
    pub fn choose(&self, parts: &SubRacks, leaves: &SubLeaves, most_exchanged: usize) -> UnplacedPlay {
        let scores = self.scores(parts);
        let (mut best, mut at) = (Equity::LOWEST, 0);
        for part in 1..parts.count() {
            let equity = points_of(scores.codes[part]) + leaves.keeping(parts.whole() - part);
            (best, at) = if equity > best { (equity, part) } else { (best, at) };
        }
        match best_exchange(parts, leaves, most_exchanged) {
            Some((equity, part)) if equity > best || at == 0 => {
                UnplacedPlay { kind: PlayKind::Exchange, part, score: 0, equity }
            }
            _ => match scores.get(at) {
                Some(score) => UnplacedPlay { kind: PlayKind::Place, part: at, score, equity: best },
                None => UnplacedPlay { kind: PlayKind::Pass, part: 0, score: 0, equity: Equity::LOWEST },
            },
        }
    }

    /// The best that a rack can do on a board that has gone on from this one, as far as it does what could be done
    /// before: at sites that `is_open` says are as they were, or by exchanging.
    ///
    /// There may be better at such sites still, but only with parts of the rack whose best placement here is not open
    /// any more, and that would have been worth more than what is open: those are what [`RemainingBounds`] tells of.
    pub(super) fn choose_where(
        &self,
        parts: &SubRacks,
        leaves: &SubLeaves,
        most_exchanged: usize,
        is_open: impl Fn(&Site) -> bool,
    ) -> (UnplacedPlay, RemainingBounds) {
        let keys = parts.build(Key::EMPTY, Key::with_tile);
        let mut equities = [Equity::LOWEST; MAX_SUB_RACKS];
        for part in 1..parts.count() {
            equities[part] = points_of(self.code(keys[part])) + leaves.keeping(parts.whole() - part);
        }
        let otherwise = match best_exchange(parts, leaves, most_exchanged) {
            Some((equity, part)) => UnplacedPlay { kind: PlayKind::Exchange, part, score: 0, equity },
            None => UnplacedPlay { kind: PlayKind::Pass, part: 0, score: 0, equity: Equity::LOWEST },
        };
        let mut remaining = RemainingBounds([Equity::LOWEST; RACK_SIZE + 1]);
        loop {
            let (best, at) = highest(&equities[..parts.count()]);
            let Some(reference) = self.reference(keys[at]).filter(|_| at > 0 && best >= otherwise.equity) else {
                return (otherwise, remaining);
            };
            let site = &self.sites[reference.site()];
            let kept = leaves.keeping(parts.whole() - at);
            if is_open(site) {
                let score = (best - kept).as_millipoints() / 1000;
                return (UnplacedPlay { kind: PlayKind::Place, part: at, score, equity: best }, remaining);
            }
            let bound = &mut remaining.0[usize::from(site.tiles)];
            *bound = kept.max(*bound);
            equities[at] = Equity::LOWEST;
        }
    }

    /// The board that it is for.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The best play of a rack.
    pub fn best(&self, rack: &Rack, leaves: &SubLeaves, most_exchanged: usize) -> ScoredPlay {
        let parts = SubRacks::of(rack);
        let choice = self.choose(&parts, leaves, most_exchanged);
        ScoredPlay { play: self.play(&parts, &choice), score: choice.score, equity: choice.equity }
    }

    /// A choice as a play: now the squares are looked up.
    ///
    /// # Panics
    /// If the choice was made by another table, or for another rack.
    pub fn play(&self, parts: &SubRacks, choice: &UnplacedPlay) -> Play {
        let tiles = parts.tiles(choice.part);
        match choice.kind {
            PlayKind::Place => Play::Place(self.placement(&tiles).expect("what was chosen is there")),
            PlayKind::Exchange => Play::Exchange(tiles),
            PlayKind::Pass => Play::Pass,
        }
    }

    /// The best placement of exactly these tiles.
    pub fn placement(&self, tiles: &Rack) -> Option<Placement> {
        let reference = self.reference(tiles.key())?;
        let site = &self.sites[reference.site()];
        let word = self.words.of_length(usize::from(site.len)).word(reference.word());
        Some(site.placement(&self.board, word, tiles))
    }
}

/// What a code says that some tiles score; the lowest equity if they cannot be placed.
#[inline]
fn points_of(code: u16) -> Equity {
    if code == 0 { Equity::LOWEST } else { Equity::points(i32::from(code) - 1) }
}

/// The highest of these, from the second on, and where it is; 0 if there is none.
#[inline]
fn highest(equities: &[Equity]) -> (Equity, usize) {
    let (mut best, mut at) = (Equity::LOWEST, 0);
    for (part, &equity) in equities.iter().enumerate().skip(1) {
        (best, at) = if equity > best { (equity, part) } else { (best, at) };
    }
    (best, at)
}

/// The exchange of at most `most` tiles that leaves most.
#[inline]
fn best_exchange(parts: &SubRacks, leaves: &SubLeaves, most: usize) -> Option<(Equity, usize)> {
    let leave = |part: usize| leaves.keeping_by_exchange(parts.whole() - part);
    let (mut best, mut at) = (Equity::LOWEST, 0);
    let mut look_at = |part: usize| (best, at) = if leave(part) > best { (leave(part), part) } else { (best, at) };
    if most >= RACK_SIZE {
        (1..parts.count()).for_each(&mut look_at);
    } else if most > 0 {
        let sizes = parts.build(0, |size, _| size + 1);
        (1..parts.count()).filter(|&part| sizes[part] <= most).for_each(&mut look_at);
    }
    (at > 0).then_some((best, at))
}

impl std::fmt::Debug for PlayTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PlayTable of {} multisets from {} placements", self.len, self.placements)
    }
}
