//! The game on the table.

use super::{Failure, Settings, bad_move, bad_position};
use crate::game::cgp::{Cgp, Notes};
use crate::game::{Action, History, Move, Play, Player, Position, Rack, Rules, Turn, Verdict, words_formed};
use crate::lexicon::{Lexicon, LibraryError};
use crate::protocol::{PositionCommand, Start};
use std::sync::Arc;

/// A game, and what its position said besides.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) history: History,
    pub(super) notes: Notes,
}

/// A position as it was sent, and the game that it made. The next one often is the same with a move or two more. To be
/// forgotten when an option is set: a position means what the options make of it.
pub(super) struct Sent {
    start: Start,
    moves: Vec<String>,
    /// Before the rack at the end was put on.
    table: Table,
}

impl Table {
    /// From the start.
    pub(super) fn new(standard: &Rules) -> Self {
        let start = Position::start(Arc::new(standard.clone()));
        Table { history: History::new(start), notes: Notes::default() }
    }

    pub(super) fn now(&self) -> &Position {
        self.history.now()
    }

    /// The words that the game is played with. Blocks while they are loaded.
    pub(super) fn lexicon(&self, settings: &mut Settings) -> Result<Arc<Lexicon>, LibraryError> {
        settings.lexicon(self.notes.lexicon.as_deref(), &self.now().rules().distribution)
    }

    /// The game that a `position` tells of. If it goes on from the last one, only what is new is played.
    pub(super) fn set_up(
        command: &PositionCommand,
        sent: &mut Option<Sent>,
        settings: &mut Settings,
    ) -> Result<Self, Failure> {
        let goes_on = |sent: &Sent| sent.start == command.start && command.moves.starts_with(&sent.moves);
        let (mut table, played) = match sent.as_ref().filter(|sent| goes_on(sent)) {
            Some(sent) => (sent.table.clone(), sent.moves.len()),
            None => (Self::begin(&command.start, settings)?, 0),
        };
        for (number, text) in command.moves.iter().enumerate().skip(played) {
            let played = table.read_move(text).and_then(|m| table.history.play(&m).map_err(bad_move));
            played.map_err(|(code, error)| (code, format!("move {}: {error}", number + 1)))?;
        }
        let new = Sent { start: command.start.clone(), moves: command.moves.clone(), table: table.clone() };
        if let Some(text) = &command.rack {
            let (player, rack) = table.read_rack(text)?;
            table.history.learn(player, &rack).map_err(|error| bad_move(format!("rack.{text}: {error}")))?;
        }
        *sent = Some(new);
        Ok(table)
    }

    /// The game before the first move of a `position`.
    fn begin(start: &Start, settings: &mut Settings) -> Result<Self, Failure> {
        let Cgp { position, notes } = match start {
            Start::Empty => Cgp::of(&Position::start(Arc::new(settings.standard.clone()))),
            Start::Cgp(text) => Cgp::parse(text, &settings.catalogue, &settings.standard).map_err(bad_position)?,
        };
        if let Some(variant) = notes.variant.as_ref().filter(|variant| !variant.eq_ignore_ascii_case("classic")) {
            return Err(bad_position(format!("var {variant:?}: only classic is played here")));
        }
        if let Some(name) = notes.lexicon.as_deref() {
            settings.lexicon(Some(name), &position.rules().distribution).map_err(bad_position)?;
        }
        Ok(Table { history: History::new(position), notes })
    }

    pub(super) fn read_move(&self, text: &str) -> Result<Move, Failure> {
        Move::parse(text, self.now().distribution().alphabet()).map_err(bad_move)
    }

    /// A rack of the player on turn.
    fn read_rack(&self, text: &str) -> Result<(Player, Rack), Failure> {
        let now = self.now();
        Ok((now.on_turn(), Rack::parse(text, now.distribution().alphabet()).map_err(bad_move)?))
    }

    /// Says what the player on turn holds.
    pub(super) fn set_rack(&mut self, text: &str) -> Result<(), Failure> {
        let (player, rack) = self.read_rack(text)?;
        self.history.set_rack(player, rack).map_err(bad_move)
    }

    pub(super) fn play(&mut self, text: &str) -> Result<Turn, Failure> {
        let m = self.read_move(text)?;
        self.history.play(&m).map_err(bad_move)
    }

    pub(super) fn undo(&mut self) -> Result<Turn, Failure> {
        self.history.undo().ok_or_else(|| bad_move("there is no move to take back"))
    }

    /// The player on turn challenges the last play, by this lexicon.
    pub(super) fn challenge(&mut self, lexicon: &Lexicon) -> Result<Verdict, Failure> {
        let valid = match self.history.turns_in_position().last() {
            Some((Turn { played: Move { action: Action::Play(Play::Place(placement)), .. }, .. }, before)) => {
                lexicon.unknown(&words_formed(before.board(), placement)).is_empty()
            }
            _ => true,
        };
        self.history.challenge(valid).map_err(bad_move)
    }
}
