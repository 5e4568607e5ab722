//! `go`: in which way to choose a move, among which moves, and how long.
//!
//! Every parameter of UCGI and SIU is read here, in any case and in any order. Which of them a search can honour is the
//! session's to say; what means nothing, or has a value that it cannot have, is kept word for word, to be named as
//! ignored.

use crate::limits::{Limits, MAX_THREADS, Mode};
use std::fmt;
use std::iter::Peekable;
use std::str::SplitWhitespace;
use std::time::Duration;

/// How to choose a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// In which way.
    pub mode: Mode,
    /// How many plays to tell of; `usize::MAX` for all.
    pub plays: Option<usize>,
    /// The only moves to choose from, where there are any.
    pub search_moves: Vec<String>,
    /// Moves to look at beside those that the engine thinks of.
    pub also_search_moves: Vec<String>,
    /// When to end.
    pub limits: Limits,
    /// In an endgame, any win will do.
    pub first_win: bool,
    /// Whether the opponent's tiles are drawn by what its plays tell, if that is said.
    pub use_inference: Option<bool>,
    /// On how many threads.
    pub threads: Option<usize>,
    /// What is not understood.
    pub ignored: Vec<Ignored>,
}

/// A word of a `go` that is not made use of, with its value if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// As it was written.
    pub words: String,
    /// What would have been right, if anything.
    pub wanted: Option<&'static str>,
}

/// The modes, as they are written.
const MODES: [(&str, Mode); 6] = [
    ("gen", Mode::Gen),
    ("sim", Mode::Sim),
    ("infer", Mode::Infer),
    ("endgame", Mode::Endgame),
    ("peg", Mode::Peg),
    ("auto", Mode::Auto),
];

/// The names of all modes.
pub fn mode_names() -> [&'static str; 6] {
    MODES.map(|(name, _)| name)
}

/// The mode of this name, in any case.
fn read_mode(name: &str) -> Option<Mode> {
    MODES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, mode)| mode)
}

fn mode_name(mode: Mode) -> &'static str {
    MODES.iter().find(|(_, known)| *known == mode).map_or("", |&(name, _)| name)
}

/// The parameters, as they are written.
const PARAMETERS: [&str; 16] = [
    "plays",
    "all",
    "searchmoves",
    "alsosearchmoves",
    "1time",
    "2time",
    "1inc",
    "2inc",
    "movetime",
    "depth",
    "iterations",
    "stopcondition",
    "infinite",
    "firstwin",
    "useinference",
    "threads",
];

type Words<'t> = Peekable<SplitWhitespace<'t>>;

impl GoCommand {
    /// The most that may be asked for by number.
    pub const MOST_PLAYS: usize = 1_000_000;

    /// Reads the words after `go`. Of two modes the first counts.
    pub fn parse(arguments: &str) -> Self {
        let (mut go, mut mode) = (GoCommand::default(), None);
        let mut words = arguments.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match read_mode(word).filter(|_| mode.is_none()) {
                Some(named) => mode = Some(named),
                None => go.read_parameter(word, &mut words),
            }
        }
        go.mode = mode.unwrap_or_default();
        go
    }

    fn read_parameter(&mut self, word: &str, words: &mut Words<'_>) {
        let limits = &mut self.limits;
        let [first_time, second_time] = &mut limits.time.0;
        let [first_increment, second_increment] = &mut limits.increment.0;
        let read = match word.to_ascii_lowercase().as_str() {
            "plays" => read_into(&mut self.plays, words, "a number from 1 to 1000000, or all", plays),
            "all" => set(&mut self.plays, usize::MAX),
            "searchmoves" => read_moves(&mut self.search_moves, words),
            "alsosearchmoves" => read_moves(&mut self.also_search_moves, words),
            "1time" => read_into(first_time, words, MILLISECONDS, milliseconds),
            "2time" => read_into(second_time, words, MILLISECONDS, milliseconds),
            "1inc" => read_into(first_increment, words, MILLISECONDS, milliseconds),
            "2inc" => read_into(second_increment, words, MILLISECONDS, milliseconds),
            "movetime" => read_into(&mut limits.move_time, words, MILLISECONDS, milliseconds),
            "depth" => read_into(&mut limits.depth, words, "a number from 1 on", at_least_one),
            "iterations" => read_into(&mut limits.iterations, words, "a number from 1 on", at_least_one),
            "stopcondition" => read_into(&mut limits.stop_condition, words, "95, 98 or 99", |value| {
                value.parse().ok().filter(|percent| [95, 98, 99].contains(percent))
            }),
            "threads" => read_into(&mut self.threads, words, "a number from 1 to 256", |value| {
                value.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads))
            }),
            "infinite" => set_true(&mut limits.infinite),
            "firstwin" => set_true(&mut self.first_win),
            "useinference" => read_into(&mut self.use_inference, words, "true or false", |value| {
                if value.is_empty() { Some(true) } else { truth(value) }
            }),
            _ => Err((String::new(), None)),
        };
        if let Err((value, wanted)) = read {
            let words = [word, &value].join(" ").trim_end().to_owned();
            self.ignored.push(Ignored { words, wanted });
        }
    }
}

const MILLISECONDS: &str = "milliseconds";

