//! How soon simulation finds the right move.
//!
//! **What is right** is told by a very long search of each position, the reference: much deeper than what is measured
//! by it, so that no depth is favoured because the reference has the same, and in thousands of worlds. (Two hundred
//! plies play every candidate to the end, and take no win chance on trust; but wins and losses say so little, world by
//! world, that it takes ten times the time to be as sure.)
//!
//! **What is measured.** Each way to simulate gets the same CPU time on one thread, and at every moment the move that
//! it would play is looked up in the reference: how much of the chance to win that would have given away. The mean over
//! all positions, by time, is the curve. A second curve is the share of positions in which the move is as good as the
//! best, as far as the reference can tell (within one standard error of the paired difference).
//!
//! The reference errs too. What it takes for the best is the best of several that it measured, and so a little
//! flattered: curves do not go down to nothing, for any way. That is the same for all of them.

use super::depth::DepthArg;
use super::records::Records;
use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{MOST_WORLDS, whole_number};
use crate::game_setup::{GameSetup, GameSetupArgs};
use crate::lab::{Lab, positions_mark, read_positions, sim_report, simulation};
use crate::plot::{Curve, Curves, Scale};
use crate::progress::GameProgress;
use crate::statistics::Estimate;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tasseo::bench::Stopwatch;
use tasseo::engine::{Go, Options, SimOverrides};
use tasseo::fingerprint::fingerprint;
use tasseo::game::{Alphabet, Position, Rack};
use tasseo::search::simulation::{Allocation, Levels, RolloutDepth};
use tasseo::search::{Findings, Search};
use tasseo::seeds::seed_of;

/// Where the curves have points, in seconds of CPU time.
const MOMENTS: [f64; 9] = [0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 2.0, 4.0, 8.0];

/// How deep a way simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WayDepth {
    /// All rollouts to the same depth.
    Fixed(RolloutDepth),
    /// Deeper the longer it lasts, as the engine does.
    Deepening,
}

/// A way to simulate, such as `2:equal`, `end:2.5` or `deep:2`: how deep, and when candidates are given up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    depth: WayDepth,
    allocation: Allocation,
}

impl FromStr for Way {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "'{text}' is not DEPTH:equal or DEPTH:SIGMAS, such as 2:equal or 4:2.5; a depth is a number of plies, \
                     'end' or 'deep'"
            )
        };
        let (depth, how) = text.split_once(':').ok_or_else(wrong)?;
        let depth = match depth {
            "deep" => WayDepth::Deepening,
            _ => WayDepth::Fixed(depth.parse::<DepthArg>().map_err(|_| wrong())?.0),
        };
        let allocation = match how {
            "equal" => Allocation::Equal,
            _ => {
                let given_up = how.parse().ok().filter(|&sigmas: &f64| sigmas > 0.0 && sigmas.is_finite());
                Allocation::Narrowing { given_up: given_up.ok_or_else(wrong)? }
            }
        };
        if (depth, allocation) == (WayDepth::Deepening, Allocation::Equal) {
            return Err(format!("'{text}': only where candidates are given up do simulations deepen"));
        }
        Ok(Way { depth, allocation })
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            WayDepth::Fixed(depth) => write!(f, "{}:", DepthArg(depth))?,
            WayDepth::Deepening => f.write_str("deep:")?,
        }
        match self.allocation {
            Allocation::Equal => f.write_str("equal"),
            Allocation::Narrowing { given_up } => write!(f, "{given_up}"),
        }
    }
}

/// What is to be measured.
#[derive(Args, Clone, Debug)]
pub struct EfficiencyArgs {
    /// Positions, one CGP a line, with the rack of the player on turn
    positions: PathBuf,
    /// The ways to compare: DEPTH:equal, or DEPTH:SIGMAS where candidates that are this far behind are given up. A depth
    /// is a number of plies, `end` of the game, or `deep`: deeper the longer it lasts, as the engine does
    #[arg(long, value_delimiter = ',', default_value = "2:2,2:equal", value_name = "WAY[,WAY]")]
    ways: Vec<Way>,
    /// CPU time for each way in each position
    #[arg(long, default_value = "2", value_name = "SECONDS", value_parser = seconds)]
    seconds: f64,
    /// The way of the reference
    #[arg(long, default_value = "8:3", value_name = "WAY")]
    reference: Way,
    /// How many worlds the best candidates go through in the reference
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole_number(2..=MOST_WORLDS),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.05..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "must be a number of seconds from 0.05 to 3600".into())
}

