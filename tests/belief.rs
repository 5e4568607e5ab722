//! The belief against brute force: on small sets of tiles and invented words, every way in which the hidden tiles can
//! have gone through a whole game is followed, and the two must agree.

mod support;

use proptest::prelude::*;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use support::*;
use tasseo::belief::*;
use tasseo::evaluate::{Equity, LeaveGraph, Leaves, StaticValue};
use tasseo::game::*;
use tasseo::lexicon::Lexicon;
use tasseo::movegen::{Generator, TableBuilder};

/// What nobody but the opponent and the bag know.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Hidden {
    /// What the opponent kept when it last acted, and what it holds.
    kept: Rack,
    rack: Rack,
    bag: Tally,
}

/// Every hidden state with its weight, under each policy.
type Cloud = HashMap<Hidden, PerPolicy>;

fn choose(many: usize, few: usize) -> f64 {
    if few > many { 0.0 } else { (0..few).map(|at| (many - at) as f64 / (few - at) as f64).product() }
}

/// How many ways there are to take these tiles from others, equal ones told apart.
fn ways(from: &Tally, tiles: &Rack) -> f64 {
    tiles.tally().kinds().map(|(tile, count)| choose(from.count(tile), count)).product()
}

/// All multisets of so many tiles.
fn multisets(from: &Tally, size: usize) -> Vec<Rack> {
    let mut all = vec![Rack::EMPTY];
    for (tile, count) in from.kinds() {
        let grown = all.iter().flat_map(|rack| {
            (0..=count.min(size - rack.len())).map(move |more| {
                Rack::try_from_tiles(rack.tiles().iter().copied().chain(std::iter::repeat_n(tile, more))).unwrap()
            })
        });
        all = grown.collect();
    }
    all.retain(|rack| rack.len() == size);
    all
}

fn without(from: &Tally, tiles: &Rack) -> Option<Tally> {
    let mut left = *from;
    left.remove_all(tiles.tiles().iter().copied()).ok().map(|()| left)
}

fn with(tally: &Tally, tiles: &Rack) -> Tally {
    let mut more = *tally;
    more.extend(tiles.tiles().iter().copied());
    more
}

fn times(weights: PerPolicy, factor: f64) -> PerPolicy {
    weights.map(|weight| weight * factor)
}

/// The opponent by its own account: the likelihood of whatever it may do, found with the generator, play by play.
struct Opponent<'m> {
    model: &'m Model,
    generator: Generator,
}

