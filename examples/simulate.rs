//! A simulation that tells what it has found while it goes on.
//!
//! `cargo run --release --example simulate`: a second for the opening rack AEHILOT.

use std::error::Error;
use std::time::Duration;
use tasseo::engine::{Engine, Go, Resources, Started};
use tasseo::limits::{Limits, Mode};
use tasseo::search::Report;

/// Prints the leader whenever there is something new, then all candidates.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(Resources::new());
    engine.set_rack("AEHILOT")?;
    engine.prepare()?;
    let limits = Limits::move_time(Duration::from_secs(1));
    // Dropping the search would stop it.
    let Started { mut search, .. } = engine.go(Go { mode: Mode::Sim, limits, ..Go::default() })?;
    while let Some(findings) = search.next_findings() {
        if let Some(Report::Simulation(report)) = &findings.report {
            let best = report.plays[0].found.play.display(engine.alphabet());
            println!("{:>6} rollouts: {best}", report.rollouts);
        }
    }

    let findings = search.newest();
    let Some(Report::Simulation(report)) = &findings.report else { return Err("nothing was simulated".into()) };
    println!("{:<12} {:>14} {:>16} {:>10}", "play", "wins, %", "points", "iterations");
    for play in &report.plays {
        let text = play.found.play.display(engine.alphabet());
        let wins = play.win.map(|win| format!("{:.1} ± {:.1}", 100.0 * win.mean, 100.0 * win.error));
        let points = format!("{:.1} ± {:.1}", play.gain.mean, play.gain.error);
        println!("{text:<12} {:>14} {points:>16} {:>10}", wins.unwrap_or_default(), play.iterations);
    }
    Ok(())
}