/// What a very long search says of a position: for each candidate by how much of the chance to win it is behind the
/// best, and the standard error of that.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reference {
    position: usize,
    behind: BTreeMap<String, (f64, f64)>,
}

/// What one way did in one position: the moves that it preferred, each from a moment (in seconds of CPU time) on.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Run {
    position: usize,
    way: String,
    preferred: Vec<(f64, String)>,
    rollouts: u64,
    seconds: f64,
}

impl Run {
    /// The move that was preferred at a moment: the static favourite before the first.
    fn at(&self, moment: f64) -> Option<&str> {
        let until = self.preferred.iter().take_while(|(since, _)| *since <= moment);
        until.last().or(self.preferred.first()).map(|(_, play)| play.as_str())
    }
}

/// Measures what has not been measured, and writes `efficiency.md`, `efficiency.json` and two plots.
pub fn run(args: &EfficiencyArgs) -> Result<String, AnyError> {
    let positions = read_positions(&args.positions)?;
    let lab = Lab::at(&GameSetup::open(&args.lab.setup)?)?;
    let results = ReportFolder::open(&args.lab.output, "efficiency")?;
    let measured = Measured { args, positions, results, lab };
    measured.conclude(&measured.references()?, &measured.runs()?)
}

/// What measuring needs.
struct Measured<'a> {
    args: &'a EfficiencyArgs,
    positions: Vec<(Position, Rack)>,
    results: ReportFolder,
    lab: Lab,
}

impl Measured<'_> {
    /// What the records are of: nothing that changes it may be mixed in.
    fn describe(&self) -> String {
        let positions = positions_mark(&self.positions);
        let (words, seed) = (self.lab.setup.describe(), self.args.lab.setup.seed);
        let candidates = Options::default().sim_candidates;
        format!("efficiency {words} {positions} candidates={candidates} seed={seed}")
    }

    fn references(&self) -> Result<Vec<Reference>, AnyError> {
        let what = format!("{} reference={} worlds={}", self.describe(), self.args.reference, self.args.worlds);
        let (mut records, mut known) = Records::open::<Reference>(&self.results.path("reference.jsonl"), &what)?;
        let all = self.positions.len() as u64;
        let mut progress = GameProgress::of("reference", "positions", known.len() as u64, all);
        for number in (known.len()..self.positions.len()).collect::<Vec<_>>() {
            let findings = self.search(self.args.reference, REFERENCE, number, Some(self.args.worlds)).wait();
            let reference = reference_of(number, &findings, self.lab.alphabet());
            records.add(&reference)?;
            known.push(reference);
            progress.show(known.len() as u64);
        }
        Ok(known)
    }

    fn runs(&self) -> Result<Vec<Run>, AnyError> {
        // Other than the reference, what is measured is of this build.
        let build = fingerprint(std::fs::read(std::env::current_exe()?)?);
        let what = format!("{} seconds={} build={build:016x}", self.describe(), self.args.seconds);
        let (mut records, mut known) = Records::open::<Run>(&self.results.path("runs.jsonl"), &what)?;
        let all = (self.positions.len() * self.args.ways.len()) as u64;
        let is_asked = |run: &&Run| self.args.ways.iter().any(|way| way.to_string() == run.way);
        let mut done = known.iter().filter(is_asked).count() as u64;
        let mut progress = GameProgress::of("ways", "runs", done, all);
        for number in 0..self.positions.len() {
            for way in &self.args.ways {
                if known.iter().any(|run| run.position == number && run.way == way.to_string()) {
                    continue;
                }
                let start = || self.search(*way, MEASURED, number, None);
                let run = watch(start, number, way, self.args.seconds, self.lab.alphabet());
                records.add(&run)?;
                known.push(run);
                done += 1;
                progress.show(done);
            }
        }
        Ok(known)
    }

    /// The reference draws other worlds than what is measured by it.
    fn search(&self, way: Way, stream: u64, number: usize, worlds: Option<u64>) -> Search {
        let GameSetupArgs { seed, threads, .. } = self.args.lab.setup;
        let threads = if stream == REFERENCE { threads.count() } else { NonZeroUsize::MIN };
        let seed = seed_of(seed_of(seed, stream), number as u64);
        let mut engine = self.lab.engine(|options| options.seed = seed);
        engine.load_position(self.positions[number].0.clone());
        let levels = match way.depth {
            WayDepth::Fixed(depth) => Some(Levels::fixed(depth)),
            WayDepth::Deepening => None,
        };
        // As many for all: what the reference does not know could not be judged.
        let candidates = Some(Options::default().sim_candidates);
        let overrides =
            SimOverrides { allocation: Some(way.allocation), levels, candidates, ..SimOverrides::default() };
        let go = Go { threads: Some(threads), overrides, ..simulation(None, worlds) };
        engine.go(go).expect("a position that can be played on").search
    }

    fn conclude(&self, references: &[Reference], runs: &[Run]) -> Result<String, AnyError> {
        let moments: Vec<f64> = MOMENTS.into_iter().filter(|&moment| moment <= self.args.seconds).collect();
        let summaries: Vec<WaySummary> =
            self.args.ways.iter().map(|way| WaySummary::of(*way, references, runs, &moments)).collect();
        let markdown = table_of(&summaries, &moments);
        self.results.write(&markdown, &summaries)?;
        for (name, what, pick) in PLOTS {
            let plot = Curves {
                title: format!("{what}, {} positions", references.len()),
                x: "seconds of CPU time".into(),
                scale: Scale::Powers,
                y: "%".into(),
                curves: summaries.iter().map(|summary| summary.curve(&moments, pick)).collect(),
            };
            self.results.write_picture(name, &plot.svg())?;
        }
        Ok(markdown)
    }
}

