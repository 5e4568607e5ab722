//! What a rack is worth on a board: the yardstick by which drawings are compared.
//!
//! Luck is unbiased by any yardstick; a better one explains more of the result ([the essay](super) says why).

use crate::evaluate::{Equity, LeaveContext, MOST_SPREAD, StaticValue, WinChance};
use crate::game::{Ending, Play, Player, Position, Rack, Rules, SubRacks};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, PlayTable, Racks, ScoredPlay, TableBuilder};
use crate::search::simulation::Worth;
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::draw::Draw;

/// Says what racks are worth.
pub trait RackValue {
    /// About this many racks are going to be asked for that could have come of a drawing. May block.
    fn prepare(&mut self, draw: &Draw, racks: usize);

    /// What a position is worth to a player if it holds this rack: its points less the opponent's, and its chance to
    /// win. The player is on turn, or the game has ended.
    ///
    /// It may depend on chance, and then on `world`, which decides it: the same number means the same luck for every
    /// rack, as far as that can be.
    fn worth(&mut self, position: &Position, player: Player, rack: &Rack, world: u64) -> Worth;

    /// Whether it depends on chance in this position.
    fn is_random(&self, position: &Position) -> bool;
}

/// The best static play: its points, and what it leaves.
#[derive(Clone, Debug)]
pub struct StaticRackValue {
    value: StaticValue,
    win_chance: Option<Arc<WinChance>>,
    generator: Generator,
    /// For drawings of which very many are asked for; none if the lexicon is too large for a table.
    tables: Option<TableBuilder>,
    table: Option<PlayTable>,
}

impl StaticRackValue {
    /// So many plays can be generated while a table is made.
    const TABLE_PAYS: usize = 600;

    /// Of players who judge so, at a game with these rules and words. Without win chances nothing is known of winning.
    pub fn new(
        rules: Arc<Rules>,
        lexicon: Arc<Lexicon>,
        value: StaticValue,
        win_chance: Option<Arc<WinChance>>,
    ) -> Self {
        let generator = Generator::new(rules.clone(), lexicon.clone());
        StaticRackValue { value, win_chance, generator, tables: TableBuilder::new(rules, lexicon).ok(), table: None }
    }

    /// The best play of a rack.
    pub(super) fn best(&mut self, position: &Position, rack: &Rack) -> ScoredPlay {
        let leaves = self.value.of(position, rack);
        let most_exchanged = if self.value.exchanges() { position.most_exchanged() } else { 0 };
        let mut best = match self.table.as_ref().filter(|table| table.board() == position.board()) {
            Some(table) => table.best(rack, &leaves, most_exchanged),
            None => self.generator.best(position.board(), rack, &leaves, most_exchanged),
        };
        if best.play == Play::Pass {
            best.equity = leaves.keeping(SubRacks::of(rack).whole());
        }
        best
    }

    /// What the opponent's tiles are worth that are known.
    fn their_leave(&self, position: &Position) -> Equity {
        let theirs = position.rack(position.on_turn().opponent());
        if position.bag_len() == 0 || theirs.is_empty() {
            return Equity::ZERO;
        }
        let parts = SubRacks::of(&theirs);
        let context =
            LeaveContext { distribution: position.distribution(), bag: position.bag_len(), theirs: Rack::EMPTY };
        self.value.judge(context, &parts).keeping(parts.whole())
    }

    /// The chance to win of a player who has made this play, when the opponent is on turn.
    fn chance_after(&self, position: &Position, best: &ScoredPlay, spread: Equity) -> f64 {
        let placed = match &best.play {
            Play::Place(placement) => placement.fresh(position.board()).count(),
            Play::Exchange(_) | Play::Pass => 0,
        };
        let unseen = position.bag_len() + position.held(position.on_turn()) - placed;
        self.win_chance.as_ref().map_or(0.5, |chance| chance.waiting(spread - self.their_leave(position), unseen))
    }
}

impl RackValue for StaticRackValue {
    fn prepare(&mut self, draw: &Draw, racks: usize) {
        self.table = None;
        if racks < Self::TABLE_PAYS {
            return;
        }
        let mut unseen = draw.bag;
        unseen.extend(draw.kept.tiles().iter().copied());
        let racks = Racks { unseen, sure: draw.kept, others: draw.drawn.len() };
        let build = |tables: &mut TableBuilder| tables.build_for(draw.position.board(), &racks, NonZeroUsize::MIN);
        self.table = self.tables.as_mut().map(build);
    }

    fn worth(&mut self, position: &Position, player: Player, rack: &Rack, _: u64) -> Worth {
        let position = with_rack(position, player, rack);
        if position.ending().is_some() {
            return worth_at_end(&position, player);
        }
        let best = self.best(&position, rack);
        let spread = Equity::points(spread_of(&position, player)) + best.equity;
        Worth { win: self.chance_after(&position, &best, spread), spread }
    }

    fn is_random(&self, _: &Position) -> bool {
        false
    }
}

/// The position in which a player holds this rack.
pub(super) fn with_rack(position: &Position, player: Player, rack: &Rack) -> Position {
    let mut position = position.clone();
    position.set_rack(player, *rack).expect("tiles of the bag are nowhere else");
    position
}

/// A player's points less the opponent's, whatever a position says.
fn spread_of(position: &Position, player: Player) -> i32 {
    (position.score(player) - position.score(player.opponent())).clamp(-MOST_SPREAD, MOST_SPREAD)
}

/// What a game that has ended is worth to a player.
pub(super) fn worth_at_end(position: &Position, player: Player) -> Worth {
    let spread = Equity::points(spread_of(position, player));
    let win = match position.ending() {
        Some(Ending::ChallengeLost(loser)) => f64::from(u8::from(loser != player)),
        _ => WinChance::at_end(spread),
    };
    Worth { win, spread }
}
