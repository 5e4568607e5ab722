//! Many games between two players, on any number of threads, and what came of them.
//!
//! Games are independent, and everything that is counted is a whole number, so the record is the same for any number of
//! threads. In pairs, every seed is played twice with the seats swapped; the luck that both games share cancels out, and
//! so the pair, not the game, is what standard errors count.

use crate::games::play_in_order;
use crate::statistics::{Estimate, Sample};
use std::cmp::Ordering;
use std::num::NonZeroUsize;
use tasseo::evaluate::{Equity, StaticValue, SubLeaves};
use tasseo::game::{PerPlayer, Play, Player, RACK_SIZE, SubRacks};
use tasseo::self_play::{SelfPlay, Turn, seed_of};

/// Which games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'p> {
    /// The two sides.
    pub players: [&'p StaticValue; 2],
    /// What decides the bags.
    pub seed: u64,
    /// How often.
    pub length: Length,
}

/// How many games there are, and who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many seeds, each played twice with the seats swapped.
    Pairs(u64),
    /// So many seeds, each played once; the sides take turns to begin.
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
    /// Games that the first side won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first side lost.
    pub losses: u64,
    /// The first side's points less the second's, a number for each seed.
    spread: Sample,
    /// Two for each win and one for each draw, a number for each seed.
    half_wins: Sample,
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
    pub fn play(&self, table: &SelfPlay, threads: NonZeroUsize, mut done: impl FnMut(u64)) -> Record {
        let mut record = Record::default();
        let player = || {
            let mut table = table.clone();
            move |number| self.play_seed(&mut table, number)
        };
        play_in_order(0..self.length.seeds(), threads, player, |_, of_seed| {
            record.merge(&of_seed);
            done(record.games());
        });
        record
    }

    /// All games with one seed.
    fn play_seed(&self, table: &mut SelfPlay, number: u64) -> Record {
        let seats = self.length.seats(number);
        Record::of_seed(seats.iter().map(|&seat| self.play_game(table, seed_of(self.seed, number), seat)))
    }

    /// One game: what each side did in it.
    fn play_game(&self, table: &mut SelfPlay, seed: u64, first_sits: Player) -> [Side; 2] {
        let side_of = |player: Player| usize::from(player != first_sits);
        let mut sides = [Side::default(); 2];
        let players = PerPlayer(Player::BOTH.map(|player| self.players[side_of(player)]));
        let end = table.play(players, seed, |turn| {
            let mover = turn.before.on_turn();
            sides[side_of(mover)].count(players[mover], turn);
        });
        Player::BOTH.into_iter().for_each(|player| sides[side_of(player)].points = i64::from(end.score(player)));
        sides
    }
}

impl Side {
    fn count(&mut self, player: &StaticValue, turn: Turn<'_>) {
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
fn most_points(turn: Turn<'_>) -> i32 {
    let rack = turn.before.rack(turn.before.on_turn());
    let nothing = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
    turn.generator.best(turn.before.board(), &rack, &nothing, 0).score
}

impl Record {
    /// The record of the games with one seed.
    fn of_seed(games: impl Iterator<Item = [Side; 2]>) -> Self {
        let (mut record, mut spread, mut half_wins) = (Record::default(), 0, 0);
        for [first, second] in games {
            let (count, worth) = match first.points.cmp(&second.points) {
                Ordering::Greater => (&mut record.wins, 2),
                Ordering::Equal => (&mut record.draws, 1),
                Ordering::Less => (&mut record.losses, 0),
            };
            *count += 1;
            half_wins += worth;
            spread += first.points - second.points;
            record.sides[0].merge(&first);
            record.sides[1].merge(&second);
        }
        record.spread.add(spread);
        record.half_wins.add(half_wins);
        record
    }

    /// Adds another record.
    pub fn merge(&mut self, other: &Record) {
        let [first, second] = &mut self.sides;
        first.merge(&other.sides[0]);
        second.merge(&other.sides[1]);
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.spread.merge(&other.spread);
        self.half_wins.merge(&other.half_wins);
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many turns there were.
    pub fn turns(&self) -> u64 {
        self.sides.iter().map(|side| side.turns).sum()
    }

    /// The first side's points less the second's, per game.
    pub fn spread(&self) -> Estimate {
        self.spread.estimate(1.0 / self.games_per_seed())
    }

    /// The percentage of games that the first side won; a draw is half a win.
    pub fn win_percent(&self) -> Estimate {
        self.half_wins.estimate(50.0 / self.games_per_seed())
    }

    fn games_per_seed(&self) -> f64 {
        self.games().max(1) as f64 / self.spread.count().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: i64, second: i64) -> [Side; 2] {
        [first, second].map(|points| Side { points, turns: 10, ..Side::default() })
    }

    #[test]
    fn a_pair_counts_once() {
        let mut record = Record::of_seed([game(400, 300), game(310, 390)].into_iter());
        record.merge(&Record::of_seed([game(350, 350), game(420, 380)].into_iter()));
        assert_eq!((record.wins, record.draws, record.losses, record.turns()), (2, 1, 1, 80));
        // Pairs of +20 and +40 are +10 and +20 a game: their mean is 15, with an error of 5.
        assert_eq!(record.spread(), Estimate { mean: 15.0, standard_error: Some(5.0) });
        // Half of one pair was won, and three quarters of the other.
        assert_eq!(record.win_percent(), Estimate { mean: 62.5, standard_error: Some(12.5) });
    }

    #[test]
    fn the_sides_take_turns_to_begin() {
        let begins = |length: Length| (0..3).map(|seed| length.seats(seed).to_vec()).collect::<Vec<_>>();
        let (one, two) = (Player::One, Player::Two);
        assert_eq!(begins(Length::Games(3)), [vec![one], vec![two], vec![one]]);
        assert_eq!(begins(Length::Pairs(3)), [vec![one, two], vec![one, two], vec![one, two]]);
        assert_eq!((Length::Games(3).games(), Length::Pairs(3).games()), (3, 6));
    }
}
