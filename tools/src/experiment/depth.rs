//! What deeper rollouts change: how far off shallow ones are, and how many deep ones it takes to see it.
//!
//! **What is measured.** In each position the best few plays of a short simulation are rolled out in the same worlds to
//! each of some depths. Let x be the difference in the chance to win between the first of them and another, in a world,
//! at one depth, and y the same at the next. Then y - x is what that depth changes. Its mean differs from position to
//! position, which is how far off the shallower depth is (the *doubt*); and it differs from world to world (the
//! *noise*), which is how hard that is to find out. Both are told in units of the variance of x between worlds at the
//! first depth: so they are what `levels.rs` of the simulation wants to know.
//!
//! **How.** Worlds come in batches; of each batch only the means are known, and variances between worlds come from those
//! between batches. What the means of two batches have in common is no noise: the doubt is the mean of their products.
//!
//! **What choosing loses.** One half of the batches says, at each depth, which play is best. The deepest depth says in
//! the other half what that gives away against its own choice in the first half.

use super::records::Records;
use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{MOST_WORLDS, whole_number};
use crate::game_setup::{GameSetup, GameSetupArgs};
use crate::lab::{Lab, positions_mark, read_positions, search, sim_report, simulation};
use crate::progress::GameProgress;
use crate::statistics::Estimate;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use tasseo::bench::Stopwatch;
use tasseo::engine::{Engine, Go, SimOverrides};
use tasseo::game::{Play, Position, Rack};
use tasseo::search::simulation::{Allocation, Levels, RolloutDepth};
use tasseo::search::{NamedPlays, SimReport};
use tasseo::seeds::seed_of;

/// A depth as it is written: a number of plies, or `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DepthArg(pub(super) RolloutDepth);

impl FromStr for DepthArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let depth = match text {
            "end" => RolloutDepth::End,
            _ => match text.parse() {
                Ok(plies @ 1..=200) => RolloutDepth::Plies(plies),
                _ => return Err(format!("'{text}' is no number of plies from 1 to 200, nor 'end'")),
            },
        };
        Ok(DepthArg(depth))
    }
}

impl DepthArg {
    /// How many plies it goes at most.
    fn plies(self) -> usize {
        match self.0 {
            RolloutDepth::Plies(plies) => plies,
            RolloutDepth::End => usize::MAX,
        }
    }
}

impl fmt::Display for DepthArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            RolloutDepth::Plies(plies) => write!(f, "{plies}"),
            RolloutDepth::End => f.write_str("end"),
        }
    }
}

/// What is to be measured.
#[derive(Args, Clone, Debug)]
pub struct DepthArgs {
    /// Positions, one CGP a line, with the rack of the player on turn
    positions: PathBuf,
    /// The depths, the shallowest first: a number of plies, or the `end` of the game
    #[arg(long, value_delimiter = ',', default_value = "2,4,6,end", value_name = "DEPTH[,DEPTH]")]
    depths: Vec<DepthArg>,
    /// How many plays are compared in each position
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = whole_number(2..=100),
        allow_negative_numbers = true)]
    plays: u64,
    /// How many batches of worlds they meet
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = whole_number(4..=10_000),
        allow_negative_numbers = true)]
    batches: u64,
    /// How many worlds are in a batch
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = whole_number(2..=MOST_WORLDS),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

/// What came of one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct DepthRecord {
    position: usize,
    /// The chance to win with each play, by depth and batch.
    wins: Vec<Vec<Vec<f64>>>,
    /// CPU time of a rollout, by depth, in seconds; play tables included.
    seconds: Vec<f64>,
}

/// Measures what has not been measured, and writes `depth.md` and `depth.json`. Blocks.
pub fn run(args: &DepthArgs) -> Result<String, AnyError> {
    let positions = read_positions(&args.positions)?;
    if !args.depths.is_sorted_by(|one, next| one.plies() < next.plies()) {
        return Err(format!("--depths {}: must rise", names(&args.depths)).into());
    }
    let lab = Lab::at(&GameSetup::open(&args.lab.setup)?)?;
    let results = ReportFolder::open(&args.lab.output, "depth")?;
    let what = format!(
        "depth {} {} {} plays={} batches={} worlds={} seed={}",
        lab.setup.describe(),
        positions_mark(&positions),
        names(&args.depths),
        args.plays,
        args.batches,
        args.worlds,
        args.lab.setup.seed
    );
    let (mut records, mut known) = Records::open::<DepthRecord>(&results.path("positions.jsonl"), &what)?;
    let mut progress = GameProgress::of("depth", "positions", known.len() as u64, positions.len() as u64);
    for (number, (position, _)) in positions.iter().enumerate().skip(known.len()) {
        let measured = measure(args, &lab, number, position);
        records.add(&measured)?;
        known.push(measured);
        progress.show(known.len() as u64);
    }
    drop(progress);
    let summaries = summaries(&args.depths, &known, args.worlds as f64);
    let markdown = table_of(&summaries, &positions);
    results.write(&markdown, &summaries)?;
    Ok(markdown)
}

