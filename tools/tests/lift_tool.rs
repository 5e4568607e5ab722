//! `lift` and `train likelihood` from outside.

mod support;

use support::Tool;

const LIFT: Tool = Tool { name: "lift", binary: env!("CARGO_BIN_EXE_lift") };
const TRAIN: Tool = Tool { name: "train", binary: env!("CARGO_BIN_EXE_train") };

/// The words of the lines that begin with these.
fn rows<'t>(text: &'t str, first: &str) -> Vec<Vec<&'t str>> {
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.filter(|row| row.first() == Some(&first)).collect()
}

#[test]
fn a_game_is_read_in_three_ways() {
    let run = LIFT.run(&["--games", "1", "--threads", "1"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let all = rows(&run.out, "1-5");
    let bits: Vec<f64> = all[0][2..].iter().map(|bits| bits.parse().unwrap()).collect();
    assert_eq!(bits.len(), 3, "{}", run.out);
    assert!(bits.iter().all(|&bits| bits > 0.5), "plays tell something: {bits:?}");
    assert!(run.out.contains("truth below a thousandth of its prior: ") && run.out.contains("said 0."), "{}", run.out);
}

#[test]
fn temperatures_are_those_of_the_player() {
    let fitted = |player: &str, games: &str| {
        let told = TRAIN.out(&["likelihood", "--games", games, "--player", player]);
        let words: Vec<&str> = told.lines().next().unwrap().split_whitespace().collect();
        let at = words.iter().position(|&word| word == "temperature").unwrap();
        words[at + 1].trim_end_matches(',').parse::<f64>().unwrap()
    };
    assert_eq!(fitted("static", "40"), 0.25, "as sharp as can be");
    assert!((2.5..7.0).contains(&fitted("noisy=4", "40")));
    assert!(fitted("sim=32", "4") > 0.25, "who simulates often has reasons not to take the statically best play");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let wrong = LIFT.err(&["--player", "noisy=-1"]);
    assert!(wrong.contains("must be static, noisy=POINTS with a temperature above 0, or sim=ITERATIONS"), "{wrong}");
    let wrong = LIFT.err(&["--likelihood", "soft=1"]);
    assert!(wrong.contains("must be grid, best, or soft=TEMPERATURE,FLOOR"), "{wrong}");
}
