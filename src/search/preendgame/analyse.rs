//! The analysis of a pre-endgame: candidates, rounds, and the deals of a round on all threads.

use super::candidate::{CandidateState, PegCandidate};
use super::deal_judge::{self, DealJudge, DealResult};
use super::deals;
use super::order::{put_in_order, reported};
use super::rounds::{RoundPlan, Rounds};
use crate::game::{Play, Position, Rack};
use crate::lexicon::Lexicon;
use crate::movegen::Generator;
use crate::parallel::share;
use crate::search::endgame::LIST_BYTES;
use crate::stopper::Stopper;
use parking_lot::Mutex;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The most tiles in the bag of a pre-endgame.
pub const MOST_IN_BAG: usize = 7;
/// About how many deals are judged greedily at most: where candidates and deals are many, the candidates that look
/// worst are left out.
const GREEDY_DEALS: usize = 2400;
/// The fewest candidates that are judged, however many deals there are.
const FEWEST: usize = 48;

/// How a pre-endgame is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegOptions {
    /// How many threads.
    pub threads: NonZeroUsize,
    /// The most that the transposition tables may take together, in megabytes.
    pub hash_mb: usize,
    /// Where there are any, only these plays are candidates.
    pub only: Vec<Play>,
    /// Plays to judge beside the generated ones, in all rounds.
    pub also: Vec<Play>,
    /// The candidate to judge first, so that a first round that is stopped has compared others with it.
    pub first: Option<Play>,
    /// The most rounds.
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
/// that are left or the stopper says so, which is asked every few hundred microseconds. `publish` is told after each
/// round.
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
    let plays = generate_candidates(position, &rack, lexicon, options, GREEDY_DEALS / all.deals.len().max(1));
    let unjudged = |play: Play| {
        let deals = deals::for_play(position, &play, &all.deals);
        CandidateState::new(play, deals, all.is_whole)
    };
    let mut candidates: Vec<CandidateState> = plays.into_iter().map(unjudged).collect();
    let waiting_wins = deal_judge::waiting_wins(position, &rack, &all.deals);
    let mut report = PegAnalysis::default();
    publish(&report);
    let mut rounds = Rounds::new(all.deals.len());
    for round in 0..options.rounds {
        let Some(RoundPlan { live, depth, goal }) = rounds.next(&mut candidates, &options.also) else { break };
        let (hash_mb, list_bytes) = (options.hash_mb / options.threads, LIST_BYTES / options.threads);
        let judge = DealJudge { position, lexicon, depth, goal, waiting_wins, hash_mb, list_bytes, stopper };
        let judged = judge_all(&judge, &candidates[..live], options.threads);
        let is_finished = judged.iter().all(Option::is_some);
        for (candidate, results) in candidates.iter_mut().zip(judged) {
            if let Some(results) = results {
                (candidate.results, candidate.round) = (results, round);
            }
        }
        put_in_order(&mut candidates[..live], round);
        report.candidates = reported(&candidates);
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
fn generate_candidates(
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
    let leaves = deal_judge::rack_counts(rack, position.distribution());
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

/// The results of all deals of a candidate.
type DealResults = Vec<Option<DealResult>>;

/// Judges every deal of some candidates that is not settled yet, on all threads. Gives the results of those candidates
/// for which that was done; it was for all unless it was stopped.
fn judge_all(judge: &DealJudge<'_>, candidates: &[CandidateState], threads: NonZeroUsize) -> Vec<Option<DealResults>> {
    let is_open = |result: &Option<DealResult>| result.is_none_or(|result| !result.is_settled(judge.goal));
    let deals = candidates
        .iter()
        .enumerate()
        .flat_map(|(at, candidate)| (0..candidate.deals.len()).map(move |deal| (at, deal)));
    let tasks: Vec<(usize, usize)> = deals.filter(|&(at, deal)| is_open(&candidates[at].results[deal])).collect();
    let undone = |candidate: &CandidateState| candidate.results.iter().filter(|result| is_open(result)).count();
    let judged = candidates.iter().map(|candidate| (candidate.results.clone(), undone(candidate))).collect::<Vec<_>>();
    let judged = Mutex::new(judged);
    share(threads, 0..tasks.len() as u64, |numbers| {
        let mut generator = judge.generator();
        for (at, deal) in numbers.map(|number| tasks[number as usize]) {
            let CandidateState { play, deals, results: before, .. } = &candidates[at];
            let result = judge.judge(&mut generator, play, &deals[deal], before[deal]);
            let Some(result) = result else { break };
            let (results, undone) = &mut judged.lock()[at];
            results[deal] = Some(result);
            *undone -= 1;
        }
    });
    judged.into_inner().into_iter().map(|(results, undone)| (undone == 0).then_some(results)).collect()
}
