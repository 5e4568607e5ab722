//! Reads an opponent through a game.

use super::evidence::{Evidence, gather_evidence};
use super::posterior::Belief;
use super::ratios::Ratios;
use super::update::{Model, update};
use super::walk::ReadingEffort;
use crate::game::{History, PerPlayer, Player};
use crate::movegen::{PlayTable, Racks, TableBuilder};
use parking_lot::{Mutex, MutexGuard};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Turns games into beliefs.
///
/// The belief is a pure function of the history, as the player sees it, the model and the budget, unless it is cut
/// short. What was worked out for the last turns is kept, so that a game that goes on costs one update for each turn
/// of the opponent, and one that does not is read from its start; the answer is the same. A caller
/// that plays by the clock goes on from what there was time for; without a [time](ReadingEffort::time), turns that were
/// cut short are read again.
#[derive(Debug)]
pub struct Reader {
    tables: Arc<Mutex<TableCache>>,
    model: Model,
    /// The last readings of each player, the newest last.
    cached: PerPlayer<Vec<CachedReading>>,
    /// The budget that they were made with.
    most_racks: usize,
}

/// What was carried after some turns, kept for the next call.
#[derive(Clone, Debug)]
struct CachedReading {
    /// All the evidence that it is made of.
    evidence: Vec<Evidence>,
    ratios: Arc<Ratios>,
    /// Whether no turn was cut short.
    is_whole: bool,
}

impl CachedReading {
    /// Compares two readings of the same evidence.
    fn is_better_than(&self, other: &CachedReading) -> bool {
        (self.is_whole, self.ratios.covered) > (other.is_whole, other.ratios.covered)
    }
}

/// The builder of play tables, and the last table it built.
#[derive(Debug)]
struct TableCache {
    builder: TableBuilder,
    /// The last one, with the racks that it is for.
    last: Option<(Racks, Arc<PlayTable>)>,
}

impl TableCache {
    /// The table for what could have been played.
    fn get(&mut self, evidence: &Evidence, threads: NonZeroUsize) -> Arc<PlayTable> {
        let wanted = evidence.racks();
        let fits = |(racks, table): &&(Racks, Arc<PlayTable>)| *racks == wanted && *table.board() == evidence.board;
        if let Some((_, table)) = self.last.as_ref().filter(fits) {
            return table.clone();
        }
        let table = Arc::new(self.builder.build_for(&evidence.board, &wanted, threads));
        self.last = Some((wanted, table.clone()));
        table
    }
}

/// What is told of a reading that is under way.
#[derive(Clone, Debug)]
pub enum Progress {
    /// The next turn of the opponent is looked at. When that is done, this part of the work is, from 0 to 1.
    Turn(f64),
    /// The likeliest racks of its last turn have been judged: a first belief.
    Grown(Arc<Belief>),
}

/// Whether there is anything to be learned from how the other player chose: whether it had a choice to make while
/// there were tiles to be drawn.
pub fn has_plays_to_read(history: &History, us: Player) -> bool {
    let by_them = history.turns_in_position().filter(|(turn, _)| turn.player != us);
    by_them.map(|(_, before)| before.bag_len()).any(|bag| bag > 0)
}

impl Reader {
    /// How many beliefs are kept: enough to take a turn back. The last that nothing was cut short of is kept besides.
    const KEPT: usize = 2;

    /// How many racks of the last turn are judged in each stage before all of them are, for callers that want a first
    /// belief early. Each stage judges again what the one before did: at worst that doubles the work, and it matters
    /// little where there are millions.
    pub const STAGES: [usize; 2] = [1 << 12, 1 << 16];

    /// For the rules and words of the builder.
    pub fn new(builder: TableBuilder, model: Model) -> Self {
        let tables = Arc::new(Mutex::new(TableCache { builder, last: None }));
        Reader { tables, model, cached: PerPlayer::default(), most_racks: usize::MAX }
    }

    /// A reader with another model that shares the play tables with this one: for comparing models.
    pub fn with_model(&self, model: Model) -> Self {
        Reader { tables: self.tables.clone(), model, cached: PerPlayer::default(), most_racks: usize::MAX }
    }

    /// How it reads.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Drops all cached readings and tables.
    pub fn forget(&mut self) {
        self.cached = PerPlayer::default();
        self.tables().last = None;
    }

