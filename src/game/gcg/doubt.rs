//! Moves whose racks cannot all be true.
//!
//! People write racks down from memory. When one contradicts the play, or the tiles kept from the turn before, or those
//! that the opponent is thought to hold, it is the least certain thing in the file; so doubts fall on what is known of
//! racks, never on what lies on the board. Of several ways out, the first in this order is taken that makes the move
//! legal: believe the rack given and forget what was known; else believe only the tiles that the move used.

use super::Remedy;
use crate::game::{History, Illegal, Move, Rack};

/// A contradiction and how it was resolved.
pub(super) struct Doubt {
    pub(super) illegal: Illegal,
    pub(super) remedy: Remedy,
}

/// Makes a move of the player on turn, doubting racks if it must. The error is the one that is left without any.
pub(super) fn play(history: &mut History, told: &Move) -> Result<Option<Doubt>, Illegal> {
    let Err(illegal) = history.play(told) else { return Ok(None) };
    let mut last = illegal.clone();
    for remedy in REMEDIES {
        match resolve(history, told, remedy) {
            Ok(resolved) => {
                *history = resolved;
                return Ok(Some(Doubt { illegal, remedy }));
            }
            Err(illegal) => last = illegal,
        }
    }
    Err(last)
}

/// Believe the rack given first, and forget as little as possible.
const REMEDIES: [Remedy; 7] = [
    remedy(false, true, false),
    remedy(false, false, true),
    remedy(false, true, true),
    remedy(true, false, false),
    remedy(true, true, false),
    remedy(true, false, true),
    remedy(true, true, true),
];

const fn remedy(without_rack: bool, forget_own: bool, forget_opponent: bool) -> Remedy {
    Remedy { without_rack, forget_own, forget_opponent }
}

/// The game after the move and a remedy, if that helps.
fn resolve(history: &History, told: &Move, remedy: Remedy) -> Result<History, Illegal> {
    let mut history = history.clone();
    let mover = history.now().on_turn();
    for (player, forget) in [(mover, remedy.forget_own), (mover.opponent(), remedy.forget_opponent)] {
        if forget {
            let forgotten = history.set_rack(player, Rack::EMPTY);
            debug_assert!(forgotten.is_ok(), "knowing less contradicts nothing");
        }
    }
    let used = told.action.tiles_used(history.now().board());
    let rack = if remedy.without_rack { used } else { told.rack };
    history.play(&Move { rack, ..*told })?;
    Ok(history)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Player, Position, Rules};

    /// What is said of the last of these moves.
    fn doubt(moves: &[&str]) -> Result<String, String> {
        let mut history = History::new(Position::start(Rules::default().into()));
        let mut said = String::from("no doubt");
        for text in moves {
            let m = Move::parse(text, history.now().distribution().alphabet()).unwrap();
            let doubt = play(&mut history, &m).map_err(|illegal| illegal.to_string())?;
            said = doubt.map_or(said, |doubt| doubt.remedy.to_string());
        }
        Ok(said)
    }

    #[test]
    fn the_rack_given_is_believed_before_what_was_known() {
        assert_eq!(doubt(&["8D.WINDY.DINNVWY"]).unwrap(), "no doubt");
        assert_eq!(doubt(&["8D.WINDY.AEIOUUU"]).unwrap(), "the rack is left out");
        assert_eq!(doubt(&["8D.WINDY.DINNVWY", "pass", "pass.AEINRST"]).unwrap(), "the tiles kept are forgotten");
        assert_eq!(doubt(&["8D.WINDY.DINZVWY", "9C.ZA"]).unwrap(), "the opponent's known tiles are forgotten");
        assert_eq!(
            doubt(&["pass.AEEIIOU", "pass", "8D.WINDY.AEINRSS"]).unwrap(),
            "the rack is left out, the tiles kept are forgotten"
        );
    }

    #[test]
    fn the_board_is_never_in_doubt() {
        let error = doubt(&["8D.WINDY.AEIOUUU", "1A.WINDY.AEIOUUU"]).unwrap_err();
        assert_eq!(error, "1A.WINDY: touches no tile on the board");
    }

    #[test]
    fn a_move_that_stays_illegal_changes_nothing() {
        let mut history = History::new(Position::start(Rules::default().into()));
        let before = history.clone();
        let m = Move::parse("8D.ZZZZ", history.now().distribution().alphabet()).unwrap();
        assert!(play(&mut history, &m).is_err());
        assert_eq!((history.now().on_turn(), &history), (Player::One, &before));
    }
}