fn names(depths: &[DepthArg]) -> String {
    depths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn measure(args: &DepthArgs, lab: &Lab, number: usize, position: &Position) -> DepthRecord {
    let GameSetupArgs { seed, threads, .. } = args.lab.setup;
    let seed = seed_of(seed, number as u64);
    let mut engine = lab.engine(|options| {
        options.threads = threads.count().get();
        options.use_inference = false;
    });
    engine.load_position(position.clone());
    let plays = best_plays(&mut engine, args.plays as usize, !seed);
    let mut measured = DepthRecord { position: number, wins: Vec::new(), seconds: Vec::new() };
    for DepthArg(depth) in &args.depths {
        let watch = Stopwatch::of_process();
        let batch = |batch| batch_means(&mut engine, &plays, *depth, args.worlds, seed_of(seed, batch));
        measured.wins.push((0..args.batches).map(batch).collect());
        let rollouts = args.batches * args.worlds * plays.len() as u64;
        measured.seconds.push(watch.cpu().as_secs_f64() / rollouts as f64);
    }
    measured
}

/// The plays that a short simulation likes best.
fn best_plays(engine: &mut Engine, most: usize, seed: u64) -> Vec<Play> {
    let findings = search(engine, seed, simulation(Some(2), Some(300)));
    let plays = sim_report(&findings).map_or(&[][..], |report| &report.plays);
    plays.iter().take(most).map(|play| play.found.play).collect()
}

/// The chance to win with each play in some worlds.
fn batch_means(engine: &mut Engine, plays: &[Play], depth: RolloutDepth, worlds: u64, seed: u64) -> Vec<f64> {
    let overrides = SimOverrides {
        levels: Some(Levels::fixed(depth)),
        allocation: Some(Allocation::Equal),
        ..SimOverrides::default()
    };
    let named = NamedPlays { only: plays.to_vec(), also: Vec::new() };
    let go = Go { overrides, named, ..simulation(None, Some(worlds)) };
    let findings = search(engine, seed, go);
    let win = |report: &SimReport, play: &Play| {
        let found = report.plays.iter().find(|found| found.found.play == *play).expect("all plays were simulated");
        found.win.expect("the lab has win chances").mean
    };
    let report = sim_report(&findings).expect("there is something to simulate");
    plays.iter().map(|play| win(report, play)).collect()
}

/// What came of one depth.
#[derive(Clone, Debug, Serialize)]
struct DepthSummary {
    depth: String,
    /// Of what it changes about the depth before, in units of the variance of differences between worlds at the first.
    doubt: Estimate,
    noise: f64,
    /// What choosing by it loses, in percent, by the judgement of the deepest.
    lost: Estimate,
    microseconds: f64,
}

fn summaries(depths: &[DepthArg], known: &[DepthRecord], worlds: f64) -> Vec<DepthSummary> {
    let units: Vec<f64> = known.iter().map(|measured| worlds * pairs(measured, 0, None).variance).collect();
    let unit = units.iter().sum::<f64>() / units.len().max(1) as f64;
    let summary = |(number, depth): (usize, &DepthArg)| {
        let before = number.checked_sub(1);
        let changes: Vec<Pairs> = known.iter().map(|measured| pairs(measured, number, before)).collect();
        let noise = changes.iter().map(|change| worlds * change.variance).sum::<f64>() / known.len() as f64;
        DepthSummary {
            depth: depth.to_string(),
            doubt: Estimate::of(changes.iter().map(|change| change.squared_mean / unit)),
            noise: noise / unit,
            lost: Estimate::of(known.iter().map(|measured| 100.0 * lost(measured, number))),
            microseconds: 1e6 * known.iter().map(|measured| measured.seconds[number]).sum::<f64>() / known.len() as f64,
        }
    };
    depths.iter().enumerate().map(summary).collect()
}

/// Differences between the first play and the others: means over the others.
#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    /// The variance between batches.
    variance: f64,
    /// The square of the mean, without what noise adds to it.
    squared_mean: f64,
}

