//! Scoreless turns, and why two passes are as good as six.
//!
//! Let E be what the game is worth to the player on turn if it stops now, B what the best placement is worth, and B'
//! what the opponent's best placement would be worth to the opponent. All three are the same however many scoreless
//! turns went before, as long as every placement scores. With one more scoreless turn to the end the value is
//! max(B, E); with two it is
//!
//! ```text
//! max(B, min(-B', E))
//! ```
//!
//! With three it is max(B, min(-B', max(B, E))). If B >= -B' both are B. If B < -B', which is when neither wants to
//! move, the inner B cannot win either, and both are max(B, min(-B', E)). So three turns from the end are worth as much
//! as two, and by the same step four, five and six. The search therefore counts every placement that scores as leaving
//! two turns to the end: two passes end the game, and the answer is that of the rules.
//!
//! A placement that scores nothing counts as a scoreless turn and breaks the argument. It takes a tile of no points,
//! laid beside nothing but tiles of no points. Where that could ever come about, all turns are counted. So they are
//! where only some plays may be chosen at first and a pass is one of them: who passes because nothing else was allowed
//! may well want to play after the other has passed.

use crate::game::{Board, Direction, Distribution, Play, Position, Square};

/// How many scoreless turns to count from after a play that scores, if only these plays may be chosen at first, or all
/// if there are none.
pub(super) fn least(position: &Position, only: &[Play]) -> u32 {
    let most = position.rules().max_zero_turns;
    if only.contains(&Play::Pass) || some_play_scores_nothing(position) { 0 } else { most.saturating_sub(2) }
}

/// Whether a placement that scores nothing could come about; may be wrong only in saying so.
fn some_play_scores_nothing(position: &Position) -> bool {
    let (board, distribution) = (position.board(), position.distribution());
    let worthless = position.off_board().iter().filter(|&tile| distribution.value(tile) == 0).count();
    match worthless {
        0 => false,
        1 => board.iter().any(|(square, tile)| {
            distribution.placed_value(tile) == 0
                && Direction::BOTH.iter().any(|&way| extends(board, distribution, square, way))
        }),
        _ => true,
    }
}

/// Whether one more worthless tile could make a worthless word with the run of tiles through a square.
fn extends(board: &Board, distribution: &Distribution, square: Square, way: Direction) -> bool {
    let ends = [-1, 1].map(|step| run_end(board, distribution, square, way, step));
    let [Ok(before), Ok(after)] = ends else { return false };
    let is_open = |end: Square| {
        board.get(end).is_none()
            && [-1, 1].iter().all(|&step| run_end(board, distribution, end, way.crossing(), step).is_ok())
    };
    before.is_some_and(is_open) || after.is_some_and(is_open)
}

/// The square behind the tiles that follow a square, none at the edge; an error if one of them is worth something.
fn run_end(
    board: &Board,
    distribution: &Distribution,
    square: Square,
    way: Direction,
    step: isize,
) -> Result<Option<Square>, ()> {
    for distance in 1.. {
        let Some(next) = square.step(way, distance * step) else { return Ok(None) };
        match board.get(next) {
            None => return Ok(Some(next)),
            Some(tile) if distribution.placed_value(tile) > 0 => return Err(()),
            Some(_) => {}
        }
    }
    Ok(None)
}
