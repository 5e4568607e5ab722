//! What an `info` line says, whoever wrote it.
//!
//! Engines agree on names more than on their order, and each says things that another does not. So a line is read as
//! values by name: in any order, with what is not known passed over, and with the names that other engines have for
//! the same thing. Replies of our own are made from that ([`Reply`](super::Reply)), and so is what the referee writes
//! down of any engine.
//!
//! ```
//! use tasseo::protocol::{InfoLine, Topic};
//!
//! let info = InfoLine::parse("info sim move 8D.QI speed 9 iterations 400 wp 55.0").unwrap();
//! assert_eq!((info.topic, info.word("move")), (Topic::Sim, Some("8D.QI")));
//! assert_eq!((info.number("wp"), info.count("iters"), info.number("eq")), (Some(55.0), Some(400), None));
//! ```

/// What an `info` line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The search as a whole: the play that it would choose.
    Search,
    /// One of the plays that there are.
    Gen,
    /// A play that was simulated.
    Sim,
    /// An endgame.
    Endgame,
    /// A candidate of a pre-endgame.
    Peg,
    /// What is believed of the opponent: `infer`, or `string belief`.
    Infer,
    /// The line that is being looked at.
    CurrLine,
    /// A line for people.
    Text,
}

/// An `info` line, taken apart into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine<'l> {
    /// What it is about.
    pub topic: Topic,
    /// The words after the topic, up to `pv`.
    words: Vec<&'l str>,
    /// What follows `pv`: moves, and nothing else.
    line: Option<&'l str>,
}

/// Each first is our own name for what other engines call by the others.
const ALIASES: [&[&str]; 3] = [&["prob", "p"], &["iters", "iterations"], &["depth", "plies"]];

impl<'l> InfoLine<'l> {
    /// Takes a line apart; nothing if it does not begin with `info`.
    pub fn parse(line: &'l str) -> Option<Self> {
        let info = after(line, &["info"])?;
        let (first, rest) = split_word(info);
        let (topic, mut rest) = match first {
            "gen" => (Topic::Gen, rest),
            "sim" => (Topic::Sim, rest),
            "endgame" => (Topic::Endgame, rest),
            "peg" => (Topic::Peg, rest),
            "infer" => (Topic::Infer, rest),
            "currline" => (Topic::CurrLine, rest),
            "string" => after(rest, &["belief"]).map_or((Topic::Text, rest), |belief| (Topic::Infer, belief)),
            _ => (Topic::Search, info),
        };
        let (mut words, mut line) = (Vec::new(), None);
        while !rest.trim_start().is_empty() {
            let (word, next) = split_word(rest);
            if word == "pv" {
                line = Some(next);
                break;
            }
            words.push(word);
            rest = next;
        }
        Some(InfoLine { topic, words, line })
    }

    /// The word after this name, or after another name for the same thing.
    pub fn word(&self, name: &str) -> Option<&'l str> {
        let aliases = ALIASES.iter().find(|names| names.contains(&name)).copied();
        let value = |name: &str| {
            self.words.iter().zip(self.words.iter().skip(1)).find(|(key, _)| **key == name).map(|(_, value)| *value)
        };
        value(name).or_else(|| aliases?.iter().find_map(|alias| value(alias)))
    }

    /// The number after this name; nothing if it is not finite, or no number.
    pub fn number(&self, name: &str) -> Option<f64> {
        finite(self.word(name)?)
    }

    /// The probability after this name, from 0 to 1; some engines write it in percent, as `5%`.
    pub fn chance(&self, name: &str) -> Option<f64> {
        let word = self.word(name)?;
        word.strip_suffix('%').map_or_else(|| finite(word), |percent| Some(finite(percent)? / 100.0))
    }

    /// The whole number after this name.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.word(name)?.parse().ok()
    }

    /// Whether this word is in it.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// What follows `pv`, as it is written.
    pub fn line(&self) -> Option<&'l str> {
        self.line
    }

    /// The word of which this is the beginning, without it: the `0.625` of `w:0.625`.
    pub(super) fn labelled(&self, label: &str) -> Option<&'l str> {
        self.words.iter().find_map(|word| word.strip_prefix(label))
    }

    /// The first word that ends like this.
    pub(super) fn ending(&self, ending: &str) -> Option<&'l str> {
        self.words.iter().find(|word| word.ends_with(ending)).copied()
    }

    /// The word after this name, for a value that keeps it.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.word(name).map(str::to_owned)
    }

    /// The value of any type after this name.
    pub(super) fn value<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.word(name)?.parse().ok()
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// What follows these words at the beginning of a line, as it is written.
pub(super) fn after<'l>(line: &'l str, words: &[&str]) -> Option<&'l str> {
    words.iter().try_fold(line, |rest, expected| {
        let (word, rest) = split_word(rest);
        (word == *expected).then_some(rest)
    })
}

/// The first word, and what is behind the blank after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}
