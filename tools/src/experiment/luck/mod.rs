//! Which yardstick of luck takes out most: how scattered results are with luck and without.
//!
//! The games are of a static player against itself, of mirrored pairs against Gordon's third rack heuristic, and of
//! matches that the referee has played. Their luck is measured by each of the yardsticks (`yardstick`), and taken off
//! the results. Whatever the yardstick, that leaves the mean result as it is ([`tasseo::luck`] says why); the better one
//! leaves less scatter. What is told (`figures`): the standard deviation of a game and of a mirrored pair, with luck and
//! without; by which factor luck would best be multiplied before it is taken off, which is 1 for a yardstick that is
//! neither too bold nor too shy; whether luck has mean 0; how much of what is left is the error of sampling;
//! and what it costs.

mod figures;
mod games;
mod yardstick;

use super::records::ByGame;
use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::whole_number;
use crate::game_setup::GameSetup;
use crate::plot::scatter_picture;
use crate::statistics::Estimate;
use clap::Args;
use figures::{BestFactor, CorrectedScatter, GameWithLuck, Scatter, UnitFigures, YardstickLuck};
use games::{GameSet, KnownGame};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use tasseo::bench::Stopwatch;
use tasseo::evaluate::{StaticValue, Strength, ValueKind, WinChance};
use tasseo::game::Player;
use tasseo::luck::{GameLuck, Luck};
use tasseo::seeds::seed_of;
use yardstick::{Yardstick, YardstickKind, YardstickMeter, YardstickValues};

/// What `experiment luck` takes.
#[derive(Args, Clone, Debug)]
pub struct LuckArgs {
    /// How many games of static against static, for the picture; only the static yardstick is asked for them
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole_number(1..=1_000_000),
        allow_negative_numbers = true)]
    games: u64,
    /// How many mirrored pairs of static against rh3, and of each match at most; where the folder has more already, all
    /// of them are told of
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(1..=1_000_000),
        allow_negative_numbers = true)]
    pairs: u64,
    /// How many alternatives are valued for each draw; a quarter and four times as many as well, if it is static
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole_number(1..=25_000),
        allow_negative_numbers = true)]
    effort: u64,
    /// The folder of a match that the referee plays or has played, with the same words; may be given several times
    #[arg(long = "match", value_name = "DIR")]
    matches: Vec<PathBuf>,
    #[command(flatten)]
    lab: LabArgs,
}

/// The most games of the picture.
const MOST_POINTS: usize = 1000;

/// What was found of one set of games.
#[derive(Clone, Debug, Serialize)]
struct SetFigures {
    name: String,
    is_paired: bool,
    /// Games that were measured.
    games: usize,
    /// Games that were left out, with the other of the pair: of those that were forfeited, luck says nothing.
    left_out: usize,
    points: UnitFigures,
    /// In percentage points above 50; none without win chances.
    wins: Option<UnitFigures>,
}

/// Measures what has not been measured, and writes `luck.md`, `luck.json` and `luck.svg`. Blocks.
pub fn run(args: &LuckArgs) -> Result<String, AnyError> {
    let setup = GameSetup::open(&args.lab.setup)?;
    let win_chance = WinChance::find(&setup.values, setup.lexicon())?;
    let sets = args.sets(&setup)?;
    let results = ReportFolder::open(&args.lab.output, "luck")?;
    let experiment = LuckExperiment { args, setup, win_chance, results };
    let mut figures = Vec::new();
    for (set, yardsticks) in &sets {
        let measured = experiment.measure(set, yardsticks)?;
        if figures.is_empty() {
            experiment.results.write_picture("", &picture(&measured))?;
        }
        figures.push(experiment.figures(set, yardsticks, &measured));
    }
    let markdown = figures.iter().map(SetFigures::markdown).collect::<Vec<_>>().join("\n");
    experiment.results.write(&markdown, &figures)?;
    Ok(markdown)
}

