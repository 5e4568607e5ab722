//! One moment of a game: the board, both players' scores, and what is known of their racks.
//!
//! A rack may be known, partly known, or unknown. A position keeps two numbers for each player: how many tiles the
//! player *holds*, which everybody can count, and which of them are *known*. Tiles that a player draws are held at
//! once, and known when [`Position::set_rack`] or a move's rack field says which they are. A position that is seen by
//! both players, as in self-play, is the case where all are known.
//!
//! Playing a move is a pure function, [`Position::after`]; it checks the move against every rule but the dictionary's.
//! Games contain plays that are not words, so what is a word is asked elsewhere.

mod legal;
mod turn;

pub use legal::{Illegal, Reason};

use super::{Bag, Board, Distribution, Layout, PerPlayer, Player, RACK_SIZE, Rack, Rules, Square, Tally, Tile};
use std::sync::Arc;
use thiserror::Error;

/// A position in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Arc<Rules>,
    board: Board,
    /// The tiles that are not on the board: those of the bag and of both racks.
    off_board: Tally,
    seats: PerPlayer<Seat>,
    on_turn: Player,
    zero_turns: u32,
    ending: Option<Ending>,
}

/// What belongs to one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seat {
    score: i32,
    /// The known tiles; never more than are held.
    rack: Rack,
    /// How many tiles the player has.
    held: u8,
}

impl Seat {
    fn unknown(&self) -> usize {
        usize::from(self.held) - self.rack.len()
    }

    fn add(&mut self, points: i32) {
        self.score = self.score.saturating_add(points);
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player has no tiles left, and neither has the bag.
    PlayedOut(Player),
    /// Too many scoreless turns in a row.
    ZeroTurns,
    /// This player challenged a valid play under triple challenge, and has lost whatever the score.
    ChallengeLost(Player),
}

/// Why board, racks and tiles make no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More of a tile than the set has.
    #[error("{count} {tile} {place}, the distribution has {has}")]
    TooMany {
        /// How many there are.
        count: usize,
        /// How the tile is written.
        tile: String,
        /// "on the board", or "on the board and the racks".
        place: &'static str,
        /// How many there may be.
        has: usize,
    },
    /// A tile where the layout has no square.
    #[error("a tile on {0}, where the board has no square")]
    NoSquare(Square),
    /// More tiles on a rack than the player can hold.
    #[error("{player} has {count} tiles on the rack {rack}, but holds {held}")]
    HoldsFewer {
        /// Whose rack it is.
        player: Player,
        /// How many tiles that is.
        count: usize,
        /// The rack.
        rack: String,
        /// How many tiles the player holds.
        held: usize,
    },
}

impl Position {
    /// The start of a game: an empty board, full racks of unknown tiles, player one on turn.
    pub fn start(rules: Arc<Rules>) -> Self {
        Self::set_up(rules, Board::EMPTY, PerPlayer::default(), PerPlayer::default(), 0)
            .expect("an empty board fits every layout and set of tiles")
    }

    /// The position with this board, these (known) racks, scores and scoreless turns before it; player one is on turn.
    ///
    /// Where the bag is empty, the tiles that are on neither the board nor a rack belong to whoever's rack is not
    /// given in full; where neither is known, each is taken to hold half.
    pub fn set_up(
        rules: Arc<Rules>,
        board: Board,
        racks: PerPlayer<Rack>,
        scores: PerPlayer<i32>,
        zero_turns: u32,
    ) -> Result<Self, PositionError> {
        if let Some((square, _)) = board.iter().find(|&(square, _)| !rules.layout.is_open(square)) {
            return Err(PositionError::NoSquare(square));
        }
        let (mut off_board, on_board) = (*rules.distribution.tiles(), board.iter().map(|(_, tile)| tile.tile()));
        off_board
            .remove_all(on_board.clone())
            .map_err(|tile| too_many(&rules.distribution, tile, on_board, "on the board"))?;
        let held = share(off_board.len(), racks.0.map(|rack| rack.len()));
        let seat = |at: usize| Seat { score: scores.0[at], rack: racks.0[at], held: held[at] as u8 };
        let seats = PerPlayer([seat(0), seat(1)]);
        let mut position = Position { rules, board, off_board, seats, on_turn: Player::One, zero_turns, ending: None };
        position.check_racks()?;
        position.ending = position.find_ending();
        Ok(position)
    }

    /// The settings of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The set of tiles that the game is played with.
    pub fn distribution(&self) -> &Distribution {
        &self.rules.distribution
    }

