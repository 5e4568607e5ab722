//! From a `go` to what is asked of a search.

use super::believed::{self, LEAVES};
use super::reading::{self, nothing_to_read};
use super::settings::{SimSettings, Values};
use super::table::Table;
use super::tell::{count, holding, shortened, unknown_words};
use super::{Failure, Settings, bad_move, bad_position};
use crate::belief::Likelihood;
use crate::clock::{Budget, Clock};
use crate::evaluate::Handicap;
use crate::game::{Action, Move, Play, Player, Position, Rack};
use crate::lexicon::Lexicon;
use crate::protocol::{GoCommand, Limits, MOST_PLIES, Mode, Reply};
use crate::search::simulation::StopRule;
use crate::search::{
    Candidates, Erring, Inference, Method, Patience, Reading, Request, Simulation, endgame, preendgame,
};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The most moves that a `go` may name; so many can be looked up one by one.
const MOST_NAMED: usize = 1000;

/// So many iterations where nothing is said of any limit,
const ITERATIONS: u64 = 1000;
/// and fewer when one play is the best with this probability.
const CLEAR: f64 = 0.99;

/// Where all threads together have less time than this for a move, a simulation makes do without a play table, which may
/// take 80 ms on an open board,
const HASTE: Duration = Duration::from_millis(150);
/// and begins with so many candidates: else half of such moves were chosen before there was anything to choose by.
const CANDIDATES_IN_HASTE: usize = 8;

/// With one or two tiles in the bag `auto` tries every draw, if there is so much time: enough to go beyond the first
/// round, in which all plays are judged greedily.
const DRAWS_TAKE: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(10)];

/// How long an endgame or a pre-endgame is looked at where nothing is said of any limit.
const LONGEST_ENDGAME: Duration = Duration::from_secs(10);

/// What is asked of a search, and how to tell of it (`news`).
pub(super) struct Choice {
    pub(super) request: Request,
    /// Whether to list the plays.
    pub(super) list: bool,
    /// Whether to tell which line is being looked at.
    pub(super) show_line: bool,
    purpose: Purpose,
    /// How the opponent's plays are explained.
    likelihood: Likelihood,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To choose a play.
    Play,
    /// To tell what the opponent may have kept: so many leaves.
    Infer(usize),
    /// The same for people, as a table.
    Belief(usize),
}

impl Choice {
    /// What a `go` asks for, and what is said before the search. Blocks while files are read, unless `isready` was said
    /// before.
    pub(super) fn new(go: &GoCommand, table: &Table, settings: &mut Settings) -> Result<(Self, Vec<Reply>), Failure> {
        let now = table.now();
        if let Some(why) = unfit(go.mode, table) {
            return Err(bad_position(why));
        }
        let rack = if go.mode == Mode::Infer { now.rack(now.on_turn()) } else { rack_to_play(now)? };
        let lexicon = table.lexicon(settings).map_err(bad_position)?;
        lexicon.word_map();
        let values = settings.values(&lexicon)?;
        let method = method(go, table, settings, &values)?;
        let list = go.mode == Mode::Gen || (settings.analyse && matches!(method, Method::Static));
        let candidates = Candidates {
            only: read_plays("searchmoves", &go.search_moves, table)?,
            also: read_plays("alsosearchmoves", &go.also_search_moves, table)?,
            most: match &method {
                Method::Simulation(how) if how.with_table => settings.simulation.candidates,
                Method::Simulation(_) => settings.simulation.candidates.min(CANDIDATES_IN_HASTE),
                Method::PreEndgame(_) => go.plays.unwrap_or(GoCommand::PLAYS),
                Method::Static if list => go.plays.unwrap_or(GoCommand::PLAYS),
                _ => 1,
            },
        };
        let mut replies = vec![Reply::Text(settings.provenance(&values))];
        replies.extend(ignored(go, list, &method));
        replies.extend(phonies(&candidates, now, &lexicon));
        let inference = match inference(go, &method, table, settings, &values) {
            Err(error) if go.mode == Mode::Infer => return Err(bad_position(error)),
            Err(error) => {
                replies.push(Reply::Text(error));
                None
            }
            Ok(inference) => inference,
        };
        let position = Arc::new(now.clone());
        let value = settings.judge(&values)?;
        let request =
            Request { position, rack, lexicon, value, win_chance: values.win_chance, candidates, method, inference };
        let purpose = if go.mode == Mode::Infer { Purpose::Infer(go.plays.unwrap_or(LEAVES)) } else { Purpose::Play };
        let likelihood = reading::likelihood(&settings.inference, settings.opponent.as_ref());
        Ok((Choice { request, list, show_line: settings.show_line, purpose, likelihood }, replies))
    }

