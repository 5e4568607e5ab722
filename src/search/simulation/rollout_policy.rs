//! How the players inside a rollout choose.
//!
//! A [`RolloutPolicy`] is asked once for a simulation to [prepare](RolloutPolicy::prepare), and then makes one
//! [`RolloutPlayer`] for each worker. A player may keep whatever makes it faster, but what it chooses must depend on
//! the state of the rollout alone: else the answer would depend on the number of threads.
//!
//! [`StaticPolicy`], the best static play, is the one we have. It neither looks ahead nor knows the opponent's tiles. The
//! one who chooses the candidate is better than that, which is why the choice is made by looking ahead, and not by the
//! static player.
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

use super::rollout_state::{RolloutContext, RolloutState};
use crate::evaluate::StaticValue;
use crate::game::{Board, SubRacks, Tile};
use crate::movegen::{Generator, PlayTable, ScoredPlay, TableBuilder};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// How the players inside a rollout choose.
pub trait RolloutPolicy: fmt::Debug + Send + Sync {
    /// Prepares for the rollouts of a simulation, on this many threads; gives what makes a player for each worker. May
    /// block.
    fn prepare(&self, context: &Arc<RolloutContext>, threads: NonZeroUsize) -> PlayerFactory;
}

/// Makes the players of a simulation, one for each worker.
pub type PlayerFactory = Box<dyn Fn() -> Box<dyn RolloutPlayer> + Send + Sync>;

/// Plays both sides of rollouts, on one thread.
pub trait RolloutPlayer: fmt::Debug {
    /// The next rollouts all begin on this board. Blocks for some microseconds.
    fn settle(&mut self, board: &Board);

    /// The play of the player on turn. It must be legal, and depend on the state alone. Blocks while it chooses, on a
    /// worker's thread.
    fn choose(&mut self, state: &RolloutState<'_>) -> ScoredPlay;
}

/// Racks with more blanks than this are not looked up.
const MOST_BLANKS: usize = 1;

/// The best static play.
#[derive(Clone, Debug)]
pub struct StaticPolicy {
    /// How both players judge.
    pub value: StaticValue,
    /// Whether to build a play table of the board first. That takes as long as some hundred rollouts, and makes all of
    /// them faster; they are the same but for plays that are worth the same.
    pub with_table: bool,
}

impl RolloutPolicy for StaticPolicy {
    fn prepare(&self, context: &Arc<RolloutContext>, threads: NonZeroUsize) -> PlayerFactory {
        let table = self.with_table.then(|| play_table(context, threads)).flatten().map(Arc::new);
        let (value, context) = (self.value.clone(), context.clone());
        Box::new(move || {
            let rules = context.position.rules().clone();
            let mut generator = Generator::new(rules, context.lexicon.clone());
            generator.set_base(context.position.board());
            Box::new(StaticPlayer { value: value.clone(), table: table.clone(), generator, settled: None })
        })
    }
}

/// The play table of the position for all racks with few enough blanks. There is none where it would be of no use:
/// nothing on an empty board is as it was after the first play.
fn play_table(context: &RolloutContext, threads: NonZeroUsize) -> Option<PlayTable> {
    let position = &context.position;
    if position.board().is_empty() {
        return None;
    }
    let mut supply = *position.off_board();
    while supply.count(Tile::BLANK) > MOST_BLANKS {
        let _ = supply.remove(Tile::BLANK);
    }
    let mut builder = TableBuilder::new(position.rules().clone(), context.lexicon.clone()).ok()?;
    Some(builder.build(position.board(), &supply, threads))
}

/// A player by [`StaticPolicy`].
#[derive(Debug)]
struct StaticPlayer {
    value: StaticValue,
    table: Option<Arc<PlayTable>>,
    generator: Generator,
    /// The board that the generator is settled on.
    settled: Option<Board>,
}

impl RolloutPlayer for StaticPlayer {
    fn settle(&mut self, board: &Board) {
        if self.settled.as_ref() != Some(board) {
            self.settled = Some(board.clone());
            self.generator.settle(board);
        }
    }

    fn choose(&mut self, state: &RolloutState<'_>) -> ScoredPlay {
        let rack = *state.rack(state.on_turn());
        let leaves = self.value.judge(state.scene(), &SubRacks::of(&rack));
        let exchanged = if self.value.exchanges() { state.most_exchanged() } else { 0 };
        match self.table.as_ref().filter(|_| rack.count(Tile::BLANK) <= MOST_BLANKS) {
            Some(table) => self.generator.best_beside(table, state.board(), &rack, &leaves, exchanged),
            None => self.generator.best(state.board(), &rack, &leaves, exchanged),
        }
    }
}
