//! What the engine answers, a line each.

use super::info_line::after;
use super::words::{Dialect, ErrorCode};
use super::{InferInfo, InfoLine, PegInfo, Topic};
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

/// A line that is no reply, or lacks what its kind of reply has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no reply")]
pub struct UnknownReply(String);

/// Reads a line of any engine, leniently: values may come in any order, and what is not known is passed over.
impl FromStr for Reply {
    type Err = UnknownReply;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let read = match line.trim() {
            "ucgiok" => Some(Reply::Ok(Dialect::Ucgi)),
            "siuok" => Some(Reply::Ok(Dialect::Siu)),
            "readyok" => Some(Reply::ReadyOk),
            _ => read_text(line).or_else(|| read_info(&InfoLine::parse(line)?)),
        };
        read.ok_or_else(|| UnknownReply(line.to_owned()))
    }
}

/// A reply that is text after one or two words.
fn read_text(line: &str) -> Option<Reply> {
    type Make = fn(String) -> Reply;
    const KINDS: [(&[&str], Make); 7] = [
        (&["id", "name"], Reply::IdName),
        (&["id", "author"], Reply::IdAuthor),
        (&["option"], Reply::Option),
        (&["capability"], Reply::Capability),
        (&["bestmove"], Reply::BestMove),
        (&["info", "currline"], Reply::CurrLine),
        (&["info", "string"], |text| read_error(&text).unwrap_or(Reply::Text(text))),
    ];
    KINDS.iter().find_map(|(words, make)| after(line, words).map(|text| make(text.to_owned())))
}

fn read_info(info: &InfoLine<'_>) -> Option<Reply> {
    match info.topic {
        Topic::Search => read_score(info).map(Reply::Score),
        Topic::Gen => read_gen(info).map(Reply::Gen),
        Topic::Sim => read_sim(info).map(Reply::Sim),
        Topic::Endgame => read_endgame(info).map(Reply::Endgame),
        Topic::Peg => PegInfo::read(info).map(Reply::Peg),
        Topic::Infer => InferInfo::read(info).map(Reply::Infer),
        Topic::CurrLine | Topic::Text => None,
    }
}

fn read_gen(info: &InfoLine<'_>) -> Option<GenInfo> {
    let leave = info.text("leave").unwrap_or_default();
    Some(GenInfo { play: info.text("move")?, score: info.value("score")?, equity: info.text("eq")?, leave })
}

fn read_score(info: &InfoLine<'_>) -> Option<ScoreInfo> {
    let looked = info.value("depth").map(|depth| Looked {
        depth,
        nodes: info.count("nodes").unwrap_or_default(),
        nodes_a_second: info.count("nps").unwrap_or_default(),
        current: info.text("currmove"),
    });
    Some(ScoreInfo {
        looked,
        win_percent: info.text("wp"),
        equity: info.text("eq")?,
        time: info.value("time")?,
        line: info.line()?.to_owned(),
    })
}

fn read_endgame(info: &InfoLine<'_>) -> Option<EndgameInfo> {
    Some(EndgameInfo {
        depth: info.value("depth")?,
        spread: info.value("spread")?,
        bound: info.ending("bound").map(str::to_owned),
        is_proven: info.has("proven"),
        nodes: info.count("nodes")?,
        time: info.value("time")?,
        line: info.line()?.to_owned(),
    })
}

fn read_sim(info: &InfoLine<'_>) -> Option<SimInfo> {
    let measured = |name: &str| info.text(name).map(|mean| (mean, info.text(&format!("{name}se"))));
    Some(SimInfo {
        play: info.text("move")?,
        win: measured("wp"),
        equity: measured("eq")?,
        iterations: info.count("iters")?,
        behind: measured("diff")?,
        reply: info.text("reply")?,
        next: info.text("next"),
    })
}

/// `error CODE TEXT`, if it is a code that we know.
fn read_error(text: &str) -> Option<Reply> {
    let (name, text) = text.strip_prefix("error ")?.split_once(' ')?;
    let (code, _) = ErrorCode::NAMES.iter().find(|(_, known)| *known == name)?;
    Some(Reply::Error(*code, text.to_owned()))
}
