//! The engine: a game, options, and searches. It speaks no protocol and prints nothing.
//!
//! Whoever wants moves chosen or opponents read holds an [`Engine`]: the session that talks to a front end, a board in a
//! browser, the analysis of a game, a bench, an experiment, a referee's own players. Nobody else puts a search's
//! [`Request`](crate::search::Request) together.
//!
//! In reading order: [`options`](Options), what may be set; [`resources`](Resources), what is loaded, once for all
//! engines of a process; [`game`](GameState), the game that is looked at; `opponent`, how its plays are read; `clock`,
//! from the time left to a [`Budget`]; [`plan`](Plan), from what is asked to what is done; and [`Engine`], which puts them together.
//!
//! ```
//! use tasseo::engine::{Engine, Resources};
//! use tasseo::limits::Limits;
//!
//! let mut engine = Engine::new(Resources::new());
//! engine.set("Strength", Some("static"))?;
//! engine.play("8D.WINDY")?;
//! engine.set_rack("AEINRST")?;
//! let best = *engine.go(Limits::default())?.wait().best().expect("there is always a play");
//! assert_eq!((best.play.display(engine.alphabet()), best.score), ("E4.RAINIEST".into(), 82));
//! # Ok::<(), tasseo::engine::EngineError>(())
//! ```
//!
//! Methods say whether they block. What fails changes nothing, but that a lexicon which was set by name and not found is
//! looked for again later.

mod clock;
mod error;
mod game;
mod opponent;
mod option_kinds;
mod options;
mod plan;
mod resources;

pub use clock::{Budget, Clock};
pub use error::EngineError;
pub(crate) use error::{Counted, Holding};
pub use game::GameState;
pub(crate) use opponent::nothing_to_read;
pub use option_kinds::{OptionError, OptionKind, OptionSpec};
pub use options::{LikelihoodKind, MAX_PLIES, NamedOpponent, Options, Variant};
pub use plan::{Go, Plan, Provenance, SimOverrides, Task};
pub use resources::{Resources, ValueNames, Values};

use crate::belief::Belief;
use crate::data_path::DataPath;
use crate::evaluate::Strength;
use crate::game::cgp::Cgp;
use crate::game::{Alphabet, Catalogue, History, Position, Rules, Turn, Verdict};
use crate::lexicon::{Lexicon, LibraryError};
use crate::limits::Mode;
use crate::search::{Findings, Inference, Search};
use opponent::SharedReader;
use plan::Planner;
use std::sync::Arc;
use std::time::Instant;

/// An engine with its options and the game that it looks at.
#[derive(Debug)]
pub struct Engine {
    // Set once.
    resources: Arc<Resources>,
    // Changed by options alone.
    options: Options,
    data_path: DataPath,
    catalogue: Catalogue,
    /// The rules where a position does not say.
    rules: Rules,
    /// The lexicon where a position does not say. The option may name another that was not found: it is looked for again
    /// when the data path or the letters change.
    lexicon_name: String,
    // Changed by the game.
    game: Option<GameState>,
    /// The last position that was sent.
    sent: Option<SentPosition>,
    // Changed by searches.
    reader: Option<SharedReader>,
}

/// A clone goes its own way: it shares what is loaded, and reads its opponent itself.
impl Clone for Engine {
    fn clone(&self) -> Self {
        Engine {
            resources: self.resources.clone(),
            options: self.options.clone(),
            data_path: self.data_path.clone(),
            catalogue: self.catalogue.clone(),
            rules: self.rules.clone(),
            lexicon_name: self.lexicon_name.clone(),
            game: self.game.clone(),
            sent: None,
            reader: None,
        }
    }
}

/// A position as it was sent, and the game that it made. The next one often is the same with a move or two more. To be
/// forgotten when an option is set: a position means what the options make of it.
#[derive(Debug)]
struct SentPosition {
    cgp: Option<String>,
    moves: Vec<String>,
    /// Before the rack at the end was put on.
    game: GameState,
}

/// A search that the engine has started, and what was planned. Dropping it stops the search.
#[derive(Debug)]
pub struct Started {
    /// What was planned.
    pub plan: Plan,
    /// The search under way.
    pub search: Search,
}

impl Started {
    /// Waits until the search has ended, and gives what it has found. Blocks; see [`Search::wait`].
    pub fn wait(self) -> Arc<Findings> {
        self.search.wait()
    }
}

/// What setting an option has brought about, beside what was set.
#[derive(Debug)]
pub enum Notice {
    /// This lexicon is used from now on.
    Lexicon(Arc<Lexicon>),
    /// The lexicon that is set cannot be loaded any more.
    NoLexicon(LibraryError),
}

