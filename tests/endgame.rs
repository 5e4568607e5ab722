//! The endgame solver against plain minimax, on random small endgames, and on published ones.

mod support;

use rand::Rng;
use rand::seq::IndexedRandom;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::*;
use tasseo::game::cgp::Cgp;
use tasseo::game::*;
use tasseo::lexicon::Lexicon;
use tasseo::movegen::Generator;
use tasseo::search::endgame::{Bound, Goal, LIST_BYTES, Solution, SolverOptions, solve};
use tasseo::stopper::Stopper;

const OPTIONS: SolverOptions =
    SolverOptions { hash_mb: 1, list_bytes: LIST_BYTES, threads: 1, goal: Goal::Spread, only: Vec::new() };

fn proven(position: &Position, lexicon: &Lexicon, options: SolverOptions) -> Solution {
    let report = solve(position, lexicon, &options, &Stopper::default(), |_| {}).expect("an endgame");
    assert!(report.is_proven);
    report
}

/// The rules played out, every play of both, with nothing clever about it but that no position is looked at twice.
struct Minimax {
    generator: Generator,
    known: HashMap<(Board, [Rack; 2], Player, u32), i32>,
}

impl Minimax {
    /// The most positions that it looks at; it is slow.
    const MOST: usize = 2_000;

    /// The final spread less the present one, for the player on turn; none if that would take too long.
    fn rest(&mut self, position: &Position) -> Option<i32> {
        let racks = Player::BOTH.map(|player| position.rack(player));
        let key = (position.board().clone(), racks, position.on_turn(), position.zero_turns());
        if let Some(&value) = self.known.get(&key) {
            return Some(value);
        }
        if self.known.len() > Self::MOST {
            return None;
        }
        let player = position.on_turn();
        let rack = position.rack(player);
        let plays = self.generator.top(usize::MAX, position.board(), &rack, &no_leaves(&rack), 0);
        let mut best = i32::MIN;
        for found in plays {
            let (after, _) = position.after(&Move::from(found.play)).unwrap();
            let gained = spread(&after, player) - spread(position, player);
            let lost = if after.ending().is_some() { 0 } else { self.rest(&after)? };
            best = best.max(gained - lost);
        }
        self.known.insert(key, best);
        Some(best)
    }
}

fn spread(position: &Position, player: Player) -> i32 {
    position.score(player) - position.score(player.opponent())
}

/// A random game, played until few tiles are left and the bag is empty; none if it ended before. The game goes on
/// however many turns are scoreless; whoever is on turn then is player one.
fn small_endgame(seed: u64, rules: &Rules, lexicon: &Arc<Lexicon>, most_tiles: usize) -> Option<Position> {
    let mut game = RandomGame::new(seed, Rules { max_zero_turns: u32::MAX, ..rules.clone() });
    let mut generator = Generator::new(game.now().rules().clone(), lexicon.clone());
    for _ in 0..60 {
        let now = game.now();
        if now.ending().is_some() {
            return None;
        }
        if now.bag_len() == 0 && now.off_board().len() <= most_tiles {
            let players = PerPlayer([now.on_turn(), now.on_turn().opponent()]);
            let (racks, scores) = (players.0.map(|player| now.rack(player)), players.0.map(|player| now.score(player)));
            let zeros = now.zero_turns().min(rules.max_zero_turns - 1);
            let rules = Arc::new(rules.clone());
            return Position::set_up(rules, now.board().clone(), PerPlayer(racks), PerPlayer(scores), zeros).ok();
        }
        game.step_with_words(&mut generator, 0.0);
    }
    None
}

/// Small boards, few letters, words that nobody knows, tiles worth nothing, and all numbers of scoreless turns.
fn toy(seed: u64) -> (Rules, Arc<Lexicon>) {
    let mut rng = Dealer::new(seed, &Rules::default()).rng;
    let lines = [
        "start 3C\n'.-.=\n.\"...\n..-..\n.=...\n...'.\n",
        "start 2B\n=..'.-\n......\n..#...\n~.....\n.....'\n'..-..\n",
    ];
    let blanks = rng.random_range(0..3);
    let points = *[0, 1, 1, 3].choose(&mut rng).unwrap();
    let letters = &"ABCDE"[..rng.random_range(2..=5)];
    let distribution = tile_set(&format!("?,?,{blanks},0,0"), letters, 18 / letters.len(), points);
    let lexicon = invented(&distribution, rng.random_range(5..150), &mut rng);
    let rules = Rules {
        layout: Arc::new(Layout::parse("toy", lines.choose(&mut rng).unwrap()).unwrap()),
        distribution,
        max_zero_turns: rng.random_range(1..=6),
        ..Rules::default()
    };
    (rules, lexicon)
}

/// Some of the plays and the pass: the value is the best of theirs, and one of them is chosen.
fn compare_named(position: &Position, lexicon: &Lexicon, minimax: &mut Minimax) -> Option<()> {
    let (us, rack) = (position.on_turn(), position.rack(position.on_turn()));
    let plays = minimax.generator.top(usize::MAX, position.board(), &rack, &no_leaves(&rack), 0);
    let only: Vec<Play> = plays.iter().map(|found| found.play).skip(1).step_by(3).chain([Play::Pass]).collect();
    let mut truth = i32::MIN;
    for play in &only {
        let (after, _) = position.after(&Move::from(*play)).unwrap();
        let rest = if after.ending().is_some() { 0 } else { minimax.rest(&after)? };
        truth = truth.max(spread(&after, us) - rest);
    }
    let report = proven(position, lexicon, SolverOptions { only: only.clone(), ..OPTIONS });
    assert_eq!(report.spread, truth, "{} {only:?}", Cgp::of(position).write(&Rules::default()));
    assert!(only.contains(&report.line[0]), "{:?} {only:?}", report.line);
    Some(())
}

