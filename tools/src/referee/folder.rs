//! The folder of a match: everything that was played, as it is played.
//!
//! | file | what |
//! |---|---|
//! | `match.json` | what the match is, so that it can be gone on with and nothing else be mixed into it |
//! | `games.jsonl` | a line for each game, as they end |
//! | `turns.jsonl` | a line for each turn |
//! | `games/000/000012.gcg` | each game; the folder is the number in thousands |
//! | `faults/000012-crash.txt` | each fault, with the position and all that was said |
//! | `summary.json`, `report.html` | what came of it |
//! | `times.json` | how long it took; and `times.html`, where the report does not depend on it |
//!
//! A game counts when its line in `games.jsonl` is whole. It is written last, so whatever a killed run has left of a
//! game that does not count is found at the end of `turns.jsonl` and cut off.

use super::game::PlayedGame;
use super::record::GameRecord;
use super::report::{TurnTimes, page, times_page};
use super::settings::MatchSettings;
use super::summary::MatchSummary;
use crate::output::Output;
use crate::{AnyError, write_file};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Fails if there is something in a folder that no match has left there.
fn check_is_ours(path: &Path) -> Result<(), AnyError> {
    // What a run makes before it writes down which match it is.
    const FIRST: [&str; 3] = ["games", "faults", "summary.json.lock"];
    let is_match = path.join(MatchSettings::FILE).exists();
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut names = entries.flatten().map(|entry| entry.file_name());
    match names.find(|name| !FIRST.iter().any(|first| name == first)) {
        Some(name) if !is_match => {
            let name = Path::new(&name).display().to_string();
            Err(format!("{}: no match is in it, but {name}; name another folder", path.display()).into())
        }
        _ => Ok(()),
    }
}

/// An open folder. Other runs are kept off until it is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    summary: Output,
    games: File,
    turns: File,
}

impl Folder {
    /// Opens a folder, or makes it; gives the games that it holds. Fails if it is the folder of another match.
    pub fn open(path: &Path, settings: &MatchSettings) -> Result<(Self, Vec<GameRecord>), AnyError> {
        let make = |folder: &Path| fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()));
        make(path)?;
        check_is_ours(path)?;
        let summary = Output::reserve(&path.join("summary.json"), &[])?;
        let file = path.join(MatchSettings::FILE);
        if file.exists() {
            MatchSettings::read(path)?
                .check_goes_on(settings)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        make(&path.join("games"))?;
        make(&path.join("faults"))?;
        // Luck is measured, or not, when the folder is open.
        let luck = MatchSettings::read(path).map_or(0, |there| there.luck);
        write_file(&file, MatchSettings { luck, ..settings.clone() }.write().as_bytes())?;
        let records = read_games(path)?;
        let played: BTreeSet<u64> = records.iter().map(|record| record.game).collect();
        cut_turns(&path.join("turns.jsonl"), &played)?;
        let [games, turns] = ["games.jsonl", "turns.jsonl"].map(|name| append_to(&path.join(name)));
        Ok((Folder { path: path.to_owned(), summary, games: games?, turns: turns? }, records))
    }

    /// Writes down how luck is measured here.
    pub fn set_luck(&self, settings: &MatchSettings) -> Result<(), AnyError> {
        write_file(&self.path.join(MatchSettings::FILE), settings.write().as_bytes())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a game down. When this returns it will not be lost if the referee is killed.
    pub fn add(&mut self, played: &PlayedGame) -> Result<(), AnyError> {
        let number = played.record.game;
        let gcg = gcg_path(&self.path, number);
        fs::create_dir_all(gcg.parent().unwrap_or(&self.path))?;
        fs::write(&gcg, &played.gcg).map_err(|error| format!("{}: {error}", gcg.display()))?;
        if let Some((fault, report)) = played.record.fault.as_ref().zip(played.fault_report.as_ref()) {
            fs::write(self.path.join("faults").join(format!("{number:06}-{}.txt", fault.kind.name())), report)?;
        }
        let mut turns = String::new();
        for turn in &played.turns {
            turns += &serde_json::to_string(turn)?;
            turns.push('\n');
        }
        self.turns.write_all(turns.as_bytes())?;
        self.games.write_all(format!("{}\n", serde_json::to_string(&played.record)?).as_bytes())?;
        Ok(())
    }

    /// Writes the lines of all turns and games anew, each as one of these says. Gives the games.
    pub fn rewrite(
        &mut self,
        turn: impl Fn(&str) -> Result<String, AnyError>,
        game: impl Fn(&str) -> Result<String, AnyError>,
    ) -> Result<Vec<GameRecord>, AnyError> {
        rewrite_lines(&self.path.join("turns.jsonl"), turn)?;
        rewrite_lines(&self.path.join("games.jsonl"), game)?;
        let [games, turns] = ["games.jsonl", "turns.jsonl"].map(|name| append_to(&self.path.join(name)));
        (self.games, self.turns) = (games?, turns?);
        read_games(&self.path)
    }

    /// Writes the files that tell of the whole match.
    pub fn conclude(&self, summary: &MatchSummary) -> Result<(), AnyError> {
        let times = TurnTimes::read(&self.path.join("turns.jsonl"), summary)?;
        let timed = summary.settings.is_timed();
        let write = |name: &str, text: String| write_file(&self.path.join(name), text.as_bytes());
        write("times.json", format!("{:#}\n", summary.times()))?;
        write("report.html", page(summary, Some(&times).filter(|_| timed)))?;
        if !timed {
            write("times.html", times_page(summary, &times))?;
        }
        self.summary.write(format!("{:#}\n", summary.json()).as_bytes())
    }
}

