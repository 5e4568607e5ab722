//! `train leaves`: leave values from nothing, in rounds of self-play.
//!
//! In the first round every leave is worth nothing; each next one plays, and judges, by the values of the round before.
//! Whatever a round has seen is sums of whole numbers, so the result does not depend on the number of threads, on
//! interruptions, or on how a round is split into shards.

mod board_sampler;
mod estimate;
mod round_findings;
mod sums;

use self::board_sampler::{Learner, RoundConfig, racks_per_game, seldom_leaves};
use self::round_findings::RoundFindings;
use self::sums::Sums;
use super::run_part::{RunPart, UnreadPart};
use crate::args::{GAMES, LexiconArgs, ThreadsArgs, whole_number};
use crate::game_setup::GameSetup;
use crate::output::Output;
use crate::progress::GameProgress;
use crate::shard::Shard;
use crate::{AnyError, say};
use clap::Args;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tasseo::evaluate::{Equity, LeaveGraph, Leaves};
use tasseo::fingerprint::fingerprint;
use tasseo::game::{RACK_SIZE, Rack, Tile};
use tasseo::parallel::share_among;
use tasseo::seeds::seed_of;

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
    let school = Trainer::open(args)?;
    match (&args.merge[..], args.round.zip(args.shard)) {
        ([], None) => school.train(),
        ([], Some((round, shard))) => school.train_shard(round, shard),
        (files, _) => school.merge(files),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// What all rounds have in common.
struct Trainer<'a> {
    args: &'a LeavesArgs,
    /// What the first round is played with; the next ones have leave values.
    setup: GameSetup,
    /// Everything that the result depends on, in one line.
    plan: String,
    graph: Arc<LeaveGraph>,
    output: Output,
}

impl<'a> Trainer<'a> {
    fn open(args: &'a LeavesArgs) -> Result<Self, AnyError> {
        let setup = GameSetup::new(args.lexicon.open()?, None);
        let LeavesArgs { seed, rounds, games, .. } = args;
        let default = || PathBuf::from(format!("{}.klv2", setup.lexicon().name()));
        let sources = [&setup.files[..], args.from.as_slice(), &args.merge].concat();
        Ok(Trainer {
            plan: format!("{} seed={seed} rounds={rounds} games={games}", setup.describe()),
            graph: Arc::new(LeaveGraph::all(setup.distribution().tiles(), RACK_SIZE - 1)),
            output: Output::reserve(&args.output.clone().unwrap_or_else(default), &sources)?,
            args,
            setup,
        })
    }

    /// How many games a round has: the last has all of them, each round before half as many as the next, but enough to
    /// learn anything.
    fn games_of(&self, round: u64) -> u64 {
        const LEAST: u64 = 20;
        let LeavesArgs { rounds, games, .. } = self.args;
        let halvings = rounds.saturating_sub(round) as u32;
        games.checked_shr(halvings).unwrap_or(0).max(LEAST.min(*games))
    }

    /// All rounds, from where the checkpoint is.
    fn train(&self) -> Result<(), AnyError> {
        let mut part = self.begin(1, self.nothing()).resume(&self.output, |part| self.read(part))?;
        loop {
            self.play_games(&mut part)?;
            let values = estimate::values(&self.graph, &part.found.sums);
            self.report(&part, &values)?;
            if part.found.round == self.args.rounds {
                self.output.finish(&values.write())?;
                return Ok(say(format_args!("wrote {}", self.output.path().display()))?);
            }
            part = self.begin(part.found.round + 1, values);
            self.output.save(&part.write())?;
        }
    }

    /// One part of one round.
    fn train_shard(&self, round: u64, shard: Shard) -> Result<(), AnyError> {
        let values = self.values_for(round)?;
        let settings = format!("{} round={round} from={:016x}", self.plan, fingerprint(values.write()));
        let begun = RunPart { settings, shard, ..self.begin(round, values) };
        let mut part = begun.resume(&self.output, |part| self.read(part))?;
        self.play_games(&mut part)?;
        self.output.finish(&part.write())?;
        let (output, games) = (self.output.path().display(), part.played);
        Ok(say(format_args!("wrote {output}: shard {shard} of round {round}, {games} games"))?)
    }

    /// The values of a round, from all its shards.
    fn merge(&self, files: &[PathBuf]) -> Result<(), AnyError> {
        let whole = RunPart::merge(files, |part| match part.settings.strip_prefix(&self.plan) {
            Some(rest) if rest.starts_with(" round=") => self.read(part),
            _ => Err(format!("of another training: {}; wanted is a round of {}", part.settings, self.plan).into()),
        })?;
        let values = estimate::values(&self.graph, &whole.found.sums);
        self.report(&whole, &values)?;
        self.output.write(&values.write())?;
        Ok(say(format_args!("wrote {}", self.output.path().display()))?)
    }

