//! A part of a run that another machine can do.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::str::FromStr;

/// One of several equal parts of a run, such as `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// Which, from 1 on.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The games of this part, of `total` in all.
    pub fn games(self, total: u64) -> std::ops::Range<u64> {
        let before = |number: u64| (u128::from(total) * u128::from(number) / u128::from(self.of)) as u64;
        before(self.number - 1)..before(self.number)
    }
}

/// Parts of one run, each of which is there once.
#[derive(Clone, Debug, Default)]
pub struct Shards(BTreeSet<Shard>);

impl Shards {
    /// One more; says what is wrong if it does not go with the others.
    pub fn add(&mut self, shard: Shard) -> Result<(), String> {
        let of = self.0.first().map_or(shard.of, |first| first.of);
        match () {
            () if shard.of != of => Err(format!("part {shard} is not one of {of}")),
            () if !self.0.insert(shard) => Err(format!("part {shard} is there twice")),
            () => Ok(()),
        }
    }

    /// Whether these are all parts of the run; says which is missing if they are not.
    pub fn check_all_there(&self) -> Result<(), String> {
        let of = self.0.first().map_or(1, |first| first.of);
        let missing = (1..=of).map(|number| Shard { number, of }).find(|shard| !self.0.contains(shard));
        missing.map_or(Ok(()), |shard| Err(format!("part {shard} is missing")))
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = parts.map(|(number, of)| Shard { number, of });
        let good = shard.filter(|shard| (1..=shard.of).contains(&shard.number));
        good.ok_or_else(|| "a part is one of so many, such as 2/8".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_make_the_whole() {
        for (total, of) in [(200, 8), (7, 3), (2, 5), (u64::MAX, 7)] {
            let parts = (1..=of).map(|number| Shard { number, of }.games(total));
            assert_eq!(parts.fold(0, |end, part| if part.start == end { part.end } else { u64::MAX - 1 }), total);
        }
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
        for bad in ["0/8", "9/8", "2", "2/", "/", "-1/8", "a/b", "1/0"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn all_parts_are_needed_once() {
        let check = |texts: &[&str]| {
            let mut shards = Shards::default();
            texts.iter().try_for_each(|text| shards.add(text.parse()?))?;
            shards.check_all_there()
        };
        assert_eq!(check(&["2/2", "1/2"]), Ok(()));
        assert_eq!(check(&["1/3", "3/3"]), Err("part 2/3 is missing".into()));
        assert_eq!(check(&["1/2", "1/2", "2/2"]), Err("part 1/2 is there twice".into()));
        assert_eq!(check(&["1/2", "2/3"]), Err("part 2/3 is not one of 2".into()));
    }
}