/// Where a game is, in the folder of its match.
pub fn gcg_path(folder: &Path, number: u64) -> PathBuf {
    folder.join("games").join(format!("{:03}", number / 1000)).join(format!("{number:06}.gcg"))
}

/// The games of a match, in the order in which they ended. A line that was cut short is cut off.
pub fn read_games(folder: &Path) -> Result<Vec<GameRecord>, AnyError> {
    let path = folder.join("games.jsonl");
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        // Taken for no games, it would have all turns cut off.
        Err(error) => return Err(format!("{}: {error}", path.display()).into()),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        truncate(&path, whole as u64)?;
    }
    let read = |(at, line): (usize, &str)| {
        let record = serde_json::from_str(line);
        record.map_err(|error| AnyError::from(format!("{}: line {}: {error}", path.display(), at + 1)))
    };
    text[..whole].lines().enumerate().map(read).collect()
}

/// Cuts off the turns at the end that are of no game that counts: those of one game at most, or a line that was cut
/// short. Anything else is damage, and then nothing is cut.
fn cut_turns(path: &Path, played: &BTreeSet<u64>) -> Result<(), AnyError> {
    #[derive(Deserialize)]
    struct OfGame {
        game: u64,
    }
    let Ok(file) = File::open(path) else { return Ok(()) };
    let (mut reader, mut good, mut line) = (BufReader::new(file), 0, String::new());
    let (mut number, mut rest) = (0, BTreeSet::new());
    let damaged = |number: u64, what: &str| format!("{}: line {number}: {what}; nothing was changed", path.display());
    loop {
        line.clear();
        let length = reader.read_line(&mut line).map_err(|error| damaged(number + 1, &error.to_string()))? as u64;
        if !line.ends_with('\n') {
            break; // the end, or a line that was cut short
        }
        number += 1;
        let game = serde_json::from_str::<OfGame>(&line).map_err(|error| damaged(number, &error.to_string()))?.game;
        match played.contains(&game) {
            true if rest.is_empty() => good += length,
            true => return Err(damaged(number, "comes after turns of a game that has not ended").into()),
            false => drop(rest.insert(game)),
        }
    }
    if rest.len() > 1 {
        return Err(damaged(number, "games.jsonl lacks games of which there are turns").into());
    }
    truncate(path, good)
}

fn rewrite_lines(path: &Path, change: impl Fn(&str) -> Result<String, AnyError>) -> Result<(), AnyError> {
    let within = |error: AnyError| AnyError::from(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| within(error.into()))?;
    let mut changed = String::with_capacity(text.len() * 9 / 8);
    for line in text.lines() {
        changed += &change(line).map_err(within)?;
        changed.push('\n');
    }
    write_file(path, changed.as_bytes())
}

fn truncate(path: &Path, length: u64) -> Result<(), AnyError> {
    let file = OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(length));
    file.map_err(|error| format!("{}: {error}", path.display()).into())
}

fn append_to(path: &Path) -> Result<File, AnyError> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|error| format!("{}: {error}", path.display()).into())
}
