//! Engines that play with the words and values of a setup, for those who search positions.

use crate::AnyError;
use crate::game_setup::GameSetup;
use std::path::Path;
use std::sync::Arc;
use tasseo::engine::{Engine, Go, Options, Values};
use tasseo::evaluate::WinChance;
use tasseo::fingerprint::fingerprint;
use tasseo::game::{Alphabet, Position, Rack};
use tasseo::limits::{Limits, Mode};
use tasseo::search::{Findings, Report, SimReport};

/// What searches are made with.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The words and values.
    pub setup: GameSetup,
    engine: Engine,
}

impl Lab {
    /// With this setup, whose lexicon must have win chances. Blocks while they are read.
    pub fn at(setup: &GameSetup) -> Result<Self, AnyError> {
        let win_chance = WinChance::find(&setup.values, setup.lexicon())?.ok_or("the lexicon has no win chances")?;
        let values = Values::new(setup.lexicon().clone(), setup.leaves.clone(), Some(win_chance));
        let mut engine = Engine::with_values(values);
        engine.configure(|options| options.threads = 1)?;
        Ok(Lab { setup: setup.clone(), engine })
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        self.setup.distribution().alphabet()
    }

    /// An engine of its own, on one thread, with the default options but for these.
    pub fn engine(&self, change: impl FnOnce(&mut Options)) -> Engine {
        let mut engine = self.engine.clone();
        engine.configure(change).expect("the words and values are loaded");
        engine
    }
}

/// Asks for a simulation of this many plies, or as deep as the engine thinks best, that ends after this many iterations
/// of its candidates, if at all, and not before.
pub fn simulation(plies: Option<usize>, iterations: Option<u64>) -> Go {
    let limits = Limits {
        depth: plies.map(|plies| plies as u32),
        iterations,
        infinite: iterations.is_none(),
        ..Limits::default()
    };
    Go { mode: Mode::Sim, limits, ..Go::default() }
}

/// What an engine finds in the game that it looks at, with this seed. Blocks.
pub fn search(engine: &mut Engine, seed: u64, go: impl Into<Go>) -> Arc<Findings> {
    engine.configure(|options| options.seed = seed).expect("a seed can always be set");
    engine.go(go).expect("a position that can be played on").wait()
}

/// What a simulation found; none if there was nothing to simulate.
pub fn sim_report(findings: &Findings) -> Option<&SimReport> {
    match &findings.report {
        Some(Report::Simulation(report)) => Some(report),
        _ => None,
    }
}

/// The positions of a file, each with the rack of the player on turn.
pub fn read_positions(path: &Path) -> Result<Vec<(Position, Rack)>, AnyError> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    tasseo::bench::read_positions(&path.display().to_string(), &text, &[])
}

/// Tells positions apart, for records that must not be mixed.
pub fn positions_mark(positions: &[(Position, Rack)]) -> String {
    let boards = positions.iter().map(|(position, rack)| format!("{position:?} {rack:?}")).collect::<String>();
    format!("positions={:016x}", fingerprint(boards.into_bytes()))
}