impl Opponent<'_> {
    /// What every option of a rack is worth: placements by the tiles they use, exchanges, and last the pass.
    fn options(&mut self, position: &Position, rack: &Rack) -> (HashMap<Rack, f64>, HashMap<Rack, f64>) {
        let value = StaticValue::new(self.model.leaves.clone()).of(position, rack);
        let parts = SubRacks::of(rack);
        let points = |equity: Equity| f64::from(equity.as_millipoints()) / 1000.0;
        let kept = |used: &Rack| parts.number(&rack.without(used).unwrap()).unwrap();
        let mut placements: HashMap<Rack, f64> = HashMap::new();
        for found in self.generator.top(usize::MAX, position.board(), rack, &no_leaves(rack), 0) {
            if let Play::Place(placement) = found.play {
                let used = placement.tiles_used(position.board()).unwrap();
                let worth = f64::from(found.score) + points(value.keeping(kept(&used)));
                let best = placements.entry(used).or_insert(worth);
                *best = best.max(worth);
            }
        }
        let thrown = (1..parts.count()).map(|part| parts.tiles(part));
        let thrown = thrown.filter(|tiles| tiles.len() <= position.most_exchanged());
        let exchanges = thrown.map(|tiles| (tiles, points(value.keeping_by_exchange(kept(&tiles))))).collect();
        (placements, exchanges)
    }

    /// The likelihood of an act, for each set of tiles that may have been thrown.
    fn acts(&mut self, position: &Position, rack: &Rack, act: &Action) -> Vec<(Rack, PerPolicy)> {
        let used = match act {
            Action::Play(play) => play.tiles_used(position.board()).unwrap(),
            Action::Phony(placement) => placement.tiles_used(position.board()).unwrap(),
            Action::ExchangeUnseen(count) => {
                let all = multisets(&rack.tally(), *count);
                return all
                    .iter()
                    .flat_map(|tiles| self.acts(position, rack, &Action::Play(Play::Exchange(*tiles))))
                    .collect();
            }
        };
        if rack.without(&used).is_err() {
            return Vec::new();
        }
        if position.bag_len() == 0 {
            return vec![(used, [1.0; POLICIES])];
        }
        let (placements, exchanges) = self.options(position, rack);
        let mut worths: Vec<f64> = placements.values().chain(exchanges.values()).copied().collect();
        let observed = match act {
            Action::Play(Play::Exchange(_)) => Some(exchanges[&used]),
            Action::Play(Play::Pass) | Action::ExchangeUnseen(_) => None,
            Action::Play(Play::Place(placement)) | Action::Phony(placement) => {
                let mut known = position.clone();
                known.forget_rack(position.on_turn());
                let score = known.check(&Play::Place(*placement)).unwrap();
                let value = StaticValue::new(self.model.leaves.clone()).of(position, rack);
                let parts = SubRacks::of(rack);
                let kept = value.keeping(parts.whole() - parts.number(&used).unwrap());
                let worth = f64::from(score) + f64::from(kept.as_millipoints()) / 1000.0;
                let is_option = placements.get(&used).is_some_and(|&best| (best - worth).abs() < 1e-9);
                if !is_option || matches!(act, Action::Phony(_)) {
                    worths.push(worth);
                }
                Some(worth)
            }
        };
        vec![(used, self.likelihood(position, used.len(), &worths, observed))]
    }

    fn likelihood(&self, position: &Position, tiles: usize, worths: &[f64], observed: Option<f64>) -> PerPolicy {
        let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let within = |margin: f64| match observed {
            Some(worth) => worth + margin >= best - 1e-9,
            None => worths.is_empty(),
        };
        match &self.model.likelihood {
            Likelihood::Best => [f64::from(within(0.0)); POLICIES],
            Likelihood::Margin(margin) => [f64::from(within(f64::from(margin.as_millipoints()) / 1000.0)); POLICIES],
            Likelihood::Softmax(policies) => {
                let temperatures = policies.temperatures(position.bag_len(), tiles);
                std::array::from_fn(|at| {
                    let (temperature, floor) = (temperatures[at / FLOORS], policies.floors[at % FLOORS]);
                    let soft = match observed {
                        Some(worth) => {
                            1.0 / worths.iter().map(|other| ((other - worth) / temperature).exp()).sum::<f64>()
                        }
                        None => f64::from(worths.is_empty()),
                    };
                    (1.0 - floor) * soft + floor / (worths.len() + 1) as f64
                })
            }
        }
    }
}

/// Follows everything that can have happened.
struct BruteForce<'m> {
    cloud: Cloud,
    opponent: Opponent<'m>,
}

