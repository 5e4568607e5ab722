//! Gordon's three rack heuristics: what the tiles kept are worth, by hand-set weights.
//!
//! S. Gordon, *A Comparison Between Probabilistic Search and Weighted Heuristics in a Game with Incomplete Information*
//! (1993). The weights are his, as printed; they are in points, and for English tiles.
//!
//! 1. Each tile has a weight (his table 1, after Ballard's rule of thumb).
//! 2. Other weights, and a penalty for each duplicate, which is applied once more for each further copy:
//!    IIISS is -0.5 + (-0.5 - 4) + (-0.5 - 4 - 4) + 7.5 + (7.5 - 4) = -2.5.
//! 3. The second, and the mix of V vowels and C consonants: min(3 V + 1, 3 C) - (V + C), his table 3. The blank is
//!    neither, and Y a consonant (he does not say; his examples have no Y).
//!
//! ```
//! use tasseo::evaluate::{Equity, RackHeuristic};
//! use tasseo::game::{Rack, english};
//!
//! let third = RackHeuristic::third(&english()).unwrap();
//! let leave = |text| third.value(&Rack::parse(text, english().alphabet()).unwrap());
//! // The paper's own examples.
//! assert_eq!(leave("EENRS"), Equity::points(17));
//! assert_eq!(leave("EENR"), Equity::millipoints(9500));
//! assert_eq!(leave("Q"), Equity::millipoints(-11_500));
//! ```

use super::{Equity, SubLeaves};
use crate::game::{Distribution, Rack, SubRacks, TILE_KINDS, Tile};
use thiserror::Error;

/// One of the three heuristics, for one alphabet.
#[derive(Clone, Debug)]
pub struct RackHeuristic {
    tiles: [TileWeights; TILE_KINDS],
    with_mix: bool,
}

/// What one kind of tile is worth.
#[derive(Clone, Copy, Debug, Default)]
struct TileWeights {
    first: Equity,
    /// What each copy loses for each copy before it.
    duplicate: Equity,
    class: Class,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Class {
    #[default]
    Neither,
    Vowel,
    Consonant,
}

/// Letters that the weights do not know.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the rack heuristics are for English tiles; {distribution} has {letter}")]
pub struct OtherTiles {
    distribution: String,
    letter: String,
}

/// Gordon's table 1, in tenths of a point: tile, first heuristic, second heuristic, its penalty for duplicates.
/// Tiles of which a set has one have no penalty.
const TABLE_1: [(&str, i32, i32, i32); 27] = [
    ("A", 5, 10, -30),
    ("B", -35, -35, -30),
    ("C", -5, -5, -35),
    ("D", -10, 0, -25),
    ("E", 40, 40, -25),
    ("F", -30, -20, -20),
    ("G", -35, -20, -25),
    ("H", 5, 5, -35),
    ("I", -15, -5, -40),
    ("J", -25, -30, 0),
    ("K", -15, -25, 0),
    ("L", -15, -10, -20),
    ("M", -5, -10, -20),
    ("N", 0, 5, -25),
    ("O", -25, -15, -35),
    ("P", -15, -15, -25),
    ("Q", -115, -115, 0),
    ("R", 10, 15, -35),
    ("S", 75, 75, -40),
    ("T", -10, 0, -25),
    ("U", -45, -30, -30),
    ("V", -65, -55, -35),
    ("W", -40, -40, -45),
    ("X", 35, 35, 0),
    ("Y", -25, -20, -45),
    ("Z", 30, 20, 0),
    ("?", 245, 245, -150),
];

fn tenths(tenths: i32) -> Equity {
    Equity::millipoints(100 * tenths)
}

impl RackHeuristic {
    /// The first: the sum of weights.
    pub fn first(distribution: &Distribution) -> Result<Self, OtherTiles> {
        Self::new(distribution, false, |&(_, first, _, _)| (tenths(first), Equity::ZERO))
    }

    /// The second: with penalties for duplicates.
    pub fn second(distribution: &Distribution) -> Result<Self, OtherTiles> {
        Self::new(distribution, false, |&(_, _, second, duplicate)| (tenths(second), tenths(duplicate)))
    }

    /// The third: the second with the mix of vowels and consonants.
    pub fn third(distribution: &Distribution) -> Result<Self, OtherTiles> {
        Ok(RackHeuristic { with_mix: true, ..Self::second(distribution)? })
    }

