//! What an option is, and what it may be set to. Which options there are is in `option_list`.

use super::option_list::OPTIONS;
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
    /// Whether searches read the opponent.
    UseInference(bool),
    /// Pre-endgames weigh draws by what the opponent's plays tell.
    PegBelief(bool),
    /// How its plays are explained.
    Likelihood(LikelihoodKind),
    /// For `margin`: hundredths of a point.
    LikelihoodMargin(u64),
    /// For `softmax`: hundredths of a point; 0 for temperatures that are learned.
    LikelihoodTemperature(u64),
    /// For `softmax` with a temperature that is told: how many of ten thousand plays are chosen by lot.
    LikelihoodFloor(u64),
    /// Whether leaves are weighed as if they had been drawn by themselves, as Richards and Amir do.
    InferenceByLeave(bool),
    /// Whether only the opponent's last turn is read.
    InferenceLastTurn(bool),
    /// The most racks that are judged for a play.
    InferenceRacks(u64),
    /// Whether to play worse than the engine can.
    LimitStrength(bool),
    /// How well to play then.
    Elo(u64),
    /// Who plays against us, if that is said.
    Opponent(Option<NamedOpponent>),
    /// Whether to tell which line is being looked at.
    ShowCurrLine(bool),
}

/// Who plays against us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpponent {
    /// Whether it is a human, or else a program.
    pub is_human: bool,
    /// How good it is, if that is known.
    pub rating: Option<u32>,
    /// All that was said.
    pub text: String,
}

/// How the opponent's plays are explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LikelihoodKind {
    /// The best play is certain, as Richards and Amir have it.
    Best,
    /// Any play is that is not much worse than the best.
    Margin,
    /// Better plays are likelier.
    #[default]
    Softmax,
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
        let choices = match spec.kind {
            OptionKind::Choice { of, .. } if of.len() > 1 => format!(" (`{}`)", of.join("`, `")),
            _ => String::new(),
        };
        out += &format!("| `{}` | {default} | {}{choices} |\n", spec.name, spec.about.replace('|', "\\|"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::option_list::FULL;
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
            ("UCGI_Opponent", "none nan human Nigel", "TITLE|none ELO|none computer|human NAME"),
        ] {
            let error = Setting::parse(name, Some(value)).map_err(|error| error.to_string());
            assert_eq!(error, Err(format!("{name} cannot be {value:?}; it must be {wanted}")));
        }
        let text = "GM 2300 human Nigel Richards".to_owned();
        let opponent = NamedOpponent { is_human: true, rating: Some(2300), text: text.clone() };
        assert_eq!(Setting::parse("ucgi_opponent", Some(&text)), Ok(Setting::Opponent(Some(opponent))));
        assert_eq!(Setting::parse("ucgi_opponent", Some("")), Ok(Setting::Opponent(None)));
        let error = Setting::parse("challengerule", Some("maybe")).map_err(|error| error.to_string());
        let wanted = "one of void, single, double, triple, five_point, ten_point";
        assert_eq!(error, Err(format!("ChallengeRule cannot be \"maybe\"; it must be {wanted}")));
    }
}
