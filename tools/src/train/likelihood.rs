//! `experiment likelihood`: how sharply players choose, by the phase of the game and the tiles they play.
//!
//! **What is fitted.** The belief explains a play by a softmax over what a rack's options are worth, with a temperature
//! and a floor. For every play of a game whose racks are known, two things can be asked of a temperature: how likely it
//! makes the play, given the rack that was really held; and how much the play then tells of what was kept. The first
//! is fitted by the books. But a simulating player has reasons that no softmax has, and what is wanted of the model is
//! the second. So both are told, for each cell (a phase, and a number of tiles played), and the default temperatures
//! of `src/belief/policy.rs` are those that tell most.
//!
//! **How.** What a play tells are its LiftBits: log2 of how much more, or less, the leave that was really kept is
//! believed in after it than by chance. That is the play's likelihood with the true rack, over the ways to play these
//! tiles from it that look the same, divided by the mean of the same over leaves that chance draws: two hundred of
//! them. The true rack counts among them, if little: else a play that hardly any rack makes would seem to tell
//! everything. (With so few draws that is still a little too much for plays that few racks make, and so for cold
//! temperatures.)
//!
//! The likelihood is the belief's own, by [`PlacementLikelihood`].

use crate::args::{GAMES, whole_number};
use crate::game_setup::{GameSetup, GameSetupArgs};
use crate::known_games::{Chooser, KnownGames};
use crate::progress::GameProgress;
use crate::{AnyError, say};
use clap::Args;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use tasseo::belief::{self, PHASES, POLICIES, PlacementLikelihood, Policies, TEMPERATURES, Temperatures, phase_of};
use tasseo::evaluate::Leaves;
use tasseo::game::{Action, History, Play, Position, RACK_SIZE, Rack, Tile, Turn};
use tasseo::movegen::TableBuilder;
use tasseo::parallel::in_order;
use tasseo::seeds::seed_of;

/// Fit the temperatures of the belief's softmax to players whose racks are known
///
/// Prints, for each phase of the game (by the tiles in the bag before the play) and number of tiles played: how many
/// plays there were; the temperature, in points, by which they tell most of what was kept, and how many bits that is;
/// and the temperature under which they are likeliest, with the mean likelihood in bits. The floor is the same for all
/// cells: the one by which all plays tell most if they have one temperature. No cell is colder than the belief can use,
/// nor hotter than 20 points.
#[derive(Args, Clone, Debug)]
pub struct LikelihoodArgs {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "static", value_name = "PLAYER")]
    player: Chooser,
    /// How many games to learn from
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    setup: GameSetupArgs,
}

/// How many other racks a play is asked of.
const OTHERS: usize = 200;
/// What the true rack counts among them.
const TRUTH: f64 = 0.02;
/// The floors that are tried.
const FLOORS: [f64; 5] = [0.001, 0.003, 0.01, 0.03, 0.1];
/// How many temperatures are tried: each is a seventh higher than the one before.
const STEPS: usize = 34;

/// The temperature of a step, in points.
fn temperature(step: usize) -> f64 {
    Temperatures::LEAST * (8.0_f64 / 7.0).powi(step as i32)
}

/// Two numbers for each temperature and floor: bits that a play tells, and the bits of its likelihood.
type Bits = [[[f64; 2]; FLOORS.len()]; STEPS];

/// What one play tells at each temperature and floor.
struct PlayBits {
    phase: usize,
    tiles: usize,
    bits: Box<Bits>,
}

/// Plays, and prints what fits. Blocks.
pub fn run(args: &LikelihoodArgs) -> Result<ExitCode, AnyError> {
    let setup = GameSetup::open(&args.setup)?;
    let builder = setup.play_tables()?;
    let games = KnownGames::at(&setup, args.player)?;
    let (mut all, mut progress) = (Cells::default(), GameProgress::new("likelihood", 0, args.games));
    let make_worker = || (games.clone(), Fitter { builder: builder.clone(), leaves: setup.leaves.clone() });
    let work = |(games, fitter): &mut (KnownGames, Fitter), number| {
        let seed = seed_of(args.setup.seed, number);
        fitter.game(&games.play(seed), seed)
    };
    in_order(args.setup.threads.count(), 0..args.games, make_worker, work, |number, plays: Vec<PlayBits>| {
        plays.iter().for_each(|play| all.add(play));
        progress.show(number + 1);
    });
    drop(progress);
    all.report()?;
    Ok(ExitCode::SUCCESS)
}

