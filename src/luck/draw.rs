//! The draws of a game: who drew which tiles, out of which bag, and when the player first held them on turn.

use crate::game::{Action, Ending, History, PerPlayer, Play, Player, Position, Rack, Tally, Turn};

/// Tiles that a player drew, with all that is needed to say how lucky that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Who drew.
    pub player: Player,
    /// After how many turns; 0 for the opening racks.
    pub drawn_after: usize,
    /// How many turns had been made when the player next held the tiles on turn. As many as there are if that is now,
    /// or if the game ended before.
    pub used_after: usize,
    /// What was on the rack already.
    pub kept: Rack,
    /// What was drawn.
    pub drawn: Rack,
    /// What it was drawn from: the bag as it was, without tiles that the player exchanged on that turn.
    pub bag: Tally,
    /// Whether the bag is known. If not, because the opponent's rack is not, all tiles count as in the bag that the
    /// player did not see when it next was on turn.
    pub bag_is_known: bool,
    /// The position in which the tiles are valued. The player is on turn, or the game has ended; known are what it kept
    /// and what the opponent kept on its last turn.
    pub position: Position,
}

impl Draw {
    /// The rack that the player came to hold.
    pub fn rack(&self) -> Rack {
        self.rack_with(&self.drawn)
    }

    /// The rack that the player would hold with these tiles instead of those that were drawn.
    pub fn rack_with(&self, drawn: &Rack) -> Rack {
        let tiles = self.kept.tiles().iter().chain(drawn.tiles()).copied();
        Rack::try_from_tiles(tiles).expect("kept and drawn tiles fit on a rack")
    }

    /// Whether luck played no part: the bag was emptied, or had one kind of tile only, or the game was lost by a
    /// challenge before the tiles were used.
    pub fn is_without_luck(&self) -> bool {
        let is_forced = self.bag.len() <= self.drawn.len() || self.bag.kinds().count() == 1;
        is_forced || matches!(self.position.ending(), Some(Ending::ChallengeLost(_)))
    }
}

/// The draws of a game.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    /// Those whose tiles are known, in the order in which they were used.
    pub known: Vec<Draw>,
    /// How many draws of each player are not known.
    pub unknown: PerPlayer<usize>,
}

impl Draws {
    /// Finds the draws of a game. The history must begin at the start of the game: before a player's first turn nothing
    /// is taken to have been kept.
    ///
    /// The draws of a player whose tiles the opponent sees (`is_seen`) are valued as soon as they are made: what the
    /// opponent plays afterwards depends on them.
    pub fn of(history: &History, is_seen: PerPlayer<bool>) -> Self {
        let mut draws = Draws::default();
        let game = KnownRacks { history };
        for drawn_after in 0..=history.turns().len() {
            for player in game.who_draws(drawn_after) {
                match game.draw(player, drawn_after, is_seen[player]) {
                    Some(Ok(draw)) => draws.known.push(draw),
                    Some(Err(UnknownDraw)) => draws.unknown[player] += 1,
                    None => {}
                }
            }
        }
        draws.known.sort_by_key(|draw| (draw.used_after, draw.drawn_after, draw.player));
        draws
    }
}

/// A draw whose tiles are not known.
struct UnknownDraw;

/// When a draw is valued, and where.
struct Use {
    after: usize,
    position: Position,
}

/// What a turn left on a rack.
#[derive(Clone, Copy, Debug, Default)]
struct TurnLeave {
    kept: Rack,
    /// What went back into the bag after drawing.
    exchanged: Rack,
}

/// A game, asked for what its players held.
struct KnownRacks<'h> {
    history: &'h History,
}

