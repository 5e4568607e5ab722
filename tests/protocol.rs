//! Commands and replies as lines: what is written is read again, and any line is a command or an error.

use proptest::prelude::*;
use std::time::Duration;
use tasseo::game::PerPlayer;
use tasseo::limits::{Limits, Mode};
use tasseo::protocol::{
    self, Dialect, EndgameInfo, GenInfo, GoCommand, InferInfo, InfoLine, Looked, Measured, PegInfo, PositionCommand,
    ReadingInfo, Reply, ScoreInfo, SimInfo, Start, Topic,
};

fn text() -> impl Strategy<Value = String> {
    "[A-Za-z0-9./?\\[\\]]{1,12}".prop_filter("a word of the protocol", |word| {
        !["moves", "name", "value"].contains(&word.as_str()) && !word.starts_with("rack.")
    })
}

prop_compose! {
    fn position()(
        cgp in proptest::option::of(proptest::collection::vec(text(), 1..6)),
        moves in proptest::collection::vec(text(), 0..5), rack in proptest::option::of("[A-Z?]{0,7}"),
    ) -> PositionCommand {
        let start = cgp.map_or(Start::Empty, |words| Start::Cgp(words.join(" ")));
        PositionCommand { start, moves, rack }
    }
}

prop_compose! {
    fn go()(
        mode in prop_oneof![Just(Mode::Auto), Just(Mode::Gen), Just(Mode::Sim), Just(Mode::Infer), Just(Mode::Endgame), Just(Mode::Peg)],
        plays in proptest::option::of(prop_oneof![1usize..=1_000_000, Just(usize::MAX)]),
        search_moves in proptest::collection::vec("(8D|D8)\\.[A-Z]{1,7}|pass|ex\\.[A-Z]{1,7}", 0..4),
        times in proptest::array::uniform5(proptest::option::of((0u64..1 << 40).prop_map(Duration::from_millis))),
        depth in proptest::option::of(1u32..), iterations in proptest::option::of(1u64..),
        stop_condition in proptest::option::of(prop_oneof![Just(95), Just(98), Just(99)]),
        flags in proptest::array::uniform2(any::<bool>()), use_inference in any::<Option<bool>>(), threads in proptest::option::of(1usize..=256),
    ) -> GoCommand {
        let [first_time, second_time, first_increment, second_increment, move_time] = times;
        let [infinite, first_win] = flags;
        let limits = Limits {
            time: PerPlayer([first_time, second_time]),
            increment: PerPlayer([first_increment, second_increment]),
            move_time, depth, iterations, stop_condition, infinite,
        };
        let also_search_moves = search_moves.iter().rev().cloned().collect();
        GoCommand { mode, plays, search_moves, also_search_moves, limits, first_win, use_inference, threads, ignored: Vec::new() }
    }
}

