//! What the engine answers, a line each.

use super::Dialect;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A line to the front end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Our name and version.
    IdName(String),
    /// Who wrote us.
    IdAuthor(String),
    /// An option, in UCGI's words: `name Lexicon type string default ENABLE1`.
    Option(String),
    /// What can be done, in SIU's words: `gen auto stream stop`.
    Capability(String),
    /// The end of the answer to `ucgi` or `siu`.
    Ok(Dialect),
    /// Everything before `isready` is done.
    ReadyOk,
    /// One of the plays that there are.
    Gen(GenInfo),
    /// What the search thinks of the position.
    Score(ScoreInfo),
    /// The line that is being looked at.
    CurrLine(String),
    /// What a `go` ends with.
    BestMove(String),
    /// A line for people.
    Text(String),
    /// Something could not be done, and nothing has changed.
    Error(ErrorCode, String),
}

/// A play as `go gen` tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenInfo {
    /// The play.
    pub play: String,
    /// Its points.
    pub score: i32,
    /// Its points and what it leaves, in points: `12.345`.
    pub equity: String,
    /// The tiles it keeps; may be none.
    pub leave: String,
}

/// What a search thinks of a position, with the play that it likes best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreInfo {
    /// The chance to win, in percent, if it is known: `61.2`.
    pub win_percent: Option<String>,
    /// What the play is worth, in points: `12.345`.
    pub equity: String,
    /// How long it took, in milliseconds.
    pub time: u128,
    /// The play, and what may follow it.
    pub line: String,
}

/// The kinds of error on the wire. All but `bad-option` are SIU's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The line is no command.
    UnknownCommand,
    /// The position cannot be set up.
    BadPosition,
    /// A move cannot be read, or made.
    BadMove,
    /// An option that there is not, or a value that it cannot have.
    BadOption,
    /// A way of searching that there is not.
    UnsupportedMode,
    /// A `go` before any position.
    NoPosition,
}

impl ErrorCode {
    const NAMES: [(ErrorCode, &str); 6] = [
        (ErrorCode::UnknownCommand, "unknown-command"),
        (ErrorCode::BadPosition, "bad-position"),
        (ErrorCode::BadMove, "bad-move"),
        (ErrorCode::BadOption, "bad-option"),
        (ErrorCode::UnsupportedMode, "unsupported-mode"),
        (ErrorCode::NoPosition, "no-position"),
    ];
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(code, _)| code == self).map_or("", |&(_, name)| name);
        f.write_str(name)
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {name}"),
            Reply::IdAuthor(author) => write!(f, "id author {author}"),
            Reply::Option(option) => write!(f, "option {option}"),
            Reply::Capability(capabilities) => write!(f, "capability {capabilities}"),
            Reply::Ok(dialect) => write!(f, "{}ok", dialect.name()),
            Reply::ReadyOk => write!(f, "readyok"),
            Reply::Gen(GenInfo { play, score, equity, leave }) => {
                write!(f, "info gen move {play} score {score} eq {equity} leave {leave}")
            }
            Reply::Score(ScoreInfo { win_percent, equity, time, line }) => {
                f.write_str("info score")?;
                win_percent.iter().try_for_each(|percent| write!(f, " wp {percent}"))?;
                write!(f, " eq {equity} time {time} pv {line}")
            }
            Reply::CurrLine(line) => write!(f, "info currline {line}"),
            Reply::BestMove(play) => write!(f, "bestmove {play}"),
            Reply::Text(text) => write!(f, "info string {text}"),
            Reply::Error(code, text) => write!(f, "info string error {code} {text}"),
        }
    }
}

/// A line that is no reply of ours.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no reply")]
pub struct UnknownReply(String);

impl FromStr for Reply {
    type Err = UnknownReply;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let owned = str::to_owned;
        if let Some(name) = line.strip_prefix("id name ") {
            return Ok(Reply::IdName(owned(name)));
        }
        if let Some(author) = line.strip_prefix("id author ") {
            return Ok(Reply::IdAuthor(owned(author)));
        }
        if let Some(option) = line.strip_prefix("option ") {
            return Ok(Reply::Option(owned(option)));
        }
        if let Some(play) = line.strip_prefix("bestmove ") {
            return Ok(Reply::BestMove(owned(play)));
        }
        if let Some(capabilities) = line.strip_prefix("capability ") {
            return Ok(Reply::Capability(owned(capabilities)));
        }
        if let Some(moves) = line.strip_prefix("info currline ") {
            return Ok(Reply::CurrLine(owned(moves)));
        }
        if let Some(info) = line.strip_prefix("info score ") {
            return read_score(info).ok_or_else(|| UnknownReply(owned(line)));
        }
        if let Some(info) = line.strip_prefix("info gen ") {
            return read_gen(info).ok_or_else(|| UnknownReply(owned(line)));
        }
        if let Some(text) = line.strip_prefix("info string ") {
            return Ok(read_error(text).unwrap_or_else(|| Reply::Text(owned(text))));
        }
        match line {
            "ucgiok" => Ok(Reply::Ok(Dialect::Ucgi)),
            "siuok" => Ok(Reply::Ok(Dialect::Siu)),
            "readyok" => Ok(Reply::ReadyOk),
            _ => Err(UnknownReply(owned(line))),
        }
    }
}

fn read_gen(info: &str) -> Option<Reply> {
    let (play, rest) = info.strip_prefix("move ")?.split_once(" score ")?;
    let (score, rest) = rest.split_once(" eq ")?;
    let (equity, leave) = rest.split_once(" leave ")?;
    let [play, equity, leave] = [play, equity, leave].map(str::to_owned);
    Some(Reply::Gen(GenInfo { play, score: score.parse().ok()?, equity, leave }))
}

fn read_score(info: &str) -> Option<Reply> {
    let (win_percent, rest) = match info.strip_prefix("wp ") {
        Some(rest) => rest.split_once(" eq ").map(|(percent, rest)| (Some(percent.to_owned()), rest))?,
        None => (None, info.strip_prefix("eq ")?),
    };
    let (equity, rest) = rest.split_once(" time ")?;
    let (time, line) = rest.split_once(" pv ")?;
    let [equity, line] = [equity, line].map(str::to_owned);
    Some(Reply::Score(ScoreInfo { win_percent, equity, time: time.parse().ok()?, line }))
}

fn read_error(text: &str) -> Option<Reply> {
    let (name, text) = text.strip_prefix("error ")?.split_once(' ')?;
    let (code, _) = ErrorCode::NAMES.iter().find(|(_, known)| *known == name)?;
    Some(Reply::Error(*code, text.to_owned()))
}
