//! Lines of play, from the search's steps to the plays of the game, and back.

use super::Step;
use super::field::{FREE, LaneId, LaneSet, code_of, is_blank, tile_of};
use super::hand::Hand;
use super::lane_plays::LanePlay;
use crate::game::{Move, PlacedTile, Placement, Play, Position, RACK_SIZE, Slot, Word};

/// The plays of a line that begins at a position.
pub(super) fn plays(position: &Position, line: &[Step]) -> Vec<Play> {
    let mut now = position.clone();
    let mut plays = Vec::new();
    for step in line {
        let play = match step {
            Step::Pass => Play::Pass,
            Step::Place(lane, play) => Play::Place(placement(&now, *lane, play)),
        };
        let Ok((after, _)) = now.after(&Move::from(play)) else { break };
        plays.push(play);
        now = after;
    }
    plays
}

/// A play as it is read off the board, with the tiles that it runs through.
fn placement(position: &Position, lane: LaneId, play: &LanePlay) -> Placement {
    let square = |at: usize| lane.direction.square(usize::from(lane.number), at);
    let len = position.layout().lane_len(lane.direction);
    let mut tiles: Vec<Option<PlacedTile>> = (0..len).map(|at| position.board().get(square(at))).collect();
    let filled = (0..len).filter(|at| play.squares >> at & 1 != 0);
    filled.clone().zip(play.tiles).for_each(|(at, code)| tiles[at] = tile_of(code));
    let first = filled.clone().next().unwrap_or(0);
    let begin = (0..first).rev().take_while(|&at| tiles[at].is_some()).last().unwrap_or(first);
    let word = Word::new(tiles[begin..].iter().map_while(|&tile| tile)).expect("a lane is no longer than a word");
    Placement { slot: Slot { start: square(begin), direction: lane.direction }, word }
}

/// A legal play of the player on turn, who holds this hand, as a step; its words need not exist. It is said to touch
/// all lanes, which is true of none and safe of all.
pub(super) fn step(position: &Position, hand: &Hand, play: &Play) -> Step {
    let Play::Place(placement) = play else { return Step::Pass };
    let direction = placement.slot.direction;
    let score = position.check(play).expect("a legal play");
    let mut step = LanePlay { score, squares: 0, tiles: [FREE; RACK_SIZE], part: 0, mark: 0, touched: LaneSet::ALL };
    for (number, (square, tile)) in placement.fresh(position.board()).enumerate() {
        let code = code_of(tile);
        step.squares |= 1 << direction.lane_and_place(square).1;
        step.tiles[number] = code;
        step.part += hand.strides[if is_blank(code) { 0 } else { usize::from(code) }];
    }
    step.mark = step.tiles.iter().fold(step.squares, |mark, &code| mark.rotate_left(5) ^ u32::from(code)) | 2;
    let number = direction.lane_and_place(placement.slot.start).0 as u8;
    Step::Place(LaneId { direction, number }, step)
}
