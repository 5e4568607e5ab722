//! The tool `selfplay` from outside: what it counts, that threads change nothing, and what it says to bad input.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::Tool;

const SELFPLAY: Tool = Tool { name: "selfplay", binary: env!("CARGO_BIN_EXE_selfplay") };

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&SELFPLAY.out(&[arguments, &["--json"]].concat())).unwrap()
}

/// A file of this test.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("selfplay");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A KLV2 file with the value of one leave of one tile: two nodes, the root's and the tile's; one value.
fn leaves_of_one(tile: u32, value: f32) -> Vec<u8> {
    const ACCEPTS_AND_ENDS: u32 = 3 << 22;
    let words = [2, 1, tile << 24 | ACCEPTS_AND_ENDS, 1, value.to_bits()];
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}

#[test]
fn a_player_ties_every_pair_against_itself() {
    for player in ["greedy", "rh2", "static"] {
        let report = json(&["--players", &format!("{player},{player}"), "--games", "40", "--threads", "2"]);
        for (key, value) in [("spread", 0.0), ("spread_error", 0.0)] {
            assert_eq!(report[key], value, "{player} {key}");
        }
        let [first, second] = [&report["players"][0], &report["players"][1]];
        assert_eq!((&first["win_percent"], &first["win_percent_error"]), (&50.0.into(), &0.0.into()));
        assert_eq!(first, second);
    }
}

#[test]
fn a_better_player_wins_more() {
    let report = json(&["--players", "rh3,greedy", "--games", "200"]);
    assert_eq!((&report["games"], &report["paired"]), (&200.into(), &true.into()));
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(number(&report["spread"]) > 2.0 * number(&report["spread_error"]), "{report}");
    let [third, greedy] = [&report["players"][0], &report["players"][1]];
    assert!(number(&third["win_percent"]) > 50.0);
    assert!(number(&third["sacrifices"]) > 200.0);
    assert_eq!((&greedy["sacrifices"], &greedy["trades"]), (&0.into(), &0.into()));
    let sum = |key: &str| number(&third[key]) + number(&greedy[key]);
    assert_eq!(sum("turns"), number(&report["turns"]));
    assert_eq!(sum("wins") + number(&report["draws"]), 200.0);
    assert!((number(&third["mean_score"]) - number(&greedy["mean_score"]) - number(&report["spread"])).abs() < 1e-9);
    // Seen from the other side it is the same contest.
    let mirrored = json(&["--players", "greedy,rh3", "--games", "200"]);
    assert_eq!(number(&mirrored["spread"]), -number(&report["spread"]));
    for key in ["wins", "mean_score", "bingos", "turns", "sacrifices", "trades"] {
        let [greedy_too, third_too] = [0, 1].map(|at| &mirrored["players"][at][key]);
        assert_eq!((third_too, greedy_too), (&third[key], &greedy[key]), "{key}");
    }
}

/// The text without its last line, which tells the time.
fn untimed(text: &str) -> &str {
    let (before, time) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(time.starts_with("time "), "{time}");
    before
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    for mode in [&["--games", "60"] as &[&str], &["--games", "61", "--unpaired"]] {
        let with = |more: &[&str]| SELFPLAY.out(&[&["--players", "rh1,zero"], mode, more].concat());
        let [one, two] = [with(&["--threads", "1"]), with(&["--threads", "2"])];
        assert_eq!(untimed(&one), untimed(&two));
        assert_ne!(untimed(&one), untimed(&with(&["--seed", "2"])));
    }
}

