//! The tool `experiment` from outside: what it finds, that it goes on where it was, and what it says to bad input.

mod support;

use std::path::Path;
use support::{Tool, folder};

const EXPERIMENT: Tool = Tool { name: "experiment", binary: env!("CARGO_BIN_EXE_experiment") };

const POSITION: &str = "15/15/15/15/4U2J7/2GIRASOLS5/4E2W7/4T2L2MEDII/1S2H1CYMAE4/1Q2R5N4/1u2A5D4/VIZIER9/1N13/1T13/LYCEA10 ADFILNP/ 231/195 0\n";

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_worked_example_is_as_in_the_paper() {
    let out = folder("worked-example", &[]);
    let told = EXPERIMENT.out(&["worked-example", "-o", &text(&out)]);
    assert!(told.starts_with("372 leaves; 33 survive") && told.contains("| ?H | 0.0010 | 0.0000 |"), "{told}");
    for ending in ["md", "json", "svg"] {
        assert!(out.join(format!("worked-example.{ending}")).metadata().unwrap().len() > 100);
    }
}

#[test]
fn the_truth_is_found_in_three_ways_and_once() {
    let out = folder("truth", &[]);
    let results = text(&out.join("results"));
    let measure = |games: &str| {
        let run = EXPERIMENT.run(&["truth", "--games", games, "--threads", "1", "-o", &results]);
        assert_eq!(run.status, 0, "{}", run.err);
        run.out
    };
    let one = measure("1");
    let all = one.lines().find(|line| line.starts_with("| 1 to 5 |")).unwrap();
    let bits: Vec<f64> = all.split('|').skip(3).filter_map(|cell| cell.trim().parse().ok()).collect();
    assert!(bits.len() == 5 && bits[..3].iter().all(|&bits| bits > 0.5), "plays tell something: {all}");
    assert!(
        one.contains("Truths below a thousandth of their prior, of ") && one.contains("| tiles | said | seen |"),
        "{one}"
    );
    let lines = || std::fs::read_to_string(out.join("results/games.jsonl")).unwrap().lines().count();
    let two = measure("2");
    assert!(lines() == 3 && two.contains(", 2 games"), "{two}");
    assert_eq!((measure("1"), lines()), (two, 3), "what is known is not measured again, and all of it is told");
}

#[test]
fn decisions_are_compared_in_every_way() {
    let out = folder("when-it-helps", &[]);
    let small = ["--player", "static", "--iterations", "8", "--worlds", "8", "--games", "1", "--threads", "1"];
    let run = EXPERIMENT.run(
        &[&["when-it-helps", "--ways", "nothing,paper,turn,carried,leave", "-o", &text(&out)], &small[..]].concat(),
    );
    assert_eq!(run.status, 0, "{}", run.err);
    for way in ["the paper's belief", "a belief from the last play", "the carried belief", "told what was kept"] {
        assert!(run.out.contains(&format!("\n| {way} | ")), "{}", run.out);
    }
    assert!(run.out.contains("| tiles unseen | turns |") && out.join("when-it-helps.svg").exists(), "{}", run.out);
}

#[test]
fn efficiency_goes_on_where_it_was() {
    let out = folder("efficiency", &[("p.cgp", POSITION)]);
    let positions = text(&out.join("p.cgp"));
    let results = text(&out.join("results"));
    let measure = |ways: &str, worlds: &str| {
        let arguments = ["efficiency", &positions, "--ways", ways, "--reference", "2:3", "--worlds", worlds];
        EXPERIMENT.run(&[&arguments[..], &["--seconds", "0.1", "--threads", "1", "-o", &results]].concat())
    };
    let one = measure("2:2", "64");
    assert_eq!(one.status, 0, "{}", one.err);
    assert!(one.out.contains("| 2 plies, 2 sigma | ") && one.out.contains(" 0.05 s | 0.1 s |"), "{}", one.out);
    let lines = |file: &str| std::fs::read_to_string(out.join("results").join(file)).unwrap().lines().count();
    assert_eq!((lines("reference.jsonl"), lines("runs.jsonl")), (2, 2));
    let two = measure("2:2,1:equal", "64");
    assert!(two.out.contains("| 1 ply, equal | "), "{}", two.out);
    assert_eq!((lines("reference.jsonl"), lines("runs.jsonl")), (2, 3), "only what was missing is measured");
    let deep = measure("deep:2,end:equal", "64");
    assert!(
        deep.out.contains("| deepening, 2 sigma | ") && deep.out.contains("| to the end, equal | "),
        "{}",
        deep.out
    );
    let other = measure("2:2", "65");
    assert!(other.status == 2 && other.err.contains("it holds the records of something else"), "{}", other.err);
}

