//! What came of a match so far: every game, and the standing of each two engines that meet.

use super::record::GameRecord;
use super::schedule::Schedule;
use crate::standing::{GameResult, Standing};
use std::collections::BTreeMap;
use std::ops::Range;

/// The games of a match.
#[derive(Clone, Debug)]
pub struct MatchResults {
    schedule: Schedule,
    forfeit_points: i64,
    games: BTreeMap<u64, GameRecord>,
    /// For each meeting, the pairs of which both games have been played.
    standings: Vec<Standing>,
}

impl MatchResults {
    /// No game has been played.
    pub fn new(schedule: Schedule, forfeit_points: i64) -> Self {
        let standings = vec![Standing::default(); schedule.meetings().len()];
        MatchResults { schedule, forfeit_points, games: BTreeMap::new(), standings }
    }

    /// One game more; a game that is there already is left as it is.
    pub fn add(&mut self, record: GameRecord) {
        let number = record.game;
        if self.games.contains_key(&number) {
            return;
        }
        self.games.insert(number, record);
        if let Some(pair) = self.pair(number / 2) {
            let (_, meeting) = self.schedule.place(number);
            self.standings[meeting].add(&pair);
        }
    }

    /// Only the games with these orders of tiles.
    pub fn of_pairs(&self, pairs: Range<u64>) -> Self {
        let mut kept = MatchResults::new(self.schedule.clone(), self.forfeit_points);
        let games = self.games.range(self.schedule.games(pairs));
        games.for_each(|(_, record)| kept.add(record.clone()));
        kept
    }

    /// What came of both games of a pair, by the number of its games halved; none until both have been played.
    pub fn pair(&self, half_number: u64) -> Option<[GameResult; 2]> {
        let outcome = |number| self.games.get(&number).map(|record| record.outcome(self.forfeit_points));
        Some([outcome(2 * half_number)?, outcome(2 * half_number + 1)?.reversed()])
    }

    /// Who meets whom.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// All games, in order.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &GameRecord> {
        self.games.values()
    }

    /// How many games have been played.
    pub fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// Whether this game has been played.
    pub fn has(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    /// The standing of each two that meet, by pairs of which both games have been played.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The outcomes of the pairs of a meeting, in order, seen by the engine that is named first.
    pub fn pairs(&self, meeting: usize) -> impl Iterator<Item = [GameResult; 2]> {
        let halves = self.games.keys().filter(|number| number.is_multiple_of(2)).map(|number| number / 2);
        let of_meeting = halves.filter(move |half| self.schedule.place(2 * half).1 == meeting);
        of_meeting.filter_map(|half| self.pair(half))
    }
}
