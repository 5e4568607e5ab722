//! Words that commands and replies share: the dialects, and the kinds of error.

use std::fmt;

/// The two protocols. They differ in how they begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Universal Crossword Game Interface.
    #[default]
    Ucgi,
    /// Its successor; not an acronym.
    Siu,
}

impl Dialect {
    /// The word that begins it; with `ok` after it, the word that ends our answer.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Ucgi => "ucgi",
            Dialect::Siu => "siu",
        }
    }
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
    pub(super) const NAMES: [(ErrorCode, &str); 6] = [
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
