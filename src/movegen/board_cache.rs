//! The board prepared for generating: all lanes in both directions, with cross checks and windows.
//!
//! Everything here depends on the board and the lexicon, nothing on a rack. [`BoardCache::update`] compares the board with
//! the one it saw last and redoes only what has changed: the lanes that have other tiles, the cross checks at the ends
//! of changed runs of tiles, and the windows that a changed square is in or next to.
//!
//! Rollouts see one board (the candidate's) followed by a few plays, then the same board followed by others, thousands
//! of times; and all candidates' boards go on from one (that of the position), whose play table is known. For them two
//! boards can be remembered. The *base* is the one with the table; the cache knows which squares have strayed from it,
//! and which windows are not as they were there. *Home* is the one that is come back to again and again, by copying the
//! lanes that were left.

use super::lane::{Lane, LaneSquare};
use crate::game::{
    Board, Direction, Layout, Letter, LetterSet, MAX_DIM, PerDirection, PlacedTile, Premium, Rules, Square,
};
use crate::lexicon::WordRule;

/// All lanes of a board.
#[derive(Clone, Debug)]
pub(super) struct BoardCache {
    now: State,
    /// The board that strays are counted from.
    base: Option<Box<State>>,
    /// The board that is come back to.
    home: Option<Box<State>>,
    /// The lanes that are not as they are at home.
    away: PerDirection<[bool; MAX_DIM]>,
}

/// A board with its lanes.
#[derive(Debug)]
struct State {
    /// By direction, then from the top or from the left.
    lanes: PerDirection<Vec<Lane>>,
    board: Board,
    /// The squares of each lane that are not as they are on the base, a bit each: in what lies there, or in which
    /// letters the crossing word allows. Means nothing without a base.
    strayed: Masks,
}

/// Some squares of each lane, a bit each.
type Masks = PerDirection<[u32; MAX_DIM]>;

const NOWHERE: Masks = PerDirection([[0; MAX_DIM]; 2]);

impl Clone for State {
    fn clone(&self) -> Self {
        State { lanes: self.lanes.clone(), board: self.board.clone(), strayed: self.strayed }
    }

    /// Uses the room that there is.
    fn clone_from(&mut self, other: &Self) {
        for direction in Direction::BOTH {
            self.lanes[direction].clone_from(&other.lanes[direction]);
        }
        self.board.clone_from(&other.board);
        self.strayed = other.strayed;
    }
}

impl BoardCache {
    /// An empty board.
    pub(super) fn new(rules: &Rules) -> Self {
        let lanes = |direction: Direction| {
            let count = rules.layout.lane_len(direction.crossing());
            (0..count).map(|lane| new_lane(&rules.layout, direction, lane)).collect()
        };
        let lanes = PerDirection(Direction::BOTH.map(lanes));
        let mut now = State { lanes, board: Board::EMPTY, strayed: NOWHERE };
        now.lanes.0.iter_mut().flatten().for_each(|lane| lane.find_windows(!0, &rules.distribution));
        BoardCache { now, base: None, home: None, away: PerDirection([[false; MAX_DIM]; 2]) }
    }

    /// The lanes of one direction, from the top or from the left.
    #[inline]
    pub(super) fn lanes(&self, direction: Direction) -> &[Lane] {
        &self.now.lanes[direction]
    }

    /// Makes this board the one that strays are counted from.
    pub(super) fn set_base(&mut self, board: &Board, rules: &Rules, rule: WordRule<'_>) {
        self.home = None;
        self.update(board, rules, rule);
        self.now.strayed = NOWHERE;
        self.now.lanes.0.iter_mut().flatten().for_each(Lane::mark_base);
        self.base = Some(Box::new(self.now.clone()));
    }

    /// Makes this board the one to come back to.
    pub(super) fn settle(&mut self, board: &Board, rules: &Rules, rule: WordRule<'_>) {
        self.home = None;
        if let Some(base) = &self.base {
            self.now.clone_from(base);
        }
        self.update(board, rules, rule);
        self.home = Some(Box::new(self.now.clone()));
        self.away = PerDirection([[false; MAX_DIM]; 2]);
    }

