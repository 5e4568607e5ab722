//! GCG, the file format of annotated games.
//!
//! ```
//! use tasseo::game::{Catalogue, Player, Rules, gcg::Gcg};
//!
//! let file = "\
//! #character-encoding UTF-8
//! #player1 ann Ann Lee
//! #player2 bob Bob Roe
//! #lexicon ENABLE1
//! >ann: DINNVWY 8D WINDY +32 32
//! #note A fine start.
//! >bob: AEEGILR 9C GLEE +16 16
//! >bob: AEEGILR -- -16 0
//! >ann: AENNRSV D7 S.AN +7 39
//! >bob: AEEGILR -GI +0 0
//! #rack1 ?ENRTVZ
//! ";
//! let (game, warnings) = Gcg::parse(file.as_bytes(), &Catalogue::default(), &Rules::default()).unwrap();
//! assert!(warnings.is_empty());
//! assert_eq!(game.history().now().score(Player::One), 39);
//! assert_eq!(game.write(), file);
//!
//! let wrong = file.replace("+7 39", "+8 40");
//! let (_, warnings) = Gcg::parse(wrong.as_bytes(), &Catalogue::default(), &Rules::default()).unwrap();
//! assert_eq!(warnings[0].to_string(), "line 9: SWAN scores 7, the file says 8");
//! ```
//!
//! Pragmas begin with `#`, moves with `>`: rack, coordinate, word, points, total. A tile played through is a dot; `--`
//! takes back a play that was challenged; `-GI` is an exchange, `-2` one of unknown tiles, and `-` a pass.
//! `(challenge)` and `(time)` change a score outside a turn, and so do racks at the end: `(EGOP) +14` for who went out,
//! `EGOP (EGOP) -7` where nobody did. A note is about the move before it.
//!
//! Reading is lenient, since many programs and people have written such files for thirty years; writing is strict.
//! Between bytes and game there are three stages, each of which trusts the one before it: the text
//! (`encoding`), its lines (`line`), and the game that they tell (`header`, then `read`).
//!
//! # What is an error and what a warning
//!
//! A file is read if a person could replay it. What lies on the board decides: a play that does not fit it, that needs
//! more tiles than there are, or that is made by a stranger is a [`GcgError`]. Everything else that does not add up is
//! a [`Warning`], and the game is loaded: points are those of our own rules, and a rack that cannot be is left out or
//! taken instead of what was known (`doubt`). Racks are kept as the file tells them, so racks that contradict each
//! other do so again when the written file is read, and so does an exchange that the rules forbid; no other warning
//! comes twice.
//!
//! # What the format cannot say
//!
//! The bonus, the limits and the challenge rule of a game; they are the reader's `standard`. A start from another
//! position than the empty board. A game lost by a challenge under the triple rule: it ends with its last play. A turn
//! lost by a challenge is written as Macondo does, a pass with the note `#unsuccessful-challenge`.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod doubt;
mod encoding;
mod error;
mod header;
mod line;
mod read;
mod retell;
mod word;
mod write;

use super::{History, PerPlayer, Rules};
pub use error::{Fault, GcgError, Problem, Remedy, Warning};
use retell::retell;
use thiserror::Error;

/// A game with everything that its file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gcg {
    /// The players, in the order of their first turns.
    pub players: PerPlayer<Name>,
    /// What the file says about the game, in order; without what the other fields hold.
    pub pragmas: Vec<Pragma>,
    /// Remarks, in order.
    pub notes: Vec<Note>,
    /// Whether the file says that it does not hold the whole game.
    pub incomplete: bool,
    /// From the empty board; knows of the racks what its moves tell, and at its end what else is known.
    history: History,
}

/// Why a game cannot be told in this format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// GCG has no way to give a position.
    #[error("a GCG file begins with the empty board, this game does not")]
    NotFromStart,
    /// Moves are told apart by the nickname.
    #[error("both players have the nickname {0:?}")]
    SameNickname(String),
}

impl Gcg {
    /// The file for a game, with all that is known of the racks, as if each move had told it.
    pub fn new(players: PerPlayer<Name>, game: &History) -> Result<Self, Unwritable> {
        let [one, two] = &players.0;
        if one.nickname == two.nickname {
            return Err(Unwritable::SameNickname(one.nickname.clone()));
        }
        let history = retell(game).ok_or(Unwritable::NotFromStart)?;
        let mut pragmas = Vec::new();
        name_rules(&mut pragmas, history.start().rules());
        Ok(Gcg { players, pragmas, notes: Vec::new(), incomplete: false, history })
    }

    /// The game.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The value of the first pragma of this name, without the `#`, in any case.
    pub fn pragma(&self, name: &str) -> Option<&str> {
        find_pragma(&self.pragmas, name)
    }

