//! The options, described once. The `option` lines, `setoption` and the README's table all come from here.

use super::GoCommand;
use crate::evaluate::Strength;
use crate::game::ChallengeRule;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// An option as front ends see it.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name; compared without regard to case.
    pub name: &'static str,
    /// What values it takes, and which it has at first.
    pub kind: OptionKind,
    /// What it does.
    pub about: &'static str,
}

impl OptionSpec {
    /// The value at first, as `setoption` takes it.
    pub fn default(&self) -> String {
        match self.kind {
            OptionKind::Text { default, .. } | OptionKind::Choice { default, .. } => default.to_owned(),
            OptionKind::Number { default, .. } => default.to_string(),
            OptionKind::Check { default, .. } => default.to_string(),
        }
    }
}

/// What values an option takes, and what setting each of them is.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// Some text; an empty one is written `<empty>`.
    Text {
        /// Its value at first.
        default: &'static str,
        /// What it must be.
        wanted: &'static str,
        /// The setting; none if the text is not what it must be.
        read: fn(&str) -> Option<Setting>,
    },
    /// One of several.
    Choice {
        /// Its value at first.
        default: &'static str,
        /// All values.
        of: &'static [&'static str],
        /// The setting; none for what is none of them.
        read: fn(&str) -> Option<Setting>,
    },
    /// A whole number.
    Number {
        /// Its value at first.
        default: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
        /// The setting.
        set: fn(u64) -> Setting,
    },
    /// True or false.
    Check {
        /// Its value at first.
        default: bool,
        /// The setting.
        set: fn(bool) -> Setting,
    },
}

impl OptionKind {
    /// The setting that a value is; none if it cannot be.
    fn read(self, value: &str) -> Option<Setting> {
        match self {
            OptionKind::Text { read, .. } | OptionKind::Choice { read, .. } => read(value),
            OptionKind::Number { min, max, set, .. } => {
                value.trim().parse().ok().filter(|number| (min..=max).contains(number)).map(set)
            }
            OptionKind::Check { set, .. } => value.to_ascii_lowercase().parse().ok().map(set),
        }
    }
}

/// An option with its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Where lexicons, distributions and layouts are looked for.
    DataPath(Vec<PathBuf>),
    /// The words to play with.
    Lexicon(String),
    /// The tiles to play with.
    LetterDistribution(String),
    /// What a challenge costs.
    ChallengeRule(ChallengeRule),
    /// Which static player `go` plays like; none for all that the engine can do.
    Strength(Option<Strength>),
    /// How many plays a simulation begins with.
    SimCandidates(u64),
    /// How many plies follow a candidate in a simulation.
    SimPlies(u64),
    /// How the players inside a simulation judge.
    SimPlayer(Strength),
    /// Whether a simulation makes the spread large, and not the chance to win.
    SimForSpread(bool),
    /// Whether a simulation gives up candidates that are behind.
    SimNarrowing(bool),
    /// The leave values; none for those that go with the lexicon.
    Leaves(Option<String>),
    /// The win chances; none for those that go with the lexicon.
    WinPctTable(Option<String>),
    /// The game that is played. There is one.
    Variant,
    /// How many threads to search on; 0 for one for each core.
    Threads(u64),
    /// Megabytes for what an endgame remembers.
    EndgameHash(u64),
    /// What passes between our answer and the clock's stopping.
    MoveOverhead(Duration),
    /// What decides everything that is drawn at random.
    Seed(u64),
    /// Whether a game is analysed, and not played.
    AnalyseMode(bool),
    /// Who plays against us, in UCGI's words.
    Opponent(String),
    /// Whether to tell which line is being looked at.
    ShowCurrLine(bool),
}

/// The strength that is everything the engine can do.
const FULL: &str = "full";

fn strength(value: &str) -> Option<Option<Strength>> {
    if value.eq_ignore_ascii_case(FULL) { Some(None) } else { value.parse().ok().map(Some) }
}

