//! Pre-endgames: so few tiles are in the bag that every draw can be tried.
//!
//! **The short answer.** A candidate is judged by what becomes of the game for each way to share the unseen tiles out
//! between the opponent and the bag: won, drawn or lost, and by how much. All candidates are judged greedily first;
//! then ever fewer of them ever more thoroughly, until those that are left are proven.
//!
//! **The longer answer.** A deal (`deals`) is what the opponent holds and the order of the bag. After a candidate that
//! takes all tiles of the bag, each deal is an [endgame](super::endgame): nothing is hidden any more, and the solver
//! says who wins. After one that does not (a pass, or few tiles), the game is played on (`judge`) until the bag is
//! empty: the opponent sees all tiles and makes the reply that is worst for us, we see our own and make the play that
//! scores most for what it keeps. So such values do not flatter us, but for replies that were not looked at; they are
//! estimates, and never called proven.
//!
//! Rounds have a fixed amount of work for each deal, so what a round says depends neither on the threads nor on the
//! clock; only how many rounds there were does. First points are found out, then who wins, then points again among
//! those that win equally often (`rounds`). A deal of which that is certain is not looked at again.
//!
//! A round that is stopped has been finished for some of its candidates. What it says of them is comparable among them,
//! and nothing else is: not what it says of a candidate with half of its deals, and not the verdict of one round with
//! that of another. So they keep the new verdicts and are put in order by them, among the places that they had: the
//! candidate that led stays ahead of those that it was not compared with again, or gives its place to one that has
//! overtaken it. Only one that is proven to lose whatever is drawn goes behind all others, if any of them seems to have
//! a chance. Before the first round nothing is known: if it is stopped, only those are told of for which it was done.
//! It begins with the play that was thought best before, if there is one, so that this is among them, and goes on with
//! those that score most for what they keep.
//!
//! **What it costs.** One in the bag and 300 candidates are 2,400 deals, each some tenths of a millisecond in the first
//! round.
//!
//! **The limits.** More than [`MOST_DEALS`] deals are sampled, which is nearly always so with four tiles in the bag or
//! more; then nothing is called proven. An opponent who sees the bag is stronger than any real one, so passes and plays
//! that leave tiles in the bag are thought to be worth less than they are. It can always pass as well, so with one tile
//! in the bag a pass is never thought to be better than the play that scores most for what it keeps, but where we win
//! if nobody plays any more. The replies of an opponent who could only guess would have to be weighed against all that
//! it may think we hold, which is as much work as the whole again for each deal.

mod choose;
mod deals;
mod entry;
mod judge;
mod rounds;

pub(super) use choose::choose;
pub use choose::{PegReport, PreEndgame};
pub use entry::PegCandidate;

use crate::game::{Play, Position, Rack};
use crate::lexicon::Lexicon;
use crate::movegen::Generator;
use crate::parallel::share;
use crate::search::endgame::LIST_BYTES;
use crate::stopper::Stopper;
use entry::{Entry, put_in_order, told};
use judge::{Judge, Verdict};
use parking_lot::Mutex;
use rounds::{Round, Rounds};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// With more tiles in the bag it is no pre-endgame.
pub const MOST_IN_BAG: usize = 7;
/// The unseen tiles are shared out in no more ways than this; beyond, so many are drawn. (Where a play leaves tiles in
/// the bag, each is tried with each of them drawn first.)
pub const MOST_DEALS: usize = 72;

/// So many deals are judged greedily, or a few more: where candidates and deals are many, the candidates that look
/// worst are left out.
const GREEDY_DEALS: usize = 2400;
/// But never fewer than this are looked at.
const FEWEST: usize = 48;

/// How a pre-endgame is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegOptions {
    /// How many threads.
    pub threads: NonZeroUsize,
    /// The most that the transposition tables may take together, in megabytes.
    pub hash_mb: usize,
    /// Only these plays, where there are any.
    pub only: Vec<Play>,
    /// These, beside those that are thought of. They are looked at in all rounds.
    pub also: Vec<Play>,
    /// The candidate to judge first, so that a first round that is stopped has compared others with it.
    pub first: Option<Play>,
    /// At most so many rounds.
    pub rounds: usize,
    /// Decides which deals are tried where there are too many, and what is drawn first.
    pub seed: u64,
}

/// What is known so far: the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PegAnalysis {
    /// The candidates that have been judged. Those judged in later rounds come before those that were dropped.
    pub candidates: Vec<PegCandidate>,
    /// How many rounds were finished. Candidates may have been judged in one more.
    pub rounds: usize,
}

