//! One candidate in one world: a few plies by static players, then what that is worth.
//!
//! **The short answer.** Play the candidate; let both players take their best static plays for so many plies; then
//! count the spread, add what each player kept in their last play, and ask the [win chance](WinChance) what that is
//! worth with so many tiles to come. A game that ends on the way is worth what it ended with.
//!
//! **How it is fast.** All boards of a simulation go on from that of the position, and most of each is as it was there.
//! So one [play table](PlayTable) of that board serves every ply of every candidate: it says in a microsecond what is
//! best where nothing has changed, and only the rest is generated ([`Generator::best_beside`]). And the generator is
//! [settled](Generator::settle) on the board after the candidate, so that coming back to it for the next world is
//! copying a few lanes.
//!
//! A table for each candidate's board would answer the first reply without any generating. It was tried: such a table
//! takes as long as some hundred rollouts, so for fifteen candidates it does not pay before some thousands of
//! iterations.
//!
//! **What the table may be asked.** It is made for all tiles that are off the board, with one blank among them at most:
//! a table for two blanks takes three times as long to make, and racks with two are rare. Those are generated.
//!
//! **Limits.** Both players are static: they neither look ahead nor know each other's tiles. The one who chooses the
//! candidate is better than that, which is why the choice is made by looking ahead, and not by the static player.

use super::hidden::Hidden;
use crate::evaluate::{Equity, LeaveContext, MOST_SPREAD, StaticValue, WinChance};
use crate::game::{Bag, Board, PerPlayer, Placement, Play, Player, Position, RACK_SIZE, Rack, Rules, SubRacks, Tile};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, PlayTable, ScoredPlay};
use std::sync::Arc;

/// Racks with more blanks than this are not looked up.
pub(crate) const MOST_BLANKS: usize = 1;

/// What all rollouts of a simulation have in common.
#[derive(Clone, Debug)]
pub(crate) struct RolloutContext {
    pub(crate) rules: Arc<Rules>,
    pub(crate) lexicon: Arc<Lexicon>,
    /// How the players judge.
    pub(crate) value: StaticValue,
    pub(crate) win_chance: Option<Arc<WinChance>>,
    /// The board that candidates are played on, and its table, if there is one.
    pub(crate) board: Board,
    pub(crate) table: Option<PlayTable>,
    /// How many plies follow the candidate.
    pub(crate) plies: usize,
    /// Who chooses the candidate.
    pub(crate) us: Player,
}

/// A candidate, and how things state once it is played and before tiles are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) play: Play,
    board: Board,
    /// Our tiles that are not played.
    kept: Rack,
    /// What they are worth.
    worth: Equity,
    /// Our points less theirs.
    spread: i32,
    /// The spread before the candidate; no more than any game has, whatever a position says.
    before: i32,
    zero_turns: u32,
}

/// What came of a rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// The chance to win, from 0 to 1; a half if there is no telling.
    pub(crate) win: f64,
    /// The points gained on the opponent from the candidate on, what is kept included.
    pub(crate) gain: f64,
    /// The points of the opponent's reply.
    pub(crate) reply: i32,
    /// The points of our next play.
    pub(crate) next: i32,
}

impl Candidate {
    /// A legal play of the player on turn, who holds this rack; judged statically.
    pub(crate) fn new(position: &Position, rack: &Rack, found: &ScoredPlay) -> Self {
        let mut board = position.board().clone();
        let used = found.play.tiles_used(&board).expect("a legal play is made from a rack");
        if let Play::Place(placement) = &found.play {
            put(&mut board, placement);
        }
        let us = position.on_turn();
        let before = (position.score(us) - position.score(us.opponent())).clamp(-MOST_SPREAD, MOST_SPREAD);
        let zero_turns = if found.score == 0 { position.zero_turns() + 1 } else { 0 };
        Candidate {
            play: found.play,
            board,
            kept: rack.minus(&used),
            worth: worth_of_keeping(found, position.bag_len()),
            spread: before + found.score,
            before,
            zero_turns,
        }
    }
}

/// What the tiles that a play keeps are worth, as [`WinChance`] counts them: nothing where there is nothing to draw to
/// them, or where none are played.
fn worth_of_keeping(found: &ScoredPlay, bag: usize) -> Equity {
    match found.play {
        Play::Pass => Equity::ZERO,
        _ if bag == 0 => Equity::ZERO,
        _ => found.equity - Equity::points(found.score),
    }
}

fn put(board: &mut Board, placement: &Placement) {
    for (square, tile) in placement.squares() {
        if board.get(square).is_none() {
            board.place(square, tile);
        }
    }
}

/// Plays rollouts, one after the other.
#[derive(Debug)]
pub(crate) struct Roller {
    context: Arc<RolloutContext>,
    generator: Generator,
    /// The board that the generator is settled on.
    settled: Option<Board>,
}

impl Roller {
    pub(crate) fn new(context: Arc<RolloutContext>) -> Self {
        let mut generator = Generator::new(context.rules.clone(), context.lexicon.clone());
        generator.set_base(&context.board);
        Roller { context, generator, settled: None }
    }

