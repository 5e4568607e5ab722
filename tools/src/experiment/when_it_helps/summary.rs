//! What came of the decisions: by game, by tiles unseen, and by tiles the opponent used.

use super::{Knowledge, MeasuredGame, MeasuredTurn};
use crate::clusters::Clusters;
use crate::plot::{Bar, bars};
use crate::statistics::Estimate;
use serde::Serialize;
use tasseo::game::RACK_SIZE;

/// What one way gained: means and standard errors, which count games.
#[derive(Clone, Copy, Debug, Serialize)]
struct Gained {
    /// How often it chose another play than who knows nothing.
    others: Estimate,
    points: Estimate,
    win_percent: Estimate,
}

/// What came of some turns, by the turn.
#[derive(Clone, Debug, Serialize)]
struct GainRow {
    name: String,
    turns: usize,
    /// LiftBits of the carried belief.
    bits: Option<Estimate>,
    ways: Vec<Gained>,
}

impl GainRow {
    /// Of the turns that are asked for; none if there are none.
    fn of(name: String, records: &[MeasuredGame], ways: usize, is_in: impl Fn(&MeasuredTurn) -> bool) -> Option<Self> {
        let chosen =
            |record: &'_ MeasuredGame| record.turns.iter().filter(|turn| is_in(turn)).cloned().collect::<Vec<_>>();
        let games: Vec<Vec<MeasuredTurn>> = records.iter().map(chosen).collect();
        let turns = games.iter().map(Vec::len).sum::<usize>();
        let known = |turns: &Vec<MeasuredTurn>| {
            let bits: Vec<f64> = turns.iter().filter_map(|turn| turn.bits).collect();
            [bits.len() as f64, bits.iter().sum()]
        };
        let bits: Clusters<2> = games.iter().map(known).collect();
        let bits = (bits.count() > 0.0).then(|| bits.mean(1));
        let ways = (0..ways).map(|way| gained(games.iter().map(|turns| sums(turns, way, turns.len())))).collect();
        (turns > 0).then_some(GainRow { name, turns, bits, ways })
    }

    fn markdown(&self) -> String {
        let cell =
            |way: &Gained| format!(" {:.1} | {:+} | {:+} |", 100.0 * way.others.mean, way.points, way.win_percent);
        let ways = self.ways.iter().map(cell).collect::<String>();
        let bits = self.bits.map(|bits| bits.to_string()).unwrap_or_default();
        format!("| {} | {} | {bits} |{ways}\n", self.name, self.turns)
    }
}

/// What a way did in some turns, summed; they count as `things` things.
fn sums(turns: &[MeasuredTurn], way: usize, things: usize) -> [f64; 4] {
    let mut sums = [things as f64, 0.0, 0.0, 0.0];
    for (points, win) in turns.iter().filter_map(|turn| turn.gained[way]) {
        [1.0, points, win].iter().zip(&mut sums[1..]).for_each(|(one, sum)| *sum += one);
    }
    sums
}

fn gained(games: impl Iterator<Item = [f64; 4]>) -> Gained {
    let clusters: Clusters<4> = games.collect();
    Gained { others: clusters.mean(1), points: clusters.mean(2), win_percent: clusters.mean(3) }
}

/// What part of the points that one way gains another does. The standard error counts games (the delta method).
fn share(records: &[MeasuredGame], way: usize, told: usize) -> Estimate {
    let points = |record: &MeasuredGame, way: usize| sums(&record.turns, way, 1)[2];
    let all = |way: usize| records.iter().map(|record| points(record, way)).sum::<f64>();
    let mean = all(way) / all(told);
    let squares = records.iter().map(|record| (points(record, way) - mean * points(record, told)).powi(2)).sum::<f64>();
    Estimate { mean, standard_error: (records.len() > 1).then(|| squares.sqrt() / all(told).abs()) }
}

/// How many tiles are unseen, from and to. With seven or fewer the opponent's rack is known to all.
const UNSEEN: [(usize, usize); 7] = [(8, 13), (14, 20), (21, 34), (35, 48), (49, 62), (63, 76), (77, 93)];

/// What came of it all.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GainSummary {
    names: Vec<&'static str>,
    /// For each way, by player and game.
    games: Vec<Gained>,
    /// What part of the points of who is told each way gains, if somebody is told and clearly gains by it.
    shares: Option<Vec<Estimate>>,
    all: Option<GainRow>,
    by_unseen: Vec<GainRow>,
    by_played: Vec<GainRow>,
}

