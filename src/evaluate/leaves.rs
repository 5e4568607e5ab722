//! What the tiles that a play keeps are worth: leave values, from a KLV2 file.
//!
//! **The format.** KLV2 (A. Kurnia's, shared by wolges, MAGPIE and Macondo) is a DAWG of leaves, each spelled in order
//! with the blank first, and an array of their values in the order of the leaves: a count of nodes, the nodes as in a
//! [word graph](crate::lexicon::Graph), a count of values, the values as 32-bit floats; all little-endian. The graph of
//! all 914,624 English leaves is 9 kB, since what can follow depends on little; the place of a leave is the number of
//! leaves before it.
//!
//! **All parts of a rack at once.** A generator needs the value of every part of a rack. Each part is a step in the
//! DAWG from a smaller part ([`SubRacks`]), and where a list has all letters from its first one on, as nearly all do,
//! the step needs no search. So the 127 values take some 300 memory reads, most of them in the first-level cache.

use super::Equity;
use crate::game::{Distribution, MAX_SUB_RACKS, Rack, SubRacks, Tile};
use crate::lexicon::Lexicon;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// The values of leaves. What is not in the file is worth nothing, like the empty leave.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// The DAWG. Arcs are in range, lists end.
    nodes: Box<[Node]>,
    root: u32,
    values: Box<[Equity]>,
}

/// One tile of a list of tiles that can come next.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The word graph's node.
    bits: u32,
    /// How many leaves are in this node and the rest of its list, with all that follows.
    leaves: u32,
    /// How many nodes there are from this one to the end of its list.
    list_len: u32,
}

impl Node {
    const ACCEPTS: u32 = 1 << 23;
    const END: u32 = 1 << 22;
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

/// The value of every part of a rack as a leave, by the part's number in [`SubRacks`].
#[derive(Clone, Debug)]
pub struct SubLeaves {
    values: [Equity; MAX_SUB_RACKS],
}

impl SubLeaves {
    /// Every part is worth what `value` says of its number.
    pub fn from_fn(parts: &SubRacks, mut value: impl FnMut(usize) -> Equity) -> Self {
        let mut values = [Equity::ZERO; MAX_SUB_RACKS];
        (0..parts.count()).for_each(|part| values[part] = value(part));
        SubLeaves { values }
    }

    /// The value of keeping this part.
    #[inline]
    pub fn keeping(&self, part: usize) -> Equity {
        self.values[part]
    }
}

/// Why bytes are no leave values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LeaveError {
    /// Too short, or longer than its own counts say.
    #[error("{actual} bytes, but the file's own counts make {expected}; it is damaged, or no KLV2 file")]
    Size {
        /// How many there are.
        actual: usize,
        /// How many there should be.
        expected: usize,
    },
    /// An arc, or a list, that leads out of the graph.
    #[error("node {0} leads out of the graph; the file is damaged, or no KLV2 file")]
    OutOfRange(usize),
    /// The graph leads back to where it was.
    #[error("node {0} leads back to itself; the file is damaged")]
    Cycle(usize),
    /// Tiles out of order in a list.
    #[error("the tiles after node {0} are not in order; the file is damaged")]
    OutOfOrder(usize),
    /// A tile that the distribution does not have.
    #[error("tile number {tile} at node {node}, but {distribution} has {tiles} kinds of tile")]
    UnknownTile {
        /// The tile's number.
        tile: usize,
        /// Where it is.
        node: usize,
        /// The distribution's name.
        distribution: String,
        /// How many kinds of tile it has, the blank included.
        tiles: usize,
    },
    /// The graph has another number of leaves than there are values.
    #[error("{leaves} leaves, but {values} values; the file is damaged")]
    Count {
        /// How many leaves there are.
        leaves: usize,
        /// How many values there are.
        values: usize,
    },
    /// A value that is no number of points.
    #[error("value {0} is not a number of points; the file is damaged")]
    Value(usize),
}

/// Why a file gives no leave values.
#[derive(Debug, Error)]
pub enum LoadLeavesError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// It is no KLV2 file.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: LeaveError,
    },
}

