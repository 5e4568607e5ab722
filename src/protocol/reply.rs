//! What the engine answers, a line each.

use super::{Dialect, InferInfo, PegInfo};
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
    /// What simulation found out about a play.
    Sim(SimInfo),
    /// What is known of an endgame.
    Endgame(EndgameInfo),
    /// What is known of a candidate of a pre-endgame.
    Peg(PegInfo),
    /// What is believed of the opponent.
    Infer(InferInfo),
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
    /// The play, in move notation: `8D.WINDY`.
    pub play: String,
    /// Its points.
    pub score: i32,
    /// Its points and what it leaves, in points: `12.345`.
    pub equity: String,
    /// The tiles it keeps; may be none.
    pub leave: String,
}

/// A mean and its standard error, as they are written. A single sample has no error.
pub type Measured = (String, Option<String>);

/// A play as `go sim` tells of it. All numbers are as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimInfo {
    /// The play, in move notation: `8D.WINDY`.
    pub play: String,
    /// The chance to win in percent, and its error, if it is known: `61.20`, `0.41`.
    pub win: Option<Measured>,
    /// The points gained on the opponent, and their error: `34.120`, `0.713`.
    pub equity: Measured,
    /// How many iterations it was in.
    pub iterations: u64,
    /// How far it is behind the best, in percent of wins or else in points, and the error of that.
    pub behind: Measured,
    /// The mean points of the opponent's reply.
    pub reply: String,
    /// The mean points of our next play, if it was looked at.
    pub next: Option<String>,
}

/// An endgame, as far as it is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameInfo {
    /// In plies.
    pub depth: usize,
    /// The final spread of the game for the player on turn, racks counted.
    pub spread: i32,
    /// What the spread is, if not exact: `lowerbound`, `upperbound`.
    pub bound: Option<String>,
    /// Whether that is certain.
    pub is_proven: bool,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time: u128,
    /// The best line of play.
    pub line: String,
}

/// How far a search has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// In plies.
    pub depth: usize,
    /// How many positions, or rollouts.
    pub nodes: u64,
    /// How many of them a second.
    pub nodes_a_second: u64,
    /// The play that is being compared with the best, if there is one.
    pub current: Option<String>,
}

/// What a search thinks of a position, with the play that it likes best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreInfo {
    /// How far it has looked, if it has.
    pub looked: Option<Looked>,
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
            Reply::Sim(info) => write!(f, "info sim {info}"),
            Reply::Endgame(info) => write!(f, "info endgame {info}"),
            Reply::Peg(info) => write!(f, "info peg {info}"),
            Reply::Infer(info) => write!(f, "info infer {info}"),
            Reply::Score(info) => write!(f, "info {info}"),
            Reply::CurrLine(line) => write!(f, "info currline {line}"),
            Reply::BestMove(play) => write!(f, "bestmove {play}"),
            Reply::Text(text) => write!(f, "info string {text}"),
            Reply::Error(code, text) => write!(f, "info string error {code} {text}"),
        }
    }
}

impl fmt::Display for SimInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SimInfo { play, win, equity, iterations, behind, reply, next } = self;
        write!(f, "move {play}")?;
        win.iter().try_for_each(|win| write_measured(f, "wp", win))?;
        write_measured(f, "eq", equity)?;
        write!(f, " iters {iterations}")?;
        write_measured(f, "diff", behind)?;
        write!(f, " reply {reply}")?;
        next.iter().try_for_each(|next| write!(f, " next {next}"))
    }
}

fn write_measured(f: &mut fmt::Formatter<'_>, name: &str, (mean, error): &Measured) -> fmt::Result {
    write!(f, " {name} {mean}")?;
    error.iter().try_for_each(|error| write!(f, " {name}se {error}"))
}

impl fmt::Display for EndgameInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EndgameInfo { depth, spread, bound, is_proven, nodes, time, line } = self;
        write!(f, "depth {depth} score spread {spread:+}")?;
        bound.iter().try_for_each(|bound| write!(f, " {bound}"))?;
        f.write_str(if *is_proven { " proven" } else { "" })?;
        write!(f, " nodes {nodes} time {time} pv {line}")
    }
}

