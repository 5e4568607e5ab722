//! Every placement of self-play, with the spread that was still to come after it: what leaves are measured by.

use crate::game_setup::{GameSetup, GameSetupArgs};
use crate::progress::GameProgress;
use tasseo::evaluate::Leaves;
use tasseo::game::{PerPlayer, Play, Player, Position, Rack};
use tasseo::parallel::in_order;
use tasseo::seeds::seed_of;
use tasseo::self_play::{SelfPlay, SelfPlayTurn};

/// A placement that was made.
#[derive(Clone, Debug)]
pub struct PlacementSample {
    /// How many tiles it left in the bag.
    pub left: usize,
    /// What it kept.
    pub kept: Rack,
    /// What that is worth, in points.
    pub leave: f64,
    /// What the spread changed by afterwards, in points.
    pub change: f64,
}

/// Plays games, and shows every placement that was made while there were tiles to draw, in order. Blocks.
pub fn for_each_placement(
    setup: &GameSetup,
    leaves: &Leaves,
    args: &GameSetupArgs,
    games: u64,
    progress: &mut GameProgress,
    mut each: impl FnMut(&PlacementSample) + Send,
) {
    let play = |self_play: &mut SelfPlay, game| placements(self_play, setup, leaves, seed_of(args.seed, game));
    in_order(
        args.threads.count(),
        0..games,
        || setup.self_play(),
        play,
        |game, placements: Vec<PlacementSample>| {
            placements.iter().for_each(&mut each);
            progress.show(game + 1);
        },
    );
}

/// The placements of a game that were made while there were tiles to draw.
fn placements(self_play: &mut SelfPlay, setup: &GameSetup, leaves: &Leaves, seed: u64) -> Vec<PlacementSample> {
    let mut plays: Vec<(Player, i32, usize, Rack)> = Vec::with_capacity(32);
    let end = self_play.play(PerPlayer([&setup.value; 2]), seed, |turn| {
        if let Some((used, mover)) = tiles_used(&turn).zip(Some(turn.before.on_turn())) {
            let left = turn.before.bag_len().saturating_sub(used.len());
            let after = spread(turn.before, mover) + turn.chosen.score;
            plays.push((mover, after, left, turn.before.rack(mover).minus(&used)));
        }
    });
    let finish = |(mover, after, left, kept): (Player, i32, usize, Rack)| PlacementSample {
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
    let counts = matches!(turn.chosen.play, Play::Place(_)) && turn.before.bag_len() > 0;
    turn.chosen.play.tiles_used(turn.before.board()).filter(|_| counts)
}