impl GainSummary {
    pub(super) fn of(records: &[MeasuredGame], ways: &[Knowledge]) -> Self {
        let count = ways.len();
        // Two players in each game.
        let of_game = |way| gained(records.iter().map(|record| sums(&record.turns, way, 2)));
        // A part of what may be nothing says nothing.
        let is_clear = |&way: &usize| {
            let Estimate { mean, standard_error } = of_game(way).points;
            standard_error.is_some_and(|error| mean > 2.0 * error)
        };
        let told = ways.iter().position(|&way| way == Knowledge::Leave).filter(is_clear);
        let unseen = |(low, high)| {
            GainRow::of(format!("{low} to {high}"), records, count, |turn| (low..=high).contains(&turn.unseen))
        };
        let played =
            |tiles: usize| GainRow::of(tiles.to_string(), records, count, |turn| turn.kept + tiles == RACK_SIZE);
        GainSummary {
            names: ways.iter().map(|way| way.name()).collect(),
            games: (0..count).map(of_game).collect(),
            shares: told.map(|told| (0..count).map(|way| share(records, way, told)).collect()),
            all: GainRow::of("all".into(), records, count, |_| true),
            by_unseen: UNSEEN.into_iter().filter_map(unseen).collect(),
            by_played: (0..=RACK_SIZE).filter_map(played).collect(),
        }
    }

    pub(super) fn markdown(&self, games: usize) -> String {
        let mut text = format!(
            "What it is worth to know of the opponent's tiles, {games} games, seen by both players: against who knows nothing, by \
             player and game.\n\n| who | other choices a game | points a game | wins, % | part of what being told gains |\n|---|---|---|---|---|\n"
        );
        for (number, (name, way)) in self.names.iter().zip(&self.games).enumerate() {
            let share = self.shares.as_ref().map(|shares| shares[number].to_string()).unwrap_or_default();
            let Gained { others, points, win_percent } = way;
            text += &format!("| {name} | {:.2} | {points:+} | {win_percent:+} | {share} |\n", others.mean);
        }
        for (by, rows) in [("tiles unseen", &self.by_unseen), ("tiles the opponent used", &self.by_played)] {
            text += &format!("\n{}", self.long_table(by, rows));
        }
        text
    }

    /// A table by the turn.
    fn long_table(&self, by: &str, rows: &[GainRow]) -> String {
        let head = |name: &&str| format!(" {name}: other choices, % | points a turn | wins, % a turn |");
        let heads = self.names.iter().map(head).collect::<String>();
        let line = "---|---|---|".repeat(self.names.len() + 1);
        let rows = rows.iter().chain(&self.all).map(GainRow::markdown).collect::<String>();
        format!("| {by} | turns | LiftBits |{heads}\n|{line}\n{rows}")
    }

    /// The points a turn, by the tiles unseen.
    pub(super) fn plot(&self) -> String {
        let bar = |row: &GainRow, way: usize| Bar {
            name: format!("{} unseen, {}", row.name, self.names[way]),
            value: row.ways[way].points,
        };
        let of_row = |row| (0..self.names.len()).map(move |way| bar(row, way));
        let all: Vec<Bar> = self.by_unseen.iter().flat_map(of_row).collect();
        bars("What knowing more of the opponent's tiles is worth", "points a turn", &all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_added_up_by_game_and_by_what_was_unseen() {
        let turn = |unseen, gained: Option<(f64, f64)>| MeasuredTurn {
            unseen,
            kept: 3,
            bits: Some(2.0),
            gained: vec![gained, gained.map(|(points, win)| (2.0 * points, win))],
        };
        let records = [
            MeasuredGame { turns: vec![turn(80, Some((4.0, 1.0))), turn(30, None)] },
            MeasuredGame { turns: vec![turn(80, Some((-1.0, 0.5))), turn(79, Some((3.0, 0.0)))] },
        ];
        let summary = GainSummary::of(&records, &[Knowledge::Carried, Knowledge::Leave]);
        let carried = summary.games[0];
        assert_eq!((carried.points.mean, carried.others.mean), (1.5, 0.75), "four games of a player");
        let shares: Vec<f64> = summary.shares.as_ref().unwrap().iter().map(|share| share.mean).collect();
        assert_eq!(shares, [0.5, 1.0]);
        assert_eq!(summary.by_unseen.iter().map(|row| row.turns).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(summary.by_unseen[1].ways[0].points.mean, 2.0);
        assert_eq!(summary.by_played.len(), 1);
        let markdown = summary.markdown(2);
        assert!(markdown.contains("| the carried belief | 0.75 | +1.50 ±"), "{markdown}");
        assert!(markdown.contains("| 77 to 93 | 3 | 2.00 ± 0.00 | 100.0 | +2.00 ±"), "{markdown}");
        assert!(summary.plot().contains("77 to 93 unseen, told what was kept"));
    }
}
