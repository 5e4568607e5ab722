//! `train leaves` from outside, on a lexicon so small that a game takes moments.

mod support;

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::{Tool, files, folder, path};

const TRAIN: Tool = Tool { name: "train", binary: env!("CARGO_BIN_EXE_train") };

/// Enough words that games go on for a while.
const WORDS: &str = "AA\nAB\nAD\nAE\nAT\nEAT\nEATS\nTEA\nTEAS\nSEAT\nNOT\nTON\nION\nIN\nIT\nTIN\nQI\nZA\nRAIN\nTRAIN\nTRAINS\nOUR\nHOUR\n";

/// The arguments of a small training in a folder, and these.
fn small<'a>(folder: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let small = ["leaves", "--lexicon", "SMALL", "--data-path", folder, "--games", "5", "--rounds", "2"];
    small.into_iter().chain(more.iter().copied()).collect()
}

/// A folder with the small lexicon.
fn desk(name: &str) -> (std::path::PathBuf, String) {
    let desk = folder(name, &[("SMALL.txt", WORDS)]);
    let text = desk.to_str().unwrap().to_owned();
    (desk, text)
}

fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    std::fs::read(folder.join(file)).unwrap()
}

#[test]
fn any_number_of_threads_and_any_shards_give_the_same_values() {
    let (desk, at) = desk("train-same");
    let (one, two) = (path(&desk, "one.klv2"), path(&desk, "two.klv2"));
    let told = TRAIN.out(&small(&at, &["--threads", "1", "-o", &one]));
    assert!(told.starts_with("round 1 of 2: 5 games, "), "{told}");
    TRAIN.out(&small(&at, &["--threads", "2", "-o", &two]));
    assert_eq!(bytes(&desk, "one.klv2"), bytes(&desk, "two.klv2"));

    let shard = |round: &str, from: &[&str], shard: &str, output: &str| {
        let mut arguments = small(&at, &["--round", round, "--shard", shard, "-o", output]);
        arguments.extend(from);
        TRAIN.out(&arguments);
    };
    let (first, merged) = (path(&desk, "first.klv2"), path(&desk, "merged.klv2"));
    let sums: Vec<String> = ["11", "12", "13", "21", "22"].iter().map(|name| path(&desk, name)).collect();
    shard("1", &[], "1/3", &sums[0]);
    shard("1", &[], "2/3", &sums[1]);
    shard("1", &[], "3/3", &sums[2]);
    TRAIN.out(&small(&at, &["-o", &first, "--merge", &sums[2], &sums[0], &sums[1]]));
    shard("2", &["--from", &first], "1/2", &sums[3]);
    shard("2", &["--from", &first], "2/2", &sums[4]);
    TRAIN.out(&small(&at, &["-o", &merged, "--merge", &sums[3], &sums[4]]));
    assert_eq!(bytes(&desk, "one.klv2"), bytes(&desk, "merged.klv2"));

    shard("2", &["--from", &one], "2/2", &path(&desk, "other"));
    let other = path(&desk, "other");
    let refused = |parts: &[&str]| TRAIN.err(&small(&at, &[&["-o", &merged, "--merge"], parts].concat()));
    assert_eq!(refused(&[&sums[3], &sums[3]]), format!("{}: part 1/2 is there twice", sums[3]));
    assert_eq!(refused(&[&sums[3]]), "part 2/2 is missing");
    assert_eq!(refused(&[&sums[3], &other]), format!("{other}: of another run than {}", sums[3]));
    assert_eq!(refused(&[&sums[3], &sums[1]]), format!("{}: of another run than {}", sums[1], sums[3]));
    assert_eq!(refused(&[&one]), format!("{one}: not a file of sums, which train leaves --shard writes"));
    let seed = TRAIN.err(&small(&at, &["--seed", "7", "-o", &merged, "--merge", &sums[3], &sums[4]]));
    assert!(seed.starts_with(&format!("{}: of another training: lexicon=SMALL ", sums[3])), "{seed}");
    let replaced = TRAIN.err(&small(&at, &["-o", &sums[3], "--merge", &sums[3], &sums[4]]));
    assert_eq!(replaced, format!("{}: it would replace a file that it is made from", sums[3]));
    assert_eq!(bytes(&desk, "one.klv2"), bytes(&desk, "merged.klv2"));
}

