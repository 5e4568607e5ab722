//! From what a `go` asks for to what is done about it.
//!
//! One line leads through: the limits and the position give the [budget](Budget), once; the budget, the position and the
//! options give the [method](Method); and what may be spent on reading the opponent is a part of the budget. Nothing is
//! worked out a second time.

use super::clock::{Budget, Clock};
use super::error::{Counted, EngineError, Holding};
use super::game::GameState;
use super::opponent::{likelihood, nothing_to_read};
use super::options::{MAX_PLIES, Options};
use super::resources::Values;
use crate::belief::{Likelihood, ReadingTime};
use crate::evaluate::{Handicap, StaticValue, Strength};
use crate::game::{Player, Position, Rack};
use crate::limits::{Limits, Mode};
use crate::search::simulation::{
    Allocation, LeafValue, Levels, RolloutDepth, RolloutPolicy, Simulation, StaticLeafValue, StaticPolicy, StopRule,
};
use crate::search::{Endgame, HandicapPlayer, Inference, Method, NamedPlays, PreEndgame, Request, endgame, preendgame};
use crate::stopper::Stopper;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is asked of the engine. The default is a play, chosen as the engine thinks best.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// What to find out, and how.
    pub mode: Mode,
    /// When to end.
    pub limits: Limits,
    /// The plays to choose from, and those to look at besides.
    pub named: NamedPlays,
    /// How many plays to list, where plays are listed.
    pub plays: Option<usize>,
    /// In an endgame, any win will do.
    pub first_win: bool,
    /// Whether the opponent is read, if that is not for the options to say.
    pub use_inference: Option<bool>,
    /// On how many threads, if that is not for the options to say.
    pub threads: Option<NonZeroUsize>,
    /// What a simulation does otherwise than the options say.
    pub overrides: SimOverrides,
}

/// Parts of a simulation that no option can name: for experiments, and for those who bring their own.
#[derive(Clone, Debug, Default)]
pub struct SimOverrides {
    /// How the players inside a rollout choose.
    pub policy: Option<Arc<dyn RolloutPolicy>>,
    /// What the position at the end of a rollout is worth.
    pub leaf_value: Option<Arc<dyn LeafValue>>,
    /// How rollouts are shared out.
    pub allocation: Option<Allocation>,
    /// How deep rollouts are.
    pub levels: Option<Levels>,
    /// How many plays are candidates, beside those that are named.
    pub candidates: Option<usize>,
}

impl Go {
    /// How many plays are listed where nothing is said.
    pub const PLAYS: usize = 10;
}

impl From<Limits> for Go {
    fn from(limits: Limits) -> Self {
        Go { limits, ..Go::default() }
    }
}

/// What is done about a [`Go`]. All methods return at once.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is searched.
    pub task: Task,
    /// Where.
    position: Arc<Position>,
    /// How long it may take from its arrival, if that is limited.
    pub budget: Option<Budget>,
    /// Whether a search that has ended is to be held until it is told to stop.
    pub is_held: bool,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// Why the opponent cannot be read although that was wanted.
    pub unread: Option<String>,
    /// How the opponent's plays are explained, where it is read.
    pub likelihood: Likelihood,
    /// When it arrived; the clock runs from then on.
    pub arrived: Instant,
}

/// What is searched.
#[derive(Clone, Debug)]
pub enum Task {
    /// A play is chosen.
    Choose {
        /// What is asked.
        request: Box<Request>,
        /// How to choose.
        method: Method,
    },
    /// The opponent is read, and nothing is chosen.
    Read {
        /// How.
        inference: Inference,
        /// On how many threads.
        threads: NonZeroUsize,
    },
}

/// What produces the numbers of a search, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The leave values, the heuristic that is used instead, or `none`.
    pub leaves: String,
    /// The win chances, or `none`.
    pub win_chance: String,
    /// The words.
    pub lexicon: String,
}

/// The most iterations where nothing is said of any limit.
const DEFAULT_ITERATIONS: u64 = 1000;
/// How sure of the best play to be before a simulation ends early, where nothing is said.
const CLEAR: f64 = 0.99;

/// Where all threads together have less time than this for a move, a simulation makes do without a play table, which may
/// take 80 ms on an open board, and with few candidates: else half of such moves were chosen before there was anything
/// to choose by.
const SHORT_MOVE: Duration = Duration::from_millis(150);
/// How many candidates a simulation begins with in a short move.
const SHORT_MOVE_CANDIDATES: usize = 8;

