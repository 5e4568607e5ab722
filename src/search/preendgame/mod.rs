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
//! clock; only how many rounds there were does. A deal that is proven is not looked at again. First points are found out,
//! then who wins; but where all candidates that are left seem to win, or all to lose, in every deal, it is points again.
//!
//! A round that is stopped has been finished for some of its candidates. What it says of them is comparable among them, and
//! nothing else is: not what it says of a candidate with half of its deals, and not the verdict of one round with that of
//! another. So they keep the new verdicts and are put in order by them, among the places that they had: the candidate that
//! led stays ahead of those that it was not compared with again, or gives its place to one that has overtaken it. Only one
//! that is proven to lose whatever is drawn goes behind all others, if any of them seems to have a chance. Before the first round nothing is
//! known: if it is stopped, only those are told of for which it was done. It begins with the play that was thought best
//! before, if there is one, so that this is among them, and goes on with those that score most for what they keep.
//!
//! **What it costs.** One in the bag and 300 candidates are 2,400 deals, each some tenths of a millisecond in the first
//! round.
//!
//! **The limits.** More than [`MOST_DEALS`] deals are sampled. An opponent who sees the bag is stronger than any real one,
//! so passes and plays that leave tiles in the bag are thought to be worth less than they are. It can always pass as well,
//! so with one tile in the bag a pass is never thought to be better than the play that scores most for what it keeps, but
//! where we win if nobody plays any more. The replies of an opponent who could only guess would have to be weighed against
//! all that it may think we hold, which is as much work as the whole again for each deal.

mod deals;
mod judge;

use crate::game::{Play, Position, Rack};
use crate::lexicon::Lexicon;
use crate::movegen::Generator;
use crate::search::endgame::Goal;
use deals::Deal;
use judge::{Care, Judge, Verdict};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// With more tiles in the bag it is no pre-endgame.
pub const MOST_IN_BAG: usize = 7;
/// No more deals than this are tried for a candidate; beyond, so many are drawn.
pub const MOST_DEALS: usize = 72;

/// How many of the candidates are judged in each round, and with how much care.
const ROUNDS: [(usize, Care); 6] = [
    (usize::MAX, Care::Greedy),
    (20, Care::Search { nodes: 1 << 8, replies: 4 }),
    (10, Care::Search { nodes: 1 << 11, replies: 8 }),
    (6, Care::Search { nodes: 1 << 14, replies: 16 }),
    (4, Care::Search { nodes: 1 << 18, replies: 32 }),
    (3, Care::Search { nodes: u64::MAX, replies: usize::MAX }),
];
/// After the greedy round no more deals than this are judged in a round, but those of a few candidates.
const CAREFUL_DEALS: usize = 160;
/// So few.
const FEW: usize = 3;
/// So many deals are judged greedily, or a few more: where candidates and deals are many, the candidates that look worst
/// are left out.
const GREEDY_DEALS: usize = 2400;
/// But never fewer than this are looked at.
const FEWEST: usize = 48;

/// How a pre-endgame is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
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
}

/// A candidate and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The play.
    pub play: Play,
    /// The weight of the deals that it wins, from 0 to 1.
    pub wins: f64,
    /// The weight of the deals that it draws.
    pub draws: f64,
    /// The weight of the deals that it loses.
    pub losses: f64,
    /// The mean final spread, an estimate.
    pub spread: f64,
    /// The round that it was judged in last, counted from 0.
    pub round: usize,
    /// Whether wins, draws and losses are certain.
    pub is_proven: bool,
}

impl Candidate {
    /// The chance to win, a draw counted half.
    pub fn win_chance(&self) -> f64 {
        self.wins + self.draws / 2.0
    }
}

/// What is known so far: the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PegReport {
    /// The candidates that have been judged. Those judged in later rounds come before those that were dropped.
    pub candidates: Vec<Candidate>,
    /// How many rounds were finished. Candidates may have been judged in one more.
    pub rounds: usize,
    /// Whether the deals are all there are, or a sample.
    pub is_whole: bool,
}

/// What one candidate's deals have come to.
#[derive(Clone, Debug)]
struct Entry {
    play: Play,
    deals: Vec<Deal>,
    verdicts: Vec<Option<Verdict>>,
    round: usize,
}

