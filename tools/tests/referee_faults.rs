//! The tool `referee` from outside: what engines do wrong is told apart, written down, and does not end the match.
#![cfg(unix)]

mod support;

use serde_json::Value;
use support::engines::{lines, script, tasseo};
use support::{Run, Tool, files, folder, path};

const REFEREE: Tool = Tool { name: "referee", binary: env!("CARGO_BIN_EXE_referee") };

/// Each kind of fault, with what an engine does at its `go`, and what is said of it.
const FAULTS: [(&str, &str, &str); 11] = [
    ("crash", "echo 'panic in the attic' >&2; exit 3", "crash: exit status: 3; its last words: panic in the attic"),
    ("no-answer", ":", "no answer: no bestmove after"),
    ("no-answer", "while :; do echo info string noise; done", "no answer: no bestmove after"),
    ("bad-output", "echo bestmove pass; echo bestmove pass", "bad output: bestmove pass, without being asked"),
    ("illegal-move", "echo bestmove 8D.QQQQQ", "illegal move: 8D.QQQQQ: "),
    ("illegal-move", "echo bestmove ex.ZZZ", "illegal move: ex.ZZZ: "),
    ("bad-output", "echo bestmove sandwich", "bad output: bestmove sandwich: should be like 8D.DJINN"),
    ("bad-output", "echo bestmove ex.3", "bad output: bestmove ex.3: not a play that can be chosen"),
    ("bad-output", "printf '\\377\\376\\n'", "bad output: a line that is not UTF-8"),
    (
        "bad-output",
        "echo info string error bad-position I do not like it",
        "bad output: refused: bad-position I do not like it",
    ),
    ("time-forfeit", "sleep 1; echo bestmove pass", "time forfeit: answered after"),
];

fn play(engine: &str, out: &str, more: &[&str]) -> Run {
    REFEREE.run(&[&["match", engine, tasseo(), "--pairs", "2", "--patience", "1", "-o", out], more].concat())
}

#[test]
fn each_kind_of_fault_is_told_apart() {
    for (number, (kind, at_go, told)) in FAULTS.into_iter().enumerate() {
        let folder = folder(&format!("referee-fault{number}"), &[]);
        let engine = script(&folder, "faulty", at_go);
        let limit = if kind == "time-forfeit" { " movetime=50" } else { "" };
        let run = play(&format!("{engine}{limit}"), &path(&folder, "out"), &["--margin", "50"]);
        // The match goes on, and its status is good.
        assert_eq!((run.status, run.err.lines().count()), (0, 4), "{}", run.err);
        assert!(run.err.contains(told), "{kind}: {}", run.err);
        assert!(run.out.contains(&format!("faults      faulty: 4 {}", kind.replace('-', " "))), "{}", run.out);
        let out = folder.join("out");
        let summary: Value = serde_json::from_str(&std::fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
        for (name, count) in summary["engines"][0]["faults"].as_object().unwrap() {
            assert_eq!(*count, if name == kind { 4 } else { 0 }, "{name}");
        }
        // A forfeit is a loss by a hundred points or more.
        let meeting = &summary["meetings"][0];
        assert_eq!((&meeting["losses"], &summary["engines"][1]["faults"][kind]), (&4.into(), &0.into()));
        assert!(meeting["spread"]["mean"].as_f64().unwrap() <= -100.0);
        // The position and all that was said, a file for each.
        let expected: Vec<String> = (0..4).map(|game| format!("{game:06}-{kind}.txt")).collect();
        assert_eq!(files(&out.join("faults")), expected);
        let report = std::fs::read_to_string(out.join("faults").join(&expected[1])).unwrap();
        for word in ["> ucgi", "< ucgiok", "> position cgp ", "> go", "position  ", "turn "] {
            assert!(report.contains(word), "{word}: {report}");
        }
        let gcg = std::fs::read_to_string(out.join("games/000/000001.gcg")).unwrap();
        assert!(gcg.contains("faulty forfeits: ") && gcg.contains("#incomplete"), "{gcg}");
        assert_eq!(lines(&out.join("games.jsonl")).len(), 4);
    }
}

#[test]
fn strictness_is_in_the_status() {
    let folder = folder("referee-strict", &[]);
    let faulty = script(&folder, "faulty", "exit 1");
    let passing = script(&folder, "passing", "echo bestmove pass");
    assert_eq!(play(&faulty, &path(&folder, "one"), &["--strict"]).status, 1);
    assert_eq!(play(&faulty, &path(&folder, "one"), &["--strict"]).status, 1, "also when it was played before");
    assert_eq!(play(&passing, &path(&folder, "two"), &["--strict"]).status, 0);
}

/// An engine may say much that means nothing.
#[test]
fn noise_is_no_fault() {
    let folder = folder("referee-noise", &[]);
    let at_go = "i=0; while [ $i -lt 2000 ]; do echo info string noise; echo; echo garbage; i=$((i+1)); done; echo bestmove pass";
    let run = play(&script(&folder, "noisy", at_go), &path(&folder, "out"), &["--strict"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

/// Passing on is no fault, and six scoreless turns are an end: both lose what they hold.
#[test]
fn scoreless_turns_end_a_game() {
    let folder = folder("referee-passes", &[]);
    let passing = script(&folder, "passing", "echo bestmove pass");
    let run = REFEREE.run(&[
        "match",
        &passing,
        &format!("{passing} name=other"),
        "--pairs",
        "1",
        "-o",
        &path(&folder, "out"),
        "--strict",
    ]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for line in lines(&folder.join("out/games.jsonl")) {
        let record: Value = serde_json::from_str(&line).unwrap();
        assert_eq!((&record["ending"], &record["deeds"][0]["passes"]), (&"scoreless".into(), &3.into()));
        assert!(record["scores"].as_array().unwrap().iter().all(|score| score.as_i64().unwrap() < 0), "{record}");
    }
}

/// Overtime costs ten points for each minute begun, or what is asked for.
#[test]
fn overtime_costs_points() {
    let folder = folder("referee-overtime", &[]);
    let slow = script(&folder, "slow", "sleep 0.1; echo bestmove pass");
    let out = path(&folder, "out");
    let arguments = ["match", &format!("{slow} clock=50ms"), &format!("{slow} name=other"), "--pairs", "1"];
    let run =
        REFEREE.run(&[&arguments[..], &["--margin", "0", "--overtime-penalty", "7", "-o", &out, "--strict"]].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("overtime    slow: 14 points"), "{}", run.out);
    let game: Value = serde_json::from_str(&lines(&folder.join("out/games.jsonl"))[0]).unwrap();
    let seat = usize::from(game["players"][0] != 0);
    assert_eq!((&game["deeds"][seat]["overtime"], &game["deeds"][1 - seat]["overtime"]), (&7.into(), &0.into()));
    assert!(std::fs::read_to_string(folder.join("out/games/000/000000.gcg")).unwrap().contains("(time) -7"));
    // Beyond the most that is allowed, the game is forfeited.
    let run = REFEREE.run(&[&arguments[..], &["--margin", "0", "--max-overtime", "100ms", "--strict"]].concat());
    assert!(run.status == 1 && run.err.contains("slow: time forfeit"), "{}", run.err);
}
