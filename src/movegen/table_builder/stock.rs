//! What there is to place: the tiles that the racks are made of, and how much of a rack is known.
//!
//! A rack that is known to have HOMER and two tiles besides can place HOMERIC, whose other letters are I and C, but not
//! MORTISE, which has three others. With a blank among the sure tiles it can: the blank is the T, the I or the S. So a
//! placement is possible if its letters beyond the sure ones are no more than the other tiles and the sure blanks
//! together; and if those of which there are not enough are no more than the blanks. Both together are enough: a letter
//! that is lacking is also one beyond the sure ones, so the blanks that must be are spent where they save a tile.
//!
//! Before the sites are looked at, the same is asked of whole words ([`CandidateWords`]), as if the tiles on the board were
//! just those that they lack.

use super::super::site::Site;
use crate::game::{MAX_DIM, RACK_SIZE, Rack, TILE_KINDS, Tally, Tile};
use crate::lexicon::WordColumns;

/// The racks that a table is to answer for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Racks {
    /// What they are made of.
    pub unseen: Tally,
    /// Tiles that are on all of them. Where they are not among the unseen, no rack is such, and what the table says
    /// means nothing.
    pub sure: Rack,
    /// How many tiles they have besides, at most.
    pub others: usize,
}

impl Racks {
    /// All racks of some tiles.
    pub fn any(unseen: Tally) -> Self {
        Racks { unseen, sure: Rack::EMPTY, others: RACK_SIZE }
    }
}

/// How many there are of each tile.
pub(super) struct Stock {
    /// By the number of the letter.
    pub(super) letters: [u8; TILE_KINDS],
    pub(super) blanks: usize,
    /// How many of each letter are on every rack.
    pub(super) sure: [u8; TILE_KINDS],
    pub(super) sure_blanks: usize,
    /// How many tiles a rack has besides those that are on every rack.
    pub(super) others: u8,
}

impl Stock {
    pub(super) fn new(racks: &Racks) -> Self {
        let count = |tiles: &Tally| {
            let mut letters = [0; TILE_KINDS];
            tiles.kinds().for_each(|(tile, count)| letters[tile.index()] = count as u8);
            (letters, tiles.count(Tile::BLANK).min(RACK_SIZE))
        };
        let ((letters, blanks), (sure, sure_blanks)) = (count(&racks.unseen), count(&racks.sure.tally()));
        Stock { letters, blanks, sure, sure_blanks, others: racks.others.min(RACK_SIZE) as u8 }
    }

    /// How many letters may be others than the sure ones: a blank that is sure can be any letter.
    fn other_letters(&self) -> usize {
        usize::from(self.others) + self.sure_blanks
    }

    /// Whether there is a rack for a placement, with blanks where it must be. The codes of its letters are in order.
    #[inline]
    pub(super) fn allows(&self, codes: &[u32]) -> bool {
        let (mut lacking, mut others, mut rank, mut last) = (0, 0, 0, 0);
        for letter in codes.iter().map(|code| (code >> 16) as usize % TILE_KINDS) {
            rank = if letter == last { rank + 1 } else { 1 };
            last = letter;
            lacking += usize::from(rank > self.letters[letter]);
            others += usize::from(rank > self.sure[letter]);
        }
        lacking <= self.blanks && others <= self.other_letters()
    }
}

/// The words that may be tried at a site before one looks at its squares: those that have not too many letters besides
/// the sure ones, even if the tiles on the board are the ones that it lacks.
pub(super) struct CandidateWords {
    /// By the length of the words and the number of tiles they take, where there is such a site and not all words are
    /// candidates.
    words: Vec<[Option<Vec<u64>>; RACK_SIZE + 1]>,
}

impl CandidateWords {
    pub(super) fn new(sites: &[Site], words: &WordColumns, stock: &Stock) -> Self {
        let mut all = vec![[const { None }; RACK_SIZE + 1]; MAX_DIM + 1];
        let mut beyond = vec![None; MAX_DIM + 1];
        for site in sites {
            let (len, tiles) = (usize::from(site.len), usize::from(site.tiles));
            let most = stock.other_letters() + len - tiles;
            if most < len && all[len][tiles].is_none() {
                let columns = words.of_length(len);
                let mut found = Vec::new();
                columns.all(&mut found);
                beyond[len].get_or_insert_with(|| columns.beyond(&stock.sure)).keep_at_most(most, &mut found);
                all[len][tiles] = Some(found);
            }
        }
        CandidateWords { words: all }
    }

    /// Sets the bits of a site's candidates, and none else.
    pub(super) fn list(&self, site: &Site, words: &WordColumns, found: &mut Vec<u64>) {
        match &self.words[usize::from(site.len)][usize::from(site.tiles)] {
            Some(words) => found.clone_from(words),
            None => words.of_length(usize::from(site.len)).all(found),
        }
    }
}
