//! `train calibrate`: how well tables of win chances foretell games that they have not seen.
//!
//! Two figures for each table. The Brier score is the mean square of forecast minus result; the log loss is the mean of
//! minus the logarithm of the chance given to what happened. Lower is better in both. Beside them stand, for forecasts
//! of each size, the mean forecast and what came of it: a table is calibrated where the two agree. All standard errors
//! count games, not turns (see [`clusters`](crate::clusters)).

use super::changes::{Sample, Spread, samples};
use crate::args::{GAMES, whole_number};
use crate::clusters::{Clusters, Fit, Line};
use crate::progress::GameProgress;
use crate::table::{Table, TableArgs};
use crate::{AnyError, say};
use clap::Args;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo::evaluate::WinChance;
use tasseo::parallel::in_order;
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;

/// Check tables of win chances on games that they have not seen
///
/// The games are played for the purpose, with other bags than a table of the same seed was learned from. Also tells how
/// the change of the spread until the end of the game depends on the spread, which the tables take to be not at all.
/// Standard errors count games: the turns of one game are not independent.
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
    let mut dependence = [Line::default(); STAGES.len()];
    let mut progress = GameProgress::new("calibrate", 0, args.games);
    let play =
        |self_play: &mut SelfPlay, game| samples(self_play, &table.value, args.spread, seed_of(!args.table.seed, game));
    in_order(
        args.table.threads.count(),
        0..args.games,
        || table.self_play(),
        play,
        |game, turns| {
            tables.iter_mut().for_each(|(table, score)| score.add(table, &turns));
            dependence.iter_mut().enumerate().for_each(|(stage, line)| line.add(points_at(stage, &turns)));
            progress.show(game + 1);
        },
    );
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
    fn add(&mut self, table: &WinChance, turns: &[Sample]) {
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

    fn print(&self, name: &str) -> io::Result<()> {
        say(format_args!("\n{name}\n{:>8} {:>10} {:>19} {:>19}", "unseen", "turns", "Brier", "log loss"))?;
        let stages = self.stages.iter().enumerate().map(|(stage, losses)| (stage_name(stage), losses));
        for (name, losses) in stages.chain([("all".into(), &self.all)]).filter(|(_, losses)| losses.count() > 0.0) {
            let (turns, brier, log) = (losses.count(), losses.mean(1), losses.mean(2));
            say(format_args!("{name:>8} {turns:>10} {brier:>19.5} {log:>19.5}"))?;
        }
        say(format_args!("{:>8} {:>10} {:>19}", "forecast", "turns", "result"))?;
        for bin in self.bins.iter().filter(|bin| bin.count() > 0.0) {
            let (turns, forecast, result) = (bin.count(), bin.mean(1).mean, bin.mean(2));
            say(format_args!("{forecast:>8.4} {turns:>10} {result:>19.4}"))?;
        }
        Ok(())
    }
}

/// The spread and its change, in points, on the turns of a game at one stage.
fn points_at(at: usize, turns: &[Sample]) -> impl Iterator<Item = (f64, f64)> {
    let turns = turns.iter().filter(move |sample| stage(sample) == at);
    turns.map(move |sample| (sample.spread.as_points(), sample.change.as_points()))
}

fn print_dependence(stages: &[Line]) -> io::Result<()> {
    say(format_args!("the change of the spread until the end, for each point of spread"))?;
    say(format_args!("{:>8} {:>10} {:>18} {:>18}", "unseen", "turns", "slope", "correlation"))?;
    for (stage, line) in stages.iter().enumerate() {
        if let Some(Fit { slope, correlation, .. }) = line.fit() {
            let (name, turns) = (stage_name(stage), line.count());
            say(format_args!("{name:>8} {turns:>10} {slope:>18.4} {correlation:>18.4}"))?;
        }
    }
    Ok(())
}
