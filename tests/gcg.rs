//! GCG files with every quirk that we know of, written for the purpose, and the exact words of errors and warnings.

use tasseo::game::gcg::{Gcg, GcgError, Warning};
use tasseo::game::{Action, Catalogue, Ending, Play, Player, Rules};

fn parse(bytes: &[u8]) -> Result<(Gcg, Vec<String>), GcgError> {
    let (gcg, warnings) = Gcg::parse(bytes, &Catalogue::default(), &Rules::default())?;
    Ok((gcg, warnings.iter().map(Warning::to_string).collect()))
}

/// Reads a file of `tests/gcg`, and checks that what is written of it is the same game.
fn read(name: &str) -> (Gcg, Vec<String>) {
    let path = format!("{}/tests/gcg/{name}.gcg", env!("CARGO_MANIFEST_DIR"));
    let (gcg, warnings) = parse(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(parse(gcg.write().as_bytes()).unwrap(), (gcg.clone(), Vec::new()), "{name}");
    (gcg, warnings)
}

/// Reads a complete game and checks its result.
fn read_game(name: &str, ending: Ending, scores: [i32; 2]) -> (Gcg, Vec<String>) {
    let (gcg, warnings) = read(name);
    let now = gcg.history().now();
    assert_eq!(now.ending(), Some(ending), "{name}");
    assert_eq!(Player::BOTH.map(|player| now.score(player)), scores, "{name}");
    (gcg, warnings)
}

#[test]
fn a_strict_file_is_written_as_it_was() {
    let (gcg, warnings) = read_game("strict", Ending::PlayedOut(Player::Two), [360, 359]);
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(gcg.write(), include_str!("gcg/strict.gcg"));
    assert_eq!(gcg.players[Player::One].full(), "Ada Wynter");
    assert_eq!((gcg.pragma("lexicon"), gcg.pragma("X-Hall")), (Some("ENABLE1"), Some("B, upstairs")));
    assert_eq!(gcg.notes_on(0).collect::<Vec<_>>(), ["The decider."]);
    assert_eq!(gcg.notes_on(1).next().unwrap().lines().count(), 3);
    let last = gcg.history().adjustments().last().unwrap();
    assert_eq!((last.player, last.points), (Player::Two, -10));
}

#[test]
fn latin_1_and_letters_played_through_in_every_style() {
    let (gcg, warnings) = read_game("latin1", Ending::PlayedOut(Player::One), [319, 434]);
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(gcg.players[Player::One].full(), "José Núñez");
    assert_eq!(gcg.notes_on(5).collect::<Vec<_>>(), ["Challenged, and off it went.\nJosé sighed: \"¡qué lástima!\""]);
    assert!(matches!(gcg.history().turns()[4].played.action, Action::Phony(_)));
    let text = gcg.write();
    assert!(text.contains(" J8 R.D ") && text.contains(" 12L ..OO ") && text.contains(" 8L .ViD "), "{text}");
}

#[test]
fn a_byte_order_mark_crlf_blanks_and_missing_racks() {
    let (gcg, warnings) = read_game("windows", Ending::ZeroTurns, [289, 357]);
    assert!(warnings.is_empty(), "{warnings:?}");
    let turns = gcg.history().turns();
    assert!(turns.iter().any(|turn| turn.played.action == Action::ExchangeUnseen(2)));
    assert!(turns.iter().any(|turn| turn.played.challenge.points == 5));
    assert_eq!(gcg.players[Player::Two].nickname(), "dmitri:x");
    let plain = String::from_utf8_lossy(include_bytes!("gcg/windows.gcg")).replace("\r\n", "\r");
    assert_eq!(parse(plain.as_bytes()).unwrap().0, gcg, "with the line ends of an old Macintosh");
}

#[test]
fn a_turn_lost_without_a_line_and_a_pass_after_the_end() {
    let (gcg, warnings) = read_game("double", Ending::PlayedOut(Player::One), [391, 339]);
    assert_eq!(warnings, ["line 12: finn moves again; eve must have challenged in vain and lost a turn"]);
    assert!(gcg.history().turns()[7].played.challenge.turn_lost);
    assert!(gcg.write().contains(" - +0 157\n#note #unsuccessful-challenge\n"), "{}", gcg.write());
}

#[test]
fn six_scoreless_turns() {
    let (_, warnings) = read_game("six_zeros", Ending::ZeroTurns, [358, 265]);
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn racks_that_come_to_light_at_the_end_and_polish_letters() {
    let (gcg, warnings) = read_game("polish", Ending::ZeroTurns, [140, 116]);
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(gcg.players[Player::Two].nickname(), "staś");
}

#[test]
fn tiles_of_two_characters() {
    let (gcg, warnings) = read_game("spanish", Ending::ZeroTurns, [128, 165]);
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(gcg.pragmas.len(), 4);
    assert!(gcg.write().contains(" 6E O[CH]. +17 "));
}

#[test]
fn a_game_that_is_cut_off() {
    let (gcg, warnings) = read("incomplete");
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(gcg.incomplete);
    let now = gcg.history().now();
    assert_eq!((now.ending(), now.on_turn()), (None, Player::One));
    assert_eq!(now.rack(Player::One).display(now.distribution().alphabet()), "AAEEERR");
    assert!(gcg.write().ends_with("\n#rack1 AAEEERR\n#incomplete\n"));
}

/// A file that begins with two players; the first event is on line 3.
fn file(events: &str) -> String {
    format!("#player1 ann Ann Lee\n#player2 bob Bob Roe\n{events}\n")
}

#[test]
fn errors_say_what_and_where() {
    let begin = ">ann: DINNVWY 8D WINDY +32 32\n";
    for (events, expected) in [
        ("hello", "line 3: \"hello\" is neither a move, which begins with >, nor a pragma, which begins with #"),
        (">ann", "line 3: \">ann\" should be like \">ann: DINNVWY 8D WINDY +32 32\""),
        (
            ">ann: DINNVWY 8D +32 32",
            "line 3: \">ann: DINNVWY 8D +32 32\" should be like \">ann: DINNVWY 8D WINDY +32 32\"",
        ),
        (
            ">ann: DINNVWY 8D WINDY 32",
            "line 3: \">ann: DINNVWY 8D WINDY 32\" should be like \">ann: DINNVWY 8D WINDY +32 32\"",
        ),
        (">ann: DINNVWY 8D WINDY +x 32", "line 3: \"+x\" should be a whole number, like +32"),
        (">ann: DINNVWY 8D WINDY +32 99999", "line 3: \"99999\" should be a whole number, like +32"),
        (">ann: DINNVWY 88D WINDY +32 32", "line 3: \"88D\" is no coordinate; across is like 8D, down like D8"),
        (">cid: DINNVWY 8D WINDY +32 32", "line 3: \"cid\" is not a player; there are ann and bob"),
        ("#player1 cid Cid", "line 3: there is a second #player1"),
        (">ann: DINNVWY 8D WÎNDY +32 32", "line 3: 8D.WÎNDY: \"Î\" is not a letter of this alphabet"),
        (">ann: DINNVWY 8D () +32 32", "line 3: 8D.(): no letters"),
        (">ann: DINNVWY 1A WINDY +32 32", "line 3: 1A.WINDY: the first word must cover 8H"),
        (">ann: DINNVWY 8L WINDY +32 32", "line 3: 8L.WINDY: runs off the board, which has 15 squares across"),
        (">ann: DINNVWY 8D W.NDY +32 32", "line 3: 8D.W.NDY: there is no tile on 8E to play through"),
        (">ann: DINNVWY 8D W(I)NDY +32 32", "line 3: 8D.W(I)NDY: there is no tile on 8E to play through"),
        (">ann: DINNVWY -8 +0 0", "line 3: ex.8: an exchange is of 1 to 7 tiles"),
        (
            ">ann: DINNVWY -D.N +0 0",
            "line 3: \">ann: DINNVWY -D.N +0 0\" should be like \">ann: DINNVWY 8D WINDY +32 32\"",
        ),
        (">ann: DINNVWY -!! +0 0", "line 3: ex.!!: \"!\" is not a letter of this alphabet"),
        (">ann: JAZZ 8G JAZZ +50 50", "line 3: 8G.JAZZ: 2 Z on the board and the racks, the distribution has 1"),
        (">ann: DINNVWY -- -32 0", "line 3: ann has just played nothing that could be challenged"),
        (">ann: DINNVWY (challenge) +5 5", "line 3: ann has just played nothing that could be challenged"),
        (
            "#board-layout moebius",
            "line 3: no board layout \"moebius\"; there are CrosswordGame, SuperCrosswordGame, and files NAME.layout in the data path",
        ),
    ] {
        assert_eq!(parse(file(events).as_bytes()).unwrap_err().to_string(), expected);
    }
    for (events, expected) in [
        (">bob: AEEGILR E7 LOVE +9 9", "line 4: E7.LOVE: 8E has I, not O"),
        (">bob: AEEGILR E1 LOVE +9 9", "line 4: E1.LOVE: touches no tile on the board"),
        (">bob: AEEGILR 8D ..... +9 9", "line 4: 8D.WINDY: places no new tile"),
        (">bob: AEEGILR -- -32 0", "line 4: bob has just played nothing that could be challenged"),
        (">bob: AEEGILR - +0 0\n>bob: AEEGILR - +0 0", "line 5: it is the turn of ann, not of bob"),
    ] {
        let error = parse(file(&format!("{begin}{events}")).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    for (text, expected) in [
        ("", "line 1: there is no #player1"),
        ("#player1 ann Ann\n\n#title x\n>ann: A - +0 0", "line 4: there is no #player2"),
        ("#player1 ann Ann\n#player2 ann Anna", "line 2: both players have the nickname \"ann\""),
        ("#player1\n#player2 ann Anna", "line 1: #player1 should be like \"#player1 ann Ann Lee\""),
    ] {
        assert_eq!(parse(text.as_bytes()).unwrap_err().to_string(), expected);
    }
}

#[test]
fn warnings_say_what_does_not_add_up() {
    for (events, expected) in [
        (
            ">ann: DINNVWY 8D WINDY +30 30\n>bob: - +0 0\n>ann: - +0 30",
            &["line 3: WINDY scores 32, the file says 30"][..],
        ),
        (">ann: DINNVWY 8D WINDY +30 32", &["line 3: WINDY scores 32, the file says 30"]),
        (">ann: DINNVWY 8D WINDY +32 31\n>bob: - +0 0\n>ann: - +0 31", &["line 3: ann now has 32, the file says 31"]),
        (">ann: DINNVWY - +7 7", &["line 3: a pass scores 0, the file says 7"]),
        (">ann: DINNVWY -V +7 7", &["line 3: an exchange scores 0, the file says 7"]),
        (
            ">ann: DINNVWY 8D WINDY +32 32\n>ann: DINNVWY -- -30 2",
            &["line 4: WINDY taken back scores -32, the file says -30"],
        ),
        (">ann: DINNVWYS 8D WINDY +32 32", &["line 3: DINNVWYS has 8 tiles, a rack holds 7; the rack is left out"]),
        (">ann: DIN8VWY 8D WINDY +32 32", &["line 3: \"8\" is not a letter of this alphabet; the rack is left out"]),
        (">ann: AEINRST 8D WINDY +32 32", &["line 3: 8D.WINDY: D is not on the rack AEINRST; the rack is left out"]),
        (
            ">ann: DINNVWY 8D WINDY +32 32\n>bob: - +0 0\n>ann: AEINRST - +0 32",
            &[
                "line 5: pass: the rack AEINRST and the tiles NV kept from before are more than 7; the tiles kept are forgotten",
            ],
        ),
        (
            ">ann: DINQVWY 8D WINDY +32 32\n>bob: AEEGLQU - +0 0",
            &[
                "line 4: pass: 2 Q on the board and the racks, the distribution has 1; the opponent's known tiles are forgotten",
            ],
        ),
        (
            ">ann: DINZVWY 8D WINDY +32 32\n>bob: AEEGLQZ - +0 0",
            &[
                "line 4: pass: 2 Z on the board and the racks, the distribution has 1; the opponent's known tiles are forgotten",
            ],
        ),
        (">bob: DINNVWY 8D WINDY +32 32\n>ann: - +0 0", &["line 3: bob begins, and is taken for player 1"]),
        (
            ">ann: DINNVWY 8D WINDY +32 32\n>ann: NV - +0 32",
            &["line 4: ann moves again; bob must have challenged in vain and lost a turn"],
        ),
        (
            ">ann: DINNVWY 8D WINDY +32 32\n>ann: (AEI) +6 38",
            &["line 4: the game is not over here; what the racks count for is left out"],
        ),
        (
            ">ann: DINNVWY 8D WINDY +32 32\n#rack1 AEINRST",
            &[
                "line 4: the rack AEINRST and the tiles NV kept from before are more than 7; the tiles kept are forgotten",
            ],
        ),
        (
            "#rack2 QQ\n>ann: DINNVWY 8D WINDY +32 32",
            &["line 3: 2 Q on the board and the racks, the distribution has 1; the rack is left out"],
        ),
        (
            "#character-encoding UTF-8\n>ann: DINNVWY 8D WINDY +32 32\n#note \u{e9}",
            &["line 5: this is not UTF-8; the file is read as ISO-8859-1"],
        ),
    ] {
        // The one test that is not UTF-8 is written in ISO-8859-1; for the others that makes no difference.
        let bytes: Vec<u8> = file(events).chars().map(|c| u8::try_from(c).unwrap()).collect();
        let (gcg, warnings) = parse(&bytes).unwrap();
        assert_eq!(warnings, expected);
        assert_eq!(parse(gcg.write().as_bytes()).unwrap().0, gcg);
    }
}

/// Six scoreless turns, and what the racks count for.
fn six_passes(end: &str) -> String {
    file(&(">ann: AEINRST - +0 0\n>bob: DGILNOQ - +0 0\n".repeat(3) + end))
}

#[test]
fn ends_are_compared_with_the_rules() {
    for (end, expected) in [
        (">ann: AEINRST (AEINRST) -7 -7\n>bob: (DGILNOQ) -18 -18", &[][..]),
        (">bob: - +0 0\n>ann: AEINRST (AEINRST) -7 -7", &[]),
        (">ann: AEINRST (AEINRST) -8 -8", &["line 9: the rack AEINRST scores -7, the file says -8"]),
        (">ann: AEINRSS (AEINRSS) -7 -7", &["line 9: ann is left with AEINRST, the file says AEINRSS"]),
        (">bob: (AEINRST) +14 14", &["line 9: the rack AEINRST scores -18, the file says 14"]),
        (">ann: AEINRST (time) -20 -20\n>bob: (time) +-10 -10", &[]),
    ] {
        assert_eq!(parse(six_passes(end).as_bytes()).unwrap().1, expected, "{end}");
    }
    let after_the_end = include_str!("gcg/strict.gcg").to_owned() + ">ada: -Q +0 359\n";
    let error = parse(after_the_end.as_bytes()).unwrap_err().to_string();
    assert!(error.ends_with(": ex.Q: the game is over"), "{error}");
}

#[test]
fn racks_counted_once_for_each_player_as_it_used_to_be() {
    let old = include_str!("gcg/strict.gcg").replace(
        ">bert: (IU) +4 369\n>bert: (time) -10 359\n",
        ">bert: (IU) +2 367\n>ada: IU (IU) -2 358\n>bert: (time) -10 357\n",
    );
    let (gcg, warnings) = parse(old.as_bytes()).unwrap();
    assert_eq!(gcg.write(), include_str!("gcg/strict.gcg"));
    let [first, second] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(first.ends_with(": the rack IU scores 4, the file says 2"), "{first}");
    assert!(second.ends_with(": the rack IU scores 0, the file says -2"), "{second}");
}

#[test]
fn an_exchange_that_other_rules_allow() {
    let rules = Rules { exchange_limit: 87, ..Rules::default() };
    let text = file(">ann: DINNVWY -V +0 0");
    let (gcg, warnings) = Gcg::parse(text.as_bytes(), &Catalogue::default(), &rules).unwrap();
    assert_eq!(
        warnings[0].to_string(),
        "line 3: ex.V: in the bag there are 86, an exchange needs 87; other rules are taken to be in force"
    );
    assert_eq!(gcg.history().now().rules().exchange_limit, 1);
}

#[test]
fn the_rack_time_is_not_the_clock() {
    let rack = |name: &str| parse(six_passes(&format!(">ann: EIMT ({name}) -6 -6")).as_bytes()).unwrap();
    assert_eq!(rack("TIME").0.history().adjustments(), []);
    assert_eq!(rack("time").0.history().adjustments().len(), 1);
}

#[test]
fn a_game_that_went_on_after_six_scoreless_turns() {
    let passes = ">ann: - +0 0\n>bob: - +0 0\n".repeat(3);
    let text = file(&format!("{passes}>ann: DINNVWY 8D WINDY +32 32"));
    let (gcg, warnings) = parse(text.as_bytes()).unwrap();
    assert_eq!(warnings, ["line 9: 8D.WINDY: the game is over; other rules are taken to be in force"]);
    assert_eq!(gcg.history().now().ending(), None);
    assert_eq!(gcg.history().now().score(Player::One), 32);
}

#[test]
fn pragmas_notes_and_nicknames_of_all_kinds() {
    let text = "#Player1 a:n# Ann  Lee\n#player2 bob\n# a remark\n#game-board x\n#- y\n#note\none\n\n  two\n\
                >a:n#: DINNVWY 8d WINDY +32 32\n#note #first\n#note second\n> bob:AEEGILR -?A +0 0\n#incomplete game\n";
    let (gcg, warnings) = parse(text.replace("-?A", "-EE").as_bytes()).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(
        gcg.write(),
        "#character-encoding UTF-8\n#player1 a:n# Ann Lee\n#player2 bob bob\n# a remark\n#game-board x\n#- y\n\
         #note one\ntwo\n>a:n#: DINNVWY 8D WINDY +32 32\n#note #first\n#note second\n>bob: AEEGILR -EE +0 0\n#incomplete\n"
    );
    let blank = parse(text.replace("AEEGILR", "?EEGALR").as_bytes()).unwrap();
    assert!(blank.1.is_empty() && blank.0.write().contains(">bob: ?AEEGLR -?A +0 0\n"), "{:?}", blank.1);
}

#[test]
fn blanks_played_through_are_as_they_lie() {
    let text = file(">ann: DIN?VWY 8D WInDY +30 30\n>bob: AEEGILS 8D WINDYS +14 14");
    let (gcg, _) = parse(text.as_bytes()).unwrap();
    let Action::Play(Play::Place(placement)) = gcg.history().turns()[1].played.action else { panic!() };
    let alphabet = gcg.history().now().distribution().alphabet();
    assert_eq!(alphabet.write_placed(placement.word.tiles()), "WInDYS");
    assert!(gcg.write().contains(" 8D .....S "));
}

#[test]
fn other_boards_and_tiles_are_named() {
    let rules = Rules { distribution: Catalogue::default().distribution("catalan").unwrap(), ..Rules::default() };
    let text = file(">ann: AL·LOTS 8D AL·LOTS +30 30");
    let (gcg, _) = Gcg::parse(text.as_bytes(), &Catalogue::default(), &rules).unwrap();
    let written = gcg.write();
    assert!(written.contains("#tile-distribution catalan\n") && written.contains(" 8D A[L·L]OTS "), "{written}");
    assert_eq!(parse(written.as_bytes()).unwrap().0, gcg);
    let large = file("#board-layout super\n#tile-distribution english_super\n>ann: DINNVWY 11H WINDY +1 1");
    assert_eq!(parse(large.as_bytes()).unwrap().0.history().now().layout().rows(), 21);
}
