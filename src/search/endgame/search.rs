//! The search itself: alpha-beta over every play and the pass, with a table of what was found before.
//!
//! Every value is what the rest of the game is worth to the player on turn, the points so far left out, so that one
//! entry of the table serves all ways to a position. Each is either *complete* (every line that it rests on was looked
//! at to the end of the game) or an estimate at some depth. What is complete is never looked at again, which is what
//! makes deepening cheap: the lines that end early are proven by the shallow searches and only the long ones are left
//! for the deep ones. The search of the first position is complete when nothing was left out anywhere.
//!
//! In order of what they save: among the plays that seem to be enough for a cut, the one that lays most tiles comes
//! first, for what is left to be proven then is smallest; a play that does not touch a lane in which the opponent can
//! play out is worth no more than what that leaves, so it need not be tried if that is too little; the plays of all
//! lanes come from [lists](super::play_lists) that outlive the position; the [outlook](super::outlook) tells what plays
//! seem to be worth; all but the first are only asked whether they are better at all.

use super::field::{Field, LaneId, Undo, mix};
use super::hand::{Hand, Part};
use super::lane_plays::LanePlay;
use super::outlook::{LOWEST, Outlook};
use super::play_lists::PlayLists;
use super::survey::Lists;
use super::table::{COMPLETE, Known, Limit, Table};
use crate::lexicon::Graph;
use crate::stopper::Stopper;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Why a search came back without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupted {
    /// Someone wants it to end.
    Stopped,
    /// The lists take all the memory that they may.
    Full,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Place(LaneId, LanePlay),
    Pass,
}

/// What is the same for all threads.
pub(super) struct Frame<'e> {
    pub(super) graph: &'e Graph,
    pub(super) hands: [Hand; 2],
    /// So many scoreless turns end the game.
    pub(super) most_zeros: u32,
    /// How many count after a play that scores; see [`zeros`](super::zeros).
    pub(super) least_zeros: u32,
    /// What may be done at the beginning; nothing if that is everything.
    pub(super) only: Vec<Step>,
    pub(super) table: &'e Table,
    /// The most that the lists of a thread may take.
    pub(super) list_bytes: usize,
    pub(super) stopper: &'e Stopper,
    /// Set when one thread has the answer.
    pub(super) done: AtomicBool,
    /// How many positions all threads have looked at, as far as they have told.
    pub(super) nodes: AtomicU64,
}

/// What the search of a position says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The rest of the game, for the player on turn.
    pub(super) value: i32,
    /// Whether it holds to the end of the game, or only as far as was looked.
    pub(super) complete: bool,
}

/// A play to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// What it seems to be worth.
    pub(super) estimate: i32,
    /// It is worth no more.
    pub(super) most: i32,
    /// What it is tried by.
    pub(super) rank: i32,
    /// Which play of the lists, or [`PASS`].
    pub(super) at: u32,
    pub(super) lane: u8,
}

/// The place of a pass among plays.
pub(super) const PASS: u32 = u32::MAX;
/// The mark of a pass in the table.
pub(super) const PASS_MARK: u32 = 1;
/// So few tiles are played out whatever the depth.
const FEW_TILES: usize = 3;
/// So many plays are chosen one by one; then the others are sorted.
const CHOSEN: usize = 6;
/// The threads tell each other of so many positions at a time.
const TOLD: u64 = 64;

/// One thread's search.
pub(super) struct Searcher<'e> {
    pub(super) frame: &'e Frame<'e>,
    pub(super) field: Field,
    pub(super) lanes: Vec<LaneId>,
    pub(super) lists: PlayLists,
    /// What each player holds; the one who is on turn at the beginning is number 0.
    pub(super) held: [Part; 2],
    /// Who is on turn.
    pub(super) player: usize,
    /// The plays to be tried in all positions on the way here, one after another.
    pub(super) moves: Vec<Ranked>,
    /// How the opponent could play out: scores and lanes, the best first.
    pub(super) threats: Vec<(i32, LaneId)>,
    /// By ply.
    pub(super) outlooks: Vec<Outlook>,
    /// By ply, of both players.
    pub(super) looked_up: Vec<[Lists; 2]>,
    /// By ply, the best line from there, as far as it was searched with an open window.
    lines: Vec<Vec<Step>>,
    /// Makes threads try equal plays in different orders; 0 for the first thread.
    pub(super) jitter: u32,
    /// How many positions were looked at.
    nodes: u64,
}

/// A position's window and how far to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) depth: u8,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) zeros: u32,
    pub(super) ply: usize,
    /// The ply of the outlook that is used.
    pub(super) outlook: usize,
    /// The ply where each player's lists were looked up last.
    pub(super) lists: [usize; 2],
}

