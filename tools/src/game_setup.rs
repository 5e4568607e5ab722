//! What games are played with: the lexicon and the players' leave values, and which exactly they were.

use crate::AnyError;
use crate::args::{LexiconArgs, ThreadsArgs, whole_number};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tasseo::evaluate::{Leaves, StaticValue, ValueKind, ValueLibrary, ValueSource};
use tasseo::fingerprint::fingerprint;
use tasseo::game::{Distribution, RACK_SIZE, Rules};
use tasseo::lexicon::{Lexicon, kwg};
use tasseo::movegen::{TableBuilder, TooManyWords};
use tasseo::self_play::SelfPlay;

/// Options of whatever plays many games.
#[derive(Args, Clone, Debug)]
pub struct GameSetupArgs {
    /// The lexicon.
    #[command(flatten)]
    pub lexicon: LexiconArgs,
    /// The players' leave values [default: those beside the lexicon, or those that come with Tasseo]
    #[arg(long, value_name = "FILE.klv2")]
    pub leaves: Option<PathBuf>,
    /// What decides all draws: the same seed plays the same games
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole_number(0..=u64::MAX),
        allow_negative_numbers = true)]
    pub seed: u64,
    /// How many games at a time.
    #[command(flatten)]
    pub threads: ThreadsArgs,
}

/// What games are played with.
#[derive(Clone, Debug)]
pub struct GameSetup {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    /// Where values that go with the lexicon are looked for.
    pub values: ValueLibrary,
    /// How both players judge.
    pub value: StaticValue,
    /// Their leave values.
    pub leaves: Option<Arc<Leaves>>,
    /// What it was loaded from: files that must not be written over.
    pub files: Vec<PathBuf>,
}

impl GameSetup {
    /// Loads what the options name. Blocks while files are read.
    pub fn open(args: &GameSetupArgs) -> Result<Self, AnyError> {
        let (lexicon, values) = (args.lexicon.open()?, args.lexicon.values());
        let leaves = match &args.leaves {
            Some(path) => Some(Arc::new(Leaves::load(path, lexicon.distribution())?)),
            None => Leaves::find(&values, &lexicon)?,
        };
        let beside = values.for_lexicon(ValueKind::Leaves, &lexicon).and_then(|leaves| match leaves {
            ValueSource::File(path) => Some(path),
            ValueSource::Shipped(_) => None,
        });
        let mut setup = Self::new(lexicon, leaves);
        setup.values = values;
        setup.files.extend(args.leaves.clone().or(beside));
        Ok(setup)
    }

    /// For these words and leave values.
    pub fn new(lexicon: Arc<Lexicon>, leaves: Option<Arc<Leaves>>) -> Self {
        let rules = Arc::new(Rules { distribution: lexicon.distribution().clone(), ..Rules::default() });
        let files = lexicon.file().map(Path::to_path_buf).into_iter().collect();
        let value = StaticValue::new(leaves.clone());
        GameSetup { rules, lexicon, values: ValueLibrary::default(), value, leaves, files }
    }

    /// The words.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.lexicon
    }

    /// The usual rules, with the lexicon's tiles.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The tiles.
    pub fn distribution(&self) -> &Distribution {
        &self.rules.distribution
    }

    /// A place for one thread to play at.
    pub fn self_play(&self) -> SelfPlay {
        SelfPlay::new(self.rules.clone(), self.lexicon.clone())
    }

    /// What makes play tables for one thread.
    pub fn play_tables(&self) -> Result<TableBuilder, TooManyWords> {
        TableBuilder::new(self.rules.clone(), self.lexicon.clone())
    }

    /// The most tiles that anybody does not see: all but a full rack, or the other's rack.
    pub fn most_unseen(&self) -> usize {
        self.rules.distribution.tiles().len().saturating_sub(RACK_SIZE).max(RACK_SIZE)
    }

    /// Words, tiles and leave values in one line; it tells whether two runs were with the same.
    pub fn describe(&self) -> String {
        let (name, distribution) = (self.lexicon.name(), &self.rules.distribution);
        let words = fingerprint(kwg::write(self.lexicon.graph()));
        let tiles = fingerprint_of_tiles(distribution);
        let leaves = self.leaves.as_ref();
        let leaves = leaves.map_or("none".into(), |leaves| format!("{:016x}", fingerprint(leaves.write())));
        format!("lexicon={name} words={words:016x} tiles={tiles:016x} leaves={leaves}")
    }
}

/// Reads a whole file; an error names it.
pub fn read(path: &Path) -> Result<Vec<u8>, AnyError> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// A number that another set of tiles would not give.
pub fn fingerprint_of_tiles(set: &Distribution) -> u64 {
    let kinds = set.tiles().kinds().map(|(tile, count)| (tile.index(), count, set.value(tile)));
    fingerprint(kinds.flat_map(|kind| format!("{kind:?}").into_bytes()))
}
