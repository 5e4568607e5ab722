//! Where what came of an experiment goes: Markdown for people, JSON for programs, and pictures.

use crate::game_setup::GameSetupArgs;
use crate::{AnyError, write_file};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// What every experiment with our own searches takes.
#[derive(Args, Clone, Debug)]
pub struct LabArgs {
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// What is played with.
    #[command(flatten)]
    pub setup: GameSetupArgs,
}

/// The folder of an experiment's results.
#[derive(Clone, Debug)]
pub struct ReportFolder {
    folder: PathBuf,
    name: &'static str,
}

impl ReportFolder {
    /// Of the experiment of this name; makes the folder if it is not there.
    pub fn open(folder: &Path, name: &'static str) -> Result<Self, AnyError> {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(ReportFolder { folder: folder.to_owned(), name })
    }

    /// Where a file of this name is.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Writes `NAME.md` and `NAME.json`.
    pub fn write(&self, markdown: &str, figures: &impl Serialize) -> Result<(), AnyError> {
        self.write_file(".md", markdown)?;
        self.write_file(".json", &serde_json::to_string_pretty(figures)?)
    }

    /// Writes a picture: `NAME.svg`, or `NAME-WHAT.svg` where there are several.
    pub fn write_picture(&self, what: &str, svg: &str) -> Result<(), AnyError> {
        let ending = if what.is_empty() { ".svg".into() } else { format!("-{what}.svg") };
        self.write_file(&ending, svg)
    }

    fn write_file(&self, ending: &str, text: &str) -> Result<(), AnyError> {
        write_file(&self.path(&format!("{}{ending}", self.name)), text.as_bytes())
    }
}