/// From this round on, counted from 0, replies are looked at with care, and who wins comes before points.
const CAREFUL: usize = 2;

/// Looks at a pre-endgame; none if the bag is empty, or so full that nobody would call it that.
///
/// `chance` says how likely each rack of the opponent is for who knows all tiles that are unseen, but for a factor; without
/// it, all ways to draw tiles are as likely.
/// Blocks until the candidates that are left are proven or `stop` says so, which is asked every few hundred
/// microseconds. `publish` is told after each round.
pub fn analyse(
    position: &Position,
    lexicon: &Arc<Lexicon>,
    options: &Options,
    chance: Option<&dyn Fn(&Rack) -> f64>,
    stop: &(dyn Fn() -> bool + Sync),
    mut publish: impl FnMut(&PegReport),
) -> Option<PegReport> {
    let us = position.on_turn();
    let rack = position.full_rack(us)?;
    if position.bag_len() == 0 || position.bag_len() > MOST_IN_BAG || position.ending().is_some() {
        return None;
    }
    let all = deals::all(position, &rack, chance);
    let plays = candidates(position, &rack, lexicon, options, GREEDY_DEALS / all.deals.len().max(1));
    let entry = |play: Play| {
        let deals = deals::for_play(position, &play, &all.deals);
        Entry { play, verdicts: vec![None; deals.len()], deals, round: 0 }
    };
    let mut entries: Vec<Entry> = plays.into_iter().map(entry).collect();
    let waiting_wins = judge::waiting_wins(position, &rack, &all.deals);
    let mut report = PegReport { candidates: Vec::new(), rounds: 0, is_whole: all.is_whole };
    publish(&report);
    for (round, &(most, care)) in ROUNDS.iter().enumerate().take(options.rounds) {
        let most = if round == 0 { most } else { most.min((CAREFUL_DEALS / all.deals.len().max(1)).max(FEW)) };
        let live = choose_live(&mut entries, most, &options.also);
        let (goal, hash_mb) = (goal(round, &entries[..live]), options.hash_mb / options.threads);
        let judge = Judge { position, lexicon, care, goal, waiting_wins, hash_mb, stop };
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
        if round > 0 && is_settled(&entries[..live]) {
            break;
        }
    }
    Some(report)
}

/// What a round finds out of these candidates. Points are worth nothing beside a game; where it is won or lost anyhow,
/// they are all there is.
fn goal(round: usize, live: &[Entry]) -> Goal {
    if round < CAREFUL || is_decided(live) { Goal::Spread } else { Goal::Result }
}

/// Whether all deals of all these candidates seem to end alike.
fn is_decided(live: &[Entry]) -> bool {
    let mut results =
        live.iter().flat_map(|entry| &entry.verdicts).map(|verdict| verdict.map(|verdict| verdict.result));
    results.next().is_none_or(|first| first.is_some() && results.all(|result| result == first))
}

/// Whether nothing is left to find out of these candidates.
fn is_settled(live: &[Entry]) -> bool {
    let goal = goal(CAREFUL, live);
    let verdicts = live.iter().flat_map(|entry| &entry.verdicts);
    verdicts.into_iter().all(|verdict| verdict.is_some_and(|verdict| verdict.is_settled(goal)))
}

/// Brings those that are judged next to the front: the best so far, and those that were asked for. Gives their number.
fn choose_live(entries: &mut [Entry], most: usize, also: &[Play]) -> usize {
    let best = entries.len().min(most);
    let asked = entries[best..].iter().filter(|entry| also.contains(&entry.play)).count();
    // Sorting keeps the order of all others.
    entries[best..].sort_by_key(|entry| !also.contains(&entry.play));
    best + asked
}

