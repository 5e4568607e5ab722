//! The options, described once. The `option` lines, `setoption` and the README's table all come from here.

use crate::evaluate::Strength;
use crate::game::ChallengeRule;
use std::fmt;
use std::path::PathBuf;
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
    read: fn(&str) -> Option<Setting>,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Any text; an empty one is written `<empty>`.
    Text {
        /// Its value at first.
        default: &'static str,
    },
    /// One of several.
    Choice {
        /// Its value at first.
        default: &'static str,
        /// All values.
        of: &'static [&'static str],
    },
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
    /// Which player `go` plays like.
    Strength(Strength),
}

/// All options.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "DataPath",
        kind: OptionKind::Text { default: "" },
        about: "folders with lexicons (`NAME.kwg`, `NAME.txt`), leave values (`NAME.klv2`), win chances (`NAME.winpct`), distributions and layouts, separated by `;`",
        read: |value| {
            Some(Setting::DataPath(
                value.split(';').map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from).collect(),
            ))
        },
    },
    OptionSpec {
        name: "Lexicon",
        kind: OptionKind::Text { default: "ENABLE1" },
        about: "the words: `ENABLE1`, `YAWL`, or one from DataPath",
        read: |value| Some(Setting::Lexicon(value.into())).filter(|_| !value.is_empty()),
    },
    OptionSpec {
        name: "LetterDistribution",
        kind: OptionKind::Text { default: "english" },
        about: "the tiles: english, english_super, french, german, spanish, catalan, dutch, norwegian, swedish, polish, italian, portuguese, slovene, or one from DataPath",
        read: |value| Some(Setting::LetterDistribution(value.into())).filter(|_| !value.is_empty()),
    },
    OptionSpec {
        name: "ChallengeRule",
        kind: OptionKind::Choice {
            default: "double",
            of: &["void", "single", "double", "triple", "five_point", "ten_point"],
        },
        about: "what a challenge of a valid play costs, where the position does not say",
        read: |value| value.parse().ok().map(Setting::ChallengeRule),
    },
    OptionSpec {
        name: "Strength",
        kind: OptionKind::Choice { default: "static", of: &["greedy", "rh1", "rh2", "rh3", "static"] },
        about: "how `go` judges plays, from the weakest on: by points alone, by one of Gordon's three rack heuristics (English tiles only), or by leave values",
        read: |value| value.parse().ok().map(Setting::Strength),
    },
];

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
        (spec.read)(value).ok_or_else(|| spec.refuse(value))
    }
}

impl OptionSpec {
    fn refuse(&self, value: &str) -> OptionError {
        let wanted = match self.kind {
            OptionKind::Text { .. } => "a name".to_owned(),
            OptionKind::Choice { of, .. } => format!("one of {}", of.join(", ")),
        };
        OptionError::Value { name: self.name, value: value.into(), wanted }
    }
}

/// As UCGI and SIU declare it: `name Lexicon type string default ENABLE1`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} ", self.name)?;
        match self.kind {
            OptionKind::Text { default: "" } => write!(f, "type string default <empty>"),
            OptionKind::Text { default } => write!(f, "type string default {default}"),
            OptionKind::Choice { default, of } => {
                write!(f, "type combo default {default}")?;
                of.iter().try_for_each(|value| write!(f, " var {value}"))
            }
        }
    }
}

/// The table of options in the README.
pub fn options_table() -> String {
    let mut out = String::from("| option | default | what it does |\n|---|---|---|\n");
    for spec in OPTIONS {
        let (OptionKind::Text { default } | OptionKind::Choice { default, .. }) = spec.kind;
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        out += &format!("| `{}` | {default} | {} |\n", spec.name, spec.about);
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
            let (OptionKind::Text { default } | OptionKind::Choice { default, .. }) = spec.kind;
            assert!(Setting::parse(spec.name, Some(default)).is_ok(), "{}", spec.name);
        }
        assert_eq!(choices("ChallengeRule"), ChallengeRule::option_names().collect::<Vec<_>>());
        assert_eq!(choices("Strength"), Strength::ALL.map(Strength::name));
        let about = OPTIONS.iter().find(|spec| spec.name == "LetterDistribution").map_or("", |spec| spec.about);
        assert!(Catalogue::distribution_names().all(|name| about.contains(name)));
    }

    #[test]
    fn what_cannot_be_set_says_what_can() {
        let error = Setting::parse("Hash", Some("1")).map_err(|error| error.to_string());
        assert_eq!(
            error,
            Err("no option \"Hash\"; there are DataPath, Lexicon, LetterDistribution, ChallengeRule, Strength".into())
        );
        let error = Setting::parse("challengerule", Some("maybe")).map_err(|error| error.to_string());
        let wanted = "one of void, single, double, triple, five_point, ten_point";
        assert_eq!(error, Err(format!("ChallengeRule cannot be \"maybe\"; it must be {wanted}")));
    }
}
