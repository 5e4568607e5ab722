//! `bench table`: how long play tables take to build, and how fast they answer.

use super::config::{AnyError, BenchConfig, Setup, ratio};
use super::cpu::Stopwatch;
use super::games::play_game;
use crate::evaluate::{StaticValue, SubLeaves};
use crate::game::{Bag, Player, Position, RACK_SIZE, Rack, Rules, SubRacks};
use crate::movegen::TableBuilder;
use crate::seeds::seed_of;
use std::hint::black_box;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// What play tables cost.
#[derive(Default)]
struct TableCost {
    tables: u32,
    placements: usize,
    entries: usize,
    building: Duration,
    slowest: Duration,
    racks: u32,
    asking: Duration,
    judging_and_asking: Duration,
    signature: u64,
}

impl TableCost {
    const RACKS: u32 = 5000;

    /// Builds the table of a position, as the player on turn sees it, and asks it for the best play of random racks.
    ///
    /// What one thread does is measured in its CPU time, which other programs do not lengthen; what several do, in the
    /// time that passes.
    fn measure(&mut self, position: &Position, builder: &mut TableBuilder, value: &StaticValue, threads: NonZeroUsize) {
        let unseen = position.unseen_by(position.on_turn());
        let watch = Stopwatch::of_thread();
        let plays = builder.build(position.board(), &unseen, threads);
        let took = if threads == NonZeroUsize::MIN { watch.cpu() } else { watch.wall() };
        self.tables += 1;
        self.building += took;
        self.slowest = self.slowest.max(took);
        (self.placements, self.entries) = (self.placements + plays.placements(), self.entries + plays.len());
        let rack = |number| {
            let mut rack = Rack::EMPTY;
            Bag::shaken(&unseen, seed_of(u64::from(self.tables), u64::from(number))).fill(
                &mut rack,
                RACK_SIZE,
                Player::One,
            );
            rack
        };
        let racks: Vec<Rack> = (0..Self::RACKS).map(rack).collect();
        let judged = |rack: &Rack| (SubRacks::of(rack), value.of(position, rack));
        let choose = |(parts, leaves): &(SubRacks, SubLeaves)| plays.choose(parts, leaves, position.most_exchanged());
        let watch = Stopwatch::of_thread();
        racks.iter().for_each(|rack| _ = black_box(choose(&judged(rack))));
        self.judging_and_asking += watch.cpu();
        let racks: Vec<(SubRacks, SubLeaves)> = racks.iter().map(judged).collect();
        let watch = Stopwatch::of_thread();
        for rack in &racks {
            let best = choose(rack).equity.as_millipoints();
            self.signature = self.signature.wrapping_mul(31).wrapping_add(best as u64);
        }
        self.asking += watch.cpu();
        self.racks += Self::RACKS;
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (tables, asking) = (self.tables.max(1), self.asking.as_secs_f64());
        writeln!(out, "tables: {}", self.tables)?;
        writeln!(out, "placements per table: {}", self.placements / tables as usize)?;
        writeln!(out, "entries per table: {}", self.entries / tables as usize)?;
        writeln!(out, "mean build milliseconds: {:.2}", self.building.as_secs_f64() * 1e3 / f64::from(tables))?;
        writeln!(out, "worst build milliseconds: {:.2}", self.slowest.as_secs_f64() * 1e3)?;
        writeln!(out, "nanoseconds per rack: {}", ratio(asking * 1e9, f64::from(self.racks), 0))?;
        let with_leaves = ratio(self.judging_and_asking.as_secs_f64() * 1e9, f64::from(self.racks), 0);
        writeln!(out, "nanoseconds per rack with its leave values: {with_leaves}")?;
        writeln!(out, "racks per second: {}", ratio(f64::from(self.racks), asking, 0))
    }
}

/// The tables of the positions, or of those of some games.
pub(super) fn run(
    config: &BenchConfig,
    positions: Option<&[(Position, Rack)]>,
    out: &mut impl Write,
) -> Result<(), AnyError> {
    let setup = &Setup::load(config)?;
    let threads = config.threads;
    let mut cost = TableCost::default();
    // The clock of a thread is the finer one, that of the process knows all threads.
    let watch = if threads == NonZeroUsize::MIN { Stopwatch::of_thread() } else { Stopwatch::of_process() };
    let builder = |rules: &Arc<Rules>| TableBuilder::new(rules.clone(), setup.lexicon.clone());
    match positions {
        Some(positions) => {
            for (position, _) in positions {
                cost.measure(position, &mut builder(position.rules())?, &setup.value, threads);
            }
        }
        None => {
            let (mut builder, mut self_play) = (builder(&setup.rules)?, setup.self_play());
            for game in 0..config.games.unwrap_or(2) {
                let each = |position: &Position| cost.measure(position, &mut builder, &setup.value, threads);
                play_game(setup, &mut self_play, config.seed, game, each);
            }
        }
    }
    writeln!(out, "lexicon: {}", setup.lexicon.name())?;
    cost.write(out)?;
    writeln!(out, "cpu seconds: {:.3}", watch.cpu().as_secs_f64())?;
    Ok(writeln!(out, "signature: {}", cost.signature)?)
}
