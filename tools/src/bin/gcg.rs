//! The tool `gcg`: checks, shows and rewrites annotated games.

use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tasseo::game::cgp::{Cgp, Notes};
use tasseo::game::gcg::{Gcg, Warning};
use tasseo::game::{Action, Play, Player, Position, Rules, Turn, words_formed};
use tasseo::lexicon::{Lexicon, Library};
use tasseo_tools::args::LettersArgs;
use tasseo_tools::{AnyError, arguments, exit, write_file};

const EXAMPLES: &str = "Examples:
  gcg check *.gcg                      what does not add up, by line
  gcg check final.gcg --lexicon YAWL   and which plays are not words
  gcg show final.gcg --turn 12         the board and CGP after twelve turns
  gcg rewrite old.gcg -o new.gcg       the same game, as the format wants it

The exit status of check is 1 if anything does not add up, 2 if a file cannot be read.";

/// Checks, shows and rewrites games in GCG files.
#[derive(Parser)]
#[command(name = "gcg", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Report what does not add up: scores, racks, tile counts; exit status 1 if anything does not
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Also report plays that are not in this lexicon: ENABLE1, YAWL, or one in the data path
        #[arg(short, long, value_name = "NAME")]
        lexicon: Option<String>,
        #[command(flatten)]
        letters: LettersArgs,
    },
    /// Show a position of the game
    Show {
        /// The file
        file: PathBuf,
        /// After how many turns [default: all]
        #[arg(short, long, value_name = "N")]
        turn: Option<usize>,
        #[command(flatten)]
        letters: LettersArgs,
    },
    /// Write the game anew: UTF-8, canonical, with our scores
    Rewrite {
        /// The file
        file: PathBuf,
        /// Where to write it [default: standard output]
        #[arg(short, long, value_name = "OUT.gcg")]
        output: Option<PathBuf>,
        #[command(flatten)]
        letters: LettersArgs,
    },
}

fn main() -> ExitCode {
    exit("gcg", run(arguments::<Cli>("gcg").command))
}

fn run(command: Command) -> Result<ExitCode, AnyError> {
    match command {
        Command::Check { files, lexicon, letters } => check(&files, lexicon.as_deref(), &letters),
        Command::Show { file, turn, letters } => show(&file, turn, &letters),
        Command::Rewrite { file, output, letters } => rewrite(&file, output.as_deref(), &letters),
    }
}

fn read(file: &Path, letters: &LettersArgs) -> Result<(Gcg, Vec<Warning>), AnyError> {
    let rules = Rules { distribution: letters.distribution()?, ..Rules::default() };
    let within = |error: AnyError| AnyError::from(format!("{}: {error}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| within(error.into()))?;
    Gcg::parse(&bytes, &letters.catalogue(), &rules).map_err(|error| within(error.into()))
}

fn check(files: &[PathBuf], lexicon: Option<&str>, letters: &LettersArgs) -> Result<ExitCode, AnyError> {
    let mut words = lexicon.map(|name| Words::open(name, letters)).transpose()?;
    let mut out = std::io::stdout().lock();
    let mut status = 0;
    for file in files {
        let (gcg, warnings) = match read(file, letters) {
            Ok(read) => read,
            Err(error) => {
                eprintln!("gcg: {error}");
                status = 2;
                continue;
            }
        };
        writeln!(out, "{}: {}", file.display(), summary(&gcg))?;
        let phonies = words.as_mut().map_or(Ok(Vec::new()), |words| words.phonies(&gcg))?;
        for fault in warnings.iter().map(Warning::to_string).chain(phonies) {
            writeln!(out, "{}: {fault}", file.display())?;
            status = status.max(1);
        }
    }
    Ok(ExitCode::from(status))
}

fn summary(gcg: &Gcg) -> String {
    let now = gcg.history().now();
    let score = |player: Player| format!("{} {}", gcg.players[player].nickname(), now.score(player));
    let state = if now.ending().is_some() { "over" } else { "not over" };
    format!("{} turns, {}, {state}", gcg.history().turns().len(), Player::BOTH.map(score).join(", "))
}

/// A lexicon for games that may have other tiles.
struct Words {
    name: String,
    library: Library,
    /// For the tiles of the last game.
    lexicon: Arc<Lexicon>,
}

impl Words {
    fn open(name: &str, letters: &LettersArgs) -> Result<Self, AnyError> {
        let library = letters.library();
        let lexicon = library.load(name, &letters.distribution()?)?;
        Ok(Words { name: name.into(), library, lexicon })
    }

    /// A line for each play that is not made of words.
    fn phonies(&mut self, gcg: &Gcg) -> Result<Vec<String>, AnyError> {
        let distribution = &gcg.history().start().rules().distribution;
        if self.lexicon.distribution() != distribution {
            self.lexicon = self.library.load(&self.name, distribution)?;
        }
        let turns = gcg.history().turns_in_position().zip(1..);
        let phonies = turns.filter_map(|((turn, position), number)| {
            let words = self.unknown_words(turn, position);
            (!words.is_empty()).then(|| format!("turn {number}: not in {}: {}", self.lexicon.name(), words.join(", ")))
        });
        Ok(phonies.collect())
    }

    fn unknown_words(&self, turn: &Turn, position: &Position) -> Vec<String> {
        let Action::Play(Play::Place(placement)) = &turn.played.action else { return Vec::new() };
        let unknown = self.lexicon.unknown(&words_formed(position.board(), placement));
        unknown.iter().map(|word| position.distribution().alphabet().write_word(word)).collect()
    }
}

fn show(file: &Path, turn: Option<usize>, letters: &LettersArgs) -> Result<ExitCode, AnyError> {
    let (gcg, _) = read(file, letters)?;
    let turns = gcg.history().turns();
    let turn = turn.unwrap_or(turns.len());
    let too_many = || format!("{}: no turn {turn}; the game has {}", file.display(), turns.len());
    let position = gcg.history().position(turn).ok_or_else(too_many)?;
    let last_move = turn.checked_sub(1).and_then(|last| turns.get(last)).map(|turn| turn.played);
    let lexicon = gcg.pragma("lexicon").filter(|name| !name.contains(char::is_whitespace)).map(str::to_owned);
    let cgp = Cgp { position: position.clone(), notes: Notes { last_move, lexicon, ..Notes::default() } };
    writeln!(std::io::stdout().lock(), "{}{cgp}", position.picture())?;
    Ok(ExitCode::SUCCESS)
}

fn rewrite(file: &Path, output: Option<&Path>, letters: &LettersArgs) -> Result<ExitCode, AnyError> {
    let (gcg, warnings) = read(file, letters)?;
    warnings.iter().for_each(|warning| eprintln!("{}: {warning}", file.display()));
    match output {
        Some(path) => write_file(path, gcg.write().as_bytes())?,
        None => std::io::stdout().lock().write_all(gcg.write().as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