/// With so many tiles in the bag a simulation begins with more candidates: fishing, setting up and closing the board
/// decide games there, and the static player does not see them. Of 48 such positions, a search of 60 candidates
/// preferred one beyond the first 20 in 7 (one of them twice), in one by 7.6 ± 1.8 % of wins; of 72 with more tiles in 1, by 0.3
/// ± 0.7 %; of 24 with fewer in 2, by nothing.
const LATE_BAG: RangeInclusive<usize> = 8..=22;
/// By this factor more.
const LATE_CANDIDATES: usize = 2;
/// Where all threads together have less time than this for a move there are no more candidates late in the game.
const LATE_MIN_TIME: Duration = Duration::from_millis(500);

/// With one or two tiles in the bag `auto` tries every draw if there is this much time: enough to go beyond the first
/// round, in which all plays are judged greedily.
const PEG_MIN_TIME: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(10)];

/// The chance to win that a simulation of one second is usually expected to lose. It falls with the time. (Means over
/// positions: 0.0003 to 0.0008 with 23 tiles in the bag and more, 0.004 with 8 to 22, where twice the time is worth it:
/// docs/experiments/depth.md.) Beyond [`LONG_TIME`] it falls with the square of the time: little is left to find there,
/// and the time is there to be used.
const USUAL_LOSS: f64 = 0.0004;
/// See [`USUAL_LOSS`].
const LONG_TIME: Duration = Duration::from_secs(10);

/// How long an endgame or a pre-endgame is looked at where nothing is said of any limit. Some endgames take longer to
/// prove than anyone who sets no limit would wait; what else there is to do ends by itself.
const DEFAULT_SOLVING_TIME: Duration = Duration::from_secs(10);

/// The part of the time for a move that may be spent on reading.
const READING_SHARE: f64 = 0.3;
/// No time is spent on reading where its share is less than this, which would not be enough for any play.
const MIN_READING_TIME: Duration = Duration::from_millis(50);
/// The part of the time where reading is all there is to do.
const READING_ALONE_SHARE: f64 = 0.9;

impl Plan {
    /// What stops the search: at the bounds of the budget, or when it is told to.
    pub(super) fn stopper(&self) -> Stopper {
        let at = |bound: fn(Budget) -> Duration| self.budget.and_then(|budget| self.arrived.checked_add(bound(budget)));
        Stopper::with_deadlines(self.arrived, at(|budget| budget.soft), at(|budget| budget.hard))
    }

    /// When the search must end, if that is limited.
    pub fn deadline(&self) -> Option<Instant> {
        self.budget.and_then(|budget| self.arrived.checked_add(budget.hard))
    }

    /// The position that is searched.
    pub fn position(&self) -> Arc<Position> {
        self.position.clone()
    }

    /// What is asked of a search that chooses a play; none where only the opponent is read.
    pub fn request(&self) -> Option<&Request> {
        match &self.task {
            Task::Choose { request, .. } => Some(request),
            Task::Read { .. } => None,
        }
    }

    /// How the play is chosen; none where only the opponent is read.
    pub fn method(&self) -> Option<&Method> {
        match &self.task {
            Task::Choose { method, .. } => Some(method),
            Task::Read { .. } => None,
        }
    }

    /// How the opponent is read, if it is.
    pub fn inference(&self) -> Option<&Inference> {
        match &self.task {
            Task::Choose { request, .. } => request.inference.as_ref(),
            Task::Read { inference, .. } => Some(inference),
        }
    }
}

/// What plans are made from.
pub(super) struct Planner<'p> {
    pub(super) go: &'p Go,
    pub(super) game: &'p GameState,
    pub(super) position: Arc<Position>,
    pub(super) options: &'p Options,
    pub(super) values: &'p Values,
    pub(super) arrived: Instant,
}

