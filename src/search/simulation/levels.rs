//! Deepening: how few deep rollouts correct many shallow ones.
//!
//! **The short answer.** All candidates begin with shallow rollouts. When more of those would tell less than deep ones,
//! further worlds are played deeper, and what the depth changes is added to what the shallow rollouts said: as a
//! correction, believed the more the more worlds it comes from.
//!
//! **The idea** is that of multilevel Monte Carlo. A world that is played to 4 plies passes through its second, so it
//! tells two things at once: what 2 plies make of it, and by how much 4 plies change that. Let x be the difference
//! between two candidates after 2 plies, in a world, and y the difference after 4. Then
//!
//! > mean of y = mean of x + mean of (y - x)
//!
//! and the two means on the right need not come from the same worlds: the first comes from all, the second from those
//! that were played deeper. Nothing that shallow rollouts told is thrown away. A third level corrects the second in the
//! same way.
//!
//! **What is known before.** Shallow rollouts are not far off. Over many positions, corrections are 0 on average and vary
//! by so much (`doubt`, in units of the variance of x between worlds). So a correction from m worlds is believed by
//! m / (m + `half`), where `half` is the variance of y - x between worlds, divided by that of corrections between
//! positions. And as long as there is no correction, the doubt is part of the error: however many worlds two plies go
//! through, they are not surer than 1 / `doubt` worlds would make them. So it is seen that a choice is still open, and
//! candidates are not given up for what two plies cannot see.
//!
//! **When to deepen.** A world of the next depth costs r times as much. It takes as much off the variance as a shallow
//! one does, and the doubt as well: V / n² for each level with variance V and n worlds, and `doubt`² / V for the new
//! one. As soon as that is more for its price, the next level begins. Without deepening a simulation would go on to
//! count, ever more exactly, what the second ply says.
//!
//! **By hand.** x varies by 1 between worlds, y - x by 1 too, the doubt is 0.001, and 4 plies cost twice as much as 2.
//! Deep worlds pay when 0.001² / 1 > 1 / n², after 1,000 worlds. Then 1,000 more worlds of 4 plies are met. Their mean
//! correction has a variance of 0.001 from noise, as much as is expected of corrections; so half of it is believed.
//!
//! **Limits.** The doubts are measured against the deepest level, not against the truth: the players inside a rollout are
//! static at any depth. `experiment depth` measures them; docs/experiments/depth.md has the figures.

/// The most levels that there can be.
pub(crate) const MAX_LEVELS: usize = 4;

/// How far a rollout goes on after the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// For so many plies, unless the game ends before.
    Plies(usize),
    /// To the end of the game.
    End,
}

impl Depth {
    /// Whether a game under way is to be played on, this many plies after the candidate.
    pub(super) fn goes_on(self, played: usize) -> bool {
        match self {
            Depth::Plies(plies) => played < plies,
            Depth::End => true,
        }
    }
}

/// A level of rollouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How far rollouts go.
    pub depth: Depth,
    /// The variance, between positions, of what this level changes about the difference between two candidates, divided
    /// by the variance of that difference between worlds at the first level. Zero for the first.
    pub doubt: f64,
    /// The variance, between worlds, of what this level changes about that difference, in the same unit. One for the
    /// first.
    pub noise: f64,
}

/// What deeper levels change, by the tiles in the bag: from so many on, these levels follow the first. As `experiment
/// depth` measured it.
const DEEPER: [(usize, &[Level]); 5] = [
    (8, &[level(Depth::End, 0.032, 5.5)]),
    (15, &[level(Depth::Plies(4), 0.011, 2.2), level(Depth::End, 0.012, 8.1)]),
    (23, &[level(Depth::Plies(4), 0.0029, 1.5), level(Depth::Plies(6), 0.003, 2.6), level(Depth::End, 0.0014, 9.5)]),
    (36, &[level(Depth::Plies(4), 0.0018, 1.6), level(Depth::Plies(6), 0.0015, 2.1), level(Depth::End, 0.003, 15.0)]),
    (61, &[level(Depth::Plies(4), 0.0009, 1.4), level(Depth::Plies(6), 0.0003, 2.0), level(Depth::End, 0.002, 30.0)]),
];

