//! Round trips of the one-line formats, and readers that no text can break.

mod support;

use proptest::prelude::*;
use std::time::Duration;
use support::*;
use tasseo::game::cgp::{Cgp, Notes};
use tasseo::game::*;

fn read(text: &str) -> Cgp {
    let catalogue = Catalogue::default();
    Cgp::parse(text, &catalogue, &Rules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A game somewhere on its way; the walled layout of [`some_rules`] has no name that a reader could look up.
fn some_game(seed: u64, turns: usize) -> RandomGame {
    let mut game = RandomGame::new(seed, some_rules(seed % 4));
    for _ in 0..turns {
        if game.now().ending().is_none() {
            game.step();
        }
    }
    game
}

fn word() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[A-Za-z0-9_.-]{1,12}")
}

fn millis() -> impl Strategy<Value = Option<Duration>> {
    proptest::option::of((0..10_000_000_u64).prop_map(Duration::from_millis))
}

prop_compose! {
    fn notes()(
        lexicon in word(), game_id in word(), variant in word(), opponent_rack_unknown in any::<bool>(),
        timers in proptest::option::of(any::<[i64; 2]>().prop_map(PerPlayer)), increment in millis(), max_overtime in millis(),
        others in proptest::collection::vec("x[a-z]{1,3}( [A-Za-z0-9/.]{1,5}){0,2}", 0..3),
    ) -> Notes {
        Notes { lexicon, game_id, last_move: None, opponent_rack_unknown, timers, increment, max_overtime, variant, others }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn cgp_read_of_write_is_the_identity(seed in any::<u64>(), turns in 0..40_usize, hide in any::<[bool; 2]>(), notes in notes()) {
        let mut game = some_game(seed, turns);
        if game.now().ending().is_some() {
            game.history.undo();
        }
        let last_move = game.history.turns().last().map(|turn| turn.played);
        let mut position = game.now().clone();
        // With an empty bag, a hidden rack would leave it open who holds how many.
        for (player, hide) in Player::BOTH.into_iter().zip(hide) {
            if hide && position.bag_len() > 0 {
                position.set_rack(player, Rack::EMPTY).unwrap();
            }
        }
        let written = Cgp { position, notes: Notes { last_move, ..notes } };
        let read_once = read(&written.to_string());
        prop_assert_eq!(&read_once.notes, &written.notes);
        prop_assert_eq!(read_once.to_string(), written.to_string());
        let same = |a: &Position, b: &Position| {
            let pairs = [(a.on_turn(), b.on_turn()), (a.on_turn().opponent(), b.on_turn().opponent())];
            a.board() == b.board() && a.rules() == b.rules() && a.zero_turns() == b.zero_turns() && a.ending() == b.ending()
                && pairs.iter().all(|&(p, q)| a.rack(p) == b.rack(q) && a.held(p) == b.held(q) && a.score(p) == b.score(q))
        };
        prop_assert!(same(&written.position, &read_once.position));
        // Seen from the player on turn it is the same value through and through.
        prop_assert_eq!(read(&read_once.to_string()), read_once);
    }

    #[test]
    fn moves_read_of_write_is_the_identity(seed in any::<u64>(), points in -100..100_i32, turn_lost in any::<bool>()) {
        let game = some_game(seed, 12);
        let alphabet = game.now().distribution().alphabet();
        for turn in game.history.turns() {
            let placed = matches!(turn.played.action, Action::Play(Play::Place(_)));
            let challenge = if placed { FailedChallenge { points, turn_lost } } else { FailedChallenge::default() };
            for m in [turn.played, Move { rack: None, ..turn.played }, Move { challenge, ..turn.played }, Move { rack: None, challenge, ..turn.played }] {
                prop_assert_eq!(Move::parse(&m.display(alphabet), alphabet), Ok(m));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}", seed in any::<u64>(), at in any::<proptest::sample::Index>(), junk in "[\\PC]{0,3}") {
        let catalogue = Catalogue::default();
        let _ = Cgp::parse(&text, &catalogue, &Rules::default());
        let _ = Move::parse(&text, english().alphabet());
        let _ = Distribution::parse("x", &text);
        let _ = Layout::parse("x", &text);
        // A position with a piece replaced by junk.
        let good = Cgp::of(some_game(seed, 5).now()).to_string();
        let at = at.index(good.len());
        let at = (at..=good.len()).find(|&at| good.is_char_boundary(at)).unwrap();
        let mut bad = good[..at].to_owned() + &junk;
        bad.extend(good[at..].chars().skip(1));
        if let Ok(cgp) = Cgp::parse(&bad, &catalogue, &Rules::default()) {
            prop_assert_eq!(read(&cgp.to_string()), cgp);
        }
    }
}
