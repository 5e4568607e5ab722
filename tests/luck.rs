//! Luck: that it is unbiased by any yardstick, and what of it is known.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::sync::Arc;
use tasseo::evaluate::{Equity, Leaves, StaticValue, ValueLibrary, WinChance};
use tasseo::fingerprint::fingerprint;
use tasseo::game::{
    Action, Bag, ChallengeRule, Distribution, FailedChallenge, History, Move, PerPlayer, Play, Player, Position, Rack,
    Rules, Tally, Tile, Verdict, english,
};
use tasseo::lexicon::{Lexicon, Library};
use tasseo::luck::{Draw, Draws, Luck, LuckMeter, RackValue, StaticRackValue};
use tasseo::movegen::{Generator, ScoredPlay};
use tasseo::search::simulation::Worth;
use tasseo::seeds::seed_of;

/// A yardstick that makes no sense at all: a number from what it may look at.
struct Nonsense {
    salt: u64,
}

impl RackValue for Nonsense {
    fn prepare(&mut self, _: &Draw, _: usize) {}

    fn worth(&mut self, position: &Position, player: Player, rack: &Rack, _: u64) -> Worth {
        let known = Player::BOTH.map(|player| (position.rack(player), position.score(player)));
        let text = format!("{} {player} {rack:?} {known:?} {}", position.picture(), self.salt);
        let number = fingerprint(text.into_bytes());
        let spread = Equity::millipoints((number % 200_000) as i32 - 100_000);
        Worth { win: (number >> 32) as f64 / f64::from(u32::MAX), spread }
    }

    fn is_random(&self, _: &Position) -> bool {
        false
    }
}

/// A game with few tiles, of which every course is played.
struct EveryGame {
    generator: Generator,
    meter: LuckMeter<Nonsense>,
    is_seen: PerPlayer<bool>,
    /// By the turn after which tiles were drawn: the luck, times how likely the game was; and how much that is in all.
    sums: BTreeMap<usize, [f64; 3]>,
    games: usize,
    kinds: [usize; 4],
}

impl EveryGame {
    /// Plays on in every way that tiles can be drawn. `to_draw` still has to draw.
    fn play(&mut self, history: &History, bag: &Tally, to_draw: &[(Player, Rack)], chance: f64) {
        if let Some(((player, thrown), later)) = to_draw.split_first() {
            return self.draw(history, bag, (*player, thrown), later, chance);
        }
        if history.now().ending().is_some() {
            return self.count(history, chance);
        }
        let mover = history.now().on_turn();
        let mut next = history.clone();
        let turn = next.play(&self.choose(history)).unwrap();
        let thrown = match turn.played.action {
            Action::Play(Play::Exchange(tiles)) => tiles,
            _ => Rack::EMPTY,
        };
        self.play(&next, bag, &[(mover, thrown)], chance);
    }

    /// One player draws in every way.
    fn draw(
        &mut self,
        history: &History,
        bag: &Tally,
        (player, thrown): (Player, &Rack),
        later: &[(Player, Rack)],
        chance: f64,
    ) {
        let kept = history.now().rack(player);
        let wanted = (history.now().held(player)).saturating_sub(kept.len());
        for (drawn, ways) in every_draw(&bag.kinds().collect::<Vec<_>>(), wanted) {
            let (mut next, mut left) = (history.clone(), *bag);
            left.remove_all(drawn.iter().copied()).unwrap();
            left.extend(thrown.tiles().iter().copied());
            let rack = Rack::try_from_tiles(kept.tiles().iter().chain(&drawn).copied()).unwrap();
            next.set_rack(player, rack).unwrap();
            let total: f64 = (0..wanted).map(|at| (bag.len() - at) as f64 / (at + 1) as f64).product();
            self.play(&next, &left, later, chance * ways / total);
        }
    }

