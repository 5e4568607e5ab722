//! The board while the endgame is searched: tiles go on and come off, and every lane keeps a key of all that decides
//! which plays it has.
//!
//! The plays of a lane depend on the tiles in it and, for each of its free squares, on the tiles of the word that
//! crosses there. A lane's key is the exclusive or of one number for each tile and one for each crossing, so laying a
//! tile changes the keys of the two lanes that it lies in, and of those lanes that cross the ends of the runs that it
//! joins. Lanes with equal keys have equal plays, wherever in the search they come up; and most of them come up often.

use super::cell::Cell;
use super::hash_key::HashKey;
use super::lanes::{LaneId, PlaceSet};
use crate::game::{Board, Direction, Layout, MAX_DIM, PerDirection, PlacedTile, Premium, Square};

/// The side of the grid: the largest board and an edge around it, so that no step leaves it.
const SIDE: usize = MAX_DIM + 2;
const CELLS: usize = SIDE * SIDE;

/// A square of the grid, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellIndex(usize);

impl CellIndex {
    /// A square of the board.
    #[inline]
    pub(super) fn of(square: Square) -> Self {
        CellIndex((usize::from(square.row) + 1) * SIDE + usize::from(square.col) + 1)
    }

    /// The square at a place of a lane.
    #[inline]
    pub(super) fn in_lane(lane: LaneId, place: usize) -> Self {
        Self::of(lane.direction.square(usize::from(lane.number), place))
    }

    /// The number of the lane of this direction that it lies in.
    #[inline]
    fn lane_number(self, direction: Direction) -> usize {
        match direction {
            Direction::Across => self.0 / SIDE - 1,
            Direction::Down => self.0 % SIDE - 1,
        }
    }

    /// The next square by this step.
    #[inline]
    fn step(self, step: GridStep) -> Self {
        CellIndex(self.0.wrapping_add(step.0))
    }
}

/// The distance to the next square of a direction, or to the one before, as a wrapping number.
#[derive(Clone, Copy, Debug)]
struct GridStep(usize);

impl GridStep {
    #[inline]
    const fn forward(direction: Direction) -> Self {
        match direction {
            Direction::Across => GridStep(1),
            Direction::Down => GridStep(SIDE),
        }
    }

    #[inline]
    const fn back(direction: Direction) -> Self {
        GridStep(Self::forward(direction).0.wrapping_neg())
    }
}

/// The keys of all lanes.
pub(super) type LaneKeys = PerDirection<[HashKey; MAX_DIM]>;

/// The board while the endgame is searched.
#[derive(Clone, Debug)]
pub(super) struct EndgameBoard {
    cells: [Cell; CELLS],
    /// For each free cell and the words of each direction that may be laid over it: a hash of the tiles that lie
    /// before and after it in the other direction; zero if there are none.
    crossings: PerDirection<[HashKey; CELLS]>,
    keys: LaneKeys,
    /// The key of all tiles laid since the beginning.
    key: HashKey,
    /// The crossings that were overwritten, with their old values, to take tiles off again.
    log: Vec<(Direction, u16, HashKey)>,
    /// Its numbers of rows and columns.
    lens: PerDirection<u8>,
}

/// What is needed to take a play's tiles off again.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    keys: LaneKeys,
    key: HashKey,
    /// How long the log was.
    log: usize,
}

