//! From text to lines that mean something by themselves, whatever the game.

use super::{Fault, GcgError};
use crate::game::Slot;

/// What Macondo notes on a pass that stands for a turn lost by a challenge.
pub(super) const TURN_LOST: &str = "#unsuccessful-challenge";

/// A line, or a note of several.
pub(super) struct GcgLine<'t> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) item: GcgItem<'t>,
}

pub(super) enum GcgItem<'t> {
    Pragma { name: &'t str, value: &'t str },
    Note(String),
    Event(GcgEvent<'t>),
}

/// A line that begins with `>`. The rack and what is done are still to be read with the game's letters.
pub(super) struct GcgEvent<'t> {
    pub(super) nickname: &'t str,
    /// Empty if it is not given.
    pub(super) rack: &'t str,
    pub(super) told: GcgEventKind<'t>,
    pub(super) points: i32,
    pub(super) total: i32,
}

/// What an event says was done.
#[derive(Clone, Copy)]
pub(super) enum GcgEventKind<'t> {
    /// `8D WINDY`
    Place { slot: Slot, word: &'t str },
    /// `-ABC` or `-3`
    Exchange(&'t str),
    /// `-`
    Pass,
    /// `-` with the note [`TURN_LOST`]
    LostTurn,
    /// `--`
    TakenBack,
    /// `(challenge)`
    Challenge,
    /// `(time)`
    Time,
    /// `(ABC) +10`, the tiles that the opponent has left at the end, for the one who has none
    OpponentRack(&'t str),
    /// `(ABC) -5`, the player's own
    OwnRack(&'t str),
}

/// The lines of a text, whether they end with LF, CR LF or CR.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// Everything in a file, blank lines left out and notes put together.
pub(super) fn read(text: &str) -> Result<Vec<GcgLine<'_>>, GcgError> {
    let mut lines: Vec<GcgLine> = Vec::new();
    let numbered = split(text).enumerate().map(|(at, text)| (at + 1, text.trim()));
    for (number, text) in numbered.filter(|(_, text)| !text.is_empty()) {
        match (item(text), lines.last_mut()) {
            (Ok(item), _) => lines.push(GcgLine { number, item }),
            (Err(Fault::Stray(more)), Some(GcgLine { item: GcgItem::Note(note), .. })) => *note += &format!("\n{more}"),
            (Err(fault), _) => return Err(GcgError { line: number, fault }),
        }
    }
    explain_passes(&mut lines);
    Ok(lines)
}

fn item(text: &str) -> Result<GcgItem<'_>, Fault> {
    if let Some(event) = text.strip_prefix('>') {
        return event_of(event).map(GcgItem::Event);
    }
    match pragma(text) {
        Some((name, note)) if name.eq_ignore_ascii_case("note") => Ok(GcgItem::Note(note.to_owned())),
        Some((name, value)) => Ok(GcgItem::Pragma { name, value }),
        None => Err(Fault::Stray(text.into())),
    }
}

/// A pass that was noted as a turn lost becomes one, and the note goes.
fn explain_passes(lines: &mut [GcgLine<'_>]) {
    for at in 1..lines.len() {
        if let Some([GcgLine { item: GcgItem::Event(event), .. }, GcgLine { item: GcgItem::Note(note), .. }]) =
            lines.get_mut(at - 1..=at)
            && let GcgEventKind::Pass = event.told
            && let (TURN_LOST, rest) = note.split_once('\n').unwrap_or((note, ""))
        {
            event.told = GcgEventKind::LostTurn;
            *note = rest.to_owned();
        }
    }
}

/// The name and the value of a pragma, if the line is one.
pub(super) fn pragma(line: &str) -> Option<(&str, &str)> {
    let text = line.trim().strip_prefix('#')?;
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Some((name, value.trim()))
}

/// Reads what follows the `>`.
fn event_of(text: &str) -> Result<GcgEvent<'_>, Fault> {
    let form = || Fault::Form(format!(">{text}"));
    let (nickname, rest) = split_nickname(text.trim_start()).ok_or_else(form)?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let [body @ .., points, total] = &fields[..] else { return Err(form()) };
    let own = points.contains('-');
    let (rack, told) = match *body {
        [coord, word] if Slot::parse(coord).is_some() => ("", place(coord, word)?),
        [rack, coord, word] => (rack, place(coord, word)?),
        [told] => ("", without_board(told, own).ok_or_else(form)?),
        [rack, told] => (rack, without_board(told, own).ok_or_else(form)?),
        _ => return Err(form()),
    };
    Ok(GcgEvent { nickname, rack, told, points: number(points)?, total: number(total)? })
}

/// A nickname may have any characters but blanks, and ends with a colon; a blank should follow.
fn split_nickname(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    first.strip_suffix(':').map(|nickname| (nickname, rest)).or_else(|| text.split_once(':'))
}

fn place<'t>(coord: &str, word: &'t str) -> Result<GcgEventKind<'t>, Fault> {
    let slot = Slot::parse(coord).ok_or_else(|| Fault::Coordinate(coord.into()))?;
    Ok(GcgEventKind::Place { slot, word })
}

