//! What a play is worth beyond its score.
//!
//! It knows no generator: the generator uses these values to leave out what cannot be best, so it comes after.
//!
//! In reading order: [`Equity`], the unit; [`Leaves`], what the tiles kept are worth, numbered by a [`LeaveGraph`];
//! [`RackHeuristic`], the same as it was reckoned in 1993; [`StaticValue`], how a player judges who looks no further
//! than the play itself; [`Handicap`], how one errs who is weaker; and [`WinChance`], what a spread is worth with so
//! many tiles to come. A [`ValueLibrary`] finds values by name.

mod equity;
mod handicap;
mod leave_error;
mod leave_graph;
mod leaves;
mod rack_heuristic;
mod stage;
mod static_value;
mod value_library;
mod value_source;
mod win_chance;
mod win_chance_file;

pub use equity::Equity;
pub use handicap::Handicap;
pub use leave_error::{LeaveError, LoadLeavesError};
pub use leave_graph::LeaveGraph;
pub use leaves::{Leaves, SubLeaves};
pub use rack_heuristic::{OtherTiles, RackHeuristic};
pub use static_value::{Keeping, LeaveContext, StaticValue, Strength, UnknownStrength};
pub use value_library::{UnknownValues, ValueLibrary};
pub use value_source::{ShippedValues, ValueKind, ValueSource};
pub(crate) use win_chance::MOST_SPREAD;
pub use win_chance::WinChance;
pub use win_chance_file::{LoadWinChanceError, WinChanceError};
