//! The play table against the generator, on random racks from random positions.

mod support;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroUsize;
use std::sync::Arc;
use support::*;
use tasseo::evaluate::Equity;
use tasseo::game::*;
use tasseo::lexicon::Lexicon;
use tasseo::movegen::{Generator, PlayTable, Racks, TableBuilder};

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
        Both { builder: TableBuilder::new(rules.clone(), lexicon).unwrap(), rules, generator }
    }

    fn build(&mut self, board: &Board, unseen: &Tally, threads: usize) -> PlayTable {
        self.builder.build(board, unseen, NonZeroUsize::new(threads).unwrap())
    }

    /// Compares the best plays of some racks of these tiles.
    fn compare(&mut self, board: &Board, unseen: &Tally, racks: usize, rng: &mut impl Rng) {
        let table = self.build(board, unseen, 1 + racks % 3);
        let mut pool: Vec<Tile> = unseen.iter().collect();
        for number in 0..racks {
            pool.shuffle(rng);
            let size = if number % 8 == 0 { rng.random_range(0..=RACK_SIZE) } else { RACK_SIZE };
            let rack = Rack::try_from_tiles(pool.iter().copied().take(size)).unwrap();
            self.compare_rack(board, &table, &rack, rng.random_range(0..=RACK_SIZE + 1), rng);
        }
    }

    /// Compares tables for racks of which some tiles are known, and the best plays of such racks.
    fn compare_known(&mut self, board: &Board, unseen: &Tally, rng: &mut impl Rng) {
        let whole = self.build(board, unseen, 1);
        let mut pool: Vec<Tile> = unseen.iter().collect();
        for known in 0..=RACK_SIZE.min(pool.len()) {
            pool.shuffle(rng);
            // A blank is known half of the time, if there is one.
            let blank = pool.iter().position(|tile| tile.is_blank()).filter(|_| known > 0 && rng.random());
            blank.into_iter().for_each(|at| pool.swap(0, at));
            let sure = Rack::try_from_tiles(pool[..known].iter().copied()).unwrap();
            let racks = Racks { unseen: *unseen, sure, others: rng.random_range(0..=RACK_SIZE - known) };
            let table = self.builder.build_for(board, &racks, NonZeroUsize::new(1 + known % 2).unwrap());
            assert!(table.len() <= whole.len() && table.placements() <= whole.placements());
            for _ in 0..8 {
                pool[known..].shuffle(rng);
                let rack = Rack::try_from_tiles(pool.iter().copied().take(known + racks.others)).unwrap();
                let parts = SubRacks::of(&rack);
                let (scores, all) = (table.scores(&parts), whole.scores(&parts));
                assert!((1..parts.count()).all(|part| scores.get(part) == all.get(part)));
                self.compare_rack(board, &table, &rack, 0, rng);
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
        let leaves = some_leaves(rack, rng);
        let best = self.generator.best(board, rack, &leaves, most_exchanged);
        let found = table.best(rack, &leaves, most_exchanged);
        assert_eq!(found.equity, best.equity, "{found:?} instead of {best:?}");
        match found.play {
            Play::Place(placement) => {
                let Rules { layout, distribution, bingo_bonus, .. } = &*self.rules;
                assert_eq!(score(board, layout, distribution, *bingo_bonus, &placement), found.score);
                let used = placement.tiles_used(board).unwrap();
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
                self.compare(position.board(), &unseen, racks, game.rng());
                let natural = unseen.iter().filter(|tile| !tile.is_blank()).collect();
                self.compare(position.board(), &natural, racks / 4, game.rng());
                self.compare_known(position.board(), &unseen, game.rng());
                game.step_with_words(&mut self.generator, 0.0);
            }
        }
    }
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
            game.step_with_words(&mut both.generator, 0.0);
        }
        let board = game.now().board().clone();
        for tiles in ["??QVVZ", "?EEEEEE", "??RRSTTTT", "?A", "??", "?", "", "??JKQXZ", "AEINRST"] {
            let unseen = tiles.chars().map(|tile| Rack::parse(&tile.to_string(), english().alphabet()).unwrap());
            let unseen: Tally = unseen.flat_map(|rack| rack.tiles().to_vec()).collect();
            both.compare(&board, &unseen, 16, game.rng());
            both.compare_known(&board, &unseen, game.rng());
        }
    }
}

/// Sets of tiles with up to seven blanks, on an early board.
#[test]
fn many_blanks() {
    for blanks in 3..=RACK_SIZE {
        let distribution = tile_set(&format!("?,?,{blanks},0,0"), A_TO_Z, 3, 2);
        let rules = Rules { distribution: distribution.clone(), ..Rules::default() };
        let mut both = Both::new(rules.clone(), thinned(&distribution, 60));
        let mut game = RandomGame::new(60 + blanks as u64, rules);
        (0..4).for_each(|_| game.step_with_words(&mut both.generator, 0.0));
        let board = game.now().board().clone();
        let table = both.build(&board, distribution.tiles(), 2);
        let natural: Vec<Tile> = distribution.tiles().iter().filter(|tile| !tile.is_blank()).collect();
        for held in 0..=blanks {
            let rest = natural.choose_multiple(game.rng(), RACK_SIZE - held).copied();
            let rack = Rack::try_from_tiles(std::iter::repeat_n(Tile::BLANK, held).chain(rest)).unwrap();
            both.compare_rack(&board, &table, &rack, 0, game.rng());
        }
        both.compare_known(&board, distribution.tiles(), game.rng());
    }
}

