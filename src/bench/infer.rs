//! `bench infer`: how fast an opponent is read.
//!
//! We hold GLORRTU, as in Richards and Amir's example. The opponent opens with a play of five to two tiles, or with an
//! exchange of three; or we have opened with 8D.WINDY, and it answers with five tiles to one, or exchanges. It places
//! its tiles where they score most. The time is that of the whole update, with the play table and all.
//! The reader is asked without an engine around it, so that it can be made to forget.

use super::config::{AnyError, BenchConfig, Setup, ratio};
use super::cpu::Stopwatch;
use crate::belief::{Model, Reader, ReadingEffort};
use crate::evaluate::Leaves;
use crate::fingerprint::fingerprint;
use crate::game::{Action, History, Move, Play, Player, Position, Rack};
use crate::movegen::TableBuilder;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What the opponent places; then how many tiles it exchanges.
const OPENINGS: [&str; 4] = ["IMINO", "VINO", "HEM", "AH"];
const ANSWERS: [&str; 5] = ["HOMER", "HOME", "OHM", "AH", "X"];
const EXCHANGED: usize = 3;
const OUR_RACK: &str = "GLORRTU";
const OUR_OPENING: &str = "8D.WINDY";

/// Small jobs are done as often as it takes to measure them.
const AT_LEAST: Duration = Duration::from_millis(300);

pub(super) fn run(config: &BenchConfig, out: &mut impl Write) -> Result<(), AnyError> {
    let setup = &Setup::load(config)?;
    let model = Model { leaves: Leaves::find(&config.values(), &setup.lexicon)?, ..Model::default() };
    let reader = Reader::new(TableBuilder::new(setup.rules.clone(), setup.lexicon.clone())?, model);
    let mut bench = InferBench { config, setup, reader, out, signature: 0 };
    writeln!(bench.out, "lexicon: {}", setup.lexicon.name())?;
    writeln!(bench.out, "turn     play    kept     racks   cpu ms  wall ms  racks per cpu-second  effective leaves")?;
    let start = History::new(Position::start(setup.rules.clone()));
    bench.turn("opening", &start, &OPENINGS)?;
    let mut second = start;
    second.play(&bench.parse(OUR_OPENING)?)?;
    bench.turn("second", &second, &ANSWERS)?;
    let signature = bench.signature;
    Ok(writeln!(out, "signature: {signature}")?)
}

struct InferBench<'b, W> {
    config: &'b BenchConfig,
    setup: &'b Setup,
    reader: Reader,
    out: &'b mut W,
    signature: u64,
}

impl<W: Write> InferBench<'_, W> {
    fn parse(&self, text: &str) -> Result<Move, AnyError> {
        Ok(Move::parse(text, self.setup.rules.distribution.alphabet())?)
    }

    fn rack(&self, text: &str) -> Result<Rack, AnyError> {
        Ok(Rack::parse(text, self.setup.rules.distribution.alphabet())?)
    }

    fn builder(&self) -> Result<TableBuilder, AnyError> {
        Ok(TableBuilder::new(self.setup.rules.clone(), self.setup.lexicon.clone())?)
    }

    /// Reads every answer to a history.
    fn turn(&mut self, name: &str, before: &History, plays: &[&str]) -> Result<(), AnyError> {
        let mut before = before.clone();
        let us = before.now().on_turn().opponent();
        before.set_rack(us, self.rack(OUR_RACK)?)?;
        let plays_of = self.builder()?.build(before.now().board(), &before.now().unseen_by(us), NonZeroUsize::MIN);
        for tiles in plays {
            let placement = plays_of.placement(&self.rack(tiles)?);
            let placement = placement.ok_or_else(|| format!("{tiles} cannot be placed with these words"))?;
            self.answer(name, tiles, &before, us, &Move::from(Play::Place(placement)))?;
        }
        let exchange = Move::new(Action::ExchangeUnseen(EXCHANGED));
        self.answer(name, &format!("ex.{EXCHANGED}"), &before, us, &exchange)
    }

    fn answer(&mut self, turn: &str, name: &str, before: &History, us: Player, m: &Move) -> Result<(), AnyError> {
        let mut history = before.clone();
        history.play(m)?;
        let threads = self.config.threads;
        let effort = ReadingEffort { threads, ..ReadingEffort::whole() };
        let (watch, mut rounds) = (Stopwatch::of_process(), 0);
        let belief = loop {
            self.reader.forget();
            let belief = self.reader.read(&history, us, &effort);
            rounds += 1;
            if watch.wall() > AT_LEAST {
                break belief;
            }
        };
        let [wall, cpu] = [watch.wall(), watch.cpu()].map(|time| time.as_secs_f64() / f64::from(rounds));
        let (kept, racks, leaves) = (belief.kept(), belief.judged(), belief.effective_leaves());
        self.signature =
            self.signature.wrapping_add(fingerprint(format!("{turn} {name} {racks} {leaves:.6}").into_bytes()));
        let (cpu_ms, wall_ms, rate) = (cpu * 1e3, wall * 1e3, ratio(racks as f64, cpu, 0));
        let line = format!("{turn:8} {name:7} {kept:4} {racks:9} {cpu_ms:8.1} {wall_ms:8.1} {rate:>21} {leaves:17.1}");
        Ok(writeln!(self.out, "{line}")?)
    }
}