impl fmt::Display for ScoreInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScoreInfo { looked, win_percent, equity, time, line } = self;
        if let Some(Looked { depth, nodes, nodes_a_second, .. }) = looked {
            write!(f, "depth {depth} nodes {nodes} nps {nodes_a_second} ")?;
        }
        f.write_str("score")?;
        win_percent.iter().try_for_each(|percent| write!(f, " wp {percent}"))?;
        write!(f, " eq {equity} time {time}")?;
        let current = looked.iter().find_map(|looked| looked.current.as_ref());
        current.iter().try_for_each(|play| write!(f, " currmove {play}"))?;
        write!(f, " pv {line}")
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
        if let Some(info) =
            line.strip_prefix("info ").filter(|info| info.starts_with("score ") || info.starts_with("depth "))
        {
            return read_score(info).map(Reply::Score).ok_or_else(|| UnknownReply(owned(line)));
        }
        if let Some(info) = line.strip_prefix("info endgame ") {
            return read_endgame(info).map(Reply::Endgame).ok_or_else(|| UnknownReply(owned(line)));
        }
        if let Some(info) = line.strip_prefix("info peg ") {
            return PegInfo::read(info).map(Reply::Peg).ok_or_else(|| UnknownReply(owned(line)));
        }
        if let Some(info) = line.strip_prefix("info infer ") {
            return InferInfo::read(info).map(Reply::Infer).ok_or_else(|| UnknownReply(owned(line)));
        }
        if let Some(info) = line.strip_prefix("info sim ") {
            return read_sim(info).map(Reply::Sim).ok_or_else(|| UnknownReply(owned(line)));
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

fn read_score(info: &str) -> Option<ScoreInfo> {
    let (mut looked, rest) = match info.strip_prefix("depth ") {
        Some(rest) => rest.split_once(" score ").and_then(|(looked, rest)| Some((Some(read_looked(looked)?), rest)))?,
        None => (None, info.strip_prefix("score ")?),
    };
    let (win_percent, rest) = match rest.strip_prefix("wp ") {
        Some(rest) => rest.split_once(" eq ").map(|(percent, rest)| (Some(percent.to_owned()), rest))?,
        None => (None, rest.strip_prefix("eq ")?),
    };
    let (equity, rest) = rest.split_once(" time ")?;
    let (time, line) = rest.split_once(" pv ")?;
    let (time, current) =
        time.split_once(" currmove ").map_or((time, None), |(time, play)| (time, Some(play.to_owned())));
    looked.iter_mut().for_each(|looked| looked.current.clone_from(&current));
    let [equity, line] = [equity, line].map(str::to_owned);
    Some(ScoreInfo { looked, win_percent, equity, time: time.parse().ok()?, line })
}

fn read_looked(text: &str) -> Option<Looked> {
    let (depth, rest) = text.split_once(" nodes ")?;
    let (nodes, a_second) = rest.split_once(" nps ")?;
    let nodes_a_second = a_second.parse().ok()?;
    Some(Looked { depth: depth.parse().ok()?, nodes: nodes.parse().ok()?, nodes_a_second, current: None })
}

fn read_endgame(info: &str) -> Option<EndgameInfo> {
    let (info, line) = info.split_once(" pv ")?;
    let (depth, rest) = info.strip_prefix("depth ")?.split_once(" score spread ")?;
    let (spread, rest) = rest.split_once(' ')?;
    let (bounds, rest) = rest.split_once("nodes ")?;
    let (nodes, time) = rest.split_once(" time ")?;
    let bound = bounds.split(' ').find(|word| word.ends_with("bound")).map(str::to_owned);
    Some(EndgameInfo {
        depth: depth.parse().ok()?,
        spread: spread.parse().ok()?,
        bound,
        is_proven: bounds.split(' ').any(|word| word == "proven"),
        nodes: nodes.parse().ok()?,
        time: time.parse().ok()?,
        line: line.to_owned(),
    })
}

fn read_sim(info: &str) -> Option<SimInfo> {
    let mut words = info.split(' ').peekable();
    let mut read = |name: &str| words.next_if_eq(&name).and_then(|_| words.next()).map(str::to_owned);
    let play = read("move")?;
    let win = read("wp").map(|percent| (percent, read("wpse")));
    let equity = (read("eq")?, read("eqse"));
    let iterations = read("iters")?.parse().ok()?;
    let behind = (read("diff")?, read("diffse"));
    Some(SimInfo { play, win, equity, iterations, behind, reply: read("reply")?, next: read("next") })
}

fn read_error(text: &str) -> Option<Reply> {
    let (name, text) = text.strip_prefix("error ")?.split_once(' ')?;
    let (code, _) = ErrorCode::NAMES.iter().find(|(_, known)| *known == name)?;
    Some(Reply::Error(*code, text.to_owned()))
}
