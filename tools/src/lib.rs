//! What the tools around the engine are made of. Each tool is a program in `src/bin`, and most of it is here.
//!
//! | tool | for whom | what it does |
//! |---|---|---|
//! | `lexicon` | players, lexicon makers | compiles word lists; checks words, finds anagrams, exports |
//! | `gcg` | players, annotators | checks, shows and rewrites annotated games |
//! | `referee` | engine authors | plays matches between engines that speak UCGI or SIU; `check` tells whether one keeps to the protocol, and how fast it answers |
//! | `selfplay` | whoever tunes values | plays many fast games between two static players, and tells who is better |
//! | `train` | whoever has another lexicon | learns leave values and win chances from self-play |
//! | `experiment` | us, and readers who doubt our figures | repeats by name what is claimed of Tasseo, and measures what its values rest on |
//!
//! | for | modules |
//! |---|---|
//! | what games are played with | [`args`], options that several tools take; [`game_setup`], the words and values; [`lab`], positions that are searched |
//! | playing many games | [`contest`], between two static players; [`known_games`], whose racks are known to us |
//! | what came of them | [`statistics`], [`clusters`], [`standing`], [`elo`], [`ratings`], [`sign_flips`], [`least_squares`]; [`plot`] shows it |
//! | long runs | [`progress`]; [`output`], a file that no other run writes; [`shard`], a part that another machine does |
//! | the tools themselves | [`train`], [`referee`], [`experiment`] |
//!
//! All of them end with one clear line if something is wrong ([`exit`]), and write files whole or not at all
//! ([`write_file`]). What does not measure time gives the same result for the same seed on any number of threads.

pub mod args;
pub mod clusters;
pub mod contest;
pub mod elo;
pub mod experiment;
pub mod game_setup;
pub mod known_games;
pub mod lab;
pub mod least_squares;
pub mod output;
pub mod plot;
pub mod progress;
pub mod ratings;
pub mod referee;
pub mod shard;
pub mod sign_flips;
pub mod standing;
pub mod statistics;
pub mod train;

use clap::error::ErrorKind;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Any error, to be told to the user as one line.
pub type AnyError = Box<dyn Error + Send + Sync>;

/// The exit status when something could not be done, as against 1 for "no" as an answer.
const TROUBLE: u8 = 2;

/// How a tool's `main` ends: with its own status, or with one line on stderr and status 2.
///
/// A reader that has seen enough (`| head`) is no error.
pub fn exit(tool: &str, outcome: Result<ExitCode, AnyError>) -> ExitCode {
    outcome.unwrap_or_else(|error| {
        let io_error = error.downcast_ref::<io::Error>();
        if io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("{tool}: {error}");
        ExitCode::from(TROUBLE)
    })
}

/// Reads a tool's arguments; ends the process with one line on stderr and status 2 if they are wrong.
///
/// Left out is what clap says below its first paragraph: the usage, and where to find help.
pub fn arguments<Cli: clap::Parser>(tool: &str) -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if is_help || !error.use_stderr() {
            error.exit(); // help and version
        }
        let text = error.to_string();
        let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        let subcommand = std::env::args_os().nth(1).and_then(|word| word.into_string().ok());
        let subcommand = subcommand.filter(|word| Cli::command().find_subcommand(word).is_some());
        let command = subcommand.map_or(tool.to_owned(), |subcommand| format!("{tool} {subcommand}"));
        eprintln!("{tool}: {}; try {command} --help", first.join(" ").trim_start_matches("error: "));
        std::process::exit(TROUBLE.into());
    })
}

/// Prints a line; that nobody reads it is an error and not a panic, as it would be with `println!`.
pub fn say(line: std::fmt::Arguments<'_>) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Whether two paths lead to the same file, which is there.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// What a path leads to: itself, where there is nothing yet.
fn target_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Writes a file so that it is there either whole or not at all: to a temporary file beside it, then in its place.
///
/// What a link leads to is written, not the link. What is no plain file, or must not be written, is left alone.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), AnyError> {
    let within = |error: AnyError| AnyError::from(format!("{}: {error}", path.display()));
    let target = target_of(path);
    if let Ok(there) = target.metadata() {
        if !there.is_file() {
            return Err(within("not a plain file; nothing was written".into()));
        }
        if there.permissions().readonly() {
            return Err(within("read-only; nothing was written".into()));
        }
    }
    write_beside(&target, bytes).map_err(|error| within(error.into()))
}

fn write_beside(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let prefix = format!(".{}.", target.file_name().unwrap_or_default().to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // As any file that is made: others may read it, if the user lets them.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}
