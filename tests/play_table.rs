//! The play table against the generator, on random racks from random positions.

mod support;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroUsize;
use std::sync::Arc;
use support::*;
use tasseo::evaluate::{Equity, SubLeaves};
use tasseo::game::*;
use tasseo::lexicon::{Lexicon, Library};
use tasseo::movegen::{Generator, PlayTable, TableBuilder};

/// Both ways to find a best play.
struct Both {
    rules: Arc<Rules>,
    generator: Generator,
    builder: TableBuilder,
}

impl Both {
    fn new(rules: Rules, lexicon: Arc<Lexicon>) -> Self {
        let rules = Arc::new(rules);
        let generator = Generator::new(rules.clone(), lexicon.clone());
        Both { builder: TableBuilder::new(rules.clone(), lexicon), rules, generator }
    }

    fn build(&mut self, board: &Board, unseen: &Tally, threads: usize) -> PlayTable {
        self.builder.build(board, unseen, NonZeroUsize::new(threads).unwrap())
    }

    /// Compares the best plays of some racks of these tiles. Of blanks the generator takes two.
    fn compare(&mut self, board: &Board, unseen: &Tally, racks: usize, rng: &mut impl Rng) {
        let table = self.build(board, unseen, 1 + racks % 3);
        let mut pool: Vec<Tile> = unseen.iter().collect();
        for number in 0..racks {
            pool.shuffle(rng);
            let size = if number % 8 == 0 { rng.random_range(0..=RACK_SIZE) } else { RACK_SIZE };
            let rack = Rack::try_from_tiles(pool.iter().copied().take(size)).unwrap();
            if rack.count(Tile::BLANK) <= 2 {
                self.compare_rack(board, &table, &rack, rng.random_range(0..=RACK_SIZE + 1), rng);
            }
        }
    }

    fn compare_rack(
        &mut self,
        board: &Board,
        table: &PlayTable,
        rack: &Rack,
        most_exchanged: usize,
        rng: &mut impl Rng,
    ) {
        let parts = SubRacks::of(rack);
        let leaves = SubLeaves::from_fn(&parts, |_| Equity::millipoints(rng.random_range(-20_000..20_000)));
        let best = self.generator.best(board, rack, &leaves, most_exchanged);
        let found = table.best(rack, &leaves, most_exchanged);
        assert_eq!(found.equity, best.equity, "{found:?} instead of {best:?}");
        match found.play {
            Play::Place(placement) => {
                let Rules { layout, distribution, bingo_bonus, .. } = &*self.rules;
                assert_eq!(score(board, layout, distribution, *bingo_bonus, &placement), found.score);
                let used = Rack::try_from_tiles(placement.fresh(board).map(|(_, tile)| tile.tile())).unwrap();
                let leave = leaves.keeping(parts.whole() - parts.number(&used).unwrap());
                assert_eq!(Equity::points(found.score) + leave, found.equity);
            }
            Play::Exchange(tiles) => assert!(tiles.len() <= most_exchanged && parts.number(&tiles).is_some()),
            Play::Pass => assert_eq!(found.equity, Equity::LOWEST),
        }
    }

    /// Plays games of any plays that the generator finds, and compares at each position.
    fn play_and_compare(&mut self, seeds: std::ops::Range<u64>, racks: usize) {
        for seed in seeds {
            let mut game = RandomGame::new(seed, (*self.rules).clone());
            while game.now().ending().is_none() {
                let position = game.now().clone();
                let unseen = position.unseen_by(position.on_turn());
                self.compare(position.board(), &unseen, racks, &mut game.rng);
                let natural = unseen.iter().filter(|tile| !tile.is_blank()).collect();
                self.compare(position.board(), &natural, racks / 4, &mut game.rng);
                self.step(&mut game);
            }
        }
    }

    fn step(&mut self, game: &mut RandomGame) {
        let mover = game.now().on_turn();
        let rack = game.now().rack(mover);
        let none = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
        let all = self.generator.top(usize::MAX, game.history.now().board(), &rack, &none, 0);
        let plays: Vec<Play> = all.iter().map(|found| found.play).filter(|play| *play != Play::Pass).collect();
        match plays.choose(&mut game.rng) {
            Some(&play) => {
                game.history.play(&Move::from(play)).unwrap();
                game.draw(mover);
            }
            None => game.step(),
        }
    }
}

fn enable1() -> Arc<Lexicon> {
    Library::default().load("ENABLE1", &english()).unwrap()
}

/// Every so-manieth word, and all of the shortest.
fn thinned(distribution: &Arc<Distribution>, one_in: usize) -> Arc<Lexicon> {
    let lexicon = enable1();
    let words = lexicon.graph().words().enumerate();
    let kept = words.filter(|(at, word)| word.len() <= 3 || at % one_in == 0);
    let text: Vec<String> = kept.map(|(_, word)| english().alphabet().write_word(&word)).collect();
    Arc::new(Lexicon::from_words("thinned", distribution, &text.join("\n")).unwrap())
}

