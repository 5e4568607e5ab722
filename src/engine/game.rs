//! The game that the engine looks at.

use super::error::EngineError;
use crate::game::cgp::Notes;
use crate::game::{Action, History, Move, Play, Position, Rack, Rules, Turn, Verdict, words_formed};
use crate::lexicon::Lexicon;
use std::sync::Arc;

/// A game, and what its position said besides. Moves and racks are given as they are written. All methods return at
/// once.
#[derive(Clone, Debug)]
pub struct GameState {
    /// The game so far.
    pub history: History,
    /// What the CGP of its first position said besides: clocks, the lexicon, the last move.
    pub notes: Notes,
}

impl GameState {
    /// A game from the start.
    pub fn new(rules: &Rules) -> Self {
        let start = Position::start(Arc::new(rules.clone()));
        GameState { history: History::new(start), notes: Notes::default() }
    }

    /// The position now.
    pub fn now(&self) -> &Position {
        self.history.now()
    }

    /// Reads a move.
    pub fn read_move(&self, text: &str) -> Result<Move, EngineError> {
        Move::parse(text, self.now().distribution().alphabet()).map_err(EngineError::bad_move)
    }

    /// Reads a play that may be chosen now: a legal one, but for its words.
    pub fn read_play(&self, text: &str) -> Result<Play, EngineError> {
        let Move { action: Action::Play(play), .. } = self.read_move(text)? else {
            return Err(EngineError::bad_move(format!("{text}: not a play that can be chosen")));
        };
        self.now().check(&play).map_err(EngineError::bad_move)?;
        Ok(play)
    }

    fn read_rack(&self, text: &str) -> Result<Rack, EngineError> {
        Rack::parse(text, self.now().distribution().alphabet()).map_err(EngineError::bad_move)
    }

    /// The player on turn holds these tiles.
    pub(super) fn set_rack(&mut self, text: &str) -> Result<(), EngineError> {
        let rack = self.read_rack(text)?;
        self.history.set_rack(self.now().on_turn(), rack).map_err(EngineError::bad_move)
    }

    /// The player on turn is known to hold these tiles, beside those that are known already.
    pub(super) fn learn_rack(&mut self, text: &str) -> Result<(), EngineError> {
        let rack = self.read_rack(text)?;
        let learned = self.history.learn(self.now().on_turn(), &rack);
        learned.map_err(|error| EngineError::bad_move(error).at(format_args!("rack.{text}")))
    }

    /// The player on turn makes a move.
    pub(super) fn play(&mut self, text: &str) -> Result<Turn, EngineError> {
        let played = self.read_move(text)?;
        self.history.play(&played).map_err(EngineError::bad_move)
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) -> Result<Turn, EngineError> {
        self.history.undo().ok_or_else(|| EngineError::bad_move("there is no move to take back"))
    }

    /// The player on turn challenges the last play, by this lexicon.
    pub(super) fn challenge(&mut self, lexicon: &Lexicon) -> Result<Verdict, EngineError> {
        let valid = match self.history.turns_in_position().last() {
            Some((Turn { played: Move { action: Action::Play(Play::Place(placement)), .. }, .. }, before)) => {
                lexicon.unknown(&words_formed(before.board(), placement)).is_empty()
            }
            _ => true,
        };
        self.history.challenge(valid).map_err(EngineError::bad_move)
    }
}