impl BruteForce<'_> {
    fn start(&mut self, unseen: &Tally, prior: PerPolicy) {
        let size = RACK_SIZE.min(unseen.len());
        let racks = multisets(unseen, size).into_iter();
        let hidden = racks.map(|rack| {
            let chance = ways(unseen, &rack) / choose(unseen.len(), size);
            (Hidden { kept: Rack::EMPTY, rack, bag: without(unseen, &rack).unwrap() }, times(prior, chance))
        });
        self.cloud = hidden.collect();
    }

    /// We draw these tiles, and put those back.
    fn we_draw(&mut self, drawn: &Rack, put_back: &Rack) {
        let cloud = std::mem::take(&mut self.cloud).into_iter();
        self.cloud = cloud
            .filter_map(|(hidden, weights)| {
                let bag = with(&without(&hidden.bag, drawn)?, put_back);
                let chance = ways(&hidden.bag, drawn) / choose(hidden.bag.len(), drawn.len());
                Some((Hidden { bag, ..hidden }, times(weights, chance)))
            })
            .collect();
    }

    /// The opponent acts in this position, in which its rack is not known.
    fn they_act(&mut self, position: &Position, act: &Action) {
        let mut after: Cloud = HashMap::new();
        let mut told: HashMap<Rack, Vec<(Rack, PerPolicy)>> = HashMap::new();
        for (hidden, weights) in std::mem::take(&mut self.cloud) {
            let acts = told.entry(hidden.rack).or_insert_with(|| self.opponent.acts(position, &hidden.rack, act));
            for (used, likelihood) in acts {
                let weights: PerPolicy = std::array::from_fn(|at| weights[at] * likelihood[at]);
                let stays = matches!(act, Action::Phony(_) | Action::Play(Play::Pass));
                let gone = if stays { Rack::EMPTY } else { *used };
                let back = if matches!(act, Action::Play(Play::Place(_))) { Rack::EMPTY } else { gone };
                let kept = hidden.rack.without(&gone).unwrap();
                let draws = gone.len().min(hidden.bag.len());
                for drawn in multisets(&hidden.bag, draws) {
                    let chance = ways(&hidden.bag, &drawn) / choose(hidden.bag.len(), draws);
                    let rack = Rack::try_from_tiles(kept.tiles().iter().chain(drawn.tiles()).copied()).unwrap();
                    let bag = with(&without(&hidden.bag, &drawn).unwrap(), &back);
                    let sum = after.entry(Hidden { kept, rack, bag }).or_insert([0.0; POLICIES]);
                    (0..POLICIES).for_each(|at| sum[at] += weights[at] * chance);
                }
            }
        }
        self.cloud = after;
    }

    fn total(&self) -> f64 {
        self.cloud.values().flatten().sum()
    }

    /// The chances of whatever `of` says of a hidden state.
    fn chances(&self, of: impl Fn(&Hidden) -> Rack) -> HashMap<Rack, f64> {
        let (mut chances, total) = (HashMap::new(), self.total());
        for (hidden, weights) in &self.cloud {
            *chances.entry(of(hidden)).or_insert(0.0) += weights.iter().sum::<f64>() / total;
        }
        chances
    }

    /// Whether the belief says the same; of what was kept, or of the whole rack too.
    fn compare(&self, belief: &Belief, whole: bool) {
        let close = |one: f64, other: f64, what: &Rack| assert!((one - other).abs() < 1e-9, "{what:?}: {one} {other}");
        let kept = self.chances(|hidden| hidden.kept);
        kept.iter().for_each(|(leave, &chance)| close(belief.chance(leave), chance, leave));
        close(belief.chances().iter().sum::<f64>() + belief.unjudged(), 1.0, &Rack::EMPTY);
        let policies: PerPolicy = std::array::from_fn(|at| self.cloud.values().map(|weights| weights[at]).sum());
        for (of_belief, policy) in belief.policies().iter().zip(policies) {
            close(*of_belief, policy / self.total(), &Rack::EMPTY);
        }
        if whole {
            let racks = self.chances(|hidden| hidden.rack);
            racks.iter().for_each(|(rack, &chance)| close(belief.rack_chance(rack), chance, rack));
            for tile in belief.tiles() {
                let having: f64 =
                    racks.iter().filter(|(rack, _)| rack.count(tile.tile) > 0).map(|(_, chance)| chance).sum();
                close(tile.chance, having, &Rack::EMPTY);
            }
        }
    }
}

/// A few tiles, random words, random values of leaves.
struct Toy {
    rules: Arc<Rules>,
    lexicon: Arc<Lexicon>,
    leaves: Option<Arc<Leaves>>,
}

impl Toy {
    fn new(rng: &mut Xoshiro256PlusPlus) -> Self {
        let (blanks, count) = (rng.random_range(0..=1), rng.random_range(4..=5));
        let distribution = tile_set(&format!("?,?,{blanks},0,0"), "ABCD", count, 3);
        let lexicon = invented(&distribution, 150, rng);
        let exchange_limit = rng.random_range(1..=3);
        let graph = LeaveGraph::all(distribution.tiles(), RACK_SIZE - 1);
        let values: Vec<Equity> =
            (0..graph.len()).map(|_| Equity::millipoints(rng.random_range(-12_000..12_000))).collect();
        let leaves = rng.random_bool(0.8).then(|| Arc::new(Leaves::new(graph, values)));
        Toy { rules: Arc::new(Rules { distribution, exchange_limit, ..Rules::default() }), lexicon, leaves }
    }

    fn reader(&self, likelihood: Likelihood) -> Reader {
        let builder = TableBuilder::new(self.rules.clone(), self.lexicon.clone()).unwrap();
        Reader::new(builder, Model { likelihood, leaves: self.leaves.clone(), ..Model::default() })
    }
}

