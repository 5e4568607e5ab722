//! `train winchance`: learns the win chance from self-play, alone or as one of several parts.

pub mod calibrate;
pub mod changes;
pub mod smooth;

use self::changes::{Changes, Spread, Sums, samples};
use super::shard::Shard;
use super::table::{Table, TableArgs};
use super::{check_output, checkpoint_of};
use crate::args::{GAMES, whole_number};
use crate::games::try_play_in_order;
use crate::progress::GameProgress;
use crate::{AnyError, say, write_file};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tasseo::evaluate::WinChance;
use tasseo::self_play::seed_of;

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
    table: TableArgs,
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
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    shard: Option<Shard>,
    /// Make the table of these sums, one of each part, instead of playing
    #[arg(long, value_name = "FILE", num_args = 1..)]
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
    check_output(&args.output, &args.merge)?;
    let sums = if args.merge.is_empty() { play(args)? } else { merge(&args.merge)? };
    let text = match args.shard {
        Some(_) => sums.write(),
        None => args.format.write(&smooth::win_chance(&sums.changes)),
    };
    write_file(&args.output, text.as_bytes())?;
    if args.merge.is_empty() {
        let _ = std::fs::remove_file(checkpoint_of(&args.output));
    }
    let (path, turns, seconds) = (args.output.display(), sums.changes.turns(), start.elapsed().as_secs_f32());
    say(format_args!("{path}: {} games, {turns} turns, {seconds:.1} s", sums.played))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays what is still to be played of this part of the run.
fn play(args: &WinChanceArgs) -> Result<Sums, AnyError> {
    let table = Table::open(&args.table)?;
    let mut sums = resume(args, &table)?;
    let shard_games = sums.shard.games(sums.games);
    let games = shard_games.start + sums.played..shard_games.end;
    let mut progress = GameProgress::new("winchance", sums.played, shard_games.end - shard_games.start);
    let mut last_checkpoint = Instant::now();
    let player = || {
        let mut self_play = table.self_play();
        let (value, kind, seed) = (&table.value, args.spread, args.table.seed);
        move |game| samples(&mut self_play, value, kind, seed_of(seed, game))
    };
    try_play_in_order(games, args.table.threads.count(), player, |_, turns| {
        turns.iter().for_each(|sample| sums.changes.count(sample));
        sums.played += 1;
        progress.show(sums.played);
        if last_checkpoint.elapsed() >= Duration::from_secs(args.checkpoint_every) {
            write_file(&checkpoint_of(&args.output), sums.write().as_bytes())?;
            last_checkpoint = Instant::now();
        }
        Ok::<(), AnyError>(())
    })?;
    Ok(sums)
}

/// What has been counted by an earlier run of the same settings; nothing, if there was none.
fn resume(args: &WinChanceArgs, table: &Table) -> Result<Sums, AnyError> {
    let (games, shard) = (args.games, args.shard.unwrap_or(Shard::WHOLE));
    let settings = format!("{} spread={:?} seed={}", table.describe(), args.spread, args.table.seed);
    let fresh = Sums { settings, games, shard, played: 0, changes: Changes::new(table.most_unseen()) };
    let path = checkpoint_of(&args.output);
    if !path.exists() {
        return Ok(fresh);
    }
    let help = "go on with the same settings, or remove the checkpoint to start anew";
    let sums = Sums::load(&path).map_err(|error| format!("{error}; remove the checkpoint to start anew"))?;
    match is_same_run(&sums, &fresh) && sums.shard == shard {
        true => Ok(sums),
        false => Err(format!("{}: the checkpoint of a run with other settings; {help}", path.display()).into()),
    }
}

/// The sums of all parts of a run, which must all be there.
fn merge(files: &[PathBuf]) -> Result<Sums, AnyError> {
    let mut parts = files.iter().map(|path| Ok((path, Sums::load(path)?))).collect::<Result<Vec<_>, AnyError>>()?;
    parts.sort_by_key(|(_, sums)| sums.shard);
    let (first_path, mut all) = parts[0].clone();
    all.shard = Shard::WHOLE;
    (all.played, all.changes) = (0, Changes::new(all.changes.most_unseen()));
    let of = parts[0].1.shard.of;
    for (path, sums) in &parts {
        let wrong = |what: &str| Err(format!("{}: {what}", path.display()).into());
        if !is_same_run(sums, &all) || sums.shard.of != of {
            return wrong(&format!("of another run than {}", first_path.display()));
        }
        if !sums.is_complete() {
            return wrong("its run is not finished");
        }
        all.played += sums.played;
        all.changes.add(&sums.changes);
    }
    let shards: Vec<Shard> = parts.iter().map(|(_, sums)| sums.shard).collect();
    Shard::are_all(&shards)?;
    Ok(all)
}

fn is_same_run(one: &Sums, other: &Sums) -> bool {
    let same_tiles = one.changes.most_unseen() == other.changes.most_unseen();
    same_tiles && one.settings == other.settings && one.games == other.games
}
