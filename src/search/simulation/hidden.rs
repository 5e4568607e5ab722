//! What the player on turn cannot see: the opponent's rack, and the order of the bag.
//!
//! Iteration i of a simulation draws one such world, the same for every candidate and on every machine: it depends on the
//! seed, on i, and on nothing else. What is believed of the opponent's tiles comes in here, and only here.

use crate::game::{Bag, Player, Position, Rack, Tally};
use crate::self_play::seed_of;

/// What may be where, as the player on turn sees it.
#[derive(Clone, Debug)]
pub(crate) struct Unseen {
    /// All unseen tiles but those that the opponent is known to hold.
    tiles: Tally,
    /// The tiles that the opponent is known to hold.
    known: Rack,
    /// How many the opponent holds.
    held: usize,
    opponent: Player,
    seed: u64,
}

/// One way in which the unseen tiles may lie.
#[derive(Clone, Debug)]
pub(crate) struct Hidden {
    /// The opponent's rack.
    pub(crate) theirs: Rack,
    /// Each player draws from an end of their own, so that candidates which use as many tiles draw the same.
    pub(crate) bag: Bag,
}

impl Unseen {
    /// As the player on turn, who holds this rack, sees the position.
    pub(crate) fn new(position: &Position, rack: &Rack, seed: u64) -> Self {
        let opponent = position.on_turn().opponent();
        // A rack that can be counted out is known.
        let known = position.full_rack(opponent).unwrap_or_else(|| position.rack(opponent));
        let mut tiles = *position.off_board();
        let seen = rack.tiles().iter().chain(known.tiles()).copied();
        tiles.remove_all(seen).expect("a position has no more tiles than the set");
        Unseen { tiles, known, held: position.held(opponent), opponent, seed }
    }

    /// The world of an iteration.
    pub(crate) fn draw(&self, iteration: u64) -> Hidden {
        let mut bag = Bag::shaken(&self.tiles, seed_of(self.seed, iteration));
        let mut theirs = self.known;
        bag.fill(&mut theirs, self.held, self.opponent);
        Hidden { theirs, bag }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, english};

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english().alphabet()).unwrap()
    }

    #[test]
    fn a_world_has_every_tile_once() {
        let mut position = Position::start(Rules::default().into());
        position.set_rack(Player::Two, rack("QZ")).unwrap();
        let unseen = Unseen::new(&position, &rack("AEINRST"), 7);
        for iteration in 0..50 {
            let Hidden { theirs, mut bag } = unseen.draw(iteration);
            assert_eq!((theirs.len(), bag.len()), (7, 86));
            assert!(theirs.without(&rack("QZ")).is_ok(), "what is known is there");
            let mut all: Tally = theirs.tiles().iter().chain(rack("AEINRST").tiles()).copied().collect();
            while !bag.is_empty() {
                let mut drawn = Rack::EMPTY;
                bag.fill(&mut drawn, 7, Player::One);
                all.extend(drawn.tiles().iter().copied());
            }
            assert_eq!(all, *english().tiles());
        }
        assert_ne!(unseen.draw(1).theirs, unseen.draw(2).theirs);
        assert_eq!(unseen.draw(1).bag, unseen.draw(1).bag);
    }
}
