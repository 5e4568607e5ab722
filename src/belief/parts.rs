//! The parts of a rack that grows kind by kind, and what was info out about them.
//!
//! As in [`SubRacks`](crate::game::SubRacks), parts are numbered in mixed radix, so that the complement of a part is a
//! subtraction. But here a rack is built up and taken down again, one kind of tile at a time, as the tree of racks is
//! walked: a new kind with c tiles appends c copies of all parts there were, with one to c of the tile added. What was
//! there stays as it is, so a rack that differs from the last one in its last tile only costs half of its parts, and
//! to take a kind away is to forget the end of the arrays.
//!
//! The same part comes up on many racks: a hundred thousand racks have six million new parts, but only some thousands
//! of different ones. What has to be looked up for a part is looked up once, and kept in a [tree](PartTree) of
//! multisets that grows where it is walked. From a multiset to that with one tile more is one step: a node's children
//! lie side by side, by kind.

use crate::game::{Key, MAX_SUB_RACKS, RACK_SIZE, Rack, Tile};
use std::ops::Range;

/// What is known of each part of a rack.
#[derive(Clone)]
pub(super) struct RackParts {
    keys: [Key; MAX_SUB_RACKS],
    nodes: [u32; MAX_SUB_RACKS],
    sizes: [u8; MAX_SUB_RACKS],
    /// How many ways there are to choose it from the rack, equal tiles told apart.
    ways: [f64; MAX_SUB_RACKS],
    len: usize,
    /// The number of the part that the observed play used.
    used: usize,
    kinds: [PushedKind; RACK_SIZE],
    /// The same in the order of the tiles.
    order: [u8; RACK_SIZE],
    depth: usize,
    /// How many tiles the whole rack will have.
    held: usize,
}

/// A kind of tile on the rack.
#[derive(Clone, Copy)]
struct PushedKind {
    tile: Tile,
    count: u32,
    /// How many parts there were before it.
    stride: u32,
    /// The number of the part used before it.
    used: usize,
}

impl RackParts {
    /// The empty part, of a rack that will have `held` tiles.
    pub(super) fn new(held: usize) -> Self {
        RackParts {
            keys: [Key::EMPTY; MAX_SUB_RACKS],
            nodes: [PartTree::ROOT; MAX_SUB_RACKS],
            sizes: [0; MAX_SUB_RACKS],
            ways: [1.0; MAX_SUB_RACKS],
            len: 1,
            used: 0,
            kinds: [PushedKind { tile: Tile::BLANK, count: 0, stride: 1, used: 0 }; RACK_SIZE],
            order: [0; RACK_SIZE],
            depth: 0,
            held,
        }
    }

    /// Adds `count` tiles of a kind, of which the play used `used`; `kind` is its number in the tree, and is higher
    /// than those before. Gives the new parts.
    #[inline]
    pub(super) fn push(
        &mut self,
        (tile, kind): (Tile, usize),
        count: usize,
        used: usize,
        tree: &mut PartTree,
    ) -> Range<usize> {
        let before = self.len;
        self.kinds[self.depth] = PushedKind { tile, count: count as u32, stride: before as u32, used: self.used };
        self.put_in_order();
        self.used += used * before;
        self.len = before * (count + 1);
        for copy in 1..=count {
            let ways = super::choose::choose(count, copy);
            let (from, to) = (before * (copy - 1), before * copy);
            self.append(from, to, before, (tile, kind), tree);
            for at in 0..before {
                self.ways[to + at] = self.ways[at] * ways;
            }
        }
        before..self.len
    }

    /// The last kind takes its place among the others.
    fn put_in_order(&mut self) {
        let tile = self.kinds[self.depth].tile;
        let before = self.order[..self.depth].iter().filter(|&&at| self.kinds[usize::from(at)].tile < tile).count();
        self.order.copy_within(before..RACK_SIZE - 1, before + 1);
        self.order[before] = self.depth as u8;
        self.depth += 1;
    }

    /// Makes the parts from `to` on of those from `from` on, with one tile more.
    #[inline]
    fn append(&mut self, from: usize, to: usize, len: usize, (tile, kind): (Tile, usize), tree: &mut PartTree) {
        let (old, new) = self.keys.split_at_mut(to);
        old[from..][..len].iter().zip(&mut new[..len]).for_each(|(old, new)| *new = old.with_tile(tile));
        let (old, new) = self.sizes.split_at_mut(to);
        old[from..][..len].iter().zip(&mut new[..len]).for_each(|(old, new)| *new = old + 1);
        // A whole rack comes up once, and is not remembered.
        let len = len - usize::from(usize::from(self.sizes[to + len - 1]) == self.held);
        let (old, new) = self.nodes.split_at_mut(to);
        old[from..][..len].iter().zip(&mut new[..len]).for_each(|(&old, new)| *new = tree.step(old, kind));
    }

