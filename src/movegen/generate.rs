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
use super::fit::{Fit, accepts};
use super::hand::{Hand, Part};
use super::lane::{Lane, Window};
use super::play_table::{PlayTable, RemainingBounds};
use super::record::{Best, Recorder, Top};
use super::scored_play::ScoredPlay;
use super::site::Site;
use super::upper_bound::{Promises, UpperBound};
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
    ground: BoardCache,
    /// The rack that was seen last.
    hand: Hand,
    /// What has been looked up for that rack.
    anagrams: AnagramCache,
    /// The windows that could be worth looking into.
    promises: Promises,
}

/// Where to look for plays.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// On the whole board.
    Board,
    /// Where something is not as it was on the base; and elsewhere with what there is hope for.
    Beside(RemainingBounds),
}

impl Scope {
    fn is_hopeful(&self) -> bool {
        matches!(self, Scope::Beside(RemainingBounds(hopes)) if hopes.iter().any(|&hope| hope > Equity::LOWEST))
    }

    /// The best leave that there is hope for in a window that is as it was on the base.
    #[inline]
    fn hope(&self, window: &Window) -> Equity {
        match self {
            Scope::Board => Equity::LOWEST,
            Scope::Beside(RemainingBounds(hopes)) => hopes[usize::from(window.tiles)],
        }
    }
}

impl Generator {
    /// A generator for these rules and words. Blocks if it is the first for this lexicon, whose
    /// [map](Lexicon::word_map) must be made.
    pub fn new(rules: Arc<Rules>, lexicon: Arc<Lexicon>) -> Self {
        Generator {
            ground: BoardCache::new(&rules),
            hand: Hand::default(),
            anagrams: AnagramCache::new(rules.distribution.alphabet().letters().collect()),
            promises: Promises::default(),
            map: lexicon.word_map().clone(),
            points: rules.distribution.letter_points(),
            rules,
            lexicon,
        }
    }

    /// The best play: worth most, and of those the first in the order of [`Play`]. A pass if there is no other.
    ///
    /// `leaves` tells what keeping each part of the rack is worth; at most so many tiles may be exchanged.
    pub fn best(&mut self, board: &Board, rack: &Rack, leaves: &SubLeaves, most_exchanged: usize) -> ScoredPlay {
        let mut best = Best(ScoredPlay::PASS);
        self.take_up(board, rack, leaves);
        self.exchanges(most_exchanged, &mut best);
        self.generate(Scope::Board, &mut best);
        best.0
    }

    /// Makes a board the one that tables are of, and that all boards to come go on from.
    pub fn set_base(&mut self, board: &Board) {
        self.ground.set_base(board, &self.rules, self.lexicon.graph());
    }

    /// Makes a board the one that others will go on from, again and again, so that coming back to it costs little.
    ///
    /// It changes nothing but the time that later calls take.
    pub fn settle(&mut self, board: &Board) {
        self.ground.settle(board, &self.rules, self.lexicon.graph());
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
        self.take_up(board, rack, leaves);
        let is_open = |site: &Site| {
            let (direction, lane, first) = site.place();
            self.ground.is_as_on_base(direction, lane, first, usize::from(site.len))
        };
        let (choice, hopes) = table.choose_where(&self.hand.numbers, leaves, most_exchanged, is_open);
        let play = table.play(&self.hand.numbers, &choice);
        let mut best = Best(ScoredPlay { play, score: choice.score, equity: choice.equity });
        self.generate(Scope::Beside(hopes), &mut best);
        best.0
    }