/// A value that cannot be taken, and what could.
type Refused = (String, Option<&'static str>);

fn set<T>(place: &mut Option<T>, value: T) -> Result<(), Refused> {
    *place = Some(value);
    Ok(())
}

fn set_true(place: &mut bool) -> Result<(), Refused> {
    *place = true;
    Ok(())
}

/// Reads a value, unless the next word is a parameter or a mode itself.
fn read_into<T>(
    place: &mut Option<T>,
    words: &mut Words<'_>,
    wanted: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<(), Refused> {
    let is_value = |word: &&str| word.eq_ignore_ascii_case("all") || !is_parameter(word);
    let value = words.next_if(is_value).unwrap_or_default();
    let read = read(value).ok_or_else(|| (value.to_owned(), Some(wanted)))?;
    set(place, read)
}

/// Reads moves up to the next parameter or mode.
fn read_moves(place: &mut Vec<String>, words: &mut Words<'_>) -> Result<(), Refused> {
    let before = place.len();
    while let Some(word) = words.next_if(|word| !is_parameter(word)) {
        place.push(word.to_owned());
    }
    if place.len() == before { Err((String::new(), Some("one or more moves"))) } else { Ok(()) }
}

fn is_parameter(word: &str) -> bool {
    PARAMETERS.iter().any(|known| known.eq_ignore_ascii_case(word)) || read_mode(word).is_some()
}

fn plays(value: &str) -> Option<usize> {
    if value.eq_ignore_ascii_case("all") {
        return Some(usize::MAX);
    }
    value.parse().ok().filter(|count| (1..=GoCommand::MOST_PLAYS).contains(count))
}

/// `true` or `false`, in any case.
fn truth(value: &str) -> Option<bool> {
    value.to_ascii_lowercase().parse().ok()
}

/// Negative times, as in overtime, clamp to 0.
fn milliseconds(value: &str) -> Option<Duration> {
    value.parse::<i64>().ok().map(|milliseconds| Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

fn at_least_one<T: std::str::FromStr + Ord + From<u8>>(value: &str) -> Option<T> {
    value.parse().ok().filter(|number| *number >= T::from(1))
}

/// The command as a line; reading it gives what was understood of it again.
impl fmt::Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go {}", mode_name(self.mode))?;
        match self.plays {
            None => {}
            Some(usize::MAX) => write!(f, " plays all")?,
            Some(plays) => write!(f, " plays {plays}")?,
        }
        for (name, moves) in [("searchmoves", &self.search_moves), ("alsosearchmoves", &self.also_search_moves)] {
            if !moves.is_empty() {
                write!(f, " {name} {}", moves.join(" "))?;
            }
        }
        write_limits(f, &self.limits)?;
        f.write_str(if self.first_win { " firstwin" } else { "" })?;
        self.use_inference.iter().try_for_each(|used| write!(f, " useinference {used}"))?;
        self.threads.iter().try_for_each(|threads| write!(f, " threads {threads}"))?;
        self.ignored.iter().try_for_each(|ignored| write!(f, " {}", ignored.words))
    }
}

/// As in a `go`, each with a space before it.
fn write_limits(f: &mut fmt::Formatter<'_>, limits: &Limits) -> fmt::Result {
    let [first_time, second_time] = limits.time.0;
    let [first_increment, second_increment] = limits.increment.0;
    let times = [
        ("1time", first_time),
        ("2time", second_time),
        ("1inc", first_increment),
        ("2inc", second_increment),
        ("movetime", limits.move_time),
    ];
    for (name, time) in times {
        time.iter().try_for_each(|time| write!(f, " {name} {}", time.as_millis()))?;
    }
    limits.depth.iter().try_for_each(|depth| write!(f, " depth {depth}"))?;
    limits.iterations.iter().try_for_each(|iterations| write!(f, " iterations {iterations}"))?;
    limits.stop_condition.iter().try_for_each(|percent| write!(f, " stopcondition {percent}"))?;
    f.write_str(if limits.infinite { " infinite" } else { "" })
}

/// `ignored stopcondition 97: must be 95, 98 or 99`, without the first word.
impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)?;
        self.wanted.iter().try_for_each(|wanted| write!(f, ": must be {wanted}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PerPlayer;

    #[test]
    fn everything_is_read_in_any_order_and_case() {
        let text = "MoveTime 500 SIM searchmoves 8D.QI ex.Q alsosearchmoves pass 1time 60000 2time -3 1inc 5 2inc 6 \
            depth 4 iterations 1000 stopcondition 99 firstwin useinference threads 2 infinite plays 3";
        let go = GoCommand::parse(text);
        let millis = |time| Some(Duration::from_millis(time));
        let limits = Limits {
            time: PerPlayer([millis(60000), millis(0)]),
            increment: PerPlayer([millis(5), millis(6)]),
            move_time: millis(500),
            depth: Some(4),
            iterations: Some(1000),
            stop_condition: Some(99),
            infinite: true,
        };
        let expected = GoCommand {
            mode: Mode::Sim,
            plays: Some(3),
            search_moves: vec!["8D.QI".into(), "ex.Q".into()],
            also_search_moves: vec!["pass".into()],
            limits,
            first_win: true,
            use_inference: Some(true),
            threads: Some(2),
            ignored: Vec::new(),
        };
        assert_eq!(go, expected);
    }

    #[test]
    fn what_cannot_be_is_ignored_with_what_could() {
        let ignored = |text: &str| GoCommand::parse(text).ignored.iter().map(Ignored::to_string).collect::<Vec<_>>();
        assert_eq!(
            ignored("stopcondition 97 depth movetime soon quickly useinference maybe gen sim searchmoves infinite"),
            [
                "stopcondition 97: must be 95, 98 or 99",
                "depth: must be a number from 1 on",
                "movetime soon: must be milliseconds",
                "quickly",
                "useinference maybe: must be true or false",
                "sim",
                "searchmoves: must be one or more moves",
            ]
        );
        assert_eq!(ignored("plays 0 threads 1000 movetime 99999999999999999999").len(), 3);
    }
}
