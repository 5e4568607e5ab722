//! The board while the endgame is searched: tiles go on and come off, and every lane keeps a key of all that decides
//! which plays it has.
//!
//! The plays of a lane depend on the tiles in it and, for each of its free squares, on the tiles of the word that
//! crosses there. A lane's key is the exclusive or of one number for each tile and one for each crossing, so laying a
//! tile changes the keys of the two lanes that it lies in, and of those lanes that cross the ends of the runs that it
//! joins. Lanes with equal keys have equal plays, wherever in the search they come up; and most of them come up often.

use crate::game::{Board, Direction, Layout, Letter, MAX_DIM, PerDirection, PlacedTile, Premium, Square};

/// The side of the grid: the largest board and an edge around it, so that no step leaves it.
const SIDE: usize = MAX_DIM + 2;
const CELLS: usize = SIDE * SIDE;

/// What lies on a cell: nothing, a wall or edge, or a tile.
pub(super) type Code = u8;
/// No tile.
pub(super) const FREE: Code = 0;
/// Nothing can ever lie here.
const WALL: Code = 0xFF;
const BLANK_BIT: Code = 0x80;

/// A tile as a code.
pub(super) fn code_of(tile: PlacedTile) -> Code {
    tile.letter().number() | if tile.is_blank() { BLANK_BIT } else { 0 }
}

/// A code as a tile; none for what is not a tile.
pub(super) fn tile_of(code: Code) -> Option<PlacedTile> {
    let letter = Letter::new(letter_of(code)).filter(|_| code != WALL)?;
    Some(if is_blank(code) { PlacedTile::blank(letter) } else { PlacedTile::natural(letter) })
}

/// The number of the letter that a tile shows.
#[inline]
pub(super) const fn letter_of(code: Code) -> u8 {
    code & !BLANK_BIT
}

/// Whether a tile is a blank.
#[inline]
pub(super) const fn is_blank(code: Code) -> bool {
    code & BLANK_BIT != 0
}

/// The blank that shows a letter.
#[inline]
pub(super) const fn blank(letter: u8) -> Code {
    letter | BLANK_BIT
}

/// Whether it is a tile.
#[inline]
pub(super) const fn is_tile(code: Code) -> bool {
    code != FREE && code != WALL
}

/// A row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaneId {
    pub(super) direction: Direction,
    pub(super) number: u8,
}

impl LaneId {
    /// The cell at a place of the lane.
    #[inline]
    pub(super) fn cell(self, place: usize) -> usize {
        cell(self.direction.square(usize::from(self.number), place))
    }
}

/// Some lanes, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaneSet(pub(super) PerDirection<u32>);

impl LaneSet {
    /// Every lane.
    pub(super) const ALL: LaneSet = LaneSet(PerDirection([u32::MAX; 2]));

    /// One lane alone.
    pub(super) fn of(lane: LaneId) -> Self {
        let mut set = LaneSet(PerDirection([0; 2]));
        set.0[lane.direction] = 1 << lane.number;
        set
    }

    #[inline]
    pub(super) fn has(self, lane: LaneId) -> bool {
        self.0[lane.direction] >> lane.number & 1 != 0
    }
}

#[inline]
fn cell(square: Square) -> usize {
    (usize::from(square.row) + 1) * SIDE + usize::from(square.col) + 1
}

#[inline]
fn lane_number(direction: Direction, cell: usize) -> usize {
    match direction {
        Direction::Across => cell / SIDE - 1,
        Direction::Down => cell % SIDE - 1,
    }
}

#[inline]
const fn step(direction: Direction) -> usize {
    match direction {
        Direction::Across => 1,
        Direction::Down => SIDE,
    }
}

/// The keys of all lanes.
pub(super) type LaneKeys = PerDirection<[u64; MAX_DIM]>;

/// The board.
#[derive(Clone, Debug)]
pub(super) struct Field {
    cells: [Code; CELLS],
    /// For each free cell and the words of each direction that may be laid over it: a hash of the tiles that lie
    /// before and after it in the other direction; 0 if there are none.
    crossings: PerDirection<[u64; CELLS]>,
    keys: LaneKeys,
    /// Of all tiles laid since the beginning.
    key: u64,
    /// What has been overwritten, to take tiles off again.
    log: Vec<(Direction, u16, u64)>,
    /// Its numbers of rows and columns.
    lens: PerDirection<u8>,
}

/// What is needed to take a play's tiles off again.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    keys: LaneKeys,
    key: u64,
    log: usize,
}

impl Field {
    pub(super) fn new(board: &Board, layout: &Layout) -> Self {
        let mut field = Field {
            cells: [WALL; CELLS],
            crossings: PerDirection([[0; CELLS]; 2]),
            keys: PerDirection([[0; MAX_DIM]; 2]),
            key: 0,
            log: Vec::new(),
            lens: PerDirection(Direction::BOTH.map(|direction| layout.lane_len(direction) as u8)),
        };
        for row in 0..layout.rows() {
            for col in 0..layout.cols() {
                let square = Square::new(row, col);
                if layout.premium(square) != Premium::Wall {
                    field.cells[cell(square)] = FREE;
                }
            }
        }
        board.iter().for_each(|(square, tile)| field.put(cell(square), code_of(tile)));
        field.key = 0;
        field.log.clear();
        field
    }

