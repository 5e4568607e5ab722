//! Many games between two players, on any number of threads, and what came of them.
//!
//! Games are independent, and everything that is counted is a whole number, so the record is the same for any number of
//! threads. In pairs, every seed is played twice with the seats swapped; the luck that both games share cancels out,
//! and so the pair, not the game, is what standard errors count ([`Standing`]).
//!
//! Where a contest measures luck, every game is recorded, and the luck of its draws goes with its result.

use crate::standing::{GameResult, ResultLuck, Standing};
use std::num::NonZeroUsize;
use tasseo::evaluate::{Equity, StaticValue, SubLeaves};
use tasseo::game::{PerPlayer, Play, Player, RACK_SIZE, SubRacks};
use tasseo::luck::{LuckMeter, StaticRackValue};
use tasseo::parallel::in_order;
use tasseo::seeds::seed_of;
use tasseo::self_play::{SelfPlay, SelfPlayTurn};

/// Which games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'p> {
    /// The two sides.
    pub players: [&'p StaticValue; 2],
    /// What decides the bags.
    pub seed: u64,
    /// How often.
    pub length: Length,
    /// What measures the luck of the games, if anything does. It takes far longer than playing them.
    pub luck: Option<&'p LuckMeter<StaticRackValue>>,
}

/// What one thread plays with.
struct ContestWorker {
    self_play: SelfPlay,
    luck: Option<LuckMeter<StaticRackValue>>,
}

/// What came of one game: what each side did, and the first side's luck, if it was measured.
struct ContestGame {
    sides: [Side; 2],
    luck: Option<ResultLuck>,
}

/// How many games there are, and who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// This many seeds, each played twice with the seats swapped.
    Pairs(u64),
    /// This many seeds, each played once; the sides take turns to begin.
    Games(u64),
}

/// What one side did in all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// All its points, with what the end of the game gave or took.
    pub points: i64,
    /// How often it was on turn.
    pub turns: u64,
    /// Plays of a whole rack.
    pub bingos: u64,
    /// Turns on which it chose something that scored less than the most that could be scored: Gordon's word.
    pub sacrifices: u64,
    /// Exchanges: Gordon's word.
    pub trades: u64,
}

/// What came of a contest, seen from its first side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What each side did.
    pub sides: [Side; 2],
    /// Who won, and by how much.
    pub standing: Standing,
}

impl Length {
    /// How many seeds.
    pub const fn seeds(self) -> u64 {
        match self {
            Length::Pairs(seeds) | Length::Games(seeds) => seeds,
        }
    }

    /// How many games with each seed.
    pub const fn games_per_seed(self) -> u64 {
        match self {
            Length::Pairs(_) => 2,
            Length::Games(_) => 1,
        }
    }

    /// How many games in all.
    pub const fn games(self) -> u64 {
        self.seeds() * self.games_per_seed()
    }

    /// Where the first side sits in the games with a seed. Player one begins.
    fn seats(self, seed: u64) -> &'static [Player] {
        match self {
            Length::Pairs(_) => &Player::BOTH,
            Length::Games(_) if seed.is_multiple_of(2) => &Player::BOTH[..1],
            Length::Games(_) => &Player::BOTH[1..],
        }
    }
}

