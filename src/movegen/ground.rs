//! The board prepared for generating: all lanes in both directions, with cross checks and windows.
//!
//! Everything here depends on the board and the lexicon, nothing on a rack. [`Ground::show`] compares the board with
//! the one it saw last and redoes only what has changed: the lanes that have other tiles, the cross checks at the ends
//! of changed runs of tiles, and the windows of the lanes in which either changed.
//!
//! Rollouts see one board followed by a few plays, then the same board followed by others, thousands of times. For them a
//! board can be made [home](Ground::settle): coming back to it is a copy of the lanes that were left, and the ground
//! knows at any time which squares have strayed from home.

use super::lane::{Lane, LaneSquare};
use super::{LetterSet, cross_checks};
use crate::game::{Board, Direction, Layout, MAX_DIM, PerDirection, PlacedTile, Premium, Rules, Square};
use crate::lexicon::Graph;

/// All lanes of a board.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// By direction, then from the top or from the left.
    pub(super) lanes: PerDirection<Vec<Lane>>,
    board: Board,
    /// What can be come back to.
    home: Option<Box<Home>>,
    /// The squares of each lane that are not as they are at home, a bit each: in what lies there, or in which letters the
    /// crossing word allows. Means nothing without a home.
    strayed: PerDirection<[u32; MAX_DIM]>,
}

/// A board with its lanes.
#[derive(Clone, Debug)]
struct Home {
    lanes: PerDirection<Vec<Lane>>,
    board: Board,
}

impl Ground {
    /// An empty board.
    pub(super) fn new(rules: &Rules) -> Self {
        let lanes = |direction: Direction| {
            let count = rules.layout.lane_len(direction.crossing());
            (0..count).map(|lane| new_lane(&rules.layout, direction, lane)).collect()
        };
        let mut ground = Ground {
            lanes: PerDirection(Direction::BOTH.map(lanes)),
            board: Board::EMPTY,
            home: None,
            strayed: PerDirection([[0; MAX_DIM]; 2]),
        };
        let all = ground.lanes.0.iter_mut().flatten();
        all.for_each(|lane| lane.find_windows(&rules.distribution));
        ground
    }

    /// Makes the board that was seen last the one to come back to.
    pub(super) fn settle(&mut self) {
        self.home = Some(Box::new(Home { lanes: self.lanes.clone(), board: self.board.clone() }));
        self.strayed = PerDirection([[0; MAX_DIM]; 2]);
    }

    /// Whether a stretch of a lane, and the squares before and after it, are as they are at home. Then so are the words
    /// that fit there, and what they score.
    #[inline]
    pub(super) fn is_as_at_home(&self, direction: Direction, lane: usize, first: usize, len: usize) -> bool {
        let around = ((1_u64 << (len + 2)) - 1) << first >> 1;
        u64::from(self.strayed[direction][lane]) & around == 0
    }

    /// Whether any square of a lane has strayed.
    #[inline]
    pub(super) fn has_strayed(&self, direction: Direction, lane: usize) -> bool {
        self.strayed[direction][lane] != 0
    }

    /// Comes back to the board at home, if there is one.
    fn go_home(&mut self) {
        let Some(home) = &self.home else { return };
        for direction in Direction::BOTH {
            for (lane, strayed) in self.strayed[direction].iter_mut().enumerate() {
                if std::mem::take(strayed) != 0 {
                    self.lanes[direction][lane].clone_from(&home.lanes[direction][lane]);
                }
            }
        }
        self.board.clone_from(&home.board);
    }

    /// Takes a new board in. One that does not go on from the last one is come to by way of home.
    pub(super) fn show(&mut self, board: &Board, rules: &Rules, graph: &Graph) {
        if !board.goes_on_from(&self.board) {
            self.go_home();
        }
        let mut changed = PerDirection([[false; MAX_DIM]; 2]);
        let mut stale = PerDirection([[false; MAX_DIM]; 2]);
        let old = std::mem::replace(&mut self.board, board.clone());
        let before = self.take_tiles(&old, &rules.layout, &mut changed);
        if old.is_empty() != board.is_empty() {
            self.set_start(board.is_empty().then(|| rules.layout.start()), &mut stale);
        }
        for direction in Direction::BOTH {
            for lane in 0..self.lanes[direction].len() {
                if changed[direction][lane] {
                    stale[direction][lane] = true;
                    self.check_crossings(direction, lane, &before[direction][lane], rules, graph, &mut stale);
                }
            }
        }
        for direction in Direction::BOTH {
            for (lane, stale) in self.lanes[direction].iter_mut().zip(stale[direction]) {
                if stale {
                    lane.find_windows(&rules.distribution);
                }
            }
        }
    }