    /// A move that depends on the board and on the tiles that the player sees, and on nothing else: good ones and bad
    /// ones, exchanges, passes, phonies, and challenges in vain.
    fn choose(&mut self, history: &History) -> Move {
        let now = history.now();
        let rack = now.rack(now.on_turn());
        let leaves = StaticValue::default().of(now, &rack);
        let plays: Vec<ScoredPlay> = self.generator.top(6, now.board(), &rack, &leaves, now.most_exchanged());
        // Who sees the other's tiles plays by them.
        let opponent = now.on_turn().opponent();
        let seen = if self.is_seen[opponent] { now.rack(opponent) } else { Rack::EMPTY };
        let text = format!("{} {rack:?} {seen:?} {}", now.picture(), history.turns().len());
        let number = fingerprint(text.into_bytes());
        let play = plays[(number % plays.len() as u64) as usize].play;
        let whole = Move { rack: Some(rack), ..Move::from(play) };
        self.kinds[match play {
            Play::Exchange(_) => 0,
            Play::Pass => 1,
            Play::Place(_) => 2 + usize::from(number >> 20 & 3 == 0),
        }] += 1;
        match play {
            Play::Place(placement) if number >> 20 & 3 == 0 && now.zero_turns() < 3 => {
                Move { action: Action::Phony(placement), ..whole }
            }
            Play::Place(_) if number >> 22 & 3 == 0 => {
                Move { challenge: FailedChallenge { points: 0, turn_lost: true }, ..whole }
            }
            _ => whole,
        }
    }

    fn count(&mut self, history: &History, chance: f64) {
        let luck = self.meter.measure(history, self.is_seen, 1);
        assert!(luck.is_complete());
        for draw in &luck.draws {
            let sums = self.sums.entry(draw.draw.drawn_after).or_default();
            let Luck { points, wins } = draw.luck;
            for (sum, more) in sums.iter_mut().zip([points, wins, points.abs()]) {
                *sum += chance * more;
            }
            assert_eq!(draw.error, Luck::default());
        }
        self.games += 1;
    }
}

/// Every multiset of so many tiles, with the number of ways to choose its copies.
fn every_draw(kinds: &[(Tile, usize)], wanted: usize) -> Vec<(Vec<Tile>, f64)> {
    let Some(((tile, copies), rest)) = kinds.split_first() else {
        return if wanted == 0 { vec![(Vec::new(), 1.0)] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for taken in 0..=wanted.min(*copies) {
        let ways: f64 = (0..taken).map(|at| (copies - at) as f64 / (at + 1) as f64).product();
        for (mut tiles, others) in every_draw(rest, wanted - taken) {
            tiles.extend(std::iter::repeat_n(*tile, taken));
            all.push((tiles, ways * others));
        }
    }
    all
}

/// Every course of a game with few tiles: whatever the yardstick, the luck of every draw has mean 0.
#[test]
fn luck_is_unbiased_by_any_yardstick() {
    let text = "?,?,1,0,0\nA,a,11,1,1\nB,b,9,3,0\nC,c,1,5,0\n";
    let distribution = Arc::new(Distribution::parse("few", text).unwrap());
    let lexicon =
        Arc::new(Lexicon::from_words("few", &distribution, "AB\nBA\nABBA\nBAA\nAAB\nBABA\nCAB\nCABBAB\n").unwrap());
    let rules = Arc::new(Rules { distribution, exchange_limit: 1, max_zero_turns: 4, ..Rules::default() });
    let mut kinds = [0; 4];
    for (salt, is_seen) in [(1, [false; 2]), (2, [true, false])] {
        let mut every = EveryGame {
            generator: Generator::new(rules.clone(), lexicon.clone()),
            meter: LuckMeter { value: Nonsense { salt }, effort: usize::MAX },
            is_seen: PerPlayer(is_seen),
            sums: BTreeMap::new(),
            games: 0,
            kinds: [0; 4],
        };
        let start = History::new(Position::start(rules.clone()));
        let both = Player::BOTH.map(|player| (player, Rack::EMPTY));
        every.play(&start, rules.distribution.tiles(), &both, 1.0);
        assert!(every.games > 4000, "{} games", every.games);
        let moving: f64 = every.sums.values().map(|sums| sums[2]).sum();
        assert!(moving > 50.0, "{moving}: there is luck");
        for (after, [points, wins, _]) in &every.sums {
            assert!(points.abs() < 1e-9 && wins.abs() < 1e-9, "after turn {after}: {points} {wins}");
        }
        kinds.iter_mut().zip(every.kinds).for_each(|(sum, more)| *sum += more);
    }
    assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}: exchanges, passes, plays, phonies");
}

/// The usual game, with the values that ship.
struct Setup {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    value: StaticValue,
    generator: Generator,
}

impl Setup {
    fn new() -> Self {
        let rules = Arc::new(Rules::default());
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        let leaves = Leaves::find(&ValueLibrary::default(), &lexicon).unwrap();
        let generator = Generator::new(rules.clone(), lexicon.clone());
        Setup { rules, lexicon, value: StaticValue::new(leaves), generator }
    }

    fn yardstick(&self) -> StaticRackValue {
        let chance = WinChance::find(&ValueLibrary::default(), &self.lexicon).unwrap();
        StaticRackValue::new(self.rules.clone(), self.lexicon.clone(), self.value.clone(), chance)
    }

    /// A game of two static players.
    fn game(&mut self, seed: u64) -> History {
        let mut bag = Bag::shaken(self.rules.distribution.tiles(), seed);
        let mut history = History::new(Position::start(self.rules.clone()));
        Player::BOTH.into_iter().for_each(|player| history.draw(player, &mut bag));
        while history.now().ending().is_none() {
            let now = history.now();
            let (mover, rack) = (now.on_turn(), now.rack(now.on_turn()));
            let leaves = self.value.of(now, &rack);
            let best = self.generator.best(now.board(), &rack, &leaves, now.most_exchanged());
            history.play(&Move { rack: Some(rack), ..Move::from(best.play) }).unwrap();
            history.draw(mover, &mut bag);
            if let Play::Exchange(tiles) = best.play {
                bag.put_back(&tiles);
            }
        }
        history
    }
}

fn spread(history: &History) -> f64 {
    f64::from(history.now().score(Player::One) - history.now().score(Player::Two))
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (values.len() - 1) as f64).sqrt())
}

