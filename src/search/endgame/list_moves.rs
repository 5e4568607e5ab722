//! The moves of a position before they are tried: which there are, and what they seem to be worth.

use super::board::{EndgameBoard, Undo};
use super::context::{Interruption, SearchContext};
use super::fixed_board::{BestScores, FixedBoardValues, LOWEST};
use super::hash_key::HashKey;
use super::lane_plays::{LaneMove, LanePlay, PlayMark};
use super::lanes::LaneId;
use super::play_lists::{ListId, PlayId, PlayLists};
use super::rack_parts::PartId;
use crate::game::{MAX_DIM, MAX_SUB_RACKS};
use std::cmp::Reverse;

/// Fixed-board values are worked out anew where there are at most this many pairs of parts.
const FRESH_PAIRS: usize = 1024;

/// Among plays that seem to be enough for a cut, one tile more outweighs this many points.
const POINTS_A_TILE: i32 = 20;
/// More than any estimate.
const ENOUGH: i32 = 1 << 20;

/// The rank of a play. The fewer tiles it leaves, the less it takes to prove that it is enough.
fn rank(estimate: i32, node: &SearchNode, tiles: usize) -> i32 {
    if estimate >= node.beta { ENOUGH + estimate + POINTS_A_TILE * tiles as i32 } else { estimate }
}

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    /// What it seems to be worth.
    pub(super) estimate: i32,
    /// An upper bound of its value.
    pub(super) most: i32,
    /// The order in which moves are tried: the highest first.
    pub(super) rank: i32,
    /// Which play of the lists, or [`PlayId::PASS`].
    pub(super) play: PlayId,
    /// The index of its lane.
    pub(super) lane: u8,
}

/// A position's window, and how deep to search it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchNode {
    pub(super) depth: u8,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) zeros: u32,
    pub(super) ply: usize,
    /// The ply of the fixed-board values that are used.
    pub(super) estimate_ply: usize,
    /// The ply where each player's lists were looked up last.
    pub(super) lists: [usize; 2],
}

impl SearchNode {
    /// Whether the value itself is wanted, and not only whether it is above alpha.
    pub(super) fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// The lists of a player in a position.
#[derive(Clone, Debug)]
pub(super) struct LaneLists {
    /// By lane: the state that it was in.
    pub(super) keys: [HashKey; 2 * MAX_DIM],
    /// By lane: its list.
    pub(super) ids: [ListId; 2 * MAX_DIM],
}

impl LaneLists {
    const NONE: LaneLists = LaneLists { keys: [HashKey::ZERO; 2 * MAX_DIM], ids: [ListId::FIRST; 2 * MAX_DIM] };
}

/// The position that one thread searches, with the moves to be tried there.
pub(super) struct MoveLister<'e> {
    pub(super) context: &'e SearchContext<'e>,
    pub(super) board: EndgameBoard,
    lanes: Vec<LaneId>,
    pub(super) lists: PlayLists,
    /// What each player holds; the one who is on turn at the beginning is number 0.
    pub(super) held: [PartId; 2],
    /// Who is on turn.
    pub(super) player: usize,
    /// The moves to be tried in all positions on the way here, one after another.
    pub(super) moves: Vec<RankedMove>,
    /// How the opponent could play out: scores and lanes, the best first.
    threats: Vec<(i32, LaneId)>,
    /// By ply.
    estimates: Vec<FixedBoardValues>,
    /// By ply, of both players.
    looked_up: Vec<[LaneLists; 2]>,
    /// Makes threads try equal plays in different orders; 0 for the first thread.
    jitter: u32,
}

impl<'e> MoveLister<'e> {
    pub(super) fn new(context: &'e SearchContext<'e>, board: EndgameBoard, lists: PlayLists, jitter: u32) -> Self {
        MoveLister {
            lanes: board.lanes().collect(),
            held: [0, 1].map(|player| context.racks[player].whole()),
            context,
            board,
            lists,
            player: 0,
            moves: Vec::new(),
            threats: Vec::new(),
            estimates: Vec::new(),
            looked_up: Vec::new(),
            jitter,
        }
    }

    /// What the tiles of a player count.
    pub(super) fn points(&self, player: usize) -> i32 {
        self.context.racks[player].points(self.held[player])
    }

    /// What the rest of the game is worth to the player on turn if it stops here.
    pub(super) fn stopping(&self) -> i32 {
        self.points(1 - self.player) - self.points(self.player)
    }

    /// The mark of a move in the table.
    pub(super) fn mark(&self, ranked: RankedMove) -> PlayMark {
        if ranked.play == PlayId::PASS { PlayMark::PASS } else { self.lists.play(ranked.play).mark }
    }

    /// A move for the line of play.
    pub(super) fn lane_move(&self, ranked: RankedMove) -> LaneMove {
        match ranked.play {
            PlayId::PASS => LaneMove::Pass,
            play => LaneMove::Place(self.lanes[usize::from(ranked.lane)], *self.lists.play(play)),
        }
    }

