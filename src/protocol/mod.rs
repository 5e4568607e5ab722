//! Lines and values: what a front end may say, and what the engine answers.
//!
//! There is one enum for each direction. A line that comes in is a [`Command`], a line that goes out is a [`Reply`];
//! both can be printed and parsed, and come out the same (a property test). So the session never looks at text, nor a
//! front end written with this crate at ours.
//!
//! ```
//! use tasseo::limits::Mode;
//! use tasseo::protocol::Command;
//!
//! let Ok(Some(Command::Go(go))) = Command::parse("go sim movetime 500 depth four") else { panic!("a go") };
//! assert_eq!((go.mode, go.limits.move_time.unwrap().as_millis()), (Mode::Sim, 500));
//! assert_eq!(go.ignored.len(), 1); // "depth four" is told of, and does no harm
//! ```
//!
//! Which options there are is for an engine to say; here they are text.
//!
//! Nothing here knows of an engine, a game's state or a clock. Every reader is total: any text gives a value or an
//! error that says what was wrong, so this module may not panic.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod go;
mod infer_info;
mod info_line;
mod peg_info;
mod reply;
mod words;

pub use command::{Command, CommandError, CommandHelp, HELP, PositionCommand, Start};
pub use go::{GoCommand, Ignored, mode_names};
pub use infer_info::{InferInfo, ReadingInfo};
pub use info_line::{InfoLine, Topic};
pub use peg_info::PegInfo;
pub use reply::{EndgameInfo, GenInfo, Looked, Measured, Reply, ScoreInfo, SimInfo, UnknownReply};
pub use words::{Dialect, ErrorCode};