/// What may be played: what is asked for; or all, a pass and exchanges included, if they are no more than `most`, else
/// those that look best.
fn candidates(position: &Position, rack: &Rack, lexicon: &Arc<Lexicon>, options: &Options, most: usize) -> Vec<Play> {
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

/// Judges every deal of some candidates that is not proven yet, on all threads. Gives the verdicts of those candidates for
/// which that was done; it was for all unless it was stopped.
fn judge_all(judge: &Judge<'_>, entries: &[Entry], threads: NonZeroUsize) -> Vec<Option<Verdicts>> {
    let is_open = |verdict: &Option<Verdict>| verdict.is_none_or(|verdict| !verdict.is_settled(judge.goal));
    let deals = entries.iter().enumerate().flat_map(|(at, entry)| (0..entry.deals.len()).map(move |deal| (at, deal)));
    let tasks: Vec<(usize, usize)> = deals.filter(|&(at, deal)| is_open(&entries[at].verdicts[deal])).collect();
    let next = AtomicUsize::new(0);
    let undone = |entry: &Entry| entry.verdicts.iter().filter(|verdict| is_open(verdict)).count();
    let judged = entries.iter().map(|entry| (entry.verdicts.clone(), undone(entry))).collect::<Vec<_>>();
    let judged = Mutex::new(judged);
    std::thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let mut generator = judge.generator();
                while let Some(&(at, deal)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Entry { play, deals, verdicts: before, .. } = &entries[at];
                    let verdict = judge.judge(&mut generator, play, &deals[deal], before[deal]);
                    let Some(verdict) = verdict else { break };
                    let (verdicts, undone) = &mut judged.lock().unwrap_or_else(PoisonError::into_inner)[at];
                    verdicts[deal] = Some(verdict);
                    *undone -= 1;
                }
            });
        }
    });
    let judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    judged.into_iter().map(|(verdicts, undone)| (undone == 0).then_some(verdicts)).collect()
}

/// Puts the candidates of a round in order, the best first: those for which it was finished, in the places that they have.
fn put_in_order(entries: &mut [Entry], round: usize) {
    let is_done = |entry: &Entry| entry.round == round && entry.is_judged();
    let places: Vec<usize> = (0..entries.len()).filter(|&at| is_done(&entries[at])).collect();
    let mut done: Vec<Entry> = places.iter().map(|&at| entries[at].clone()).collect();
    done.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    places.iter().zip(done).for_each(|(&at, entry)| entries[at] = entry);
    let has_chance = entries.iter().any(|entry| entry.is_judged() && entry.candidate().win_chance() > 0.0);
    if has_chance && places.len() < entries.len() {
        entries.sort_by_key(Entry::is_lost);
    }
}

/// What is told after a round. Hasty rounds flatter those who wait, since the replies that they look at are few: until a
/// careful one, a pass or an exchange comes first only if it is proven, or if there is nothing else.
fn told(entries: &[Entry]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> =
        entries.iter().filter(|entry| entry.is_judged()).map(Entry::candidate).collect();
    let is_sound = |candidate: &Candidate| {
        candidate.is_proven || candidate.round >= CAREFUL || matches!(candidate.play, Play::Place(_))
    };
    if let Some(first) = candidates.iter().position(is_sound) {
        candidates[..=first].rotate_right(1);
    }
    candidates
}

/// The chance to win first, then the spread.
fn rank(entry: &Entry) -> f64 {
    let candidate = entry.candidate();
    candidate.win_chance() * 1e6 + candidate.spread
}

impl Entry {
    /// Whether there are verdicts; then all deals have one.
    fn is_judged(&self) -> bool {
        self.verdicts.iter().all(Option::is_some)
    }

    /// Whether it is certain to lose.
    fn is_lost(&self) -> bool {
        self.verdicts.iter().all(|verdict| verdict.is_some_and(|verdict| verdict.is_proven && verdict.result < 0))
    }

    fn candidate(&self) -> Candidate {
        let judged = || self.deals.iter().zip(&self.verdicts).filter_map(|(deal, v)| v.map(|v| (deal.weight, v)));
        let total: f64 = judged().map(|(weight, _)| weight).sum();
        let sum = |value: &dyn Fn(&Verdict) -> f64| -> f64 {
            judged().map(|(weight, verdict)| weight * value(&verdict)).sum::<f64>() / total.max(f64::MIN_POSITIVE)
        };
        let of_sign = |sign: i32| sum(&|verdict| f64::from(u8::from(verdict.result == sign)));
        Candidate {
            play: self.play,
            wins: of_sign(1),
            draws: of_sign(0),
            losses: of_sign(-1),
            spread: sum(&|verdict| f64::from(verdict.spread)),
            round: self.round,
            is_proven: self.verdicts.iter().all(|verdict| verdict.is_some_and(|verdict| verdict.is_proven)),
        }
    }
}