impl KnownRacks<'_> {
    fn turns(&self) -> &[Turn] {
        self.history.turns()
    }

    fn position(&self, after: usize) -> &Position {
        self.history.position(after).expect("a position for every turn")
    }

    /// Who draws when this many turns have been made: both at the start, then who moved.
    fn who_draws(&self, after: usize) -> Vec<Player> {
        match after.checked_sub(1) {
            None => Player::BOTH.to_vec(),
            Some(turn) => vec![self.turns()[turn].player],
        }
    }

    /// A player's whole rack after so many turns, with what was drawn; none if it is not known. The player's next turn
    /// tells it at the latest, since a rack does not change until then.
    fn held(&self, player: Player, after: usize) -> Option<Rack> {
        let next = (after..self.turns().len()).find(|&turn| self.turns()[turn].player == player);
        let mut position = self.position(next.unwrap_or(self.turns().len())).clone();
        if let Some(rack) = next.and_then(|turn| self.turns()[turn].played.rack) {
            position.learn(player, &rack).ok()?;
        }
        position.full_rack(player)
    }

    /// What a player's last turn left, of the first `before` turns; nothing before its first turn.
    fn leave(&self, player: Player, before: usize) -> Option<TurnLeave> {
        match (0..before).rev().find(|&turn| self.turns()[turn].player == player) {
            None => Some(TurnLeave::default()),
            Some(turn) => self.leave_of(turn),
        }
    }

    fn leave_of(&self, turn: usize) -> Option<TurnLeave> {
        let Turn { player, played, .. } = &self.turns()[turn];
        let rack = self.held(*player, turn)?;
        let used = match &played.action {
            Action::Play(play) => play.tiles_used(self.position(turn).board())?,
            Action::Phony(_) => Rack::EMPTY,
            Action::ExchangeUnseen(_) => return None,
        };
        let is_exchange = matches!(played.action, Action::Play(Play::Exchange(_)));
        Some(TurnLeave { kept: rack.without(&used).ok()?, exchanged: if is_exchange { used } else { Rack::EMPTY } })
    }

    /// What a player drew after so many turns; none if it drew nothing, or has not been on turn since.
    fn draw(&self, player: Player, drawn_after: usize, is_seen: bool) -> Option<Result<Draw, UnknownDraw>> {
        let leave = self.leave(player, drawn_after);
        let held = self.position(drawn_after).held(player);
        if leave.is_some_and(|leave| leave.kept.len() >= held) {
            return None;
        }
        let valued = if is_seen { self.at_once(player, drawn_after) } else { self.next_use(player, drawn_after)? };
        let known = leave.and_then(|leave| self.known_draw(player, drawn_after, leave, valued));
        Some(known.ok_or(UnknownDraw))
    }

    fn known_draw(&self, player: Player, drawn_after: usize, leave: TurnLeave, valued: Use) -> Option<Draw> {
        let kept = leave.kept;
        let drawn = self.held(player, drawn_after)?.without(&kept).ok()?;
        let Use { after: used_after, mut position } = valued;
        let known_bag = self.bag(player, drawn_after, &leave);
        if known_bag.is_none() {
            position.forget_rack(player.opponent());
        }
        position.set_rack(player, kept).ok()?;
        let bag_is_known = known_bag.is_some();
        let bag = known_bag.unwrap_or_else(|| unseen(&position, player, &leave, &drawn));
        Some(Draw { player, drawn_after, used_after, kept, drawn, bag, bag_is_known, position })
    }

    /// The bag from which a player drew; none if the opponent's rack is not known.
    fn bag(&self, player: Player, drawn_after: usize, leave: &TurnLeave) -> Option<Tally> {
        let mut bag = *self.position(drawn_after).off_board();
        bag.remove_all(leave.kept.tiles().iter().chain(leave.exchanged.tiles()).copied()).ok()?;
        if other_has_drawn(player, drawn_after) {
            let theirs = self.held(player.opponent(), drawn_after)?;
            bag.remove_all(theirs.tiles().iter().copied()).ok()?;
        }
        Some(bag)
    }

    /// The position right after a draw, as if it were the player's turn.
    fn at_once(&self, player: Player, drawn_after: usize) -> Use {
        let mut position = self.position(drawn_after).with_turn(player);
        let is_complete = other_has_drawn(player, drawn_after);
        let theirs = if is_complete { self.held(player.opponent(), drawn_after) } else { None };
        forget_later_draws(&mut position, player, theirs);
        Use { after: drawn_after, position }
    }

    /// The position in which a player next has a use for tiles. None if that is still to come.
    fn next_use(&self, player: Player, drawn_after: usize) -> Option<Use> {
        let after = self.used_after(player, drawn_after)?;
        let now = self.position(after);
        let mut position = if now.ending().is_some() { now.clone() } else { now.with_turn(player) };
        let theirs = self.leave(player.opponent(), after).map(|leave| leave.kept);
        forget_later_draws(&mut position, player, theirs);
        Some(Use { after, position })
    }

    /// After how many turns a player first has a use for tiles: on its next turn, when it loses one by a challenge, or
    /// at the end of the game.
    fn used_after(&self, player: Player, drawn_after: usize) -> Option<usize> {
        for (at, turn) in self.turns().iter().enumerate().skip(drawn_after) {
            if turn.player == player {
                return Some(at);
            }
            if turn.played.challenge.turn_lost {
                return Some(at + 1);
            }
        }
        let now = self.history.now();
        (now.ending().is_some() || now.on_turn() == player).then_some(self.turns().len())
    }
}

/// Whether the opponent's rack was complete when a player drew. Of the opening racks, player one's is drawn first.
fn other_has_drawn(player: Player, drawn_after: usize) -> bool {
    drawn_after > 0 || player == Player::Two
}

/// Of what is known of the racks, only what the opponent kept stays: V may not look at what it drew since. If the game
/// has ended by scoreless turns, the scores change accordingly.
fn forget_later_draws(position: &mut Position, player: Player, theirs: Option<Rack>) {
    if matches!(position.ending(), Some(Ending::PlayedOut(_) | Ending::ChallengeLost(_))) {
        return; // such draws have no luck
    }
    let theirs = theirs.filter(|rack| rack.len() <= position.held(player.opponent())).unwrap_or_default();
    position.set_rack(player, Rack::EMPTY).expect("no tiles are always there");
    position.set_rack(player.opponent(), theirs).expect("tiles that were kept are off the board");
}

/// What a player may have drawn from, as far as it can tell on its next turn: all that it does not see, but not what it
/// exchanged itself.
fn unseen(position: &Position, player: Player, leave: &TurnLeave, drawn: &Rack) -> Tally {
    let mut unseen = position.unseen_by(player);
    for &tile in leave.exchanged.tiles() {
        if unseen.count(tile) > drawn.count(tile) {
            let _ = unseen.remove(tile);
        }
    }
    unseen
}
