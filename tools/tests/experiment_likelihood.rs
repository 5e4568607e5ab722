//! `experiment likelihood` from outside.

mod support;

use support::Tool;

const EXPERIMENT: Tool = Tool { name: "experiment", binary: env!("CARGO_BIN_EXE_experiment") };

/// The temperatures by which all plays tell most, and under which they are likeliest.
fn fitted(player: &str, games: &str) -> [f64; 2] {
    let told = EXPERIMENT.out(&["likelihood", "--games", games, "--player", player]);
    let all = told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).find(|row| row[0] == "all");
    let all = all.unwrap();
    [2, 4].map(|column| all[column].parse().unwrap())
}

#[test]
fn temperatures_are_those_of_the_player() {
    assert_eq!(fitted("static", "6"), [0.25; 2], "as sharp as can be");
    let noisy = fitted("noisy=4", "8");
    assert!(noisy.iter().all(|points| (2.5..7.0).contains(points)), "{noisy:?}");
    assert!(fitted("sim=32", "2")[0] > 0.25, "who simulates often has reasons not to take the statically best play");
}
