//! Choosing a move, seen from outside: every `go` is answered once, by a legal move, in time, whatever comes meanwhile.

mod support;

use std::io::Write;
use std::time::Duration;
use support::engine::{Engine, Process, tasseo};
use support::{RandomGame, enable1, slow_score};
use tasseo::game::cgp::Cgp;
use tasseo::game::{Action, Move, Play, Position, Rules, words_formed};
use tasseo::movegen::Generator;

/// An exchange takes as many tiles from the bag as it gives back, whatever the limit is.
#[test]
fn no_more_tiles_are_exchanged_than_the_bag_has() {
    let endgame = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7";
    let mut engine = Engine::start();
    let mut exchanges = |row: &str, racks: &str, limit: usize| -> Vec<usize> {
        engine.send(format!("position cgp {endgame}/{row} {racks} 0/0 0 etl {limit};\n"));
        let lines = engine.go("gen plays all");
        lines.iter().filter_map(|line| line.strip_prefix("info gen move ex.")?.find(' ')).collect()
    };
    // Seven tiles each, and three in the bag.
    let sizes = exchanges("15", "IKLMTZR/AEINRU?", 1);
    assert_eq!((sizes.iter().max(), sizes.len()), (Some(&3), 7 + 21 + 35));
    // Nothing in the bag.
    assert_eq!(exchanges("4DORR7", "IKLMTZ/AEINRU?", 0), []);
}

/// Scores that no game has are counted with, and nothing wraps around.
#[test]
fn a_lead_may_be_as_large_as_it_likes() {
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let words = ["8G.CAT", "9G.ODE", "10G.GEL", "11G.SET", "12H.AR", "13H.TE"];
    let points = ["32767", "-32768"];
    let moves: Vec<String> =
        words.iter().zip(points.iter().cycle()).map(|(word, points)| format!("{word}..{points}.0")).collect();
    let position = format!("cgp {empty} / 1000000/-1000000 0 moves {} rack.AEINRST", moves.join(" "));
    let mut engine = Engine::with_position(&position);
    let lines = engine.go("sim iterations 32 useinference false");
    assert!(lines.iter().any(|line| line.starts_with("info sim move") && line.contains(" wp 100.00 ")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("failed")), "{lines:?}");
}

/// Every word of a `go` is understood, named as ignored, or refused; never taken for something else.
#[test]
fn words_of_go_are_understood_or_named() {
    let mut engine = Engine::with_position("startpos moves rack.CEIOQRV");
    engine.send("setoption name Strength value static\n");
    let mut go = |words: &str| {
        let lines = engine.go(words);
        let gens = lines.iter().filter(|line| line.starts_with("info gen")).count();
        let said = lines.iter().filter_map(|line| line.strip_prefix("info string "));
        let said = said.filter(|line| !line.starts_with("provenance")).collect::<Vec<_>>().join("; ");
        (said, gens)
    };
    let answer = |said: &str, gens: usize| (said.to_owned(), gens);
    let all = go("gen plays all").1;
    assert!(all > 100);
    assert_eq!(go("gen all"), answer("", all));
    assert_eq!(go("GEN plays 2"), answer("", 2));
    assert_eq!(go("plays 2 gen"), answer("", 2));
    assert_eq!(go("foo"), answer("ignored foo", 0));
    assert_eq!(go("plays 2"), answer("ignored plays", 0));
    assert_eq!(go("gen sim depth 3 4"), answer("ignored depth; ignored sim; ignored 4", 10));
    let others = "iterations 5 stopcondition 99 firstwin useinference threads 2 movetime 1000 1time 5000 2inc 3";
    let named = "ignored iterations; ignored stopcondition; ignored firstwin; ignored useinference; ignored threads";
    assert_eq!(go(others), answer(named, 0));
    let (said, gens) = go(&"what ".repeat(1000));
    assert!(gens == 0 && said.ends_with("ignored what; ignored 980 more words"), "{said}");
    for bad in ["0", "abc", "-1", "1000001", "99999999999999999999999", ""] {
        let said =
            format!("ignored plays {bad}").trim_end().to_owned() + ": must be a number from 1 to 1000000, or all";
        assert_eq!(go(&format!("gen plays {bad}")), answer(&said, 10));
    }
    assert_eq!(go("stopcondition 97"), answer("ignored stopcondition 97: must be 95, 98 or 99", 0));
    assert_eq!(go("movetime soon"), answer("ignored movetime soon: must be milliseconds", 0));
}

