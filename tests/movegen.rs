//! The generator against one that is written for obviousness, on positions from random games.

mod support;

use rand::seq::IndexedRandom;
use rand::{Rng, RngCore, SeedableRng};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use support::*;
use tasseo::evaluate::{Equity, SubLeaves};
use tasseo::game::cgp::Cgp;
use tasseo::game::*;
use tasseo::lexicon::{Lexicon, Library};
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

fn some_leaves(rack: &Rack, rng: &mut impl Rng) -> SubLeaves {
    SubLeaves::from_fn(&SubRacks::of(rack), |_| Equity::millipoints(rng.random_range(-20_000..20_000)))
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
                let used =
                    Rack::try_from_tiles(placement.fresh(position.board()).map(|(_, tile)| tile.tile())).unwrap();
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

/// A part of a lexicon, small enough for the naive generator, with all its shortest words.
fn thinned(lexicon: &Lexicon, one_in: usize) -> Arc<Lexicon> {
    let distribution = lexicon.distribution();
    let words = lexicon.graph().words().enumerate();
    let kept = words.filter(|(at, word)| word.len() <= 3 || at % one_in == 0);
    let text: Vec<String> = kept.map(|(_, word)| distribution.alphabet().write_word(&word)).collect();
    Arc::new(Lexicon::from_words("thinned", distribution, &text.join("\n")).unwrap())
}

/// Random words of a language with tiles of two characters; any letters will do.
fn invented(distribution: &Arc<Distribution>, rng: &mut impl Rng) -> Arc<Lexicon> {
    let tiles: Vec<Tile> = distribution.tiles().iter().filter(|tile| !tile.is_blank()).collect();
    let word = |rng: &mut dyn RngCore| {
        let letters: Vec<Letter> =
            (0..rng.random_range(2..=8)).filter_map(|_| tiles[rng.random_range(0..tiles.len())].letter()).collect();
        distribution.alphabet().write_word(&letters)
    };
    let text: Vec<String> = (0..10_000).map(|_| word(rng)).collect();
    Arc::new(Lexicon::from_words("invented", distribution, &text.join("\n")).unwrap())
}

fn play_and_compare(rules: Rules, lexicon: Arc<Lexicon>, seeds: std::ops::Range<u64>) -> usize {
    let words = Words::new(&lexicon);
    let mut generator = Generator::new(Arc::new(rules.clone()), lexicon);
    let mut compared = 0;
    for seed in seeds {
        let mut game = RandomGame::new(seed, rules.clone());
        while game.now().ending().is_none() {
            compare(&game.history.now().clone(), &mut generator, &words, &mut game.rng);
            compared += 1;
            step_with_words(&mut game, &mut generator);
        }
    }
    compared
}

/// Any play that the generator finds, so that boards look like boards; sometimes one that is no word.
fn step_with_words(game: &mut RandomGame, generator: &mut Generator) {
    let mover = game.now().on_turn();
    let rack = game.now().rack(mover);
    let none = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
    let all = generator.top(usize::MAX, game.history.now().board(), &rack, &none, 0);
    let placements: Vec<Play> = all.iter().map(|found| found.play).filter(|play| *play != Play::Pass).collect();
    match placements.choose(&mut game.rng) {
        Some(&play) if game.rng.random_bool(0.9) => {
            game.history.play(&Move::from(play)).unwrap();
            game.draw(mover);
        }
        _ => game.step(),
    }
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
    let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
    let mut generator = Generator::new(Rules::default().into(), lexicon.clone());
    for &(cgp, count, sum) in COUNTED {
        let position = Cgp::parse(cgp, &Catalogue::default(), &Rules::default()).unwrap().position;
        let rack = position.rack(position.on_turn());
        let none = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
        let plays = generator.top(usize::MAX, position.board(), &rack, &none, 0);
        let scores: Vec<i32> = plays.iter().filter(|found| found.play != Play::Pass).map(|found| found.score).collect();
        assert_eq!((scores.len(), scores.iter().sum()), (count, sum), "{cgp}");
    }
}

#[test]
fn english_games() {
    let lexicon = thinned(&Library::default().load("ENABLE1", &english()).unwrap(), 6);
    assert!(play_and_compare(Rules::default(), lexicon, 0..70) > 1400);
}

#[test]
fn spanish_games() {
    let rules = some_rules(2);
    let lexicon = invented(&rules.distribution, &mut rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1));
    assert!(play_and_compare(rules, lexicon, 100..140) > 600);
}

#[test]
fn games_on_other_boards() {
    for kind in [3, 4] {
        let rules = some_rules(kind);
        let lexicon = invented(&rules.distribution, &mut rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(kind));
        assert!(play_and_compare(rules, lexicon, 200..204) > 60);
    }
}

/// The set of 200 tiles has four blanks.
#[test]
fn racks_with_many_blanks() {
    let rules = some_rules(3);
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(9);
    let list: Vec<&str> = "AB ABA BAD CAD DACE ACED CEDED DECADE FACADE ABACABA".split(' ').collect();
    let lexicon = Arc::new(Lexicon::from_words("few", &rules.distribution, &list.join("\n")).unwrap());
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

fn plays_on(cgp: &str, rules: &Rules, words: &str) -> Vec<String> {
    let position = Cgp::parse(cgp, &Catalogue::default(), rules).unwrap().position;
    let lexicon = Arc::new(Lexicon::from_words("few", &rules.distribution, words).unwrap());
    let mut generator = Generator::new(Arc::new(rules.clone()), lexicon);
    let rack = position.rack(position.on_turn());
    let none = SubLeaves::from_fn(&SubRacks::of(&rack), |_| Equity::ZERO);
    let plays = generator.top(usize::MAX, position.board(), &rack, &none, 0);
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
