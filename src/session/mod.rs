//! The conversation. It owns all state, handles one line after another, and is the only place that answers.
//!
//! One loop waits for two things: the next line, and what happens to the search, if there is one. A command that would
//! change what is being thought about waits until the search has been answered for; all others are handled at once, so
//! that `isready` and `stop` are never kept waiting. `quit` stops what is under way, the end of the input lets it end
//! within a second; the loop ends when all that came before has been answered.
//!
//! While the other side does not read, no more lines are taken in, but the search goes on, and ends in time.
//!
//! `settings` is what options say and what is loaded by them, `table` the game, `choose` turns a `go` into what is
//! asked of a search, `reading` says how the opponent is read, `thinking` is the search under way, `news` is what is
//! told of it, and `tell` and `believed` put things in words for people.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod believed;
mod choose;
mod news;
mod reading;
mod settings;
mod table;
mod tell;
mod thinking;

use crate::protocol::{Command, ErrorCode, GoCommand, Reply, Setting};
use crate::stdio::{Content, Line, Output};
use choose::{Choice, budget};
use settings::Settings;
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};
use table::{Sent, Table};
use thinking::{Thinking, next_event};
use tokio::sync::mpsc;

/// So many commands may wait for a search to end,
const MOST_WAITING: usize = 1000;
/// of so many bytes in all.
const MOST_WAITING_BYTES: usize = 4 << 20;

/// How long searches may go on when the input has ended. What is quick to find is found, even if all commands came at
/// once through a pipe; and nobody's engine outlives its front end for long.
const LAST_SEARCHES: Duration = Duration::from_secs(1);

/// Talks until `quit`, until the input ends, or until the answers cannot be written any more, which is an error.
pub async fn run(mut lines: mpsc::Receiver<Line>, output: Output) -> io::Result<()> {
    let mut session = Session::new(output);
    while session.catch_up() {
        let (has_room, open) = (session.output.has_room(), session.closing.is_none());
        tokio::select! {
            biased;
            event = next_event(&mut session.thinking) => session.follow(event),
            () = session.output.room(), if !has_room => {}
            line = lines.recv(), if open && has_room => match line {
                Some(line) => session.receive(line),
                None => session.end_of_input(),
            },
        }
    }
    session.output.finish()
}

struct Session {
    output: Output,
    /// Nobody hears us any more.
    unheard: bool,
    /// No more lines are to come; it remains to answer those that have, until then.
    closing: Option<Instant>,
    /// More is told about what is done.
    debug: bool,
    settings: Settings,
    /// The game on the table; none until there is a position, a rack or a move.
    table: Option<Table>,
    /// The last position that was sent.
    sent: Option<Sent>,
    /// The search under way.
    thinking: Option<Thinking>,
    /// What waits for it to end.
    waiting: VecDeque<Waiting>,
}

/// A command that came while there was a search.
struct Waiting {
    command: Command,
    bytes: usize,
    /// A `stop` came after it.
    stopped: bool,
}

/// What could not be done.
type Failure = (ErrorCode, String);

fn bad_move(error: impl ToString) -> Failure {
    (ErrorCode::BadMove, error.to_string())
}

fn bad_position(error: impl ToString) -> Failure {
    (ErrorCode::BadPosition, error.to_string())
}

fn bad_option(error: impl ToString) -> Failure {
    (ErrorCode::BadOption, error.to_string())
}

impl Session {
    fn new(output: Output) -> Self {
        Session {
            output,
            unheard: false,
            closing: None,
            debug: false,
            settings: Settings::default(),
            table: None,
            sent: None,
            thinking: None,
            waiting: VecDeque::new(),
        }
    }

    fn say(&mut self, replies: impl IntoIterator<Item = Reply>) {
        for reply in replies {
            self.unheard |= self.output.send(tell::one_line(&reply)).is_err();
        }
    }

    fn say_if_debugging(&mut self, text: impl FnOnce() -> String) {
        if self.debug {
            self.say([Reply::Text(tell::shortened(format!("debug {}", text())))]);
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
            Ok(Some(command)) if self.must_wait(&command) => self.put_off(command, bytes),
            Ok(Some(command)) => self.handle(command, line.arrived),
            Err(failure) => self.refuse(failure),
        }
    }

