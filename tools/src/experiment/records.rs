//! What an experiment has found out so far, one line for each thing, so that a run which is stopped goes on where it
//! was.

use crate::output::Output;
use crate::progress::GameProgress;
use crate::{AnyError, write_file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use tasseo::parallel::try_as_done;

/// A file of records, one JSON value a line, behind a line that says what they are records of.
#[derive(Debug)]
pub struct Records {
    file: File,
    _reserved: Output,
}

impl Records {
    /// Opens a file, or begins it; gives the records that it holds. Fails if they are of something else.
    ///
    /// A last line that was cut short when a run was killed is cut off.
    pub fn open<T: DeserializeOwned>(path: &Path, what: &str) -> Result<(Self, Vec<T>), AnyError> {
        let within = |error: AnyError| AnyError::from(format!("{}: {error}", path.display()));
        let reserved = Output::reserve(path, &[])?;
        let text =
            if path.exists() { std::fs::read_to_string(path).map_err(|e| within(e.into()))? } else { String::new() };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        let head = serde_json::to_string(what)?;
        if lines.next().is_some_and(|first| first != head) {
            return Err(within("it holds the records of something else; name another folder".into()));
        }
        let read = |(at, line)| serde_json::from_str(line).map_err(|e| within(format!("line {}: {e}", at + 2).into()));
        let records = lines.enumerate().map(read).collect::<Result<Vec<T>, _>>()?;
        let kept = if whole.is_empty() { format!("{head}\n") } else { whole.to_owned() };
        if kept != text {
            write_file(path, kept.as_bytes())?;
        }
        let file = OpenOptions::new().append(true).open(path).map_err(|e| within(e.into()))?;
        Ok((Records { file, _reserved: reserved }, records))
    }

    /// Writes a record down. When this returns it is not lost if the run is killed.
    pub fn add<T: Serialize>(&mut self, record: &T) -> Result<(), AnyError> {
        Ok(self.file.write_all(format!("{}\n", serde_json::to_string(record)?).as_bytes())?)
    }
}

/// What is measured game by game.
#[derive(Clone, Debug)]
pub struct ByGame<'r> {
    /// The experiment's name, for the progress bar.
    pub name: &'static str,
    /// Where the records are.
    pub path: PathBuf,
    /// What they are records of.
    pub what: &'r str,
    /// How many games are measured, at least.
    pub games: u64,
    /// How many games are measured at a time.
    pub threads: NonZeroUsize,
}

impl ByGame<'_> {
    /// Measures the games that the records do not have yet; gives all that there are, in order, even if fewer were
    /// asked for, up to the first that is missing. `player` makes, for each thread, what measures a game by its number.
    /// Blocks.
    pub fn measure<T, P>(&self, player: impl Fn() -> P + Sync) -> Result<Vec<T>, AnyError>
    where
        T: Serialize + DeserializeOwned + Send,
        P: FnMut(u64) -> T,
    {
        let (mut records, known) = Records::open::<(u64, T)>(&self.path, self.what)?;
        let mut known: BTreeMap<u64, T> = known.into_iter().collect();
        let missing: Vec<u64> = (0..self.games).filter(|game| !known.contains_key(game)).collect();
        let mut progress = GameProgress::new(self.name, self.games - missing.len() as u64, self.games);
        let measure = |measure: &mut P, at| measure(missing[at as usize]);
        try_as_done(self.threads, 0..missing.len() as u64, player, measure, |at, found| {
            let game = missing[at as usize];
            records.add(&(game, &found))?;
            known.insert(game, found);
            progress.show(known.range(..self.games).count() as u64);
            Ok::<(), AnyError>(())
        })?;
        Ok((0..).zip(known).take_while(|(number, (game, _))| number == game).map(|(_, (_, found))| found).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn only_games_that_are_missing_are_measured() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("by-game.jsonl");
        let measured = AtomicUsize::new(0);
        let squares = |games: u64| {
            let by_game =
                ByGame { name: "squares", path: path.clone(), what: "squares", games, threads: NonZeroUsize::MIN };
            let measure = |game: u64| {
                measured.fetch_add(1, Ordering::Relaxed);
                game * game
            };
            by_game.measure(|| measure).unwrap()
        };
        assert_eq!(squares(3), [0, 1, 4]);
        assert_eq!(squares(5), [0, 1, 4, 9, 16]);
        assert_eq!(squares(2), [0, 1, 4, 9, 16], "what is there is told");
        assert_eq!(measured.into_inner(), 5);
    }

    #[test]
    fn a_run_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl");
        let open = |what: &str| Records::open::<(u32, String)>(&path, what);
        let (mut records, none) = open("a").unwrap();
        assert!(none.is_empty());
        records.add(&(1, "one")).unwrap();
        records.add(&(2, "two")).unwrap();
        drop(records);
        let torn = std::fs::read_to_string(&path).unwrap() + "[3,\"thr";
        std::fs::write(&path, torn).unwrap();
        let (mut records, two) = open("a").unwrap();
        assert_eq!(two, [(1, "one".to_owned()), (2, "two".to_owned())]);
        records.add(&(3, "three")).unwrap();
        drop(records);
        assert_eq!(open("a").unwrap().1.len(), 3);
        let error = open("b").unwrap_err().to_string();
        assert!(error.contains("records of something else"), "{error}");
    }
}
