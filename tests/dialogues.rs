//! The real engine, spoken to from outside: it answers or ends cleanly, whatever it is told.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use support::engine::{Engine, PATIENCE};
use tasseo::protocol;

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
    assert!(engine.lines.recv_timeout(PATIENCE).is_err());
    assert!(engine.process.wait().unwrap().success());
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
    let mut process =
        Command::new(env!("CARGO_BIN_EXE_tasseo")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = process.stdin.take().unwrap();
    let writing = std::thread::spawn(move || stdin.write_all("help\n".repeat(10_000).as_bytes()).unwrap());
    std::thread::sleep(Duration::from_millis(300));
    let lines = BufReader::new(process.stdout.take().unwrap()).lines().count();
    writing.join().unwrap();
    assert_eq!(lines, 10_000 * protocol::HELP.len());
    assert!(process.wait().unwrap().success());
}

#[test]
fn nobody_reading_ends_the_process() {
    let mut process =
        Command::new(env!("CARGO_BIN_EXE_tasseo")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(process.stdout.take());
    let mut stdin = process.stdin.take().unwrap();
    // The pipe breaks at some point; keep talking until then.
    while stdin.write_all(b"help\n").is_ok() && process.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(process.wait().unwrap().success());
}

/// Whoever stops reading has heard enough; a full disk is told in one line. Neither is a panic.
#[test]
fn output_that_cannot_be_written_ends_cleanly() {
    let run = |arguments: &str, stdout: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tasseo"));
        command.args(arguments.split_whitespace()).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let _ = process.stdin.take().unwrap().write_all(b"isready\n");
        let output = process.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for arguments in ["", "--help", "--version", "bench --help", "bench --games 1"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(arguments, writer.into()), (Some(0), String::new()), "{arguments}");
        let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { continue };
        let (status, said) = run(arguments, full.into());
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{arguments}: {said}");
        assert!(said.starts_with("tasseo: ") && said.contains("space"), "{said}");
    }
}

#[test]
fn benches_say_what_they_measure() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tasseo")).arg("bench").args(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for arguments in [&["--help"][..], &["static", "--help"], &["table", "-h"]] {
        assert_eq!(run(arguments), (Some(0), format!("{}\n", tasseo::bench::USAGE), String::new()));
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
    let run = |argument| Command::new(env!("CARGO_BIN_EXE_tasseo")).arg(argument).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&run("--version").stdout), "tasseo 0.1.0\n");
    assert!(String::from_utf8_lossy(&run("--help").stdout).starts_with("usage: tasseo"));
    let unknown = run("--frobnicate");
    assert_eq!(unknown.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&unknown.stderr),
        "tasseo: unknown argument \"--frobnicate\"; try tasseo --help\n"
    );
}

/// A log that nobody takes is lost; the game goes on, and ends.
#[cfg(unix)]
#[test]
fn a_log_disturbs_nothing() {
    let run = |stderr: Stdio| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tasseo"))
            .env("TASSEO_LOG", "debug")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut stdin = process.stdin.take().unwrap();
        let talking = std::thread::spawn(move || stdin.write_all("isready\n".repeat(20_000).as_bytes()).unwrap());
        let answers = BufReader::new(process.stdout.take().unwrap()).lines().count();
        talking.join().unwrap();
        assert_eq!((answers, process.wait().unwrap().success()), (20_000, true));
    };
    let (_unread, stderr) = std::io::pipe().unwrap();
    run(stderr.into());
    let (gone, stderr) = std::io::pipe().unwrap();
    drop(gone);
    run(stderr.into());
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        run(full.into());
    }
    let bad = Command::new(env!("CARGO_BIN_EXE_tasseo")).env("TASSEO_LOG", "=,=").output().unwrap();
    assert!(String::from_utf8_lossy(&bad.stderr).starts_with("tasseo: TASSEO_LOG==,=: "), "{bad:?}");
}
