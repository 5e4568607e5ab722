//! What leaves lead to, seen on the boards of self-play by thousands of ghosts.
//!
//! **The short answer.** The value of a leave is what the player who kept it can expect of the next turn, beyond what a
//! fresh rack could expect: the points scored then, and the value of what is kept then. One game of self-play shows
//! this for one leave a turn. But the [play table](tasseo::movegen::PlayTable) tells the best play of any rack on a
//! board in a microsecond. So at each seat of each game sit thousands of ghosts. A ghost has a rack of its own; at its
//! seat's turn it finds its best play on the board, keeps the rest, and at the seat's next turn fills its rack from the
//! tiles that are off the board then. It does not place anything: the boards are those of the game. What a ghost's rack
//! is worth at a turn is a sample of the value of the leave that it kept the turn before.
//!
//! **Why kept, and not just held.** A leave is kept where it could not be played well. Whoever holds a Q on a random
//! board may play it at once; whoever has kept it holds it on a board where it did not go, and where it may not go next
//! time. So the sums of leaves that were kept are the ones to go by, and the sums of all that were on a rack (of which
//! there are a hundred for each rack) stand in where a leave is seldom kept; see [`estimate`](super::estimate).
//!
//! **What it is compared with.** The mean worth of fresh racks on the same board is taken off each sample, which takes
//! the greater part of the variance with it: whether a board is open or shut.
//!
//! **Leaves that are seldom met.** Leaves like ??JQXZ come up once in a billion racks. A list of the seldom ones is
//! gone through round and round, some on each board: each is filled up and its worth counted as held.
//!
//! **Why not the mean future spread of real games.** It is the same quantity, but a sample of it has the variance of
//! the rest of a game (some 80 points) instead of one turn's on a given board (some 15), and there is one a turn
//! instead of thousands. What is lost is whatever a leave does beyond the points of its own side.

use super::sums::Sums;
use crate::game_setup::GameSetup;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tasseo::evaluate::{Equity, LeaveGraph, SubLeaves};
use tasseo::game::{MAX_SUB_RACKS, PerPlayer, Position, RACK_SIZE, Rack, SubRacks, TILE_KINDS, Tally, Tile};
use tasseo::movegen::{PlayKind, PlayTable, TableBuilder, TooManyWords};
use tasseo::seeds::seed_of;
use tasseo::self_play::SelfPlay;

/// How many ghosts sit at each seat.
const GHOSTS: usize = 6000;
/// How many fresh racks are judged on each board.
const FRESH: usize = 2000;
/// How many seldom leaves are judged on each board.
const FORCED: usize = 1500;

/// What a round of learning goes by. Shared by all threads.
#[derive(Debug)]
pub struct RoundConfig {
    /// What the games are played with.
    pub setup: GameSetup,
    /// The leaves that are learned.
    pub graph: Arc<LeaveGraph>,
    /// What they were worth after the round before, by number.
    pub values: Vec<Equity>,
    /// Leaves that are seldom met.
    pub seldom: Vec<Rack>,
    /// The seed of the round.
    pub seed: u64,
}

/// One thread's part of a round.
#[derive(Debug)]
pub struct Learner<'l> {
    config: &'l RoundConfig,
    self_play: SelfPlay,
    builder: TableBuilder,
    /// What it has seen.
    pub sums: Sums,
}

impl<'l> Learner<'l> {
    /// Has seen nothing.
    pub fn new(config: &'l RoundConfig) -> Result<Self, TooManyWords> {
        Ok(Learner {
            config,
            self_play: config.setup.self_play(),
            builder: config.setup.play_tables()?,
            sums: Sums::new(config.graph.len()),
        })
    }

    /// Watches a game. What it sees depends on the round's seed and the game's number alone.
    pub fn watch(&mut self, game: u64) {
        let Learner { config, self_play, builder, sums } = self;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of(config.seed ^ 1, game));
        let mut ghosts = PerPlayer([vec![Rack::EMPTY; GHOSTS], vec![Rack::EMPTY; GHOSTS]]);
        let mut boards = 0;
        self_play.play(PerPlayer([&config.setup.value; 2]), seed_of(config.seed, game), |turn| {
            if turn.before.bag_len() > 0 {
                let table = builder.build(turn.before.board(), turn.before.off_board(), NonZeroUsize::MIN);
                let mut sampler = BoardSampler::new(config, turn.before, &table, &mut rng);
                sampler.seat(&mut ghosts[turn.before.on_turn()], sums);
                let start = (game.wrapping_mul(16).wrapping_add(boards) as usize).wrapping_mul(FORCED);
                sampler.judge_seldom(start, sums);
                boards += 1;
            }
        });
        sums.boards += boards;
    }
}

