//! `train leaves`: leave values from nothing, in rounds of self-play.
//!
//! In the first round every leave is worth nothing; each next one plays, and judges, by the values of the round before. Whatever
//! a round has seen is sums of whole numbers, so the result does not depend on the number of threads, on interruptions,
//! or on how a round is split into shards.

mod estimate;
mod ghosts;
mod notes;
mod sums;

use self::ghosts::{Learner, Lesson, racks_per_game, seldom_leaves};
use self::notes::{Notes, Plan};
use self::sums::Sums;
use super::shard::Shard;
use super::{check_output, checkpoint_of};
use crate::args::{GAMES, LexiconArgs, ThreadsArgs, whole_number};
use crate::games::share;
use crate::progress::GameProgress;
use crate::{AnyError, say, write_file};
use clap::Args;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tasseo::evaluate::{Equity, LeaveGraph, Leaves, StaticValue};
use tasseo::game::{RACK_SIZE, Rack, Rules, Tile};
use tasseo::lexicon::Lexicon;
use tasseo::self_play::seed_of;

/// How many rounds there can be.
const ROUNDS: RangeInclusive<u64> = 1..=40;

/// A leave that fewer racks of a round hold than this is a seldom one.
const SELDOM: f64 = 1000.0;

/// Learn what the tiles are worth that a play keeps
///
/// Writes a KLV2 file, the same for the same seed on any number of threads. The run can be stopped at any time:
/// OUT.checkpoint remembers how far it was, and the same command goes on from there.
#[derive(Args, Clone, Debug)]
pub struct LeavesArgs {
    #[command(flatten)]
    lexicon: LexiconArgs,
    /// Games in the last round; each round before has half as many as the next, but 20 at least (or N, if that is less)
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    /// Rounds, the first of which starts from nothing
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = whole_number(ROUNDS),
        allow_negative_numbers = true)]
    rounds: u64,
    /// The same seed gives the same values
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole_number(0..=u64::MAX),
        allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Where to write the values; the work in progress is beside it, with .checkpoint added [default: LEXICON.klv2]
    #[arg(short, long, value_name = "OUT.klv2")]
    output: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = whole_number(0..=u64::MAX),
        allow_negative_numbers = true)]
    checkpoint_every: u64,
    /// On a cluster: only this round, from the values of the round before (--from)
    #[arg(long, value_name = "N", requires = "shard", value_parser = whole_number(ROUNDS),
        allow_negative_numbers = true)]
    round: Option<u64>,
    /// On a cluster: the values of the round before; none for the first
    #[arg(long, value_name = "FILE.klv2", requires = "round")]
    from: Option<PathBuf>,
    /// On a cluster: only this part of a round, such as 2/8; writes sums to the output, to be merged
    #[arg(long, value_name = "I/N", requires = "round", requires = "output")]
    shard: Option<Shard>,
    /// On a cluster: merge the sums of all shards of a round to the values of that round
    #[arg(long, value_name = "SUMS", num_args = 1.., conflicts_with_all = ["round", "shard", "from"])]
    merge: Vec<PathBuf>,
}

