//! The tool `referee` from outside: what matches come to, that they go on where they were interrupted, and that parts
//! make the whole.
#![cfg(unix)]

mod support;

use serde_json::Value;
use std::path::Path;
use support::engines::{lines, script, tasseo};
use support::{Tool, folder, path};

const REFEREE: Tool = Tool { name: "referee", binary: env!("CARGO_BIN_EXE_referee") };

fn json(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(file)).unwrap()).unwrap()
}

fn text(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

/// An engine with these words after it.
fn with(words: &str) -> String {
    format!("{} {words}", tasseo())
}

/// Plays a match into a folder, and gives what is printed.
fn play(engines: &[&str], out: &Path, more: &[&str]) -> String {
    REFEREE.out(&[&["match"], engines, &["-o", out.to_str().unwrap()], more].concat())
}

#[test]
fn an_engine_ties_every_pair_against_itself() {
    let out = folder("referee-tie", &[]);
    for engine in [tasseo(), &with("Strength=greedy"), &with("go=gen"), &with("dialect=siu")] {
        let _ = std::fs::remove_dir_all(&out);
        play(&[engine, tasseo(), engine], &out, &["--pairs", "6", "--gauntlet"]);
        let summary = json(&out, "summary.json");
        let same = summary["meetings"].as_array().unwrap().iter().find(|meeting| {
            let index = |at: usize| summary["engines"].as_array().unwrap()[at]["name"].clone();
            meeting["engines"] == Value::from(vec![index(0), index(2)])
        });
        let same = same.unwrap();
        assert_eq!(same["pentanomial"], Value::from(vec![0, 0, 6, 0, 0]), "{engine}");
        assert_eq!((&same["spread"]["mean"], &same["spread"]["standard_error"]), (&0.0.into(), &0.0.into()));
        for pair in 0..6 {
            // Games 2 and 3 of each four are those of this meeting.
            let game = |number: usize| {
                let file = format!("games/000/{number:06}.gcg");
                let moves = text(&out, &file);
                let plays = moves
                    .lines()
                    .filter(|line| line.starts_with('>'))
                    .map(|line| line.split_once(' ').unwrap().1.to_owned());
                plays.collect::<Vec<_>>()
            };
            assert_eq!(game(4 * pair + 2), game(4 * pair + 3));
        }
    }
}

#[test]
fn a_better_engine_wins() {
    let out = folder("referee-better", &[]);
    let printed = play(&[tasseo(), &with("Strength=greedy")], &out, &["--pairs", "60"]);
    let summary = json(&out, "summary.json");
    let meeting = &summary["meetings"][0];
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(number(&meeting["spread"]["mean"]) > 2.0 * number(&meeting["spread"]["standard_error"]));
    assert!(number(&meeting["sign_flips"]["p"]) < 0.05 && meeting["sign_flips"]["exact"] == true);
    assert_eq!((&meeting["games"], &summary["games"]), (&120.into(), &120.into()));
    let pairs: f64 = meeting["pentanomial"].as_array().unwrap().iter().map(number).sum();
    assert_eq!(pairs, 60.0);
    assert!(number(&meeting["elo"]["interval"][0]) < number(&meeting["elo"]["difference"]));
    for word in ["win %", "spread", "Elo", "superiority", "pairs", "sign flips", "bingos", "longest"] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    let page = text(&out, "report.html");
    assert!(page.contains("<svg") && page.contains("Running win %") && !page.contains("NaN"));
    assert!(text(&out, "times.html").contains("Time use"));
    // Every game is a file that our own reader finds nothing wrong with, and says the same score.
    let gcg = Tool { name: "gcg", binary: env!("CARGO_BIN_EXE_gcg") };
    for (line, number) in lines(&out.join("games.jsonl")).iter().zip(0..) {
        let record: Value = serde_json::from_str(line).unwrap();
        let file = path(&out, &format!("games/000/{:06}.gcg", record["game"].as_u64().unwrap()));
        let told = gcg.out(&["check", &file, "--lexicon", "ENABLE1"]);
        assert!(told.contains(&format!(" {}, ", record["scores"][0])) && told.contains("over"), "{number} {told}");
    }
}

#[test]
fn every_turn_is_told() {
    let out = folder("referee-turns", &[]);
    play(&[&with("movetime=1000 name=one"), &with("clock=25+1 name=two")], &out, &["--pairs", "2"]);
    let turns: Vec<Value> =
        lines(&out.join("turns.jsonl")).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_game: Vec<&Value> = turns.iter().filter(|turn| turn["game"] == 1).collect();
    assert_eq!((&of_game[0]["engine"], &of_game[1]["engine"]), (&"two".into(), &"one".into()));
    for (number, turn) in of_game.iter().enumerate() {
        assert_eq!(turn["turn"], number + 1);
        let rack = turn["rack"].as_str().unwrap();
        assert!(turn["position"].as_str().unwrap().contains(&format!(" {rack}/ ")), "{turn}");
        assert!(turn["wp"].is_f64() && turn["eq"].is_f64() && turn["ms"].is_f64());
        assert_eq!(turn["clock_ms"].is_f64(), turn["engine"] == "two");
    }
    // What was kept is part of what is held a turn later.
    for two in of_game.windows(2) {
        let (leave, held) = (two[1]["opponent_leave"].as_str().unwrap(), two[0]["rack"].as_str().unwrap());
        assert!(leave.chars().all(|tile| held.contains(tile)), "{two:?}");
        assert_eq!(two[1]["opponent_rack"].as_str().unwrap().len().min(leave.len()), leave.len());
    }
    assert!(text(&out, "report.html").contains("Time use"));
    assert!(json(&out, "times.json")["two"]["mean_ms"].is_f64());
}

#[test]
fn an_interrupted_match_goes_on() {
    let engines = [tasseo(), &with("Strength=rh1")];
    let (whole, cut) = (folder("referee-whole", &[]), folder("referee-cut", &[]));
    play(&engines, &whole, &["--pairs", "10"]);
    play(&engines, &cut, &["--pairs", "6", "--concurrency", "1"]);
    // As a killed run leaves it: a game's turns, and half of the line that would make it count.
    let games = text(&cut, "games.jsonl");
    let kept: Vec<&str> = games.lines().collect();
    let (last, first) = kept.split_last().unwrap();
    std::fs::write(cut.join("games.jsonl"), format!("{}\n{}", first.join("\n"), &last[..last.len() / 2])).unwrap();
    for file in ["summary.json", "report.html", "games/000/000011.gcg"] {
        std::fs::remove_file(cut.join(file)).unwrap();
    }
    play(&engines, &cut, &["--pairs", "10"]);
    for file in ["summary.json", "report.html", "games/000/000011.gcg"] {
        assert_eq!(text(&whole, file), text(&cut, file), "{file}");
    }
    let turns = |folder: &Path| {
        let mut turns: Vec<String> =
            lines(&folder.join("turns.jsonl")).iter().map(|line| line.split("\"ms\"").next().unwrap().into()).collect();
        turns.sort();
        turns
    };
    assert_eq!(turns(&whole), turns(&cut));
    // Nothing is played twice, and nothing else is mixed in.
    assert_eq!(lines(&cut.join("games.jsonl"))[..11], first.iter().map(|&line| line.to_owned()).collect::<Vec<_>>());
    let again = |more: &[&str]| REFEREE.err(&[&["match"], &engines[..], &["-o", cut.to_str().unwrap()], more].concat());
    assert!(again(&["--pairs", "10", "--seed", "2"]).contains("holds another match: its seed is 1, not 2"));
    assert!(again(&["--pairs", "9"]).contains("holds a match of 10 pairs; it can be longer, not shorter"));
}

#[test]
fn parts_make_the_whole() {
    let engines = [tasseo(), &with("Strength=rh2 iterations=10"), &with("Strength=greedy")];
    let out = folder("referee-parts", &[]);
    let (whole, merged) = (out.join("whole"), out.join("merged"));
    play(&engines, &whole, &["--pairs", "5"]);
    let parts: Vec<String> = (1..=3).map(|part| path(&out, &format!("part{part}"))).collect();
    for (number, part) in parts.iter().enumerate() {
        play(
            &engines,
            Path::new(part),
            &["--pairs", "5", "--shard", &format!("{}/3", number + 1), "--concurrency", "1"],
        );
    }
    let to = merged.to_str().unwrap();
    assert!(REFEREE.err(&["merge", &parts[0], &parts[1], "-o", to]).contains("part 3/3 is missing"));
    assert!(REFEREE.err(&["merge", &parts[0], &parts[0], "-o", to]).contains("part 1/3 is there twice"));
    let printed = REFEREE.out(&["merge", &parts[2], &parts[0], &parts[1], "-o", to]);
    assert!(printed.starts_with("30 games"));
    for file in ["summary.json", "report.html", "match.json", "games/000/000000.gcg", "games/000/000029.gcg"] {
        assert_eq!(text(&whole, file), text(&merged, file), "{file}");
    }
    assert_eq!(lines(&whole.join("turns.jsonl")).len(), lines(&merged.join("turns.jsonl")).len());
    assert!(REFEREE.err(&["merge", &parts[0], "-o", to]).contains("part 2/3 is missing"));
    assert!(
        REFEREE.err(&["merge", &parts[2], &parts[0], &parts[1], "-o", to]).contains("there is something in it already")
    );
    assert_eq!(REFEREE.out(&["report", to]), printed);
}

#[test]
fn a_test_ends_a_match_early() {
    let out = folder("referee-sprt", &[]);
    let engines = [tasseo(), &with("Strength=greedy")];
    let printed = play(&engines, &out, &["--pairs", "5000", "--sprt", "-100,100"]);
    assert!(printed.contains("SPRT        100 Elo, not -100: LLR"), "{printed}");
    let summary = json(&out, "summary.json");
    assert!(summary["games"].as_u64().unwrap() < 1000 && summary["meetings"][0]["sprt"]["verdict"] == 100.0);
    // Gone on with, it is over at once; on one thread it is the same.
    assert_eq!(play(&engines, &out, &["--pairs", "5000", "--sprt", "-100,100"]), printed);
    let single = folder("referee-sprt-single", &[]);
    play(&engines, &single, &["--pairs", "5000", "--sprt", "-100,100", "--concurrency", "1"]);
    assert_eq!(text(&out, "summary.json"), text(&single, "summary.json"));
}

#[test]
fn several_engines_are_rated() {
    let out = folder("referee-ratings", &[]);
    let printed = play(&[tasseo(), &with("Strength=rh1"), &with("Strength=greedy")], &out, &["--pairs", "20"]);
    assert!(printed.contains("Elo, with standard errors"), "{printed}");
    let summary = json(&out, "summary.json");
    let ratings: Vec<f64> = (0..3).map(|at| summary["engines"][at]["rating"]["mean"].as_f64().unwrap()).collect();
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6 && ratings[0] > ratings[2], "{ratings:?}");
    assert_eq!(summary["meetings"].as_array().unwrap().len(), 3);
}

