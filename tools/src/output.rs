//! The file that a long run makes: no other run's meanwhile, and none of the files that it is made from.

use crate::{AnyError, is_same_file, target_of, write_file};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// A file to be written, with its checkpoint beside it. Other runs are kept off until it is dropped.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    _lock: Lock,
}

impl Output {
    /// Finds out before the games, and not after them, that a file cannot be written: because of where it would be,
    /// because it is one of those that the run reads, or because another run is at it.
    pub fn reserve(path: &Path, sources: &[PathBuf]) -> Result<Self, AnyError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let is_source = |file: &Path| sources.iter().any(|source| is_same_file(source, file));
        let wrong = |what: &str| Err(format!("{}: {what}", path.display()).into());
        match () {
            () if !folder.is_dir() => wrong("there is no such folder"),
            () if path.is_dir() => wrong("a folder"),
            () if is_source(path) => wrong("it would replace a file that it is made from"),
            () if is_source(&with_ending(path, CHECKPOINT)) => {
                wrong("its checkpoint would replace a file that it is made from")
            }
            () => Ok(Output { path: path.to_owned(), _lock: Lock::of(path)? }),
        }
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the work is saved that will become the file: `OUT.checkpoint` for `OUT`.
    pub fn checkpoint(&self) -> PathBuf {
        with_ending(&self.path, CHECKPOINT)
    }

    /// Saves the work so far.
    pub fn save(&self, bytes: &[u8]) -> Result<(), AnyError> {
        write_file(&self.checkpoint(), bytes)
    }

    /// Writes the file.
    pub fn write(&self, bytes: &[u8]) -> Result<(), AnyError> {
        write_file(&self.path, bytes)
    }

    /// Writes the file, after which there is nothing to go on with.
    pub fn finish(&self, bytes: &[u8]) -> Result<(), AnyError> {
        self.write(bytes)?;
        let _ = std::fs::remove_file(self.checkpoint());
        Ok(())
    }
}

const CHECKPOINT: &str = ".checkpoint";

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Keeps other runs off a file. The system holds the lock, and lets go of it however the process ends; the file
/// `OUT.lock` is only there to be locked, and means nothing if a killed run has left it behind.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    fn of(output: &Path) -> Result<Self, AnyError> {
        let path = with_ending(&target_of(output), ".lock");
        let within = |error: io::Error| AnyError::from(format!("{}: {error}", path.display()));
        let file = File::create(&path).map_err(within)?;
        match file.try_lock() {
            // Whoever had it has removed the file since it was opened, and another run may have made its own: this is
            // the lock of nothing.
            Ok(()) if !is_at(&file, &path) => Self::of(output),
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(format!("{}: another run is writing this file", output.display()).into())
            }
            // Some file systems know no locks; that is no reason not to work on them.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Lock { path, _file: file })
            }
            Err(TryLockError::Error(error)) => Err(within(error)),
        }
    }
}

/// Whether this open file is the one that the path leads to.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |there: std::fs::Metadata| (there.dev(), there.ino());
    file.metadata().ok().map(number).is_some_and(|open| path.metadata().ok().map(number) == Some(open))
}

/// Whether there is a file where this open one was made: it cannot be another where open files are not removed.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

impl Drop for Lock {
    /// Removes the file while it is still locked, so that nobody else's is removed.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