    /// What a round starts from that is played by itself.
    fn values_for(&self, round: u64) -> Result<Leaves, AnyError> {
        let (rounds, before) = (self.args.rounds, round - 1);
        let path = match &self.args.from {
            _ if round > rounds => return Err(format!("--round {round}: there are {rounds} rounds").into()),
            None if round == 1 => return Ok(self.nothing()),
            None => return Err(format!("--round {round}: where are the values of round {before}? Say --from").into()),
            Some(_) if round == 1 => return Err("--round 1 starts from nothing; leave --from out".into()),
            Some(path) => path,
        };
        let values = Leaves::load(path, self.setup.distribution())?;
        if values.graph() != &*self.graph {
            return Err("--from: not values that this training has made; its leaves are other ones".into());
        }
        Ok(values)
    }

    /// Every leave is worth nothing.
    fn nothing(&self) -> Leaves {
        Leaves::new((*self.graph).clone(), vec![Equity::ZERO; self.graph.len()])
    }

    /// A round before its first game.
    fn begin(&self, round: u64, values: Leaves) -> RunPart<RoundFindings> {
        RunPart {
            settings: self.plan.clone(),
            games: self.games_of(round),
            shard: Shard::WHOLE,
            played: 0,
            found: RoundFindings::new(round, values),
        }
    }

    fn read(&self, part: &UnreadPart) -> Result<RoundFindings, AnyError> {
        RoundFindings::read(&part.found, &self.graph, self.setup.distribution())
    }

    /// Watches all games that are left, saving now and then.
    fn play_games(&self, part: &mut RunPart<RoundFindings>) -> Result<(), AnyError> {
        let (config, threads) = (self.round_config(&part.found), self.args.threads.count().get());
        let (mut left, what) = (part.games_left(), format!("round {} of {}", part.found.round, self.args.rounds));
        let mut progress = GameProgress::new(what, part.played, part.size());
        let learners = (0..threads).map(|_| Learner::new(&config));
        let mut learners = learners.collect::<Result<Vec<Learner<'_>>, _>>()?;
        let mut saved = Instant::now();
        while !left.is_empty() {
            let block = left.start..left.start.saturating_add(4 * threads as u64).min(left.end);
            left.start = block.end;
            share_among(&mut learners, block.clone(), Learner::watch);
            part.played += block.end - block.start;
            progress.show(part.played);
            if saved.elapsed() >= Duration::from_secs(self.args.checkpoint_every) {
                gather(&mut learners, &mut part.found);
                self.output.save(&part.write())?;
                saved = Instant::now();
            }
        }
        gather(&mut learners, &mut part.found);
        Ok(())
    }

    fn round_config(&self, findings: &RoundFindings) -> RoundConfig {
        let racks = racks_per_game() * self.games_of(findings.round) as f64;
        RoundConfig {
            setup: GameSetup::new(self.setup.lexicon().clone(), Some(Arc::new(findings.values.clone()))),
            graph: self.graph.clone(),
            values: findings.values.all().to_vec(),
            seldom: seldom_leaves(&self.graph, self.setup.distribution().tiles(), racks, SELDOM),
            seed: seed_of(self.args.seed, findings.round),
        }
    }

    /// What a round has shown, for people.
    fn report(&self, part: &RunPart<RoundFindings>, values: &Leaves) -> io::Result<()> {
        let RoundFindings { round, values: before, sums: Sums { boards, racks, kept, .. } } = &part.found;
        let (rounds, games) = (self.args.rounds, part.played);
        say(format_args!("round {round} of {rounds}: {games} games, {boards} boards, {racks} racks judged"))?;
        let both = values.all().iter().zip(before.all());
        let squares = both.map(|(&new, &old)| f64::from((new - old).as_millipoints()).powi(2));
        let counts = || kept.iter().map(|cell| cell.count as f64);
        let mean_square =
            squares.zip(counts()).map(|(square, count)| square * count).sum::<f64>() / counts().sum::<f64>().max(1.0);
        let change = mean_square.sqrt() / 1000.0;
        say(format_args!("  changed by {change:.2} points, root mean square over the leaves that were kept"))?;
        let distribution = self.setup.distribution();
        let tiles = [Tile::BLANK].into_iter().chain(distribution.alphabet().letters().map(Tile::of));
        let single = |tile: Tile| {
            let value = values.value(&Rack::try_from_tiles([tile]).unwrap_or_default());
            format!("{} {:.1}", distribution.write_tile(tile), value.as_points())
        };
        say(format_args!("  {}", tiles.map(single).collect::<Vec<_>>().join("  ")))
    }
}

/// Moves what the learners have seen into the findings.
fn gather(learners: &mut [Learner<'_>], findings: &mut RoundFindings) {
    for learner in learners {
        let seen = std::mem::replace(&mut learner.sums, Sums::new(findings.values.graph().len()));
        findings.sums.merge(&seen);
    }
}
