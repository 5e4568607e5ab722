//! Looking at a position before its plays are tried: which there are, and what they seem to be worth.

use super::hand::{has, parts_of};
use super::outlook::{BestScores, LOWEST, Outlook};
use super::play_lists::ListId;
use super::search::{Interrupted, PASS, PASS_MARK, Ranked, Searcher, Step, Task};
use crate::game::{MAX_DIM, MAX_SUB_RACKS};
use std::cmp::Reverse;

/// An outlook is worked out anew where there are at most so many pairs of parts.
const FRESH_PAIRS: usize = 1024;

/// Among plays that seem to be enough for a cut, a tile more outweighs so many points.
const POINTS_A_TILE: i32 = 20;
/// More than any estimate.
const ENOUGH: i32 = 1 << 20;

/// What plays are tried by. To prove that a play is enough takes the less, the fewer tiles are left.
fn rank(estimate: i32, task: &Task, tiles: usize) -> i32 {
    if estimate >= task.beta { ENOUGH + estimate + POINTS_A_TILE * tiles as i32 } else { estimate }
}

/// The lists of a player in a position.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    /// By lane: the state that it was in.
    pub(super) keys: [u64; 2 * MAX_DIM],
    /// By lane: its list.
    pub(super) ids: [ListId; 2 * MAX_DIM],
}

impl Lists {
    const NONE: Lists = Lists { keys: [0; 2 * MAX_DIM], ids: [0; 2 * MAX_DIM] };
}

