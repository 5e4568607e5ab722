//! Every play of one lane, found with the GADDAG from its anchors outwards.
//!
//! An anchor is a free square beside a tile of the lane, or one where a word crosses. Each play is found from its
//! first anchor: a tile goes there, then others to its left, over no earlier anchor, then others to its right.
//!
//! What is a word is the lexicon's [`WordRule`], as for all generators. The walk is not that of
//! [`movegen`](crate::movegen), which finds the best plays of one rack by windows and anagrams: the search wants every
//! play of a lane, and only of those lanes that it has not met before.

use super::board::{CellIndex, EndgameBoard};
use super::cell::Cell;
use super::hash_key::{BuildKeyHasher, HashKey};
use super::lanes::{LaneId, LaneSet, PlaceSet};
use super::rack_parts::{EndgameRack, PartId};
use crate::game::{Direction, Layout, LetterSet, MAX_DIM, PlacedTile, RACK_SIZE, Rules, Square, TILE_KINDS, Tile};
use crate::lexicon::{Graph, List, Node, WordRule};
use std::collections::HashMap;

/// A play in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LanePlay {
    pub(super) score: i32,
    /// The squares that it fills.
    pub(super) squares: PlaceSet,
    /// Its tiles, in the order of the squares.
    pub(super) tiles: [Cell; RACK_SIZE],
    /// What it takes from the rack.
    pub(super) part: PartId,
    pub(super) mark: PlayMark,
    /// The lanes whose plays are not the same after it.
    pub(super) touched: LaneSet,
}

const _: () = assert!(size_of::<LanePlay>() == 28);

