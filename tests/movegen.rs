//! The generator against one that is written for obviousness, on positions from random games.

mod support;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use support::*;
use tasseo::evaluate::Equity;
use tasseo::game::cgp::Cgp;
use tasseo::game::*;
use tasseo::lexicon::Lexicon;
use tasseo::movegen::{Generator, ScoredPlay};

/// Words as a tree of letters, so that hopeless tries end early. The first node is the beginning of all words.
struct Words(Vec<Letters>);

#[derive(Clone)]
struct Letters {
    is_word: bool,
    /// By letter; 0 for none.
    next: [usize; TILE_KINDS],
}

impl Words {
    fn new(lexicon: &Lexicon) -> Self {
        let nothing = Letters { is_word: false, next: [0; TILE_KINDS] };
        let mut words = Words(vec![nothing.clone()]);
        for word in lexicon.graph().words() {
            let mut at = 0;
            for letter in word {
                if words.next(at, letter).is_none() {
                    words.0[at].next[usize::from(letter.number())] = words.0.len();
                    words.0.push(nothing.clone());
                }
                at = words.next(at, letter).unwrap();
            }
            words.0[at].is_word = true;
        }
        words
    }

    fn next(&self, at: usize, letter: Letter) -> Option<usize> {
        Some(self.0[at].next[usize::from(letter.number())]).filter(|&next| next > 0)
    }

    fn has(&self, word: &Word) -> bool {
        let end = word.tiles().try_fold(0, |at, tile| self.next(at, tile.letter()));
        end.is_some_and(|end| self.0[end].is_word)
    }
}

/// Every placement: from each square, in both directions, any tiles of the rack, one after the other.
fn naive(position: &Position, words: &Words) -> BTreeMap<Placement, i32> {
    let mut found = BTreeMap::new();
    for row in 0..position.layout().rows() {
        for col in 0..position.layout().cols() {
            for direction in Direction::BOTH {
                let slot = Slot { start: Square::new(row, col), direction };
                let rack = position.rack(position.on_turn());
                extend(position, words, slot, &mut Vec::new(), 0, rack, &mut found);
            }
        }
    }
    found
}

/// Tries every next tile after `word`, which leads to the node `at`.
fn extend(
    position: &Position,
    words: &Words,
    slot: Slot,
    word: &mut Vec<PlacedTile>,
    at: usize,
    rack: Rack,
    found: &mut BTreeMap<Placement, i32>,
) {
    if words.0[at].is_word {
        keep_if_legal(position, words, Placement { slot, word: Word::new(word.iter().copied()).unwrap() }, found);
    }
    let Some(next) = slot.start.step(slot.direction, word.len() as isize) else { return };
    let choices: Vec<(PlacedTile, Rack)> = match position.board().get(next) {
        Some(tile) => vec![(tile, rack)],
        None => tiles_to_place(position, rack),
    };
    for (tile, rack) in choices {
        if let Some(at) = words.next(at, tile.letter()) {
            word.push(tile);
            extend(position, words, slot, word, at, rack, found);
            word.pop();
        }
    }
}

/// Each tile of the rack as it may be laid down, with the rest of the rack.
fn tiles_to_place(position: &Position, rack: Rack) -> Vec<(PlacedTile, Rack)> {
    let kinds: HashSet<Tile> = rack.tiles().iter().copied().collect();
    let mut choices = Vec::new();
    for tile in kinds {
        let mut rest = rack;
        assert!(rest.remove(tile));
        match tile.letter() {
            Some(letter) => choices.push((PlacedTile::natural(letter), rest)),
            None => choices
                .extend(position.distribution().alphabet().letters().map(|letter| (PlacedTile::blank(letter), rest))),
        }
    }
    choices
}

