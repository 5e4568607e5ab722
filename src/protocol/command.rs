//! What a front end, or a person at a keyboard, may say.
//!
//! One command a line, words separated by any white space. As UCGI wants it, words before the first one that is a
//! command are passed over. Names of commands are in lower case; moves and positions stay text here, since reading
//! them takes an alphabet.

use super::go::GoCommand;
use super::words::{Dialect, ErrorCode};
use std::fmt;
use thiserror::Error;

/// A command, with its arguments as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Says who we are and what can be set, in one of the two dialects.
    Hello(Dialect),
    /// Tells more, or no longer.
    Debug(bool),
    /// Answers when everything before it is done.
    IsReady,
    /// Sets an option.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its value; none for a button.
        value: Option<String>,
    },
    /// The next position is of another game.
    NewGame,
    /// Sets up a position.
    Position(PositionCommand),
    /// Says what the player on turn holds.
    Rack(String),
    /// The player on turn, who is us, makes a move.
    Play(String),
    /// The player on turn, who is the opponent, makes a move.
    Observe(String),
    /// The player on turn challenges the last play.
    Challenge,
    /// Takes the last move back.
    Undo,
    /// Shows the board.
    Show,
    /// Explains the commands, or one of them.
    Help(Option<String>),
    /// Tells what the opponent may have kept and may hold; this many of the likeliest leaves and tiles.
    Belief(Option<usize>),
    /// Chooses a move.
    Go(GoCommand),
    /// Ends the search.
    Stop,
    /// Something that UCGI knows and we need not: `register`, `copyprotection`.
    Nothing,
    /// Ends the process.
    Quit,
}

/// A position to set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// Where it starts from.
    pub start: Start,
    /// The moves since, in order.
    pub moves: Vec<String>,
    /// The tiles of the player then on turn.
    pub rack: Option<String>,
}

/// Where a position starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// An empty board.
    Empty,
    /// A CGP text.
    Cgp(String),
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct CommandError {
    /// The kind of error for the wire.
    pub code: ErrorCode,
    /// What was wrong, and what would be right.
    pub text: String,
}

impl CommandError {
    fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        CommandError { code, text: text.into() }
    }
}

/// How a command is used, for `help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandHelp {
    /// The word it begins with.
    pub name: &'static str,
    /// The whole line.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn entry(name: &'static str, usage: &'static str, about: &'static str) -> CommandHelp {
    CommandHelp { name, usage, about }
}

/// Every command that does something, in the order in which `help` lists them.
pub const HELP: &[CommandHelp] = &[
    entry("ucgi", "ucgi", "who I am and what can be set; ends with ucgiok"),
    entry("siu", "siu", "the same in SIU, with what I can do; ends with siuok"),
    entry("isready", "isready", "answers readyok when everything before it is done; while I think, at once"),
    entry("setoption", "setoption name NAME [value VALUE]", "sets an option; ucgi lists them"),
    entry("ucginewgame", "ucginewgame", "forgets the game; the next is another one"),
    entry("siunewgame", "siunewgame", "the same"),
    entry(
        "position",
        "position startpos|cgp CGP [moves MOVE ... [rack.TILES]]",
        "sets up a position; moves are like 8D.DJINN, D8.DJINN (down), ex.ABC, ex.3, pass, phony.8D.DJINN",
    ),
    entry("rack", "rack TILES", "the player on turn holds these tiles; ? is a blank"),
    entry("play", "play MOVE", "the player on turn, who is us, makes a move; a blank is in lower case"),
    entry("observe", "observe MOVE", "the player on turn, who is the opponent, makes a move"),
    entry("challenge", "challenge", "the player on turn challenges the last play; the lexicon decides"),
    entry("undo", "undo", "takes the last move back"),
    entry(
        "show",
        "show",
        "the board (premium squares: ' and \" letter x2 and x3, - and = word x2 and x3), the scores, and the position as CGP",
    ),
    entry("belief", "belief [N]", "what the opponent may have kept and may hold, by its plays, the N likeliest first"),
    entry(
        "go",
        "go [auto|gen|sim|infer|peg|endgame] [plays N|all] [searchmoves MOVE ...] [alsosearchmoves MOVE ...] [movetime MS] [1time MS] [2time MS] [1inc MS] [2inc MS] [infinite] [iterations N] [depth N] [stopcondition PERCENT] [threads N] [useinference true|false] [firstwin]",
        "chooses a move; gen lists the best plays by what they score and leave, infer tells what the opponent may hold, peg tries all draws of the last tiles in the bag",
    ),
    entry("stop", "stop", "ends the search, which then gives its bestmove"),
    entry("debug", "debug on|off", "tells more about what I do, or no longer"),
    entry("help", "help [COMMAND]", "this list, or one command"),
    entry("quit", "quit", "ends the engine"),
];