/// The differences at a depth; less those at the depth before, if one is given.
fn pairs(measured: &DepthRecord, depth: usize, before: Option<usize>) -> Pairs {
    let plays = measured.wins[0][0].len();
    let mut sum = Pairs::default();
    for other in 1..plays {
        let difference = |depth: usize, batch: usize| {
            let wins = &measured.wins[depth][batch];
            wins[0] - wins[other]
        };
        let batches = measured.wins[depth].len();
        let change = |batch| difference(depth, batch) - before.map_or(0.0, |before| difference(before, batch));
        let Estimate { mean, standard_error } = Estimate::of((0..batches).map(change));
        let error = standard_error.unwrap_or_default().powi(2);
        sum.variance += error * batches as f64;
        sum.squared_mean += mean * mean - error;
    }
    let others = plays.saturating_sub(1).max(1) as f64;
    Pairs { variance: sum.variance / others, squared_mean: sum.squared_mean / others }
}

/// What the choice of a depth gives away: the mean of both halves, each choosing for the other.
fn lost(measured: &DepthRecord, depth: usize) -> f64 {
    let deepest = measured.wins.len() - 1;
    let batches = measured.wins[0].len();
    let mean = |depth: usize, play: usize, half: usize| {
        let of_half = (half..batches).step_by(2);
        of_half.clone().map(|batch| measured.wins[depth][batch][play]).sum::<f64>() / of_half.count() as f64
    };
    let plays = measured.wins[0][0].len();
    let choice = |depth: usize, half: usize| {
        let best = (0..plays).max_by(|&a, &b| mean(depth, a, half).total_cmp(&mean(depth, b, half)).then(b.cmp(&a)));
        best.expect("there are plays")
    };
    let of_half =
        |half: usize| mean(deepest, choice(deepest, half), 1 - half) - mean(deepest, choice(depth, half), 1 - half);
    (of_half(0) + of_half(1)) / 2.0
}

fn table_of(summaries: &[DepthSummary], positions: &[(Position, Rack)]) -> String {
    let bags = positions.iter().map(|(position, _)| position.bag_len());
    let (least, most) = (bags.clone().min().unwrap_or(0), bags.max().unwrap_or(0));
    let mut table = format!("{} positions with {least} to {most} tiles in the bag:\n\n", positions.len());
    table += "| depth | doubt, thousandths | noise | lost by its choice, % | microseconds |\n|---|---|---|---|---|\n";
    for (number, DepthSummary { depth, doubt, noise, lost, microseconds }) in summaries.iter().enumerate() {
        let error = doubt.standard_error.map(|error| 1e3 * error);
        let thousandths = Estimate { mean: 1e3 * doubt.mean, standard_error: error };
        // The first depth changes nothing about another.
        let doubt = if number == 0 { String::new() } else { format!("{thousandths:.1}") };
        let _ = writeln!(table, "| {depth} | {doubt} | {noise:.2} | {lost:.2} | {microseconds:.0} |");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_read_as_they_are_written() {
        for text in ["2", "200", "end"] {
            assert_eq!(text.parse::<DepthArg>().unwrap().to_string(), text);
        }
        for text in ["", "0", "201", "-1", "End"] {
            assert!(text.parse::<DepthArg>().is_err(), "{text}");
        }
    }

    /// Two plays, of which the second looks better at the first depth and is worse at the second.
    #[test]
    fn doubt_noise_and_loss_by_hand() {
        let at = |wins: [f64; 4], other: [f64; 4]| (0..4).map(|batch| vec![wins[batch], other[batch]]).collect();
        let measured = DepthRecord {
            position: 0,
            wins: vec![at([0.5, 0.5, 0.5, 0.5], [0.6, 0.4, 0.6, 0.6]), at([0.5; 4], [0.4, 0.4, 0.4, 0.4])],
            seconds: vec![0.0; 2],
        };
        // The differences are -0.1, 0.1, -0.1, -0.1 and 0.1 throughout; the changes 0.2, 0, 0.2, 0.2.
        let first = pairs(&measured, 0, None);
        assert!((first.variance - 0.01).abs() < 1e-12 && (first.squared_mean - (0.0025 - 0.0025)).abs() < 1e-12);
        let change = pairs(&measured, 1, Some(0));
        assert!((change.variance - 0.01).abs() < 1e-12 && (change.squared_mean - (0.0225 - 0.0025)).abs() < 1e-12);
        // The even batches choose the second play; the odd ones see no difference, and take the first.
        assert!((lost(&measured, 0) - 0.05).abs() < 1e-12 && lost(&measured, 1) == 0.0);
    }
}
