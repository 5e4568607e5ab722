//! What the opponent may have kept, by the play that it made.
//!
//! `cargo run --release --example belief`: the example of Richards and Amir. The opponent opened with IMINO, holding
//! ?IIMNOO; we hold GLORRTU.

use std::error::Error;
use tasseo::engine::{Engine, Go, Resources};
use tasseo::limits::Mode;

/// Prints the likeliest leaves, each beside its chance before the play was seen.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(Resources::new());
    engine.play("8D.IMINO")?;
    engine.set_rack("GLORRTU")?;
    let findings = engine.go(Go { mode: Mode::Infer, ..Go::default() })?.wait();

    let belief = &findings.reading.as_ref().ok_or("nothing could be read")?.belief;
    println!(
        "{} leaves are possible, as if {:.0} were equally likely",
        belief.leaves().len(),
        belief.effective_leaves()
    );
    println!("{:<6} {:>8} {:>8}", "kept", "chance", "before");
    for (leave, chance) in belief.top(10) {
        let tiles = leave.display(engine.alphabet());
        println!("{tiles:<6} {:>7.2}% {:>7.2}%", 100.0 * chance, 100.0 * belief.prior(&leave));
    }
    Ok(())
}