/// Some plays of the rack, the better ones more often, exchanges, passes and phonies.
fn some_act(position: &Position, rack: &Rack, toy: &Toy, generator: &mut Generator, rng: &mut impl Rng) -> Action {
    let value = StaticValue::new(toy.leaves.clone()).of(position, rack);
    let plays = generator.top(12, position.board(), rack, &value, 0);
    let most = position.most_exchanged();
    let throw = |rng: &mut dyn rand::RngCore| {
        let count = (rng.next_u32() as usize % most.max(1)) + 1;
        let mut tiles = rack.tiles().to_vec();
        tiles.shuffle(rng);
        Rack::try_from_tiles(tiles.into_iter().take(count)).unwrap()
    };
    match rng.random_range(0..10) {
        0 => Action::Play(Play::Pass),
        1 | 2 if most > 0 => Action::Play(Play::Exchange(throw(rng))),
        3 if most > 0 => Action::ExchangeUnseen(throw(rng).len()),
        4 => {
            let placement = random_placement(position, rng);
            let legal = slow_score(position, &placement).is_some();
            if legal { Action::Phony(placement) } else { Action::Play(Play::Pass) }
        }
        _ => Action::Play(plays.choose(rng).unwrap().play),
    }
}

/// The models that a game may be read with.
fn some_likelihood(rng: &mut impl Rng) -> Likelihood {
    match rng.random_range(0..6) {
        0 => Likelihood::Margin(Equity::points(8)),
        1 => Likelihood::Softmax(Policies::one(2.0, 0.01).into()),
        _ => Likelihood::Softmax(Policies { multiples: [1.0, 3.0, 9.0, 40.0], ..Policies::default() }.into()),
    }
}

/// A game as the dealer knows it and as one player sees it.
struct Watched {
    history: History,
    us: Player,
    own: Rack,
    theirs: Rack,
    bag: Vec<Tile>,
}

impl Watched {
    fn new(toy: &Toy, rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut bag: Vec<Tile> = toy.rules.distribution.tiles().iter().collect();
        bag.shuffle(rng);
        let mut deal = || Rack::try_from_tiles((0..RACK_SIZE).map(|_| bag.pop().unwrap())).unwrap();
        let (own, theirs) = (deal(), deal());
        let us = *Player::BOTH.choose(rng).unwrap();
        let mut history = History::new(Position::start(toy.rules.clone()));
        history.set_rack(us, own).unwrap();
        Watched { history, us, own, theirs, bag }
    }

    fn ours(&self) -> bool {
        self.history.now().on_turn() == self.us
    }

    /// The position as somebody sees it who knows the rack of the player on turn.
    fn open(&self) -> Position {
        let mut open = self.history.now().clone();
        open.set_rack(open.on_turn(), if self.ours() { self.own } else { self.theirs }).unwrap();
        open
    }

    /// Makes a move; what is thrown unseen is thrown at random. Gives what was drawn and what was put back.
    fn make(&mut self, act: Action, rng: &mut impl Rng) -> (Rack, Rack) {
        let ours = self.ours();
        let board = self.history.now().board().clone();
        let rack = if ours { self.own } else { self.theirs };
        let gone = match act {
            Action::Play(play) => play.tiles_used(&board).unwrap(),
            Action::Phony(_) => Rack::EMPTY,
            Action::ExchangeUnseen(count) => {
                Rack::try_from_tiles(rack.tiles().choose_multiple(rng, count).copied()).unwrap()
            }
        };
        self.history.play(&Move::new(act)).unwrap();
        let mut drawn = Rack::EMPTY;
        while drawn.len() < gone.len()
            && let Some(tile) = self.bag.pop()
        {
            assert!(drawn.push(tile));
        }
        let kept = rack.without(&gone).unwrap();
        let full = Rack::try_from_tiles(kept.tiles().iter().chain(drawn.tiles()).copied()).unwrap();
        let placed = matches!(act, Action::Play(Play::Place(_)));
        let back = if placed { Rack::EMPTY } else { gone };
        self.bag.extend(back.tiles());
        self.bag.shuffle(rng);
        if ours {
            self.own = full;
            self.history.set_rack(self.us, full).unwrap();
        } else {
            self.theirs = full;
        }
        (drawn, back)
    }
}