    /// Whether a stretch of a lane, and the squares before and after it, are as they are on the base. Then so are the
    /// words that fit there, and what they score.
    #[inline]
    pub(super) fn is_as_on_base(&self, direction: Direction, lane: usize, first: usize, len: usize) -> bool {
        let around = ((1_u64 << (len + 2)) - 1) << first >> 1;
        u64::from(self.now.strayed[direction][lane]) & around == 0
    }

    /// Comes back to the board at home, if there is one.
    fn restore(&mut self) {
        let Some(home) = &self.home else { return };
        for direction in Direction::BOTH {
            for (lane, away) in self.away[direction].iter_mut().enumerate() {
                if std::mem::take(away) {
                    self.now.lanes[direction][lane].clone_from(&home.lanes[direction][lane]);
                }
            }
        }
        self.now.board.clone_from(&home.board);
        self.now.strayed = home.strayed;
    }

    /// Takes a new board in. One that does not go on from the last one is come to by way of home.
    pub(super) fn update(&mut self, board: &Board, rules: &Rules, rule: WordRule<'_>) {
        if !board.goes_on_from(&self.now.board) {
            self.restore();
        }
        let mut changed = PerDirection([[false; MAX_DIM]; 2]);
        // Squares where something has changed: a tile, or what the crossing word allows.
        let mut dirty = NOWHERE;
        let old = std::mem::replace(&mut self.now.board, board.clone());
        let before = self.take_tiles(&old, &rules.layout, &mut changed, &mut dirty);
        if old.is_empty() != board.is_empty() {
            self.set_start(board.is_empty().then(|| rules.layout.start()), &mut dirty);
        }
        for direction in Direction::BOTH {
            for lane in 0..self.now.lanes[direction].len() {
                if changed[direction][lane] {
                    self.check_crossings(direction, lane, &before[direction][lane], rules, rule, &mut dirty);
                }
            }
        }
        for direction in Direction::BOTH {
            for (number, &squares) in dirty[direction].iter().enumerate().filter(|&(_, &squares)| squares != 0) {
                self.now.lanes[direction][number].find_windows(squares, &rules.distribution);
                self.now.strayed[direction][number] |= squares;
                self.away[direction][number] = true;
            }
        }
    }

    /// Copies changed tiles into their lanes; gives the lanes' tiles as they were.
    fn take_tiles(
        &mut self,
        old: &Board,
        layout: &Layout,
        changed: &mut PerDirection<[bool; MAX_DIM]>,
        dirty: &mut Masks,
    ) -> PerDirection<[[Option<PlacedTile>; MAX_DIM]; MAX_DIM]> {
        let mut before = PerDirection([[[None; MAX_DIM]; MAX_DIM]; 2]);
        for direction in Direction::BOTH {
            for (lane, tiles) in self.now.lanes[direction].iter().zip(&mut before[direction]) {
                *tiles = lane.tiles;
            }
        }
        for row in 0..layout.rows() {
            for col in 0..layout.cols() {
                let square = Square::new(row, col);
                let tile = self.now.board.get(square);
                if tile != old.get(square) {
                    self.now.lanes[Direction::Across][row].tiles[col] = tile;
                    self.now.lanes[Direction::Down][col].tiles[row] = tile;
                    changed[Direction::Across][row] = true;
                    changed[Direction::Down][col] = true;
                    dirty[Direction::Across][row] |= 1 << col;
                    dirty[Direction::Down][col] |= 1 << row;
                }
            }
        }
        before
    }

