//! What a front end, or a person at a keyboard, may say.
//!
//! One command a line, words separated by any white space. As UCGI wants it, words before the first one that is a
//! command are passed over. Names of commands are in lower case; moves and positions stay text here, since reading
//! them takes an alphabet.

use super::ErrorCode;
use std::fmt;
use thiserror::Error;

/// A command, with its arguments as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Says who we are and what can be set.
    Ucgi,
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
    /// The player on turn makes a move.
    Play(String),
    /// Takes the last move back.
    Undo,
    /// Shows the board.
    Show,
    /// Explains the commands, or one of them.
    Help(Option<String>),
    /// Chooses a move.
    Go(GoCommand),
    /// Ends the process.
    Quit,
}

/// How to choose a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoCommand {
    /// In which way.
    pub mode: Mode,
    /// How many plays to tell of, where that is said; `usize::MAX` for all.
    pub plays: Option<usize>,
    /// Words that are not understood, or not yet made use of.
    pub ignored: Vec<String>,
}

impl GoCommand {
    /// How many plays are told of where nothing is said.
    pub const PLAYS: usize = 10;
    /// The most that may be asked for by number.
    pub const MOST_PLAYS: usize = 1_000_000;
}

/// Ways of choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As the engine thinks best.
    Auto,
    /// By what each play scores and leaves.
    Gen,
    /// By simulation.
    Sim,
    /// Not a move, but the opponent's tiles.
    Infer,
    /// By solving an endgame.
    Endgame,
    /// By solving a pre-endgame.
    Peg,
}

impl Mode {
    const NAMES: [(Mode, &str); 6] = [
        (Mode::Auto, "auto"),
        (Mode::Gen, "gen"),
        (Mode::Sim, "sim"),
        (Mode::Infer, "infer"),
        (Mode::Endgame, "endgame"),
        (Mode::Peg, "peg"),
    ];

    /// The mode of this name, in any case.
    fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|&(mode, _)| mode)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(mode, _)| mode == self).map_or("", |&(_, name)| name);
        f.write_str(name)
    }
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

/// Every command there is, in the order in which `help` lists them.
pub const HELP: &[CommandHelp] = &[
    CommandHelp { name: "ucgi", usage: "ucgi", about: "who I am and what can be set; ends with ucgiok" },
    CommandHelp { name: "isready", usage: "isready", about: "answers readyok when everything before it is done" },
    CommandHelp {
        name: "setoption",
        usage: "setoption name NAME [value VALUE]",
        about: "sets an option; ucgi lists them",
    },
    CommandHelp { name: "ucginewgame", usage: "ucginewgame", about: "forgets the game; the next is another one" },
    CommandHelp {
        name: "position",
        usage: "position startpos|cgp CGP [moves MOVE ... [rack.TILES]]",
        about: "sets up a position; moves are like 8D.DJINN, D8.DJINN (down), ex.ABC, ex.3, pass, phony.8D.DJINN",
    },
    CommandHelp { name: "rack", usage: "rack TILES", about: "the player on turn holds these tiles; ? is a blank" },
    CommandHelp {
        name: "play",
        usage: "play MOVE",
        about: "the player on turn makes a move; a blank is in lower case",
    },
    CommandHelp { name: "undo", usage: "undo", about: "takes the last move back" },
    CommandHelp {
        name: "show",
        usage: "show",
        about: "the board (premium squares: ' and \" letter x2 and x3, - and = word x2 and x3), the scores, and the position as CGP",
    },
    CommandHelp {
        name: "go",
        usage: "go [auto|gen [plays N|all]]",
        about: "chooses a move, by what it scores and leaves; gen also lists the best plays",
    },
    CommandHelp { name: "help", usage: "help [COMMAND]", about: "this list, or one command" },
    CommandHelp { name: "quit", usage: "quit", about: "ends the engine" },
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
            "ucgi" => Ok(Command::Ucgi),
            "isready" => Ok(Command::IsReady),
            "setoption" => read_option(arguments),
            "ucginewgame" => Ok(Command::NewGame),
            "position" => read_position(arguments).map(Command::Position),
            "rack" => one_word("rack", arguments).map(Command::Rack),
            "play" => one_word("play", arguments).map(Command::Play),
            "undo" => Ok(Command::Undo),
            "show" => Ok(Command::Show),
            "help" => Ok(Command::Help(Some(split_word(arguments).0.to_owned()).filter(|word| !word.is_empty()))),
            "go" => read_go(arguments).map(Command::Go),
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

/// Parameters of UCGI and SIU that nothing here makes use of yet, with what follows them.
const OTHER_PARAMETERS: [(&str, Follows); 14] = [
    ("searchmoves", Follows::Moves),
    ("alsosearchmoves", Follows::Moves),
    ("1time", Follows::Number),
    ("2time", Follows::Number),
    ("1inc", Follows::Number),
    ("2inc", Follows::Number),
    ("depth", Follows::Number),
    ("iterations", Follows::Number),
    ("movetime", Follows::Number),
    ("stopcondition", Follows::Number),
    ("threads", Follows::Number),
    ("firstwin", Follows::Nothing),
    ("useinference", Follows::Nothing),
    ("infinite", Follows::Nothing),
];

/// What follows a parameter of `go`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Nothing,
    Number,
    /// Moves, up to the next word that means something.
    Moves,
}