    /// Whether a command must wait for the search under way. What was asked for at a keyboard is answered in order.
    fn must_wait(&self, command: &Command) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| match command {
            Command::Belief(_) => thinking.is_for_people() || !thinking.has_read(),
            Command::Help(_) | Command::Show => thinking.is_for_people(),
            _ => !is_for_now(command),
        })
    }

    fn refuse(&mut self, (code, text): Failure) {
        self.say([Reply::Error(code, tell::shortened(text))]);
    }

    /// Keeps a command until the search has been answered for.
    fn put_off(&mut self, command: Command, bytes: usize) {
        let waiting_bytes: usize = self.waiting.iter().map(|waiting| waiting.bytes).sum();
        if self.waiting.len() >= MOST_WAITING || waiting_bytes + bytes > MOST_WAITING_BYTES {
            let text = "too much is waiting for the search to end; say stop, or wait for bestmove";
            return self.refuse((ErrorCode::UnknownCommand, text.into()));
        }
        if self.waiting.is_empty() && self.thinking.as_ref().is_some_and(Thinking::is_endless) {
            self.say([Reply::Text("that waits until the search has ended; stop ends it".into())]);
        }
        self.waiting.push_back(Waiting { command, bytes, stopped: false });
    }

    /// Handles what had to wait, as far as it need not wait any longer. Gives whether the conversation goes on.
    fn catch_up(&mut self) -> bool {
        // Timers are looked at only when there is nothing else to do, and lines may come without end.
        if self.thinking.as_ref().and_then(Thinking::due).is_some_and(|due| Instant::now() >= due) {
            self.follow(thinking::Event::TimeUp);
        }
        while self.thinking.is_none() && !self.unheard && self.output.has_room() {
            let Some(Waiting { command, stopped, .. }) = self.waiting.pop_front() else { break };
            self.handle(command, Instant::now());
            if stopped {
                self.stop_search();
            } else {
                self.end_soon();
            }
        }
        let done = self.closing.is_some() && self.thinking.is_none() && self.waiting.is_empty();
        !self.unheard && !done
    }

    /// Does what a command says and answers it.
    fn handle(&mut self, command: Command, arrived: Instant) {
        match self.obey(command, arrived) {
            Ok(replies) => self.say(replies),
            Err(failure) => self.refuse(failure),
        }
    }

    /// Does what a command says and gives the answer. What fails changes nothing.
    fn obey(&mut self, command: Command, arrived: Instant) -> Result<Vec<Reply>, Failure> {
        Ok(match command {
            Command::Hello(dialect) => tell::introduction(dialect),
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => {
                let setting = Setting::parse(&name, value.as_deref()).map_err(bad_option)?;
                self.sent = None;
                self.settings.set(setting)?
            }
            Command::NewGame => {
                (self.table, self.sent) = (None, None);
                Vec::new()
            }
            Command::Position(position) => {
                self.table = Some(Table::set_up(&position, &mut self.sent, &mut self.settings)?);
                Vec::new()
            }
            Command::Rack(tiles) => self.change_table(|table, _| table.set_rack(&tiles).map(|()| Vec::new()))?,
            Command::Play(text) | Command::Observe(text) => self.change_table(|table, settings| {
                let turn = table.play(&text)?;
                let lexicon = table.lexicon(settings).ok();
                Ok(tell::tell(&table.history, &turn, lexicon.as_deref()))
            })?,
            Command::Challenge => self.change_table(|table, settings| {
                let lexicon = table.lexicon(settings).map_err(bad_position)?;
                let verdict = table.challenge(&lexicon)?;
                Ok(tell::verdict(verdict, table.now()))
            })?,
            Command::Undo => self.change_table(|table, _| {
                let turn = table.undo()?;
                let played = turn.played.display(table.now().distribution().alphabet());
                Ok(vec![Reply::Text(format!("{} takes back {played}", turn.player))])
            })?,
            Command::Show => tell::show(&self.table(), &mut self.settings),
            Command::Belief(most) => self.belief(most.unwrap_or(believed::LEAVES), arrived)?,
            Command::Go(go) => self.go(&go, arrived)?,
            Command::Stop => {
                self.stop();
                Vec::new()
            }
            Command::Debug(on) => {
                self.debug = on;
                Vec::new()
            }
            Command::Help(command) => tell::help(command.as_deref()),
            Command::Quit => {
                self.closing = Some(Instant::now());
                self.stop();
                Vec::new()
            }
            Command::Nothing => Vec::new(),
        })
    }

    /// Loads all that a `go` needs, so that it need not, and says what cannot be loaded. In a search all of it is
    /// there.
    fn ready(&mut self) -> Vec<Reply> {
        let mut failure = None;
        if self.thinking.is_none() {
            let lexicon = self.table().lexicon(&mut self.settings).map_err(bad_option);
            let values = lexicon.and_then(|lexicon| {
                lexicon.word_map();
                if self.settings.inference.used {
                    lexicon.word_columns();
                }
                self.settings.values(&lexicon).and_then(|values| self.settings.judge(&values))
            });
            failure = values.err().map(|(code, text)| Reply::Error(code, text));
        }
        failure.into_iter().chain([Reply::ReadyOk]).collect()
    }

    /// The game on the table, or a new one from the start if there is none.
    fn table(&self) -> Table {
        self.table.clone().unwrap_or_else(|| Table::new(&self.settings.standard))
    }

    /// Changes the game, or leaves it as it was and says why.
    fn change_table<T>(
        &mut self,
        change: impl FnOnce(&mut Table, &mut Settings) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut table = self.table();
        let changed = change(&mut table, &mut self.settings)?;
        self.table = Some(table);
        Ok(changed)
    }

    /// Starts a search; the clock runs from the arrival of the command.
    fn go(&mut self, go: &GoCommand, arrived: Instant) -> Result<Vec<Reply>, Failure> {
        let no_position = || (ErrorCode::NoPosition, "say position, or play a move, before go".into());
        let table = self.table.as_ref().ok_or_else(no_position)?;
        tracing::info!(%go, "searching");
        let (mut choice, mut replies) = Choice::new(go, table, &mut self.settings)?;
        let budget = budget(&go.limits, &choice.request.method, table, &self.settings);
        choice.limit_reading(reading::patience(&go.limits, &choice.request.method, arrived, budget));
        if let Some(budget) = budget.filter(|_| self.debug) {
            let [soft, hard] = [budget.soft, budget.hard].map(|time| time.as_millis());
            replies.push(Reply::Text(format!("debug thinks for {soft} ms, for {hard} ms at most")));
        }
        self.thinking = Some(Thinking::start(choice, arrived, budget, go.limits.infinite));
        Ok(replies)
    }

    /// Tells what the opponent may hold: what the search under way has read of it, or what a search finds out that is
    /// for nothing else.
    fn belief(&mut self, most: usize, arrived: Instant) -> Result<Vec<Reply>, Failure> {
        if let Some(thinking) = &self.thinking {
            return Ok(thinking.show_reading(most));
        }
        let table = self.table();
        if let Some(replies) = believed::unread(&table.history, most) {
            return Ok(replies);
        }
        let choice = Choice::to_show_belief(&table, &mut self.settings, most)?;
        self.thinking = Some(Thinking::start(choice, arrived, None, false));
        Ok(Vec::new())
    }

    /// Follows what has happened to the search.
    fn follow(&mut self, event: thinking::Event) {
        let Some(thinking) = &mut self.thinking else { return };
        let (news, answerable) = thinking.take_note(event, self.output.has_room());
        self.say(news);
        if answerable {
            self.answer();
        }
    }

    /// Ends the search, and those that wait.
    fn stop(&mut self) {
        self.waiting.iter_mut().for_each(|waiting| waiting.stopped = true);
        self.stop_search();
    }

    fn end_of_input(&mut self) {
        self.closing = Some(Instant::now() + LAST_SEARCHES);
        self.end_soon();
    }

    /// If no more is to come, the search is to end soon.
    fn end_soon(&mut self) {
        let Some(until) = self.closing else { return };
        if self.thinking.as_mut().is_some_and(|thinking| thinking.end_by(until)) {
            self.answer();
        }
    }

    fn stop_search(&mut self) {
        if self.thinking.as_mut().is_some_and(Thinking::stop) {
            self.answer();
        }
    }

    /// The one place that says `bestmove`.
    fn answer(&mut self) {
        let replies = self.thinking.take().map(Thinking::answer);
        self.say(replies.into_iter().flatten());
    }
}

/// Whether a command is handled while there is a search.
fn is_for_now(command: &Command) -> bool {
    match command {
        Command::Hello(_) | Command::IsReady | Command::Stop | Command::Debug(_) => true,
        Command::Help(_) | Command::Show | Command::Belief(_) | Command::Nothing | Command::Quit => true,
        Command::SetOption { .. } | Command::NewGame | Command::Position(_) | Command::Go(_) => false,
        Command::Rack(_) | Command::Play(_) | Command::Observe(_) | Command::Challenge | Command::Undo => false,
    }
}
