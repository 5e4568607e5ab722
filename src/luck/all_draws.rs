//! What could have been drawn: every way, with its chance, or a sample.

use crate::game::{Rack, Tally, Tile};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A drawing that could have been, and how much it counts. Weights add up to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chance {
    pub(super) drawn: Rack,
    pub(super) weight: f64,
}

/// How many different drawings of so many tiles there are; no more than `most` are counted.
pub(super) fn count(bag: &Tally, tiles: usize, most: usize) -> usize {
    let mut ways = vec![0_usize; tiles + 1];
    ways[0] = 1;
    for (_, copies) in bag.kinds() {
        for size in (1..=tiles).rev() {
            let more: usize = (1..=copies.min(size)).map(|taken| ways[size - taken]).sum();
            ways[size] = (ways[size] + more).min(most.saturating_add(1));
        }
    }
    ways[tiles]
}

/// Every drawing of so many tiles, with its chance.
pub(super) fn every(bag: &Tally, tiles: usize) -> Vec<Chance> {
    let kinds: Vec<(Tile, usize)> = bag.kinds().collect();
    let mut all = Vec::new();
    extend(&kinds, tiles, Chance { drawn: Rack::EMPTY, weight: 1.0 }, &mut all);
    let total: f64 = all.iter().map(|chance| chance.weight).sum();
    all.iter_mut().for_each(|chance| chance.weight /= total);
    all
}

/// Adds every way to go on with `left` tiles of these kinds; weights count the ways to choose copies.
fn extend(kinds: &[(Tile, usize)], left: usize, so_far: Chance, all: &mut Vec<Chance>) {
    if left == 0 {
        all.push(so_far);
        return;
    }
    let Some((&(tile, copies), rest)) = kinds.split_first() else { return };
    let mut chance = so_far;
    for taken in 0..=copies.min(left) {
        extend(rest, left - taken, chance, all);
        if taken < left {
            let _ = chance.drawn.push(tile);
            chance.weight *= (copies - taken) as f64 / (taken + 1) as f64;
        }
    }
}

/// This many drawings at random.
///
/// A shuffled bag is dealt out, so many tiles at a time, until it is empty; then it is shuffled again. Each drawing by
/// itself is as random as any, and together they have every tile equally often: what is the sum of its tiles' values
/// has its true mean after every bag, so that less is left to chance than with independent drawings.
pub(super) fn sample(bag: &Tally, tiles: usize, count: usize, seed: u64) -> Vec<Chance> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<Tile> = bag.iter().collect();
    let mut drawings = Vec::with_capacity(count);
    while drawings.len() < count {
        order.shuffle(&mut rng);
        let drawn = order.chunks_exact(tiles).filter_map(|drawn| Rack::try_from_tiles(drawn.iter().copied()));
        drawings.extend(drawn.take(count - drawings.len()).map(|drawn| Chance { drawn, weight: 1.0 / count as f64 }));
    }
    drawings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    fn bag(text: &str) -> Tally {
        text.split('.').flat_map(|part| Rack::parse(part, english().alphabet()).unwrap().tiles().to_vec()).collect()
    }

    #[test]
    fn every_drawing_is_as_likely_as_it_should_be() {
        let bag = bag("?AABBB");
        // Two of six tiles: fifteen ways. AA one, AB six, BB three, ?A two, ?B three.
        let all = every(&bag, 2);
        let chance = |text| {
            let rack = Rack::parse(text, english().alphabet()).unwrap();
            all.iter().find(|chance| chance.drawn == rack).map_or(0.0, |chance| (chance.weight * 15.0).round())
        };
        assert_eq!(["AA", "AB", "BB", "?A", "?B"].map(chance), [1.0, 6.0, 3.0, 2.0, 3.0]);
        assert_eq!((all.len(), count(&bag, 2, 100), count(&bag, 2, 3)), (5, 5, 4));
        assert_eq!(count(english().tiles(), 7, 10_000_000), 3_199_724);
    }

    #[test]
    fn a_dealt_out_bag_has_every_tile_once() {
        let bag = bag("ABCDEF.GHIJKL");
        let dealt = sample(&bag, 3, 4, 1);
        assert_eq!(dealt.iter().flat_map(|chance| chance.drawn.tiles()).copied().collect::<Tally>(), bag);
        assert_eq!(sample(&bag, 3, 100, 7), sample(&bag, 3, 100, 7));
        assert_eq!(sample(&bag, 5, 9, 7).len(), 9);
    }
}
