//! The tool `gcg`: checks, shows and rewrites annotated games.

use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tasseo::game::cgp::{Cgp, Notes};
use tasseo::game::gcg::{Gcg, Warning};
use tasseo::game::{Action, PlacedTile, Play, Player, Position, Rules, Turn, words_formed};
use tasseo::lexicon::{Lexicon, Library};
use tasseo_tools::args::LettersArgs;
use tasseo_tools::{AnyError, exit, write_file};

const EXAMPLES: &str = "Examples:
  gcg check *.gcg                       what does not add up, with line numbers; exit status 1 if anything
  gcg check final.gcg --lexicon YAWL    and which plays are not words
  gcg show final.gcg --turn 12          the position after twelve turns, as a picture and as CGP
  gcg rewrite old.gcg -o new.gcg        the same game, as the format wants it";

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
    exit("gcg", run(Cli::parse().command))
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
    let mut out = std::io::stdout().lock();
    let mut clean = true;
    for file in files {
        let faults = match read(file, letters) {
            Ok((gcg, warnings)) => {
                writeln!(out, "{}: {}", file.display(), summary(&gcg))?;
                let warnings = warnings.iter().map(|warning| format!("{}: {warning}", file.display()));
                let phonies = lexicon.map_or(Ok(Vec::new()), |name| phonies(file, &gcg, name, letters))?;
                warnings.chain(phonies).collect()
            }
            Err(error) => vec![error.to_string()],
        };
        clean &= faults.is_empty();
        faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
    }
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn summary(gcg: &Gcg) -> String {
    let now = gcg.history().now();
    let score = |player: Player| format!("{} {}", gcg.players[player].nickname(), now.score(player));
    let state = if now.ending().is_some() { "over" } else { "not over" };
    format!("{} turns, {}, {state}", gcg.history().turns().len(), Player::BOTH.map(score).join(", "))
}

/// A line for each play that is not made of words.
fn phonies(file: &Path, gcg: &Gcg, name: &str, letters: &LettersArgs) -> Result<Vec<String>, AnyError> {
    let distribution = &gcg.history().start().rules().distribution;
    let lexicon = Library::new(letters.data_path.clone()).load(name, distribution)?;
    let turns = gcg.history().turns_in_position().enumerate();
    let phonies = turns.filter_map(|(at, (turn, position))| {
        let words = phony_words(turn, position, &lexicon)?;
        Some(format!("{}: turn {}: not in {}: {}", file.display(), at + 1, lexicon.name(), words.join(", ")))
    });
    Ok(phonies.collect())
}

fn phony_words(turn: &Turn, position: &Position, lexicon: &Lexicon) -> Option<Vec<String>> {
    let Action::Play(Play::Place(placement)) = &turn.played.action else { return None };
    let words = words_formed(position.board(), placement);
    let spelled = words.iter().map(|word| word.tiles().map(PlacedTile::letter).collect::<Vec<_>>());
    let unknown = spelled.filter(|word| !lexicon.contains(word));
    let unknown: Vec<String> = unknown.map(|word| position.distribution().alphabet().write_word(&word)).collect();
    (!unknown.is_empty()).then_some(unknown)
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
