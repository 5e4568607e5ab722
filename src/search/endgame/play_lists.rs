//! The plays of every lane, found once for each state of a lane that comes up.

use super::field::{Field, LaneId, mix};
use super::hand::{Hand, Part};
use super::lane_plays::{Finder, LanePlay, PlainHasher};
use crate::lexicon::Graph;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

/// Where the plays of a lane are.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

/// Plays that have been found, for the one player or the other.
#[derive(Clone, Debug)]
pub(super) struct PlayLists {
    finder: Finder,
    spans: HashMap<u64, Span, PlainHasher>,
    plays: Vec<LanePlay>,
    pub(super) found: u64,
}

impl PlayLists {
    pub(super) fn new(finder: Finder) -> Self {
        PlayLists { finder, spans: HashMap::default(), plays: Vec::new(), found: 0 }
    }

    /// A play by its place.
    #[inline]
    pub(super) fn play(&self, at: u32) -> &LanePlay {
        &self.plays[at as usize]
    }

    /// Some plays.
    #[inline]
    pub(super) fn plays(&self, range: Range<u32>) -> &[LanePlay] {
        &self.plays[range.start as usize..range.end as usize]
    }

    /// The plays of a lane that a part of a hand can make, those that score most first.
    #[inline]
    pub(super) fn of_lane(
        &mut self,
        graph: &Graph,
        field: &Field,
        lane: LaneId,
        hand: &Hand,
        (player, held): (usize, Part),
    ) -> Range<u32> {
        let what = usize::from(lane.number) << 10 | (lane.direction as usize) << 9 | player << 8 | usize::from(held);
        let key = mix(field.lane_key(lane), what);
        let span = match self.spans.get(&key) {
            Some(&span) => span,
            None => self.find(graph, field, lane, hand, held, key),
        };
        span.start..span.end
    }

    #[cold]
    fn find(&mut self, graph: &Graph, field: &Field, lane: LaneId, hand: &Hand, held: Part, key: u64) -> Span {
        let start = self.plays.len();
        self.finder.find(graph, field, lane, hand, held, &mut self.plays);
        self.plays[start..].sort_unstable_by_key(|play| (Reverse(play.score), play.mark));
        self.found += 1;
        let span = Span { start: start as u32, end: self.plays.len() as u32 };
        self.spans.insert(key, span);
        span
    }
}