impl LanePlay {
    /// The squares that it fills, with its tiles.
    #[inline]
    pub(super) fn laid(&self, lane: LaneId) -> impl Iterator<Item = (CellIndex, Cell)> + use<> {
        self.squares.zip(self.tiles).map(move |(place, cell)| (CellIndex::in_lane(lane, place), cell))
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneMove {
    Place(LaneId, LanePlay),
    Pass,
}

/// A hash that tells a play from others, for the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlayMark(u32);

impl PlayMark {
    /// No play.
    pub(super) const NONE: PlayMark = PlayMark(0);
    /// A pass.
    pub(super) const PASS: PlayMark = PlayMark(1);

    /// The mark of a generated play.
    fn of(squares: PlaceSet, tiles: &[Cell]) -> Self {
        let hash = tiles.iter().fold(u64::from(squares.bits()), |hash, tile| {
            (hash ^ u64::from(tile.number())).wrapping_mul(0x0100_0000_01B3).rotate_left(21)
        });
        PlayMark((hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32)
    }

    /// The mark of a play that was named; never that of a pass, nor of no play.
    pub(super) fn of_named(squares: PlaceSet, tiles: &[Cell; RACK_SIZE]) -> Self {
        let hash = tiles.iter().fold(squares.bits(), |hash, tile| hash.rotate_left(5) ^ u32::from(tile.number()));
        PlayMark(hash | 2)
    }

    pub(super) const fn from_number(number: u32) -> Self {
        PlayMark(number)
    }

    pub(super) const fn number(self) -> u32 {
        self.0
    }

    /// A small number, 0 to 3, that differs between plays and, by its jitter, between threads.
    #[inline]
    pub(super) const fn nudge(self, jitter: u32) -> i32 {
        (self.0.wrapping_mul(jitter) >> 30) as i32
    }
}

/// Finds the plays of lanes.
#[derive(Clone, Debug)]
pub(super) struct LaneGenerator {
    /// The points of each letter.
    points: [u16; TILE_KINDS],
    bonus: i32,
    /// The square that the first word must cover, if the board was empty at the beginning.
    start: Option<Square>,
    /// The factors of letters and words, by row and column.
    factors: Vec<(u16, u16)>,
    /// The letters that crossing words allow and the points of their tiles, by the hash of these.
    allowed: HashMap<HashKey, (LetterSet, i32), BuildKeyHasher>,
    lane: LaneState,
    tiles: Vec<PlacedTile>,
}

/// A lane while its plays are looked for.
#[derive(Clone, Debug)]
struct LaneState {
    len: usize,
    cells: [Cell; MAX_DIM],
    /// The letters that may lie on a free square.
    allowed: [LetterSet; MAX_DIM],
    /// The points of the tiles that cross.
    crossing: [i32; MAX_DIM],
    /// The free squares where a word crosses.
    crossed: PlaceSet,
    anchors: PlaceSet,
    letter_factors: [i32; MAX_DIM],
    word_factors: [i32; MAX_DIM],
    id: LaneId,
    /// For each free square, the lanes beside this one that a tile there touches.
    beside: [PlaceSet; MAX_DIM],
}

impl LaneState {
    #[inline]
    fn is_tile(&self, at: usize) -> bool {
        at < self.len && self.cells[at].is_tile()
    }

    #[inline]
    fn is_free(&self, at: usize) -> bool {
        at < self.len && self.cells[at] == Cell::FREE
    }

    /// The free squares before and behind a word, given those that it fills.
    fn ends_of_word(&self, filled: PlaceSet) -> PlaceSet {
        let mut first = filled.first();
        while first > 0 && self.is_tile(first - 1) {
            first -= 1;
        }
        let mut end = filled.end();
        while self.is_tile(end) {
            end += 1;
        }
        let mut ends = PlaceSet::only_if(self.is_free(end), end);
        if first > 0 && self.is_free(first - 1) {
            ends.insert(first - 1);
        }
        ends
    }

    #[inline]
    fn is_anchor(&self, at: usize) -> bool {
        self.anchors.contains(at)
    }
}

impl LaneGenerator {
    pub(super) fn new(rules: &Rules, start: Option<Square>) -> Self {
        let factor = |at: usize| {
            let premium = rules.layout.premium(Square::new(at / MAX_DIM, at % MAX_DIM));
            (premium.letter_factor() as u16, premium.word_factor() as u16)
        };
        let is_there = |at: usize| is_on_board(&rules.layout, at);
        LaneGenerator {
            points: rules.distribution.letter_points(),
            bonus: rules.bingo_bonus,
            start,
            factors: (0..MAX_DIM * MAX_DIM).map(|at| if is_there(at) { factor(at) } else { (1, 1) }).collect(),
            allowed: HashMap::default(),
            lane: LaneState {
                len: 0,
                cells: [Cell::FREE; MAX_DIM],
                allowed: [LetterSet::ALL; MAX_DIM],
                crossing: [0; MAX_DIM],
                crossed: PlaceSet::EMPTY,
                anchors: PlaceSet::EMPTY,
                letter_factors: [1; MAX_DIM],
                word_factors: [1; MAX_DIM],
                id: LaneId { direction: Direction::Across, number: 0 },
                beside: [PlaceSet::EMPTY; MAX_DIM],
            },
            tiles: Vec::new(),
        }
    }

    /// Appends all plays of a lane that a part of a rack can make.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        board: &EndgameBoard,
        id: LaneId,
        rack: &EndgameRack,
        held: PartId,
        plays: &mut Vec<LanePlay>,
    ) {
        self.load(graph, board, id);
        if self.lane.anchors.is_empty() {
            return;
        }
        let mut counts = [0; TILE_KINDS];
        let tiles = rack.tiles(held);
        tiles.tiles().iter().for_each(|tile| counts[tile.index()] += 1);
        let mut walk = LaneWalk {
            graph,
            lane: &self.lane,
            points: &self.points,
            tile_parts: &rack.tile_parts,
            bonus: self.bonus,
            counts,
            left: tiles.len(),
            laid: [Cell::FREE; MAX_DIM],
            squares: PlaceSet::EMPTY,
            part: PartId::EMPTY,
            anchor: 0,
            plays,
        };
        for anchor in self.lane.anchors {
            walk.anchor = anchor;
            walk.leftwards(anchor, graph.gaddag(), PartialScore { word: 0, factor: 1, crosses: 0 });
        }
    }

    /// Loads a lane: what lies in it, and what may.
    fn load(&mut self, graph: &Graph, board: &EndgameBoard, id: LaneId) {
        let number = usize::from(id.number);
        self.lane.len = board.lane_len(id);
        self.lane.id = id;
        (self.lane.crossed, self.lane.anchors) = (PlaceSet::EMPTY, PlaceSet::EMPTY);
        for at in 0..self.lane.len {
            let square = id.direction.square(number, at);
            let index = CellIndex::in_lane(id, at);
            let cell = board.cell(index);
            self.lane.cells[at] = cell;
            if cell != Cell::FREE {
                continue;
            }
            self.lane.beside[at] = board.lanes_beside(id.direction, index);
            let (letter, word) = self.factors[square.index()];
            (self.lane.letter_factors[at], self.lane.word_factors[at]) = (i32::from(letter), i32::from(word));
            let crossing = board.crossing(id.direction, index);
            let is_crossed = crossing != HashKey::ZERO;
            let (allowed, points) =
                if is_crossed { self.check(graph, board, id, index, crossing) } else { (LetterSet::ALL, 0) };
            (self.lane.allowed[at], self.lane.crossing[at]) = (allowed, points);
            self.lane.crossed |= PlaceSet::only_if(is_crossed, at);
            let beside = (at > 0 && self.lane.cells[at - 1].is_tile())
                || (at + 1 < self.lane.len && board.cell(CellIndex::in_lane(id, at + 1)).is_tile());
            let is_anchor = beside || is_crossed || self.start == Some(square);
            self.lane.anchors |= PlaceSet::only_if(is_anchor, at);
        }
    }

    /// The letters that the tiles across a free square allow, and the points of these tiles.
    fn check(
        &mut self,
        graph: &Graph,
        board: &EndgameBoard,
        id: LaneId,
        at: CellIndex,
        crossing: HashKey,
    ) -> (LetterSet, i32) {
        if let Some(&known) = self.allowed.get(&crossing) {
            return known;
        }
        let before = board.crossing_tiles(id.direction, at, &mut self.tiles);
        let points = self.tiles.iter().map(|&tile| points(&self.points, Cell::of(tile))).sum();
        let (before, after) = self.tiles.split_at(before);
        let [before, after] = [before, after].map(|tiles| tiles.iter().map(|tile| tile.letter()));
        let allowed = WordRule::new(graph).letters_between(before, after);
        self.allowed.insert(crossing, (allowed, points));
        (allowed, points)
    }
}

fn is_on_board(layout: &Layout, at: usize) -> bool {
    at / MAX_DIM < layout.rows() && at % MAX_DIM < layout.cols()
}

#[inline]
fn points(points: &[u16; TILE_KINDS], cell: Cell) -> i32 {
    if cell.is_blank() { 0 } else { i32::from(points[usize::from(cell.letter_number())]) }
}

/// The score of a play while it grows.
#[derive(Clone, Copy)]
struct PartialScore {
    /// The points of the word so far, before word premiums.
    word: i32,
    /// The product of the word premiums so far.
    factor: i32,
    /// The points of the crossing words so far.
    crosses: i32,
}

/// A walk over the words that go through an anchor.
struct LaneWalk<'w> {
    graph: &'w Graph,
    lane: &'w LaneState,
    points: &'w [u16; TILE_KINDS],
    tile_parts: &'w [PartId; TILE_KINDS],
    bonus: i32,
    /// The tiles that are left, by kind.
    counts: [u8; TILE_KINDS],
    left: usize,
    laid: [Cell; MAX_DIM],
    squares: PlaceSet,
    part: PartId,
    anchor: usize,
    plays: &'w mut Vec<LanePlay>,
}

impl LaneWalk<'_> {
    /// Fills a square at or before the anchor, then goes on.
    fn leftwards(&mut self, at: usize, list: List, score: PartialScore) {
        self.fill(at, list, score, Self::after_left);
    }

