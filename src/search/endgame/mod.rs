//! Endgames: the bag is empty, nothing is hidden, and the best play can be proven.
//!
//! **The short answer.** [`solve`] looks at every play of both players to the end of the game, one ply deeper at a
//! time, and says what it has found as it goes. When no line was broken off any more, the value is proven.
//!
//! **The longer answer.** What makes that possible is that little changes from one position to the next. Nobody draws,
//! so all that is ever held are parts of two known racks, which are numbers (`hand`). A play changes only the lanes
//! that it touches, so each lane has a key (`field`), and the plays of a lane in one state are found (`lane_plays`)
//! once and kept (`play_lists`); a position's plays are put together from thirty lists, most of which were there
//! before. If the board stayed as it is, the rest of the game could be worked out (`outlook`) in microseconds; that
//! gives what plays seem to be worth, and knows of stuck tiles and of who plays out first. A proof is short if few
//! tiles are left to look at, so among plays that seem good enough the longest is tried first (`survey`). The search
//! (`search`) is alpha-beta with a table (`table`) that all threads share. Two passes (`zeros`) end a game, even where
//! the rules want six scoreless turns.
//!
//! **An example.** The endgame in B. Sheppard's paper on Maven, which is also the second example in the specification
//! of CGP; IKLMTZ against AEINRU?:
//!
//! ```text
//! 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/...
//! ```
//!
//! **What it costs.** Of 60 endgames of static self-play on TWL06, two threads proved 56 within 15 seconds each, half of
//! all within 0.07 seconds. The lists take some 80 MB at most, beside the table. What is left are racks with a blank and
//! many plays, and tiles that are stuck on an open board.
//!
//! **The limits.** The value is proven, and the same for any number of threads. Where several plays are worth the same,
//! which of them comes first may depend on the threads.

mod choose;
mod field;
mod hand;
mod lane_plays;
mod line;
mod outlook;
mod play_lists;
mod search;
mod survey;
mod table;
mod zeros;

pub(super) use choose::choose;
pub use choose::{Endgame, EndgameReport};

use crate::game::{Play, Position};
use crate::lexicon::Lexicon;
use crate::parallel::with_helpers;
use crate::stopper::Stopper;
use field::Field;
use hand::Hand;
use lane_plays::Finder;
use outlook::LOWEST;
use parking_lot::Mutex;
use play_lists::PlayLists;
use search::{Found, Frame, Interrupted, Searcher, Step};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use table::{COMPLETE, Table};

/// What the lists of all threads may take together, if nobody knows better.
pub const LIST_BYTES: usize = 64 << 20;
/// But those of a thread may take so much: with less, it could be that it never gets beyond the first plies.
const LEAST_LIST_BYTES: usize = 4 << 20;
/// How far from the last value the next is looked for at first.
const MARGIN: i32 = 12;

/// Whether to stop is asked every so many positions, and now and then between.
pub const NODES_PER_QUESTION: u64 = 4;

/// How an endgame is to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// The most that the transposition table may take, in megabytes.
    pub hash_mb: usize,
    /// The most that the lists of plays of all threads may take, in bytes; some more if that is very little.
    pub list_bytes: usize,
    /// How many threads.
    pub threads: usize,
    /// What is to be found out.
    pub goal: Goal,
    /// Only these plays may be chosen, where there are any. All are legal, but for their words.
    pub only: Vec<Play>,
}

/// What is to be found out of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best play and the final spread.
    Spread,
    /// The first play that is proven to win; where there is none, the best play and the final spread.
    FirstWin,
    /// Whether it is won, drawn or lost.
    Result,
}

/// What the spread of a report says of the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is as good as that.
    Exact,
    /// It is at least as good.
    Lower,
    /// It is at most as good.
    Upper,
}

