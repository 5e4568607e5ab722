//! Positions to measure, from a file.

use super::config::AnyError;
use crate::data_path::DataPath;
use crate::game::cgp::Cgp;
use crate::game::{Catalogue, Position, Rack, Rules};
use std::path::{Path, PathBuf};

/// The positions of a file, with the racks of those on turn. Blocks while it is read.
pub(super) fn read_file(path: &Path, data_path: &[PathBuf]) -> Result<Vec<(Position, Rack)>, AnyError> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    read_positions(&path.display().to_string(), &text, data_path)
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