/// How many plays a simulation begins with where nothing is said.
pub const SIM_CANDIDATES: u64 = 20;
/// How many plies follow a candidate where nothing is said.
pub const SIM_PLIES: u64 = 2;
/// More plies than any game has.
pub const MOST_PLIES: u64 = 100;

fn name(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|value| !value.is_empty())
}

/// What is put by for every move where nothing is said.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(100);

/// All options.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "DataPath",
        kind: OptionKind::Text {
            default: "",
            wanted: "folders",
            read: |value| Some(Setting::DataPath(folders(value))),
        },
        about: "folders with lexicons (`NAME.kwg`, `NAME.txt`), leave values (`NAME.klv2`), win chances (`NAME.winpct`), distributions and layouts, separated by `;`",
    },
    OptionSpec {
        name: "Lexicon",
        kind: OptionKind::Text {
            default: "ENABLE1",
            wanted: "a name",
            read: |value| name(value).map(Setting::Lexicon),
        },
        about: "the words: `ENABLE1`, `YAWL`, or one from DataPath",
    },
    OptionSpec {
        name: "LetterDistribution",
        kind: OptionKind::Text {
            default: "english",
            wanted: "a name",
            read: |value| name(value).map(Setting::LetterDistribution),
        },
        about: "the tiles: english, english_super, french, german, spanish, catalan, dutch, norwegian, swedish, polish, italian, portuguese, slovene, or one from DataPath",
    },
    OptionSpec {
        name: "Leaves",
        kind: OptionKind::Text { default: "", wanted: "a name", read: |value| Some(Setting::Leaves(name(value))) },
        about: "leave values, `NAME.klv2` from DataPath or `ENABLE1`; `none` for none; if empty, those of the lexicon's name, else those that come with Tasseo",
    },
    OptionSpec {
        name: "WinPctTable",
        kind: OptionKind::Text { default: "", wanted: "a name", read: |value| Some(Setting::WinPctTable(name(value))) },
        about: "win chances, `NAME.winpct` from DataPath or `ENABLE1`; `none` for none; if empty, as for Leaves",
    },
    OptionSpec {
        name: "ChallengeRule",
        kind: OptionKind::Choice {
            default: "double",
            of: &["void", "single", "double", "triple", "five_point", "ten_point"],
            read: |value| value.parse().ok().map(Setting::ChallengeRule),
        },
        about: "what a challenge of a valid play costs, where the position does not say",
    },
    OptionSpec {
        name: "Strength",
        kind: OptionKind::Choice {
            default: FULL,
            of: &["greedy", "rh1", "rh2", "rh3", "static", FULL],
            read: |value| strength(value).map(Setting::Strength),
        },
        about: "how `go` chooses, from the weakest on: by points alone, by one of Gordon's three rack heuristics (English tiles only), by leave values, or by all that the engine can do: simulation",
    },
    OptionSpec {
        name: "SimCandidates",
        kind: OptionKind::Number { default: SIM_CANDIDATES, min: 1, max: 1000, set: Setting::SimCandidates },
        about: "how many plays a simulation begins with, the statically best; it soon gives up most of them",
    },
    OptionSpec {
        name: "SimPlies",
        kind: OptionKind::Number { default: SIM_PLIES, min: 1, max: MOST_PLIES, set: Setting::SimPlies },
        about: "how many plies follow each candidate in a simulation, where `go` does not say `depth`",
    },
    OptionSpec {
        name: "SimPlayer",
        kind: OptionKind::Choice {
            default: "static",
            of: &["greedy", "rh1", "rh2", "rh3", "static"],
            read: |value| value.parse().ok().map(Setting::SimPlayer),
        },
        about: "how the players inside a simulation choose, as for Strength",
    },
    OptionSpec {
        name: "SimGoal",
        kind: OptionKind::Choice {
            default: "win",
            of: &["win", "spread"],
            read: |value| match value.to_ascii_lowercase().as_str() {
                "win" => Some(Setting::SimForSpread(false)),
                "spread" => Some(Setting::SimForSpread(true)),
                _ => None,
            },
        },
        about: "what a simulation makes large: the chance to win, with points where that makes no difference, or points alone",
    },
    OptionSpec {
        name: "SimNarrowing",
        kind: OptionKind::Check { default: true, set: Setting::SimNarrowing },
        about: "whether a simulation gives up candidates that are clearly behind; if not, all get as many iterations",
    },
    OptionSpec {
        name: "Variant",
        kind: OptionKind::Choice {
            default: "classic",
            of: &["classic"],
            read: |value| value.eq_ignore_ascii_case("classic").then_some(Setting::Variant),
        },
        about: "the game; there is one so far",
    },
    OptionSpec {
        name: "Threads",
        kind: OptionKind::Number { default: 0, min: 0, max: GoCommand::MOST_THREADS as u64, set: Setting::Threads },
        about: "how many threads a search may use, 0 for one for each core; the answer does not depend on it for a given number of iterations",
    },
    OptionSpec {
        name: "EndgameHash",
        kind: OptionKind::Number { default: 16, min: 1, max: 65536, set: Setting::EndgameHash },
        about: "megabytes for what the endgame search remembers; there is no such search yet",
    },
    OptionSpec {
        name: "MoveOverhead",
        kind: OptionKind::Number {
            default: MOVE_OVERHEAD.as_millis() as u64,
            min: 0,
            max: 10_000,
            set: |milliseconds| Setting::MoveOverhead(Duration::from_millis(milliseconds)),
        },
        about: "milliseconds between our answer and the clock's stopping, put by for every turn to come",
    },
    OptionSpec {
        name: "Seed",
        kind: OptionKind::Number { default: 1, min: 0, max: u32::MAX as u64, set: Setting::Seed },
        about: "decides everything that is drawn at random",
    },
    OptionSpec {
        name: "UCGI_AnalyseMode",
        kind: OptionKind::Check { default: false, set: Setting::AnalyseMode },
        about: "a game is analysed, not played: `go auto` also lists the best plays, and the clocks in a CGP do not count",
    },
    OptionSpec {
        name: "UCGI_Opponent",
        kind: OptionKind::Text {
            default: "",
            wanted: "TITLE|none ELO|none computer|human NAME",
            read: |value| opponent(value).map(Setting::Opponent),
        },
        about: "who plays against us, as `TITLE|none ELO|none computer|human NAME`; `show` tells it",
    },
    OptionSpec {
        name: "UCGI_ShowCurrLine",
        kind: OptionKind::Check { default: false, set: Setting::ShowCurrLine },
        about: "tells the line that is being looked at, as `info currline`",
    },
];

