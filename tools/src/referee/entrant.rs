//! An engine as the command names it: what to start, what to set, and how long it may think.
//!
//! ```text
//! tasseo
//! 'tasseo Strength=greedy'
//! 'tasseo name=quick movetime=500'
//! './other-engine --quiet dialect=siu go="sim iterations 1000"'
//! ```
//!
//! The words are split as a shell would. The first is the command; a word `NAME=VALUE` is an option of the engine,
//! unless NAME is one of the referee's own; any other word, and one that begins with `-`, is an argument of the
//! command.

use super::limit::{Limit, parse_milliseconds};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tasseo::protocol::Dialect;

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called in tables and files; no two are called the same.
    pub name: String,
    /// As it was given.
    pub text: String,
    /// What is started.
    pub command: String,
    /// With which arguments it is started: all words that are no options.
    pub arguments: Vec<String>,
    /// What is set by `setoption`, in this order.
    pub options: Vec<(String, String)>,
    /// Words that follow each `go`.
    pub go: String,
    /// How long it may think.
    pub limit: Limit,
    /// What it is told beyond what its player may know.
    pub oracle: Oracle,
    /// How it is greeted.
    pub dialect: Dialect,
}

/// What an engine is told on purpose beyond what its player may know, for experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Oracle {
    /// Nothing.
    #[default]
    Nothing,
    /// The tiles that the opponent kept on its last turn, not those that it drew after it.
    Leave,
    /// All tiles that the opponent holds.
    Rack,
}

impl Oracle {
    /// As the command says it.
    pub fn name(self) -> &'static str {
        match self {
            Oracle::Nothing => "nothing",
            Oracle::Leave => "leave",
            Oracle::Rack => "rack",
        }
    }
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = split_words(text)?.into_iter();
        let command = words.next().ok_or("an engine is a command, such as tasseo")?;
        let mut entrant = Entrant {
            name: default_name(&command),
            text: text.trim().into(),
            command,
            arguments: Vec::new(),
            options: Vec::new(),
            go: String::new(),
            limit: Limit::default(),
            oracle: Oracle::default(),
            dialect: Dialect::default(),
        };
        for word in words {
            match word.split_once('=').filter(|_| !word.starts_with('-')) {
                Some((key, value)) => entrant.set(key, value).map_err(|error| format!("{word}: {error}"))?,
                None => entrant.arguments.push(word),
            }
        }
        Ok(entrant)
    }
}

impl Entrant {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if value.contains(['\n', '\r']) {
            return Err("must be one line".into());
        }
        match key {
            "name" if value.trim().is_empty() => return Err("a name has letters".into()),
            "name" => self.name = value.into(),
            "go" => self.go = value.split_whitespace().collect::<Vec<_>>().join(" "),
            "movetime" => self.limit.move_time = Some(parse_milliseconds(value)?),
            "iterations" => {
                let iterations = value.parse().ok().filter(|&number: &u64| number > 0);
                self.limit.iterations = Some(iterations.ok_or("must be a whole number from 1 on")?);
            }
            "clock" => self.limit.clock = Some(value.parse()?),
            "oracle" => self.oracle = parse_oracle(value)?,
            "dialect" => self.dialect = parse_dialect(value)?,
            _ => return self.set_option(key.strip_prefix("option.").unwrap_or(key), value),
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.is_empty() {
            return Err("an option has a name".into());
        }
        self.options.push((name.into(), value.into()));
        Ok(())
    }

    /// What an option is set to.
    pub fn option(&self, name: &str) -> Option<&str> {
        let set = self.options.iter().rev().find(|(set, _)| set.eq_ignore_ascii_case(name));
        set.map(|(_, value)| value.as_str())
    }

    /// Whether what it plays depends on how fast the machine is.
    pub fn is_timed(&self) -> bool {
        let timed = ["movetime", "1time", "2time", "infinite"];
        self.limit.is_timed()
            || self.go.split(' ').any(|word| timed.iter().any(|timed| timed.eq_ignore_ascii_case(word)))
    }

    /// What is to be started: beside this program, if it is there, else where the system looks for commands.
    pub fn program(&self) -> PathBuf {
        let beside = || std::env::current_exe().ok()?.parent().map(|folder| folder.join(&self.command));
        let is_bare = Path::new(&self.command).components().count() == 1 && !self.command.contains(['/', '\\']);
        beside().filter(|path| is_bare && path.is_file()).unwrap_or_else(|| PathBuf::from(&self.command))
    }
}

/// The words by which it was given, which tell more than its name.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Gives names to those who have none of their own: by their options where the command alone does not tell them apart,
/// by a number where nothing does. Fails if two are given the same name.
pub fn make_names_unique(entrants: &mut [Entrant]) -> Result<(), String> {
    let own = |entrant: &Entrant| entrant.name != default_name(&entrant.command);
    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let given: Vec<bool> = entrants.iter().map(own).collect();
    for (at, entrant) in entrants.iter_mut().enumerate().filter(|(at, _)| !given[*at]) {
        if names.iter().enumerate().any(|(other, name)| other != at && *name == entrant.name) {
            entrant.name = [entrant.name.clone(), distinction(entrant)].join(" ").trim_end().into();
        }
    }
    for at in 0..entrants.len() {
        let earlier = |name: &str| entrants[..at].iter().any(|entrant| same_name(&entrant.name, name));
        if earlier(&entrants[at].name) {
            let name = entrants[at].name.clone();
            if given[at] {
                return Err(format!("two engines have the name {name:?}"));
            }
            let numbered = (2..).map(|number| format!("{name} ({number})")).find(|name| !earlier(name));
            entrants[at].name = numbered.expect("numbers do not end");
        }
    }
    Ok(())
}

