//! Reading real positions: the paper's example, budgets, threads, draws, and what is told late or in part.

mod support;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::*;
use tasseo::belief::*;
use tasseo::evaluate::Leaves;
use tasseo::game::*;
use tasseo::movegen::TableBuilder;
use tasseo::stopper::Stopper;

fn rack(text: &str) -> Rack {
    Rack::parse(text, english().alphabet()).unwrap()
}

fn parsed(text: &str) -> Move {
    Move::parse(text, english().alphabet()).unwrap()
}

fn model() -> Model {
    Model { leaves: Leaves::for_lexicon(&enable1()).unwrap(), ..Model::default() }
}

fn reader(model: Model) -> Reader {
    Reader::new(TableBuilder::new(Arc::new(Rules::default()), enable1()).unwrap(), model)
}

/// A game by its moves, with our rack now.
fn game(moves: &[&str], us: Player, own: &str) -> History {
    let mut history = History::new(Position::start(Arc::new(Rules::default())));
    for text in moves {
        history.play(&parsed(text)).unwrap();
    }
    history.set_rack(us, rack(own)).unwrap();
    history
}

/// Richards and Amir's example: IMINO for 16, and we hold GLORRTU.
fn imino() -> History {
    let history = game(&["8D.IMINO"], Player::Two, "GLORRTU");
    assert_eq!(history.turns()[0].score, 16);
    history
}

#[test]
fn the_papers_example() {
    let read = |weights| {
        let model = Model { likelihood: Likelihood::Best, weights, memory: Memory::LastTurn, ..model() };
        reader(model).read(&imino(), Player::Two, &ReadingEffort::whole())
    };
    let (paper, right) = (read(Weights::Leave), read(Weights::Rack));
    for belief in [&paper, &right] {
        assert_eq!((belief.kept(), belief.leaves().len()), (2, 372));
        let survivors = belief.chances().iter().filter(|&&chance| chance > 0.0).count();
        assert!((20..50).contains(&survivors), "{survivors}");
        // HOMINId and MILlION would have been played, and VINO.
        ["?H", "?L", "NV"].iter().for_each(|leave| assert_eq!(belief.chance(&rack(leave)), 0.0, "{leave}"));
    }
    let truth = rack("?O");
    assert!((paper.prior(&truth) - 0.003).abs() < 5e-4);
    assert!((0.015..0.025).contains(&paper.chance(&truth)), "{}", paper.chance(&truth));
    let ten: f64 = paper.top(10).iter().map(|(_, chance)| chance).sum();
    assert!((0.5..0.75).contains(&ten), "the paper has 60 % on about ten leaves, here {ten}");
    // A rack with three I has three ways to play two of them, one with three I and two O six; the paper counts them
    // all.
    let favoured = |leave| paper.chance(&rack(leave)) / right.chance(&rack(leave));
    let plain = favoured("ER");
    for (leave, times) in [("EI", 3.0), ("AI", 3.0), ("IO", 6.0), ("?O", 2.0)] {
        assert!((favoured(leave) / plain - times).abs() < 1e-9, "{leave}");
    }
}

/// By default nothing is ruled out for good.
#[test]
fn nothing_is_impossible_by_default() {
    let belief = reader(model()).read(&imino(), Player::Two, &ReadingEffort::whole());
    assert_eq!(belief.covered(), 1.0);
    assert!(belief.chances().iter().all(|&chance| chance > 0.0));
    let ratio = |leave| belief.chance(&rack(leave)) / belief.prior(&rack(leave));
    assert!(ratio("?H") < 0.2 && ratio("?L") < 0.2 && ratio("?O") > 1.0);
    let e = belief.tiles().into_iter().find(|chance| chance.tile == rack("E").tiles()[0]).unwrap();
    assert!(e.chance > e.prior, "E goes well with what was not played");
}

