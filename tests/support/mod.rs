//! What several test files need: random games, and the rules written a second time, slowly and obviously.
#![allow(dead_code)] // each test file uses its own part

pub mod engine;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use tasseo::evaluate::{Equity, SubLeaves};
use tasseo::game::*;
use tasseo::lexicon::{Lexicon, Library};
use tasseo::movegen::Generator;

/// Square contents as the slow rules see them: tile or nothing, by row and column.
type Grid = Vec<Vec<Option<PlacedTile>>>;

fn grid(position: &Position) -> Grid {
    let layout = position.layout();
    let row = |row| (0..layout.cols()).map(|col| position.board().get(Square::new(row, col))).collect();
    (0..layout.rows()).map(row).collect()
}

/// What the placement scores if the rules allow it; none if they do not. Looks at the whole board, before and after.
pub fn slow_score(position: &Position, placement: &Placement) -> Option<i32> {
    let (layout, before) = (position.layout(), grid(position));
    let mut after = before.clone();
    let (mut row, mut col) = (usize::from(placement.slot.start.row), usize::from(placement.slot.start.col));
    let mut cells = Vec::new();
    let mut used = Vec::new();
    for tile in placement.word.tiles() {
        if row >= layout.rows() || col >= layout.cols() || layout.premium(Square::new(row, col)) == Premium::Wall {
            return None;
        }
        match before[row][col] {
            Some(there) if there.letter() != tile.letter() => return None,
            Some(_) => {}
            None => {
                after[row][col] = Some(tile);
                used.push(tile.tile());
            }
        }
        cells.push((row, col));
        match placement.slot.direction {
            Direction::Across => col += 1,
            Direction::Down => row += 1,
        }
    }
    let runs = runs(&after);
    let is_a_whole_word = runs.contains(&cells);
    let on_rack = on_rack(position, &used);
    if used.is_empty() || used.len() > 7 || !is_a_whole_word || !on_rack || !all_connected(&after, layout) {
        return None;
    }
    let is_new = |&(row, col): &(usize, usize)| before[row][col].is_none() && after[row][col].is_some();
    let words = runs.iter().filter(|run| run.iter().any(is_new));
    let value = |run: &Vec<(usize, usize)>| {
        let (mut sum, mut times) = (0, 1);
        for cell in run {
            let points = position.distribution().placed_value(after[cell.0][cell.1].unwrap());
            let premium = if is_new(cell) { layout.premium(Square::new(cell.0, cell.1)) } else { Premium::Plain };
            match premium {
                Premium::Letter(factor) => sum += points * i32::from(factor),
                Premium::Word(factor) => {
                    sum += points;
                    times *= i32::from(factor);
                }
                _ => sum += points,
            }
        }
        sum * times
    };
    let bonus = if used.len() == 7 { position.rules().bingo_bonus } else { 0 };
    Some(words.map(value).sum::<i32>() + bonus)
}

/// Every run of two or more tiles, in both directions, as its cells.
fn runs(grid: &Grid) -> Vec<Vec<(usize, usize)>> {
    let (rows, cols) = (grid.len(), grid[0].len());
    let across = (0..rows).map(|row| (0..cols).map(|col| (row, col)).collect::<Vec<_>>());
    let down = (0..cols).map(|col| (0..rows).map(|row| (row, col)).collect::<Vec<_>>());
    let mut all = Vec::new();
    for lane in across.chain(down) {
        let pieces = lane.split(|&(row, col)| grid[row][col].is_none());
        all.extend(pieces.filter(|piece| piece.len() > 1).map(<[_]>::to_vec));
    }
    all
}

/// Whether every tile can be reached from the start square over neighbouring tiles.
fn all_connected(grid: &Grid, layout: &Layout) -> bool {
    let (rows, cols) = (grid.len(), grid[0].len());
    let mut reached = vec![vec![false; cols]; rows];
    let mut todo = vec![(usize::from(layout.start().row), usize::from(layout.start().col))];
    while let Some((row, col)) = todo.pop() {
        if row >= rows || col >= cols || reached[row][col] || grid[row][col].is_none() {
            continue;
        }
        reached[row][col] = true;
        todo.extend([(row + 1, col), (row, col + 1), (row.wrapping_sub(1), col), (row, col.wrapping_sub(1))]);
    }
    (0..rows).all(|row| (0..cols).all(|col| reached[row][col] == grid[row][col].is_some()))
}

fn on_rack(position: &Position, used: &[Tile]) -> bool {
    let mut rack = position.rack(position.on_turn()).tiles().to_vec();
    used.iter().all(|tile| rack.iter().position(|t| t == tile).map(|at| rack.remove(at)).is_some())
}

