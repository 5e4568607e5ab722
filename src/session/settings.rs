//! What has been set, and what is loaded by it: rules, words, values.

use super::reading::{self, SharedReader};
use super::tell::describe;
use super::{Failure, bad_option};
use crate::data_path::DataPath;
use crate::evaluate::{Handicap, Leaves, StaticValue, Strength, ValueKind, ValueLibrary, ValueSource, WinChance};
use crate::game::{Catalogue, Distribution, History, Rules};
use crate::lexicon::{Lexicon, Library, LibraryError};
use crate::movegen::TooManyWords;
use crate::protocol::{
    ENDGAME_HASH, INFERENCE_RACKS, LIKELIHOOD_FLOOR, LIKELIHOOD_MARGIN, LikelihoodKind, MOVE_OVERHEAD, NamedOpponent,
    Reply, SIM_CANDIDATES, SIM_PLIES, Setting,
};
use crate::search::Inference;
use crate::search::simulation::{Allocation, Goal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Everything that options say.
pub(super) struct Settings {
    pub(super) catalogue: Catalogue,
    library: Library,
    value_library: ValueLibrary,
    /// What a position's rules are where it does not say.
    pub(super) standard: Rules,
    /// The lexicon's name where a position does not say.
    lexicon_name: String,
    /// A name that was asked for and not found; looked for again when the data path or the letters change.
    wanted_lexicon: Option<String>,
    /// Names of values to go by instead of those that go with the lexicon.
    leaves_name: Option<String>,
    win_chance_name: Option<String>,
    /// Which static player to play like; none for all that we can do.
    pub(super) strength: Option<Strength>,
    /// Whether to play worse than we can, and like whom then.
    pub(super) limits_strength: bool,
    pub(super) elo: u64,
    /// How simulations are made.
    pub(super) simulation: SimSettings,
    /// How the opponent is read.
    pub(super) inference: InferSettings,
    /// Who reads it, once it has been read.
    reader: Option<SharedReader>,
    /// On how many threads to search; 0 for one for each core.
    threads: usize,
    pub(super) seed: u64,
    /// The megabytes that an endgame may remember things in.
    pub(super) endgame_hash: usize,
    /// What passes between our answer and the clock's stopping.
    pub(super) overhead: Duration,
    /// Whether a game is analysed, and not played.
    pub(super) analyse: bool,
    /// Whether to tell which line is being looked at.
    pub(super) show_line: bool,
    /// Who plays against us, if that was said.
    pub(super) opponent: Option<NamedOpponent>,
    /// The last lexicons loaded, the newest last.
    loaded: Vec<Arc<Lexicon>>,
    /// The values that were loaded for them.
    values: Vec<Values>,
}

/// What options say about simulations.
#[derive(Clone, Copy)]
pub(super) struct SimSettings {
    pub(super) candidates: usize,
    pub(super) plies: usize,
    player: Strength,
    pub(super) goal: Goal,
    pub(super) allocation: Allocation,
}

/// What options say about reading the opponent.
#[derive(Clone, Copy)]
pub(super) struct InferSettings {
    /// Whether it is read for searches,
    pub(super) used: bool,
    /// and for pre-endgames, too.
    pub(super) weighs_draws: bool,
    pub(super) likelihood: LikelihoodKind,
    /// In hundredths of a point.
    pub(super) margin: u64,
    pub(super) temperature: u64,
    /// In ten-thousandths.
    pub(super) floor: u64,
    pub(super) by_leave: bool,
    pub(super) last_turn: bool,
    pub(super) most_racks: usize,
}

/// How many lexicons are kept, for who goes back and forth between them.
const KEPT: usize = 4;

/// How many folders may be named; all are looked through for every name.
const MOST_FOLDERS: usize = 100;

/// What plays are judged by, and where that comes from.
#[derive(Clone)]
pub(super) struct Values {
    lexicon: Arc<Lexicon>,
    leaves: Option<Arc<Leaves>>,
    leaves_from: Option<ValueSource>,
    pub(super) win_chance: Option<Arc<WinChance>>,
    win_chance_from: Option<ValueSource>,
}

/// The name by which no values at all are asked for.
const NONE: &str = "none";

impl Default for Settings {
    fn default() -> Self {
        Settings {
            catalogue: Catalogue::default(),
            library: Library::default(),
            value_library: ValueLibrary::default(),
            standard: Rules::default(),
            lexicon_name: Library::embedded_names().next().unwrap_or_default().to_owned(),
            wanted_lexicon: None,
            leaves_name: None,
            win_chance_name: None,
            strength: None,
            limits_strength: false,
            elo: Handicap::STATIC,
            simulation: SimSettings {
                candidates: SIM_CANDIDATES as usize,
                plies: SIM_PLIES as usize,
                player: Strength::Static,
                goal: Goal::Win,
                allocation: Allocation::NARROWING,
            },
            inference: InferSettings {
                used: true,
                weighs_draws: false,
                likelihood: LikelihoodKind::default(),
                margin: LIKELIHOOD_MARGIN,
                temperature: 0,
                floor: LIKELIHOOD_FLOOR,
                by_leave: false,
                last_turn: false,
                most_racks: INFERENCE_RACKS as usize,
            },
            reader: None,
            threads: 0,
            seed: 1,
            endgame_hash: ENDGAME_HASH as usize,
            overhead: MOVE_OVERHEAD,
            analyse: false,
            show_line: false,
            opponent: None,
            loaded: Vec::new(),
            values: Vec::new(),
        }
    }
}

impl Settings {
    /// Sets an option, or says why not; then nothing changes, but that a lexicon is looked for again later. Blocks while
    /// files are read.
    pub(super) fn set(&mut self, setting: Setting) -> Result<Vec<Reply>, Failure> {
        match setting {
            Setting::DataPath(folders) => return self.set_data_path(folders),
            Setting::Lexicon(name) => return self.set_lexicon(name),
            Setting::LetterDistribution(name) => {
                self.standard.distribution = self.catalogue.distribution(&name).map_err(bad_option)?;
                return Ok(self.look_again());
            }
            Setting::Leaves(name) => self.set_leaves(name)?,
            Setting::WinPctTable(name) => self.set_win_chance(name)?,
            Setting::ChallengeRule(rule) => self.standard.challenge = rule,
            Setting::Strength(strength) => self.strength = strength,
            Setting::LimitStrength(limits) => self.limits_strength = limits,
            Setting::Elo(elo) => self.elo = elo,
            Setting::MoveOverhead(overhead) => self.overhead = overhead,
            Setting::AnalyseMode(analyse) => self.analyse = analyse,
            Setting::Opponent(opponent) => self.opponent = opponent,
            Setting::ShowCurrLine(show) => self.show_line = show,
            Setting::Threads(threads) => self.threads = threads as usize,
            Setting::Seed(seed) => self.seed = seed,
            Setting::SimCandidates(candidates) => self.simulation.candidates = candidates as usize,
            Setting::SimPlies(plies) => self.simulation.plies = plies as usize,
            Setting::SimPlayer(player) => self.simulation.player = player,
            Setting::SimForSpread(spread) => {
                self.simulation.goal = if spread { Goal::Spread } else { Goal::Win };
            }
            Setting::SimNarrowing(narrowing) => {
                self.simulation.allocation = if narrowing { Allocation::NARROWING } else { Allocation::Equal };
            }
            Setting::UseInference(used) => self.inference.used = used,
            Setting::PegBelief(weighs) => self.inference.weighs_draws = weighs,
            Setting::Likelihood(likelihood) => self.inference.likelihood = likelihood,
            Setting::LikelihoodMargin(margin) => self.inference.margin = margin,
            Setting::LikelihoodTemperature(temperature) => self.inference.temperature = temperature,
            Setting::LikelihoodFloor(floor) => self.inference.floor = floor,
            Setting::InferenceByLeave(by_leave) => self.inference.by_leave = by_leave,
            Setting::InferenceLastTurn(last_turn) => self.inference.last_turn = last_turn,
            Setting::InferenceRacks(racks) => self.inference.most_racks = racks as usize,
            Setting::EndgameHash(megabytes) => self.endgame_hash = megabytes as usize,
            // There is only one.
            Setting::Variant => {}
        }
        Ok(Vec::new())
    }

    fn set_data_path(&mut self, folders: Vec<PathBuf>) -> Result<Vec<Reply>, Failure> {
        if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
            return Err(bad_option(format!("DataPath: {} is not a folder", missing.display())));
        }
        if folders.len() > MOST_FOLDERS {
            return Err(bad_option(format!("DataPath: {} folders; at most {MOST_FOLDERS}", folders.len())));
        }
        let data_path = DataPath::new(folders);
        self.catalogue = Catalogue::new(data_path.clone());
        self.library = Library::new(data_path.clone());
        self.value_library = ValueLibrary::new(data_path);
        (self.loaded, self.values) = (Vec::new(), Vec::new());
        Ok(self.look_again())
    }

    fn set_leaves(&mut self, name: Option<String>) -> Result<(), Failure> {
        let tiles = &self.standard.distribution;
        let found = self.companion(ValueKind::Leaves, name.as_deref(), None, tiles)?;
        found.map(|found| Leaves::open(&found, tiles)).transpose().map_err(bad_option)?;
        (self.leaves_name, self.values) = (name, Vec::new());
        Ok(())
    }

    fn set_win_chance(&mut self, name: Option<String>) -> Result<(), Failure> {
        let found = self.companion(ValueKind::WinChance, name.as_deref(), None, &self.standard.distribution)?;
        found.as_ref().map(WinChance::open).transpose().map_err(bad_option)?;
        (self.win_chance_name, self.values) = (name, Vec::new());
        Ok(())
    }

    /// A name that is not found is remembered, since front ends set options in any order.
    fn set_lexicon(&mut self, name: String) -> Result<Vec<Reply>, Failure> {
        match self.load(&name, &self.standard.distribution.clone()) {
            Ok(lexicon) => {
                self.lexicon_name = name;
                self.wanted_lexicon = None;
                Ok(vec![Reply::Text(describe(&lexicon))])
            }
            Err(error) => {
                self.wanted_lexicon = Some(name);
                Err(bad_option(error))
            }
        }
    }

    /// Other folders or letters: looks for a lexicon that was not found before, and says if there is none now.
    fn look_again(&mut self) -> Vec<Reply> {
        if let Some(replies) = self.wanted_lexicon.clone().and_then(|name| self.set_lexicon(name).ok()) {
            return replies;
        }
        let lost = self.load(&self.lexicon_name.clone(), &self.standard.distribution.clone()).err();
        lost.map(|error| Reply::Text(format!("no lexicon now: {error}"))).into_iter().collect()
    }

    /// The lexicon of this name, or the one that is set, for these tiles. Blocks while it is read, unless it is one of
    /// the last.
    pub(super) fn lexicon(
        &mut self,
        name: Option<&str>,
        tiles: &Arc<Distribution>,
    ) -> Result<Arc<Lexicon>, LibraryError> {
        let name = name.unwrap_or(&self.lexicon_name).to_owned();
        self.load(&name, tiles)
    }

    fn load(&mut self, name: &str, tiles: &Arc<Distribution>) -> Result<Arc<Lexicon>, LibraryError> {
        let fits = |lexicon: &Lexicon| lexicon.name().eq_ignore_ascii_case(name) && *lexicon.distribution() == *tiles;
        if let Some(lexicon) = self.loaded.iter().find(|lexicon| fits(lexicon)) {
            return Ok(lexicon.clone());
        }
        let lexicon = self.library.load(name, tiles)?;
        tracing::info!(name = lexicon.name(), words = lexicon.word_count(), "lexicon loaded");
        keep(&mut self.loaded, lexicon.clone());
        Ok(lexicon)
    }

    /// What plays with these words are judged by. Blocks while files are read, unless they were among the last.
    pub(super) fn values(&mut self, lexicon: &Arc<Lexicon>) -> Result<Values, Failure> {
        if let Some(values) = self.values.iter().find(|values| Arc::ptr_eq(&values.lexicon, lexicon)) {
            return Ok(values.clone());
        }
        let tiles = lexicon.distribution();
        let named = |kind, name: &Option<String>| self.companion(kind, name.as_deref(), Some(lexicon), tiles);
        let leaves_from = named(ValueKind::Leaves, &self.leaves_name)?;
        let win_chance_from = named(ValueKind::WinChance, &self.win_chance_name)?;
        let values = Values {
            lexicon: lexicon.clone(),
            leaves: leaves_from.as_ref().map(|from| Leaves::open(from, tiles)).transpose().map_err(bad_option)?,
            leaves_from,
            win_chance: win_chance_from.as_ref().map(WinChance::open).transpose().map_err(bad_option)?,
            win_chance_from,
        };
        keep(&mut self.values, values.clone());
        Ok(values)
    }

    /// The values of a name: nothing for `none`, and the lexicon's own where no name is set. Reads the folders.
    fn companion(
        &self,
        kind: ValueKind,
        name: Option<&str>,
        lexicon: Option<&Lexicon>,
        tiles: &Distribution,
    ) -> Result<Option<ValueSource>, Failure> {
        match name {
            None => Ok(lexicon.and_then(|lexicon| self.value_library.for_lexicon(kind, lexicon))),
            Some(name) if name.eq_ignore_ascii_case(NONE) => Ok(None),
            Some(name) => self.value_library.named(kind, name, tiles).map(Some).map_err(bad_option),
        }
    }

    /// How the player that is set judges with these values. A heuristic knows English tiles only, and which tiles there
    /// are a position may say; so this is found out when a move is chosen, not when the option is set.
    pub(super) fn judge(&self, values: &Values) -> Result<StaticValue, Failure> {
        judge("Strength", self.strength.unwrap_or(Strength::Static), values)
    }

    /// How the players inside a simulation judge with these values.
    pub(super) fn judge_inside(&self, values: &Values) -> Result<StaticValue, Failure> {
        judge("SimPlayer", self.simulation.player, values)
    }

    /// What it takes to read the opponent of the player on turn in a game. Blocks if nobody has been read with these
    /// words before.
    pub(super) fn inference(&mut self, history: &History, values: &Values) -> Result<Inference, TooManyWords> {
        let model = reading::model(&self.inference, self.opponent.as_ref(), values.leaves.clone());
        let (rules, lexicon) = (history.now().rules(), &values.lexicon);
        let reader = SharedReader::lend(&mut self.reader, rules, lexicon, model)?;
        let (history, most_racks) = (Arc::new(history.clone()), self.inference.most_racks);
        Ok(Inference { reader, history, most_racks, patience: None })
    }

    /// On how many threads to search.
    pub(super) fn threads(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        NonZeroUsize::new(self.threads).unwrap_or_else(cores)
    }

    /// What produces the numbers of a search with these values.
    pub(super) fn provenance(&self, values: &Values) -> String {
        let name = |from: &Option<ValueSource>| from.as_ref().map_or(NONE.into(), ValueSource::name);
        let leaves = match self.strength {
            Some(heuristic @ (Strength::Rh1 | Strength::Rh2 | Strength::Rh3)) => heuristic.name().to_owned(),
            Some(Strength::Greedy) => NONE.to_owned(),
            Some(Strength::Static) | None => name(&values.leaves_from),
        };
        let (version, lexicon) = (env!("CARGO_PKG_VERSION"), values.lexicon.name());
        let winpct = name(&values.win_chance_from);
        format!("provenance engine=Tasseo/{version} leaves={leaves} winpct={winpct} lexicon={lexicon}")
    }
}

/// How a player judges; the option is where it was named.
fn judge(option: &str, player: Strength, values: &Values) -> Result<StaticValue, Failure> {
    let judge = StaticValue::of_strength(player, values.lexicon.distribution(), values.leaves.clone());
    judge.map_err(|error| bad_option(format!("{option} {player}: {error}")))
}

/// Keeps one more, and of all the newest few.
fn keep<T>(kept: &mut Vec<T>, new: T) {
    if kept.len() == KEPT {
        kept.remove(0);
    }
    kept.push(new);
}
