//! Moves as UCGI and SIU write them.
//!
//! ```text
//! 8D.DJINN.DIJNNR?.5.0   a placement; optionally the rack it came from, points for a challenge in vain, a turn lost by it
//! H11.MAZEY              the letter first: down
//! ex.ABC.ABCDEFG         an exchange, optionally with the rack; ex.4 where the tiles are unknown
//! pass                   a pass, or a turn lost by a challenge
//! phony.H11.MAZEY        a placement that was challenged off
//! ```
//!
//! A [`Move`] read here is well-formed: coordinates and letters exist. Whether it is legal is for a
//! [`Position`](super::Position) to say.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

use super::{Alphabet, Board, Placement, Play, RACK_SIZE, Rack, RackError, Slot, SpellingError, Word};
use thiserror::Error;

/// A turn as it is told: what was done, and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// What was done.
    pub action: Action,
    /// The tiles that the player is known to have held.
    pub rack: Option<Rack>,
    /// What a challenge in vain brought.
    pub challenge: FailedChallenge,
}

/// What was done in a turn, as far as others can see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Something a player chooses.
    Play(Play),
    /// An exchange of this many tiles, which only their owner saw.
    ExchangeUnseen(usize),
    /// A placement that was challenged off; its tiles are known and back on the rack.
    Phony(Placement),
}

impl Action {
    /// The tiles that are seen to leave the rack, or that a phony showed. None if nobody saw them, or if they are more
    /// than a rack holds.
    pub fn tiles_used(&self, board: &Board) -> Option<Rack> {
        match self {
            Action::Play(Play::Place(placement)) | Action::Phony(placement) => placement.tiles_used(board),
            Action::Play(Play::Exchange(tiles)) => Some(*tiles),
            Action::Play(Play::Pass) | Action::ExchangeUnseen(_) => None,
        }
    }
}

/// The effect of a challenge of a valid play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FailedChallenge {
    /// Points for the player who was challenged.
    pub points: i32,
    /// Whether the challenger loses the next turn.
    pub turn_lost: bool,
}

impl From<Play> for Move {
    fn from(play: Play) -> Self {
        Move::new(Action::Play(play))
    }
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}: {fault}")]
pub struct MoveError {
    /// The move as it was written.
    pub text: String,
    /// What is wrong with it.
    pub fault: MoveFault,
}

/// The ways in which a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveFault {
    /// Neither a coordinate nor a word of the notation.
    #[error("should be like 8D.DJINN, H11.MAZEY, ex.ABC, ex.4, pass or phony.8D.DJINN")]
    Form,
    /// Something that is not a coordinate before the word.
    #[error("{0:?} is no coordinate; across is like 8D, down like D8")]
    Coordinate(String),
    /// No letters.
    #[error("no letters")]
    NoLetters,
    /// Too many letters for any board.
    #[error("no board is that wide")]
    TooLong,
    /// Not made of letters.
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    /// The rack, or the tiles exchanged, are no rack.
    #[error(transparent)]
    Rack(#[from] RackError),
    /// A number of exchanged tiles that is none.
    #[error("an exchange is of 1 to {RACK_SIZE} tiles")]
    ExchangeCount,
    /// A challenge field that is not understood.
    #[error("{0:?} should be the points for a challenge, then 0 or 1 for a turn lost")]
    Challenge(String),
    /// More fields than the notation has.
    #[error("{0:?} is one field too many")]
    ExtraField(String),
}

impl Move {
    /// A move of which nothing else is known.
    pub fn new(action: Action) -> Self {
        Move { action, rack: None, challenge: FailedChallenge::default() }
    }

    /// Reads a move in the notation above.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Self, MoveError> {
        let fields: Vec<&str> = text.split('.').collect();
        Self::from_fields(&fields, alphabet).map_err(|fault| MoveError { text: text.into(), fault })
    }

    fn from_fields(fields: &[&str], alphabet: &Alphabet) -> Result<Self, MoveFault> {
        match fields {
            [pass, rest @ ..] if pass.eq_ignore_ascii_case("pass") => {
                Self::with_rack(Action::Play(Play::Pass), rest, alphabet)
            }
            [ex, tiles, rest @ ..] if ex.eq_ignore_ascii_case("ex") => {
                Self::with_rack(parse_exchange(tiles, alphabet)?, rest, alphabet)
            }
            [phony, coord, word, rest @ ..] if phony.eq_ignore_ascii_case("phony") => {
                Self::with_rack(Action::Phony(parse_placement(coord, word, alphabet)?), rest, alphabet)
            }
            [coord, word, rest @ ..] => {
                let action = Action::Play(Play::Place(parse_placement(coord, word, alphabet)?));
                let (rack, challenge) = rest.split_at(rest.len().min(1));
                let challenge = parse_challenge(challenge)?;
                Ok(Move { challenge, ..Self::with_rack(action, rack, alphabet)? })
            }
            _ => Err(MoveFault::Form),
        }
    }

    fn with_rack(action: Action, fields: &[&str], alphabet: &Alphabet) -> Result<Self, MoveFault> {
        let rack = match fields {
            [] | [""] => None,
            [rack] => Some(Rack::parse(rack, alphabet)?),
            [_, extra, ..] => return Err(MoveFault::ExtraField((*extra).into())),
        };
        Ok(Move { rack, ..Move::new(action) })
    }

    /// Writes the move, with the fields that are known.
    pub fn display(&self, alphabet: &Alphabet) -> String {
        let mut text = match &self.action {
            Action::Play(play) => play.display(alphabet),
            Action::ExchangeUnseen(count) => format!("ex.{count}"),
            Action::Phony(placement) => format!("phony.{}", placement.display(alphabet)),
        };
        let challenged = self.challenge != FailedChallenge::default();
        let rack = self.rack.unwrap_or_default();
        if !rack.is_empty() || challenged {
            text += &format!(".{}", rack.display(alphabet));
        }
        if challenged {
            text += &format!(".{}.{}", self.challenge.points, u8::from(self.challenge.turn_lost));
        }
        text
    }
}

