//! How to choose a play.

use super::endgame::Endgame;
use super::handicap::HandicapPlayer;
use super::preendgame::PreEndgame;
use super::simulation::Simulation;

/// How to choose a play.
#[derive(Clone, Debug)]
pub enum Method {
    /// By what each play scores and leaves; reports this many of the best plays.
    Static(usize),
    /// Statically, with mistakes.
    Handicap(HandicapPlayer),
    /// By simulation.
    Simulation(Simulation),
    /// By trying every draw of a pre-endgame.
    PreEndgame(PreEndgame),
    /// By solving an endgame.
    Endgame(Endgame),
}
