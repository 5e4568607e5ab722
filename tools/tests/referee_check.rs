//! The tool `referee check` from outside: our engine passes, and another is told what it does not do.
#![cfg(unix)]

mod support;

use support::engines::{binary, script, tasseo};
use support::{Tool, folder};

const REFEREE: Tool = Tool { name: "referee", binary: env!("CARGO_BIN_EXE_referee") };

#[test]
fn our_engine_keeps_to_the_protocol() {
    for engine in [binary().to_owned(), format!("{} dialect=siu", tasseo())] {
        // Nothing is late here, however busy the machine is.
        let told = REFEREE.out(&["check", &engine, "--margin", "20s", "--patience", "60s"]);
        let last = told.lines().last().unwrap();
        assert!(last.ends_with(" passed, 0 failed, 0 skipped"), "{told}");
        assert!(told.lines().count() > 20);
    }
}

#[test]
fn what_is_wrong_is_told() {
    let folder = folder("referee-check", &[]);
    let run = REFEREE.run(&["check", &script(&folder, "quits", "exit 0"), "--patience", "1"]);
    assert_eq!(run.status, 1);
    for line in [
        "ok      greets, and is ready",
        "skipped greets in the other dialect too: no siuok",
        "FAILED  opens with a legal move: crash: exit status: 0",
        "ok      ends when it is told to quit",
    ] {
        assert!(run.out.lines().any(|told| told == line), "{line}\n{}", run.out);
    }
    let run = REFEREE.run(&["check", &script(&folder, "one-track", "echo bestmove 8D.QQ")]);
    assert!(run.out.contains("FAILED  opens with a legal move: illegal move: 8D.QQ: "), "{}", run.out);
    let run = REFEREE.run(&["check", "no-such-engine"]);
    assert!(
        run.status == 1 && run.out.contains("FAILED  greets, and is ready: crash: could not be started: No such file"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("skipped all others: the engine was not ready\n0 passed, 1 failed, 22 skipped\n"));
}

/// How fast anything is, is not tested.
#[test]
fn endings_are_found_and_asked_about() {
    let told = REFEREE.out(&["check", tasseo(), "--endings", "6", "--threads", "1", "--seed", "3"]);
    let lines: Vec<&str> = told.lines().collect();
    let starts = ["6 answers, ", "over movetime: ", "clocks: ", "late by more than 50 ms: "];
    assert_eq!(lines.len(), starts.len(), "{told}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{told}");
}

#[test]
fn answers_are_timed() {
    let told = REFEREE.out(&["check", tasseo(), "--latency", "2", "--movetime", "20", "--busy", "1"]);
    let starts = ["start to ucgiok: ", "isready while thinking: ", "stop to bestmove: ", "over movetime: "];
    assert_eq!(told.lines().count(), starts.len(), "{told}");
    assert!(told.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{told}");
}

#[test]
fn what_cannot_be_measured_is_told_in_a_line() {
    let folder = folder("latency", &[]);
    let silent = script(&folder, "silent", ":");
    for arguments in [["--endings", "1"], ["--latency", "1"]] {
        let run = REFEREE.run(&[&["check", silent.as_str(), "--patience", "200ms"], &arguments[..]].concat());
        assert_eq!((run.status, run.err.as_str()), (2, "referee: silent: no bestmove in time\n"), "{arguments:?}");
    }
    let error = REFEREE.err(&["check", tasseo(), "--endings", "1", "--latency", "5"]);
    assert!(error.contains("--endings") && error.contains("cannot be used with"), "{error}");
    for [option, needed] in [["--seed", "--endings"], ["--movetime", "--latency"], ["--busy", "--latency"]] {
        let error = REFEREE.err(&["check", tasseo(), option, "5"]);
        assert!(error.contains(needed), "{error}");
    }
}
