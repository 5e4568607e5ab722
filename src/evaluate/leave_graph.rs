//! Leaves, numbered: a DAWG of multisets of tiles.
//!
//! Every leave is spelled in order, the blank first, and the graph accepts those that it has. A leave's number is one
//! more than the number of leaves that come before it in the order of the graph; what it does not have, and the empty
//! leave, is number 0. So values can lie in an array by number, and the array needs no keys.
//!
//! The graph of all 914,624 leaves of one to six English tiles has 1,685 nodes, because what can follow a leave depends
//! on little: its length, its last kind of tile, and how many more of that kind there are. A list of what can follow is
//! the tail of the list of everything, but for its first node (see [`LeaveGraph::all`]).
//!
//! **All parts of a rack at once.** A generator needs the value of every part of a rack. Each part is a step in the
//! DAWG from a smaller part ([`SubRacks`]), and where a list has all letters from its first one on, as nearly all do,
//! the step needs no search. So the 127 numbers take some 300 memory reads, most of them in the first-level cache.

use super::leave_error::LeaveError;
use crate::game::{Distribution, MAX_SUB_RACKS, RACK_SIZE, Rack, SubRacks, Tally, Tile};
use std::collections::HashMap;

/// Which leaves there are, and their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveGraph {
    /// The nodes. Arcs are in range, lists end.
    nodes: Box<[LeaveNode]>,
    root: u32,
}

/// One tile of a list of tiles that can come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeaveNode {
    /// The word graph's node.
    bits: u32,
    /// How many leaves are in this node and the rest of its list, with all that follows.
    leaves: u32,
    /// How many nodes there are from this one to the end of its list.
    list_len: u32,
}

impl LeaveNode {
    pub(super) const ACCEPTS: u32 = 1 << 23;
    pub(super) const END: u32 = 1 << 22;
    const ARC: u32 = Self::END - 1;

    #[inline]
    fn tile(self) -> usize {
        (self.bits >> 24) as usize
    }

    #[inline]
    fn arc(self) -> u32 {
        self.bits & Self::ARC
    }
}

impl LeaveGraph {
    /// All leaves of one to `largest` tiles of a set.
    pub fn all(tiles: &Tally, largest: usize) -> Self {
        let (nodes, root) = Lister::new(tiles, largest).finish();
        let mut all = vec![LeaveNode::END | root];
        all.extend(&nodes[1..]);
        let counts = count(&all).expect("lists lead to longer leaves only");
        Self::new(&all, &counts)
    }

    /// The graph of these nodes, the first of which leads to the list of first tiles. Checks everything.
    pub(super) fn read(nodes: &[u32], distribution: &Distribution) -> Result<Self, LeaveError> {
        check(nodes, distribution)?;
        Ok(Self::new(nodes, &count(nodes)?))
    }

    fn new(nodes: &[u32], counts: &[u32]) -> Self {
        let mut all: Vec<LeaveNode> = Vec::with_capacity(nodes.len());
        for (&bits, &leaves) in nodes.iter().zip(counts).rev() {
            let after = all.last().filter(|_| bits & LeaveNode::END == 0).map_or(0, |next| next.list_len);
            all.push(LeaveNode { bits, leaves, list_len: after + 1 });
        }
        all.reverse();
        LeaveGraph { nodes: all.into(), root: nodes[0] & LeaveNode::ARC }
    }

    /// The nodes as a file has them.
    pub(super) fn bits(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.nodes.iter().map(|node| node.bits)
    }