impl Leaves {
    /// The leave values that lie with a lexicon, if there are any. Blocks while the file is read.
    pub fn beside(lexicon: &Lexicon) -> Result<Option<Arc<Self>>, LoadLeavesError> {
        let Some(path) = lexicon.leaves() else { return Ok(None) };
        let unreadable = |source| LoadLeavesError::Unreadable { path: path.into(), source };
        let leaves = Self::read(&std::fs::read(path).map_err(unreadable)?, lexicon.distribution());
        leaves.map(Arc::new).map(Some).map_err(|source| LoadLeavesError::Damaged { path: path.into(), source })
    }

    /// Reads a KLV2 file for the tiles of a distribution. Checks everything: a file that is damaged is refused.
    pub fn read(bytes: &[u8], distribution: &Distribution) -> Result<Self, LeaveError> {
        let (nodes, values) = split(bytes)?;
        let nodes: Vec<u32> = nodes.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let floats = values.iter().map(|word| f32::from_le_bytes(*word)).enumerate();
        let values = floats.map(|(at, value)| Equity::from_f32(value).ok_or(LeaveError::Value(at)));
        let values = values.collect::<Result<Box<[Equity]>, _>>()?;
        check(&nodes, distribution)?;
        let counts = count(&nodes)?;
        let root = nodes[0] & Node::ARC;
        let leaves = counts[root as usize] as usize;
        if leaves != values.len() {
            return Err(LeaveError::Count { leaves, values: values.len() });
        }
        let mut all: Vec<Node> = Vec::with_capacity(nodes.len());
        for (&bits, leaves) in nodes.iter().zip(counts).rev() {
            let after = all.last().filter(|_| bits & Node::END == 0).map_or(0, |next| next.list_len);
            all.push(Node { bits, leaves, list_len: after + 1 });
        }
        all.reverse();
        Ok(Leaves { nodes: all.into(), root, values })
    }

    /// How many leaves have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of one leave.
    pub fn value(&self, leave: &Rack) -> Equity {
        leave.tiles().iter().fold(self.start(), |place, &tile| self.step(place, tile)).value
    }

    /// The values of all parts of a rack.
    pub fn values(&self, parts: &SubRacks) -> SubLeaves {
        let places = parts.build(self.start(), |place, tile| self.step(place, tile));
        SubLeaves { values: places.map(|place| place.value) }
    }

    fn start(&self) -> Place {
        Place { list: self.root, before: 0, value: Equity::ZERO }
    }

    /// From the place of a leave to that of the leave with one tile more, no lower than its last.
    #[inline]
    fn step(&self, place: Place, tile: Tile) -> Place {
        const NOWHERE: Place = Place { list: 0, before: 0, value: Equity::ZERO };
        if place.list == 0 {
            return NOWHERE;
        }
        let first = self.nodes[place.list as usize];
        let Some(node) = self.seek(place.list as usize, first, tile) else { return NOWHERE };
        let accepts = node.bits & Node::ACCEPTS != 0;
        let before = place.before + first.leaves - node.leaves;
        let value = if accepts { self.values[before as usize] } else { Equity::ZERO };
        Place { list: node.arc(), before: before + u32::from(accepts), value }
    }

