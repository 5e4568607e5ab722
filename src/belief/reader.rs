//! Reads an opponent through a game.

use super::evidence::{Evidence, testimony};
use super::posterior::Belief;
use super::ratios::Ratios;
use super::update::{Model, update};
use super::walk::Effort;
use crate::game::{Board, History, Player};
use crate::movegen::{PlayTable, TableBuilder};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Turns games into beliefs.
///
/// The belief is a pure function of the history, as the player sees it, the model and the budget, unless it is cut
/// short. What was worked out for the last turns is kept, so that a game that goes on costs one update for each turn
/// of the opponent, and one that does not is read from its start; the answer is the same.
#[derive(Clone, Debug)]
pub struct Reader {
    builder: TableBuilder,
    model: Model,
    /// The table of the empty board and all tiles there are, once it has been needed: it answers for any tiles that
    /// are unseen, and every game begins there.
    opening: Option<Arc<PlayTable>>,
    /// The last beliefs, each with all the evidence that it is made of; the newest last.
    known: Vec<(Vec<Evidence>, Arc<Ratios>)>,
    /// The budget that they were made with.
    most_racks: usize,
}

impl Reader {
    /// How many beliefs are kept: enough to take a turn back.
    const KEPT: usize = 2;

    /// For the rules and words of the builder.
    pub fn new(builder: TableBuilder, model: Model) -> Self {
        Reader { builder, model, opening: None, known: Vec::new(), most_racks: usize::MAX }
    }

    /// How it reads.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Reads in another way from now on.
    pub fn set_model(&mut self, model: Model) {
        self.model = model;
        self.forget();
    }

    /// Forgets what it has worked out.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Makes ready what every game needs: the table of the empty board. Blocks: a tenth of a second the first time. It
    /// is also made when it is first needed.
    pub fn prepare(&mut self, threads: NonZeroUsize) -> Arc<PlayTable> {
        let (tiles, builder) = (*self.builder.tiles(), &mut self.builder);
        let build = || Arc::new(builder.build(&Board::EMPTY, &tiles, threads));
        self.opening.get_or_insert_with(build).clone()
    }

    /// What this player believes of the other. Blocks: up to some seconds after a play of one tile.
    pub fn read(&mut self, history: &History, us: Player, effort: &Effort<'_>) -> Arc<Belief> {
        if self.most_racks != effort.most_racks {
            self.forget();
            self.most_racks = effort.most_racks;
        }
        let told = testimony(history, us);
        let (mut done, mut ratios) = self.recall(&told.evidence);
        let mut cut_short = false;
        while let Some(evidence) = told.evidence.get(done) {
            ratios = Arc::new(self.observe(&ratios, evidence, effort));
            done += 1;
            cut_short |= ratios.stopped;
            // What was cut short may be done better another time.
            if !cut_short {
                self.remember(&told.evidence[..done], &ratios);
            }
        }
        Arc::new(Belief::new(ratios, &told.now, told.held))
    }

    /// The belief that goes furthest with this evidence, and how far.
    fn recall(&self, evidence: &[Evidence]) -> (usize, Arc<Ratios>) {
        let fits = |(known, _): &&(Vec<Evidence>, _)| evidence.starts_with(known);
        let furthest = self.known.iter().filter(fits).max_by_key(|(known, _)| known.len());
        furthest.map_or_else(
            || (0, Arc::new(Ratios::nothing(self.model.likelihood.prior()))),
            |(known, ratios)| (known.len(), ratios.clone()),
        )
    }

    fn remember(&mut self, evidence: &[Evidence], ratios: &Arc<Ratios>) {
        self.known.retain(|(known, _)| evidence.starts_with(known) && known.len() < evidence.len());
        self.known.push((evidence.to_vec(), ratios.clone()));
        let excess = self.known.len().saturating_sub(Self::KEPT);
        self.known.drain(..excess);
    }

    fn observe(&mut self, before: &Ratios, evidence: &Evidence, effort: &Effort<'_>) -> Ratios {
        let table = evidence.is_telling().then(|| self.table(evidence, effort.threads));
        update(before, evidence, table.as_deref(), &self.model, effort)
    }

    /// The table for what could have been played.
    fn table(&mut self, evidence: &Evidence, threads: NonZeroUsize) -> Arc<PlayTable> {
        if evidence.board.is_empty() {
            return self.prepare(threads);
        }
        Arc::new(self.builder.build(&evidence.board, &evidence.unseen, threads))
    }
}
