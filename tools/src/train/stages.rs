//! `train stages`: how much of a leave's value is still to be had, by the tiles left in the bag.
//!
//! For every placement of self-play: the spread that was still to come after it, against the value of what it kept. A
//! straight line is fitted for each number of tiles that the play left in the bag, which is different for each play of
//! a game. The figures in `src/evaluate/stage.rs` were made with it.

use crate::args::{GAMES, whole_number};
use crate::clusters::Line;
use crate::progress::GameProgress;
use crate::table::{Table, TableArgs};
use crate::{AnyError, say};
use clap::Args;
use std::process::ExitCode;
use tasseo::evaluate::Leaves;
use tasseo::game::{PerPlayer, Play, Player, Position, Rack};
use tasseo::parallel::in_order;
use tasseo::seeds::seed_of;
use tasseo::self_play::{SelfPlay, SelfPlayTurn};

/// Measure how much of a leave's value is still to be had, by the tiles left in the bag
///
/// Prints, for each number of tiles that a play leaves in the bag, how many plays there were, what the spread still
/// changed by on average for a leave worth nothing (worth), and by how much more for each point that a leave is worth
/// (share), with their standard errors.
#[derive(Args, Clone, Debug)]
pub struct StagesArgs {
    /// How many games to learn from
    #[arg(long, default_value_t = 60_000, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    table: TableArgs,
}

/// A placement.
pub(super) struct Sample {
    /// How many tiles it left in the bag.
    pub(super) left: usize,
    /// What it kept.
    pub(super) kept: Rack,
    /// What that is worth, in points.
    pub(super) leave: f64,
    /// What the spread changed by afterwards, in points.
    pub(super) change: f64,
}

/// Plays, and prints what it found. Blocks.
pub fn run(args: &StagesArgs) -> Result<ExitCode, AnyError> {
    let table = Table::open(&args.table)?;
    let leaves = table.leaves.clone().ok_or("there are no leave values; give some with --leaves")?;
    let mut lines = vec![Line::default(); table.most_unseen() + 1];
    let mut progress = GameProgress::new("stages", 0, args.games);
    for_each_sample(&table, &leaves, &args.table, args.games, &mut progress, |sample| {
        lines[sample.left].add([(sample.leave, sample.change)]);
    });
    drop(progress);
    say(format_args!("left    plays            worth          share"))?;
    let enough = lines.iter().enumerate().filter(|(_, line)| line.count() > 100.0);
    for (left, line, fit) in enough.filter_map(|(left, line)| Some((left, line, line.fit()?))) {
        say(format_args!("{left:4} {:8} {:>16} {:>14}", line.count(), fit.intercept, fit.slope))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays games, and shows every placement that was made while there were tiles to draw, in order. Blocks.
pub(super) fn for_each_sample(
    table: &Table,
    leaves: &Leaves,
    args: &TableArgs,
    games: u64,
    progress: &mut GameProgress,
    mut each: impl FnMut(&Sample) + Send,
) {
    let play = |self_play: &mut SelfPlay, game| samples(self_play, table, leaves, seed_of(args.seed, game));
    in_order(
        args.threads.count(),
        0..games,
        || table.self_play(),
        play,
        |game, samples: Vec<Sample>| {
            samples.iter().for_each(&mut each);
            progress.show(game + 1);
        },
    );
}

/// The placements of a game that were made while there were tiles to draw.
fn samples(self_play: &mut SelfPlay, table: &Table, leaves: &Leaves, seed: u64) -> Vec<Sample> {
    let mut plays: Vec<(Player, i32, usize, Rack)> = Vec::with_capacity(32);
    let end = self_play.play(PerPlayer([&table.value; 2]), seed, |turn| {
        if let Some((used, mover)) = tiles_used(&turn).zip(Some(turn.before.on_turn())) {
            let left = turn.before.bag_len().saturating_sub(used.len());
            let after = spread(turn.before, mover) + turn.chosen.score;
            plays.push((mover, after, left, turn.before.rack(mover).minus(&used)));
        }
    });
    let finish = |(mover, after, left, kept): (Player, i32, usize, Rack)| Sample {
        left,
        leave: leaves.value(&kept).as_points(),
        kept,
        change: f64::from(spread(&end, mover) - after),
    };
    plays.into_iter().map(finish).collect()
}

fn spread(position: &Position, player: Player) -> i32 {
    position.score(player) - position.score(player.opponent())
}

/// The tiles of a placement while the bag has some.
fn tiles_used(turn: &SelfPlayTurn<'_>) -> Option<Rack> {
    let is_sample = matches!(turn.chosen.play, Play::Place(_)) && turn.before.bag_len() > 0;
    turn.chosen.play.tiles_used(turn.before.board()).filter(|_| is_sample)
}