    /// Copies changed tiles into their lanes; gives the lanes' tiles as they were.
    fn take_tiles(
        &mut self,
        old: &Board,
        layout: &Layout,
        changed: &mut PerDirection<[bool; MAX_DIM]>,
    ) -> PerDirection<[[Option<PlacedTile>; MAX_DIM]; MAX_DIM]> {
        let mut before = PerDirection([[[None; MAX_DIM]; MAX_DIM]; 2]);
        for direction in Direction::BOTH {
            for (lane, tiles) in self.lanes[direction].iter().zip(&mut before[direction]) {
                *tiles = lane.tiles;
            }
        }
        for row in 0..layout.rows() {
            for col in 0..layout.cols() {
                let square = Square::new(row, col);
                let tile = self.board.get(square);
                if tile != old.get(square) {
                    self.lanes[Direction::Across][row].tiles[col] = tile;
                    self.lanes[Direction::Down][col].tiles[row] = tile;
                    changed[Direction::Across][row] = true;
                    changed[Direction::Down][col] = true;
                    self.strayed[Direction::Across][row] |= 1 << col;
                    self.strayed[Direction::Down][col] |= 1 << row;
                }
            }
        }
        before
    }

    fn set_start(&mut self, start: Option<Square>, stale: &mut PerDirection<[bool; MAX_DIM]>) {
        for direction in Direction::BOTH {
            for (number, lane) in self.lanes[direction].iter_mut().enumerate() {
                let new = start.and_then(|square| place_in_lane(square, direction, number));
                stale[direction][number] |= lane.start != new;
                lane.start = new;
            }
        }
    }

    /// The tiles of a lane have changed: checks the squares between and beside them anew, for words that cross the
    /// lane.
    fn check_crossings(
        &mut self,
        direction: Direction,
        lane: usize,
        before: &[Option<PlacedTile>; MAX_DIM],
        rules: &Rules,
        graph: &Graph,
        stale: &mut PerDirection<[bool; MAX_DIM]>,
    ) {
        let (len, tiles) = (self.lanes[direction][lane].len, self.lanes[direction][lane].tiles);
        for at in (0..len).filter(|&at| tiles[at].is_none()) {
            let start = (0..at).rev().take_while(|&i| tiles[i].is_some()).last().unwrap_or(at);
            let end = (at + 1..len).take_while(|&i| tiles[i].is_some()).last().map_or(at + 1, |last| last + 1);
            // The same tiles, with the same free squares around them, allow the same letters.
            let (from, to) = (start.saturating_sub(1), (end + 1).min(len));
            if before[from..to] == tiles[from..to] {
                continue;
            }
            let (run_before, run_after) = (&tiles[start..at], &tiles[at + 1..end]);
            let value = |run: &[Option<PlacedTile>]| -> i32 {
                run.iter().flatten().map(|&tile| rules.distribution.placed_value(tile)).sum()
            };
            let square = &mut self.lanes[direction.crossing()][at].squares[lane];
            if run_before.is_empty() && run_after.is_empty() {
                (square.allowed, square.crossing) = (LetterSet::ALL, None);
            } else {
                square.allowed = cross_checks::check(graph, run_before, run_after);
                square.crossing = Some((value(run_before) + value(run_after)) as u16);
            }
            stale[direction.crossing()][at] = true;
            self.strayed[direction.crossing()][at] |= 1 << lane;
        }
    }
}

fn new_lane(layout: &Layout, direction: Direction, lane: usize) -> Lane {
    let square = |at: usize| {
        let premium = layout.premium(direction.square(lane, at));
        LaneSquare {
            letter_factor: premium.letter_factor() as u16,
            word_factor: premium.word_factor() as u16,
            is_wall: premium == Premium::Wall,
            allowed: LetterSet::ALL,
            crossing: None,
        }
    };
    Lane {
        len: layout.lane_len(direction),
        tiles: [None; MAX_DIM],
        squares: std::array::from_fn(square),
        start: place_in_lane(layout.start(), direction, lane),
        leaves_single_tiles: direction == Direction::Down,
        windows: Vec::new(),
    }
}

/// Where in a lane a square is, if it is in that lane.
fn place_in_lane(square: Square, direction: Direction, lane: usize) -> Option<usize> {
    let (its_lane, place) = direction.lane_and_place(square);
    (its_lane == lane).then_some(place)
}