    /// All lanes.
    pub(super) fn lanes(&self) -> impl Iterator<Item = LaneId> + use<> {
        let lens = self.lens;
        let count = move |direction: Direction| lens[direction.crossing()];
        Direction::BOTH
            .into_iter()
            .flat_map(move |direction| (0..count(direction)).map(move |number| LaneId { direction, number }))
    }

    /// How many squares a lane has.
    pub(super) fn lane_len(&self, lane: LaneId) -> usize {
        usize::from(self.lens[lane.direction])
    }

    /// What decides the plays of a lane.
    #[inline]
    pub(super) fn lane_key(&self, lane: LaneId) -> u64 {
        self.keys[lane.direction][usize::from(lane.number)]
    }

    /// Of the tiles laid since the beginning.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(super) fn code(&self, cell: usize) -> Code {
        self.cells[cell]
    }

    /// What crosses a free cell, as words in this direction see it; 0 if nothing does.
    #[inline]
    pub(super) fn crossing(&self, direction: Direction, cell: usize) -> u64 {
        self.crossings[direction][cell]
    }

    /// The tiles that cross a free cell, as words in this direction see them: those before it, from the far end, and
    /// those after it.
    pub(super) fn crossing_tiles(&self, direction: Direction, cell: usize, tiles: &mut Vec<Code>) -> usize {
        let step = step(direction.crossing());
        let first = self.run_end(cell, step.wrapping_neg()).wrapping_add(step);
        let end = self.run_end(cell, step);
        let before = (first..cell).step_by(step);
        let after = (cell + step..end).step_by(step);
        tiles.clear();
        tiles.extend(before.map(|cell| self.cells[cell]));
        let count = tiles.len();
        tiles.extend(after.map(|cell| self.cells[cell]));
        count
    }

    /// The lanes of this direction that a tile on a free cell of another one touches, a bit each: those at the ends of
    /// the tiles that cross there.
    pub(super) fn lanes_beside(&self, direction: Direction, cell: usize) -> u32 {
        let step = step(direction.crossing());
        let ends = [step, step.wrapping_neg()].map(|step| self.run_end(cell, step));
        let free = ends.into_iter().filter(|&end| self.cells[end] == FREE);
        free.fold(0, |lanes, end| lanes | 1 << lane_number(direction, end))
    }

    /// Lays tiles, given as cells and codes.
    pub(super) fn lay(&mut self, tiles: impl Iterator<Item = (usize, Code)>) -> Undo {
        let undo = Undo { keys: self.keys, key: self.key, log: self.log.len() };
        tiles.for_each(|(cell, code)| self.put(cell, code));
        undo
    }

    /// Takes the tiles of these cells off again.
    pub(super) fn lift(&mut self, cells: impl Iterator<Item = usize>, undo: &Undo) {
        cells.for_each(|cell| self.cells[cell] = FREE);
        while self.log.len() > undo.log {
            if let Some((direction, cell, old)) = self.log.pop() {
                self.crossings[direction][usize::from(cell)] = old;
            }
        }
        self.keys = undo.keys;
        self.key = undo.key;
    }

    fn put(&mut self, cell: usize, code: Code) {
        self.cells[cell] = code;
        self.key ^= mix(u64::from(code), cell);
        for direction in Direction::BOTH {
            let there = number(direction, u64::from(code), cell) ^ self.crossing_number(direction, cell);
            self.keys[direction][lane_number(direction, cell)] ^= there;
        }
        for direction in Direction::BOTH {
            let step = step(direction);
            for step in [step, step.wrapping_neg()] {
                let end = self.run_end(cell, step);
                if self.cells[end] == FREE {
                    self.cross(direction.crossing(), end);
                }
            }
        }
    }

    /// Where the tiles that follow a cell end.
    #[inline]
    fn run_end(&self, cell: usize, step: usize) -> usize {
        let mut at = cell.wrapping_add(step);
        while is_tile(self.cells[at]) {
            at = at.wrapping_add(step);
        }
        at
    }

    /// The tiles that cross a free cell have changed.
    fn cross(&mut self, direction: Direction, cell: usize) {
        let step = step(direction.crossing());
        let (mut hash, mut at) = (1_u64, cell.wrapping_sub(step));
        while is_tile(self.cells[at]) {
            hash = mix(hash, usize::from(self.cells[at]));
            at = at.wrapping_sub(step);
        }
        hash = mix(hash, usize::from(WALL));
        at = cell + step;
        while is_tile(self.cells[at]) {
            hash = mix(hash, usize::from(self.cells[at]));
            at += step;
        }
        let lane = lane_number(direction, cell);
        self.keys[direction][lane] ^= self.crossing_number(direction, cell);
        let old = std::mem::replace(&mut self.crossings[direction][cell], hash);
        self.keys[direction][lane] ^= self.crossing_number(direction, cell);
        self.log.push((direction, cell as u16, old));
    }

    #[inline]
    fn crossing_number(&self, direction: Direction, cell: usize) -> u64 {
        match self.crossings[direction][cell] {
            0 => 0,
            crossing => number(direction, crossing, cell),
        }
    }
}

/// The number that a tile, or a crossing, adds to the key of its lane.
#[inline]
fn number(direction: Direction, what: u64, cell: usize) -> u64 {
    mix(what, cell + CELLS * (1 + direction as usize))
}

/// Spreads two numbers over 64 bits.
#[inline]
pub(super) fn mix(a: u64, b: usize) -> u64 {
    let mut mixed = (a ^ (b as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 29)
}
