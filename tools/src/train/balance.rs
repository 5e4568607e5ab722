//! `train balance`: leave values set right by the spread that real games still had to come.
//!
//! **The idea.** `train leaves` sees one turn of one player. It does not see that a blank kept is a blank that the
//! opponent does not draw, that tiles may pay for longer than one turn, or that playing more tiles gets at the good
//! ones first. All that is in the spread that is still to come when a play has been made, but so is the luck of the
//! rest of the game, so it cannot be learned for each leave. It can be learned for each tile: over many games,
//!
//! ```text
//! spread to come = stage + size of the leave + slope x value of the leave + one term for each tile kept
//! ```
//!
//! is fitted by least squares; the last three terms, less what they say of the empty leave, are a second opinion of
//! what the leave is worth. The new value is the mean of both.
//!
//! **Why the mean.** Each is wrong in its own way. One turn of one player makes too little of differences (0.85 of
//! those of the reference values for TWL06) and of long leaves. The fit makes too much of them (1.1), and adds up tiles
//! where they do not add up. Against the reference values, 60,000 pairs of games each: before balancing -0.35 ± 0.15
//! points a game, half way +0.27 ± 0.14; all the way, of a shorter training, -0.42 ± 0.17.
//!
//! **The cost.** One game gives some 16 equations. A hundred thousand games tell each tile's term to within 0.4 points
//! or so.
//!
//! Plays that leave fewer than `LEAST_LEFT` tiles in the bag are left out: there leaves count otherwise, which is what
//! `experiment stages` is about.

use super::placements::{PlacementSample, for_each_placement};
use crate::args::{GAMES, whole_number};
use crate::game_setup::{GameSetup, GameSetupArgs};
use crate::least_squares::solve;
use crate::output::Output;
use crate::progress::GameProgress;
use crate::{AnyError, say};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use tasseo::evaluate::{Equity, Leaves};
use tasseo::game::{RACK_SIZE, Rack, TILE_KINDS};

/// Plays that leave fewer tiles in the bag do not count.
const LEAST_LEFT: usize = 12;
/// How many tiles in the bag make a stage.
const STAGE: usize = 10;
/// More stages than any bag has.
const STAGES: usize = 25;
/// How far values move towards what the fit says.
const SHARE: f64 = 0.5;
/// The terms of an equation: the stages, the sizes, the value, the tiles.
const TERMS: usize = STAGES + RACK_SIZE + 1 + TILE_KINDS;

/// Set leave values right by the spread that real games still had to come
///
/// Plays games with the values given, or those that go with the lexicon, and writes them anew as a KLV2 file. The same
/// for the same seed on any number of threads.
#[derive(Args, Clone, Debug)]
pub struct BalanceArgs {
    /// How many games to learn from
    #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    setup: GameSetupArgs,
    /// Where to write the values
    #[arg(short, long, value_name = "OUT.klv2")]
    output: PathBuf,
}

/// Plays, and writes the new values. Blocks.
pub fn run(args: &BalanceArgs) -> Result<ExitCode, AnyError> {
    let setup = GameSetup::open(&args.setup)?;
    let output = Output::reserve(&args.output, &setup.files)?;
    let leaves = setup.leaves.clone().ok_or("there are no leave values; give some with --leaves")?;
    let mut equations = Equations::new();
    let mut progress = GameProgress::new("balance", 0, args.games);
    for_each_placement(&setup, &leaves, &args.setup, args.games, &mut progress, |placement| {
        if placement.left >= LEAST_LEFT {
            equations.add(placement);
        }
    });
    drop(progress);
    let terms = equations.solve();
    let graph = leaves.graph().clone();
    let all = graph.leaves();
    let balanced = all.iter().map(|leave| terms.value(leave, leaves.value(leave)));
    output.write(&Leaves::new(graph, balanced).write())?;
    say(format_args!("wrote {}: {} plays of {} games", args.output.display(), equations.count, args.games))?;
    Ok(ExitCode::SUCCESS)
}