impl LuckArgs {
    /// The games to be measured, and by what. Blocks while matches are read.
    fn sets(&self, setup: &GameSetup) -> Result<Vec<(GameSet, Vec<Yardstick>)>, AnyError> {
        let (effort, seed) = (self.effort as usize, self.lab.setup.seed);
        let rh3 = StaticValue::of_strength(Strength::Rh3, setup.distribution(), None)?;
        let catalogue = self.lab.setup.lexicon.letters.catalogue();
        let fast = vec![Yardstick { kind: YardstickKind::Static, effort }];
        let mut sets = vec![
            (GameSet::of_static(setup, self.games, seed), fast),
            (GameSet::pairs(setup, ("rh3", rh3), self.pairs, seed), Yardstick::all(effort)),
        ];
        for folder in &self.matches {
            sets.push((GameSet::of_match(folder, setup, &catalogue, self.pairs)?, Yardstick::all(effort)));
        }
        Ok(sets)
    }
}

/// What all sets of games are measured with.
struct LuckExperiment<'a> {
    args: &'a LuckArgs,
    setup: GameSetup,
    win_chance: Option<Arc<WinChance>>,
    results: ReportFolder,
}

impl LuckExperiment<'_> {
    /// What the records of a set of games are of.
    fn describe(&self, set: &GameSet, yardsticks: &[Yardstick]) -> String {
        let wins = self.setup.values.for_lexicon(ValueKind::WinChance, self.setup.lexicon());
        let wins = wins.map_or("none".into(), |wins| wins.to_string());
        let (setup, games, seed) = (self.setup.describe(), set.describe(), self.args.lab.setup.seed);
        format!("luck {setup} wins={wins} games: {games} yardsticks={yardsticks:?} seed={seed}")
    }

    /// Every game of a set that could be measured, in order.
    fn measure(&self, set: &GameSet, yardsticks: &[Yardstick]) -> Result<Vec<Option<GameWithLuck>>, AnyError> {
        let values = YardstickValues::new(&self.setup, self.win_chance.clone(), set.rules.clone());
        let path = self.results.path(&format!("{}.jsonl", set.short_name));
        let what = self.describe(set, yardsticks);
        let threads = self.args.lab.setup.threads.count();
        ByGame { name: "luck", path, what: &what, games: set.games, threads }.measure(|| {
            let mut self_play = self.setup.self_play();
            let mut meters: Vec<YardstickMeter> = yardsticks.iter().map(|&yardstick| values.meter(yardstick)).collect();
            move |number| {
                // Both games of a pair have the same seed, so that the same draws have the same alternatives.
                let seed = seed_of(!self.args.lab.setup.seed, set.pair_of(number));
                measure_game(&set.game(&mut self_play, number)?, &mut meters, seed)
            }
        })
    }

    fn figures(&self, set: &GameSet, yardsticks: &[Yardstick], measured: &[Option<GameWithLuck>]) -> SetFigures {
        let whole: Vec<Vec<GameWithLuck>> = measured
            .chunks_exact(if set.is_paired { 2 } else { 1 })
            .filter_map(|games| games.iter().cloned().collect())
            .collect();
        let clusters: Vec<&[GameWithLuck]> = whole.iter().map(Vec::as_slice).collect();
        let names: Vec<String> = yardsticks.iter().map(Yardstick::name).collect();
        let games = clusters.iter().map(|games| games.len()).sum();
        SetFigures {
            name: set.name.clone(),
            is_paired: set.is_paired,
            games,
            left_out: measured.len() - games,
            points: UnitFigures::of(&clusters, &names, 0),
            wins: self.win_chance.is_some().then(|| UnitFigures::of(&clusters, &names, 1)),
        }
    }
}

/// The luck of a game by every yardstick; none if some draw is not known.
fn measure_game(game: &KnownGame, meters: &mut [YardstickMeter], seed: u64) -> Option<GameWithLuck> {
    let result = [game.result.spread as f64, 50.0 * (game.result.half_wins() - 1) as f64];
    let measure = |meter: &mut YardstickMeter| {
        let watch = Stopwatch::of_thread();
        let luck = meter.measure(&game.history, game.is_seen, seed);
        luck.is_complete().then(|| measured_luck(&luck, watch.cpu().as_secs_f64() * 1e3))
    };
    Some(GameWithLuck { result, luck: meters.iter_mut().map(measure).collect::<Option<_>>()? })
}