    fn new(
        distribution: &Distribution,
        with_mix: bool,
        weigh: impl Fn(&(&str, i32, i32, i32)) -> (Equity, Equity),
    ) -> Result<Self, OtherTiles> {
        let mut tiles = [TileWeights::default(); TILE_KINDS];
        let letters = distribution.alphabet().letters();
        for tile in letters.map(Tile::of).chain([Tile::BLANK]) {
            let name = distribution.write_tile(tile);
            let row = TABLE_1.iter().find(|row| row.0 == name);
            let other = || OtherTiles { distribution: distribution.name().into(), letter: name.clone() };
            let (first, duplicate) = row.map(&weigh).ok_or_else(other)?;
            let class = match tile.letter() {
                None => Class::Neither,
                Some(letter) if distribution.alphabet().is_vowel(letter) => Class::Vowel,
                Some(_) => Class::Consonant,
            };
            tiles[tile.index()] = TileWeights { first, duplicate, class };
        }
        Ok(RackHeuristic { tiles, with_mix })
    }

    /// What these tiles are worth when they are kept.
    pub fn value(&self, leave: &Rack) -> Equity {
        let kept = leave.tiles().iter().fold(Kept::default(), |kept, &tile| self.add(kept, tile));
        self.worth(&kept)
    }

    /// What every part of a rack is worth.
    pub fn values(&self, parts: &SubRacks) -> SubLeaves {
        let kept = parts.build(Kept::default(), |kept, tile| self.add(kept, tile));
        SubLeaves::from_fn(parts, |part| self.worth(&kept[part]))
    }

    /// One tile more, no lower than the last.
    fn add(&self, mut kept: Kept, tile: Tile) -> Kept {
        let weights = &self.tiles[tile.index()];
        kept.copies = if kept.last == Some(tile) { kept.copies + 1 } else { 0 };
        kept.last = Some(tile);
        kept.sum += weights.first;
        (0..kept.copies).for_each(|_| kept.sum += weights.duplicate);
        kept.vowels += i32::from(weights.class == Class::Vowel);
        kept.consonants += i32::from(weights.class == Class::Consonant);
        kept
    }

    fn worth(&self, kept: &Kept) -> Equity {
        let mix = (3 * kept.vowels + 1).min(3 * kept.consonants) - kept.vowels - kept.consonants;
        kept.sum + Equity::points(if self.with_mix { mix } else { 0 })
    }
}

/// Tiles that are kept, so far as the heuristics care.
#[derive(Clone, Copy, Default)]
struct Kept {
    sum: Equity,
    last: Option<Tile>,
    /// How many of the last tile's kind came before it.
    copies: u32,
    vowels: i32,
    consonants: i32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Catalogue, english};

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english().alphabet()).unwrap()
    }

    #[test]
    fn duplicates_cost_more_with_each_copy() {
        let value = |heuristic: RackHeuristic, text| heuristic.value(&rack(text));
        assert_eq!(value(RackHeuristic::first(&english()).unwrap(), "IIISS"), Equity::millipoints(10_500));
        assert_eq!(value(RackHeuristic::second(&english()).unwrap(), "IIISS"), Equity::millipoints(-2500));
        assert_eq!(value(RackHeuristic::second(&english()).unwrap(), "??"), Equity::points(34));
    }

    /// Table 3: vowels down, consonants across, up to six tiles.
    #[test]
    fn the_mix_is_as_printed() {
        let printed: [&[i32]; 7] = [
            &[0, 0, -1, -2, -3, -4, -5],
            &[-1, 1, 1, 0, -1, -2],
            &[-2, 0, 2, 2, 1],
            &[-3, -1, 1, 3],
            &[-4, -2, 0],
            &[-5, -3],
            &[-6],
        ];
        let (second, third) = (RackHeuristic::second(&english()).unwrap(), RackHeuristic::third(&english()).unwrap());
        for (vowels, row) in printed.iter().enumerate() {
            for (consonants, &mix) in row.iter().enumerate() {
                let leave = rack(&format!("{}{}", "E".repeat(vowels), "T".repeat(consonants)));
                assert_eq!(third.value(&leave) - second.value(&leave), Equity::points(mix), "{vowels} {consonants}");
            }
        }
    }

    #[test]
    fn all_parts_are_worth_what_each_is_worth() {
        let third = RackHeuristic::third(&english()).unwrap();
        for text in ["?EEENSS", "AAAAAAA", "QWERTYU", "??IIVVQ"] {
            let parts = SubRacks::of(&rack(text));
            let values = third.values(&parts);
            for part in 0..parts.count() {
                assert_eq!(values.keeping(part), third.value(&parts.tiles(part)));
            }
        }
    }

    #[test]
    fn other_letters_have_no_weights() {
        let spanish = Catalogue::default().distribution("spanish").unwrap();
        let error = RackHeuristic::first(&spanish).unwrap_err().to_string();
        assert!(error.starts_with("the rack heuristics are for English tiles; spanish has "), "{error}");
    }
}
