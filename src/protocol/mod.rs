//! Lines and values: what a front end may say ([`Command`]), what the engine answers ([`Reply`]), and the options.
//!
//! Nothing here knows of an engine, a game's state or a clock. Every reader is total: any text gives a value or an
//! error that says what was wrong, so this module may not panic.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod go;
mod infer_info;
mod option_list;
mod options;
mod peg_info;
mod reply;

pub use command::{Command, CommandError, CommandHelp, Dialect, HELP, PositionCommand, Start};
pub use go::{GoCommand, Ignored, Limits, Mode};
pub use infer_info::{InferInfo, ReadingInfo};
pub use option_list::{
    ENDGAME_HASH, INFERENCE_RACKS, LIKELIHOOD_FLOOR, LIKELIHOOD_MARGIN, MOST_PLIES, MOVE_OVERHEAD, OPTIONS,
    SIM_CANDIDATES, SIM_PLIES,
};
pub use options::{LikelihoodKind, OptionError, OptionKind, OptionSpec, Setting, options_table};
pub use peg_info::PegInfo;
pub use reply::{EndgameInfo, ErrorCode, GenInfo, Looked, Measured, Reply, ScoreInfo, SimInfo};