impl Searcher<'_> {
    /// Looks all lists of the beginning up.
    pub(super) fn look_up_all(&mut self) -> Result<(), Interrupted> {
        self.looked_up.clear();
        self.looked_up.push([Lists::NONE, Lists::NONE]);
        for player in 0..2 {
            for number in 0..self.lanes.len() {
                self.ask_stop()?;
                self.looked_up[0][player].ids[number] = self.look_lane_up(player, number);
                self.looked_up[0][player].keys[number] = self.field.lane_key(self.lanes[number]);
            }
        }
        Ok(())
    }

    fn look_lane_up(&mut self, player: usize, number: usize) -> ListId {
        let (hand, lane) = (&self.frame.hands[player], self.lanes[number]);
        self.lists.of_lane(self.frame.graph, &self.field, lane, hand, (player, self.held[player]))
    }

    /// Looks the lists of a player up, as far as they are not those of an earlier ply. Those may have plays of tiles
    /// that are no longer held.
    fn look_up(&mut self, player: usize, task: &mut Task) {
        while self.looked_up.len() <= task.ply {
            self.looked_up.push([Lists::NONE, Lists::NONE]);
        }
        let (from, ply) = (task.lists[player], task.ply);
        for number in 0..self.lanes.len() {
            let key = self.field.lane_key(self.lanes[number]);
            let before = &self.looked_up[from][player];
            let is_known = before.keys[number] == key;
            let id = if is_known { before.ids[number] } else { self.look_lane_up(player, number) };
            let now = &mut self.looked_up[ply][player];
            (now.keys[number], now.ids[number]) = (key, id);
        }
        task.lists[player] = ply;
    }

    /// Lists the plays of the player on turn, with estimates; gives the best way to play out, if there is one, and the
    /// most that any play is worth that was left out. When playing out is enough for a cut, no others are looked at.
    pub(super) fn survey(&mut self, task: &mut Task, first: u32) -> (Option<Ranked>, i32) {
        if task.ply == 0 && !self.frame.only.is_empty() {
            return (self.survey_named(task, first), LOWEST);
        }
        self.look_up(self.player, task);
        let out = self.best_out(task.ply);
        let mut left_out = LOWEST;
        if out.is_none_or(|out| out.estimate < task.beta) {
            self.look_out(task);
            left_out = self.list_plays(task, first);
            self.list_pass(task, first);
        }
        (out, left_out)
    }

    /// Lists what may be done at the beginning, where not everything may; gives the best way to play out among it.
    fn survey_named(&mut self, task: &mut Task, first: u32) -> Option<Ranked> {
        self.look_out(task);
        self.threats(task);
        let (player, other, held) = (self.player, 1 - self.player, self.held[self.player]);
        let mut out: Option<Ranked> = None;
        for step in &self.frame.only {
            let &Step::Place(lane, play) = step else {
                self.list_pass(task, first);
                continue;
            };
            let lane = self.lanes.iter().position(|&id| id == lane).unwrap_or(0) as u8;
            let at = self.lists.add(play);
            if play.part == held {
                let value = play.score + 2 * self.points(other);
                let ranked = Ranked { estimate: value, rank: value, most: value, at, lane };
                out = out.into_iter().chain([ranked]).max_by_key(|out| out.estimate);
                continue;
            }
            let after = self.outlooks[task.outlook].value(other, self.held[other], held - play.part);
            let tiles = self.frame.hands[player].len(play.part);
            let estimate = play.score - after;
            let rank = if play.mark == first { i32::MAX } else { rank(estimate, task, tiles) };
            self.moves.push(Ranked { estimate, rank, most: -LOWEST, at, lane });
        }
        out
    }

    /// The best play of all tiles that are left. What it is worth is certain.
    fn best_out(&self, ply: usize) -> Option<Ranked> {
        let (player, held) = (self.player, self.held[self.player]);
        let twice = 2 * self.points(1 - player);
        let ids = &self.looked_up[ply][player].ids[..self.lanes.len()];
        let outs = ids.iter().enumerate().filter_map(|(lane, &id)| {
            let list = self.lists.list(id);
            let at = has(list.parts, held).then(|| self.lists.of_part(list, held).start)?;
            let value = self.lists.play(at).score + twice;
            Some(Ranked { estimate: value, rank: value, most: value, at, lane: lane as u8 })
        });
        outs.max_by_key(|out| out.estimate)
    }

    /// The ways in which the player who is not on turn could play out now, as far as they are known, the best first.
    fn threats(&mut self, task: &Task) {
        let (other, held) = (1 - self.player, self.held[1 - self.player]);
        let before = &self.looked_up[task.lists[other]][other];
        self.threats.clear();
        for (number, &lane) in self.lanes.iter().enumerate() {
            let list = self.lists.list(before.ids[number]);
            if has(list.parts, held) && self.field.lane_key(lane) == before.keys[number] {
                self.threats.push((self.lists.play(self.lists.of_part(list, held).start).score, lane));
            }
        }
        self.threats.sort_unstable_by_key(|&(score, _)| Reverse(score));
    }

    /// All plays that leave something. Where the search breaks off, the best of each part of the rack is enough.
    /// Gives the most that plays are worth that were left out since they are not above alpha.
    fn list_plays(&mut self, task: &Task, first: u32) -> i32 {
        self.threats(task);
        let (player, other, held) = (self.player, 1 - self.player, self.held[self.player]);
        let hand = &self.frame.hands[player];
        let within = hand.within(held) & !(1 << held);
        let outlook = &self.outlooks[task.outlook];
        let ends_if_scoreless = task.zeros + 1 >= self.frame.most_zeros;
        let mut left_out = LOWEST;
        for (lane, &id) in self.looked_up[task.ply][player].ids[..self.lanes.len()].iter().enumerate() {
            let list = self.lists.list(id);
            for part in parts_of(list.parts & within) {
                let after = outlook.value(other, self.held[other], held - part);
                let plays = self.lists.of_part(list, part);
                let (tiles, kept) = (hand.len(part), 2 * hand.points(held - part));
                let wanted = if task.depth > 1 { usize::MAX } else { 1 };
                for at in plays.take(wanted) {
                    let play = self.lists.play(at);
                    let ends = play.score == 0 && ends_if_scoreless;
                    let threat = self.threats.iter().find(|&&(_, lane)| !ends && !play.touched.has(lane));
                    let most = threat.map_or(-LOWEST, |&(out, _)| play.score - out - kept);
                    if most <= task.alpha {
                        left_out = left_out.max(most);
                        continue;
                    }
                    let estimate = (play.score - after).min(most);
                    let nudge = (play.mark.wrapping_mul(self.jitter) >> 30) as i32;
                    let rank = if play.mark == first { i32::MAX } else { rank(estimate + nudge, task, tiles) };
                    self.moves.push(Ranked { estimate, rank, most, at, lane: lane as u8 });
                }
            }
        }
        left_out
    }

    fn list_pass(&mut self, task: &Task, first: u32) {
        let (other, stop) = (1 - self.player, self.stopping());
        let outlook = &self.outlooks[task.outlook];
        let goes_on = -outlook.value(other, self.held[other], self.held[self.player]);
        let estimate = if task.zeros + 1 >= self.frame.most_zeros { stop } else { stop.min(goes_on) };
        let rank = if first == PASS_MARK { i32::MAX } else { rank(estimate, task, 0) };
        let kept = 2 * self.points(self.player);
        let most = self.threats.first().map_or(-LOWEST, |&(out, _)| -out - kept);
        let most = if task.zeros + 1 >= self.frame.most_zeros { -LOWEST } else { most };
        self.moves.push(Ranked { estimate: estimate.min(most), rank, most, at: PASS, lane: 0 });
    }

    /// Works out the outlook from here, where that is cheap or there is none yet.
    fn look_out(&mut self, task: &mut Task) {
        let pairs: usize = (0..2).map(|player| self.frame.hands[player].smaller(self.held[player]).len()).product();
        if task.ply > 0 && pairs > FRESH_PAIRS {
            return;
        }
        self.look_up(1 - self.player, task);
        let scores = [0, 1].map(|player| self.best_scores(player, task.ply));
        self.outlooks.resize_with(self.outlooks.len().max(task.ply + 1), Outlook::default);
        self.outlooks[task.ply].work_out(&self.frame.hands, self.held, [&scores[0], &scores[1]]);
        task.outlook = task.ply;
    }

    fn best_scores(&self, player: usize, ply: usize) -> BestScores {
        let mut scores = [LOWEST; MAX_SUB_RACKS];
        let within = self.frame.hands[player].within(self.held[player]);
        for &id in &self.looked_up[ply][player].ids[..self.lanes.len()] {
            let list = self.lists.list(id);
            for part in parts_of(list.parts & within) {
                let best = &mut scores[usize::from(part)];
                *best = self.lists.play(self.lists.of_part(list, part).start).score.max(*best);
            }
        }
        scores
    }
}
