//! The match: all games, on several threads, each written down as soon as it ends.
//!
//! Every thread has its own processes, one for each engine that it needs, and plays one game at a time; only the engine
//! on turn thinks. Games are taken in order and end in any order. What is made of them does not depend on the order, so
//! that a match of engines that do fixed work has the same result on any number of threads.

use super::engine::Engine;
use super::folder::Folder;
use super::game::{PlayedGame, play};
use super::luck::MatchMeter;
use super::match_config::MatchConfig;
use super::match_results::MatchResults;
use super::record::GameRecord;
use super::sprt::{Sequence, Sprt};
use crate::AnyError;
use crate::elo::Interval;
use crate::progress::GameProgress;
use crate::standing::Standing;
use parking_lot::Mutex;
use std::num::NonZeroUsize;
use std::ops::Range;
use tasseo::parallel::try_as_done;

/// A match to be played.
#[derive(Debug)]
pub struct Match<'c> {
    /// What it is played by.
    pub config: &'c MatchConfig,
    /// The orders of tiles to be played here.
    pub pairs: Range<u64>,
    /// How many games are played at a time.
    pub concurrency: NonZeroUsize,
    /// What may end it early.
    pub sprt: Option<Sprt>,
    /// Engines that run already, one of each: the first thread has them. The others start their own.
    pub running: Mutex<Vec<Engine>>,
}

/// Why a match ends before all games have been played.
enum Stop {
    Decided,
    Failed(AnyError),
}

/// The engines of one thread.
struct EngineSet<'c> {
    config: &'c MatchConfig,
    engines: Vec<Option<Engine>>,
    meter: Option<MatchMeter>,
}

impl EngineSet<'_> {
    fn play(&mut self, fixture: super::schedule::Fixture) -> PlayedGame {
        let engines = self.engines.get_disjoint_mut(fixture.players).expect("nobody plays against itself");
        play(self.config, fixture, engines, self.meter.as_mut())
    }
}

impl Match<'_> {
    /// Plays all games that are not among the results yet, or as many as the test needs. Blocks.
    pub fn play(&self, results: &mut MatchResults, mut folder: Option<&mut Folder>) -> Result<(), AnyError> {
        let schedule = results.schedule().clone();
        let all = schedule.games(self.pairs.clone());
        let missing: Vec<u64> = all.clone().filter(|&number| !results.has(number)).collect();
        let mut watch = MatchProgress::new(self, results);
        if watch.is_decided(results) {
            return Ok(());
        }
        let play = |engines: &mut EngineSet<'_>, at| engines.play(schedule.fixture(missing[at as usize]));
        let games = 0..missing.len() as u64;
        let played = try_as_done(
            self.concurrency,
            games,
            || self.engines(),
            play,
            |_, played: PlayedGame| {
                folder.as_mut().map_or(Ok(()), |folder| folder.add(&played)).map_err(Stop::Failed)?;
                self.fault_line(&played).iter().for_each(|line| watch.progress.say(line));
                results.add(played.record);
                watch.show(results);
                if watch.is_decided(results) { Err(Stop::Decided) } else { Ok(()) }
            },
        );
        match played {
            Err(Stop::Failed(error)) => Err(error),
            Err(Stop::Decided) | Ok(()) => Ok(()),
        }
    }

    fn engines(&self) -> EngineSet<'_> {
        let running = std::mem::take(&mut *self.running.lock());
        let mut engines: Vec<Option<Engine>> = running.into_iter().map(Some).collect();
        engines.resize_with(self.config.entrants.len(), || None);
        EngineSet { config: self.config, engines, meter: self.config.meter.clone() }
    }

    /// What is to be told at once: a fault.
    fn fault_line(&self, played: &PlayedGame) -> Option<String> {
        let GameRecord { game, players, fault, forfeited_by, .. } = &played.record;
        let name = &self.config.entrants[players[(*forfeited_by)?]].name;
        Some(format!("referee: game {game}: {name}: {}", fault.as_ref()?))
    }
}

/// Follows a match: the line that tells how it stands, and the test that may end it.
struct MatchProgress {
    progress: GameProgress,
    test: Option<Sequence>,
}

impl MatchProgress {
    fn new(game: &Match<'_>, results: &MatchResults) -> Self {
        let all = results.schedule().games(game.pairs.clone());
        let progress = GameProgress::new("referee", results.count(), all.end - all.start);
        MatchProgress { progress, test: game.sprt.map(|sprt| Sequence::new(sprt, game.pairs.start)) }
    }

    fn show(&mut self, results: &MatchResults) {
        let standing = match results.standings() {
            [only] if only.seeds() > 0 => tell(only),
            _ => String::new(),
        };
        self.progress.show_with(results.count(), &standing);
    }

    fn is_decided(&mut self, results: &MatchResults) -> bool {
        self.test.as_mut().is_some_and(|test| test.is_decided(|pair| results.pair(pair)))
    }
}

/// How a match stands, in a few words.
fn tell(standing: &Standing) -> String {
    let percent = standing.win_percent();
    // Who has won or lost all games, or nearly, has no bounds to tell of.
    let bounded = Interval::in_elo(percent).filter(|Interval { low, high, .. }| (high - low).is_finite());
    let elo = bounded.map_or(String::new(), |Interval { middle, low, high }| {
        format!(", Elo {middle:+.0} ± {:.0}", (high - low) / 2.0)
    });
    let Standing { wins, draws, losses, .. } = standing;
    let raw = format!("{wins}-{draws}-{losses}, {percent:.1} %, spread {:+.1}{elo}", standing.spread());
    match standing.corrected() {
        None => raw,
        Some(corrected) => {
            let percent = corrected.win_percent.map_or(String::new(), |percent| format!("{percent:.1} %, "));
            format!("{raw}, without luck {percent}{:+.1}", corrected.spread)
        }
    }
}
