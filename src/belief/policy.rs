//! How the opponent is taken to choose: the likelihood of a play, given the rack.
//!
//! **The model.** A rack's options are its best placement of every part of it, the exchange of every part that may be
//! exchanged, and a pass. Each is worth what the static player says, in points. A play is chosen by a softmax over
//! these values with a temperature in points, and now and then, as often as the floor says, by lot:
//!
//! ```text
//! P(play | rack) = (1 - floor) * exp(value / temperature) / sum over all options  +  floor / number of options
//! ```
//!
//! A pass is the choice of who can do nothing else; otherwise only the floor allows it. What is not among the options
//! (a placement that scores less than these tiles could, a word that does not exist) is added to them.
//!
//! **The policies.** Nobody tells us how sharp the opponent is. There is a small grid of policies, [`TEMPERATURES`] by
//! [`FLOORS`], each with a weight, and the belief carries the opponent's leave and its policy together: what the leave
//! explains badly under one policy and well under another tells about both. So the filter is exact over the pair, and
//! after a few plays it knows whom it plays against.
//!
//! The temperatures of the grid are multiples of a [table](Temperatures) by the tiles in the bag and the tiles played,
//! which is fitted to a player that simulates: the fewer tiles there are to come, the more reasons it has that a static
//! player has not. The first multiple is nothing at all, which is a static player's: it has no reasons of its own at
//! any time.
//!
//! **Others.** [`Likelihood::Best`] is the paper's: certain if no option is worth more, else impossible.
//! [`Likelihood::Margin`] allows for a loss of some points. Both rule leaves out for good, and are for experiments;
//! when no leave at all explains a play, they learn nothing from it.

use crate::evaluate::Equity;
use crate::game::RACK_SIZE;

/// How many temperatures the grid has.
pub const TEMPERATURES: usize = 4;

/// How many floors the grid has.
pub const FLOORS: usize = 2;

/// How many policies there are: each temperature with each floor.
pub const POLICIES: usize = TEMPERATURES * FLOORS;

/// A number for each policy; temperature by temperature, each with every floor.
pub type PerPolicy = [f64; POLICIES];

/// A number for each temperature.
pub(super) type PerTemperature = [f64; TEMPERATURES];

/// How likely a play is taken to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Likelihood {
    /// Certain if it is worth the most, else impossible.
    Best,
    /// Certain if it is worth the most, up to this margin, else impossible.
    Margin(Equity),
    /// A softmax and a floor, by policies that are learned.
    Softmax(Box<Policies>),
}

impl Default for Likelihood {
    fn default() -> Self {
        Likelihood::Softmax(Box::default())
    }
}

impl Likelihood {
    /// How much each policy is believed in before the first play.
    pub fn prior(&self) -> PerPolicy {
        match self {
            Likelihood::Softmax(policies) => policies.prior,
            // Models without policies put all weight on the first.
            _ => std::array::from_fn(|at| if at == 0 { 1.0 } else { 0.0 }),
        }
    }
}

/// The grid of policies.
#[derive(Clone, Debug, PartialEq)]
pub struct Policies {
    /// What the temperatures are multiples of.
    pub base: Temperatures,
    /// The multiples, in order.
    pub multiples: [f64; TEMPERATURES],
    /// How often plays are chosen by lot.
    pub floors: [f64; FLOORS],
    /// How much each policy is believed in before the first play; adds up to 1.
    pub prior: PerPolicy,
}

impl Default for Policies {
    fn default() -> Self {
        Policies::new(Temperatures::default(), Opponent::Unknown)
    }
}

/// What is known of the opponent before the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Opponent {
    /// Nothing.
    #[default]
    Unknown,
    /// A program.
    Computer,
    /// A human, with a rating if it is known.
    Human(Option<f64>),
}

impl Policies {
    /// The multiples of the fitted temperatures: a static player, one that simulates, and, by guess, a good human and a
    /// weak one.
    const MULTIPLES: [f64; TEMPERATURES] = [0.0, 1.0, 2.0, 5.0];
    const FLOORS: [f64; FLOORS] = [0.001, 0.03];

    /// The grid with these temperatures, and a prior that suits the opponent.
    pub fn new(base: Temperatures, opponent: Opponent) -> Self {
        let (multiples, lots) = opponent.prior();
        let prior = std::array::from_fn(|at| multiples[at / FLOORS] * lots[at % FLOORS]);
        Policies { base, multiples: Self::MULTIPLES, floors: Self::FLOORS, prior }
    }

    /// One policy, and no doubt about it.
    pub fn one(temperature: f64, floor: f64) -> Self {
        let mut prior = [0.0; POLICIES];
        prior[0] = 1.0;
        let base = Temperatures::constant(temperature);
        Policies { base, multiples: [1.0; TEMPERATURES], floors: [floor; FLOORS], prior }
    }

