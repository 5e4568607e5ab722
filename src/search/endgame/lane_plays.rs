//! Every play of one lane, found with the GADDAG from its anchors outwards.
//!
//! An anchor is a free square beside a tile of the lane, or one where a word crosses. Each play is found from its
//! first anchor: a tile goes there, then others to its left, over no earlier anchor, then others to its right.

use super::field::{Code, FREE, Field, LaneId, LaneSet, blank, is_blank, is_tile, letter_of};
use super::hand::{Hand, Part};
use crate::game::{Direction, Layout, Letter, MAX_DIM, RACK_SIZE, Rules, Square, TILE_KINDS};
use crate::lexicon::{Graph, List, Node, WordRule};
use std::collections::HashMap;

/// A play in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LanePlay {
    pub(super) score: i32,
    /// The squares that it fills, a bit each.
    pub(super) squares: u32,
    /// Its tiles, in the order of the squares.
    pub(super) tiles: [Code; RACK_SIZE],
    /// What it takes from the rack.
    pub(super) part: Part,
    /// Tells it from others of its lane: a hash.
    pub(super) mark: u32,
    /// The lanes whose plays are not the same after it.
    pub(super) touched: LaneSet,
}

const _: () = assert!(size_of::<LanePlay>() == 28);

impl LanePlay {
    /// The cells that it fills, with its tiles.
    #[inline]
    pub(super) fn laid(&self, lane: LaneId) -> impl Iterator<Item = (usize, Code)> + use<> {
        let mut squares = self.squares;
        let tiles = self.tiles;
        (0..squares.count_ones() as usize).map(move |at| {
            let place = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            (lane.cell(place), tiles[at])
        })
    }
}

/// What stays the same for all lanes.
#[derive(Clone, Debug)]
pub(super) struct Finder {
    /// The points of each letter.
    points: [u16; TILE_KINDS],
    bonus: i32,
    /// The square that the first word must cover, if the board was empty at the beginning.
    start: Option<Square>,
    /// The factors of letters and words, by row and column.
    factors: Vec<(u16, u16)>,
    /// The letters that crossing words allow, by their hash.
    allowed: HashMap<u64, (u64, i32), PlainHasher>,
    lane: Lane,
    tiles: Vec<Code>,
}

/// Keys are hashes already.
pub(super) type PlainHasher = std::hash::BuildHasherDefault<Plain>;

/// A hasher that takes a number as it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plain(u64);

impl std::hash::Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole numbers are hashed");
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A lane while its plays are looked for.
#[derive(Clone, Debug)]
struct Lane {
    len: usize,
    codes: [Code; MAX_DIM],
    /// The letters that may lie on a free square, a bit each.
    allowed: [u64; MAX_DIM],
    /// The points of the tiles that cross.
    crossing: [i32; MAX_DIM],
    /// Where a word crosses, a bit each.
    crossed: u32,
    anchors: u32,
    letter_factors: [i32; MAX_DIM],
    word_factors: [i32; MAX_DIM],
    id: LaneId,
    /// For each free square, the lanes beside this one that a tile there touches, a bit each.
    beside: [u32; MAX_DIM],
}

impl Lane {
    #[inline]
    fn is_tile(&self, at: usize) -> bool {
        at < self.len && is_tile(self.codes[at])
    }

    #[inline]
    fn is_free(&self, at: usize) -> bool {
        at < self.len && self.codes[at] == FREE
    }

    /// The free squares before and behind a word, a bit each, given those that it fills.
    fn ends_of_word(&self, filled: u32) -> u32 {
        let mut first = filled.trailing_zeros() as usize;
        while first > 0 && self.is_tile(first - 1) {
            first -= 1;
        }
        let mut end = (u32::BITS - filled.leading_zeros()) as usize;
        while self.is_tile(end) {
            end += 1;
        }
        let before = if first > 0 && self.is_free(first - 1) { 1 << (first - 1) } else { 0 };
        before | u32::from(self.is_free(end)) << end
    }

    #[inline]
    fn is_anchor(&self, at: usize) -> bool {
        self.anchors >> at & 1 != 0
    }
}

impl Finder {
    pub(super) fn new(rules: &Rules, start: Option<Square>) -> Self {
        let factor = |at: usize| {
            let premium = rules.layout.premium(Square::new(at / MAX_DIM, at % MAX_DIM));
            (premium.letter_factor() as u16, premium.word_factor() as u16)
        };
        let is_there = |at: usize| is_on_board(&rules.layout, at);
        Finder {
            points: rules.distribution.letter_points(),
            bonus: rules.bingo_bonus,
            start,
            factors: (0..MAX_DIM * MAX_DIM).map(|at| if is_there(at) { factor(at) } else { (1, 1) }).collect(),
            allowed: HashMap::default(),
            lane: Lane {
                len: 0,
                codes: [FREE; MAX_DIM],
                allowed: [0; MAX_DIM],
                crossing: [0; MAX_DIM],
                crossed: 0,
                anchors: 0,
                letter_factors: [1; MAX_DIM],
                word_factors: [1; MAX_DIM],
                id: LaneId { direction: Direction::Across, number: 0 },
                beside: [0; MAX_DIM],
            },
            tiles: Vec::new(),
        }
    }

