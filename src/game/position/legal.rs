//! Whether a move may be made in a position, and if not, why: in words that name the square or the tile.

use super::{Ending, Position, PositionError};
use crate::game::{
    Alphabet, Direction, Layout, Move, PlacedTile, Placement, RACK_SIZE, Rack, Square, Tile, Word, score,
};
use thiserror::Error;

/// A move that the rules forbid here: `8D.QUIZ: Q is not on the rack AEINRST`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}: {reason}")]
pub struct Illegal {
    /// The move as it would be written.
    pub text: String,
    /// Which rule forbids it.
    pub reason: Reason,
}

impl Illegal {
    pub(super) fn new(m: &Move, reason: Reason, alphabet: &Alphabet) -> Self {
        // The fields after the move itself would only make the message harder to read.
        let text = Move::new(m.action).display(alphabet);
        Illegal { text, reason }
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// No more moves.
    #[error("the game is over")]
    GameOver(Ending),
    /// A tile that the player does not have.
    #[error("{tile} is not on the rack {rack}")]
    NotOnRack {
        /// The tile.
        tile: String,
        /// What the player does have.
        rack: String,
    },
    /// More tiles of a kind than the player has.
    #[error("only {has} {tile} on the rack {rack}")]
    TooFewOnRack {
        /// How many there are.
        has: usize,
        /// The tile.
        tile: String,
        /// What the player does have.
        rack: String,
    },
    /// More tiles beyond the known ones than the player can have.
    #[error("{tiles} not among the tiles {rack} that are known, and only {unknown} unknown")]
    TooFewUnknown {
        /// The tiles that are missing.
        tiles: String,
        /// What the player is known to have.
        rack: String,
        /// How many other tiles the player has.
        unknown: usize,
    },
    /// More tiles of a kind than the player can have, since the others are seen elsewhere.
    #[error("takes {takes} {tile}, at most {has} can be on the rack")]
    NoneLeft {
        /// How many are wanted.
        takes: usize,
        /// The tile.
        tile: String,
        /// How many the player can have.
        has: usize,
    },
    /// No tiles to exchange.
    #[error("exchanges no tile")]
    NothingExchanged,
    /// More tiles than the player holds.
    #[error("takes {count} tiles, the player holds {held}")]
    HoldsFewer {
        /// How many are wanted.
        count: usize,
        /// How many there are.
        held: usize,
    },
    /// The rack given contradicts what was known.
    #[error("the rack {rack} and the tiles {kept} kept from before are more than {held}")]
    RackConflict {
        /// The rack given with the move.
        rack: String,
        /// What was known already.
        kept: String,
        /// How many tiles the player holds.
        held: usize,
    },
    /// The rack given cannot be, for the tiles that are elsewhere.
    #[error(transparent)]
    Position(PositionError),
    /// The word does not fit.
    #[error("runs off the board, which has {squares} squares {direction}", direction = in_direction(*direction))]
    OffBoard {
        /// How many there are.
        squares: usize,
        /// In the direction of the word.
        direction: Direction,
    },
    /// The word does not even begin on the board.
    #[error("{0} is not on the board")]
    NoSquare(Square),
    /// A square that takes no tile.
    #[error("{0} is a wall")]
    Wall(Square),
    /// Another letter lies there.
    #[error("{square} has {has}, not {not}")]
    Taken {
        /// The square.
        square: Square,
        /// What lies there.
        has: String,
        /// What the word would have there.
        not: String,
    },
    /// Only tiles that lie there already.
    #[error("places no new tile")]
    NothingNew,
    /// One letter is no word.
    #[error("a word has at least two letters")]
    TooShort,
    /// More than a rack's worth.
    #[error("places {0} tiles, a rack holds {RACK_SIZE}")]
    TooManyTiles(usize),
    /// The word goes on before its first or after its last letter.
    #[error("the word goes on: {0} has a tile too")]
    GoesOn(Square),
    /// The first word lies elsewhere.
    #[error("the first word must cover {0}")]
    MissesStart(Square),
    /// It touches nothing.
    #[error("touches no tile on the board")]
    Unconnected,
    /// Too late to exchange.
    #[error("in the bag there are {bag}, an exchange needs {limit}")]
    NoExchange {
        /// How many tiles there are.
        bag: usize,
        /// How many are needed.
        limit: usize,
    },
}

fn in_direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Across => "across",
        Direction::Down => "down",
    }
}

/// A placement found legal.
pub(super) struct Laid {
    /// What it puts on the board.
    pub(super) fresh: Vec<(Square, PlacedTile)>,
    /// What it takes from the rack.
    pub(super) tiles: Rack,
    pub(super) score: i32,
}

