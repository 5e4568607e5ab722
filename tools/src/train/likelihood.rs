//! `train likelihood`: how sharply players choose, by the phase of the game and the tiles they play.
//!
//! For every play of a game whose racks are known: what each option was worth beside the one that was chosen. The
//! temperature of a cell (a phase, and a number of tiles played) is the one under which its plays are likeliest, with
//! a floor that is the same for all cells and is fitted with them. The default temperatures of `src/belief/policy.rs`
//! are multiples of such a table.

use super::table::{Table, TableArgs};
use crate::args::{GAMES, whole_number};
use crate::games::play_in_order;
use crate::known_games::{Chooser, KnownGames};
use crate::progress::GameProgress;
use crate::{AnyError, say};
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;
use tasseo::belief::{PHASES, Temperatures, phase_of};
use tasseo::evaluate::Equity;
use tasseo::game::{Action, History, Play, RACK_SIZE, Rules};
use tasseo::self_play::seed_of;

/// Fit the temperatures of the belief's softmax to players whose racks are known
///
/// Prints the floor that fits best and, for each phase of the game and number of tiles played, the temperature in
/// points, how many plays there were, and what a play's likelihood was on average (in bits; closer to 0 is better). No
/// cell is colder than the belief can use.
#[derive(Args, Clone, Debug)]
pub struct LikelihoodArgs {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "static", value_name = "PLAYER")]
    player: Chooser,
    /// How many games to learn from
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    table: TableArgs,
}

/// One play: by how many points each option was better than what was chosen, that itself included.
struct Choice {
    phase: usize,
    tiles: usize,
    better_by: Vec<f32>,
}

/// The floors that are tried.
const FLOORS: [f64; 7] = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3];

/// Plays, and prints what fits. Blocks.
pub fn run(args: &LikelihoodArgs) -> Result<ExitCode, AnyError> {
    let table = Table::open(&args.table)?;
    let rules = Arc::new(Rules { distribution: table.lexicon().distribution().clone(), ..Rules::default() });
    let games = KnownGames::new(rules, table.lexicon().clone(), table.value.clone(), args.player)?;
    let (mut choices, mut progress) = (Vec::new(), GameProgress::new("likelihood", 0, args.games));
    let player = || {
        let mut games = games.clone();
        move |number| {
            let game = games.play(seed_of(args.table.seed, number));
            choices_of(&game, &mut games)
        }
    };
    play_in_order(0..args.games, args.table.threads.count(), player, |number, of_game: Vec<Choice>| {
        choices.extend(of_game);
        progress.show(number + 1);
    });
    drop(progress);
    report(&choices)?;
    Ok(ExitCode::SUCCESS)
}

/// All choices of a game that were made while there were tiles to draw.
fn choices_of(game: &History, games: &mut KnownGames) -> Vec<Choice> {
    let mut choices = Vec::new();
    for (turn, position) in game.turns_in_position().filter(|(_, position)| position.bag_len() > 0) {
        let Action::Play(play) = turn.played.action else { continue };
        let options = games.options(position);
        let used = play.tiles_used(position.board()).unwrap_or_default();
        let is_chosen = |other: &Play| match (play, other) {
            (Play::Place(_), Play::Place(placement)) => placement.tiles_used(position.board()) == Some(used),
            _ => play == *other,
        };
        let points = |equity: Equity| f64::from(equity.as_millipoints()) / 1000.0;
        // Who passes had other reasons.
        let Some(best) = options.iter().find(|option| is_chosen(&option.play)) else { continue };
        let lost = f64::from(best.score - turn.score);
        let chosen = points(best.equity) - lost;
        let mut better_by: Vec<f32> = options.iter().map(|option| (points(option.equity) - chosen) as f32).collect();
        // What scores less than the same tiles could is an option of its own.
        better_by.extend((lost > 0.0).then_some(0.0));
        choices.push(Choice { phase: phase_of(position.bag_len()), tiles: used.len(), better_by });
    }
    choices
}

/// The likelihood of all these choices, as the mean of its logarithm in bits.
fn bits<'c>(choices: impl Iterator<Item = &'c Choice>, temperature: f64, floor: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for choice in choices {
        let soft = 1.0 / choice.better_by.iter().map(|&points| (f64::from(points) / temperature).exp()).sum::<f64>();
        sum += ((1.0 - floor) * soft + floor / (choice.better_by.len() + 1) as f64).log2();
        count += 1.0;
    }
    sum / count
}

/// The temperature under which these choices are likeliest, with their mean in bits: steps of a tenth.
fn fit(choices: &[&Choice], floor: f64) -> (f64, f64) {
    let mut best = (Temperatures::LEAST, bits(choices.iter().copied(), Temperatures::LEAST, floor));
    for step in 1..60 {
        let temperature = Temperatures::LEAST * 1.1_f64.powi(step);
        let bits = bits(choices.iter().copied(), temperature, floor);
        best = if bits > best.1 { (temperature, bits) } else { best };
    }
    best
}

/// The choices of a phase and a number of tiles.
fn cell(choices: &[Choice], phase: usize, tiles: usize) -> Vec<&Choice> {
    choices.iter().filter(|choice| choice.phase == phase && choice.tiles == tiles).collect()
}

fn report(choices: &[Choice]) -> Result<(), AnyError> {
    let all: Vec<&Choice> = choices.iter().collect();
    let fits = FLOORS.map(|floor| (floor, fit(&all, floor)));
    let best = fits.into_iter().max_by(|a, b| a.1.1.total_cmp(&b.1.1)).ok_or("no floors")?;
    let (floor, (temperature, bits)) = best;
    say(format_args!("floor {floor}; over all {} plays temperature {temperature:.2}, {bits:.3} bits", all.len()))?;
    say(format_args!("phase tiles   plays temperature    bits"))?;
    for phase in 0..PHASES {
        for tiles in 1..=RACK_SIZE {
            let cell = cell(choices, phase, tiles);
            if !cell.is_empty() {
                let (temperature, bits) = fit(&cell, floor);
                say(format_args!("{phase:5} {tiles:5} {:7} {temperature:11.2} {bits:7.3}", cell.len()))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two options that differ by a point, the better one is taken three times in four: the temperature is 1 / ln
    /// 3.
    #[test]
    fn the_temperature_of_a_coin_is_found() {
        let choice = |points: f32| Choice { phase: 0, tiles: 1, better_by: vec![points, 0.0] };
        let choices = [choice(-1.0), choice(-1.0), choice(-1.0), choice(1.0)];
        let (temperature, bits) = fit(&choices.iter().collect::<Vec<_>>(), 0.0);
        assert!((0.87..0.96).contains(&temperature), "{temperature}");
        assert!((bits + 0.811).abs() < 0.01, "{bits}");
    }
}