/// Paths separated by semicolons.
fn folders(value: &str) -> Vec<PathBuf> {
    value.split(';').map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from).collect()
}

/// UCGI's `[GM|IM|FM|WGM|WIM|none] [<elo>|none] [computer|human] <name>`, or nothing.
fn opponent(value: &str) -> Option<String> {
    let mut words = value.split_whitespace();
    let is = |word: Option<&str>, known: &[&str]| {
        word.is_some_and(|word| known.iter().any(|known| known.eq_ignore_ascii_case(word)))
    };
    let titled = is(words.next(), &["GM", "IM", "FM", "WGM", "WIM", "none"]);
    let rated = words.next().is_some_and(|elo| elo.eq_ignore_ascii_case("none") || elo.parse::<u32>().is_ok());
    let known = titled && rated && is(words.next(), &["computer", "human"]) && words.next().is_some();
    (known || value.trim().is_empty()).then(|| value.trim().to_owned())
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No such option.
    #[error("no option {name:?}; there are {known}", known = known_names())]
    Unknown {
        /// The name given.
        name: String,
    },
    /// A value that the option cannot have.
    #[error("{name} cannot be {value:?}; it must be {wanted}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// What it should be.
        wanted: String,
    },
}

fn known_names() -> String {
    OPTIONS.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ")
}

impl Setting {
    /// The setting of this name and value.
    pub fn parse(name: &str, value: Option<&str>) -> Result<Self, OptionError> {
        let spec = OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec = spec.ok_or_else(|| OptionError::Unknown { name: name.into() })?;
        let value = value.filter(|&value| value != "<empty>").unwrap_or_default();
        spec.kind.read(value).ok_or_else(|| spec.refuse(value))
    }
}

