//! What a match is played by: the engines, the rules, the words, and how patient the referee is.

use super::entrant::Entrant;
use super::opening::Opening;
use std::sync::Arc;
use std::time::Duration;
use tasseo::game::Rules;
use tasseo::lexicon::Lexicon;

/// Everything that all games of a match share.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// What is told to every engine that has an option for it and is not told otherwise.
    pub options: Vec<(String, String)>,
    /// The game.
    pub rules: Arc<Rules>,
    /// The words, by which the referee decides.
    pub lexicon: Arc<Lexicon>,
    /// What decides the orders of tiles.
    pub seed: u64,
    /// What is played before the engines are asked.
    pub opening: Option<Opening>,
    /// What passes between an engine's answer and the stopping of its clock, at most.
    pub margin: Duration,
    /// More overtime than this forfeits the game.
    pub max_overtime: Duration,
    /// How long an engine may say nothing where no limit says how long it may think, and when it is started or told to
    /// stop.
    pub patience: Duration,
    /// Whoever forfeits a game has lost it by at least so many points.
    pub forfeit_points: i64,
}
