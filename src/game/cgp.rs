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
//! cr etl ld mcnz`) become the position's [`Rules`]; the others are kept beside it; those that we do not know are kept
//! as they are.
//!
//! Reading is lenient in white space, in the case of coordinates, and about a missing last semicolon. Writing is
//! strict, and gives each operation that differs from the usual game, in alphabetical order.

use super::{
    Action, Alphabet, Board, Catalogue, CatalogueError, ChallengeRule, Layout, MOST_BINGO_BONUS, Move, MoveError,
    PerPlayer, Player, Position, PositionError, Rack, RackError, Rules, SpellingError, Square, UnknownChallengeRule,
};
use std::fmt::Write as _;
use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

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

/// Why a line is no position.
#[derive(Debug, Error)]
pub enum CgpError {
    /// Fewer than four fields.
    #[error("{missing} missing; a position is: board racks scores zero-turns, like 15/.../15 AEINRST/ 0/0 0")]
    Missing {
        /// The first field that is not there.
        missing: &'static str,
    },
    /// The wrong number of rows.
    #[error("the board has {rows} rows, {layout} has {wanted}")]
    Rows {
        /// How many there are.
        rows: usize,
        /// The layout's name.
        layout: String,
        /// How many there should be.
        wanted: usize,
    },
    /// A row of the wrong width.
    #[error("row {row} is {width} squares wide, {layout} has {wanted}")]
    Width {
        /// Counted from 1.
        row: usize,
        /// How wide it is.
        width: usize,
        /// The layout's name.
        layout: String,
        /// How wide it should be.
        wanted: usize,
    },
    /// A character in a row that is no letter.
    #[error("row {row}: {source}")]
    Letter {
        /// Counted from 1.
        row: usize,
        /// Which character.
        source: SpellingError,
    },
    /// Not two racks.
    #[error("racks {0:?}: there must be two, separated by /, like AEINRST/ or /")]
    TwoRacks(String),
    /// A rack that is none.
    #[error("rack {rack:?}: {source}")]
    Rack {
        /// The rack as it is written.
        rack: String,
        /// What is wrong with it.
        source: RackError,
    },
    /// Not two scores.
    #[error("scores {0:?}: there must be two whole numbers of at most 1000000, like 120/98")]
    Scores(String),
    /// Not a number of zero turns.
    #[error("zero turns {0:?}: there must be a whole number from 0 to 65535")]
    ZeroTurns(String),
    /// An operation with a value it cannot have.
    #[error("{opcode} {value:?}: {problem}")]
    Operation {
        /// The operation.
        opcode: String,
        /// What it was given.
        value: String,
        /// What it should have been.
        problem: String,
    },
    /// An operation that is there twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// An unknown layout or distribution.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// Board and racks contradict each other.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Cgp {
    /// The line for a position of which nothing else is to be said.
    pub fn of(position: &Position) -> Self {
        Cgp { position: position.clone(), notes: Notes::default() }
    }

    /// Reads a line. What it does not say about the rules is as in `standard`.
    pub fn parse(text: &str, catalogue: &Catalogue, standard: &Rules) -> Result<Self, CgpError> {
        let mut fields = text.split_whitespace();
        let mut field = |missing| fields.next().ok_or(CgpError::Missing { missing });
        let (board, racks) = (field("the board is")?, field("the racks are")?);
        let (scores, zero_turns) = (field("the scores are")?, field("the number of zero turns is")?);
        let operations = fields.collect::<Vec<_>>().join(" ");
        let operations = Operations::parse(&operations)?;

        let rules = operations.rules(catalogue, standard)?;
        let distribution = rules.distribution.clone();
        let alphabet = distribution.alphabet();
        let board = parse_board(board, &rules.layout, alphabet)?;
        let racks = parse_racks(racks, alphabet)?;
        let scores = pair(scores).filter(is_score).ok_or_else(|| CgpError::Scores(scores.into()))?;
        let zero_turns: u16 = zero_turns.parse().map_err(|_| CgpError::ZeroTurns(zero_turns.into()))?;
        let mut position = Position::set_up(Arc::new(rules), board, racks, scores, zero_turns.into())?;
        let mut notes = operations.notes(alphabet)?;
        if operations.text("oru").is_some() {
            notes.hidden_rack = Some(position.rack(Player::Two));
            position.forget_rack(Player::Two);
        }
        Ok(Cgp { position, notes })
    }
}

