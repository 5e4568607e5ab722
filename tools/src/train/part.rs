//! A part of a run, and what was found in it, as a file: a checkpoint to go on from, or a part to be merged.
//!
//! ```text
//! tasseo winchance sums 2
//! lexicon=ENABLE1 words=ffba60f4cca5d13c tiles=a70aa1f8ee1157ff leaves=48b32bfd685c02bd spread=Leaves seed=1 games=200
//! 200 2/8 25
//! ... (whatever the training has found)
//! end b6c6b7087412cb37
//! ```
//!
//! The second line is everything that the result of the run depends on. Then come how many games there are in all,
//! which part of them this is, and how many of that part have been played. The last line tells whether the others are
//! as they were written.

use crate::output::Output;
use crate::shard::{Shard, Shards};
use crate::table::read;
use crate::{AnyError, say};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<F> {
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
pub type Unread = Part<Vec<u8>>;

impl<F> Part<F> {
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
    format!("tasseo {training} sums 2\n")
}

fn seal(bytes: &[u8]) -> String {
    format!("end {:016x}\n", fingerprint(bytes.iter().copied()))
}

impl<F: Findings> Part<F> {
    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let Part { settings, games, shard, played, found } = self;
        let head = format!("{}{settings}\n{games} {shard} {played}\n", magic(F::TRAINING));
        let mut bytes = [head.into_bytes(), found.write()].concat();
        bytes.extend(seal(&bytes).into_bytes());
        bytes
    }

    /// What an earlier run of the same command has saved; what was just begun, if there was none.
    pub fn resume(self, output: &Output, read: impl FnOnce(&Unread) -> Result<F, AnyError>) -> Result<Self, AnyError> {
        let path = output.checkpoint();
        if !path.exists() {
            return Ok(self);
        }
        let part = self.go_on_from(&path, read).map_err(|error| format!("{error}; remove it to start anew"))?;
        say(format_args!("going on from {} after {} of {} games", path.display(), part.played, part.size()))?;
        Ok(part)
    }

    fn go_on_from(&self, path: &Path, read: impl FnOnce(&Unread) -> Result<F, AnyError>) -> Result<Self, AnyError> {
        let unread = Unread::load::<F>(path)?;
        if (&unread.settings, unread.shard) != (&self.settings, self.shard) {
            let (path, settings, shard) = (path.display(), &unread.settings, unread.shard);
            return Err(format!("{path}: the checkpoint of another run ({settings}, part {shard})").into());
        }
        unread.read(path, read)
    }

    /// All parts of a run made one, each read when its turn comes: two of them are in memory at a time.
    pub fn merge(files: &[PathBuf], read: impl Fn(&Unread) -> Result<F, AnyError>) -> Result<Self, AnyError> {
        let (mut whole, mut shards) = (None::<Part<F>>, Shards::default());
        for path in files {
            let unread = Unread::load::<F>(path)?;
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
        Ok(Part { shard: Shard::WHOLE, ..whole })
    }
}

impl Unread {
    /// Reads a file of a training; an error names it.
    fn load<F: Findings>(path: &Path) -> Result<Self, AnyError> {
        let bytes = read(path)?;
        Self::open::<F>(&bytes).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    fn open<F: Findings>(bytes: &[u8]) -> Result<Self, String> {
        let what = F::TRAINING;
        let content = bytes.strip_prefix(magic(what).as_bytes());
        let content = content.ok_or_else(|| format!("not a file of sums, which train {what} --shard writes"))?;
        let length = content.len().checked_sub(seal(&[]).len()).ok_or(DAMAGED)?;
        let (content, end) = content.split_at(length);
        if end != seal(&bytes[..bytes.len() - end.len()]).as_bytes() {
            return Err(DAMAGED.into());
        }
        Self::parse(content).ok_or_else(|| DAMAGED.into())
    }

    /// None if it is not as it must be. Files that are damaged by chance do not come this far.
    fn parse(content: &[u8]) -> Option<Self> {
        let mut lines = content.splitn(3, |&byte| byte == b'\n');
        let mut line = || std::str::from_utf8(lines.next()?).ok();
        let settings = line()?.to_owned();
        let [games, shard, played] = line()?.split(' ').collect::<Vec<_>>()[..] else { return None };
        let (games, shard, played) = (games.parse().ok()?, shard.parse().ok()?, played.parse().ok()?);
        let part = Part { settings, games, shard, played, found: lines.next()?.to_owned() };
        (played <= part.size()).then_some(part)
    }

    /// Looks into the findings; an error names the file.
    fn read<F>(self, path: &Path, read: impl FnOnce(&Unread) -> Result<F, AnyError>) -> Result<Part<F>, AnyError> {
        let found = read(&self).map_err(|error| format!("{}: {error}", path.display()))?;
        let Part { settings, games, shard, played, .. } = self;
        Ok(Part { settings, games, shard, played, found })
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

    fn example() -> Part<u8> {
        let shard = Shard { number: 2, of: 3 };
        Part { settings: "lexicon=X".into(), games: 20, shard, played: 4, found: b'\n' }
    }

    #[test]
    fn what_is_written_is_read() {
        let part = example();
        let unread = Unread::open::<u8>(&part.write()).unwrap();
        assert_eq!(unread.read(Path::new("x"), |unread| Ok(unread.found[0])).unwrap(), part);
        assert_eq!((part.size(), part.games_left()), (7, 10..13));
    }

    #[test]
    fn nothing_else_is_read() {
        let bytes = example().write();
        let foreign = "not a file of sums, which train numbers --shard writes";
        assert_eq!(Unread::open::<u8>(b"\xFF\xFFhello"), Err(foreign.into()));
        for cut in magic("numbers").len()..bytes.len() {
            assert_eq!(Unread::open::<u8>(&bytes[..cut]), Err(DAMAGED.into()), "{cut}");
        }
        let mut other = bytes;
        other[30] ^= 1;
        assert_eq!(Unread::open::<u8>(&other), Err(DAMAGED.into()));
    }
}
