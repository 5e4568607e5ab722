//! Options that several tools take.

use crate::AnyError;
use clap::Args;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tasseo::data_path::DataPath;
use tasseo::evaluate::ValueLibrary;
use tasseo::game::{Catalogue, Distribution};
use tasseo::lexicon::{Lexicon, Library};

/// Ten million million games take longer than anyone has, and no sum overflows by them.
pub const GAMES: RangeInclusive<u64> = 1..=10_000_000_000_000;

/// The most worlds to simulate in: more take longer than anyone has, too.
pub const MOST_WORLDS: u64 = 1_000_000_000;

/// Reads a whole number of this range, for clap; its own parsers have another wording for each thing that can be wrong.
pub fn whole_number(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("must be a whole number from {} to {}", range.start(), range.end()))
    }
}

/// How many games are played at a time.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadsArgs {
    /// On how many threads; the result is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=256), allow_negative_numbers = true)]
    threads: Option<u64>,
}

impl ThreadsArgs {
    /// As many as were asked for, or as there are cores.
    pub fn count(self) -> NonZeroUsize {
        let asked = self.threads.and_then(|threads| NonZeroUsize::new(threads as usize));
        asked.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// Which letters words are made of.
#[derive(Args, Clone, Debug)]
pub struct LettersArgs {
    /// The letter distribution: one that comes with Tasseo, or NAME.csv in the data path
    #[arg(long, default_value = "english", value_name = "NAME")]
    pub distribution: String,
    /// Folders to look for lexicons and distributions in
    #[arg(long, value_delimiter = ';', value_name = "DIR[;DIR]")]
    pub data_path: Vec<PathBuf>,
}

/// Which lexicon is meant.
#[derive(Args, Clone, Debug)]
pub struct LexiconArgs {
    /// The lexicon: ENABLE1, YAWL, one in the data path, or a file .kwg or .txt
    #[arg(short, long, default_value = "ENABLE1", value_name = "NAME")]
    pub lexicon: String,
    /// Its letters.
    #[command(flatten)]
    pub letters: LettersArgs,
}

impl LettersArgs {
    /// The folders as other programs take them, in one argument.
    pub fn data_path(&self) -> String {
        self.data_path.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(";")
    }

    /// Where names of distributions and layouts are looked up.
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::new(DataPath::new(self.data_path.clone()))
    }

    /// Where names of lexicons are looked up.
    pub fn library(&self) -> Library {
        Library::new(DataPath::new(self.data_path.clone()))
    }

    /// The distribution that is meant. Reads a file if it is not one of ours.
    pub fn distribution(&self) -> Result<Arc<Distribution>, AnyError> {
        if let Some(missing) = self.data_path.iter().find(|folder| !folder.is_dir()) {
            return Err(format!("--data-path: {} is not a folder", missing.display()).into());
        }
        Ok(self.catalogue().distribution(&self.distribution)?)
    }
}

impl LexiconArgs {
    /// Whether a file is meant, and not a name.
    fn is_file(&self) -> bool {
        Library::is_lexicon_file(Path::new(&self.lexicon))
    }

    /// Where its values are looked for: beside a file, or by its name in the data path.
    pub fn values(&self) -> ValueLibrary {
        let folders = if self.is_file() { Vec::new() } else { self.letters.data_path.clone() };
        ValueLibrary::new(DataPath::new(folders))
    }

    /// Loads the lexicon that is meant. Blocks while it is read.
    pub fn open(&self) -> Result<Arc<Lexicon>, AnyError> {
        let distribution = self.letters.distribution()?;
        if self.is_file() {
            return Ok(Library::load_file(Path::new(&self.lexicon), &distribution)?);
        }
        Ok(self.letters.library().load(&self.lexicon, &distribution)?)
    }
}