/// Checks everything about a placement by the player on turn but whether its words exist.
pub(super) fn placement(position: &Position, placement: &Placement) -> Result<Laid, Reason> {
    let placement = fit(position, placement)?;
    if placement.word.len() < 2 {
        return Err(Reason::TooShort);
    }
    ends_are_free(position, &placement)?;
    let fresh: Vec<(Square, PlacedTile)> = placement.fresh(position.board()).collect();
    if fresh.is_empty() {
        return Err(Reason::NothingNew);
    }
    let tiles = Rack::try_from_tiles(fresh.iter().map(|(_, tile)| tile.tile()));
    let tiles = tiles.ok_or(Reason::TooManyTiles(fresh.len()))?;
    has_tiles(position, &tiles)?;
    is_connected(position, &fresh)?;
    let rules = position.rules();
    let score = score(position.board(), &rules.layout, &rules.distribution, rules.bingo_bonus, &placement);
    Ok(Laid { fresh, tiles, score })
}

/// Checks that an exchange of this many tiles may be made by the player on turn.
pub(super) fn exchange(position: &Position, count: usize) -> Result<(), Reason> {
    if count == 0 {
        return Err(Reason::NothingExchanged);
    }
    let (bag, limit) = (position.bag_len(), position.rules().exchange_limit);
    if bag < limit.max(count) {
        return Err(Reason::NoExchange { bag, limit: limit.max(count) });
    }
    let held = position.held(position.on_turn());
    if count > held { Err(Reason::HoldsFewer { count, held }) } else { Ok(()) }
}

/// Lays the word over the board: it must stay on open squares and agree with the tiles that lie there.
fn fit(position: &Position, placement: &Placement) -> Result<Placement, Reason> {
    let (layout, board) = (position.layout(), position.board());
    let alphabet = position.distribution().alphabet();
    let direction = placement.slot.direction;
    let mut letters = Vec::with_capacity(placement.word.len());
    for (square, tile) in placement.squares() {
        if !is_within(layout, square) {
            match letters.len() {
                0 => return Err(Reason::NoSquare(square)),
                _ => break,
            }
        }
        if !layout.is_open(square) {
            return Err(Reason::Wall(square));
        }
        let there = board.get(square).unwrap_or(tile);
        if there.letter() != tile.letter() {
            let write = |tile: PlacedTile| alphabet.write_word(&[tile.letter()]);
            return Err(Reason::Taken { square, has: write(there), not: write(tile) });
        }
        letters.push(there);
    }
    if letters.len() < placement.word.len() {
        return Err(Reason::OffBoard { squares: layout.lane_len(direction), direction });
    }
    let word = Word::new(letters).expect("as long as it was");
    Ok(Placement { slot: placement.slot, word })
}

fn is_within(layout: &Layout, square: Square) -> bool {
    usize::from(square.row) < layout.rows() && usize::from(square.col) < layout.cols()
}

/// The squares before and after the word must be free, or the word would be a longer one.
fn ends_are_free(position: &Position, placement: &Placement) -> Result<(), Reason> {
    let slot = placement.slot;
    for steps in [-1, placement.word.len() as isize] {
        let beyond = slot.start.step(slot.direction, steps);
        if let Some(square) = beyond.filter(|&square| position.board().get(square).is_some()) {
            return Err(Reason::GoesOn(square));
        }
    }
    Ok(())
}

fn is_connected(position: &Position, fresh: &[(Square, PlacedTile)]) -> Result<(), Reason> {
    let board = position.board();
    if board.is_empty() {
        let start = position.layout().start();
        let covered = fresh.iter().any(|&(square, _)| square == start);
        return if covered { Ok(()) } else { Err(Reason::MissesStart(start)) };
    }
    let touches = fresh.iter().any(|&(square, _)| board.has_neighbour(square));
    if touches { Ok(()) } else { Err(Reason::Unconnected) }
}

/// Checks that the player on turn has these tiles, or may have them where the rack is not fully known.
pub(super) fn has_tiles(position: &Position, tiles: &Rack) -> Result<(), Reason> {
    let player = position.on_turn();
    let (rack, held) = (position.rack(player), position.held(player));
    let missing = tiles.minus(&rack);
    let Some(&first) = missing.tiles().first() else { return Ok(()) };
    if missing.len() + rack.len() > held {
        return Err(match held - rack.len() {
            _ if rack.is_empty() => Reason::HoldsFewer { count: tiles.len(), held },
            0 => not_on_rack(position, first, &rack),
            unknown => {
                let write = |rack: &Rack| rack.display(position.distribution().alphabet());
                Reason::TooFewUnknown { tiles: write(&missing), rack: write(&rack), unknown }
            }
        });
    }
    let unaccounted = position.unaccounted();
    let left = { unaccounted }.remove_all(missing.tiles().iter().copied());
    left.map_err(|tile| Reason::NoneLeft {
        takes: tiles.count(tile),
        tile: name(position, tile, "blanks"),
        has: rack.count(tile) + unaccounted.count(tile),
    })
}

fn not_on_rack(position: &Position, tile: Tile, rack: &Rack) -> Reason {
    let (has, rack_text) = (rack.count(tile), rack.display(position.distribution().alphabet()));
    match has {
        0 => Reason::NotOnRack { tile: name(position, tile, "a blank"), rack: rack_text },
        has => Reason::TooFewOnRack { has, tile: name(position, tile, "blank"), rack: rack_text },
    }
}

fn name(position: &Position, tile: Tile, blank: &str) -> String {
    if tile.is_blank() { blank.into() } else { position.distribution().write_tile(tile) }
}
