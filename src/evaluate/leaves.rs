//! What the tiles that a play keeps are worth: leave values, from a KLV2 file.
//!
//! **The format.** KLV2 (A. Kurnia's, shared by wolges, MAGPIE and Macondo) is a [graph of leaves](LeaveGraph) and an
//! array of their values by number: a count of nodes, the nodes as in a [word graph](crate::lexicon::Graph), a count of
//! values, the values as 32-bit floats; all little-endian.

use super::leave_error::{LeaveError, LoadLeavesError};
use super::value_library::ValueLibrary;
use super::value_source::{ValueKind, ValueSource};
use super::{Equity, LeaveGraph};
use crate::game::{Distribution, MAX_SUB_RACKS, Rack, SubRacks};
use crate::lexicon::Lexicon;
use std::path::Path;
use std::sync::Arc;

/// The values of leaves. What has none is worth nothing, like the empty leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaves {
    graph: LeaveGraph,
    /// By number, so the first is the empty leave's.
    values: Box<[Equity]>,
}

/// The value of every part of a rack as a leave, by the part's number in [`SubRacks`].
#[derive(Clone, Debug)]
pub struct SubLeaves {
    values: [Equity; MAX_SUB_RACKS],
    /// The same when the rest is exchanged and not placed.
    exchanged: [Equity; MAX_SUB_RACKS],
}

impl SubLeaves {
    /// Every part is worth what `value` says of its number.
    pub fn from_fn(parts: &SubRacks, mut value: impl FnMut(usize) -> Equity) -> Self {
        let mut values = [Equity::ZERO; MAX_SUB_RACKS];
        (0..parts.count()).for_each(|part| values[part] = value(part));
        SubLeaves { values, exchanged: values }
    }

    /// Every part is worth what `value` says of its number when the rest is exchanged.
    pub fn exchanged(mut self, parts: &SubRacks, mut value: impl FnMut(usize) -> Equity) -> Self {
        (0..parts.count()).for_each(|part| self.exchanged[part] = value(part));
        self
    }

    /// The value of keeping this part when the rest is exchanged.
    #[inline]
    pub fn keeping_by_exchange(&self, part: usize) -> Equity {
        self.exchanged[part]
    }

    /// The value of keeping this part when the rest is placed.
    #[inline]
    pub fn keeping(&self, part: usize) -> Equity {
        self.values[part]
    }
}

impl Leaves {
    /// These values, by the numbers of their leaves, the empty leave's left out.
    ///
    /// # Panics
    /// If there is not one for each leave.
    pub fn new(graph: LeaveGraph, values: impl IntoIterator<Item = Equity>) -> Self {
        let values: Box<[Equity]> = [Equity::ZERO].into_iter().chain(values).collect();
        assert_eq!(values.len(), graph.len() + 1, "a value for each leave");
        Leaves { graph, values }
    }

    /// The leave values that go with a lexicon, if there are any, for who has no folders of values. Blocks while a file
    /// is read.
    pub fn for_lexicon(lexicon: &Lexicon) -> Result<Option<Arc<Self>>, LoadLeavesError> {
        Self::find(&ValueLibrary::default(), lexicon)
    }

    /// The leave values of a library that go with a lexicon, if there are any. Blocks while a file is read.
    pub fn find(values: &ValueLibrary, lexicon: &Lexicon) -> Result<Option<Arc<Self>>, LoadLeavesError> {
        let source = values.for_lexicon(ValueKind::Leaves, lexicon);
        source.map(|source| Self::open(&source, lexicon.distribution())).transpose()
    }

    /// These leave values. Blocks while a file is read.
    pub fn open(source: &ValueSource, distribution: &Distribution) -> Result<Arc<Self>, LoadLeavesError> {
        let leaves = match source {
            ValueSource::File(path) => Self::load(path, distribution)?,
            ValueSource::Shipped(shipped) => {
                Self::read(shipped.bytes, distribution).expect("what comes with the engine is good")
            }
        };
        Ok(Arc::new(leaves))
    }

    /// The leave values in a file. Blocks while it is read.
    pub fn load(path: &Path, distribution: &Distribution) -> Result<Self, LoadLeavesError> {
        let unreadable = |source| LoadLeavesError::Unreadable { path: path.into(), source };
        // Reading a pipe could wait for ever.
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(LoadLeavesError::NotAFile(path.into()));
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        Self::read(&bytes, distribution).map_err(|source| LoadLeavesError::Damaged { path: path.into(), source })
    }

