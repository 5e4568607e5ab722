//! Damaged files: whatever happens to a file's bytes, reading gives an error or the same words as before.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tasseo::game::{Letter, english};
use tasseo::lexicon::{Graph, KwgError, Library, WordList, kwg};

fn graph(words: &str) -> Graph {
    WordList::parse(words, english().alphabet()).unwrap().compile(&mut |_| {}).unwrap()
}

/// Every 97th word of the default lexicon, some 1,700.
fn some_words() -> Graph {
    let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
    let words: Vec<Vec<Letter>> = lexicon.graph().words().step_by(97).collect();
    Graph::compile(&words, &mut |_| {}).unwrap()
}

/// Reads damaged bytes; whether they were accepted. Panics if they were, with other words.
fn accepted(bytes: &[u8], original: &Graph) -> bool {
    kwg::read(bytes, &english()).is_ok_and(|read| {
        assert!(read.words().eq(original.words()), "a damaged file was read as other words");
        true
    })
}

/// One random mishap.
fn damage(bytes: &mut Vec<u8>, random: &mut impl Rng) {
    let at = random.random_range(0..bytes.len());
    match random.random_range(0..6) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => bytes.truncate(at / 4 * 4),
        3 => bytes.extend((0..4 * random.random_range(1..9)).map(|_| random.random::<u8>())),
        4 => bytes.copy_within(at.., random.random_range(0..=at)),
        _ => {
            bytes.remove(at);
        }
    }
}

#[test]
fn no_single_bit_of_a_small_file_can_flip_unnoticed() {
    let original = graph("CAR\nCARE\nCAT\nTEA\nTEAR\n");
    let bytes = kwg::write(&original);
    let mut unnoticed = Vec::new();
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        if accepted(&damaged, &original) {
            unnoticed.push(bit);
        }
    }
    let spare = |bit: usize| bit < 64 && bit % 32 >= 22;
    assert!(unnoticed.iter().all(|&bit| spare(bit)), "besides the spare bits of nodes 0 and 1: {unnoticed:?}");
}

#[test]
fn every_shortened_file_is_refused() {
    let bytes = kwg::write(&graph("CAR\nCARE\nCAT\n"));
    for len in 0..bytes.len() {
        assert!(kwg::read(&bytes[..len], &english()).is_err(), "the first {len} bytes");
    }
}

/// The format has no checksum. Several mishaps in a row can turn a tiny file into the file of a single word, which
/// nobody can notice; so there it is one mishap at a time, and several only for a file of some size.
#[test]
fn random_damage_is_noticed_or_harmless() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let small = (graph("CAR\nCARE\nCAT\nTEA\n"), 1, 20_000);
    let larger = (some_words(), 3, 1_500);
    for (original, most, rounds) in [small, larger] {
        let bytes = kwg::write(&original);
        for _ in 0..rounds {
            let mut damaged = bytes.clone();
            for _ in 0..random.random_range(1..=most) {
                if !damaged.is_empty() {
                    damage(&mut damaged, &mut random);
                }
            }
            accepted(&damaged, &original);
        }
    }
}

#[test]
fn damage_to_a_shipped_graph_is_noticed_or_harmless() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
    let bytes = kwg::write(lexicon.graph());
    for _ in 0..25 {
        let mut damaged = bytes.clone();
        damage(&mut damaged, &mut random);
        accepted(&damaged, lexicon.graph());
    }
}

#[test]
fn noise_is_refused() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for len in 0..2_000 {
        let noise: Vec<u8> = (0..len).map(|_| random.random()).collect();
        assert!(kwg::read(&noise, &english()).is_err());
    }
}

/// Lists of 26 letters, each leading to the next: more words than can be counted, from some thousand nodes.
#[test]
fn a_file_with_words_beyond_number_does_not_hang() {
    for (lists, error) in [(60, KwgError::TooManyWords(20_000_000)), (300, KwgError::LongWord(300))] {
        let mut nodes = vec![2, 2];
        for list in 0..lists {
            let behind = if list + 1 < lists { 2 + 26 * (list + 1) } else { 0 };
            nodes.extend((1..=26).map(|letter| letter << 24 | 1 << 23 | u32::from(letter == 26) << 22 | behind));
        }
        let bytes: Vec<u8> = nodes.iter().flat_map(|node| node.to_le_bytes()).collect();
        assert_eq!(kwg::read(&bytes, &english()), Err(error));
    }
}
