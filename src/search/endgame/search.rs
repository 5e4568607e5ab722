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
//! lanes come from [lists](super::play_lists) that outlive the position; the [fixed-board estimate](super::fixed_board)
//! tells what plays seem to be worth; all but the first are only asked whether they are better at all.

use super::context::{Interruption, NODES_PER_QUESTION, SearchContext};
use super::fixed_board::LOWEST;
use super::hash_key::HashKey;
use super::lane_plays::{LaneMove, PlayMark};
use super::list_moves::{MoveLister, RankedMove, SearchNode};
use super::play_lists::PlayId;
use super::rack_parts::PartId;
use super::solution::Bound;
use super::transposition_table::{COMPLETE, StoredValue};
use std::cmp::Reverse;
use std::sync::atomic::Ordering;

/// The value of a position, as the search found it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchValue {
    /// The rest of the game, for the player on turn.
    pub(super) value: i32,
    /// Whether every line it rests on was searched to the end of the game.
    pub(super) complete: bool,
}

/// Positions with at most this many tiles are searched two plies deep at least.
const FEW_TILES: usize = 3;
/// How many moves are chosen one by one before the others are sorted.
const CHOSEN: usize = 6;
/// How many positions a thread searches before it adds them to the shared count.
const COUNT_STEP: u64 = 64;

/// One thread's search.
pub(super) struct Searcher<'e> {
    lister: MoveLister<'e>,
    /// By ply, the best line from there, as far as it was searched with an open window.
    lines: Vec<Vec<LaneMove>>,
    /// How many positions this thread has searched.
    nodes: u64,
}

impl<'e> Searcher<'e> {
    pub(super) fn new(lister: MoveLister<'e>) -> Self {
        Searcher { lister, lines: Vec::new(), nodes: 0 }
    }

    pub(super) fn context(&self) -> &'e SearchContext<'e> {
        self.lister.context
    }

    /// What the rest of the game is worth to the player on turn if it stops here.
    pub(super) fn stopping(&self) -> i32 {
        self.lister.stopping()
    }

    /// How many positions all threads have searched.
    pub(super) fn all_nodes(&self) -> u64 {
        self.lister.context.nodes.load(Ordering::Relaxed) + self.nodes % COUNT_STEP
    }

    /// The line of play that the last search with an open window found.
    pub(super) fn line(&self) -> &[LaneMove] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// Searches the first position; empties the lists before if they are full.
    pub(super) fn root(&mut self, depth: u8, alpha: i32, beta: i32, zeros: u32) -> Result<SearchValue, Interruption> {
        if self.lister.lists.bytes() > self.lister.context.list_bytes {
            self.lister.lists.clear();
        }
        self.lister.look_up_all()?;
        self.search(SearchNode { depth, alpha, beta, zeros, ply: 0, estimate_ply: 0, lists: [0, 0] })
    }

    fn key(&self, zeros: u32) -> HashKey {
        let [first, second] = self.lister.held.map(PartId::index);
        let state = first << 16 | second << 8 | self.lister.player << 7;
        self.lister.board.key().mix(state | ((zeros as usize) << 32))
    }

