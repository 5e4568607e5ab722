//! The conversation. It owns all state, handles one line after another, and is the only place that answers.
//!
//! `choose` finds the move that a `go` asks for, and `tell` puts things in words for people.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod choose;
mod tell;

use crate::data_path::DataPath;
use crate::evaluate::Strength;
use crate::game::cgp::{Cgp, Notes};
use crate::game::{Catalogue, History, Move, Play, Player, Position, Rack, Rules};
use crate::lexicon::{Lexicon, Library, LibraryError};
use crate::protocol::{Command, ErrorCode, GoCommand, Mode, PositionCommand, Reply, Setting, Start};
use crate::stdio::{Closed, Line, Output};
use choose::{Finder, describe_play, ignored, provenance, rack_to_play};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use tell::{count, describe, help, holding, introduction, one_line, shortened, standing, tell};
use tokio::sync::mpsc;

/// Talks until `quit`, until the input ends, or until the answers cannot be written any more, which is an error.
pub async fn run(mut lines: mpsc::Receiver<Line>, output: Output) -> io::Result<()> {
    let mut session = Session::new(output);
    while let Some(line) = lines.recv().await {
        tracing::debug!(?line, "received");
        if session.handle(line).is_break() {
            break;
        }
    }
    session.output.finish()
}

struct Session {
    output: Output,
    catalogue: Catalogue,
    library: Library,
    /// What a position's rules are where it does not say.
    standard: Rules,
    /// The lexicon's name where a position does not say.
    lexicon_name: String,
    /// A name that was asked for and not found; looked for again when the data path or the letters change.
    wanted_lexicon: Option<String>,
    /// Which player to play like.
    strength: Strength,
    /// The last lexicon loaded.
    loaded: Option<Arc<Lexicon>>,
    /// What finds plays, for the rules and the lexicon of the last `go`.
    finder: Option<Finder>,
    /// The game on the table; none until there is a position, a rack or a move.
    table: Option<Table>,
}

