//! What the player on turn cannot see: the opponent's rack, and the order of the bag.
//!
//! Iteration i of a simulation draws one such world, the same for every candidate and on every machine: it depends on
//! the seed, on i, and on nothing else.
//!
//! What is believed of the opponent's tiles comes in here, and only here: a leave is drawn as often as it is believed
//! in, in constant time, and the rest of the rack from what is left, each tile as likely as any other. Without a belief
//! all of the rack is drawn so. Either way it has the tiles that it is known to have, and the bag has the others.

use crate::belief::LeaveDraws;
use crate::game::{Bag, Player, Position, Rack, Tally};
use crate::seeds::seed_of;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The unseen tiles, as the player on turn sees them.
#[derive(Clone, Debug)]
pub(crate) struct Unseen {
    /// All unseen tiles but those that the opponent is known to hold.
    tiles: Tally,
    /// The tiles that the opponent is known to hold.
    known: Rack,
    /// How many the opponent holds.
    held: usize,
    opponent: Player,
    /// What is believed of its rack.
    draws: Option<LeaveDraws>,
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
    pub(crate) fn new(position: &Position, rack: &Rack, draws: Option<LeaveDraws>, seed: u64) -> Self {
        let opponent = position.on_turn().opponent();
        // A rack that can be counted out is known.
        let known = position.full_rack(opponent).unwrap_or_else(|| position.rack(opponent));
        let mut tiles = *position.off_board();
        let seen = rack.tiles().iter().chain(known.tiles()).copied();
        tiles.remove_all(seen).expect("a position has no more tiles than the set");
        Unseen { tiles, known, held: position.held(opponent), opponent, draws, seed }
    }

    /// The world of an iteration.
    pub(crate) fn draw(&self, iteration: u64) -> Hidden {
        let seed = seed_of(self.seed, iteration);
        self.draw_believed(seed).unwrap_or_else(|| self.draw_any(seed))
    }

    /// A world with a rack as it is believed to be. None without a belief, and for a rack that cannot be: a belief that
    /// was cut short may not know what is known.
    fn draw_believed(&self, seed: u64) -> Option<Hidden> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let theirs = self.draws.as_ref()?.draw_rack(&mut rng);
        let others = theirs.without(&self.known).ok().filter(|_| theirs.len() == self.held)?;
        let mut tiles = self.tiles;
        tiles.remove_all(others.tiles().iter().copied()).ok()?;
        Some(Hidden { theirs, bag: Bag::shaken(&tiles, seed) })
    }

    /// A world with a rack drawn from all unseen tiles alike.
    fn draw_any(&self, seed: u64) -> Hidden {
        let mut bag = Bag::shaken(&self.tiles, seed);
        let mut theirs = self.known;
        bag.fill(&mut theirs, self.held, self.opponent);
        Hidden { theirs, bag }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::belief::{Model, Reader, ReadingEffort};
    use crate::game::{History, Move, Rules, english};
    use crate::lexicon::Library;
    use crate::movegen::TableBuilder;

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english().alphabet()).unwrap()
    }

    #[test]
    fn a_world_has_every_tile_once() {
        let mut position = Position::start(Rules::default().into());
        position.set_rack(Player::Two, rack("QZ")).unwrap();
        let unseen = Unseen::new(&position, &rack("AEINRST"), None, 7);
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

    /// The opponent has opened with IMINO; player two looks on with this rack.
    fn imino() -> History {
        let mut history = History::new(Position::start(Rules::default().into()));
        history.play(&Move::parse("8H.IMINO", english().alphabet()).unwrap()).unwrap();
        history.set_rack(Player::Two, rack("GLORRTU")).unwrap();
        history
    }

    #[test]
    fn a_world_is_as_it_is_believed_to_be() {
        let history = imino();
        let rules = history.now().rules().clone();
        let lexicon = Library::default().load("ENABLE1", &rules.distribution).unwrap();
        let mut reader = Reader::new(TableBuilder::new(rules, lexicon).unwrap(), Model::default());
        let belief = reader.read(&history, Player::Two, &ReadingEffort::whole());
        let mut unseen = Unseen::new(history.now(), &rack("GLORRTU"), Some(LeaveDraws::new(belief.clone())), 7);
        let s = rack("S").tiles()[0];
        let expected = belief.tiles().iter().find(|chance| chance.tile == s).unwrap().chance;
        let mut often = 0.0;
        for iteration in 0..4000 {
            let Hidden { theirs, bag } = unseen.draw(iteration);
            assert_eq!((theirs.len(), bag.len()), (7, 81));
            often += f64::from(u8::from(theirs.count(s) > 0)) / 4000.0;
        }
        assert!((often - expected).abs() < 0.04, "{often} {expected}");
        // What the belief does not know of is still there.
        let mut position = history.now().clone();
        position.set_rack(Player::One, rack("QZ")).unwrap();
        unseen = Unseen::new(&position, &rack("GLORRTU"), Some(LeaveDraws::new(belief.clone())), 7);
        for iteration in 0..200 {
            let Hidden { theirs, bag } = unseen.draw(iteration);
            assert!(theirs.without(&rack("QZ")).is_ok() && (theirs.len(), bag.len()) == (7, 81));
        }
    }
}
