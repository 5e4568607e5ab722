//! The belief.

mod belief;
mod choose;
mod draws;
mod evidence;
mod judge;
mod parts;
mod plan;
mod policy;
mod ratios;
mod reader;
mod supply;
mod update;
mod walk;

pub use belief::{Belief, TileChance};
pub use draws::LeaveDraws;
pub use policy::{
    FLOORS, Likelihood, Opponent, PHASES, POLICIES, PerPolicy, Policies, TEMPERATURES, Temperatures, phase_of,
};
pub use reader::Reader;
pub use update::{Memory, Model, Weights};
pub use walk::Effort;