    /// Plays a candidate in a world.
    pub(crate) fn roll(&mut self, candidate: &Candidate, hidden: &Hidden) -> Outcome {
        if self.settled.as_ref() != Some(&candidate.board) {
            self.settled = Some(candidate.board.clone());
            self.generator.settle(&candidate.board);
        }
        let context = self.context.clone();
        let mut state = RolloutState::after(candidate, hidden, &context);
        let mut scores = [0; 2];
        for ply in 0..context.plies {
            if state.over {
                break;
            }
            let found = self.choose(&state);
            state.take(&found);
            if let Some(score) = scores.get_mut(ply) {
                *score = found.score;
            }
        }
        let spread = state.spread_with_kept();
        let gain = (spread - Equity::points(candidate.before)).as_points();
        Outcome { win: state.win_chance(spread), gain, reply: scores[0], next: scores[1] }
    }

    /// The best static play of the player on turn.
    fn choose(&mut self, state: &RolloutState<'_>) -> ScoredPlay {
        let rack = state.racks[state.on_turn];
        let leaves = self.context.value.judge(state.scene(), &SubRacks::of(&rack));
        let most = state.most_exchanged(&rack);
        match self.context.table.as_ref().filter(|_| rack.count(Tile::BLANK) <= MOST_BLANKS) {
            Some(table) => self.generator.best_beside(table, &state.board, &rack, &leaves, most),
            None => self.generator.best(&state.board, &rack, &leaves, most),
        }
    }
}

/// How things state in a rollout.
struct RolloutState<'c> {
    context: &'c RolloutContext,
    board: Board,
    racks: PerPlayer<Rack>,
    /// What the tiles are worth that each player's last play kept.
    kept: PerPlayer<Equity>,
    /// The points of the player who chose the candidate, less the other's.
    spread: i32,
    on_turn: Player,
    zero_turns: u32,
    bag: Bag,
    over: bool,
}

impl<'c> RolloutState<'c> {
    /// The candidate is played and tiles are drawn.
    fn after(candidate: &Candidate, hidden: &Hidden, context: &'c RolloutContext) -> Self {
        let us = context.us;
        let mut state = RolloutState {
            context,
            board: candidate.board.clone(),
            racks: PerPlayer::default(),
            kept: PerPlayer::default(),
            spread: candidate.spread,
            on_turn: us,
            zero_turns: candidate.zero_turns,
            bag: hidden.bag.clone(),
            over: false,
        };
        state.racks[us] = candidate.kept;
        state.racks[us.opponent()] = hidden.theirs;
        state.kept[us] = candidate.worth;
        state.end_turn(&candidate.play);
        state
    }

    /// What the player on turn looks at beside the board.
    fn scene(&self) -> LeaveContext<'c> {
        let theirs = self.racks[self.on_turn.opponent()];
        LeaveContext { distribution: &self.context.rules.distribution, bag: self.bag.len(), theirs }
    }

    fn most_exchanged(&self, rack: &Rack) -> usize {
        let may = self.context.value.exchanges() && self.bag.len() >= self.context.rules.exchange_limit;
        if may { self.bag.len().min(rack.len()) } else { 0 }
    }

    /// The player on turn makes a play.
    fn take(&mut self, found: &ScoredPlay) {
        let mover = self.on_turn;
        let used = found.play.tiles_used(&self.board).expect("a play that was found is made from a rack");
        if let Play::Place(placement) = &found.play {
            put(&mut self.board, placement);
        }
        self.kept[mover] = worth_of_keeping(found, self.bag.len());
        self.racks[mover] = self.racks[mover].minus(&used);
        self.add(mover, found.score);
        self.zero_turns = if found.score == 0 { self.zero_turns + 1 } else { 0 };
        self.end_turn(&found.play);
    }

    fn add(&mut self, player: Player, points: i32) {
        self.spread += if player == self.context.us { points } else { -points };
    }

    /// Tiles are drawn, and the game may be over: then the racks count.
    fn end_turn(&mut self, play: &Play) {
        let mover = self.on_turn;
        self.bag.fill(&mut self.racks[mover], RACK_SIZE, mover);
        if let Play::Exchange(tiles) = play {
            self.bag.put_back(tiles);
        }
        let left = |player: Player| self.context.rules.distribution.rack_value(&self.racks[player]);
        if self.racks[mover].is_empty() {
            let twice = 2 * left(mover.opponent());
            self.over = true;
            self.add(mover, twice);
        } else if self.zero_turns >= self.context.rules.max_zero_turns {
            let lost = PerPlayer(Player::BOTH.map(left));
            self.over = true;
            Player::BOTH.into_iter().for_each(|player| self.add(player, -lost[player]));
        }
        self.on_turn = mover.opponent();
    }

    /// The spread, and what both have kept, unless the game is over.
    fn spread_with_kept(&self) -> Equity {
        let (us, them) = (self.context.us, self.context.us.opponent());
        let kept = if self.over { Equity::ZERO } else { self.kept[us] - self.kept[them] };
        Equity::points(self.spread) + kept
    }

    /// The chance to win of the player who chose the candidate, with this spread.
    fn win_chance(&self, spread: Equity) -> f64 {
        let unseen = self.bag.len() + self.racks[self.on_turn.opponent()].len();
        match &self.context.win_chance {
            _ if self.over => WinChance::at_end(spread),
            Some(chance) if self.on_turn == self.context.us => chance.on_turn(spread, unseen),
            Some(chance) => chance.waiting(spread, unseen),
            None => 0.5,
        }
    }
}