    fn rightwards(&mut self, at: usize, list: List, score: PartialScore) {
        self.fill(at, list, score, Self::after_right);
    }

    #[inline]
    fn fill(&mut self, at: usize, list: List, score: PartialScore, next: fn(&mut Self, usize, Node, PartialScore)) {
        let cell = self.lane.cells[at];
        if cell.is_tile() {
            let node = self.graph.siblings(list).find(|node| node.number() >= cell.letter_number());
            if let Some(node) = node.filter(|node| node.number() == cell.letter_number()) {
                next(self, at, node, PartialScore { word: score.word + points(self.points, cell), ..score });
            }
            return;
        }
        if self.left == 0 {
            return;
        }
        for node in self.graph.siblings(list) {
            let letter = node.number();
            if !self.lane.allowed[at].has_number(letter) {
                continue;
            }
            let natural = (usize::from(letter), Cell::natural(letter));
            for (kind, cell) in [natural, (Tile::BLANK.index(), Cell::blank(letter))] {
                if self.counts[kind] > 0 {
                    let score = self.add(at, cell, score);
                    self.take(at, kind, cell);
                    next(self, at, node, score);
                    self.give_back(at, kind);
                }
            }
        }
    }

    fn add(&self, at: usize, cell: Cell, score: PartialScore) -> PartialScore {
        let points = points(self.points, cell) * self.lane.letter_factors[at];
        let factor = self.lane.word_factors[at];
        let crosses = if self.lane.crossed.contains(at) { (points + self.lane.crossing[at]) * factor } else { 0 };
        PartialScore { word: score.word + points, factor: score.factor * factor, crosses: score.crosses + crosses }
    }