impl Planner<'_> {
    /// The plan. `make_inference` says how the opponent is read, once that is wanted; it may block.
    pub(super) fn plan(
        &self,
        make_inference: impl FnOnce(Option<ReadingTime>) -> Result<Inference, String>,
    ) -> Result<Plan, EngineError> {
        let limited = self.budget();
        let (task, budget, unread) = match self.go.mode {
            Mode::Infer => {
                let inference = make_inference(self.reading_time(limited, READING_ALONE_SHARE));
                let inference = inference.map_err(EngineError::position)?;
                (Task::Read { inference, threads: self.threads() }, limited, None)
            }
            _ => {
                let method = self.method(limited)?;
                let budget = limited.or_else(|| self.default_budget(&method));
                let inference = self.reads_for(&method).then(|| make_inference(self.share_for_reading(budget)));
                let (inference, unread) = match inference.transpose() {
                    Ok(inference) => (inference, None),
                    Err(error) => (None, Some(error)),
                };
                (Task::Choose { request: Box::new(self.request(inference)?), method }, budget, unread)
            }
        };
        Ok(Plan {
            task,
            position: self.position.clone(),
            budget,
            is_held: self.go.limits.infinite,
            provenance: self.provenance(),
            unread,
            likelihood: likelihood(self.options),
            arrived: self.arrived,
        })
    }

    fn request(&self, inference: Option<Inference>) -> Result<Request, EngineError> {
        Ok(Request {
            position: self.position.clone(),
            rack: rack_to_play(self.game.now())?,
            lexicon: self.values.lexicon.clone(),
            value: self.static_value("Strength", self.options.strength.unwrap_or(Strength::Static))?,
            win_chance: self.values.win_chance.clone(),
            named: self.go.named.clone(),
            inference,
            threads: self.threads(),
            seed: self.options.seed,
        })
    }

    /// How a static player judges; the option is where it was named. A heuristic knows English tiles only, and which
    /// tiles there are a position may say; so this is found out when a move is chosen, not when the option is set.
    fn static_value(&self, option: &str, player: Strength) -> Result<StaticValue, EngineError> {
        static_value(option, player, self.values)
    }

    fn threads(&self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.go.threads.or(NonZeroUsize::new(self.options.threads)).unwrap_or_else(cores)
    }

    /// How long the search may take, if that is said anywhere: in the limits, or by the clocks of the position, unless a
    /// game is analysed or moves have been made since. Under `infinite` clocks do not count.
    fn budget(&self) -> Option<Budget> {
        let clock = self.clock().filter(|_| !self.go.limits.infinite);
        let overhead = Duration::from_millis(self.options.move_overhead);
        let by_clock = clock.map(|clock| Budget::of(clock, self.game.now().bag_len(), overhead));
        let exact = self.go.limits.move_time.map(Budget::exactly);
        exact.into_iter().chain(by_clock).reduce(Budget::at_most)
    }

    /// The clock of the player on turn.
    fn clock(&self) -> Option<Clock> {
        let player: Player = self.game.now().on_turn();
        // What the position's clocks showed is long past when moves have been made since.
        let is_now = !self.options.analyse_mode && self.game.history.turns().is_empty();
        let notes = Some(&self.game.notes).filter(|_| is_now);
        let shown = notes.and_then(|notes| notes.timers).map(|timers| {
            let left = timers[player].max(0).unsigned_abs();
            Duration::from_millis(left)
        });
        let added = notes.and_then(|notes| notes.increment);
        let left = self.go.limits.time[player].or(shown)?;
        Some(Clock { left, increment: self.go.limits.increment[player].or(added).unwrap_or_default() })
    }

    /// How long to search where nothing is said.
    fn default_budget(&self, method: &Method) -> Option<Budget> {
        let solves = matches!(method, Method::Endgame(_) | Method::PreEndgame(_));
        (solves && !self.go.limits.infinite).then(|| Budget::exactly(DEFAULT_SOLVING_TIME))
    }

    /// How to choose.
    fn method(&self, budget: Option<Budget>) -> Result<Method, EngineError> {
        let Options { strength, limit_strength, elo, .. } = *self.options;
        if self.go.mode == Mode::Auto && limit_strength && strength.is_none() {
            return Ok(Method::Handicap(HandicapPlayer { handicap: Handicap::of_elo(elo) }));
        }
        let mode = match self.go.mode {
            Mode::Auto if strength.is_some() => Mode::Gen,
            Mode::Auto if self.tries_draws(budget) => Mode::Peg,
            Mode::Auto if self.game.now().bag_len() > 0 => Mode::Sim,
            Mode::Auto => Mode::Endgame,
            mode => mode,
        };
        let hash_mb = self.options.endgame_hash;
        Ok(match mode {
            Mode::Sim => Method::Simulation(self.simulation(budget)?),
            Mode::Endgame => {
                let goal = if self.go.first_win { endgame::Goal::FirstWin } else { endgame::Goal::Spread };
                Method::Endgame(Endgame { hash_mb, goal })
            }
            Mode::Peg => Method::PreEndgame(PreEndgame { hash_mb, rounds: usize::MAX }),
            Mode::Gen | Mode::Infer | Mode::Auto => Method::Static(self.listed_plays()),
        })
    }

    /// How many plays a static choice lists: one, unless a list is wanted.
    fn listed_plays(&self) -> usize {
        let lists = self.go.mode == Mode::Gen || self.options.analyse_mode;
        if lists { self.go.plays.unwrap_or(Go::PLAYS) } else { 1 }
    }

    /// Whether `auto` tries every draw: there are few, and time for them. Who names what limits a simulation wants one.
    fn tries_draws(&self, budget: Option<Budget>) -> bool {
        let Limits { depth, iterations, stop_condition, .. } = self.go.limits;
        let wants_simulation = depth.is_some() || iterations.is_some() || stop_condition.is_some();
        let min_time = self.game.now().bag_len().checked_sub(1).and_then(|more| PEG_MIN_TIME.get(more));
        !wants_simulation && min_time.is_some_and(|&time| budget.is_none_or(|budget| budget.soft >= time))
    }

    fn simulation(&self, budget: Option<Budget>) -> Result<Simulation, EngineError> {
        let iterations = self.go.limits.iterations;
        let is_shorter = |time: Duration| budget.is_some_and(|budget| budget.soft < time / self.threads().get() as u32);
        let is_short = is_shorter(SHORT_MOVE) && iterations.is_none();
        let value = self.static_value("SimPlayer", self.options.sim_player)?;
        let static_policy = || -> Arc<dyn RolloutPolicy> { Arc::new(StaticPolicy { value, with_table: !is_short }) };
        let win_chance = self.values.win_chance.clone();
        let static_leaf_value = || -> Arc<dyn LeafValue> { Arc::new(StaticLeafValue::new(win_chance)) };
        let by_option = if self.options.sim_narrowing { Allocation::NARROWING } else { Allocation::Equal };
        let SimOverrides { policy, leaf_value, allocation, levels, candidates } = self.go.overrides.clone();
        Ok(Simulation {
            candidates: candidates.unwrap_or_else(|| match allocation.unwrap_or(by_option) {
                _ if is_short => self.options.sim_candidates.min(SHORT_MOVE_CANDIDATES),
                Allocation::Narrowing { .. } if !is_shorter(LATE_MIN_TIME) => self.late_candidates(),
                _ => self.options.sim_candidates,
            }),
            levels: levels.unwrap_or_else(|| self.levels(allocation.unwrap_or(by_option))),
            policy: policy.unwrap_or_else(static_policy),
            leaf_value: leaf_value.unwrap_or_else(static_leaf_value),
            objective: self.options.sim_objective,
            allocation: allocation.unwrap_or(by_option),
            stop_rule: self.stop_rule(budget),
            simulate_single: self.go.mode == Mode::Sim,
        })
    }

    /// How many plays are candidates where most are soon given up.
    fn late_candidates(&self) -> usize {
        let factor = if LATE_BAG.contains(&self.game.now().bag_len()) { LATE_CANDIDATES } else { 1 };
        factor * self.options.sim_candidates
    }

    /// How deep rollouts are. Who names a depth, or wants all candidates to be treated alike, gets the same depth for all.
    fn levels(&self, allocation: Allocation) -> Levels {
        let plies = self.options.sim_plies;
        match self.go.limits.depth {
            Some(depth) => Levels::fixed(RolloutDepth::Plies((depth as usize).min(MAX_PLIES))),
            None if self.options.sim_deepening && allocation != Allocation::Equal => {
                Levels::deepening(plies, self.game.now().bag_len())
            }
            None => Levels::fixed(RolloutDepth::Plies(plies)),
        }
    }

    /// When a simulation ends by itself. Where nothing limits it, it ends when the choice is clear, and before long. The
    /// clock of the opponent will not end it.
    fn stop_rule(&self, budget: Option<Budget>) -> StopRule {
        let Limits { iterations, stop_condition, infinite, .. } = self.go.limits;
        let confidence = stop_condition.map(|percent| f64::from(percent) / 100.0);
        let is_limited = budget.is_some() || infinite || iterations.is_some() || confidence.is_some();
        let rule = StopRule { iterations, confidence, usual_loss: None };
        match budget {
            _ if !is_limited => StopRule { iterations: Some(DEFAULT_ITERATIONS), confidence: Some(CLEAR), ..rule },
            // Time that is not needed is kept for later.
            Some(budget) if budget.is_saved && iterations.is_none() => {
                StopRule { usual_loss: Some(usual_loss(budget.soft)), ..rule }
            }
            Some(_) if self.go.mode == Mode::Auto => StopRule { confidence: confidence.or(Some(CLEAR)), ..rule },
            _ => rule,
        }
    }

    /// Whether the opponent is read for this method: that is wanted, and there is something to read.
    fn reads_for(&self, method: &Method) -> bool {
        let Options { use_inference, peg_belief, .. } = *self.options;
        let is_wanted = match method {
            Method::Simulation(_) => self.go.use_inference.unwrap_or(use_inference),
            Method::PreEndgame(_) => self.go.use_inference.unwrap_or(use_inference && peg_belief),
            Method::Static(_) | Method::Handicap(_) | Method::Endgame(_) => false,
        };
        is_wanted && nothing_to_read(&self.game.history).is_none()
    }

    /// How long to read for a move; not at all where that would be too short to be of use.
    fn share_for_reading(&self, budget: Option<Budget>) -> Option<ReadingTime> {
        let time = self.reading_time(budget, READING_SHARE)?;
        let share = if time.share < MIN_READING_TIME { Duration::ZERO } else { time.share };
        Some(ReadingTime { share, ..time })
    }

    /// This part of the time for a move. Who wants a fixed number of iterations gets the same belief every time.
    fn reading_time(&self, budget: Option<Budget>, part: f64) -> Option<ReadingTime> {
        let soft = budget.filter(|_| self.go.limits.iterations.is_none())?.soft;
        Some(ReadingTime { since: self.arrived, share: soft.mul_f64(part) })
    }

    fn provenance(&self) -> Provenance {
        let leaves = match self.options.strength {
            Some(heuristic @ (Strength::Rh1 | Strength::Rh2 | Strength::Rh3)) => heuristic.name().to_owned(),
            Some(Strength::Greedy) => "none".to_owned(),
            Some(Strength::Static) | None => self.values.leaves_name(),
        };
        Provenance { leaves, win_chance: self.values.win_chance_name(), lexicon: self.values.lexicon.name().to_owned() }
    }
}