/// Looks at a pre-endgame; none if the bag is empty, or so full that nobody would call it that.
///
/// `chance` says how likely each rack of the opponent is for who knows all tiles that are unseen, but for a factor;
/// without it, all ways to draw tiles are as likely. Blocks until there is nothing more to find out of the candidates
/// that are left or the stopper says so, which is asked every few hundred microseconds. `publish` is told after each round.
pub fn analyse(
    position: &Position,
    lexicon: &Arc<Lexicon>,
    options: &PegOptions,
    chance: Option<&dyn Fn(&Rack) -> f64>,
    stopper: &Stopper,
    mut publish: impl FnMut(&PegAnalysis),
) -> Option<PegAnalysis> {
    let us = position.on_turn();
    let rack = position.full_rack(us)?;
    if position.bag_len() == 0 || position.bag_len() > MOST_IN_BAG || position.ending().is_some() {
        return None;
    }
    let all = deals::all(position, &rack, chance, options.seed);
    let plays = candidates(position, &rack, lexicon, options, GREEDY_DEALS / all.deals.len().max(1));
    let entry = |play: Play| {
        let deals = deals::for_play(position, &play, &all.deals);
        Entry::new(play, deals, all.is_whole)
    };
    let mut entries: Vec<Entry> = plays.into_iter().map(entry).collect();
    let waiting_wins = judge::waiting_wins(position, &rack, &all.deals);
    let mut report = PegAnalysis::default();
    publish(&report);
    let mut rounds = Rounds::new(all.deals.len());
    for round in 0..options.rounds {
        let Some(Round { live, care, goal }) = rounds.next(&mut entries, &options.also) else { break };
        let (hash_mb, list_bytes) = (options.hash_mb / options.threads, LIST_BYTES / options.threads);
        let judge = Judge { position, lexicon, care, goal, waiting_wins, hash_mb, list_bytes, stopper };
        let judged = judge_all(&judge, &entries[..live], options.threads);
        let is_finished = judged.iter().all(Option::is_some);
        for (entry, verdicts) in entries.iter_mut().zip(judged) {
            if let Some(verdicts) = verdicts {
                (entry.verdicts, entry.round) = (verdicts, round);
            }
        }
        put_in_order(&mut entries[..live], round);
        report.candidates = told(&entries);
        report.rounds = if is_finished { round + 1 } else { round };
        publish(&report);
        if !is_finished {
            break;
        }
    }
    Some(report)
}

/// What may be played: what is asked for; or all, a pass and exchanges included, if they are no more than `most`, else
/// those that look best.
fn candidates(
    position: &Position,
    rack: &Rack,
    lexicon: &Arc<Lexicon>,
    options: &PegOptions,
    most: usize,
) -> Vec<Play> {
    if !options.only.is_empty() {
        let mut only = options.only.clone();
        only.sort_by_key(|play| Some(*play) != options.first);
        return only;
    }
    let mut generator = Generator::new(position.rules().clone(), lexicon.clone());
    let leaves = judge::rack_counts(rack, position.distribution());
    let most = most.max(FEWEST);
    let found = generator.top(most, position.board(), rack, &leaves, position.most_exchanged());
    let mut plays: Vec<Play> = found.into_iter().map(|found| found.play).collect();
    for play in options.also.iter().chain(&options.first).chain(&[Play::Pass]) {
        if !plays.contains(play) {
            plays.push(*play);
        }
    }
    plays.sort_by_key(|play| Some(*play) != options.first);
    plays
}

/// The verdicts of all deals of a candidate.
type Verdicts = Vec<Option<Verdict>>;

/// Judges every deal of some candidates that is not settled yet, on all threads. Gives the verdicts of those candidates
/// for which that was done; it was for all unless it was stopped.
fn judge_all(judge: &Judge<'_>, entries: &[Entry], threads: NonZeroUsize) -> Vec<Option<Verdicts>> {
    let is_open = |verdict: &Option<Verdict>| verdict.is_none_or(|verdict| !verdict.is_settled(judge.goal));
    let deals = entries.iter().enumerate().flat_map(|(at, entry)| (0..entry.deals.len()).map(move |deal| (at, deal)));
    let tasks: Vec<(usize, usize)> = deals.filter(|&(at, deal)| is_open(&entries[at].verdicts[deal])).collect();
    let undone = |entry: &Entry| entry.verdicts.iter().filter(|verdict| is_open(verdict)).count();
    let judged = entries.iter().map(|entry| (entry.verdicts.clone(), undone(entry))).collect::<Vec<_>>();
    let judged = Mutex::new(judged);
    share(threads, 0..tasks.len() as u64, |numbers| {
        let mut generator = judge.generator();
        for (at, deal) in numbers.map(|number| tasks[number as usize]) {
            let Entry { play, deals, verdicts: before, .. } = &entries[at];
            let verdict = judge.judge(&mut generator, play, &deals[deal], before[deal]);
            let Some(verdict) = verdict else { break };
            let (verdicts, undone) = &mut judged.lock()[at];
            verdicts[deal] = Some(verdict);
            *undone -= 1;
        }
    });
    judged.into_inner().into_iter().map(|(verdicts, undone)| (undone == 0).then_some(verdicts)).collect()
}
