//! How much of a leave's value is still to be had, by the tiles that a play leaves in the bag.
//!
//! Leave values are means over the whole game. Late in it they mislead in two ways. There are fewer turns left to make
//! use of what was kept, so good and bad leaves differ less. And who empties the bag gives the opponent the first move
//! of the endgame: it is better to leave one tile or two, and let the opponent empty it.
//!
//! Both were measured: over self-play, the spread still to come, regressed on the value of the leave, for each number
//! of tiles left in the bag after the play. `share` is the slope, `worth` the intercept, less what it is in mid-game.
//! The share is above one early in the game, where a leave has longer to pay.
//!
//! Found with 60,000 games on TWL06 (`experiment stages`); the standard errors are some 0.3 points for a worth and 0.03 for
//! a share. Over 6,000 mirrored pairs on that list, minding the stage brought 0.90 ± 0.44 points a game and 0.75 ± 0.27
//! % of the games.

use super::Equity;

/// What a leave counts for at one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// What having come to this stage is worth.
    worth: Equity,
    /// How much of a leave's value is to be had, in hundredths.
    share: i32,
}

/// By the tiles left in the bag. With more of them a stage is worth nothing, and the share rises to 1.12: what was
/// measured there has errors of 0.04 and more, and is taken as one line.
const STAGES: [Stage; 12] = [
    stage(-900, 56),
    stage(5600, 81),
    stage(4100, 95),
    stage(1900, 94),
    stage(0, 92),
    stage(-600, 87),
    stage(0, 87),
    stage(400, 87),
    stage(900, 85),
    stage(900, 87),
    stage(1300, 87),
    stage(1000, 90),
];

const fn stage(worth: i32, share: i32) -> Stage {
    Stage { worth: Equity::millipoints(worth), share }
}

impl Stage {
    /// The stage after a play that leaves this many tiles in the bag.
    pub(super) fn leaving(tiles: usize) -> Stage {
        STAGES.get(tiles).copied().unwrap_or_else(|| stage(0, (92 + tiles as i32 * 2 / 5).min(112)))
    }

    /// What a leave is worth at this stage.
    #[inline]
    pub(super) fn weigh(self, leave: Equity) -> Equity {
        let thousandths = i64::from(leave.as_millipoints()) * i64::from(self.share) / 100;
        self.worth + Equity::millipoints(thousandths as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_count_less_as_the_bag_empties() {
        let ten = Equity::points(10);
        assert_eq!(Stage::leaving(0).weigh(ten), Equity::millipoints(4700));
        assert_eq!(Stage::leaving(1).weigh(ten), Equity::millipoints(13_700));
        assert_eq!(Stage::leaving(86).weigh(ten), Equity::millipoints(11_200));
        // The largest value that a file may have does not overflow.
        assert_eq!(Stage::leaving(86).weigh(Equity::millipoints(99_999_999)), Equity::millipoints(111_999_998));
    }
}
