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

/// Some tiles of a rack become unknown.
fn forget(position: &mut Position, player: Player, keep: u8) {
    let rack = position.rack(player);
    let known = rack.tiles().iter().enumerate().filter(|(at, _)| keep >> at & 1 != 0).map(|(_, &tile)| tile);
    position.set_rack(player, Rack::try_from_tiles(known).unwrap()).unwrap();
}

/// Whether two positions are the same to the player on turn.
fn same(a: &Position, b: &Position) -> bool {
    let pairs = [(a.on_turn(), b.on_turn()), (a.on_turn().opponent(), b.on_turn().opponent())];
    let ending = |position: &Position| match position.ending() {
        Some(Ending::PlayedOut(player)) => (1, player == position.on_turn()),
        other => (other.map_or(0, |_| 2), false),
    };
    let seats = |(p, q): (Player, Player)| a.rack(p) == b.rack(q) && a.held(p) == b.held(q) && a.score(p) == b.score(q);
    a.board() == b.board()
        && a.rules() == b.rules()
        && a.zero_turns() == b.zero_turns()
        && a.unaccounted() == b.unaccounted()
        && ending(a) == ending(b)
        && pairs.into_iter().all(seats)
}

fn word() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[A-Za-z0-9_.-]{1,12}")
}

fn millis() -> impl Strategy<Value = Option<Duration>> {
    proptest::option::of((0..10_000_000_u64).prop_map(Duration::from_millis))
}

prop_compose! {
    fn notes()(
        lexicon in word(), game_id in word(), variant in word(),
        timers in proptest::option::of(any::<[i64; 2]>().prop_map(PerPlayer)), increment in millis(), max_overtime in millis(),
        others in proptest::collection::vec("x[a-z]{1,3}( [A-Za-z0-9/.]{1,5}){0,2}", 0..3),
    ) -> Notes {
        Notes { lexicon, game_id, last_move: None, hidden_rack: None, timers, increment, max_overtime, variant, others }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn cgp_read_of_write_is_the_identity(
        seed in any::<u64>(), turns in 0..60_usize, keep in any::<[u8; 2]>(), hide in any::<bool>(), notes in notes(), reader in any::<u64>(),
    ) {
        let game = some_game(seed, turns);
        let last_move = game.history.turns().last().map(|turn| turn.played);
        let mut position = game.now().clone();
        let (us, them) = (position.on_turn(), position.on_turn().opponent());
        if position.ending().is_none() {
            forget(&mut position, them, keep[0]);
            // With an empty bag, it is the rack of the player on turn that tells who holds how many.
            if position.bag_len() > 0 {
                forget(&mut position, us, keep[1]);
            }
        }
        let mut written = Cgp { position, notes: Notes { last_move, ..notes } };
        if hide && us == Player::One {
            written.notes.hidden_rack = Some(game.now().rack(them));
            written.position.forget_rack(them);
        }
        // Whatever the reader takes the rules to be.
        let standard = some_rules(reader % 4);
        let text = written.write(&standard);
        let read_once = Cgp::parse(&text, &Catalogue::default(), &standard).unwrap();
        prop_assert_eq!(&read_once.write(&standard), &text);
        prop_assert_eq!(read(&written.to_string()).to_string(), written.to_string());
        prop_assert!(same(&written.position, &read_once.position));
        let timers = written.notes.timers.map(|timers| PerPlayer([timers[us], timers[them]]));
        prop_assert_eq!(&read_once.notes, &Notes { timers, ..written.notes });
        // Seen from the player on turn it is the same value through and through.
        prop_assert_eq!(Cgp::parse(&text, &Catalogue::default(), &standard).unwrap(), read_once);
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
