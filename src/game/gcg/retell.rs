//! A game told anew, for a file: each move says all that was known of the rack it was made from.

use super::doubt;
use crate::game::{Action, Board, FailedChallenge, History, Move, Placement, Play, Player, Position, Rack, Turn, Word};

/// The same game, told anew from the empty board by moves that each say all that was known of the mover's rack.
pub(super) fn retell(game: &History) -> Option<History> {
    let mut retold = History::new(Position::start(game.start().rules().clone()));
    let mut start = game.start().clone();
    for player in Player::BOTH {
        start.set_rack(player, Rack::EMPTY).ok()?;
    }
    if start != *retold.start() {
        return None;
    }
    retell_adjustments(game, &mut retold);
    for (turn, position) in game.turns_in_position() {
        doubt::play(&mut retold, &told_in_full(turn, position)).ok()?;
        retell_adjustments(game, &mut retold);
    }
    for player in Player::BOTH {
        retold.set_rack(player, game.now().rack(player)).ok()?;
    }
    Some(retold)
}

fn retell_adjustments(game: &History, retold: &mut History) {
    let turns = retold.turns().len();
    for adjustment in game.adjustments().iter().filter(|adjustment| adjustment.after == turns) {
        retold.adjust_score(adjustment.player, adjustment.points);
    }
}

/// The move of a turn with the whole rack that it was made from, as far as that was known.
fn told_in_full(turn: &Turn, position: &Position) -> Move {
    let board = position.board();
    let (action, challenge) = match turn.played.action {
        Action::Play(Play::Place(placement)) => {
            (Action::Play(Play::Place(as_it_lies(&placement, board))), turn.played.challenge)
        }
        Action::Phony(placement) => (Action::Phony(as_it_lies(&placement, board)), FailedChallenge::default()),
        other => (other, FailedChallenge::default()),
    };
    let known = position.rack(turn.player);
    let told = [turn.played.rack, action.tiles_used(board)];
    let rack = told.into_iter().flatten().fold(known, |known, rack| known.union(&rack).unwrap_or(rack));
    Move { action, rack: Some(rack).filter(|rack| !rack.is_empty()), challenge }
}

/// The placement with tiles played through as they are: a blank as a blank.
fn as_it_lies(placement: &Placement, board: &Board) -> Placement {
    let tiles = placement.squares().map(|(square, tile)| board.get(square).unwrap_or(tile));
    Placement { word: Word::new(tiles).unwrap_or(placement.word), ..*placement }
}
