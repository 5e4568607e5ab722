//! Games whose racks are known to us and hidden from the players: what beliefs are measured by and fitted to.

use crate::AnyError;
use crate::game_setup::GameSetup;
use crate::lab::{Lab, search};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::str::FromStr;
use tasseo::belief::Belief;
use tasseo::engine::{Engine, Go};
use tasseo::evaluate::{Equity, Handicap};
use tasseo::game::{Action, Bag, History, Move, Play, Player, Position, Rack, Turn};
use tasseo::limits::{Limits, Mode};
use tasseo::movegen::{Generator, ScoredPlay};

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chooser {
    /// The best static play.
    Static,
    /// A softmax over static plays, with a temperature in points.
    Noisy(f64),
    /// By simulation, in this many worlds, against racks that chance gives.
    Simulating(u64),
}

impl FromStr for Chooser {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let noisy = text.strip_prefix("noisy=").and_then(|points| points.parse().ok());
        let noisy = noisy.filter(|&points: &f64| points > 0.0 && points.is_finite()).map(Chooser::Noisy);
        let iterations = text.strip_prefix("sim=").and_then(|number| number.parse().ok());
        let simulating = iterations.filter(|&number: &u64| number > 0).map(Chooser::Simulating);
        let fixed = (text == "static").then_some(Chooser::Static);
        let wanted = "must be static, noisy=POINTS with a temperature above 0, or sim=ITERATIONS";
        noisy.or(simulating).or(fixed).ok_or_else(|| wanted.into())
    }
}

/// Plays such games.
#[derive(Clone, Debug)]
pub struct KnownGames {
    setup: GameSetup,
    generator: Generator,
    chooser: Chooser,
    /// What a simulating player searches with.
    engine: Option<Engine>,
}

impl KnownGames {
    /// Both players choose in this way. Blocks while win chances are read, if they need them.
    pub fn at(setup: &GameSetup, chooser: Chooser) -> Result<Self, AnyError> {
        let generator = Generator::new(setup.rules().clone(), setup.lexicon().clone());
        let lab = matches!(chooser, Chooser::Simulating(_)).then(|| Lab::at(setup)).transpose()?;
        let engine = lab.map(|lab| lab.engine(|_| {}));
        Ok(KnownGames { setup: setup.clone(), generator, chooser, engine })
    }

    /// A game, with both racks known in every position.
    pub fn play(&mut self, seed: u64) -> History {
        let mut bag = Bag::shaken(self.setup.distribution().tiles(), seed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let mut game = History::new(Position::start(self.setup.rules().clone()));
        Player::BOTH.into_iter().for_each(|player| game.draw(player, &mut bag));
        while game.now().ending().is_none() {
            let mover = game.now().on_turn();
            let play = self.choose(game.now(), &mut rng);
            game.play(&Move::from(play)).expect("generated plays are legal");
            game.draw(mover, &mut bag);
            if let Play::Exchange(tiles) = play {
                bag.put_back(&tiles);
            }
        }
        game
    }

    fn choose(&mut self, now: &Position, rng: &mut impl Rng) -> Play {
        match self.chooser {
            Chooser::Static => self.top(now, 1)[0].play,
            Chooser::Noisy(temperature) => {
                let plays = self.top(now, Handicap::CHOICES);
                let worth: Vec<Equity> = plays.iter().map(|found| found.equity).collect();
                plays[Handicap::new(temperature).pick(&worth, rng).unwrap_or(0)].play
            }
            Chooser::Simulating(iterations) => self.simulate(now, iterations, rng.random()),
        }
    }

    /// The statically best plays.
    fn top(&mut self, now: &Position, most: usize) -> Vec<ScoredPlay> {
        let rack = now.rack(now.on_turn());
        let leaves = self.setup.value.of(now, &rack);
        self.generator.top(most, now.board(), &rack, &leaves, now.most_exchanged())
    }

    /// What simulation chooses whose player does not see the other's rack.
    fn simulate(&mut self, now: &Position, iterations: u64, seed: u64) -> Play {
        let engine = self.engine.as_mut().expect("who simulates has an engine");
        let mut position = now.clone();
        position.forget_rack(now.on_turn().opponent());
        engine.load_position(position);
        // The bag may be empty, and it is to be simulated all the same.
        let limits = Limits::iterations(iterations);
        let findings = search(engine, seed, Go { mode: Mode::Sim, limits, ..Go::default() });
        findings.best().expect("there is always a play").play
    }
}

/// log2 of the belief in what was really kept over its chance without any play seen: the LiftBits. What is impossible
/// by the model counts as a chance of one in a million million, since no logarithm could be averaged.
pub fn lift_bits(belief: &Belief, kept: &Rack) -> f64 {
    if belief.is_contradicted() {
        return 0.0;
    }
    (belief.chance(kept) / belief.prior(kept)).max(1e-12).log2()
}

/// What a player kept whose whole rack is known: all that the turn did not use.
pub fn kept(turn: &Turn, before: &Position) -> Rack {
    let used = match &turn.played.action {
        Action::Play(play) => play.tiles_used(before.board()),
        Action::Phony(_) | Action::ExchangeUnseen(_) => None,
    };
    before.rack(turn.player).minus(&used.unwrap_or_default())
}

/// The game as one player sees it, after each turn of the other that there was something to learn from: calls
/// `each` with it, the tiles that the other really kept, and those it then held.
pub fn watch(game: &History, us: Player, mut each: impl FnMut(&History, &Rack, &Rack)) {
    let mut start = game.start().clone();
    start.forget_rack(us.opponent());
    let mut seen = History::new(start);
    for (at, (turn, before)) in game.turns_in_position().enumerate() {
        let after = game.position(at + 1).expect("there is one after each turn");
        let known = [before, after].map(|position| position.rack(us));
        seen.set_rack(us, known[0]).expect("as it was");
        let action = match turn.played.action {
            Action::Play(Play::Exchange(tiles)) if turn.player != us => Action::ExchangeUnseen(tiles.len()),
            action => action,
        };
        seen.play(&Move::new(action)).expect("as it was played");
        if after.ending().is_some() {
            return;
        }
        seen.set_rack(us, known[1]).expect("as it was");
        if turn.player != us && before.bag_len() > 0 {
            each(&seen, &kept(turn, before), &after.rack(turn.player));
        }
    }
}
