//! Reads an opponent through a game.

use super::evidence::{Evidence, testimony};
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
/// of the opponent, and one that does not is read from its start; the answer is the same. Who plays by the clock gets
/// on with what there was time for; who sets [no time](ReadingEffort::time) has it read again.
#[derive(Debug)]
pub struct Reader {
    tables: Arc<Mutex<Tables>>,
    model: Model,
    /// The last beliefs of each player, the newest last.
    known: PerPlayer<Vec<Known>>,
    /// The budget that they were made with.
    most_racks: usize,
}

/// A belief that was worked out before.
#[derive(Clone, Debug)]
struct Known {
    /// All the evidence that it is made of.
    evidence: Vec<Evidence>,
    ratios: Arc<Ratios>,
    /// Whether no turn was cut short.
    is_whole: bool,
}

impl Known {
    /// Of two that are made of the same.
    fn is_better_than(&self, other: &Known) -> bool {
        (self.is_whole, self.ratios.covered) > (other.is_whole, other.ratios.covered)
    }
}

/// The last play table, and what makes them.
#[derive(Debug)]
struct Tables {
    builder: TableBuilder,
    /// The last one, with the racks that it is for.
    last: Option<(Racks, Arc<PlayTable>)>,
}

impl Tables {
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

    /// For those who want to hear of the last turn early: so many racks are judged first, then so many, then all. What
    /// was judged is judged again: at worst that is twice the work, and little where there are millions.
    pub const STAGES: [usize; 2] = [1 << 12, 1 << 16];

    /// For the rules and words of the builder.
    pub fn new(builder: TableBuilder, model: Model) -> Self {
        let tables = Arc::new(Mutex::new(Tables { builder, last: None }));
        Reader { tables, model, known: PerPlayer::default(), most_racks: usize::MAX }
    }

    /// Another who reads in another way, and shares what both need of the board: for those who compare ways to read.
    pub fn with_model(&self, model: Model) -> Self {
        Reader { tables: self.tables.clone(), model, known: PerPlayer::default(), most_racks: usize::MAX }
    }

    /// How it reads.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Forgets what it has worked out.
    pub fn forget(&mut self) {
        self.known = PerPlayer::default();
        self.tables().last = None;
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock()
    }

    /// What this player believes of the other. Blocks: up to some seconds after a play of one tile.
    pub fn read(&mut self, history: &History, us: Player, effort: &ReadingEffort) -> Arc<Belief> {
        self.follow(history, us, effort, &[], |_| {})
    }

    /// The same, and tells how it goes on. The racks of the last turn are judged in stages of so many, if any are
    /// given, with a belief after each.
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
        let told = testimony(history, us);
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
            let new = Known { evidence: told.evidence[..=at].to_vec(), ratios, is_whole };
            ratios = self.remember(us, new, !is_skipped);
        }
        Arc::new(Belief::new(ratios, &told.now, told.held))
    }

    /// The belief that goes furthest with this evidence, how far that is, and whether no turn of it was cut short. What
    /// was cut short serves only those who are in a hurry, and only for turns that have passed: now there may be more
    /// time.
    fn recall(&self, us: Player, evidence: &[Evidence], is_patient: bool) -> (usize, Arc<Ratios>, bool) {
        let has_passed = |known: &Known| known.evidence.len() < evidence.len();
        let serves = |known: &Known| known.is_whole || (!is_patient && has_passed(known));
        let fits = |known: &&Known| evidence.starts_with(&known.evidence) && serves(known);
        let furthest = self.known[us].iter().filter(fits).max_by_key(|known| known.evidence.len());
        furthest.map_or_else(
            || (0, Arc::new(Ratios::nothing(self.model.likelihood.prior())), true),
            |known| (known.evidence.len(), known.ratios.clone(), known.is_whole),
        )
    }

    /// Keeps a belief, if it is worth it, unless there is a better one of the same evidence; gives the better one.
    fn remember(&mut self, us: Player, new: Known, is_worth_it: bool) -> Arc<Ratios> {
        let all = &mut self.known[us];
        let is_better = |old: &&Known| old.evidence == new.evidence && (old.is_better_than(&new) || !is_worth_it);
        if let Some(old) = all.iter().find(is_better) {
            return old.ratios.clone();
        }
        let ratios = new.ratios.clone();
        if !is_worth_it {
            return ratios;
        }
        // Of this game, and not of a turn that was taken back and played otherwise.
        let is_of_game =
            |old: &Known| new.evidence.starts_with(&old.evidence) || old.evidence.starts_with(&new.evidence);
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
