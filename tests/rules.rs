//! The rules against the same rules written slowly and obviously, on random games.

mod support;

use support::*;
use tasseo::game::*;

#[test]
fn legality_and_scores_are_those_of_the_slow_rules() {
    let (mut legal, mut illegal) = (0, 0);
    for seed in 0..60 {
        let mut game = RandomGame::new(seed, some_rules(seed));
        while game.now().ending().is_none() {
            for _ in 0..60 {
                let placement = random_placement(game.history.now(), &mut game.dealer.rng);
                let slow = slow_score(game.now(), &placement);
                let fast = game.now().check(&Play::Place(placement));
                let text = placement.display(game.now().distribution().alphabet());
                assert_eq!(fast.clone().ok(), slow, "seed {seed}: {text}: {fast:?}\n{}", game.now().picture());
                *(if slow.is_some() { &mut legal } else { &mut illegal }) += 1;
            }
            game.step();
        }
    }
    assert!(legal > 3_000 && illegal > 10_000, "{legal} legal and {illegal} illegal plays tried");
}

/// Plays games while keeping the books by hand.
#[test]
fn whole_games_add_up() {
    let mut endings = [0; 2];
    for seed in 1000..1150 {
        let rules = some_rules(seed);
        let mut game = RandomGame::new(seed, rules.clone());
        let mut scores = [0, 0];
        let mut zeros = 0;
        while game.now().ending().is_none() {
            let mover = game.now().on_turn();
            game.step();
            let turn = *game.history.turns().last().unwrap();
            assert_eq!(turn.player, mover);
            scores[mover as usize] += turn.score;
            zeros = if turn.score == 0 { zeros + 1 } else { 0 };
            assert_eq!(game.now().zero_turns(), zeros);
            assert_eq!(game.now().on_turn(), mover.opponent());
            assert_eq!(game.now().bag_len(), game.dealer.bag.len(), "seed {seed}");
            assert_every_tile_is_somewhere(&game);
        }
        let value = |player| rules.distribution.rack_value(&game.now().rack(player));
        match game.now().ending().unwrap() {
            Ending::PlayedOut(player) => {
                assert!(game.now().rack(player).is_empty() && game.dealer.bag.is_empty());
                scores[player as usize] += 2 * value(player.opponent());
                endings[0] += 1;
            }
            Ending::ZeroTurns => {
                assert_eq!(zeros, rules.max_zero_turns);
                Player::BOTH.into_iter().for_each(|player| scores[player as usize] -= value(player));
                endings[1] += 1;
            }
            Ending::ChallengeLost(_) => unreachable!("nobody challenges here"),
        }
        assert_eq!(Player::BOTH.map(|player| game.now().score(player)), scores, "seed {seed}");
        let over = game.now().check(&Play::Pass).unwrap_err();
        assert_eq!(over.to_string(), "pass: the game is over");
    }
    assert!(endings.iter().all(|&count| count > 10), "{endings:?}");
}

fn assert_every_tile_is_somewhere(game: &RandomGame) {
    let now = game.now();
    let mut all: Tally = now.board().iter().map(|(_, tile)| tile.tile()).collect();
    Player::BOTH.into_iter().for_each(|player| all.extend(now.rack(player).tiles().iter().copied()));
    all.extend(game.dealer.bag.iter().copied());
    assert_eq!(all, *now.distribution().tiles());
    assert_eq!(now.unaccounted(), game.dealer.bag.iter().copied().collect());
}

#[test]
fn undo_goes_back_to_the_very_position() {
    let mut game = RandomGame::new(7, Rules::default());
    let mut before = Vec::new();
    while game.now().ending().is_none() {
        before.push(game.now().clone());
        game.step();
    }
    while let Some(position) = before.pop() {
        assert!(game.history.undo().is_some());
        assert_eq!(*game.now(), position);
    }
    assert_eq!(game.history.undo(), None);
}