#[test]
fn luck_is_taken_off_if_asked() {
    let arguments = ["--players", "static,greedy", "--games", "40", "--luck", "10"];
    let with = |threads: &str| SELFPLAY.out(&[&arguments[..], &["--threads", threads]].concat());
    let text = with("1");
    assert_eq!(untimed(&text), untimed(&with("2")));
    let report = json(&arguments);
    let number = |value: &Value| value.as_f64().unwrap();
    let [spread, error] = ["corrected_spread", "corrected_spread_error"].map(|key| number(&report[key]));
    let line = text.lines().find(|line| line.starts_with("spread ")).unwrap();
    assert!(line.ends_with(&format!(" points a game; without luck {spread:+.2} ± {error:.2}")), "{text}");
    assert!(error < number(&report["spread_error"]), "{report}");
    assert_eq!(report["luck_effort"], 10);
    let shares = [0, 1].map(|at| number(&report["players"][at]["corrected_win_percent"]));
    assert!((shares[0] + shares[1] - 100.0).abs() < 1e-9, "{report}");
    let row = text.lines().find(|line| line.starts_with("  without luck ")).unwrap();
    assert!(shares.iter().all(|share| row.contains(&format!(" {share:.2} ± "))), "{text}");
    // What was played is the same as without.
    let plain = json(&arguments[..4]);
    assert_eq!((&plain["spread"], &plain["corrected_spread"]), (&report["spread"], &Value::Null));
    // The same games with the seats swapped have the same luck.
    let same = json(&["--players", "static,static", "--games", "4", "--luck", "10"]);
    assert_eq!((&same["corrected_spread"], &same["corrected_spread_error"]), (&0.0.into(), &0.0.into()));
}

#[test]
fn text_and_json_agree() {
    let arguments = ["--players", "rh2,greedy", "--games", "50"];
    let (text, report) = (SELFPLAY.out(&arguments), json(&arguments));
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |key: &str| rows.iter().find(|row| row.first() == Some(&key)).unwrap();
    let fixed = |value: &Value, digits: usize| format!("{:.digits$}", value.as_f64().unwrap());
    let [first, second] = [&report["players"][0], &report["players"][1]];
    for key in ["wins", "sacrifices", "trades"] {
        assert_eq!(row(key)[1..], [first[key].to_string(), second[key].to_string()], "{text}");
    }
    let percent = |player: &Value| [fixed(&player["win_percent"], 2), fixed(&player["win_percent_error"], 2)];
    let ([won, error], [lost, _]) = (percent(first), percent(second));
    assert_eq!(row("win")[1..], ["%", &won, "±", &error, &lost, "±", &error]);
    assert_eq!(row("mean")[2..], [fixed(&first["mean_score"], 2), fixed(&second["mean_score"], 2)]);
    assert_eq!(row("draws")[1], report["draws"].to_string());
    let spread = row("spread");
    assert_eq!(spread[1].trim_start_matches('+'), fixed(&report["spread"], 2));
    assert_eq!(spread[3], fixed(&report["spread_error"], 2));
    assert!(text.starts_with("50 games in 25 pairs, ENABLE1 (english), seed 1\n1 rh2\n2 greedy\n"), "{text}");
}

#[test]
fn leave_values_come_from_the_file_that_is_named() {
    let poor_e = file("poor_e.klv2", &leaves_of_one(5, -30.0));
    let named = format!("static={}", poor_e.display());
    let report = json(&["--players", &format!("{named},zero"), "--games", "40"]);
    assert_eq!(report["players"][0]["leaves"], poor_e.to_str().unwrap());
    assert_eq!(report["players"][1]["leaves"], Value::Null);
    assert_ne!(report["spread"], 0.0);
    // Beside a lexicon it is found by its name; without one, those that come with Tasseo serve.
    file("NOUNS.txt", b"TEA\nEAT\nATE\nETA\nTREE\nRATE\nEARS\nARE\nERA\nTOE\n");
    file("NOUNS.klv2", &leaves_of_one(5, -30.0));
    let folder = poor_e.parent().unwrap().to_str().unwrap();
    let beside = ["--lexicon", "NOUNS", "--data-path", folder, "--games", "20"];
    let same = json(&[&["--players", &format!("static,{named}")], &beside[..]].concat());
    assert_eq!((&same["spread"], &same["spread_error"]), (&0.0.into(), &0.0.into()));
    let without = json(&["--players", "static,zero", "--games", "200"]);
    assert_eq!(without["players"][0]["leaves"], "ENABLE1 (comes with Tasseo)");
    assert!(without["spread"].as_f64().unwrap() > 10.0, "{without}");
    // They are for English tiles.
    let spanish = ["--lexicon", "NOUNS", "--distribution", "spanish", "--data-path", folder, "--games", "20"];
    std::fs::remove_file(poor_e.with_file_name("NOUNS.klv2")).unwrap();
    let zero = json(&[&["--players", "static,zero"], &spanish[..]].concat());
    assert_eq!((&zero["spread_error"], &zero["players"][0]["leaves"]), (&0.0.into(), &Value::Null));
}