/// A game, and what its position said besides.
#[derive(Clone)]
struct Table {
    history: History,
    notes: Notes,
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
        let lexicon_name = Library::embedded_names().next().unwrap_or_default().to_owned();
        Session {
            output,
            catalogue: Catalogue::default(),
            library: Library::default(),
            standard: Rules::default(),
            lexicon_name,
            wanted_lexicon: None,
            strength: Strength::Static,
            loaded: None,
            finder: None,
            table: None,
        }
    }

    /// Handles a line and answers it; breaks when the conversation is over.
    fn handle(&mut self, line: Line) -> ControlFlow<()> {
        let command = match line {
            Line::Text(text) => Command::parse(&text).map_err(|error| (error.code, error.text)),
            Line::NotUtf8 => Err((ErrorCode::UnknownCommand, "the line is not UTF-8".into())),
            Line::TooLong => Err((ErrorCode::UnknownCommand, "the line is too long".into())),
        };
        let answer = match command {
            Ok(Some(command)) => self.obey(command),
            Ok(None) => Ok(ControlFlow::Continue(Vec::new())),
            Err(failure) => Err(failure),
        };
        let replies = match answer {
            Ok(ControlFlow::Continue(replies)) => replies,
            Ok(ControlFlow::Break(())) => return ControlFlow::Break(()),
            Err((code, text)) => vec![Reply::Error(code, shortened(text))],
        };
        match replies.iter().try_for_each(|reply| self.output.send(one_line(reply))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Closed) => ControlFlow::Break(()),
        }
    }

    /// Does what a command says and gives the answer, or breaks the conversation off. What fails changes nothing.
    fn obey(&mut self, command: Command) -> Result<ControlFlow<(), Vec<Reply>>, Failure> {
        let replies = match command {
            Command::Ucgi => introduction(),
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => {
                let setting = Setting::parse(&name, value.as_deref()).map_err(bad_option)?;
                self.set(setting)?
            }
            Command::NewGame => {
                self.table = None;
                Vec::new()
            }
            Command::Position(position) => self.set_position(&position)?,
            Command::Rack(tiles) => self.set_rack(&tiles)?,
            Command::Play(text) => self.play(&text)?,
            Command::Undo => self.undo()?,
            Command::Show => self.show(),
            Command::Go(go) => self.go(&go)?,
            Command::Help(command) => help(command.as_deref()),
            Command::Quit => return Ok(ControlFlow::Break(())),
        };
        Ok(ControlFlow::Continue(replies))
    }

    /// Loads all that a `go` needs, so that it need not, and says what cannot be loaded.
    fn ready(&mut self) -> Vec<Reply> {
        let table = self.table();
        let lexicon = self.lexicon_of(&table).map_err(bad_option);
        let finder = lexicon.and_then(|lexicon| self.finder(table.history.now().rules(), &lexicon).map(drop));
        let failure = finder.err().map(|(code, text)| Reply::Error(code, text));
        failure.into_iter().chain([Reply::ReadyOk]).collect()
    }

    fn set(&mut self, setting: Setting) -> Result<Vec<Reply>, Failure> {
        match setting {
            Setting::DataPath(folders) => {
                if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
                    return Err(bad_option(format!("DataPath: {} is not a folder", missing.display())));
                }
                let data_path = DataPath::new(folders);
                self.catalogue = Catalogue::new(data_path.clone());
                self.library = Library::new(data_path);
                self.loaded = None;
                Ok(self.look_again())
            }
            Setting::Lexicon(name) => self.set_lexicon(name),
            Setting::LetterDistribution(name) => {
                self.standard.distribution = self.catalogue.distribution(&name).map_err(bad_option)?;
                Ok(self.look_again())
            }
            Setting::ChallengeRule(rule) => {
                self.standard.challenge = rule;
                Ok(Vec::new())
            }
            Setting::Strength(strength) => {
                self.strength = strength;
                Ok(Vec::new())
            }
        }
    }

    /// A name that is not found is remembered, since front ends set options in any order.
    fn set_lexicon(&mut self, name: String) -> Result<Vec<Reply>, Failure> {
        match self.load(&name, &self.standard.clone()) {
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
        let lost = self.load(&self.lexicon_name.clone(), &self.standard.clone()).err();
        lost.map(|error| Reply::Text(format!("no lexicon now: {error}"))).into_iter().collect()
    }

    /// The lexicon of this name for these tiles. Blocks while it is read, unless it is the one read last.
    fn load(&mut self, name: &str, rules: &Rules) -> Result<Arc<Lexicon>, LibraryError> {
        let fits = |lexicon: &Lexicon| {
            lexicon.name().eq_ignore_ascii_case(name) && *lexicon.distribution() == rules.distribution
        };
        if let Some(lexicon) = self.loaded.as_ref().filter(|lexicon| fits(lexicon)) {
            return Ok(lexicon.clone());
        }
        let lexicon = self.library.load(name, &rules.distribution)?;
        tracing::info!(name = lexicon.name(), words = lexicon.word_count(), "lexicon loaded");
        Ok(self.loaded.insert(lexicon).clone())
    }

    /// The game on the table, or a new one from the start if there is none.
    fn table(&self) -> Table {
        let start = || History::new(Position::start(Arc::new(self.standard.clone())));
        self.table.clone().unwrap_or_else(|| Table { history: start(), notes: Notes::default() })
    }

    /// The words that a game is played with.
    fn lexicon_of(&mut self, table: &Table) -> Result<Arc<Lexicon>, LibraryError> {
        let name = table.notes.lexicon.clone().unwrap_or_else(|| self.lexicon_name.clone());
        self.load(&name, table.history.now().rules())
    }

    fn set_position(&mut self, command: &PositionCommand) -> Result<Vec<Reply>, Failure> {
        let Cgp { position, notes } = match &command.start {
            Start::Empty => Cgp::of(&Position::start(Arc::new(self.standard.clone()))),
            Start::Cgp(text) => Cgp::parse(text, &self.catalogue, &self.standard).map_err(bad_position)?,
        };
        if let Some(variant) = notes.variant.as_ref().filter(|variant| !variant.eq_ignore_ascii_case("classic")) {
            return Err(bad_position(format!("var {variant:?}: only classic is played here")));
        }
        if let Some(name) = &notes.lexicon {
            self.load(name, position.rules()).map_err(bad_position)?;
        }
        let mut history = History::new(position);
        for (number, text) in command.moves.iter().enumerate() {
            let played = read_move(text, history.now()).and_then(|m| history.play(&m).map_err(bad_move));
            played.map_err(|(code, error)| (code, format!("move {}: {error}", number + 1)))?;
        }
        if let Some(text) = &command.rack {
            let (player, rack) = read_rack(text, &history)?;
            history.learn(player, &rack).map_err(|error| bad_move(format!("rack.{text}: {error}")))?;
        }
        self.table = Some(Table { history, notes });
        Ok(Vec::new())
    }

    fn set_rack(&mut self, text: &str) -> Result<Vec<Reply>, Failure> {
        let mut table = self.table();
        let (player, rack) = read_rack(text, &table.history)?;
        table.history.set_rack(player, rack).map_err(bad_move)?;
        self.table = Some(table);
        Ok(Vec::new())
    }

    fn play(&mut self, text: &str) -> Result<Vec<Reply>, Failure> {
        let mut table = self.table();
        let m = read_move(text, table.history.now())?;
        let turn = table.history.play(&m).map_err(bad_move)?;
        let lexicon = self.lexicon_of(&table).ok();
        let replies = tell(&table.history, &turn, lexicon.as_deref());
        self.table = Some(table);
        Ok(replies)
    }

    fn go(&mut self, go: &GoCommand) -> Result<Vec<Reply>, Failure> {
        if !matches!(go.mode, Mode::Auto | Mode::Gen) {
            return Err((ErrorCode::UnsupportedMode, format!("{} is not there yet; there are auto and gen", go.mode)));
        }
        let no_position = || (ErrorCode::NoPosition, "say position, or play a move, before go".into());
        let table = self.table.clone().ok_or_else(no_position)?;
        let now = table.history.now();
        let rack = rack_to_play(now)?;
        let lexicon = self.lexicon_of(&table).map_err(bad_position)?;
        let strength = self.strength;
        let finder = self.finder(now.rules(), &lexicon)?;
        let value = finder.value(strength)?;
        let plays = finder.plays(now, &rack, &value, go.plays.unwrap_or(GoCommand::PLAYS));
        let mut replies = ignored(go);
        replies.push(Reply::Text(provenance(finder, strength)));
        if go.mode == Mode::Gen {
            replies.extend(plays.iter().map(|found| Reply::Gen(describe_play(found, now, &rack))));
        }
        let best = plays.first().map_or(Play::Pass, |found| found.play);
        replies.push(Reply::BestMove(best.display(now.distribution().alphabet())));
        Ok(replies)
    }

    /// A generator for these rules and words. Blocks for a tenth of a second if they are not those of the last time.
    fn finder(&mut self, rules: &Arc<Rules>, lexicon: &Arc<Lexicon>) -> Result<&mut Finder, Failure> {
        let finder = match self.finder.take().filter(|finder| finder.is_for(rules, lexicon)) {
            Some(finder) => finder,
            None => Finder::new(rules, lexicon).map_err(bad_option)?,
        };
        Ok(self.finder.insert(finder))
    }

    fn undo(&mut self) -> Result<Vec<Reply>, Failure> {
        let nothing = || bad_move("there is no move to take back");
        let history = self.table.as_mut().map(|table| &mut table.history).ok_or_else(nothing)?;
        let turn = history.undo().ok_or_else(nothing)?;
        let played = turn.played.display(history.now().distribution().alphabet());
        Ok(vec![Reply::Text(format!("{} takes back {played}", turn.player))])
    }

    fn show(&mut self) -> Vec<Reply> {
        let table = self.table();
        let now = table.history.now();
        let mut lines: Vec<String> = now.picture().lines().map(str::to_owned).collect();
        lines.push(standing(now));
        lines.extend(Player::BOTH.map(|player| format!("{player} holds {}", holding(now, player))));
        lines.push(format!("{} in the bag", count(now.bag_len(), "tile")));
        let lexicon = self.lexicon_of(&table);
        lines.push(lexicon.as_ref().map_or_else(|error| format!("no lexicon: {error}"), |lexicon| describe(lexicon)));
        let last_move = table.history.turns().last().map(|turn| turn.played).or(table.notes.last_move);
        let lexicon = lexicon.ok().map(|lexicon| lexicon.name().to_owned());
        let cgp = Cgp { position: now.clone(), notes: Notes { last_move, lexicon, ..table.notes.clone() } };
        lines.push(format!("cgp {}", cgp.write(&self.standard)));
        lines.into_iter().map(Reply::Text).collect()
    }
}

fn read_move(text: &str, position: &Position) -> Result<Move, Failure> {
    Move::parse(text, position.distribution().alphabet()).map_err(bad_move)
}

/// A rack of the player on turn.
fn read_rack(text: &str, history: &History) -> Result<(Player, Rack), Failure> {
    let now = history.now();
    Ok((now.on_turn(), Rack::parse(text, now.distribution().alphabet()).map_err(bad_move)?))
}
