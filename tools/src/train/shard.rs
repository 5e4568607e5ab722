//! A part of a run that another machine can do.

use std::str::FromStr;

/// One of so many equal parts of a run, such as `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Which, from 1 on.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether these are all parts of a run, each once; says what is wrong if they are not.
    pub fn are_all(shards: &[Shard]) -> Result<(), String> {
        let of = shards.first().map_or(1, |shard| shard.of);
        let count = |number: u64| shards.iter().filter(|shard| shard.number == number).count();
        if let Some(other) = shards.iter().find(|shard| shard.of != of) {
            return Err(format!("part {other} is not one of {of}"));
        }
        match (1..=of).find(|&number| count(number) != 1) {
            Some(number) if count(number) == 0 => Err(format!("part {number}/{of} is missing")),
            Some(number) => Err(format!("part {number}/{of} is there twice")),
            None => Ok(()),
        }
    }

    /// The games of this part, of so many in all.
    pub fn games(self, total: u64) -> std::ops::Range<u64> {
        let before = |number: u64| (u128::from(total) * u128::from(number) / u128::from(self.of)) as u64;
        before(self.number - 1)..before(self.number)
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
        let shards = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Shard>>();
        assert_eq!(Shard::are_all(&shards(&["2/2", "1/2"])), Ok(()));
        assert_eq!(Shard::are_all(&shards(&["1/3", "3/3"])), Err("part 2/3 is missing".into()));
        assert_eq!(Shard::are_all(&shards(&["1/2", "1/2", "2/2"])), Err("part 1/2 is there twice".into()));
        assert_eq!(Shard::are_all(&shards(&["1/2", "2/3"])), Err("part 2/3 is not one of 2".into()));
    }
}