/// Over many games luck adds up to nothing, and most of what games differ by is luck. (Over 24,000 of these games its
/// mean was +0.07 ± 0.64 points.)
#[test]
fn luck_is_most_of_the_result_and_none_of_its_mean() {
    let mut setup = Setup::new();
    let mut meter = LuckMeter { value: setup.yardstick(), effort: 4 };
    let (mut points, mut wins, mut raw, mut corrected) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for number in 0..3000 {
        let history = setup.game(seed_of(901, number));
        let balance = meter.measure(&history, PerPlayer::default(), number).balance();
        points.push(balance.points);
        wins.push(balance.wins);
        raw.push(spread(&history));
        corrected.push(spread(&history) - balance.points);
    }
    for luck in [&points, &wins] {
        let (mean, deviation) = mean_and_deviation(luck);
        assert!(mean.abs() < 2.0 * deviation / (luck.len() as f64).sqrt(), "{mean} {deviation}");
    }
    let (raw, corrected) = (mean_and_deviation(&raw).1, mean_and_deviation(&corrected).1);
    assert!(corrected < 0.6 * raw, "{raw} {corrected}");
}

/// A game by somebody who does not tell the racks of one player.
fn half_known(history: &History) -> History {
    let mut told = History::new(Position::start(history.now().rules().clone()));
    for turn in history.turns() {
        let rack = turn.played.rack.filter(|_| turn.player == Player::One);
        let action = match turn.played.action {
            Action::Play(Play::Exchange(tiles)) if turn.player == Player::Two => Action::ExchangeUnseen(tiles.len()),
            action => action,
        };
        told.play(&Move { action, rack, ..turn.played }).unwrap();
    }
    told
}

#[test]
fn what_is_not_known_is_said() {
    let mut setup = Setup::new();
    let mut meter = LuckMeter { value: setup.yardstick(), effort: 20 };
    let history = setup.game(5);
    let known = meter.measure(&history, PerPlayer::default(), 1);
    assert!(known.is_complete() && known.draws.len() > 15);
    let half = meter.measure(&half_known(&history), PerPlayer::default(), 1);
    assert!(!half.is_complete());
    assert_eq!(half.unknown[Player::One], 0);
    assert!(half.unknown[Player::Two] > 5, "{:?}", half.unknown);
    let of_one = half.draws.iter().filter(|draw| draw.draw.player == Player::One);
    assert!(of_one.clone().count() > 5 && of_one.skip(1).any(|draw| !draw.draw.bag_is_known));
    // The opening rack is drawn from all tiles, whatever the other holds.
    assert!(half.draws[0].draw.bag_is_known && half.draws[0].luck == known.draws[0].luck);
}