/// A summary's figures at all moments: means and standard errors.
type Pick = fn(&WaySummary) -> &[Estimate];

/// The plots: their names, what they show, and where that is found.
const PLOTS: [(&str, &str, Pick); 2] = [
    ("lost", "Chance to win given away", |summary| &summary.lost),
    ("right", "Positions with a move as good as the best", |summary| &summary.right),
];

/// What the seeds of the reference's worlds come from.
const REFERENCE: u64 = 1;
/// What the seeds of the measured searches' worlds come from.
const MEASURED: u64 = 2;

fn reference_of(position: usize, findings: &Findings, alphabet: &Alphabet) -> Reference {
    let plays = sim_report(findings).map_or(&[][..], |report| &report.plays);
    let behind = plays.iter().map(|play| (play.found.play.display(alphabet), (play.behind.mean, play.behind.error)));
    Reference { position, behind: behind.collect() }
}

/// Watches a search for this many seconds of CPU time.
fn watch(start: impl FnOnce() -> Search, position: usize, way: &Way, seconds: f64, alphabet: &Alphabet) -> Run {
    const GLANCE: Duration = Duration::from_millis(1);
    let watch = Stopwatch::of_process();
    let search = start();
    let (mut preferred, mut rollouts, mut now) = (Vec::<(f64, String)>::new(), 0, 0.0);
    while now < seconds && !search.has_ended() {
        std::thread::sleep(GLANCE);
        now = watch.cpu().as_secs_f64();
        let findings = search.newest();
        rollouts = sim_report(&findings).map_or(0, |report| report.rollouts);
        if let Some(best) = findings.best() {
            let play = best.play.display(alphabet);
            if preferred.last().is_none_or(|(_, last)| *last != play) {
                preferred.push((now, play));
            }
        }
    }
    search.stop();
    // What still runs would be counted as the time of the next.
    while !search.has_ended() {
        std::thread::sleep(GLANCE);
    }
    Run { position, way: way.to_string(), preferred, rollouts, seconds: now }
}

/// What came of one way.
#[derive(Clone, Debug, Serialize)]
struct WaySummary {
    way: String,
    positions: usize,
    rollouts_a_second: f64,
    /// In percent, at each moment.
    lost: Vec<Estimate>,
    /// In percent, at each moment.
    right: Vec<Estimate>,
}