    /// Lays the tiles of a play of the player on turn.
    pub(super) fn lay(&mut self, lane: u8, play: &LanePlay) -> Undo {
        self.held[self.player] -= play.part;
        self.board.lay(play.laid(self.lanes[usize::from(lane)]))
    }

    /// Takes the tiles of a play of the player on turn off again.
    pub(super) fn lift(&mut self, lane: u8, play: &LanePlay, undo: &Undo) {
        self.held[self.player] += play.part;
        self.board.lift(play.laid(self.lanes[usize::from(lane)]).map(|(cell, _)| cell), undo);
    }

    /// Looks up all lists of the first position.
    pub(super) fn look_up_all(&mut self) -> Result<(), Interruption> {
        self.looked_up.clear();
        self.looked_up.push([LaneLists::NONE, LaneLists::NONE]);
        for player in 0..2 {
            for number in 0..self.lanes.len() {
                self.context.check_stop()?;
                self.looked_up[0][player].ids[number] = self.look_lane_up(player, number);
                self.looked_up[0][player].keys[number] = self.board.lane_key(self.lanes[number]);
            }
        }
        Ok(())
    }

    fn look_lane_up(&mut self, player: usize, number: usize) -> ListId {
        let (rack, lane) = (&self.context.racks[player], self.lanes[number]);
        self.lists.of_lane(self.context.graph, &self.board, lane, rack, (player, self.held[player]))
    }

    /// Looks up the lists of a player that differ from those of an earlier ply. Lists of an earlier ply may have plays
    /// with tiles that are no longer held.
    fn look_up(&mut self, player: usize, node: &mut SearchNode) {
        while self.looked_up.len() <= node.ply {
            self.looked_up.push([LaneLists::NONE, LaneLists::NONE]);
        }
        let (from, ply) = (node.lists[player], node.ply);
        for number in 0..self.lanes.len() {
            let key = self.board.lane_key(self.lanes[number]);
            let before = &self.looked_up[from][player];
            let is_known = before.keys[number] == key;
            let id = if is_known { before.ids[number] } else { self.look_lane_up(player, number) };
            let now = &mut self.looked_up[ply][player];
            (now.keys[number], now.ids[number]) = (key, id);
        }
        node.lists[player] = ply;
    }

    /// LaneLists the plays of the player on turn, with estimates; gives the best way to play out, if there is one, and
    /// the most that any play is worth that was left out. When playing out is enough for a cut, no others are looked
    /// at.
    pub(super) fn list_moves(&mut self, node: &mut SearchNode, first: PlayMark) -> (Option<RankedMove>, i32) {
        if node.ply == 0 && !self.context.only.is_empty() {
            return (self.list_named(node, first), LOWEST);
        }
        self.look_up(self.player, node);
        let out = self.best_out(node.ply);
        let mut left_out = LOWEST;
        if out.is_none_or(|out| out.estimate < node.beta) {
            self.estimate(node);
            left_out = self.list_plays(node, first);
            self.list_pass(node, first);
        }
        (out, left_out)
    }

    /// LaneLists what may be done at the beginning, where not everything may; gives the best way to play out among it.
    fn list_named(&mut self, node: &mut SearchNode, first: PlayMark) -> Option<RankedMove> {
        self.estimate(node);
        self.threats(node);
        let (player, other, held) = (self.player, 1 - self.player, self.held[self.player]);
        let mut out: Option<RankedMove> = None;
        for lane_move in &self.context.only {
            let &LaneMove::Place(lane, play) = lane_move else {
                self.list_pass(node, first);
                continue;
            };
            let lane = self.lanes.iter().position(|&id| id == lane).unwrap_or(0) as u8;
            let id = self.lists.add(play);
            if play.part == held {
                let value = play.score + 2 * self.points(other);
                let ranked = RankedMove { estimate: value, rank: value, most: value, play: id, lane };
                out = out.into_iter().chain([ranked]).max_by_key(|out| out.estimate);
                continue;
            }
            let after = self.estimates[node.estimate_ply].value(other, self.held[other], held - play.part);
            let tiles = self.context.racks[player].len(play.part);
            let estimate = play.score - after;
            let rank = if play.mark == first { i32::MAX } else { rank(estimate, node, tiles) };
            self.moves.push(RankedMove { estimate, rank, most: -LOWEST, play: id, lane });
        }
        out
    }

    /// The best play of all tiles that are left. What it is worth is certain.
    fn best_out(&self, ply: usize) -> Option<RankedMove> {
        let (player, held) = (self.player, self.held[self.player]);
        let twice = 2 * self.points(1 - player);
        let ids = &self.looked_up[ply][player].ids[..self.lanes.len()];
        let outs = ids.iter().enumerate().filter_map(|(lane, &id)| {
            let list = self.lists.list(id);
            let id = list.parts.contains(held).then(|| self.lists.best_of_part(list, held))?;
            let value = self.lists.play(id).score + twice;
            Some(RankedMove { estimate: value, rank: value, most: value, play: id, lane: lane as u8 })
        });
        outs.max_by_key(|out| out.estimate)
    }

