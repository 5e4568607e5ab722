//! Why the engine could not do what it was asked for. Nothing has changed then.

use crate::game::{Player, Position};
use std::fmt;
use thiserror::Error;

/// Why something could not be done. Each says in one sentence what was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// An option that there is not, or a value that it cannot have.
    #[error("{0}")]
    BadOption(String),
    /// A position that cannot be set up, or is not one for what was asked.
    #[error("{0}")]
    BadPosition(String),
    /// A move that cannot be read, or made.
    #[error("{0}")]
    BadMove(String),
    /// A search before there is any game.
    #[error("there is no position to search")]
    NoPosition,
}

impl EngineError {
    pub(super) fn option(error: impl ToString) -> Self {
        EngineError::BadOption(error.to_string())
    }

    pub(super) fn position(error: impl ToString) -> Self {
        EngineError::BadPosition(error.to_string())
    }

    pub(super) fn bad_move(error: impl ToString) -> Self {
        EngineError::BadMove(error.to_string())
    }

    /// The same error, with where it was before it.
    pub(crate) fn at(self, place: impl fmt::Display) -> Self {
        let at = |text: String| format!("{place}: {text}");
        match self {
            EngineError::BadOption(text) => EngineError::BadOption(at(text)),
            EngineError::BadPosition(text) => EngineError::BadPosition(at(text)),
            EngineError::BadMove(text) => EngineError::BadMove(at(text)),
            EngineError::NoPosition => EngineError::NoPosition,
        }
    }
}

/// What a player is known to hold, for people: `AEN and 4 unknown tiles`.
pub(crate) struct Holding<'p>(pub(crate) &'p Position, pub(crate) Player);

impl fmt::Display for Holding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Holding(position, player) = *self;
        let known = position.full_rack(player).unwrap_or(position.rack(player));
        let tiles = known.display(position.distribution().alphabet());
        match (known.len(), position.held(player) - known.len()) {
            (0, 0) => f.write_str("no tiles"),
            (_, 0) => f.write_str(&tiles),
            (0, unknown) => write!(f, "{}", Counted(unknown, "unknown tile")),
            (_, unknown) => write!(f, "{tiles} and {}", Counted(unknown, "unknown tile")),
        }
    }
}

/// `1 tile`, `2 tiles`.
pub(crate) struct Counted(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
