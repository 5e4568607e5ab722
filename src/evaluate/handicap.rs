//! Playing below one's strength: a static player who errs, by little more often than by much.
//!
//! The chance of a play is a softmax of what it is worth. At a temperature of t points, a play that is worth t points
//! less than another is chosen 2.7 times less often: so all such players make the same kinds of mistakes, and weak ones
//! larger ones. It is how [beliefs](crate::belief) take opponents to err, and what people do who play by eye, but for
//! the words they do not know.
//!
//! Which temperature makes which rating was measured on ENABLE1 by matches of 200 to 600 mirrored pairs, each player
//! against the next in the table below, and the distances added up: each is right within 10 to 20, the weakest player's
//! rating within some 40. Matches of 1600 with 2000, 1200 with 1600 and 1000 with 1400 then went to the better one in
//! 93.0 ± 1.4, 90.7 ± 1.6 and 87.8 ± 1.8 % of 300 games, where 90.9 would be right. Ratings are relative, and ours are
//! so chosen that the static player has [`Handicap::STATIC`]. `experiment ladder` plays matches between such players
//! (docs/experiments/papers.md).

use super::Equity;
use rand::Rng;
use std::ops::RangeInclusive;

/// How much weaker than a static player to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The temperature, in points; the static player has 0.
    temperature: f64,
}

/// Ratings, and the temperatures that made them; in between, both change evenly.
const RATINGS: [(u64, f64); 8] =
    [(894, 38.0), (1001, 24.0), (1155, 16.0), (1354, 11.0), (1608, 7.0), (1822, 4.0), (1936, 2.0), (2000, 0.0)];

impl Handicap {
    /// The rating of the static player: without a handicap.
    pub const STATIC: u64 = RATINGS[RATINGS.len() - 1].0;
    /// The ratings that there are.
    pub const ELO: RangeInclusive<u64> = 1000..=Self::STATIC;
    /// Only this many of the best plays are ever played.
    pub const CHOICES: usize = 200;

    /// With a temperature in points.
    pub const fn new(temperature: f64) -> Self {
        Handicap { temperature }
    }

    /// To play like somebody of this rating, or the nearest there is.
    pub fn of_elo(elo: u64) -> Self {
        let elo = elo.clamp(*Self::ELO.start(), *Self::ELO.end());
        let above = RATINGS.iter().position(|&(rating, _)| rating >= elo).unwrap_or(0);
        let ((low, hot), (high, cool)) = (RATINGS[above.saturating_sub(1)], RATINGS[above]);
        let part = if high > low { (high - elo) as f64 / (high - low) as f64 } else { 0.0 };
        Handicap::new(cool + part * (hot - cool))
    }

    /// The number of one of these plays, the better ones more often; none if there is none.
    pub fn pick(&self, plays: &[Equity], rng: &mut impl Rng) -> Option<usize> {
        let best = plays.iter().max()?;
        let weight = |play: &Equity| match (*best - *play).as_points() {
            0.0 => 1.0,
            less => (-less / self.temperature).exp(),
        };
        let weights: Vec<f64> = plays.iter().map(weight).collect();
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        Some(chosen.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn better_ratings_are_cooler() {
        let temperatures: Vec<f64> = Handicap::ELO.map(|elo| Handicap::of_elo(elo).temperature).collect();
        assert!(temperatures.windows(2).all(|pair| pair[0] > pair[1]));
        assert_eq!(temperatures.last(), Some(&0.0));
        assert_eq!(Handicap::of_elo(0), Handicap::of_elo(*Handicap::ELO.start()));
        assert_eq!(Handicap::of_elo(u64::MAX), Handicap::new(0.0));
        for (elo, temperature) in RATINGS.into_iter().filter(|(elo, _)| Handicap::ELO.contains(elo)) {
            assert_eq!(Handicap::of_elo(elo), Handicap::new(temperature));
        }
    }

    #[test]
    fn plays_are_picked_by_what_they_are_worth() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let plays = [30, 30, 26].map(Equity::points);
        let mut picked = [0.0; 3];
        for _ in 0..30_000 {
            picked[Handicap::new(4.0).pick(&plays, &mut rng).unwrap()] += 1.0 / 30_000.0;
        }
        let sum = 2.0 + (-1.0_f64).exp();
        for (seen, weight) in picked.into_iter().zip([1.0, 1.0, (-1.0_f64).exp()]) {
            // Five standard errors.
            assert!((seen - weight / sum).abs() < 5.0 * 0.003, "{picked:?}");
        }
        assert!((0..1000).all(|_| Handicap::new(0.0).pick(&plays, &mut rng) != Some(2)));
        assert_eq!(Handicap::new(4.0).pick(&[], &mut rng), None);
    }
}
