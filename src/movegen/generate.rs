//! Generating: windows in the order of what they promise, words by their anagrams.
//!
//! **The short answer.** For every [window](super::lane) of the board, work out the most that any tiles of the rack
//! could make of it. Look into the most promising first, and stop when none promises as much as has been found.
//!
//! **The longer answer.** What a window promises is
//!
//! ```text
//! base + the dearest tiles on the largest factors + bonus      the points
//! + the best leave after that many tiles                       what is kept
//! ```
//!
//! and for squares where a word crosses, no more than the dearest tile that the crossing word allows. Windows that run
//! through no tile can only take what the rack spells by itself; those words are looked up first, and give a tighter
//! leave, or rule all windows of a size out.
//!
//! Looking into a window is asking the [word map](crate::lexicon::WordMap), for each part of the rack of the right
//! size, for the anagrams of the part and the tiles run through: parts that leave most come first, so when part and
//! window together cannot reach what has been found, neither can the rest. Windows with the same tiles and size
//! share the answer; the first of them to be looked into mostly promises the most points, and then no later one needs
//! parts that the first did not.
//!
//! **What it costs.** On a mid-game board of TWL06 there are some 760 windows, 370 of which promise more than an
//! exchange; about 70 questions are asked of the map, and some 25 words are placed. All plays, or the best few, come
//! the same way with a lower floor.

use super::anagram_cache::{AnagramCache, Hit, Question};
use super::board_cache::BoardCache;
use super::fit::{WindowFit, accepts};
use super::lane::{Lane, Window};
use super::play_table::{PlayTable, RemainingBounds};
use super::prepared_rack::{PreparedRack, RackPart};
use super::record::{Best, Recorder, Top};
use super::scored_play::ScoredPlay;
use super::site::Site;
use super::upper_bound::{UpperBound, UpperBounds};
use crate::evaluate::{Equity, SubLeaves};
use crate::game::{Board, Direction, Key, Letter, MAX_DIM, Play, RACK_SIZE, Rack, Rules, TILE_KINDS};
use crate::lexicon::{Lexicon, WordMap};
use std::sync::Arc;

/// Finds plays, for one kind of game and one lexicon.
///
/// It remembers the last board and prepares only what has changed, so following a game is cheaper than jumping about.
#[derive(Clone, Debug)]
pub struct Generator {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    map: Arc<WordMap>,
    /// The points of each letter.
    points: [u16; TILE_KINDS],
    /// The board that was seen last.
    board_cache: BoardCache,
    /// The rack that was seen last.
    rack_parts: PreparedRack,
    /// What has been looked up for that rack.
    anagrams: AnagramCache,
    /// The windows that could be worth looking into.
    bounds: UpperBounds,
}

/// Where to look for plays.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// On the whole board.
    Board,
    /// Where something is not as it was on the base, and elsewhere only for parts that leave as much as these bounds.
    Beside(RemainingBounds),
}

impl Scope {
    fn has_remaining(&self) -> bool {
        match self {
            Scope::Board => false,
            Scope::Beside(RemainingBounds(leaves)) => leaves.iter().any(|&leave| leave > Equity::LOWEST),
        }
    }

    /// The best leave of the parts that are still of interest in a window that is as it was on the base.
    #[inline]
    fn remaining(&self, window: &Window) -> Equity {
        match self {
            Scope::Board => Equity::LOWEST,
            Scope::Beside(RemainingBounds(leaves)) => leaves[usize::from(window.tiles)],
        }
    }
}

impl Generator {
    /// A generator for these rules and words. Blocks if it is the first for this lexicon, whose
    /// [map](Lexicon::word_map) must be made.
    pub fn new(rules: Arc<Rules>, lexicon: Arc<Lexicon>) -> Self {
        Generator {
            board_cache: BoardCache::new(&rules),
            rack_parts: PreparedRack::default(),
            anagrams: AnagramCache::new(rules.distribution.alphabet().letters().collect()),
            bounds: UpperBounds::default(),
            map: lexicon.word_map().clone(),
            points: rules.distribution.letter_points(),
            rules,
            lexicon,
        }
    }

    /// The best play: worth most, and of those the first in the order of [`Play`]. A pass if there is no other.
    ///
    /// `leaves` tells what keeping each part of the rack is worth; at most
    /// `most_exchanged` tiles may be exchanged.
    pub fn best(&mut self, board: &Board, rack: &Rack, leaves: &SubLeaves, most_exchanged: usize) -> ScoredPlay {
        let mut best = Best(ScoredPlay::PASS);
        self.prepare(board, rack, leaves);
        self.exchanges(most_exchanged, &mut best);
        self.generate(Scope::Board, &mut best);
        best.0
    }

    /// Makes a board the one that tables are of, and that all boards to come go on from.
    pub fn set_base(&mut self, board: &Board) {
        self.board_cache.set_base(board, &self.rules, self.lexicon.rule());
    }

    /// Makes a board the one that others will go on from, again and again, so that coming back to it costs little.
    ///
    /// It changes nothing but the time that later calls take.
    pub fn settle(&mut self, board: &Board) {
        self.board_cache.settle(board, &self.rules, self.lexicon.rule());
    }