/// Learns leave values. Blocks for hours.
pub fn run(args: &LeavesArgs) -> Result<ExitCode, AnyError> {
    let school = School::open(args)?;
    check_output(&school.output(args), &args.merge)?;
    match (&args.merge[..], args.round.zip(args.shard)) {
        ([], None) => school.teach(args),
        ([], Some((round, shard))) => school.teach_shard(args, round, shard),
        (shards, _) => school.merge(shards, args),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// What all rounds have in common.
struct School {
    plan: Plan,
    lexicon: Arc<Lexicon>,
    rules: Arc<Rules>,
    graph: Arc<LeaveGraph>,
    threads: usize,
    between_checkpoints: Duration,
}

impl School {
    fn open(args: &LeavesArgs) -> Result<Self, AnyError> {
        let lexicon = args.lexicon.open()?;
        let rules = Arc::new(Rules { distribution: lexicon.distribution().clone(), ..Rules::default() });
        Ok(School {
            plan: Plan::new(&lexicon, args.seed, args.rounds, args.games),
            graph: Arc::new(LeaveGraph::all(rules.distribution.tiles(), RACK_SIZE - 1)),
            threads: args.threads.count().get(),
            between_checkpoints: Duration::from_secs(args.checkpoint_every),
            lexicon,
            rules,
        })
    }

    fn output(&self, args: &LeavesArgs) -> PathBuf {
        args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.klv2", self.lexicon.name())))
    }

    /// All rounds, from where the checkpoint is.
    fn teach(&self, args: &LeavesArgs) -> Result<(), AnyError> {
        let output = self.output(args);
        let checkpoint = checkpoint_of(&output);
        let mut notes = self.resume(&checkpoint, self.begin(1, Shard::WHOLE, None)?)?;
        loop {
            self.study(&mut notes, &checkpoint)?;
            let values = estimate::values(&self.graph, &notes.sums);
            self.report(&notes, &values)?;
            if notes.round == self.plan.rounds {
                write_file(&output, &values.write())?;
                let _ = std::fs::remove_file(&checkpoint);
                return Ok(say(format_args!("wrote {}", output.display()))?);
            }
            notes = Notes::new(self.plan.clone(), notes.round + 1, Shard::WHOLE, values);
            write_file(&checkpoint, &notes.write())?;
        }
    }

    /// One part of one round.
    fn teach_shard(&self, args: &LeavesArgs, round: u64, shard: Shard) -> Result<(), AnyError> {
        self.check_round(round, args.from.as_deref())?;
        let output = self.output(args);
        let checkpoint = checkpoint_of(&output);
        let mut notes = self.resume(&checkpoint, self.begin(round, shard, args.from.as_deref())?)?;
        self.study(&mut notes, &checkpoint)?;
        write_file(&output, &notes.write())?;
        let _ = std::fs::remove_file(&checkpoint);
        let (output, games) = (output.display(), notes.sums.games);
        Ok(say(format_args!("wrote {output}: shard {shard} of round {round}, {games} games"))?)
    }

    /// Whether a round can be played from these values.
    fn check_round(&self, round: u64, from: Option<&Path>) -> Result<(), String> {
        match from {
            _ if round > self.plan.rounds => Err(format!("--round {round}: there are {} rounds", self.plan.rounds)),
            Some(_) if round == 1 => Err("--round 1 starts from nothing; leave --from out".into()),
            None if round > 1 => {
                Err(format!("--round {round}: say with --from where the values of round {} are", round - 1))
            }
            _ => Ok(()),
        }
    }

    /// The values of a round, from all its shards.
    fn merge(&self, shards: &[PathBuf], args: &LeavesArgs) -> Result<(), AnyError> {
        let output = self.output(args);
        let read = |path: &PathBuf| {
            let notes = Notes::load(path, &self.plan, &self.graph, &self.rules.distribution)?;
            let unfinished = notes.games_left();
            if !unfinished.is_empty() {
                let (path, games) = (path.display(), unfinished.end - unfinished.start);
                return Err(format!("{path}: {games} games are missing").into());
            }
            Ok::<Notes, AnyError>(notes)
        };
        let all = shards.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let first = &all[0];
        Shard::are_all(&all.iter().map(|notes| notes.shard).collect::<Vec<_>>())?;
        let same = |notes: &Notes| (notes.round, &notes.values) == (first.round, &first.values);
        if let Some((path, _)) = shards.iter().zip(&all).find(|(_, notes)| !same(notes)) {
            return Err(format!(
                "{} and {} are of different rounds, or from different values",
                shards[0].display(),
                path.display()
            )
            .into());
        }
        let mut whole = Notes { shard: Shard::WHOLE, ..first.clone() };
        all[1..].iter().for_each(|notes| whole.sums.merge(&notes.sums));
        let values = estimate::values(&self.graph, &whole.sums);
        self.report(&whole, &values)?;
        write_file(&output, &values.write())?;
        Ok(say(format_args!("wrote {}", output.display()))?)
    }

    /// The notes of a checkpoint if there is one, or those that were just begun.
    fn resume(&self, checkpoint: &Path, begun: Notes) -> Result<Notes, AnyError> {
        if checkpoint.exists() {
            let notes = Notes::load(checkpoint, &self.plan, &self.graph, &self.rules.distribution)?;
            let whole = notes.shard == Shard::WHOLE && begun.shard == Shard::WHOLE && begun.round == 1;
            let same = (notes.shard, notes.round) == (begun.shard, begun.round) && notes.values == begun.values;
            if !whole && !same {
                let (path, round, of) = (checkpoint.display(), notes.round, notes.shard);
                return Err(format!(
                    "{path}: is of shard {of} of round {round}, or from other values; remove it to start anew"
                )
                .into());
            }
            let (path, round, games) = (checkpoint.display(), notes.round, notes.sums.games);
            say(format_args!("going on from {path}: round {round}, game {games}"))?;
            return Ok(notes);
        }
        Ok(begun)
    }

    /// Before the first game of a shard, which goes by these values.
    fn begin(&self, round: u64, shard: Shard, from: Option<&Path>) -> Result<Notes, AnyError> {
        let nothing = || Leaves::new((*self.graph).clone(), vec![Equity::ZERO; self.graph.len()]);
        let values = from.map(|path| Leaves::load(path, &self.rules.distribution)).transpose()?;
        let values = values.unwrap_or_else(nothing);
        if values.graph() != &*self.graph {
            return Err("--from: not values that this training has made; its leaves are other ones".into());
        }
        Ok(Notes::new(self.plan.clone(), round, shard, values))
    }

    /// Watches all games that are left, saving now and then.
    fn study(&self, notes: &mut Notes, checkpoint: &Path) -> Result<(), AnyError> {
        let lesson = self.lesson(notes);
        let (mut left, what) = (notes.games_left(), format!("round {} of {}", notes.round, self.plan.rounds));
        let total = notes.sums.games + (left.end - left.start);
        let mut progress = GameProgress::new(what, notes.sums.games, total);
        let learners = (0..self.threads).map(|_| Learner::new(&lesson));
        let mut learners = learners.collect::<Result<Vec<Learner<'_>>, _>>()?;
        let mut saved = Instant::now();
        while !left.is_empty() {
            let block = left.start..left.start.saturating_add(4 * self.threads as u64).min(left.end);
            left.start = block.end;
            share(block, &mut learners, Learner::watch);
            progress.show(total - (left.end - left.start));
            if saved.elapsed() >= self.between_checkpoints {
                gather(&mut learners, notes);
                write_file(checkpoint, &notes.write())?;
                saved = Instant::now();
            }
        }
        gather(&mut learners, notes);
        Ok(())
    }

    fn lesson(&self, notes: &Notes) -> Lesson {
        let leaves = Arc::new(notes.values.clone());
        let racks = racks_per_game() * self.plan.games_of(notes.round) as f64;
        Lesson {
            rules: self.rules.clone(),
            lexicon: self.lexicon.clone(),
            graph: self.graph.clone(),
            values: leaves.all().to_vec(),
            player: StaticValue::new(Some(leaves)),
            seldom: seldom_leaves(&self.graph, self.rules.distribution.tiles(), racks, SELDOM),
            seed: seed_of(self.plan.seed, notes.round),
        }
    }

    /// What a round has shown, for people.
    fn report(&self, notes: &Notes, values: &Leaves) -> io::Result<()> {
        let (round, rounds) = (notes.round, self.plan.rounds);
        let Sums { games, boards, racks, kept, .. } = &notes.sums;
        say(format_args!("round {round} of {rounds}: {games} games, {boards} boards, {racks} racks judged"))?;
        let both = values.all().iter().zip(notes.values.all());
        let squares = both.map(|(&new, &old)| f64::from((new - old).as_millipoints()).powi(2));
        let counts = || kept.iter().map(|cell| cell.count as f64);
        let mean_square =
            squares.zip(counts()).map(|(square, count)| square * count).sum::<f64>() / counts().sum::<f64>().max(1.0);
        let change = mean_square.sqrt() / 1000.0;
        say(format_args!("  changed by {change:.2} points, root mean square over the leaves that were kept"))?;
        let distribution = &self.rules.distribution;
        let tiles = [Tile::BLANK].into_iter().chain(distribution.alphabet().letters().map(Tile::of));
        let single = |tile: Tile| {
            let value = values.value(&Rack::try_from_tiles([tile]).unwrap_or_default());
            format!("{} {:.1}", distribution.write_tile(tile), f64::from(value.as_millipoints()) / 1000.0)
        };
        say(format_args!("  {}", tiles.map(single).collect::<Vec<_>>().join("  ")))
    }
}

/// Moves what the learners have seen into the notes.
fn gather(learners: &mut [Learner<'_>], notes: &mut Notes) {
    for learner in learners {
        let seen = std::mem::replace(&mut learner.sums, Sums::new(notes.values.graph().len()));
        notes.sums.merge(&seen);
    }
}