impl WaySummary {
    fn of(way: Way, references: &[Reference], runs: &[Run], moments: &[f64]) -> Self {
        let name = way.to_string();
        let of_way = || runs.iter().filter(|run| run.way == name);
        let behind = |run: &Run, moment: f64| {
            let reference = references.iter().find(|reference| reference.position == run.position)?;
            reference.behind.get(run.at(moment)?).copied()
        };
        let at = |value: fn((f64, f64)) -> f64| {
            let mean = |&moment: &f64| Estimate::of(of_way().filter_map(|run| behind(run, moment)).map(value));
            moments.iter().map(mean).collect()
        };
        let (rollouts, seconds) = of_way().fold((0, 0.0), |(r, s), run| (r + run.rollouts, s + run.seconds));
        WaySummary {
            positions: of_way().count(),
            rollouts_a_second: rollouts as f64 / f64::max(seconds, 1e-9),
            lost: at(|(behind, _)| 100.0 * behind),
            right: at(|(behind, error)| if behind <= error { 100.0 } else { 0.0 }),
            way: name,
        }
    }

    fn curve(&self, moments: &[f64], pick: Pick) -> Curve {
        let points = moments
            .iter()
            .zip(pick(self))
            .map(|(&moment, at)| (moment, at.mean, at.standard_error.unwrap_or_default()));
        Curve { name: described(&self.way), points: points.collect() }
    }
}

/// `4:2.5` in words.
fn described(way: &str) -> String {
    let described = |depth: &str| match depth {
        "deep" => "deepening".to_owned(),
        "end" => "to the end".to_owned(),
        "1" => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    match way.split_once(':') {
        Some((depth, "equal")) => format!("{}, equal", described(depth)),
        Some((depth, sigmas)) => format!("{}, {sigmas} sigma", described(depth)),
        None => way.to_owned(),
    }
}

fn table_of(summaries: &[WaySummary], moments: &[f64]) -> String {
    let mut table = String::new();
    for (what, pick) in
        [("Chance to win given away, %", PLOTS[0].2), ("As good as the best, % of positions", PLOTS[1].2)]
    {
        let heads = moments.iter().map(|moment| format!(" {moment} s |")).collect::<String>();
        table += &format!("{what}:\n\n| way | rollouts a second |{heads}\n|---|---|{}\n", "---|".repeat(moments.len()));
        for summary in summaries {
            let cells = pick(summary).iter().map(|at| format!(" {at} |"));
            let (way, rate) = (described(&summary.way), summary.rollouts_a_second);
            table += &format!("| {way} | {rate:.0} |{}\n", cells.collect::<String>());
        }
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(text: &str) -> Way {
        text.parse().unwrap()
    }

    #[test]
    fn ways_are_read_as_they_are_written() {
        for text in ["2:equal", "4:2.5", "200:3", "end:equal", "deep:2"] {
            assert_eq!(way(text).to_string(), text);
        }
        for text in ["", "2", "0:equal", "201:2", "2:", "2:-1", "2:inf", "x:2", "deep", "deep:equal"] {
            assert!(text.parse::<Way>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_lost_is_looked_up_at_every_moment() {
        let behind = |plays: [(&str, f64); 2]| plays.map(|(play, behind)| (play.to_owned(), (behind, 0.005))).into();
        let references = [
            Reference { position: 0, behind: behind([("8H GOOD", 0.0), ("8H BAD", 0.04)]) },
            Reference { position: 1, behind: behind([("8H GOOD", 0.0), ("8H BAD", 0.02)]) },
        ];
        let run = |position, preferred: &[(f64, &str)]| Run {
            position,
            way: "2:2".into(),
            preferred: preferred.iter().map(|&(since, play)| (since, play.to_owned())).collect(),
            rollouts: 500,
            seconds: 1.0,
        };
        let runs = [run(0, &[(0.02, "8H BAD"), (0.3, "8H GOOD")]), run(1, &[(0.15, "8H BAD")])];
        let summary = WaySummary::of(way("2:2"), &references, &runs, &[0.1, 1.0]);
        let close = |found: Estimate, mean: f64, error: f64| {
            assert!(
                (found.mean - mean).abs() < 1e-9 && (found.standard_error.unwrap() - error).abs() < 1e-9,
                "{found:?}"
            );
        };
        close(summary.lost[0], 3.0, 1.0);
        close(summary.lost[1], 1.0, 1.0);
        close(summary.right[0], 0.0, 0.0);
        close(summary.right[1], 50.0, 50.0);
        assert_eq!(summary.rollouts_a_second, 500.0);
        let table = table_of(&[summary], &[0.1, 1.0]);
        assert!(table.contains("| 2 plies, 2 sigma | 500 | 3.00 ± 1.00 | 1.00 ± 1.00 |"), "{table}");
    }
}
