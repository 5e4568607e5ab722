//! Experiments that are matches: who beats whom, by how much, beside what a paper found.
//!
//! Each row is a match of the [referee](crate::referee) in a folder of its own; so it goes on where it was, its games
//! can be looked at with `referee report`, and nothing is measured in a second way.

use super::ranks::Ranks;
use super::report_folder::ReportFolder;
use super::score_sheet::ScoreSheet;
use crate::AnyError;
use crate::args::LexiconArgs;
use crate::plot::{Bar, bars};
use crate::ratings::{Meeting, ratings_from};
use crate::referee::entrant::Entrant;
use crate::referee::options::MatchOptions;
use crate::referee::run::run_match;
use crate::referee::settings::MatchSettings;
use crate::referee::summary::{MatchSummary, MeetingSummary};
use crate::standing::{CorrectedResult, Standing};
use crate::statistics::Estimate;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// An experiment made of matches.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// What it is called; its files are called so too.
    pub name: &'static str,
    /// What is asked, in a sentence.
    pub question: &'static str,
    /// The matches.
    pub matches: Vec<PlannedMatch>,
    /// Whether the games are told of one by one.
    pub each_game: bool,
    /// Whether the players are rated by all matches together; then who has which rating, by which the others are told.
    pub rated_by: Option<(&'static str, f64)>,
}

