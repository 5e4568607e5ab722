//! What a bench is asked to do: the arguments of `tasseo bench`.

use super::{AnyError, Table};
use crate::data_path::DataPath;
use crate::engine::MAX_PLIES;
use crate::evaluate::{Leaves, StaticValue, ValueLibrary};
use crate::game::cgp::Cgp;
use crate::game::{Catalogue, Position, Rack, Rules};
use crate::lexicon::Library;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

/// How benches are asked for.
pub const USAGE: &str = "\
usage: tasseo bench [static|table|sim|infer|endgame|peg] [--lexicon NAME] [--data-path DIR[;DIR]] [--threads N]
                    [--seed N] [--games N | --positions FILE] [--iterations N] [--plies N] [--seconds N]

  bench, bench static   self-play by the best static play: games per CPU-second, and one signature (1000 games)
  bench table           the play table of every position of some games: time to build, racks per second (2 games)
  bench sim             simulations of 15 candidates on some positions: rollouts per CPU-second (1000 iterations of each
                        candidate, 2 and 5 plies)
  bench infer           what the opponent kept, after plays of one to five tiles and an exchange of three, on the opening
                        and on the second turn: racks judged per CPU-second, time for the whole
  bench endgame         the endgames of some games: time to proof, nodes per second, a signature of what is proven
                        (30 games; 256,000 nodes each, or with --seconds N so much time each)
  bench peg             the pre-endgames of some games: when each round is done (10 games, 4 rounds each, or with
                        --seconds N so much time each)

  --positions FILE      instead of games, the positions of a file, a CGP a line (# begins a comment): static finds the
                        best play of each in turn, 100 times over; table builds the table of each; sim simulates each;
                        endgame and peg solve each";

/// The names of all benches.
const BENCHES: &str = "static, table, sim, infer, endgame and peg";

/// Which bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bench {
    Static,
    Table,
    Infer,
    Sim,
    Endgame,
    Peg,
}

/// What to measure, and how much of it.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) bench: Bench,
    pub(super) threads: usize,
    pub(super) seed: u64,
    pub(super) games: Option<u64>,
    pub(super) iterations: Option<u64>,
    pub(super) plies: Option<u64>,
    pub(super) seconds: Option<u64>,
    pub(super) lexicon: String,
    pub(super) data_path: Vec<PathBuf>,
    positions: Option<PathBuf>,
}

impl Settings {
    /// Reads the arguments; none if they ask for help.
    pub(super) fn parse(arguments: &[&str]) -> Result<Option<Self>, AnyError> {
        let mut settings = Settings {
            bench: Bench::Static,
            threads: 1,
            seed: 1,
            games: None,
            iterations: None,
            plies: None,
            seconds: None,
            lexicon: "ENABLE1".into(),
            data_path: Vec::new(),
            positions: None,
        };
        if arguments.iter().any(|argument| matches!(*argument, "--help" | "-h")) {
            return Ok(None);
        }
        let mut arguments = arguments.iter().copied().peekable();
        if let Some(name) = arguments.next_if(|name| !name.starts_with('-')) {
            settings.bench = match name {
                "static" => Bench::Static,
                "table" => Bench::Table,
                "sim" => Bench::Sim,
                "infer" => Bench::Infer,
                "endgame" => Bench::Endgame,
                "peg" => Bench::Peg,
                _ => return Err(format!("no bench {name:?}; there are {BENCHES}").into()),
            };
        }
        while let Some(argument) = arguments.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (argument, arguments.next_if(|value| !value.starts_with("--"))),
            };
            settings.set(name, value)?;
        }
        if settings.games.is_some() && (settings.positions.is_some() || settings.bench == Bench::Sim) {
            return Err("--games is not for positions".into());
        }
        if (settings.iterations.is_some() || settings.plies.is_some()) && settings.bench != Bench::Sim {
            return Err("--iterations and --plies are for bench sim".into());
        }
        Ok(Some(settings))
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), AnyError> {
        const MOST_GAMES: u64 = 1_000_000_000;
        const MOST_THREADS: u64 = 256;
        const MOST_SECONDS: u64 = 86_400;
        const NAMES: [&str; 9] = [
            "--lexicon",
            "--data-path",
            "--threads",
            "--seed",
            "--games",
            "--positions",
            "--iterations",
            "--plies",
            "--seconds",
        ];
        if !NAMES.contains(&name) {
            return Err(format!("unknown argument {name:?}; tasseo bench --help lists them all").into());
        }
        let value = value.filter(|value| !value.is_empty()).ok_or_else(|| format!("{name} needs a value"))?;
        match name {
            "--lexicon" => self.lexicon = value.into(),
            "--data-path" => self.data_path = folders(value)?,
            "--threads" => self.threads = number(name, value, 1..=MOST_THREADS)? as usize,
            "--seed" => self.seed = number(name, value, 0..=u64::MAX)?,
            "--seconds" => self.seconds = Some(number(name, value, 1..=MOST_SECONDS)?),
            "--games" => self.games = Some(number(name, value, 1..=MOST_GAMES)?),
            "--iterations" => self.iterations = Some(number(name, value, 1..=MOST_GAMES)?),
            "--plies" => self.plies = Some(number(name, value, 1..=MAX_PLIES as u64)?),
            _ => self.positions = Some(value.into()),
        }
        Ok(())
    }

    /// Loads all that is played with. Blocks.
    pub(super) fn table(&self) -> Result<Table, AnyError> {
        let rules = Arc::new(Rules::default());
        let lexicon = Library::new(DataPath::new(self.data_path.clone())).load(&self.lexicon, &rules.distribution)?;
        let value = StaticValue::new(Leaves::find(&self.values(), &lexicon)?);
        lexicon.word_map(); // made here, so that it is not measured
        Ok(Table { rules, lexicon, value })
    }

    /// Where the lexicon's values are looked for.
    pub(super) fn values(&self) -> ValueLibrary {
        ValueLibrary::new(DataPath::new(self.data_path.clone()))
    }

    /// The positions of the file, if one was named, with the racks of those on turn. Blocks while it is read.
    pub(super) fn positions(&self) -> Result<Option<Vec<(Position, Rack)>>, AnyError> {
        let Some(path) = &self.positions else { return Ok(None) };
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        self.read_positions(&path.display().to_string(), &text).map(Some)
    }

    /// The positions of a text of this name, with the racks of those on turn.
    pub(super) fn read_positions(&self, name: &str, text: &str) -> Result<Vec<(Position, Rack)>, AnyError> {
        read_positions(name, text, &self.data_path)
    }
}