fn measured_luck(luck: &GameLuck, ms: f64) -> YardstickLuck {
    let in_both_units = |luck: Luck| [luck.points, 100.0 * luck.wins];
    let squares = luck.draws.iter().map(|draw| in_both_units(draw.error).map(|error| error * error));
    YardstickLuck {
        players: Player::BOTH.map(|player| in_both_units(luck.of(player))),
        variance: squares.fold([0.0; 2], |sum, square| [sum[0] + square[0], sum[1] + square[1]]),
        ms,
    }
}

/// Spreads against luck, for the first yardstick.
fn picture(games: &[Option<GameWithLuck>]) -> String {
    let point = |game: &GameWithLuck| {
        let [one, two] = game.luck[0].players.map(|luck| luck[0]);
        (one - two, game.result[0])
    };
    let points: Vec<(f64, f64)> = games.iter().flatten().take(MOST_POINTS).map(point).collect();
    let title = format!("Spread against luck: {} games of static against static", points.len());
    scatter_picture(
        &title,
        "luck of who begins less the other's, in points (dashed: all of the spread is luck)",
        "spread of who begins",
        &points,
    )
}

impl SetFigures {
    fn markdown(&self) -> String {
        let count = if self.is_paired { format!("{} pairs", self.games / 2) } else { format!("{} games", self.games) };
        let left_out = match self.left_out {
            0 => String::new(),
            games => format!(" ({games} games left out)"),
        };
        let mut text = format!("**{}**, {count}{left_out}.\n\nPoints:\n\n{}", self.name, table(&self.points, true));
        if let Some(wins) = &self.wins {
            text += &format!("\nGames won, in percentage points above 50:\n\n{}", table(wins, false));
        }
        text += "\nThe best factor by least squares, and the standard deviation with it:\n\n\
                 | yardstick | points, game | points, pair | wins, game | wins, pair |\n|---|---|---|---|---|\n";
        for (at, points) in self.points.corrected.iter().enumerate() {
            let wins = self.wins.as_ref().map(|wins| &wins.corrected[at]);
            let cells = [
                points.game_factor.as_ref(),
                points.pair_factor.as_ref(),
                wins.and_then(|wins| wins.game_factor.as_ref()),
                wins.and_then(|wins| wins.pair_factor.as_ref()),
            ];
            text += &format!("| {} |{}\n", points.yardstick, cells.map(factor_cell).concat());
        }
        text
    }
}

/// The figures in one unit; only in one of them it is said what they cost.
fn table(figures: &UnitFigures, with_cost: bool) -> String {
    let (head, rule) = if with_cost { (" CPU ms a game |", "---|") } else { ("", "") };
    let mut text = format!(
        "| luck by | sd of a game | sd of a pair | result | who begins | mean luck, first less second | mean luck of a \
         player | sampling |{head}\n|---|---|---|---|---|---|---|---|{rule}\n"
    );
    text += &format!("| (with luck) |{} | | |{}\n", scatter_cells(&figures.raw), if with_cost { " |" } else { "" });
    for CorrectedScatter { yardstick, scatter, balance, of_player, sampling, ms, .. } in &figures.corrected {
        let cost = if with_cost { format!(" {ms:.1} |") } else { String::new() };
        let cells = scatter_cells(scatter);
        let sampling = sampling.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share));
        text += &format!("| {yardstick} |{cells} {balance:+} | {of_player:+} | {sampling} |{cost}\n");
    }
    text
}

fn scatter_cells(Scatter { game, pair, result, who_begins }: &Scatter) -> String {
    let cell = |estimate: &Estimate| format!(" {estimate} |");
    format!("{}{} {result:+} | {who_begins:+} |", cell(game), pair.as_ref().map_or(" |".into(), cell))
}

fn factor_cell(best: Option<&BestFactor>) -> String {
    best.map_or(" |".into(), |BestFactor { factor, deviation }| format!(" {factor}: {deviation} |"))
}
