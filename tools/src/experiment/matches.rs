//! Experiments that are matches: who beats whom, by how much, beside what a paper found.
//!
//! Each row is a match of the [referee](crate::referee), played by the program `referee` that stands beside this one, in a
//! folder of its own; so it goes on where it was, its games can be looked at, and nothing is measured in a second way.

use super::plot::{Bar, bars};
use crate::{AnyError, write_file};
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An experiment made of matches.
#[derive(Clone, Debug)]
pub struct Matches {
    /// What it is called; its files are called so too.
    pub name: &'static str,
    /// What is asked, in a sentence.
    pub question: &'static str,
    /// The matches.
    pub rows: Vec<Row>,
}

/// One match.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called in the table.
    pub title: String,
    /// The engines, as the referee takes them. The result is told of the first.
    pub engines: [String; 2],
    /// How many mirrored pairs, unless the user says otherwise.
    pub pairs: u64,
    /// What the paper found, if it is in one.
    pub paper: &'static str,
}

/// How matches are played.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Where results go.
    pub folder: PathBuf,
    /// How many pairs, instead of what each row has.
    pub pairs: Option<u64>,
    /// What decides the tiles.
    pub seed: u64,
    /// Passed on to the referee: the lexicon and where it is.
    pub arguments: Vec<String>,
}

/// What came of a match: means and standard errors.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    title: String,
    games: u64,
    spread: (f64, f64),
    win_percent: (f64, f64),
    p: f64,
    paper: &'static str,
}

impl Matches {
    /// Plays what has not been played, and writes Markdown, JSON and a plot.
    pub fn run(&self, conditions: &Conditions) -> Result<String, AnyError> {
        let folder = conditions.folder.join(self.name);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut outcomes = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            eprintln!("experiment: {} {} of {}: {}", self.name, number + 1, self.rows.len(), row.title);
            let match_folder = folder.join(format!("{:02}", number + 1));
            play(row, conditions, &match_folder)?;
            outcomes.push(Outcome::read(row, &match_folder.join("summary.json"))?);
        }
        let markdown = format!("{}\n\n{}", self.question, table_of(&outcomes));
        let write =
            |ending: &str, text: &str| write_file(&folder.join(format!("{}.{ending}", self.name)), text.as_bytes());
        write("md", &markdown)?;
        write("json", &serde_json::to_string_pretty(&outcomes)?)?;
        let bar =
            |outcome: &Outcome| Bar { name: outcome.title.clone(), value: outcome.spread.0, error: outcome.spread.1 };
        write("svg", &bars(self.question, "points a game", &outcomes.iter().map(bar).collect::<Vec<_>>()))?;
        Ok(markdown)
    }
}

/// Lets the referee play a match, or go on with it.
fn play(row: &Row, conditions: &Conditions, folder: &Path) -> Result<(), AnyError> {
    let beside = std::env::current_exe()?.with_file_name(format!("referee{}", std::env::consts::EXE_SUFFIX));
    let pairs = conditions.pairs.unwrap_or(row.pairs).to_string();
    let mut referee = Command::new(&beside);
    referee.arg("match").args(&row.engines).args(["--pairs", &pairs, "--seed", &conditions.seed.to_string(), "--out"]);
    referee.arg(folder).args(&conditions.arguments).stdout(std::process::Stdio::null());
    let status = referee.status().map_err(|error| format!("{}: {error}", beside.display()))?;
    if status.success() { Ok(()) } else { Err(format!("{}: the referee gave up", row.title).into()) }
}

impl Outcome {
    fn read(row: &Row, path: &Path) -> Result<Self, AnyError> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let summary: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let meeting = &summary["meetings"][0];
        let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
        let estimate = |value: &Value| (number(&value["mean"]), number(&value["standard_error"]));
        Ok(Outcome {
            title: row.title.clone(),
            games: meeting["games"].as_u64().unwrap_or(0),
            spread: estimate(&meeting["spread"]),
            win_percent: estimate(&meeting["win_percent"]),
            p: number(&meeting["sign_flips"]["p"]),
            paper: row.paper,
        })
    }
}

fn table_of(outcomes: &[Outcome]) -> String {
    let mut table =
        "| match | games | points a game | wins, % | p | in the paper |\n|---|---|---|---|---|---|\n".to_owned();
    for Outcome { title, games, spread, win_percent, p, paper } in outcomes {
        let (spread, wins) =
            (format!("{:+.1} ± {:.1}", spread.0, spread.1), format!("{:.1} ± {:.1}", win_percent.0, win_percent.1));
        let p = if *p < 1e-4 { format!("{p:.0e}") } else { format!("{p:.3}") };
        table += &format!("| {title} | {games} | {spread} | {wins} | {p} | {paper} |\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_becomes_a_row() {
        let path = std::env::temp_dir().join(format!("tasseo-summary-{}.json", std::process::id()));
        let text = r#"{"meetings": [{"games": 20, "spread": {"mean": 12.5, "standard_error": 3.0},
            "win_percent": {"mean": 60.0, "standard_error": 4.0}, "sign_flips": {"p": 0.00001}}]}"#;
        std::fs::write(&path, text).unwrap();
        let row = Row { title: "a against b".into(), engines: Default::default(), pairs: 10, paper: "+30" };
        let outcome = Outcome::read(&row, &path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let table = table_of(&[outcome]);
        assert!(table.ends_with("| a against b | 20 | +12.5 ± 3.0 | 60.0 ± 4.0 | 1e-5 | +30 |\n"), "{table}");
    }
}
