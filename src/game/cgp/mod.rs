//! CGP, the one-line text of a position.
//!
//! Four fields and any number of operations, separated by spaces:
//!
//! ```text
//! 15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15  AEGILNR/  0/32  0  lex ENABLE1; lm 8D.WINDY;
//! the board, row by row; numbers are empty squares    racks     scores, zero turns, operations
//! ```
//!
//! Racks and scores begin with the player on turn, so a position that is read has player one on turn. A rack that is
//! left empty is unknown, one with fewer than seven tiles may be partly known. Operations of our own settings (`bb bdn
//! cr etl ld mcnz`) become the position's [`Rules`](super::Rules); the others are kept beside it; those that we do not
//! know are kept as they are.
//!
//! Reading is lenient in white space, in the case of coordinates, and about a missing last semicolon. Writing is
//! strict, and gives each operation that differs from the usual game, in alphabetical order.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod error;
mod read;
mod write;

pub use error::CgpError;

use super::{Move, PerPlayer, Position, Rack};
use std::time::Duration;

/// A position with everything that its line may say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cgp {
    /// The position. One that has been read has player one on turn.
    pub position: Position,
    /// What else the line says.
    pub notes: Notes,
}

/// What a CGP line may say besides the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// `lex`: the lexicon's name.
    pub lexicon: Option<String>,
    /// `gid`: the game's id.
    pub game_id: Option<String>,
    /// `lm`: the last move, by player two.
    pub last_move: Option<Move>,
    /// `oru`: the rack of player two, which is given for the record and must not be used. The position does not
    /// have it.
    pub hidden_rack: Option<Rack>,
    /// `tmr`: milliseconds left on each clock; negative when over time.
    pub timers: Option<PerPlayer<i64>>,
    /// `ti`: what each move adds to its player's clock.
    pub increment: Option<Duration>,
    /// `to`: how much overtime there may be before the game ends.
    pub max_overtime: Option<Duration>,
    /// `var`: the variant's name.
    pub variant: Option<String>,
    /// Operations that are not CGP's, as they were written.
    pub others: Vec<String>,
}

impl Cgp {
    /// The line for a position of which nothing else is to be said.
    pub fn of(position: &Position) -> Self {
        Cgp { position: position.clone(), notes: Notes::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Action, Catalogue, Rules};

    fn parse(text: &str) -> Result<Cgp, CgpError> {
        Cgp::parse(text, &Catalogue::default(), &Rules::default())
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    const MAVEN: &str = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/\
                         1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7";

    #[test]
    fn the_examples_of_the_specification() {
        let opening = parse(&format!("{EMPTY} AELNOQT/ 0/0 0 lex NWL18; lm -2;")).unwrap();
        assert_eq!(opening.notes.last_move.map(|last| last.action), Some(Action::ExchangeUnseen(2)));
        assert_eq!(opening.to_string(), format!("{EMPTY} AELNOQT/ 0/0 0 lex NWL18; lm ex.2;"));
        assert_eq!(opening.position.bag_len(), 86);

        let endgame = parse(&format!("{MAVEN} IKLMTZ/AEINRU? 0/0 0 lex OSPD1;")).unwrap();
        assert_eq!(endgame.position.bag_len(), 0);
        assert_eq!(endgame.position.ending(), None);
        assert_eq!(endgame.to_string(), format!("{MAVEN} IKLMTZ/?AEINRU 0/0 0 lex OSPD1;"));
    }

    #[test]
    fn every_operation_is_kept() {
        let text = format!(
            "{EMPTY} ?ABCDEF/AB -5/120 3 bb 35; cr 10pt; etl 5; gid a-b_c; ld german; lex X; \
             lm 8D.WINDY.DINWY.5.0; mcnz 4; oru; ti 3000; tmr 10000/-2500; to 60000; var WordSmog; zz top of; yy;"
        );
        assert_eq!(parse(&text).unwrap().to_string(), text);
        let without_end = text.trim_end_matches(';').replace(' ', "  \t");
        assert_eq!(parse(&without_end).unwrap().to_string(), text);
    }

    #[test]
    fn errors_say_what_and_where() {
        let rows = |row: &str| format!("15/15/15/15/15/15/15/15/{row}/15/15/15/15/15/15");
        for (text, expected) in [
            (
                String::new(),
                "the board is missing; a position is: board racks scores zero-turns, like 15/.../15 AEINRST/ 0/0 0",
            ),
            (
                format!("{EMPTY} / 0/0"),
                "the number of zero turns is missing; a position is: board racks scores zero-turns, like 15/.../15 AEINRST/ 0/0 0",
            ),
            (rows("16") + " / 0/0 0", "row 9 is 16 squares wide, CrosswordGame has 15"),
            (
                rows("A99999999999999999999999A") + " / 0/0 0",
                "row 9 is 18446744073709551615 squares wide, CrosswordGame has 15",
            ),
            (rows("7É7") + " / 0/0 0", "row 9: \"É\" is not a letter of this alphabet"),
            (format!("15/{EMPTY} / 0/0 0"), "the board has 16 rows, CrosswordGame has 15"),
            (rows("EEEEEEEEEEEEE2") + " / 0/0 0", "13 E on the board, the distribution has 12"),
            (rows("JAZZ11") + " / 0/0 0", "2 Z on the board, the distribution has 1"),
            (rows("JA13") + " J/ 0/0 0", "2 J on the board and the racks, the distribution has 1"),
            (
                format!("{EMPTY} / -2147483648/0 0"),
                "scores \"-2147483648/0\": there must be two whole numbers of at most 1000000, like 120/98",
            ),
            (rows("abc12") + " / 0/0 0", "3 blanks on the board, the distribution has 2"),
            (
                format!("{EMPTY} AEINRST 0/0 0"),
                "racks \"AEINRST\": there must be two, separated by /, like AEINRST/ or /",
            ),
            (format!("{EMPTY} A/B/C 0/0 0"), "racks \"A/B/C\": there must be two, separated by /, like AEINRST/ or /"),
            (format!("{EMPTY} AEINRSTU/ 0/0 0"), "rack \"AEINRSTU\": AEINRSTU has 8 tiles, a rack holds 7"),
            (
                format!("{EMPTY} / 0:0 0"),
                "scores \"0:0\": there must be two whole numbers of at most 1000000, like 120/98",
            ),
            (format!("{EMPTY} / 0/0 none"), "zero turns \"none\": there must be a whole number from 0 to 65535"),
            (
                format!("{EMPTY} / 0/0 0 bb many;"),
                "bb \"many\": there must be a whole number of points, from 0 to 10000",
            ),
            (format!("{EMPTY} / 0/0 0 bb -1;"), "bb \"-1\": there must be a whole number of points, from 0 to 10000"),
            (
                format!("{EMPTY} / 0/0 0 bb 10001;"),
                "bb \"10001\": there must be a whole number of points, from 0 to 10000",
            ),
            (format!("{EMPTY} / 0/0 0 mcnz 0;"), "mcnz \"0\": there must be a number of turns, from 1 to 65535"),
            (format!("{EMPTY} / 0/0 0 lex A; lex B;"), "lex is given twice"),
            (
                format!("{EMPTY} / 0/0 0 lm 99;"),
                "lm \"99\": should be like 8D.DJINN, H11.MAZEY, ex.ABC, ex.4, pass or phony.8D.DJINN",
            ),
        ] {
            assert_eq!(error(&text), expected);
        }
        assert!(error(&format!("{EMPTY} / 0/0 0 bdn tiny;")).starts_with("no board layout \"tiny\""));
    }
}