#[test]
fn english_games() {
    Both::new(Rules::default(), thinned(&english(), 8)).play_and_compare(0..6, 40);
}

#[test]
fn a_game_with_all_words() {
    Both::new(Rules::default(), enable1()).play_and_compare(10..11, 100);
}

#[test]
fn a_game_on_the_large_board() {
    let rules = some_rules(3);
    let lexicon = thinned(&rules.distribution, 20);
    Both::new(rules, lexicon).play_and_compare(20..21, 12);
}

/// Late in games where only a few kinds of tile are left, so that blanks must be letters that have run out.
#[test]
fn letters_have_run_out() {
    let mut both = Both::new(Rules::default(), thinned(&english(), 4));
    for seed in 30..40 {
        let mut game = RandomGame::new(seed, Rules::default());
        for _ in 0..8 {
            both.step(&mut game);
        }
        let board = game.now().board().clone();
        for tiles in ["??QVVZ", "?EEEEEE", "??RRSTTTT", "?A", "??", "?", "", "??JKQXZ", "AEINRST"] {
            let unseen = tiles.chars().map(|tile| Rack::parse(&tile.to_string(), english().alphabet()).unwrap());
            let unseen: Tally = unseen.flat_map(|rack| rack.tiles().to_vec()).collect();
            both.compare(&board, &unseen, 16, &mut game.rng);
        }
    }
}

/// Where no letter has points, a third and a fourth blank are as good as the best letters in their place.
#[test]
fn more_blanks_than_two() {
    let letters = |letter| english().alphabet().write_word(&[letter]);
    let lines = english()
        .alphabet()
        .letters()
        .map(|letter| format!("{0},{1},4,0,0\n", letters(letter), letters(letter).to_lowercase()))
        .collect::<String>();
    let distribution = Arc::new(Distribution::parse("english", &format!("?,?,4,0,0\n{lines}")).unwrap());
    let lexicon = thinned(&distribution, 20);
    let rules = Rules { distribution: distribution.clone(), ..Rules::default() };
    let mut both = Both::new(rules.clone(), lexicon);
    let mut game = RandomGame::new(60, rules);
    (0..4).for_each(|_| both.step(&mut game));
    let board = game.now().board().clone();
    let table = both.build(&board, distribution.tiles(), 2);
    let best = |rack: &str| {
        let rack = Rack::parse(rack, distribution.alphabet()).unwrap();
        table.best(&rack, &SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO), 0).score
    };
    let all: Vec<String> = distribution.alphabet().letters().map(letters).collect();
    for rest in ["", "Q", "AET", "RST", "VVZZ"] {
        let three = all.iter().map(|one| best(&format!("??{one}{rest}"))).max().unwrap();
        assert_eq!(best(&format!("???{rest}")), three);
        if rest.len() <= 3 {
            let four = all.iter().map(|one| best(&format!("???{one}{rest}"))).max().unwrap();
            assert_eq!(best(&format!("????{rest}")), four);
        }
    }
}

/// Placing for nothing is as good as exchanging for nothing, and comes first.
#[test]
fn placing_comes_before_exchanging() {
    let lexicon = Arc::new(Lexicon::from_words("one", &english(), "AT\n").unwrap());
    let mut both = Both::new(Rules::default(), lexicon);
    let table = both.build(&Board::EMPTY, english().tiles(), 1);
    let rack = Rack::parse("??", english().alphabet()).unwrap();
    let worthless = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
    assert!(matches!(both.generator.best(&Board::EMPTY, &rack, &worthless, 7).play, Play::Place(_)));
    assert!(matches!(table.best(&rack, &worthless, 7).play, Play::Place(_)));
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let mut both = Both::new(Rules::default(), thinned(&english(), 8));
    let mut game = RandomGame::new(50, Rules::default());
    (0..5).for_each(|_| both.step(&mut game));
    let position = game.now().clone();
    let unseen = position.unseen_by(position.on_turn());
    let tables: Vec<PlayTable> = [1, 2, 7].map(|threads| both.build(position.board(), &unseen, threads)).into();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut pool: Vec<Tile> = unseen.iter().collect();
    for _ in 0..500 {
        pool.shuffle(&mut rng);
        let tiles = Rack::try_from_tiles(pool[..rng.random_range(1..=RACK_SIZE)].iter().copied()).unwrap();
        let placements: Vec<_> = tables.iter().map(|table| table.placement(&tiles)).collect();
        assert!(placements.iter().all(|placement| *placement == placements[0]));
    }
    assert!(tables.iter().all(|table| (table.len(), table.placements()) == (tables[0].len(), tables[0].placements())));
}
