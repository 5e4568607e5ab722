//! `train winchance` from outside: the same table however it is come by, and no file touched when something is wrong.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::{Tool, files};

const TRAIN: Tool = Tool { name: "train", binary: env!("CARGO_BIN_EXE_train") };

fn tool(arguments: &[&str]) -> Command {
    let mut command = TRAIN.command();
    command.args(arguments).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs `train winchance`, which must succeed; a slow one may tell how far it is.
fn winchance(arguments: &str, output: &Path) -> Output {
    let run = support::output(tool(&["winchance"]).args(arguments.split_whitespace()).arg("-o").arg(output));
    let told = text(&run.stderr);
    assert!(run.status.success() && told.lines().all(|line| line.starts_with("winchance: ")), "{arguments}: {told}");
    run
}

/// Runs `train`, which must fail with status 2 and one line.
fn error(arguments: &[&str]) -> String {
    TRAIN.err(arguments)
}

/// A new, empty folder.
fn folder(name: &str) -> PathBuf {
    support::folder(&format!("winchance_{name}"), &[])
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same_table() {
    let folder = folder("threads");
    let (one, two, other) = (folder.join("one.csv"), folder.join("two.csv"), folder.join("other.csv"));
    let run = winchance("--games 200 --threads 1", &one);
    assert!(text(&run.stdout).starts_with(&format!("{}: 200 games, ", one.display())), "{}", text(&run.stdout));
    winchance("--games 200 --threads 2", &two);
    winchance("--games 200 --threads 2 --seed 2", &other);
    assert_eq!(files(&folder), ["one.csv", "other.csv", "two.csv"]);
    assert!(read(&one) == read(&two));
    assert!(read(&one) != read(&other));
    assert_eq!(read(&one).lines().count(), 602);
    let mut calibrate = Command::new(env!("CARGO_BIN_EXE_experiment"));
    calibrate.args(["calibration", "--games", "50", "--seed", "3"]).arg(&one).arg("-o").arg(folder.join("results"));
    let calibration = support::output(&mut calibrate);
    assert!(text(&calibration.stdout).contains("log loss"), "{}", text(&calibration.stderr));
}

#[test]
fn a_run_that_was_killed_goes_on_as_if_nothing_had_happened() {
    let folder = folder("resume");
    let (whole, killed) = (folder.join("whole.csv"), folder.join("killed.csv"));
    let settings = "--games 600 --threads 2 --checkpoint-every 0";
    winchance("--games 600 --threads 2", &whole);
    let mut command = tool(&["winchance"]);
    command.args(settings.split_whitespace()).arg("-o").arg(&killed).stdout(Stdio::null());
    let mut run = command.spawn().unwrap();
    let (checkpoint, since) = (folder.join("killed.csv.checkpoint"), Instant::now());
    while !checkpoint.exists() && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(checkpoint.exists() && !killed.exists());
    let told = text(&winchance("--games 600 --threads 1", &killed).stdout);
    let going_on = told.strip_prefix(&format!("going on from {} after ", checkpoint.display())).unwrap();
    let played: u64 = going_on.split_once(" of 600 games\n").unwrap().0.parse().unwrap();
    assert!(0 < played && played < 600, "{played}");
    assert!(read(&whole) == read(&killed));
    assert!(!checkpoint.exists());
}

#[test]
fn two_runs_do_not_write_the_same_file() {
    let folder = folder("lock");
    let [out, lock, checkpoint] = ["out.csv", "out.csv.lock", "out.csv.checkpoint"].map(|name| folder.join(name));
    let mut command = tool(&["winchance", "--games", "10000000", "--threads", "1", "--checkpoint-every", "0"]);
    let mut run = command.arg("-o").arg(&out).stdout(Stdio::null()).spawn().unwrap();
    let since = Instant::now();
    while !checkpoint.exists() && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let line = error(&["winchance", "--games", "20", "-o", out.to_str().unwrap()]);
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!(line, format!("{}: another run is writing this file", out.display()));
    // What a killed run leaves behind is in nobody's way.
    assert!(lock.exists());
    std::fs::remove_file(checkpoint).unwrap();
    winchance("--games 20", &out);
    assert!(out.exists() && !lock.exists());
}

#[test]
fn parts_make_the_whole() {
    let folder = folder("parts");
    let part = |number: u32| folder.join(format!("{number}.sums"));
    let (whole, merged) = (folder.join("whole.csv"), folder.join("merged.csv"));
    winchance("--games 200", &whole);
    (1..=3).for_each(|number| drop(winchance(&format!("--games 200 --shard {number}/3"), &part(number))));
    let merge = format!("--merge {} {} {}", part(3).display(), part(1).display(), part(2).display());
    winchance(&merge, &merged);
    assert!(read(&whole) == read(&merged));

    let [one, two, three] = [1, 2, 3].map(|number| part(number).to_str().unwrap().to_owned());
    let out = folder.join("out.csv").to_str().unwrap().to_owned();
    let refused = |parts: &[&str]| error(&[&["winchance", "-o", &out, "--merge"], parts].concat());
    assert_eq!(refused(&[&one, &three]), "part 2/3 is missing");
    assert_eq!(refused(&[&one, &two, &one, &three]), format!("{one}: part 1/3 is there twice"));
    winchance("--games 201 --shard 2/3", Path::new(&two));
    assert_eq!(refused(&[&one, &two, &three]), format!("{two}: of another run than {one}"));
    let foreign = refused(&[&one, whole.to_str().unwrap()]);
    assert_eq!(foreign, format!("{}: not a file of sums, which train winchance --shard writes", whole.display()));
    // The sums were played with settings of their own.
    for (option, value) in [("--games", "200"), ("--lexicon", "YAWL"), ("--seed", "1"), ("--shard", "1/3")] {
        let line = refused(&[&one, &two, &three, option, value]);
        assert!(line.starts_with("the argument '--merge <FILE>...' cannot be used with '"), "{line}");
    }
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_checkpoint_that_does_not_fit_is_left_alone() {
    let folder = folder("checkpoints");
    let (sums, out) = (folder.join("x.sums"), folder.join("out.csv"));
    let checkpoint = folder.join("out.csv.checkpoint");
    winchance("--games 20 --shard 1/1", &sums);
    let good = std::fs::read(&sums).unwrap();
    let refused = |content: &[u8]| {
        std::fs::write(&checkpoint, content).unwrap();
        let line = error(&["winchance", "--games", "40", "-o", out.to_str().unwrap()]);
        assert!(!out.exists() && std::fs::read(&checkpoint).unwrap() == content);
        line.strip_prefix(&format!("{}: ", checkpoint.display())).unwrap().to_owned()
    };
    let other = refused(&good);
    assert!(other.starts_with("the checkpoint of another run (lexicon=ENABLE1 "), "{other}");
    assert!(other.ends_with(" seed=1 games=20, part 1/1); remove it to start anew"), "{other}");
    let damaged = "damaged or cut short; remove it to start anew";
    assert_eq!(refused(&good[..good.len() / 2]), damaged);
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 1;
    assert_eq!(refused(&changed), damaged);
    let nothing = "not a file of sums, which train winchance --shard writes; remove it to start anew";
    assert_eq!(refused(b""), nothing);
}

#[test]
fn bad_input_gives_one_line() {
    let folder = folder("bad");
    let out = folder.join("out.csv").to_str().unwrap().to_owned();
    let refused = |arguments: &[&str]| error(&[&["winchance", "-o", &out, "--games", "20"], arguments].concat());
    let games = |number| error(&["winchance", "-o", &out, "--games", number]);
    for number in ["-5", "0", "many"] {
        let expected = format!("invalid value '{number}' for '--games <N>': must be a whole number from 1 to ");
        assert!(games(number).starts_with(&expected), "{}", games(number));
    }
    for number in ["0", "257", "-1"] {
        let line = refused(&["--threads", number]);
        assert!(line.contains("for '--threads <N>': must be a whole number from 1 to 256"), "{line}");
    }
    assert!(refused(&["--seed", "-1"]).contains("for '--seed <N>': must be a whole number from 0 to "));
    assert!(refused(&["--shard", "4/3"]).contains("a part is one of so many, such as 2/8"));
    assert!(refused(&["--leaves", "no_such.klv2"]).starts_with("no_such.klv2: "));
    assert!(refused(&["--lexicon", "NOSUCH"]).starts_with("no lexicon \"NOSUCH\""));
    assert_eq!(refused(&["--data-path", "no_such"]), "--data-path: no_such is not a folder");
    assert!(error(&["winchance", "-o", &out, "--merge", "no_such.sums"]).starts_with("no_such.sums: "));
    assert!(error(&["winchance"]).contains("--output <OUT.csv>"));
    let nowhere = folder.join("none/out.csv").to_str().unwrap().to_owned();
    assert_eq!(error(&["winchance", "-o", &nowhere]), format!("{nowhere}: there is no such folder"));
    assert_eq!(files(&folder), [] as [&str; 0]);
}

#[test]
fn what_a_run_reads_is_not_written_over() {
    let folder = folder("sources");
    let (words, values) = (folder.join("NOUNS.txt"), folder.join("NOUNS.klv2"));
    std::fs::write(&words, "TEA\nEAT\nATE\nETA\n").unwrap();
    let words = words.to_str().unwrap();
    let refused = |out: &str, more: &[&str]| {
        let line = error(&[&["winchance", "--games", "20", "-o", out, "--lexicon", words], more].concat());
        assert_eq!(line, format!("{out}: it would replace a file that it is made from"));
    };
    refused(words, &[]);
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../lexicons/ENABLE1.klv2"), &values).unwrap();
    let values = values.to_str().unwrap();
    refused(values, &[]);
    let other = folder.join("other.klv2").to_str().unwrap().to_owned();
    std::fs::copy(values, &other).unwrap();
    refused(&other, &["--leaves", &other]);
    assert_eq!(files(&folder), ["NOUNS.klv2", "NOUNS.txt", "other.klv2"]);
}