    fn tables(&self) -> MutexGuard<'_, TableCache> {
        self.tables.lock()
    }

    /// What this player believes of the other. Blocks: up to some seconds after a play of one tile.
    pub fn read(&mut self, history: &History, us: Player, effort: &ReadingEffort) -> Arc<Belief> {
        self.follow(history, us, effort, &[], |_| {})
    }

    /// Like [`read`](Self::read), and reports progress to `tell`. The racks of the last turn are judged in these
    /// stages, if any are given, with a belief after each. Blocks.
    ///
    /// Where there is no time for a turn, what was read before it is forgotten with it: later turns count more.
    pub fn follow(
        &mut self,
        history: &History,
        us: Player,
        effort: &ReadingEffort,
        stages: &[usize],
        mut tell: impl FnMut(Progress),
    ) -> Arc<Belief> {
        if self.most_racks != effort.most_racks {
            self.forget();
            self.most_racks = effort.most_racks;
        }
        let told = gather_evidence(history, us);
        let (known, mut ratios, mut is_whole) = self.recall(us, &told.evidence, effort.time.is_none());
        let turns = told.evidence.len();
        let mut is_skipped = false;
        for at in known..turns {
            let part = (at + 1 - known) as f64 / (turns - known) as f64;
            tell(Progress::Turn(part));
            let deadline = effort.time.map(|time| time.deadline(part));
            let stopper = deadline.map_or_else(|| effort.stopper.clone(), |deadline| effort.stopper.until(deadline));
            let effort = &ReadingEffort { stopper, ..effort.clone() };
            let stages = if at + 1 == turns { stages } else { &[] };
            let grown = |ratios: Arc<Ratios>| tell(Progress::Grown(Belief::new(ratios, &told.now, told.held).into()));
            ratios = self.observe(&ratios, &told.evidence[at], effort, stages, grown);
            is_whole &= !ratios.stopped;
            // What rests on a turn for which there was no time at all is not kept, so that it is read another time.
            is_skipped |= ratios.covered == 0.0 && ratios.stopped;
            let new = CachedReading { evidence: told.evidence[..=at].to_vec(), ratios, is_whole };
            ratios = self.remember(us, new, !is_skipped);
        }
        Arc::new(Belief::new(ratios, &told.now, told.held))
    }

    /// The belief that goes furthest with this evidence, how far that is, and whether no turn of it was cut short. What
    /// was cut short serves only those who are in a hurry, and only for turns that have passed: now there may be more
    /// time.
    fn recall(&self, us: Player, evidence: &[Evidence], is_patient: bool) -> (usize, Arc<Ratios>, bool) {
        let has_passed = |known: &CachedReading| known.evidence.len() < evidence.len();
        let serves = |known: &CachedReading| known.is_whole || (!is_patient && has_passed(known));
        let fits = |known: &&CachedReading| evidence.starts_with(&known.evidence) && serves(known);
        let furthest = self.cached[us].iter().filter(fits).max_by_key(|known| known.evidence.len());
        furthest.map_or_else(
            || (0, Arc::new(Ratios::nothing(self.model.likelihood.prior())), true),
            |known| (known.evidence.len(), known.ratios.clone(), known.is_whole),
        )
    }

    /// Keeps a belief, if it is worth it, unless there is a better one of the same evidence; gives the better one.
    fn remember(&mut self, us: Player, new: CachedReading, is_worth_it: bool) -> Arc<Ratios> {
        let all = &mut self.cached[us];
        let is_better =
            |old: &&CachedReading| old.evidence == new.evidence && (old.is_better_than(&new) || !is_worth_it);
        if let Some(old) = all.iter().find(is_better) {
            return old.ratios.clone();
        }
        let ratios = new.ratios.clone();
        if !is_worth_it {
            return ratios;
        }
        // Of this game, and not of a turn that was taken back and played otherwise.
        let is_of_game =
            |old: &CachedReading| new.evidence.starts_with(&old.evidence) || old.evidence.starts_with(&new.evidence);
        all.retain(|old| is_of_game(old) && old.evidence.len() != new.evidence.len());
        all.push(new);
        all.sort_by_key(|known| known.evidence.len());
        let whole = all.iter().rposition(|known| known.is_whole);
        let newest = all.len().saturating_sub(Self::KEPT);
        let mut at = 0..;
        all.retain(|_| at.next().is_some_and(|at| at >= newest || Some(at) == whole));
        ratios
    }

    /// What is carried after a turn; of what there was time for, that which covers the most.
    fn observe(
        &mut self,
        before: &Ratios,
        evidence: &Evidence,
        effort: &ReadingEffort,
        stages: &[usize],
        mut grown: impl FnMut(Arc<Ratios>),
    ) -> Arc<Ratios> {
        if effort.stopper.is_stopped() {
            return Arc::new(Ratios::unread(before.policies));
        }
        let table = evidence.is_telling().then(|| self.tables().get(evidence, effort.threads));
        let judge = |most_racks: usize| {
            let effort = ReadingEffort { most_racks: most_racks.min(effort.most_racks), ..effort.clone() };
            Arc::new(update(before, evidence, table.as_deref(), &self.model, &effort))
        };
        let mut best = Arc::new(Ratios::unread(before.policies));
        for &stage in stages.iter().filter(|&&stage| stage < effort.most_racks).chain([&usize::MAX]) {
            let ratios = judge(stage);
            let (stopped, is_all) = (ratios.stopped, ratios.covered >= 1.0 || stage == usize::MAX);
            best = match ratios.covered >= best.covered {
                true => ratios,
                false => Arc::new(Ratios { stopped, ..(*best).clone() }),
            };
            if stopped || is_all {
                break;
            }
            grown(best.clone());
        }
        best
    }
}
