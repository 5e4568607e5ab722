//! Properties of GCG: what is written is read again, and no bytes whatever make the reader fail otherwise than by an
//! error.

mod support;

use proptest::prelude::*;
use rand::{Rng, seq::SliceRandom};
use std::sync::Arc;
use support::Dealer;
use tasseo::game::gcg::{Gcg, Name, Note, Pragma, Problem};
use tasseo::game::{
    Action, Catalogue, Direction, FailedChallenge, History, Move, PerPlayer, PlacedTile, Placement, Play, Player,
    Position, RACK_SIZE, Rack, Rules, Slot, Square, Word,
};

/// A game at random: legal, but without regard to words, and with all, some or none of the racks known.
struct VeiledGame {
    dealer: Dealer,
    history: History,
    /// Of twenty turns, how many are passed in vain.
    idle: u32,
}

impl VeiledGame {
    fn new(seed: u64, distribution: &str, layout: &str) -> Self {
        let catalogue = Catalogue::default();
        let distribution = catalogue.distribution(distribution).unwrap();
        let rules = Rules { layout: catalogue.layout(layout).unwrap(), distribution, ..Rules::default() };
        let mut dealer = Dealer::new(seed, &rules);
        let idle = [0, 1, 12][dealer.rng.random_range(0..3)];
        let history = History::new(Position::start(Arc::new(rules)));
        VeiledGame { dealer, history, idle }
    }

    fn play(mut self, max_turns: usize) -> History {
        while self.history.turns().len() < max_turns && self.history.now().ending().is_none() {
            self.draw();
            self.turn();
            if self.dealer.rng.random_ratio(1, 30) {
                let (player, points) =
                    (Player::BOTH[self.dealer.rng.random_range(0..2)], self.dealer.rng.random_range(-30..10));
                self.history.adjust_score(player, points);
            }
        }
        self.draw();
        self.history
    }

    fn draw(&mut self) {
        for player in Player::BOTH {
            self.dealer.fill(player);
            if self.dealer.rng.random_ratio(1, 3) && self.history.now().ending().is_none() {
                // More may be known than before, never less.
                let more = self.pick(player, RACK_SIZE);
                let known = self.history.now().rack(player).union(&more);
                if let Some(known) = known.filter(|known| self.dealer.racks[player].without(known).is_ok()) {
                    self.history.set_rack(player, known).unwrap();
                }
            }
        }
    }

    /// Some of a player's tiles, at random.
    fn pick(&mut self, player: Player, most: usize) -> Rack {
        let mut tiles = self.dealer.racks[player].tiles().to_vec();
        tiles.shuffle(&mut self.dealer.rng);
        let count = self.dealer.rng.random_range(0..=most.min(tiles.len()));
        Rack::try_from_tiles(tiles.into_iter().take(count)).unwrap()
    }

    fn turn(&mut self) {
        let mover = self.history.now().on_turn();
        let tiles = self.pick(mover, RACK_SIZE);
        let action = match self.dealer.rng.random_range(0..20) {
            19 if !tiles.is_empty() && self.idle > 1 => Action::Play(Play::Exchange(tiles)),
            kind if 20 - kind <= self.idle => Action::Play(Play::Pass),
            1 if !tiles.is_empty() => Action::Play(Play::Exchange(tiles)),
            2 if !tiles.is_empty() => Action::ExchangeUnseen(tiles.len()),
            kind => match self.placement(mover) {
                Some(placement) if kind == 3 => Action::Phony(placement),
                Some(placement) => Action::Play(Play::Place(placement)),
                None => Action::Play(Play::Pass),
            },
        };
        let mut m = Move::new(action);
        if matches!(action, Action::Play(Play::Place(_))) && self.dealer.rng.random_ratio(1, 6) {
            m.challenge =
                FailedChallenge { points: 5 * self.dealer.rng.random_range(0..3), turn_lost: self.dealer.rng.random() };
        }
        if self.dealer.rng.random() {
            m.rack = Some(self.dealer.racks[mover]);
        }
        let board = self.history.now().board().clone();
        match self.history.play(&m) {
            Ok(_) => self.give_up(mover, &action, tiles, &board),
            Err(_) => drop(self.history.play(&Move::from(Play::Pass)).unwrap()),
        }
    }