#[test]
fn depths_are_compared_in_the_same_worlds() {
    let out = folder("depth", &[("p.cgp", &POSITION.repeat(2))]);
    let small = ["--depths", "1,2,end", "--plays", "2", "--batches", "4", "--worlds", "8", "--threads", "1"];
    let (positions, results) = (text(&out.join("p.cgp")), text(&out));
    let arguments = [&["depth", &positions, "-o", &results], &small[..]].concat();
    let told = EXPERIMENT.out(&arguments);
    assert!(told.starts_with("2 positions with 41 to 41 tiles in the bag:"), "{told}");
    assert!(["\n| 1 |  | 1.00 | ", "\n| 2 | ", "\n| end | "].iter().all(|row| told.contains(row)), "{told}");
    assert_eq!(told, EXPERIMENT.out(&arguments), "what is known is not measured again");
}

#[test]
fn choices_of_engines_are_compared() {
    let out = folder("choices", &[("p.cgp", &POSITION.repeat(2))]);
    let positions = text(&out.join("p.cgp"));
    let compare = |first: &str, second: &str, results: &str| {
        let results = text(&out.join(results));
        EXPERIMENT.run(&["choices", &positions, first, second, "--worlds", "64", "--threads", "1", "-o", &results])
    };
    let [static_player, greedy] = ["tasseo name=static Strength=static", "tasseo name=greedy Strength=greedy"];
    let told = compare(static_player, greedy, "one");
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.out.starts_with("What static gains on greedy for each move"), "{}", told.out);
    assert!(told.out.contains("\n| 41 to 41 | 2 | "), "{}", told.out);
    assert_eq!(compare(static_player, greedy, "one").out, told.out, "what is known is not measured again");
    let same = compare(static_player, "tasseo name=other Strength=static", "two");
    assert!(same.out.contains("\n| 41 to 41 | 2 | 0 | +0.00 ± 0.00 | "), "{}", same.out);
    let refused = compare("tasseo clock=25", greedy, "three");
    assert!(refused.status == 2 && refused.err.contains("a clock is for games"), "{}", refused.err);
    let missing = compare("./no-such-engine", greedy, "four");
    assert!(missing.status == 2 && missing.err.contains("no-such-engine"), "{}", missing.err);
}

#[test]
fn leads_are_told_apart() {
    let out = folder("leads", &[("p.cgp", POSITION)]);
    let told =
        EXPERIMENT.run(&["leads", &text(&out.join("p.cgp")), "--leads=-100,100", "--worlds", "32", "-o", &text(&out)]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.out.contains("\n| -100 | ") && told.out.contains("\n| +100 | "), "{}", told.out);
}

/// The Markdown without the last cells of the tables that tell CPU time.
fn untimed(markdown: &str) -> Vec<String> {
    let cells = |line: &str| line.split('|').map(str::to_owned).collect::<Vec<_>>();
    let cut = |line: &str| cells(line)[..cells(line).len().min(9)].join("|");
    markdown.lines().map(cut).collect()
}

#[test]
fn luck_is_measured_by_every_yardstick_and_once() {
    let out = folder("luck", &[]);
    let measure = |results: &str, threads: &str| {
        let small = ["luck", "--games", "4", "--pairs", "2", "--effort", "4", "--threads", threads];
        EXPERIMENT.out(&[&small[..], &["-o", &text(&out.join(results))]].concat())
    };
    let one = measure("one", "1");
    assert!(one.starts_with("**static against static**, 4 games.") && one.contains("**static against rh3**, 2 pairs."));
    for yardstick in
        ["static, 1 alternatives", "static less the reply, 4", "2 plies, 4", "static, played out", "static, the bag"]
    {
        assert_eq!(one.matches(&format!("\n| {yardstick}")).count(), 3, "points, wins and factors: {one}");
    }
    assert_eq!(untimed(&one), untimed(&measure("two", "2")));
    assert_eq!(one, measure("one", "1"), "what is known is not measured again");
    let picture = std::fs::read_to_string(out.join("one/luck.svg")).unwrap();
    assert_eq!(picture.matches("<circle").count(), 4);
    assert!(out.join("one/luck.json").is_file() && out.join("one/luck.md").is_file());
}

