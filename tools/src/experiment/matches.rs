//! Experiments that are matches: who beats whom, by how much, beside what a paper found.
//!
//! Each row is a match of the [referee](crate::referee), played by the program `referee` that stands beside this one,
//! in a folder of its own; so it goes on where it was, its games can be looked at, and nothing is measured in a second
//! way.

use super::ranks::Ranks;
use super::results::Results;
use super::score_sheet::ScoreSheet;
use crate::args::LexiconArgs;
use crate::plot::{Bar, bars};
use crate::ratings::{Meeting, ratings_from};
use crate::referee::settings::Settings;
use crate::standing::{Outcome as Game, Standing};
use crate::statistics::Estimate;
use crate::{AnyError, Told};
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
    /// Whether the games are told of one by one.
    pub each_game: bool,
    /// Whether the players are rated by all matches together; then who has which rating, by which the others are told.
    pub rated_by: Option<(&'static str, f64)>,
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
    /// How many candidates of Gordon's third heuristic the first chooses among, if its choices are to be looked at.
    pub candidates: Option<usize>,
}

impl Row {
    /// What its folder is called: as it is called itself, so that it stays the same when rows come and go.
    pub fn folder(&self) -> String {
        let words = self.title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_lowercase()
    }
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
    /// The words.
    pub lexicon: LexiconArgs,
    /// How many games at a time, if not one for each core.
    pub concurrency: Option<u64>,
}

impl Conditions {
    /// As the referee is told of them.
    fn arguments(&self) -> Vec<String> {
        let letters = &self.lexicon.letters;
        let mut arguments = vec!["--lexicon".to_owned(), self.lexicon.lexicon.clone()];
        arguments.extend(["--distribution".into(), letters.distribution.clone()]);
        if !letters.data_path.is_empty() {
            arguments.extend(["--data-path".into(), letters.data_path()]);
        }
        arguments.extend(self.concurrency.into_iter().flat_map(|games| ["--concurrency".into(), games.to_string()]));
        arguments
    }
}

/// What came of a match: means and standard errors.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    title: String,
    players: [String; 2],
    /// How many pairs gave the first player 0, ½, 1, 1½ and 2 points.
    pentanomial: [u64; 5],
    games: u64,
    spread: Estimate,
    win_percent: Estimate,
    p: f64,
    paper: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<Ranks>,
}

impl Matches {
    /// Plays what has not been played, and writes Markdown, JSON and a plot.
    pub fn run(&self, conditions: &Conditions) -> Result<String, AnyError> {
        let results = Results::open(&conditions.folder.join(self.name), self.name)?;
        let lexicon = conditions.lexicon.open()?;
        let (mut outcomes, mut score_sheets) = (Vec::new(), String::new());
        for (number, row) in self.rows.iter().enumerate() {
            eprintln!("experiment: {} {} of {}: {}", self.name, number + 1, self.rows.len(), row.title);
            let match_folder = results.path(&row.folder());
            play(row, conditions, &match_folder)?;
            let mut outcome = Outcome::read(row, &match_folder.join("summary.json"))?;
            if let Some(candidates) = row.candidates {
                let turns = match_folder.join("turns.jsonl");
                outcome.ranks = Some(Ranks::read(&turns, &outcome.players[0], candidates, &lexicon)?);
            }
            if self.each_game {
                let sheet = ScoreSheet::read(&match_folder)?;
                results.write_picture(&row.folder(), &sheet.picture(&row.title))?;
                score_sheets += &format!("\n{}:\n\n{}", row.title, sheet.table(&outcome.players));
            }
            outcomes.push(outcome);
        }
        let mut markdown = format!("{}\n\n{}", self.question, table_of(&outcomes));
        if outcomes.iter().any(|outcome| outcome.ranks.is_some()) {
            markdown += &format!("\n{}", ranks_of(&outcomes));
        }
        markdown += &score_sheets;
        if let Some(anchor) = self.rated_by {
            markdown += &format!("\n{}", ratings_of(&outcomes, anchor));
        }
        results.write(&markdown, &outcomes)?;
        let bar = |outcome: &Outcome| Bar { name: outcome.title.clone(), value: outcome.spread };
        let spreads: Vec<Bar> = outcomes.iter().map(bar).collect();
        results.write_picture("", &bars(self.question, "points a game", &spreads))?;
        Ok(markdown)
    }
}

/// Lets the referee play a match, or go on with it. A match that is longer already stays so.
fn play(row: &Row, conditions: &Conditions, folder: &Path) -> Result<(), AnyError> {
    let beside = std::env::current_exe()?.with_file_name(format!("referee{}", std::env::consts::EXE_SUFFIX));
    let asked = conditions.pairs.unwrap_or(row.pairs);
    let there = Settings::read(folder).map_or(0, |settings| settings.pairs);
    let (pairs, seed) = (asked.max(there).to_string(), conditions.seed.to_string());
    let mut referee = Command::new(&beside);
    referee.arg("match").args(&row.engines).args(["--pairs", &pairs, "--seed", &seed, "--out"]);
    referee.arg(folder).args(conditions.arguments()).stdout(std::process::Stdio::null());
    let status = referee.status().map_err(|error| format!("{}: {error}", beside.display()))?;
    match status.code() {
        Some(0) => Ok(()),
        // It has said what was wrong.
        Some(2) => Err(Told.into()),
        _ => Err(format!("{}: {status}", beside.display()).into()),
    }
}

