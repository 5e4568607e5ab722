//! Choosing with mistakes, as a player with a [`Handicap`] does.

use super::publish::Publish;
use super::request::Request;
use super::static_choice::{StaticChoice, StaticReport, report_of};
use crate::evaluate::{Equity, Handicap};
use crate::game::{MAX_SUB_RACKS, Play, Player};
use crate::movegen::ScoredPlay;
use crate::seeds::seed_of;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A static player who errs. The seed of the request decides which mistakes are made: the same ones in the same
/// position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandicapPlayer {
    /// How much it errs.
    pub handicap: Handicap,
}

impl HandicapPlayer {
    /// One of the best placements, or the best exchange.
    fn choose(&self, request: &Request, choice: &mut StaticChoice<'_>) -> Option<ScoredPlay> {
        let plays = choice.plays(Handicap::CHOICES + MAX_SUB_RACKS);
        let mut exchanges = 0;
        let is_meant = |found: &&ScoredPlay| match found.play {
            Play::Place(_) => !choice.is_phony(&found.play),
            // There may be more exchanges than placements, and who cannot tell them apart would hardly do anything
            // else.
            Play::Exchange(_) => std::mem::replace(&mut exchanges, 1) == 0,
            Play::Pass => false,
        };
        let meant: Vec<ScoredPlay> = plays.iter().filter(is_meant).copied().take(Handicap::CHOICES).collect();
        let worth: Vec<Equity> = meant.iter().map(|found| found.equity).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of(request.seed, turn_number(request)));
        let picked = self.handicap.pick(&worth, &mut rng).map(|at| meant[at]);
        // Where nothing can be done but pass, or try what is no word, the first of that is the best.
        picked.or(plays.first().copied())
    }
}

/// A number for a turn of a game, which another turn hardly ever has.
fn turn_number(Request { position, rack, .. }: &Request) -> u64 {
    let scores = Player::BOTH.into_iter().map(|player| position.score(player) as u64);
    let tiles = rack.tiles().iter().map(|tile| tile.index() as u64);
    scores.chain([position.bag_len() as u64]).chain(tiles).fold(0, seed_of)
}

/// Publishes what a weaker player would choose, and nothing before it: whoever is hurried is not to play better. Blocks.
pub(super) fn choose(request: &Request, player: &HandicapPlayer, publisher: &impl Publish<StaticReport>) {
    let mut choice = StaticChoice::new(request);
    if let Some(found) = player.choose(request, &mut choice) {
        publisher.publish(None, report_of(&choice, vec![found]));
    }
}