/// A pass is the last of all plays, and worth what keeping the whole rack is worth.
#[test]
fn a_pass_is_listed_last_with_its_value() {
    let mut engine = Engine::with_position("startpos moves rack.AEINRST");
    let lines = engine.go("gen plays all");
    assert_eq!(lines[lines.len() - 3], "info gen move pass score 0 eq 0.000 leave AEINRST");
    let board = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7";
    engine.send(format!("position cgp {board} IKLMTZ/AEINRU? 0/0 0\n"));
    let lines = engine.go("gen all");
    // Ten points, and twice 1 + 5 + 1 + 3 + 1 + 10.
    assert_eq!(lines[lines.len() - 3], "info gen move pass score 0 eq -52.000 leave IKLMTZ");
}

/// The plays that `go gen` tells of, and the best move.
fn told(engine: &mut Engine, words: &str) -> Vec<String> {
    let lines = engine.go(words).into_iter();
    let lines = lines.filter(|line| line.starts_with("info gen") || line.starts_with("bestmove"));
    lines.map(|line| line.trim_start_matches("info gen move ").to_owned()).collect()
}

/// A better leave, or an exchange, is worth some points to all but the greedy player.
#[test]
fn go_plays_like_the_strength_says() {
    let mut engine = Engine::with_position("startpos moves 8D.WINDY rack.CEIOQRV");
    let mut told_by = |strength: &str, words: &str| {
        engine.send(format!("setoption name Strength value {strength}\n"));
        told(&mut engine, words)
    };
    let greedy = told_by("greedy", "gen plays 1");
    assert_eq!(greedy, ["E6.VOICER score 22 eq 22.000 leave IQ", "bestmove E6.VOICER"]);
    let third = told_by("RH3", "gen plays 1");
    assert_eq!(third, ["F4.COVIN score 18 eq 13.000 leave EQR", "bestmove F4.COVIN"]);
    // With the leave values that come with the engine.
    let plain = told_by("static", "gen plays 1");
    assert!(plain.len() == 2 && plain[0] != greedy[0] && plain[0] != third[0], "{plain:?}");
    // Exchanges are listed, but not for the greedy player.
    let exchanges = ["greedy", "rh1", "static"]
        .map(|strength| told_by(strength, "gen all").iter().filter(|line| line.starts_with("ex.")).count());
    assert_eq!(exchanges, [0, 127, 127]);
}

/// Mistakes are the same for the same seed; there are none at the rating of the static player, and many far below it.
#[test]
fn go_errs_as_the_rating_says() {
    let mut engine = Engine::with_position("startpos moves 8D.WINDY rack.CEIOQRV");
    engine.send("setoption name Strength value static\n");
    let best = told(&mut engine, "");
    engine.send("setoption name Strength value full\nsetoption name UCGI_LimitStrength value true\n");
    assert_eq!(told(&mut engine, ""), best);
    let mut played_by = |elo: u64, seed: u64| {
        engine.send(format!("setoption name UCGI_Elo value {elo}\nsetoption name Seed value {seed}\n"));
        told(&mut engine, "")
    };
    let mut of_weak: Vec<Vec<String>> = (0..30).map(|seed| played_by(1000, seed)).collect();
    assert_eq!(of_weak[3], played_by(1000, 3));
    of_weak.sort();
    of_weak.dedup();
    assert!(of_weak.len() > 10 && of_weak.iter().all(|lines| lines.len() == 1), "{of_weak:?}");
    // What is asked for by name is all that there is to choose from, and other ways to choose are as they were.
    assert_eq!(told(&mut engine, "searchmoves E6.VOICER"), ["bestmove E6.VOICER"]);
    assert_eq!(told(&mut engine, "gen plays 1")[1], best[0]);
}

