//! Choosing by simulation: candidates are played out in the same imagined worlds, and the best on average is taken.
//!
//! **The short answer.** Take the statically best plays. Imagine how the unseen tiles may lie (`hidden`); play every
//! candidate that is still of interest in that same world for a few plies (`rollout`); keep what came of it, and of the
//! differences between candidates (`arms`); give more worlds to those between which the choice is open (`allocate`);
//! end when it is clear, or when time is up (`stopping`).
//!
//! **The machine.** One coordinator works in rounds. A round is decided by what all rounds before have shown, is cut
//! into tasks, handed to the workers ([a pool](crate::parallel::Pool)), and taken in, in the order of the tasks. So for the same seed and the
//! same number of iterations everything is the same, whatever the number of threads. A round that is interrupted is
//! thrown away, which costs some milliseconds.
//!
//! In reading order: `hidden`, `rollout_state`, `rollout_policy`, `leaf_value`, `rollout`, `arms`, `allocate`, `stopping`,
//! `report`, `coordinator`; then `choose`, which puts them together.

mod allocate;
mod arms;
mod choose;
mod coordinator;
mod hidden;
mod leaf_value;
mod levels;
mod report;
mod rollout;
mod rollout_policy;
mod rollout_state;
mod stopping;

pub use allocate::Allocation;
pub use arms::{Estimate, Objective};
pub use choose::Simulation;
pub(crate) use choose::choose;
pub(crate) use hidden::Hidden;
pub use leaf_value::{LeafValue, StaticLeafValue, Worth};
pub use levels::{Level, Levels, RolloutDepth};
pub use report::{SimPlay, SimReport};
pub(crate) use rollout::Roller;
pub use rollout_policy::{PlayerFactory, RolloutPlayer, RolloutPolicy, StaticPolicy};
pub(crate) use rollout_state::Candidate;
pub use rollout_state::{RolloutContext, RolloutState};
pub use stopping::StopRule;