    /// How many leaves there are; they are numbered from 1.
    pub fn len(&self) -> usize {
        self.nodes[self.root as usize].leaves as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a leave.
    pub fn number(&self, leave: &Rack) -> usize {
        leave.tiles().iter().fold(self.start(), |place, &tile| self.step(place, tile)).number as usize
    }

    /// The numbers of all parts of a rack.
    #[inline]
    pub fn numbers(&self, parts: &SubRacks) -> [u32; MAX_SUB_RACKS] {
        parts.build(self.start(), |place, tile| self.step(place, tile)).map(|place| place.number)
    }

    /// A tile of which some leave has more than there are, with the number of it.
    pub(super) fn more_than(&self, tiles: &Tally) -> Option<(Tile, usize)> {
        self.nodes[1..].iter().find_map(|&node| {
            let tile = Tile::from_index(node.tile())?;
            let next = |node: &LeaveNode| match node.arc() {
                0 => None,
                list => self.seek(list as usize, self.nodes[list as usize], tile),
            };
            // One more than there are is enough to know.
            let count = std::iter::successors(Some(node), next).take(tiles.count(tile) + 1).count();
            (count > tiles.count(tile)).then_some((tile, count))
        })
    }

    /// Every leave, in the order of their numbers.
    pub fn leaves(&self) -> Vec<Rack> {
        let mut all = Vec::with_capacity(self.len());
        self.list(self.root as usize, Rack::EMPTY, &mut all);
        all
    }

    fn list(&self, list: usize, leave: Rack, all: &mut Vec<Rack>) {
        for node in &self.nodes[list..list + self.nodes[list].list_len as usize] {
            let mut longer = leave;
            let fits = Tile::from_index(node.tile()).is_some_and(|tile| longer.push(tile));
            debug_assert!(fits, "leaves are shorter than racks");
            if node.bits & LeaveNode::ACCEPTS != 0 {
                all.push(longer);
            }
            if node.arc() != 0 {
                self.list(node.arc() as usize, longer, all);
            }
        }
    }

    fn start(&self) -> LeaveCursor {
        LeaveCursor { list: self.root, before: 0, number: 0 }
    }

    /// From the place of a leave to that of the leave with one tile more, no lower than its last.
    #[inline]
    fn step(&self, place: LeaveCursor, tile: Tile) -> LeaveCursor {
        const NOWHERE: LeaveCursor = LeaveCursor { list: 0, before: 0, number: 0 };
        if place.list == 0 {
            return NOWHERE;
        }
        let first = self.nodes[place.list as usize];
        let Some(node) = self.seek(place.list as usize, first, tile) else { return NOWHERE };
        let accepts = node.bits & LeaveNode::ACCEPTS != 0;
        let before = place.before + first.leaves - node.leaves + u32::from(accepts);
        LeaveCursor { list: node.arc(), before, number: if accepts { before } else { 0 } }
    }

    /// The node of a tile in a list: at once where no tile is left out before it, else by search.
    #[inline]
    fn seek(&self, list: usize, first: LeaveNode, tile: Tile) -> Option<LeaveNode> {
        let ahead = tile.index().checked_sub(first.tile())?;
        let list = &self.nodes[list..list + first.list_len as usize];
        match list.get(ahead) {
            Some(&node) if node.tile() == tile.index() => Some(node),
            _ => list.iter().copied().find(|node| node.tile() == tile.index()),
        }
    }
}

/// Where a leave is in the graph.
#[derive(Clone, Copy)]
struct LeaveCursor {
    /// The list of what can come next; 0 if nothing can.
    list: u32,
    /// How many leaves come before those that go on from here.
    before: u32,
    number: u32,
}

/// Makes the graph of all leaves.
///
/// At each depth there is the list of every kind of tile. What can follow a leave whose last tile is of kind j is the
/// tail of that list from j on, if as many more of kind j can follow as of a fresh kind j; the tail after j, if none
/// can; and otherwise a list of its own, whose first node is for j and the rest a copy.
struct Lister<'t> {
    /// The kinds of tile and how many there are of each.
    kinds: Vec<(Tile, usize)>,
    largest: usize,
    nodes: Vec<u32>,
    /// Where the list of every kind of tile begins, by depth.
    fresh: HashMap<usize, u32>,
    /// Lists that have been made: by depth, kind, and how many of the kind are left.
    made: HashMap<(usize, usize, usize), u32>,
    tiles: &'t Tally,
}

impl<'t> Lister<'t> {
    fn new(tiles: &'t Tally, largest: usize) -> Self {
        let mut kinds: Vec<(Tile, usize)> = Vec::new();
        for tile in tiles.iter() {
            if kinds.last().is_none_or(|&(last, _)| last != tile) {
                kinds.push((tile, tiles.count(tile)));
            }
        }
        Lister { kinds, largest, nodes: vec![0], fresh: HashMap::new(), made: HashMap::new(), tiles }
    }

