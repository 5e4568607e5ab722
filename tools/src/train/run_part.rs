//! A part of a run, and what was found in it, as a file: a checkpoint to go on from, or a part to be merged.
//!
//! It begins with a line that says what it is, `tasseo winchance sums 3`; then comes the part, as postcard writes it,
//! and a checksum of all that, which tells whether the file is as it was written.

use crate::game_setup::read;
use crate::output::Output;
use crate::shard::{Shard, Shards};
use crate::{AnyError, say};
use serde::Deserialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use tasseo::fingerprint::fingerprint;

/// What games have shown: whole numbers, which add up to the same in whatever order they are added.
pub trait Findings {
    /// The command that looks for them: `train TRAINING`.
    const TRAINING: &'static str;

    /// Adds what was found in other games of the same run.
    fn add(&mut self, other: &Self);

    /// As bytes.
    fn write(&self) -> Vec<u8>;
}

/// A part of a run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RunPart<F> {
    /// Everything that the result of the run depends on, in one line.
    pub settings: String,
    /// How many games there are in all.
    pub games: u64,
    /// The part of them that this is about.
    pub shard: Shard,
    /// How many games of this part have been played: the first ones.
    pub played: u64,
    /// What was found in them.
    pub found: F,
}

/// A part whose findings nobody has looked into yet.
pub type UnreadPart = RunPart<Vec<u8>>;

impl<F> RunPart<F> {
    /// How many games this part has.
    pub fn size(&self) -> u64 {
        let games = self.shard.games(self.games);
        games.end - games.start
    }

    /// The games that are still to be played.
    pub fn games_left(&self) -> Range<u64> {
        let games = self.shard.games(self.games);
        games.start + self.played..games.end
    }
}

const DAMAGED: &str = "damaged or cut short";

fn magic(training: &str) -> String {
    format!("tasseo {training} sums 3\n")
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    fingerprint(bytes.iter().copied()).to_le_bytes()
}

impl<F: Findings> RunPart<F> {
    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let RunPart { settings, games, shard, played, found } = self;
        let part = (settings, games, shard, played, found.write());
        let mut bytes = postcard::to_extend(&part, magic(F::TRAINING).into_bytes()).expect("memory is all it takes");
        bytes.extend(checksum(&bytes));
        bytes
    }

    /// What an earlier run of the same command has saved; what was just begun, if there was none.
    pub fn resume(
        self,
        output: &Output,
        read: impl FnOnce(&UnreadPart) -> Result<F, AnyError>,
    ) -> Result<Self, AnyError> {
        let path = output.checkpoint();
        if !path.exists() {
            return Ok(self);
        }
        let part = self.go_on_from(&path, read).map_err(|error| format!("{error}; remove it to start anew"))?;
        say(format_args!("going on from {} after {} of {} games", path.display(), part.played, part.size()))?;
        Ok(part)
    }

    fn go_on_from(&self, path: &Path, read: impl FnOnce(&UnreadPart) -> Result<F, AnyError>) -> Result<Self, AnyError> {
        let unread = UnreadPart::load::<F>(path)?;
        if (&unread.settings, unread.shard) != (&self.settings, self.shard) {
            let (path, settings, shard) = (path.display(), &unread.settings, unread.shard);
            return Err(format!("{path}: the checkpoint of another run ({settings}, part {shard})").into());
        }
        unread.read(path, read)
    }

    /// All parts of a run made one, each read when its turn comes: two of them are in memory at a time.
    pub fn merge(files: &[PathBuf], read: impl Fn(&UnreadPart) -> Result<F, AnyError>) -> Result<Self, AnyError> {
        let (mut whole, mut shards) = (None::<RunPart<F>>, Shards::default());
        for path in files {
            let unread = UnreadPart::load::<F>(path)?;
            let wrong = |what: String| AnyError::from(format!("{}: {what}", path.display()));
            if whole.as_ref().is_some_and(|whole| whole.settings != unread.settings) {
                return Err(wrong(format!("of another run than {}", files[0].display())));
            }
            let left = unread.games_left();
            if !left.is_empty() {
                return Err(wrong(format!("{} of its games have not been played", left.end - left.start)));
            }
            shards.add(unread.shard).map_err(wrong)?;
            let part = unread.read(path, &read)?;
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => {
                    whole.played += part.played;
                    whole.found.add(&part.found);
                }
            }
        }
        shards.check_all_there()?;
        let whole = whole.ok_or("there is nothing to merge")?;
        Ok(RunPart { shard: Shard::WHOLE, ..whole })
    }
}

impl UnreadPart {
    /// Reads a file of a training; an error names it.
    fn load<F: Findings>(path: &Path) -> Result<Self, AnyError> {
        let bytes = read(path)?;
        Self::open::<F>(&bytes).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    fn open<F: Findings>(bytes: &[u8]) -> Result<Self, String> {
        let (what, magic) = (F::TRAINING, magic(F::TRAINING));
        if !bytes.starts_with(magic.as_bytes()) {
            return Err(format!("not a file of sums, which train {what} --shard writes"));
        }
        let (content, end) = bytes.split_last_chunk().ok_or(DAMAGED)?;
        if *end != checksum(content) {
            return Err(DAMAGED.into());
        }
        let part: UnreadPart = postcard::from_bytes(&content[magic.len()..]).map_err(|_| DAMAGED)?;
        if part.played > part.size() { Err(DAMAGED.into()) } else { Ok(part) }
    }

    /// Looks into the findings; an error names the file.
    fn read<F>(
        self,
        path: &Path,
        read: impl FnOnce(&UnreadPart) -> Result<F, AnyError>,
    ) -> Result<RunPart<F>, AnyError> {
        let found = read(&self).map_err(|error| format!("{}: {error}", path.display()))?;
        let RunPart { settings, games, shard, played, .. } = self;
        Ok(RunPart { settings, games, shard, played, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Findings for u8 {
        const TRAINING: &'static str = "numbers";

        fn add(&mut self, other: &Self) {
            *self += other;
        }

        fn write(&self) -> Vec<u8> {
            vec![*self]
        }
    }

    fn example() -> RunPart<u8> {
        let shard = Shard { number: 2, of: 3 };
        RunPart { settings: "lexicon=X".into(), games: 20, shard, played: 4, found: b'\n' }
    }

    #[test]
    fn what_is_written_is_read() {
        let part = example();
        let unread = UnreadPart::open::<u8>(&part.write()).unwrap();
        assert_eq!(unread.read(Path::new("x"), |unread| Ok(unread.found[0])).unwrap(), part);
        assert_eq!((part.size(), part.games_left()), (7, 10..13));
    }

    #[test]
    fn nothing_else_is_read() {
        let bytes = example().write();
        let foreign = "not a file of sums, which train numbers --shard writes";
        assert_eq!(UnreadPart::open::<u8>(b"\xFF\xFFhello"), Err(foreign.into()));
        for cut in magic("numbers").len()..bytes.len() {
            assert_eq!(UnreadPart::open::<u8>(&bytes[..cut]), Err(DAMAGED.into()), "{cut}");
        }
        let mut other = bytes;
        other[30] ^= 1;
        assert_eq!(UnreadPart::open::<u8>(&other), Err(DAMAGED.into()));
    }
}
