//! The plays of every lane, found once for each state of a lane that comes up, in order of what they take.
//!
//! A list has the plays that what is held could make, those with the same tiles together, the dearest first. It has the
//! set of its parts as bits: whether a lane has a way to play out is one bit, a lane that has nothing costs nothing,
//! and the best score of a part is that of its first play.

use super::field::{Field, LaneId, mix};
use super::hand::{Hand, Part};
use super::lane_plays::{Finder, LanePlay, PlainHasher};
use crate::lexicon::Graph;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The number of a list.
pub(super) type ListId = u32;

/// The plays of a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayList {
    /// The parts that can be played.
    pub(super) parts: u128,
    /// Where the first play is.
    start: u32,
    /// Where the ends of the groups of plays are, one for each part.
    ends: u32,
}

/// Plays that have been found, for the one player or the other.
#[derive(Clone, Debug)]
pub(super) struct PlayLists {
    finder: Finder,
    numbers: HashMap<u64, ListId, PlainHasher>,
    lists: Vec<PlayList>,
    ends: Vec<u32>,
    plays: Vec<LanePlay>,
}

impl PlayLists {
    pub(super) fn new(finder: Finder) -> Self {
        PlayLists { finder, numbers: HashMap::default(), lists: Vec::new(), ends: Vec::new(), plays: Vec::new() }
    }

    /// How many bytes the lists take, or a little less.
    pub(super) fn bytes(&self) -> usize {
        const A_LIST: usize = size_of::<PlayList>() + size_of::<(u64, ListId)>();
        self.plays.len() * size_of::<LanePlay>() + self.ends.len() * size_of::<u32>() + self.lists.len() * A_LIST
    }

    /// Forgets all lists. Numbers that were given are no longer good.
    pub(super) fn clear(&mut self) {
        *self = PlayLists::new(self.finder.clone());
    }

    /// Adds a play that is in no list; gives its place, until all lists are forgotten.
    pub(super) fn add(&mut self, play: LanePlay) -> u32 {
        self.plays.push(play);
        self.plays.len() as u32 - 1
    }

    /// A play by its place.
    #[inline]
    pub(super) fn play(&self, at: u32) -> &LanePlay {
        &self.plays[at as usize]
    }

    /// A list by its number.
    #[inline]
    pub(super) fn list(&self, id: ListId) -> &PlayList {
        &self.lists[id as usize]
    }

    /// Where the plays with the tiles of a part are; the part is known to be there.
    #[inline]
    pub(super) fn of_part(&self, list: &PlayList, part: Part) -> std::ops::Range<u32> {
        let before = (list.parts & ((1 << part) - 1)).count_ones();
        let at = (list.ends + before) as usize;
        let start = if before == 0 { list.start } else { self.ends[at - 1] };
        start..self.ends[at]
    }

    /// The plays of a lane that a part of a hand can make.
    #[inline]
    pub(super) fn of_lane(
        &mut self,
        graph: &Graph,
        field: &Field,
        lane: LaneId,
        hand: &Hand,
        (player, class): (usize, Part),
    ) -> ListId {
        let what = usize::from(lane.number) << 10 | (lane.direction as usize) << 9 | player << 8 | usize::from(class);
        let key = mix(field.lane_key(lane), what);
        match self.numbers.get(&key) {
            Some(&number) => number,
            None => self.find(graph, field, lane, hand, class, key),
        }
    }

    #[cold]
    fn find(&mut self, graph: &Graph, field: &Field, lane: LaneId, hand: &Hand, class: Part, key: u64) -> ListId {
        let (start, ends) = (self.plays.len(), self.ends.len());
        self.finder.find(graph, field, lane, hand, class, &mut self.plays);
        self.plays[start..].sort_unstable_by_key(|play| (play.part, Reverse(play.score), play.mark));
        let mut list = PlayList { parts: 0, start: start as u32, ends: ends as u32 };
        let mut at = start;
        for group in self.plays[start..].chunk_by(|a, b| a.part == b.part) {
            list.parts |= 1 << group[0].part;
            at += group.len();
            self.ends.push(at as u32);
        }
        let number = self.lists.len() as ListId;
        self.lists.push(list);
        self.numbers.insert(key, number);
        number
    }
}