/// The line as everybody will understand it.
impl std::fmt::Display for Cgp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.write(&Rules::default()))
    }
}

impl Cgp {
    /// Writes the line, with the player on turn first, for a reader who takes the rules to be `standard` where it
    /// does not say. It is silent only about what is usual anyway.
    pub fn write(&self, standard: &Rules) -> String {
        let position = &self.position;
        let alphabet = position.distribution().alphabet();
        let (us, them) = (position.on_turn(), position.on_turn().opponent());
        let mut out = write_board(position.board(), position.layout(), alphabet);
        let (ours, theirs) = (position.rack(us), self.hidden().unwrap_or(position.rack(them)));
        let _ = write!(out, " {}/{}", ours.display(alphabet), theirs.display(alphabet));
        let _ = write!(out, " {}/{} {}", position.score(us), position.score(them), position.zero_turns());
        for (opcode, value) in self.operations(standard) {
            let space = if value.is_empty() { "" } else { " " };
            let _ = write!(out, " {opcode}{space}{value};");
        }
        out
    }

    /// The hidden rack, if it is the opponent's now.
    fn hidden(&self) -> Option<Rack> {
        self.notes.hidden_rack.filter(|_| self.position.on_turn() == Player::One)
    }

    /// Everything that the four fields do not say, in alphabetical order, what we do not know last.
    fn operations(&self, standard: &Rules) -> Vec<(&str, String)> {
        let (rules, notes) = (self.position.rules(), &self.notes);
        let (us, them) = (self.position.on_turn(), self.position.on_turn().opponent());
        let millis = |time: Duration| time.as_millis().to_string();
        let all = [
            ("bb", unusual(rules, standard, |rules| rules.bingo_bonus.to_string())),
            ("bdn", unusual(rules, standard, |rules| rules.layout.name().into())),
            ("cr", unusual(rules, standard, |rules| rules.challenge.to_string())),
            ("etl", unusual(rules, standard, |rules| rules.exchange_limit.to_string())),
            ("gid", notes.game_id.clone()),
            ("ld", unusual(rules, standard, |rules| rules.distribution.name().into())),
            ("lex", notes.lexicon.clone()),
            ("lm", notes.last_move.map(|last| last.display(rules.distribution.alphabet()))),
            ("mcnz", unusual(rules, standard, |rules| rules.max_zero_turns.to_string())),
            ("oru", self.hidden().map(|_| String::new())),
            ("ti", notes.increment.map(millis)),
            ("tmr", notes.timers.map(|timers| format!("{}/{}", timers[us], timers[them]))),
            ("to", notes.max_overtime.map(millis)),
            ("var", notes.variant.clone()),
        ];
        let known = all.into_iter().filter_map(|(opcode, value)| Some((opcode, value?)));
        known.chain(notes.others.iter().map(|other| (other.as_str(), String::new()))).collect()
    }
}

/// What the rules say, unless everybody would take it for granted: who knows the usual rules, and who has set others.
fn unusual(rules: &Rules, standard: &Rules, say: impl Fn(&Rules) -> String) -> Option<String> {
    let usual = say(&Rules::default());
    Some(say(rules)).filter(|said| *said != usual || say(standard) != usual)
}

/// Whether these can be scores: what is added later must not come to an end.
fn is_score(scores: &PerPlayer<i32>) -> bool {
    scores.0.iter().all(|score| score.abs() <= 1_000_000)
}