    /// The best play, with the help of a table of the [base](Self::set_base), from which this board has gone on. Of
    /// plays that are worth the same, it may find another one than [`best`](Self::best).
    ///
    /// **Idea.** Most of the board is as it was, and there the table knows the best already: the most that any part of
    /// the rack can make, and where. What is best of all, and still open, is a floor; only what has changed need be
    /// looked at, and elsewhere those few parts that could have done better before, but whose best place is taken.
    pub fn best_beside(
        &mut self,
        table: &PlayTable,
        board: &Board,
        rack: &Rack,
        leaves: &SubLeaves,
        most_exchanged: usize,
    ) -> ScoredPlay {
        self.prepare(board, rack, leaves);
        let is_open = |site: &Site| {
            let (direction, lane, first) = site.place();
            self.board_cache.is_as_on_base(direction, lane, first, usize::from(site.len))
        };
        let (choice, remaining) = table.choose_where(&self.rack_parts.numbers, leaves, most_exchanged, is_open);
        let play = table.play(&self.rack_parts.numbers, &choice);
        let mut best = Best(ScoredPlay { play, score: choice.score, equity: choice.equity });
        self.generate(Scope::Beside(remaining), &mut best);
        best.0
    }

    /// The best plays, at most `most` of them, best first. A pass is among them, as the last if all are wanted
    /// (`usize::MAX`).
    pub fn top(
        &mut self,
        most: usize,
        board: &Board,
        rack: &Rack,
        leaves: &SubLeaves,
        most_exchanged: usize,
    ) -> Vec<ScoredPlay> {
        let mut top = Top::new(most);
        top.record(ScoredPlay::PASS);
        self.prepare(board, rack, leaves);
        self.exchanges(most_exchanged, &mut top);
        self.generate(Scope::Board, &mut top);
        top.into_plays()
    }

    fn prepare(&mut self, board: &Board, rack: &Rack, leaves: &SubLeaves) {
        self.board_cache.update(board, &self.rules, self.lexicon.rule());
        self.rack_parts.prepare(rack, leaves, &self.points);
        self.anagrams.clear();
    }

    /// Tells of every placement that is worth at least the recorder's floor.
    fn generate<R: Recorder>(&mut self, scope: Scope, recorder: &mut R) {
        self.list_bounds(scope, recorder.floor());
        let mut bounds = std::mem::take(&mut self.bounds);
        for bound in bounds.in_order() {
            if bound.most >= recorder.floor() {
                self.search_window(&bound, recorder);
            }
        }
        self.bounds = bounds;
    }

    fn exchanges<R: Recorder>(&self, most: usize, recorder: &mut R) {
        for part in self.rack_parts.parts.iter().take(most.saturating_add(1)).skip(1).flatten() {
            if part.exchange >= recorder.floor() {
                let tiles = self.rack_parts.numbers.tiles(usize::from(part.number));
                recorder.record(ScoredPlay { play: Play::Exchange(tiles), score: 0, equity: part.exchange });
            }
        }
    }

    /// Lists the windows that could be worth `floor`.
    fn list_bounds(&mut self, scope: Scope, floor: Equity) {
        self.bounds.clear();
        let mut leaves = BestLeaves::new(&self.rack_parts);
        for direction in Direction::BOTH {
            for (number, lane) in self.board_cache.lanes(direction).iter().enumerate() {
                let known = match scope {
                    Scope::Board => 0,
                    Scope::Beside(_) => lane.of_base,
                };
                let skipped = if scope.has_remaining() { 0 } else { known };
                if skipped == lane.windows.len() {
                    continue;
                }
                let crossings = Crossings::new(lane, &self.rack_parts);
                for (at, window) in lane.windows.iter().enumerate().skip(skipped) {
                    let leave =
                        if at < known { scope.remaining(window) } else { leaves.any[usize::from(window.tiles)] };
                    if leave == Equity::LOWEST
                        || window.free & crossings.blocked != 0
                        || Equity::points(self.quick_bound(window)) + leave < floor
                    {
                        continue;
                    }
                    let points = self.most_points(lane, window, &crossings);
                    let mut most = Equity::points(points) + leave;
                    if most >= floor && window.through == Key::EMPTY {
                        let alone = leaves.alone(&mut self.anagrams, &self.map, &self.rack_parts);
                        most = Equity::points(points) + leave.min(alone[usize::from(window.tiles)]);
                    }
                    if most >= floor {
                        let (lane, window) = (number as u8, at as u16);
                        self.bounds.push(UpperBound { most, points, direction, lane, window });
                    }
                }
            }
        }
    }

    /// More points than the rack could make of a window, found at a glance: the dearest tile on the largest factor, and
    /// all others on the second largest.
    #[inline]
    fn quick_bound(&self, window: &Window) -> i32 {
        let [largest, second, ..] = window.factors.map(i32::from);
        let (dearest, others) = self.rack_parts.dearest_and_others(usize::from(window.tiles));
        window.base + largest * dearest + second * others + self.bonus(window)
    }