    /// The ways in which the player who is not on turn could play out now, as far as they are known, the best first.
    fn threats(&mut self, node: &SearchNode) {
        let (other, held) = (1 - self.player, self.held[1 - self.player]);
        let before = &self.looked_up[node.lists[other]][other];
        self.threats.clear();
        for (number, &lane) in self.lanes.iter().enumerate() {
            let list = self.lists.list(before.ids[number]);
            if list.parts.contains(held) && self.board.lane_key(lane) == before.keys[number] {
                self.threats.push((self.lists.play(self.lists.best_of_part(list, held)).score, lane));
            }
        }
        self.threats.sort_unstable_by_key(|&(score, _)| Reverse(score));
    }

    /// All plays that leave something. Where the search breaks off, the best of each part of the rack is enough.
    /// Gives the most that plays are worth that were left out since they are not above alpha.
    fn list_plays(&mut self, node: &SearchNode, first: PlayMark) -> i32 {
        self.threats(node);
        let (player, other, held) = (self.player, 1 - self.player, self.held[self.player]);
        let rack = &self.context.racks[player];
        let within = rack.within(held).without(held);
        let estimate_ply = &self.estimates[node.estimate_ply];
        let ends_if_scoreless = node.zeros + 1 >= self.context.most_zeros;
        let mut left_out = LOWEST;
        for (lane, &id) in self.looked_up[node.ply][player].ids[..self.lanes.len()].iter().enumerate() {
            let list = self.lists.list(id);
            for part in list.parts & within {
                let after = estimate_ply.value(other, self.held[other], held - part);
                let plays = self.lists.of_part(list, part);
                let (tiles, kept) = (rack.len(part), 2 * rack.points(held - part));
                let wanted = if node.depth > 1 { usize::MAX } else { 1 };
                for id in plays.take(wanted) {
                    let play = self.lists.play(id);
                    let ends = play.score == 0 && ends_if_scoreless;
                    let threat = self.threats.iter().find(|&&(_, lane)| !ends && !play.touched.contains(lane));
                    let most = threat.map_or(-LOWEST, |&(out, _)| play.score - out - kept);
                    if most <= node.alpha {
                        left_out = left_out.max(most);
                        continue;
                    }
                    let estimate = (play.score - after).min(most);
                    let nudge = play.mark.nudge(self.jitter);
                    let rank = if play.mark == first { i32::MAX } else { rank(estimate + nudge, node, tiles) };
                    self.moves.push(RankedMove { estimate, rank, most, play: id, lane: lane as u8 });
                }
            }
        }
        left_out
    }

    fn list_pass(&mut self, node: &SearchNode, first: PlayMark) {
        let (other, stop) = (1 - self.player, self.stopping());
        let estimate_ply = &self.estimates[node.estimate_ply];
        let goes_on = -estimate_ply.value(other, self.held[other], self.held[self.player]);
        let estimate = if node.zeros + 1 >= self.context.most_zeros { stop } else { stop.min(goes_on) };
        let rank = if first == PlayMark::PASS { i32::MAX } else { rank(estimate, node, 0) };
        let kept = 2 * self.points(self.player);
        let most = self.threats.first().map_or(-LOWEST, |&(out, _)| -out - kept);
        let most = if node.zeros + 1 >= self.context.most_zeros { -LOWEST } else { most };
        self.moves.push(RankedMove { estimate: estimate.min(most), rank, most, play: PlayId::PASS, lane: 0 });
    }

    /// Works out fixed-board values from here, where that is cheap or there are none yet.
    fn estimate(&mut self, node: &mut SearchNode) {
        let pairs: usize = (0..2).map(|player| self.context.racks[player].smaller(self.held[player]).len()).product();
        if node.ply > 0 && pairs > FRESH_PAIRS {
            return;
        }
        self.look_up(1 - self.player, node);
        let scores = [0, 1].map(|player| self.best_scores(player, node.ply));
        self.estimates.resize_with(self.estimates.len().max(node.ply + 1), FixedBoardValues::default);
        self.estimates[node.ply].work_out(&self.context.racks, self.held, [&scores[0], &scores[1]]);
        node.estimate_ply = node.ply;
    }

    fn best_scores(&self, player: usize, ply: usize) -> BestScores {
        let mut scores = [LOWEST; MAX_SUB_RACKS];
        let within = self.context.racks[player].within(self.held[player]);
        for &id in &self.looked_up[ply][player].ids[..self.lanes.len()] {
            let list = self.lists.list(id);
            for part in list.parts & within {
                let best = &mut scores[part.index()];
                *best = self.lists.play(self.lists.best_of_part(list, part)).score.max(*best);
            }
        }
        scores
    }
}
