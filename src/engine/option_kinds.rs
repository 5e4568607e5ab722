//! What an option may be: a text, one of several, a number, true or false.

use thiserror::Error;

/// An option as front ends see it.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// Its name; compared without regard to case.
    pub name: &'static str,
    /// What values it takes, and which it has at first.
    pub kind: OptionKind,
    /// What it does.
    pub about: &'static str,
}

/// What values an option takes, and which it has at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Some text.
    Text {
        /// Its value at first.
        default: &'static str,
        /// What it must be.
        wanted: &'static str,
    },
    /// One of several.
    Choice {
        /// Its value at first.
        default: &'static str,
        /// All values.
        of: Vec<&'static str>,
    },
    /// A whole number.
    Number {
        /// Its value at first.
        default: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// True or false.
    Check {
        /// Its value at first.
        default: bool,
    },
}

impl OptionKind {
    /// What a value must be, in words.
    fn wanted(&self) -> String {
        match self {
            OptionKind::Text { wanted, .. } => (*wanted).into(),
            OptionKind::Choice { of, .. } => format!("one of {}", of.join(", ")),
            OptionKind::Number { min, max, .. } => format!("from {min} to {max}"),
            OptionKind::Check { .. } => "true or false".into(),
        }
    }
}

impl OptionSpec {
    /// The value at first, as it would be set.
    pub fn default(&self) -> String {
        match self.kind {
            OptionKind::Text { default, .. } | OptionKind::Choice { default, .. } => default.to_owned(),
            OptionKind::Number { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
        }
    }
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No such option.
    #[error("no option {name:?}; there are {known}")]
    Unknown {
        /// The name given.
        name: String,
        /// All names.
        known: String,
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

/// There is no option of this name.
pub(super) fn unknown(name: &str, specs: &[OptionSpec]) -> OptionError {
    let known = specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
    OptionError::Unknown { name: name.into(), known }
}

/// How the text of an option becomes a value of its field.
pub(super) trait OptionType<T> {
    /// The value that a text is; none if it cannot be.
    fn read(&self, text: &str) -> Option<T>;

    fn kind(&self) -> OptionKind;

    /// The value at first.
    fn default_value(&self) -> T;

    /// The value that a text is, for the option of this name.
    fn read_as(&self, name: &'static str, text: &str) -> Result<T, OptionError> {
        let refuse = || OptionError::Value { name, value: text.into(), wanted: self.kind().wanted() };
        self.read(text).ok_or_else(refuse)
    }
}

/// Some text, and how it is read.
pub(super) struct Text<T> {
    pub(super) default: &'static str,
    pub(super) wanted: &'static str,
    pub(super) read: fn(&str) -> Option<T>,
}

/// One of several values, each with its name.
pub(super) struct Choice<T: 'static> {
    pub(super) default: &'static str,
    pub(super) of: &'static [(&'static str, T)],
}

/// A whole number.
pub(super) struct Number {
    pub(super) default: u64,
    pub(super) min: u64,
    pub(super) max: u64,
}

/// True or false.
pub(super) struct Check(pub(super) bool);

/// The value of this name, in any case.
pub(super) fn one_of<T: Clone>(of: &[(&'static str, T)], name: &str) -> Option<T> {
    of.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone())
}

/// A test reads all defaults.
const READABLE: &str = "the default of an option is one of its values";

impl<T> OptionType<T> for Text<T> {
    fn read(&self, text: &str) -> Option<T> {
        (self.read)(text)
    }

    fn kind(&self) -> OptionKind {
        OptionKind::Text { default: self.default, wanted: self.wanted }
    }

    fn default_value(&self) -> T {
        self.read(self.default).expect(READABLE)
    }
}

impl<T: Clone> OptionType<T> for Choice<T> {
    fn read(&self, text: &str) -> Option<T> {
        one_of(self.of, text)
    }

    fn kind(&self) -> OptionKind {
        OptionKind::Choice { default: self.default, of: self.of.iter().map(|(name, _)| *name).collect() }
    }

    fn default_value(&self) -> T {
        self.read(self.default).expect(READABLE)
    }
}

impl<T: TryFrom<u64>> OptionType<T> for Number {
    fn read(&self, text: &str) -> Option<T> {
        let number: u64 = text.trim().parse().ok()?;
        T::try_from(number).ok().filter(|_| (self.min..=self.max).contains(&number))
    }

    fn kind(&self) -> OptionKind {
        OptionKind::Number { default: self.default, min: self.min, max: self.max }
    }

    fn default_value(&self) -> T {
        T::try_from(self.default).ok().expect(READABLE)
    }
}

impl OptionType<bool> for Check {
    fn read(&self, text: &str) -> Option<bool> {
        text.to_ascii_lowercase().parse().ok()
    }

    fn kind(&self) -> OptionKind {
        OptionKind::Check { default: self.0 }
    }

    fn default_value(&self) -> bool {
        self.0
    }
}
