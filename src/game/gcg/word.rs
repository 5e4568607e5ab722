//! The word of a play. A tile played through may be a dot, or its letter, or either in parentheses.

use super::Fault;
use crate::game::{MoveError, MoveFault, Placement, Position, Slot, Square, Word};

/// Reads a word over the board that it is played on.
pub(super) fn read(slot: Slot, text: &str, position: &Position) -> Result<Placement, Fault> {
    let play = || format!("{slot}.{text}");
    let fault = |fault| Fault::Move(MoveError { text: play(), fault });
    let (board, alphabet) = (position.board(), position.distribution().alphabet());
    let (mut tiles, mut rest, mut through) = (Vec::new(), text, false);
    while !rest.is_empty() {
        let parenthesis = if through { ')' } else { '(' };
        if let Some(after) = rest.strip_prefix(parenthesis) {
            (rest, through) = (after, !through);
            continue;
        }
        let square = square(slot, tiles.len()).ok_or_else(|| fault(MoveFault::TooLong))?;
        let there = board.get(square);
        let nothing_there = || Fault::NothingThere { play: play(), square };
        let tile = if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            there.ok_or_else(nothing_there)?
        } else {
            let (tile, after) = alphabet.first_placed(rest).map_err(|error| Fault::spelling(play(), error))?;
            rest = after;
            if through && there.is_none() {
                return Err(nothing_there());
            }
            // A blank that lies there is often written as a capital. Another letter is for the rules to refuse.
            there.filter(|there| there.letter() == tile.letter()).unwrap_or(tile)
        };
        tiles.push(tile);
    }
    if tiles.is_empty() {
        return Err(fault(MoveFault::NoLetters));
    }
    let word = Word::new(tiles).ok_or_else(|| fault(MoveFault::TooLong))?;
    Ok(Placement { slot, word })
}

fn square(slot: Slot, steps: usize) -> Option<Square> {
    slot.start.step(slot.direction, isize::try_from(steps).ok()?)
}

/// Writes a word with a dot for each tile of the board that it plays through.
pub(super) fn write(placement: &Placement, position: &Position) -> String {
    let alphabet = position.distribution().alphabet();
    let letter = |(square, tile)| match position.board().get(square) {
        Some(_) => ".".to_owned(),
        None => alphabet.write_placed([tile]),
    };
    placement.squares().map(letter).collect()
}