#[test]
fn bad_input_gets_one_line() {
    let with = |more: &[&str]| SELFPLAY.err(&[&["--players", "rh1,greedy"], more].concat());
    for count in ["-5", "0", "many", "1.5", "99999999999999999999"] {
        let line = with(&["--games", count]);
        assert!(
            line.starts_with(&format!("invalid value '{count}' for '--games <N>': must be a whole number")),
            "{line}"
        );
    }
    for count in ["0", "257", "-1"] {
        let line = with(&["--threads", count]);
        assert!(line.contains("for '--threads <N>': must be a whole number from 1 to 256"), "{line}");
    }
    for effort in ["0", "100001", "-1", "much"] {
        let line = with(&["--luck", effort]);
        assert!(line.contains("for '--luck <N>': must be a whole number from 1 to 100000"), "{line}");
    }
    let odd = with(&["--games", "7"]);
    assert_eq!(odd, "--games 7: games are played in pairs; say 8, or --unpaired");
    assert!(with(&["--lexicon", "TWL99"]).starts_with("no lexicon \"TWL99\"; there are ENABLE1, YAWL"));
    assert!(with(&["--data-path", "no/such"]).starts_with("--data-path: no/such is not a folder"));
    assert!(with(&["--distribution", "klingon"]).starts_with("no letter distribution \"klingon\""));
    assert!(with(&["--frobnicate"]).starts_with("unexpected argument '--frobnicate' found"));
    assert!(SELFPLAY.err(&["--games", "2"]).contains("--players <ONE,TWO>"));
}

#[test]
fn bad_players_get_one_line() {
    let of = |players: &str| SELFPLAY.err(&["--players", players, "--games", "2"]);
    assert!(of("rh4,greedy").contains("\"rh4\" is no player; there are greedy, rh1, rh2, rh3, static, static=FILE"));
    assert!(of("greedy=x,static").contains("\"greedy=x\" is no player"));
    for players in ["greedy", "greedy,rh1,rh2", ""] {
        assert!(of(players).contains("two players are wanted, such as static,greedy"), "{players:?}");
    }
    assert!(of("static=no_such.klv2,greedy").starts_with("no_such.klv2: "));
    let of_file = |path: &Path| of(&format!("static={},greedy", path.display()));
    let damaged = file("damaged.klv2", &leaves_of_one(1, 5.0)[..13]);
    assert!(of_file(&damaged).ends_with("it is damaged, or no KLV2 file"));
    let foreign = file("foreign.klv2", &leaves_of_one(30, 5.0));
    let expected = format!("{}: tile number 30 at node 1, but english has 27 kinds of tile", foreign.display());
    assert_eq!(of_file(&foreign), expected);
    let spanish = file("pocas.txt", "chal\nñu\n".as_bytes());
    let line =
        SELFPLAY.err(&["--players", "rh1,greedy", "--lexicon", spanish.to_str().unwrap(), "--distribution", "spanish"]);
    assert!(line.starts_with("the rack heuristics are for English tiles; spanish has "), "{line}");
}

/// The system counts CPU time in hundredths of a second; a game takes less.
#[test]
fn no_pace_is_told_of_no_time() {
    let arguments = ["--players", "greedy,greedy", "--games", "1", "--unpaired", "--lexicon", "YAWL"];
    let (text, report) = (SELFPLAY.out(&arguments), json(&arguments));
    assert!(!text.contains("00000.0 games") && !text.contains("inf"), "{text}");
    let time = &report["time"];
    assert!(time["cpu_seconds"].is_null() || time["cpu_seconds"].as_f64() > Some(0.0), "{report}");
    assert_eq!(time["cpu_seconds"].is_null(), time["games_per_cpu_second"].is_null(), "{report}");
}

#[test]
fn help_has_examples() {
    assert!(SELFPLAY.out(&["--help"]).contains("selfplay --players rh3,greedy --games 10000"));
}
