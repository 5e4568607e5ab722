//! The conversation over lines: it reads commands, has an [`Engine`] execute them, and is the only place that answers.
//!
//! One loop waits for two things: the next line, and what happens to the search, if there is one. A command that would
//! change what is being searched waits until the search has been answered for; all others are executed at once, so that
//! `isready` and `stop` are never kept waiting. `quit` stops what is under way, the end of the input lets it end within
//! a second; the loop ends when all that came before has been answered.
//!
//! While the other side does not read, no more lines are taken in, but the search goes on, and ends in time.
//!
//! `active_search` is the search under way: what is told of it and when, and when it must end. `format` makes lines of
//! what the engine says.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod active_search;
mod format;

pub use format::options_table;

use crate::engine::{Engine, EngineError, GameState, Go};
use crate::game::Play;
use crate::limits::Mode;
use crate::protocol::{Command, ErrorCode, GoCommand, PositionCommand, Reply, Start};
use crate::search::NamedPlays;
use crate::stdio::{Content, Line, Output};
use active_search::{ActiveSearch, Purpose, SearchEvent, next_event};
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The most commands that may wait for a search to end.
const MAX_QUEUED: usize = 1000;
/// The most bytes that those commands may have in all.
const MAX_QUEUED_BYTES: usize = 4 << 20;
/// The most moves that a `go` may name; this many can be looked up one by one.
const MAX_NAMED: usize = 1000;

/// How long searches may go on when the input has ended. What is quick to find is found, even if all commands came at
/// once through a pipe; and nobody's engine outlives its front end for long.
const EOF_GRACE: Duration = Duration::from_secs(1);

/// Talks for an engine, which may share what is loaded with others, until `quit`, until the input ends, or until the answers cannot be written any more, which is an error.
/// Commands that load files block the runtime that this is polled on; searches do not.
pub async fn run(engine: Engine, mut lines: mpsc::Receiver<Line>, output: Output) -> io::Result<()> {
    let mut session = Session::new(engine, output);
    while session.drain_queue() {
        let has_room = session.output.has_room();
        let is_open = session.closing.is_none();
        tokio::select! {
            biased;
            event = next_event(&mut session.active) => session.on_search_event(event),
            () = session.output.room(), if !has_room => {}
            line = lines.recv(), if is_open && has_room => match line {
                Some(line) => session.receive(line),
                None => session.end_of_input(),
            },
        }
    }
    session.output.finish()
}

struct Session {
    output: Output,
    /// The other side does not read any more.
    output_closed: bool,
    /// No more lines are to come; those that have come are answered until then.
    closing: Option<Instant>,
    /// Whether to tell more about what is done.
    debug: bool,
    engine: Engine,
    /// The search under way.
    active: Option<ActiveSearch>,
    /// Commands that wait for it to end.
    queue: VecDeque<QueuedCommand>,
}

/// A command that came while there was a search.
struct QueuedCommand {
    command: Command,
    bytes: usize,
    /// A `stop` came after it.
    stopped: bool,
}

/// Why a command was refused.
type Refusal = (ErrorCode, String);

fn refusal(error: EngineError) -> Refusal {
    let code = match error {
        EngineError::BadOption(_) => ErrorCode::BadOption,
        EngineError::BadPosition(_) => ErrorCode::BadPosition,
        EngineError::BadMove(_) => ErrorCode::BadMove,
        EngineError::NoPosition => {
            return (ErrorCode::NoPosition, "say position, or play a move, before go".into());
        }
    };
    (code, error.to_string())
}

impl Session {
    fn new(engine: Engine, output: Output) -> Self {
        Session {
            output,
            output_closed: false,
            closing: None,
            debug: false,
            engine,
            active: None,
            queue: VecDeque::new(),
        }
    }

    fn say(&mut self, replies: impl IntoIterator<Item = Reply>) {
        for reply in replies {
            self.output_closed |= self.output.send(format::one_line(&reply)).is_err();
        }
    }

    fn say_if_debugging(&mut self, text: impl FnOnce() -> String) {
        if self.debug {
            self.say([Reply::Text(format::shortened(format!("debug {}", text())))]);
        }
    }

