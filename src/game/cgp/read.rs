//! From a line to a position: the four fields, then the operations, each of which may be there once.

use super::{Cgp, CgpError, Notes};
use crate::game::{
    Action, Alphabet, Board, Catalogue, ChallengeRule, Layout, MOST_BINGO_BONUS, Move, MoveError, PerPlayer,
    PlacedTile, Play, Player, Position, Rack, Rules, SpellingError, Square, UnknownChallengeRule,
};
use std::num::NonZeroU16;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

impl Cgp {
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

/// Whether these can be scores: what is added later must not come to an end.
fn is_score(scores: &PerPlayer<i32>) -> bool {
    scores.0.iter().all(|score| score.unsigned_abs() <= 1_000_000)
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

    fn number<T: FromStr>(&self, opcode: &str, wanted: &str) -> Result<Option<T>, CgpError> {
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
        Some("") => Ok(Move::new(Action::Play(Play::Pass))),
        Some(tiles) => Move::parse(&format!("ex.{tiles}"), alphabet),
        None => Move::parse(text, alphabet),
    }
}

/// Two values with a slash between them.
fn pair<T: FromStr>(text: &str) -> Option<PerPlayer<T>> {
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
    mut tile_at: impl FnMut(usize, PlacedTile),
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
