//! The search itself: alpha-beta over every play, deeper and deeper, until nothing was left out.

use super::field::{Field, LaneId, mix};
use super::hand::{Hand, Part, has};
use super::lane_plays::LanePlay;
use super::outlook::{BestScores, LOWEST, Outlook};
use super::play_lists::PlayLists;
use super::table::{COMPLETE, Known, Limit, Table};
use crate::game::MAX_SUB_RACKS;
use crate::lexicon::Graph;
use std::sync::atomic::{AtomicBool, Ordering};

/// Someone wants the search to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

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
    /// The scoreless turns after a play that scores; see `zeros` in the module above.
    pub(super) least_zeros: u32,
    pub(super) table: &'e Table,
    pub(super) stop: &'e (dyn Fn() -> bool + Sync),
    /// Set when one thread is done.
    pub(super) done: &'e AtomicBool,
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
struct Ranked {
    estimate: i32,
    at: u32,
    lane: u8,
}

/// The place of a pass among plays.
const PASS: u32 = u32::MAX;
/// The mark of a pass in the table.
const PASS_MARK: u32 = 1;
/// So few tiles are played out whatever the depth.
const FEW_TILES: usize = 3;
/// An outlook is worked out anew where there are at most so many pairs of parts.
const FRESH_PAIRS: usize = 1024;

/// One thread's search.
pub(super) struct Searcher<'e> {
    frame: &'e Frame<'e>,
    field: Field,
    lanes: Vec<LaneId>,
    lists: PlayLists,
    held: [Part; 2],
    player: usize,
    moves: Vec<Ranked>,
    outlooks: Vec<Outlook>,
    lines: Vec<Vec<Step>>,
    pub(super) nodes: u64,
}

/// A position's window and how far to look.
#[derive(Clone, Copy, Debug)]
struct Task {
    depth: u8,
    alpha: i32,
    beta: i32,
    zeros: u32,
    ply: usize,
    outlook: usize,
}

impl<'e> Searcher<'e> {
    pub(super) fn new(frame: &'e Frame<'e>, field: Field, lists: PlayLists) -> Self {
        Searcher {
            lanes: field.lanes().collect(),
            held: [0, 1].map(|player| frame.hands[player].whole()),
            frame,
            field,
            lists,
            player: 0,
            moves: Vec::new(),
            outlooks: Vec::new(),
            lines: Vec::new(),
            nodes: 0,
        }
    }

    pub(super) fn found(&self) -> u64 { self.lists.found }

    /// The line of play that the last search with an open window found.
    pub(super) fn line(&self) -> &[Step] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// Searches from the beginning.
    pub(super) fn root(&mut self, depth: u8, alpha: i32, beta: i32, zeros: u32) -> Result<Found, Stopped> {
        self.search(Task { depth, alpha, beta, zeros, ply: 0, outlook: 0 })
    }

    fn points(&self, player: usize) -> i32 {
        self.frame.hands[player].points(self.held[player])
    }

    fn key(&self, zeros: u32) -> u64 {
        let state = usize::from(self.held[0]) << 16 | usize::from(self.held[1]) << 8 | self.player << 7;
        mix(self.field.key(), state | ((zeros as usize) << 32))
    }

    fn check_stop(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes % 64 == 0 && ((self.frame.stop)() || self.frame.done.load(Ordering::Relaxed)) {
            return Err(Stopped);
        }
        Ok(())
    }

    fn line_at(&mut self, ply: usize) -> &mut Vec<Step> {
        while self.lines.len() <= ply {
            self.lines.push(Vec::new());
        }
        &mut self.lines[ply]
    }

    fn search(&mut self, mut task: Task) -> Result<Found, Stopped> {
        self.check_stop()?;
        let (key, open) = (self.key(task.zeros), task.beta - task.alpha > 1);
        if open {
            self.line_at(task.ply).clear();
            self.line_at(task.ply + 1).clear();
        }
        let known = self.frame.table.get(key);
        if let Some(known) = known.filter(|known| !open && known.depth >= task.depth) {
            let complete = known.depth == COMPLETE;
            let cuts = match known.limit {
                Limit::Exact => true,
                Limit::Lower => known.value >= task.beta,
                Limit::Upper => known.value <= task.alpha,
            };
            if cuts {
                return Ok(Found { value: known.value, complete });
            }
        }
        let few = (0..2).map(|player| self.frame.hands[player].len(self.held[player])).sum::<usize>() <= FEW_TILES;
        if few {
            task.depth = task.depth.max(2);
        }
        let base = self.moves.len();
        let found = self.try_all(task, key, known.map_or(0, |known| known.best), base);
        self.moves.truncate(base);
        found
    }

