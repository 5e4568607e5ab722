//! `train winchance`: learns the win chance from self-play, alone or as one of several parts.

pub mod changes;
pub mod smooth;

use self::changes::{Changes, Spread, samples};
use super::run_part::{RunPart, UnreadPart};
use crate::args::{GAMES, whole_number};
use crate::game_setup::{GameSetup, GameSetupArgs};
use crate::output::Output;
use crate::progress::GameProgress;
use crate::shard::Shard;
use crate::{AnyError, say};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tasseo::evaluate::WinChance;
use tasseo::parallel::try_in_order;
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;

/// Learn the chance to win from self-play
///
/// Static players play each other. What comes out is a table of the chance to win by spread and unseen tiles, which is
/// the same for the same seed on any number of threads. The run can be stopped at any time: OUT.checkpoint remembers
/// how far it was, and the same command goes on from there.
#[derive(Args, Clone, Debug)]
pub struct WinChanceArgs {
    /// How many games to learn from
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    setup: GameSetupArgs,
    /// What the spread is taken to be: what the table will be asked for
    #[arg(long, value_enum, default_value_t = Spread::Leaves)]
    spread: Spread,
    /// Where to write the table
    #[arg(short, long, value_name = "OUT.csv")]
    output: PathBuf,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    /// Play only this part of the games, and write sums to be merged instead of a table
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Make the table of these sums, one of each part, instead of playing; they know all other settings
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "lexicon", "distribution",
        "data_path", "leaves", "seed", "threads", "spread", "shard", "checkpoint_every"])]
    merge: Vec<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = whole_number(0..=u64::MAX),
        allow_negative_numbers = true)]
    checkpoint_every: u64,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As Tasseo and Macondo read it
    Csv,
    /// As MAGPIE reads it (Tasseo reads it too)
    Magpie,
}

impl Format {
    fn write(self, table: &WinChance) -> String {
        match self {
            Format::Csv => table.to_csv(),
            Format::Magpie => table.to_magpie(),
        }
    }
}

/// Does what the options say. Blocks.
pub fn run(args: &WinChanceArgs) -> Result<ExitCode, AnyError> {
    let start = Instant::now();
    let (output, part) = if args.merge.is_empty() { play(args)? } else { merge(args)? };
    let (path, turns, seconds) = (output.path().display(), part.found.turns(), start.elapsed().as_secs_f32());
    say(format_args!("{path}: {} games, {turns} turns, {seconds:.1} s", part.played))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays what is still to be played of this part of the run, and writes the table or the sums.
fn play(args: &WinChanceArgs) -> Result<(Output, RunPart<Changes>), AnyError> {
    let setup = GameSetup::open(&args.setup)?;
    let output = Output::reserve(&args.output, &setup.files)?;
    let mut part = begin(args, &setup).resume(&output, read)?;
    let mut progress = GameProgress::new("winchance", part.played, part.size());
    let mut last_checkpoint = Instant::now();
    let play =
        |self_play: &mut SelfPlay, game| samples(self_play, &setup.value, args.spread, seed_of(args.setup.seed, game));
    let (threads, games) = (args.setup.threads.count(), part.games_left());
    try_in_order(
        threads,
        games,
        || setup.self_play(),
        play,
        |_, turns| {
            turns.iter().for_each(|sample| part.found.count(sample));
            part.played += 1;
            progress.show(part.played);
            if last_checkpoint.elapsed() >= Duration::from_secs(args.checkpoint_every) {
                output.save(&part.write())?;
                last_checkpoint = Instant::now();
            }
            Ok::<(), AnyError>(())
        },
    )?;
    output.finish(&if args.shard.is_some() { part.write() } else { args.table_of(&part) })?;
    Ok((output, part))
}

/// A part of the run before its first game.
fn begin(args: &WinChanceArgs, setup: &GameSetup) -> RunPart<Changes> {
    let (games, spread, seed) = (args.games, args.spread, args.setup.seed);
    RunPart {
        settings: format!("{} spread={spread:?} seed={seed} games={games}", setup.describe()),
        games,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        played: 0,
        found: Changes::new(setup.most_unseen()),
    }
}

/// Writes the table of all parts of a run, which must all be there.
fn merge(args: &WinChanceArgs) -> Result<(Output, RunPart<Changes>), AnyError> {
    let output = Output::reserve(&args.output, &args.merge)?;
    let whole = RunPart::merge(&args.merge, read)?;
    output.write(&args.table_of(&whole))?;
    Ok((output, whole))
}

fn read(part: &UnreadPart) -> Result<Changes, AnyError> {
    Ok(Changes::read(&part.found).ok_or("its counts are damaged")?)
}

impl WinChanceArgs {
    /// The table, as it is to be written.
    fn table_of(&self, whole: &RunPart<Changes>) -> Vec<u8> {
        self.format.write(&smooth::win_chance(&whole.found)).into_bytes()
    }
}
