//! What the win chance is learned from: how the spread changed from each turn to the end of its game, counted by the
//! number of unseen tiles.
//!
//! The counts are whole numbers, so they are the same in whatever order games are added, and the counts of several runs
//! add up exactly. [`Sums`] is the file that carries them: a checkpoint, or the part of a run that one machine played.

use super::super::shard::Shard;
use super::super::table::fingerprint;
use crate::AnyError;
use clap::ValueEnum;
use std::fmt::Write;
use std::path::Path;
use tasseo::evaluate::{Equity, StaticValue};
use tasseo::game::{PerPlayer, Play, Player, Position};
use tasseo::self_play::{SelfPlay, Turn};

/// A turn of a game, for the player on turn, before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
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
pub fn samples(self_play: &mut SelfPlay, value: &StaticValue, kind: Spread, seed: u64) -> Vec<Sample> {
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
    let finish = |(mover, unseen, now)| Sample { unseen, spread: now, change: spread(&end, mover) - now };
    turns.into_iter().map(finish).collect()
}

fn spread(position: &Position, player: Player) -> Equity {
    Equity::points(position.score(player) - position.score(player.opponent()))
}

/// What the tiles that a play keeps are worth. With an empty bag that is nothing: there is nothing to draw to them. Who
/// passes keeps everything, and that has no value of its own.
fn worth_keeping(turn: &Turn<'_>) -> Equity {
    match turn.chosen.play {
        Play::Pass => Equity::ZERO,
        _ if turn.before.bag_len() == 0 => Equity::ZERO,
        _ => turn.chosen.equity - Equity::points(turn.chosen.score),
    }
}

/// How often the spread changed by how much, by the number of unseen tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// By unseen tiles from 1 on, and by change from the lowest on.
    counts: Vec<Vec<u64>>,
}

impl Changes {
    /// Changes beyond this, either way, count as this.
    pub const MOST: i32 = 1000;

    const WIDTH: usize = 2 * Self::MOST as usize + 1;

    /// Nothing counted yet, for up to so many unseen tiles.
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

    /// The counts at so many unseen tiles, the lowest change first.
    pub fn at(&self, unseen: usize) -> &[u64] {
        &self.counts[unseen - 1]
    }

    /// Counts one turn, by the nearest whole change.
    pub fn count(&mut self, sample: &Sample) {
        let nearest = (sample.change.as_millipoints() + 500).div_euclid(1000);
        self.counts[sample.unseen - 1][(nearest.clamp(-Self::MOST, Self::MOST) + Self::MOST) as usize] += 1;
    }

    /// Counts all that the other has counted. Both are for the same tiles.
    pub fn add(&mut self, other: &Changes) {
        let pairs = self.counts.iter_mut().flatten().zip(other.counts.iter().flatten());
        pairs.for_each(|(sum, more)| *sum += more);
    }
}

/// Counts, and which games they are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    /// Everything that decides how the games go, and how many there are in all, in one line.
    pub settings: String,
    /// How many games there are in all.
    pub games: u64,
    /// The part of them that this is about.
    pub shard: Shard,
    /// How many games of this part have been played: the first ones.
    pub played: u64,
    /// What was counted.
    pub changes: Changes,
}

const MAGIC: &str = "tasseo winchance sums 1";

impl Sums {
    /// Whether all games of its part have been played.
    pub fn is_complete(&self) -> bool {
        let games = self.shard.games(self.games);
        self.played == games.end - games.start
    }

    /// The file: lines of text, the last of which tells whether the others are as they were written.
    pub fn write(&self) -> String {
        let Sums { settings, games, shard, played, changes } = self;
        let mut text = format!("{MAGIC}\n{settings}\n{games} {shard} {played} {}\n", changes.most_unseen());
        for unseen in 1..=changes.most_unseen() {
            let counts = changes.at(unseen);
            let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
            let end = counts.iter().rposition(|&count| count > 0).map_or(first, |last| last + 1);
            let _ = write!(text, "{unseen} {first}");
            counts[first..end].iter().for_each(|count| write!(text, " {count}").unwrap_or_default());
            text.push('\n');
        }
        let mark = fingerprint(text.bytes());
        text + &format!("end {mark:016x}\n")
    }

    /// Reads a file; an error names it.
    pub fn load(path: &Path) -> Result<Self, AnyError> {
        let bytes = super::super::table::read(path)?;
        let sums = std::str::from_utf8(&bytes).ok().map_or(Err("no sums of train winchance"), Self::read);
        sums.map_err(|error| format!("{}: {error}", path.display()).into())
    }

    /// Reads what [`write`](Self::write) wrote, and nothing else.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        const DAMAGED: &str = "damaged or cut short";
        if !text.starts_with(MAGIC) {
            return Err("no sums of train winchance");
        }
        let (body, end) = text.rsplit_once("end ").ok_or(DAMAGED)?;
        if end != format!("{:016x}\n", fingerprint(body.bytes())) {
            return Err(DAMAGED);
        }
        Self::read_body(body).ok_or(DAMAGED)
    }

    /// None if it is not as it must be. Files that are damaged by chance do not come this far.
    fn read_body(body: &str) -> Option<Self> {
        let mut lines = body.lines().skip(1);
        let settings = lines.next()?.to_owned();
        let [games, shard, played, most_unseen] = lines.next()?.split(' ').collect::<Vec<_>>()[..] else { return None };
        let most_unseen: usize = most_unseen.parse().ok().filter(|most| (1..=1000).contains(most))?;
        let mut changes = Changes::new(most_unseen);
        for (row, line) in changes.counts.iter_mut().zip(lines) {
            let mut numbers = line.split(' ').skip(1);
            let first: usize = numbers.next()?.parse().ok()?;
            for (at, count) in numbers.enumerate() {
                *row.get_mut(first.checked_add(at)?)? = count.parse().ok()?;
            }
        }
        let (games, shard, played) = (games.parse().ok()?, shard.parse().ok()?, played.parse().ok()?);
        Some(Sums { settings, games, shard, played, changes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Sums {
        let mut changes = Changes::new(3);
        for (unseen, change) in [(1, 5), (1, -7), (3, 2000), (3, 0), (3, 0)] {
            changes.count(&Sample { unseen, spread: Equity::ZERO, change: Equity::points(change) });
        }
        Sums { settings: "lexicon=X".into(), games: 20, shard: Shard { number: 2, of: 3 }, played: 4, changes }
    }

    #[test]
    fn what_is_written_is_read() {
        let sums = example();
        assert_eq!(Sums::read(&sums.write()), Ok(sums));
    }

    #[test]
    fn nothing_else_is_read() {
        let text = example().write();
        assert_eq!(Sums::read("hello"), Err("no sums of train winchance"));
        for cut in MAGIC.len()..text.len() {
            assert_eq!(Sums::read(&text[..cut]), Err("damaged or cut short"), "{cut}");
        }
        assert_eq!(Sums::read(&text.replacen(" 2", " 3", 1)), Err("damaged or cut short"));
    }
}