/// What is known of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How many plies were looked at.
    pub depth: usize,
    /// The final spread of the game for the player on turn, racks counted.
    pub spread: i32,
    /// What the spread says of the truth.
    pub bound: Bound,
    /// Whether that is certain, or only true as far as was looked.
    pub is_proven: bool,
    /// The best line of play. It begins with the play to choose; a pass if nothing else can be said.
    pub line: Vec<Play>,
    /// How many positions were looked at, by all threads.
    pub nodes: u64,
}

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
    let table = Table::new(options.hash_mb << 20);
    let threads = options.threads.max(1);
    let hands = racks.map(|rack| Hand::new(&rack, &rules.distribution));
    let frame = Frame {
        graph: lexicon.graph(),
        only: options.only.iter().map(|play| line::step(position, &hands[0], play)).collect(),
        hands,
        most_zeros: rules.max_zero_turns,
        least_zeros: zeros::least(position, &options.only),
        table: &table,
        list_bytes: (options.list_bytes / threads).max(LEAST_LIST_BYTES),
        stopper,
        done: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
    };
    let start = position.board().is_empty().then(|| rules.layout.start());
    let lists = PlayLists::new(Finder::new(rules, start));
    let field = Field::new(position.board(), &rules.layout);
    let searcher =
        |number: usize| Searcher::new(&frame, field.clone(), lists.clone(), JITTER.wrapping_mul(number as u32));
    let proof = Mutex::new(None);
    let deepening = |number: usize| Deepening::new(searcher(number), position, options.goal);
    let helpers = (1..threads).map(deepening).map(|mut helper| {
        let proof = &proof;
        move || drop(helper.run(proof, |_| {}))
    });
    let last = with_helpers(helpers, || {
        let _over = Over(&frame.done);
        deepening(0).run(&proof, publish)
    });
    Some(last)
}

/// Tells the helpers that it is over when it is dropped: when the first thread has ended, in whatever way.
struct Over<'f>(&'f AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Spreads the numbers of threads over 32 bits.
const JITTER: u32 = 0x9E37_79B9;

/// One thread's way through the depths.
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
        let zeros = position.zero_turns().max(searcher.frame.least_zeros);
        Deepening { searcher, position, spread, zeros, goal, report }
    }

    /// Looks deeper and deeper; gives the last report. The first thread that has a proof stops the others.
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
            self.searcher.frame.done.store(true, Ordering::Relaxed);
        }
        match proof.as_ref().filter(|_| !self.report.is_proven) {
            Some(proof) => {
                publish(proof);
                proof.clone()
            }
            None => self.report.clone(),
        }
    }

    fn search_depth(&mut self, depth: u8, publish: &mut impl FnMut(&Solution)) -> Result<(), Interrupted> {
        if self.goal != Goal::Spread {
            let found = self.search(depth, -1 - self.spread, 1 - self.spread)?;
            self.tell(depth, found, (-1, 1), publish);
            if self.goal == Goal::Result || !found.complete || self.report.spread > 0 {
                return Ok(());
            }
            // It is certain that there is no win: now for the best of it.
            self.goal = Goal::Spread;
        }
        let guess = self.report.spread - self.spread;
        let (mut alpha, mut beta) = if depth > 2 { (guess - MARGIN, guess + MARGIN) } else { (LOWEST, -LOWEST) };
        loop {
            let found = self.search(depth, alpha, beta)?;
            self.tell(depth, found, (alpha + self.spread, beta + self.spread), publish);
            match found.value {
                value if value <= alpha => alpha = LOWEST,
                value if value >= beta => beta = -LOWEST,
                _ => return Ok(()),
            }
        }
    }

    /// Searches; where the lists are full, again with empty ones, which is quick since the table is not.
    fn search(&mut self, depth: u8, alpha: i32, beta: i32) -> Result<Found, Interrupted> {
        loop {
            match self.searcher.root(depth, alpha, beta, self.zeros) {
                Err(Interrupted::Full) => {}
                result => return result,
            }
        }
    }

    /// Tells what a search with a window (of spreads) has found.
    fn tell(&mut self, depth: u8, found: Found, window: (i32, i32), publish: &mut impl FnMut(&Solution)) {
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