/// One board, and what racks are worth on it.
struct BoardSampler<'s> {
    config: &'s RoundConfig,
    table: &'s PlayTable,
    most_exchanged: usize,
    urn: Urn,
    rng: &'s mut Xoshiro256PlusPlus,
    /// What a fresh rack is worth, in thousandths.
    fresh: i64,
}

/// A rack that has been judged.
struct JudgedRack {
    parts: SubRacks,
    /// The leave number of each part.
    numbers: [u32; MAX_SUB_RACKS],
    /// In thousandths.
    worth: i64,
    kept: Rack,
}

impl<'s> BoardSampler<'s> {
    fn new(
        config: &'s RoundConfig,
        position: &Position,
        table: &'s PlayTable,
        rng: &'s mut Xoshiro256PlusPlus,
    ) -> Self {
        let most_exchanged = position.most_exchanged();
        let urn = Urn::new(position.off_board());
        let mut sampler = BoardSampler { config, table, most_exchanged, urn, rng, fresh: 0 };
        let sum: i64 = (0..FRESH).map(|_| sampler.judge_fresh().worth).sum();
        sampler.fresh = sum / FRESH as i64;
        sampler
    }

    fn judge_fresh(&mut self) -> JudgedRack {
        let rack = self.urn.fill(&Rack::EMPTY, self.rng).expect("no tiles are asked for");
        self.judge(&rack)
    }

    fn judge(&self, rack: &Rack) -> JudgedRack {
        let parts = SubRacks::of(rack);
        let numbers = self.config.graph.numbers(&parts);
        let leaves = SubLeaves::from_fn(&parts, |part| self.config.values[numbers[part] as usize]);
        let choice = self.table.choose(&parts, &leaves, self.most_exchanged);
        let worth = if choice.kind == PlayKind::Pass { Equity::ZERO } else { choice.equity };
        let kept = parts.tiles(parts.whole() - choice.part);
        JudgedRack { parts, numbers, worth: i64::from(worth.as_millipoints()), kept }
    }

    /// Lets every ghost of the seat on turn fill its rack, and do its best.
    fn seat(&mut self, ghosts: &mut [Rack], sums: &mut Sums) {
        for ghost in ghosts {
            let judged = match self.urn.fill(ghost, self.rng).filter(|_| !ghost.is_empty()) {
                Some(rack) => {
                    let judged = self.judge(&rack);
                    sums.kept[self.config.graph.number(ghost)].add(judged.worth - self.fresh, 1);
                    judged
                }
                None => self.judge_fresh(),
            };
            self.hold(&judged, sums);
            *ghost = judged.kept;
        }
        sums.racks += (GHOSTS + FRESH) as u64;
    }

    /// Counts a rack for each leave that it holds, as often as it holds it: AAB holds AB twice.
    fn hold(&self, judged: &JudgedRack, sums: &mut Sums) {
        let ways = ways_to_hold(&judged.parts);
        let gain = judged.worth - self.fresh;
        for (&number, &ways) in judged.numbers.iter().zip(&ways).take(judged.parts.whole()).skip(1) {
            sums.held[number as usize].add(gain, u64::from(ways));
        }
    }

    /// Judges the next seldom leaves from a place of the list on.
    fn judge_seldom(&mut self, start: usize, sums: &mut Sums) {
        let seldom = &self.config.seldom;
        for leave in seldom.iter().cycle().skip(start % seldom.len().max(1)).take(FORCED.min(seldom.len())) {
            if let Some(rack) = self.urn.fill(leave, self.rng) {
                let worth = self.judge(&rack).worth;
                sums.held[self.config.graph.number(leave)].add(worth - self.fresh, 1);
                sums.racks += 1;
            }
        }
    }
}

