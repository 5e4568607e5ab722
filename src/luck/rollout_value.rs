//! What a rack is worth by playing on: the best static play, then some plies by static players, in an imagined world.

use super::draw::Draw;
use super::rack_value::{RackValue, StaticRackValue, with_rack, worth_at_end};
use crate::evaluate::{StaticValue, WinChance};
use crate::game::{Bag, Player, Position, Rack, Rules, Tile};
use crate::lexicon::Lexicon;
use crate::search::simulation::{
    Candidate, Hidden, LeafValue, Roller, RolloutContext, RolloutPolicy, StaticLeafValue, StaticPolicy, Worth,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Values racks by rollouts.
#[derive(Debug)]
pub struct RolloutRackValue {
    plies: usize,
    lexicon: Arc<Lexicon>,
    policy: StaticPolicy,
    leaf_value: Arc<dyn LeafValue>,
    /// What chooses the first play.
    first: StaticRackValue,
    /// For the position that was asked for last.
    roller: Option<(Position, Roller)>,
    /// The rack that was asked for last, and its play.
    candidate: Option<(Position, Rack, Candidate)>,
}

impl RolloutRackValue {
    /// By this many plies after the first play, or until the game ends.
    pub fn new(
        rules: Arc<Rules>,
        lexicon: Arc<Lexicon>,
        value: StaticValue,
        win_chance: Option<Arc<WinChance>>,
        plies: usize,
    ) -> Self {
        RolloutRackValue {
            plies,
            policy: StaticPolicy { value: value.clone(), with_table: false },
            leaf_value: Arc::new(StaticLeafValue::new(win_chance.clone())),
            first: StaticRackValue::new(rules, lexicon.clone(), value, win_chance),
            lexicon,
            roller: None,
            candidate: None,
        }
    }

    fn roller(&mut self, position: &Position) -> &mut Roller {
        if self.roller.as_ref().is_none_or(|(of, _)| of != position) {
            let context = RolloutContext { position: Arc::new(position.clone()), lexicon: self.lexicon.clone() };
            let context = Arc::new(context);
            let player = self.policy.prepare(&context, NonZeroUsize::MIN)();
            self.roller = Some((position.clone(), Roller::new(context, player, self.leaf_value.clone())));
        }
        &mut self.roller.as_mut().expect("made a moment ago").1
    }

    fn candidate(&mut self, position: &Position, rack: &Rack) -> Candidate {
        let is_same = |(of, its, _): &(Position, Rack, Candidate)| its == rack && of == position;
        if !self.candidate.as_ref().is_some_and(is_same) {
            let holding = with_rack(position, position.on_turn(), rack);
            let found = self.first.best(&holding, rack);
            let candidate = Candidate::new(&holding, rack, &found);
            self.candidate = Some((position.clone(), *rack, candidate));
        }
        self.candidate.as_ref().expect("made a moment ago").2.clone()
    }
}

impl RackValue for RolloutRackValue {
    fn prepare(&mut self, _: &Draw, _: usize) {}

    fn worth(&mut self, position: &Position, player: Player, rack: &Rack, world: u64) -> Worth {
        if position.ending().is_some() {
            return worth_at_end(&with_rack(position, player, rack), player);
        }
        let candidate = self.candidate(position, rack);
        let hidden = imagine(position, rack, world);
        let plies = self.plies;
        self.roller(position).worth(&candidate, &hidden, plies)
    }

    fn is_random(&self, position: &Position) -> bool {
        position.ending().is_none()
    }
}

/// A world in which the player on turn holds this rack. All tiles lie in an order that the number decides; the racks
/// are taken out of it. So worlds of the same number differ in little more than the racks.
fn imagine(position: &Position, rack: &Rack, world: u64) -> Hidden {
    let opponent = position.on_turn().opponent();
    let mut order: Vec<Tile> = position.off_board().iter().collect();
    order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(world));
    let mut theirs = position.rack(opponent);
    for tile in rack.tiles().iter().chain(theirs.tiles()) {
        let at = order.iter().position(|other| other == tile).expect("racks are of tiles off the board");
        order.remove(at);
    }
    let mut bag = Bag::in_order(order, world);
    bag.fill(&mut theirs, position.held(opponent), opponent);
    Hidden { theirs, bag }
}