    fn give_up(&mut self, mover: Player, action: &Action, tiles: Rack, board: &tasseo::game::Board) {
        match action {
            Action::Play(Play::Place(placement)) => {
                for (_, tile) in placement.fresh(board) {
                    assert!(self.dealer.racks[mover].remove(tile.tile()));
                }
            }
            Action::Play(Play::Exchange(_)) | Action::ExchangeUnseen(_) => {
                self.dealer.racks[mover] = self.dealer.racks[mover].without(&tiles).unwrap();
                self.dealer.put_back(&tiles);
            }
            Action::Play(Play::Pass) | Action::Phony(_) => {}
        }
    }

    /// A legal placement found by trying.
    fn placement(&mut self, mover: Player) -> Option<Placement> {
        (0..200).find_map(|_| {
            let placement = self.try_placement(mover)?;
            self.history.now().check(&Play::Place(placement)).ok().map(|_| placement)
        })
    }

    fn try_placement(&mut self, mover: Player) -> Option<Placement> {
        let now = self.history.now().clone();
        let alphabet = now.distribution().alphabet();
        let (rows, cols) = (now.layout().rows(), now.layout().cols());
        let square = Square::new(self.dealer.rng.random_range(0..rows), self.dealer.rng.random_range(0..cols));
        let direction = Direction::BOTH[self.dealer.rng.random_range(0..2)];
        let start = support::run_start(now.board(), square, direction);
        let mut fresh = self.pick(mover, RACK_SIZE).tiles().to_vec();
        fresh.shuffle(&mut self.dealer.rng);
        let letters: Vec<_> = alphabet.letters().collect();
        let mut tiles = Vec::new();
        while let Some(square) = start.step(direction, tiles.len() as isize) {
            let tile = match (now.board().get(square), fresh.is_empty()) {
                (Some(there), _) => there,
                (None, true) => break,
                (None, false) => match fresh.pop()?.letter() {
                    Some(letter) => PlacedTile::natural(letter),
                    None => PlacedTile::blank(letters[self.dealer.rng.random_range(0..letters.len())]),
                },
            };
            tiles.push(tile);
        }
        Some(Placement { slot: Slot { start, direction }, word: Word::new(tiles)? })
    }
}

fn random_game(seed: u64, kind: usize, max_turns: usize) -> History {
    let kinds = [
        ("english", "standard"),
        ("spanish", "standard"),
        ("catalan", "standard"),
        ("polish", "standard"),
        ("french", "standard"),
        ("english_super", "super"),
    ];
    let (distribution, layout) = kinds[kind % kinds.len()];
    VeiledGame::new(seed, distribution, layout).play(max_turns)
}

fn parse(bytes: &[u8]) -> Option<(Gcg, Vec<Problem>)> {
    let (gcg, warnings) = Gcg::parse(bytes, &Catalogue::default(), &Rules::default()).ok()?;
    Some((gcg, warnings.into_iter().map(|warning| warning.problem).collect()))
}

/// Whatever was read is written so that it reads the same; and only what the format cannot mend is reported again.
fn reads_again(gcg: &Gcg) {
    let text = gcg.write();
    let (again, problems) = parse(text.as_bytes()).unwrap_or_else(|| panic!("unreadable:\n{text}"));
    assert_eq!(&again, gcg, "\n{text}");
    for problem in problems {
        let mends = matches!(problem, Problem::Rack { .. } | Problem::KnownRack { .. } | Problem::OtherRules { .. });
        assert!(mends, "{problem}\n{text}");
    }
}

const FILES: [&[u8]; 8] = [
    include_bytes!("gcg/strict.gcg"),
    include_bytes!("gcg/latin1.gcg"),
    include_bytes!("gcg/windows.gcg"),
    include_bytes!("gcg/double.gcg"),
    include_bytes!("gcg/six_zeros.gcg"),
    include_bytes!("gcg/spanish.gcg"),
    include_bytes!("gcg/polish.gcg"),
    include_bytes!("gcg/incomplete.gcg"),
];