/// Tiles that a heuristic does not know are told of when a move is wanted, and nothing is lost by it.
#[test]
fn a_heuristic_is_for_english_tiles() {
    let mut engine = Engine::start();
    let board = "15/".repeat(14) + "15";
    engine.send("setoption name DataPath value tests/data\nsetoption name Lexicon value tiny\n");
    engine.send("setoption name Strength value rh1\n");
    engine.send(format!("position cgp {board} AEINRST/ 0/0 0 ld spanish;\n"));
    let refused = engine.go("");
    let error = "info string error bad-option Strength rh1: the rack heuristics are for English tiles; spanish has ";
    assert!(refused.last().unwrap().starts_with(error), "{refused:?}");
    engine.send("setoption name Strength value greedy\n");
    assert_eq!(told(&mut engine, "").len(), 1);
    engine.send("setoption name Strength value rh1\nposition startpos moves 8F.CAT rack.AEINRST\n");
    assert_eq!(told(&mut engine, "").len(), 1);
}

const WINDY: &str = "startpos moves 8D.WINDY rack.CEIOQRV";

fn is_bestmove(line: &str) -> bool {
    line.starts_with("bestmove ")
}

/// Whether the rules, written slowly, and the lexicon allow a play that scores so much.
fn assert_legal(position: &Position, text: &str, score: Option<i32>) {
    let action = Move::parse(text, position.distribution().alphabet()).unwrap().action;
    let rack = position.rack(position.on_turn());
    match action {
        Action::Play(Play::Place(placement)) => {
            let slow = slow_score(position, &placement);
            assert!(slow.is_some() && score.is_none_or(|score| slow == Some(score)), "{text}: {slow:?}, {score:?}");
            assert!(enable1().unknown(&words_formed(position.board(), &placement)).is_empty(), "{text}");
        }
        Action::Play(Play::Exchange(tiles)) => {
            assert!(position.bag_len() >= 7 && rack.without(&tiles).is_ok() && !tiles.is_empty(), "{text}");
        }
        other => assert_eq!(other, Action::Play(Play::Pass), "{text}"),
    }
}

