//! Who plays whom, with which tiles, and who begins.
//!
//! Games are numbered, and the number decides everything: two for each order of tiles and each two engines that meet,
//! with the seats swapped. Orders of tiles come first, so that whatever has been played after some time is fair to all.
//!
//! ```text
//! three engines, all against all     order of tiles 0          order of tiles 1
//! who meets                          A-B    A-C    B-C         A-B    A-C    B-C
//! games                              0 1    2 3    4 5         6 7    8 9    10 11
//! ```

use std::ops::Range;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, which decides the rest.
    pub number: u64,
    /// The order of tiles.
    pub pair: u64,
    /// Who begins, and who does not: indices of engines.
    pub players: [usize; 2],
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Each two engines that meet; the first is the one that the result is told of.
    meetings: Vec<[usize; 2]>,
}

impl Schedule {
    /// All against all.
    pub fn round_robin(engines: usize) -> Self {
        let meetings = (0..engines).flat_map(|one| (one + 1..engines).map(move |other| [one, other]));
        Schedule { meetings: meetings.collect() }
    }

    /// The first against all others.
    pub fn gauntlet(engines: usize) -> Self {
        Schedule { meetings: (1..engines).map(|other| [0, other]).collect() }
    }

    /// Each two engines that meet.
    pub fn meetings(&self) -> &[[usize; 2]] {
        &self.meetings
    }

    /// The numbers of the games with these orders of tiles.
    pub fn games(&self, pairs: Range<u64>) -> Range<u64> {
        let games = 2 * self.meetings.len() as u64;
        pairs.start * games..pairs.end * games
    }

    /// The game of this number.
    pub fn fixture(&self, number: u64) -> Fixture {
        let (pair, meeting) = self.place(number);
        let [one, other] = self.meetings[meeting];
        let players = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
        Fixture { number, pair, players }
    }

    /// The order of tiles of a game, and which two engines meet in it.
    pub fn place(&self, number: u64) -> (u64, usize) {
        let meetings = self.meetings.len() as u64;
        (number / 2 / meetings, (number / 2 % meetings) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_meet_twice_with_the_same_tiles() {
        let schedule = Schedule::round_robin(3);
        let games: Vec<_> = schedule.games(1..2).map(|number| schedule.fixture(number)).collect();
        assert_eq!(
            games.iter().map(|game| game.players).collect::<Vec<_>>(),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert!(games.iter().all(|game| game.pair == 1) && games[0].number == 6);
        assert_eq!(Schedule::gauntlet(4).meetings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.games(1..2), 6..12);
    }
}
