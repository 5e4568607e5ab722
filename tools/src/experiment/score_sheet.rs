//! The games of a match one by one: Richards and Amir's table 1 and figure 2.

use crate::AnyError;
use crate::plot::spreads_picture;
use crate::referee::folder::read_games;
use crate::referee::record::GameRecord;
use crate::referee::settings::MatchSettings;
use crate::standing::GameResult;
use crate::statistics::Estimate;
use std::path::Path;

/// The games of two engines, seen by the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet(Vec<ScoredGame>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ScoredGame {
    /// Those of the first engine first.
    scores: [i32; 2],
    /// Who won by how much, forfeits counted.
    outcome: GameResult,
}

impl ScoreSheet {
    /// Those in the folder of a match, in the order in which they were dealt.
    pub fn read(folder: &Path) -> Result<Self, AnyError> {
        let forfeit_points = MatchSettings::read(folder)?.forfeit_points;
        let mut records = read_games(folder)?;
        records.sort_by_key(|record| record.game);
        let game = |record: &GameRecord| {
            let (mut scores, outcome) = (record.scores, record.outcome(forfeit_points));
            if record.players[0] == 0 {
                return ScoredGame { scores, outcome };
            }
            scores.reverse();
            ScoredGame { scores, outcome: outcome.reversed() }
        };
        Ok(ScoreSheet(records.iter().map(game).collect()))
    }

    /// Table 1: what each player did.
    pub fn table(&self, names: &[String; 2]) -> String {
        let mut table = "| player | wins | mean score | biggest win |\n|---|---|---|---|\n".to_owned();
        for (at, name) in names.iter().enumerate() {
            let seen = |game: &ScoredGame| if at == 0 { game.outcome } else { game.outcome.reversed() };
            let won = || self.0.iter().map(seen).filter(|outcome| outcome.result.is_gt());
            let (wins, biggest) = (won().count(), won().map(|outcome| outcome.spread).max().unwrap_or_default());
            let mean = Estimate::of(self.0.iter().map(|game| f64::from(game.scores[at])));
            table += &format!("| {name} | {wins} | {mean:.1} | {biggest} |\n");
        }
        table
    }

    /// Figure 2: a bar for each game.
    pub fn picture(&self, title: &str) -> String {
        spreads_picture(title, &self.0.iter().map(|game| game.outcome.spread as f64).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_tells_of_both() {
        let game = |scores: [i32; 2]| ScoredGame {
            scores,
            outcome: GameResult::by_points(scores[0].into(), scores[1].into()),
        };
        let games = ScoreSheet([[400, 380], [350, 420], [390, 390]].map(game).to_vec());
        let table = games.table(&["one".into(), "other".into()]);
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert!(rows[0].starts_with("| one | 1 | 380.0") && rows[0].ends_with("| 20 |"), "{table}");
        assert!(rows[1].starts_with("| other | 1 | 396.7") && rows[1].ends_with("| 70 |"), "{table}");
        assert!(games.picture("games").contains("game 2: -70"));
    }
}