/// Games with phonies, exchanges and passes in them, up to the endgame.
#[test]
fn every_move_is_legal() {
    let mut engine = Engine::start();
    let rules = Rules::default();
    for seed in 0..12 {
        let mut game = RandomGame::new(seed, rules.clone());
        let mut generator = Generator::new(game.now().rules().clone(), enable1());
        for turn in 0..40 {
            if game.now().ending().is_some() {
                break;
            }
            let cgp = Cgp::of(game.now()).write(&rules);
            engine.send(format!("position cgp {cgp}\n"));
            let answer = engine.go(if turn % 2 == 0 { "gen" } else { "1time 300 2time 300" });
            let gens = answer.iter().filter_map(|line| line.strip_prefix("info gen move "));
            for gen_line in gens {
                let words: Vec<&str> = gen_line.split(' ').collect();
                assert_legal(game.now(), words[0], Some(words[2].parse().unwrap()));
            }
            assert_legal(game.now(), answer.last().unwrap().strip_prefix("bestmove ").unwrap(), None);
            game.step_with_words(&mut generator, 0.1);
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::with_position(WINDY);
    let best = |engine: &mut Engine, words: &str| engine.go(words).pop().unwrap();
    assert_eq!(best(&mut engine, "searchmoves 9C.VOICE ex.Q"), "bestmove ex.Q");
    assert_eq!(best(&mut engine, "infinite movetime 1 searchmoves pass"), "bestmove pass");
    // A word that does not exist can be asked for, but is never thought of.
    assert_eq!(best(&mut engine, "searchmoves 9C.QVC movetime 1000"), "bestmove 9C.QVC");
    let listed = engine.go("gen plays 1 alsosearchmoves 9C.QVC pass 9C.QVC");
    let listed: Vec<&str> = listed.iter().filter_map(|line| line.strip_prefix("info gen move ")).collect();
    assert_eq!(listed.len(), 3, "{listed:?}");
    assert!(listed[1].starts_with("pass score 0 ") && listed[2].starts_with("9C.QVC score 39 "), "{listed:?}");
    let favourite = best(&mut engine, "");
    assert_eq!(best(&mut engine, "alsosearchmoves 9C.QVC"), favourite);
    for (words, error) in [
        ("searchmoves 9C.QUVC", "bad-move searchmoves: 9C.QUVC: U is not on the rack CEIOQRV"),
        ("searchmoves ex.2", "bad-move searchmoves: ex.2: not a play that can be chosen"),
        ("gen alsosearchmoves 1A.VOICE", "bad-move alsosearchmoves: 1A.VOICE: "),
        ("searchmoves zz", "bad-move searchmoves: zz: "),
        (
            &format!("searchmoves {}", "pass ".repeat(1001)),
            "bad-move searchmoves: 1001 moves; at most 1000 can be named",
        ),
    ] {
        let refused = engine.go(words);
        let told = refused[0].strip_prefix("info string error ").unwrap();
        assert!(refused.len() == 1 && told.starts_with(error), "{told}");
    }
}

#[test]
fn every_error_has_its_code() {
    let mut engine = Engine::start();
    let errors = |engine: &mut Engine, line: &str| {
        engine.send(format!("{line}\n"));
        engine.until_ready().into_iter().map(|line| line.split(' ').nth(3).unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (line, code) in [
        ("frobnicate", "unknown-command"),
        ("debug maybe", "unknown-command"),
        ("go", "no-position"),
        ("position cgp nonsense", "bad-position"),
        ("position startpos moves 8D.WINDY 8D.WINDY", "bad-move"),
        ("play 1A.WINDY", "bad-move"),
        ("challenge", "bad-move"),
        ("undo", "bad-move"),
        ("setoption name Threads value many", "bad-option"),
        ("setoption name Leaves value NOSUCH", "bad-option"),
        ("setoption name WinPctTable value NOSUCH", "bad-option"),
    ] {
        assert_eq!(errors(&mut engine, line), [code], "{line}");
    }
    engine.send("rack AEINRST\n");
    assert_eq!(errors(&mut engine, "go endgame"), ["bad-position"]);
    assert_eq!(errors(&mut engine, "go infer"), ["bad-position"]);
    assert_eq!(errors(&mut engine, "go peg"), ["bad-position"]);
}

/// What is said while a search is held is answered at once, or waits for its turn.
#[test]
fn a_search_is_not_disturbed() {
    let mut engine = Engine::with_position(WINDY);
    let favourite = engine.go("");
    engine.send("go gen plays 1 infinite\n");
    engine.until(|line| line.starts_with("info score "));
    assert_eq!(engine.until_ready(), [""; 0]);
    engine.send("position startpos moves rack.AEINRST\nsetoption name Strength value greedy\ngo\n");
    assert_eq!(engine.until_ready(), ["info string that waits until the search has ended; stop ends it"]);
    engine.send("debug off\nregister later\nucgi\nhelp stop\nshow\n");
    let shown = engine.until(|line| line.starts_with("info string cgp"));
    assert!(shown.iter().any(|line| line == "ucgiok") && !shown.iter().any(|line| is_bestmove(line)));
    assert!(shown.last().unwrap().contains("CEIOQRV/"), "{shown:?}");
    engine.send("stop\n");
    assert_eq!(Some(&engine.next()), favourite.last());
    let next = engine.until(is_bestmove);
    assert!(next[0].contains(" leaves=none ") && next.len() == 3, "{next:?}");
    assert_ne!(next.last(), favourite.last());
    // Nothing is under way: nothing is said.
    engine.send("stop\nstop\n");
    assert_eq!(engine.until_ready(), [""; 0]);
    assert_eq!(engine.end(), "");
}

/// `stop` is for all that came before it, in whatever state that is.
#[test]
fn every_go_is_answered_once() {
    let mut engine = Engine::with_position(WINDY);
    engine.send("go infinite\ngo infinite\ngo gen plays 2\ngo infinite\nstop\nisready\n");
    let mut all: Vec<String> = Vec::new();
    let count = |all: &[String], start: &str| all.iter().filter(|line| line.starts_with(start)).count();
    while count(&all, "bestmove ") < 4 || count(&all, "readyok") < 1 {
        all.push(engine.next());
    }
    assert_eq!(count(&all, "info string provenance "), 4);
    assert_eq!(engine.until_ready(), [""; 0]);
    for ending in ["", "quit\n", "stop\n", "stop\nquit\n"] {
        for go in ["go infinite\n", "go\n", "go infinite\ngo gen\n", "go movetime 100000 infinite\n", ""] {
            let mut engine = Engine::with_position(WINDY);
            engine.send(format!("{go}{ending}"));
            engine.stdin = None;
            let lines = engine.rest();
            let answers = lines.iter().filter(|line| is_bestmove(line)).count();
            assert_eq!(answers, go.lines().count(), "{go:?} {ending:?}: {lines:?}");
            assert_eq!(engine.end(), "");
        }
    }
}

/// Too much to remember is refused, and nothing is lost by it.
#[test]
fn what_waits_has_a_limit() {
    let mut engine = Engine::with_position(WINDY);
    engine.send("go infinite\n");
    engine.send("position startpos moves rack.AEINRST\n".repeat(1500));
    let said = engine.until_ready();
    let refused = said.iter().filter(|line| line.contains("unknown-command too much is waiting")).count();
    assert_eq!(refused, 500);
    engine.send("stop\n");
    engine.until(is_bestmove);
    assert_eq!(engine.until_ready(), [""; 0]);
}

/// `movetime` ends what is otherwise endless, and not before; clocks do for a `go` without it.
#[test]
fn time_is_kept() {
    let mut engine = Engine::with_position(WINDY);
    for milliseconds in [0, 1, 50, 300] {
        let began = std::time::Instant::now();
        engine.go(&format!("infinite movetime {milliseconds}"));
        assert!(began.elapsed() >= Duration::from_millis(milliseconds));
    }
    engine.send("debug on\n");
    let thinks = |engine: &mut Engine, words: &str| {
        engine.send(format!("go {words}\nstop\n"));
        let said = engine.until(is_bestmove);
        said.into_iter().find_map(|line| Some(line.strip_prefix("info string debug thinks for ")?.to_owned()))
    };
    // Player 2 is on turn.
    assert_eq!(thinks(&mut engine, "1time 9 2time 0"), Some("0 ms, for 0 ms at most".into()));
    assert_eq!(thinks(&mut engine, "1time 0 2time 1500000"), Some("106449 ms, for 299580 ms at most".into()));
    // The overheads of a game are more than this clock has; it is used all the same.
    assert_eq!(thinks(&mut engine, "2time 1000"), Some("25 ms, for 76 ms at most".into()));
    assert_eq!(thinks(&mut engine, "2time 1500000 movetime 70"), Some("70 ms, for 70 ms at most".into()));
    assert_eq!(thinks(&mut engine, "movetime 99999999999999999999"), None);
    assert!(thinks(&mut engine, "movetime 9223372036854775807 1inc 9223372036854775807").is_some());
    assert_eq!(thinks(&mut engine, "2time 1500000 movetime 200000"), Some("106449 ms, for 200000 ms at most".into()));
    let board = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15";
    // The clocks of a position hold as long as nobody has moved.
    engine.send(format!("position cgp {board} CEIOQRV/ 0/32 0 tmr 2000/9000; ti 1000; moves pass rack.AEINRST\n"));
    assert_eq!(thinks(&mut engine, ""), None);
    engine.send(format!("position cgp {board} CEIOQRV/ 0/32 0 tmr 2000/9000; ti 1000;\n"));
    assert!(thinks(&mut engine, "").is_some());
    assert_eq!(thinks(&mut engine, "1time 0 1inc 0"), Some("0 ms, for 0 ms at most".into()));
    engine.send("setoption name UCGI_AnalyseMode value true\n");
    assert_eq!(thinks(&mut engine, ""), None);
}

/// A position that goes on from the last one is the same as one that does not, and one with a fault changes nothing.
#[test]
fn a_position_is_what_it_says() {
    let moves = ["8D.WINDY", "7C.GALE.AEGL.5.0", "ex.3", "phony.6A.QWERT", "9C.TEA.AET.0.1", "10B.HI", "pass"];
    let shown = |engine: &mut Engine, position: &str| {
        engine.send(format!("position {position}\nshow\n"));
        engine.until_ready()
    };
    let mut follower = Engine::start();
    for upto in (0..=moves.len()).chain([3, 5]) {
        let rack = if upto == 2 { "rack.AEINRST" } else { "" };
        let position = format!("startpos moves {} {rack}", moves[..upto].join(" "));
        let followed = shown(&mut follower, &position);
        assert_eq!(followed, shown(&mut Engine::start(), &position), "{position}");
        assert!(!followed[0].contains("error"), "{followed:?}");
        let bad = shown(&mut follower, &format!("startpos moves {} 1A.NONSENSE", moves[..upto].join(" ")));
        assert!(bad[0].contains(&format!("bad-move move {}: ", upto + 1)), "{bad:?}");
        assert_eq!(bad[1..], followed);
    }
}

/// Nobody reads for a while: the search still ends in time, and what is said meanwhile is bounded.
#[test]
fn a_reader_that_stops_reading_stalls_nothing() {
    let mut process = Process::start(tasseo(&[]));
    process.talk(|stdin| {
        stdin.write_all(format!("position {WINDY}\nisready\ngo gen infinite movetime 2000\n").as_bytes())?;
        stdin.write_all("isready\nshow\n".repeat(20_000).as_bytes())
    });
    let stalled = Duration::from_secs(3);
    std::thread::sleep(stalled);
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", process.child.id())).unwrap();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let kilobytes: usize = resident.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 150_000, "{kilobytes} kB");
    }
    let output = process.finish();
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    let count = |wanted: &str| lines.iter().filter(|line| line.starts_with(wanted)).count();
    assert_eq!((count("bestmove"), count("readyok"), count("info string cgp")), (1, 20_001, 20_000));
    // All was found and told, and long before anybody read it.
    assert_eq!(count("info gen"), 10);
    let told = lines.iter().find(|line| line.starts_with("info score")).unwrap();
    let time: u64 = told.split(' ').skip_while(|word| *word != "time").nth(1).unwrap().parse().unwrap();
    assert!(Duration::from_millis(time) < stalled, "{told}");
    assert!(output.status.success());
}

/// An endgame is solved by `auto` too, and stopped when told to; without a proof there is still a play.
#[test]
fn endgames_are_solved() {
    let small = "cgp 7ANeARING/4OPINED5/4Z2t7/3CONFIT6/4N2V7/4E2I6T/4S2R2L1W1U/HM5UPHOVE1Q/1ACETINS2F1A1U/OXO1U5T1R1E/2MOB5I1ITS/2BYE5EWER1/1JO7REDE1/1O2AA7K1/AGEDLY1GLAIRES1 DLT/ 429/431 0";
    let mut engine = Engine::with_position(small);
    for words in ["", "endgame", "endgame firstwin", "endgame threads 3", "infinite movetime 2000"] {
        let lines = engine.go(words);
        let last = lines.iter().rev().find(|line| line.starts_with("info endgame ")).unwrap();
        assert!(last.contains(" score spread -2 proven "), "{words}: {lines:?}");
        assert_eq!(lines.last().unwrap(), "bestmove F8.DIT", "{words}");
    }
    // An endgame is given a time where nobody has said any; a simulation of the same position is not.
    engine.send("debug on\n");
    let is_timed = |lines: Vec<String>| lines.iter().any(|line| line.starts_with("info string debug thinks for "));
    assert!(is_timed(engine.go("endgame")) && !is_timed(engine.go("sim iterations 10")));
    let hard = "cgp 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0";
    engine.send(format!("position {hard}\n"));
    for words in ["movetime 60", "endgame firstwin movetime 60", "1time 500 2time 500"] {
        let answer = engine.go(words).pop().unwrap();
        assert!(answer.starts_with("bestmove ") && answer != "bestmove pass", "{words}: {answer}");
    }
    for words in ["endgame searchmoves pass movetime 60", "searchmoves pass movetime 60"] {
        let lines = engine.go(words);
        assert!(lines.iter().all(|line| !line.contains("ignored")), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "bestmove pass", "{words}");
    }
}

/// What is named is solved, and nothing else chosen; each play's value is what solving the position after it gives.
#[test]
fn endgames_are_solved_among_the_plays_that_are_named() {
    let small = "cgp 7ANeARING/4OPINED5/4Z2t7/3CONFIT6/4N2V7/4E2I6T/4S2R2L1W1U/HM5UPHOVE1Q/1ACETINS2F1A1U/OXO1U5T1R1E/2MOB5I1ITS/2BYE5EWER1/1JO7REDE1/1O2AA7K1/AGEDLY1GLAIRES1 DLT/ 429/431 0";
    let mut engine = Engine::with_position(small);
    let mut said = |words: &str| -> (i32, String, bool) {
        let mut lines = engine.go(words);
        let last = lines.iter().rev().find(|line| line.starts_with("info endgame ")).unwrap().clone();
        assert!(lines.iter().all(|line| !line.contains("ignored")), "{words}: {lines:?}");
        let number = last.split(' ').skip_while(|word| *word != "spread").nth(1).unwrap().parse().unwrap();
        (number, lines.pop().unwrap(), last.contains(" proven "))
    };
    // A play whose words do not exist stands if nothing else is named (here it plays out: 10 points, and twice what AI
    // counts); but it may be challenged, so that nothing is proven.
    assert_eq!(said("endgame searchmoves M1.IDLT"), (-2 + 10 + 4, "bestmove M1.IDLT".into(), false));
    let mut spread = |words: &str| -> (i32, String) {
        let (number, best, is_proven) = said(words);
        assert!(is_proven, "{words}");
        (number, best)
    };
    let all = spread("endgame alsosearchmoves F8.DIT");
    assert_eq!(all, (-2, "bestmove F8.DIT".into()));
    let pass = spread("endgame searchmoves pass");
    let other = spread("endgame searchmoves pass 6D.LED");
    assert_eq!((pass.1.as_str(), other.1.as_str()), ("bestmove pass", "bestmove 6D.LED"));
    assert!(pass.0 < other.0 && other.0 < all.0, "{pass:?} {other:?}");
    // It is not chosen otherwise.
    assert_eq!(spread("searchmoves M1.IDLT alsosearchmoves pass"), pass);
}

/// A pre-endgame looks at what is named, and at what is to be looked at as well.
#[test]
fn pre_endgames_look_at_the_plays_that_are_named() {
    let one = "cgp 6KIF2JO2/1VOW4EXTENDS/2RECLAME1HE2T/6GID1ID2A/3VAPOR2O3G/10N2QI/6BAH1A3e/7DEITY2R/6FIN1E1N2/7P4E2/7o4A2/7CUTOUT2/7E4E2/1MIL1BIRO3N2/AUTOLYSE7 AELORSU/ 415/427 0";
    let mut engine = Engine::with_position(one);
    let lines = engine.go("peg searchmoves A1.SAUL alsosearchmoves 5D.VAPORS");
    let told = |line: &&String| line.starts_with("info peg move ");
    let last: Vec<&str> = lines.iter().filter(told).map(|line| line.split(' ').nth(3).unwrap()).collect();
    assert!(last.ends_with(&["A1.SAUL", "5D.VAPORS"]), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("ignored")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove A1.SAUL");
    let is_proven = |lines: &[String]| lines.iter().rfind(told).unwrap().ends_with(" proven");
    assert!(is_proven(&lines), "{lines:?}");
    let phony = engine.go("peg searchmoves A1.SAUERL");
    assert!(phony.iter().any(|line| told(&line)) && !is_proven(&phony), "it may be challenged: {phony:?}");
}