/// Legal by the rules, all words in the lexicon, and a single tile that makes two words counted once: across.
fn keep_if_legal(position: &Position, words: &Words, placement: Placement, found: &mut BTreeMap<Placement, i32>) {
    let Ok(score) = position.check(&Play::Place(placement)) else { return };
    let formed = words_formed(position.board(), &placement);
    let twice = placement.fresh(position.board()).count() == 1
        && formed.len() == 2
        && placement.slot.direction == Direction::Down;
    if !twice && formed.iter().all(|word| words.has(word)) {
        found.insert(placement, score);
    }
}

/// Compares everything there is to compare at one position.
fn compare(position: &Position, generator: &mut Generator, words: &Words, rng: &mut impl Rng) {
    let rack = position.rack(position.on_turn());
    let leaves = some_leaves(&rack, rng);
    let most_exchanged = position.most_exchanged();
    let all = generator.top(usize::MAX, position.board(), &rack, &leaves, most_exchanged);
    assert!(all.is_sorted_by(|a, b| a >= b));
    assert_eq!(all.last(), Some(&ScoredPlay::PASS));

    let mut placements = BTreeMap::new();
    let mut exchanges = HashSet::new();
    let parts = SubRacks::of(&rack);
    for found in &all {
        let leave = |used: &Rack| leaves.keeping(parts.whole() - parts.number(used).unwrap());
        match found.play {
            Play::Place(placement) => {
                let used = placement.tiles_used(position.board()).unwrap();
                assert_eq!(found.equity, Equity::points(found.score) + leave(&used));
                assert_eq!(placements.insert(placement, found.score), None, "found twice: {found:?}");
            }
            Play::Exchange(tiles) => {
                assert_eq!((found.score, found.equity), (0, leave(&tiles)));
                assert!(exchanges.insert(tiles));
            }
            Play::Pass => assert_eq!(found.equity, Equity::LOWEST),
        }
    }
    let naive = naive(position, words);
    let text = |set: &BTreeMap<Placement, i32>, not_in: &BTreeMap<Placement, i32>| -> Vec<String> {
        let alphabet = position.distribution().alphabet();
        let differ = set.iter().filter(|(placement, score)| not_in.get(placement) != Some(score));
        differ.take(5).map(|(placement, score)| format!("{} {score}", placement.display(alphabet))).collect()
    };
    assert!(
        placements == naive,
        "too many {:?}, missing {:?}\n{}",
        text(&placements, &naive),
        text(&naive, &placements),
        position.picture()
    );
    let legal = (1..parts.count()).map(|part| parts.tiles(part));
    let legal: HashSet<Rack> = legal.filter(|&tiles| position.check(&Play::Exchange(tiles)).is_ok()).collect();
    assert_eq!(exchanges, legal);

    let few = rng.random_range(1..30);
    assert_eq!(generator.top(few, position.board(), &rack, &leaves, most_exchanged), all[..few.min(all.len())]);
    assert_eq!(generator.best(position.board(), &rack, &leaves, most_exchanged), all[0]);
}

fn play_and_compare(rules: Rules, lexicon: Arc<Lexicon>, seeds: std::ops::Range<u64>) -> usize {
    let words = Words::new(&lexicon);
    let mut generator = Generator::new(Arc::new(rules.clone()), lexicon);
    let mut compared = 0;
    for seed in seeds {
        let mut game = RandomGame::new(seed, rules.clone());
        while game.now().ending().is_none() {
            compare(game.history.now(), &mut generator, &words, &mut game.dealer.rng);
            compared += 1;
            game.step_with_words(&mut generator, 0.1);
        }
    }
    compared
}