    fn check_in(&mut self) -> Result<(), Interruption> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(COUNT_STEP) {
            self.lister.context.nodes.fetch_add(COUNT_STEP, Ordering::Relaxed);
        }
        if self.nodes.is_multiple_of(NODES_PER_QUESTION) {
            self.lister.context.check_stop()?;
            if self.lister.lists.bytes() > self.lister.context.list_bytes {
                return Err(Interruption::ListsFull);
            }
        }
        Ok(())
    }

    fn search(&mut self, mut node: SearchNode) -> Result<SearchValue, Interruption> {
        self.check_in()?;
        let key = self.key(node.zeros);
        let stored = self.lister.context.table.get(key);
        if node.is_open() {
            self.start_line(node.ply);
        } else if let Some(found) = stored.and_then(|stored| answer(stored, &node)) {
            return Ok(found);
        }
        let tiles: usize = (0..2).map(|player| self.lister.context.racks[player].len(self.lister.held[player])).sum();
        if tiles <= FEW_TILES {
            node.depth = node.depth.max(2);
        }
        let base = self.lister.moves.len();
        let found = self.try_all(node, key, stored.map_or(PlayMark::NONE, |stored| stored.best), base);
        self.lister.moves.truncate(base);
        found
    }

    fn try_all(
        &mut self,
        mut node: SearchNode,
        key: HashKey,
        first: PlayMark,
        base: usize,
    ) -> Result<SearchValue, Interruption> {
        let original = node.alpha;
        let mut best_mark = PlayMark::NONE;
        let mut complete = true;
        let (out, left_out) = self.lister.list_moves(&mut node, first);
        let mut best = SearchValue { value: left_out, complete: true };
        if let Some(out) = out.filter(|out| out.estimate > left_out) {
            (best.value, best_mark) = (out.estimate, self.lister.mark(out));
            self.extend_line(&node, out, best.value);
            node.alpha = node.alpha.max(best.value);
        }
        let count = if best.value >= node.beta { 0 } else { self.lister.moves.len() - base };
        let is_only = count == 1 && left_out == LOWEST;
        for number in 0..count {
            let ranked = self.choose(base, number);
            let found = self.try_one(ranked, &node, number == 0 && out.is_none(), is_only)?;
            complete &= found.complete;
            if found.value > best.value {
                (best, best_mark) = (found, self.lister.mark(ranked));
                self.extend_line(&node, ranked, found.value);
                node.alpha = node.alpha.max(found.value);
            }
            if best.value >= node.beta {
                break;
            }
        }
        let bound = match best.value {
            value if value >= node.beta => Bound::Lower,
            value if value <= original => Bound::Upper,
            _ => Bound::Exact,
        };
        // A cut rests on one play alone, anything else on all of them.
        best.complete = if bound == Bound::Lower { best.complete } else { complete };
        let depth = if best.complete { COMPLETE } else { node.depth };
        self.lister.context.table.put(key, StoredValue { value: best.value, bound, depth, best: best_mark });
        Ok(best)
    }

    /// Makes room for a line from this ply.
    fn start_line(&mut self, ply: usize) {
        self.lines.resize_with(self.lines.len().max(ply + 2), Vec::new);
        self.lines[ply].clear();
        self.lines[ply + 1].clear();
    }

    /// A play has turned out best: the line goes on with it, and with what follows it.
    fn extend_line(&mut self, node: &SearchNode, ranked: RankedMove, value: i32) {
        if node.is_open() && value > node.alpha {
            let mut line = std::mem::take(&mut self.lines[node.ply]);
            line.clear();
            line.push(self.lister.lane_move(ranked));
            line.append(&mut self.lines[node.ply + 1]);
            self.lines[node.ply] = line;
        }
    }

    /// The best of the plays that were not tried yet.
    fn choose(&mut self, base: usize, number: usize) -> RankedMove {
        let rest = &mut self.lister.moves[base + number..];
        match number {
            0..CHOSEN => {
                let best = (0..rest.len()).max_by_key(|&at| (rest[at].rank, Reverse(rest[at].play)));
                rest.swap(0, best.unwrap_or(0));
            }
            CHOSEN => rest.sort_unstable_by_key(|ranked| (Reverse(ranked.rank), ranked.play)),
            _ => {}
        }
        rest[0]
    }

    /// Tries a play: with the whole window if it is the first, else whether it is better at all.
    fn try_one(
        &mut self,
        ranked: RankedMove,
        node: &SearchNode,
        is_first: bool,
        is_only: bool,
    ) -> Result<SearchValue, Interruption> {
        let play = (ranked.play != PlayId::PASS).then(|| *self.lister.lists.play(ranked.play));
        let (score, part) = play.map_or((0, PartId::EMPTY), |play| (play.score, play.part));
        let zeros = if score == 0 { node.zeros + 1 } else { self.lister.context.least_zeros };
        if zeros >= self.lister.context.most_zeros {
            // The game ends by scoreless turns: both lose what they hold.
            let kept =
                self.lister.context.racks[self.lister.player].points(self.lister.held[self.lister.player] - part);
            return Ok(SearchValue { value: self.lister.points(1 - self.lister.player) - kept, complete: true });
        }
        if ranked.most <= node.alpha {
            return Ok(SearchValue { value: ranked.most, complete: true });
        }
        // A forced pass does not count as a ply.
        let is_forced = play.is_none() && is_only;
        if node.depth <= 1 && !is_forced {
            return Ok(SearchValue { value: ranked.estimate, complete: false });
        }
        let depth = if is_forced { node.depth } else { node.depth - 1 };
        let undo = play.map(|play| self.lister.lay(ranked.lane, &play));
        self.lister.player = 1 - self.lister.player;
        let found = self.search_window(node, SearchNode { depth, zeros, ply: node.ply + 1, ..*node }, score, is_first);
        self.lister.player = 1 - self.lister.player;
        if let Some((play, undo)) = play.zip(undo) {
            self.lister.lift(ranked.lane, &play, &undo);
        }
        found
    }

    /// The value of a play with this score that leads to the position `next`.
    fn search_window(
        &mut self,
        node: &SearchNode,
        next: SearchNode,
        score: i32,
        is_first: bool,
    ) -> Result<SearchValue, Interruption> {
        let within = |alpha: i32, beta: i32| SearchNode { alpha: score - beta, beta: score - alpha, ..next };
        let turn = |found: SearchValue| SearchValue { value: score - found.value, ..found };
        if !is_first && node.is_open() {
            let found = turn(self.search(within(node.alpha, node.alpha + 1))?);
            if found.value <= node.alpha || found.value >= node.beta {
                return Ok(found);
            }
        }
        self.search(within(node.alpha, node.beta)).map(turn)
    }
}

/// The stored value, if it answers the question.
fn answer(stored: StoredValue, node: &SearchNode) -> Option<SearchValue> {
    let is_enough = match stored.bound {
        Bound::Exact => true,
        Bound::Lower => stored.value >= node.beta,
        Bound::Upper => stored.value <= node.alpha,
    };
    let found = SearchValue { value: stored.value, complete: stored.depth == COMPLETE };
    (is_enough && stored.depth >= node.depth).then_some(found)
}
