//! What an engine says of its search, read leniently: whatever is not understood is passed over.
//!
//! `info score wp 61.2 eq 12.3 depth 4 iterations 500 nodes 81000 time 90 pv 8D.QI` is about the move that it will
//! choose. A line with `move M` is about M, and counts if M is chosen and the other lines do not say. What an engine
//! believes of the opponent's leave is `info infer leave NV prob 0.02` (or `p`), or the same after `info string
//! belief`.

use std::collections::HashMap;

/// The most moves and leaves that are remembered of one search.
const MOST: usize = 1_000_000;

/// What was said in one search.
#[derive(Clone, Debug, Default)]
pub struct Said {
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
    fn read(&mut self, key: &str, value: &str) {
        let number = || value.parse::<f64>().ok().filter(|number| number.is_finite());
        let count = || value.parse::<u64>().ok();
        match key {
            "wp" => self.win_percent = number().or(self.win_percent),
            "eq" => self.equity = number().or(self.equity),
            "depth" | "plies" => self.depth = count().or(self.depth),
            "iterations" | "iters" => self.iterations = count().or(self.iterations),
            "nodes" => self.nodes = count().or(self.nodes),
            _ => {}
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

impl Said {
    /// One line more.
    pub fn hear(&mut self, line: &str) {
        let Some(info) = line.trim().strip_prefix("info ") else { return };
        let words: Vec<&str> = info.split_whitespace().collect();
        match words[..] {
            ["infer", ..] | ["string", "belief", ..] => self.hear_belief(&words),
            ["string", ..] => {}
            _ => self.hear_figures(&words),
        }
    }

    fn hear_figures(&mut self, words: &[&str]) {
        // After `pv` come moves, and nothing else.
        let words = words.split(|&word| word == "pv").next().unwrap_or_default();
        let about = words.windows(2).find(|pair| pair[0] == "move").map(|pair| pair[1]);
        let figures = match about {
            Some(_) if self.by_move.len() >= MOST => return,
            Some(play) => self.by_move.entry(play.to_owned()).or_default(),
            None => &mut self.score,
        };
        words.windows(2).for_each(|pair| figures.read(pair[0], pair[1]));
    }

    fn hear_belief(&mut self, words: &[&str]) {
        let value = |key: &str| words.windows(2).find(|pair| pair[0] == key).map(|pair| pair[1]);
        let chance = value("prob").or_else(|| value("p")).and_then(|text| match text.strip_suffix('%') {
            Some(percent) => percent.parse::<f64>().ok().map(|percent| percent / 100.0),
            None => text.parse().ok(),
        });
        if let Some((leave, chance)) = value("leave").zip(chance.filter(|chance| chance.is_finite()))
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
        let mut said = Said::default();
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
            said.hear(line);
        }
        let figures = said.of("8D.QI");
        assert_eq!((figures.win_percent, figures.equity, figures.depth), (Some(61.2), Some(-12.3), Some(4)));
        assert_eq!(
            (figures.iterations, said.of("8D.ZA").iterations, said.of("pass").iterations),
            (Some(400), Some(300), None)
        );
    }

    #[test]
    fn beliefs_are_found_by_their_tiles() {
        let mut said = Said::default();
        said.hear("info infer leave VN prob 0.02 prior 0.003");
        said.hear("info string belief leave ?O p 1.5%");
        said.hear("info infer leave QZ p lots");
        assert_eq!((said.belief_in("NV"), said.belief_in("O?"), said.belief_in("QZ")), (Some(0.02), Some(0.015), None));
    }
}
