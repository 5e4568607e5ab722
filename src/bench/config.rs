//! What a bench is asked to do, and what it is done with.

use crate::data_path::DataPath;
use crate::evaluate::{Leaves, StaticValue, ValueLibrary};
use crate::game::Rules;
use crate::lexicon::{Lexicon, Library};
use crate::movegen::Generator;
use crate::self_play::SelfPlay;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// Any error, to be told as one line.
pub type AnyError = Box<dyn Error + Send + Sync>;

/// The benches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bench {
    /// Self-play by the best static play.
    Static,
    /// Play tables of the positions of some games.
    Table,
    /// Simulations.
    Sim,
    /// Beliefs after one play.
    Infer,
    /// Endgames.
    Endgame,
    /// Pre-endgames.
    Peg,
    /// The luck of games.
    Luck,
}

impl Bench {
    /// All benches by name.
    pub const NAMES: [(&'static str, Bench); 7] = [
        ("static", Bench::Static),
        ("table", Bench::Table),
        ("sim", Bench::Sim),
        ("infer", Bench::Infer),
        ("endgame", Bench::Endgame),
        ("peg", Bench::Peg),
        ("luck", Bench::Luck),
    ];
}

/// What to measure, and how much of it.
#[derive(Clone, Debug)]
pub struct BenchConfig {
    /// Which bench.
    pub bench: Bench,
    /// How many threads work.
    pub threads: NonZeroUsize,
    /// What decides everything that is drawn.
    pub seed: u64,
    /// How many games are played, if that is not for the bench to say.
    pub games: Option<u64>,
    /// How many iterations a simulation has.
    pub iterations: Option<u64>,
    /// How many plies a simulation looks ahead.
    pub plies: Option<u32>,
    /// How long each endgame or pre-endgame is looked at, in seconds, instead of a fixed amount of work.
    pub seconds: Option<u64>,
    /// The words.
    pub lexicon: String,
    /// Where lexicons and values are looked for.
    pub data_path: Vec<PathBuf>,
    /// A file of positions to measure instead of games.
    pub positions: Option<PathBuf>,
}

impl Default for BenchConfig {
    fn default() -> Self {
        BenchConfig {
            bench: Bench::Static,
            threads: NonZeroUsize::MIN,
            seed: 1,
            games: None,
            iterations: None,
            plies: None,
            seconds: None,
            lexicon: "ENABLE1".into(),
            data_path: Vec::new(),
            positions: None,
        }
    }
}

impl BenchConfig {
    /// What does not go together.
    pub(super) fn check(&self) -> Result<(), AnyError> {
        if self.games.is_some() && (self.positions.is_some() || self.bench == Bench::Sim) {
            return Err("--games is not for positions".into());
        }
        if self.positions.is_some() && self.bench == Bench::Luck {
            return Err("--positions is not for bench luck, which needs whole games".into());
        }
        if (self.iterations.is_some() || self.plies.is_some()) && self.bench != Bench::Sim {
            return Err("--iterations and --plies are for bench sim".into());
        }
        if let Some(missing) = self.data_path.iter().find(|folder| !folder.is_dir()) {
            return Err(format!("--data-path: {} is not a folder", missing.display()).into());
        }
        Ok(())
    }

    /// Where values are looked for.
    pub(super) fn values(&self) -> ValueLibrary {
        ValueLibrary::new(DataPath::new(self.data_path.clone()))
    }
}

/// What games are played with.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) rules: Arc<Rules>,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) value: StaticValue,
}

impl Setup {
    /// Loads all that is played with. Blocks.
    pub(super) fn load(config: &BenchConfig) -> Result<Self, AnyError> {
        let rules = Arc::new(Rules::default());
        let library = Library::new(DataPath::new(config.data_path.clone()));
        let lexicon = library.load(&config.lexicon, &rules.distribution)?;
        let value = StaticValue::new(Leaves::find(&config.values(), &lexicon)?);
        lexicon.word_map(); // made here, so that it is not measured
        Ok(Setup { rules, lexicon, value })
    }

    pub(super) fn self_play(&self) -> SelfPlay {
        SelfPlay::new(self.rules.clone(), self.lexicon.clone())
    }

    pub(super) fn generator(&self, rules: &Arc<Rules>) -> Generator {
        Generator::new(rules.clone(), self.lexicon.clone())
    }
}

/// One number by another, or what to say where the other is 0.
pub(super) fn ratio(a: f64, b: f64, digits: usize) -> String {
    if b > 0.0 { format!("{:.digits$}", a / b) } else { "too little to tell".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_divided_by_nothing() {
        assert_eq!(ratio(1.0, 0.0, 1), "too little to tell");
        assert_eq!(ratio(1.0, 4.0, 1), "0.2");
    }

    #[test]
    fn what_does_not_go_together_is_said_in_one_line() {
        let error = |config: BenchConfig| config.check().unwrap_err().to_string();
        let default = BenchConfig::default;
        let of_positions = BenchConfig { positions: Some("x".into()), ..default() };
        assert_eq!(error(BenchConfig { games: Some(1), ..of_positions }), "--games is not for positions");
        let sim = BenchConfig { bench: Bench::Sim, ..default() };
        assert_eq!(error(BenchConfig { games: Some(1), ..sim }), "--games is not for positions");
        assert_eq!(error(BenchConfig { plies: Some(1), ..default() }), "--iterations and --plies are for bench sim");
        let luck = BenchConfig { bench: Bench::Luck, positions: Some("x".into()), ..default() };
        assert_eq!(error(luck), "--positions is not for bench luck, which needs whole games");
        let no_folder = BenchConfig { data_path: vec!["no/such".into()], ..default() };
        assert_eq!(error(no_folder), "--data-path: no/such is not a folder");
    }
}
