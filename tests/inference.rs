//! Reading the opponent, seen from outside: `go infer`, `belief`, and simulations that draw by what was read.

mod support;

use std::collections::HashMap;
use support::engine::Engine;

/// Richards and Amir's example: the opponent opens, and we hold GLORRTU.
const IMINO: &str = "startpos moves 8H.IMINO rack.GLORRTU";
/// A game that has gone on for a while, with our racks told.
const GAME: &str = "startpos moves 8D.WINDY.AEDINWY 7F.HAE 9G.OE.AEIOSTV 10F.MEN rack.AILRSTV";

/// What `go infer` told: chances by what they are of, the last ones.
struct Told {
    leaves: HashMap<String, [f64; 2]>,
    tiles: HashMap<String, [f64; 2]>,
    policies: Vec<[f64; 2]>,
    /// All that were told, in order.
    summaries: Vec<HashMap<String, f64>>,
}

fn infer(engine: &mut Engine, words: &str) -> Told {
    let lines = engine.go(&format!("infer {words}"));
    assert_eq!(lines.last().unwrap(), "bestmove none", "{lines:?}");
    let mut told = Told { leaves: HashMap::new(), tiles: HashMap::new(), policies: Vec::new(), summaries: Vec::new() };
    for line in lines.iter().filter_map(|line| line.strip_prefix("info infer ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse::<f64>().unwrap();
        match words[..] {
            ["leave", tiles, "prob", chance, "prior", prior] => {
                told.leaves.insert(tiles.into(), [number(chance), number(prior)]);
            }
            ["tile", tile, "prob", chance, "prior", prior] => {
                told.tiles.insert(tile.into(), [number(chance), number(prior)]);
            }
            ["policy", "temperature", _, "floor", _, "prob", chance, "prior", prior] => {
                told.policies.push([number(chance), number(prior)]);
            }
            _ => told.summaries.push(words.chunks(2).map(|pair| (pair[0].into(), number(pair[1]))).collect()),
        }
    }
    told
}

fn sum(chances: impl Iterator<Item = f64>) -> f64 {
    chances.sum()
}

/// The list that a simulation ends with, and what it says of its belief, but for the time.
fn simulate(engine: &mut Engine, words: &str) -> Vec<String> {
    let lines = engine.go(&format!("sim {words}"));
    let belief = lines.iter().filter(|line| line.starts_with("info string belief"));
    let mut list: Vec<String> = belief.map(|line| line.split(" time ").next().unwrap().to_owned()).collect();
    let end = lines.iter().rposition(|line| line.starts_with("info depth")).unwrap();
    let sims = lines[..end].iter().rev().take_while(|line| !line.starts_with("info depth"));
    list.extend(sims.filter(|line| line.starts_with("info sim ")).cloned());
    list.push(lines.last().unwrap().clone());
    list
}

fn says_belief(list: &[String]) -> bool {
    list.iter().filter(|line| line.starts_with("info string belief ")).count() == 1
}

#[test]
fn the_papers_example() {
    let mut engine = Engine::with_position(IMINO);
    engine.send("setoption name Likelihood value best\n");
    let best = infer(&mut engine, "all");
    assert_eq!(best.leaves.len(), 33, "a few dozen of 372 survive");
    assert!((sum(best.leaves.values().map(|leave| leave[0])) - 1.0).abs() < 1e-4);
    assert!(!best.leaves.contains_key("?H") && !best.leaves.contains_key("?L"));
    let last = best.summaries.last().unwrap();
    assert_eq!((last["plays"], last["racks"], last["covered"]), (1.0, 372.0, 1.0));
    assert!(last["effective"] < 33.0 && best.policies.is_empty());
    let [rack, prior] = best.leaves["?O"];
    assert!((0.015..0.02).contains(&rack) && (0.003..0.004).contains(&prior), "{rack} {prior}");
    // By the paper's weights, leaves that repeat a letter of the play are too heavy: EI and AI by three, IO by six.
    engine.send("setoption name InferenceWeights value leave\n");
    let paper = infer(&mut engine, "all");
    let heavier = |leave: &str| (paper.leaves[leave][0] / paper.leaves["?O"][0]) / (best.leaves[leave][0] / rack);
    assert!(["EI", "AI"].iter().all(|leave| (heavier(leave) - 1.5).abs() < 0.01), "{}", heavier("EI"));
    assert!((heavier("IO") - 3.0).abs() < 0.01, "{}", heavier("IO"));
    // Against a leave that repeats none; ?O itself repeats the O.
    assert!((paper.leaves["?O"][0] / paper.leaves["ES"][0] / (rack / best.leaves["ES"][0]) - 2.0).abs() < 0.01);
}

/// By default nothing is ruled out, tiles and policies are told, and the policies add up.
#[test]
fn the_default_rules_nothing_out() {
    let mut engine = Engine::with_position(IMINO);
    let told = infer(&mut engine, "all");
    assert_eq!((told.leaves.len(), told.tiles.len(), told.policies.len()), (372, 27, 8));
    let ratio = |leave: &str| told.leaves[leave][0] / told.leaves[leave][1];
    assert!(ratio("?H") < 0.2 && ratio("?L") < 0.2 && ratio("?O") > 1.0);
    assert!(told.tiles["S"][0] > told.tiles["S"][1] && told.tiles["D"][0] < told.tiles["D"][1]);
    for at in [0, 1] {
        assert!((sum(told.policies.iter().map(|policy| policy[at])) - 1.0).abs() < 1e-4);
    }
    assert_eq!(infer(&mut engine, "plays 5").leaves.len(), 5);
    // Whoever is known to play softly is read less sharply; and who has no leave values otherwise.
    let effective = |told: &Told| told.summaries.last().unwrap()["effective"];
    engine.send("setoption name UCGI_Opponent value none 800 human Ann\n");
    let human = infer(&mut engine, "");
    assert!(effective(&human) > effective(&told) && human.policies[0][1] < told.policies[0][1]);
    engine.send("setoption name UCGI_Opponent value none none computer Tasseo\nsetoption name Leaves value none\n");
    let greedy = infer(&mut engine, "");
    assert!(greedy.policies[0][1] > told.policies[0][1]);
    assert_ne!(effective(&greedy), effective(&told));
}

/// Many racks are judged in stages; what is told on the way never covers less than before, and all at the end.
#[test]
fn a_belief_grows_while_it_is_told() {
    let mut engine = Engine::with_position("startpos moves 8H.AH rack.GLORRTU");
    let told = infer(&mut engine, "");
    assert!(told.summaries.windows(2).all(|pair| pair[0]["covered"] <= pair[1]["covered"]));
    assert_eq!(told.summaries.last().unwrap()["covered"], 1.0);
    assert_eq!(told.summaries.last().unwrap()["racks"], 144_615.0);
    engine.send("setoption name InferenceRacks value 5000\n");
    let few = infer(&mut engine, "");
    assert!((0.1..1.0).contains(&few.summaries.last().unwrap()["covered"]));
    // Our own rack may be unknown, and there may be a limit.
    engine.send("position startpos moves 8H.AH\n");
    infer(&mut engine, "movetime 5000 threads 2");
}

/// Where there is nothing to infer, one line says why; and `belief` tells what can be told.
#[test]
fn nothing_to_infer_is_said_clearly() {
    let mut engine = Engine::start();
    let cases = [
        ("startpos moves rack.GLORRTU", "no play of player 2 is known", "player 2 holds 7 unknown tiles, and no play"),
        ("startpos moves 8D.WINDY pass pass pass pass pass pass", "the game is over", "the game is over"),
        (
            "cgp 15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 AEINRST/ABCDEFG 0/32 0",
            "player 2 holds ABCDEFG",
            "player 2 holds ABCDEFG",
        ),
        (
            "cgp 7ANeARING/4OPINED5/4Z2t7/3CONFIT6/4N2V7/4E2I6T/4S2R2L1W1U/HM5UPHOVE1Q/1ACETINS2F1A1U/OXO1U5T1R1E/2MOB5I1ITS/2BYE5EWER1/1JO7REDE1/1O2AA7K1/AGEDLY1GLAIRES1 DLT/ 429/431 0",
            "player 2 holds AI",
            "player 2 holds AI",
        ),
    ];
    for (position, why, told) in cases {
        engine.send(format!("position {position}\n"));
        let lines = engine.go("infer");
        assert_eq!(lines, [format!("info string error bad-position nothing to infer: {why}")], "{position}");
        engine.send("belief 1\n");
        let said = engine.until_ready();
        assert!(said[0].starts_with(&format!("info string {told}")), "{said:?}");
    }
}

/// A play that came off leaves its tiles on the rack for certain; a bingo leaves nothing.
#[test]
fn what_is_certain_is_told_as_certain() {
    let mut engine = Engine::with_position("startpos moves phony.8H.QUIZY rack.GLORRTU");
    let told = infer(&mut engine, "");
    for tile in ["Q", "U", "I", "Z", "Y"] {
        assert_eq!(told.tiles[tile][0], 1.0, "{tile}");
    }
    assert!(told.leaves.keys().all(|leave| leave.len() == 7 && leave.contains('Q')));
    let known = simulate(&mut engine, "iterations 32");
    assert!(says_belief(&known), "{known:?}");
    engine.send("position startpos moves 8H.RETAINS rack.GLORRTU\n");
    let bingo = infer(&mut engine, "");
    assert!(bingo.leaves.is_empty() && bingo.tiles.len() == 27);
    assert!(bingo.tiles.values().all(|[chance, prior]| (chance - prior).abs() < 1e-5));
}

/// The same belief and the same simulation on any number of threads, and however the game was told.
#[test]
fn the_same_for_any_threads_and_any_way_to_tell_the_game() {
    let mut lists = Vec::new();
    for threads in [1, 2, 8] {
        let mut engine = Engine::with_position(GAME);
        lists.push(simulate(&mut engine, &format!("iterations 96 threads {threads}")));
    }
    // Turn by turn; and after another game, a step too far, and a step back.
    let mut engine = Engine::start();
    for position in [
        "startpos moves 8D.WINDY.AEDINWY 7F.HAE rack.AEIOSTV",
        GAME,
        "startpos moves 8H.QUIZ rack.AEINRST",
        "startpos moves 8D.WINDY.AEDINWY 7F.HAE 9G.OE.AEIOSTV 10F.MEN ex.V.AILRSTV 11B.BUCKO rack.AEILRST",
    ] {
        engine.send(format!("position {position}\n"));
        let list = simulate(&mut engine, "iterations 96");
        lists.extend((position == GAME).then_some(list));
    }
    engine.send(format!("position {GAME}\n"));
    lists.push(simulate(&mut engine, "iterations 96"));
    engine.send("ucginewgame\nrack ADEINWY\nplay 8D.WINDY\nobserve 7F.HAE\nrack AEIOSTV\nplay 9G.OE\nobserve 10F.MEN\nrack AILRSTV\n");
    lists.push(simulate(&mut engine, "iterations 96"));
    assert!(says_belief(&lists[0]) && lists[0][0].contains(" plays 2 "), "{:?}", lists[0]);
    assert!(lists.iter().all(|list| *list == lists[0]), "{lists:#?}");
    assert_ne!(simulate(&mut engine, "iterations 96 useinference false"), lists[0]);
}

/// An option switches reading off, and a word of `go` decides for one search.
#[test]
fn reading_can_be_switched_off() {
    let mut engine = Engine::with_position(IMINO);
    assert!(says_belief(&simulate(&mut engine, "iterations 32")));
    let off = simulate(&mut engine, "iterations 32 useinference false");
    assert!(!says_belief(&off));
    engine.send("setoption name UseInference value false\n");
    assert_eq!(simulate(&mut engine, "iterations 32"), off);
    assert!(says_belief(&simulate(&mut engine, "iterations 32 useinference")));
    // Nobody has played: there is nothing to read. A rack that is told by an oracle needs no reading either.
    for position in [
        "startpos moves rack.GLORRTU",
        "cgp 15/15/15/15/15/15/15/7IMINO3/15/15/15/15/15/15/15 GLORRTU/?O 0/16 0",
        "cgp 15/15/15/15/15/15/15/7IMINO3/15/15/15/15/15/15/15 GLORRTU/?OAEINS 0/16 0",
    ] {
        engine.send(format!("position {position}\n"));
        assert!(!says_belief(&simulate(&mut engine, "iterations 32 useinference true")), "{position}");
    }
}

/// Who throws U, V and W away and keeps four tiles has kept good ones: the reply is worth more than by chance.
#[test]
fn simulations_believe_what_was_read() {
    let mut engine = Engine::with_position("startpos moves ex.UVW rack.GLORRTU");
    let mut reply = |inference: bool| {
        let list = simulate(&mut engine, &format!("iterations 512 searchmoves 8D.GROUT useinference {inference}"));
        let sim = list.iter().find(|line| line.starts_with("info sim")).unwrap();
        sim.split(" reply ").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let (read, unread) = (reply(true), reply(false));
    assert!(read > unread + 4.0, "{read} {unread}");
}

/// Reading never keeps anybody waiting: millions of racks are judged meanwhile.
#[test]
fn stop_and_isready_are_heard_while_reading() {
    let mut engine = Engine::with_position("startpos moves ex.3 rack.GLORRTU");
    for words in ["infer", "sim infinite", "movetime 300", "1time 3000 2time 3000", "infer movetime 100"] {
        engine.send(format!("go {words}\n"));
        assert!(engine.until_ready().iter().all(|line| !line.starts_with("bestmove")) || words.contains("time"));
        if !words.contains("time") {
            engine.send("stop\n");
            let lines = engine.until(|line| line.starts_with("bestmove "));
            assert_eq!(lines.last().unwrap() == "bestmove none", words == "infer", "{lines:?}");
        }
    }
    engine.send("belief 1\nshow\nstop\n");
    let lines = engine.until(|line| line.starts_with("info string cgp"));
    assert!(!lines.iter().any(|line| line.starts_with("info string error")), "{lines:?}");
    assert_eq!(engine.end(), "");
}

/// `belief` is a table, with a bar for each line; what comes after it is answered after it.
#[test]
fn belief_is_a_table_with_bars() {
    let mut engine = Engine::with_position(IMINO);
    engine.send("belief 4\nhelp stop\n");
    let lines = engine.until(|line| line.starts_with("info string stop "));
    assert!(lines[0].starts_with("info string player 1 kept 2 of its 7 tiles; 1 play read, 372 racks"), "{lines:?}");
    let bars: Vec<usize> = lines.iter().map(|line| line.matches('#').count()).collect();
    assert_eq!((bars.len(), bars[2], bars.iter().filter(|&&bar| bar > 0).count()), (13, 30, 8), "{lines:#?}");
    assert!(bars[2..6].windows(2).all(|pair| pair[0] >= pair[1]));
    // While a search goes on that has read the opponent, it is told what that has read.
    engine.send("go sim infinite\n");
    engine.until(|line| line.starts_with("info string belief "));
    engine.send("belief 4\n");
    let told = engine.until(|line| line.starts_with("info string it seems"));
    assert!(told.contains(&lines[2]), "{told:?}");
    engine.send("stop\n");
    engine.until(|line| line.starts_with("bestmove "));
}

/// With `PegBelief`, or when `go` says so, the draws of a pre-endgame weigh what the rack is believed in that they
/// leave.
#[test]
fn pre_endgames_weigh_draws_by_what_was_read() {
    let before = "cgp 6KIF2JO2/1VOW4EXTENDS/2RECLAME1HE2T/6GID1ID2A/3VAPOR2O3G/10N2QI/6BAH1A3e/7DEITY2R/6FIN1E1N2/7P4E2/7o4A2/7CUTOUT2/7E4E2/1MIL1BIRO3N2/AUTOLY9 /AELORSU 353/415 0 moves 15A.AUTOLYSE";
    let mut engine = Engine::with_position(before);
    let mut wins = |words: &str| -> (Vec<f64>, bool) {
        let lines = engine.go(&format!("peg searchmoves A1.SAUREL A1.SAUL 5D.VAPORS {words}"));
        assert!(lines.iter().all(|line| !line.contains("ignored")), "{lines:?}");
        let number = |line: &String| line.split(" w:").nth(1)?.split(' ').next()?.parse().ok();
        let found: Vec<f64> = lines.iter().filter(|line| line.contains("proven")).filter_map(number).collect();
        (found, says_belief(&lines))
    };
    let plain = wins("");
    assert!(!plain.1 && plain.0.len() >= 3 && plain.0.iter().all(|wins| (8.0 * wins).fract() == 0.0), "{plain:?}");
    let read = wins("useinference");
    assert!(read.1 && read.0.iter().any(|wins| (8.0 * wins).fract() != 0.0), "{read:?}");
    engine.send("setoption name PegBelief value true\n");
    let mut again = |words: &str| engine.go(&format!("peg searchmoves A1.SAUREL {words}"));
    assert!(says_belief(&again("")) && !says_belief(&again("useinference false")));
    engine.send("setoption name UseInference value false\n");
    assert!(!says_belief(&engine.go("peg searchmoves A1.SAUREL")));
}
