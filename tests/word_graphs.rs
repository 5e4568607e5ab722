//! Word graphs against slow, obvious code: sets of strings, and tries that share nothing.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tasseo::game::{Catalogue, Distribution, Letter, PlacedTile, Tally, Tile, english};
use tasseo::lexicon::{Graph, Lexicon, List, Using, kwg};

type Word = Vec<Letter>;

/// Words of few letters, so that they have much in common.
fn word(longest: usize) -> impl Strategy<Value = Word> {
    prop::collection::vec((1..=5u8).prop_map(|number| Letter::new(number).unwrap()), 1..=longest)
}

fn words() -> impl Strategy<Value = BTreeSet<Word>> {
    prop::collection::btree_set(word(8), 1..60)
}

fn compile(words: &BTreeSet<Word>) -> Graph {
    Graph::compile(&words.iter().collect::<Vec<_>>(), &mut |_| {}).unwrap()
}

fn numbers(letters: &[Letter]) -> Vec<u8> {
    letters.iter().map(|letter| letter.number()).collect()
}

/// What the GADDAG must hold: CARE is ERAC, RAC@E, AC@RE, C@ARE, with 0 for @.
fn gaddag_entries(word: &[Letter]) -> impl Iterator<Item = Vec<u8>> {
    (1..=word.len()).map(|at| {
        let (left, right) = word.split_at(at);
        let turned = if right.is_empty() { vec![] } else { [vec![0], numbers(right)].concat() };
        left.iter().rev().map(|letter| letter.number()).chain(turned).collect()
    })
}

/// Every string that a walk from this list can spell.
fn spelled(graph: &Graph, list: List) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for node in graph.siblings(list) {
        all.extend(node.accepts().then(|| vec![node.number()]));
        for rest in node.arc().map(|behind| spelled(graph, behind)).unwrap_or_default() {
            all.push([vec![node.number()], rest].concat());
        }
    }
    all
}

/// Where arcs lead to, and the nodes that are there.
fn lists(graph: &Graph) -> BTreeMap<u32, Vec<u32>> {
    const END: u32 = 1 << 22;
    let nodes = graph.nodes();
    let arcs = nodes.iter().map(|node| node & (END - 1)).filter(|&arc| arc != 0);
    arcs.map(|arc| {
        let len = nodes[arc as usize..].iter().position(|node| node & END != 0).unwrap() + 1;
        (arc, nodes[arc as usize..][..len].to_vec())
    })
    .collect()
}

