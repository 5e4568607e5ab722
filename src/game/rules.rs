//! The settings of a game: board, tiles, bonus, limits, and what a challenge costs.

use super::{Distribution, Layout, MAX_DIM, RACK_SIZE, english, standard_layout};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Everything about a game that does not change while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board's squares.
    pub layout: Arc<Layout>,
    /// The set of tiles.
    pub distribution: Arc<Distribution>,
    /// Extra points for placing all seven tiles of a rack.
    pub bingo_bonus: i32,
    /// How many tiles the bag must hold for an exchange.
    pub exchange_limit: usize,
    /// After this many scoreless turns in a row the game ends.
    pub max_zero_turns: u32,
    /// What happens when a play is challenged.
    pub challenge: ChallengeRule,
    /// Points lost for each started minute over time.
    pub overtime_penalty: i32,
}

/// The most that a bonus for seven tiles may be.
pub const MOST_BINGO_BONUS: i32 = 10_000;

/// No play scores more.
pub const MOST_SCORE: i32 = 1_000_000;

/// A word of 21 tiles, seven of them new and each on a letter premium of four, and seven words that cross it, as long
/// and multiplied by four.
const _: () = {
    let (points, new) = (Distribution::MOST_POINTS as i32, RACK_SIZE as i32);
    let main = Layout::MOST_WORD_FACTOR * points * (MAX_DIM as i32 + 3 * new);
    let crossing = new * 4 * points * (MAX_DIM as i32 + 3);
    assert!(main + crossing + MOST_BINGO_BONUS <= MOST_SCORE);
};

impl Default for Rules {
    /// The standard game: 15 by 15, English, 50 points, exchanges while 7 tiles are left, six scoreless turns,
    /// double challenge, 10 points a minute.
    fn default() -> Self {
        Rules {
            layout: standard_layout(),
            distribution: english(),
            bingo_bonus: 50,
            exchange_limit: RACK_SIZE,
            max_zero_turns: 6,
            challenge: ChallengeRule::Double,
            overtime_penalty: 10,
        }
    }
}

impl Rules {
    /// The points lost for having used this much time too much: the penalty for each minute begun.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use tasseo::game::Rules;
    /// let rules = Rules::default();
    /// assert_eq!(rules.overtime_points(Duration::ZERO), 0);
    /// assert_eq!(rules.overtime_points(Duration::from_millis(1)), 10);
    /// assert_eq!(rules.overtime_points(Duration::from_secs(60)), 10);
    /// assert_eq!(rules.overtime_points(Duration::from_secs(61)), 20);
    /// ```
    pub fn overtime_points(&self, over: Duration) -> i32 {
        let started = over.as_millis().div_ceil(60_000);
        i32::try_from(started).unwrap_or(i32::MAX).saturating_mul(self.overtime_penalty)
    }
}

/// What a challenge does. A play with a word that is not in the lexicon is always taken back;
/// the rules differ in what happens when the challenged play is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeRule {
    /// There are no challenges: whoever keeps the game accepts valid plays only. (The rules here know no words.)
    Void,
    /// The challenger loses nothing.
    Single,
    /// The challenger loses a turn.
    Double,
    /// The challenger loses the game.
    Triple,
    /// The player whose play was challenged gets five points.
    FivePoint,
    /// The player whose play was challenged gets ten points.
    TenPoint,
}

impl ChallengeRule {
    /// Every rule, with its name in positions (CGP) and in options (SIU).
    const NAMES: [(ChallengeRule, &str, &str); 6] = [
        (ChallengeRule::Void, "void", "void"),
        (ChallengeRule::Single, "single", "single"),
        (ChallengeRule::Double, "double", "double"),
        (ChallengeRule::Triple, "triple", "triple"),
        (ChallengeRule::FivePoint, "5pt", "five_point"),
        (ChallengeRule::TenPoint, "10pt", "ten_point"),
    ];

    /// The rules' names as options give them.
    pub fn option_names() -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().map(|&(_, _, option)| option)
    }

    /// The points that a player gets for having been challenged in vain.
    pub fn bonus(self) -> i32 {
        match self {
            ChallengeRule::FivePoint => 5,
            ChallengeRule::TenPoint => 10,
            _ => 0,
        }
    }
}

/// A name that is no challenge rule's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no challenge rule; there are void, single, double, triple, 5pt and 10pt")]
pub struct UnknownChallengeRule(String);

impl FromStr for ChallengeRule {
    type Err = UnknownChallengeRule;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |name: &str| name.eq_ignore_ascii_case(text);
        let found = Self::NAMES.iter().find(|(_, cgp, option)| named(cgp) || named(option));
        found.map(|&(rule, _, _)| rule).ok_or_else(|| UnknownChallengeRule(text.into()))
    }
}

/// The name that positions use.
impl fmt::Display for ChallengeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(rule, _, _)| rule == self).map_or("", |&(_, cgp, _)| cgp);
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenge_rules_go_by_either_name() {
        for (rule, cgp, option) in ChallengeRule::NAMES {
            assert_eq!(cgp.parse(), Ok(rule));
            assert_eq!(option.to_uppercase().parse(), Ok(rule));
            assert_eq!(rule.to_string(), cgp);
        }
        let error = "quadruple".parse::<ChallengeRule>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"quadruple\" is no challenge rule; there are void, single, double, triple, 5pt and 10pt"
        );
    }
}