/// What one thread fits with.
struct Fitter {
    builder: TableBuilder,
    leaves: Option<Arc<Leaves>>,
}

impl Fitter {
    /// All placements of a game that were made while there were tiles to draw.
    fn game(&mut self, game: &History, seed: u64) -> Vec<PlayBits> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let telling = game.turns_in_position().filter(|(_, position)| position.bag_len() > 0);
        telling.filter_map(|(turn, position)| self.play(turn, position, &mut rng)).collect()
    }

    fn play(&mut self, turn: &Turn, position: &Position, rng: &mut impl Rng) -> Option<PlayBits> {
        let Action::Play(Play::Place(placement)) = turn.played.action else { return None };
        let used = placement.tiles_used(position.board())?;
        let unseen = position.unseen_by(turn.player.opponent());
        let mut pool = unseen;
        pool.remove_all(used.tiles().iter().copied()).ok()?;
        let mut pool: Vec<Tile> = pool.iter().collect();
        let table = self.builder.build(position.board(), &unseen, NonZeroUsize::MIN);
        let rack = position.rack(turn.player);
        let (grids, places) = grids();
        let explained = PlacementLikelihood::new(position, &table, self.leaves.clone(), (used, turn.score), grids);
        let truth = chances(&explained, &rack, &places);
        let mut others = [[0.0; FLOORS.len()]; STEPS];
        // A play that keeps no tiles tells nothing.
        for _ in 0..if rack.len() > used.len() { OTHERS } else { 0 } {
            let (kept, _) = pool.partial_shuffle(rng, rack.len() - used.len());
            let other = Rack::try_from_tiles(used.tiles().iter().chain(kept.iter()).copied())?;
            add(&mut others, &chances(&explained, &other, &places), 1.0);
        }
        let phase = phase_of(position.bag_len());
        Some(PlayBits { phase, tiles: used.len(), bits: bits(&truth, others, 1.0 / explained.ways(&rack)) })
    }
}

/// Numbers for each temperature and floor.
type Chances = [[f64; FLOORS.len()]; STEPS];

fn add(sum: &mut Chances, more: &Chances, times: f64) {
    sum.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(sum, more)| *sum += more * times);
}

/// From the weight of the true rack with this play, and the sum of those of others, to bits. The true rack's has this
/// part that is not the likelihood.
fn bits(truth: &Chances, mut all: Chances, weight: f64) -> Box<Bits> {
    add(&mut all, truth, TRUTH);
    let count = OTHERS as f64 + TRUTH;
    let of = |step: usize, floor: usize| {
        let (truth, all) = (truth[step][floor], all[step][floor] / count);
        [(truth / all).log2(), (truth / weight).log2()]
    };
    Box::new(std::array::from_fn(|step| std::array::from_fn(|floor| of(step, floor))))
}

/// The belief's grids of policies that have all temperatures and floors between them, with where each policy is in the
/// table of [`Chances`].
fn grids() -> (Vec<Policies>, Vec<[(usize, usize); POLICIES]>) {
    let (mut grids, mut places) = (Vec::new(), Vec::new());
    for step in (0..STEPS).step_by(TEMPERATURES) {
        for floor in (0..FLOORS.len()).step_by(belief::FLOORS) {
            // A grid that goes beyond the last temperature, or floor, has that more than once.
            let steps: [usize; TEMPERATURES] = std::array::from_fn(|at| (step + at).min(STEPS - 1));
            let floors: [usize; belief::FLOORS] = std::array::from_fn(|at| (floor + at).min(FLOORS.len() - 1));
            grids.push(Policies {
                base: Temperatures::constant(1.0),
                multiples: steps.map(temperature),
                floors: floors.map(|floor| FLOORS[floor]),
                prior: [1.0 / POLICIES as f64; POLICIES],
            });
            places.push(std::array::from_fn(|at| (steps[at / belief::FLOORS], floors[at % belief::FLOORS])));
        }
    }
    (grids, places)
}

/// The likelihood of the play with a rack, times its weight beside other racks: what it weighs before the play over
/// what the rest of it weighs after.
fn chances(play: &PlacementLikelihood<'_>, rack: &Rack, places: &[[(usize, usize); POLICIES]]) -> Chances {
    let weight = 1.0 / play.ways(rack);
    let mut chances = [[0.0; FLOORS.len()]; STEPS];
    for (likelihoods, places) in play.of(rack).iter().zip(places) {
        for (likelihood, &(step, floor)) in likelihoods.iter().zip(places) {
            chances[step][floor] = likelihood * weight;
        }
    }
    chances
}