    /// The remarks on a turn, counted from 1; 0 for those on the whole game.
    pub fn notes_on(&self, turn: usize) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(move |note| note.after == turn).map(|note| note.text.as_str())
    }
}

/// A player's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    nickname: String,
    full: String,
}

impl Name {
    /// A name from a nickname and a full name. Blanks in the nickname become `_`; without a full name, the
    /// nickname is the full name too, and without either the player is called `_`.
    pub fn new(nickname: &str, full: &str) -> Self {
        let nickname = nickname.split_whitespace().collect::<Vec<_>>().join("_");
        let nickname = if nickname.is_empty() { "_".into() } else { nickname };
        let full = one_line(full);
        Name { full: if full.is_empty() { nickname.clone() } else { full }, nickname }
    }

    /// What the moves call the player: no blanks in it.
    pub fn nickname(&self) -> &str {
        &self.nickname
    }

    /// The whole name.
    pub fn full(&self) -> &str {
        &self.full
    }
}

/// Something said about the game, as `#lexicon ENABLE1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pragma {
    name: String,
    value: String,
}

impl Pragma {
    /// A pragma; its name without the `#`. Blanks are left out of the name and line ends out of the value.
    pub fn new(name: &str, value: &str) -> Self {
        Pragma { name: name.split_whitespace().collect(), value: one_line(value) }
    }

    /// Its name, without the `#`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says.
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    after: usize,
    text: String,
}

impl Note {
    /// A remark on the turn of this number, counted from 1; 0 for the whole game. Empty lines are left out, and so is a
    /// beginning that would tell of a turn lost, which is for the move to tell; other lines that a reader would take
    /// for something else are joined to those before them.
    pub fn new(after: usize, text: &str) -> Self {
        let mut out = String::new();
        for line in text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()) {
            if out.is_empty() && line == line::TURN_LOST {
                continue;
            }
            if !out.is_empty() {
                out.push(if line.starts_with(['#', '>']) { ' ' } else { '\n' });
            }
            out += line;
        }
        Note { after, text: out }
    }

    /// After how many turns it stands: it is about the last of them.
    pub fn after(&self) -> usize {
        self.after
    }

    /// The remark; one line or more.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn find_pragma<'p>(pragmas: &'p [Pragma], name: &str) -> Option<&'p str> {
    pragmas.iter().find(|pragma| pragma.name.eq_ignore_ascii_case(name)).map(Pragma::value)
}

const BOARD_LAYOUT: &str = "board-layout";
const TILE_DISTRIBUTION: &str = "tile-distribution";

/// Adds the pragmas for a board and tiles that are not the standard ones, unless they are there.
fn name_rules(pragmas: &mut Vec<Pragma>, rules: &Rules) {
    let standard = Rules::default();
    let mut say = |differs: bool, name: &str, value: &str| {
        if differs && find_pragma(pragmas, name).is_none() {
            pragmas.push(Pragma::new(name, value));
        }
    };
    say(rules.layout != standard.layout, BOARD_LAYOUT, rules.layout.name());
    say(rules.distribution != standard.distribution, TILE_DISTRIBUTION, rules.distribution.name());
}

#[cfg(test)]
mod tests {
    use super::super::{Catalogue, Position, cgp::Cgp};
    use super::*;

    #[test]
    fn names_pragmas_and_notes_fit_their_lines() {
        let name = Name::new("Ann Lee", "Ann\n Lee ");
        assert_eq!((name.nickname(), name.full()), ("Ann_Lee", "Ann Lee"));
        let nobody = Name::new("", "");
        assert_eq!((nobody.nickname(), nobody.full()), ("_", "_"));
        assert_eq!(Pragma::new("ti tle", " a\nb "), Pragma { name: "title".into(), value: "a b".into() });
        assert_eq!(Note::new(1, "#unsuccessful-challenge\nreally").text(), "really");
        assert_eq!(Note::new(1, "a \r\n\n > b\n#c\nd").text(), "a > b #c\nd");
    }

    #[test]
    fn what_the_format_cannot_tell() {
        let names = |one: &str, two: &str| PerPlayer([Name::new(one, ""), Name::new(two, "")]);
        let start = History::new(Position::start(Rules::default().into()));
        let error = Gcg::new(names("ann", "ann"), &start).unwrap_err();
        assert_eq!(error.to_string(), "both players have the nickname \"ann\"");
        let cgp = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 / 0/32 0";
        let later = Cgp::parse(cgp, &Catalogue::default(), &Rules::default()).unwrap().position;
        let error = Gcg::new(names("ann", "bob"), &History::new(later)).unwrap_err();
        assert_eq!(error.to_string(), "a GCG file begins with the empty board, this game does not");
    }
}
