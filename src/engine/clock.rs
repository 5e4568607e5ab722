//! How long to think: from the time left to a [`Budget`].
//!
//! **The short answer.** Guess which of our turns are still to come, give each a weight, and take of the time left what
//! the weight of this turn is of the whole.
//!
//! **Which turns are to come.** Two players take some 8.6 tiles out of the bag between two turns of ours, so the size
//! of the bag tells how many turns come before it is empty; two more follow after that. A game that lasts longer does
//! no harm: every turn takes a share of what is left then, and shares of what is left never use it up.
//!
//! **What they weigh.** Where the bag has fewer tiles left, more can be found out, and it decides more:
//!
//! | tiles in the bag | weight | why |
//! |---|---|---|
//! | more than 60 | 0.7 | most choices are soon clear |
//! | 23 to 60 | 1 | |
//! | 8 to 22 | 1.5 | deep rollouts differ most from shallow ones here |
//! | 1 to 7 | 2 | a pre-endgame |
//! | none | 0.5 | an endgame, mostly solved at once; the last turn weighs 0.25 |
//!
//! **Soft and hard.** A turn gets its share on average, the soft bound. Where the choice is clear a search ends sooner,
//! where it is open later (see [stopping](crate::search::simulation::StopRule)), up to the hard bound, which is never to
//! be passed: at most three times the soft bound, and at most a fifth of what can be spared. Where a fifth is less than a
//! second it is up to a second, but no more than a third (four fifths with an empty bag). What cannot be spared are the
//! overheads of the turns to come, and of ten more; but where that is nearly all there is, a part of the clock is used
//! all the same: answers that always take so long would lose the game on time whatever we do.
//!
//! **By hand.** 25 minutes on the clock, 86 tiles in the bag, no increment, 100 ms overhead. Turns with 86, 77, 68, 59,
//! 50, 41, 32, 23, 14, 5 and 0 tiles, and a last one: 12 turns that weigh 3 x 0.7 + 5 x 1 + 1.5 + 2 + 0.5 + 0.25 = 11.35.
//! Overheads put by for them, and for ten more, are 2.2 s. The first turn gets 1497.8 s x 0.7 / 11.35 = 92 s, and never
//! more than 277 s.
//!
//! The opponent's clock is not asked. It says nothing about what our time is good for: nobody thinks on the other's
//! time here, and whoever is slower pays for it alone.

use std::time::Duration;

/// A player's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left; nothing in overtime.
    pub left: Duration,
    /// What each move adds, once it is made.
    pub increment: Duration,
}

/// How long a search may take, from the arrival of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When it should be done.
    pub soft: Duration,
    /// When it must be done. Not before the soft bound.
    pub hard: Duration,
    /// Whether time that is not used now is kept for later turns, as that of a clock is.
    pub is_saved: bool,
}

/// About how many tiles leave the bag from one turn of ours to the next.
const TILES_A_ROUND: usize = 9;
/// Turns that overheads are put by for beyond those that are foreseen.
const SPARE_TURNS: u32 = 10;
/// The part of the clock that may be used even if the overheads to come might need it.
const LEAST_SPARE: f64 = 0.4;
/// The part of what can be spared that one turn may take.
const MOST_OF_SPARE: f64 = 0.2;
/// The part of that that it takes on average, so that open choices can take more.
const SOFT_OF_HARD: f64 = 0.8;

impl Budget {
    /// Exactly so long.
    pub fn exactly(time: Duration) -> Self {
        Budget { soft: time, hard: time, is_saved: false }
    }

    /// The lesser of both, bound by bound.
    pub fn at_most(self, other: Self) -> Self {
        let is_saved = self.is_saved || other.is_saved;
        Budget { soft: self.soft.min(other.soft), hard: self.hard.min(other.hard), is_saved }
    }

    /// The budget of a turn with this many tiles in the bag. The overhead is what passes between the hard bound and the clock's
    /// stopping: a search takes a moment to end, and its answer some more to arrive.
    pub fn of(clock: Clock, bag: usize, overhead: Duration) -> Self {
        let turns = turns_to_come(bag);
        let weight: f64 = turns.iter().sum();
        let share = turns.first().map_or(1.0, |this| this / weight);
        // An increment pays for its turn's overhead.
        let unpaid = overhead.saturating_sub(clock.increment);
        let put_by = unpaid.saturating_mul(turns.len() as u32 - 1 + SPARE_TURNS);
        let usable = clock.left.saturating_sub(overhead);
        let spare = usable.saturating_sub(put_by).max(usable.mul_f64(LEAST_SPARE));
        let short = Duration::from_secs(1).min(spare.mul_f64(if bag == 0 { 0.8 } else { 1.0 / 3.0 }));
        let most = spare.mul_f64(MOST_OF_SPARE).max(short);
        let gained = clock.increment.saturating_sub(overhead).mul_f64(0.8);
        let soft = (spare.mul_f64(share) + gained).min(most.mul_f64(SOFT_OF_HARD));
        Budget { soft, hard: soft.saturating_mul(3).min(most), is_saved: true }
    }
}