/// What sets an engine apart from another with the same command.
fn distinction(entrant: &Entrant) -> String {
    let options = entrant.options.iter().map(|(name, value)| format!("{name}={value}"));
    let limit = Some(entrant.limit).filter(|limit| *limit != Limit::default()).map(|limit| limit.to_string());
    let go = Some(entrant.go.clone()).filter(|go| !go.is_empty());
    let oracle = (entrant.oracle != Oracle::Nothing).then(|| format!("oracle={}", entrant.oracle.name()));
    let all = entrant.arguments.iter().cloned().chain(options).chain(go).chain(limit).chain(oracle);
    all.collect::<Vec<_>>().join(" ")
}

/// GCG files know players by a name without blanks.
fn same_name(one: &str, other: &str) -> bool {
    one.split_whitespace().collect::<Vec<_>>().join("_") == other.split_whitespace().collect::<Vec<_>>().join("_")
}

fn default_name(command: &str) -> String {
    let stem = Path::new(command).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| command.into())
}

fn parse_oracle(text: &str) -> Result<Oracle, String> {
    let all = [Oracle::Nothing, Oracle::Leave, Oracle::Rack];
    all.into_iter().find(|oracle| oracle.name() == text).ok_or_else(|| "must be nothing, leave or rack".into())
}

fn parse_dialect(text: &str) -> Result<Dialect, String> {
    let all = [Dialect::Ucgi, Dialect::Siu];
    all.into_iter().find(|dialect| dialect.name() == text).ok_or_else(|| "must be ucgi or siu".into())
}

/// Splits a line as a shell would: by blanks, but for those in quotes or after a backslash.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().push(characters.next().ok_or("ends with a backslash")?),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    match quote {
        Some(quote) => Err(format!("there is a {quote} without its other half")),
        None => Ok(words.into_iter().chain(word).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Entrant {
        text.parse().unwrap()
    }

    #[test]
    fn words_of_an_engine() {
        let all = parse(
            r#"./my\ engine -x=1 book.bin Strength=rh1 option.name=A go="sim iterations 5" movetime=500 clock=25+1
            iterations=7 oracle=leave dialect=siu name='Big One'"#,
        );
        assert_eq!((all.command.as_str(), all.name.as_str()), ("./my engine", "Big One"));
        assert_eq!(all.arguments, ["-x=1", "book.bin"]);
        assert_eq!((all.option("strength"), all.option("NAME")), (Some("rh1"), Some("A")));
        assert_eq!((all.go.as_str(), all.oracle, all.dialect), ("sim iterations 5", Oracle::Leave, Dialect::Siu));
        assert_eq!(all.limit.to_string(), "25m+1s, 500ms a move, 7 iterations a move");
        for (bad, error) in [
            ("", "an engine is a command, such as tasseo"),
            ("tasseo 'a", "there is a ' without its other half"),
            ("tasseo =1", "=1: an option has a name"),
            ("tasseo name=", "name=: a name has letters"),
            ("tasseo oracle=all", "oracle=all: must be nothing, leave or rack"),
            ("tasseo movetime=fast", "movetime=fast: must be like 500 (milliseconds), 500ms or 2s"),
        ] {
            assert_eq!(bad.parse::<Entrant>(), Err(error.into()));
        }
    }

    #[test]
    fn nobody_is_called_like_another() {
        let named = |texts: &[&str]| {
            let mut entrants: Vec<Entrant> = texts.iter().map(|text| parse(text)).collect();
            make_names_unique(&mut entrants)
                .map(|()| entrants.into_iter().map(|entrant| entrant.name).collect::<Vec<_>>())
        };
        assert_eq!(named(&["a/tasseo", "b/other"]).unwrap(), ["tasseo", "other"]);
        assert_eq!(named(&["tasseo", "tasseo Strength=rh1"]).unwrap(), ["tasseo", "tasseo Strength=rh1"]);
        assert_eq!(named(&["tasseo", "tasseo", "tasseo"]).unwrap(), ["tasseo", "tasseo (2)", "tasseo (3)"]);
        assert_eq!(named(&["a name=x", "b name=x"]), Err("two engines have the name \"x\"".into()));
        assert_eq!(named(&["x movetime=5", "x go=sim"]).unwrap(), ["x 5ms a move", "x sim"]);
    }

    #[test]
    fn what_depends_on_the_machine() {
        assert!(parse("x movetime=5").is_timed() && parse("x go='sim MOVETIME 5'").is_timed());
        assert!(!parse("x iterations=5").is_timed() && !parse("x go='sim iterations 5'").is_timed());
    }
}
