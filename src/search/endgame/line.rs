//! Lines of play, from the search's moves to the plays of the game, and back.

use super::cell::Cell;
use super::lane_plays::{LaneMove, LanePlay, PlayMark};
use super::lanes::{LaneId, LaneSet, PlaceSet};
use super::rack_parts::{EndgameRack, PartId};
use crate::game::{Move, PlacedTile, Placement, Play, Position, RACK_SIZE, Slot, Word};

/// The plays of a line that begins at a position.
pub(super) fn plays(position: &Position, line: &[LaneMove]) -> Vec<Play> {
    let mut now = position.clone();
    let mut plays = Vec::new();
    for lane_move in line {
        let play = match lane_move {
            LaneMove::Pass => Play::Pass,
            LaneMove::Place(lane, play) => Play::Place(placement(&now, *lane, play)),
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
    play.squares.zip(play.tiles).for_each(|(at, cell)| tiles[at] = cell.tile());
    let first = { play.squares }.next().unwrap_or(0);
    let begin = (0..first).rev().take_while(|&at| tiles[at].is_some()).last().unwrap_or(first);
    let word = Word::new(tiles[begin..].iter().map_while(|&tile| tile)).expect("a lane is no longer than a word");
    Placement { slot: Slot { start: square(begin), direction: lane.direction }, word }
}

/// A legal play of the player on turn, who holds this rack, as a move of the search; its words need not exist. It
/// counts as touching all lanes, which is always safe.
pub(super) fn lane_move(position: &Position, rack: &EndgameRack, play: &Play) -> LaneMove {
    let Play::Place(placement) = play else { return LaneMove::Pass };
    let direction = placement.slot.direction;
    let score = position.check(play).expect("a legal play");
    let mut lane_play = LanePlay {
        score,
        squares: PlaceSet::EMPTY,
        tiles: [Cell::FREE; RACK_SIZE],
        part: PartId::EMPTY,
        mark: PlayMark::NONE,
        touched: LaneSet::ALL,
    };
    for (number, (square, tile)) in placement.fresh(position.board()).enumerate() {
        let cell = Cell::of(tile);
        lane_play.squares.insert(direction.lane_and_place(square).1);
        lane_play.tiles[number] = cell;
        lane_play.part += rack.tile_parts[cell.kind()];
    }
    lane_play.mark = PlayMark::of_named(lane_play.squares, &lane_play.tiles);
    let number = direction.lane_and_place(placement.slot.start).0 as u8;
    LaneMove::Place(LaneId { direction, number }, lane_play)
}