impl EndgameBoard {
    pub(super) fn new(board: &Board, layout: &Layout) -> Self {
        let mut new = EndgameBoard {
            cells: [Cell::WALL; CELLS],
            crossings: PerDirection([[HashKey::ZERO; CELLS]; 2]),
            keys: PerDirection([[HashKey::ZERO; MAX_DIM]; 2]),
            key: HashKey::ZERO,
            log: Vec::new(),
            lens: PerDirection(Direction::BOTH.map(|direction| layout.lane_len(direction) as u8)),
        };
        for row in 0..layout.rows() {
            for col in 0..layout.cols() {
                let square = Square::new(row, col);
                if layout.premium(square) != Premium::Wall {
                    new.cells[CellIndex::of(square).0] = Cell::FREE;
                }
            }
        }
        board.iter().for_each(|(square, tile)| new.put(CellIndex::of(square), Cell::of(tile)));
        new.key = HashKey::ZERO;
        new.log.clear();
        new
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

    /// The key of all that decides which plays a lane has.
    #[inline]
    pub(super) fn lane_key(&self, lane: LaneId) -> HashKey {
        self.keys[lane.direction][usize::from(lane.number)]
    }

    /// The key of the tiles laid since the beginning.
    #[inline]
    pub(super) fn key(&self) -> HashKey {
        self.key
    }

    /// What lies on a square.
    #[inline]
    pub(super) fn cell(&self, at: CellIndex) -> Cell {
        self.cells[at.0]
    }

    /// The hash of the tiles that cross a free square, for words in this direction; zero if there are none.
    #[inline]
    pub(super) fn crossing(&self, direction: Direction, at: CellIndex) -> HashKey {
        self.crossings[direction][at.0]
    }

    /// Lists the tiles that cross a free square, for words in this direction: those before it, from the far end, and
    /// those after it. Gives how many are before it.
    pub(super) fn crossing_tiles(&self, direction: Direction, at: CellIndex, tiles: &mut Vec<PlacedTile>) -> usize {
        let [forward, back] = steps(direction.crossing());
        let mut from = self.run_end(at, back).step(forward);
        tiles.clear();
        while from != at {
            tiles.extend(self.cell(from).tile());
            from = from.step(forward);
        }
        let count = tiles.len();
        let (mut from, end) = (at.step(forward), self.run_end(at, forward));
        while from != end {
            tiles.extend(self.cell(from).tile());
            from = from.step(forward);
        }
        count
    }

    /// The lanes of this direction that a tile on a free square of another one touches: those at the ends of the tiles
    /// that cross there.
    pub(super) fn lanes_beside(&self, direction: Direction, at: CellIndex) -> PlaceSet {
        let mut lanes = PlaceSet::EMPTY;
        for end in steps(direction.crossing()).map(|step| self.run_end(at, step)) {
            if self.cell(end) == Cell::FREE {
                lanes.insert(end.lane_number(direction));
            }
        }
        lanes
    }

    /// Lays tiles.
    pub(super) fn lay(&mut self, tiles: impl Iterator<Item = (CellIndex, Cell)>) -> Undo {
        let undo = Undo { keys: self.keys, key: self.key, log: self.log.len() };
        tiles.for_each(|(at, cell)| self.put(at, cell));
        undo
    }

    /// Takes the tiles on these squares off again.
    pub(super) fn lift(&mut self, squares: impl Iterator<Item = CellIndex>, undo: &Undo) {
        squares.for_each(|at| self.cells[at.0] = Cell::FREE);
        while self.log.len() > undo.log {
            if let Some((direction, cell, old)) = self.log.pop() {
                self.crossings[direction][usize::from(cell)] = old;
            }
        }
        self.keys = undo.keys;
        self.key = undo.key;
    }

    fn put(&mut self, at: CellIndex, cell: Cell) {
        self.cells[at.0] = cell;
        let tile = HashKey::of(u64::from(cell.number()));
        self.key ^= tile.mix(at.0);
        for direction in Direction::BOTH {
            let there = addend(direction, tile, at) ^ self.crossing_addend(direction, at);
            self.keys[direction][at.lane_number(direction)] ^= there;
        }
        for direction in Direction::BOTH {
            for step in steps(direction) {
                let end = self.run_end(at, step);
                if self.cell(end) == Cell::FREE {
                    self.update_crossing(direction.crossing(), end);
                }
            }
        }
    }

    /// The square behind the tiles that follow a square.
    #[inline]
    fn run_end(&self, at: CellIndex, step: GridStep) -> CellIndex {
        let mut at = at.step(step);
        while self.cell(at).is_tile() {
            at = at.step(step);
        }
        at
    }

    /// Hashes the tiles that cross a free square anew.
    fn update_crossing(&mut self, direction: Direction, at: CellIndex) {
        let [forward, back] = steps(direction.crossing());
        let mut hash = self.hash_run(HashKey::of(1), at, back);
        hash = hash.mix(usize::from(Cell::WALL.number()));
        hash = self.hash_run(hash, at, forward);
        let lane = at.lane_number(direction);
        let before = self.crossing_addend(direction, at);
        let old = std::mem::replace(&mut self.crossings[direction][at.0], hash);
        let after = self.crossing_addend(direction, at);
        self.keys[direction][lane] ^= before ^ after;
        self.log.push((direction, at.0 as u16, old));
    }

    /// Adds the tiles that follow a square to a hash.
    #[inline]
    fn hash_run(&self, mut hash: HashKey, at: CellIndex, step: GridStep) -> HashKey {
        let mut at = at.step(step);
        while self.cell(at).is_tile() {
            hash = hash.mix(usize::from(self.cell(at).number()));
            at = at.step(step);
        }
        hash
    }

    #[inline]
    fn crossing_addend(&self, direction: Direction, at: CellIndex) -> HashKey {
        match self.crossings[direction][at.0] {
            HashKey::ZERO => HashKey::ZERO,
            crossing => addend(direction, crossing, at),
        }
    }
}

/// The steps along a direction: forward and back.
#[inline]
fn steps(direction: Direction) -> [GridStep; 2] {
    [GridStep::forward(direction), GridStep::back(direction)]
}

/// What a tile, or a crossing, adds to the key of its lane.
#[inline]
fn addend(direction: Direction, what: HashKey, at: CellIndex) -> HashKey {
    what.mix(at.0 + CELLS * (1 + direction as usize))
}
