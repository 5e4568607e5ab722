//! What the win chance is learned from: how the spread changed from each turn to the end of its game, counted by the
//! number of unseen tiles.
//!
//! The counts are whole numbers, so they are the same in whatever order games are added, and the counts of several runs
//! add up exactly.

use super::super::run_part::Findings;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tasseo::evaluate::{Equity, StaticValue};
use tasseo::game::{PerPlayer, Play, Player, Position};
use tasseo::self_play::{SelfPlay, SelfPlayTurn};

/// A turn of a game, for the player on turn, before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnSample {
    /// How many tiles the player does not see.
    pub unseen: usize,
    /// How far ahead the player is.
    pub spread: Equity,
    /// How much further ahead at the end of the game.
    pub change: Equity,
}

/// What the spread is taken to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Spread {
    /// The points of one player less those of the other
    Points,
    /// And what the tiles are worth that each kept in the turn before, as rollouts reckon
    #[default]
    Leaves,
}

/// Plays a game and tells of each of its turns.
pub fn samples(self_play: &mut SelfPlay, value: &StaticValue, kind: Spread, seed: u64) -> Vec<TurnSample> {
    let mut turns = Vec::with_capacity(32);
    let mut kept = PerPlayer([Equity::ZERO; 2]);
    let end = self_play.play(PerPlayer([value; 2]), seed, |turn| {
        let (mover, other) = (turn.before.on_turn(), turn.before.on_turn().opponent());
        let spread = spread(turn.before, mover) + kept[mover] - kept[other];
        turns.push((mover, turn.before.bag_len() + turn.before.held(other), spread));
        if kind == Spread::Leaves {
            kept[mover] = worth_keeping(&turn);
        }
    });
    let finish = |(mover, unseen, now)| TurnSample { unseen, spread: now, change: spread(&end, mover) - now };
    turns.into_iter().map(finish).collect()
}

fn spread(position: &Position, player: Player) -> Equity {
    Equity::points(position.score(player) - position.score(player.opponent()))
}

/// What the tiles that a play keeps are worth. With an empty bag that is nothing: there is nothing to draw to them. Who
/// passes keeps everything, and that has no value of its own.
fn worth_keeping(turn: &SelfPlayTurn<'_>) -> Equity {
    match turn.chosen.play {
        Play::Pass => Equity::ZERO,
        _ if turn.before.bag_len() == 0 => Equity::ZERO,
        _ => turn.chosen.equity - Equity::points(turn.chosen.score),
    }
}

/// How often the spread changed by how much, by the number of unseen tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// By unseen tiles from 1 on, and by change from the lowest on.
    counts: Vec<Vec<u64>>,
}

impl Changes {
    /// Changes beyond this, either way, count as this.
    pub const MOST: i32 = 1000;

    const WIDTH: usize = 2 * Self::MOST as usize + 1;

    /// Nothing counted yet, for up to this many unseen tiles.
    pub fn new(most_unseen: usize) -> Self {
        Changes { counts: vec![vec![0; Self::WIDTH]; most_unseen] }
    }

    /// The most unseen tiles.
    pub fn most_unseen(&self) -> usize {
        self.counts.len()
    }

    /// How many turns have been counted.
    pub fn turns(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// The counts at this many unseen tiles, the lowest change first.
    pub fn at(&self, unseen: usize) -> &[u64] {
        &self.counts[unseen - 1]
    }

    /// Counts one turn, by the nearest whole change.
    pub fn count(&mut self, sample: &TurnSample) {
        let nearest = (sample.change.as_millipoints() + 500).div_euclid(1000);
        self.counts[sample.unseen - 1][(nearest.clamp(-Self::MOST, Self::MOST) + Self::MOST) as usize] += 1;
    }

    /// Reads what was written.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let changes: Changes = postcard::from_bytes(bytes).ok()?;
        let whole = changes.counts.iter().all(|row| row.len() == Self::WIDTH);
        (whole && changes.most_unseen() > 0).then_some(changes)
    }
}

impl Findings for Changes {
    const TRAINING: &'static str = "winchance";

    fn add(&mut self, other: &Self) {
        let pairs = self.counts.iter_mut().flatten().zip(other.counts.iter().flatten());
        pairs.for_each(|(sum, more)| *sum += more);
    }

    fn write(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("memory is all it takes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut changes = Changes::new(3);
        for (unseen, change) in [(1, 5), (1, -7), (3, 2000), (3, 0), (3, 0)] {
            changes.count(&TurnSample { unseen, spread: Equity::ZERO, change: Equity::points(change) });
        }
        assert_eq!(Changes::read(&changes.write()), Some(changes));
        let of = |counts: Vec<Vec<u64>>| Changes { counts }.write();
        for bad in [vec![], vec![7], of(vec![]), of(vec![vec![0; 5]]), of(vec![vec![0; 5000]])] {
            assert_eq!(Changes::read(&bad), None, "{bad:?}");
        }
    }
}
