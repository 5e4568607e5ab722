//! The best plays of a rack, by what they score and what they keep.
//!
//! `cargo run --release --example best_plays -- 8D.WINDY AEINRST`: after these moves, with this rack.

use std::error::Error;
use tasseo::engine::{Engine, Go, Resources};
use tasseo::limits::Mode;
use tasseo::search::Report;

/// Prints the ten best plays.
pub fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let (rack, moves) = arguments.split_last().map_or(("AEINRST", &[][..]), |(rack, moves)| (rack.as_str(), moves));

    let mut engine = Engine::new(Resources::new());
    engine.set_position(None, moves, Some(rack))?;
    let findings = engine.go(Go { mode: Mode::Gen, ..Go::default() })?.wait();

    let Some(Report::Static(report)) = &findings.report else { return Err("nothing was found".into()) };
    println!("{:<16} {:>6} {:>9}", "play", "score", "equity");
    for found in &report.plays {
        println!("{:<16} {:>6} {:>9}", found.play.display(engine.alphabet()), found.score, found.equity.to_string());
    }
    Ok(())
}
