//! Choosing with mistakes, as a player with a [`Handicap`] does.

use super::{Request, StaticChoice};
use crate::evaluate::{Equity, Handicap};
use crate::game::{MAX_SUB_RACKS, Play, Player};
use crate::movegen::ScoredPlay;
use crate::seeds::seed_of;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How to err.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Erring {
    /// How much.
    pub handicap: Handicap,
    /// What decides which mistakes are made: the same ones in the same position.
    pub seed: u64,
}

impl Erring {
    /// One of the best placements, or the best exchange.
    pub(super) fn choose(&self, request: &Request, choice: &mut StaticChoice<'_>) -> Option<ScoredPlay> {
        let report = choice.report(Handicap::CHOICES + MAX_SUB_RACKS);
        let plays: Vec<ScoredPlay> = report.plays.iter().map(|judged| judged.found).collect();
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
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of(self.seed, turn_number(request)));
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
