//! Learning values from self-play.

pub mod estimate;
pub mod ghosts;
pub mod leaves;
pub mod notes;
pub mod sums;
