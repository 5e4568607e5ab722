//! What may be wrong with a file. Every error and every warning begins with its line: `line 12: ...`.

use crate::game::{CatalogueError, Illegal, MoveError, PerPlayer, RackError, Reason, Square};
use std::fmt;
use thiserror::Error;

/// Why a file is no game that could be replayed.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct GcgError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// The ways in which a file is no game.
#[derive(Debug, Error)]
pub enum Fault {
    /// Letters beyond ASCII in an encoding that we do not know.
    #[error("the encoding {0:?} is not supported; UTF-8 and ISO-8859-1 are")]
    Encoding(String),
    /// A line that means nothing, and no note is before it.
    #[error("{0:?} is neither a move, which begins with >, nor a pragma, which begins with #")]
    Stray(String),
    /// A move that is not understood.
    #[error("{0:?} should be like \">ann: DINNVWY 8D WINDY +32 32\"")]
    Form(String),
    /// Points or a total that are none.
    #[error("{0:?} should be a whole number, like +32")]
    Number(String),
    /// Something that is not a coordinate before the word.
    #[error("{0:?} is no coordinate; across is like 8D, down like D8")]
    Coordinate(String),
    /// A player is not named.
    #[error("there is no #player{0}")]
    NoPlayer(usize),
    /// A player is named twice.
    #[error("there is a second #player{0}")]
    SecondPlayer(usize),
    /// A player without a nickname.
    #[error("#player{0} should be like \"#player{0} ann Ann Lee\"")]
    NoNickname(usize),
    /// Moves are told apart by the nickname.
    #[error("both players have the nickname {0:?}")]
    SameNickname(String),
    /// A move by somebody else.
    #[error("{nickname:?} is not a player; there are {} and {}", players.0[0], players.0[1])]
    Stranger {
        /// Who that is.
        nickname: String,
        /// The nicknames of the players.
        players: PerPlayer<String>,
    },
    /// An unknown board or set of tiles.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A move with letters that are none, or too many of them.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A play through a tile that is not there.
    #[error("{play}: there is no tile on {square} to play through")]
    NothingThere {
        /// The play as it is written.
        play: String,
        /// Where a tile should be.
        square: Square,
    },
    /// A move that the rules forbid.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// A player moves twice, and no challenge can explain it.
    #[error("it is the turn of {on_turn}, not of {mover}")]
    NotOnTurn {
        /// Whose turn it is.
        on_turn: String,
        /// Who moves.
        mover: String,
    },
    /// A play is taken back, or gets a bonus, that was not the last thing to happen.
    #[error("{0} has just played nothing that could be challenged")]
    NoPlay(String),
}

/// Something that does not add up. The game is read all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct Warning {
    /// Counted from 1.
    pub line: usize,
    /// What is odd there.
    pub problem: Problem,
}

/// The things that may not add up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The file is not in the encoding that it names.
    #[error("this is not UTF-8; the file is read as ISO-8859-1")]
    NotUtf8,
    /// Points that are not those of the rules, which are what counts.
    #[error("{what} scores {ours}, the file says {file}")]
    Points {
        /// What scores: a word, a pass, a rack at the end.
        what: String,
        /// By the rules.
        ours: i32,
        /// By the file.
        file: i32,
    },
    /// A total that is not the one before and the points.
    #[error("{nickname} now has {ours}, the file says {file}")]
    Total {
        /// Whose total it is.
        nickname: String,
        /// By the file's own points.
        ours: i32,
        /// By the file.
        file: i32,
    },
    /// A rack that is none; it is left out.
    #[error("{source}; the rack is left out")]
    UnreadableRack {
        /// What is wrong with it.
        source: RackError,
    },
    /// A rack that contradicts the play or what was known.
    #[error("{illegal}; {remedy}")]
    Rack {
        /// The contradiction.
        illegal: Illegal,
        /// What was done about it.
        remedy: Remedy,
    },
    /// A rack given without a move that contradicts what was known.
    #[error("{reason}; {remedy}")]
    KnownRack {
        /// The contradiction.
        reason: Reason,
        /// What was done about it.
        remedy: Remedy,
    },
    /// The tiles left at the end are not those that the file gives.
    #[error("{nickname} is left with {ours}, the file says {file}")]
    LeftWith {
        /// Whose tiles they are.
        nickname: String,
        /// By what was played.
        ours: String,
        /// By the file.
        file: String,
    },
    /// The end of the game is told where the rules go on.
    #[error("the game is not over here; what the racks count for is left out")]
    NotOver,
    /// A player moves twice after a play.
    #[error("{mover} moves again; {loser} must have challenged in vain and lost a turn")]
    MovesAgain {
        /// Who moves.
        mover: String,
        /// Who should have moved.
        loser: String,
    },
    /// The second player has the first turn.
    #[error("{0} begins, and is taken for player 1")]
    SecondBegins(String),
    /// An exchange, or a move after many scoreless turns, that other rules allow.
    #[error("{illegal}; other rules are taken to be in force")]
    OtherRules {
        /// Why the rules forbid it.
        illegal: Illegal,
    },
}

/// How a contradiction about racks was resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remedy {
    /// The rack that the file gives was left out, but for the tiles used.
    pub without_rack: bool,
    /// What was known of the mover's rack is forgotten.
    pub forget_own: bool,
    /// What was known of the opponent's rack is forgotten.
    pub forget_opponent: bool,
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.without_rack, "the rack is left out"),
            (self.forget_own, "the tiles kept are forgotten"),
            (self.forget_opponent, "the opponent's known tiles are forgotten"),
        ];
        let done: Vec<&str> = parts.iter().filter(|(done, _)| *done).map(|&(_, text)| text).collect();
        f.write_str(&done.join(", "))
    }
}