/// The weights of our turns from this one on, with this many tiles in the bag.
fn turns_to_come(bag: usize) -> Vec<f64> {
    let mut weights = Vec::new();
    let mut bag = bag;
    while bag > 0 {
        weights.push(match bag {
            1..=7 => 2.0,
            8..=22 => 1.5,
            23..=60 => 1.0,
            _ => 0.7,
        });
        bag = bag.saturating_sub(TILES_A_ROUND);
    }
    weights.extend([0.5, 0.25]);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OVERHEAD: Duration = Duration::from_millis(100);

    fn seconds(left: f64) -> Clock {
        Clock { left: Duration::from_secs_f64(left), increment: Duration::ZERO }
    }

    #[test]
    fn the_example_by_hand() {
        let Budget { soft, hard, .. } = Budget::of(seconds(1500.0), 86, OVERHEAD);
        assert_eq!((soft.as_secs(), hard.as_secs()), (92, 277));
    }

    #[test]
    fn short_of_time_there_is_still_an_answer() {
        for bag in [0, 1, 7, 30, 86] {
            for left in [0.0, 0.01, 0.1, 1.0] {
                let Budget { soft, hard, .. } = Budget::of(seconds(left), bag, OVERHEAD);
                assert!(soft <= hard && hard <= Duration::from_secs_f64((left - 0.1f64).max(0.0)), "{bag} {left}");
            }
        }
        assert!(Budget::of(seconds(1.0), 0, OVERHEAD / 10).hard > Duration::from_millis(500));
        let added = Clock { increment: Duration::from_secs(3), ..seconds(2.0) };
        assert!(Budget::of(added, 40, OVERHEAD).soft > Budget::of(seconds(2.0), 40, OVERHEAD).soft);
    }

    /// One player's side of a game: each turn says how many tiles both took since the last, how long the search took
    /// between its bounds, and how long the answer was on its way. Gives the time left at the end.
    fn game_of(mut clock: Clock, turns: &[(usize, f64, f64)]) -> Result<Duration, String> {
        let mut bag = 86;
        let mut out = 0;
        for &(tiles, eagerness, delay) in turns {
            out += u32::from(bag == 0);
            if out > 7 {
                break; // with an empty bag, nobody has more to play
            }
            let Budget { soft, hard, .. } = Budget::of(clock, bag, OVERHEAD);
            let used = soft + (hard - soft).mul_f64(eagerness) + OVERHEAD.mul_f64(delay);
            clock.left =
                clock.left.checked_sub(used).ok_or_else(|| format!("{bag} in the bag: {used:?} of {clock:?}"))?;
            clock.left += clock.increment;
            bag = usize::saturating_sub(bag, tiles);
        }
        Ok(clock.left)
    }

    #[test]
    fn a_game_of_25_minutes_uses_its_time() {
        let usual: Vec<(usize, f64, f64)> =
            [9, 8, 10, 7, 9, 11, 6, 9, 8, 9, 7, 0].map(|tiles| (tiles, 0.0, 0.3)).into();
        let left = game_of(seconds(1500.0), &usual).unwrap();
        assert!(left < Duration::from_secs(300), "{left:?} left");
        let early = Budget::of(seconds(1500.0), 86, OVERHEAD).soft;
        let late = Budget::of(seconds(700.0), 5, OVERHEAD).soft;
        assert!(late > early, "a pre-endgame deserves more than an opening: {late:?}, {early:?}");
    }

    /// The guess that a turn is the last that matters is wrong at times; time for several more is left.
    #[test]
    fn no_turn_takes_more_than_a_fifth() {
        for bag in 0..=86 {
            for left in [10.0, 60.0, 1500.0] {
                let Budget { soft, hard, .. } = Budget::of(seconds(left), bag, OVERHEAD);
                assert!(soft <= hard && hard <= Duration::from_secs_f64(left / 5.0), "{bag} {left} {hard:?}");
            }
        }
    }

    /// The overheads that are put by for a whole game are more than there is.
    #[test]
    fn a_second_for_a_game_is_used() {
        let clock = seconds(1.0);
        for bag in [86, 41, 5, 0] {
            let Budget { soft, hard, .. } = Budget::of(clock, bag, OVERHEAD);
            assert!(soft > Duration::from_millis(20) && hard < Duration::from_millis(300), "{bag} {soft:?} {hard:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        /// However long the search takes within its bounds, and however the game goes (five tiles a round and more),
        /// the time is never used up while answers are under way no longer than the overhead.
        #[test]
        fn no_game_is_lost_on_time(
            minutes in 0.1f64..60.0, increment in prop_oneof![Just(0u64), 0u64..10_000],
            turns in proptest::collection::vec((5usize..=14, 0.0f64..=1.0, 0.0f64..=1.0), 1..45),
        ) {
            let clock = Clock { increment: Duration::from_millis(increment), ..seconds(60.0 * minutes) };
            prop_assert!(game_of(clock, &turns).is_ok(), "{:?}", game_of(clock, &turns));
        }
    }
}
