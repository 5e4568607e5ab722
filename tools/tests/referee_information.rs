//! The tool `referee` from outside: each engine learns what its player may know, and nothing else.
#![cfg(unix)]

mod support;

use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use support::engines::{heard, lines, script, spy, tasseo};
use support::{Tool, folder, path};

const REFEREE: Tool = Tool { name: "referee", binary: env!("CARGO_BIN_EXE_referee") };
const START: &str = "position cgp 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0 lex ENABLE1; moves ";

/// The turns of each game, as they really were.
fn truth(out: &Path) -> HashMap<u64, Vec<Value>> {
    let mut games: HashMap<u64, Vec<Value>> = HashMap::new();
    for line in lines(&out.join("turns.jsonl")) {
        let turn: Value = serde_json::from_str(&line).unwrap();
        games.entry(turn["game"].as_u64().unwrap()).or_default().push(turn);
    }
    games
}

/// What an engine may be told on a turn, made anew from the turns as they were: its own moves with their racks, those
/// of the other without, exchanges as numbers.
fn may_know(turns: &[Value], at: usize) -> String {
    let mover = &turns[at]["engine"];
    let mut line = START.to_owned();
    for turn in &turns[..at] {
        let (played, rack) = (turn["move"].as_str().unwrap(), turn["rack"].as_str().unwrap());
        line += &match played.strip_prefix("ex.") {
            _ if turn["engine"] == *mover => format!("{played}.{rack} "),
            Some(tiles) => format!("ex.{} ", tiles.len()),
            None => format!("{played} "),
        };
    }
    format!("{line}rack.{}", turns[at]["rack"].as_str().unwrap())
}

/// Plays spies against an engine, and checks every line that they were told.
fn check(name: &str, opponent: impl Fn(&Path) -> String) {
    let folder = folder(name, &[]);
    let opponent = opponent(&folder);
    let (engine, out) = (format!("{} name=spy", spy(&folder, "spy")), folder.join("out"));
    let arguments = [
        "match",
        &engine,
        &format!("{opponent} name=other"),
        "--pairs",
        "12",
        "--iterations",
        "5",
        "-o",
        out.to_str().unwrap(),
    ];
    REFEREE.out(&arguments);
    let games = truth(&out);
    let spied = games.values().flat_map(|turns| (0..turns.len()).map(move |at| (turns, at)));
    let mut expected: Vec<String> =
        spied.filter(|(turns, at)| turns[*at]["engine"] == "spy").map(|(turns, at)| may_know(turns, at)).collect();
    let told = heard(&folder, "spy");
    let mut positions: Vec<String> = told.iter().filter(|line| line.starts_with("position")).cloned().collect();
    expected.sort();
    positions.sort();
    assert!(!positions.is_empty());
    assert_eq!(positions, expected);
    assert!(positions.iter().any(|line| line.contains(" ex.")));
    // Besides positions it hears nothing that has to do with the tiles.
    for line in told.iter().filter(|line| !line.starts_with("position")) {
        let harmless = ["ucgi", "isready", "ucginewgame", "go iterations 5", "quit"];
        assert!(harmless.contains(&line.as_str()) || line.starts_with("setoption name "), "{line}");
    }
}

#[test]
fn an_engine_is_told_what_its_player_may_know() {
    check("referee-clean", |_| tasseo().into());
}

#[test]
fn an_exchange_is_a_number() {
    // Exchanges its first tile while the game is young, and then passes.
    let at_go = "if [ ${#position} -lt 300 ]; then echo \"bestmove ex.${rack%??????}\"; else echo bestmove pass; fi";
    check("referee-exchange", |folder| script(folder, "swapper", at_go));
}

/// What comes back after a challenge has been seen by both.
#[test]
fn a_phony_is_told_to_both() {
    let at_go = "case \"$position\" in *' moves rack.'*) echo \"bestmove 8D.$rack\" | sed 's/?/q/g' ;; *) echo bestmove pass ;; esac";
    let name = "referee-phony-told";
    check(name, |folder| script(folder, "phony", at_go));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    assert!(heard(&folder, "spy").iter().any(|line| line.starts_with(&format!("{START}phony.8D."))));
}

/// On purpose, more can be told.
#[test]
fn oracles_tell_more() {
    for oracle in ["leave", "rack"] {
        let folder = folder(&format!("referee-oracle-{oracle}"), &[]);
        let engine = format!("{} name=spy oracle={oracle}", spy(&folder, "spy"));
        REFEREE.out(&["match", &engine, tasseo(), "--pairs", "3", "-o", &path(&folder, "out")]);
        let games = truth(&folder.join("out"));
        let mut expected: Vec<String> = Vec::new();
        for turn in games.values().flatten().filter(|turn| turn["engine"] == "spy") {
            let word = |key: &str| turn[key].as_str().unwrap().to_owned();
            let (rack, told) = (word("rack"), word(&format!("opponent_{oracle}")));
            let position = word("position").replace(&format!(" {rack}/ "), &format!(" {rack}/{told} "));
            expected.push(format!("position cgp {position}"));
        }
        // The last move is told too.
        let told = heard(&folder, "spy").into_iter().filter(|line| line.starts_with("position"));
        let mut told: Vec<String> = told.map(|line| line.split(" lm ").next().unwrap().to_owned()).collect();
        expected.sort();
        told.sort();
        assert_eq!(told, expected);
    }
}