    /// The nodes, and where the list of first tiles is.
    fn finish(mut self) -> (Vec<u32>, u32) {
        debug_assert!(!self.tiles.is_empty());
        let root = self.fresh(0);
        (self.nodes, root)
    }

    /// The list of every kind of tile at a depth; 0 where the leaves end.
    fn fresh(&mut self, depth: usize) -> u32 {
        if depth == self.largest || self.kinds.is_empty() {
            return 0;
        }
        if let Some(&list) = self.fresh.get(&depth) {
            return list;
        }
        let arcs: Vec<u32> = (0..self.kinds.len()).map(|kind| self.after(depth, kind, self.kinds[kind].1)).collect();
        let list = self.push(&arcs, 0);
        self.fresh.insert(depth, list);
        list
    }

    /// What follows when one of a kind is taken of which `left` were left.
    fn after(&mut self, depth: usize, kind: usize, left: usize) -> u32 {
        self.list(depth + 1, kind, left - 1)
    }

    /// What can come at a depth after a tile of this kind, of which `left` are left.
    fn list(&mut self, depth: usize, kind: usize, left: usize) -> u32 {
        let room = self.largest - depth;
        let fresh = self.fresh(depth);
        if fresh == 0 {
            return 0;
        }
        let left = left.min(room);
        if left == 0 {
            let last = kind + 1 == self.kinds.len();
            return if last { 0 } else { fresh + kind as u32 + 1 };
        }
        if left == self.kinds[kind].1.min(room) {
            return fresh + kind as u32;
        }
        if let Some(&list) = self.made.get(&(depth, kind, left)) {
            return list;
        }
        let first = self.after(depth, kind, left);
        let rest = (kind + 1..self.kinds.len()).map(|kind| self.nodes[fresh as usize + kind] & LeaveNode::ARC);
        let arcs: Vec<u32> = [first].into_iter().chain(rest).collect();
        let list = self.push(&arcs, kind);
        self.made.insert((depth, kind, left), list);
        list
    }

    /// Adds a list of the kinds from this one on, with their arcs.
    fn push(&mut self, arcs: &[u32], first_kind: usize) -> u32 {
        let list = self.nodes.len() as u32;
        for (at, arc) in arcs.iter().enumerate() {
            let tile = self.kinds[first_kind + at].0.index() as u32;
            let end = if at + 1 == arcs.len() { LeaveNode::END } else { 0 };
            self.nodes.push(tile << 24 | LeaveNode::ACCEPTS | end | arc);
        }
        list
    }
}

/// Checks every node by itself: arcs, ends, order and tiles.
fn check(nodes: &[u32], distribution: &Distribution) -> Result<(), LeaveError> {
    let tiles = distribution.alphabet().len() + 1;
    for (at, &bits) in nodes.iter().enumerate() {
        let node = LeaveNode { bits, leaves: 0, list_len: 0 };
        let ends = bits & LeaveNode::END != 0;
        if node.arc() as usize >= nodes.len() || (!ends && at + 1 == nodes.len()) || (at == 0 && node.arc() == 0) {
            return Err(LeaveError::OutOfRange(at));
        }
        if at > 0 && node.tile() >= tiles {
            let distribution = distribution.name().into();
            return Err(LeaveError::UnknownTile { tile: node.tile(), node: at, distribution, tiles });
        }
        if at > 0 && !ends && node.tile() >= (nodes[at + 1] >> 24) as usize {
            return Err(LeaveError::OutOfOrder(at));
        }
    }
    Ok(())
}