/// The positions of a text of this name, a CGP a line, with the racks of those on turn. Lines that begin with `#` are
/// comments. Layouts that do not come with Tasseo are looked for in these folders.
pub fn read_positions(name: &str, text: &str, data_path: &[PathBuf]) -> Result<Vec<(Position, Rack)>, AnyError> {
    let catalogue = Catalogue::new(DataPath::new(data_path.to_vec()));
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let positions = lines.map(|(at, line)| {
        let bad = |error: String| format!("{name}, line {}: {error}", at + 1);
        read_position(line, &catalogue).map_err(bad)
    });
    let positions = positions.collect::<Result<Vec<_>, _>>()?;
    if positions.is_empty() {
        return Err(format!("{name}: no positions").into());
    }
    Ok(positions)
}

/// A position that can be played on, with the rack of the player on turn.
fn read_position(line: &str, catalogue: &Catalogue) -> Result<(Position, Rack), String> {
    let standard = Rules::default();
    let position = Cgp::parse(line, catalogue, &standard).map_err(|error| error.to_string())?.position;
    if position.rules().distribution != standard.distribution {
        return Err("only positions with the English tiles are measured".into());
    }
    if position.ending().is_some() {
        return Err("the game is over".into());
    }
    let rack = position.full_rack(position.on_turn()).ok_or("the rack of the player on turn is not known")?;
    Ok((position, rack))
}

fn folders(value: &str) -> Result<Vec<PathBuf>, String> {
    let folders: Vec<PathBuf> =
        value.split(';').map(str::trim).filter(|folder| !folder.is_empty()).map(PathBuf::from).collect();
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(missing) => Err(format!("--data-path: {} is not a folder", missing.display())),
        None => Ok(folders),
    }
}

fn number(name: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let wrong = || format!("{name} {value:?}: must be a whole number from {} to {}", range.start(), range.end());
    number.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(arguments: &[&str]) -> String {
        Settings::parse(arguments).unwrap_err().to_string()
    }

    #[test]
    fn values_come_after_a_space_or_an_equals_sign() {
        for arguments in [&["table", "--games=5", "--threads", "2"][..], &["table", "--threads=2", "--games", "5"]] {
            let settings = Settings::parse(arguments).unwrap().unwrap();
            assert_eq!((settings.bench, settings.games, settings.threads), (Bench::Table, Some(5), 2));
        }
        for help in [&["--help"][..], &["-h"], &["static", "--help"], &["table", "--games", "2", "-h"]] {
            assert!(Settings::parse(help).unwrap().is_none());
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        assert_eq!(error(&[""]), "no bench \"\"; there are static, table, sim, infer, endgame and peg");
        assert_eq!(error(&["static", "more"]), "unknown argument \"more\"; tasseo bench --help lists them all");
        assert_eq!(error(&["--games"]), "--games needs a value");
        assert_eq!(error(&["--games", "--seed", "1"]), "--games needs a value");
        assert_eq!(error(&["--lexicon="]), "--lexicon needs a value");
        assert_eq!(error(&["--games=0"]), "--games \"0\": must be a whole number from 1 to 1000000000");
        assert_eq!(error(&["--threads", "0"]), "--threads \"0\": must be a whole number from 1 to 256");
        assert_eq!(
            error(&["--seed", "18446744073709551616"]),
            "--seed \"18446744073709551616\": must be a whole number from 0 to 18446744073709551615"
        );
        assert_eq!(error(&["--data-path", "no/such"]), "--data-path: no/such is not a folder");
        assert_eq!(error(&["--games=1", "--positions=x"]), "--games is not for positions");
        assert_eq!(error(&["sim", "--games=1"]), "--games is not for positions");
        assert_eq!(error(&["table", "--plies=1"]), "--iterations and --plies are for bench sim");
    }
}
