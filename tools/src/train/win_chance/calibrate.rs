//! `train calibrate`: how well tables of win chances foretell games that they have not seen.
//!
//! Two figures for each table. The Brier score is the mean square of forecast minus result; the log loss is the mean of
//! minus the logarithm of the chance given to what happened. Lower is better in both. Beside them stand, for forecasts
//! of each size, the mean forecast and what came of it: a table is calibrated where the two agree.

use super::super::table::{Table, TableArgs};
use super::changes::{Sample, Spread, samples};
use crate::args::{GAMES, whole_number};
use crate::games::play_in_order;
use crate::progress::GameProgress;
use crate::{AnyError, say};
use clap::Args;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo::evaluate::{Equity, WinChance};
use tasseo::self_play::seed_of;

/// Check tables of win chances on games that they have not seen
///
/// The games are played for the purpose, with other bags than a table of the same seed was learned from. Also tells how the change
/// of the spread until the end of the game depends on the spread, which the tables take to be not at all.
#[derive(Args, Clone, Debug)]
pub struct CalibrateArgs {
    /// The tables
    #[arg(required = true, value_name = "FILE.csv")]
    tables: Vec<PathBuf>,
    /// How many games to check on
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    /// What the tables are asked for
    #[arg(long, value_enum, default_value_t = Spread::Leaves)]
    spread: Spread,
    #[command(flatten)]
    table: TableArgs,
}

/// Games are told apart by how many tiles are unseen: up to so many.
const STAGES: [usize; 6] = [7, 14, 40, 70, 92, usize::MAX];

/// Forecasts are told apart by twentieths.
const BINS: usize = 20;

/// Does what the options say. Blocks.
pub fn run(args: &CalibrateArgs) -> Result<ExitCode, AnyError> {
    let load = |path: &PathBuf| Ok((WinChance::load(path)?, Score::default()));
    let mut tables = args.tables.iter().map(load).collect::<Result<Vec<_>, AnyError>>()?;
    let table = Table::open(&args.table)?;
    let mut dependence: [Dependence; STAGES.len()] = Default::default();
    let mut progress = GameProgress::new("calibrate", 0, args.games);
    let player = || {
        let mut self_play = table.self_play();
        let (value, kind, seed) = (&table.value, args.spread, args.table.seed);
        move |game| samples(&mut self_play, value, kind, seed_of(!seed, game))
    };
    play_in_order(0..args.games, args.table.threads.count(), player, |game, turns| {
        for sample in &turns {
            tables.iter_mut().for_each(|(table, score)| score.add(table, sample));
            dependence[stage(sample)].add(sample);
        }
        progress.show(game + 1);
    });
    drop(progress);
    print_dependence(&dependence)?;
    for (path, (_, score)) in args.tables.iter().zip(&tables) {
        score.print(&path.display().to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn stage(sample: &Sample) -> usize {
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

/// How good a table's forecasts are.
#[derive(Clone, Debug, Default)]
struct Score {
    stages: [Losses; STAGES.len()],
    bins: [Bin; BINS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Losses {
    turns: f64,
    brier: f64,
    log: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    turns: f64,
    forecast: f64,
    result: f64,
}

impl Score {
    fn add(&mut self, table: &WinChance, sample: &Sample) {
        let forecast = table.on_turn(sample.spread, sample.unseen);
        let result = WinChance::at_end(sample.spread + sample.change);
        let losses = &mut self.stages[stage(sample)];
        losses.turns += 1.0;
        losses.brier += (forecast - result).powi(2);
        losses.log -= result * forecast.ln() + (1.0 - result) * (1.0 - forecast).ln();
        let bin = &mut self.bins[((forecast * BINS as f64) as usize).min(BINS - 1)];
        bin.turns += 1.0;
        bin.forecast += forecast;
        bin.result += result;
    }

    fn print(&self, name: &str) -> io::Result<()> {
        say(format_args!("\n{name}\n{:>8} {:>10} {:>8} {:>9}", "unseen", "turns", "Brier", "log loss"))?;
        let sum = |value: fn(&Losses) -> f64| self.stages.iter().map(value).sum();
        let all = Losses { turns: sum(|all| all.turns), brier: sum(|all| all.brier), log: sum(|all| all.log) };
        let stages = self.stages.iter().enumerate().map(|(stage, losses)| (stage_name(stage), losses));
        for (name, losses) in stages.chain([("all".into(), &all)]).filter(|(_, losses)| losses.turns > 0.0) {
            let Losses { turns, brier, log } = losses;
            say(format_args!("{name:>8} {turns:>10} {:>8.5} {:>9.5}", brier / turns, log / turns))?;
        }
        say(format_args!("{:>8} {:>10} {:>8}", "forecast", "turns", "result"))?;
        for Bin { turns, forecast, result } in self.bins.iter().filter(|bin| bin.turns > 0.0) {
            say(format_args!("{:>8.4} {turns:>10} {:>8.4}", forecast / turns, result / turns))?;
        }
        Ok(())
    }
}

/// How the change of the spread depends on the spread, at one stage.
#[derive(Clone, Copy, Debug, Default)]
struct Dependence {
    turns: f64,
    spread: f64,
    change: f64,
    spread_squared: f64,
    change_squared: f64,
    product: f64,
}

impl Dependence {
    fn add(&mut self, sample: &Sample) {
        let points = |equity: Equity| f64::from(equity.as_millipoints()) / 1000.0;
        let (spread, change) = (points(sample.spread), points(sample.change));
        self.turns += 1.0;
        self.spread += spread;
        self.change += change;
        self.spread_squared += spread * spread;
        self.change_squared += change * change;
        self.product += spread * change;
    }

    /// By how much a point of spread changes the mean of the change, and the correlation of the two.
    fn slope(&self) -> (f64, f64) {
        let covariance = |sum: f64, one: f64, other: f64| sum / self.turns - one / self.turns * other / self.turns;
        let together = covariance(self.product, self.spread, self.change);
        let spread = covariance(self.spread_squared, self.spread, self.spread);
        let change = covariance(self.change_squared, self.change, self.change);
        (together / spread, together / (spread * change).sqrt())
    }
}

fn print_dependence(stages: &[Dependence]) -> io::Result<()> {
    say(format_args!("the change of the spread until the end, for each point of spread"))?;
    say(format_args!("{:>8} {:>10} {:>8} {:>11}", "unseen", "turns", "slope", "correlation"))?;
    for (stage, dependence) in stages.iter().enumerate().filter(|(_, dependence)| dependence.spread_squared > 0.0) {
        let (slope, correlation) = dependence.slope();
        let (name, turns) = (stage_name(stage), dependence.turns);
        say(format_args!("{name:>8} {turns:>10} {slope:>8.4} {correlation:>11.4}"))?;
    }
    Ok(())
}