    fn try_all(&mut self, mut task: Task, key: u64, first: u32, base: usize) -> Result<Found, Stopped> {
        let out = self.collect(&mut task, first, base);
        let (open, original) = (task.beta - task.alpha > 1, task.alpha);
        let mut best = Found { value: LOWEST, complete: true };
        let (mut best_mark, mut complete) = (0, true);
        if let Some((value, lane, at)) = out {
            best.value = value;
            let play = *self.lists.play(at);
            best_mark = play.mark;
            if open && value > task.alpha {
                let step = Step::Place(self.lanes[usize::from(lane)], play);
                let line = self.line_at(task.ply);
                line.clear();
                line.push(step);
            }
            if value >= task.beta {
                self.frame.table.put(key, Known { value, limit: Limit::Lower, depth: COMPLETE, best: best_mark });
                return Ok(best);
            }
            task.alpha = task.alpha.max(value);
        }
        let count = self.moves.len() - base;
        for number in 0..count {
            self.choose(base + number);
            let ranked = self.moves[base + number];
            let found = self.try_one(ranked, &task, number == 0 && out.is_none(), count)?;
            complete &= found.complete;
            if found.value > best.value {
                best = found;
                best_mark = if ranked.at == PASS { PASS_MARK } else { self.lists.play(ranked.at).mark };
                if open && found.value > task.alpha {
                    let step = self.step(ranked);
                    let mut rest = std::mem::take(self.line_at(task.ply + 1));
                    let line = self.line_at(task.ply);
                    line.clear();
                    line.push(step);
                    line.append(&mut rest);
                }
                if found.value >= task.beta {
                    break;
                }
                task.alpha = task.alpha.max(found.value);
            }
        }
        let limit = match best.value {
            value if value >= task.beta => Limit::Lower,
            value if value <= original => Limit::Upper,
            _ => Limit::Exact,
        };
        if limit != Limit::Lower {
            best.complete = complete;
        }
        let depth = if best.complete { COMPLETE } else { task.depth };
        self.frame.table.put(key, Known { value: best.value, limit, depth, best: best_mark });
        Ok(best)
    }

    fn step(&self, ranked: Ranked) -> Step {
        match ranked.at {
            PASS => Step::Pass,
            at => Step::Place(self.lanes[usize::from(ranked.lane)], *self.lists.play(at)),
        }
    }

    /// Brings the best of the plays that were not tried yet to this place.
    fn choose(&mut self, at: usize) {
        let rest = &mut self.moves[at..];
        if let Some(best) = (0..rest.len()).max_by_key(|&i| (rest[i].estimate, std::cmp::Reverse(i))) {
            rest.swap(0, best);
        }
    }

    /// Lists the plays of the player on turn with estimates; gives the best way to play out.
    fn collect(&mut self, task: &mut Task, first: u32, base: usize) -> Option<(i32, u8, u32)> {
        let (player, other) = (self.player, 1 - self.player);
        let held = self.held[player];
        let within = self.frame.hands[player].within(held);
        let mut scores = [[LOWEST; MAX_SUB_RACKS]; 2];
        let mut out: Option<(i32, u8, u32)> = None;
        let twice = 2 * self.points(other);
        for (number, &lane) in self.lanes.iter().enumerate() {
            let hand = &self.frame.hands[player];
            let range = self.lists.of_lane(self.frame.graph, &self.field, lane, hand, (player, held));
            for (play, at) in self.lists.plays(range.clone()).iter().zip(range.start..) {
                if !has(within, play.part) {
                    continue;
                }
                let best = &mut scores[player][usize::from(play.part)];
                *best = play.score.max(*best);
                if play.part == held {
                    if out.is_none_or(|(value, ..)| play.score + twice > value) {
                        out = Some((play.score + twice, number as u8, at));
                    }
                } else {
                    self.moves.push(Ranked { estimate: play.score, at, lane: number as u8 });
                }
            }
        }
        if out.is_some_and(|(value, ..)| value >= task.beta) {
            return out;
        }
        self.look_out(task, &mut scores);
        let outlook = &self.outlooks[task.outlook];
        for ranked in &mut self.moves[base..] {
            let play = self.lists.play(ranked.at);
            ranked.estimate -= outlook.value(other, self.held[other], held - play.part);
            if play.mark == first {
                ranked.estimate += 1 << 20;
            }
        }
        let stop = self.points(other) - self.points(player);
        let ends = task.zeros + 1 >= self.frame.most_zeros;
        let mut pass = if ends { stop } else { stop.min(-outlook.value(other, self.held[other], held)) };
        if first == PASS_MARK {
            pass += 1 << 20;
        }
        self.moves.push(Ranked { estimate: pass, at: PASS, lane: 0 });
        out
    }

