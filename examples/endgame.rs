//! An endgame, solved: what the rest of the game comes to, and how.
//!
//! `cargo run --release --example endgame`: the endgame in B. Sheppard's paper on Maven.

use std::error::Error;
use tasseo::engine::{Engine, Go, Resources};
use tasseo::limits::Mode;
use tasseo::search::Report;

const MAVEN: &str = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/\
    LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0";

/// Prints the board, the final spread and the line that leads to it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(Resources::new());
    engine.set_position(Some(MAVEN), &[], None)?;
    println!("{}", engine.game_or_start().now().picture());
    let findings = engine.go(Go { mode: Mode::Endgame, ..Go::default() })?.wait();

    let Some(Report::Endgame(report)) = &findings.report else { return Err("nothing was solved".into()) };
    let solution = &report.solution;
    let said = if solution.is_proven { "proven" } else { "as far as was looked" };
    println!("final spread {:+} ({said}, {} positions)", solution.spread, solution.nodes);
    for play in &solution.line {
        println!("  {}", play.display(engine.alphabet()));
    }
    Ok(())
}