    /// What `belief` asks for, where there is something to read. Blocks as for a `go`.
    pub(super) fn to_show_belief(table: &Table, settings: &mut Settings, most: usize) -> Result<Self, Failure> {
        let go = GoCommand { mode: Mode::Infer, ..GoCommand::default() };
        let (choice, _) = Self::new(&go, table, settings)?;
        Ok(Choice { purpose: Purpose::Belief(most), ..choice })
    }

    /// What it is for.
    pub(super) fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The opponent is read only while this says so.
    pub(super) fn limit_reading(&mut self, patience: Option<Patience>) {
        if let Some(inference) = &mut self.request.inference {
            inference.patience = patience;
        }
    }

    /// What is told of a reading, if it is new, or for the last time.
    pub(super) fn tell_reading(&self, reading: &Reading, is_new: bool, last: bool) -> Vec<Reply> {
        let (position, likelihood) = (&self.request.position, &self.likelihood);
        match self.purpose {
            Purpose::Play if is_new => vec![believed::line(reading)],
            Purpose::Infer(most) if is_new || last => believed::lines(reading, position, likelihood, most, last),
            Purpose::Belief(most) if last => believed::table(reading, position, likelihood, most),
            _ => Vec::new(),
        }
    }

    /// A reading as a table.
    pub(super) fn show_reading(&self, reading: &Reading, most: usize) -> Vec<Reply> {
        believed::table(reading, &self.request.position, &self.likelihood, most)
    }

    /// Whether the search looks further than its first report does.
    pub(super) fn looks_ahead(&self) -> bool {
        !matches!(self.request.method, Method::Static)
    }
}

/// Why the position is not one for this mode, if it is not.
fn unfit(mode: Mode, table: &Table) -> Option<String> {
    let (bag, most) = (table.now().bag_len(), preendgame::MOST_IN_BAG);
    let tiles = count(bag, "tile");
    match mode {
        Mode::Infer => nothing_to_read(&table.history).map(|why| format!("nothing to infer: {why}")),
        Mode::Endgame if bag > 0 => Some(format!("no endgame yet: {tiles} in the bag")),
        Mode::Peg if !(1..=most).contains(&bag) => {
            Some(format!("no pre-endgame: {tiles} in the bag, and not 1 to {most}"))
        }
        _ => None,
    }
}

/// How to choose.
fn method(go: &GoCommand, table: &Table, settings: &Settings, values: &Values) -> Result<Method, Failure> {
    let now = table.now();
    let threads =
        go.threads.and_then(|threads| NonZeroUsize::new(threads as usize)).unwrap_or_else(|| settings.threads());
    let auto = match () {
        () if settings.strength.is_some() => Mode::Gen,
        () if tries_draws(go, table, settings) => Mode::Peg,
        () if now.bag_len() > 0 => Mode::Sim,
        () => Mode::Endgame,
    };
    if go.mode == Mode::Auto && settings.limits_strength && settings.strength.is_none() {
        return Ok(Method::Erring(Erring { handicap: Handicap::of_elo(settings.elo), seed: settings.seed }));
    }
    match if go.mode == Mode::Auto { auto } else { go.mode } {
        Mode::Sim => simulation(go, table, settings, values, threads).map(Method::Simulation),
        Mode::Endgame => {
            let goal = if go.first_win { endgame::Goal::FirstWin } else { endgame::Goal::Spread };
            let (hash_mb, threads) = (settings.endgame_hash, threads.get());
            Ok(Method::Endgame(endgame::Options {
                hash_mb,
                list_bytes: endgame::LIST_BYTES,
                threads,
                goal,
                only: Vec::new(),
            }))
        }
        Mode::Peg => Ok(Method::PreEndgame(preendgame::Options {
            threads,
            hash_mb: settings.endgame_hash,
            only: Vec::new(),
            also: Vec::new(),
            first: None,
            rounds: usize::MAX,
            seed: settings.seed,
        })),
        Mode::Infer => Ok(Method::Infer(threads)),
        _ => Ok(Method::Static),
    }
}

