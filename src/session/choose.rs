//! From a `go` to what is asked of a search.

use super::table::Table;
use super::tell::{count, holding, shortened};
use super::{Failure, Settings, bad_move, bad_position};
use crate::clock::{Budget, Clock};
use crate::game::{Action, Move, Play, Player, Position, Rack};
use crate::movegen::ScoredPlay;
use crate::protocol::{ErrorCode, GenInfo, GoCommand, Limits, Mode, Reply};
use crate::search::{Candidates, Report, Request};
use std::sync::Arc;
use std::time::Duration;

/// The most moves that a `go` may name; so many can be looked up one by one.
const MOST_NAMED: usize = 1000;

/// What is asked of a search, and how to tell of it.
pub(super) struct Choice {
    pub(super) request: Request,
    /// Whether to list the plays.
    list: bool,
    /// Whether to tell which line is being looked at.
    show_line: bool,
}

impl Choice {
    /// What a `go` asks for, and what is said before the search. Blocks while files are read, unless `isready` was said
    /// before.
    pub(super) fn new(go: &GoCommand, table: &Table, settings: &mut Settings) -> Result<(Self, Vec<Reply>), Failure> {
        if !matches!(go.mode, Mode::Auto | Mode::Gen) {
            return Err((ErrorCode::UnsupportedMode, format!("{} is not there yet; there are auto and gen", go.mode)));
        }
        let now = table.now();
        let rack = rack_to_play(now)?;
        let lexicon = table.lexicon(settings).map_err(bad_position)?;
        lexicon.word_map();
        let values = settings.values(&lexicon)?;
        let list = go.mode == Mode::Gen || settings.analyse;
        let candidates = Candidates {
            only: read_plays("searchmoves", &go.search_moves, table)?,
            also: read_plays("alsosearchmoves", &go.also_search_moves, table)?,
            most: if list { go.plays.unwrap_or(GoCommand::PLAYS) } else { 1 },
        };
        let mut replies = ignored(go, list);
        replies.push(Reply::Text(settings.provenance(&values)));
        let position = Arc::new(now.clone());
        let value = settings.judge(&values)?;
        let request = Request { position, rack, lexicon, value, win_chance: values.win_chance, candidates };
        Ok((Choice { request, list, show_line: settings.show_line }, replies))
    }

    /// A report for the front end, but for its score.
    pub(super) fn tell(&self, report: &Report) -> Vec<Reply> {
        let listed = if self.list { &report.plays[..] } else { &[] };
        let mut replies: Vec<Reply> = listed.iter().map(|found| Reply::Gen(self.describe(found))).collect();
        let line = report.plays.first().filter(|_| self.show_line);
        replies.extend(line.map(|best| Reply::CurrLine(self.write(&best.play))));
        replies
    }

    fn describe(&self, found: &ScoredPlay) -> GenInfo {
        let Request { position, rack, .. } = &self.request;
        let used = found.play.tiles_used(position.board()).unwrap_or_default();
        GenInfo {
            play: self.write(&found.play),
            score: found.score,
            equity: found.equity.to_string(),
            leave: rack.minus(&used).display(position.distribution().alphabet()),
        }
    }

    /// A play, as moves are written.
    pub(super) fn write(&self, play: &Play) -> String {
        play.display(self.request.position.distribution().alphabet())
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
fn ignored(go: &GoCommand, list: bool) -> Vec<Reply> {
    const MOST: usize = 20;
    let Limits { depth, iterations, stop_condition, .. } = go.limits;
    let others = [
        (go.plays.is_some() && !list, "plays"),
        (depth.is_some(), "depth"),
        (iterations.is_some(), "iterations"),
        (stop_condition.is_some(), "stopcondition"),
        (go.first_win, "firstwin"),
        (go.use_inference, "useinference"),
        (go.threads.is_some(), "threads"),
    ];
    let others = others.into_iter().filter(|&(given, _)| given).map(|(_, name)| name.to_owned());
    let words: Vec<String> = others.chain(go.ignored.iter().map(ToString::to_string)).collect();
    let more = words.len().saturating_sub(MOST);
    let mut lines: Vec<String> =
        words.into_iter().take(MOST).map(|word| shortened(format!("ignored {word}"))).collect();
    lines.extend((more > 0).then(|| format!("ignored {}", count(more, "more word"))));
    lines.into_iter().map(Reply::Text).collect()
}

/// How long to think about a `go`, if that is said anywhere: in the command, or by the clocks of the position, unless a
/// game is analysed or moves have been made since. Under `infinite` clocks do not count.
pub(super) fn budget(limits: &Limits, table: &Table, settings: &Settings) -> Option<Budget> {
    let now = table.now();
    let clock = clock(limits, now.on_turn(), table, settings).filter(|_| !limits.infinite);
    let by_clock = clock.map(|clock| Budget::of(clock, now.bag_len(), settings.overhead));
    let exact = limits.move_time.map(Budget::exactly);
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
