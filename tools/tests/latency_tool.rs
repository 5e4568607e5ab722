//! The tool `latency` from outside: what it tells. How fast anything is, is not tested.
#![cfg(unix)]

mod support;

use support::engines::{script, tasseo};
use support::{Tool, folder};

const LATENCY: Tool = Tool { name: "latency", binary: env!("CARGO_BIN_EXE_latency") };

#[test]
fn endings_are_found_and_asked_about() {
    let told = LATENCY.out(&[tasseo(), "--endings", "6", "--threads", "1", "--seed", "3"]);
    let lines: Vec<&str> = told.lines().collect();
    let starts = ["6 answers, ", "over movetime: ", "clocks: ", "late by more than 50 ms: "];
    assert_eq!(lines.len(), starts.len(), "{told}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{told}");
}

#[test]
fn what_cannot_be_measured_is_told_in_a_line() {
    let folder = folder("latency", &[]);
    let silent = script(&folder, "silent", ":");
    for arguments in [&["--endings", "1"][..], &["--rounds", "1"]] {
        let run = LATENCY.run(&[&[silent.as_str(), "--patience", "200ms"], arguments].concat());
        assert_eq!((run.status, run.err.as_str()), (2, "latency: silent: no bestmove in time\n"), "{arguments:?}");
    }
    for ignored in [["--movetime", "5"], ["--rounds", "5"]] {
        let error = LATENCY.err(&[&[tasseo(), "--endings", "1"], &ignored[..]].concat());
        assert!(error.contains(ignored[0]) && error.contains("cannot be used with"), "{error}");
    }
    assert!(LATENCY.err(&[tasseo(), "--seed", "5"]).contains("--endings"));
}
