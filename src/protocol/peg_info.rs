//! What `go peg` tells of a candidate.

use super::InfoLine;
use std::fmt;

/// A candidate of a pre-endgame. Numbers are as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegInfo {
    /// The candidate, in move notation: `8D.WINDY`.
    pub play: String,
    /// The parts of all draws, from 0 to 1, in which it wins, draws and loses: `0.625`.
    pub results: [String; 3],
    /// The mean final spread, an estimate: `+3.25`.
    pub spread: String,
    /// The round in which it was judged last, counted from 1.
    pub round: usize,
    /// Whether wins, draws and losses are certain.
    pub is_proven: bool,
}

impl fmt::Display for PegInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PegInfo { play, results: [wins, draws, losses], spread, round, is_proven } = self;
        let said = if *is_proven { PROVEN } else { ESTIMATED };
        write!(f, "move {play} w:{wins} d:{draws} l:{losses} spread {spread} round {round} {said}")
    }
}

const PROVEN: &str = "proven";
const ESTIMATED: &str = "estimated";

impl PegInfo {
    /// Reads what a line says of a candidate; nothing if it lacks what it would have.
    pub(super) fn read(info: &InfoLine<'_>) -> Option<Self> {
        let results = [info.labelled("w:")?, info.labelled("d:")?, info.labelled("l:")?];
        Some(PegInfo {
            play: info.text("move")?,
            results: results.map(str::to_owned),
            spread: info.text("spread")?,
            round: info.value("round")?,
            is_proven: info.has(PROVEN),
        })
    }
}
