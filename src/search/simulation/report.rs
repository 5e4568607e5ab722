//! What is known by simulation.

use super::arms::{Estimate, Objective};
use crate::movegen::ScoredPlay;

/// What is known by simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct SimReport {
    /// The candidates, the best first.
    pub plays: Vec<SimPlay>,
    /// What was maximised. The spread, if nothing is known of winning.
    pub objective: Objective,
    /// How many plies follow a candidate in the deepest rollouts: the most, where they go to the end of the game.
    pub plies: usize,
    /// How many rollouts were made.
    pub rollouts: u64,
}

/// What simulation found out about a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimPlay {
    /// The play as the static player sees it.
    pub found: ScoredPlay,
    /// The chance to win, from 0 to 1; none if nothing is known of winning.
    pub win: Option<Estimate>,
    /// The points that are gained on the opponent, the value of kept tiles included.
    pub gain: Estimate,
    /// In how many iterations it was played out.
    pub iterations: u64,
    /// By how much it is behind the best, in the objective: in the chance to win, or in points.
    pub behind: Estimate,
    /// Whether it is tied with the best: the difference is too small to matter.
    pub tied: bool,
    /// The mean points of the opponent's reply.
    pub reply: f64,
    /// The mean points of our play after that; none if rollouts do not get so far.
    pub next: Option<f64>,
}