/// Positions with the number of their placements and the sum of their scores, on ENABLE1: what the naive generator
/// found.
const COUNTED: &[(&str, usize, i32)] = &[
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0", 2178, 27576),
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ?EINRST/ 0/0 0", 17540, 184356),
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ??AEIRS/ 0/0 0", 95658, 838780),
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QVVWWZX/ 0/0 0", 0, 0),
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 A/ 0/0 0", 0, 0),
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0", 0, 0),
    (
        "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0",
        104,
        684,
    ),
    (
        "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 AEINRU?/IKLMTZ 0/0 0",
        3074,
        20053,
    ),
    (
        "15/3Q7U3/3U2TAURINE2/1CHANSONS2W3/2AI6JO3/DIRL1PO3IN3/E1D2EF3V4/F1I2p1TRAIK3/O1L2T4E4/ABy1PIT2BRIG2/ME1MOZELLE5/1GRADE1O1NOH3/WE3R1V7/AT5E7/G6D7 ENOSTXY/ACEISUY 356/378 0",
        566,
        6476,
    ),
    ("15/15/15/15/7A7/7N7/4RIOT7/6PAIK5/15/15/15/15/15/15/15 AENOSSU/DGIJLNU 10/18 0", 650, 6567),
    ("15/15/5ADS7/6I2G5/6NA1U5/7NONE4/4RIOT2DO3/6PAIK5/15/15/15/15/15/15/15 ?EEIJLT/DEENRSU 30/26 0", 4410, 37839),
    (
        "4J10/4o10/4LADS7/4T1I2G5/6NA1U5/7NONE4/4RIOT2DO3/3BE1PAIK5/6E8/3AGED8/1GEN11/15/15/15/15 AHORSUZ/ADEEIIL 40/62 0",
        463,
        5705,
    ),
    (
        "4J10/4o10/4LADS7/4T1I2GAZES1/6NA1U5/7NONE4/4RIOT2DOL2/3BE1PAIK2A2/6E3ROD2/3AGED5E2/1GEN1H9/2RE11/15/15/15 HIIIOPY/AILMTUU 87/79 0",
        187,
        2760,
    ),
    (
        "2L1JO9/2I1oR9/2M1LADS7/2OUT1I2GAZES1/3T2NA1U5/3A3NONE4/4RIOT2DOL2/3BE1PAIK2A2/6E1N1ROD2/2PAGED5E2/1GEN1H9/2RE11/2I12/15/15 ?CELRUW/HIIIMTY 104/128 0",
        3770,
        34620,
    ),
];

#[test]
fn counted_positions() {
    let mut generator = Generator::new(Rules::default().into(), enable1());
    for &(cgp, count, sum) in COUNTED {
        let position = Cgp::parse(cgp, &Catalogue::default(), &Rules::default()).unwrap().position;
        let rack = position.rack(position.on_turn());
        let plays = generator.top(usize::MAX, position.board(), &rack, &no_leaves(&rack), 0);
        let scores: Vec<i32> = plays.iter().filter(|found| found.play != Play::Pass).map(|found| found.score).collect();
        assert_eq!((scores.len(), scores.iter().sum()), (count, sum), "{cgp}");
    }
}

#[test]
fn english_games() {
    assert!(play_and_compare(Rules::default(), thinned(&english(), 6), 0..70) > 1400);
}