/// The value is that of minimax, and the line that comes with it earns just that; none if minimax takes too long.
fn compare(position: &Position, lexicon: &Arc<Lexicon>) -> Option<()> {
    let generator = Generator::new(position.rules().clone(), lexicon.clone());
    let mut minimax = Minimax { generator, known: HashMap::new() };
    let us = position.on_turn();
    let truth = spread(position, us) + minimax.rest(position)?;
    let picture = || Cgp::of(position).write(&Rules::default());
    let report = proven(position, lexicon, OPTIONS);
    assert_eq!((report.spread, report.bound), (truth, Bound::Exact), "{}", picture());
    let mut now = position.clone();
    for play in &report.line {
        now = now.after(&Move::from(*play)).unwrap().0;
    }
    let rest = if now.ending().is_some() { 0 } else { minimax.rest(&now)? };
    let rest = if now.on_turn() == us { rest } else { -rest };
    assert_eq!(spread(&now, us) + rest, truth, "{} {:?}", picture(), report.line);
    let shared = proven(position, lexicon, SolverOptions { threads: 3, ..OPTIONS });
    assert_eq!(shared.spread, truth, "with three threads: {}", picture());
    let won = proven(position, lexicon, SolverOptions { goal: Goal::FirstWin, ..OPTIONS });
    assert_eq!(won.spread > 0, truth > 0, "first win: {}", picture());
    assert!(truth > 0 || won.spread == truth, "what is not won is solved: {}", picture());
    let result = proven(position, lexicon, SolverOptions { goal: Goal::Result, ..OPTIONS });
    assert_eq!(result.spread.signum(), truth.signum(), "result: {}", picture());
    compare_named(position, lexicon, &mut minimax)
}

/// Does a test for many seeds on two threads; gives how many it was done for.
fn for_seeds(seeds: u64, test: impl Fn(u64) -> bool + Sync) -> usize {
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for first in 0..2 {
            let (test, done) = (&test, &done);
            scope.spawn(move || {
                let count = (first..seeds).step_by(2).filter(|&seed| test(seed)).count();
                done.fetch_add(count, Ordering::Relaxed);
            });
        }
    });
    done.into_inner()
}

#[test]
fn toy_endgames_are_solved_as_minimax_solves_them() {
    let done = for_seeds(4000, |seed| {
        let (rules, lexicon) = toy(seed);
        let endgame = small_endgame(seed, &rules, &lexicon, 6);
        endgame.and_then(|position| compare(&position, &lexicon)).is_some()
    });
    assert!(done > 2000, "{done} endgames");
}

#[test]
fn english_endgames_are_solved_as_minimax_solves_them() {
    let lexicon = thinned(&english(), 20);
    let done = for_seeds(60, |seed| {
        let endgame = small_endgame(seed, &Rules::default(), &lexicon, 5);
        endgame.and_then(|position| compare(&position, &lexicon)).is_some()
    });
    assert!(done > 20, "{done} endgames");
}

/// The endgame of Sheppard's paper on Maven, the second example in the specification of CGP.
const MAVEN: &str = "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/\
    1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 0/0 0";

fn position(cgp: &str) -> Position {
    Cgp::parse(cgp, &Catalogue::default(), &Rules::default()).unwrap().position
}

/// The paper's own answer rests on another lexicon and is not at hand: the play is what this solver proved on ENABLE1,
/// the spread is checked against its own line.
#[test]
fn the_endgame_of_the_paper_is_proven() {
    let (lexicon, position) = (enable1(), position(MAVEN));
    let report = proven(&position, &lexicon, SolverOptions { hash_mb: 64, ..OPTIONS });
    let mut now = position.clone();
    for play in &report.line {
        now = now.after(&Move::from(*play)).unwrap().0;
    }
    assert!(now.ending().is_some());
    assert_eq!(spread(&now, position.on_turn()), report.spread);
    assert_eq!(report.line[0].display(english().alphabet()), "7I.ZEK");
}

#[test]
fn what_is_no_endgame_is_not_solved() {
    let lexicon = enable1();
    let start = Position::start(Arc::new(Rules::default()));
    assert_eq!(solve(&start, &lexicon, &OPTIONS, &Stopper::default(), |_| {}), None);
}

#[test]
fn there_is_an_answer_even_if_there_is_no_time() {
    let (lexicon, position) = (enable1(), position(MAVEN));
    let mut reports = Vec::new();
    let stop = Stopper::default().for_checks(101);
    let last = solve(&position, &lexicon, &OPTIONS, &stop, |report| reports.push(report.clone())).unwrap();
    let newest = reports.last().expect("a first report");
    assert_eq!((&newest.line, newest.spread), (&last.line, last.spread));
    assert!(!last.is_proven && position.check(&last.line[0]).is_ok());
    let nothing = solve(&position, &lexicon, &OPTIONS, &Stopper::default().for_checks(0), |_| {}).unwrap();
    assert!(!nothing.is_proven && position.check(&nothing.line[0]).is_ok());
}