const fn level(depth: Depth, doubt: f64, noise: f64) -> Level {
    Level { depth, doubt, noise }
}

/// The depths of a simulation, the shallowest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    levels: Vec<Level>,
    /// About how many plies there are to the end of the game.
    to_the_end: f64,
}

/// About how many plies follow once the bag is empty.
const LAST_PLIES: f64 = 4.0;
/// About how many tiles a play takes.
const TILES_A_PLY: f64 = 4.5;

impl Levels {
    /// One depth for all rollouts.
    pub fn fixed(depth: Depth) -> Self {
        Levels { levels: vec![level(depth, 0.0, 1.0)], to_the_end: f64::INFINITY }
    }

    /// Depths for a position with this many tiles in the bag, the first of so many plies. With few tiles in the bag all
    /// rollouts go to the end of the game.
    pub fn deepening(plies: usize, bag: usize) -> Self {
        let deeper = DEEPER.iter().rev().find(|(least, _)| bag >= *least);
        let is_deeper = |level: &Level| !matches!(level.depth, Depth::Plies(deeper) if deeper <= plies);
        let mut levels = match deeper {
            Some((_, deeper)) => Levels::fixed(Depth::Plies(plies)).then(deeper.iter().copied().filter(is_deeper)),
            None => Levels::fixed(Depth::End),
        };
        levels.to_the_end = bag as f64 / TILES_A_PLY + LAST_PLIES;
        levels
    }

    /// About how many plies a rollout takes.
    fn price(&self, depth: Depth) -> f64 {
        match depth {
            Depth::Plies(plies) => (plies as f64).min(self.to_the_end),
            Depth::End => self.to_the_end,
        }
    }

    /// Depths that follow the first, at most three of them.
    pub fn then(mut self, deeper: impl IntoIterator<Item = Level>) -> Self {
        self.levels.extend(deeper);
        self.levels.truncate(MAX_LEVELS);
        self
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter()
    }

    /// The depths of this number of levels.
    pub(crate) fn depths(&self, levels: usize) -> Vec<Depth> {
        self.levels.iter().take(levels).map(|level| level.depth).collect()
    }

    /// How much of a correction at this level is believed that comes from so many worlds.
    pub(crate) fn belief(&self, level: usize, worlds: f64) -> f64 {
        let Level { doubt, noise, .. } = self.levels[level];
        if worlds > 0.0 { worlds * doubt / (worlds * doubt + noise) } else { 0.0 }
    }

    /// Whether worlds of one level more are worth their price. `worlds` has the number of worlds met at each of the
    /// levels that there are so far.
    pub(crate) fn pays(&self, worlds: &[u64]) -> bool {
        let Some(next) = self.levels.get(worlds.len()) else { return false };
        let dearer = self.price(next.depth) / self.price(self.levels[worlds.len() - 1].depth) - 1.0;
        let still = |(level, &worlds): (&Level, &u64)| level.noise / (worlds as f64).powi(2);
        let gained = next.doubt * next.doubt / next.noise;
        gained > dearer * self.levels.iter().zip(worlds).map(still).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Levels {
        Levels::fixed(Depth::Plies(2)).then([level(Depth::Plies(4), 0.001, 1.0)])
    }

    #[test]
    fn the_example_by_hand() {
        let levels = example();
        assert!(!levels.pays(&[999]) && levels.pays(&[1001]));
        assert!((levels.belief(1, 1000.0) - 0.5).abs() < 1e-9);
        assert_eq!(levels.belief(1, 0.0), 0.0);
    }

    #[test]
    fn a_fixed_depth_has_nothing_to_deepen() {
        assert!(!Levels::fixed(Depth::Plies(2)).pays(&[u64::MAX]) && !example().pays(&[u64::MAX, u64::MAX]));
        assert_eq!(example().depths(2), [2, 4].map(Depth::Plies));
    }
}
