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
//! by so much (`doubt`), while y - x varies between worlds by so much (`noise`); both in units of the variance of x between
//! worlds. So a correction from m worlds is believed by m / (m + noise / doubt). As long as there is no correction, the
//! doubt is part of the error that decides: however many worlds two plies go through, they are not surer than 1 / doubt
//! worlds would make them. So it is seen that a choice is still open, and candidates are not given up for what two plies
//! cannot see.
//!
//! **When to deepen.** A world of the next depth takes off the error what one of the present depth does, and some of the
//! next doubt as well, for a higher price. After n worlds the variance that is left of the first level is 1 / n, so the
//! next world takes off 1 / n²; that of a correction is doubt x noise / (n x doubt + noise), so it takes off noise / (n +
//! noise / doubt)². When the latter, at n = 0, is more for the additional price than all of the former for the price of
//! the present depth, the next level begins. Without deepening a simulation would go on to count, ever more exactly, what
//! the second ply says.
//!
//! **By hand.** x varies by 1 between worlds, y - x by 1 too, the doubt is 0.001, and 4 plies cost twice as much as 2.
//! Deep worlds pay when 0.001² / 1 > 1 / n², after 1,000 worlds. After 1,000 more, played to 4 plies, their mean
//! correction has a variance of 0.001 from noise, as much as is expected of corrections; so half of it is believed.
//!
//! **Limits.** The doubts are measured against the deepest level, not against the truth: the players inside a rollout are
//! static at any depth. They are measured on differences in the chance to win, and used for points and for the chances
//! themselves as well; so what depth changes about all candidates alike is believed too little, and `wp` stays partly
//! what two plies say. Errors leave out that corrections vary with what they correct, a little against it: they are 1 to
//! 7 % too large. `experiment depth` measures all this; docs/experiments/depth.md has the figures.

/// No game that ends has more plies.
const MOST_PLIES: usize = 200;
/// The most levels that there can be.
pub(crate) const MAX_LEVELS: usize = 4;

/// How far a rollout goes on after the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutDepth {
    /// For so many plies, unless the game ends before.
    Plies(usize),
    /// To the end of the game, or what must be taken for one: where the rules let players pass without end.
    End,
}

impl RolloutDepth {
    /// Whether a game under way is to be played on, this many plies after the candidate.
    pub(super) fn goes_on(self, played: usize) -> bool {
        match self {
            RolloutDepth::Plies(plies) => played < plies,
            RolloutDepth::End => played < MOST_PLIES,
        }
    }
}

/// A level of rollouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How far rollouts go.
    pub depth: RolloutDepth,
    /// The variance, between positions, of what this level changes about the difference between two candidates, divided
    /// by the variance of that difference between worlds at the first level. Zero for the first.
    pub doubt: f64,
    /// The variance, between worlds, of what this level changes about that difference, in the same unit. One for the
    /// first.
    pub noise: f64,
}

/// What deeper levels change, by the tiles in the bag: from so many on, these levels follow the first. The samples of
/// docs/experiments/depth.md, pooled where there are two. Where the end of the game is far its doubt is known by its order
/// only, and the lower end of that is taken.
const DEEPER: [(usize, &[Level]); 5] = [
    (8, &[level(RolloutDepth::End, 0.032, 5.5)]),
    (15, &[level(RolloutDepth::Plies(4), 0.011, 2.2), level(RolloutDepth::End, 0.012, 8.1)]),
    (
        23,
        &[
            level(RolloutDepth::Plies(4), 0.0029, 1.5),
            level(RolloutDepth::Plies(6), 0.003, 2.6),
            level(RolloutDepth::End, 0.0014, 9.5),
        ],
    ),
    (
        36,
        &[
            level(RolloutDepth::Plies(4), 0.0018, 1.6),
            level(RolloutDepth::Plies(6), 0.0015, 2.1),
            level(RolloutDepth::End, 0.003, 15.0),
        ],
    ),
    (
        61,
        &[
            level(RolloutDepth::Plies(4), 0.0009, 1.4),
            level(RolloutDepth::Plies(6), 0.0003, 2.0),
            level(RolloutDepth::End, 0.002, 30.0),
        ],
    ),
];