impl Contest<'_> {
    /// Plays all games. Blocks. `done` is told after each seed how many games have been played.
    pub fn play(&self, self_play: &SelfPlay, threads: NonZeroUsize, mut done: impl FnMut(u64) + Send) -> Record {
        let mut record = Record::default();
        in_order(
            threads,
            0..self.length.seeds(),
            || ContestWorker { self_play: self_play.clone(), luck: self.luck.cloned() },
            |worker: &mut ContestWorker, number| self.play_seed(worker, number),
            |_, of_seed| {
                record.merge(&of_seed);
                done(record.standing.games());
            },
        );
        record
    }

    /// All games with one seed.
    fn play_seed(&self, worker: &mut ContestWorker, number: u64) -> Record {
        let seats = self.length.seats(number);
        Record::of_seed(seats.iter().map(|&seat| self.play_game(worker, seed_of(self.seed, number), seat)))
    }

    /// One game.
    fn play_game(&self, worker: &mut ContestWorker, seed: u64, first_sits: Player) -> ContestGame {
        let ContestWorker { self_play, luck } = worker;
        let side_of = |player: Player| usize::from(player != first_sits);
        let mut sides = [Side::default(); 2];
        let players = PerPlayer(Player::BOTH.map(|player| self.players[side_of(player)]));
        let watch = |turn: SelfPlayTurn<'_>| {
            let mover = turn.before.on_turn();
            sides[side_of(mover)].count(players[mover], turn);
        };
        let (end, luck) = match luck {
            None => (self_play.play(players, seed, watch), None),
            Some(meter) => {
                let game = self_play.record(players, seed, watch);
                // Both games of a pair have the same seed, so that the same draws have the same alternatives.
                let luck = meter.measure(&game, PerPlayer::default(), !seed);
                let balance = luck.of(first_sits) - luck.of(first_sits.opponent());
                (game.now().clone(), Some(ResultLuck::new(balance, meter.value.knows_wins())))
            }
        };
        Player::BOTH.into_iter().for_each(|player| sides[side_of(player)].points = i64::from(end.score(player)));
        ContestGame { sides, luck }
    }
}

impl Side {
    fn count(&mut self, player: &StaticValue, turn: SelfPlayTurn<'_>) {
        self.turns += 1;
        match &turn.chosen.play {
            Play::Place(placement) => {
                self.bingos += u64::from(placement.fresh(turn.before.board()).count() == RACK_SIZE);
            }
            Play::Exchange(_) => self.trades += 1,
            Play::Pass => {}
        }
        self.sacrifices += u64::from(!player.is_greedy() && turn.chosen.score < most_points(turn));
    }

    fn merge(&mut self, other: &Side) {
        self.points += other.points;
        self.turns += other.turns;
        self.bingos += other.bingos;
        self.sacrifices += other.sacrifices;
        self.trades += other.trades;
    }
}

/// The most that could be scored on a turn. Costs as much as choosing the play did.
fn most_points(turn: SelfPlayTurn<'_>) -> i32 {
    let rack = turn.before.rack(turn.before.on_turn());
    let nothing = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
    turn.generator.best(turn.before.board(), &rack, &nothing, 0).score
}

impl Record {
    /// The record of the games with one seed.
    fn of_seed(games: impl Iterator<Item = ContestGame>) -> Self {
        let mut record = Record::default();
        let games: Vec<GameResult> = games.map(|game| record.count(&game)).collect();
        record.standing.add(&games);
        record
    }

    fn count(&mut self, game: &ContestGame) -> GameResult {
        let [first, second] = &game.sides;
        self.sides[0].merge(first);
        self.sides[1].merge(second);
        GameResult::by_points(first.points, second.points).with_luck(game.luck)
    }

    /// Adds another record.
    pub fn merge(&mut self, other: &Record) {
        let [first, second] = &mut self.sides;
        first.merge(&other.sides[0]);
        second.merge(&other.sides[1]);
        self.standing.merge(&other.standing);
    }

    /// How many turns there were.
    pub fn turns(&self) -> u64 {
        self.sides.iter().map(|side| side.turns).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_take_turns_to_begin() {
        let begins = |length: Length| (0..3).map(|seed| length.seats(seed).to_vec()).collect::<Vec<_>>();
        let (one, two) = (Player::One, Player::Two);
        assert_eq!(begins(Length::Games(3)), [vec![one], vec![two], vec![one]]);
        assert_eq!(begins(Length::Pairs(3)), [vec![one, two], vec![one, two], vec![one, two]]);
        assert_eq!((Length::Games(3).games(), Length::Pairs(3).games()), (3, 6));
    }
}
