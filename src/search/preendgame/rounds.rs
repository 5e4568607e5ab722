//! Which candidates are judged next, with how much care, and to find out what.
//!
//! First all are judged greedily, then some by a short search, for points. From there on it is who wins that is found
//! out, with ever more care for ever fewer candidates, until it is certain for all that are left. Points are worth
//! nothing beside a game; but among candidates that win equally often they are all there is, and the last rounds find
//! out those.

use super::entry::Entry;
use super::judge::Depth;
use crate::game::Play;
use crate::search::endgame::Goal;

/// What a round does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// So many of the first candidates are judged,
    pub(super) live: usize,
    /// with so much care,
    pub(super) care: Depth,
    /// to find out this.
    pub(super) goal: Goal,
}

/// How many candidates are judged at most, and with how much care.
type Step = (usize, Depth);

/// The rounds for points that come first,
const FIRST: [Step; 2] = [(usize::MAX, Depth::Greedy), (20, Depth::Search { nodes: 1 << 8, replies: 4 })];
/// those that find out who wins,
const RESULTS: [Step; 4] = [
    (10, Depth::Search { nodes: 1 << 11, replies: 8 }),
    (6, Depth::Search { nodes: 1 << 14, replies: 16 }),
    (4, Depth::Search { nodes: 1 << 18, replies: 32 }),
    (3, Depth::Search { nodes: u64::MAX, replies: usize::MAX }),
];
/// and those for points among candidates that win equally often.
const POINTS: [Step; 3] = [
    (6, Depth::Search { nodes: 1 << 14, replies: 16 }),
    (4, Depth::Search { nodes: 1 << 18, replies: 32 }),
    (3, Depth::Search { nodes: u64::MAX, replies: usize::MAX }),
];
/// From this round on, counted from 0, replies are looked at with care.
pub(super) const CAREFUL: usize = FIRST.len();

/// After the greedy round no more deals than this are judged in a round, but those of a few candidates.
const CAREFUL_DEALS: usize = 160;
/// So few.
const FEW: usize = 3;

/// The rounds that are left.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    first: &'static [Step],
    results: &'static [Step],
    points: &'static [Step],
    /// So many candidates at most are judged after the greedy round.
    most: usize,
}

impl Rounds {
    /// All rounds, where a candidate has so many deals.
    pub(super) fn new(deals: usize) -> Self {
        let most = (CAREFUL_DEALS / deals.max(1)).max(FEW);
        Rounds { first: &FIRST, results: &RESULTS, points: &POINTS, most }
    }

    /// The next round, for which candidates are brought to the front: the best so far, and those that were asked for.
    pub(super) fn next(&mut self, entries: &mut [Entry], also: &[Play]) -> Option<Round> {
        if let Some((most, care)) = take(&mut self.first) {
            let most = if care == Depth::Greedy { most } else { most.min(self.most) };
            return Some(Round { live: choose_live(entries, most, also), care, goal: Goal::Spread });
        }
        if let Some(&(most, care)) = self.results.first() {
            let live = choose_live(entries, most.min(self.most), also);
            if !entries[..live].iter().all(Entry::has_result) {
                self.results = &self.results[1..];
                return Some(Round { live, care, goal: Goal::Result });
            }
        }
        let (most, care) = take(&mut self.points)?;
        let live = equal(entries).min(most).min(self.most);
        let is_open = live > 1 && !entries[..live].iter().all(Entry::is_exact);
        is_open.then_some(Round { live, care, goal: Goal::Spread })
    }
}

/// Takes the first step off.
fn take(steps: &mut &'static [Step]) -> Option<Step> {
    let (&first, rest) = steps.split_first()?;
    *steps = rest;
    Some(first)
}

/// Brings those that are judged next to the front: the best so far, and those that were asked for. Gives their number.
fn choose_live(entries: &mut [Entry], most: usize, also: &[Play]) -> usize {
    let best = entries.len().min(most);
    let asked = entries[best..].iter().filter(|entry| also.contains(&entry.play)).count();
    // Sorting keeps the order of all others.
    entries[best..].sort_by_key(|entry| !also.contains(&entry.play));
    best + asked
}

/// How many of the first candidates win equally often.
fn equal(entries: &[Entry]) -> usize {
    const NOTHING: f64 = 1e-9;
    let chance = |entry: &Entry| entry.candidate().win_chance();
    let best = entries.first().map_or(0.0, chance);
    entries.iter().take_while(|entry| (chance(entry) - best).abs() < NOTHING).count()
}