/// A game told by someone who sees one rack only: the same scores, racks counted where they can be.
#[test]
fn a_game_with_one_rack_unknown_keeps_the_same_score() {
    for seed in 2000..2040 {
        let mut game = RandomGame::new(seed, some_rules(seed));
        while game.now().ending().is_none() {
            game.step();
        }
        let mut seen = History::new(Position::start(game.now().rules().clone()));
        for (turn, position) in game.history.turns_in_position() {
            let told = match (turn.player, turn.played.action) {
                (Player::One, _) => turn.played,
                (Player::Two, Action::Play(Play::Exchange(tiles))) => Move::new(Action::ExchangeUnseen(tiles.len())),
                (Player::Two, action) => Move::new(action),
            };
            assert_eq!(seen.now().held(Player::Two), position.held(Player::Two));
            assert!(seen.now().rack(Player::Two).minus(&position.rack(Player::Two)).is_empty());
            seen.play(&told).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        assert_eq!(seen.now().ending(), game.now().ending());
        if let Some(Ending::PlayedOut(_)) = seen.now().ending() {
            let scores = |history: &History| Player::BOTH.map(|player| history.now().score(player));
            assert_eq!(scores(&seen), scores(&game.history), "seed {seed}");
        }
    }
}

fn english(moves: &str) -> History {
    let mut history = History::new(Position::start(Rules::default().into()));
    for text in moves.split_whitespace() {
        let m = Move::parse(text, history.now().distribution().alphabet()).unwrap();
        history.play(&m).unwrap_or_else(|error| panic!("{error}"));
    }
    history
}

fn refusal(history: &History, text: &str) -> String {
    let m = Move::parse(text, history.now().distribution().alphabet()).unwrap();
    history.now().after(&m).unwrap_err().to_string()
}

#[test]
fn known_scores() {
    // Worked out by hand on the standard board.
    let history = english("8D.WINDY 7C.GALE E3.JAVELIN.AEJNOSV F2.VOX 10B.DONATES.ADENOST");
    let scores: Vec<i32> = history.turns().iter().map(|turn| turn.score).collect();
    assert_eq!(scores, [32, 16, 34, 39, 82]);
    // The paper's plays, at the places where they score what it says.
    assert_eq!(english("8D.HOMINId").turns()[0].score, 80);
    assert_eq!(english("8D.MILlION").turns()[0].score, 72);
    assert_eq!(english("8G.VINO").turns()[0].score, 14);
    assert_eq!(english("8D.IMINO").turns()[0].score, 16);
    assert_eq!(english("8H.IMINO").turns()[0].score, 16);
    assert_eq!(english("8E.IMINO").turns()[0].score, 14);
}

#[test]
fn refusals_name_the_square_or_the_tile() {
    let fresh = english("");
    let mut ours = fresh.clone();
    ours.set_rack(Player::One, Rack::parse("AEINRST", fresh.now().distribution().alphabet()).unwrap()).unwrap();
    assert_eq!(refusal(&ours, "8D.QUIZ"), "8D.QUIZ: Q is not on the rack AEINRST");
    assert_eq!(refusal(&ours, "8D.TREE"), "8D.TREE: only 1 E on the rack AEINRST");
    assert_eq!(refusal(&ours, "8D.RETINaS"), "8D.RETINaS: a blank is not on the rack AEINRST");
    assert_eq!(refusal(&ours, "ex.QZ"), "ex.QZ: Q is not on the rack AEINRST");
    assert_eq!(refusal(&fresh, "8A.TREE"), "8A.TREE: the first word must cover 8H");
    assert_eq!(refusal(&fresh, "8H.I"), "8H.I: a word has at least two letters");
    assert_eq!(refusal(&fresh, "8M.TREE"), "8M.TREE: runs off the board, which has 15 squares across");
    assert_eq!(refusal(&fresh, "16D.TREE"), "16D.TREE: 16D is not on the board");
    assert_eq!(refusal(&fresh, "H13.TREE"), "H13.TREE: runs off the board, which has 15 squares down");
    assert_eq!(refusal(&fresh, "8D.PIZZA"), "8D.PIZZA: takes 2 Z, at most 1 can be on the rack");
    assert_eq!(refusal(&fresh, "8A.ANTIBODIES"), "8A.ANTIBODIES: places 10 tiles, a rack holds 7");
    assert_eq!(refusal(&fresh, "8D.TREE.AEINRST"), "8D.TREE: only 1 E on the rack AEINRST");

    let tree = english("8G.TREE");
    assert_eq!(refusal(&tree, "8G.TREK"), "8G.TREK: 8J has E, not K");
    assert_eq!(refusal(&tree, "8G.TREE"), "8G.TREE: places no new tile");
    assert_eq!(refusal(&tree, "8F.STRE"), "8F.STRE: the word goes on: 8J has a tile too");
    assert_eq!(refusal(&tree, "8K.ED"), "8K.ED: the word goes on: 8J has a tile too");
    assert_eq!(refusal(&tree, "1A.TREE"), "1A.TREE: touches no tile on the board");

    let mut late = RandomGame::new(3, Rules::default());
    while late.now().bag_len() >= 7 {
        late.step();
    }
    let bag = late.now().bag_len();
    assert_eq!(refusal(&late.history, "ex.1"), format!("ex.1: in the bag there are {bag}, an exchange needs 7"));
}

#[test]
fn a_phony_is_taken_back_and_its_tiles_are_known() {
    let history = english("8D.WINDY phony.7C.GALED");
    assert_eq!(history.now().score(Player::Two), 0);
    assert_eq!(history.now().zero_turns(), 1);
    assert_eq!(history.now().on_turn(), Player::One);
    let alphabet = history.now().distribution().alphabet();
    assert_eq!(history.now().rack(Player::Two).display(alphabet), "ADEGL");
    assert_eq!(history.now().board().len(), 5);
}

#[test]
fn challenges_by_every_rule() {
    let challenged = |challenge, valid| {
        let mut history = History::new(Position::start(Rules { challenge, ..Rules::default() }.into()));
        let m = Move::parse("8D.WINDY", history.now().distribution().alphabet()).unwrap();
        history.play(&m).unwrap();
        let verdict = history.challenge(valid);
        (verdict, history)
    };
    for rule in [ChallengeRule::Single, ChallengeRule::Double, ChallengeRule::Triple, ChallengeRule::FivePoint] {
        let (verdict, history) = challenged(rule, false);
        assert_eq!(verdict, Ok(Verdict::TakenBack));
        assert!(history.now().board().is_empty() && history.now().score(Player::One) == 0);
        assert_eq!((history.now().on_turn(), history.now().rack(Player::One).len()), (Player::Two, 5));
    }
    let expect = |rule, verdict, scores: [i32; 2], on_turn, ending| {
        let (told, history) = challenged(rule, true);
        assert_eq!(told, Ok(verdict));
        assert_eq!(Player::BOTH.map(|player| history.now().score(player)), scores);
        assert_eq!((history.now().on_turn(), history.now().ending()), (on_turn, ending));
        assert_eq!(history.turns().len(), 1);
    };
    expect(ChallengeRule::Single, Verdict::Stands, [32, 0], Player::Two, None);
    expect(ChallengeRule::Double, Verdict::TurnLost, [32, 0], Player::One, None);
    let lost = Some(Ending::ChallengeLost(Player::Two));
    expect(ChallengeRule::Triple, Verdict::GameLost, [32, 0], Player::Two, lost);
    expect(ChallengeRule::FivePoint, Verdict::Bonus(5), [37, 0], Player::Two, None);
    expect(ChallengeRule::TenPoint, Verdict::Bonus(10), [42, 0], Player::Two, None);
    assert_eq!(challenged(ChallengeRule::Void, true).0, Err(ChallengeError::Void));

    for rule in [ChallengeRule::Single, ChallengeRule::Double, ChallengeRule::Triple, ChallengeRule::TenPoint] {
        let (_, mut twice) = challenged(rule, true);
        let before = twice.clone();
        assert_eq!(twice.challenge(false), Err(ChallengeError::Twice));
        assert_eq!(twice, before);
    }
    assert_eq!(english("pass").challenge(true), Err(ChallengeError::NoPlay));
    assert_eq!(english("").challenge(true), Err(ChallengeError::NoPlay));
}

#[test]
fn a_challenge_forgets_no_rack_but_that_of_tiles_that_come_back() {
    for challenge in [ChallengeRule::Single, ChallengeRule::Double, ChallengeRule::FivePoint] {
        for valid in [true, false] {
            let mut history = History::new(Position::start(Rules { challenge, ..Rules::default() }.into()));
            let alphabet = history.now().distribution().alphabet().clone();
            history.play(&Move::parse("8D.WINDY.DINNVWY", &alphabet).unwrap()).unwrap();
            let (drawn, theirs) = (Rack::parse("NVAEIRS", &alphabet).unwrap(), Rack::parse("QUIZ", &alphabet).unwrap());
            history.set_rack(Player::One, drawn).unwrap();
            history.set_rack(Player::Two, theirs).unwrap();
            history.challenge(valid).unwrap();
            let held = Rack::parse("DINNVWY", &alphabet).unwrap();
            assert_eq!(history.now().rack(Player::One), if valid { drawn } else { held });
            assert_eq!(history.now().rack(Player::Two), theirs);
        }
    }
}

#[test]
fn an_exchange_of_unseen_tiles_leaves_what_it_cannot_have_reached() {
    let history = english("ex.1.EEEEEAA");
    assert_eq!(history.now().rack(Player::One).display(history.now().distribution().alphabet()), "AEEEE");
    let nothing = history.now().check(&Play::Exchange(Rack::EMPTY)).unwrap_err();
    assert_eq!(nothing.to_string(), "ex.: exchanges no tile");
}

#[test]
fn a_rack_known_in_part_is_told_apart() {
    let history = english("phony.8D.QWERTY pass");
    assert_eq!(refusal(&history, "8D.ABE"), "8D.ABE: AB not among the tiles EQRTWY that are known, and only 1 unknown");
    assert_eq!(
        refusal(&history, "pass.AEINRST"),
        "pass: the rack AEINRST and the tiles EQRTWY kept from before are more than 7"
    );
}

#[test]
fn six_zeros_end_the_game_and_cost_both_racks() {
    let mut history = english("pass pass pass pass pass");
    let alphabet = history.now().distribution().alphabet().clone();
    history.set_rack(Player::One, Rack::parse("QZABCDE", &alphabet).unwrap()).unwrap();
    history.set_rack(Player::Two, Rack::parse("?EEEEEE", &alphabet).unwrap()).unwrap();
    history.play(&Move::from(Play::Pass)).unwrap();
    assert_eq!(history.now().ending(), Some(Ending::ZeroTurns));
    assert_eq!(Player::BOTH.map(|player| history.now().score(player)), [-30, -6]);
}

#[test]
fn a_turn_lost_by_a_challenge_counts_as_a_zero() {
    let history = english("8D.WINDY.DINWY.0.1");
    assert_eq!((history.now().on_turn(), history.now().zero_turns()), (Player::One, 1));
}