impl Task {
    /// Whether the value itself is wanted, and not only whether it is above something.
    fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<'e> Searcher<'e> {
    pub(super) fn new(frame: &'e Frame<'e>, field: Field, lists: PlayLists, jitter: u32) -> Self {
        Searcher {
            lanes: field.lanes().collect(),
            held: [0, 1].map(|player| frame.hands[player].whole()),
            frame,
            field,
            lists,
            player: 0,
            moves: Vec::new(),
            threats: Vec::new(),
            outlooks: Vec::new(),
            looked_up: Vec::new(),
            lines: Vec::new(),
            jitter,
            nodes: 0,
        }
    }

    /// How many positions all threads have looked at.
    pub(super) fn all_nodes(&self) -> u64 {
        self.frame.nodes.load(Ordering::Relaxed) + self.nodes % TOLD
    }

    /// The line of play that the last search with an open window found.
    pub(super) fn line(&self) -> &[Step] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// Searches from the beginning, without the lists if they are full.
    pub(super) fn root(&mut self, depth: u8, alpha: i32, beta: i32, zeros: u32) -> Result<Found, Interrupted> {
        if self.lists.bytes() > self.frame.list_bytes {
            self.lists.clear();
        }
        self.look_up_all()?;
        self.search(Task { depth, alpha, beta, zeros, ply: 0, outlook: 0, lists: [0, 0] })
    }

    pub(super) fn points(&self, player: usize) -> i32 {
        self.frame.hands[player].points(self.held[player])
    }

    /// What the rest is worth to the player on turn if the game stops here.
    pub(super) fn stopping(&self) -> i32 {
        self.points(1 - self.player) - self.points(self.player)
    }

    fn key(&self, zeros: u32) -> u64 {
        let state = usize::from(self.held[0]) << 16 | usize::from(self.held[1]) << 8 | self.player << 7;
        mix(self.field.key(), state | ((zeros as usize) << 32))
    }

    pub(super) fn ask_stop(&self) -> Result<(), Interrupted> {
        let is_over = self.frame.stopper.is_stopped() || self.frame.done.load(Ordering::Relaxed);
        if is_over { Err(Interrupted::Stopped) } else { Ok(()) }
    }

    fn check_in(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(TOLD) {
            self.frame.nodes.fetch_add(TOLD, Ordering::Relaxed);
        }
        if self.nodes.is_multiple_of(super::NODES_PER_QUESTION) {
            self.ask_stop()?;
            if self.lists.bytes() > self.frame.list_bytes {
                return Err(Interrupted::Full);
            }
        }
        Ok(())
    }

    fn search(&mut self, mut task: Task) -> Result<Found, Interrupted> {
        self.check_in()?;
        let key = self.key(task.zeros);
        let known = self.frame.table.get(key);
        if task.is_open() {
            self.start_line(task.ply);
        } else if let Some(found) = known.and_then(|known| answer(known, &task)) {
            return Ok(found);
        }
        let tiles: usize = (0..2).map(|player| self.frame.hands[player].len(self.held[player])).sum();
        if tiles <= FEW_TILES {
            task.depth = task.depth.max(2);
        }
        let base = self.moves.len();
        let found = self.try_all(task, key, known.map_or(0, |known| known.best), base);
        self.moves.truncate(base);
        found
    }

    fn try_all(&mut self, mut task: Task, key: u64, first: u32, base: usize) -> Result<Found, Interrupted> {
        let original = task.alpha;
        let (mut best_mark, mut complete) = (0, true);
        let (out, left_out) = self.survey(&mut task, first);
        let mut best = Found { value: left_out, complete: true };
        if let Some(out) = out.filter(|out| out.estimate > left_out) {
            (best.value, best_mark) = (out.estimate, self.mark(out));
            self.extend_line(&task, out, best.value);
            task.alpha = task.alpha.max(best.value);
        }
        let count = if best.value >= task.beta { 0 } else { self.moves.len() - base };
        let is_only = count == 1 && left_out == LOWEST;
        for number in 0..count {
            let ranked = self.choose(base, number);
            let found = self.try_one(ranked, &task, number == 0 && out.is_none(), is_only)?;
            complete &= found.complete;
            if found.value > best.value {
                (best, best_mark) = (found, self.mark(ranked));
                self.extend_line(&task, ranked, found.value);
                task.alpha = task.alpha.max(found.value);
            }
            if best.value >= task.beta {
                break;
            }
        }
        let limit = match best.value {
            value if value >= task.beta => Limit::Lower,
            value if value <= original => Limit::Upper,
            _ => Limit::Exact,
        };
        // A cut rests on one play alone, anything else on all of them.
        best.complete = if limit == Limit::Lower { best.complete } else { complete };
        let depth = if best.complete { COMPLETE } else { task.depth };
        self.frame.table.put(key, Known { value: best.value, limit, depth, best: best_mark });
        Ok(best)
    }

    fn mark(&self, ranked: Ranked) -> u32 {
        if ranked.at == PASS { PASS_MARK } else { self.lists.play(ranked.at).mark }
    }

    fn step(&self, ranked: Ranked) -> Step {
        match ranked.at {
            PASS => Step::Pass,
            at => Step::Place(self.lanes[usize::from(ranked.lane)], *self.lists.play(at)),
        }
    }

    /// Makes room for a line from this ply.
    fn start_line(&mut self, ply: usize) {
        self.lines.resize_with(self.lines.len().max(ply + 2), Vec::new);
        self.lines[ply].clear();
        self.lines[ply + 1].clear();
    }

    /// A play has turned out best: the line goes on with it, and with what follows it.
    fn extend_line(&mut self, task: &Task, ranked: Ranked, value: i32) {
        if task.is_open() && value > task.alpha {
            let mut line = std::mem::take(&mut self.lines[task.ply]);
            line.clear();
            line.push(self.step(ranked));
            line.append(&mut self.lines[task.ply + 1]);
            self.lines[task.ply] = line;
        }
    }

    /// The best of the plays that were not tried yet.
    fn choose(&mut self, base: usize, number: usize) -> Ranked {
        let rest = &mut self.moves[base + number..];
        match number {
            0..CHOSEN => {
                let best = (0..rest.len()).max_by_key(|&at| (rest[at].rank, Reverse(rest[at].at)));
                rest.swap(0, best.unwrap_or(0));
            }
            CHOSEN => rest.sort_unstable_by_key(|ranked| (Reverse(ranked.rank), ranked.at)),
            _ => {}
        }
        rest[0]
    }

    /// Tries a play: with the whole window if it is the first, else whether it is better at all.
    fn try_one(&mut self, ranked: Ranked, task: &Task, is_first: bool, is_only: bool) -> Result<Found, Interrupted> {
        let play = (ranked.at != PASS).then(|| *self.lists.play(ranked.at));
        let (score, part) = play.map_or((0, 0), |play| (play.score, play.part));
        let zeros = if score == 0 { task.zeros + 1 } else { self.frame.least_zeros };
        if zeros >= self.frame.most_zeros {
            // So many scoreless turns: both lose what they hold.
            let kept = self.frame.hands[self.player].points(self.held[self.player] - part);
            return Ok(Found { value: self.points(1 - self.player) - kept, complete: true });
        }
        if ranked.most <= task.alpha {
            return Ok(Found { value: ranked.most, complete: true });
        }
        // Who can only pass is not made to look less far.
        let is_forced = play.is_none() && is_only;
        if task.depth <= 1 && !is_forced {
            return Ok(Found { value: ranked.estimate, complete: false });
        }
        let depth = if is_forced { task.depth } else { task.depth - 1 };
        let undo = play.map(|play| self.lay(ranked.lane, &play));
        self.player = 1 - self.player;
        let found = self.ask(task, Task { depth, zeros, ply: task.ply + 1, ..*task }, score, is_first);
        self.player = 1 - self.player;
        if let Some((play, undo)) = play.zip(undo) {
            self.lift(ranked.lane, &play, &undo);
        }
        found
    }

    fn lay(&mut self, lane: u8, play: &LanePlay) -> Undo {
        self.held[self.player] -= play.part;
        self.field.lay(play.laid(self.lanes[usize::from(lane)]))
    }

    fn lift(&mut self, lane: u8, play: &LanePlay, undo: &Undo) {
        self.held[self.player] += play.part;
        self.field.lift(play.laid(self.lanes[usize::from(lane)]).map(|(cell, _)| cell), undo);
    }

    /// What a play with this score is worth that leads to the position of the second task.
    fn ask(&mut self, task: &Task, next: Task, score: i32, is_first: bool) -> Result<Found, Interrupted> {
        let within = |alpha: i32, beta: i32| Task { alpha: score - beta, beta: score - alpha, ..next };
        let turn = |found: Found| Found { value: score - found.value, ..found };
        if !is_first && task.is_open() {
            let found = turn(self.search(within(task.alpha, task.alpha + 1))?);
            if found.value <= task.alpha || found.value >= task.beta {
                return Ok(found);
            }
        }
        self.search(within(task.alpha, task.beta)).map(turn)
    }
}

/// What is known, if it is enough.
fn answer(known: Known, task: &Task) -> Option<Found> {
    let is_enough = match known.limit {
        Limit::Exact => true,
        Limit::Lower => known.value >= task.beta,
        Limit::Upper => known.value <= task.alpha,
    };
    let found = Found { value: known.value, complete: known.depth == COMPLETE };
    (is_enough && known.depth >= task.depth).then_some(found)
}
