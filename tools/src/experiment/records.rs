//! What an experiment has found out so far, one line for each thing, so that a run which is stopped goes on where it was.

use crate::output::Output;
use crate::{AnyError, write_file};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_on_where_it_was() {
        let path = std::env::temp_dir().join(format!("tasseo-records-{}.jsonl", std::process::id()));
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
        std::fs::remove_file(&path).unwrap();
    }
}