impl OptionSpec {
    fn refuse(&self, value: &str) -> OptionError {
        let wanted = match self.kind {
            OptionKind::Text { wanted, .. } => wanted.into(),
            OptionKind::Choice { of, .. } => format!("one of {}", of.join(", ")),
            OptionKind::Number { min, max, .. } => format!("from {min} to {max}"),
            OptionKind::Check { .. } => "true or false".into(),
        };
        OptionError::Value { name: self.name, value: value.into(), wanted }
    }
}

/// As UCGI and SIU declare it: `name Lexicon type string default ENABLE1`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} ", self.name)?;
        match self.kind {
            OptionKind::Text { default: "", .. } => write!(f, "type string default <empty>"),
            OptionKind::Text { default, .. } => write!(f, "type string default {default}"),
            OptionKind::Choice { default, of, .. } => {
                write!(f, "type combo default {default}")?;
                of.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Number { default, min, max, .. } => {
                write!(f, "type spin default {default} min {min} max {max}")
            }
            OptionKind::Check { default, .. } => write!(f, "type check default {default}"),
        }
    }
}

/// The table of options in the README.
pub fn options_table() -> String {
    let mut out = String::from("| option | default | what it does |\n|---|---|---|\n");
    for spec in OPTIONS {
        let default = Some(spec.default()).filter(|default| !default.is_empty());
        let default = default.map(|default| format!("`{default}`")).unwrap_or_default();
        out += &format!("| `{}` | {default} | {} |\n", spec.name, spec.about.replace('|', "\\|"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Catalogue;

    fn choices(option: &str) -> &'static [&'static str] {
        match OPTIONS.iter().find(|spec| spec.name == option).map(|spec| spec.kind) {
            Some(OptionKind::Choice { of, .. }) => of,
            _ => &[],
        }
    }

    #[test]
    fn the_defaults_can_be_set_and_the_texts_are_complete() {
        for spec in OPTIONS {
            assert!(Setting::parse(spec.name, Some(&spec.default())).is_ok(), "{}", spec.name);
        }
        assert_eq!(choices("ChallengeRule"), ChallengeRule::option_names().collect::<Vec<_>>());
        let names = Strength::ALL.map(Strength::name);
        assert_eq!(choices("SimPlayer"), names);
        assert_eq!(choices("Strength"), [&names[..], &[FULL]].concat());
        let about = OPTIONS.iter().find(|spec| spec.name == "LetterDistribution").map_or("", |spec| spec.about);
        assert!(Catalogue::distribution_names().all(|name| about.contains(name)));
    }

    #[test]
    fn what_cannot_be_set_says_what_can() {
        let error = Setting::parse("Hash", Some("1")).map_err(|error| error.to_string()).err().unwrap_or_default();
        assert!(error.starts_with("no option \"Hash\"; there are DataPath, Lexicon, "), "{error}");
        for (name, value, wanted) in [
            ("Threads", "257", "from 0 to 256"),
            ("EndgameHash", "0", "from 1 to 65536"),
            ("MoveOverhead", "-1", "from 0 to 10000"),
            ("UCGI_AnalyseMode", "maybe", "true or false"),
            ("UCGI_Opponent", "Nigel", "TITLE|none ELO|none computer|human NAME"),
        ] {
            let error = Setting::parse(name, Some(value)).map_err(|error| error.to_string());
            assert_eq!(error, Err(format!("{name} cannot be {value:?}; it must be {wanted}")));
        }
        let opponent = "GM 2300 human Nigel Richards";
        assert_eq!(Setting::parse("ucgi_opponent", Some(opponent)), Ok(Setting::Opponent(opponent.into())));
        let error = Setting::parse("challengerule", Some("maybe")).map_err(|error| error.to_string());
        let wanted = "one of void, single, double, triple, five_point, ten_point";
        assert_eq!(error, Err(format!("ChallengeRule cannot be \"maybe\"; it must be {wanted}")));
    }
}