fn other_parameter(word: &str) -> Option<Follows> {
    OTHER_PARAMETERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|&(_, follows)| follows)
}

/// Whether a word of `go` means something by itself.
fn is_parameter(word: &str) -> bool {
    let own = ["plays", "all"].iter().any(|own| own.eq_ignore_ascii_case(word));
    own || Mode::parse(word).is_some() || other_parameter(word).is_some()
}

/// Reads the mode and the parameters of `go`, in any case. What means nothing is kept, to be named as ignored; of two
/// modes the first counts.
fn read_go(arguments: &str) -> Result<GoCommand, CommandError> {
    let (mut mode, mut plays, mut ignored) = (None, None, Vec::new());
    let mut words = arguments.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if let Some(named) = Mode::parse(word).filter(|_| mode.is_none()) {
            mode = Some(named);
        } else if word.eq_ignore_ascii_case("plays") {
            plays = Some(read_plays(words.next())?);
        } else if word.eq_ignore_ascii_case("all") {
            plays = Some(usize::MAX);
        } else {
            ignored.push(word.to_owned());
            match other_parameter(word) {
                Some(Follows::Number) => drop(words.next_if(|value| value.parse::<f64>().is_ok())),
                Some(Follows::Moves) => while words.next_if(|value| !is_parameter(value)).is_some() {},
                Some(Follows::Nothing) | None => {}
            }
        }
    }
    Ok(GoCommand { mode: mode.unwrap_or(Mode::Auto), plays, ignored })
}

/// How many plays: a number, or `all`.
fn read_plays(value: Option<&str>) -> Result<usize, CommandError> {
    let value = value.unwrap_or_default();
    if value.eq_ignore_ascii_case("all") {
        return Ok(usize::MAX);
    }
    let count = value.parse().ok().filter(|count| (1..=GoCommand::MOST_PLAYS).contains(count));
    count.ok_or_else(|| {
        let (most, shown): (usize, String) = (GoCommand::MOST_PLAYS, value.chars().take(40).collect());
        CommandError::new(ErrorCode::UnknownCommand, format!("plays {shown:?}: must be from 1 to {most}, or all"))
    })
}

/// The command as a line; reading it gives the command again.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ucgi => write!(f, "ucgi"),
            Command::IsReady => write!(f, "isready"),
            Command::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::NewGame => write!(f, "ucginewgame"),
            Command::Position(position) => write!(f, "position {position}"),
            Command::Rack(tiles) => write!(f, "rack {tiles}"),
            Command::Play(text) => write!(f, "play {text}"),
            Command::Undo => write!(f, "undo"),
            Command::Show => write!(f, "show"),
            Command::Go(go) => write!(f, "{go}"),
            Command::Help(Some(command)) => write!(f, "help {command}"),
            Command::Help(None) => write!(f, "help"),
            Command::Quit => write!(f, "quit"),
        }
    }
}

impl fmt::Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go {}", self.mode)?;
        match self.plays {
            None => {}
            Some(usize::MAX) => write!(f, " plays all")?,
            Some(plays) => write!(f, " plays {plays}")?,
        }
        self.ignored.iter().try_for_each(|parameter| write!(f, " {parameter}"))
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
