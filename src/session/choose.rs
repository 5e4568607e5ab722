//! Choosing a move, as far as that goes without a search: the best static play.

use super::tell::{count, holding, shortened};
use super::{Failure, bad_option, bad_position};
use crate::evaluate::{Leaves, LoadLeavesError, StaticValue, Strength};
use crate::game::{Play, Position, Rack, Rules, SubRacks};
use crate::lexicon::{Companion, Lexicon};
use crate::movegen::{Generator, ScoredPlay};
use crate::protocol::{GenInfo, GoCommand, Mode, Reply};
use std::sync::Arc;

/// A generator, and the leave values that lie with its lexicon.
pub(super) struct Finder {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    leaves: Option<Arc<Leaves>>,
    generator: Generator,
}

impl Finder {
    pub(super) fn new(rules: &Arc<Rules>, lexicon: &Arc<Lexicon>) -> Result<Self, LoadLeavesError> {
        let leaves = Leaves::beside(lexicon)?;
        let generator = Generator::new(rules.clone(), lexicon.clone());
        Ok(Finder { rules: rules.clone(), lexicon: lexicon.clone(), leaves, generator })
    }

    /// Whether it is for these rules and words.
    pub(super) fn is_for(&self, rules: &Rules, lexicon: &Arc<Lexicon>) -> bool {
        *self.rules == *rules && Arc::ptr_eq(&self.lexicon, lexicon)
    }

    /// How a player of this name judges here. A heuristic knows English tiles only, and which tiles there are a
    /// position may say; so this is found out when a move is chosen, not when the option is set.
    pub(super) fn value(&self, strength: Strength) -> Result<StaticValue, Failure> {
        let value = StaticValue::of_strength(strength, &self.rules.distribution, self.leaves.clone());
        value.map_err(|error| bad_option(format!("Strength {strength}: {error}")))
    }

    /// The best plays, at most so many. The last of all is a pass, whatever keeping the whole rack is worth: it is chosen
    /// only if there is nothing else.
    pub(super) fn plays(
        &mut self,
        position: &Position,
        rack: &Rack,
        value: &StaticValue,
        most: usize,
    ) -> Vec<ScoredPlay> {
        let leaves = value.of(position, rack);
        let exchanged = if value.exchanges() { position.most_exchanged() } else { 0 };
        let mut plays = self.generator.top(most, position.board(), rack, &leaves, exchanged);
        for pass in plays.iter_mut().filter(|found| found.play == Play::Pass) {
            pass.equity = leaves.keeping(SubRacks::of(rack).whole());
        }
        plays
    }
}

/// The whole rack of the player on turn, in a game that goes on.
pub(super) fn rack_to_play(position: &Position) -> Result<Rack, Failure> {
    let player = position.on_turn();
    if position.ending().is_some() {
        return Err(bad_position("no move can be chosen: the game is over"));
    }
    let unknown = || bad_position(format!("no move can be chosen: {player} holds {}", holding(position, player)));
    position.full_rack(player).ok_or_else(unknown)
}

/// Says which words of a `go` are not made use of.
pub(super) fn ignored(go: &GoCommand) -> Vec<Reply> {
    const MOST: usize = 20;
    let plays = go.plays.filter(|_| go.mode != Mode::Gen).map(|_| "plays");
    let words = || plays.into_iter().chain(go.ignored.iter().map(String::as_str));
    let mut lines: Vec<String> = words().take(MOST).map(|word| shortened(format!("ignored {word}"))).collect();
    let more = words().skip(MOST).count();
    lines.extend((more > 0).then(|| format!("ignored {}", count(more, "more word"))));
    lines.into_iter().map(Reply::Text).collect()
}

/// What produced the numbers that follow.
pub(super) fn provenance(finder: &Finder, strength: Strength) -> String {
    let leaves = match strength {
        Strength::Rh1 | Strength::Rh2 | Strength::Rh3 => strength.name(),
        Strength::Greedy => "none",
        Strength::Static => match finder.lexicon.leaves() {
            None => "none",
            Some(Companion::File(_)) => finder.lexicon.name(),
            Some(Companion::Shipped(shipped)) => shipped.name,
        },
    };
    let (version, lexicon) = (env!("CARGO_PKG_VERSION"), finder.lexicon.name());
    format!("provenance engine=Tasseo/{version} leaves={leaves} winpct=none lexicon={lexicon}")
}

pub(super) fn describe_play(found: &ScoredPlay, position: &Position, rack: &Rack) -> GenInfo {
    let alphabet = position.distribution().alphabet();
    let used = match &found.play {
        Play::Place(placement) => Rack::try_from_tiles(placement.fresh(position.board()).map(|(_, tile)| tile.tile())),
        Play::Exchange(tiles) => Some(*tiles),
        Play::Pass => None,
    };
    GenInfo {
        play: found.play.display(alphabet),
        score: found.score,
        equity: found.equity.to_string(),
        leave: rack.minus(&used.unwrap_or_default()).display(alphabet),
    }
}
