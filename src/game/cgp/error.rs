//! What can be wrong with a line, each in one sentence.

use crate::game::{CatalogueError, PositionError, RackError, SpellingError};
use thiserror::Error;

/// Why a line is no position.
#[derive(Debug, Error)]
pub enum CgpError {
    /// Fewer than four fields.
    #[error("{missing} missing; a position is: board racks scores zero-turns, like 15/.../15 AEINRST/ 0/0 0")]
    Missing {
        /// The first field that is not there.
        missing: &'static str,
    },
    /// The wrong number of rows.
    #[error("the board has {rows} rows, {layout} has {wanted}")]
    Rows {
        /// How many there are.
        rows: usize,
        /// The layout's name.
        layout: String,
        /// How many there should be.
        wanted: usize,
    },
    /// A row of the wrong width.
    #[error("row {row} is {width} squares wide, {layout} has {wanted}")]
    Width {
        /// Counted from 1.
        row: usize,
        /// How wide it is.
        width: usize,
        /// The layout's name.
        layout: String,
        /// How wide it should be.
        wanted: usize,
    },
    /// A character in a row that is no letter.
    #[error("row {row}: {source}")]
    Letter {
        /// Counted from 1.
        row: usize,
        /// Which character.
        source: SpellingError,
    },
    /// Not two racks.
    #[error("racks {0:?}: there must be two, separated by /, like AEINRST/ or /")]
    TwoRacks(String),
    /// A rack that is none.
    #[error("rack {rack:?}: {source}")]
    Rack {
        /// The rack as it is written.
        rack: String,
        /// What is wrong with it.
        source: RackError,
    },
    /// Not two scores.
    #[error("scores {0:?}: there must be two whole numbers of at most 1000000, like 120/98")]
    Scores(String),
    /// Not a number of zero turns.
    #[error("zero turns {0:?}: there must be a whole number from 0 to 65535")]
    ZeroTurns(String),
    /// An operation with a value it cannot have.
    #[error("{opcode} {value:?}: {problem}")]
    Operation {
        /// The operation.
        opcode: String,
        /// What it was given.
        value: String,
        /// What it should have been.
        problem: String,
    },
    /// An operation that is there twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// An unknown layout or distribution.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// Board and racks contradict each other.
    #[error(transparent)]
    Position(#[from] PositionError),
}