/// One match, which is a row of the table.
#[derive(Clone, Debug)]
pub struct PlannedMatch {
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

impl PlannedMatch {
    /// What its folder is called: as it is called itself, so that it stays the same when matches come and go.
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
    /// How many pairs, instead of what each match has.
    pub pairs: Option<u64>,
    /// What decides the tiles.
    pub seed: u64,
    /// The words.
    pub lexicon: LexiconArgs,
    /// How many games at a time, if not one for each core.
    pub concurrency: Option<u64>,
    /// How many alternatives are valued for each draw to measure luck, if not as many as the referee thinks fit.
    pub luck: Option<u64>,
}

impl Conditions {
    /// As the referee takes them, for a match of this many pairs.
    fn options(&self, pairs: u64) -> MatchOptions {
        let (lexicon, concurrency, luck) = (self.lexicon.clone(), self.concurrency, self.luck);
        MatchOptions { pairs, seed: self.seed, lexicon, concurrency, luck, ..MatchOptions::default() }
    }
}

/// What came of a match: means and standard errors.
#[derive(Clone, Debug, Serialize)]
struct MatchResult {
    title: String,
    players: [String; 2],
    /// How many pairs gave the first player 0, ½, 1, 1½ and 2 points.
    pentanomial: [u64; 5],
    games: u64,
    spread: Estimate,
    win_percent: Estimate,
    /// The same without luck, if that was measured.
    corrected: Option<CorrectedResult>,
    p: f64,
    paper: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<Ranks>,
    /// All of it, for ratings.
    #[serde(skip)]
    standing: Standing,
}

impl MatchPlan {
    /// Plays what has not been played, and writes Markdown, JSON and a plot.
    pub fn run(&self, conditions: &Conditions) -> Result<String, AnyError> {
        let folder = ReportFolder::open(&conditions.folder.join(self.name), self.name)?;
        let lexicon = conditions.lexicon.open()?;
        let (mut results, mut score_sheets) = (Vec::new(), String::new());
        for (number, planned) in self.matches.iter().enumerate() {
            eprintln!("experiment: {} {} of {}: {}", self.name, number + 1, self.matches.len(), planned.title);
            let match_folder = folder.path(&planned.folder());
            let summary = play(planned, conditions, &match_folder)?;
            let mut result = MatchResult::new(planned, &summary);
            if let Some(candidates) = planned.candidates {
                let turns = match_folder.join("turns.jsonl");
                result.ranks = Some(Ranks::read(&turns, &result.players[0], candidates, &lexicon)?);
            }
            if self.each_game {
                let sheet = ScoreSheet::read(&match_folder)?;
                folder.write_picture(&planned.folder(), &sheet.picture(&planned.title))?;
                score_sheets += &format!("\n{}:\n\n{}", planned.title, sheet.table(&result.players));
            }
            results.push(result);
        }
        let mut markdown = format!("{}\n\n{}", self.question, table_of(&results));
        if results.iter().any(|result| result.ranks.is_some()) {
            markdown += &format!("\n{}", ranks_of(&results));
        }
        markdown += &score_sheets;
        if let Some(anchor) = self.rated_by {
            markdown += &format!("\n{}", ratings_of(&results, anchor));
        }
        folder.write(&markdown, &results)?;
        let bar = |result: &MatchResult| Bar { name: result.title.clone(), value: result.spread };
        let spreads: Vec<Bar> = results.iter().map(bar).collect();
        folder.write_picture("", &bars(self.question, "points a game", &spreads))?;
        Ok(markdown)
    }
}

/// Plays a match, or goes on with it. A match that is longer already stays so.
fn play(planned: &PlannedMatch, conditions: &Conditions, folder: &Path) -> Result<MatchSummary, AnyError> {
    let asked = conditions.pairs.unwrap_or(planned.pairs);
    let there = MatchSettings::read(folder).map_or(0, |settings| settings.pairs);
    let engines: Result<Vec<Entrant>, String> = planned.engines.iter().map(|engine| engine.parse()).collect();
    run_match(&engines?, &conditions.options(asked.max(there)), Some(folder))
}

impl MatchResult {
    fn new(planned: &PlannedMatch, summary: &MatchSummary) -> Self {
        let MeetingSummary { players, standing, sign_flips } = &summary.meetings[0];
        MatchResult {
            title: planned.title.clone(),
            players: players.map(|player| summary.name(player).to_owned()),
            pentanomial: standing.pentanomial(),
            games: standing.games(),
            spread: standing.spread(),
            win_percent: standing.win_percent(),
            corrected: standing.corrected(),
            p: sign_flips.chance,
            paper: planned.paper,
            ranks: None,
            standing: *standing,
        }
    }
}

fn table_of(results: &[MatchResult]) -> String {
    let has_luck = results.iter().any(|result| result.corrected.is_some());
    let (names, lines) = if has_luck { (" without luck | wins without luck, % |", "---|---|") } else { ("", "") };
    let mut table = format!(
        "| match | games | points a game | wins, % |{names} p | in the paper |\n|---|---|---|---|{lines}---|---|\n"
    );
    for MatchResult { title, games, spread, win_percent, corrected, p, paper, .. } in results {
        let corrected = match corrected {
            Some(CorrectedResult { spread, win_percent: Some(percent) }) => format!(" {spread:+.1} | {percent:.1} |"),
            Some(CorrectedResult { spread, win_percent: None }) => format!(" {spread:+.1} | |"),
            None if has_luck => " | |".into(),
            None => String::new(),
        };
        let p = match *p {
            p if p < 1e-16 => "< 1e-16".into(),
            p if p < 1e-3 => format!("{p:.0e}"),
            p => format!("{p:.3}"),
        };
        table += &format!("| {title} | {games} | {spread:+.1} | {win_percent:.1} |{corrected} {p} | {paper} |\n");
    }
    table
}

/// Where among its candidates the plays of the first player stand.
fn ranks_of(results: &[MatchResult]) -> String {
    let mut table =
        "| match | turns | rank by heuristic 3 | rank by points | seconds a turn |\n|---|---|---|---|---|\n".to_owned();
    for (title, ranks) in results.iter().filter_map(|result| Some((&result.title, result.ranks?))) {
        let Ranks { by_heuristic, by_points, seconds, turns } = ranks;
        table += &format!("| {title} | {turns} | {by_heuristic:.2} | {by_points:.2} | {seconds:.4} |\n");
    }
    table
}

/// The ratings of all players, the best first, where this one has this rating.
fn ratings_of(results: &[MatchResult], (anchor_name, its): (&str, f64)) -> String {
    let mut players: Vec<&String> = results.iter().flat_map(|result| &result.players).collect();
    players.sort();
    players.dedup();
    let number = |name: &String| players.iter().position(|player| *player == name).unwrap_or_default();
    let numbers = |result: &MatchResult| result.players.each_ref().map(number);
    let meeting = |result| Meeting { players: numbers(result), standing: &result.standing };
    let meetings: Vec<Meeting<'_>> = results.iter().map(meeting).collect();
    let anchor = (number(&anchor_name.to_owned()), its);
    let mut rated: Vec<_> = players.iter().zip(ratings_from(players.len(), &meetings, anchor)).collect();
    rated.sort_by(|a, b| b.1.mean.total_cmp(&a.1.mean));
    let rows = rated.iter().map(|(player, rating)| format!("| {player} | {rating:.0} |\n")).collect::<String>();
    format!("| player | Elo, {anchor_name} being {its} |\n|---|---|\n{rows}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standing::GameResult;

    #[test]
    fn a_match_becomes_a_row_and_ratings() {
        let mut standing = Standing::default();
        for (pairs, [first, second]) in [(1, [-1, -1]), (6, [1, -1]), (3, [1, 1])] {
            (0..pairs).for_each(|_| standing.add(&[first, second].map(|points| GameResult::by_points(points, 0))));
        }
        let result = MatchResult {
            title: "a against b".into(),
            players: ["a", "b"].map(String::from),
            pentanomial: standing.pentanomial(),
            games: standing.games(),
            spread: Estimate { mean: 12.5, standard_error: Some(3.0) },
            win_percent: Estimate { mean: 60.0, standard_error: Some(4.0) },
            corrected: None,
            p: 0.00001,
            paper: "+30",
            ranks: None,
            standing,
        };
        let rated = ratings_of(std::slice::from_ref(&result), ("b", 2000.0));
        let ratings: Vec<&str> = rated.lines().skip(2).collect();
        assert!(ratings[0].starts_with("| a | 206") && ratings[1].starts_with("| b | 2000"), "{rated}");
        let corrected = CorrectedResult { spread: result.spread, win_percent: Some(result.win_percent) };
        let table = table_of(&[MatchResult { corrected: Some(corrected), ..result.clone() }, result.clone()]);
        assert!(table.contains("| +12.5 ± 3.0 | 60.0 ± 4.0 | +12.5 ± 3.0 | 60.0 ± 4.0 | 1e-5 | +30 |\n"), "{table}");
        assert!(table.ends_with("| +12.5 ± 3.0 | 60.0 ± 4.0 | | | 1e-5 | +30 |\n"), "{table}");
        let table = table_of(&[result]);
        assert!(table.ends_with("| a against b | 20 | +12.5 ± 3.0 | 60.0 ± 4.0 | 1e-5 | +30 |\n"), "{table}");
    }
}