    /// The board's squares.
    pub fn layout(&self) -> &Layout {
        &self.rules.layout
    }

    /// The tiles on the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is; in a game that is over, whose it would be.
    pub fn on_turn(&self) -> Player {
        self.on_turn
    }

    /// A player's score. At the end of a game it includes what the racks count for.
    pub fn score(&self, player: Player) -> i32 {
        self.seats[player].score
    }

    /// The tiles that a player is known to hold.
    pub fn rack(&self, player: Player) -> Rack {
        self.seats[player].rack
    }

    /// How many tiles a player holds, known or not.
    pub fn held(&self, player: Player) -> usize {
        usize::from(self.seats[player].held)
    }

    /// How many tiles are in the bag.
    pub fn bag_len(&self) -> usize {
        let racks: usize = Player::BOTH.iter().map(|&player| self.held(player)).sum();
        self.off_board.len() - racks
    }

    /// The most tiles that the player on turn may exchange; 0 if there may be no exchange. The bag must hold as many as
    /// the rules say, and never fewer than are exchanged.
    pub fn most_exchanged(&self) -> usize {
        let bag = self.bag_len();
        let may = self.ending.is_none() && bag >= self.rules.exchange_limit;
        if may { bag.min(self.held(self.on_turn)) } else { 0 }
    }

