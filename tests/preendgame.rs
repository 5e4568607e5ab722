//! The pre-endgame against slow, obvious code: every tile that may be in the bag, one after the other.

mod support;

use rand::Rng;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use support::*;
use tasseo::game::cgp::Cgp;
use tasseo::game::*;
use tasseo::lexicon::{Lexicon, Library};
use tasseo::movegen::Generator;
use tasseo::search::endgame::{self, Goal};
use tasseo::search::preendgame::{PegAnalysis, PegCandidate, PegOptions, analyse};
use tasseo::stopper::Stopper;

fn options(threads: usize, only: Vec<Play>) -> PegOptions {
    let threads = NonZeroUsize::new(threads).unwrap();
    PegOptions { threads, hash_mb: 2, only, also: Vec::new(), first: None, rounds: usize::MAX, seed: 1 }
}

/// An English pre-endgame with one tile in the bag.
const ONE_TO_GO: &str = "6KIF2JO2/1VOW4EXTENDS/2RECLAME1HE2T/6GID1ID2A/3VAPOR2O3G/10N2QI/6BAH1A3e/7DEITY2R/6FIN1E1N2/7P4E2/7o4A2/7CUTOUT2/7E4E2/1MIL1BIRO3N2/AUTOLYSE7 AELORSU/ 415/427 0";

fn solver() -> endgame::SolverOptions {
    endgame::SolverOptions {
        hash_mb: 2,
        list_bytes: endgame::LIST_BYTES,
        threads: 1,
        goal: Goal::Spread,
        only: Vec::new(),
    }
}

fn one_in_the_bag(seed: u64) -> (Position, Arc<Lexicon>) {
    with_words(seed, 20..80, ("ABCDE", 3))
}

fn few_words(seed: u64) -> (Position, Arc<Lexicon>) {
    with_words(seed, 8..14, ("ABCDE", 3))
}

/// A small board, so many tiles of each letter, two full racks and the rest in the bag; the opponent's rack is not
/// known.
fn with_words(seed: u64, words: Range<usize>, (letters, each): (&str, usize)) -> (Position, Arc<Lexicon>) {
    let mut rng = Dealer::new(seed, &Rules::default()).rng;
    let distribution = tile_set("?,?,0,0,0", letters, each, 1 + seed as usize % 3);
    let lexicon = invented(&distribution, rng.random_range(words), &mut rng);
    let layout = Layout::parse("toy", "start 3C\n'.-.=\n.\"...\n..-..\n.=...\n...'.\n").unwrap();
    let rules = Rules { layout: Arc::new(layout), distribution, ..Rules::default() };
    let mut game = RandomGame::new(seed, rules);
    let mut now = game.now().clone();
    now.forget_rack(now.on_turn().opponent());
    now.adjust_score(now.on_turn(), game.rng().random_range(-9..9));
    (now, lexicon)
}

/// For each choice of the unseen tiles that may be in the bag: what the opponent holds then, and the final spread after
/// a play that empties the bag.
fn spreads(position: &Position, lexicon: &Lexicon, play: &Play) -> Vec<(Rack, i32)> {
    let us = position.on_turn();
    let unseen: Vec<Tile> = position.unseen_by(us).iter().collect();
    let part = |choice: u32, of: u32| (0..unseen.len()).filter(move |at| choice >> at & 1 == of).map(|at| unseen[at]);
    let spread = |choice: u32| {
        let held = Rack::try_from_tiles(part(choice, 0)).unwrap();
        let mut dealt = position.clone();
        dealt.set_rack(us.opponent(), held).unwrap();
        let (mut after, _) = dealt.after(&Move::from(*play)).unwrap();
        let mut rack = after.rack(us);
        assert!(part(choice, 1).all(|tile| rack.push(tile)));
        after.set_rack(us, rack).unwrap();
        let options = solver();
        let report = endgame::solve(&after, lexicon, &options, &Stopper::default(), |_| {}).unwrap();
        assert!(report.is_proven);
        // The opponent is on turn in the endgame.
        (held, -report.spread)
    };
    let choices = (0..1 << unseen.len()).filter(|choice: &u32| choice.count_ones() as usize == position.bag_len());
    choices.map(spread).collect()
}

