//! The yardsticks that are compared: what a rack is worth, by ways that cost more or less.

use crate::game_setup::GameSetup;
use std::sync::Arc;
use tasseo::evaluate::WinChance;
use tasseo::game::{History, PerPlayer, Player, Position, Rack, Rules, Tally};
use tasseo::luck::{Draw, Draws, GameLuck, LuckMeter, RackValue, RolloutRackValue, StaticRackValue};
use tasseo::search::simulation::Worth;
use tasseo::seeds::seed_of;

/// A game is played out when at most this many tiles are in the bag.
const LATE_BAG: usize = 14;

/// More plies than are left when a game is played out.
const TO_THE_END: usize = 60;

/// How luck is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Yardstick {
    pub(super) kind: YardstickKind,
    /// How many alternatives are valued for each draw.
    pub(super) effort: usize,
}

/// What racks are valued by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YardstickKind {
    /// The best static play.
    Static,
    /// The best static play, then this many plies of static players.
    Rollout(usize),
    /// The best static play, and late in the game everything until its end.
    PlayedOut,
    /// The best static play, with tiles out of the bag as it is when they are used, not as it was when they were drawn:
    /// what not to do. Tiles that were thrown back since are in that bag, and those that the opponent drew are not.
    LaterBag,
}

impl Yardstick {
    /// All that are compared, for this effort.
    pub(super) fn all(effort: usize) -> Vec<Self> {
        let fast = [effort.div_ceil(4), effort, 4 * effort].map(|effort| (YardstickKind::Static, effort));
        let slow =
            [YardstickKind::Rollout(1), YardstickKind::Rollout(2), YardstickKind::PlayedOut, YardstickKind::LaterBag];
        let all = fast.into_iter().chain(slow.map(|kind| (kind, effort)));
        all.map(|(kind, effort)| Yardstick { kind, effort }).collect()
    }

    /// What it is called in tables.
    pub(super) fn name(&self) -> String {
        let value = match self.kind {
            YardstickKind::Static => "static".into(),
            YardstickKind::Rollout(1) => "static less the reply".into(),
            YardstickKind::Rollout(plies) => format!("{plies} plies"),
            YardstickKind::PlayedOut => format!("static, played out from {LATE_BAG} in the bag"),
            YardstickKind::LaterBag => "static, the bag at use".into(),
        };
        format!("{value}, {} alternatives", self.effort)
    }
}

/// What yardsticks are made of.
#[derive(Clone, Debug)]
pub(super) struct YardstickValues {
    setup: GameSetup,
    win_chance: Option<Arc<WinChance>>,
    /// The rules of the games that are measured.
    rules: Arc<Rules>,
    /// The fast yardstick, of which each thread has copies.
    first: StaticRackValue,
}

impl YardstickValues {
    /// For games with these rules.
    pub(super) fn new(setup: &GameSetup, win_chance: Option<Arc<WinChance>>, rules: Arc<Rules>) -> Self {
        let first =
            StaticRackValue::new(rules.clone(), setup.lexicon().clone(), setup.value.clone(), win_chance.clone());
        YardstickValues { setup: setup.clone(), win_chance, rules, first }
    }

    fn rollouts(&self, plies: usize) -> Box<dyn RackValue> {
        let (rules, lexicon) = (self.rules.clone(), self.setup.lexicon().clone());
        Box::new(RolloutRackValue::new(rules, lexicon, self.setup.value.clone(), self.win_chance.clone(), plies))
    }

    /// What measures by a yardstick.
    pub(super) fn meter(&self, yardstick: Yardstick) -> YardstickMeter {
        let first = || -> Box<dyn RackValue> { Box::new(self.first.clone()) };
        let (early, late) = match yardstick.kind {
            YardstickKind::Static | YardstickKind::LaterBag => (first(), None),
            YardstickKind::Rollout(plies) => (self.rollouts(plies), None),
            YardstickKind::PlayedOut => (first(), Some(self.rollouts(TO_THE_END))),
        };
        let uses_later_bag = yardstick.kind == YardstickKind::LaterBag;
        YardstickMeter { meter: LuckMeter { value: ByStage { early, late }, effort: yardstick.effort }, uses_later_bag }
    }
}

/// Measures the luck of games by one yardstick.
pub(super) struct YardstickMeter {
    meter: LuckMeter<ByStage>,
    uses_later_bag: bool,
}

impl YardstickMeter {
    /// The luck of a game. Blocks.
    pub(super) fn measure(&mut self, history: &History, is_seen: PerPlayer<bool>, seed: u64) -> GameLuck {
        if !self.uses_later_bag {
            return self.meter.measure(history, is_seen, seed);
        }
        let Draws { known, unknown } = Draws::of(history, is_seen);
        let measure = |(at, mut draw): (usize, Draw)| {
            draw.bag = later_bag(history, &draw).unwrap_or(draw.bag);
            self.meter.luck_of(draw, seed_of(seed, at as u64))
        };
        GameLuck { draws: known.into_iter().enumerate().map(measure).collect(), unknown }
    }
}

/// The tiles of a draw and of the bag at the time when they are used; none if the opponent's rack is not known.
fn later_bag(history: &History, draw: &Draw) -> Option<Tally> {
    let mut bag = *history.position(draw.used_after)?.off_board();
    let theirs = held(history, draw.player.opponent(), draw.used_after)?;
    bag.remove_all(draw.kept.tiles().iter().chain(theirs.tiles()).copied()).ok()?;
    Some(bag)
}

/// What a player has after so many turns: its next turn tells.
fn held(history: &History, player: Player, after: usize) -> Option<Rack> {
    match history.turns()[after..].iter().find(|turn| turn.player == player) {
        Some(turn) => turn.played.rack,
        None => history.now().full_rack(player),
    }
}

/// One way to value racks, and perhaps another for when the bag is nearly empty.
struct ByStage {
    early: Box<dyn RackValue>,
    late: Option<Box<dyn RackValue>>,
}

impl ByStage {
    fn at(&mut self, position: &Position) -> &mut dyn RackValue {
        match &mut self.late {
            Some(late) if position.bag_len() <= LATE_BAG => late.as_mut(),
            _ => self.early.as_mut(),
        }
    }
}

impl RackValue for ByStage {
    fn prepare(&mut self, draw: &Draw, racks: usize) {
        self.at(&draw.position).prepare(draw, racks);
    }

    fn worth(&mut self, position: &Position, player: Player, rack: &Rack, world: u64) -> Worth {
        self.at(position).worth(position, player, rack, world)
    }

    fn is_random(&self, position: &Position) -> bool {
        let late = self.late.as_ref().filter(|_| position.bag_len() <= LATE_BAG);
        late.unwrap_or(&self.early).is_random(position)
    }
}
