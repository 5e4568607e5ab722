//! What the referee and an engine said to each other: the beginning, and the game that is being played.

use std::fmt::Write as _;
use std::time::Instant;

/// The most bytes that are kept of a game; an engine that says more is cut short.
const MOST: usize = 4 << 20;

/// Lines, with when they were said.
#[derive(Clone, Debug)]
pub struct Transcript {
    since: Instant,
    lines: Vec<TranscriptLine>,
    /// How many lines there were before the first game.
    beginning: usize,
    games: u64,
    bytes: usize,
}

#[derive(Clone, Debug)]
struct TranscriptLine {
    at: Instant,
    /// `>` to the engine, `<` from it.
    mark: char,
    text: String,
}

impl Transcript {
    /// Nothing has been said yet.
    #[expect(clippy::new_without_default, reason = "it begins now, which is no default")]
    pub fn new() -> Self {
        Transcript { since: Instant::now(), lines: Vec::new(), beginning: 0, games: 0, bytes: 0 }
    }

    /// Another game begins: what was said in the one before is forgotten.
    pub fn new_game(&mut self) {
        if self.games == 0 {
            self.beginning = self.lines.len();
        }
        self.games += 1;
        self.lines.truncate(self.beginning);
        self.bytes = 0;
    }

    /// A line to the engine.
    pub fn sent(&mut self, text: &str) {
        self.add('>', text, Instant::now());
    }

    /// A line from the engine.
    pub fn heard(&mut self, text: &str, at: Instant) {
        self.add('<', text, at);
    }

    fn add(&mut self, mark: char, text: &str, at: Instant) {
        // An empty line takes room too.
        self.bytes += size_of::<TranscriptLine>() + text.len();
        if self.bytes <= MOST {
            self.lines.push(TranscriptLine { at, mark, text: text.into() });
        }
    }

    /// For people: a line each, with the seconds since the process was started.
    pub fn write(&self) -> String {
        let mut out = String::new();
        for (number, TranscriptLine { at, mark, text }) in self.lines.iter().enumerate() {
            if number == self.beginning && self.games > 1 {
                let _ = writeln!(out, "({} earlier games)", self.games - 1);
            }
            let seconds = at.saturating_duration_since(self.since).as_secs_f64();
            let _ = writeln!(out, "{seconds:10.3} {mark} {text}");
        }
        if self.bytes > MOST {
            let _ = writeln!(out, "(the rest was left out: more than {MOST} bytes)");
        }
        out
    }
}