impl Command {
    /// Reads a line. A line of nothing but white space is no command, and no error.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim_start_matches('\u{feff}');
        let mut rest = line.trim();
        while !rest.is_empty() {
            let (word, arguments) = split_word(rest);
            if let Some(command) = Self::read(word, arguments) {
                return command.map(Some);
            }
            rest = arguments;
        }
        if line.trim().is_empty() {
            return Ok(None);
        }
        let (word, _) = split_word(line);
        let word: String = word.chars().take(40).collect();
        Err(CommandError::new(ErrorCode::UnknownCommand, format!("{word:?}; try help")))
    }

    /// Reads a command's arguments; none if the word is no command.
    fn read(word: &str, arguments: &str) -> Option<Result<Self, CommandError>> {
        Some(match word {
            "ucgi" => Ok(Command::Hello(Dialect::Ucgi)),
            "siu" => Ok(Command::Hello(Dialect::Siu)),
            "debug" => read_debug(arguments),
            "isready" => Ok(Command::IsReady),
            "setoption" => read_option(arguments),
            "ucginewgame" | "siunewgame" => Ok(Command::NewGame),
            "position" => read_position(arguments).map(Command::Position),
            "rack" => one_word("rack", arguments).map(Command::Rack),
            "play" => one_word("play", arguments).map(Command::Play),
            "observe" => one_word("observe", arguments).map(Command::Observe),
            "challenge" => Ok(Command::Challenge),
            "undo" => Ok(Command::Undo),
            "show" => Ok(Command::Show),
            "help" => Ok(Command::Help(Some(split_word(arguments).0.to_owned()).filter(|word| !word.is_empty()))),
            "belief" => read_belief(arguments),
            "go" => Ok(Command::Go(GoCommand::parse(arguments))),
            "stop" => Ok(Command::Stop),
            "register" | "copyprotection" => Ok(Command::Nothing),
            "quit" => Ok(Command::Quit),
            _ => return None,
        })
    }
}

/// The first word of a text and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim())
}

/// Splits a text before and after the first word that equals `wanted`.
fn split_at_word<'t>(text: &'t str, wanted: &str) -> Option<(&'t str, &'t str)> {
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if word == wanted {
            let before = text.len() - rest.trim_start().len();
            return Some((text.get(..before)?.trim(), after));
        }
        rest = after;
    }
    None
}

fn usage(name: &str) -> String {
    let help = HELP.iter().find(|help| help.name == name);
    format!("usage: {}", help.map_or(name, |help| help.usage))
}

fn one_word(name: &str, arguments: &str) -> Result<String, CommandError> {
    match split_word(arguments) {
        ("", _) => Err(CommandError::new(ErrorCode::BadMove, usage(name))),
        (word, "") => Ok(word.to_owned()),
        (_, extra) => Err(CommandError::new(ErrorCode::BadMove, format!("{extra:?} is too much; {}", usage(name)))),
    }
}

fn read_debug(arguments: &str) -> Result<Command, CommandError> {
    match split_word(arguments).0 {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        _ => Err(CommandError::new(ErrorCode::UnknownCommand, usage("debug"))),
    }
}

fn read_belief(arguments: &str) -> Result<Command, CommandError> {
    match split_word(arguments).0 {
        "" => Ok(Command::Belief(None)),
        number => match number.parse() {
            Ok(number) if number > 0 => Ok(Command::Belief(Some(number))),
            _ => {
                let error = format!("N must be a number from 1 on; {}", usage("belief"));
                Err(CommandError::new(ErrorCode::UnknownCommand, error))
            }
        },
    }
}

fn read_option(arguments: &str) -> Result<Command, CommandError> {
    let bad = || CommandError::new(ErrorCode::BadOption, usage("setoption"));
    let (_, named) = split_at_word(arguments, "name").ok_or_else(bad)?;
    let (name, value) = match split_at_word(named, "value") {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (named, None),
    };
    if name.is_empty() {
        return Err(bad());
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Command::SetOption { name, value })
}

fn read_position(arguments: &str) -> Result<PositionCommand, CommandError> {
    // An operation ends with a semicolon, and a word may follow it at once.
    let arguments = &arguments.replace(';', "; ");
    let (start, moves) = split_at_word(arguments, "moves").unwrap_or((arguments, ""));
    let start = match split_word(start) {
        ("startpos", "") => Start::Empty,
        ("cgp", cgp) if !cgp.is_empty() => Start::Cgp(cgp.split_whitespace().collect::<Vec<_>>().join(" ")),
        _ => return Err(CommandError::new(ErrorCode::BadPosition, usage("position"))),
    };
    let mut moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let rack = moves.pop_if(|last| last.starts_with("rack."));
    let rack = rack.as_deref().and_then(|rack| rack.strip_prefix("rack.")).map(str::to_owned);
    if let Some(early) = moves.iter().find(|word| word.starts_with("rack.")) {
        return Err(CommandError::new(ErrorCode::BadMove, format!("{early}: a rack may only come last")));
    }
    Ok(PositionCommand { start, moves, rack })
}

/// The command as a line; reading it gives the command again.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Hello(dialect) => write!(f, "{}", dialect.name()),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => write!(f, "isready"),
            Command::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::NewGame => write!(f, "ucginewgame"),
            Command::Position(position) => write!(f, "position {position}"),
            Command::Rack(tiles) => write!(f, "rack {tiles}"),
            Command::Play(text) => write!(f, "play {text}"),
            Command::Observe(text) => write!(f, "observe {text}"),
            Command::Challenge => write!(f, "challenge"),
            Command::Undo => write!(f, "undo"),
            Command::Show => write!(f, "show"),
            Command::Belief(None) => write!(f, "belief"),
            Command::Belief(Some(number)) => write!(f, "belief {number}"),
            Command::Go(go) => write!(f, "{go}"),
            Command::Stop => write!(f, "stop"),
            Command::Nothing => write!(f, "register"),
            Command::Help(Some(command)) => write!(f, "help {command}"),
            Command::Help(None) => write!(f, "help"),
            Command::Quit => write!(f, "quit"),
        }
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Empty => write!(f, "startpos")?,
            Start::Cgp(cgp) => write!(f, "cgp {cgp}")?,
        }
        if !self.moves.is_empty() || self.rack.is_some() {
            write!(f, " moves")?;
        }
        self.moves.iter().try_for_each(|m| write!(f, " {m}"))?;
        self.rack.iter().try_for_each(|rack| write!(f, " rack.{rack}"))
    }
}
