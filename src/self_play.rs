//! Games of static players against each other, at full speed: what benches measure, and what values are learned from.
//!
//! A game is a pure function of its players and its seed. The bag is drawn from two ends, so that the same seed with
//! the seats swapped makes the mirrored game (see [`Bag`]).

use crate::evaluate::StaticValue;
use crate::game::{Bag, History, Move, PerPlayer, Play, Player, Position, Rules};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, ScoredPlay};
use std::sync::Arc;

/// A table to play at: a kind of game, and a generator for it.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    rules: Arc<Rules>,
    generator: Generator,
}

/// One turn of a game, as the players see it.
#[derive(Debug)]
pub struct SelfPlayTurn<'g> {
    /// The position before the play, with both racks known.
    pub before: &'g Position,
    /// What is played.
    pub chosen: ScoredPlay,
    /// For whoever wants to know what else could have been played.
    pub generator: &'g mut Generator,
}

impl SelfPlay {
    /// For these rules and words.
    pub fn new(rules: Arc<Rules>, lexicon: Arc<Lexicon>) -> Self {
        SelfPlay { generator: Generator::new(rules.clone(), lexicon), rules }
    }

    /// Plays a game and gives its last position. `watch` is shown every turn.
    pub fn play(
        &mut self,
        players: PerPlayer<&StaticValue>,
        seed: u64,
        mut watch: impl FnMut(SelfPlayTurn<'_>),
    ) -> Position {
        let mut bag = Bag::shaken(self.rules.distribution.tiles(), seed);
        let mut now = Position::start(self.rules.clone());
        Player::BOTH.into_iter().for_each(|player| now.draw(player, &mut bag));
        while now.ending().is_none() {
            let mover = now.on_turn();
            let chosen = self.choose(&now, players[mover]);
            watch(SelfPlayTurn { before: &now, chosen, generator: &mut self.generator });
            (now, _) = now.after(&Move::from(chosen.play)).expect("generated plays are legal");
            now.draw(mover, &mut bag);
            if let Play::Exchange(tiles) = chosen.play {
                bag.put_back(&tiles);
            }
        }
        now
    }

    /// Plays the same game as [`SelfPlay::play`] and gives all of it, with both racks known throughout. Takes somewhat
    /// longer.
    pub fn record(
        &mut self,
        players: PerPlayer<&StaticValue>,
        seed: u64,
        mut watch: impl FnMut(SelfPlayTurn<'_>),
    ) -> History {
        let mut recorded = None;
        let end = self.play(players, seed, |turn| {
            let game = recorded.get_or_insert_with(|| History::new(turn.before.clone()));
            set_racks(game, turn.before);
            let rack = turn.before.rack(turn.before.on_turn());
            game.play(&Move { rack: Some(rack), ..Move::from(turn.chosen.play) }).expect("generated plays are legal");
            watch(turn);
        });
        let mut game = recorded.unwrap_or_else(|| History::new(end.clone()));
        set_racks(&mut game, &end);
        game
    }

    /// The play that a player on turn chooses.
    pub fn choose(&mut self, now: &Position, player: &StaticValue) -> ScoredPlay {
        let rack = now.rack(now.on_turn());
        let most_exchanged = if player.exchanges() { now.most_exchanged() } else { 0 };
        self.generator.best(now.board(), &rack, &player.of(now, &rack), most_exchanged)
    }
}

/// Both players hold what they do in this position, which is the same but for what was drawn.
fn set_racks(game: &mut History, position: &Position) {
    for player in Player::BOTH {
        game.set_rack(player, position.rack(player)).expect("tiles that were drawn are nowhere else");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Distribution;

    /// Sets that do not fill two racks are dealt as far as they go.
    #[test]
    fn a_few_tiles_make_a_game() {
        for tiles in [2, 3, 6, 10, 13, 14, 20] {
            let text = format!("?,?,0,0,0\nA,a,{},1,1\nB,b,{},3,0\n", tiles / 2, tiles - tiles / 2);
            let distribution = Arc::new(Distribution::parse("few", &text).unwrap());
            let lexicon = Arc::new(Lexicon::from_words("few", &distribution, "AB\nBA\nABBA\n").unwrap());
            let rules = Arc::new(Rules { distribution, ..Rules::default() });
            let value = StaticValue::new(None);
            let mut self_play = SelfPlay::new(rules, lexicon);
            let end = self_play.play(PerPlayer([&value; 2]), 1, |_| {});
            assert!(end.ending().is_some());
            let recorded = self_play.record(PerPlayer([&value; 2]), 1, |_| {});
            assert_eq!(recorded.now(), &end);
            assert!(
                recorded.turns_in_position().all(|(turn, before)| turn.played.rack == Some(before.rack(turn.player)))
            );
        }
    }
}
