//! Parts of a match, played on several machines, made one.

use super::folder::{gcg_path, read_games};
use super::record::GameRecord;
use super::settings::MatchSettings;
use crate::AnyError;
use crate::shard::{Shard, Shards};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Puts the folders of all parts of a match together in a new folder, as if it had been played there.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<(), AnyError> {
    let mut ordered = check(parts)?;
    if fs::read_dir(out).is_ok_and(|mut files| files.next().is_some()) {
        return Err(format!("{}: there is something in it already", out.display()).into());
    }
    ordered.sort_by_key(|(shard, ..)| *shard);
    fs::create_dir_all(out.join("faults")).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut settings = None;
    for (_, part, of_part, records) in ordered {
        append(&part.join("games.jsonl"), &out.join("games.jsonl"))?;
        append(&part.join("turns.jsonl"), &out.join("turns.jsonl"))?;
        for record in &records {
            copy(&gcg_path(part, record.game), &gcg_path(out, record.game))?;
        }
        for fault in fs::read_dir(part.join("faults"))? {
            let fault = fault?;
            copy(&fault.path(), &out.join("faults").join(fault.file_name()))?;
        }
        settings = Some(of_part);
    }
    // Last, so that a merge that was interrupted is not taken for a match.
    let settings = settings.ok_or("there is nothing to merge")?;
    let whole = MatchSettings { shard: Shard::WHOLE.to_string(), ..settings };
    crate::write_file(&out.join(MatchSettings::FILE), whole.write().as_bytes())
}

type MatchPart<'p> = (Shard, &'p Path, MatchSettings, Vec<GameRecord>);

/// All parts must be there, each once, of one match, and all played.
fn check(parts: &[PathBuf]) -> Result<Vec<MatchPart<'_>>, AnyError> {
    let (mut shards, mut checked) = (Shards::default(), Vec::<MatchPart<'_>>::new());
    for part in parts {
        let wrong = |what: String| AnyError::from(format!("{}: {what}", part.display()));
        let settings = MatchSettings::read(part)?;
        let shard: Shard = settings.shard.parse().map_err(wrong)?;
        if let Some((_, _, first, _)) = checked.first() {
            let same_part = MatchSettings { shard: first.shard.clone(), ..settings.clone() };
            same_part.check_same(first).map_err(|error| wrong(format!("not a part of the same match: {error}")))?;
        }
        shards.add(shard).map_err(wrong)?;
        let records = read_games(part)?;
        let all = settings.schedule().games(settings.part().map_err(wrong)?);
        let (played, games) = (records.len() as u64, all.end - all.start);
        if played != games {
            return Err(wrong(format!("{} of its {games} games have not been played", games.saturating_sub(played))));
        }
        checked.push((shard, part, settings, records));
    }
    shards.check_all_there()?;
    Ok(checked)
}

fn append(from: &Path, to: &Path) -> Result<(), AnyError> {
    let mut to_file = fs::OpenOptions::new().create(true).append(true).open(to)?;
    let mut from_file = fs::File::open(from).map_err(|error| format!("{}: {error}", from.display()))?;
    io::copy(&mut from_file, &mut to_file)?;
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), AnyError> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}
