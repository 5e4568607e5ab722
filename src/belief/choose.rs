//! How many ways there are to choose tiles: the numbers that all priors are made of.

use crate::game::{Rack, Tally};

/// The binomial coefficient: how many ways there are to choose `few` of `many`.
#[inline]
pub(super) fn choose(many: usize, few: usize) -> f64 {
    if few > many {
        return 0.0;
    }
    (0..few).fold(1.0, |ways, at| ways * (many - at) as f64 / (at + 1) as f64)
}

/// How many ways there are to choose these tiles from a pool.
pub(super) fn ways(pool: &Tally, tiles: &Rack) -> f64 {
    kinds(tiles).map(|(tile, count)| choose(pool.count(tile), count)).product()
}

/// Every kind of tile on a rack with its count.
pub(super) fn kinds(tiles: &Rack) -> impl Iterator<Item = (crate::game::Tile, usize)> + '_ {
    tiles.tiles().chunk_by(|a, b| a == b).map(|same| (same[0], same.len()))
}

/// The pool without these tiles, as far as it has them.
pub(super) fn less(pool: &Tally, tiles: &Rack) -> Tally {
    let mut left = *pool;
    for &tile in tiles.tiles() {
        let _ = left.remove(tile);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    #[test]
    fn as_in_the_books() {
        assert_eq!([choose(5, 0), choose(5, 2), choose(5, 5), choose(5, 6), choose(0, 0)], [1.0, 10.0, 1.0, 0.0, 1.0]);
        let rack = |text| Rack::parse(text, english().alphabet()).unwrap();
        // Two of nine A, one of one Z, no more than there are.
        assert_eq!(ways(english().tiles(), &rack("AAZ")), 36.0);
        assert_eq!(ways(english().tiles(), &rack("ZZ")), 0.0);
        assert_eq!(less(&rack("AAB").tally(), &rack("ABC")), rack("A").tally());
    }
}