/// The operations of a line as texts, each once.
struct Operations<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Operations<'t> {
    const KNOWN: [&'static str; 14] =
        ["bb", "bdn", "cr", "etl", "gid", "ld", "lex", "lm", "mcnz", "oru", "ti", "tmr", "to", "var"];

    fn parse(text: &'t str) -> Result<Self, CgpError> {
        let mut all: Vec<(&str, &str)> = Vec::new();
        for operation in text.split(';').map(str::trim).filter(|operation| !operation.is_empty()) {
            let (opcode, value) = operation.split_once(' ').unwrap_or((operation, ""));
            let known = Self::KNOWN.into_iter().find(|known| known.eq_ignore_ascii_case(opcode));
            let opcode = known.unwrap_or(opcode);
            if known.is_some() && all.iter().any(|&(other, _)| other == opcode) {
                return Err(CgpError::Twice(opcode.into()));
            }
            all.push((opcode, value.trim()));
        }
        Ok(Operations(all))
    }

    fn text(&self, opcode: &str) -> Option<&'t str> {
        self.0.iter().find(|&&(other, _)| other == opcode).map(|&(_, value)| value)
    }

    /// An operation that is one word.
    fn word(&self, opcode: &str) -> Result<Option<String>, CgpError> {
        self.value(opcode, "there must be one word", |text| {
            (!text.is_empty() && !text.contains(' ')).then(|| text.to_owned())
        })
    }

    fn value<T>(&self, opcode: &str, wanted: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, CgpError> {
        let Some(text) = self.text(opcode) else { return Ok(None) };
        read(text).map(Some).ok_or_else(|| self.problem(opcode, wanted.into()))
    }

    fn number<T: std::str::FromStr>(&self, opcode: &str, wanted: &str) -> Result<Option<T>, CgpError> {
        self.value(opcode, wanted, |text| text.parse().ok())
    }

    fn duration(&self, opcode: &str) -> Result<Option<Duration>, CgpError> {
        Ok(self.number(opcode, "there must be a number of milliseconds")?.map(Duration::from_millis))
    }

    fn problem(&self, opcode: &str, problem: String) -> CgpError {
        CgpError::Operation { opcode: opcode.into(), value: self.text(opcode).unwrap_or_default().into(), problem }
    }

    fn rules(&self, catalogue: &Catalogue, standard: &Rules) -> Result<Rules, CgpError> {
        let mut rules = standard.clone();
        if let Some(name) = self.word("bdn")? {
            rules.layout = catalogue.layout(&name)?;
        }
        if let Some(name) = self.word("ld")? {
            rules.distribution = catalogue.distribution(&name)?;
        }
        if let Some(name) = self.text("cr") {
            let unknown = |error: UnknownChallengeRule| self.problem("cr", error.to_string());
            rules.challenge = name.parse::<ChallengeRule>().map_err(unknown)?;
        }
        let bonus = format!("there must be a whole number of points, from 0 to {MOST_BINGO_BONUS}");
        let is_bonus = |points: &i32| (0..=MOST_BINGO_BONUS).contains(points);
        if let Some(points) = self.value("bb", &bonus, |text| text.parse().ok().filter(is_bonus))? {
            rules.bingo_bonus = points;
        }
        if let Some(tiles) = self.number::<u8>("etl", "there must be a number of tiles, from 0 to 255")? {
            rules.exchange_limit = tiles.into();
        }
        if let Some(turns) = self.number::<NonZeroU16>("mcnz", "there must be a number of turns, from 1 to 65535")? {
            rules.max_zero_turns = turns.get().into();
        }
        Ok(rules)
    }

    fn notes(&self, alphabet: &Alphabet) -> Result<Notes, CgpError> {
        let last_move = self.text("lm").map(|text| parse_last_move(text, alphabet)).transpose();
        let last_move = last_move.map_err(|error| self.problem("lm", error.fault.to_string()))?;
        let others = self.0.iter().filter(|(opcode, _)| !Self::KNOWN.contains(opcode));
        Ok(Notes {
            lexicon: self.word("lex")?,
            game_id: self.word("gid")?,
            last_move,
            hidden_rack: None,
            timers: self.value("tmr", "there must be two numbers of milliseconds, like 60000/45000", pair)?,
            increment: self.duration("ti")?,
            max_overtime: self.duration("to")?,
            variant: self.word("var")?,
            others: others.map(|(opcode, value)| format!("{opcode} {value}").trim().to_owned()).collect(),
        })
    }
}

