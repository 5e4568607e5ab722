//! The plays of every lane, found once for each state of a lane that comes up, in order of what they take.
//!
//! A list has the plays that what is held could make, those with the same tiles together, the dearest first. It has the
//! set of its parts as bits: whether a lane has a way to play out is one bit, a lane that has nothing costs nothing,
//! and the best score of a part is that of its first play.

use super::board::EndgameBoard;
use super::hash_key::{BuildKeyHasher, HashKey};
use super::lane_plays::{LaneGenerator, LanePlay};
use super::lanes::LaneId;
use super::rack_parts::{EndgameRack, PartId, PartSet};
use crate::lexicon::Graph;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The number of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListId(u32);

impl ListId {
    /// The first list.
    pub(super) const FIRST: ListId = ListId(0);
}

/// The number of a play among those of all lists, until all lists are forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlayId(u32);

impl PlayId {
    /// A pass, which is in no list.
    pub(super) const PASS: PlayId = PlayId(u32::MAX);
}

/// The plays of a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayList {
    /// The parts that can be played.
    pub(super) parts: PartSet,
    /// Where the first play is.
    start: u32,
    /// Where the ends of the groups of plays are, one for each part.
    ends: u32,
}

/// Plays that have been found, for the one player or the other.
#[derive(Clone, Debug)]
pub(super) struct PlayLists {
    generator: LaneGenerator,
    numbers: HashMap<HashKey, ListId, BuildKeyHasher>,
    lists: Vec<PlayList>,
    ends: Vec<u32>,
    plays: Vec<LanePlay>,
}

impl PlayLists {
    pub(super) fn new(generator: LaneGenerator) -> Self {
        PlayLists { generator, numbers: HashMap::default(), lists: Vec::new(), ends: Vec::new(), plays: Vec::new() }
    }

    /// How many bytes the lists take, or a little less.
    pub(super) fn bytes(&self) -> usize {
        const A_LIST: usize = size_of::<PlayList>() + size_of::<(HashKey, ListId)>();
        self.plays.len() * size_of::<LanePlay>() + self.ends.len() * size_of::<u32>() + self.lists.len() * A_LIST
    }

    /// Forgets all lists. The numbers of lists and plays become invalid.
    pub(super) fn clear(&mut self) {
        *self = PlayLists::new(self.generator.clone());
    }

    /// Adds a play that is in no list.
    pub(super) fn add(&mut self, play: LanePlay) -> PlayId {
        self.plays.push(play);
        PlayId(self.plays.len() as u32 - 1)
    }

    /// A play by its number.
    #[inline]
    pub(super) fn play(&self, id: PlayId) -> &LanePlay {
        &self.plays[id.0 as usize]
    }

    /// A list by its number.
    #[inline]
    pub(super) fn list(&self, id: ListId) -> &PlayList {
        &self.lists[id.0 as usize]
    }

    /// The plays with the tiles of a part, which the list has, the dearest first.
    #[inline]
    pub(super) fn of_part(&self, list: &PlayList, part: PartId) -> impl Iterator<Item = PlayId> + use<> {
        self.range_of_part(list, part).map(PlayId)
    }

    /// The play that scores most with the tiles of a part, which the list has.
    #[inline]
    pub(super) fn best_of_part(&self, list: &PlayList, part: PartId) -> PlayId {
        PlayId(self.range_of_part(list, part).start)
    }

    #[inline]
    fn range_of_part(&self, list: &PlayList, part: PartId) -> std::ops::Range<u32> {
        let before = list.parts.count_below(part);
        let at = (list.ends + before) as usize;
        let start = if before == 0 { list.start } else { self.ends[at - 1] };
        start..self.ends[at]
    }

    /// The plays of a lane that a part of a rack can make.
    #[inline]
    pub(super) fn of_lane(
        &mut self,
        graph: &Graph,
        board: &EndgameBoard,
        lane: LaneId,
        rack: &EndgameRack,
        (player, held): (usize, PartId),
    ) -> ListId {
        let what = usize::from(lane.number) << 10 | (lane.direction as usize) << 9 | player << 8 | held.index();
        let key = board.lane_key(lane).mix(what);
        match self.numbers.get(&key) {
            Some(&number) => number,
            None => self.find(graph, board, lane, rack, held, key),
        }
    }

    #[cold]
    fn find(
        &mut self,
        graph: &Graph,
        board: &EndgameBoard,
        lane: LaneId,
        rack: &EndgameRack,
        held: PartId,
        key: HashKey,
    ) -> ListId {
        let (start, ends) = (self.plays.len(), self.ends.len());
        self.generator.find(graph, board, lane, rack, held, &mut self.plays);
        self.plays[start..].sort_unstable_by_key(|play| (play.part, Reverse(play.score), play.mark));
        let mut list = PlayList { parts: PartSet::EMPTY, start: start as u32, ends: ends as u32 };
        let mut at = start;
        for group in self.plays[start..].chunk_by(|a, b| a.part == b.part) {
            list.parts.insert(group[0].part);
            at += group.len();
            self.ends.push(at as u32);
        }
        let number = ListId(self.lists.len() as u32);
        self.lists.push(list);
        self.numbers.insert(key, number);
        number
    }
}
