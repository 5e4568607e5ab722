//! The luck of a game, draw by draw.

use super::all_draws::{self, Alternative};
use super::draw::{Draw, Draws};
use super::rack_value::RackValue;
use crate::game::{History, PerPlayer, Player};
use crate::search::simulation::Worth;
use crate::seeds::seed_of;
use std::iter::Sum;
use std::ops::{Add, Sub};

/// How much luck, or what it comes to: in points, and in chances to win.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// In points.
    pub points: f64,
    /// In games: a half is the difference between a draw and a win.
    pub wins: f64,
}

/// The luck of one draw.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawLuck {
    /// What was drawn.
    pub draw: Draw,
    /// What it was worth more than the average, to the player who drew.
    pub luck: Luck,
    /// The standard error of sampling; 0 where every alternative was valued.
    pub error: Luck,
}

/// The luck of a game.
#[derive(Clone, Debug, Default)]
pub struct GameLuck {
    /// Draw by draw, in the order in which they were used.
    pub draws: Vec<DrawLuck>,
    /// How many draws of each player are not known.
    pub unknown: PerPlayer<usize>,
}

/// Measures luck by some yardstick.
#[derive(Clone, Debug)]
pub struct LuckMeter<V> {
    /// The yardstick.
    pub value: V,
    /// How many alternatives to value for each draw, 2 at least. Where there are no more, all are valued and nothing is
    /// sampled.
    pub effort: usize,
}

/// How many alternatives are usually valued for each draw: sampling then adds a thirtieth to the variance that is left.
pub const USUAL_EFFORT: usize = 200;

impl<V: RackValue> LuckMeter<V> {
    /// The luck of all draws of a game. The draws of a player whose tiles the opponent sees (`is_seen`) are valued when
    /// they are made, others when they are used. The same seed gives the same answer. Blocks.
    pub fn measure(&mut self, history: &History, is_seen: PerPlayer<bool>, seed: u64) -> GameLuck {
        let Draws { known, unknown } = Draws::of(history, is_seen);
        let measured = known.into_iter().enumerate().map(|(at, draw)| self.luck_of(draw, seed_of(seed, at as u64)));
        GameLuck { draws: measured.collect(), unknown }
    }

    /// The luck of one draw. Blocks.
    pub fn luck_of(&mut self, draw: Draw, seed: u64) -> DrawLuck {
        if draw.is_without_luck() {
            return DrawLuck { draw, luck: Luck::default(), error: Luck::default() };
        }
        let tiles = draw.drawn.len();
        let is_all = all_draws::count(&draw.bag, tiles, self.effort) <= self.effort;
        let alternatives = match is_all {
            true => all_draws::every(&draw.bag, tiles),
            false => all_draws::sample(&draw.bag, tiles, self.effort.max(2), seed),
        };
        let is_random = self.value.is_random(&draw.position);
        self.value.prepare(&draw, alternatives.len());
        let differences = self.differences(&draw, &alternatives, is_random, seed);
        let weighted = |(alternative, difference): (&Alternative, &Luck)| difference.scaled(alternative.weight);
        let luck: Luck = alternatives.iter().zip(&differences).map(weighted).sum();
        let is_exact = is_all && !is_random;
        let error = if is_exact { Luck::default() } else { error_of(&alternatives, &differences, luck) };
        DrawLuck { draw, luck, error }
    }

    /// What was drawn less each alternative, in the same world.
    fn differences(&mut self, draw: &Draw, alternatives: &[Alternative], is_random: bool, seed: u64) -> Vec<Luck> {
        let world = |at: usize| seed_of(!seed, at as u64);
        let mut worth = |rack, world| Luck::from(self.value.worth(&draw.position, draw.player, &rack, world));
        let worlds = if is_random { alternatives.len() } else { 1 };
        let actual: Vec<Luck> = (0..worlds).map(|at| worth(draw.rack(), world(at))).collect();
        let other = |(at, alternative): (usize, &Alternative)| {
            actual[if is_random { at } else { 0 }] - worth(draw.rack_with(&alternative.drawn), world(at))
        };
        alternatives.iter().enumerate().map(other).collect()
    }
}

/// The standard error of a weighted mean, as if the differences were independent. Those of a dealt-out bag vary against
/// each other, so this is somewhat too large.
fn error_of(alternatives: &[Alternative], differences: &[Luck], mean: Luck) -> Luck {
    let square = |(alternative, difference): (&Alternative, &Luck)| {
        let off = *difference - mean;
        Luck { points: (off.points * alternative.weight).powi(2), wins: (off.wins * alternative.weight).powi(2) }
    };
    let squares: Luck = alternatives.iter().zip(differences).map(square).sum();
    let count = alternatives.len() as f64;
    let unbiased = count / (count - 1.0).max(1.0);
    Luck { points: (unbiased * squares.points).sqrt(), wins: (unbiased * squares.wins).sqrt() }
}

impl GameLuck {
    /// All luck of a player.
    pub fn of(&self, player: Player) -> Luck {
        self.draws.iter().filter(|draw| draw.draw.player == player).map(|draw| draw.luck).sum()
    }

    /// The luck of player one less that of player two: what to take off the result.
    pub fn balance(&self) -> Luck {
        self.of(Player::One) - self.of(Player::Two)
    }

    /// Whether every draw of the game is known, with its bag.
    pub fn is_complete(&self) -> bool {
        self.unknown == PerPlayer::default() && self.draws.iter().all(|draw| draw.draw.bag_is_known)
    }
}

impl Luck {
    fn scaled(self, factor: f64) -> Self {
        Luck { points: self.points * factor, wins: self.wins * factor }
    }
}

impl From<Worth> for Luck {
    fn from(worth: Worth) -> Self {
        Luck { points: worth.spread.as_points(), wins: worth.win }
    }
}

impl Add for Luck {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Luck { points: self.points + other.points, wins: self.wins + other.wins }
    }
}

impl Sub for Luck {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other.scaled(-1.0)
    }
}

impl Sum for Luck {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Luck::default(), Add::add)
    }
}
