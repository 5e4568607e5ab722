//! A candidate with its deals, and the order of candidates.

use super::deals::Deal;
use super::judge::Verdict;
use super::rounds::CAREFUL;
use crate::game::Play;

/// A candidate and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PegCandidate {
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

impl PegCandidate {
    /// The chance to win, a draw counted half.
    pub fn win_chance(&self) -> f64 {
        self.wins + self.draws / 2.0
    }
}

/// What one candidate's deals have come to.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) play: Play,
    pub(super) deals: Vec<Deal>,
    pub(super) verdicts: Vec<Option<Verdict>>,
    pub(super) round: usize,
    /// Whether there are no other deals.
    is_whole: bool,
}

impl Entry {
    /// A candidate that has not been judged.
    pub(super) fn new(play: Play, deals: Vec<Deal>, is_whole: bool) -> Self {
        Entry { play, verdicts: vec![None; deals.len()], deals, round: 0, is_whole }
    }

    /// Whether there are verdicts; then all deals have one.
    pub(super) fn is_judged(&self) -> bool {
        self.verdicts.iter().all(Option::is_some)
    }

    /// Whether nothing is left to find out about who wins. Of what rests on replies with tiles in the bag there always
    /// is.
    pub(super) fn has_result(&self) -> bool {
        self.all(|verdict| verdict.is_proven)
    }

    /// Whether nothing is left to find out about points.
    pub(super) fn is_exact(&self) -> bool {
        self.all(|verdict| verdict.is_exact)
    }

    /// Whether it is certain to lose, whatever is drawn.
    fn is_lost(&self) -> bool {
        self.is_whole && self.all(|verdict| verdict.is_proven && verdict.result < 0)
    }

    fn all(&self, is_so: impl Fn(&Verdict) -> bool) -> bool {
        self.verdicts.iter().all(|verdict| verdict.as_ref().is_some_and(&is_so))
    }

    /// What is told of it.
    pub(super) fn candidate(&self) -> PegCandidate {
        let judged = || self.deals.iter().zip(&self.verdicts).filter_map(|(deal, v)| v.map(|v| (deal.weight, v)));
        let total: f64 = judged().map(|(weight, _)| weight).sum();
        let sum = |value: &dyn Fn(&Verdict) -> f64| -> f64 {
            judged().map(|(weight, verdict)| weight * value(&verdict)).sum::<f64>() / total.max(f64::MIN_POSITIVE)
        };
        let of_sign = |sign: i32| sum(&|verdict| f64::from(u8::from(verdict.result == sign)));
        PegCandidate {
            play: self.play,
            wins: of_sign(1),
            draws: of_sign(0),
            losses: of_sign(-1),
            spread: sum(&|verdict| f64::from(verdict.spread)),
            round: self.round,
            is_proven: self.is_whole && self.all(|verdict| verdict.is_proven),
        }
    }
}

/// Puts the candidates of a round in order, the best first: those for which it was finished, in the places that they
/// have.
pub(super) fn put_in_order(entries: &mut [Entry], round: usize) {
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

/// What is told after a round. Hasty rounds flatter those who wait, since the replies that they look at are few: until
/// a careful one, a pass or an exchange comes first only if it is proven, or if there is nothing else.
pub(super) fn told(entries: &[Entry]) -> Vec<PegCandidate> {
    let mut candidates: Vec<PegCandidate> =
        entries.iter().filter(|entry| entry.is_judged()).map(Entry::candidate).collect();
    let is_sound = |candidate: &PegCandidate| {
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
