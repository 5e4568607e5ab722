//! How far a long run is: a bar on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Shows games, games a second and the time left, on stderr.
#[derive(Debug)]
pub struct GameProgress {
    what: String,
    /// What is counted.
    unit: &'static str,
    total: u64,
    since: Instant,
    /// How many games were there already.
    before: u64,
    last_line: Instant,
    bar: Option<ClearedBar>,
}

impl GameProgress {
    /// Between two plain lines.
    const BETWEEN_LINES: Duration = Duration::from_secs(30);

    /// Of `total` games, `before` have been played already.
    pub fn new(what: impl Into<String>, before: u64, total: u64) -> Self {
        Self::of(what, "games", before, total)
    }

    /// Of `total` other things, `before` have been done already.
    pub fn of(what: impl Into<String>, unit: &'static str, before: u64, total: u64) -> Self {
        let (now, what) = (Instant::now(), what.into());
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template(&format!("{{prefix}} {{wide_bar}} {{pos}}/{{len}} {unit} {{msg}}"));
            let bar = ProgressBar::new(total).with_style(style.expect("the template is well-formed"));
            let bar = bar.with_prefix(what.clone()).with_position(before);
            bar.tick(); // the first games may take a while
            ClearedBar(bar)
        });
        GameProgress { what, unit, total, since: now, before, last_line: now, bar }
    }

    /// Shows that this many games have been played.
    pub fn show(&mut self, games: u64) {
        self.show_with(games, "");
    }

    /// Shows that this many games have been played, and how they stand.
    pub fn show_with(&mut self, games: u64, standing: &str) {
        let told = |pace: String| if standing.is_empty() { pace } else { format!("{standing}, {pace}") };
        if let Some(ClearedBar(bar)) = &self.bar {
            bar.set_position(games);
            bar.set_message(told(self.pace(games)));
        } else if self.last_line.elapsed() > Self::BETWEEN_LINES {
            self.last_line = Instant::now();
            eprintln!("{}: {games} of {} {}, {}", self.what, self.total, self.unit, told(self.pace(games)));
        }
    }

    /// Says something else, without disturbing the bar.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(ClearedBar(bar)) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// Such as `650 games/s, 1:02:33 left`.
    fn pace(&self, games: u64) -> String {
        let rate = (games - self.before) as f64 / self.since.elapsed().as_secs_f64().max(1e-3);
        let left = ((self.total - games) as f64 / rate.max(1e-3)) as u64;
        let digits = usize::from(rate < 10.0);
        format!("{rate:.digits$} {}/s, {}:{:02}:{:02} left", self.unit, left / 3600, left / 60 % 60, left % 60)
    }
}

/// A progress bar on stderr that appears only after a second, and only on a terminal; it is gone when dropped.
#[derive(Debug)]
pub struct Progress {
    what: &'static str,
    since: Instant,
    bar: Option<ClearedBar>,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_secs(1);
    const STEPS: u64 = 1000;

    /// Starts the clock.
    pub fn new(what: &'static str) -> Self {
        Progress { what, since: Instant::now(), bar: None }
    }

    /// Says how much is done, from 0 to 1.
    pub fn show(&mut self, done: f32) {
        if self.since.elapsed() > Self::PATIENCE {
            let bar = self.bar.get_or_insert_with(|| Self::bar(self.what));
            bar.0.set_position((done * Self::STEPS as f32) as u64);
        }
    }

    fn bar(what: &'static str) -> ClearedBar {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}%").expect("the template is well-formed");
        ClearedBar(ProgressBar::new(Self::STEPS).with_style(style).with_message(what))
    }
}

/// A bar that is gone when dropped.
#[derive(Debug)]
struct ClearedBar(ProgressBar);

impl Drop for ClearedBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_counts_only_what_this_run_has_played() {
        let mut progress = GameProgress::new("test", 1000, 2_000_000);
        progress.since = Instant::now().checked_sub(Duration::from_secs(100)).unwrap();
        assert_eq!(progress.pace(51_000), "500 games/s, 1:04:58 left");
    }
}