/// Plays a random game, and compares after every turn; until it is over, or no longer exact.
fn play_and_compare(seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let toy = Toy::new(&mut rng);
    let mut game = Watched::new(&toy, &mut rng);
    let mut reader = toy.reader(some_likelihood(&mut rng));
    let model = reader.model().clone();
    let mut generator = Generator::new(toy.rules.clone(), toy.lexicon.clone());
    let opponent = Opponent { model: &model, generator: generator.clone() };
    let mut brute = BruteForce { cloud: HashMap::new(), opponent };
    brute.start(&game.history.now().unseen_by(game.us), model.likelihood.prior());
    let threads = NonZeroUsize::new(rng.random_range(1..=3)).unwrap();
    let effort = ReadingEffort { threads, ..ReadingEffort::whole() };
    let (mut put_back, mut entangled) = (false, false);
    for _ in 0..7 {
        let (ours, open) = (game.ours(), game.open());
        let act = some_act(&open, &open.rack(open.on_turn()), &toy, &mut generator, &mut rng);
        // We know what we throw.
        let act = match act {
            Action::ExchangeUnseen(_) if ours => Action::Play(Play::Pass),
            other => other,
        };
        let before = game.history.now().clone();
        let (drawn, back) = game.make(act, &mut rng);
        if ours {
            brute.we_draw(&drawn, &back);
        } else {
            brute.they_act(&before, &act);
        }
        if brute.total() == 0.0 {
            return; // under a margin, nothing may explain a play
        }
        if game.history.now().ending().is_some() {
            return; // now the racks lie open
        }
        let belief = reader.read(&game.history, game.us, &effort);
        // What we draw after tiles were put back is weighed exactly when the opponent plays, but not before.
        let draws = !ours && !matches!(act, Action::Phony(_) | Action::Play(Play::Pass));
        entangled = !draws && (entangled || put_back && !drawn.is_empty());
        put_back = !back.is_empty() || put_back && !draws;
        let exact = !matches!(act, Action::ExchangeUnseen(_));
        if !entangled {
            brute.compare(&belief, exact);
        }
        if !exact {
            return;
        }
        let rebuilt = toy.reader(model.likelihood.clone()).read(&game.history, game.us, &ReadingEffort::whole());
        assert_eq!(rebuilt.chances(), belief.chances(), "the same when it is read anew, on one thread");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(std::env::var("CASES").map_or(60, |n| n.parse().unwrap())))]

    #[test]
    fn the_filter_is_exact(seed in any::<u64>()) {
        play_and_compare(seed);
    }
}

/// The likelihood that tools fit is the one that the belief judges by: both are what the opponent says of itself.
#[test]
fn the_likelihood_of_single_racks_is_that_of_the_model() {
    let rules: Arc<Rules> = Rules::default().into();
    let lexicon = enable1();
    let model = Model { leaves: Leaves::for_lexicon(&lexicon).unwrap(), ..Model::default() };
    let Likelihood::Softmax(policies) = &model.likelihood else { panic!("softmax is the default") };
    let grids = [(**policies).clone(), Policies::one(20.0, 0.1), Policies::one(0.25, 0.001)];
    let mut builder = TableBuilder::new(rules.clone(), lexicon.clone()).unwrap();
    let mut player = RandomGame::new(3, (*rules).clone());
    let mut generator = Generator::new(rules.clone(), lexicon.clone());
    for _ in 0..8 {
        player.step_with_words(&mut generator, 0.2);
        let mut position = player.now().clone();
        let us = position.on_turn();
        position.forget_rack(us);
        let unseen = position.unseen_by(us.opponent());
        let table = builder.build(position.board(), &unseen, NonZeroUsize::MIN);
        let mut tiles: Vec<Tile> = unseen.iter().collect();
        let (drawn, _) = tiles.partial_shuffle(player.rng(), position.held(us));
        let rack = Rack::try_from_tiles(drawn.iter().copied()).unwrap();
        position.set_rack(us, rack).unwrap();
        let plays = generator.top(usize::MAX, position.board(), &rack, &no_leaves(&rack), 0);
        for found in plays.iter().step_by(plays.len() / 10 + 1) {
            let Play::Place(placement) = found.play else { continue };
            let used = placement.tiles_used(position.board()).unwrap();
            let single = (used, found.score);
            let likelihood =
                PlacementLikelihood::new(&position, &table, model.leaves.clone(), single, grids.iter().cloned());
            assert_eq!(likelihood.ways(&rack), ways(&rack.tally(), &used));
            for (under, policies) in likelihood.of(&rack).iter().zip(&grids) {
                let model = Model { likelihood: Likelihood::Softmax(policies.clone().into()), ..model.clone() };
                let mut opponent = Opponent { model: &model, generator: generator.clone() };
                let expected = opponent.acts(&position, &rack, &Action::Play(found.play))[0].1;
                for (found, expected) in under.iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
                }
            }
        }
    }
}
