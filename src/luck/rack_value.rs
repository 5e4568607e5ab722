//! What a rack is worth on a board: the yardstick by which draws are compared.
//!
//! Luck is unbiased by any yardstick; a better one explains more of the result ([the essay](super) says why).

use super::draw::Draw;
use crate::evaluate::{Equity, LeaveContext, Leaves, MOST_SPREAD, StaticValue, ValueLibrary, WinChance};
use crate::game::{Ending, Play, Player, Position, RACK_SIZE, Rack, Rules, SubRacks};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, PlayTable, Racks, ScoredPlay, TableBuilder};
use crate::search::simulation::Worth;
use std::borrow::Cow;
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Says what racks are worth.
pub trait RackValue {
    /// Announces that about `racks` racks of this draw will be valued. May block.
    fn prepare(&mut self, draw: &Draw, racks: usize);

    /// What a position is worth to a player if it holds this rack: its points less the opponent's, and its chance to
    /// win. The player is on turn, or the game has ended.
    ///
    /// Where the value depends on chance, `world` decides it: the same number gives every rack the same world, as far as
    /// the racks allow.
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
    /// For draws with very many alternatives; none if the lexicon is too large for a table.
    tables: Option<TableBuilder>,
    table: Option<PlayTable>,
    /// The value of the tiles that the opponent kept, for the rack and bag that were asked for last.
    their_leave: Option<(Rack, usize, Equity)>,
}

impl StaticRackValue {
    /// From how many racks on a play table pays, by the number of tiles drawn. Measured on the boards of twelve static
    /// games: generating a play takes 13 to 23 µs and looking one up 1.1 to 1.5 µs; building the table takes 1.3 ms where
    /// one or two tiles are open, 2.9, 4.0, 6.4 and 13 ms for three to six, and 27 ms for seven.
    const TABLE_PAYS: [usize; RACK_SIZE + 1] = [usize::MAX, 100, 100, 150, 250, 300, 700, 1600];

    /// The yardstick with the leave values and win chances that go with the lexicon. Blocks while they are read.
    pub fn find(
        rules: Arc<Rules>,
        lexicon: Arc<Lexicon>,
        values: &ValueLibrary,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let leaves = Leaves::find(values, &lexicon)?;
        let win_chance = WinChance::find(values, &lexicon)?;
        Ok(Self::new(rules, lexicon, StaticValue::new(leaves), win_chance))
    }

    /// Whether anything is known of winning.
    pub fn knows_wins(&self) -> bool {
        self.win_chance.is_some()
    }

    /// The yardstick with these leave values and win chances; without the latter nothing is known of winning. Blocks if
    /// it is the first for this lexicon, whose words must be prepared.
    pub fn new(
        rules: Arc<Rules>,
        lexicon: Arc<Lexicon>,
        value: StaticValue,
        win_chance: Option<Arc<WinChance>>,
    ) -> Self {
        let generator = Generator::new(rules.clone(), lexicon.clone());
        let tables = TableBuilder::new(rules, lexicon).ok();
        StaticRackValue { value, win_chance, generator, tables, table: None, their_leave: None }
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

    /// What the tiles are worth that the opponent is known to hold.
    fn their_leave(&mut self, position: &Position) -> Equity {
        let (theirs, bag) = (position.rack(position.on_turn().opponent()), position.bag_len());
        if bag == 0 || theirs.is_empty() {
            return Equity::ZERO;
        }
        if let Some((_, _, value)) = self.their_leave.filter(|(rack, with, _)| *rack == theirs && *with == bag) {
            return value;
        }
        let parts = SubRacks::of(&theirs);
        let context = LeaveContext { distribution: position.distribution(), bag, theirs: Rack::EMPTY };
        let value = self.value.judge(context, &parts).keeping(parts.whole());
        self.their_leave = Some((theirs, bag, value));
        value
    }

    /// The chance to win of a player who has made this play, when the opponent is on turn.
    fn chance_after(&mut self, position: &Position, best: &ScoredPlay, spread: Equity) -> f64 {
        let placed = match &best.play {
            Play::Place(placement) => placement.fresh(position.board()).count(),
            Play::Exchange(_) | Play::Pass => 0,
        };
        let unseen = position.bag_len() + position.held(position.on_turn()) - placed;
        let theirs = self.their_leave(position);
        self.win_chance.as_ref().map_or(0.5, |chance| chance.waiting(spread - theirs, unseen))
    }
}

impl RackValue for StaticRackValue {
    fn prepare(&mut self, draw: &Draw, racks: usize) {
        self.table = None;
        if racks < Self::TABLE_PAYS[draw.drawn.len()] {
            return;
        }
        let mut unseen = draw.bag;
        unseen.extend(draw.kept.tiles().iter().copied());
        let racks = Racks { unseen, sure: draw.kept, others: draw.drawn.len() };
        let build = |tables: &mut TableBuilder| tables.build_for(draw.position.board(), &racks, NonZeroUsize::MIN);
        self.table = self.tables.as_mut().map(build);
    }

    fn worth(&mut self, position: &Position, player: Player, rack: &Rack, _: u64) -> Worth {
        // Otherwise nothing but the rack itself is asked for.
        let needs_rack = position.ending().is_some() || position.bag_len() == 0;
        let position = match needs_rack {
            true => Cow::Owned(with_rack(position, player, rack)),
            false => Cow::Borrowed(position),
        };
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