    /// Handles a line that has just come.
    fn receive(&mut self, line: Line) {
        tracing::debug!(?line, "received");
        let (command, bytes) = match &line.content {
            Content::Text(text) => {
                if !text.trim().is_empty() {
                    self.say_if_debugging(|| format!("received {text}"));
                }
                (Command::parse(text).map_err(|error| (error.code, error.text)), text.len())
            }
            Content::NotUtf8 => (Err((ErrorCode::UnknownCommand, "the line is not UTF-8".into())), 0),
            Content::TooLong => (Err((ErrorCode::UnknownCommand, "the line is too long".into())), 0),
        };
        match command {
            Ok(None) => {}
            Ok(Some(command)) if self.must_wait(&command) => self.enqueue(command, bytes),
            Ok(Some(command)) => self.handle(command, line.arrived),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Whether a command must wait for the search under way. What was asked for at a keyboard is answered in order.
    fn must_wait(&self, command: &Command) -> bool {
        self.active.as_ref().is_some_and(|active| match command {
            Command::Belief(_) => active.is_for_people() || !active.has_read(),
            Command::Help(_) | Command::Show => active.is_for_people(),
            _ => !allowed_while_searching(command),
        })
    }

    fn refuse(&mut self, (code, text): Refusal) {
        self.say([Reply::Error(code, format::shortened(text))]);
    }

    /// Keeps a command until the search has been answered for.
    fn enqueue(&mut self, command: Command, bytes: usize) {
        let queued_bytes: usize = self.queue.iter().map(|queued| queued.bytes).sum();
        if self.queue.len() >= MAX_QUEUED || queued_bytes + bytes > MAX_QUEUED_BYTES {
            let text = "too much is waiting for the search to end; say stop, or wait for bestmove";
            return self.refuse((ErrorCode::UnknownCommand, text.into()));
        }
        if self.queue.is_empty() && self.active.as_ref().is_some_and(ActiveSearch::is_endless) {
            self.say([Reply::Text("that waits until the search has ended; stop ends it".into())]);
        }
        self.queue.push_back(QueuedCommand { command, bytes, stopped: false });
    }

    /// Handles the commands that waited, as far as they need not wait any longer. Gives whether the conversation goes
    /// on.
    fn drain_queue(&mut self) -> bool {
        // Timers are looked at only when there is nothing else to do, and lines may come without end.
        if self.active.as_ref().and_then(ActiveSearch::due).is_some_and(|due| Instant::now() >= due) {
            self.on_search_event(SearchEvent::TimeUp);
        }
        while self.active.is_none() && !self.output_closed && self.output.has_room() {
            let Some(QueuedCommand { command, stopped, .. }) = self.queue.pop_front() else { break };
            self.handle(command, Instant::now());
            if stopped {
                self.stop_search();
            } else {
                self.apply_eof_deadline();
            }
        }
        let is_done = self.closing.is_some() && self.active.is_none() && self.queue.is_empty();
        !self.output_closed && !is_done
    }

    /// Executes a command and answers it.
    fn handle(&mut self, command: Command, arrived: Instant) {
        match self.execute(command, arrived) {
            Ok(replies) => self.say(replies),
            Err(refusal) => self.refuse(refusal),
        }
    }

    /// Executes a command and gives the answer. What fails changes nothing.
    fn execute(&mut self, command: Command, arrived: Instant) -> Result<Vec<Reply>, Refusal> {
        let engine = &mut self.engine;
        match command {
            Command::Hello(dialect) => return Ok(format::introduction(dialect)),
            Command::Help(command) => return Ok(format::help(command.as_deref())),
            Command::IsReady => return Ok(self.ready()),
            Command::SetOption { name, value } => {
                let notice = engine.set(&name, value.as_deref()).map_err(refusal)?;
                return Ok(notice.iter().map(format::notice).collect());
            }
            Command::NewGame => engine.new_game(),
            Command::Position(position) => {
                let PositionCommand { start, moves, rack } = position;
                let cgp = match &start {
                    Start::Empty => None,
                    Start::Cgp(text) => Some(text.as_str()),
                };
                engine.set_position(cgp, &moves, rack.as_deref()).map_err(refusal)?;
            }
            Command::Rack(tiles) => engine.set_rack(&tiles).map_err(refusal)?,
            Command::Play(text) | Command::Observe(text) => {
                let turn = engine.play(&text).map_err(refusal)?;
                return Ok(format::turn(engine, &turn));
            }
            Command::Challenge => {
                let verdict = engine.challenge().map_err(refusal)?;
                return Ok(format::verdict(verdict, engine.game_or_start().now()));
            }
            Command::Undo => {
                let turn = engine.undo().map_err(refusal)?;
                let played = turn.played.display(engine.alphabet());
                return Ok(vec![Reply::Text(format!("{} takes back {played}", turn.player))]);
            }
            Command::Show => return Ok(format::show(engine)),
            Command::Belief(most) => return self.belief(most.unwrap_or(format::LEAVES), arrived),
            Command::Go(go) => return self.go(&go, arrived),
            Command::Stop => self.stop(),
            Command::Debug(on) => self.debug = on,
            Command::Quit => {
                self.closing = Some(Instant::now());
                self.stop();
            }
            Command::Nothing => {}
        }
        Ok(Vec::new())
    }

    /// Loads all that a `go` needs, so that it need not, and says what cannot be loaded. In a search all of it is
    /// there.
    fn ready(&mut self) -> Vec<Reply> {
        let failure = match self.active {
            None => self.engine.prepare().map_err(refusal).err(),
            Some(_) => None,
        };
        failure.map(|(code, text)| Reply::Error(code, text)).into_iter().chain([Reply::ReadyOk]).collect()
    }

    /// Starts a search; the clock runs from the arrival of the command.
    fn go(&mut self, command: &GoCommand, arrived: Instant) -> Result<Vec<Reply>, Refusal> {
        tracing::info!(go = %command, "searching");
        self.engine.check_mode(command.mode).map_err(refusal)?;
        let go = read_go(command, &self.engine.game_or_start())?;
        let started = self.engine.go_since(&go, arrived).map_err(refusal)?;
        let mut replies = format::before_search(command, &started.plan);
        if let Some(budget) = started.plan.budget.filter(|_| self.debug) {
            let [soft, hard] = [budget.soft, budget.hard].map(|time| time.as_millis());
            replies.push(Reply::Text(format!("debug thinks for {soft} ms, for {hard} ms at most")));
        }
        let purpose = match command.mode {
            Mode::Infer => Purpose::Infer(command.plays.unwrap_or(format::LEAVES)),
            _ => Purpose::Play,
        };
        let format = format::SearchFormat::new(&go, &started.plan, self.engine.options());
        self.active = Some(ActiveSearch::new(started, purpose, format));
        Ok(replies)
    }

    /// Tells what the opponent may hold: what the search under way has read of it, or what a search finds out that is
    /// for nothing else.
    fn belief(&mut self, most: usize, arrived: Instant) -> Result<Vec<Reply>, Refusal> {
        if let Some(active) = &self.active {
            return Ok(active.show_reading(most));
        }
        let game = self.engine.game_or_start();
        if let Some(replies) = format::unread(&game.history, most) {
            return Ok(replies);
        }
        let go = Go { mode: Mode::Infer, ..Go::default() };
        let started = self.engine.go_since(&go, arrived).map_err(refusal)?;
        let format = format::SearchFormat::new(&go, &started.plan, self.engine.options());
        self.active = Some(ActiveSearch::new(started, Purpose::Belief(most), format));
        Ok(Vec::new())
    }

    /// Follows what has happened to the search.
    fn on_search_event(&mut self, event: SearchEvent) {
        let Some(active) = &mut self.active else { return };
        let (replies, is_answerable) = active.on_event(event, self.output.has_room());
        self.say(replies);
        if is_answerable {
            self.answer();
        }
    }

    /// Ends the search, and those that wait.
    fn stop(&mut self) {
        self.queue.iter_mut().for_each(|queued| queued.stopped = true);
        self.stop_search();
    }

    fn end_of_input(&mut self) {
        self.closing = Some(Instant::now() + EOF_GRACE);
        self.apply_eof_deadline();
    }

    /// If the input has ended, the search is to end soon.
    fn apply_eof_deadline(&mut self) {
        let Some(until) = self.closing else { return };
        if self.active.as_mut().is_some_and(|active| active.end_by(until)) {
            self.answer();
        }
    }

    fn stop_search(&mut self) {
        if self.active.as_mut().is_some_and(ActiveSearch::stop) {
            self.answer();
        }
    }

    /// The one place that says `bestmove`.
    fn answer(&mut self) {
        let replies = self.active.take().map(ActiveSearch::answer);
        self.say(replies.into_iter().flatten());
    }
}

/// Whether a command is executed while there is a search.
fn allowed_while_searching(command: &Command) -> bool {
    match command {
        Command::Hello(_) | Command::IsReady | Command::Stop | Command::Debug(_) => true,
        Command::Help(_) | Command::Show | Command::Belief(_) | Command::Nothing | Command::Quit => true,
        Command::SetOption { .. } | Command::NewGame | Command::Position(_) | Command::Go(_) => false,
        Command::Rack(_) | Command::Play(_) | Command::Observe(_) | Command::Challenge | Command::Undo => false,
    }
}

/// What a `go` asks of the engine, with its moves read in the position of the game.
fn read_go(command: &GoCommand, game: &GameState) -> Result<Go, Refusal> {
    let GoCommand { mode, limits, plays, first_win, use_inference, threads, .. } = *command;
    let named = NamedPlays {
        only: read_plays("searchmoves", &command.search_moves, game)?,
        also: read_plays("alsosearchmoves", &command.also_search_moves, game)?,
    };
    let threads = threads.and_then(NonZeroUsize::new);
    Ok(Go { mode, limits, named, plays, first_win, use_inference, threads, ..Go::default() })
}

/// The plays that a `go` names, each once. All must be legal, but for their words.
fn read_plays(parameter: &str, moves: &[String], game: &GameState) -> Result<Vec<Play>, Refusal> {
    if moves.len() > MAX_NAMED {
        let text = format!("{parameter}: {} moves; at most {MAX_NAMED} can be named", moves.len());
        return Err((ErrorCode::BadMove, text));
    }
    let mut plays: Vec<Play> = Vec::new();
    for text in moves {
        let play = game.read_play(text).map_err(|error| refusal(error.at(parameter)))?;
        if !plays.contains(&play) {
            plays.push(play);
        }
    }
    Ok(plays)
}