#[test]
fn a_training_that_was_killed_goes_on_where_it_was() {
    let (desk, at) = desk("train-resume");
    let (whole, resumed) = (path(&desk, "whole.klv2"), path(&desk, "resumed.klv2"));
    TRAIN.out(&small(&at, &["-o", &whole]));
    let mut killed = TRAIN.command();
    killed.args(small(&at, &["--threads", "1", "--checkpoint-every", "0", "-o", &resumed])).stdout(Stdio::null());
    let mut killed = killed.spawn().unwrap();
    let checkpoint = desk.join("resumed.klv2.checkpoint");
    let patience = Instant::now();
    while !checkpoint.exists() && patience.elapsed() < Duration::from_secs(120) && killed.try_wait().unwrap().is_none()
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(checkpoint.exists());

    let error = TRAIN.err(&small(&at, &["--seed", "5", "-o", &resumed]));
    assert!(error.contains("the checkpoint of another run (") && error.contains(" seed=1 "), "{error}");
    assert!(error.ends_with("; remove it to start anew"), "{error}");
    let whole_notes = std::fs::read(&checkpoint).unwrap();
    std::fs::write(&checkpoint, &whole_notes[..whole_notes.len() - 5]).unwrap();
    let error = TRAIN.err(&small(&at, &["-o", &resumed]));
    assert!(error.ends_with(": damaged or cut short; remove it to start anew"), "{error}");
    assert_eq!(std::fs::read(&checkpoint).unwrap().len(), whole_notes.len() - 5);
    std::fs::write(&checkpoint, &whole_notes).unwrap();

    let told = TRAIN.out(&small(&at, &["-o", &resumed]));
    assert!(told.starts_with("going on from "), "{told}");
    assert_eq!(bytes(&desk, "whole.klv2"), bytes(&desk, "resumed.klv2"));
    assert_eq!(files(&desk), ["SMALL.txt", "resumed.klv2", "whole.klv2"]);
}

#[test]
fn what_cannot_be_learned_is_told_in_a_line() {
    let (_, at) = desk("train-bad");
    for number in ["-3", "0"] {
        let error = TRAIN.err(&["leaves", "--games", number]);
        assert!(error.contains("for '--games <N>': must be a whole number from 1 to "), "{error}");
    }
    assert!(TRAIN.err(&["leaves", "--threads", "300"]).contains("must be a whole number from 1 to 256"));
    assert!(TRAIN.err(&["leaves", "--lexicon", "NONE"]).starts_with("no lexicon \"NONE\"; there are "));
    let nowhere = format!("{at}/nowhere/x.klv2");
    assert!(TRAIN.err(&small(&at, &["-o", &nowhere])).contains("nowhere"));
    let words = format!("{at}/SMALL.txt");
    let error = TRAIN.err(&small(&at, &["-o", &format!("{at}/../train-bad/SMALL.txt")]));
    assert!(error.ends_with("SMALL.txt: it would replace a file that it is made from"), "{error}");
    assert_eq!(std::fs::read_to_string(&words).unwrap(), WORDS);
    let output = format!("{at}/x");
    let error = TRAIN.err(&small(&at, &["--round", "3", "--shard", "1/2", "-o", &output]));
    assert_eq!(error, "--round 3: there are 2 rounds");
    let error = TRAIN.err(&small(&at, &["--round", "2", "--shard", "1/2", "-o", &output]));
    assert_eq!(error, "--round 2: where are the values of round 1? Say --from");
    let error = TRAIN.err(&small(&at, &["--round", "1", "--shard", "1/2", "-o", &output, "--from", "x.klv2"]));
    assert_eq!(error, "--round 1 starts from nothing; leave --from out");
    assert!(TRAIN.err(&small(&at, &["--round", "2", "--shard", "3/2", "-o", &output])).contains("such as 2/8"));
}