#[test]
fn words_that_do_not_exist_come_off() {
    let folder = folder("referee-phonies", &[]);
    // Lays down its whole rack, as it comes, while the board is empty; then passes.
    let at_go = "case \"$position\" in *' moves rack.'*) echo \"bestmove 8D.$rack\" | sed 's/?/q/g' ;; *) echo bestmove pass ;; esac";
    let phony = script(&folder, "phony", at_go);
    let out = folder.join("double");
    play(&[&phony, tasseo()], &out, &["--pairs", "3"]);
    let summary = json(&out, "summary.json");
    assert_eq!(
        (&summary["engines"][0]["phonies"], &summary["engines"][0]["faults"]["illegal-move"]),
        (&3.into(), &0.into())
    );
    let first = lines(&out.join("turns.jsonl")).into_iter().find(|line| line.starts_with("{\"game\":0,")).unwrap();
    let first: Value = serde_json::from_str(&first).unwrap();
    assert!(first["move"].as_str().unwrap().starts_with("phony.8D.") && first["score"] == 0, "{first}");
    // Under the void rule it is a fault.
    let run = REFEREE.run(&["match", &phony, tasseo(), "--pairs", "1", "--challenge", "void", "--strict"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.err.contains("phony: illegal move: 8D.") && run.err.contains("not in ENABLE1"), "{}", run.err);
}

#[test]
fn wrong_arguments_are_told_in_a_line() {
    for (arguments, error) in [
        (&["match", "tasseo"][..], "2 values required"),
        (&["match", "no-such-engine", tasseo()], "no-such-engine: could not be started: No such file"),
        (&["match", tasseo(), &with("Contempt=1")], "bad-option no option \"Contempt\""),
        (&["match", tasseo(), "cat", "--patience", "1"], "cat: no ucgiok in time"),
        (&["match", tasseo(), "true"], "true: exit status: 0"),
        (&["match", tasseo(), tasseo(), "--pairs", "0"], "must be a whole number from 1 to 10000000"),
        (&["match", tasseo(), tasseo(), "--clock", "soon"], "must be like 25 (minutes)"),
        (&["match", tasseo(), tasseo(), "--shard", "3/2"], "a part is one of so many, such as 2/8"),
        (&["match", tasseo(), tasseo(), "--sprt", "5,0"], "must be like 0,5 (Elo)"),
        (
            &["match", tasseo(), tasseo(), "--sprt", "0,5", "--shard", "1/2"],
            "a test is made of one match of two engines",
        ),
        (&["match", tasseo(), tasseo(), "--lexicon", "KLINGON"], "no lexicon \"KLINGON\""),
        (&["match", tasseo(), tasseo(), "--board", "round"], "round"),
        (&["match", tasseo(), tasseo(), "--concurrency", "1000"], "say --oversubscribe if you mean it"),
        (&["match", "x name=a", "y name=a"], "two engines have the name \"a\""),
        (&["merge", "no-such-folder", "-o", "nowhere"], "no-such-folder"),
        (&["report", "no-such-folder"], "no-such-folder"),
    ] {
        let told = REFEREE.err(arguments);
        assert!(told.contains(error), "{arguments:?}: {told}");
    }
}

/// What an engine is told that cannot be heeded is refused, and so are more threads than there are cores.
#[test]
fn what_cannot_be_meant_is_refused() {
    let greedy = "tasseo Strength=greedy";
    let run = REFEREE.run(&["match", greedy, "tasseo Strength=greedy name=y Lexicon=YAWL", "--pairs", "1"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("y: an engine cannot have a Lexicon of its own; the match is played with ENABLE1"),
        "{}",
        run.err
    );
    let run = REFEREE.run(&["match", greedy, greedy, "--pairs", "1", "--threads", "255"]);
    assert!(run.status == 2 && run.err.contains("say --oversubscribe if you mean it"), "{}", run.err);
}

#[test]
fn a_folder_of_something_else_is_told_of_in_a_line() {
    let out = folder("referee-foreign", &[("match.json", "{\"players\": 2}")]);
    let path = out.to_str().unwrap();
    let error = REFEREE.err(&["report", path]);
    assert!(error.ends_with("match.json: not a match that a referee has played"), "{error}");
    let greedy = with("Strength=greedy");
    let error = REFEREE.err(&["match", &greedy, &greedy, "--pairs", "1", "-o", path]);
    assert!(error.ends_with("match.json: not a match that a referee has played"), "{error}");
    assert_eq!(support::files(&out), ["match.json"], "nothing is left in it");
    std::fs::remove_file(out.join("match.json")).unwrap();
    assert!(REFEREE.err(&["report", path]).ends_with("referee-foreign: there is no match in it"));
}

/// The engines take over when few tiles are left, in both games of a pair at the same place.
#[test]
fn games_can_begin_late() {
    let out = folder("referee-late", &[]);
    let engines = [&with("Strength=static name=one"), &with("Strength=greedy name=other")];
    play(&engines.map(String::as_str), &out, &["--pairs", "4", "--from-bag", "7"]);
    let turns: Vec<Value> = text(&out, "turns.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = |game: u64| turns.iter().find(|turn| turn["game"] == game && turn["turn"] == 1).unwrap();
    for pair in 0..4 {
        let [one, other] = [first(2 * pair), first(2 * pair + 1)];
        assert!(one["bag"].as_u64().unwrap() <= 7, "{one}");
        assert_ne!(one["engine"], other["engine"]);
        assert!(["position", "rack", "opponent_rack", "opponent_leave"].iter().all(|key| one[key] == other[key]));
        // The file has the whole game.
        let plays = text(&out, &format!("games/000/{:06}.gcg", 2 * pair));
        assert!(plays.lines().filter(|line| line.starts_with('>')).count() > 12, "{plays}");
    }
    assert_eq!(json(&out, "match.json")["from_bag"], 7);
    assert!(text(&out, "report.html").contains("Mean scores are of whole games"));
    // It is another match than one from the start.
    let out = out.to_str().unwrap();
    let error = REFEREE.err(&["match", engines[0], engines[1], "--pairs", "4", "-o", out]);
    assert!(error.contains("from_bag"), "{error}");
}

/// A match whose luck is measured as it is played, in one part or in two, or afterwards: always the same.
#[test]
fn luck_is_measured_while_playing_or_later() {
    let engines = ["go=\"sim iterations 5\" name=sim", "Strength=rh3 name=rh3"].map(with);
    let engines = engines.each_ref().map(String::as_str);
    let [whole, later, merged] = ["whole", "later", "merged"].map(|name| folder(&format!("referee-luck-{name}"), &[]));
    let printed = play(&engines, &whole, &["--pairs", "4", "--luck", "10"]);
    for word in ["luck  ", "results without luck"] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    let parts = [1, 2].map(|number| {
        let part = folder(&format!("referee-luck-part-{number}"), &[]);
        play(&engines, &part, &["--pairs", "4", "--luck", "10", "--shard", &format!("{number}/2")]);
        part
    });
    let parts = parts.each_ref().map(|part| part.to_str().unwrap());
    REFEREE.out(&["merge", parts[0], parts[1], "-o", merged.to_str().unwrap()]);
    let without = play(&engines, &later, &["--pairs", "4", "--luck", "0"]);
    assert!(!without.contains("luck"), "{without}");
    assert!(json(&later, "summary.json")["meetings"][0]["corrected"].is_null());
    // First with other effort, which is then replaced.
    REFEREE.out(&["report", later.to_str().unwrap(), "--luck", "3"]);
    REFEREE.out(&["report", later.to_str().unwrap(), "--luck", "10"]);
    for other in [&later, &merged] {
        for file in ["summary.json", "report.html", "match.json"] {
            assert_eq!(text(&whole, file), text(other, file), "{file}");
        }
        assert_eq!(luck_of(&whole, "turns.jsonl"), luck_of(other, "turns.jsonl"));
        assert_eq!(luck_of(&whole, "games.jsonl"), luck_of(other, "games.jsonl"));
    }
    let meeting = &json(&whole, "summary.json")["meetings"][0];
    assert!(meeting["corrected"]["spread"]["standard_error"].is_f64());
    assert!(text(&whole, "report.html").contains("Blue: without luck"));
    assert!(json(&whole, "times.json")["measuring luck"]["seconds"].is_f64());
    // The games' luck is that of their turns, all of which are told of.
    let of_game = &luck_of(&whole, "games.jsonl")[0];
    let turns: Vec<Value> =
        lines(&whole.join("turns.jsonl")).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first: f64 = turns
        .iter()
        .filter(|turn| turn["game"] == of_game["game"] && turn["turn"].as_u64().unwrap() % 2 == 1)
        .filter_map(|turn| turn["luck"]["points"].as_f64())
        .sum();
    assert!((first - of_game["luck"]["points"][0].as_f64().unwrap()).abs() < 0.02, "{first} {of_game}");
}

/// The lines of a file with nothing but what is told of luck, without times, in the order of games and turns.
fn luck_of(folder: &Path, file: &str) -> Vec<Value> {
    let luck = |line: &String| {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut luck = line["luck"].clone();
        luck.as_object_mut().map(|fields| fields.remove("ms"));
        serde_json::json!({ "game": line["game"], "turn": line["turn"], "luck": luck })
    };
    let mut all: Vec<Value> = lines(&folder.join(file)).iter().map(luck).collect();
    all.sort_by_key(|line| (line["game"].as_u64(), line["turn"].as_u64()));
    all
}

#[test]
fn a_test_can_be_made_without_luck() {
    let out = folder("referee-luck-sprt", &[]);
    let engines = [tasseo(), &with("Strength=greedy")];
    let more = ["--pairs", "400", "--luck", "10", "--sprt", "0,60", "--sprt-corrected"];
    let printed = play(&engines, &out, &more);
    assert!(printed.contains("60 Elo, not 0") && printed.contains("on results without luck"), "{printed}");
    assert!(json(&out, "summary.json")["games"].as_u64().unwrap() < 400);
    let refused = |more: &[&str]| {
        let run = REFEREE.run(&[&["match"], &engines[..], more].concat());
        assert!(run.status == 2 && run.err.lines().count() == 1, "{}", run.err);
        run.err
    };
    assert!(refused(&["--sprt", "0,60", "--sprt-corrected"]).contains("say --luck 200"));
    assert!(refused(&["--luck", "-5"]).contains("whole number from 0 to 100000"));
    assert!(refused(&["--sprt-corrected"]).contains("--sprt"));
    let run = REFEREE.run(&["report", out.to_str().unwrap(), "--luck", "0"]);
    assert!(run.status == 2 && run.err.contains("whole number from 1 to 100000"), "{}", run.err);
}

/// What is wrong with a folder is said in a line, and nothing is lost by it.
#[test]
fn a_damaged_match_is_left_as_it_is() {
    let out = folder("referee-damaged", &[]);
    let engines = [tasseo(), &with("Strength=greedy")];
    play(&engines, &out, &["--pairs", "2", "--luck", "0"]);
    let files = ["match.json", "games.jsonl", "turns.jsonl", "games/000/000001.gcg"];
    let before = files.map(|file| text(&out, file));
    let refused = |more: &[&str], word: &str| {
        let run = REFEREE.run(&[&["report", out.to_str().unwrap()], more].concat());
        assert!(
            run.status == 2 && run.err.lines().count() == 1 && run.err.contains(word),
            "{} {}",
            run.status,
            run.err
        );
    };
    let damage = |file: &str, damaged: &str| std::fs::write(out.join(file), damaged).unwrap();
    // A game without racks, another game, and none.
    let bare: Vec<String> = before[3].lines().map(|line| line.replacen(": ", ": ? ", 1)).collect();
    damage(files[3], &text(&out, "games/000/000002.gcg"));
    refused(&["--luck", "5"], "000001.gcg: ");
    damage(files[3], &bare.join("\n"));
    refused(&["--luck", "5"], "000001.gcg: ");
    std::fs::remove_file(out.join(files[3])).unwrap();
    refused(&["--luck", "5"], "000001.gcg: ");
    damage(files[3], &before[3]);
    // A line that is none in the middle, and games that are missing.
    let mut lines: Vec<&str> = before[2].lines().collect();
    lines[2] = "garbage";
    let garbage = lines.join("\n") + "\n";
    damage(files[2], &garbage);
    refused(&[], "turns.jsonl: line 3: ");
    assert_eq!(text(&out, files[2]), garbage);
    damage(files[2], &before[2]);
    damage(files[1], "");
    refused(&[], "games.jsonl lacks games");
    damage(files[1], &before[1]);
    assert_eq!(files.map(|file| text(&out, file)), before);
    REFEREE.out(&["report", out.to_str().unwrap(), "--luck", "5"]);
    // Going on without a word about luck goes on with it; and no other settings are mixed in.
    play(&engines, &out, &["--pairs", "3"]);
    assert_eq!(json(&out, "match.json")["luck"], 5);
    assert!(json(&out, "summary.json")["meetings"][0]["corrected"]["spread"].is_object());
    let run = REFEREE.run(&[&["match"], &engines[..], &["-o", out.to_str().unwrap(), "--from-bag", "7"]].concat());
    assert!(run.status == 2 && run.err.contains("its from_bag is null, not 7"), "{}", run.err);
}

/// Luck counts in games that are forfeited, and belongs to the turn of who drew, also where the other sees it.
#[test]
fn luck_counts_until_a_fault_and_belongs_to_who_drew() {
    let out = folder("referee-luck-fault", &[]);
    let engine = format!("{} ", script(&out, "gone", "exit 3"));
    let report = out.join("faults");
    let run = REFEREE.run(&["match", &engine, tasseo(), "--pairs", "2", "--luck", "5", "-o", report.to_str().unwrap()]);
    assert_eq!((run.status, run.err.lines().count()), (0, 4), "{}", run.err);
    let games = luck_of(&report, "games.jsonl");
    // Who forfeits on the first turn has drawn a rack, and when it comes second the other has, too.
    assert!(games.iter().all(|game| game["luck"]["points"][0] != 0.0), "{games:?}");
    let before = luck_of(&report, "games.jsonl");
    REFEREE.out(&["report", report.to_str().unwrap(), "--luck", "4"]);
    REFEREE.out(&["report", report.to_str().unwrap(), "--luck", "5"]);
    assert_eq!(luck_of(&report, "games.jsonl"), before);
    let oracle = out.join("oracle");
    play(&[&with("oracle=rack name=oracle"), tasseo()], &oracle, &["--pairs", "1", "--luck", "5"]);
    let turns: Vec<Value> =
        lines(&oracle.join("turns.jsonl")).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    for game in luck_of(&oracle, "games.jsonl") {
        for seat in 0..2 {
            let of_seat = turns
                .iter()
                .filter(|turn| turn["game"] == game["game"] && turn["turn"].as_u64().unwrap() % 2 == 1 - seat as u64);
            let sum: f64 = of_seat.filter_map(|turn| turn["luck"]["points"].as_f64()).sum();
            assert!((sum - game["luck"]["points"][seat].as_f64().unwrap()).abs() < 0.05, "{sum} {game}");
        }
    }
}
