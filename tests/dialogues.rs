//! The real engine, spoken to from outside: it answers or ends cleanly, whatever it is told.

use proptest::prelude::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use tasseo::protocol::{self, PositionCommand, Reply, Start};

/// Long enough for any machine; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    process: Child,
    stdin: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tasseo"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { stdin: process.stdin.take(), process, lines }
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stdin.as_mut().unwrap().write_all(bytes.as_ref()).unwrap();
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Everything up to `readyok`, which must come.
    fn until_ready(&mut self) -> Vec<String> {
        self.send("\nisready\n");
        std::iter::repeat_with(|| self.next()).take_while(|line| line != "readyok").collect()
    }

    /// Closes stdin, waits for the end, and gives what came on stderr.
    fn end(mut self) -> String {
        self.stdin = None;
        let status = self.process.wait().unwrap();
        assert!(status.success(), "{status}");
        let mut log = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
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

/// An exchange takes as many tiles from the bag as it gives back, whatever the limit is.
#[test]
fn no_more_tiles_are_exchanged_than_the_bag_has() {
    let endgame = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7";
    let mut engine = Engine::start();
    let mut exchanges = |row: &str, racks: &str, limit: usize| -> Vec<usize> {
        engine.send(format!("position cgp {endgame}/{row} {racks} 0/0 0 etl {limit};\ngo gen plays all\n"));
        let lines = engine.until_ready();
        assert!(lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        lines.iter().filter_map(|line| line.strip_prefix("info gen move ex.")?.find(' ')).collect()
    };
    // Seven tiles each, and three in the bag.
    let sizes = exchanges("15", "IKLMTZR/AEINRU?", 1);
    assert_eq!((sizes.iter().max(), sizes.len()), (Some(&3), 7 + 21 + 35));
    // Nothing in the bag.
    assert_eq!(exchanges("4DORR7", "IKLMTZ/AEINRU?", 0), []);
}

/// Every word of a `go` is understood, named as ignored, or refused; never taken for something else.
#[test]
fn words_of_go_are_understood_or_named() {
    let mut engine = Engine::start();
    engine.send("position startpos moves rack.CEIOQRV\n");
    let mut go = |words: &str| {
        engine.send(format!("go {words}\n"));
        let lines = engine.until_ready();
        let gens = lines.iter().filter(|line| line.starts_with("info gen")).count();
        let said = lines.iter().filter_map(|line| line.strip_prefix("info string "));
        let said = said.filter(|line| !line.starts_with("provenance")).collect::<Vec<_>>().join("; ");
        let last = lines.last().filter(|line| line.starts_with("info gen") || line.starts_with("bestmove"));
        (said, gens, last.is_some())
    };
    let answer = |said: &str, gens: usize| (said.to_owned(), gens, true);
    let all = go("gen plays all").1;
    assert!(all > 100);
    assert_eq!(go("gen all"), answer("", all));
    assert_eq!(go("GEN plays 2"), answer("", 2));
    assert_eq!(go("plays 2 gen"), answer("", 2));
    assert_eq!(go("foo"), answer("ignored foo", 0));
    assert_eq!(go("plays 2"), answer("ignored plays", 0));
    assert_eq!(go("gen sim depth 3 4"), answer("ignored sim; ignored depth; ignored 4", 10));
    assert_eq!(go("searchmoves 8D.VOICE pass gen"), answer("ignored searchmoves", 10));
    let (said, gens, _) = go(&"what ".repeat(1000));
    assert!(gens == 0 && said.ends_with("ignored what; ignored 980 more words"), "{said}");
    for bad in ["0", "abc", "-1", "1000001", "99999999999999999999999", ""] {
        let said = format!("error unknown-command plays {bad:?}: must be from 1 to 1000000, or all");
        assert_eq!(go(&format!("gen plays {bad}")), (said, 0, false));
    }
}

/// A pass is the last of all plays, and worth what keeping the whole rack is worth.
#[test]
fn a_pass_is_listed_last_with_its_value() {
    let mut engine = Engine::start();
    engine.send("position startpos moves rack.AEINRST\ngo gen plays all\n");
    let lines = engine.until_ready();
    assert_eq!(lines[lines.len() - 2], "info gen move pass score 0 eq 0.000 leave AEINRST");
    let board = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7";
    engine.send(format!("position cgp {board} IKLMTZ/AEINRU? 0/0 0\ngo gen all\n"));
    let lines = engine.until_ready();
    // Ten points, and twice 1 + 5 + 1 + 3 + 1 + 10.
    assert_eq!(lines[lines.len() - 2], "info gen move pass score 0 eq -52.000 leave IKLMTZ");
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

/// The plays that `go gen` tells of, and the best move.
fn told(engine: &mut Engine, command: &str) -> Vec<String> {
    engine.send(command);
    let lines = engine.until_ready().into_iter().filter(|line| !line.starts_with("info string"));
    lines.map(|line| line.trim_start_matches("info gen move ").to_owned()).collect()
}

/// A better leave, or an exchange, is worth some points to all but the greedy player.
#[test]
fn go_plays_like_the_strength_says() {
    let mut engine = Engine::start();
    engine.send("position startpos moves 8D.WINDY rack.CEIOQRV\n");
    let of = |strength: &str| format!("setoption name Strength value {strength}\ngo gen plays 1\n");
    let greedy = told(&mut engine, &of("greedy"));
    assert_eq!(greedy, ["E6.VOICER score 22 eq 22.000 leave IQ", "bestmove E6.VOICER"]);
    let third = told(&mut engine, &of("RH3"));
    assert_eq!(third, ["F4.COVIN score 18 eq 13.000 leave EQR", "bestmove F4.COVIN"]);
    // With the leave values that come with the engine.
    let plain = told(&mut engine, &of("static"));
    assert!(plain.len() == 2 && plain[0] != greedy[0] && plain[0] != third[0], "{plain:?}");
    // Exchanges are listed, but not for the greedy player.
    let exchanges = |engine: &mut Engine, strength: &str| {
        let listed = told(engine, &of(strength).replace("plays 1", "plays all"));
        listed.iter().filter(|line| line.starts_with("ex.")).count()
    };
    assert_eq!(["greedy", "rh1", "static"].map(|strength| exchanges(&mut engine, strength)), [0, 127, 127]);
}

/// Tiles that a heuristic does not know are told of when a move is wanted, and nothing is lost by it.
#[test]
fn a_heuristic_is_for_english_tiles() {
    let mut engine = Engine::start();
    let board = "15/".repeat(14) + "15";
    engine.send("setoption name DataPath value tests/data\nsetoption name Lexicon value tiny\n");
    engine.send("setoption name Strength value rh1\n");
    engine.send(format!("position cgp {board} AEINRST/ 0/0 0 ld spanish;\ngo\n"));
    let refused = engine.until_ready();
    let error = "info string error bad-option Strength rh1: the rack heuristics are for English tiles; spanish has ";
    assert!(refused.last().unwrap().starts_with(error), "{refused:?}");
    engine.send("setoption name Strength value greedy\n");
    assert_eq!(told(&mut engine, "go\n").len(), 1);
    engine.send("setoption name Strength value rh1\nposition startpos moves 8F.CAT rack.AEINRST\n");
    assert_eq!(told(&mut engine, "go\n").len(), 1);
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

/// A command, or something like one.
fn some_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("position".to_owned()),
        Just("startpos".to_owned()),
        Just("cgp".to_owned()),
        Just("moves".to_owned()),
        Just("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0".to_owned()),
        Just("setoption name".to_owned()),
        Just("value".to_owned()),
        "(8D|D8|H7|15O|7G)\\.[A-Za-z?\\[\\]]{0,9}(\\.[A-Z?]{0,8})?",
        "(ex|phony|rack|pass)(\\.[A-Z0-9?]{0,8}){0,3}",
        "(play|undo|show|rack|help|ucgi|isready|ucginewgame|go|go gen|plays)",
        "(Lexicon|DataPath|LetterDistribution|ChallengeRule|Strength|YAWL|polish|void|rh3|greedy|/|\\.\\.)",
        "\\PC{0,6}",
    ];
    proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_session_stays_alive_and_speaks_protocol(lines in proptest::collection::vec(some_line(), 1..60)) {
        let mut engine = Engine::start();
        for line in &lines {
            engine.send(format!("{line}\n"));
        }
        for answer in engine.until_ready() {
            prop_assert!(answer.parse::<Reply>().is_ok(), "{answer:?}");
        }
        prop_assert_eq!(engine.end(), "");
    }
}

fn text() -> impl Strategy<Value = String> {
    "[A-Za-z0-9./?\\[\\]]{1,12}".prop_filter("a word of the protocol", |word| {
        !["moves", "name", "value"].contains(&word.as_str()) && !word.starts_with("rack.")
    })
}

prop_compose! {
    fn position()(
        cgp in proptest::option::of(proptest::collection::vec(text(), 1..6)),
        moves in proptest::collection::vec(text(), 0..5), rack in proptest::option::of("[A-Z?]{0,7}"),
    ) -> PositionCommand {
        let start = cgp.map_or(Start::Empty, |words| Start::Cgp(words.join(" ")));
        PositionCommand { start, moves, rack }
    }
}

proptest! {
    #[test]
    fn commands_read_of_write_is_the_identity(position in position(), name in text(), value in proptest::option::of(text()), word in text()) {
        use protocol::Command as C;
        let commands = [
            C::Ucgi, C::IsReady, C::NewGame, C::Undo, C::Show, C::Quit, C::Help(None), C::Help(Some(word.clone())),
            C::SetOption { name, value }, C::Position(position), C::Rack(word.clone()), C::Play(word),
        ];
        for command in commands {
            prop_assert_eq!(C::parse(&command.to_string()), Ok(Some(command)));
        }
    }

    #[test]
    fn replies_read_of_write_is_the_identity(text in "[!-~][ -~]{0,40}") {
        use protocol::ErrorCode::{BadMove, BadOption, BadPosition, UnknownCommand};
        let errors = [UnknownCommand, BadPosition, BadMove, BadOption].map(|code| Reply::Error(code, text.clone()));
        let others = [Reply::IdName(text.clone()), Reply::IdAuthor(text.clone()), Reply::Option(text.clone()), Reply::UcgiOk, Reply::ReadyOk];
        for reply in errors.into_iter().chain(others) {
            prop_assert_eq!(reply.to_string().parse(), Ok(reply));
        }
    }

    #[test]
    fn any_line_is_a_command_or_an_error(line in "\\PC{0,200}") {
        let _ = protocol::Command::parse(&line);
    }
}
