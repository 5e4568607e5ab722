//! How well tables of win chances foretell games that they have not seen.
//!
//! Two figures for each table. The Brier score is the mean square of forecast minus result; the log loss is the mean of
//! minus the logarithm of the chance given to what happened. Lower is better in both. Beside them stand, for forecasts
//! of each size, the mean forecast and what came of it: a table is calibrated where the two agree. All standard errors
//! count games, not turns (see [`clusters`](crate::clusters)).

use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{GAMES, whole_number};
use crate::clusters::{Clusters, LineFit, LineSums};
use crate::game_setup::GameSetup;
use crate::progress::GameProgress;
use crate::statistics::Estimate;
use crate::train::win_chance::changes::{Spread, TurnSample, samples};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use tasseo::evaluate::WinChance;
use tasseo::parallel::in_order;
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;

/// What `experiment calibration` takes.
#[derive(Args, Clone, Debug)]
pub struct CalibrationArgs {
    /// The tables
    #[arg(required = true, value_name = "FILE.winpct")]
    tables: Vec<PathBuf>,
    /// How many games to check on; they have other bags than a table of the same seed was learned from
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    /// What the tables are asked for
    #[arg(long, value_enum, default_value_t = Spread::Leaves)]
    spread: Spread,
    #[command(flatten)]
    lab: LabArgs,
}

/// Turns are told apart by how many tiles are unseen: up to this many.
const STAGES: [usize; 6] = [7, 14, 40, 70, 92, usize::MAX];

/// Forecasts are told apart by twentieths.
const BINS: usize = 20;

/// What was found, for programs.
#[derive(Clone, Debug, Serialize)]
struct Calibration {
    /// How the change of the spread depends on the spread, which the tables take to be not at all.
    dependence: Vec<Dependence>,
    tables: Vec<TableCalibration>,
}

/// The straight line of the change of the spread over the spread, at one stage.
#[derive(Clone, Debug, Serialize)]
struct Dependence {
    unseen: String,
    turns: f64,
    slope: Estimate,
    correlation: Estimate,
}

/// How good the forecasts of a table are.
#[derive(Clone, Debug, Serialize)]
struct TableCalibration {
    table: String,
    losses: Vec<Losses>,
    bins: Vec<ForecastBin>,
}

/// The losses at one stage.
#[derive(Clone, Debug, Serialize)]
struct Losses {
    unseen: String,
    turns: f64,
    brier: Estimate,
    log_loss: Estimate,
}

/// Forecasts of about one size, and what came of them.
#[derive(Clone, Debug, Serialize)]
struct ForecastBin {
    forecast: f64,
    turns: f64,
    result: Estimate,
}

/// Plays, and writes `calibration.md` and `calibration.json`. Blocks.
pub fn run(args: &CalibrationArgs) -> Result<String, AnyError> {
    let LabArgs { output, setup: setup_args } = &args.lab;
    let load = |path: &PathBuf| Ok((WinChance::load(path)?, Score::default()));
    let mut tables = args.tables.iter().map(load).collect::<Result<Vec<_>, AnyError>>()?;
    let setup = GameSetup::open(setup_args)?;
    let results = ReportFolder::open(output, "calibration")?;
    let mut dependence = [LineSums::default(); STAGES.len()];
    let mut progress = GameProgress::new("calibration", 0, args.games);
    let play =
        |self_play: &mut SelfPlay, game| samples(self_play, &setup.value, args.spread, seed_of(!setup_args.seed, game));
    in_order(
        setup_args.threads.count(),
        0..args.games,
        || setup.self_play(),
        play,
        |game, turns| {
            tables.iter_mut().for_each(|(table, score)| score.add(table, &turns));
            dependence.iter_mut().enumerate().for_each(|(stage, line)| line.add(points_at(stage, &turns)));
            progress.show(game + 1);
        },
    );
    drop(progress);
    let scored = args.tables.iter().zip(&tables);
    let calibration = Calibration {
        dependence: dependence.iter().enumerate().filter_map(Dependence::at).collect(),
        tables: scored.map(|(path, (_, score))| score.calibration(path.display().to_string())).collect(),
    };
    let markdown = calibration.markdown();
    results.write(&markdown, &calibration)?;
    Ok(markdown)
}

impl Calibration {
    fn markdown(&self) -> String {
        let mut text = "The change of the spread until the end, for each point of spread:\n\n\
             | unseen | turns | slope | correlation |\n|---|---|---|---|\n"
            .to_owned();
        for Dependence { unseen, turns, slope, correlation } in &self.dependence {
            text += &format!("| {unseen} | {turns} | {slope:.4} | {correlation:.4} |\n");
        }
        self.tables.iter().for_each(|table| text += &table.markdown());
        text
    }
}