    fn take(&mut self, at: usize, kind: usize, cell: Cell) {
        self.counts[kind] -= 1;
        self.left -= 1;
        self.laid[at] = cell;
        self.squares.insert(at);
        self.part += self.tile_parts[kind];
    }

    fn give_back(&mut self, at: usize, kind: usize) {
        self.counts[kind] += 1;
        self.left += 1;
        self.squares.remove(at);
        self.part -= self.tile_parts[kind];
    }

    fn after_left(&mut self, at: usize, node: Node, score: PartialScore) {
        let before = at.wrapping_sub(1);
        let starts_here = !self.lane.is_tile(before);
        if starts_here && node.accepts() && !self.lane.is_tile(self.anchor + 1) && at < self.anchor {
            self.record(score);
        }
        let Some(list) = node.arc() else { return };
        if !starts_here || (self.lane.is_free(before) && !self.lane.is_anchor(before)) {
            self.leftwards(before, list, score);
        }
        let next = self.anchor + 1;
        let goes_on = self.lane.is_tile(next) || self.lane.is_free(next);
        if let Some(list) = self.graph.turn(list).filter(|_| starts_here && goes_on) {
            self.rightwards(next, list, score);
        }
    }

    fn after_right(&mut self, at: usize, node: Node, score: PartialScore) {
        let next = at + 1;
        let is_tile = self.lane.is_tile(next);
        if node.accepts() && !is_tile {
            self.record(score);
        }
        if let Some(list) = node.arc().filter(|_| is_tile || self.lane.is_free(next)) {
            self.rightwards(next, list, score);
        }
    }

    fn record(&mut self, score: PartialScore) {
        let tiles = self.squares.len();
        let direction = self.lane.id.direction;
        // A play of one tile that makes a word in both directions is listed across only.
        if direction == Direction::Down && tiles == 1 && !(self.lane.crossed & self.squares).is_empty() {
            return;
        }
        let bonus = if tiles == RACK_SIZE { self.bonus } else { 0 };
        let mut play = LanePlay {
            score: score.word * score.factor + score.crosses + bonus,
            squares: self.squares,
            tiles: [Cell::FREE; RACK_SIZE],
            part: self.part,
            mark: PlayMark::NONE,
            touched: LaneSet::of(self.lane.id),
        };
        play.touched.insert(direction.crossing(), self.squares | self.lane.ends_of_word(self.squares));
        for (tile, at) in play.tiles.iter_mut().zip(self.squares) {
            *tile = self.laid[at];
            play.touched.insert(direction, self.lane.beside[at]);
        }
        play.mark = PlayMark::of(self.squares, &play.tiles[..tiles]);
        self.plays.push(play);
    }
}