#[test]
fn bad_input_is_told_in_a_line() {
    let out = folder("experiment-bad", &[("bad.cgp", "15/15 ABC/ 0/0\n")]);
    let bad = text(&out.join("bad.cgp"));
    for (arguments, expected) in [
        (&["efficiency", "none.cgp", "-o", "x"][..], "none.cgp"),
        (&["efficiency", &bad, "-o", "x"], "line 1"),
        (&["efficiency", &bad, "--ways", "2:x", "-o", "x"], "is not DEPTH:equal or DEPTH:SIGMAS"),
        (&["depth", &bad, "--depths", "2,0", "-o", "x"], "is no number of plies from 1 to 200, nor 'end'"),
        (&["depth", &bad, "--depths", "4,2", "-o", "x"], "line 1"),
        (&["choices", &bad, "tasseo", "tasseo =1", "-o", "x"], "an option has a name"),
        (&["efficiency", &bad, "--seconds", "0", "-o", "x"], "from 0.05 to 3600"),
        (&["inference", "--pairs", "0", "-o", "x"], "whole number"),
        (
            &["truth", "--player", "noisy=-1", "-o", "x"],
            "must be static, noisy=POINTS with a temperature above 0, or sim=ITERATIONS",
        ),
        (
            &["truth", "--likelihood", "soft=1", "-o", "x"],
            "must be grid, best, or soft=TEMPERATURE,FLOOR (above 0, and from 0 to below 1)",
        ),
        (&["when-it-helps", "--ways", "guess", "-o", "x"], "invalid value 'guess'"),
        (&["calibration", "no_such.winpct", "-o", "x"], "no_such.winpct: "),
        (&["luck", "--effort", "0", "-o", "x"], "for '--effort <N>': must be a whole number from 1 to 25000"),
        (&["luck", "--match", "no_such", "-o", "x"], "no_such: there is no match in it"),
        (&["nonsense"], "unrecognized subcommand"),
    ] {
        let error = EXPERIMENT.err(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

/// Matches are played with the engine that stands beside the tool.
#[cfg(unix)]
#[test]
fn matches_are_played_and_told_beside_the_paper() {
    let out = folder("rack-heuristics", &[]);
    let _ = support::engines::tasseo(); // it has been built
    let run = EXPERIMENT.run(&["rack-heuristics", "--pairs", "2", "--concurrency", "1", "-o", &text(&out)]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("| rh3 against greedy | 4 | ") && run.out.contains("| +30.3, 63.4 % |"), "{}", run.out);
    assert!(out.join("rack-heuristics/rack-heuristics.svg").is_file());
    // Fewer pairs than there are: nothing is lost. What the referee refuses, it says alone.
    let again = EXPERIMENT.run(&["rack-heuristics", "--pairs", "1", "--concurrency", "1", "-o", &text(&out)]);
    assert_eq!((again.status, again.out), (0, run.out));
    let refused = EXPERIMENT.run(&["rack-heuristics", "--seed", "2", "-o", &text(&out)]);
    let lines: Vec<&str> = refused.err.lines().filter(|line| !line.contains(" 1 of 4: ")).collect();
    assert!(refused.status == 2 && lines.len() == 1 && lines[0].contains("holds another match"), "{}", refused.err);
}

/// The games of a match are read as they are, also while the referee is writing them.
#[cfg(unix)]
#[test]
fn the_luck_of_a_match_is_measured() {
    let out = folder("luck-of-a-match", &[]);
    let _ = support::engines::tasseo(); // it has been built
    let played = EXPERIMENT.run(&["rack-heuristics", "--pairs", "3", "--concurrency", "1", "-o", &text(&out)]);
    assert_eq!(played.status, 0, "{}", played.err);
    let match_folder = out.join("rack-heuristics/rh3-against-greedy");
    let games = match_folder.join("games.jsonl");
    let being_written =
        std::fs::read_to_string(&games).unwrap().lines().take(5).collect::<Vec<_>>().join("\n") + "\n{\"ga";
    std::fs::write(&games, &being_written).unwrap();
    let (match_folder, results) = (text(&match_folder), text(&out.join("results")));
    let arguments = ["luck", "--games", "1", "--pairs", "5", "--effort", "1", "--match", &match_folder, "-o", &results];
    let told = EXPERIMENT.out(&arguments);
    assert!(told.contains("\n**rh3 against greedy**, 2 pairs.\n"), "of the third, one game is missing: {told}");
    assert_eq!(std::fs::read_to_string(&games).unwrap(), being_written);
    let other_words = EXPERIMENT.err(&[&arguments[..], &["--lexicon", "YAWL"]].concat());
    assert_eq!(other_words, format!("{match_folder}: was played with other words: those of ENABLE1"));
}
