//! The word of a play. A tile played through may be a dot, or its letter, or either in parentheses.

use super::Fault;
use crate::game::{MoveError, MoveFault, PlacedTile, Placement, Position, Slot, SpellingError, Word};

/// Reads a word over the board that it is played on.
pub(super) fn read(slot: Slot, text: &str, position: &Position) -> Result<Placement, Fault> {
    let fault = |fault| Fault::Move(MoveError { text: format!("{slot}.{text}"), fault });
    let (mut tiles, mut rest, mut through) = (Vec::new(), text, false);
    while !rest.is_empty() {
        let parenthesis = if through { ')' } else { '(' };
        if let Some(after) = rest.strip_prefix(parenthesis) {
            (rest, through) = (after, !through);
            continue;
        }
        let square = slot.start.step(slot.direction, tiles.len() as isize).ok_or_else(|| fault(MoveFault::TooLong))?;
        let there = position.board().get(square);
        let (tile, after) = first(rest, there, position).map_err(|error| fault(error.into()))?;
        if there.is_none() && (through || tile.is_none()) {
            return Err(Fault::NothingThere { play: format!("{slot}.{text}"), square });
        }
        tiles.extend(tile.or(there));
        rest = after;
    }
    if tiles.is_empty() {
        return Err(fault(MoveFault::NoLetters));
    }
    let word = Word::new(tiles).ok_or_else(|| fault(MoveFault::TooLong))?;
    Ok(Placement { slot, word })
}

/// The first tile of a text, none if it is a dot, and what follows it.
fn first<'t>(
    text: &'t str,
    there: Option<PlacedTile>,
    position: &Position,
) -> Result<(Option<PlacedTile>, &'t str), SpellingError> {
    if let Some(after) = text.strip_prefix('.') {
        return Ok((None, after));
    }
    let (tile, after) = position.distribution().alphabet().first_placed(text)?;
    // A blank that lies there is often written as a capital. Another letter is for the rules to refuse.
    let same = there.filter(|there| there.letter() == tile.letter());
    Ok((same.or(Some(tile)), after))
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