    /// The temperatures of the grid for a play of `tiles` tiles with `bag` in the bag, in points.
    pub fn temperatures(&self, bag: usize, tiles: usize) -> PerTemperature {
        let base = self.base.of(bag, tiles);
        self.multiples.map(|times| (base * times).max(Temperatures::LEAST))
    }

    /// The policy's temperature, as a multiple of the fitted ones, and its floor.
    pub fn policy(&self, at: usize) -> (f64, f64) {
        (self.multiples[at / FLOORS], self.floors[at % FLOORS])
    }
}

impl Opponent {
    /// The weights of the temperatures and of the floors.
    fn prior(self) -> ([f64; TEMPERATURES], [f64; FLOORS]) {
        match self {
            // That somebody is no static player shows in one or two plays, and that somebody is one only in many: so
            // the sharpest gets the most.
            Opponent::Unknown => ([0.6, 0.3, 0.08, 0.02], [0.93, 0.07]),
            Opponent::Computer => ([0.62, 0.34, 0.03, 0.01], [0.95, 0.05]),
            // Half of the games against somebody 400 below the best are played like a weak player's.
            Opponent::Human(rating) => {
                let weak = rating.map_or(0.5, |rating| 1.0 / (1.0 + 10.0_f64.powf((rating - 1600.0) / 400.0)));
                let rest = 1.0 - weak;
                (
                    [0.1 * rest, 0.5 * rest, 0.4 * rest + 0.4 * weak, 0.6 * weak],
                    [0.5 * rest + 0.2 * weak, 0.5 * rest + 0.8 * weak],
                )
            }
        }
    }
}

/// Temperatures in points, by the tiles in the bag and the tiles of the play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temperatures {
    /// By phase, then by the tiles of the play; 0 is a pass.
    by_phase: [[f64; RACK_SIZE + 1]; PHASES],
}

/// How many phases a game has.
pub const PHASES: usize = 5;

/// The phase of a game with `bag` tiles in the bag: its first half, its second, as the end comes in sight, when
/// the next plays decide who has the last tiles, and when exchanges are over.
pub fn phase_of(bag: usize) -> usize {
    match bag {
        43.. => 0,
        21.. => 1,
        14.. => 2,
        7.. => 3,
        _ => 4,
    }
}

impl Temperatures {
    /// The lowest temperature: below it, powers of differences in points leave the range of floating point.
    pub const LEAST: f64 = 0.25;

    /// The same for all plays.
    pub const fn constant(points: f64) -> Self {
        Temperatures { by_phase: [[points; RACK_SIZE + 1]; PHASES] }
    }

    /// By phase, then by the tiles of the play.
    pub const fn new(by_phase: [[f64; RACK_SIZE + 1]; PHASES]) -> Self {
        Temperatures { by_phase }
    }

    /// The temperature for a play of `tiles` tiles with `bag` in the bag.
    pub fn of(&self, bag: usize, tiles: usize) -> f64 {
        self.by_phase[phase_of(bag)][tiles.min(RACK_SIZE)]
    }
}

impl Default for Temperatures {
    /// Those of a player that simulates: by which 13,260 plays of it told most of what was kept (matches of 150
    /// iterations a move, ENABLE1), fitted as `experiment likelihood --player sim=150` does, and rounded. They grow as
    /// the bag empties, since the end of a game has reasons of its own; how many tiles are played matters little.
    /// Filled in by hand, as the mean of its phase: what has no tiles, what has all seven, and all of 14 to 20 in the
    /// bag, where there were too few plays. For a static player every cell is at the least there is.
    fn default() -> Self {
        Temperatures::new([
            [1.8, 2.0, 2.0, 1.8, 1.8, 1.8, 1.4, 1.8],
            [2.2, 2.2, 2.2, 2.0, 2.3, 2.4, 2.8, 2.2],
            [2.7, 2.7, 2.7, 2.7, 2.7, 2.7, 2.7, 2.7],
            [4.0, 3.6, 3.4, 3.6, 4.6, 4.6, 5.0, 4.0],
            [5.0, 7.0, 6.0, 4.8, 5.0, 4.0, 4.5, 5.0],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_add_up() {
        let humans = [None, Some(700.0), Some(1600.0), Some(2200.0)].map(Opponent::Human);
        for opponent in [Opponent::Unknown, Opponent::Computer].into_iter().chain(humans) {
            let prior = Policies::new(Temperatures::default(), opponent).prior;
            assert!((prior.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{opponent:?}");
            assert!(prior.iter().all(|&weight| weight > 0.0), "nothing is ruled out: {opponent:?}");
        }
        assert_eq!(Policies::one(0.3, 0.001).prior.iter().sum::<f64>(), 1.0);
    }
}