#[test]
fn spanish_games() {
    let rules = some_rules(2);
    let lexicon = invented(&rules.distribution, 10_000, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert!(play_and_compare(rules, lexicon, 100..140) > 600);
}

#[test]
fn games_on_other_boards() {
    for kind in [3, 4] {
        let rules = some_rules(kind);
        let lexicon = invented(&rules.distribution, 10_000, &mut Xoshiro256PlusPlus::seed_from_u64(kind));
        assert!(play_and_compare(rules, lexicon, 200..204) > 60);
    }
}

/// The set of 200 tiles has four blanks.
#[test]
fn racks_with_many_blanks() {
    let rules = some_rules(3);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let list = "AB ABA BAD CAD DACE ACED CEDED DECADE FACADE ABACABA".replace(' ', "\n");
    let lexicon = lexicon_of(&rules.distribution, &list);
    let words = Words::new(&lexicon);
    let mut generator = Generator::new(Arc::new(rules.clone()), lexicon);
    let alphabet = rules.distribution.alphabet();
    let mut history = History::new(Position::start(Arc::new(rules.clone())));
    for (rack, play) in [("????ABD", "11J.BAD"), ("AABCDEF", "pass"), ("????ACE", "pass")] {
        let mover = history.now().on_turn();
        history.set_rack(mover, Rack::parse(rack, alphabet).unwrap()).unwrap();
        compare(history.now(), &mut generator, &words, &mut rng);
        history.play(&Move::parse(play, alphabet).unwrap()).unwrap();
    }
}

/// With so many letters and blanks the generator goes through the words instead of the letters.
#[test]
fn racks_of_blanks_among_many_letters() {
    let letters = format!("{A_TO_Z}АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΓΔΘΛΞ");
    let distribution = tile_set("?,?,7,0,0", &letters, 2, 3);
    assert_eq!(distribution.alphabet().len(), 63);
    let rules = Rules { distribution: distribution.clone(), ..Rules::default() };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let lexicon = invented(&distribution, 400, &mut rng);
    let words = Words::new(&lexicon);
    let mut generator = Generator::new(Arc::new(rules.clone()), lexicon);
    let mut game = RandomGame::new(12, rules.clone());
    (0..6).for_each(|_| game.step());
    let natural: Vec<Tile> = game.now().off_board().iter().filter(|tile| !tile.is_blank()).collect();
    let mover = game.now().on_turn();
    game.history.set_rack(mover.opponent(), Rack::EMPTY).unwrap();
    let left = game.now().off_board().count(Tile::BLANK);
    for blanks in 2..=left {
        let rest = natural.choose_multiple(&mut rng, RACK_SIZE - blanks).copied();
        let rack = Rack::try_from_tiles(std::iter::repeat_n(Tile::BLANK, blanks).chain(rest)).unwrap();
        game.history.set_rack(mover, rack).unwrap();
        compare(game.now(), &mut generator, &words, &mut rng);
    }
    // Many words: seven blanks took half a minute, a letter after the other.
    let lexicon = invented(&distribution, 60_000, &mut rng);
    let mut generator = Generator::new(Arc::new(rules), lexicon);
    let rack = Rack::try_from_tiles([Tile::BLANK; RACK_SIZE]).unwrap();
    let best = generator.best(game.now().board(), &rack, &no_leaves(&rack), 0);
    let most = generator.top(10, game.now().board(), &rack, &no_leaves(&rack), 0);
    assert_eq!(most[0].equity, best.equity);
}

/// A blank that counts on the rack still scores nothing on the board.
#[test]
fn blanks_score_nothing() {
    let distribution = tile_set("?,?,2,5,0", A_TO_Z, 4, 1);
    let rules = Rules { distribution: distribution.clone(), ..Rules::default() };
    let plays = plays_on(&format!("{} ?T/ 0/0 0", ["15"; 15].join("/")), &rules, "AT");
    assert_eq!(plays[0], "H7.aT 2");
    let words = lexicon_of(&distribution, "AT\nTA");
    assert!(play_and_compare(rules, words, 0..2) > 4);
}

/// Where letters score nothing, all squares are equal for a blank, whatever their premiums.
#[test]
fn the_best_play_is_the_first_of_all() {
    let distribution = tile_set("?,?,2,0,0", A_TO_Z, 4, 0);
    let layout = Layout::parse("tiny", "start 1A\n..'\n...\n").unwrap();
    let rules = Rules { distribution: distribution.clone(), layout: Arc::new(layout), ..Rules::default() };
    let mut generator = Generator::new(Arc::new(rules), lexicon_of(&distribution, "TET"));
    let rack = Rack::parse("?TE", distribution.alphabet()).unwrap();
    let all = generator.top(usize::MAX, &Board::EMPTY, &rack, &no_leaves(&rack), 0);
    assert_eq!(generator.best(&Board::EMPTY, &rack, &no_leaves(&rack), 0), all[0]);
}

/// A generator that has seen other boards finds what a fresh one finds.
#[test]
fn jumping_between_boards() {
    for kind in [0, 3, 4] {
        let rules = some_rules(kind);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(kind);
        let fresh = Generator::new(Arc::new(rules.clone()), invented(&rules.distribution, 6000, &mut rng));
        let mut boards = vec![Board::EMPTY];
        for seed in 0..6 {
            let mut game = RandomGame::new(seed, rules.clone());
            while game.now().ending().is_none() {
                game.step();
                boards.push(game.now().board().clone());
            }
        }
        let tiles: Vec<Tile> = rules.distribution.tiles().iter().filter(|tile| !tile.is_blank()).collect();
        let mut jumping = fresh.clone();
        for _ in 0..150 {
            let board = boards.choose(&mut rng).unwrap();
            let rack = Rack::try_from_tiles(tiles.choose_multiple(&mut rng, RACK_SIZE).copied()).unwrap();
            let all = |generator: &mut Generator| generator.top(usize::MAX, board, &rack, &no_leaves(&rack), 0);
            assert!(all(&mut jumping) == all(&mut fresh.clone()));
        }
    }
}

fn plays_on(cgp: &str, rules: &Rules, words: &str) -> Vec<String> {
    let position = Cgp::parse(cgp, &Catalogue::default(), rules).unwrap().position;
    let mut generator = Generator::new(Arc::new(rules.clone()), lexicon_of(&rules.distribution, words));
    let rack = position.rack(position.on_turn());
    let plays = generator.top(usize::MAX, position.board(), &rack, &no_leaves(&rack), 0);
    plays.iter().map(|found| format!("{} {}", found.play.display(rules.distribution.alphabet()), found.score)).collect()
}

#[test]
fn what_is_easily_forgotten() {
    let tiny = Layout::parse("tiny", "start 2B\n=.'\n.-.\n'.=\n").unwrap();
    let rules = Rules { layout: Arc::new(tiny), ..Rules::default() };
    // A full board, and a rack of nothing.
    assert_eq!(plays_on("ETE/TET/ETE TE/ 0/0 0", &rules, "ET\nTET\nETE"), ["pass 0"]);
    assert_eq!(plays_on("3/3/3 / 0/0 0", &rules, "ET"), ["pass 0"]);
    // No word of two letters: plays that touch both edges.
    assert_eq!(plays_on("3/3/3 TET/ 0/0 0", &rules, "TET"), ["B1.TET 6", "2A.TET 6", "pass 0"]);
    // One tile that makes two words counts once, and scores both.
    let plays = plays_on("1E1/E2/3 T/ 0/0 0", &rules, "ET\nTE");
    assert_eq!(plays, ["1A.TE 12", "2A.ET 8", "1B.ET 3", "A2.ET 3", "pass 0"]);
}

/// A play beside a row of tiles makes a word of each of its own, and its blanks score nothing in either direction.
#[test]
fn plays_that_form_seven_words_and_more() {
    let layout = Arc::new(Layout::parse("two rows", "start 1A\n.......\n.......\n").unwrap());
    let rules = Rules { layout, ..Rules::default() };
    let crossing = "RE\nAE\nTE\nIE\nNE\nEE";
    let on = |rack: &str, words: &str| plays_on(&format!("7/EEEEEEE {rack}/ 0/0 0"), &rules, words);
    // Six letters and six crossing words; a word that is not there forbids the whole play.
    assert_eq!(on("RATINE", &format!("RATINE\n{crossing}"))[0], "1A.RATINE 18");
    assert!(!on("RATINE", &format!("RATINE\n{}", crossing.replace("IE", "OE"))).contains(&"1A.RATINE 18".into()));
    // Eight words and the bonus: 7 + 14 + 50; with a blank its letter counts in neither of its words.
    let words = format!("RATINES\n{crossing}\nSE");
    assert_eq!(on("AEINRST", &words)[0], "1A.RATINES 71");
    assert_eq!(on("?AEINRT", &words)[0], "1A.RATINEs 69");
}