/// A placement of rack tiles somewhere near the tiles on the board; often legal, often not.
pub fn random_placement(position: &Position, rng: &mut impl Rng) -> Placement {
    let layout = position.layout();
    let square =
        |rng: &mut dyn RngCore| Square::new(rng.random_range(0..layout.rows()), rng.random_range(0..layout.cols()));
    let mut start = if position.board().is_empty() { layout.start() } else { square(rng) };
    let direction = *Direction::BOTH.choose(rng).unwrap();
    start = start.step(direction, -(rng.random_range(0..4) as isize)).unwrap_or(start);
    if rng.random_bool(0.8) {
        start = run_start(position.board(), start, direction);
    }
    let mut tiles = position.rack(position.on_turn()).tiles().to_vec();
    tiles.shuffle(rng);
    tiles.truncate(rng.random_range(1..=7));
    let letters: Vec<Letter> = position.distribution().alphabet().letters().collect();
    let (mut word, mut at) = (Vec::new(), Some(start));
    while word.len() < MAX_DIM {
        let there = at.and_then(|square| position.board().get(square));
        let Some(tile) = there.or_else(|| tiles.pop().map(|tile| show(tile, &letters, rng))) else { break };
        word.push(tile);
        at = at.and_then(|square| square.step(direction, 1));
    }
    Placement { slot: Slot { start, direction }, word: Word::new(word).unwrap() }
}

/// The first square of the run of tiles that lies directly before this square.
pub fn run_start(board: &Board, square: Square, direction: Direction) -> Square {
    let before = |square: Square| square.step(direction, -1).filter(|&before| board.get(before).is_some());
    std::iter::successors(Some(square), |&square| before(square)).last().unwrap()
}

/// The tile laid down, a blank as any letter; now and then a letter that is not on the rack.
fn show(tile: Tile, letters: &[Letter], rng: &mut impl Rng) -> PlacedTile {
    match tile.letter() {
        None => PlacedTile::blank(*letters.choose(rng).unwrap()),
        Some(_) if rng.random_bool(0.02) => PlacedTile::natural(*letters.choose(rng).unwrap()),
        Some(letter) => PlacedTile::natural(letter),
    }
}

/// Whoever shuffles and deals: the bag in random order, and what the players really hold.
pub struct Dealer {
    pub rng: Xoshiro256PlusPlus,
    pub bag: Vec<Tile>,
    pub racks: PerPlayer<Rack>,
}

impl Dealer {
    pub fn new(seed: u64, rules: &Rules) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bag: Vec<Tile> = rules.distribution.tiles().iter().collect();
        bag.shuffle(&mut rng);
        Dealer { rng, bag, racks: PerPlayer::default() }
    }

    /// Fills a player's rack, as far as the bag goes.
    pub fn fill(&mut self, player: Player) {
        while self.racks[player].len() < RACK_SIZE
            && let Some(tile) = self.bag.pop()
        {
            assert!(self.racks[player].push(tile));
        }
    }

    /// Tiles that were exchanged go back.
    pub fn put_back(&mut self, tiles: &Rack) {
        self.bag.extend(tiles.tiles());
        self.bag.shuffle(&mut self.rng);
    }
}

/// A game in which both racks are known.
pub struct RandomGame {
    pub dealer: Dealer,
    pub history: History,
}

impl RandomGame {
    pub fn new(seed: u64, rules: Rules) -> Self {
        let dealer = Dealer::new(seed, &rules);
        let mut game = RandomGame { dealer, history: History::new(Position::start(Arc::new(rules))) };
        Player::BOTH.into_iter().for_each(|player| game.draw(player));
        game
    }

    pub fn now(&self) -> &Position {
        self.history.now()
    }

    pub fn rng(&mut self) -> &mut Xoshiro256PlusPlus {
        &mut self.dealer.rng
    }

    /// Fills the player's rack from the bag.
    pub fn draw(&mut self, player: Player) {
        self.dealer.racks[player] = self.now().rack(player);
        self.dealer.fill(player);
        self.history.set_rack(player, self.dealer.racks[player]).unwrap();
    }

    /// Any play that the generator finds, so that boards look like boards; one that is no word if it finds none, and
    /// else as often as `phonies` says.
    pub fn step_with_words(&mut self, generator: &mut Generator, phonies: f64) {
        let mover = self.now().on_turn();
        let rack = self.now().rack(mover);
        let all = generator.top(usize::MAX, self.now().board(), &rack, &no_leaves(&rack), 0);
        let plays: Vec<Play> = all.iter().map(|found| found.play).filter(|play| *play != Play::Pass).collect();
        match plays.choose(self.rng()) {
            Some(&play) if self.rng().random_bool(1.0 - phonies) => {
                self.history.play(&Move::from(play)).unwrap();
                self.draw(mover);
            }
            _ => self.step(),
        }
    }