/// A budget takes the likeliest first, says how much it covers, and leaves the rest at its prior.
#[test]
fn budgets_cover_the_likeliest() {
    let history = game(&["8H.AH"], Player::Two, "GLORRTU");
    let whole = reader(model()).read(&history, Player::Two, &ReadingEffort::whole());
    let few =
        reader(model()).read(&history, Player::Two, &ReadingEffort { most_racks: 20_000, ..ReadingEffort::whole() });
    assert_eq!((whole.covered(), whole.judged(), whole.unjudged()), (1.0, 144_615, 0.0));
    // Of equal weights all are taken.
    assert!((20_000..40_000).contains(&few.judged()), "{}", few.judged());
    assert!((0.3..1.0).contains(&few.covered()), "{}", few.covered());
    let sum: f64 = few.chances().iter().sum::<f64>() + few.unjudged();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!((few.unjudged() - (1.0 - few.covered())).abs() < 1e-9);
    // Those judged stand to each other as in the whole.
    let [one, two] = [few.top(2)[0].0, few.top(2)[1].0];
    let of = |belief: &Belief| belief.chance(&one) / belief.chance(&two);
    assert!((of(&whole) / of(&few) - 1.0).abs() < 1e-9);
    let rare = rack("JQXZV");
    assert!(few.chance(&rare) > 0.0 && (few.chance(&rare) / few.prior(&rare) - 1.0).abs() < 0.5);
}

/// Who is told to stop has judged something, and says how much.
#[test]
fn a_stop_is_heeded() {
    let history = game(&["8H.AH"], Player::Two, "GLORRTU");
    let effort = ReadingEffort { stopper: Stopper::default().for_checks(3), ..ReadingEffort::whole() };
    let belief = reader(model()).read(&history, Player::Two, &effort);
    assert!(0.0 < belief.covered() && belief.covered() < 1.0, "{}", belief.covered());
    let effort = ReadingEffort { stopper: Stopper::default().for_checks(0), ..ReadingEffort::whole() };
    let belief = reader(model()).read(&history, Player::Two, &effort);
    assert_eq!((belief.covered(), belief.kept()), (0.0, 0), "nothing is known, and it says so");
}

/// A reader who is stopped after being asked so often.
fn read_in_haste(reader: &mut Reader, history: &History, asked: u64) -> Arc<Belief> {
    let stopper = Stopper::default().for_checks(asked);
    reader.read(history, Player::Two, &ReadingEffort { stopper, ..by_the_clock() })
}

/// The effort of a player who has a clock, on which there is an hour.
fn by_the_clock() -> ReadingEffort {
    let time = ReadingTime { since: Instant::now(), share: Duration::from_secs(3600) };
    ReadingEffort { time: Some(time), ..ReadingEffort::whole() }
}

/// Who plays by the clock goes on with what there was time for; the patient have it read again.
#[test]
fn what_was_cut_short_is_read_again_for_the_patient_only() {
    let mut history = game(&["8H.AH"], Player::Two, "EGLORTU");
    let mut reader = reader(model());
    assert!(read_in_haste(&mut reader, &history, 4).is_cut_short());
    history.play(&parsed("7G.TE")).unwrap();
    history.set_rack(Player::Two, rack("GLORRTU")).unwrap();
    history.play(&parsed("9G.OE")).unwrap();
    let mut follow = |effort: &ReadingEffort| {
        let mut turns = 0;
        let belief = reader.follow(&history, Player::Two, effort, &[], |_| turns += 1);
        (belief, turns)
    };
    let (hasty, turns) = follow(&by_the_clock());
    assert_eq!((turns, hasty.plays(), hasty.is_cut_short()), (1, 2, false), "once for each play");
    let (patient, turns) = follow(&ReadingEffort::whole());
    assert_eq!((turns, patient.plays()), (2, 2));
    let fresh = self::reader(model()).read(&history, Player::Two, &ReadingEffort::whole());
    assert!(patient.chances() == fresh.chances() && patient.policies() == fresh.policies());
    assert_ne!(hasty.chances(), fresh.chances());
    assert_eq!(follow(&ReadingEffort::whole()).1, 0, "that is remembered");
}

/// The last play is read again where there is more time, and what was read before is not lost where there is less.
#[test]
fn more_time_tells_more_and_less_time_loses_nothing() {
    let history = game(&["8H.AH"], Player::Two, "GLORRTU");
    let mut reader = reader(model());
    let some = read_in_haste(&mut reader, &history, 8).covered();
    assert!(0.0 < some && some < 1.0, "{some}");
    for asked in [3, 1, 0] {
        assert_eq!(read_in_haste(&mut reader, &history, asked).covered(), some, "{asked}");
    }
    assert!(read_in_haste(&mut reader, &history, 12).covered() > some);
    assert_eq!(read_in_haste(&mut reader, &history, u64::MAX).covered(), 1.0);
    assert_eq!(read_in_haste(&mut reader, &history, 0).covered(), 1.0, "it is whole now");
}