impl Outcome {
    fn read(row: &Row, path: &Path) -> Result<Self, AnyError> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let summary: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let meeting = &summary["meetings"][0];
        let lacks = |what: &str| AnyError::from(format!("{}: there is no {what} in it", path.display()));
        let name = |at: usize| meeting["engines"][at].as_str().map(str::to_owned).ok_or_else(|| lacks("name"));
        let pairs = |at: usize| meeting["pentanomial"][at].as_u64().ok_or_else(|| lacks("pentanomial"));
        let number = |value: &Value, what: &str| value.as_f64().ok_or_else(|| lacks(what));
        let estimate = |what: &str| -> Result<Estimate, AnyError> {
            let value = &meeting[what];
            Ok(Estimate { mean: number(&value["mean"], what)?, standard_error: value["standard_error"].as_f64() })
        };
        Ok(Outcome {
            title: row.title.clone(),
            players: [name(0)?, name(1)?],
            pentanomial: [pairs(0)?, pairs(1)?, pairs(2)?, pairs(3)?, pairs(4)?],
            games: meeting["games"].as_u64().ok_or_else(|| lacks("games"))?,
            spread: estimate("spread")?,
            win_percent: estimate("win_percent")?,
            p: number(&meeting["sign_flips"]["p"], "p")?,
            paper: row.paper,
            ranks: None,
        })
    }
}

fn table_of(outcomes: &[Outcome]) -> String {
    let mut table =
        "| match | games | points a game | wins, % | p | in the paper |\n|---|---|---|---|---|---|\n".to_owned();
    for Outcome { title, games, spread, win_percent, p, paper, .. } in outcomes {
        let p = match *p {
            p if p < 1e-16 => "< 1e-16".into(),
            p if p < 1e-3 => format!("{p:.0e}"),
            p => format!("{p:.3}"),
        };
        table += &format!("| {title} | {games} | {spread:+.1} | {win_percent:.1} | {p} | {paper} |\n");
    }
    table
}

/// Where among its candidates the plays of the first player stand.
fn ranks_of(outcomes: &[Outcome]) -> String {
    let mut table =
        "| match | turns | rank by heuristic 3 | rank by points | seconds a turn |\n|---|---|---|---|---|\n".to_owned();
    for (title, ranks) in outcomes.iter().filter_map(|outcome| Some((&outcome.title, outcome.ranks?))) {
        let Ranks { by_heuristic, by_points, seconds, turns } = ranks;
        table += &format!("| {title} | {turns} | {by_heuristic:.2} | {by_points:.2} | {seconds:.4} |\n");
    }
    table
}

/// The ratings of all players, the best first, where this one has this rating.
fn ratings_of(outcomes: &[Outcome], (anchor_name, its): (&str, f64)) -> String {
    let mut players: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.players).collect();
    players.sort();
    players.dedup();
    let standings: Vec<Standing> = outcomes.iter().map(|outcome| standing_of(&outcome.pentanomial)).collect();
    let number = |name: &String| players.iter().position(|player| *player == name).unwrap_or_default();
    let numbers = |outcome: &Outcome| outcome.players.each_ref().map(number);
    let meetings: Vec<Meeting<'_>> = {
        let both = outcomes.iter().zip(&standings);
        both.map(|(outcome, standing)| Meeting { players: numbers(outcome), standing }).collect()
    };
    let anchor = (number(&anchor_name.to_owned()), its);
    let mut rated: Vec<_> = players.iter().zip(ratings_from(players.len(), &meetings, anchor)).collect();
    rated.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
    let rows = rated.iter().map(|(player, rating)| format!("| {player} | {rating:.0} |\n")).collect::<String>();
    format!("| player | Elo, {anchor_name} being {its} |\n|---|---|\n{rows}")
}

/// What such pairs make, as far as ratings mind it.
fn standing_of(pentanomial: &[u64; 5]) -> Standing {
    let mut standing = Standing::default();
    for (half_wins, &pairs) in pentanomial.iter().enumerate() {
        let [first, second] = [[-1, -1], [-1, 0], [1, -1], [1, 0], [1, 1]][half_wins];
        (0..pairs).for_each(|_| standing.add(&[Game::by_points(first, 0), Game::by_points(second, 0)]));
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_becomes_a_row() {
        let path = std::env::temp_dir().join(format!("tasseo-summary-{}.json", std::process::id()));
        let text = r#"{"meetings": [{"games": 20, "spread": {"mean": 12.5, "standard_error": 3.0},
            "win_percent": {"mean": 60.0, "standard_error": 4.0}, "sign_flips": {"p": 0.00001},
            "engines": ["a", "b"], "pentanomial": [1, 0, 6, 0, 3]}]}"#;
        std::fs::write(&path, text).unwrap();
        let row =
            Row { title: "a against b".into(), engines: Default::default(), pairs: 10, paper: "+30", candidates: None };
        let outcome = Outcome::read(&row, &path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let rated = ratings_of(std::slice::from_ref(&outcome), ("b", 2000.0));
        let ratings: Vec<&str> = rated.lines().skip(2).collect();
        assert!(ratings[0].starts_with("| a | 206") && ratings[1].starts_with("| b | 2000"), "{rated}");
        let table = table_of(&[outcome]);
        assert!(table.ends_with("| a against b | 20 | +12.5 ± 3.0 | 60.0 ± 4.0 | 1e-5 | +30 |\n"), "{table}");
    }
}