    /// Takes the last kind away.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.depth -= 1;
        let PushedKind { stride, used, .. } = self.kinds[self.depth];
        (self.len, self.used) = (stride as usize, used);
        let gone = self.order.iter().position(|&at| usize::from(at) == self.depth).expect("it was put there");
        self.order.copy_within(gone + 1.., gone);
    }

    /// The number of the whole rack.
    #[inline]
    pub(super) fn whole(&self) -> usize {
        self.len - 1
    }

    /// The number of what the observed play left.
    #[inline]
    pub(super) fn left(&self) -> usize {
        self.whole() - self.used
    }

    #[inline]
    pub(super) fn key(&self, part: usize) -> Key {
        self.keys[part]
    }

    #[inline]
    pub(super) fn node(&self, part: usize) -> u32 {
        self.nodes[part]
    }

    /// Whether a part is a whole rack; it has no node then.
    #[inline]
    pub(super) fn is_whole(&self, part: usize) -> bool {
        self.size(part) == self.held
    }

    #[inline]
    pub(super) fn size(&self, part: usize) -> usize {
        usize::from(self.sizes[part])
    }

    #[inline]
    pub(super) fn ways(&self, part: usize) -> f64 {
        self.ways[part]
    }

    /// The tiles of a part.
    pub(super) fn tiles(&self, part: usize) -> Rack {
        let mut tiles = Rack::EMPTY;
        for &at in &self.order[..self.depth] {
            let kind = &self.kinds[usize::from(at)];
            for _ in 0..part as u32 / kind.stride % (kind.count + 1) {
                let _ = tiles.push(kind.tile);
            }
        }
        tiles
    }
}

/// What is looked up for a multiset of tiles, once.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartInfo {
    /// Its score when it is placed, plus one; 0 if it cannot be placed; [`UNKNOWN`](Self::UNKNOWN) if it was not looked
    /// up yet.
    pub(super) code: u16,
    /// Its value when it is kept and the rest is placed, in thousandths of a point.
    pub(super) placing: i32,
    /// Its value when it is kept and the rest is exchanged, in thousandths of a point.
    pub(super) exchanging: i32,
    /// Its number among the leaves that may have been kept before; or none.
    pub(super) before: u32,
    /// Its number among the leaves that may be kept now; or none.
    pub(super) now: u32,
}

impl PartInfo {
    /// The code of a part that was not looked up yet; no score is that high.
    pub(super) const UNKNOWN: u16 = u16::MAX;
    /// No number.
    pub(super) const NONE: u32 = u32::MAX;
    /// A part that cannot be placed and has no value.
    pub(super) const WORTHLESS: PartInfo =
        PartInfo { code: 0, placing: 0, exchanging: 0, before: Self::NONE, now: Self::NONE };
    const NOTHING: PartInfo = PartInfo { code: Self::UNKNOWN, ..Self::WORTHLESS };
}

/// The multisets of tiles that have come up so far.
#[derive(Clone, Debug)]
pub(super) struct PartTree {
    nodes: Vec<PartNode>,
    kinds: usize,
}

#[derive(Clone, Copy, Debug)]
struct PartNode {
    info: PartInfo,
    /// Where its children begin, the one with its own highest kind first; 0 if it has none yet. As if from kind 0 on.
    children: u32,
    /// Its highest kind.
    kind: u32,
}

impl PartTree {
    /// The multiset of no tiles.
    pub(super) const ROOT: u32 = 0;

    /// For racks of `kinds` kinds of tile.
    pub(super) fn new(kinds: usize) -> Self {
        let root = PartNode { info: PartInfo::NOTHING, children: 0, kind: 0 };
        PartTree { nodes: vec![root], kinds }
    }

    /// From a multiset to that with one more tile of a kind no lower than its highest.
    #[inline]
    fn step(&mut self, node: u32, kind: usize) -> u32 {
        let PartNode { children, kind: highest, .. } = self.nodes[node as usize];
        let children = if children == 0 { self.grow(node) } else { children };
        children + kind as u32 - highest
    }

    /// Appends the children of a node.
    #[cold]
    fn grow(&mut self, node: u32) -> u32 {
        let (children, highest) = (self.nodes.len() as u32, self.nodes[node as usize].kind);
        self.nodes[node as usize].children = children;
        let all = (highest..self.kinds as u32).map(|kind| PartNode { info: PartInfo::NOTHING, children: 0, kind });
        self.nodes.extend(all);
        children
    }

    #[inline]
    pub(super) fn info(&self, node: u32) -> &PartInfo {
        &self.nodes[node as usize].info
    }

    pub(super) fn set(&mut self, node: u32, info: PartInfo) {
        self.nodes[node as usize].info = info;
    }
}
