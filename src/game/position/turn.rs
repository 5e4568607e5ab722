//! Making a move: from one position to the next.
//!
//! A move goes through the same steps whatever it is. Its rack field, if it has one, says what the player holds. The
//! move itself is checked and done: tiles go to the board, back into the bag, or nowhere; the score is added; as many
//! tiles are drawn as the bag has. Then the turn ends: scoreless turns are counted, the other player is on turn, and if
//! that was the end, the racks are settled. At last come the points of a challenge that failed, and the turn that it
//! may have cost.

use super::Position;
use super::legal::{self, Illegal, Reason};
use crate::game::{Action, Ending, Move, Placement, Play, Player, Rack};

impl Position {
    /// Checks a play of the player on turn against the rules (not against a lexicon), and says what it scores.
    pub fn check(&self, play: &Play) -> Result<i32, Illegal> {
        self.after(&Move::from(*play)).map(|(_, score)| score)
    }

    /// The position after a move of the player on turn, and what the move scored (a challenge's points included).
    pub fn after(&self, m: &Move) -> Result<(Position, i32), Illegal> {
        let mut next = self.clone();
        let score = next.apply(m).map_err(|reason| Illegal::new(m, reason, self.distribution().alphabet()))?;
        Ok((next, score))
    }

    /// The player turns out to hold these tiles, as well as those known before.
    pub fn learn(&mut self, player: Player, rack: &Rack) -> Result<(), Reason> {
        let known = self.rack(player);
        if known.is_empty() {
            return self.set_rack(player, *rack).map_err(Reason::Position);
        }
        let alphabet = self.distribution().alphabet();
        let all = known.union(rack).filter(|all| all.len() <= self.held(player));
        let all = all.ok_or_else(|| Reason::RackConflict {
            rack: rack.display(alphabet),
            kept: known.display(alphabet),
            held: self.held(player),
        })?;
        self.set_rack(player, all).map_err(Reason::Position)
    }

    fn apply(&mut self, m: &Move) -> Result<i32, Reason> {
        if let Some(ending) = self.ending {
            return Err(Reason::GameOver(ending));
        }
        let mover = self.on_turn;
        if let Some(rack) = m.rack {
            self.learn(mover, &rack)?;
        }
        let score = match &m.action {
            Action::Play(Play::Place(placement)) => self.place(placement)?,
            Action::Play(Play::Exchange(tiles)) => self.exchange(tiles)?,
            Action::Play(Play::Pass) => 0,
            Action::ExchangeUnseen(count) => self.exchange_unseen(*count)?,
            Action::Phony(placement) => self.take_back(placement)?,
        };
        self.end_turn(score);
        if m.challenge.turn_lost && self.ending.is_none() {
            self.end_turn(0);
        }
        self.seats[mover].add(m.challenge.points);
        Ok(score + m.challenge.points)
    }

    fn place(&mut self, placement: &Placement) -> Result<i32, Reason> {
        let laid = legal::placement(self, placement)?;
        for (square, tile) in laid.fresh {
            self.board.place(square, tile);
            let placed = self.off_board.remove(tile.tile());
            debug_assert!(placed, "a legal play has its tiles");
        }
        self.seats[self.on_turn].add(laid.score);
        self.give_up(&laid.tiles);
        Ok(laid.score)
    }

    /// A phony: what would have been placed is now known to be on the rack.
    fn take_back(&mut self, placement: &Placement) -> Result<i32, Reason> {
        let laid = legal::placement(self, placement)?;
        self.learn(self.on_turn, &laid.tiles)?;
        Ok(0)
    }

    fn exchange(&mut self, tiles: &Rack) -> Result<i32, Reason> {
        legal::exchange(self, tiles.len())?;
        legal::has_tiles(self, tiles)?;
        self.give_up(tiles);
        Ok(0)
    }

    /// Of the known tiles, only those are still known that the exchange cannot have reached: of each kind, all but
    /// `count`.
    fn exchange_unseen(&mut self, count: usize) -> Result<i32, Reason> {
        legal::exchange(self, count)?;
        let rack = &mut self.seats[self.on_turn].rack;
        let kinds = rack.tiles().chunk_by(|a, b| a == b);
        let sure = kinds.flat_map(|same| same.iter().skip(count)).copied();
        *rack = Rack::try_from_tiles(sure).expect("no more than there were");
        Ok(0)
    }

    /// These tiles leave the rack of the player on turn, who draws as many, as long as the bag has any.
    fn give_up(&mut self, tiles: &Rack) {
        let mover = self.on_turn;
        let for_mover = self.off_board.len() - self.held(mover.opponent());
        let seat = &mut self.seats[mover];
        seat.rack = seat.rack.minus(tiles);
        seat.held = usize::from(seat.held).min(for_mover) as u8;
    }

    fn end_turn(&mut self, score: i32) {
        self.zero_turns = if score == 0 { self.zero_turns + 1 } else { 0 };
        self.on_turn = self.on_turn.opponent();
        self.ending = self.find_ending();
        if self.ending.is_some() {
            self.settle();
        }
    }

    /// Adds what the racks count for.
    fn settle(&mut self) {
        for (player, points) in Player::BOTH.map(|player| (player, self.end_points(player))) {
            self.seats[player].add(points);
        }
        self.show_racks();
    }

    /// The player on turn has challenged a valid play where that costs the game.
    pub(in crate::game) fn lose_by_challenge(&mut self) {
        self.ending = Some(Ending::ChallengeLost(self.on_turn));
    }
}
