//! Making a [`PlayTable`]: every placement once, grouped by the letters it uses, then the ways to use blanks, once for
//! each group.
//!
//! **Idea.** Entering each placement with each choice of blanks would be up to 29 entries for each, with two blanks.
//! But placements of the same letters make the same entries, so four passes do less, and work in the cache:
//!
//! 1. *Find.* For every [site](super::site) the words that fit, from the
//!    [columns](crate::lexicon::Lexicon::word_columns); for each the key of its letters, its score, and what a blank
//!    would lose on each of its squares: in the order of the letters, and among equal letters the smallest loss first.
//! 2. *Group.* Placements with the same key are brought together. For the letters as they are, and for each choice of
//!    letters to be blanks, at most as many as there are, the best score of the group is one entry. A blank goes to
//!    the first square of its letter in that order, two of the same letter to the first two.
//! 3. *Merge.* QUA? comes from the groups of QUAD, QUAG, QUAI and QUAY. Of entries with the same key the best one
//!    stays.
//! 4. *Fill.* Now the number of entries is known, and so the size of the table.
//!
//! Where part of the rack is known, few of the words can be played with what is left open. Those are told apart before
//! the first pass ([`CandidateWords`]), and counted exactly in it and in the second.
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
//!
//! In reading order: here the builder; `stock`, what there is to place; `partitions` and `blank_places`, which the passes
//! share; `find`, `group` and `merge` are passes.

mod blank_places;
mod find;
mod group;
mod merge;
mod partitions;
mod stock;

use super::board_cache::BoardCache;
use super::play_table::PlayTable;
use super::table_entry::Reference;
use crate::game::{Board, Rules, TILE_KINDS, Tally};
use crate::lexicon::{Lexicon, WordColumns};
use crate::parallel::share_among;
use find::{FindScratch, PlacementFinder, Sites};
use group::{GroupScratch, Grouper};
use merge::{MergeScratch, in_order};
use partitions::PARTS;
use std::num::NonZeroUsize;
use std::sync::Arc;
pub use stock::Racks;
use stock::{CandidateWords, Stock};
use thiserror::Error;

/// Makes play tables, for one kind of game and one lexicon.
///
/// It remembers the last board, so following a game is cheaper than jumping between games.
#[derive(Clone, Debug)]
pub struct TableBuilder {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    words: Arc<WordColumns>,
    board_cache: BoardCache,
    points: [u16; TILE_KINDS],
    scratch: Scratch,
}

/// What the passes work with, one for each thread. Kept from table to table: memory that is new to a process costs more
/// than the work done in it.
#[derive(Clone, Default)]
struct Scratch {
    find: Vec<FindScratch>,
    group: Vec<GroupScratch>,
    merge: Vec<MergeScratch>,
}

impl Scratch {
    /// Empties everything, and makes room for this many threads.
    fn clear(&mut self, threads: usize) {
        self.find.resize_with(threads, FindScratch::default);
        self.group.resize_with(threads, GroupScratch::default);
        self.merge.resize_with(threads, MergeScratch::default);
        self.find.iter_mut().for_each(|scratch| scratch.placements.clear());
        self.group.iter_mut().for_each(|scratch| scratch.entries.clear());
        self.merge.iter_mut().for_each(MergeScratch::clear);
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Scratch for {} threads", self.find.len())
    }
}

/// A lexicon that is too large for the play table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{count} words of {len} letters; the play table takes at most {most} of one length", most = Reference::MOST_WORDS)]
pub struct TooManyWords {
    /// How long the words are.
    pub len: usize,
    /// How many there are.
    pub count: usize,
}

impl TableBuilder {
    /// A builder for these rules and words. Blocks if it is the first for this lexicon, whose
    /// [columns](Lexicon::word_columns) must be made.
    pub fn new(rules: Arc<Rules>, lexicon: Arc<Lexicon>) -> Result<Self, TooManyWords> {
        let words = lexicon.word_columns().clone();
        if let Some((len, count)) = words.counts().find(|&(_, count)| count > Reference::MOST_WORDS) {
            return Err(TooManyWords { len, count });
        }
        let (board_cache, points) = (BoardCache::new(&rules), rules.distribution.letter_points());
        Ok(TableBuilder { board_cache, rules, lexicon, words, points, scratch: Scratch::default() })
    }

    /// The table of all placements on a board that use at most seven of the unseen tiles. Blocks: up to a tenth of a
    /// second on one thread.
    ///
    /// The result is the same for any number of threads.
    pub fn build(&mut self, board: &Board, unseen: &Tally, threads: NonZeroUsize) -> PlayTable {
        self.build_for(board, &Racks::any(*unseen), threads)
    }

    /// The table of all placements on a board that any of these racks allows. Blocks. The more of a rack is known, the
    /// less there is to do: a few milliseconds if it is all but two tiles.
    pub fn build_for(&mut self, board: &Board, racks: &Racks, threads: NonZeroUsize) -> PlayTable {
        self.scratch.clear(threads.get());
        self.board_cache.update(board, &self.rules, self.lexicon.rule());
        let sites = Sites::new(&self.board_cache, self.rules.bingo_bonus);
        let stock = Stock::new(racks);
        let candidates = CandidateWords::new(&sites.all, &self.words, &stock);
        let (board_cache, words, points) = (&self.board_cache, &self.words, &self.points);
        let finder =
            PlacementFinder { board_cache, sites: &sites, words, points, stock: &stock, candidates: &candidates };
        let grouper = Grouper { sites: &sites.all, words: &self.words, stock: &stock };
        let Scratch { find, group, merge } = &mut self.scratch;
        let (lanes, parts) = (0..sites.lanes.len() as u64, 0..PARTS as u64);
        share_among(find, lanes, |scratch, lane| finder.find(lane as usize, scratch));
        share_among(group, parts.clone(), |scratch, part| grouper.group(find, part as usize, scratch));
        share_among(merge, parts, |scratch, part| scratch.merge(group, part as usize));
        let placements = find.iter().map(|scratch| scratch.placements.len()).sum::<usize>();
        PlayTable::new(&in_order(merge), placements, sites.all, self.words.clone(), board.clone())
    }
}