/// A move; an exchange may also be `-ABC` or `-2`, as in the specification's own example.
fn parse_last_move(text: &str, alphabet: &Alphabet) -> Result<Move, MoveError> {
    match text.strip_prefix('-') {
        Some("") => Ok(Move::new(Action::Play(super::Play::Pass))),
        Some(tiles) => Move::parse(&format!("ex.{tiles}"), alphabet),
        None => Move::parse(text, alphabet),
    }
}

/// Two values with a slash between them.
fn pair<T: std::str::FromStr>(text: &str) -> Option<PerPlayer<T>> {
    let (first, second) = text.split_once('/')?;
    Some(PerPlayer([first.trim().parse().ok()?, second.trim().parse().ok()?]))
}

fn parse_racks(text: &str, alphabet: &Alphabet) -> Result<PerPlayer<Rack>, CgpError> {
    let (first, second) = text.split_once('/').ok_or_else(|| CgpError::TwoRacks(text.into()))?;
    if second.contains('/') {
        return Err(CgpError::TwoRacks(text.into()));
    }
    let rack = |rack: &str| Rack::parse(rack, alphabet).map_err(|source| CgpError::Rack { rack: rack.into(), source });
    Ok(PerPlayer([rack(first)?, rack(second)?]))
}

fn parse_board(text: &str, layout: &Layout, alphabet: &Alphabet) -> Result<Board, CgpError> {
    let name = || layout.name().to_owned();
    let rows = text.split('/').count();
    if rows != layout.rows() {
        return Err(CgpError::Rows { rows, layout: name(), wanted: layout.rows() });
    }
    let mut board = Board::EMPTY;
    for (row, text) in text.split('/').enumerate() {
        let width = parse_row(text, alphabet, |col, tile| {
            if col < layout.cols() {
                board.place(Square::new(row, col), tile);
            }
        });
        let width = width.map_err(|source| CgpError::Letter { row: row + 1, source })?;
        if width != layout.cols() {
            return Err(CgpError::Width { row: row + 1, width, layout: name(), wanted: layout.cols() });
        }
    }
    Ok(board)
}

/// Goes through a row, telling of each tile, and returns the row's width.
fn parse_row(
    text: &str,
    alphabet: &Alphabet,
    mut tile_at: impl FnMut(usize, super::PlacedTile),
) -> Result<usize, SpellingError> {
    let (mut rest, mut col) = (text, 0_usize);
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            col = col.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
            rest = &rest[digits..];
        } else {
            let (tile, after) = alphabet.first_placed(rest)?;
            tile_at(col, tile);
            col = col.saturating_add(1);
            rest = after;
        }
    }
    Ok(col)
}

fn write_board(board: &Board, layout: &Layout, alphabet: &Alphabet) -> String {
    let rows = (0..layout.rows()).map(|row| write_row(board, row, layout.cols(), alphabet));
    rows.collect::<Vec<_>>().join("/")
}

fn write_row(board: &Board, row: usize, cols: usize, alphabet: &Alphabet) -> String {
    let (mut out, mut empty) = (String::new(), 0);
    for col in 0..cols {
        match board.get(Square::new(row, col)) {
            None => empty += 1,
            Some(tile) => {
                flush(&mut out, &mut empty);
                out += &alphabet.write_placed([tile]);
            }
        }
    }
    flush(&mut out, &mut empty);
    out
}

fn flush(out: &mut String, empty: &mut usize) {
    if *empty > 0 {
        let _ = write!(out, "{empty}");
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
