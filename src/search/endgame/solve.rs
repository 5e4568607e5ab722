//! Solving: one ply deeper at a time, on several threads that share the table.

use super::board::EndgameBoard;
use super::context::{Interruption, SearchContext};
use super::fixed_board::LOWEST;
use super::lane_plays::LaneGenerator;
use super::line;
use super::list_moves::MoveLister;
use super::play_lists::PlayLists;
use super::rack_parts::EndgameRack;
use super::search::{SearchValue, Searcher};
use super::solution::{Bound, Goal, Solution, SolverOptions};
use super::transposition_table::{COMPLETE, TranspositionTable};
use super::zeros;
use crate::game::{Play, Position};
use crate::lexicon::Lexicon;
use crate::parallel::with_helpers;
use crate::stopper::Stopper;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The least that the lists of a thread may take, in bytes: with less, it might never get beyond the first plies.
const LEAST_LIST_BYTES: usize = 4 << 20;
/// Half the width of the first window around the last value.
const MARGIN: i32 = 12;

/// Solves an endgame; none if the bag is not empty, the game is over, or a rack cannot be known.
///
/// Blocks until the value is proven or the stopper says so, which is asked every few hundred microseconds. `publish` is
/// told whenever more is known, the first time within milliseconds.
pub fn solve(
    position: &Position,
    lexicon: &Lexicon,
    options: &SolverOptions,
    stopper: &Stopper,
    publish: impl FnMut(&Solution),
) -> Option<Solution> {
    let us = position.on_turn();
    let racks = [position.full_rack(us)?, position.full_rack(us.opponent())?];
    if position.bag_len() > 0 || position.ending().is_some() {
        return None;
    }
    let rules = position.rules();
    let table = TranspositionTable::new(options.hash_mb << 20);
    let threads = options.threads.max(1);
    let racks = racks.map(|rack| EndgameRack::new(&rack, &rules.distribution));
    let context = SearchContext {
        graph: lexicon.graph(),
        only: options.only.iter().map(|play| line::lane_move(position, &racks[0], play)).collect(),
        racks,
        most_zeros: rules.max_zero_turns,
        least_zeros: zeros::least(position, &options.only),
        table: &table,
        list_bytes: (options.list_bytes / threads).max(LEAST_LIST_BYTES),
        stopper,
        done: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
    };
    let start = position.board().is_empty().then(|| rules.layout.start());
    let lists = PlayLists::new(LaneGenerator::new(rules, start));
    let board = EndgameBoard::new(position.board(), &rules.layout);
    let searcher = |number: usize| {
        let jitter = JITTER.wrapping_mul(number as u32);
        Searcher::new(MoveLister::new(&context, board.clone(), lists.clone(), jitter))
    };
    let proof = Mutex::new(None);
    let deepening = |number: usize| Deepening::new(searcher(number), position, options.goal);
    let helpers = (1..threads).map(deepening).map(|mut helper| {
        let proof = &proof;
        move || drop(helper.run(proof, |_| {}))
    });
    let last = with_helpers(helpers, || {
        let _stop_helpers = StopHelpers(&context.done);
        deepening(0).run(&proof, publish)
    });
    Some(last)
}

/// Stops the helpers when it is dropped: when the first thread has ended, by returning or by a panic.
struct StopHelpers<'f>(&'f AtomicBool);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Spreads the numbers of threads over 32 bits.
const JITTER: u32 = 0x9E37_79B9;

/// One thread's iterative deepening.
struct Deepening<'e> {
    searcher: Searcher<'e>,
    position: &'e Position,
    /// The spread before the endgame, for the player on turn.
    spread: i32,
    zeros: u32,
    goal: Goal,
    report: Solution,
}

impl<'e> Deepening<'e> {
    fn new(searcher: Searcher<'e>, position: &'e Position, goal: Goal) -> Self {
        let us = position.on_turn();
        let spread = position.score(us) - position.score(us.opponent());
        let report = Solution {
            depth: 0,
            spread: spread + searcher.stopping(),
            bound: Bound::Exact,
            is_proven: false,
            line: vec![Play::Pass],
            nodes: 0,
        };
        let zeros = position.zero_turns().max(searcher.context().least_zeros);
        Deepening { searcher, position, spread, zeros, goal, report }
    }

    /// Searches deeper and deeper; gives the last report. The first thread that has a proof stops the others.
    fn run(&mut self, proof: &Mutex<Option<Solution>>, mut publish: impl FnMut(&Solution)) -> Solution {
        for depth in 1..COMPLETE {
            if self.search_depth(depth, &mut publish).is_err() || self.report.is_proven {
                break;
            }
        }
        self.report.nodes = self.searcher.all_nodes();
        let mut proof = proof.lock();
        if self.report.is_proven && proof.is_none() {
            *proof = Some(self.report.clone());
            self.searcher.context().done.store(true, Ordering::Relaxed);
        }
        match proof.as_ref().filter(|_| !self.report.is_proven) {
            Some(proof) => {
                publish(proof);
                proof.clone()
            }
            None => self.report.clone(),
        }
    }

    fn search_depth(&mut self, depth: u8, publish: &mut impl FnMut(&Solution)) -> Result<(), Interruption> {
        if self.goal != Goal::Spread {
            let found = self.search(depth, -1 - self.spread, 1 - self.spread)?;
            self.publish_value(depth, found, (-1, 1), publish);
            if self.goal == Goal::Result || !found.complete || self.report.spread > 0 {
                return Ok(());
            }
            // There is no win, which is proven: find the best spread.
            self.goal = Goal::Spread;
        }
        let guess = self.report.spread - self.spread;
        let (mut alpha, mut beta) = if depth > 2 { (guess - MARGIN, guess + MARGIN) } else { (LOWEST, -LOWEST) };
        loop {
            let found = self.search(depth, alpha, beta)?;
            self.publish_value(depth, found, (alpha + self.spread, beta + self.spread), publish);
            match found.value {
                value if value <= alpha => alpha = LOWEST,
                value if value >= beta => beta = -LOWEST,
                _ => return Ok(()),
            }
        }
    }

    /// Searches; starts again with empty lists where they are full, which is quick since the table is kept.
    fn search(&mut self, depth: u8, alpha: i32, beta: i32) -> Result<SearchValue, Interruption> {
        loop {
            match self.searcher.root(depth, alpha, beta, self.zeros) {
                Err(Interruption::ListsFull) => {}
                result => return result,
            }
        }
    }

    /// Publishes what a search with a window (of spreads) has found.
    fn publish_value(
        &mut self,
        depth: u8,
        found: SearchValue,
        window: (i32, i32),
        publish: &mut impl FnMut(&Solution),
    ) {
        let spread = self.spread + found.value;
        let bound = match spread {
            spread if spread <= window.0 => Bound::Upper,
            spread if spread >= window.1 => Bound::Lower,
            _ => Bound::Exact,
        };
        let line = self.line();
        let line = if line.is_empty() { std::mem::take(&mut self.report.line) } else { line };
        let is_enough = match self.goal {
            Goal::Spread => bound == Bound::Exact,
            Goal::FirstWin => spread > 0,
            Goal::Result => true,
        };
        let is_proven = found.complete && is_enough;
        self.report =
            Solution { depth: usize::from(depth), spread, bound, is_proven, line, nodes: self.searcher.all_nodes() };
        publish(&self.report);
    }

    fn line(&self) -> Vec<Play> {
        line::plays(self.position, self.searcher.line())
    }
}