/// Scores that are too high for the table are cut off, and do not wrap round.
#[test]
fn the_highest_scores_are_cut_off() {
    let distribution = tile_set("?,?,2,0,0", A_TO_Z, 4, 80);
    let error = Layout::parse("steep", &format!("start 8H\n{}", "~......~.......\n".repeat(15))).unwrap_err();
    assert_eq!(error.to_string(), "column A: word premiums that multiply a play by 16384; 200 is the most");
    let plain = "...............\n".repeat(7);
    let layout = format!("start 8H\n{plain}....~.~~^^^^^^#\n{plain}");
    let layout = Arc::new(Layout::parse("steep", &layout).unwrap());
    let rules = Rules { distribution: distribution.clone(), layout, ..Rules::default() };
    let lexicon = lexicon_of(&distribution, "AT\nRETAINS\nRETAIN");
    let mut both = Both::new(rules, lexicon);
    let table = both.build(&Board::EMPTY, distribution.tiles(), 1);
    let best = |rack: &str, both: &mut Both| {
        let rack = Rack::parse(rack, distribution.alphabet()).unwrap();
        let best = both.generator.best(&Board::EMPTY, &rack, &no_leaves(&rack), 0);
        (best.score, table.best(&rack, &no_leaves(&rack), 0).score)
    };
    for rack in ["AEINRST", "?EINRST", "??INRST", "AT", "A?", "AEINRT"] {
        let (generated, looked_up) = best(rack, &mut both);
        assert_eq!(looked_up, generated.min(65_534), "{rack}");
    }
    assert!(best("AEINRST", &mut both).0 > 65_534);
}

/// More words of one length than a reference can tell apart are refused when the builder is made.
#[test]
fn too_many_words_of_one_length() {
    let letters: Vec<char> = A_TO_Z.chars().take(14).collect();
    let mut words = String::new();
    for number in 0..14_usize.pow(5) {
        words.extend((0..5).map(|at| letters[number / 14_usize.pow(at) % 14]));
        words.push('\n');
    }
    let error = TableBuilder::new(Rules::default().into(), lexicon_of(&english(), &words)).unwrap_err();
    assert_eq!(error.to_string(), "537824 words of 5 letters; the play table takes at most 524288 of one length");
}

/// Placing for nothing is as good as exchanging for nothing, and comes first.
#[test]
fn placing_comes_before_exchanging() {
    let mut both = Both::new(Rules::default(), lexicon_of(&english(), "AT"));
    let table = both.build(&Board::EMPTY, english().tiles(), 1);
    let rack = Rack::parse("??", english().alphabet()).unwrap();
    let worthless = no_leaves(&rack);
    assert!(matches!(both.generator.best(&Board::EMPTY, &rack, &worthless, 7).play, Play::Place(_)));
    assert!(matches!(table.best(&rack, &worthless, 7).play, Play::Place(_)));
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let mut both = Both::new(Rules::default(), thinned(&english(), 8));
    let mut game = RandomGame::new(50, Rules::default());
    (0..5).for_each(|_| game.step_with_words(&mut both.generator, 0.0));
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

/// Boards that have gone on from the table's, come to in any order: the generator finds what it finds without a table.
#[test]
fn beside_a_table_the_best_is_still_found() {
    let mut compared = 0;
    for seed in 0..24 {
        let mut game = RandomGame::new(seed, some_rules(seed));
        let rules = game.now().rules().clone();
        let lexicon = match rules.distribution == english() {
            true => thinned(&rules.distribution, 3),
            false => invented(&rules.distribution, 20_000, game.rng()),
        };
        let mut alone = Generator::new(rules.clone(), lexicon.clone());
        let mut beside = Generator::new(rules.clone(), lexicon.clone());
        let mut words = Generator::new(rules.clone(), lexicon.clone());
        for _ in 0..seed % 7 {
            game.step_with_words(&mut words, 0.05);
        }
        let base = game.now().clone();
        let table = TableBuilder::new(rules.clone(), lexicon.clone()).unwrap().build(
            base.board(),
            base.off_board(),
            NonZeroUsize::MIN,
        );
        beside.set_base(base.board());
        for line in 0..6 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(100 * seed + line);
            let mut now = base.clone();
            for ply in 0..4 {
                let mut tiles: Vec<Tile> = now.off_board().iter().collect();
                tiles.shuffle(&mut rng);
                let rack = Rack::try_from_tiles(tiles.into_iter().take(RACK_SIZE)).unwrap();
                let leaves = some_leaves(&rack, &mut rng);
                let exchanged = rng.random_range(0..=RACK_SIZE);
                if ply == 1 && line % 2 == 0 {
                    beside.settle(now.board());
                }
                let found = beside.best_beside(&table, now.board(), &rack, &leaves, exchanged);
                let best = alone.best(now.board(), &rack, &leaves, exchanged);
                assert_eq!(found.equity, best.equity, "game {seed}, line {line}, ply {ply}: {found:?} {best:?}");
                compared += 1;
                let plays = alone.top(8, now.board(), &rack, &leaves, 0);
                let Some(Play::Place(placement)) = plays.choose(&mut rng).map(|found| found.play) else { break };
                let racks = PerPlayer::default();
                let mut board = now.board().clone();
                placement
                    .squares()
                    .filter(|&(square, _)| now.board().get(square).is_none())
                    .for_each(|(square, tile)| board.place(square, tile));
                match Position::set_up(rules.clone(), board, racks, PerPlayer::default(), 0) {
                    Ok(next) if next.ending().is_none() => now = next,
                    _ => break,
                }
            }
        }
    }
    assert!(compared > 300, "only {compared}");
}
