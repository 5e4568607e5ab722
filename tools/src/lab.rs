//! A table at which positions are searched: the words, the values, and simulations as the engine makes them.

use crate::AnyError;
use crate::table::Table;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use tasseo::evaluate::WinChance;
use tasseo::game::{Alphabet, Position, Rack};
use tasseo::protocol::{SIM_CANDIDATES, SIM_PLIES};
use tasseo::search::simulation::{Allocation, Goal, StopRule};
use tasseo::search::{Candidates, Method, Request, Simulation};

/// How many of the statically best plays are candidates: as many as the engine takes by itself.
pub const CANDIDATES: usize = SIM_CANDIDATES as usize;

/// How many plies follow each candidate where the engine is not told.
pub const PLIES: usize = SIM_PLIES as usize;

/// What searches are made with.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The words and values.
    pub table: Table,
    win_chance: Arc<WinChance>,
}

impl Lab {
    /// At this table, whose lexicon must have win chances. Blocks while they are read.
    pub fn at(table: &Table) -> Result<Self, AnyError> {
        let win_chance = WinChance::find(&table.values, table.lexicon())?.ok_or("the lexicon has no win chances")?;
        Ok(Lab { table: table.clone(), win_chance })
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        self.table.distribution().alphabet()
    }

    /// A simulation for wins, on one thread, that ends after so many worlds, if at all, and not before.
    pub fn simulation(&self, plies: usize, allocation: Allocation, worlds: Option<u64>, seed: u64) -> Simulation {
        Simulation {
            plies,
            inside: self.table.value.clone(),
            goal: Goal::Win,
            allocation,
            stop_rule: StopRule { iterations: worlds, confidence: None },
            simulate_single: true,
            with_table: true,
            seed,
            threads: NonZeroUsize::MIN,
        }
    }

    /// A simulation as the engine makes it where nothing else is said, in so many worlds.
    pub fn usual_simulation(&self, worlds: u64, seed: u64) -> Simulation {
        Simulation { simulate_single: false, ..self.simulation(PLIES, Allocation::NARROWING, Some(worlds), seed) }
    }

    /// Asks for a simulation of the statically best plays.
    pub fn request(&self, (position, rack): &(Position, Rack), simulation: Simulation) -> Request {
        Request {
            position: Arc::new(position.clone()),
            rack: *rack,
            lexicon: self.table.lexicon().clone(),
            value: self.table.value.clone(),
            win_chance: Some(self.win_chance.clone()),
            candidates: Candidates::best(CANDIDATES),
            method: Method::Simulation(simulation),
            inference: None,
        }
    }
}

/// The positions of a file, each with the rack of the player on turn.
pub fn read_positions(path: &Path) -> Result<Vec<(Position, Rack)>, AnyError> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    tasseo::bench::read_positions(&path.display().to_string(), &text, &[])
}
