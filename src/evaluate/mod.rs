//! What a play is worth beyond its score.
//!
//! It knows no generator: the generator uses these values to leave out what cannot be best, so it comes after.
//!
//! So far: [`Equity`], the unit; [`Leaves`], what the tiles kept are worth; and [`StaticValue`], the same at any stage
//! of the game.

mod equity;
mod leaves;
mod static_value;

pub use equity::Equity;
pub use leaves::{LeaveError, Leaves, LoadLeavesError, SubLeaves};
pub use static_value::StaticValue;
