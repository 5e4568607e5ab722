//! How good beliefs are: what the true leave was given, against its chance without any play seen.
//!
//! For every play of a known game, log2 of the belief in the leave that was really kept over its prior: the LiftBits.
//! They are measured for several ways to read ([`ways_to_read`]), by the number of tiles kept; with how often the
//! truth got less than a thousandth of its prior, and whether tiles that are said to be held with some chance are held
//! as often as that.

use crate::clusters::Clusters;
use crate::statistics::Estimate;
use tasseo::belief::{Belief, Likelihood, Memory, Model, Policies, Weights};
use tasseo::game::{RACK_SIZE, Rack};

/// Bins of chances.
pub const BINS: usize = 10;

/// Ways to read that are compared, with their names.
pub fn ways_to_read(model: &Model) -> [(&'static str, Model); 3] {
    let paper = Model { weights: Weights::Leave, memory: Memory::LastTurn, ..model.clone() };
    let single = Model { memory: Memory::LastTurn, ..model.clone() };
    [("leave weights", paper), ("rack weights", single), ("carried", model.clone())]
}

/// A likelihood by its name: `grid`, `best`, or `soft=TEMPERATURE,FLOOR`.
pub fn likelihood(text: &str) -> Result<Likelihood, String> {
    let soft = text.strip_prefix("soft=").and_then(|rest| rest.split_once(','));
    let numbers = soft.and_then(|(points, floor)| Some((points.parse().ok()?, floor.parse().ok()?)));
    match (text, numbers) {
        ("grid", _) => Ok(Likelihood::default()),
        ("best", _) => Ok(Likelihood::Best),
        (_, Some((points, floor))) if points > 0.0 && (0.0..1.0).contains(&floor) => {
            Ok(Likelihood::Softmax(Policies::one(points, floor).into()))
        }
        _ => Err("must be grid, best, or soft=TEMPERATURE,FLOOR".into()),
    }
}

/// What one way to read was worth in one game.
#[derive(Clone, Debug, Default)]
pub struct GameLift {
    /// By the number of tiles kept: plays, bits, and plays whose truth was all but ruled out.
    kept: [[f64; 3]; RACK_SIZE + 1],
    /// By the chance that a tile was given: tiles, the chances, and how many were there.
    bins: [[f64; 3]; BINS],
}

impl GameLift {
    /// One play more.
    pub fn add(&mut self, belief: &Belief, kept: &Rack, held: &Rack) {
        let (chance, prior) = (belief.chance(kept), belief.prior(kept));
        let sums = &mut self.kept[kept.len()];
        sums[0] += 1.0;
        // What is impossible by the model is as bad as can be measured.
        sums[1] += (chance / prior).max(1e-12).log2();
        sums[2] += f64::from(u8::from(chance < prior / 1000.0));
        for tile in belief.tiles() {
            let bin = &mut self.bins[((tile.chance * BINS as f64) as usize).min(BINS - 1)];
            let is_held = f64::from(u8::from(held.count(tile.tile) > 0));
            [1.0, tile.chance, is_held].iter().zip(bin).for_each(|(one, sum)| *sum += one);
        }
    }
}

/// The same over many games.
#[derive(Clone, Debug, Default)]
pub struct Lift {
    kept: [Clusters<3>; RACK_SIZE + 1],
    /// Plays that kept one to five tiles.
    all: Clusters<3>,
    bins: [Clusters<3>; BINS],
}

/// A line of a report: how many, the mean bits, and the share of truths that were all but ruled out.
#[derive(Clone, Copy, Debug)]
pub struct LiftLine {
    /// How many plays.
    pub plays: f64,
    /// LiftBits.
    pub bits: Estimate,
    /// How often the truth got less than a thousandth of its prior.
    pub missed: Estimate,
}

impl Lift {
    /// One game more.
    pub fn add(&mut self, game: &GameLift) {
        self.kept.iter_mut().zip(&game.kept).for_each(|(sum, game)| sum.add(game));
        self.bins.iter_mut().zip(&game.bins).for_each(|(sum, game)| sum.add(game));
        let mut all = [0.0; 3];
        game.kept[1..=5].iter().for_each(|kept| all.iter_mut().zip(kept).for_each(|(sum, one)| *sum += one));
        self.all.add(&all);
    }

    /// Plays that kept so many tiles; if it is not said how many, one to five. None if there were none.
    pub fn line(&self, kept: Option<usize>) -> Option<LiftLine> {
        let sums = kept.map_or(&self.all, |kept| &self.kept[kept]);
        let line = LiftLine { plays: sums.count(), bits: sums.mean(1), missed: sums.mean(2) };
        (sums.count() > 0.0).then_some(line)
    }

    /// For each bin: how many tiles, the mean of their chances, and how often they were there.
    pub fn calibration(&self) -> impl Iterator<Item = (f64, f64, Estimate)> + '_ {
        self.bins.iter().map(|bin| (bin.count(), bin.mean(1).mean, bin.mean(2)))
    }
}
