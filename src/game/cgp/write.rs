//! From a position to a line: strict, and silent about what everybody takes for granted.

use super::Cgp;
use crate::game::{Alphabet, Board, Layout, Player, Rack, Rules, Square};
use std::fmt::{self, Write as _};
use std::time::Duration;

/// The line as everybody will understand it.
impl fmt::Display for Cgp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