/// What a simulation of this length is usually expected to lose, in wins.
fn usual_loss(time: Duration) -> f64 {
    let seconds = time.as_secs_f64().max(1e-3);
    USUAL_LOSS / seconds / (seconds / LONG_TIME.as_secs_f64()).max(1.0)
}

/// How a static player judges with these values; the option is where it was named.
pub(super) fn static_value(option: &str, player: Strength, values: &Values) -> Result<StaticValue, EngineError> {
    let value = StaticValue::of_strength(player, values.lexicon.distribution(), values.leaves.clone());
    value.map_err(|error| EngineError::option(format!("{option} {player}: {error}")))
}

/// Whether the position is one for this mode.
pub(super) fn check_position(mode: Mode, game: &GameState) -> Result<(), EngineError> {
    let (bag, most) = (game.now().bag_len(), preendgame::MOST_IN_BAG);
    let tiles = Counted(bag, "tile");
    let why = match mode {
        Mode::Infer => nothing_to_read(&game.history).map(|why| format!("nothing to infer: {why}")),
        Mode::Endgame if bag > 0 => Some(format!("no endgame yet: {tiles} in the bag")),
        Mode::Peg if !(1..=most).contains(&bag) => {
            Some(format!("no pre-endgame: {tiles} in the bag, and not 1 to {most}"))
        }
        _ => None,
    };
    match why {
        Some(why) => Err(EngineError::position(why)),
        None if mode == Mode::Infer => Ok(()),
        None => rack_to_play(game.now()).map(drop),
    }
}

/// The whole rack of the player on turn, in a game that goes on.
fn rack_to_play(position: &Position) -> Result<Rack, EngineError> {
    let player = position.on_turn();
    if position.ending().is_some() {
        return Err(EngineError::position("no move can be chosen: the game is over"));
    }
    position.full_rack(player).ok_or_else(|| {
        EngineError::position(format!("no move can be chosen: {player} holds {}", Holding(position, player)))
    })
}
