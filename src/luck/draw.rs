//! The drawings of a game: who drew which tiles, out of which bag, and when they were first of use.

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
    /// What it was drawn from: the bag as it was, without tiles that the player threw back.
    pub bag: Tally,
    /// Whether the bag is known. If not, because the opponent's rack is not, all tiles count as in the bag that the
    /// player did not see when the drawn ones were of use.
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

    /// Whether nothing else could have been drawn: the bag was emptied, or had one kind of tile only.
    pub fn is_forced(&self) -> bool {
        self.bag.len() <= self.drawn.len() || self.bag.kinds().count() == 1
    }
}

/// Every drawing of a game whose tiles are known, in the order in which they were of use.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    /// Those whose tiles are known.
    pub known: Vec<Draw>,
    /// How many drawings of each player are not known.
    pub unknown: PerPlayer<usize>,
}

impl Draws {
    /// Of a game. Of a player whose tiles the opponent sees (`is_seen`), drawings are valued as soon as they are made:
    /// what the opponent plays afterwards depends on them.
    pub fn of(history: &History, is_seen: PerPlayer<bool>) -> Self {
        let mut draws = Draws::default();
        let game = KnownRacks { history };
        for drawn_after in 0..=history.turns().len() {
            for player in game.who_draws(drawn_after) {
                match game.draw(player, drawn_after, is_seen[player]) {
                    Some(Drawing::Known(draw)) => draws.known.push(*draw),
                    Some(Drawing::Unknown) => draws.unknown[player] += 1,
                    None => {}
                }
            }
        }
        draws.known.sort_by_key(|draw| (draw.used_after, draw.drawn_after, draw.player));
        draws
    }
}

/// What is known of one drawing.
enum Drawing {
    Known(Box<Draw>),
    Unknown,
}

/// When a drawing is valued.
struct Use {
    after: usize,
    position: Position,
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

    /// Who has drawn when this many turns have been made and one of them ended: both at the start, then who moved.
    fn who_draws(&self, after: usize) -> Vec<Player> {
        match after.checked_sub(1) {
            None => Player::BOTH.to_vec(),
            Some(turn) => vec![self.turns()[turn].player],
        }
    }

    /// What a player had after so many turns and drawing, in full; none if it is not known. It is told at the latest by
    /// the player's next turn, since a rack does not change until then.
    fn held(&self, player: Player, after: usize) -> Option<Rack> {
        let next = (after..self.turns().len()).find(|&turn| self.turns()[turn].player == player);
        let mut position = self.position(next.unwrap_or(self.turns().len())).clone();
        if let Some(rack) = next.and_then(|turn| self.turns()[turn].played.rack) {
            position.learn(player, &rack).ok()?;
        }
        position.full_rack(player)
    }

    /// What a player kept of its rack on its last turn before so many had been made; nothing before its first.
    fn kept(&self, player: Player, before: usize) -> Option<Kept> {
        match (0..before).rev().find(|&turn| self.turns()[turn].player == player) {
            None => Some(Kept::default()),
            Some(turn) => self.kept_on(turn),
        }
    }

    fn kept_on(&self, turn: usize) -> Option<Kept> {
        let Turn { player, played, .. } = &self.turns()[turn];
        let rack = self.held(*player, turn)?;
        let used = match &played.action {
            Action::Play(play) => play.tiles_used(self.position(turn).board())?,
            Action::Phony(_) => Rack::EMPTY,
            Action::ExchangeUnseen(_) => return None,
        };
        let thrown = if matches!(played.action, Action::Play(Play::Exchange(_))) { used } else { Rack::EMPTY };
        Some(Kept { tiles: rack.without(&used).ok()?, thrown })
    }

    /// What a player drew after so many turns; none if it drew nothing, or if the tiles have not been of use yet.
    fn draw(&self, player: Player, drawn_after: usize, is_seen: bool) -> Option<Drawing> {
        let after = self.position(drawn_after);
        let kept_known = self.kept(player, drawn_after);
        if kept_known.as_ref().is_some_and(|kept| kept.tiles.len() >= after.held(player)) {
            return None;
        }
        let valued = if is_seen { self.at_once(player, drawn_after) } else { self.first_use(player, drawn_after)? };
        let known = kept_known.and_then(|kept| self.known_draw(player, drawn_after, kept, valued));
        Some(known.map_or(Drawing::Unknown, |draw| Drawing::Known(Box::new(draw))))
    }