#[test]
fn a_game_that_goes_on_has_the_luck_of_its_turns_so_far() {
    let mut setup = Setup::new();
    let mut meter = LuckMeter { value: setup.yardstick(), effort: 10 };
    let whole = setup.game(9);
    let mut part = History::new(whole.start().clone());
    for turn in &whole.turns()[..4] {
        part.play(&turn.played).unwrap();
    }
    let rack = whole.turns()[4].played.rack.unwrap();
    let mover = part.now().on_turn();
    part.set_rack(mover, rack).unwrap();
    let (of_whole, of_part) = (Draws::of(&whole, PerPlayer::default()), Draws::of(&part, PerPlayer::default()));
    // Five draws have been used, or are now; the last of the other player has not been yet.
    assert_eq!(of_part.known.len() + of_part.unknown.0.iter().sum::<usize>(), 5);
    assert_eq!(of_part.known[0], of_whole.known[0]);
    let luck = meter.measure(&part, PerPlayer::default(), 3);
    assert!(luck.draws.iter().any(|draw| draw.draw.used_after == 4), "the rack that is held now");
}

/// Looking racks up in a table gives what generating gives, and all ways to draw what a large sample comes near.
#[test]
fn tables_samples_and_all_ways_agree() {
    let mut setup = Setup::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..4 {
        let history = setup.game(seed_of(8, number));
        let draws = Draws::of(&history, PerPlayer::default()).known;
        let some: Vec<&Draw> = draws.iter().filter(|draw| draw.drawn.len() <= 3 && !draw.is_without_luck()).collect();
        let Some(&draw) = some.get(rng.random_range(0..some.len().max(1))) else { continue };
        let (mut generating, mut looking_up) = (setup.yardstick(), setup.yardstick());
        looking_up.prepare(draw, 1_000_000);
        let bag: Vec<Tile> = draw.bag.iter().collect();
        for _ in 0..100 {
            let drawn = (0..draw.drawn.len()).map(|at| bag[(rng.random_range(0..bag.len() / 3) * 3 + at) % bag.len()]);
            let rack = draw.rack_with(&Rack::try_from_tiles(drawn).unwrap());
            let [one, other] =
                [&mut generating, &mut looking_up].map(|value| value.worth(&draw.position, draw.player, &rack, 0));
            assert_eq!(one.spread, other.spread);
            assert!((one.win - other.win).abs() < 0.02, "the same value may come of plays of other lengths");
        }
        let luck_by = |effort| LuckMeter { value: setup.yardstick(), effort }.luck_of(draw.clone(), 1);
        let (exact, sampled) = (luck_by(100_000), luck_by(200));
        assert_eq!(exact.error, Luck::default());
        let (off, error) = ((exact.luck.points - sampled.luck.points).abs(), sampled.error.points);
        assert!(off < 4.0 * error + 1e-9, "{exact:?} {sampled:?}");
    }
}

/// A game that was lost by a challenge before the last draw was used: that draw has no luck, and nothing fails.
#[test]
fn a_lost_challenge_ends_the_luck() {
    let mut setup = Setup::new();
    let whole = setup.game(4);
    let rules = Rules { challenge: ChallengeRule::Triple, ..Rules::default() };
    for turns in 1..whole.turns().len() {
        let mut history = History::new(Position::start(Arc::new(rules.clone())));
        for (at, turn) in whole.turns()[..turns].iter().enumerate() {
            for player in Player::BOTH {
                history.set_rack(player, whole.position(at).unwrap().rack(player)).unwrap();
            }
            history.play(&turn.played).unwrap();
        }
        if history.challenge(true) != Ok(Verdict::GameLost) {
            continue; // the last turn was an exchange or a pass
        }
        for player in Player::BOTH {
            let _ = history.set_rack(player, whole.position(turns).unwrap().rack(player));
        }
        let luck = LuckMeter { value: setup.yardstick(), effort: 5 }.measure(&history, PerPlayer::default(), 1);
        let unused = luck.draws.iter().filter(|draw| draw.draw.used_after == turns);
        assert!(unused.clone().all(|draw| draw.luck == Luck::default()), "after {turns} turns");
    }
}

#[test]
fn the_same_seed_has_the_same_luck() {
    let mut setup = Setup::new();
    let history = setup.game(2);
    let measure = |seed| {
        let luck = LuckMeter { value: setup.yardstick(), effort: 15 }.measure(&history, PerPlayer::default(), seed);
        luck.draws.iter().map(|draw| draw.luck).collect::<Vec<_>>()
    };
    assert_eq!(measure(1), measure(1));
    assert_ne!(measure(1), measure(2));
}