    /// Appends all plays of a lane that a part of a hand can make.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        field: &Field,
        id: LaneId,
        hand: &Hand,
        held: Part,
        plays: &mut Vec<LanePlay>,
    ) {
        self.look_at(graph, field, id);
        if self.lane.anchors == 0 {
            return;
        }
        let mut counts = [0; TILE_KINDS];
        let rack = hand.tiles(held);
        rack.tiles().iter().for_each(|tile| counts[tile.index()] += 1);
        let mut walk = Walk {
            graph,
            lane: &self.lane,
            points: &self.points,
            strides: &hand.strides,
            bonus: self.bonus,
            counts,
            left: rack.len(),
            laid: [FREE; MAX_DIM],
            squares: 0,
            part: 0,
            anchor: 0,
            plays,
        };
        let mut anchors = self.lane.anchors;
        while anchors != 0 {
            walk.anchor = anchors.trailing_zeros() as usize;
            anchors &= anchors - 1;
            walk.leftwards(walk.anchor, graph.gaddag(), Sums { word: 0, factor: 1, crosses: 0 });
        }
    }

    /// Takes a lane in: what lies in it, and what may.
    fn look_at(&mut self, graph: &Graph, field: &Field, id: LaneId) {
        let number = usize::from(id.number);
        self.lane.len = field.lane_len(id);
        self.lane.id = id;
        (self.lane.crossed, self.lane.anchors) = (0, 0);
        for at in 0..self.lane.len {
            let square = id.direction.square(number, at);
            let cell = id.cell(at);
            let code = field.code(cell);
            self.lane.codes[at] = code;
            if code != FREE {
                continue;
            }
            self.lane.beside[at] = field.lanes_beside(id.direction, cell);
            let (letter, word) = self.factors[square.index()];
            (self.lane.letter_factors[at], self.lane.word_factors[at]) = (i32::from(letter), i32::from(word));
            let crossing = field.crossing(id.direction, cell);
            let (allowed, points) = if crossing == 0 { (!0, 0) } else { self.check(graph, field, id, cell, crossing) };
            (self.lane.allowed[at], self.lane.crossing[at]) = (allowed, points);
            self.lane.crossed |= u32::from(crossing != 0) << at;
            let beside = (at > 0 && is_tile(self.lane.codes[at - 1]))
                || (at + 1 < self.lane.len && is_tile(field.code(id.cell(at + 1))));
            let is_anchor = beside || crossing != 0 || self.start == Some(square);
            self.lane.anchors |= u32::from(is_anchor) << at;
        }
    }

    /// The letters that the tiles across a free cell allow, and the points of these tiles.
    fn check(&mut self, graph: &Graph, field: &Field, id: LaneId, cell: usize, crossing: u64) -> (u64, i32) {
        if let Some(&known) = self.allowed.get(&crossing) {
            return known;
        }
        let before = field.crossing_tiles(id.direction, cell, &mut self.tiles);
        let points = self.tiles.iter().map(|&code| points(&self.points, code)).sum();
        let allowed = letters_between(graph, &self.tiles[..before], &self.tiles[before..]);
        self.allowed.insert(crossing, (allowed, points));
        (allowed, points)
    }
}

fn is_on_board(layout: &Layout, at: usize) -> bool {
    at / MAX_DIM < layout.rows() && at % MAX_DIM < layout.cols()
}

#[inline]
fn points(points: &[u16; TILE_KINDS], code: Code) -> i32 {
    if is_blank(code) { 0 } else { i32::from(points[usize::from(code)]) }
}

/// The letters that make a word between these tiles, a bit each.
fn letters_between(graph: &Graph, before: &[Code], after: &[Code]) -> u64 {
    let [before, after] = [before, after].map(|codes| codes.iter().filter_map(|&code| Letter::new(letter_of(code))));
    WordRule::new(graph).letters_between(before, after).bits()
}

/// The points of a play while it grows.
#[derive(Clone, Copy)]
struct Sums {
    word: i32,
    factor: i32,
    crosses: i32,
}

/// A walk over the words that go through an anchor.
struct Walk<'w> {
    graph: &'w Graph,
    lane: &'w Lane,
    points: &'w [u16; TILE_KINDS],
    strides: &'w [Part; TILE_KINDS],
    bonus: i32,
    /// The tiles that are left, by kind.
    counts: [u8; TILE_KINDS],
    left: usize,
    laid: [Code; MAX_DIM],
    squares: u32,
    part: Part,
    anchor: usize,
    plays: &'w mut Vec<LanePlay>,
}