/// For each part of a rack, in how many ways its tiles can be picked from the rack.
fn ways_to_hold(parts: &SubRacks) -> [u32; MAX_SUB_RACKS] {
    let kinds = parts.kinds();
    let start = (1, None, 0);
    let build = parts.build(start, |(ways, last, taken), tile| {
        let taken = if last == Some(tile) { taken + 1 } else { 1 };
        let count = kinds.iter().find(|kind| kind.tile == tile).map_or(0, |kind| kind.count) as u32;
        (ways * (count + 1 - taken) / taken, Some(tile), taken)
    });
    build.map(|(ways, _, _)| ways)
}

/// Tiles to draw from, over and over.
struct Urn {
    /// Sorted.
    tiles: Vec<Tile>,
    /// Where the tiles of each kind begin, and how many they are.
    kinds: [(usize, usize); TILE_KINDS],
}

impl Urn {
    fn new(tally: &Tally) -> Self {
        let tiles: Vec<Tile> = tally.iter().collect();
        let mut kinds = [(0, 0); TILE_KINDS];
        for (at, tile) in tiles.iter().enumerate() {
            let (start, count) = &mut kinds[tile.index()];
            *start = if *count == 0 { at } else { *start };
            *count += 1;
        }
        Urn { tiles, kinds }
    }

    /// A leave filled up to a whole rack; none if its tiles are not all there.
    fn fill(&self, leave: &Rack, rng: &mut impl Rng) -> Option<Rack> {
        let mut taken = Vec::with_capacity(RACK_SIZE);
        for same in leave.tiles().chunk_by(|a, b| a == b) {
            let (start, count) = self.kinds[same[0].index()];
            if count < same.len() {
                return None;
            }
            taken.extend(start..start + same.len());
        }
        let mut rack = *leave;
        while rack.len() < RACK_SIZE.min(self.tiles.len()) {
            let at = rng.random_range(0..self.tiles.len());
            if !taken.contains(&at) {
                taken.push(at);
                let _ = rack.push(self.tiles[at]);
            }
        }
        Some(rack)
    }
}

/// The leaves that fewer than `least` of `racks` random racks hold.
pub fn seldom_leaves(graph: &LeaveGraph, tiles: &Tally, racks: f64, least: f64) -> Vec<Rack> {
    let ways = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let chance = |leave: &Rack| {
        let same = leave.tiles().chunk_by(|a, b| a == b);
        let of_kinds: f64 = same.map(|same| ways(tiles.count(same[0]), same.len())).product();
        of_kinds / ways(tiles.len(), leave.len()) * ways(RACK_SIZE, leave.len())
    };
    graph.leaves().into_iter().filter(|leave| racks * chance(leave) < least).collect()
}

/// How many racks a game shows, roughly.
pub fn racks_per_game() -> f64 {
    const BOARDS: f64 = 17.0;
    BOARDS * GHOSTS as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use tasseo::game::english;

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english().alphabet()).unwrap()
    }

    #[test]
    fn a_rack_holds_a_leave_as_often_as_it_can_be_picked() {
        let parts = SubRacks::of(&rack("AAABBCD"));
        let ways = ways_to_hold(&parts);
        for (leave, count) in [("A", 3), ("AA", 3), ("AAA", 1), ("AB", 6), ("AABB", 3), ("CD", 1), ("ABC", 6)] {
            assert_eq!(ways[parts.number(&rack(leave)).unwrap()], count, "{leave}");
        }
    }

    #[test]
    fn an_urn_gives_what_is_left() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let urn = Urn::new(&rack("AABCDEE").tally());
        assert_eq!(urn.fill(&rack("AE"), &mut rng), Some(rack("AABCDEE")));
        assert_eq!(urn.fill(&rack("BB"), &mut rng), None);
        let urn = Urn::new(english().tiles());
        let mut seen = Tally::EMPTY;
        for _ in 0..10_000 {
            let filled = urn.fill(&rack("QU"), &mut rng).unwrap();
            assert!({ *english().tiles() }.remove_all(filled.tiles().iter().copied()).is_ok());
            filled.minus(&rack("QU")).tiles().iter().for_each(|&tile| {
                if tile == rack("E").tiles()[0] {
                    seen.add(tile);
                }
            });
            if seen.len() > 200 {
                break;
            }
        }
        assert!(seen.len() > 200);
    }
}