    fn known_draw(&self, player: Player, drawn_after: usize, kept: Kept, valued: Use) -> Option<Draw> {
        let drawn = self.held(player, drawn_after)?.without(&kept.tiles).ok()?;
        let Use { after: used_after, mut position } = valued;
        let known_bag = self.bag(player, drawn_after, &kept);
        if known_bag.is_none() {
            position.forget_rack(player.opponent());
        }
        position.set_rack(player, kept.tiles).ok()?;
        let (bag, bag_is_known) =
            (known_bag.unwrap_or_else(|| unseen(&position, player, &kept, &drawn)), known_bag.is_some());
        Some(Draw { player, drawn_after, used_after, kept: kept.tiles, drawn, bag, bag_is_known, position })
    }

    /// The bag from which a player drew; none if the opponent's rack is not known.
    fn bag(&self, player: Player, drawn_after: usize, kept: &Kept) -> Option<Tally> {
        let mut bag = *self.position(drawn_after).off_board();
        bag.remove_all(kept.tiles.tiles().iter().chain(kept.thrown.tiles()).copied()).ok()?;
        if other_has_drawn(player, drawn_after) {
            let theirs = self.held(player.opponent(), drawn_after)?;
            bag.remove_all(theirs.tiles().iter().copied()).ok()?;
        }
        Some(bag)
    }

    /// The position right after a drawing, as if it were the player's turn.
    fn at_once(&self, player: Player, drawn_after: usize) -> Use {
        let mut position = self.position(drawn_after).with_turn(player);
        let theirs =
            if other_has_drawn(player, drawn_after) { self.held(player.opponent(), drawn_after) } else { None };
        leave_known(&mut position, player, theirs);
        Use { after: drawn_after, position }
    }

    /// The position in which the player next has a turn, or loses one by a challenge; or the last one. None if the game
    /// goes on and it is not the player's turn.
    fn first_use(&self, player: Player, drawn_after: usize) -> Option<Use> {
        let is_turn = |turn: usize| self.turns()[turn].player == player;
        let is_lost = |turn: usize| !is_turn(turn) && self.turns()[turn].played.challenge.turn_lost;
        let turns = drawn_after..self.turns().len();
        let after = turns.clone().find_map(|turn| match () {
            () if is_turn(turn) => Some(turn),
            () if is_lost(turn) => Some(turn + 1),
            () => None,
        });
        let after = after.unwrap_or(turns.end);
        let now = self.position(after);
        let is_over = now.ending().is_some();
        if after == turns.end && !is_over && now.on_turn() != player && !turns.clone().any(is_lost) {
            return None;
        }
        let mut position = if is_over { now.clone() } else { now.with_turn(player) };
        let theirs = self.kept(player.opponent(), after).map(|kept| kept.tiles);
        leave_known(&mut position, player, theirs);
        Some(Use { after, position })
    }
}

/// Whether the opponent's rack was complete when a player drew. Of the opening racks, player one's is drawn first.
fn other_has_drawn(player: Player, drawn_after: usize) -> bool {
    drawn_after > 0 || player == Player::Two
}

/// Of what is known of the racks, only what the opponent kept stays: what it drew since may not be looked at. If the game
/// has ended by scoreless turns, the scores go along with that.
fn leave_known(position: &mut Position, player: Player, theirs: Option<Rack>) {
    if matches!(position.ending(), Some(Ending::PlayedOut(_))) {
        return; // all tiles had been drawn by then
    }
    let theirs = theirs.filter(|rack| rack.len() <= position.held(player.opponent())).unwrap_or_default();
    position.set_rack(player, Rack::EMPTY).expect("no tiles are always there");
    position.set_rack(player.opponent(), theirs).expect("tiles that were kept are off the board");
}

/// What a player may have drawn from, as far as it can tell when the tiles are of use: all that it does not see, but not
/// what it threw back itself.
fn unseen(position: &Position, player: Player, kept: &Kept, drawn: &Rack) -> Tally {
    let mut unseen = position.unseen_by(player);
    for &tile in kept.thrown.tiles() {
        if unseen.count(tile) > drawn.count(tile) {
            let _ = unseen.remove(tile);
        }
    }
    unseen
}

/// What a turn left on a rack.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    tiles: Rack,
    /// What went back into the bag, after drawing.
    thrown: Rack,
}