    /// Reads a KLV2 file for the tiles of a distribution. Checks everything: a file that is damaged is refused.
    pub fn read(bytes: &[u8], distribution: &Distribution) -> Result<Self, LeaveError> {
        let (nodes, values) = split(bytes)?;
        let nodes: Vec<u32> = nodes.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let floats = values.iter().map(|word| f32::from_le_bytes(*word)).enumerate();
        let values = floats.map(|(at, value)| Equity::from_f32(value).ok_or(LeaveError::Value(at)));
        let values = values.collect::<Result<Vec<Equity>, _>>()?;
        let graph = LeaveGraph::read(&nodes, distribution)?;
        if graph.len() != values.len() {
            return Err(LeaveError::Count { leaves: graph.len(), values: values.len() });
        }
        if let Some((tile, count)) = graph.more_than(distribution.tiles()) {
            let (distribution_name, has) = (distribution.name().into(), distribution.tiles().count(tile));
            return Err(LeaveError::TooMany { tile: tile.index(), count, distribution: distribution_name, has });
        }
        Ok(Self::new(graph, values))
    }

    /// As a KLV2 file.
    pub fn write(&self) -> Vec<u8> {
        let (nodes, values) = (self.graph.bits(), &self.values[1..]);
        let counted = |count: usize| (count as u32).to_le_bytes();
        let mut bytes = Vec::with_capacity(4 * (nodes.len() + values.len() + 2));
        bytes.extend(counted(nodes.len()));
        nodes.for_each(|node| bytes.extend(node.to_le_bytes()));
        bytes.extend(counted(values.len()));
        values.iter().for_each(|value| bytes.extend((value.as_millipoints() as f32 / 1000.0).to_le_bytes()));
        bytes
    }

    /// Which leaves have a value, and their numbers.
    pub fn graph(&self) -> &LeaveGraph {
        &self.graph
    }

    /// All values, by number; the first is the empty leave's.
    pub fn all(&self) -> &[Equity] {
        &self.values
    }

    /// The value of one leave.
    pub fn value(&self, leave: &Rack) -> Equity {
        self.values[self.graph.number(leave)]
    }

    /// The values of all parts of a rack.
    pub fn values(&self, parts: &SubRacks) -> SubLeaves {
        let values = self.graph.numbers(parts).map(|number| self.values[number as usize]);
        SubLeaves { values, exchanged: values }
    }
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

#[cfg(test)]
mod tests {
    use super::super::leave_graph::LeaveNode;
    use super::*;
    use crate::game::english;

    /// The leaves ?, A, AB and B, worth 25, -1, 0.5 and -2.25.
    fn example() -> Vec<u8> {
        const ACCEPTS: u32 = LeaveNode::ACCEPTS;
        const END: u32 = LeaveNode::END;

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
    fn what_is_written_is_read() {
        assert_eq!(Leaves::read(&example(), &english()).unwrap().write(), example());
        let graph = LeaveGraph::all(english().tiles(), 3);
        let values: Vec<Equity> = (0..graph.len() as i32).map(|at| Equity::millipoints(7 * at - 10_000)).collect();
        let leaves = Leaves::new(graph, values);
        assert_eq!(Leaves::read(&leaves.write(), &english()), Ok(leaves));
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
            error(&with(2, 1 << 24 | LeaveNode::ACCEPTS | 9)),
            "node 2 leads out of the graph; the file is damaged, or no KLV2 file"
        );
        assert_eq!(error(&with(4, 2 << 24 | LeaveNode::END | 4)), "node 4 leads back to itself; the file is damaged");
        assert_eq!(error(&with(1, 5 << 24)), "the tiles after node 1 are not in order; the file is damaged");
        assert_eq!(
            error(&with(4, 27 << 24 | LeaveNode::END)),
            "tile number 27 at node 4, but english has 27 kinds of tile"
        );
        assert_eq!(error(&with(4, 2 << 24 | LeaveNode::END)), "3 leaves, but 4 values; the file is damaged");
        let twice = "a leave with 2 of tile number 17, but english has 1; the file is for other tiles";
        // ?, Q, QQ and B: English has one Q.
        let mut queens = with(2, 17 << 24 | LeaveNode::ACCEPTS | LeaveNode::END | 4);
        queens[16..20].copy_from_slice(&(18_u32 << 24 | LeaveNode::ACCEPTS | LeaveNode::END).to_le_bytes());
        queens[20..24].copy_from_slice(&(17_u32 << 24 | LeaveNode::ACCEPTS | LeaveNode::END).to_le_bytes());
        let three = [&queens[..24], &3_u32.to_le_bytes(), &queens[28..40]].concat();
        assert_eq!(error(&three), twice);
        assert_eq!(error(&with(7, f32::NAN.to_bits())), "value 1 is not a number of points; the file is damaged");
    }
}