proptest! {
    #[test]
    fn the_dawg_spells_the_words_in_order(words in words()) {
        let graph = compile(&words);
        prop_assert!(graph.words().eq(words.iter().cloned()));
        prop_assert_eq!(spelled(&graph, graph.dawg()), words.iter().map(|word| numbers(word)).collect::<Vec<_>>());
        prop_assert_eq!(graph.word_count(), words.len());
    }

    #[test]
    fn the_gaddag_spells_every_word_from_each_of_its_letters(words in words()) {
        let graph = compile(&words);
        let expected: BTreeSet<Vec<u8>> = words.iter().flat_map(|word| gaddag_entries(word)).collect();
        prop_assert_eq!(spelled(&graph, graph.gaddag()), expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_word_is_contained_or_not(words in words(), others in words()) {
        let graph = compile(&words);
        let words: HashSet<Word> = words.into_iter().collect();
        for word in words.iter().chain(&others) {
            prop_assert_eq!(graph.contains(word), words.contains(word));
        }
        prop_assert!(!graph.contains(&[]));
    }

    #[test]
    fn no_list_is_stored_twice(words in words()) {
        let lists = lists(&compile(&words));
        let distinct: HashSet<&Vec<u32>> = lists.values().collect();
        prop_assert_eq!(distinct.len(), lists.len());
    }

    #[test]
    fn the_dawg_comes_first(words in words()) {
        let graph = compile(&words);
        let count = graph.dawg_node_count() as u32;
        let of_the_dawg = &graph.nodes()[2..2 + count as usize];
        prop_assert!(of_the_dawg.iter().all(|node| node & 0x3F_FFFF < 2 + count));
    }

    #[test]
    fn files_give_back_what_was_written(words in words()) {
        let graph = compile(&words);
        prop_assert_eq!(kwg::read(&kwg::write(&graph), &english()), Ok(graph));
    }

    #[test]
    fn a_file_that_shares_nothing_has_the_same_words(words in words(), flags in any::<[bool; 2]>()) {
        let bytes = unshared_file(&words, flags);
        let graph = kwg::read(&bytes, &english()).unwrap();
        prop_assert!(graph.words().eq(words.iter().cloned()));
        let shared = compile(&words);
        prop_assert_eq!(spelled(&graph, graph.gaddag()), spelled(&shared, shared.gaddag()));
    }

    #[test]
    fn a_file_with_two_different_halves_is_refused(words in words(), others in words()) {
        prop_assume!(words != others);
        let bytes = two_tries(
            words.iter().map(|word| numbers(word)),
            others.iter().flat_map(|word| gaddag_entries(word)),
            [true, true],
        );
        prop_assert!(kwg::read(&bytes, &english()).is_err());
    }

    #[test]
    fn anagrams_are_the_words_that_the_tiles_can_pay_for(
        words in prop::collection::btree_set(word(5), 1..80),
        tiles in prop::collection::vec(0..=5usize, 0..7),
    ) {
        let tiles: Tally = tiles.into_iter().filter_map(Tile::from_index).collect();
        let text = words.iter().map(|word| english().alphabet().write_word(word) + "\n").collect::<String>();
        prop_assume!(words.iter().any(|word| word.len() > 1));
        let lexicon = Lexicon::from_words("few", &english(), &text).unwrap();
        for using in [Using::All, Using::Some] {
            let payable = |word: &&Word| word.len() > 1 && pays_for(&tiles, word, using);
            let expected: Vec<Word> = words.iter().filter(payable).cloned().collect();
            let found = lexicon.anagrams(&tiles, using);
            prop_assert_eq!(found.iter().map(|word| letters(word)).collect::<Vec<_>>(), expected);
            for word in found {
                prop_assert!(tiles.clone().remove_all(word.iter().map(|placed| placed.tile())).is_ok());
            }
        }
    }
}

fn letters(word: &[PlacedTile]) -> Word {
    word.iter().map(|placed| placed.letter()).collect()
}

/// Whether the word needs no more blanks than there are.
fn pays_for(tiles: &Tally, word: &[Letter], using: Using) -> bool {
    let mut needed: HashMap<Tile, usize> = HashMap::new();
    for &letter in word {
        *needed.entry(Tile::of(letter)).or_default() += 1;
    }
    let missing: usize = needed.iter().map(|(&tile, &count)| count.saturating_sub(tiles.count(tile))).sum();
    missing <= tiles.count(Tile::BLANK) && (using == Using::Some || word.len() == tiles.len())
}

/// A trie: what can follow, and whether a word ends here.
#[derive(Default)]
struct Trie {
    accepts: bool,
    children: BTreeMap<u8, Trie>,
}

impl Trie {
    fn of(strings: impl IntoIterator<Item = Vec<u8>>) -> Trie {
        let mut root = Trie::default();
        for string in strings {
            let end = string.iter().fold(&mut root, |at, &number| at.children.entry(number).or_default());
            end.accepts = true;
        }
        root
    }

    /// Writes the children behind everything that is there, their own children before them; gives their place.
    fn write(&self, nodes: &mut Vec<u32>) -> u32 {
        let arcs: Vec<u32> = self.children.values().map(|child| child.write(nodes)).collect();
        let first = nodes.len() as u32;
        for (at, ((&number, child), arc)) in self.children.iter().zip(arcs).enumerate() {
            let end = at + 1 == self.children.len();
            nodes.push(u32::from(number) << 24 | u32::from(child.accepts) << 23 | u32::from(end) << 22 | arc);
        }
        if self.children.is_empty() { 0 } else { first }
    }
}

/// A file as no compiler writes it: two tries, from the leaves to the roots.
fn unshared_file(words: &BTreeSet<Word>, flags: [bool; 2]) -> Vec<u8> {
    two_tries(words.iter().map(|word| numbers(word)), words.iter().flat_map(|word| gaddag_entries(word)), flags)
}

/// `flags` are those of nodes 0 and 1, which have no meaning.
fn two_tries(dawg: impl Iterator<Item = Vec<u8>>, gaddag: impl Iterator<Item = Vec<u8>>, flags: [bool; 2]) -> Vec<u8> {
    let mut nodes = flags.map(|flag| u32::from(flag) << 22 | u32::from(flag) << 23).to_vec();
    nodes[0] |= Trie::of(dawg).write(&mut nodes);
    nodes[1] |= Trie::of(gaddag).write(&mut nodes);
    nodes.iter().flat_map(|node| node.to_le_bytes()).collect()
}

#[test]
fn spanish_words_are_made_of_tiles_not_of_characters() {
    let spanish: Arc<Distribution> = Catalogue::default().distribution("spanish").unwrap();
    let read = |word| spanish.alphabet().read_word(word).unwrap();
    let lexicon = Lexicon::from_words("pocas", &spanish, "chal\ncal\nÑU\nperro\nllave\n").unwrap();
    assert!(lexicon.contains(&read("CHAL")) && lexicon.contains(&read("[CH]AL")) && lexicon.contains(&read("ñu")));
    assert_eq!(read("PERRO").len(), 4);
    let [c, h, a, l] = ["C", "H", "A", "L"].map(|letter| read(letter)[0]);
    assert!(!lexicon.contains(&[c, h, a, l]));
    let tiles: Tally = spanish.alphabet().read_rack_tiles("[CH]LA?").unwrap().into_iter().collect();
    let found = lexicon.anagrams(&tiles, Using::Some);
    let found: Vec<String> = found.into_iter().map(|word| spanish.alphabet().write_placed(word)).collect();
    assert_eq!(found, ["cAL", "[CH]AL"]);
}

/// Two blanks are two letters at most, and only where no tile has the letter.
#[test]
fn blanks_stand_for_what_is_missing() {
    let lexicon = Lexicon::from_words("few", &english(), "AA\nAAH\nHAH\nABA\n").unwrap();
    let tiles: Tally = english().alphabet().read_rack_tiles("A?H").unwrap().into_iter().collect();
    let found = lexicon.anagrams(&tiles, Using::All);
    let found: Vec<String> = found.into_iter().map(|word| english().alphabet().write_placed(word)).collect();
    assert_eq!(found, ["AaH", "HAh"]);
}

/// Random words of many letters have little in common, so half a million of them are too much for 22 bits.
#[test]
fn a_graph_that_the_format_cannot_hold_is_an_error() {
    let mut random = 1_u64;
    let mut letter = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Letter::new((random >> 33) as u8 % 63 + 1).unwrap()
    };
    let words: BTreeSet<Word> = (0..500_000).map(|_| (0..12).map(|_| letter()).collect()).collect();
    let error = Graph::compile(&words.iter().collect::<Vec<_>>(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "these words need more than the 4194304 nodes that a word graph can have");
}
