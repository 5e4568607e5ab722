//! Games of static players, as benches play them.

use super::config::{BenchConfig, Setup};
use super::cpu::Stopwatch;
use crate::fingerprint::fingerprint;
use crate::game::{Alphabet, PerPlayer, Player, Position};
use crate::movegen::ScoredPlay;
use crate::parallel;
use crate::seeds::seed_of;
use crate::self_play::SelfPlay;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What came of some work. Adding is the same in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameTotals {
    pub(super) games: u64,
    pub(super) plays: u64,
    pub(super) points: i64,
    pub(super) signature: u64,
    pub(super) cpu: Duration,
}

impl GameTotals {
    fn add(self, other: GameTotals) -> GameTotals {
        GameTotals {
            games: self.games + other.games,
            plays: self.plays + other.plays,
            points: self.points + other.points,
            signature: self.signature.wrapping_add(other.signature),
            cpu: self.cpu + other.cpu,
        }
    }
}

/// Does the tasks 0 to `tasks` on this many threads, each with what `set_up` gives it. Blocks.
pub(super) fn share<W>(
    threads: NonZeroUsize,
    tasks: u64,
    set_up: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, u64) -> GameTotals + Sync,
) -> GameTotals {
    let totals = parallel::share(threads, 0..tasks, |tasks| {
        let mut worker = set_up();
        let watch = Stopwatch::of_thread();
        let totals = tasks.map(|number| task(&mut worker, number)).fold(GameTotals::default(), GameTotals::add);
        GameTotals { cpu: watch.cpu(), ..totals }
    });
    totals.into_iter().fold(GameTotals::default(), GameTotals::add)
}

/// One game of the best static plays against themselves. `each` is shown every position before its play.
pub(super) fn play_game(
    setup: &Setup,
    self_play: &mut SelfPlay,
    seed: u64,
    game: u64,
    mut each: impl FnMut(&Position),
) -> GameTotals {
    let mut totals = GameTotals { games: 1, ..GameTotals::default() };
    let alphabet = setup.rules.distribution.alphabet();
    let end = self_play.play(PerPlayer([&setup.value; 2]), seed_of(seed, game), |turn| {
        each(turn.before);
        totals.plays += 1;
        totals.signature = totals.signature.wrapping_add(mark(&turn.chosen, alphabet, game, totals.plays));
    });
    totals.points = Player::BOTH.iter().map(|&player| i64::from(end.score(player))).sum();
    totals
}

/// The first position of each game that `is_such`; of `games` games where the configuration names no number.
pub(super) fn first_of_games(
    config: &BenchConfig,
    setup: &Setup,
    games: u64,
    is_such: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let mut self_play = setup.self_play();
    let mut found = Vec::new();
    for game in 0..config.games.unwrap_or(games) {
        let mut first = None;
        let each = |position: &Position| {
            if first.is_none() && is_such(position) {
                first = Some(position.clone());
            }
        };
        play_game(setup, &mut self_play, config.seed, game, each);
        found.extend(first);
    }
    found
}

/// A number that depends on everything about a play: on its text, so that it is the same whatever compiler made us.
pub(super) fn mark(found: &ScoredPlay, alphabet: &Alphabet, task: u64, turn: u64) -> u64 {
    let (play, score, worth) = (found.play.display(alphabet), found.score, found.equity.as_millipoints());
    fingerprint(format!("{play} {score} {worth} {task} {turn}").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tasks_are_done_on_any_number_of_threads() {
        let task = |(): &mut (), number| GameTotals { games: 1, signature: number, ..GameTotals::default() };
        for threads in [1, 3, 20].map(|threads| NonZeroUsize::new(threads).unwrap()) {
            let totals = share(threads, 10, || (), task);
            assert_eq!((totals.games, totals.signature), (10, 45));
        }
    }

    #[test]
    #[should_panic(expected = "task 4")]
    fn a_worker_that_panics_is_heard() {
        let task = |(): &mut (), number| if number == 4 { panic!("task 4") } else { GameTotals::default() };
        share(NonZeroUsize::new(2).unwrap(), 10, || (), task);
    }
}