/// Whether `auto` tries every draw: there are few, and time for them. Who names what limits a simulation wants one.
fn tries_draws(go: &GoCommand, table: &Table, settings: &Settings) -> bool {
    let Limits { depth, iterations, stop_condition, .. } = go.limits;
    let wants_simulation = depth.is_some() || iterations.is_some() || stop_condition.is_some();
    let budget = budget(&go.limits, &Method::Static, table, settings);
    let take = table.now().bag_len().checked_sub(1).and_then(|more| DRAWS_TAKE.get(more));
    !wants_simulation && take.is_some_and(|&time| budget.is_none_or(|budget| budget.soft >= time))
}

/// What it takes to read the opponent, if that is wanted and there is anything to read; or why it cannot be.
fn inference(
    go: &GoCommand,
    method: &Method,
    table: &Table,
    settings: &mut Settings,
    values: &Values,
) -> Result<Option<Inference>, String> {
    let is_wanted = match method {
        Method::Infer(_) => true,
        Method::Simulation(_) => go.use_inference.unwrap_or(settings.inference.used),
        Method::PreEndgame(_) => go.use_inference.unwrap_or(settings.inference.used && settings.inference.weighs_draws),
        Method::Static | Method::Erring(_) | Method::Endgame(_) => false,
    };
    let reads = is_wanted && nothing_to_read(&table.history).is_none();
    let inference = reads.then(|| settings.inference(&table.history, values)).transpose();
    inference.map_err(|error| format!("nothing is inferred: {error}"))
}

fn simulation(
    go: &GoCommand,
    table: &Table,
    settings: &Settings,
    values: &Values,
    threads: NonZeroUsize,
) -> Result<Simulation, Failure> {
    let SimSettings { plies, goal, allocation, .. } = settings.simulation;
    let budget = budget(&go.limits, &Method::Static, table, settings);
    let is_hasty = budget.is_some_and(|budget| budget.soft < HASTE / threads.get() as u32);
    Ok(Simulation {
        plies: go.limits.depth.map_or(plies, |depth| (depth as usize).min(MOST_PLIES as usize)),
        inside: settings.judge_inside(values)?,
        goal,
        allocation,
        stop_rule: stop_rule(go, budget.is_some()),
        simulate_single: go.mode == Mode::Sim,
        with_table: !is_hasty || go.limits.iterations.is_some(),
        seed: settings.seed,
        threads,
    })
}

/// When a simulation ends by itself. Where nothing limits it, it ends when the choice is clear, and before long.
/// `is_timed` is that time will end it; the clock of the opponent will not.
fn stop_rule(go: &GoCommand, is_timed: bool) -> StopRule {
    let Limits { iterations, stop_condition, infinite, .. } = go.limits;
    let confidence = stop_condition.map(|percent| f64::from(percent) / 100.0);
    let is_limited = is_timed || infinite || iterations.is_some() || confidence.is_some();
    match go.mode {
        _ if !is_limited => StopRule { iterations: Some(ITERATIONS), confidence: Some(CLEAR) },
        // Time that is not needed is kept for later.
        Mode::Auto if is_timed => StopRule { iterations, confidence: confidence.or(Some(CLEAR)) },
        _ => StopRule { iterations, confidence },
    }
}

/// The whole rack of the player on turn, in a game that goes on.
fn rack_to_play(position: &Position) -> Result<Rack, Failure> {
    let player = position.on_turn();
    if position.ending().is_some() {
        return Err(bad_position("no move can be chosen: the game is over"));
    }
    let unknown = || bad_position(format!("no move can be chosen: {player} holds {}", holding(position, player)));
    position.full_rack(player).ok_or_else(unknown)
}

/// The plays that a `go` names. All must be legal, but for their words.
fn read_plays(parameter: &str, moves: &[String], table: &Table) -> Result<Vec<Play>, Failure> {
    let read = |text: &String| {
        let Move { action, .. } = table.read_move(text)?;
        let Action::Play(play) = action else {
            return Err(bad_move(format!("{text}: not a play that can be chosen")));
        };
        table.now().check(&play).map_err(bad_move)?;
        Ok(play)
    };
    if moves.len() > MOST_NAMED {
        return Err(bad_move(format!("{parameter}: {} moves; at most {MOST_NAMED} can be named", moves.len())));
    }
    let mut plays: Vec<Play> = Vec::new();
    for text in moves {
        let play = read(text).map_err(|(code, error)| (code, format!("{parameter}: {error}")))?;
        if !plays.contains(&play) {
            plays.push(play);
        }
    }
    Ok(plays)
}

