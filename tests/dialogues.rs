//! The real engine, spoken to from outside: it answers or ends cleanly, whatever it is told.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::engine::{Engine, Process, tasseo};
use tasseo::protocol;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn lines_may_end_in_any_way() {
    let mut engine = Engine::start();
    engine.send("isready\r\n  \t isready \t\r\n\n\risready\rucgi");
    for _ in 0..3 {
        assert_eq!(engine.next(), "readyok");
    }
    engine.stdin = None;
    assert_eq!(engine.next(), "id name Tasseo 0.1.0");
}

#[test]
fn garbage_is_answered_and_forgotten() {
    let mut engine = Engine::start();
    engine.send(b"\xff\xfe\x00\n");
    assert_eq!(engine.next(), "info string error unknown-command the line is not UTF-8");
    engine.send(b"\x00\x01\x02\n");
    assert_eq!(engine.next(), "info string error unknown-command \"\\0\\u{1}\\u{2}\"; try help");
    engine.send("x".repeat(5 << 20) + "\n");
    assert_eq!(engine.next(), "info string error unknown-command the line is too long");
    engine.send("position cgp ".to_owned() + &"9".repeat(1 << 20) + "\n");
    assert!(engine.next().starts_with("info string error bad-position the racks are missing"));
    let full = ["AAAAAAAAAAAAAAAAAAAAA"; 21].join("/");
    engine.send(format!("position cgp {full} / 0/0 0 bdn SuperCrosswordGame; ld english_super;\n"));
    assert_eq!(engine.next(), "info string error bad-position 441 A on the board, the distribution has 16");
    engine.send("play 8D.".to_owned() + &"A".repeat(1 << 20) + "\n");
    assert!(engine.next().len() < 1000);
    engine.send("position startpos moves ".to_owned() + &"pass ".repeat(100_000) + "\n");
    assert_eq!(engine.next(), "info string error bad-move move 7: pass: the game is over");
    assert!(engine.until_ready().is_empty());
    assert_eq!(engine.end(), "");
}

#[test]
fn the_end_of_input_and_quit_end_the_process() {
    assert_eq!(Engine::start().end(), "");
    let mut engine = Engine::start();
    engine.send("quit\nisready\n");
    assert_eq!(engine.rest(), [""; 0]);
    assert_eq!(engine.end(), "");
    // In the middle of a line: what there is of it is a line.
    let mut engine = Engine::start();
    engine.send("isread");
    engine.stdin = None;
    assert_eq!(engine.next(), "info string error unknown-command \"isread\"; try help");
}

/// Plays nothing out of what a failed or a passing command might have left behind.
#[test]
fn what_fails_changes_nothing_and_what_shows_freezes_nothing() {
    let mut engine = Engine::start();
    engine.send("play xx\nshow\nsetoption name LetterDistribution value spanish\nsetoption name Lexicon value none\n");
    let lines = engine.until_ready();
    assert!(lines[0].starts_with("info string error bad-move xx"), "{lines:?}");
    engine.send("rack [CH]A\n");
    assert!(engine.until_ready().iter().all(|line| !line.contains("bad-move")));
    engine.send("ucginewgame\nsetoption name LetterDistribution value english\nplay 8H.QI\nsetoption name Lexicon value YAWL\nundo\nplay 8H.QI\n");
    let lines = engine.until_ready();
    let told: Vec<&str> = lines.iter().map(String::as_str).filter(|line| line.contains("not in")).collect();
    assert_eq!(told, ["info string not in ENABLE1: QI"]);
}

/// What a `go` could not work with is told by `isready`.
#[cfg(unix)]
/// A position that is not one for the search is told of before the moves that were named for it.
#[test]
fn the_position_is_checked_before_the_moves() {
    let mut engine = Engine::start();
    engine.send("position startpos moves pass pass pass pass pass pass\ngo searchmoves pass\n");
    assert_eq!(engine.next(), "info string error bad-position no move can be chosen: the game is over");
    engine.send("position startpos moves rack.AEINRST\ngo peg searchmoves 8D.QQ\n");
    let no_pre_endgame = "info string error bad-position no pre-endgame: 86 tiles in the bag, and not 1 to 7";
    assert_eq!(engine.next(), no_pre_endgame);
    engine.send("go gen searchmoves 8D.QQ\n");
    assert_eq!(engine.next(), "info string error bad-move searchmoves: 8D.QQ: Q is not on the rack AEINRST");
}

