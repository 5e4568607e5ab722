//! How long an engine may think: a game clock, a time for each move, a fixed amount of work, or none of these.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What ends an engine's thinking: the first of these that is reached. Without any the engine itself decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// For the whole game.
    pub clock: Option<GameClock>,
    /// For each move.
    pub move_time: Option<Duration>,
    /// Simulations for each move.
    pub iterations: Option<u64>,
}

impl Limit {
    /// This limit, with what it leaves open taken from the other.
    pub fn or(self, other: Limit) -> Self {
        Limit {
            clock: self.clock.or(other.clock),
            move_time: self.move_time.or(other.move_time),
            iterations: self.iterations.or(other.iterations),
        }
    }

    /// Whether the result depends on how fast the machine is.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }
}

/// `25m+5s, 1000 iterations`; `no limit`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{} a move", write_duration(time))),
            self.iterations.map(|iterations| format!("{iterations} iterations a move")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "no limit".into() } else { parts.join(", ") })
    }
}

/// A clock for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What it shows at the beginning.
    pub time: Duration,
    /// What each move adds to it.
    pub increment: Duration,
}

/// `25+5` is 25 minutes and 5 seconds a move, as people say it; with units it is `90s+500ms`.
impl FromStr for GameClock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = parse_duration(time, Duration::from_secs(60)).filter(|time| !time.is_zero());
        let increment = parse_duration(increment, Duration::from_secs(1));
        let clock = time.zip(increment).map(|(time, increment)| GameClock { time, increment });
        clock.ok_or_else(|| "must be like 25 (minutes), 25+5 (and seconds a move) or 90s+500ms".into())
    }
}

impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", write_duration(self.time), write_duration(self.increment))
    }
}

/// Reads milliseconds, or a time with its unit; for clap.
pub fn parse_milliseconds(text: &str) -> Result<Duration, String> {
    parse_duration(text, Duration::from_millis(1)).ok_or_else(|| "must be like 500 (milliseconds), 500ms or 2s".into())
}

/// Reads seconds, or a time with its unit; for clap.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    parse_duration(text, Duration::from_secs(1)).ok_or_else(|| "must be like 60 (seconds), 60s or 2m".into())
}

/// Reads `500ms`, `2s`, `25m`, `1h`, or a number of these units. A year is the most.
fn parse_duration(text: &str, unit: Duration) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 86400.0;
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" => unit.as_secs_f64(),
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = digits.parse::<f64>().ok().filter(|_| plain)? * unit;
    (seconds <= YEAR).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// In the largest unit of which it is a whole number.
pub fn write_duration(time: Duration) -> String {
    match time.as_millis() {
        0 => "0s".into(),
        millis if millis % 60_000 == 0 => format!("{}m", millis / 60_000),
        millis if millis % 1000 == 0 => format!("{}s", millis / 1000),
        millis => format!("{millis}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_as_people_say_them() {
        for (text, means) in
            [("25", "25m+0s"), ("25+0", "25m+0s"), ("0.5+1.5", "30s+1500ms"), ("90s+500ms", "90s+500ms")]
        {
            assert_eq!(text.parse::<GameClock>().unwrap().to_string(), means);
        }
        for bad in ["", "0", "+5", "soon", "25+", "-1", "1e9", "25 + 5", "inf", "25x", "99999999h"] {
            assert!(bad.parse::<GameClock>().is_err(), "{bad}");
        }
        assert_eq!(parse_milliseconds("1000"), Ok(Duration::from_secs(1)));
        assert_eq!(parse_seconds("1.5"), Ok(Duration::from_millis(1500)));
    }
}