fn parse_placement(coord: &str, word: &str, alphabet: &Alphabet) -> Result<Placement, MoveFault> {
    let slot = Slot::parse(coord).ok_or_else(|| MoveFault::Coordinate(coord.into()))?;
    let tiles = alphabet.read_placed(word)?;
    if tiles.is_empty() {
        return Err(MoveFault::NoLetters);
    }
    let word = Word::new(tiles).ok_or(MoveFault::TooLong)?;
    Ok(Placement { slot, word })
}

fn parse_exchange(tiles: &str, alphabet: &Alphabet) -> Result<Action, MoveFault> {
    if tiles.starts_with(|c: char| c.is_ascii_digit()) {
        let count = tiles.parse().ok().filter(|count| (1..=RACK_SIZE).contains(count));
        return count.map(Action::ExchangeUnseen).ok_or(MoveFault::ExchangeCount);
    }
    let tiles = Rack::parse(tiles, alphabet)?;
    if tiles.is_empty() { Err(MoveFault::ExchangeCount) } else { Ok(Action::Play(Play::Exchange(tiles))) }
}

fn parse_challenge(fields: &[&str]) -> Result<FailedChallenge, MoveFault> {
    let points = |text: &str| text.parse().map(<i32 as From<i16>>::from).map_err(|_| MoveFault::Challenge(text.into()));
    match *fields {
        [] => Ok(FailedChallenge::default()),
        [challenge] => Ok(FailedChallenge { points: points(challenge)?, turn_lost: false }),
        [challenge, turn_lost] => {
            let turn_lost = match turn_lost {
                "0" => false,
                "1" => true,
                _ => return Err(MoveFault::Challenge(turn_lost.into())),
            };
            Ok(FailedChallenge { points: points(challenge)?, turn_lost })
        }
        [_, _, extra, ..] => Err(MoveFault::ExtraField(extra.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, english};
    use super::*;

    fn parse(text: &str) -> Result<Move, MoveError> {
        Move::parse(text, english().alphabet())
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "8D.DJINN",
            "H11.MAZEY",
            "8D.DJINn.?DIJNNR",
            "8D.DJINN.DIJNNRS.5.0",
            "8D.DJINN..0.1",
            "ex.ABC",
            "ex.ABC.ABCDEFG",
            "ex.4",
            "pass",
            "phony.H11.MAZEY",
        ] {
            assert_eq!(parse(text).unwrap().display(english().alphabet()), text);
        }
    }

    #[test]
    fn either_case_of_coordinate_and_order_of_rack() {
        let m = parse("h11.MAZEY.YEZAMRS").unwrap();
        assert_eq!(m.display(english().alphabet()), "H11.MAZEY.AEMRSYZ");
        let Action::Play(Play::Place(placement)) = m.action else { panic!() };
        assert_eq!(placement.slot.direction, Direction::Down);
        assert_eq!(parse("8D.DJINN.DIJNN.0.0").unwrap(), parse("8D.DJINN.DIJNN").unwrap());
    }

    #[test]
    fn faults_say_what_and_where() {
        for (text, error) in [
            ("", ": should be like 8D.DJINN, H11.MAZEY, ex.ABC, ex.4, pass or phony.8D.DJINN"),
            ("resign", "resign: should be like 8D.DJINN, H11.MAZEY, ex.ABC, ex.4, pass or phony.8D.DJINN"),
            ("88D.QUIZ", "88D.QUIZ: \"88D\" is no coordinate; across is like 8D, down like D8"),
            ("8D.", "8D.: no letters"),
            ("8D.QU1Z", "8D.QU1Z: \"1\" is not a letter of this alphabet"),
            ("8D.QUIZ.AEIOUAEI", "8D.QUIZ.AEIOUAEI: AEIOUAEI has 8 tiles, a rack holds 7"),
            ("ex.8", "ex.8: an exchange is of 1 to 7 tiles"),
            ("ex.0", "ex.0: an exchange is of 1 to 7 tiles"),
            ("ex.", "ex.: an exchange is of 1 to 7 tiles"),
            (
                "8D.QUIZ.QUIZ.5.2",
                "8D.QUIZ.QUIZ.5.2: \"2\" should be the points for a challenge, then 0 or 1 for a turn lost",
            ),
            ("8D.QUIZ.QUIZ.5.1.1", "8D.QUIZ.QUIZ.5.1.1: \"1\" is one field too many"),
            ("8D.AAAAAAAAAAAAAAAAAAAAAA", "8D.AAAAAAAAAAAAAAAAAAAAAA: no board is that wide"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), error);
        }
    }
}
