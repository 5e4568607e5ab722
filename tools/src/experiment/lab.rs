//! What experiments with searches have in common.

use crate::AnyError;
use crate::train::table::Table;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tasseo::evaluate::WinChance;
use tasseo::game::{Alphabet, Position, Rack};
use tasseo::protocol::SIM_CANDIDATES;
use tasseo::search::simulation::{Allocation, Enough, Goal};
use tasseo::search::{Candidates, Request, Simulation, Way};

/// How many of the statically best plays are candidates: as many as the engine takes by itself.
pub const CANDIDATES: usize = SIM_CANDIDATES as usize;

/// What searches are made with.
#[derive(Clone, Debug)]
pub struct Lab<'t> {
    /// The words and values.
    pub table: &'t Table,
    win_chance: Arc<WinChance>,
}

impl<'t> Lab<'t> {
    /// At this table, whose lexicon must have win chances. Blocks while they are read.
    pub fn at(table: &'t Table) -> Result<Self, AnyError> {
        let win_chance = WinChance::beside(table.lexicon())?.ok_or("the lexicon has no win chances")?;
        Ok(Lab { table, win_chance })
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        self.table.distribution().alphabet()
    }

    /// A simulation for wins, on one thread, without an end.
    pub fn simulation(&self, plies: usize, allocation: Allocation, seed: u64) -> Simulation {
        Simulation {
            plies,
            inside: self.table.value.clone(),
            goal: Goal::Win,
            allocation,
            enough: Enough::default(),
            even_if_clear: true,
            seed,
            threads: NonZeroUsize::MIN,
        }
    }

    /// Asks for a simulation of the statically best plays.
    pub fn request(&self, (position, rack): &(Position, Rack), simulation: Simulation) -> Request {
        Request {
            position: Arc::new(position.clone()),
            rack: *rack,
            lexicon: self.table.lexicon().clone(),
            value: self.table.value.clone(),
            win_chance: Some(self.win_chance.clone()),
            candidates: Candidates { only: Vec::new(), also: Vec::new(), most: CANDIDATES },
            way: Way::Simulation(simulation),
            inference: None,
        }
    }
}

/// The positions of a file, each with the rack of the player on turn.
pub fn read_positions(path: &Path) -> Result<Vec<(Position, Rack)>, AnyError> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    tasseo::bench::read_positions(&path.display().to_string(), &text, &[])
}

/// The mean and its standard error; no error for a single value.
pub fn mean(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.collect();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 })
}