/// The sums that least squares need: of products of terms, and of terms and what came of them.
struct Equations {
    products: Vec<[f64; TERMS]>,
    results: [f64; TERMS],
    count: u64,
}

impl Equations {
    fn new() -> Self {
        Equations { products: vec![[0.0; TERMS]; TERMS], results: [0.0; TERMS], count: 0 }
    }

    fn add(&mut self, placement: &PlacementSample) {
        let stage = (placement.left / STAGE).min(STAGES - 1);
        let terms = terms_of(&placement.kept, placement.leave, stage);
        for &(at, one) in &terms {
            terms.iter().for_each(|&(other, two)| self.products[at][other] += one * two);
            self.results[at] += one * placement.change;
        }
        self.count += 1;
    }

    /// The terms that fit best. Those that say the same as others together (a stage, a size) come out as nothing.
    fn solve(&self) -> Terms {
        Terms(solve(&self.products, &self.results))
    }
}

/// How much each term counts.
struct Terms(Vec<f64>);

impl Terms {
    /// What a leave is worth by the fit alone, of this value before, in points.
    fn fitted(&self, leave: &Rack, before: f64) -> f64 {
        let sum =
            |leave: &Rack, value: f64| terms_of(leave, value, 0).iter().map(|&(at, x)| x * self.0[at]).sum::<f64>();
        sum(leave, before) - sum(&Rack::EMPTY, 0.0)
    }

    /// What a leave is worth, of this value before.
    fn value(&self, leave: &Rack, before: Equity) -> Equity {
        let before = before.as_points();
        let after = before + SHARE * (self.fitted(leave, before) - before);
        Equity::millipoints((after * 1000.0).round() as i32)
    }
}

/// The terms of an equation that are not 0, with how often each is there.
fn terms_of(leave: &Rack, value: f64, stage: usize) -> Vec<(usize, f64)> {
    let tiles = leave.tiles().iter().map(|tile| (STAGES + RACK_SIZE + 1 + tile.index(), 1.0));
    let mut terms: Vec<(usize, f64)> = tiles.collect();
    // Of the same tile several times.
    terms.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { 1.0 } else { 0.0 };
        same
    });
    terms.extend([(stage, 1.0), (STAGES + leave.len().min(RACK_SIZE - 1), 1.0), (STAGES + RACK_SIZE, value)]);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use tasseo::game::english;

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english().alphabet()).unwrap()
    }

    /// A world where the truth is: half the old value, 3 more for each S, 1 less for each other tile, 20 for the stage.
    #[test]
    fn the_truth_is_found() {
        let leaves = ["", "S", "SS", "A", "AA", "AS", "ASS", "AAS", "T", "AT", "ST", "AST", "ATT", "TT", "SST"];
        let old = |text: &str| text.len() as f64 * 1.5 - if text.contains('A') { 4.0 } else { 0.0 };
        let s = |text: &str| text.matches('S').count() as f64;
        let truth = |text: &str| 0.5 * old(text) + 3.0 * s(text) - (text.len() as f64 - s(text));
        let mut equations = Equations::new();
        for (stage, worth) in [(20, 20.0), (31, 22.0)] {
            for text in leaves {
                equations.add(&PlacementSample {
                    left: stage,
                    leave: old(text),
                    kept: rack(text),
                    change: worth + truth(text),
                });
            }
        }
        let terms = equations.solve();
        for text in leaves {
            let (found, truth) = (terms.fitted(&rack(text), old(text)), truth(text));
            assert!((found - truth).abs() < 0.002, "{text}: {found} for {truth}");
            let value = terms.value(&rack(text), Equity::millipoints((1000.0 * old(text)) as i32));
            let half_way = 500.0 * (old(text) + truth);
            assert!((f64::from(value.as_millipoints()) - half_way).abs() <= 2.0, "{text}: {value}");
        }
    }
}
