//! An engine's time in one game, held by the referee.

use super::limit::Limit;
use std::time::Duration;
use tasseo::game::{Player, Rules};

/// What an engine has used of its time.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    limit: Limit,
    used: Duration,
    turns: u32,
}

impl Timer {
    /// At the beginning of a game.
    pub fn new(limit: Limit) -> Self {
        Timer { limit, used: Duration::ZERO, turns: 0 }
    }

    /// Counts a turn that took this long.
    pub fn charge(&mut self, took: Duration) {
        self.used += took;
        self.turns += 1;
    }

    /// What the clock shows, in milliseconds, if there is one; negative in overtime.
    pub fn left_ms(&self) -> Option<f64> {
        let clock = self.limit.clock?;
        let given = clock.time + clock.increment * self.turns;
        Some((given.as_secs_f64() - self.used.as_secs_f64()) * 1000.0)
    }

    /// The most that the coming turn may take before the game is forfeited.
    pub fn most(&self, margin: Duration, max_overtime: Duration) -> Option<Duration> {
        let by_clock = self.left_ms().map(|left| {
            let most = left / 1000.0 + max_overtime.as_secs_f64();
            Duration::try_from_secs_f64(most).unwrap_or_default()
        });
        let least = by_clock.into_iter().chain(self.limit.move_time).min();
        least.map(|most| most + margin)
    }

    /// By how much a turn that has been charged was too long, in milliseconds: over its time, or beyond the clock.
    pub fn late_ms(&self, took: Duration) -> Option<f64> {
        let over = |limit: Duration| (took.as_secs_f64() - limit.as_secs_f64()) * 1000.0;
        let by_clock = self.left_ms().map(|left| -left);
        let late = self.limit.move_time.map(over).into_iter().chain(by_clock).fold(0.0, f64::max);
        (late > 0.0).then_some(late)
    }

    /// The points that overtime costs; none as long as it is within the margin.
    pub fn penalty(&self, rules: &Rules, margin: Duration) -> i32 {
        let over = -self.left_ms().unwrap_or(0.0) - margin.as_secs_f64() * 1000.0;
        let over = Duration::try_from_secs_f64(over.max(0.0) / 1000.0).unwrap_or_default();
        rules.overtime_points(over)
    }

    /// The words of a `go` that tell of this clock, as that of the first or the second player.
    pub fn words(&self, player: Player) -> String {
        let Some((clock, left)) = self.limit.clock.zip(self.left_ms()) else { return String::new() };
        let number = player as usize + 1;
        let mut words = format!(" {number}time {}", left.floor() as i64);
        if !clock.increment.is_zero() {
            words += &format!(" {number}inc {}", clock.increment.as_millis());
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_runs_into_overtime() {
        let mut timer = Timer::new(Limit { clock: Some("1+5".parse().unwrap()), ..Limit::default() });
        assert_eq!(timer.words(Player::Two), " 2time 60000 2inc 5000");
        assert_eq!(timer.most(seconds(1), seconds(600)), Some(seconds(661)));
        timer.charge(seconds(50));
        assert_eq!((timer.left_ms(), timer.late_ms(seconds(50))), (Some(15_000.0), None));
        timer.charge(seconds(21));
        assert_eq!((timer.left_ms(), timer.late_ms(seconds(21))), (Some(-1000.0), Some(1000.0)));
        let rules = Rules::default();
        assert_eq!((timer.penalty(&rules, seconds(1)), timer.penalty(&rules, seconds(0))), (0, 10));
        assert_eq!(timer.words(Player::One), " 1time -1000 1inc 5000");
    }

    #[test]
    fn a_time_for_each_move() {
        let timer = Timer::new(Limit { move_time: Some(seconds(2)), ..Limit::default() });
        assert_eq!((timer.most(seconds(1), seconds(600)), timer.late_ms(seconds(2))), (Some(seconds(3)), None));
        assert_eq!(timer.late_ms(Duration::from_millis(2250)), Some(250.0));
        assert_eq!((timer.words(Player::One).as_str(), timer.penalty(&Rules::default(), seconds(0))), ("", 0));
        assert_eq!(Timer::new(Limit::default()).most(seconds(1), seconds(1)), None);
    }
}
