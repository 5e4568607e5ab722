//! A match from what was asked for to what came of it: what `referee match` and the experiments call.

use super::add_luck::LuckOfRecords;
use super::engine::Engine;
use super::entrant::Entrant;
use super::folder::Folder;
use super::luck::MatchMeter;
use super::match_config::MatchConfig;
use super::match_results::MatchResults;
use super::options::MatchOptions;
use super::play::Match;
use super::settings::{EngineSettings, MatchSettings};
use super::sprt::{Sequence, Sprt};
use super::summary::MatchSummary;
use crate::AnyError;
use crate::args::{LettersArgs, LexiconArgs};
use parking_lot::Mutex;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Plays a match, or goes on with the one in the folder, and writes its summary and report there. Shows progress on
/// stderr. Blocks until it has ended.
pub fn run_match(
    entrants: &[Entrant],
    options: &MatchOptions,
    folder: Option<&Path>,
) -> Result<MatchSummary, AnyError> {
    let config = MatchConfig::new(entrants, &with_luck_of(folder, options))?;
    let (engines, running): (Vec<_>, Vec<_>) = start_engines(&config, options.threads)?.into_iter().unzip();
    let concurrency = concurrency(options, &engines)?;
    let settings = MatchSettings::of(&config, options, engines);
    let (rules, catalogue) = (config.rules.clone(), options.lexicon.letters.catalogue());
    let luck = config.meter.clone().map(|meter| LuckOfRecords { rules, catalogue, meter });
    let (mut folder, mut results) = open(folder, &settings, luck.as_ref())?;
    let (pairs, running) = (settings.part()?, Mutex::new(running));
    let game = Match { config: &config, pairs, concurrency, sprt: options.test(), running };
    game.play(&mut results, folder.as_mut())?;
    summarize(settings, &results, folder.as_ref())
}

/// Tells again what came of the match in a folder, and writes its summary and report anew. With an effort its luck is
/// measured, where that was not done so before. Blocks.
pub fn report_match(path: &Path, effort: Option<u64>, data_path: &[PathBuf]) -> Result<MatchSummary, AnyError> {
    let mut settings = MatchSettings::read(path)?;
    let luck = effort.map(|effort| luck_of(&settings, effort, data_path)).transpose();
    let luck = luck.map_err(|error| format!("{}: {error}", path.display()))?;
    settings.luck = effort.unwrap_or(settings.luck);
    let (folder, results) = open(Some(path), &settings, luck.as_ref())?;
    summarize(settings, &results, folder.as_ref())
}

/// What measures the luck of a match that was played before, with the words that it was played with. Blocks while they
/// are read.
fn luck_of(settings: &MatchSettings, effort: u64, data_path: &[PathBuf]) -> Result<LuckOfRecords, AnyError> {
    let letters = LettersArgs { distribution: settings.tiles[0].clone(), data_path: data_path.to_vec() };
    let args = LexiconArgs { lexicon: settings.lexicon[0].clone(), letters };
    let (lexicon, catalogue) = (args.open()?, args.letters.catalogue());
    let rules = Arc::new(settings.rules(&lexicon, &catalogue)?);
    let meter = MatchMeter::new(&rules, &lexicon, &args.values(), settings.seed, effort)?;
    Ok(LuckOfRecords { rules, catalogue, meter })
}

/// The options with the effort of the match that is in the folder, if they name none themselves.
fn with_luck_of(folder: Option<&Path>, options: &MatchOptions) -> MatchOptions {
    let there = folder.and_then(|folder| MatchSettings::read(folder).ok()).map(|settings| settings.luck);
    let luck = options.luck.or(there.filter(|&effort| effort > 0));
    MatchOptions { luck, ..options.clone() }
}

/// Opens the folder of a match, if it is to have one, and gives the games that are there already. Luck that is to be
/// measured and was not is measured now.
fn open(
    path: Option<&Path>,
    settings: &MatchSettings,
    luck: Option<&LuckOfRecords>,
) -> Result<(Option<Folder>, MatchResults), AnyError> {
    let mut results = MatchResults::new(settings.schedule(), settings.forfeit_points);
    let Some(path) = path else { return Ok((None, results)) };
    let (mut folder, mut records) = Folder::open(path, settings)?;
    match luck {
        Some(luck) => records = luck.add_luck(&mut folder, settings, records)?,
        None if settings.luck == 0 => records.iter_mut().for_each(|record| record.luck = None),
        None => {}
    }
    folder.set_luck(settings)?;
    records.into_iter().for_each(|record| results.add(record));
    Ok((Some(folder), results))
}

/// Sums up a match, and writes it down. A test that is decided counts nothing that was played beyond it.
fn summarize(
    settings: MatchSettings,
    results: &MatchResults,
    folder: Option<&Folder>,
) -> Result<MatchSummary, AnyError> {
    let pairs = settings.part()?;
    let sprt = settings.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
    let end = sprt.map(|sprt| Sequence::new(sprt, pairs.start)).and_then(|mut test| {
        let decided = test.is_decided(|pair| results.pair(pair));
        decided.then(|| test.next())
    });
    let results = results.of_pairs(pairs.start..end.unwrap_or(pairs.end));
    let summary = MatchSummary::new(settings, results, sprt);
    folder.map_or(Ok(()), |folder| folder.conclude(&summary))?;
    Ok(summary)
}

/// Starts each engine, to find out before the match that one cannot be started, and what each calls itself.
fn start_engines(config: &MatchConfig, threads: u64) -> Result<Vec<(EngineSettings, Engine)>, AnyError> {
    let start_engines = |entrant: &Entrant| {
        let engine = Engine::start(entrant, &config.options, config.patience)
            .map_err(|fault| format!("{}: {}", entrant.name, fault.text))?;
        let own = entrant.option("Threads").map(|threads| threads.parse().unwrap_or(1));
        let threads = own.unwrap_or(if engine.has_option("Threads") { threads } else { 1 });
        Ok((EngineSettings::of(entrant, engine.id().unwrap_or(&entrant.name), threads), engine))
    };
    config.entrants.iter().map(start_engines).collect()
}

/// How many games at a time: as many as there are cores for the threads of the engine that has most of them.
fn concurrency(options: &MatchOptions, engines: &[EngineSettings]) -> Result<NonZeroUsize, AnyError> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get) as u64;
    let threads = engines.iter().map(|engine| if engine.threads == 0 { cores } else { engine.threads }).max();
    let threads = threads.unwrap_or(1);
    let games = options.concurrency.unwrap_or((cores / threads).max(1));
    let needed = games.saturating_mul(threads);
    if needed > cores && !options.oversubscribe {
        let text = format!("{games} at a time with {threads} threads an engine needs {needed} cores");
        return Err(format!("{text}, there are {cores}; say --oversubscribe if you mean it").into());
    }
    Ok(NonZeroUsize::new(games as usize).unwrap_or(NonZeroUsize::MIN))
}