/// Says which words of a `go` are not made use of: those that mean nothing, and those that are for other searches.
fn ignored(go: &GoCommand, list: bool, method: &Method) -> Vec<Reply> {
    const MOST: usize = 20;
    let Limits { depth, iterations, stop_condition, .. } = go.limits;
    let (simulates, solves) = (matches!(method, Method::Simulation(_)), matches!(method, Method::Endgame(_)));
    let infers = matches!(method, Method::Infer(_));
    let tries = matches!(method, Method::PreEndgame(_));
    let others = [
        (infers && !go.search_moves.is_empty(), "searchmoves"),
        (infers && !go.also_search_moves.is_empty(), "alsosearchmoves"),
        (go.plays.is_some() && !list && !infers && !tries, "plays"),
        (depth.is_some() && !simulates, "depth"),
        (iterations.is_some() && !simulates, "iterations"),
        (stop_condition.is_some() && !simulates, "stopcondition"),
        (go.first_win && !solves, "firstwin"),
        (go.use_inference.is_some() && !simulates && !tries, "useinference"),
        (go.threads.is_some() && matches!(method, Method::Static | Method::Erring(_)), "threads"),
    ];
    let others = others.into_iter().filter(|&(given, _)| given).map(|(_, name)| name.to_owned());
    let words: Vec<String> = others.chain(go.ignored.iter().map(ToString::to_string)).collect();
    let more = words.len().saturating_sub(MOST);
    let mut lines: Vec<String> =
        words.into_iter().take(MOST).map(|word| shortened(format!("ignored {word}"))).collect();
    lines.extend((more > 0).then(|| format!("ignored {}", count(more, "more word"))));
    lines.into_iter().map(Reply::Text).collect()
}

/// Says which of the plays that were named make words that do not exist: why one of them is not chosen, or not looked
/// at.
fn phonies(candidates: &Candidates, now: &Position, lexicon: &Lexicon) -> Vec<Reply> {
    const MOST: usize = 20;
    let named = candidates.only.iter().chain(&candidates.also);
    let lines = named.filter_map(|play| match play {
        Play::Place(placement) => {
            let text = play.display(now.distribution().alphabet());
            unknown_words(now, placement, lexicon).map(|unknown| Reply::Text(format!("{text}: {unknown}")))
        }
        Play::Exchange(_) | Play::Pass => None,
    });
    lines.take(MOST).collect()
}

/// How long to think about a `go`, if that is said anywhere: in the command, or by the clocks of the position, unless a
/// game is analysed or moves have been made since. Under `infinite` clocks do not count.
pub(super) fn budget(limits: &Limits, method: &Method, table: &Table, settings: &Settings) -> Option<Budget> {
    let now = table.now();
    let clock = clock(limits, now.on_turn(), table, settings).filter(|_| !limits.infinite);
    let by_clock = clock.map(|clock| Budget::of(clock, now.bag_len(), settings.overhead));
    let exact = limits.move_time.map(Budget::exactly).or_else(|| {
        // Some endgames take longer to prove than anyone who sets no limit would wait. What else there is to do ends by
        // itself, after as much work as was asked for.
        let solves = matches!(method, Method::Endgame(_) | Method::PreEndgame(_));
        let is_unlimited = clock.is_none() && !limits.infinite && solves;
        is_unlimited.then(|| Budget::exactly(LONGEST_ENDGAME))
    });
    exact.into_iter().chain(by_clock).reduce(Budget::at_most)
}

fn clock(limits: &Limits, player: Player, table: &Table, settings: &Settings) -> Option<Clock> {
    // What the position's clocks showed is long past when moves have been made since.
    let notes = Some(&table.notes).filter(|_| !settings.analyse && table.history.turns().is_empty());
    let shown = notes.and_then(|notes| notes.timers).map(|timers| {
        let left = timers[player].max(0).unsigned_abs();
        Duration::from_millis(left)
    });
    let added = notes.and_then(|notes| notes.increment);
    let left = limits.time[player].or(shown)?;
    Some(Clock { left, increment: limits.increment[player].or(added).unwrap_or_default() })
}
