//! What could have been drawn: every alternative, with its chance, or a sample.

use crate::game::{Rack, Tally, Tile};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Tiles that could have been drawn, and how much they count. Weights add up to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Alternative {
    pub(super) drawn: Rack,
    pub(super) weight: f64,
}

/// How many different draws of this many tiles there are; counting stops at `most + 1`.
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

/// Every draw of this many tiles, with its chance.
pub(super) fn every(bag: &Tally, tiles: usize) -> Vec<Alternative> {
    let kinds: Vec<(Tile, usize)> = bag.kinds().collect();
    let mut all = Vec::new();
    extend(&kinds, tiles, Alternative { drawn: Rack::EMPTY, weight: 1.0 }, &mut all);
    let total: f64 = all.iter().map(|chance| chance.weight).sum();
    all.iter_mut().for_each(|chance| chance.weight /= total);
    all
}

/// Adds every way to go on with `left` tiles of these kinds; weights count the ways to choose copies.
fn extend(kinds: &[(Tile, usize)], left: usize, so_far: Alternative, all: &mut Vec<Alternative>) {
    if left == 0 {
        all.push(so_far);
        return;
    }
    let Some((&(tile, copies), rest)) = kinds.split_first() else { return };
    let mut chance = so_far;
    for taken in 0..=copies.min(left) {
        extend(rest, left - taken, chance, all);
        if taken < left {
            assert!(chance.drawn.push(tile), "no more than a rack holds");
            chance.weight *= (copies - taken) as f64 / (taken + 1) as f64;
        }
    }
}

/// This many draws at random.
///
/// A shuffled bag is dealt out, so many tiles at a time, until it is empty; then it is shuffled again. Each draw by
/// itself is as random as any, and together they have every tile equally often. So a value that is a sum over the tiles
/// has its true mean after every bag, and the others vary less than with independent draws.
pub(super) fn sample(bag: &Tally, tiles: usize, count: usize, seed: u64) -> Vec<Alternative> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<Tile> = bag.iter().collect();
    let mut draws = Vec::with_capacity(count);
    while draws.len() < count {
        order.shuffle(&mut rng);
        let drawn = order.chunks_exact(tiles).filter_map(|drawn| Rack::try_from_tiles(drawn.iter().copied()));
        draws.extend(drawn.take(count - draws.len()).map(|drawn| Alternative { drawn, weight: 1.0 / count as f64 }));
    }
    draws
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    fn bag(text: &str) -> Tally {
        text.split('.').flat_map(|part| Rack::parse(part, english().alphabet()).unwrap().tiles().to_vec()).collect()
    }

    #[test]
    fn every_draw_is_as_likely_as_it_should_be() {
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