/// The most folders that may be named; all are looked through for every name.
const MAX_FOLDERS: usize = 100;

impl Engine {
    /// An engine with the default options and no game. Returns at once.
    pub fn new(resources: Arc<Resources>) -> Self {
        let options = Options::default();
        Engine {
            resources,
            data_path: DataPath::default(),
            catalogue: Catalogue::default(),
            rules: Rules { challenge: options.challenge_rule, ..Rules::default() },
            lexicon_name: options.lexicon.clone(),
            options,
            game: None,
            sent: None,
            reader: None,
        }
    }

    /// An engine that plays with these words and values, wherever they come from. Returns at once.
    pub fn with_values(values: Values) -> Self {
        let (name, tiles) = (values.lexicon.name().to_owned(), values.lexicon.distribution().clone());
        let mut engine = Engine::new(Resources::holding(values));
        engine.rules.distribution = tiles;
        engine.options.lexicon.clone_from(&name);
        engine.lexicon_name = name;
        engine
    }

    /// What has been set. Returns at once.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The rules where a position does not say. Returns at once.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The letters of the game. Returns at once.
    pub fn alphabet(&self) -> &Alphabet {
        self.game.as_ref().map_or(&self.rules.distribution, |game| &game.now().rules().distribution).alphabet()
    }