    /// The most points that the rack could make of a window.
    #[inline]
    fn most_points(&self, lane: &Lane, window: &Window, crossings: &Crossings) -> i32 {
        let mut most = dot(&window.factors, &self.rack_parts.points);
        if window.crossed != 0 {
            most = most.min(crossings.most(lane, window) + dot(&window.open_factors, &self.rack_parts.points));
        }
        window.base + most + self.bonus(window)
    }

    #[inline]
    fn bonus(&self, window: &Window) -> i32 {
        if usize::from(window.tiles) == RACK_SIZE { self.rules.bingo_bonus } else { 0 }
    }

    fn search_window<R: Recorder>(&mut self, bound: &UpperBound, recorder: &mut R) {
        let lane = &self.board_cache.lanes(bound.direction)[usize::from(bound.lane)];
        let window = &lane.windows[usize::from(bound.window)];
        let points = Equity::points(bound.points);
        let mut fit = None;
        let question = Question { through: window.through, tiles: window.tiles, least: recorder.floor() - points };
        for at in self.anagrams.find(&self.map, &self.rack_parts, question, || lane.letters(window)) {
            let hit = self.anagrams.hit(at);
            if points + hit.leave < recorder.floor() {
                break; // those after it leave no more
            }
            for word in self.map.words(hit.words).filter(|word| accepts(lane, window, word)) {
                let fit = fit.get_or_insert_with(|| WindowFit::new(lane, window, &self.points));
                let score = fit.score(word) + self.bonus(window);
                place(fit, bound, &hit, word, score, &self.rack_parts, recorder);
            }
        }
    }
}

/// Tells of a word that fits, with its blanks where they cost least or everywhere. `score` is that without blanks.
fn place<R: Recorder>(
    fit: &WindowFit<'_>,
    bound: &UpperBound,
    hit: &Hit,
    word: &[Letter],
    score: i32,
    rack_parts: &PreparedRack,
    recorder: &mut R,
) {
    let mut offer = |blanks: u32| {
        let score = score - fit.lost(word, blanks);
        let equity = Equity::points(score) + hit.leave;
        // Keys are sums of random numbers; the tiles are compared before a play is believed in.
        if equity >= recorder.floor()
            && fit.takes(word, blanks) == Some(rack_parts.numbers.tiles(usize::from(hit.part)))
        {
            let placement = fit.placement(bound.direction, usize::from(bound.lane), word, blanks);
            recorder.record(ScoredPlay { play: Play::Place(placement), score, equity });
        }
    };
    if R::EVERY_BLANK {
        fit.every_blanks(word, &hit.blanks, offer);
    } else {
        offer(fit.cheapest_blanks(word, &hit.blanks));
    }
}

/// The best leave after playing each number of tiles; the lowest equity if the rack does not have as many.
struct BestLeaves {
    any: [Equity; RACK_SIZE + 1],
    /// Among the parts that are words by themselves. Found out when it is first asked for: mostly it is not.
    alone: Option<[Equity; RACK_SIZE + 1]>,
}

impl BestLeaves {
    fn new(rack_parts: &PreparedRack) -> Self {
        let best = |parts: &Vec<RackPart>| parts.first().map_or(Equity::LOWEST, |part| part.leave);
        BestLeaves { any: rack_parts.parts.each_ref().map(best), alone: None }
    }

    #[inline]
    fn alone(
        &mut self,
        anagrams: &mut AnagramCache,
        map: &WordMap,
        rack_parts: &PreparedRack,
    ) -> &[Equity; RACK_SIZE + 1] {
        let mut best = |tiles: usize| {
            let question = Question { through: Key::EMPTY, tiles: tiles as u8, least: Equity::LOWEST };
            let first = anagrams.find(map, rack_parts, question, Vec::new).next();
            first.map_or(Equity::LOWEST, |at| anagrams.hit(at).leave)
        };
        self.alone.get_or_insert_with(|| std::array::from_fn(&mut best))
    }
}

/// What the rack can do on the squares of a lane where words cross.
struct Crossings {
    /// The points of the dearest tile that may lie there.
    dearest: [i16; MAX_DIM],
    /// Where none may, a bit for each square.
    blocked: u32,
}

impl Crossings {
    fn new(lane: &Lane, rack_parts: &PreparedRack) -> Self {
        let mut crossings = Crossings { dearest: [0; MAX_DIM], blocked: 0 };
        for (at, square) in lane.squares[..lane.len].iter().enumerate() {
            if square.crossing.is_some() {
                match rack_parts.dearest(square.allowed) {
                    Some(points) => crossings.dearest[at] = points,
                    None => crossings.blocked |= 1 << at,
                }
            }
        }
        crossings
    }

    /// The most points on the crossed squares of a window, each square for itself.
    #[inline]
    fn most(&self, lane: &Lane, window: &Window) -> i32 {
        let (mut sum, mut squares) = (0, window.crossed);
        while squares != 0 {
            let at = squares.trailing_zeros() as usize;
            sum += i32::from(lane.squares[at].factor(window.word_factor)) * i32::from(self.dearest[at]);
            squares &= squares - 1;
        }
        sum
    }
}

/// The sum of the products.
#[inline]
fn dot(a: &[i16; 8], b: &[i16; 8]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}