#[test]
fn isready_tells_of_leave_values_that_cannot_be_used() {
    let folder = std::env::temp_dir().join(format!("tasseo-leaves-{}", std::process::id()));
    let leaves = folder.join("ENABLE1.klv2");
    let told = || {
        let mut engine = Engine::start();
        engine.send(format!("setoption name DataPath value {}\n", folder.display()));
        engine.until_ready().join("\n").replace(&*leaves.to_string_lossy(), "FILE")
    };
    std::fs::create_dir_all(&folder).unwrap();
    assert_eq!(told(), "");
    std::fs::create_dir(&leaves).unwrap();
    assert_eq!(told(), "info string error bad-option FILE: not a file");
    std::fs::remove_dir(&leaves).unwrap();
    assert!(Command::new("mkfifo").arg(&leaves).status().unwrap().success());
    assert_eq!(told(), "info string error bad-option FILE: not a file");
    std::fs::remove_file(&leaves).unwrap();
    std::fs::write(&leaves, "no leaves").unwrap();
    assert!(told().starts_with("info string error bad-option FILE: 9 bytes, but the file's own counts make "));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The clocks and the hidden rack stay with their players when the turn passes.
#[test]
fn what_a_position_notes_stays_with_its_player() {
    let mut engine = Engine::start();
    let board = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15";
    engine.send(format!("position cgp {board} AEGILNR/QUZ 0/32 0 oru; tmr 10000/2500;\nshow\n"));
    let shown = engine.until_ready();
    assert_eq!(
        shown.last().unwrap(),
        &format!("info string cgp {board} AEGILNR/QUZ 0/32 0 lex ENABLE1; oru; tmr 10000/2500;")
    );
    assert!(shown.contains(&"info string player 2 holds 7 unknown tiles".to_owned()));
    engine.send("play 7C.GALE\nshow\n");
    let shown = engine.until_ready();
    assert!(shown.last().unwrap().ends_with(" /INR 32/16 0 lex ENABLE1; lm 7C.GALE; tmr 2500/10000;"), "{shown:?}");
}

/// A reader that takes its time gets every line, and does not make the engine grow.
#[test]
fn a_slow_reader_misses_nothing() {
    let mut process = Process::start(tasseo(&[]));
    process.talk(|stdin| stdin.write_all("help\n".repeat(10_000).as_bytes()));
    std::thread::sleep(Duration::from_millis(300));
    let output = process.finish();
    assert_eq!(text(output.stdout).lines().count(), 10_000 * protocol::HELP.len());
    assert!(output.status.success());
}

#[test]
fn nobody_reading_ends_the_process() {
    let mut process = Process::start(tasseo(&[]));
    drop(process.child.stdout.take());
    // The pipe breaks at some point; keep talking until then.
    process.talk(|stdin| {
        loop {
            stdin.write_all(b"help\n")?;
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    assert!(process.finish().status.success());
}

/// Whoever stops reading has heard enough; a full disk is told in one line. Neither is a panic.
#[test]
fn output_that_cannot_be_written_ends_cleanly() {
    let run = |arguments: &[&str], stdout: Stdio| {
        let mut command = tasseo(arguments);
        command.stdout(stdout);
        let mut process = Process::start(command);
        process.talk(|stdin| stdin.write_all(b"isready\n"));
        let output = process.finish();
        (output.status.code(), text(output.stderr))
    };
    for arguments in [&[][..], &["--help"], &["--version"], &["bench", "--help"], &["bench", "--games", "1"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(arguments, writer.into()), (Some(0), String::new()), "{arguments:?}");
        let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { continue };
        let (status, said) = run(arguments, full.into());
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{arguments:?}: {said}");
        assert!(said.starts_with("tasseo: ") && said.contains("space"), "{said}");
    }
}

#[test]
fn benches_say_what_they_measure() {
    let run = |arguments: &[&str]| {
        let output = Process::start(tasseo(&[&["bench"], arguments].concat())).finish();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for arguments in [&["--help"][..], &["static", "--help"], &["table", "-h"]] {
        let (status, help, errors) = run(arguments);
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        assert!(help.contains("Usage: tasseo bench ") && help.contains("--positions <FILE>"), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
    let signature = |arguments: &[&str]| {
        let (status, figures, errors) = run(arguments);
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{figures}");
        assert!(!figures.contains("inf") && !figures.contains("NaN"), "{figures}");
        figures.lines().last().and_then(|line| line.strip_prefix("signature: ")).unwrap().to_owned()
    };
    assert_eq!(signature(&["--games", "2"]), signature(&["static", "--games=2", "--threads=2"]));
    assert_ne!(signature(&["--games", "2"]), signature(&["--games", "2", "--seed", "2"]));
    let folder = std::env::temp_dir().join(format!("tasseo-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("positions.cgp");
    let empty = ["15"; 15].join("/");
    std::fs::write(&file, format!("# an opening\n\n{empty} AEINRST/ 0/0 0\n{empty} CEIOQRV/ 0/0 0 lex X;\n")).unwrap();
    let positions = format!("--positions={}", file.display());
    assert_eq!(signature(&[&positions]), signature(&["static", "--threads", "2", &positions]));
    signature(&["table", &positions]);
    let error = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let (status, _, said) = run(&[&positions]);
        assert_eq!(status, Some(2));
        said.strip_prefix(&format!("tasseo: {}", file.display())).unwrap().to_owned()
    };
    assert_eq!(
        error(&format!("{empty} AEINRST/ 0/0 0\n\n{empty} A/ 0/0 0")),
        ", line 3: the rack of the player on turn is not known\n"
    );
    assert_eq!(error("15/15 / 0/0 0"), ", line 1: the board has 2 rows, CrosswordGame has 15\n");
    assert_eq!(error("# nothing\n"), ": no positions\n");
    assert!(run(&["--positions", "no/such"]).2.starts_with("tasseo: no/such: "));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn arguments_are_explained() {
    let run = |argument| Process::start(tasseo(&[argument])).finish();
    assert_eq!(String::from_utf8_lossy(&run("--version").stdout), "tasseo 0.1.0\n");
    assert!(String::from_utf8_lossy(&run("--help").stdout).contains("Usage: tasseo [COMMAND]"));
    let unknown = run("--frobnicate");
    assert_eq!(unknown.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&unknown.stderr),
        "tasseo: unexpected argument '--frobnicate' found; try tasseo --help\n"
    );
}

/// A log that nobody takes is lost; the game goes on, and ends.
#[cfg(unix)]
#[test]
fn a_log_disturbs_nothing() {
    let run = |stderr: Stdio| {
        let mut command = tasseo(&[]);
        command.env("TASSEO_LOG", "debug").stderr(stderr);
        let mut process = Process::start(command);
        process.talk(|stdin| stdin.write_all("isready\n".repeat(20_000).as_bytes()));
        let output = process.finish();
        assert_eq!((text(output.stdout).lines().count(), output.status.success()), (20_000, true));
    };
    let (_unread, stderr) = std::io::pipe().unwrap();
    run(stderr.into());
    let (gone, stderr) = std::io::pipe().unwrap();
    drop(gone);
    run(stderr.into());
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        run(full.into());
    }
    let mut command = tasseo(&[]);
    command.env("TASSEO_LOG", "=,=");
    let bad = Process::start(command).finish();
    assert!(String::from_utf8_lossy(&bad.stderr).starts_with("tasseo: TASSEO_LOG==,=: "), "{bad:?}");
}

/// A position of each stage of a game, and what can be asked there besides `auto`, `sim` and `gen`.
const STAGES: [(&str, &[&str]); 6] = [
    ("startpos moves rack.AEINRS?", &[]),
    ("startpos moves 8D.WINDY 7C.GALE 6B.TEA rack.CEIOQRV", &["infer"]),
    (
        "cgp 15/15/15/15/4U2J7/2GIRASOLS5/4E2W7/4T2L2MEDII/1S2H1CYMAE4/1Q2R5N4/1u2A5D4/VIZIER9/1N13/1T13/LYCEA10 ADFILNP/ 231/195 0",
        &[],
    ),
    (
        "cgp 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/15 IKLMTZR/ 0/0 0",
        &["peg"],
    ),
    (
        "cgp 6KIF2JO2/1VOW4EXTENDS/2RECLAME1HE2T/6GID1ID2A/3VAPOR2O3G/10N2QI/6BAH1A3e/7DEITY2R/6FIN1E1N2/7P4E2/7o4A2/7CUTOUT2/7E4E2/1MIL1BIRO3N2/AUTOLYSE7 AELORSU/ 415/427 0",
        &["peg"],
    ),
    (
        "cgp 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0",
        &["endgame"],
    ),
];

/// Every mode that can be asked for in a stage.
fn modes<'a>(others: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    ["auto", "sim", "gen"].into_iter().chain(others.iter().copied())
}

/// A machine that is busy may make an engine late, but not by seconds.
#[test]
fn movetime_is_not_overrun_by_seconds() {
    let (movetime, late) = (Duration::from_millis(200), Duration::from_secs(2));
    for (position, others) in STAGES {
        let mut engine = Engine::with_position(position);
        for mode in modes(others) {
            let began = Instant::now();
            let answer = engine.go(&format!("{mode} movetime {}", movetime.as_millis()));
            let took = began.elapsed();
            assert!(took < movetime + late, "go {mode} took {took:?} of {movetime:?} in {position}: {answer:#?}");
        }
    }
}

/// Whatever ends a search, one `bestmove` comes of it, and nothing after that.
#[test]
fn every_go_has_one_bestmove() {
    let limits = ["movetime 30", "movetime 0", "1time 500 2time 500", "infinite movetime 30", "infinite", "infinite"];
    for (position, others) in STAGES {
        let mut engine = Engine::with_position(position);
        for mode in modes(others) {
            for limit in limits {
                engine.send(format!("go {mode} {limit}\n"));
                if limit == "infinite" {
                    engine.send("stop\nstop\n");
                }
                let answer = engine.until_told("bestmove", |line| line.starts_with("bestmove "));
                assert!(
                    answer[0].starts_with("info string provenance "),
                    "go {mode} {limit} in {position}: {answer:#?}"
                );
                assert_eq!(engine.until_ready(), [""; 0], "after go {mode} {limit} in {position}");
            }
        }
        assert_eq!(engine.end(), "");
    }
}
