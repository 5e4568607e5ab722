//! `train likelihood` from outside.

mod support;

use support::Tool;

const TRAIN: Tool = Tool { name: "train", binary: env!("CARGO_BIN_EXE_train") };

/// The temperature under which all plays are likeliest.
fn fitted(player: &str, games: &str) -> f64 {
    let told = TRAIN.out(&["likelihood", "--games", games, "--player", player]);
    let all = told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).find(|row| row[0] == "all");
    all.unwrap()[4].parse().unwrap()
}

#[test]
fn temperatures_are_those_of_the_player() {
    assert_eq!(fitted("static", "6"), 0.25, "as sharp as can be");
    assert!((2.5..7.0).contains(&fitted("noisy=4", "8")));
    assert!(fitted("sim=32", "2") > 0.25, "who simulates often has reasons not to take the statically best play");
}
