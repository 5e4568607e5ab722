//! Whole sessions of random and damaged commands, with the real engine: it answers or ends cleanly, speaks nothing but
//! protocol, and gives every `go` that it accepts exactly one `bestmove`.
//!
//! `TASSEO_FUZZ_LINES` says how many lines to send, and `TASSEO_FUZZ_SEED` which; a failure names the seed of its
//! session.

mod support;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;
use support::engine::Engine;
use tasseo::protocol::Reply;

/// Lines in a session.
const SESSION: u64 = 250;

const COMMANDS: &[&str] = &[
    "ucgi",
    "siu",
    "isready",
    "ucginewgame",
    "siunewgame",
    "stop",
    "debug on",
    "debug off",
    "show",
    "help stop",
    "help go",
    "belief",
    "belief 3",
    "undo",
    "challenge",
    "register later",
    "copyprotection checking",
    "rack AEINRST",
    "rack ??QZXJV",
    "play 8D.RETINAS",
    "play ex.QV",
    "observe 8D.QI",
    "observe ex.3",
    "play pass",
    "go",
    "go gen",
    "go gen plays 3",
    "go gen all",
    "go infinite",
    "go infinite movetime 5",
    "go gen infinite",
    "go movetime 1",
    "go 1time 1000 2time 1000 1inc 0 2inc 0",
    "go sim iterations 100 depth 2",
    "go infer",
    "go endgame movetime 3",
    "go peg movetime 3",
    "go peg movetime 3 searchmoves pass",
    "go searchmoves 8D.RETINAS pass",
    "go gen alsosearchmoves 8H.NA ex.AE movetime 3",
    "position startpos",
    "position startpos moves rack.AEINRST",
    "position startpos moves 8D.WINDY rack.CEIOQRV",
    "position startpos moves 8D.WINDY 7C.GALE phony.6A.QWERTY rack.AEINRST",
    "position startpos moves 8D.WINDY.DINWY.5.1 ex.3 ex.ABC rack.AEINRS?",
    "position startpos moves 8D.RETINASX pass pass pass pass pass pass",
    "position cgp 15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 AEINRST/ 0/32 0 lex ENABLE1; tmr 5000/5000;",
    "position cgp 15/3Q7U3/3U2TAURINE2/1CHANSONS2W3/2AI6JO3/DIRL1PO3IN3/E1D2EF3V4/F1I2p1TRAIK3/O1L2T4E4/ABy1PIT2BRIG2/ME1MOZELLE5/1GRADE1O1NOH3/WE3R1V7/AT5E7/G6D7 ENOSTXY/ACEISUY 356/378 0",
    "position cgp 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0",
    "position cgp 6KIF2JO2/1VOW4EXTENDS/2RECLAME1HE2T/6GID1ID2A/3VAPOR2O3G/10N2QI/6BAH1A3e/7DEITY2R/6FIN1E1N2/7P4E2/7o4A2/7CUTOUT2/7E4E2/1MIL1BIRO3N2/AUTOLYSE7 AELORSU/ 415/427 0",
    "setoption name Lexicon value ENABLE1",
    "setoption name Lexicon value CSW21",
    "setoption name LetterDistribution value spanish",
    "setoption name LetterDistribution value english",
    "setoption name ChallengeRule value five_point",
    "setoption name Strength value rh3",
    "setoption name SimCandidates value 3",
    "setoption name SimPlies value 4",
    "setoption name SimDeepening value false",
    "setoption name SimPlayer value greedy",
    "setoption name SimGoal value spread",
    "setoption name SimNarrowing value false",
    "go sim iterations 20",
    "go sim movetime 3",
    "go sim infinite movetime 2 searchmoves pass",
    "go sim depth 1 iterations 9 stopcondition 95 threads 3",
    "setoption name Strength value static",
    "setoption name Threads value 3",
    "setoption name MoveOverhead value 20",
    "setoption name Leaves value none",
    "setoption name Leaves value",
    "setoption name WinPctTable value ENABLE1",
    "setoption name UCGI_AnalyseMode value true",
    "setoption name UCGI_ShowCurrLine value true",
    "setoption name UCGI_Opponent value none none computer Macondo",
    "setoption name DataPath value tests/data",
    "",
];

/// A command, as it is or with something wrong with it. None says `quit`.
fn some_line(rng: &mut impl Rng) -> Vec<u8> {
    let mut line = COMMANDS.choose(rng).unwrap().as_bytes().to_vec();
    match rng.random_range(0..20) {
        0..12 => {}
        12 => line = some_words(rng),
        13 => line.truncate(rng.random_range(0..=line.len())),
        14 => line.extend((0..rng.random_range(1..9)).map(|_| rng.random::<u8>())),
        15 => {
            line.push(b' ');
            line.extend_from_slice(COMMANDS.choose(rng).unwrap().as_bytes());
        }
        16 => line.iter_mut().for_each(|byte| *byte = byte.to_ascii_uppercase()),
        _ => {
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..=line.len());
                match rng.random_range(0..3) {
                    0 => line.insert(at, rng.random()),
                    1 if at < line.len() => drop(line.remove(at)),
                    _ if at < line.len() => line[at] = *b" .?/0158AEQZaz\t\0".choose(rng).unwrap(),
                    _ => {}
                }
            }
        }
    }
    line.extend_from_slice([&b"\n"[..], b"\r\n", b"\r"].choose(rng).unwrap());
    line
}

/// Words of all commands, mixed.
fn some_words(rng: &mut impl Rng) -> Vec<u8> {
    let mut word = || COMMANDS.choose(rng).unwrap().split(' ').collect::<Vec<_>>();
    let lists = [word(), word(), word()].concat();
    let count = rng.random_range(1..12);
    lists.choose_multiple(rng, count).copied().collect::<Vec<_>>().join(" ").into_bytes()
}

/// The answer to a question that is asked only last.
fn is_the_end(line: &str) -> bool {
    line.contains("no command \"the-end\"")
}

/// Holds one session.
fn hold(seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Engine::start();
    // Where a search has no limit of its own it takes long: thousands of those would take a night.
    engine.send("setoption name Strength value static\n");
    for _ in 0..SESSION {
        engine.send(some_line(&mut rng));
        if rng.random_bool(0.05) {
            std::thread::sleep(Duration::from_millis(rng.random_range(0..4)));
        }
    }
    // Whatever has been said, it is still there.
    engine.send("\nstop\ndebug off\nisready\nhelp the-end\n");
    let mut answers = engine.until_told("the answer to the last question", is_the_end);
    assert!(answers.iter().any(|line| line == "readyok"), "not ready");
    engine.stdin = None;
    answers.extend(engine.rest());
    assert_eq!(engine.end(), "");
    for answer in &answers {
        assert_eq!(answer.parse().map(|reply: Reply| reply.to_string()).as_ref(), Ok(answer));
    }
    let count = |start: &str| answers.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("info string provenance "), count("bestmove "));
}

#[test]
fn any_session_is_held_to_its_end() {
    let number = |name: &str, default: u64| std::env::var(name).ok().map_or(default, |text| text.parse().unwrap());
    let (lines, first) = (number("TASSEO_FUZZ_LINES", 20_000), number("TASSEO_FUZZ_SEED", 1));
    for seed in first..first + lines.div_ceil(SESSION) {
        let held = std::panic::catch_unwind(|| hold(seed));
        assert!(held.is_ok(), "TASSEO_FUZZ_SEED={seed}, see above");
    }
}
