//! The tool `latency` from outside: what it tells. How fast anything is, is not tested.
#![cfg(unix)]

mod support;

use support::Tool;
use support::engines::tasseo;

const LATENCY: Tool = Tool { name: "latency", binary: env!("CARGO_BIN_EXE_latency") };

#[test]
fn endings_are_found_and_asked_about() {
    let engine = tasseo().split(' ').next().unwrap();
    let told = LATENCY.out(&[engine, "--endings", "6", "--threads", "1", "--seed", "3"]);
    let lines: Vec<&str> = told.lines().collect();
    let starts = ["6 answers, ", "over movetime: ", "clocks: ", "late by more than 50 ms: "];
    assert_eq!(lines.len(), starts.len(), "{told}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{told}");
}
