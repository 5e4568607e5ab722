//! What an engine can do wrong, told apart.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The process ended, or could not be started.
    Crash,
    /// It said nothing for too long.
    NoAnswer,
    /// A move that the rules forbid.
    IllegalMove,
    /// Something that is no move, or no text; or it refused what it was asked.
    BadOutput,
    /// It took longer than it may.
    TimeForfeit,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Crash, FaultKind::NoAnswer, FaultKind::IllegalMove, FaultKind::BadOutput, FaultKind::TimeForfeit];

    /// As files call it.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::NoAnswer => "no-answer",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::BadOutput => "bad-output",
            FaultKind::TimeForfeit => "time-forfeit",
        }
    }
}

/// In words.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('-', " "))
    }
}

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Of which kind: what tables count.
    pub kind: FaultKind,
    /// What exactly.
    pub text: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        Fault { kind, text: text.into() }
    }
}

/// `illegal move: 8D.QUIZ: Q is not on the rack AEINRST`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.text)
    }
}