impl TableCalibration {
    fn markdown(&self) -> String {
        let mut text = format!("\n{}:\n\n| unseen | turns | Brier | log loss |\n|---|---|---|---|\n", self.table);
        for Losses { unseen, turns, brier, log_loss } in &self.losses {
            text += &format!("| {unseen} | {turns} | {brier:.5} | {log_loss:.5} |\n");
        }
        text += "\n| forecast | turns | result |\n|---|---|---|\n";
        for ForecastBin { forecast, turns, result } in &self.bins {
            text += &format!("| {forecast:.4} | {turns} | {result:.4} |\n");
        }
        text
    }
}

impl Dependence {
    /// None if there is nothing to fit a line to.
    fn at((stage, line): (usize, &LineSums)) -> Option<Self> {
        let LineFit { slope, correlation, .. } = line.fit()?;
        Some(Dependence { unseen: stage_name(stage), turns: line.count(), slope, correlation })
    }
}

fn stage(sample: &TurnSample) -> usize {
    STAGES.iter().position(|&most| sample.unseen <= most).unwrap_or(STAGES.len() - 1)
}

/// Such as `8-14`; the last is the first turn, with everything unseen.
fn stage_name(stage: usize) -> String {
    match stage.checked_sub(1).map(|before| STAGES[before] + 1) {
        None => format!("1-{}", STAGES[0]),
        Some(first) if stage + 1 == STAGES.len() => format!("{first} on"),
        Some(first) => format!("{first}-{}", STAGES[stage]),
    }
}

/// How good a table's forecasts are. Sums over turns, of which those of a game go together.
#[derive(Clone, Debug, Default)]
struct Score {
    /// Turns, Brier score, log loss.
    stages: [Clusters<3>; STAGES.len()],
    /// The same, whatever the stage.
    all: Clusters<3>,
    /// Turns, forecasts, results.
    bins: [Clusters<3>; BINS],
}

impl Score {
    /// Counts a game.
    fn add(&mut self, table: &WinChance, turns: &[TurnSample]) {
        let mut stages = [[0.0; 3]; STAGES.len()];
        let (mut all, mut bins) = ([0.0; 3], [[0.0; 3]; BINS]);
        let add = |sums: &mut [f64; 3], turn: [f64; 3]| sums.iter_mut().zip(turn).for_each(|(sum, more)| *sum += more);
        for sample in turns {
            let forecast = table.on_turn(sample.spread, sample.unseen);
            let result = WinChance::at_end(sample.spread + sample.change);
            let log_loss = -(result * forecast.ln() + (1.0 - result) * (1.0 - forecast).ln());
            let losses = [1.0, (forecast - result).powi(2), log_loss];
            add(&mut stages[stage(sample)], losses);
            add(&mut all, losses);
            add(&mut bins[((forecast * BINS as f64) as usize).min(BINS - 1)], [1.0, forecast, result]);
        }
        self.stages.iter_mut().zip(&stages).for_each(|(stage, sums)| stage.add(sums));
        self.bins.iter_mut().zip(&bins).for_each(|(bin, sums)| bin.add(sums));
        self.all.add(&all);
    }

    fn calibration(&self, table: String) -> TableCalibration {
        let stages = self.stages.iter().enumerate().map(|(stage, losses)| (stage_name(stage), losses));
        let stages = stages.chain([("all".into(), &self.all)]).filter(|(_, losses)| losses.count() > 0.0);
        let losses = stages.map(|(unseen, losses)| Losses {
            unseen,
            turns: losses.count(),
            brier: losses.mean(1),
            log_loss: losses.mean(2),
        });
        let bins = self.bins.iter().filter(|bin| bin.count() > 0.0);
        let bins = bins.map(|bin| ForecastBin { forecast: bin.mean(1).mean, turns: bin.count(), result: bin.mean(2) });
        TableCalibration { table, losses: losses.collect(), bins: bins.collect() }
    }
}

/// The spread and its change, in points, on the turns of a game at one stage.
fn points_at(at: usize, turns: &[TurnSample]) -> impl Iterator<Item = (f64, f64)> {
    let turns = turns.iter().filter(move |sample| stage(sample) == at);
    turns.map(move |sample| (sample.spread.as_points(), sample.change.as_points()))
}