    /// The best plays, at most so many, best first. A pass is among them, as the last if all are wanted (`usize::MAX`).
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
        self.take_up(board, rack, leaves);
        self.exchanges(most_exchanged, &mut top);
        self.generate(Scope::Board, &mut top);
        top.into_plays()
    }

    fn take_up(&mut self, board: &Board, rack: &Rack, leaves: &SubLeaves) {
        self.ground.show(board, &self.rules, self.lexicon.graph());
        self.hand.take(rack, leaves, &self.points);
        self.anagrams.clear();
    }

    /// Tells of every placement that is worth at least the recorder's floor.
    fn generate<R: Recorder>(&mut self, scope: Scope, recorder: &mut R) {
        self.find_promises(scope, recorder.floor());
        let mut promises = std::mem::take(&mut self.promises);
        for promise in promises.in_order() {
            if promise.most >= recorder.floor() {
                self.look_into(&promise, recorder);
            }
        }
        self.promises = promises;
    }

    fn exchanges<R: Recorder>(&self, most: usize, recorder: &mut R) {
        for part in self.hand.parts.iter().take(most.saturating_add(1)).skip(1).flatten() {
            if part.exchange >= recorder.floor() {
                let tiles = self.hand.numbers.tiles(usize::from(part.number));
                recorder.record(ScoredPlay { play: Play::Exchange(tiles), score: 0, equity: part.exchange });
            }
        }
    }

    /// Lists the windows that could be worth `floor`.
    fn find_promises(&mut self, scope: Scope, floor: Equity) {
        self.promises.clear();
        let mut leaves = BestLeaves::new(&self.hand);
        for direction in Direction::BOTH {
            for (number, lane) in self.ground.lanes(direction).iter().enumerate() {
                let known = match scope {
                    Scope::Board => 0,
                    Scope::Beside(_) => lane.of_base,
                };
                let skipped = if scope.is_hopeful() { 0 } else { known };
                if skipped == lane.windows.len() {
                    continue;
                }
                let crossings = Crossings::new(lane, &self.hand);
                for (at, window) in lane.windows.iter().enumerate().skip(skipped) {
                    let leave = if at < known { scope.hope(window) } else { leaves.any[usize::from(window.tiles)] };
                    if leave == Equity::LOWEST
                        || window.free & crossings.blocked != 0
                        || Equity::points(self.quick_bound(window)) + leave < floor
                    {
                        continue;
                    }
                    let points = self.most_points(lane, window, &crossings);
                    let mut most = Equity::points(points) + leave;
                    if most >= floor && window.through == Key::EMPTY {
                        let alone = leaves.alone(&mut self.anagrams, &self.map, &self.hand);
                        most = Equity::points(points) + leave.min(alone[usize::from(window.tiles)]);
                    }
                    if most >= floor {
                        let (lane, window) = (number as u8, at as u16);
                        self.promises.push(UpperBound { most, points, direction, lane, window });
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
        let (dearest, others) = self.hand.dearest_and_others(usize::from(window.tiles));
        window.base + largest * dearest + second * others + self.bonus(window)
    }

    /// The most points that the rack could make of a window.
    #[inline]
    fn most_points(&self, lane: &Lane, window: &Window, crossings: &Crossings) -> i32 {
        let mut most = dot(&window.factors, &self.hand.points);
        if window.crossed != 0 {
            most = most.min(crossings.most(lane, window) + dot(&window.open_factors, &self.hand.points));
        }
        window.base + most + self.bonus(window)
    }

    #[inline]
    fn bonus(&self, window: &Window) -> i32 {
        if usize::from(window.tiles) == RACK_SIZE { self.rules.bingo_bonus } else { 0 }
    }

    fn look_into<R: Recorder>(&mut self, promise: &UpperBound, recorder: &mut R) {
        let lane = &self.ground.lanes(promise.direction)[usize::from(promise.lane)];
        let window = &lane.windows[usize::from(promise.window)];
        let points = Equity::points(promise.points);
        let mut fit = None;
        let question = Question { through: window.through, tiles: window.tiles, least: recorder.floor() - points };
        for at in self.anagrams.find(&self.map, &self.hand, question, || lane.letters(window)) {
            let hit = self.anagrams.hit(at);
            if points + hit.leave < recorder.floor() {
                break; // those after it leave no more
            }
            for word in self.map.words(hit.words).filter(|word| accepts(lane, window, word)) {
                let fit = fit.get_or_insert_with(|| Fit::new(lane, window, &self.points));
                let score = fit.score(word) + self.bonus(window);
                place(fit, promise, &hit, word, score, &self.hand, recorder);
            }
        }
    }
}

/// Tells of a word that fits, with its blanks where they cost least or everywhere. `score` is that without blanks.
fn place<R: Recorder>(
    fit: &Fit<'_>,
    promise: &UpperBound,
    hit: &Hit,
    word: &[Letter],
    score: i32,
    hand: &Hand,
    recorder: &mut R,
) {
    let mut offer = |blanks: u32| {
        let score = score - fit.lost(word, blanks);
        let equity = Equity::points(score) + hit.leave;
        // Keys are sums of random numbers; the tiles are compared before a play is believed in.
        if equity >= recorder.floor() && fit.takes(word, blanks) == Some(hand.numbers.tiles(usize::from(hit.part))) {
            let placement = fit.placement(promise.direction, usize::from(promise.lane), word, blanks);
            recorder.record(ScoredPlay { play: Play::Place(placement), score, equity });
        }
    };
    if R::EVERY_BLANK {
        fit.every_blanks(word, &hit.blanks, offer);
    } else {
        offer(fit.cheapest_blanks(word, &hit.blanks));
    }
}

/// The best leave after playing so many tiles; the lowest equity if the rack does not have so many.
struct BestLeaves {
    any: [Equity; RACK_SIZE + 1],
    /// Among the parts that are words by themselves. Found out when it is first asked for: mostly it is not.
    alone: Option<[Equity; RACK_SIZE + 1]>,
}

impl BestLeaves {
    fn new(hand: &Hand) -> Self {
        let best = |parts: &Vec<Part>| parts.first().map_or(Equity::LOWEST, |part| part.leave);
        BestLeaves { any: hand.parts.each_ref().map(best), alone: None }
    }

    #[inline]
    fn alone(&mut self, anagrams: &mut AnagramCache, map: &WordMap, hand: &Hand) -> &[Equity; RACK_SIZE + 1] {
        let mut best = |tiles: usize| {
            let question = Question { through: Key::EMPTY, tiles: tiles as u8, least: Equity::LOWEST };
            let first = anagrams.find(map, hand, question, Vec::new).next();
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
    fn new(lane: &Lane, hand: &Hand) -> Self {
        let mut crossings = Crossings { dearest: [0; MAX_DIM], blocked: 0 };
        for (at, square) in lane.squares[..lane.len].iter().enumerate() {
            if square.crossing.is_some() {
                match hand.dearest(square.allowed) {
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