impl Walk<'_> {
    /// Fills a square at or before the anchor, then goes on.
    fn leftwards(&mut self, at: usize, list: List, sums: Sums) {
        self.fill(at, list, sums, Self::after_left);
    }

    fn rightwards(&mut self, at: usize, list: List, sums: Sums) {
        self.fill(at, list, sums, Self::after_right);
    }

    #[inline]
    fn fill(&mut self, at: usize, list: List, sums: Sums, next: fn(&mut Self, usize, Node, Sums)) {
        let code = self.lane.codes[at];
        if is_tile(code) {
            let node = self.graph.siblings(list).find(|node| node.number() >= letter_of(code));
            if let Some(node) = node.filter(|node| node.number() == letter_of(code)) {
                next(self, at, node, Sums { word: sums.word + points(self.points, code), ..sums });
            }
            return;
        }
        if self.left == 0 {
            return;
        }
        for node in self.graph.siblings(list) {
            let letter = node.number();
            if letter == 0 || self.lane.allowed[at] >> letter & 1 == 0 {
                continue;
            }
            for (kind, code) in [(letter, letter), (0, blank(letter))] {
                if self.counts[usize::from(kind)] > 0 {
                    let sums = self.add(at, code, sums);
                    self.take(at, kind, code);
                    next(self, at, node, sums);
                    self.give_back(at, kind);
                }
            }
        }
    }

    fn add(&self, at: usize, code: Code, sums: Sums) -> Sums {
        let points = points(self.points, code) * self.lane.letter_factors[at];
        let factor = self.lane.word_factors[at];
        let crossed = self.lane.crossed >> at & 1 != 0;
        let crosses = if crossed { (points + self.lane.crossing[at]) * factor } else { 0 };
        Sums { word: sums.word + points, factor: sums.factor * factor, crosses: sums.crosses + crosses }
    }

    fn take(&mut self, at: usize, kind: u8, code: Code) {
        self.counts[usize::from(kind)] -= 1;
        self.left -= 1;
        self.laid[at] = code;
        self.squares |= 1 << at;
        self.part += self.strides[usize::from(kind)];
    }

    fn give_back(&mut self, at: usize, kind: u8) {
        self.counts[usize::from(kind)] += 1;
        self.left += 1;
        self.squares &= !(1 << at);
        self.part -= self.strides[usize::from(kind)];
    }

    fn after_left(&mut self, at: usize, node: Node, sums: Sums) {
        let before = at.wrapping_sub(1);
        let starts_here = !self.lane.is_tile(before);
        if starts_here && node.accepts() && !self.lane.is_tile(self.anchor + 1) && at < self.anchor {
            self.record(sums);
        }
        let Some(list) = node.arc() else { return };
        if !starts_here || (self.lane.is_free(before) && !self.lane.is_anchor(before)) {
            self.leftwards(before, list, sums);
        }
        let next = self.anchor + 1;
        let goes_on = self.lane.is_tile(next) || self.lane.is_free(next);
        if let Some(list) = self.graph.turn(list).filter(|_| starts_here && goes_on) {
            self.rightwards(next, list, sums);
        }
    }

    fn after_right(&mut self, at: usize, node: Node, sums: Sums) {
        let next = at + 1;
        let is_tile = self.lane.is_tile(next);
        if node.accepts() && !is_tile {
            self.record(sums);
        }
        if let Some(list) = node.arc().filter(|_| is_tile || self.lane.is_free(next)) {
            self.rightwards(next, list, sums);
        }
    }

    fn record(&mut self, sums: Sums) {
        let tiles = self.squares.count_ones() as usize;
        if self.lane.id.direction == Direction::Down && tiles == 1 && self.lane.crossed & self.squares != 0 {
            return;
        }
        let bonus = if tiles == RACK_SIZE { self.bonus } else { 0 };
        let mut play = LanePlay {
            score: sums.word * sums.factor + sums.crosses + bonus,
            squares: self.squares,
            tiles: [FREE; RACK_SIZE],
            part: self.part,
            mark: 0,
            touched: LaneSet::of(self.lane.id),
        };
        play.touched.0[self.lane.id.direction.crossing()] |= self.squares | self.lane.ends_of_word(self.squares);
        let mut squares = self.squares;
        let mut hash = u64::from(squares);
        for tile in play.tiles.iter_mut().take(tiles) {
            let at = squares.trailing_zeros() as usize;
            *tile = self.laid[at];
            play.touched.0[self.lane.id.direction] |= self.lane.beside[at];
            squares &= squares - 1;
            hash = (hash ^ u64::from(*tile)).wrapping_mul(0x0100_0000_01B3).rotate_left(21);
        }
        play.mark = (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32;
        self.plays.push(play);
    }
}