proptest! {
    #[test]
    fn commands_read_of_write_is_the_identity(position in position(), go in go(), name in text(), value in proptest::option::of(text()), word in text()) {
        use protocol::Command as C;
        let commands = [
            C::Hello(Dialect::Ucgi), C::Hello(Dialect::Siu), C::IsReady, C::NewGame, C::Undo, C::Show, C::Stop, C::Quit, C::Challenge, C::Nothing,
            C::Debug(true), C::Debug(false), C::Belief(None), C::Belief(Some(3)), C::Help(None), C::Help(Some(word.clone())), C::Go(go),
            C::SetOption { name, value }, C::Position(position), C::Rack(word.clone()), C::Play(word.clone()), C::Observe(word),
        ];
        for command in commands {
            prop_assert_eq!(C::parse(&command.to_string()), Ok(Some(command)));
        }
    }

    #[test]
    fn replies_read_of_write_is_the_identity(text in "[!-~][ -~]{0,40}") {
        use protocol::ErrorCode::{BadMove, BadOption, BadPosition, NoPosition, UnknownCommand};
        let errors = [UnknownCommand, BadPosition, BadMove, BadOption, NoPosition].map(|code| Reply::Error(code, text.clone()));
        let others = [Reply::IdName(text.clone()), Reply::IdAuthor(text.clone()), Reply::Option(text.clone()), Reply::Ok(Dialect::Ucgi), Reply::Ok(Dialect::Siu), Reply::ReadyOk, Reply::BestMove(text.clone()), Reply::Capability(text.clone()), Reply::CurrLine(text.clone())];
        let looked = |current: Option<&str>| Looked { depth: 2, nodes: 300, nodes_a_second: 9000, current: current.map(str::to_owned) };
        let score = |win_percent: Option<&str>, looked: Option<Looked>| {
            let win_percent = win_percent.map(str::to_owned);
            Reply::Score(ScoreInfo { looked, win_percent, equity: "1.250".into(), time: 12, line: text.clone() })
        };
        let scores = [score(None, None), score(Some("51.3"), None), score(Some("51.3"), Some(looked(None))), score(None, Some(looked(Some("8D.CAT"))))];
        let measured = |mean: &str, error: Option<&str>| (mean.to_owned(), error.map(str::to_owned));
        let sim = |win: Option<Measured>, next: Option<String>| {
            let (equity, behind) = (measured("30.1", next.is_some().then_some("0.5")), measured("0.0", Some("0.0")));
            Reply::Sim(SimInfo { play: "8D.CAT".into(), win, equity, iterations: 64, behind, reply: "31.0".into(), next })
        };
        let sims = [sim(None, None), sim(Some(measured("51.20", Some("0.41"))), Some("33.3".into())), sim(Some(measured("51.20", None)), None)];
        let endgame = |bound: Option<&str>, is_proven| Reply::Endgame(EndgameInfo {
            depth: 3, spread: -12, bound: bound.map(str::to_owned), is_proven, nodes: 900, time: 8, line: text.clone(),
        });
        let endgames = [endgame(None, true), endgame(Some("lowerbound"), false), endgame(Some("upperbound"), true)];
        let [tiles, chance, prior] = ["EI?", "0.120000", "0.003100"].map(str::to_owned);
        let infers = [
            InferInfo::Leave { tiles: tiles.clone(), chance: chance.clone(), prior: prior.clone() },
            InferInfo::Tile { tile: tiles, chance: chance.clone(), prior: prior.clone() },
            InferInfo::Policy { temperature: "0.25".into(), floor: "0.001".into(), chance, prior },
            InferInfo::Summary(ReadingInfo { plays: 2, racks: 372, covered: "1.0000".into(), effective: "21.3".into(), time: 8 }),
        ];
        let peg = |is_proven| Reply::Peg(PegInfo {
            play: "8D.CAT".into(), results: ["0.625", "0.000", "0.375"].map(str::to_owned), spread: "-3.25".into(), round: 2, is_proven,
        });
        let endgames = endgames.into_iter().chain([peg(true), peg(false)]);
        let gen_info = |leave: &str| Reply::Gen(GenInfo { play: "8D.CAT".into(), score: 10, equity: "12.345".into(), leave: leave.into() });
        let endgames = endgames.chain([gen_info("EIRS"), gen_info("")]);
        for reply in errors.into_iter().chain(infers.map(Reply::Infer)).chain(others).chain(scores).chain(sims).chain(endgames) {
            prop_assert_eq!(reply.to_string().parse(), Ok(reply));
        }
    }

    #[test]
    fn any_line_is_a_command_or_an_error(line in "\\PC{0,200}") {
        let _ = protocol::Command::parse(&line);
    }

    #[test]
    fn any_line_is_a_reply_or_an_error(start in "(info )?(sim |infer |peg |gen |endgame |string belief )?", line in "\\PC{0,200}") {
        let line = start + &line;
        let _ = line.parse::<Reply>();
        if let Some(info) = InfoLine::parse(&line) {
            let _ = (info.word("move"), info.number("wp"), info.chance("p"), info.count("iterations"), info.line());
        }
    }

    #[test]
    fn the_order_of_values_does_not_matter(
        values in Just(["move 8D.CAT", "wp 51.20", "wpse 0.41", "eq 30.1", "iterations 64", "diff 0.0", "reply 31.0", "speed 9"]).prop_shuffle(),
    ) {
        let plain: Reply = "info sim move 8D.CAT wp 51.20 wpse 0.41 eq 30.1 iters 64 diff 0.0 reply 31.0".parse().unwrap();
        prop_assert_eq!(format!("info  sim\t{}", values.join("  ")).parse(), Ok(plain));
    }
}

#[test]
fn what_other_engines_say_is_understood() {
    let info = InfoLine::parse("  info string belief leave ?O p 1.5%").unwrap();
    assert_eq!((info.topic, info.word("leave"), info.chance("prob")), (Topic::Infer, Some("?O"), Some(0.015)));
    let info = InfoLine::parse("info score wp 61.2 eq -12.3 plies 4 time nan pv 8D.QI eq 9 depth 8").unwrap();
    assert_eq!((info.topic, info.count("depth"), info.number("eq")), (Topic::Search, Some(4), Some(-12.3)));
    assert_eq!((info.number("time"), info.line()), (None, Some("8D.QI eq 9 depth 8")));
    assert_eq!(InfoLine::parse("information"), None);
    assert_eq!("bestmove".parse(), Ok(Reply::BestMove(String::new())));
    assert!("info sim move 8D.QI wp 55.0".parse::<Reply>().is_err(), "too little for a reply of ours");
}