/// Tiles that came back with a phony are on the rack for certain: only racks that have them are judged.
#[test]
fn certain_tiles_are_on_every_rack_that_is_judged() {
    let few = ReadingEffort { most_racks: 1000, ..ReadingEffort::whole() };
    let exchanged = game(&["phony.8D.QWERTY", "8E.GLUT.GLORRTU", "ex.3"], Player::Two, "ORRAEIU");
    let belief = reader(model()).read(&exchanged, Player::Two, &few);
    assert!(!belief.is_contradicted() && belief.plays() == 2);
    assert!(belief.covered() == 1.0 && belief.judged() < 30, "{} {}", belief.covered(), belief.judged());
    let passed = game(&["phony.8D.VIVAX", "8E.GLUT.GLORRTU", "pass"], Player::Two, "ORRAEIU");
    let belief = reader(model()).read(&passed, Player::Two, &ReadingEffort::whole());
    assert!(belief.covered() == 1.0 && belief.judged() < 500, "{} {}", belief.covered(), belief.judged());
    assert!(belief.leaves().iter().all(|leave| leave.without(&rack("VIVAX")).is_ok()));
}

/// A turn for which there was no time is read when there is.
#[test]
fn what_was_skipped_is_read_another_time() {
    let history = game(&["8D.WINDY", "7F.HAE", "9G.OE", "10F.MEN"], Player::One, "AILRSTV");
    let mut reader = reader(model());
    // Of two minutes one and a half have passed: the first of two plays has no time left, the second half a minute.
    let since = Instant::now().checked_sub(Duration::from_secs(90)).unwrap();
    let time = ReadingTime { since, share: Duration::from_secs(120) };
    let hasty = ReadingEffort { time: Some(time), ..ReadingEffort::whole() };
    assert_eq!(reader.read(&history, Player::One, &hasty).plays(), 1, "the first was skipped");
    assert_eq!(reader.read(&history, Player::One, &by_the_clock()).plays(), 2);
}

/// The same on one thread and on several, and when the game is read in one go or turn by turn.
#[test]
fn the_same_whoever_reads() {
    let moves = ["8D.WINDY", "7F.HAE", "9G.OE", "10F.MEN"];
    let mut slowly = reader(model());
    for (turns, own) in [(1, "AEIOSTV"), (2, "AEIOSTV"), (3, "AILRSTV")] {
        slowly.read(&game(&moves[..turns], Player::One, own), Player::One, &ReadingEffort::whole());
    }
    let history = game(&moves, Player::One, "AILRSTV");
    let [one, three] = [1, 3].map(|threads| {
        let threads = NonZeroUsize::new(threads).unwrap();
        reader(model()).read(&history, Player::One, &ReadingEffort { threads, ..ReadingEffort::whole() })
    });
    let again = slowly.read(&history, Player::One, &ReadingEffort::whole());
    assert!(one.chances() == three.chances() && one.chances() == again.chances());
    assert_eq!(one.policies(), again.policies());
}

/// What we held is told by a move's rack, by the position now, or not at all; the belief is the same or wider.
#[test]
fn own_racks_may_be_told_late_or_never() {
    let told = ["8D.WINDY.AEDINWY", "7F.HAE", "9G.OE.AEIOSTV", "10F.MEN"];
    let bare = ["8D.WINDY", "7F.HAE", "9G.OE", "10F.MEN"];
    let read = |moves: &[&str], own: Option<&str>| {
        let mut history = History::new(Position::start(Arc::new(Rules::default())));
        for text in moves {
            history.play(&parsed(text)).unwrap();
        }
        if let Some(own) = own {
            history.set_rack(Player::One, rack(own)).unwrap();
        }
        reader(model()).read(&history, Player::One, &ReadingEffort::whole())
    };
    let (full, late) = (read(&told, Some("AISTVLR")), read(&bare, Some("AISTVLR")));
    // What is carried does not depend on what we held, only which leaves there can be.
    for (leave, chance) in full.top(50) {
        assert!((late.chance(&leave) - chance).abs() < 1e-9, "{leave:?}");
    }
    let never = read(&bare, None);
    assert!(never.pool().len() > full.pool().len() && never.leaves().len() > full.leaves().len());
}

/// Tiles that came back are on the rack; so are tiles that are given; with an empty bag all are.
#[test]
fn what_is_certain_comes_first() {
    let history = game(&["phony.8H.QUIZY"], Player::Two, "GLORRTU");
    let belief = reader(model()).read(&history, Player::Two, &ReadingEffort::whole());
    assert_eq!((belief.kept(), *belief.sure()), (7, rack("IQUYZ")));
    assert!(belief.leaves().iter().all(|leave| rack("IQUYZ").minus(leave).is_empty()));
    let mut history = imino();
    history.set_rack(Player::One, rack("Q")).unwrap();
    let belief =
        reader(model()).read(&history, Player::Two, &ReadingEffort { most_racks: 100_000, ..ReadingEffort::whole() });
    let q = belief.tiles().into_iter().find(|chance| chance.tile == rack("Q").tiles()[0]).unwrap();
    assert!((q.chance - 1.0).abs() < 1e-9, "{q:?}");
}

