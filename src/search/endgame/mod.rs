//! Endgames: the bag is empty, nothing is hidden, and the best play can be proven.

mod field;
mod hand;
mod lane_plays;
mod outlook;
mod play_lists;
mod search;
mod table;

use crate::game::{Move, Placement, Play, Player, Position, Slot, Word};
use crate::lexicon::Lexicon;
use field::Field;
use hand::Hand;
use lane_plays::Finder;
use play_lists::PlayLists;
use search::{Frame, Searcher, Step};
use std::sync::atomic::AtomicBool;
use table::Table;

/// How an endgame is to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most that the transposition table may take, in megabytes.
    pub hash_mb: usize,
    /// How many threads.
    pub threads: usize,
    /// Whether to stop at the first play that is proven to win.
    pub first_win: bool,
}

/// What the spread of a report says of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// An estimate: the truth, as far as was looked.
    Estimate,
    /// As far as was looked, it is at least that.
    Lower,
    /// As far as was looked, it is at most that.
    Upper,
    /// It is the truth: every line was looked at to its end.
    Proven,
}

/// What is known so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameReport {
    /// How many plies were looked at.
    pub depth: usize,
    /// The final spread of the game for the player on turn, racks counted.
    pub spread: i32,
    /// What the spread says.
    pub bound: Bound,
    /// The best line of play.
    pub line: Vec<Play>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Solves an endgame.
pub fn solve(
    position: &Position,
    lexicon: &Lexicon,
    options: &Options,
    stop: &(dyn Fn() -> bool + Sync),
    mut publish: impl FnMut(&EndgameReport),
) -> Option<EndgameReport> {
    let us = position.on_turn();
    let racks = [position.full_rack(us)?, position.full_rack(us.opponent())?];
    let rules = position.rules();
    let table = Table::new(options.hash_mb << 20);
    let done = AtomicBool::new(false);
    let frame = Frame {
        graph: lexicon.graph(),
        hands: racks.map(|rack| Hand::new(&rack, &rules.distribution)),
        most_zeros: rules.max_zero_turns,
        least_zeros: 0,
        table: &table,
        stop,
        done: &done,
    };
    let start = position.board().is_empty().then(|| rules.layout.start());
    let finder = Finder::new(rules, start);
    let field = Field::new(position.board(), &rules.layout);
    let mut searcher = Searcher::new(&frame, field, PlayLists::new(finder));
    let spread = position.score(us) - position.score(us.opponent());
    let mut last = None;
    for depth in 1..60 {
        let Ok(found) = searcher.root(depth, -1_000_000, 1_000_000, position.zero_turns()) else { break };
        let report = EndgameReport {
            depth: usize::from(depth),
            spread: spread + found.value,
            bound: if found.complete { Bound::Proven } else { Bound::Estimate },
            line: write_line(position, searcher.line()),
            nodes: searcher.nodes,
        };
        publish(&report);
        last = Some(report);
        if found.complete {
            break;
        }
    }
    eprintln!("lists {}", searcher.found());
    last
}

/// The plays of a line.
fn write_line(position: &Position, line: &[Step]) -> Vec<Play> {
    let mut now = position.clone();
    let mut plays = Vec::new();
    for step in line {
        let play = match step {
            Step::Pass => Play::Pass,
            Step::Place(lane, play) => Play::Place(placement(&now, *lane, play)),
        };
        plays.push(play);
        match now.after(&Move::from(play)) {
            Ok((after, _)) => now = after,
            Err(error) => panic!("{error}"),
        }
    }
    plays
}

fn placement(position: &Position, lane: field::LaneId, play: &lane_plays::LanePlay) -> Placement {
    let number = usize::from(lane.number);
    let square = |at: usize| lane.direction.square(number, at);
    let len = position.layout().lane_len(lane.direction);
    let mut tiles: Vec<_> = (0..len).map(|at| position.board().get(square(at))).collect();
    let squares = (0..len).filter(|at| play.squares >> at & 1 != 0);
    squares.clone().zip(play.tiles).for_each(|(at, code)| tiles[at] = field::tile_of(code));
    let first = squares.clone().next().unwrap_or(0);
    let begin = (0..first).rev().take_while(|&at| tiles[at].is_some()).last().unwrap_or(first);
    let word = Word::new(tiles[begin..].iter().map_while(|&tile| tile)).expect("no longer than the lane");
    Placement { slot: Slot { start: square(begin), direction: lane.direction }, word }
}

#[allow(unused)]
fn _p(_: Player) {}
