//! Choosing by simulation, seen from outside.

mod support;

use support::engine::Engine;

const MIDDLE: &str = "cgp 15/15/15/15/4U2J7/2GIRASOLS5/4E2W7/4T2L2MEDII/1S2H1CYMAE4/1Q2R5N4/1u2A5D4/VIZIER9/1N13/1T13/LYCEA10 ADFILNP/ 231/195 0";
/// Two tiles in the bag.
const LATE: &str = "cgp 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/1E13 IKLMTZR/ 300/310 0";

/// The last list of a simulation: every line up to `bestmove` that is not about time.
fn last_list(lines: &[String]) -> Vec<String> {
    let from = lines.iter().rposition(|line| line.starts_with("info depth")).unwrap();
    let sims = lines[..from].iter().rev().take_while(|line| !line.starts_with("info depth"));
    let mut list: Vec<String> = sims.filter(|line| line.starts_with("info sim ")).cloned().collect();
    list.reverse();
    list.push(lines.last().unwrap().clone());
    list
}

fn value(line: &str, name: &str) -> f64 {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("no {name} in {line}")).parse().unwrap()
}

#[test]
fn the_same_seed_and_iterations_give_the_same_lines_on_any_number_of_threads() {
    let mut lists = Vec::new();
    for threads in [1, 2, 8] {
        let mut engine = Engine::with_position(MIDDLE);
        lists.push(last_list(&engine.go(&format!("sim iterations 160 threads {threads}"))));
        // Another go, and one that was said by option, give them again.
        engine.send(format!("setoption name Threads value {threads}\n"));
        lists.push(last_list(&engine.go("sim iterations 160")));
    }
    assert!(lists[0].len() > 15 && lists[0].iter().filter(|line| line.contains(" iters 160 ")).count() >= 2);
    assert!(lists.iter().all(|list| *list == lists[0]), "{lists:#?}");
    let mut engine = Engine::with_position(MIDDLE);
    engine.send("setoption name Seed value 2\n");
    assert_ne!(last_list(&engine.go("sim iterations 160")), lists[0]);
}

/// Rollouts get deeper the longer a simulation lasts, and the answer still depends on the work alone.
#[test]
fn a_long_simulation_deepens_in_the_same_way_on_any_number_of_threads() {
    let depths = |lines: &[String]| -> Vec<u32> {
        let depth = |line: &String| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok();
        lines.iter().filter_map(depth).collect()
    };
    let run = |threads: u32, option: &str| {
        let mut engine = Engine::with_position(MIDDLE);
        engine.send(option);
        engine.go(&format!("sim iterations 1500 threads {threads}"))
    };
    let [one, two, eight] = [1, 2, 8].map(|threads| run(threads, "setoption name SimCandidates value 4\n"));
    assert!(last_list(&one) == last_list(&two) && last_list(&one) == last_list(&eight));
    let deepest = depths(&one);
    assert!(deepest.last() > Some(&2) && deepest.is_sorted(), "{deepest:?}");
    let mut engine = Engine::with_position(MIDDLE);
    assert_eq!(depths(&engine.go("sim iterations 64")).last(), Some(&2), "a short one does not");
    let shallow = depths(&run(1, "setoption name SimCandidates value 4\nsetoption name SimDeepening value false\n"));
    assert_eq!(shallow.last(), Some(&2));
    // Late in the game all go to its end.
    let mut engine = Engine::with_position(LATE);
    let late = depths(&engine.go("sim iterations 16 useinference false"));
    assert!(late.last() > Some(&2), "{late:?}");
    assert_eq!(depths(&engine.go("sim iterations 16 depth 1")).last(), Some(&1));
    // Without narrowing all are treated alike.
    let plain = "setoption name SimCandidates value 4\nsetoption name SimNarrowing value false\n";
    assert_eq!(depths(&run(1, plain)).last(), Some(&2));
}

/// Rules under which nobody's passes end the game: rollouts to its end do.
#[test]
fn a_game_without_end_is_simulated_in_time() {
    let mut engine = Engine::with_position(&format!("{LATE} mcnz 65535;"));
    let began = std::time::Instant::now();
    let lines = engine.go("sim iterations 64 useinference false");
    assert!(lines.last().unwrap().starts_with("bestmove ") && lines.iter().any(|line| line.contains(" iters 64 ")));
    assert!(began.elapsed() < std::time::Duration::from_secs(60));
}

/// What may be lost is counted in wins or in points, whichever are known: a clear choice takes no time on a clock.
#[test]
fn clear_choices_are_made_at_once_with_and_without_win_chances() {
    for option in ["", "setoption name WinPctTable value none\n"] {
        let mut engine = Engine::with_position("startpos moves 8D.WINDY rack.AEINRST");
        engine.send(option);
        let began = std::time::Instant::now();
        engine.go("1time 1500000 2time 1500000");
        assert!(began.elapsed() < std::time::Duration::from_secs(80), "{:?}", began.elapsed());
    }
}