/// The plays of a cell: how many, and the sums of their bits.
#[derive(Clone)]
struct Cell {
    plays: usize,
    bits: Bits,
}

impl Cell {
    const NONE: Cell = Cell { plays: 0, bits: [[[0.0; 2]; FLOORS.len()]; STEPS] };

    fn add(&mut self, bits: &Bits) {
        self.plays += 1;
        self.bits
            .iter_mut()
            .flatten()
            .flatten()
            .zip(bits.iter().flatten().flatten())
            .for_each(|(sum, bit)| *sum += bit);
    }

    /// The temperature with the most bits of a kind at this floor, and how many a play.
    fn best(&self, floor: usize, kind: usize) -> (f64, f64) {
        let at = |step: usize| self.bits[step][floor][kind] / self.plays.max(1) as f64;
        let best = (0..STEPS).max_by(|&a, &b| at(a).total_cmp(&at(b))).unwrap_or(0);
        (temperature(best), at(best))
    }
}

/// The numbers of tiles in the bag that make a phase: `21-42`, or `43+`.
fn bags_of(phase: usize) -> String {
    let bags: Vec<usize> = (1..=u8::MAX.into()).filter(|&bag| phase_of(bag) == phase).collect();
    match (bags.first(), bags.last()) {
        (Some(first), Some(last)) if *last < u8::MAX.into() => format!("{first}-{last}"),
        (first, _) => format!("{}+", first.unwrap_or(&0)),
    }
}

/// All cells, and what they have in common.
struct Cells {
    by_phase: Vec<[Cell; RACK_SIZE + 1]>,
    all: Cell,
}

impl Default for Cells {
    fn default() -> Self {
        Cells { by_phase: vec![[Cell::NONE; RACK_SIZE + 1]; PHASES], all: Cell::NONE }
    }
}

impl Cells {
    fn add(&mut self, play: &PlayBits) {
        self.by_phase[play.phase][play.tiles].add(&play.bits);
        self.all.add(&play.bits);
    }

    /// The floor by which all plays tell most.
    fn floor(&self) -> usize {
        let bits = |&floor: &usize| self.all.best(floor, 0).1;
        (0..FLOORS.len()).max_by(|a, b| bits(a).total_cmp(&bits(b))).unwrap_or(0)
    }

    fn report(&self) -> Result<(), AnyError> {
        let floor = self.floor();
        say(format_args!("floor {}", FLOORS[floor]))?;
        say(format_args!("  bag tiles   plays  tells most  bits told  likeliest  bits"))?;
        let line = |name: String, cell: &Cell, keeps: bool| {
            let [(tells, told), (likeliest, bits)] = [0, 1].map(|kind| cell.best(floor, kind));
            let told = if keeps { format!("{tells:11.2} {told:10.3}") } else { format!("{:>11} {:>10}", "-", "-") };
            say(format_args!("{name} {:7} {told} {likeliest:10.2} {bits:6.3}", cell.plays))
        };
        for (phase, cells) in self.by_phase.iter().enumerate() {
            for (tiles, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.plays > 0) {
                line(format!("{:>5} {tiles:5}", bags_of(phase)), cell, tiles < RACK_SIZE)?;
            }
        }
        Ok(line(format!("{:>11}", "all"), &self.all, true)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A play that the true rack makes twice as likely as the others do tells one bit, but for the truth's own share.
    #[test]
    fn what_is_twice_as_likely_tells_a_bit() {
        let of = |chance: f64| [[chance; FLOORS.len()]; STEPS];
        let all = of(0.25 * OTHERS as f64);
        let [told, likely] = bits(&of(0.5), all, 1.0)[3][1];
        assert!((told - 1.0).abs() < 1e-3 && (likely + 1.0).abs() < 1e-12, "{told} {likely}");
    }

    #[test]
    fn phases_are_told_by_the_bag() {
        let told: Vec<String> = (0..PHASES).map(bags_of).collect();
        assert!(told[0].ends_with('+') && told[PHASES - 1].starts_with("1-"), "{told:?}");
    }

    #[test]
    fn the_best_temperature_is_found() {
        let mut cell = Cell::NONE;
        let mut bits = [[[0.0; 2]; FLOORS.len()]; STEPS];
        bits[7][1] = [1.0, -2.0];
        cell.add(&bits);
        assert_eq!(cell.best(1, 0), (temperature(7), 1.0));
        assert_eq!(cell.best(1, 1).1, 0.0, "a likelihood of 1 cannot be beaten");
    }
}