/// For each node, the leaves in it and the rest of its list. Finds out whether the graph leads back to itself, or to
/// leaves that no rack can hold.
fn count(nodes: &[u32]) -> Result<Vec<u32>, LeaveError> {
    let mut counts: Vec<Option<u32>> = vec![None; nodes.len()];
    // Which nodes are on the path: looked at, and not yet counted.
    let mut open = vec![false; nodes.len()];
    // The tiles of the longest leave in each node and the rest of its list.
    let mut lens = vec![0; nodes.len()];
    let mut path = Vec::new();
    for start in 1..nodes.len() {
        path.extend(counts[start].is_none().then_some(start));
        while let Some(&at) = path.last() {
            open[at] = true;
            let arc = (nodes[at] & LeaveNode::ARC) as usize;
            let next = if nodes[at] & LeaveNode::END == 0 { at + 1 } else { 0 };
            if let Some(part) = [arc, next].into_iter().find(|&part| part != 0 && counts[part].is_none()) {
                if open[part] {
                    return Err(LeaveError::Cycle(part));
                }
                path.push(part);
                continue;
            }
            let of = |part: usize| counts[part].filter(|_| part != 0).unwrap_or(0);
            let sum = of(arc).saturating_add(of(next)).saturating_add(u32::from(nodes[at] & LeaveNode::ACCEPTS != 0));
            counts[at] = Some(sum);
            let len_of = |part: usize| if part == 0 { 0 } else { lens[part] };
            lens[at] = len_of(next).max(1 + len_of(arc));
            if lens[at] > RACK_SIZE {
                return Err(LeaveError::TooLong(at));
            }
            path.pop();
        }
    }
    Ok(counts.into_iter().map(Option::unwrap_or_default).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Catalogue, english};
    use std::collections::HashSet;

    #[test]
    fn all_leaves_are_there_once_and_in_order() {
        let graph = LeaveGraph::all(english().tiles(), 6);
        assert_eq!(graph.len(), 914_624);
        let leaves = graph.leaves();
        assert_eq!(leaves.iter().collect::<HashSet<_>>().len(), leaves.len());
        for (at, leave) in leaves.iter().enumerate().step_by(997) {
            assert_eq!(graph.number(leave), at + 1);
            assert!({ *english().tiles() }.remove_all(leave.tiles().iter().copied()).is_ok());
        }
        assert_eq!(graph.number(&Rack::EMPTY), 0);
    }

    #[test]
    fn small_sets_are_listed_by_hand() {
        let tiles = Rack::parse("?AAB", english().alphabet()).unwrap().tally();
        let written: Vec<String> =
            LeaveGraph::all(&tiles, 2).leaves().iter().map(|leave| leave.display(english().alphabet())).collect();
        assert_eq!(written, ["?", "?A", "?B", "A", "AA", "AB", "B"]);
    }

    /// Chains of lists of one node each. Looking for each node on the whole path took hours, where it is as long as no
    /// leave is.
    #[test]
    fn leaves_that_no_rack_holds_are_refused_at_once() {
        let count_chain = |last: u32| {
            let chain =
                (1..=last).map(|at| 1 << 24 | LeaveNode::ACCEPTS | LeaveNode::END | if at < last { at + 1 } else { 0 });
            count(&[LeaveNode::END | 1].into_iter().chain(chain).collect::<Vec<u32>>()).map(|counts| counts[1])
        };
        assert!(matches!(count_chain(RACK_SIZE as u32), Ok(7)));
        assert!(matches!(count_chain(RACK_SIZE as u32 + 1), Err(LeaveError::TooLong(1))));
        assert!(matches!(count_chain(4_000_000), Err(LeaveError::TooLong(_))));
    }

    #[test]
    fn other_sets_have_all_theirs() {
        let distribution = Catalogue::default().distribution("catalan").unwrap();
        let graph = LeaveGraph::all(distribution.tiles(), 3);
        // Slow and obvious: every way to add a tile that is not lower than the last.
        let kinds: Vec<Tile> = distribution.alphabet().letters().map(Tile::of).chain([Tile::BLANK]).collect();
        let mut all: HashSet<Rack> = HashSet::from([Rack::EMPTY]);
        for _ in 0..3 {
            let longer = all.iter().flat_map(|leave| {
                kinds.iter().filter_map(|&tile| {
                    let mut longer = *leave;
                    (leave.count(tile) < distribution.tiles().count(tile) && longer.push(tile)).then_some(longer)
                })
            });
            all = all.iter().copied().chain(longer.collect::<Vec<_>>()).collect();
        }
        assert_eq!(graph.leaves().into_iter().collect::<HashSet<_>>().len(), all.len() - 1);
        assert!(all.iter().filter(|leave| !leave.is_empty()).all(|leave| graph.number(leave) > 0));
    }
}