/// Fails unless a candidate is proven to win, draw and lose as often as it does, among all choices of tiles for the bag.
fn check_proven(candidate: &PegCandidate, position: &Position, lexicon: &Lexicon) {
    let spreads = spreads(position, lexicon, &candidate.play);
    let part = |sign: i32| {
        let count = spreads.iter().filter(|(_, spread)| spread.signum() == sign).count();
        count as f64 / spreads.len() as f64
    };
    let (found, expected) = ([candidate.wins, candidate.draws, candidate.losses], [1, 0, -1].map(part));
    assert!(candidate.is_proven, "{candidate:?}");
    let is_same = found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() < 1e-9);
    assert!(is_same, "{candidate:?}, counted {expected:?}");
}

fn look(position: &Position, lexicon: &Arc<Lexicon>, options: &PegOptions) -> PegAnalysis {
    analyse(position, lexicon, options, None, &Stopper::default(), |_| {}).unwrap()
}

#[test]
fn every_tile_is_tried_as_often_as_it_is_there() {
    let mut compared = 0;
    for seed in 0..12 {
        let (position, lexicon) = one_in_the_bag(seed);
        let all = look(&position, &lexicon, &PegOptions { rounds: 1, ..options(2, Vec::new()) });
        let places = all.candidates.iter().map(|candidate| candidate.play).filter(|play| *play != Play::Pass);
        let report = look(&position, &lexicon, &options(2, places.take(3).chain([Play::Pass]).collect()));
        for candidate in report.candidates.iter().filter(|candidate| candidate.play != Play::Pass) {
            check_proven(candidate, &position, &lexicon);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn every_pair_is_tried_as_often_as_it_is_there() {
    let mut compared = 0;
    for seed in 0..4 {
        let (position, lexicon) = with_words(seed, 20..80, ("ABCDEFGH", 2));
        let all = look(&position, &lexicon, &PegOptions { rounds: 1, ..options(2, Vec::new()) });
        let empties = |play: &Play| play.tiles_used(position.board()).is_some_and(|tiles| tiles.len() >= 2);
        let places = all.candidates.iter().map(|found| found.play).filter(|play| matches!(play, Play::Place(_)));
        let report = look(&position, &lexicon, &options(2, places.filter(empties).take(2).collect()));
        for candidate in &report.candidates {
            check_proven(candidate, &position, &lexicon);
            compared += 1;
        }
    }
    assert!(compared > 4, "{compared}");
}

/// Where there are too many draws to try, nothing is certain, however many of them were won.
#[test]
fn what_is_sampled_is_not_proven() {
    let (mut position, lexicon) = with_words(1, 20..40, ("ABCDEFGHI", 2));
    position.adjust_score(position.on_turn(), 300);
    assert_eq!(position.bag_len(), 4);
    let report = look(&position, &lexicon, &PegOptions { rounds: 4, ..options(2, Vec::new()) });
    assert!(report.candidates.iter().any(|candidate| candidate.wins == 1.0 && candidate.round >= 2));
    assert!(report.candidates.iter().all(|candidate| !candidate.is_proven));
}

/// The endgames of a whole board are not solved in any round but the last ones.
#[test]
fn what_is_proven_stays_so() {
    let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
    let cgp = Cgp::parse(ONE_TO_GO, &Catalogue::default(), &Rules::default()).unwrap();
    for lead in [0, 100] {
        let mut position = cgp.position.clone();
        position.adjust_score(position.on_turn(), lead);
        let rounds = PegOptions { rounds: 4, hash_mb: 16, ..options(2, Vec::new()) };
        let mut proven: HashMap<Play, [f64; 3]> = HashMap::new();
        analyse(&position, &lexicon, &rounds, None, &Stopper::default(), |report| {
            for found in &report.candidates {
                let results = [found.wins, found.draws, found.losses];
                match proven.get(&found.play) {
                    Some(known) => assert!(found.is_proven && results == *known, "{found:?}, proven {known:?}"),
                    None if found.is_proven => drop(proven.insert(found.play, results)),
                    None => {}
                }
            }
        });
        assert!(!proven.is_empty());
    }
}

#[test]
fn points_are_exact_where_the_game_is_decided() {
    let mut compared = 0;
    for (seed, lead) in (0..6).zip([300, -300].into_iter().cycle()) {
        let (mut position, lexicon) = one_in_the_bag(seed);
        position.adjust_score(position.on_turn(), lead);
        let report = look(&position, &lexicon, &options(2, Vec::new()));
        let judged_last = report.candidates.iter().filter(|candidate| candidate.round + 1 == report.rounds);
        for candidate in judged_last.filter(|candidate| candidate.is_proven) {
            let spreads = spreads(&position, &lexicon, &candidate.play);
            let mean = spreads.iter().map(|&(_, spread)| f64::from(spread)).sum::<f64>() / spreads.len() as f64;
            assert!((candidate.spread - mean).abs() < 1e-9, "{seed}: {candidate:?}, in truth {mean}");
            compared += 1;
        }
    }
    assert!(compared > 6, "{compared}");
}

/// The worst that the opponent, who sees all, can do to us by a play after our pass, for each unseen tile in the bag.
fn worst_replies(position: &Position, lexicon: &Arc<Lexicon>) -> Vec<i32> {
    let us = position.on_turn();
    let unseen: Vec<Tile> = position.unseen_by(us).iter().collect();
    let mut generator = Generator::new(position.rules().clone(), lexicon.clone());
    let worst = |at: usize| {
        let others = unseen.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &tile)| tile);
        let rack = Rack::try_from_tiles(others).unwrap();
        let mut dealt = position.clone();
        dealt.set_rack(us.opponent(), rack).unwrap();
        let (passed, _) = dealt.after(&Move::from(Play::Pass)).unwrap();
        let replies = generator.top(usize::MAX, passed.board(), &rack, &no_leaves(&rack), 0);
        let placed = replies.into_iter().filter(|found| found.play != Play::Pass);
        let results = placed.map(|found| {
            let (mut after, _) = passed.after(&Move::from(found.play)).unwrap();
            let mut kept = after.rack(us.opponent());
            assert!(kept.push(unseen[at]));
            after.set_rack(us.opponent(), kept).unwrap();
            let options = solver();
            let report = endgame::solve(&after, lexicon, &options, &Stopper::default(), |_| {}).unwrap();
            assert!(report.is_proven);
            report.spread.signum()
        });
        results.min().unwrap_or(1)
    };
    (0..unseen.len()).map(worst).collect()
}

#[test]
fn a_pass_is_not_flattered() {
    let mut bad = 0;
    for seed in 0..8 {
        let (position, lexicon) = few_words(seed);
        let report = look(&position, &lexicon, &options(2, vec![Play::Pass]));
        let pass = &report.candidates[0];
        assert!(!pass.is_proven);
        let worst = worst_replies(&position, &lexicon);
        let share = |of: &dyn Fn(i32) -> bool| worst.iter().filter(|&&sign| of(sign)).count() as f64 / 8.0;
        assert!(pass.wins <= share(&|sign| sign > 0) + 1e-9, "{seed}: {pass:?} {worst:?}");
        assert!(pass.losses >= share(&|sign| sign < 0) - 1e-9, "{seed}: {pass:?} {worst:?}");
        bad += usize::from(pass.losses > 0.0);
    }
    assert!(bad > 2, "{bad} passes lose");
}

/// What was found until a round was stopped is made use of: what is told is that of the last whole round, but that the
/// candidates which were done are judged by the round that was not, in their own places.
#[test]
fn a_round_that_is_stopped_is_not_lost() {
    let (position, lexicon) = one_in_the_bag(3);
    let rounds = |rounds| look(&position, &lexicon, &PegOptions { rounds, ..options(1, Vec::new()) });
    let (before, whole) = (rounds(1), rounds(2));
    let of =
        |report: &PegAnalysis, play: Play| report.candidates.iter().find(|found| found.play == play).unwrap().clone();
    let mut partly = 0;
    for most in (0..4000).step_by(40) {
        let stop = Stopper::default().for_checks(most as u64);
        let all = PegOptions { rounds: 2, ..options(1, Vec::new()) };
        let report = analyse(&position, &lexicon, &all, None, &stop, |_| {}).unwrap();
        let done: Vec<Play> =
            report.candidates.iter().filter(|found| found.round == 1).map(|found| found.play).collect();
        if report.rounds != 1 {
            continue;
        }
        partly += usize::from(!done.is_empty());
        for found in &report.candidates {
            let expected = if done.contains(&found.play) { of(&whole, found.play) } else { of(&before, found.play) };
            assert_eq!(*found, expected);
        }
        let only_done = |report: &PegAnalysis| -> Vec<Play> {
            report.candidates.iter().map(|found| found.play).filter(|play| done.contains(play)).collect()
        };
        assert_eq!(only_done(&report), only_done(&whole), "in order by what is comparable");
        let others = |report: &PegAnalysis| -> Vec<Play> {
            report.candidates.iter().map(|found| found.play).filter(|play| !done.contains(play)).collect()
        };
        assert_eq!(others(&report), others(&before), "the others are where they were");
    }
    assert!(partly > 3, "{partly} rounds were stopped halfway");
}

/// If even the first round is stopped, what is told are the candidates for which it was done, with all their draws, the
/// one that was to be the first among them.
#[test]
fn a_first_round_that_is_stopped_compares_what_was_judged() {
    let (position, lexicon) = one_in_the_bag(3);
    let rounds = PegOptions { rounds: 1, ..options(1, Vec::new()) };
    let whole = look(&position, &lexicon, &rounds);
    let first = whole.candidates.iter().rfind(|found| found.play != Play::Pass).unwrap().play;
    let rounds = PegOptions { first: Some(first), ..rounds };
    let mut partly = 0;
    for most in 0..whole.candidates.len() * 8 {
        let stop = Stopper::default().for_checks(most as u64);
        let mut reports = Vec::new();
        let last = analyse(&position, &lexicon, &rounds, None, &stop, |report| reports.push(report.clone())).unwrap();
        assert_eq!(reports.last(), Some(&last));
        let judged: Vec<Play> = last.candidates.iter().map(|found| found.play).collect();
        assert!(last.rounds == 1 || judged.len() < whole.candidates.len());
        assert!(judged.is_empty() || judged.contains(&first));
        let expected = whole.candidates.iter().filter(|found| judged.contains(&found.play));
        assert!(last.candidates.iter().eq(expected), "{most}: {last:?}");
        partly += usize::from(last.rounds == 0 && judged.len() > 1);
    }
    assert!(partly > 3, "{partly} first rounds were stopped halfway");
}

/// Who wins if nobody plays any more can answer a pass by a pass: then a pass loses only to what the opponent plays.
#[test]
fn a_pass_wins_if_waiting_does_and_no_reply_is_better() {
    let mut won = 0;
    for seed in 0..8 {
        let (mut position, lexicon) = few_words(seed);
        position.adjust_score(position.on_turn(), 25);
        let report = look(&position, &lexicon, &options(2, vec![Play::Pass]));
        let worst = worst_replies(&position, &lexicon);
        let wins = worst.iter().filter(|&&sign| sign > 0).count() as f64 / 8.0;
        assert!((report.candidates[0].wins - wins).abs() < 1e-9, "{seed}: {report:?} {worst:?}");
        won += usize::from(wins > 0.0);
    }
    assert!(won > 2, "{won} passes win");
}

#[test]
fn what_is_asked_for_is_looked_at_in_every_round() {
    let (position, lexicon) = one_in_the_bag(3);
    let all = look(&position, &lexicon, &PegOptions { rounds: 2, ..options(2, Vec::new()) });
    let last = all.candidates.last().unwrap();
    assert_eq!(last.round, 0, "there are more candidates than the second round has");
    let with = PegOptions { rounds: 2, also: vec![last.play, all.candidates[0].play], ..options(2, Vec::new()) };
    let asked = look(&position, &lexicon, &with);
    assert_eq!(asked.candidates.len(), all.candidates.len());
    let round_of =
        |report: &PegAnalysis, play: Play| report.candidates.iter().find(|found| found.play == play).unwrap().round;
    assert_eq!(round_of(&asked, last.play), 1);
    let judged = |report: &PegAnalysis| report.candidates.iter().filter(|found| found.round == 1).count();
    assert_eq!(judged(&asked), judged(&all) + 1);
}

/// Each rack counts as much as it is believed in, however many ways there are to draw it.
#[test]
fn draws_weigh_what_is_believed_of_them() {
    for seed in 0..4 {
        let (position, lexicon) = one_in_the_bag(seed);
        let chance = |rack: &Rack| 1.0 + rack.tiles().iter().map(|tile| (tile.index() * 7 % 5) as f64).sum::<f64>();
        let all = look(&position, &lexicon, &PegOptions { rounds: 1, ..options(2, Vec::new()) });
        let place = all.candidates.iter().map(|found| found.play).find(|play| matches!(play, Play::Place(_))).unwrap();
        let only = options(1, vec![place]);
        let report = analyse(&position, &lexicon, &only, Some(&chance), &Stopper::default(), |_| {}).unwrap();
        let mut racks = spreads(&position, &lexicon, &place);
        racks.sort_by_key(|&(rack, _)| rack);
        racks.dedup();
        let total: f64 = racks.iter().map(|(rack, _)| chance(rack)).sum();
        let wins: f64 = racks.iter().filter(|&&(_, spread)| spread > 0).map(|(rack, _)| chance(rack)).sum();
        assert!(
            (report.candidates[0].wins - wins / total).abs() < 1e-9,
            "{seed}: {:?} {wins} {total}",
            report.candidates
        );
    }
}

#[test]
fn the_rounds_say_the_same_on_any_number_of_threads() {
    let (position, lexicon) = one_in_the_bag(3);
    let with = |threads| look(&position, &lexicon, &PegOptions { rounds: 3, ..options(threads, Vec::new()) });
    assert_eq!(with(1), with(3));
}

#[test]
fn what_is_known_of_the_opponent_counts() {
    let (position, lexicon) = one_in_the_bag(5);
    let unseen = position.unseen_by(position.on_turn());
    let last = unseen.iter().last().unwrap();
    // The opponent is sure to hold all there are of one kind.
    let sure = |rack: &Rack| f64::from(u8::from(rack.count(last) == unseen.count(last)));
    let one = PegOptions { rounds: 1, ..options(1, Vec::new()) };
    let report = analyse(&position, &lexicon, &one, Some(&sure), &Stopper::default(), |_| {}).unwrap();
    for candidate in &report.candidates {
        let sum = candidate.wins + candidate.draws + candidate.losses;
        assert!((sum - 1.0).abs() < 1e-9);
    }
    let unread = analyse(&position, &lexicon, &one, None, &Stopper::default(), |_| {}).unwrap();
    let of = |play: &Play| unread.candidates.iter().find(|candidate| candidate.play == *play).unwrap();
    assert!(report.candidates.iter().any(|candidate| candidate.spread != of(&candidate.play).spread));
}

#[test]
fn who_is_stopped_at_once_or_asked_of_no_pre_endgame_says_nothing() {
    let (position, lexicon) = one_in_the_bag(5);
    let all = options(1, Vec::new());
    let none = analyse(&position, &lexicon, &all, None, &Stopper::default().for_checks(0), |_| {}).unwrap();
    assert_eq!((none.rounds, none.candidates.len()), (0, 0));
    let start = Position::start(Arc::new(Rules::default()));
    assert_eq!(analyse(&start, &enable1(), &all, None, &Stopper::default(), |_| {}), None);
}
