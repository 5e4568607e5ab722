//! The games of a match one by one: Richards and Amir's table 1 and figure 2.

use crate::AnyError;
use crate::plot::spreads_picture;
use crate::referee::folder::read_games;
use crate::statistics::Estimate;
use std::path::Path;

/// The scores of each game, those of the first engine first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet(Vec<[i32; 2]>);

impl ScoreSheet {
    /// Those in the folder of a match of two engines, in the order in which they were dealt.
    pub fn read(folder: &Path) -> Result<Self, AnyError> {
        let mut records = read_games(folder)?;
        records.sort_by_key(|record| record.game);
        let first_first = |[one, other]: [i32; 2], began: usize| if began == 0 { [one, other] } else { [other, one] };
        Ok(ScoreSheet(records.iter().map(|record| first_first(record.scores, record.players[0])).collect()))
    }

    fn spreads(&self) -> impl Iterator<Item = i32> {
        self.0.iter().map(|[one, other]| one - other)
    }

    /// Table 1: what each player did.
    pub fn table(&self, names: &[String; 2]) -> String {
        let mut table = "| player | wins | mean score | biggest win |\n|---|---|---|---|\n".to_owned();
        for (at, name) in names.iter().enumerate() {
            let sign = if at == 0 { 1 } else { -1 };
            let wins = self.spreads().filter(|spread| sign * spread > 0).count();
            let biggest = self.spreads().map(|spread| sign * spread).max().unwrap_or_default().max(0);
            let mean = Estimate::of(self.0.iter().map(|scores| f64::from(scores[at])));
            table += &format!("| {name} | {wins} | {mean:.1} | {biggest} |\n");
        }
        table
    }

    /// Figure 2: a bar for each game.
    pub fn picture(&self, title: &str) -> String {
        spreads_picture(title, &self.spreads().map(f64::from).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_tells_of_both() {
        let games = ScoreSheet(vec![[400, 380], [350, 420], [390, 390]]);
        let table = games.table(&["one".into(), "other".into()]);
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert!(rows[0].starts_with("| one | 1 | 380.0") && rows[0].ends_with("| 20 |"), "{table}");
        assert!(rows[1].starts_with("| other | 1 | 396.7") && rows[1].ends_with("| 70 |"), "{table}");
        assert!(games.picture("games").contains("game 2: -70"));
    }
}