    /// Sets an option, or says why not; then nothing changes, but that a lexicon is looked for again later. Blocks while
    /// files are read.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<Notice>, EngineError> {
        let mut options = self.options.clone();
        options.set(name, value).map_err(EngineError::option)?;
        self.apply(options, |option| name.eq_ignore_ascii_case(option))
    }

    /// Changes options, or says why not; then nothing changes, as for [`set`](Self::set). Blocks while files are read.
    ///
    /// ```
    /// # let mut engine = tasseo::engine::Engine::new(tasseo::engine::Resources::new());
    /// engine.configure(|options| {
    ///     options.sim_plies = 4;
    ///     options.seed = 7;
    /// })?;
    /// # Ok::<(), tasseo::engine::EngineError>(())
    /// ```
    pub fn configure(&mut self, change: impl FnOnce(&mut Options)) -> Result<Option<Notice>, EngineError> {
        let mut options = self.options.clone();
        change(&mut options);
        self.apply(options, |_| false)
    }

    /// Sets the options. `is_set` says which of them was set by name: what it names is looked for again even if the name
    /// is the same.
    fn apply(&mut self, options: Options, is_set: impl Fn(&str) -> bool) -> Result<Option<Notice>, EngineError> {
        let old = &self.options;
        let has_new_folders = is_set("DataPath") || options.data_path != old.data_path;
        let has_new_tiles = is_set("LetterDistribution") || options.letter_distribution != old.letter_distribution;
        let has_new_lexicon = is_set("Lexicon") || options.lexicon != old.lexicon;
        let names = value_names(&options);
        let has_new_values = is_set("Leaves") || is_set("WinPctTable") || names != value_names(old);
        let (data_path, catalogue) = match has_new_folders {
            true => {
                let data_path = check_folders(&options)?;
                (data_path.clone(), Catalogue::new(data_path))
            }
            false => (self.data_path.clone(), self.catalogue.clone()),
        };
        let distribution = match has_new_tiles {
            true => catalogue.distribution(&options.letter_distribution).map_err(EngineError::option)?,
            false => self.rules.distribution.clone(),
        };
        if has_new_values {
            resources::check_values(&data_path, &names, &distribution)?;
            self.resources.forget_values(&data_path);
        }
        if has_new_folders {
            self.resources.forget(&data_path);
        }
        let named = match has_new_lexicon {
            true => match self.resources.lexicon(&data_path, &options.lexicon, &distribution) {
                Ok(lexicon) => Some(lexicon),
                Err(error) => {
                    // Front ends set options in any order: what is named may be found later.
                    if is_set("Lexicon") {
                        self.options.lexicon = options.lexicon;
                    }
                    return Err(EngineError::option(error));
                }
            },
            false => None,
        };
        self.rules = Rules { distribution, challenge: options.challenge_rule, ..self.rules.clone() };
        (self.data_path, self.catalogue, self.options) = (data_path, catalogue, options);
        self.sent = None;
        match named {
            Some(lexicon) => {
                self.lexicon_name.clone_from(&self.options.lexicon);
                Ok(Some(Notice::Lexicon(lexicon)))
            }
            None if has_new_folders || has_new_tiles => Ok(self.look_again()),
            None => Ok(None),
        }
    }

    /// Other folders or letters: looks for a lexicon that was not found before, and says if there is none now.
    fn look_again(&mut self) -> Option<Notice> {
        if self.lexicon_name != self.options.lexicon
            && let Ok(lexicon) = self.load_lexicon(&self.options.lexicon)
        {
            self.lexicon_name.clone_from(&self.options.lexicon);
            return Some(Notice::Lexicon(lexicon));
        }
        self.load_lexicon(&self.lexicon_name).err().map(Notice::NoLexicon)
    }

    fn load_lexicon(&self, name: &str) -> Result<Arc<Lexicon>, LibraryError> {
        self.resources.lexicon(&self.data_path, name, &self.rules.distribution)
    }

    /// The words that the game is played with. Blocks while they are loaded, unless they are there.
    pub fn lexicon(&self) -> Result<Arc<Lexicon>, LibraryError> {
        let Some(game) = &self.game else { return self.load_lexicon(&self.lexicon_name) };
        let name = game.notes.lexicon.as_deref().unwrap_or(&self.lexicon_name);
        self.resources.lexicon(&self.data_path, name, &game.now().rules().distribution)
    }

    /// The values that the game is played by. Blocks while they are loaded, unless they are there.
    fn values(&self, lexicon: &Arc<Lexicon>) -> Result<Arc<Values>, EngineError> {
        self.resources.values(&self.data_path, lexicon, &value_names(&self.options))
    }

    /// Loads all that a [`go`](Self::go) needs, so that it need not. Blocks while it does.
    pub fn prepare(&self) -> Result<(), EngineError> {
        let lexicon = self.lexicon().map_err(EngineError::option)?;
        lexicon.word_map();
        if self.options.use_inference {
            lexicon.word_columns();
        }
        let values = self.values(&lexicon)?;
        plan::static_value("Strength", self.options.strength.unwrap_or(Strength::Static), &values).map(drop)
    }

    /// Forgets the game. Returns at once.
    pub fn new_game(&mut self) {
        self.game = None;
        self.sent = None;
    }

    /// The game that is looked at, if there is one. Returns at once.
    pub fn game(&self) -> Option<&GameState> {
        self.game.as_ref()
    }

    /// The game that is looked at, or a new one from the start. Returns at once.
    pub fn game_or_start(&self) -> GameState {
        self.game.clone().unwrap_or_else(|| GameState::new(&self.rules))
    }

    /// Looks at this game. Returns at once.
    pub fn load(&mut self, history: History) {
        self.game = Some(GameState { history, notes: Default::default() });
        self.sent = None;
    }

    /// Looks at a position, as if it had just been set up. Returns at once.
    pub fn load_position(&mut self, position: Position) {
        self.load(History::new(position));
    }

    /// Looks at the game that begins with this position, or an empty board, and goes on with these moves; the player
    /// then on turn holds this rack, if it is known. If it goes on from the last one that was sent, only what is new is
    /// played. Blocks while a lexicon that the position names is loaded.
    pub fn set_position(&mut self, cgp: Option<&str>, moves: &[String], rack: Option<&str>) -> Result<(), EngineError> {
        let goes_on = |sent: &&SentPosition| sent.cgp.as_deref() == cgp && moves.starts_with(&sent.moves);
        let (mut game, played) = match self.sent.as_ref().filter(goes_on) {
            Some(sent) => (sent.game.clone(), sent.moves.len()),
            None => (self.begin(cgp)?, 0),
        };
        for (number, text) in moves.iter().enumerate().skip(played) {
            game.play(text).map_err(|error| error.at(format_args!("move {}", number + 1)))?;
        }
        let sent = SentPosition { cgp: cgp.map(str::to_owned), moves: moves.to_vec(), game: game.clone() };
        rack.map_or(Ok(()), |rack| game.learn_rack(rack))?;
        self.sent = Some(sent);
        self.game = Some(game);
        Ok(())
    }

    /// The game before the first move of a position.
    fn begin(&self, cgp: Option<&str>) -> Result<GameState, EngineError> {
        let Some(text) = cgp else { return Ok(GameState::new(&self.rules)) };
        let Cgp { position, notes } = Cgp::parse(text, &self.catalogue, &self.rules).map_err(EngineError::position)?;
        let is_played = |variant: &str| Options::default().set("Variant", Some(variant)).is_ok();
        if let Some(variant) = notes.variant.as_ref().filter(|variant| !is_played(variant)) {
            return Err(EngineError::position(format!("var {variant:?}: only classic is played here")));
        }
        if let Some(name) = notes.lexicon.as_deref() {
            let tiles = &position.rules().distribution;
            self.resources.lexicon(&self.data_path, name, tiles).map_err(EngineError::position)?;
        }
        Ok(GameState { history: History::new(position), notes })
    }

    /// Changes the game, or leaves it as it was and says why.
    fn change<T>(&mut self, change: impl FnOnce(&mut GameState) -> Result<T, EngineError>) -> Result<T, EngineError> {
        let mut game = self.game_or_start();
        let changed = change(&mut game)?;
        self.game = Some(game);
        Ok(changed)
    }

    /// The player on turn holds these tiles. Returns at once.
    pub fn set_rack(&mut self, tiles: &str) -> Result<(), EngineError> {
        self.change(|game| game.set_rack(tiles))
    }

    /// The player on turn makes a move: ours, or one of the opponent's that is observed. Returns at once.
    pub fn play(&mut self, text: &str) -> Result<Turn, EngineError> {
        self.change(|game| game.play(text))
    }

    /// The player on turn challenges the last play, and the lexicon decides. Blocks while that is loaded.
    pub fn challenge(&mut self) -> Result<Verdict, EngineError> {
        let lexicon = self.lexicon().map_err(EngineError::position)?;
        self.change(|game| game.challenge(&lexicon))
    }

    /// Takes the last move back. Returns at once.
    pub fn undo(&mut self) -> Result<Turn, EngineError> {
        self.change(GameState::undo)
    }

    /// What the player on turn believes of the opponent's tiles, by all that was seen of the game. Blocks: up to some
    /// seconds after a play of one tile.
    pub fn belief(&mut self) -> Result<Arc<Belief>, EngineError> {
        let findings = self.go(Go { mode: Mode::Infer, ..Go::default() })?.wait();
        let reading = findings.reading.as_ref();
        reading.map(|reading| reading.belief.clone()).ok_or_else(|| EngineError::position("nothing could be read"))
    }

    /// Starts a search. Blocks while files are read, unless it was [prepared](Self::prepare); the search itself goes on
    /// after this returns, and is stopped by dropping it.
    pub fn go(&mut self, go: impl Into<Go>) -> Result<Started, EngineError> {
        self.go_since(&go.into(), Instant::now())
    }

    /// The same for a command that arrived a while ago: the clock runs from then on. Blocks as [`go`](Self::go) does.
    pub fn go_since(&mut self, go: &Go, arrived: Instant) -> Result<Started, EngineError> {
        let plan = self.plan(go, arrived)?;
        let stopper = plan.stopper();
        let search = match plan.task.clone() {
            Task::Choose { request, method } => Search::start(*request, method, stopper),
            Task::Read { inference, threads } => Search::read(inference, threads, stopper),
        };
        Ok(Started { plan, search })
    }

    /// Whether there is a position, and one for searches of this mode; or why not. Returns at once.
    pub fn check_mode(&self, mode: Mode) -> Result<(), EngineError> {
        plan::check_position(mode, self.game.as_ref().ok_or(EngineError::NoPosition)?)
    }

    /// What would be done about a [`Go`] that arrived then. Blocks as [`go`](Self::go) does.
    pub fn plan(&mut self, go: &Go, arrived: Instant) -> Result<Plan, EngineError> {
        self.check_mode(go.mode)?;
        let game = self.game.as_ref().ok_or(EngineError::NoPosition)?;
        let lexicon = self.lexicon().map_err(EngineError::position)?;
        lexicon.word_map();
        let values = self.values(&lexicon)?;
        let position = Arc::new(game.now().clone());
        let planner = Planner { go, game, position, options: &self.options, values: &values, arrived };
        let (reader, most_racks) = (&mut self.reader, self.options.inference_racks);
        planner.plan(|time| {
            let model = opponent::model(&self.options, values.leaves.clone());
            let reader = SharedReader::lend(reader, game.now().rules(), &lexicon, model)
                .map_err(|error| format!("nothing is inferred: {error}"))?;
            Ok(Inference { reader, history: Arc::new(game.history.clone()), most_racks, time })
        })
    }
}

fn value_names(options: &Options) -> ValueNames {
    ValueNames { leaves: options.leaves.clone(), win_chance: options.win_pct_table.clone() }
}

/// The folders that files are found in, if all of them are there.
fn check_folders(options: &Options) -> Result<DataPath, EngineError> {
    let folders = &options.data_path;
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        return Err(EngineError::option(format!("DataPath: {} is not a folder", missing.display())));
    }
    if folders.len() > MAX_FOLDERS {
        return Err(EngineError::option(format!("DataPath: {} folders; at most {MAX_FOLDERS}", folders.len())));
    }
    Ok(DataPath::new(folders.clone()))
}