/// Pieces that mean something in a file, to be put where they do not belong.
const PIECES: [&str; 16] = [
    "\n",
    "\r",
    " ",
    ".",
    "(",
    ")",
    "-",
    "--",
    "?",
    "#note ",
    ">",
    ":",
    "+-10",
    "[CH]",
    "\u{feff}",
    "\n#rack1 AEINRST\n",
];

#[derive(Clone, Debug)]
enum Edit {
    Replace(usize, u8),
    Delete(usize, usize),
    Insert(usize, usize),
    RepeatLine(usize),
    SwapLines(usize, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<usize>();
    prop_oneof![
        (at, any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (at, b' '..b'~').prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (at, 1..40_usize).prop_map(|(at, len)| Edit::Delete(at, len)),
        (at, any::<usize>()).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        at.prop_map(Edit::RepeatLine),
        (at, any::<usize>()).prop_map(|(one, other)| Edit::SwapLines(one, other)),
    ]
}

fn apply(edit: &Edit, bytes: &mut Vec<u8>) {
    let len = bytes.len().max(1);
    let lines = |bytes: &[u8]| bytes.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    match *edit {
        Edit::Replace(at, byte) => bytes.iter_mut().skip(at % len).take(1).for_each(|b| *b = byte),
        Edit::Delete(at, count) => drop(bytes.drain(at % len..(at % len).saturating_add(count).min(bytes.len()))),
        Edit::Insert(at, piece) => drop(bytes.splice(at % len..at % len, PIECES[piece % PIECES.len()].bytes())),
        Edit::RepeatLine(at) => {
            let mut all = lines(bytes);
            let at = at % all.len().max(1);
            all.insert(at, all[at].clone());
            *bytes = all.concat();
        }
        Edit::SwapLines(one, other) => {
            let mut all = lines(bytes);
            let count = all.len().max(1);
            all.swap(one % count, other % count);
            *bytes = all.concat();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_again(
        seed: u64, kind in 0..6_usize, max_turns in 0..60_usize,
        names in ["[^\\s]{1,8}", "[^\\s]{1,8}"], full in ".{0,20}", notes in proptest::collection::vec((0..60_usize, ".{0,30}(\n.{0,20})?"), 0..4),
        pragmas in proptest::collection::vec(("x-[a-z]{1,8}", ".{0,20}"), 0..3), incomplete: bool,
    ) {
        let history = random_game(seed, kind, max_turns);
        let [one, two] = names;
        prop_assume!(one != two);
        let mut gcg = Gcg::new(PerPlayer([Name::new(&one, &full), Name::new(&two, "")]), &history).unwrap();
        let (now, told) = (history.now(), gcg.history().now());
        prop_assert_eq!(Player::BOTH.map(|player| now.score(player)), Player::BOTH.map(|player| told.score(player)));
        prop_assert_eq!((now.board(), now.on_turn(), now.ending()), (told.board(), told.on_turn(), told.ending()));
        gcg.pragmas.splice(0..0, pragmas.iter().map(|(name, value)| Pragma::new(name, value)));
        let turns = history.turns().len();
        gcg.notes = notes.iter().map(|(after, text)| Note::new(after % (turns + 1), text)).filter(|note| !note.text().is_empty()).collect();
        gcg.notes.sort_by_key(Note::after);
        gcg.incomplete = incomplete;
        let text = gcg.write();
        let (again, problems) = parse(text.as_bytes()).expect("a written file can be read");
        prop_assert_eq!(problems, []);
        prop_assert_eq!(&again, &gcg, "\n{}", text);
    }

    #[test]
    fn any_bytes_give_a_game_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = parse(&bytes);
        let framed = [b"#player1 a A\n#player2 b B\n>a: ".as_slice(), &bytes].concat();
        let _ = parse(&framed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_give_a_game_or_an_error(file in 0..FILES.len(), edits in proptest::collection::vec(edit(), 1..4)) {
        let mut bytes = FILES[file].to_vec();
        edits.iter().for_each(|edit| apply(edit, &mut bytes));
        if let Some((gcg, _)) = parse(&bytes) {
            reads_again(&gcg);
        }
    }
}