    /// Makes a random legal move: mostly a placement, sometimes an exchange, a pass or a phony.
    pub fn step(&mut self) {
        let mover = self.now().on_turn();
        let m = self.choose();
        let rack = self.now().rack(mover);
        self.history.play(&Move { rack: Some(rack), ..m }).unwrap();
        if let Action::Play(Play::Exchange(tiles)) = m.action {
            self.draw(mover);
            self.dealer.put_back(&tiles);
        }
        self.draw(mover);
    }

    fn choose(&mut self) -> Move {
        let mover = self.now().on_turn();
        if self.rng().random_bool(0.05) && self.dealer.bag.len() >= RACK_SIZE {
            let count = self.rng().random_range(1..=RACK_SIZE);
            let tiles = self.now().rack(mover).tiles().to_vec();
            let tiles = tiles.choose_multiple(self.rng(), count).copied();
            return Move::from(Play::Exchange(Rack::try_from_tiles(tiles).unwrap()));
        }
        let attempts = if self.rng().random_bool(0.03) { 0 } else { 400 };
        for _ in 0..attempts {
            let placement = random_placement(self.history.now(), &mut self.dealer.rng);
            if slow_score(self.now(), &placement).is_some() {
                let phony = self.rng().random_bool(0.03);
                return Move::new(if phony { Action::Phony(placement) } else { Action::Play(Play::Place(placement)) });
            }
        }
        Move::from(Play::Pass)
    }
}

/// Every part of a rack is worth nothing.
pub fn no_leaves(rack: &Rack) -> SubLeaves {
    SubLeaves::from_fn(&SubRacks::of(rack), |_| Equity::ZERO)
}

/// Every part of a rack is worth something else.
pub fn some_leaves(rack: &Rack, rng: &mut impl Rng) -> SubLeaves {
    SubLeaves::from_fn(&SubRacks::of(rack), |_| Equity::millipoints(rng.random_range(-20_000..20_000)))
}

/// ENABLE1, as it comes with the engine.
pub fn enable1() -> Arc<Lexicon> {
    Library::default().load("ENABLE1", &english()).unwrap()
}

/// Every so-manieth word of ENABLE1, and all of the shortest.
pub fn thinned(distribution: &Arc<Distribution>, one_in: usize) -> Arc<Lexicon> {
    let lexicon = enable1();
    let words = lexicon.graph().words().enumerate();
    let kept = words.filter(|(at, word)| word.len() <= 3 || at % one_in == 0);
    let text: Vec<String> = kept.map(|(_, word)| english().alphabet().write_word(&word)).collect();
    lexicon_of(distribution, &text.join("\n"))
}

/// Random words of any letters there are.
pub fn invented(distribution: &Arc<Distribution>, words: usize, rng: &mut impl Rng) -> Arc<Lexicon> {
    let letters: Vec<Letter> = distribution.tiles().iter().filter_map(Tile::letter).collect();
    let word = |rng: &mut dyn RngCore| {
        let len = rng.random_range(2..=8);
        let word: Vec<Letter> = (0..len).map(|_| letters[rng.random_range(0..letters.len())]).collect();
        distribution.alphabet().write_word(&word)
    };
    let text: Vec<String> = (0..words).map(|_| word(rng)).collect();
    lexicon_of(distribution, &text.join("\n"))
}

/// A lexicon of these words.
pub fn lexicon_of(distribution: &Arc<Distribution>, words: &str) -> Arc<Lexicon> {
    Arc::new(Lexicon::from_words("some", distribution, words).unwrap())
}

/// A set of tiles: the line of the blank, and for each of these letters how many there are and what each scores.
pub fn tile_set(blank: &str, letters: &str, count: usize, points: usize) -> Arc<Distribution> {
    let line = |letter: char| format!("{letter},{},{count},{points},0\n", letter.to_lowercase());
    let lines: String = letters.chars().map(line).collect();
    Arc::new(Distribution::parse("set", &format!("{blank}\n{lines}")).unwrap())
}

/// The letters A to Z.
pub const A_TO_Z: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Rules of several kinds, by number.
pub fn some_rules(kind: u64) -> Rules {
    let catalogue = Catalogue::default();
    let distribution = |name| catalogue.distribution(name).unwrap();
    match kind % 5 {
        0 | 1 => Rules::default(),
        2 => Rules { distribution: distribution("spanish"), bingo_bonus: 35, ..Rules::default() },
        3 => Rules {
            layout: catalogue.layout("super").unwrap(),
            distribution: distribution("english_super"),
            max_zero_turns: 4,
            ..Rules::default()
        },
        _ => Rules {
            layout: Arc::new(Layout::parse("walled", WALLED).unwrap()),
            distribution: distribution("catalan"),
            exchange_limit: 1,
            challenge: ChallengeRule::FivePoint,
            ..Rules::default()
        },
    }
}

const WALLED: &str = "start 5F
=..'..#..=
.-..\"...-.
..^....^..
'..-##-..'
....-.....
...'..'...
~...#...~.
.-..\"...-.
";
