//! Lines and values: what a front end may say, what the engine answers, and the options.
//!
//! There is one enum for each direction. A line that comes in is a [`Command`], a line that goes out is a [`Reply`];
//! both can be printed and parsed, and come out the same (a property test). So the session never looks at text, nor a
//! front end written with this crate at ours.
//!
//! ```
//! use tasseo::protocol::{Command, Mode};
//!
//! let Ok(Some(Command::Go(go))) = Command::parse("go sim movetime 500 depth four") else { panic!("a go") };
//! assert_eq!((go.mode, go.limits.move_time.unwrap().as_millis()), (Mode::Sim, 500));
//! assert_eq!(go.ignored.len(), 1); // "depth four" is told of, and does no harm
//! ```
//!
//! Options are described once, in [`OPTIONS`]: the `option` lines, what `setoption` takes ([`Setting`]) and the
//! README's table all come from there.
//!
//! Nothing here knows of an engine, a game's state or a clock. Every reader is total: any text gives a value or an
//! error that says what was wrong, so this module may not panic.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod go;
mod infer_info;
mod info_line;
mod option_list;
mod options;
mod peg_info;
mod reply;

pub use command::{Command, CommandError, CommandHelp, Dialect, HELP, PositionCommand, Start};
pub use go::{GoCommand, Ignored, Limits, Mode};
pub use infer_info::{InferInfo, ReadingInfo};
pub use info_line::{InfoLine, Topic};
pub use option_list::{
    ENDGAME_HASH, INFERENCE_RACKS, LIKELIHOOD_FLOOR, LIKELIHOOD_MARGIN, MOST_PLIES, MOVE_OVERHEAD, OPTIONS,
    SIM_CANDIDATES, SIM_PLIES,
};
pub use options::{LikelihoodKind, NamedOpponent, OptionError, OptionKind, OptionSpec, Setting, options_table};
pub use peg_info::PegInfo;
pub use reply::{EndgameInfo, ErrorCode, GenInfo, Looked, Measured, Reply, ScoreInfo, SimInfo, UnknownReply};