const fn level(depth: RolloutDepth, doubt: f64, noise: f64) -> Level {
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
    pub fn fixed(depth: RolloutDepth) -> Self {
        Levels { levels: vec![level(depth, 0.0, 1.0)], to_the_end: f64::INFINITY }
    }

    /// Depths for a position with this many tiles in the bag, the first of so many plies. With few tiles in the bag all
    /// rollouts go to the end of the game.
    pub fn deepening(plies: usize, bag: usize) -> Self {
        let deeper = DEEPER.iter().rev().find(|(least, _)| bag >= *least);
        let is_deeper = |level: &Level| !matches!(level.depth, RolloutDepth::Plies(deeper) if deeper <= plies);
        let mut levels = match deeper {
            Some((_, deeper)) => {
                Levels::fixed(RolloutDepth::Plies(plies)).then(deeper.iter().copied().filter(is_deeper))
            }
            None => Levels::fixed(RolloutDepth::End),
        };
        levels.to_the_end = bag as f64 / TILES_A_PLY + LAST_PLIES;
        levels
    }

    /// About how many plies a rollout takes.
    fn price(&self, depth: RolloutDepth) -> f64 {
        match depth {
            RolloutDepth::Plies(plies) => (plies as f64).min(self.to_the_end),
            RolloutDepth::End => self.to_the_end,
        }
    }

    /// Levels that follow the first, at most three of them.
    fn then(mut self, deeper: impl IntoIterator<Item = Level>) -> Self {
        self.levels.extend(deeper);
        self.levels.truncate(MAX_LEVELS);
        self
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter()
    }

    /// The depths of this number of levels.
    pub(crate) fn depths(&self, levels: usize) -> Vec<RolloutDepth> {
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
        let still = |(level, &worlds): (&Level, &u64)| {
            let doubted = if level.doubt > 0.0 { level.noise / level.doubt } else { 0.0 };
            level.noise / (worlds as f64 + doubted).powi(2)
        };
        let gained = next.doubt * next.doubt / next.noise;
        gained > dearer * self.levels.iter().zip(worlds).map(still).sum::<f64>()
    }
}

#[cfg(test)]
impl Levels {
    /// Two plies, then four, of which so many worlds make half of a correction believed. The noise is 1.
    pub(crate) fn example(half: f64) -> Self {
        Levels::fixed(RolloutDepth::Plies(2)).then([level(RolloutDepth::Plies(4), 1.0 / half, 1.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Levels {
        Levels::fixed(RolloutDepth::Plies(2)).then([level(RolloutDepth::Plies(4), 0.001, 1.0)])
    }

    #[test]
    fn the_example_by_hand() {
        let levels = example();
        assert!(!levels.pays(&[999]) && levels.pays(&[1001]));
        assert!((levels.belief(1, 1000.0) - 0.5).abs() < 1e-9);
        assert_eq!(levels.belief(1, 0.0), 0.0);
    }

    #[test]
    fn every_stage_of_a_game_has_its_levels() {
        let depths = |plies: usize, bag: usize| Levels::deepening(plies, bag).depths(MAX_LEVELS + 1);
        assert_eq!(depths(2, 7), [RolloutDepth::End]);
        assert_eq!(depths(2, 8), [RolloutDepth::Plies(2), RolloutDepth::End]);
        let two_to_the_end = [2, 4, 6].map(RolloutDepth::Plies).into_iter().chain([RolloutDepth::End]);
        assert_eq!(depths(2, 86), two_to_the_end.collect::<Vec<_>>());
        assert_eq!(depths(5, 30), [RolloutDepth::Plies(5), RolloutDepth::Plies(6), RolloutDepth::End]);
        assert_eq!(depths(100, 30), [RolloutDepth::Plies(100), RolloutDepth::End]);
        for bag in 0..100 {
            let levels = Levels::deepening(2, bag);
            assert!((1..=MAX_LEVELS).contains(&levels.iter().count()), "{bag}");
            assert!(levels.iter().skip(1).all(|level| level.doubt > 0.0 && level.noise > 0.0), "{bag}");
        }
    }

    #[test]
    fn a_fixed_depth_has_nothing_to_deepen() {
        assert!(!Levels::fixed(RolloutDepth::Plies(2)).pays(&[u64::MAX]) && !example().pays(&[u64::MAX, u64::MAX]));
        assert_eq!(example().depths(2), [2, 4].map(RolloutDepth::Plies));
    }
}