/// Every leave is drawn as often as it is believed in, and racks are filled from what is unseen.
#[test]
fn draws_follow_the_belief() {
    const DRAWS: usize = 40_000;
    let belief = reader(model()).read(&imino(), Player::Two, &ReadingEffort::whole());
    let (draws, mut rng) = (belief.draws(), Xoshiro256PlusPlus::seed_from_u64(1));
    let drawn: Vec<Rack> = (0..DRAWS).map(|_| draws.draw(&mut rng)).collect();
    for (leave, chance) in belief.top(10) {
        let often = drawn.iter().filter(|&&other| other == leave).count() as f64 / DRAWS as f64;
        assert!((often - chance).abs() < 5.0 * (chance / DRAWS as f64).sqrt(), "{leave:?}: {often} {chance}");
    }
    let unseen = imino().now().unseen_by(Player::Two);
    for _ in 0..100 {
        let whole = draws.draw_rack(&mut rng);
        assert_eq!(whole.len(), 7);
        assert!({ unseen }.remove_all(whole.tiles().iter().copied()).is_ok());
        assert!(belief.rack_chance(&whole) > 0.0);
    }
}

/// Where little was judged, the rest is drawn by chance.
#[test]
fn what_was_not_judged_is_drawn_too() {
    let history = game(&["8H.AH"], Player::Two, "GLORRTU");
    let belief =
        reader(model()).read(&history, Player::Two, &ReadingEffort { most_racks: 10_000, ..ReadingEffort::whole() });
    let (draws, mut rng) = (belief.draws(), Xoshiro256PlusPlus::seed_from_u64(2));
    let judged: std::collections::HashSet<&Rack> = belief.leaves().iter().collect();
    let others = (0..4000).filter(|_| !judged.contains(&draws.draw(&mut rng))).count() as f64 / 4000.0;
    assert!((others - belief.unjudged()).abs() < 0.05, "{others} {}", belief.unjudged());
}

/// A bingo leaves nothing to read, but tells how its player plays; and the policies are learned.
#[test]
fn a_bingo_tells_only_of_the_policy() {
    let history = game(&["8D.RETAINS"], Player::Two, "GLORRTU");
    let mut reader = reader(model());
    let belief = reader.read(&history, Player::Two, &ReadingEffort::whole());
    assert_eq!((belief.kept(), belief.leaves(), belief.chances()), (0, &[Rack::EMPTY][..], &[1.0][..]));
    assert_ne!(*belief.policies(), reader.model().likelihood.prior());
    assert!((belief.policies().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let start = game(&[], Player::Two, "GLORRTU");
    let (unread, prior) =
        (reader.read(&start, Player::Two, &ReadingEffort::whole()), reader.model().likelihood.prior());
    assert!(unread.policies().iter().zip(prior).all(|(policy, prior)| (policy - prior).abs() < 1e-12));
}

/// Exchanges of named tiles, by us or by the opponent, when our rack at the time is not known.
#[test]
fn exchanges_are_read_whatever_is_known_of_our_racks() {
    let games: [(&[&str], Player, &str); 5] = [
        (&["ex.EEIIU", "8H.ADD"], Player::One, "AENRSTT"),
        (&["ex.OQ", "8H.AB"], Player::One, "DEEOISU"),
        (&["8H.QUIZ", "ex.U", "9H.AB"], Player::Two, "AENRSTT"),
        (&["ex.OQ", "8H.AB", "9H.ET"], Player::Two, "DEEOISU"),
        (&["ex.AB", "8H.CAB", "9H.ET"], Player::Two, "DEEOISU"),
    ];
    for (moves, us, own) in games {
        let belief = reader(model()).read(&game(moves, us, own), us, &ReadingEffort::whole());
        let plays = moves.len().div_ceil(2) - usize::from(us == Player::One && moves.len() % 2 == 1);
        assert_eq!((belief.plays(), belief.covered()), (plays, 1.0), "{moves:?}");
        let sum: f64 = belief.chances().iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{moves:?}: {sum}");
    }
}