#[test]
fn the_list_is_in_order_and_says_how_far_behind_each_play_is() {
    let mut engine = Engine::with_position(MIDDLE);
    let list = last_list(&engine.go("sim iterations 96"));
    let sims = &list[..list.len() - 1];
    assert!(list[list.len() - 1].ends_with(sims[0].split(' ').nth(3).unwrap()), "the first is the best move");
    assert_eq!(value(&sims[0], "diff"), 0.0);
    for line in sims {
        assert!((0.0..=100.0).contains(&value(line, "wp")) && value(line, "eqse") > 0.0, "{line}");
        assert!(value(line, "reply") > 5.0 && value(line, "next") > 5.0, "{line}");
        let behind = value(&sims[0], "wp") - value(line, "wp");
        assert!((behind - value(line, "diff")).abs() < 0.011, "{line}");
    }
}

/// However it is limited, and whatever there is to choose from, there is one answer.
#[test]
fn everything_that_can_be_asked_is_answered() {
    let mut engine = Engine::with_position(MIDDLE);
    for words in [
        "sim movetime 50",
        "sim stopcondition 95 iterations 300",
        "1time 300 2time 300",
        "sim 2time 300", // a clock that will not end it
        "sim depth 5 iterations 32",
        "sim depth 1 iterations 32",
    ] {
        let lines = engine.go(words);
        assert!(lines.last().unwrap().starts_with("bestmove "), "{words}: {lines:?}");
    }
    let one = last_list(&engine.go("sim iterations 64 searchmoves C1.FADING"));
    assert_eq!(one.len(), 2, "{one:?}");
    assert!(one[0].contains(" iters 64 ") && one[1] == "bestmove C1.FADING");
    // What was asked for is told of, however bad it is; a phony is not chosen.
    let also = last_list(&engine.go("sim iterations 64 alsosearchmoves pass ex.P 14E.DFLN"));
    for play in ["pass", "ex.P", "14E.DFLN"] {
        assert!(also.iter().any(|line| line.starts_with(&format!("info sim move {play} "))), "{play}: {also:#?}");
    }
    for words in ["searchmoves pass", "sim iterations 32 searchmoves pass"] {
        assert_eq!(engine.go(words).last().unwrap(), "bestmove pass");
    }
}

#[test]
fn stop_gives_the_best_so_far_at_any_moment() {
    let mut engine = Engine::with_position(MIDDLE);
    for wait in [0, 1, 30, 200] {
        engine.send("go sim infinite\n");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        engine.send("stop\n");
        let lines = engine.until(|line| line.starts_with("bestmove "));
        assert!(!lines.last().unwrap().ends_with("none"), "{lines:?}");
    }
}

/// Positions near the end, and an opponent whose tiles are known in part.
#[test]
fn few_tiles_and_known_tiles_are_handled() {
    let mut engine = Engine::with_position(LATE);
    let late = engine.go("sim iterations 96 depth 20");
    assert!(late.last().unwrap().starts_with("bestmove "), "{late:?}");
    let replies = |engine: &mut Engine, theirs: &str| {
        let position = MIDDLE.replace("ADFILNP/", &format!("ADFILNP/{theirs}"));
        engine.send(format!("position {position}\n"));
        value(&last_list(&engine.go("sim iterations 128"))[0], "reply")
    };
    let (unknown, good, bad) = (replies(&mut engine, ""), replies(&mut engine, "?S"), replies(&mut engine, "IIUV"));
    assert!(bad < unknown && unknown < good, "{bad} {unknown} {good}");
}

/// The same rack on the same board, and only the score differs. (What a lead changes in the plays that are chosen is
/// measured by `experiment leads`.)
#[test]
fn a_lead_and_a_deficit_have_different_chances() {
    let mut chances = Vec::new();
    for scores in ["331/195", "95/195"] {
        let mut engine = Engine::with_position(&MIDDLE.replace("231/195", scores));
        let list = last_list(&engine.go("sim iterations 128"));
        chances.push(value(&list[0], "wp"));
    }
    assert!(chances[0] > 85.0 && chances[1] < 35.0, "{chances:?}");
}

/// What is not known is not told: a single sample has no error.
#[test]
fn one_iteration_tells_no_errors() {
    let mut engine = Engine::with_position(MIDDLE);
    let lines = engine.go("sim iterations 1");
    assert!(lines.iter().any(|line| line.starts_with("info sim ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("inf ") || line.contains("se ")), "{lines:?}");
}

/// On an empty board every play has a mirror image: one of the two is enough, unless the other is asked for.
#[test]
fn mirror_images_are_simulated_once() {
    let mut engine = Engine::with_position("startpos moves rack.AEINRST");
    let list = last_list(&engine.go("sim iterations 32"));
    assert_eq!(list.len(), 21, "{list:#?}");
    assert!(list[..20].iter().all(|line| line.starts_with("info sim move 8")), "{list:#?}");
    let also = last_list(&engine.go("sim iterations 32 alsosearchmoves H2.ANESTRI"));
    assert!(also.iter().any(|line| line.starts_with("info sim move H2.ANESTRI ")), "{also:#?}");
}

/// What the static player thinks does not stand against what is plain: its favourite here would end the game with a
/// loss.
#[test]
fn what_is_plain_is_heeded_after_a_few_iterations() {
    let empty = ["15"; 15].join("/");
    let mut engine = Engine::with_position(&format!("cgp {empty} CEIOQRV/AEINRST 0/0 5"));
    let lines = engine.go("sim iterations 32");
    assert!(lines.last().unwrap().starts_with("bestmove 8"), "{lines:?}");
}
