//! `train balance`, `experiment stages` and `experiment calibration` from outside: what they make of the spread that was
//! to come.

mod support;

use std::path::Path;
use support::{Tool, files, folder, path};

const TRAIN: Tool = Tool { name: "train", binary: env!("CARGO_BIN_EXE_train") };
const EXPERIMENT: Tool = Tool { name: "experiment", binary: env!("CARGO_BIN_EXE_experiment") };

/// Leave values that come with the engine.
const VALUES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lexicons/ENABLE1.klv2");
const CHANCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lexicons/ENABLE1.winpct");

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// What an experiment says on one thread, on three, and with another seed: the first two must be the same.
fn on_threads(arguments: &[&str]) -> [String; 2] {
    let out = folder(&format!("train_spread_{}", arguments[0]), &[]);
    let out = out.to_str().unwrap();
    let with = |more: &[&str]| EXPERIMENT.out(&[arguments, more, &["-o", out]].concat());
    let [one, three] = [with(&["--threads", "1"]), with(&["--threads", "3"])];
    assert_eq!(one, three, "{arguments:?}");
    [one, with(&["--seed", "2"])]
}

/// The words in the cells of a row of a table; none if it is no such row.
fn cells(line: &str) -> Vec<&str> {
    let row = line.strip_prefix('|').unwrap_or_default();
    row.split(['|', ' ']).filter(|word| !word.is_empty()).collect()
}

#[test]
fn stages_are_the_same_on_any_number_of_threads() {
    let [told, other] = on_threads(&["stages", "--games", "150"]);
    assert_ne!(told, other);
    let rows: Vec<Vec<&str>> = told.lines().map(cells).filter(|row| !row.is_empty()).collect();
    assert_eq!(rows[0], ["left", "plays", "worth", "share"]);
    // Every game has one play that takes the last tile of the bag.
    assert_eq!(rows[2][..2], ["0", "150"], "{told}");
    for row in &rows[2..] {
        let [_, _, worth, "±", worth_error, share, "±", share_error] = row[..] else { panic!("{row:?}") };
        for figure in [worth, worth_error, share, share_error] {
            assert!(figure.parse::<f64>().unwrap().is_finite(), "{row:?}");
        }
    }
}

#[test]
fn balance_is_the_same_on_any_number_of_threads() {
    let desk = folder("train_balance", &[]);
    let [one, two, other] = ["one", "two", "other"].map(|name| path(&desk, &format!("{name}.klv2")));
    let told = TRAIN.out(&["balance", "--games", "100", "--threads", "1", "-o", &one]);
    assert!(told.starts_with(&format!("wrote {one}: ")) && told.ends_with(" plays of 100 games\n"), "{told}");
    TRAIN.out(&["balance", "--games", "100", "--threads", "3", "-o", &two, "--leaves", VALUES]);
    TRAIN.out(&["balance", "--games", "100", "--seed", "2", "-o", &other]);
    assert!(bytes(&one) == bytes(&two) && bytes(&one) != bytes(&other) && bytes(&one) != bytes(VALUES));
    assert_eq!(files(&desk), ["one.klv2", "other.klv2", "two.klv2"]);
    // What comes out can be played with, and balanced again.
    TRAIN.out(&["balance", "--games", "20", "--leaves", &one, "-o", &other]);
}

#[test]
fn calibration_is_the_same_on_any_number_of_threads() {
    let [told, other] = on_threads(&["calibration", CHANCES, "--games", "100"]);
    assert_ne!(told, other);
    let all = told.lines().map(cells).find(|row| row.first() == Some(&"all")).unwrap();
    let ["all", _, brier, "±", error, _, "±", _] = all[..] else { panic!("{all:?}") };
    let [brier, error] = [brier, error].map(|figure| figure.parse::<f64>().unwrap());
    assert!((0.05..0.25).contains(&brier) && (0.002..0.05).contains(&error), "{told}");
}

#[test]
fn bad_input_gives_one_line() {
    let desk = folder("train_spread_bad", &[("few.txt", "chal\nño\n"), ("words.klv2", "no values")]);
    let (few, words, out) = (path(&desk, "few.txt"), path(&desk, "words.klv2"), path(&desk, "out.klv2"));
    let commands = [
        (EXPERIMENT, vec!["stages", "-o", &out]),
        (TRAIN, vec!["balance", "-o", &out]),
        (EXPERIMENT, vec!["calibration", CHANCES, "-o", &out]),
    ];
    for (tool, command) in &commands {
        let error = |more: &[&str]| tool.err(&[&command[..], more].concat());
        for number in ["-5", "0", "1.5"] {
            let line = error(&["--games", number]);
            assert!(line.contains("for '--games <N>': must be a whole number from 1 to "), "{line}");
        }
        assert!(error(&["--threads", "257"]).contains("must be a whole number from 1 to 256"));
        assert!(error(&["--lexicon", "NOSUCH"]).starts_with("no lexicon \"NOSUCH\""));
        assert!(error(&["--leaves", "no_such.klv2"]).starts_with("no_such.klv2: "));
        assert!(error(&["--leaves", &words]).starts_with(&format!("{words}: ")));
    }
    for (tool, command) in &commands[..2] {
        let spanish = ["--games", "20", "--lexicon", &few, "--distribution", "spanish"];
        let line = tool.err(&[&command[..], &spanish].concat());
        assert_eq!(line, "there are no leave values; give some with --leaves");
    }
    let values = path(&desk, "values.klv2");
    std::fs::copy(VALUES, &values).unwrap();
    let line = TRAIN.err(&["balance", "--leaves", &values, "-o", &values]);
    assert_eq!(line, format!("{values}: it would replace a file that it is made from"));
    assert_eq!(bytes(&values), bytes(VALUES));
    let nowhere = path(Path::new(&desk), "none/out.klv2");
    assert_eq!(TRAIN.err(&["balance", "-o", &nowhere]), format!("{nowhere}: there is no such folder"));
    assert!(TRAIN.err(&["balance"]).contains("--output <OUT.klv2>"));
    assert_eq!(files(&desk), ["few.txt", "values.klv2", "words.klv2"]);
}