    /// Works out the outlook from here, where that is cheap or there is none yet.
    fn look_out(&mut self, task: &mut Task, scores: &mut [BestScores; 2]) {
        let pairs: usize = (0..2).map(|player| self.frame.hands[player].smaller(self.held[player]).len()).product();
        if task.ply > 0 && pairs > FRESH_PAIRS {
            return;
        }
        let other = 1 - self.player;
        let hand = &self.frame.hands[other];
        let within = hand.within(self.held[other]);
        for &lane in &self.lanes {
            let range = self.lists.of_lane(self.frame.graph, &self.field, lane, hand, (other, self.held[other]));
            for play in self.lists.plays(range) {
                let best = &mut scores[other][usize::from(play.part)];
                if has(within, play.part) {
                    *best = play.score.max(*best);
                }
            }
        }
        while self.outlooks.len() <= task.ply {
            self.outlooks.push(Outlook::default());
        }
        let [first, second] = scores;
        self.outlooks[task.ply].work_out(&self.frame.hands, self.held, [first, second]);
        task.outlook = task.ply;
    }

    /// Tries a play: with the whole window if it is the first, else whether it is better at all.
    fn try_one(&mut self, ranked: Ranked, task: &Task, is_first: bool, count: usize) -> Result<Found, Stopped> {
        let is_pass = ranked.at == PASS;
        if is_pass && task.zeros + 1 >= self.frame.most_zeros {
            let value = self.points(1 - self.player) - self.points(self.player);
            return Ok(Found { value, complete: true });
        }
        if task.depth <= 1 && !(is_pass && count == 1) {
            let estimate = if ranked.estimate > 1 << 19 { ranked.estimate - (1 << 20) } else { ranked.estimate };
            return Ok(Found { value: estimate, complete: false });
        }
        let (score, zeros) = match ranked.at {
            PASS => (0, task.zeros + 1),
            at => match self.lists.play(at).score {
                0 => (0, task.zeros + 1),
                score => (score, self.frame.least_zeros),
            },
        };
        let depth = if is_pass && count == 1 { task.depth } else { task.depth - 1 };
        if !is_pass && zeros >= self.frame.most_zeros {
            let rest = self.held[self.player] - self.lists.play(ranked.at).part;
            let value = self.points(1 - self.player) - self.frame.hands[self.player].points(rest);
            return Ok(Found { value, complete: true });
        }
        let undo = (!is_pass).then(|| self.lay(ranked));
        self.player = 1 - self.player;
        let found = self.ask(*task, depth, score, zeros, is_first);
        self.player = 1 - self.player;
        if let Some(undo) = undo {
            let (lane, play) = (self.lanes[usize::from(ranked.lane)], self.lists.play(ranked.at));
            self.held[self.player] += play.part;
            self.field.lift(play.laid(lane).map(|(cell, _)| cell), &undo);
        }
        found
    }

    fn lay(&mut self, ranked: Ranked) -> super::field::Undo {
        let (lane, play) = (self.lanes[usize::from(ranked.lane)], self.lists.play(ranked.at));
        self.held[self.player] -= play.part;
        self.field.lay(play.laid(lane))
    }

    /// What a play is worth after which this position is the other's.
    fn ask(&mut self, task: Task, depth: u8, score: i32, zeros: u32, is_first: bool) -> Result<Found, Stopped> {
        let child = |alpha: i32, beta: i32| Task {
            depth,
            alpha: score - beta,
            beta: score - alpha,
            zeros,
            ply: task.ply + 1,
            outlook: task.outlook,
        };
        let turn = |found: Found| Found { value: score - found.value, ..found };
        if !is_first && task.beta - task.alpha > 1 {
            let found = turn(self.search(child(task.alpha, task.alpha + 1))?);
            if found.value <= task.alpha || found.value >= task.beta {
                return Ok(found);
            }
        }
        self.search(child(task.alpha, task.beta)).map(turn)
    }
}
