//! The tool `gcg` from outside.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    support::output(Command::new(env!("CARGO_BIN_EXE_gcg")).args(arguments))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A game with a score that is wrong on line 4 and a play that is no word.
fn game(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let game =
        "#player1 ann Ann\r\n#player2 bob Bob\r\n>ann: DINNVWY 8d WINDY +32 32\r\n>bob: AEEGILR 9C GLEE +17 17\r\n";
    std::fs::write(&path, game).unwrap();
    path
}

#[test]
fn check_reports_lines_turns_and_status() {
    let path = game("check.gcg");
    let file = path.to_str().unwrap();
    let output = run(&["check", file, "--lexicon", "enable1"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        format!(
            "{file}: 2 turns, ann 32, bob 16, not over\n{file}: line 4: GLEE scores 16, the file says 17\n\
             {file}: turn 2: not in ENABLE1: WL, IE\n"
        )
    );
    let good = run(&["check", concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/gcg/strict.gcg")]);
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stdout));
    let missing = run(&["check", "no_such.gcg"]);
    assert_eq!((missing.status.code(), text(&missing.stderr).starts_with("gcg: no_such.gcg: ")), (Some(2), true));
}

#[test]
fn show_gives_any_position() {
    let path = game("show.gcg");
    let file = path.to_str().unwrap();
    let shown = text(&run(&["show", file, "--turn", "1"]).stdout);
    assert_eq!(shown.lines().nth(8), Some(" 8 = . . W I N D Y . . . ' . . ="));
    let cgp = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 /NV 0/32 0 lm 8D.WINDY.DINNVWY;";
    assert_eq!(shown.lines().last(), Some(cgp));
    let beyond = run(&["show", file, "--turn", "3"]);
    assert_eq!(
        (beyond.status.code(), text(&beyond.stderr)),
        (Some(2), format!("gcg: {file}: no turn 3; the game has 2\n"))
    );
}

#[test]
fn rewrite_is_strict_and_idempotent() {
    let path = game("rewrite.gcg");
    let (file, new) = (path.to_str().unwrap(), path.with_extension("new.gcg"));
    let output = run(&["rewrite", file, "-o", new.to_str().unwrap()]);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), format!("{file}: line 4: GLEE scores 16, the file says 17\n"));
    let written = std::fs::read(&new).unwrap();
    assert!(text(&written).starts_with("#character-encoding UTF-8\n#player1 ann Ann\n"));
    assert_eq!(run(&["rewrite", new.to_str().unwrap()]).stdout, written);
}

#[test]
fn what_is_missing_is_told_in_a_line() {
    let output = run(&["show"]);
    let told = "gcg: the following required arguments were not provided: <FILE>; try gcg show --help\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), told));
    assert!(text(&run(&[]).stderr).contains("Usage: gcg <COMMAND>"), "who says nothing is helped");
}