    fn set_start(&mut self, start: Option<Square>, dirty: &mut Masks) {
        for direction in Direction::BOTH {
            for (number, lane) in self.now.lanes[direction].iter_mut().enumerate() {
                let new = start.and_then(|square| place_in_lane(square, direction, number));
                if lane.start != new {
                    dirty[direction][number] |=
                        [lane.start, new].into_iter().flatten().fold(0, |bits, at| bits | 1 << at);
                }
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
        rule: WordRule<'_>,
        dirty: &mut Masks,
    ) {
        let Lane { len, tiles, .. } = self.now.lanes[direction][lane];
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
            let square = &mut self.now.lanes[direction.crossing()][at].squares[lane];
            if run_before.is_empty() && run_after.is_empty() {
                (square.allowed, square.crossing) = (LetterSet::ALL, None);
            } else {
                square.allowed = rule.letters_between(letters(run_before), letters(run_after));
                square.crossing = Some((value(run_before) + value(run_after)) as u16);
            }
            dirty[direction.crossing()][at] |= 1 << lane;
        }
    }
}

/// The letters of some tiles of a lane.
fn letters(tiles: &[Option<PlacedTile>]) -> impl DoubleEndedIterator<Item = Letter> + Clone {
    tiles.iter().flatten().map(|tile| tile.letter())
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
        of_base: 0,
    }
}

/// Where in a lane a square is, if it is in that lane.
fn place_in_lane(square: Square, direction: Direction, lane: usize) -> Option<usize> {
    let (its_lane, place) = direction.lane_and_place(square);
    (its_lane == lane).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Equity, SubLeaves};
    use crate::game::{Bag, Move, Player, Position, RACK_SIZE, Rack, SubRacks, english};
    use crate::lexicon::{Lexicon, Library};
    use crate::movegen::Generator;
    use std::sync::Arc;

    /// The boards of a game in which always the play that scores most is made, from the empty one on.
    fn boards(rules: &Arc<Rules>, lexicon: &Arc<Lexicon>, seed: u64) -> Vec<Board> {
        let mut generator = Generator::new(rules.clone(), lexicon.clone());
        let mut bag = Bag::shaken(rules.distribution.tiles(), seed);
        let mut rack = Rack::EMPTY;
        let mut position = Position::start(rules.clone());
        let mut boards = vec![position.board().clone()];
        while boards.len() < 12 {
            bag.fill(&mut rack, RACK_SIZE, Player::One);
            let worthless = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
            let play = generator.best(position.board(), &rack, &worthless, 0).play;
            rack = play.tiles_used(position.board()).map_or(rack, |used| rack.minus(&used));
            position.forget_rack(position.on_turn());
            (position, _) = position.after(&Move::from(play)).unwrap();
            boards.push(position.board().clone());
        }
        boards
    }

    /// Everything that is known of the lanes: what lies there, what may lie on free squares, and the windows, whose order
    /// is left open.
    fn known(cache: &BoardCache) -> Vec<String> {
        let lanes = Direction::BOTH.into_iter().flat_map(|direction| cache.lanes(direction));
        let known = |lane: &Lane| {
            let free: Vec<&LaneSquare> =
                (0..lane.len).filter(|&at| lane.tiles[at].is_none()).map(|at| &lane.squares[at]).collect();
            let mut windows: Vec<String> = lane.windows.iter().map(|window| format!("{window:?}")).collect();
            windows.sort();
            format!("{:?} {free:?} {:?} {windows:?}", lane.tiles, lane.start)
        };
        lanes.map(known).collect()
    }

    /// A board is known the same however it was come to: from the empty board, step by step, or by way of others.
    #[test]
    fn what_is_known_depends_on_the_board_alone() {
        let rules = Arc::new(Rules::default());
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        let rule = lexicon.rule();
        for seed in 0..3 {
            let boards = boards(&rules, &lexicon, seed);
            let anew: Vec<Vec<String>> = boards
                .iter()
                .map(|board| {
                    let mut cache = BoardCache::new(&rules);
                    cache.update(board, &rules, rule);
                    known(&cache)
                })
                .collect();
            let mut following = BoardCache::new(&rules);
            let mut returning = BoardCache::new(&rules);
            returning.set_base(&boards[3], &rules, rule);
            returning.settle(&boards[5], &rules, rule);
            for (at, board) in boards.iter().enumerate() {
                following.update(board, &rules, rule);
                assert!(known(&following) == anew[at], "seed {seed}, board {at}, step by step");
            }
            for at in [6, 9, 5, 7, 11, 6, 2, 5] {
                returning.update(&boards[at], &rules, rule);
                assert!(known(&returning) == anew[at], "seed {seed}, board {at}, by way of others");
            }
        }
    }
}