fn without_board(text: &str, own: bool) -> Option<GcgEventKind<'_>> {
    let named = |name: &str| text.eq_ignore_ascii_case(name);
    let rack = if own { GcgEventKind::OwnRack } else { GcgEventKind::OpponentRack };
    match text {
        "-" => Some(GcgEventKind::Pass),
        "--" => Some(GcgEventKind::TakenBack),
        _ if named("(challenge)") => Some(GcgEventKind::Challenge),
        "(TIME)" => Some(rack("TIME")), // all capitals: the tiles T, I, M and E
        _ if named("(time)") => Some(GcgEventKind::Time),
        _ => {
            let tiles = text.strip_prefix('(').and_then(|inside| inside.strip_suffix(')'));
            tiles
                .map(rack)
                .or_else(|| text.strip_prefix('-').filter(|tiles| !tiles.contains('.')).map(GcgEventKind::Exchange))
        }
    }
}

/// Points or a total: `+32`, `32`, `-10`, and also `+-10`.
fn number(text: &str) -> Result<i32, Fault> {
    // Sixteen bits: no game comes near, and nothing that is added later can overflow.
    let digits = text.strip_prefix('+').unwrap_or(text);
    digits.parse::<i16>().map(i32::from).map_err(|_| Fault::Number(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_is_one() {
        assert_eq!(split("a\nb\r\n\rc").collect::<Vec<_>>(), ["a", "b", "", "c"]);
        assert_eq!(split("").count(), 1);
    }

    #[test]
    fn nicknames_end_with_the_colon_before_a_blank() {
        assert_eq!(split_nickname("ann: AB"), Some(("ann", "AB")));
        assert_eq!(split_nickname("a:b:: AB"), Some(("a:b:", "AB")));
        assert_eq!(split_nickname("ann:AB 8D"), Some(("ann", "AB 8D")));
        assert_eq!(split_nickname("ann AB"), None);
    }

    #[test]
    fn points_may_have_two_signs() {
        let points = ["+32", "32", "-10", "+-10"].map(|text| number(text).unwrap());
        assert_eq!(points, [32, 32, -10, -10]);
        assert!(["", "+", "1e3", "40000"].iter().all(|text| number(text).is_err()));
    }

    #[test]
    fn a_note_explains_a_pass() {
        let lines = read(">ann: - +0 0\n#note #unsuccessful-challenge\nreally\n").unwrap();
        assert!(matches!(&lines[0].item, GcgItem::Event(GcgEvent { told: GcgEventKind::LostTurn, .. })));
        assert!(matches!(&lines[1].item, GcgItem::Note(rest) if rest == "really"));
    }
}