    /// The node of a tile in a list: at once where no tile is left out before it, else by search.
    #[inline]
    fn seek(&self, list: usize, first: Node, tile: Tile) -> Option<Node> {
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
struct Place {
    /// The list of what can come next; 0 if nothing can.
    list: u32,
    /// How many leaves come before those that go on from here.
    before: u32,
    value: Equity,
}

/// Numbers of four bytes.
type Quads<'b> = &'b [[u8; 4]];

/// The two arrays of a file.
fn split(bytes: &[u8]) -> Result<(Quads<'_>, Quads<'_>), LeaveError> {
    let (words, rest) = bytes.as_chunks::<4>();
    let number = |at: usize| words.get(at).map_or(0, |word| u32::from_le_bytes(*word) as usize);
    let nodes = number(0);
    let values = number(nodes + 1);
    let size = |expected: usize| LeaveError::Size { actual: bytes.len(), expected };
    let total = nodes + values + 2;
    if nodes < 2 || !rest.is_empty() || words.len() != total {
        return Err(size(4 * total.max(4)));
    }
    Ok((&words[1..=nodes], &words[nodes + 2..]))
}

/// Checks every node by itself: arcs, ends, order and tiles.
fn check(nodes: &[u32], distribution: &Distribution) -> Result<(), LeaveError> {
    let tiles = distribution.alphabet().len() + 1;
    for (at, &bits) in nodes.iter().enumerate() {
        let node = Node { bits, leaves: 0, list_len: 0 };
        let ends = bits & Node::END != 0;
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

/// For each node, the leaves in it and the rest of its list. Finds out whether the graph leads back to itself.
fn count(nodes: &[u32]) -> Result<Vec<u32>, LeaveError> {
    let mut counts: Vec<Option<u32>> = vec![None; nodes.len()];
    for start in 1..nodes.len() {
        let mut path = vec![start];
        while let Some(&at) = path.last() {
            let arc = (nodes[at] & Node::ARC) as usize;
            let next = if nodes[at] & Node::END == 0 { at + 1 } else { 0 };
            let open = [arc, next].into_iter().find(|&part| part != 0 && counts[part].is_none());
            if let Some(part) = open.filter(|_| counts[at].is_none()) {
                if path.contains(&part) {
                    return Err(LeaveError::Cycle(part));
                }
                path.push(part);
                continue;
            }
            let of = |part: usize| counts[part].filter(|_| part != 0).unwrap_or(0);
            let sum = of(arc).saturating_add(of(next)).saturating_add(u32::from(nodes[at] & Node::ACCEPTS != 0));
            counts[at] = Some(sum);
            path.pop();
        }
    }
    Ok(counts.into_iter().map(Option::unwrap_or_default).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    /// The leaves ?, A, AB and B, worth 25, -1, 0.5 and -2.25.
    fn example() -> Vec<u8> {
        const ACCEPTS: u32 = Node::ACCEPTS;
        const END: u32 = Node::END;
        let nodes = [END | 1, ACCEPTS, 1 << 24 | ACCEPTS | 4, 2 << 24 | ACCEPTS | END, 2 << 24 | ACCEPTS | END];
        let values = [25.0_f32, -1.0, 0.5, -2.25];
        let mut bytes = Vec::new();
        bytes.extend(5_u32.to_le_bytes());
        nodes.iter().for_each(|node| bytes.extend(node.to_le_bytes()));
        bytes.extend(4_u32.to_le_bytes());
        values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        bytes
    }

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english().alphabet()).unwrap()
    }

    #[test]
    fn values_are_found_one_by_one_and_all_at_once() {
        let leaves = Leaves::read(&example(), &english()).unwrap();
        for (leave, value) in [("", 0), ("?", 25_000), ("A", -1000), ("AB", 500), ("B", -2250), ("?A", 0), ("Q", 0)] {
            assert_eq!(leaves.value(&rack(leave)), Equity::millipoints(value), "{leave}");
        }
        let parts = SubRacks::of(&rack("?AABZ"));
        let values = leaves.values(&parts);
        for part in 0..parts.count() {
            assert_eq!(values.keeping(part), leaves.value(&parts.tiles(part)));
        }
    }

    #[test]
    fn damage_is_refused() {
        let good = example();
        let error = |bytes: &[u8]| Leaves::read(bytes, &english()).unwrap_err().to_string();
        let with = |at: usize, bits: u32| {
            let mut bytes = good.clone();
            bytes[4 * (at + 1)..][..4].copy_from_slice(&bits.to_le_bytes());
            bytes
        };
        assert_eq!(error(&[]), "0 bytes, but the file's own counts make 16; it is damaged, or no KLV2 file");
        assert_eq!(error(&good[..43]), "43 bytes, but the file's own counts make 44; it is damaged, or no KLV2 file");
        assert_eq!(
            error(&with(2, 1 << 24 | Node::ACCEPTS | 9)),
            "node 2 leads out of the graph; the file is damaged, or no KLV2 file"
        );
        assert_eq!(error(&with(4, 2 << 24 | Node::END | 4)), "node 4 leads back to itself; the file is damaged");
        assert_eq!(error(&with(1, 5 << 24)), "the tiles after node 1 are not in order; the file is damaged");
        assert_eq!(error(&with(4, 27 << 24 | Node::END)), "tile number 27 at node 4, but english has 27 kinds of tile");
        assert_eq!(error(&with(4, 2 << 24 | Node::END)), "3 leaves, but 4 values; the file is damaged");
        assert_eq!(error(&with(7, f32::NAN.to_bits())), "value 1 is not a number of points; the file is damaged");
    }
}