    /// How many scoreless turns have come in a row.
    pub fn zero_turns(&self) -> u32 {
        self.zero_turns
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What the racks count for this player at the end: who plays out gets twice the other's tiles; after too many
    /// scoreless turns both lose their own, as far as they are known. Nothing while the game goes on.
    pub fn end_points(&self, player: Player) -> i32 {
        let value = |owner| self.full_rack(owner).map_or(0, |rack| self.distribution().rack_value(&rack));
        match self.ending {
            Some(Ending::PlayedOut(out)) if out == player => 2 * value(player.opponent()),
            Some(Ending::ZeroTurns) => -value(player),
            _ => 0,
        }
    }

    /// The tiles that are not on the board: those of the bag and of both racks.
    pub fn off_board(&self) -> &Tally {
        &self.off_board
    }

    /// The tiles that a player cannot see: all but those on the board and on the player's own rack.
    pub fn unseen_by(&self, player: Player) -> Tally {
        self.off_board_but(&[self.rack(player)])
    }

    /// The tiles whose place is not known: all but those on the board and the known ones on the racks.
    pub fn unaccounted(&self) -> Tally {
        self.off_board_but(&self.seats.0.map(|seat| seat.rack))
    }

    fn off_board_but(&self, racks: &[Rack]) -> Tally {
        let mut left = self.off_board;
        let on_racks = racks.iter().flat_map(|rack| rack.tiles().iter().copied());
        left.remove_all(on_racks).expect("a position has no more tiles than the set");
        left
    }

    /// Whether there are enough tiles for the known racks.
    fn check_racks(&self) -> Result<(), PositionError> {
        let on_racks = self.seats.0.iter().flat_map(|seat| seat.rack.tiles().iter().copied());
        let missing = { self.off_board }.remove_all(on_racks.clone()).err();
        let seen = || self.board.iter().map(|(_, tile)| tile.tile()).chain(on_racks);
        missing.map_or(Ok(()), |tile| Err(too_many(self.distribution(), tile, seen(), "on the board and the racks")))
    }

    /// A player's whole rack, if it is known or can be counted: with an empty bag, what is not elsewhere is there.
    pub fn full_rack(&self, player: Player) -> Option<Rack> {
        let seat = self.seats[player];
        if seat.unknown() == 0 {
            return Some(seat.rack);
        }
        let counted = self.bag_len() == 0 && self.seats[player.opponent()].unknown() == 0;
        let tiles = seat.rack.tiles().iter().copied();
        counted.then(|| Rack::try_from_tiles(tiles.chain(self.unaccounted().iter())))?
    }

    /// Says which tiles a player is known to hold, instead of what was known before.
    ///
    /// A game that has ended by scoreless turns is settled anew: the racks may come to light only then.
    pub fn set_rack(&mut self, player: Player, rack: Rack) -> Result<(), PositionError> {
        let held = self.held(player);
        if rack.len() > held {
            let text = rack.display(self.distribution().alphabet());
            return Err(PositionError::HoldsFewer { player, count: rack.len(), rack: text, held });
        }
        let (before, points) = (self.rack(player), Player::BOTH.map(|player| self.end_points(player)));
        self.seats[player].rack = rack;
        if let Err(error) = self.check_racks() {
            self.seats[player].rack = before;
            return Err(error);
        }
        for (player, before) in Player::BOTH.into_iter().zip(points) {
            self.adjust_score(player, self.end_points(player) - before);
        }
        if self.ending.is_some() {
            self.show_racks();
        }
        Ok(())
    }

    /// A player draws from the bag with which the game is played: all tiles that it holds are known then.
    pub fn draw(&mut self, player: Player, bag: &mut Bag) {
        let mut rack = self.rack(player);
        bag.fill(&mut rack, self.held(player), player);
        self.set_rack(player, rack).expect("tiles from the bag are nowhere else");
    }

    /// Nothing is known of a player's rack any more. Scores stay as they are.
    pub fn forget_rack(&mut self, player: Player) {
        self.seats[player].rack = Rack::EMPTY;
    }

    /// The same position with this player on turn, whoever's turn it is.
    pub(crate) fn with_turn(&self, player: Player) -> Position {
        Position { on_turn: player, ..self.clone() }
    }

    /// Adds to a player's score: a penalty for overtime, or a correction.
    pub fn adjust_score(&mut self, player: Player, points: i32) {
        self.seats[player].add(points);
    }

    /// How the game has ended, by what is on the racks and in the bag and by the turns that scored nothing.
    fn find_ending(&self) -> Option<Ending> {
        let out = Player::BOTH.into_iter().find(|&player| self.held(player) == 0 && self.bag_len() == 0);
        out.map(Ending::PlayedOut).or((self.zero_turns >= self.rules.max_zero_turns).then_some(Ending::ZeroTurns))
    }

    /// At the end, racks that can be counted are known.
    fn show_racks(&mut self) {
        for player in Player::BOTH {
            if let Some(rack) = self.full_rack(player) {
                self.seats[player].rack = rack;
            }
        }
    }
}

fn too_many(
    distribution: &Distribution,
    tile: Tile,
    seen: impl Iterator<Item = Tile>,
    place: &'static str,
) -> PositionError {
    let name = if tile.is_blank() { "blanks".into() } else { distribution.write_tile(tile) };
    let (count, has) = (seen.filter(|&other| other == tile).count(), distribution.tiles().count(tile));
    PositionError::TooMany { count, tile: name, place, has }
}

/// How many tiles each player holds, when `left` are on racks and in the bag and `known` are known of each player.
fn share(left: usize, known: [usize; 2]) -> [usize; 2] {
    if left >= 2 * RACK_SIZE {
        return [RACK_SIZE; 2];
    }
    let at_least = |known: usize| known.max(left.saturating_sub(RACK_SIZE));
    let first = match known {
        [0, 0] => left.div_ceil(2),
        [0, second] => left.saturating_sub(at_least(second)),
        [first, _] => at_least(first),
    };
    [first, left.saturating_sub(first)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, Play};

    #[test]
    fn tiles_are_shared_out_as_the_racks_tell() {
        assert_eq!(share(100, [7, 0]), [7, 7]);
        assert_eq!(share(14, [0, 0]), [7, 7]);
        assert_eq!(share(13, [7, 0]), [7, 6]);
        assert_eq!(share(13, [6, 7]), [6, 7]);
        assert_eq!(share(10, [2, 0]), [3, 7]);
        assert_eq!(share(10, [0, 4]), [6, 4]);
        assert_eq!(share(5, [5, 0]), [5, 0]);
        assert_eq!(share(9, [0, 0]), [5, 4]);
    }

    #[test]
    fn racks_that_come_to_light_at_the_end_count() {
        let mut position = Position::start(Arc::new(Rules::default()));
        for _ in 0..6 {
            position = position.after(&Move::from(Play::Pass)).unwrap().0;
        }
        let rack = |text| Rack::parse(text, position.distribution().alphabet()).unwrap();
        let (quiz, full) = (rack("QUIZ"), rack("AEINRST"));
        assert_eq!((position.ending(), position.score(Player::One)), (Some(Ending::ZeroTurns), 0));
        position.set_rack(Player::One, full).unwrap();
        assert_eq!((position.end_points(Player::One), position.score(Player::One)), (-7, -7));
        position.set_rack(Player::One, quiz).unwrap();
        assert_eq!(position.score(Player::One), 0, "a rack known in part counts nothing");
    }
}
