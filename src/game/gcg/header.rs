//! What a file says before and between the moves: who plays, with which board and tiles, and what else is known.

use super::line::{GcgItem, GcgLine};
use super::{BOARD_LAYOUT, Fault, GcgError, Name, Pragma, Problem, TILE_DISTRIBUTION, Warning, encoding};
use crate::game::{Catalogue, CatalogueError, PerPlayer, Player, Rules};

/// The pragmas of a file, wherever they stand.
pub(super) struct Header<'t> {
    pub(super) players: PerPlayer<Name>,
    pub(super) pragmas: Vec<Pragma>,
    /// `#rack1` and `#rack2`, with their lines.
    pub(super) racks: PerPlayer<Option<LastRack<'t>>>,
    pub(super) incomplete: bool,
}

/// A rack as it is at the end of the file.
#[derive(Clone, Copy)]
pub(super) struct LastRack<'t> {
    pub(super) line: usize,
    pub(super) text: &'t str,
}

impl<'t> Header<'t> {
    /// Collects the pragmas. Whoever has the first turn becomes player one, with a warning if the file has it
    /// otherwise.
    pub(super) fn read(lines: &[GcgLine<'t>]) -> Result<(Self, Option<Warning>), GcgError> {
        let mut names = PerPlayer([None, None]);
        let (mut pragmas, mut racks, mut incomplete) = (Vec::new(), PerPlayer([None, None]), false);
        for line in lines {
            let GcgItem::Pragma { name, value } = line.item else { continue };
            match name.to_ascii_lowercase().as_str() {
                "player1" => set_name(&mut names[Player::One], line.number, 1, value)?,
                "player2" => set_name(&mut names[Player::Two], line.number, 2, value)?,
                "rack1" => racks[Player::One] = Some(LastRack { line: line.number, text: value }),
                "rack2" => racks[Player::Two] = Some(LastRack { line: line.number, text: value }),
                "incomplete" => incomplete = true,
                encoding::PRAGMA => {}
                _ => pragmas.push(Pragma::new(name, value)),
            }
        }
        let mut header = Header { players: both_named(names, lines)?, pragmas, racks, incomplete };
        let warning = header.first_to_move_first(lines);
        Ok((header, warning))
    }

    fn first_to_move_first(&mut self, lines: &[GcgLine<'_>]) -> Option<Warning> {
        let mut events = lines.iter().filter_map(|line| match &line.item {
            GcgItem::Event(event) => Some((line.number, event.nickname)),
            _ => None,
        });
        let (line, nickname) = events.next()?;
        (nickname == self.players[Player::Two].nickname()).then(|| {
            self.players.0.reverse();
            self.racks.0.reverse();
            Warning { line, problem: Problem::SecondBegins(nickname.into()) }
        })
    }
}

fn set_name(slot: &mut Option<Name>, line: usize, number: usize, value: &str) -> Result<(), GcgError> {
    let error = |fault| Err(GcgError { line, fault });
    if slot.is_some() {
        return error(Fault::SecondPlayer(number));
    }
    if value.is_empty() {
        return error(Fault::NoNickname(number));
    }
    let (nickname, full) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    *slot = Some(Name::new(nickname, full));
    Ok(())
}

/// Both names, or the first line that needs them.
fn both_named(names: PerPlayer<Option<Name>>, lines: &[GcgLine<'_>]) -> Result<PerPlayer<Name>, GcgError> {
    let first_event = lines.iter().find(|line| matches!(line.item, GcgItem::Event(_)));
    let line = first_event.or(lines.last()).map_or(1, |line| line.number);
    let error = |fault| GcgError { line, fault };
    let [one, two] = names.0;
    let one = one.ok_or_else(|| error(Fault::NoPlayer(1)))?;
    let two = two.ok_or_else(|| error(Fault::NoPlayer(2)))?;
    if one.nickname == two.nickname {
        return Err(error(Fault::SameNickname(one.nickname)));
    }
    Ok(PerPlayer([one, two]))
}

/// The rules with the board and the tiles that the file names, else as they are in `standard`.
pub(super) fn rules(lines: &[GcgLine<'_>], catalogue: &Catalogue, standard: &Rules) -> Result<Rules, GcgError> {
    let mut rules = standard.clone();
    for line in lines {
        let GcgItem::Pragma { name, value } = line.item else { continue };
        choose(&mut rules, name, value, catalogue)
            .map_err(|error| GcgError { line: line.number, fault: error.into() })?;
    }
    Ok(rules)
}

fn choose(rules: &mut Rules, name: &str, value: &str, catalogue: &Catalogue) -> Result<(), CatalogueError> {
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    // A board or a set of tiles that came with the standard rules need not be in any folder.
    if is(BOARD_LAYOUT) && !value.eq_ignore_ascii_case(rules.layout.name()) {
        rules.layout = catalogue.layout(value)?;
    }
    if is(TILE_DISTRIBUTION) && !value.eq_ignore_ascii_case(rules.distribution.name()) {
        rules.distribution = catalogue.distribution(value)?;
    }
    Ok(())
}
