//! What an engine says of its search: what its `info` lines, [read leniently](InfoLine), come to.
//!
//! `info score wp 61.2 eq 12.3 depth 4 iterations 500 nodes 81000 time 90 pv 8D.QI` is about the move that it will
//! choose. A line with `move M` is about M, and counts if M is chosen and the other lines do not say. What an engine
//! believes of the opponent's leave is `info infer leave NV prob 0.02` (or `p`), or the same after `info string
//! belief`.

use std::collections::HashMap;
use tasseo::protocol::{InfoLine, Topic};

/// The most moves and leaves that are remembered of one search.
const MOST: usize = 1_000_000;

/// What was said in one search.
#[derive(Clone, Debug, Default)]
pub struct SearchInfo {
    score: Figures,
    by_move: HashMap<String, Figures>,
    /// By the tiles, sorted.
    beliefs: HashMap<String, f64>,
}

/// What an engine thinks of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// The chance to win, in percent.
    pub win_percent: Option<f64>,
    /// Points and what they leave.
    pub equity: Option<f64>,
    /// How many plies it looked ahead.
    pub depth: Option<u64>,
    /// Simulations.
    pub iterations: Option<u64>,
    /// Positions looked at.
    pub nodes: Option<u64>,
}

impl Figures {
    fn of(info: &InfoLine<'_>) -> Self {
        Figures {
            win_percent: info.number("wp"),
            equity: info.number("eq"),
            depth: info.count("depth"),
            iterations: info.count("iters"),
            nodes: info.count("nodes"),
        }
    }

    fn or(self, other: Figures) -> Figures {
        Figures {
            win_percent: self.win_percent.or(other.win_percent),
            equity: self.equity.or(other.equity),
            depth: self.depth.or(other.depth),
            iterations: self.iterations.or(other.iterations),
            nodes: self.nodes.or(other.nodes),
        }
    }
}

impl SearchInfo {
    /// Takes note of one line more. Whatever is not understood is passed over.
    pub fn add(&mut self, line: &str) {
        let Some(info) = InfoLine::parse(line) else { return };
        match info.topic {
            Topic::Infer => self.add_belief(&info),
            Topic::Text | Topic::CurrLine => {}
            _ => self.add_figures(&info),
        }
    }

    fn add_figures(&mut self, info: &InfoLine<'_>) {
        let figures = match info.word("move") {
            Some(_) if self.by_move.len() >= MOST => return,
            Some(play) => self.by_move.entry(play.to_owned()).or_default(),
            None => &mut self.score,
        };
        *figures = Figures::of(info).or(*figures);
    }

    fn add_belief(&mut self, info: &InfoLine<'_>) {
        if let Some((leave, chance)) = info.word("leave").zip(info.chance("prob"))
            && self.beliefs.len() < MOST
        {
            self.beliefs.insert(sorted(leave), chance);
        }
    }

    /// What was said of the move that was chosen.
    pub fn of(&self, chosen: &str) -> Figures {
        self.score.or(self.by_move.get(chosen).copied().unwrap_or_default())
    }

    /// How likely the engine thought it that the opponent had kept these tiles; none if it did not say.
    pub fn belief_in(&self, leave: &str) -> Option<f64> {
        self.beliefs.get(&sorted(leave)).copied()
    }
}

fn sorted(tiles: &str) -> String {
    let mut tiles: Vec<char> = tiles.chars().collect();
    tiles.sort_unstable();
    tiles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_counts() {
        let mut info = SearchInfo::default();
        for line in [
            "info string provenance engine=Tasseo/0.1.0",
            "info score wp 50.0 eq 1.0 time 10 pv 8D.QI",
            "info sim move 8D.QI wp 55.0 eq 3.5 iterations 400",
            "info sim move 8D.ZA wp 54.0 eq 3.0 iterations 300",
            "info score wp 61.2 eq -12.3 depth 4 time 90 pv 8D.QI eq depth",
            "info currline 8D.QI",
            "info",
            "",
            "noise",
        ] {
            info.add(line);
        }
        let figures = info.of("8D.QI");
        assert_eq!((figures.win_percent, figures.equity, figures.depth), (Some(61.2), Some(-12.3), Some(4)));
        assert_eq!(
            (figures.iterations, info.of("8D.ZA").iterations, info.of("pass").iterations),
            (Some(400), Some(300), None)
        );
    }

    #[test]
    fn beliefs_are_found_by_their_tiles() {
        let mut info = SearchInfo::default();
        info.add("info infer leave VN prob 0.02 prior 0.003");
        info.add("info string belief leave ?O p 1.5%");
        info.add("info infer leave QZ p lots");
        assert_eq!((info.belief_in("NV"), info.belief_in("O?"), info.belief_in("QZ")), (Some(0.02), Some(0.015), None));
    }
}
