//! KWG files: a word graph's nodes as they are, four bytes each, the lowest byte first.
//!
//! There is no header, no version and no checksum, and nothing says which alphabet the letters are numbered by. So
//! a file from elsewhere is checked completely before it is used (see [`validate`](super::validate)): what
//! is read without an error is a word graph whose GADDAG has exactly the DAWG's words.

use super::compile::MAX_NODES;
use super::{Graph, validate};
use crate::game::Distribution;
use thiserror::Error;

/// Why bytes are no word graph. Nodes are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KwgError {
    /// Not made of whole nodes.
    #[error("{0} bytes cannot be a word graph, which is at least two nodes of four bytes each")]
    Size(usize),
    /// More nodes than arcs can tell apart.
    #[error("{0} nodes are more than a word graph can have ({MAX_NODES})")]
    TooManyNodes(usize),
    /// Node 0 leads nowhere.
    #[error("the word graph has no words: node 0 leads nowhere")]
    NoWords,
    /// The file has a DAWG only.
    #[error("the word graph has no GADDAG, which playing needs; compile the words again with the tool \"lexicon\"")]
    NoGaddag,
    /// An arc to a place outside the file.
    #[error("node {from} leads to node {to}, but there are only {nodes} nodes")]
    ArcOutOfRange {
        /// The node with the arc.
        from: usize,
        /// Where it leads.
        to: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// The last node of the file is not marked as the last of its list.
    #[error("the list that ends the file, at node {0}, is cut off")]
    OpenList(usize),
    /// Letters of a list that do not increase.
    #[error("node {node}, letter number {letter}, comes after letter number {before} in the same list")]
    LetterOrder {
        /// The node that is out of order.
        node: usize,
        /// Its letter.
        letter: u8,
        /// The letter before it.
        before: u8,
    },
    /// A letter that the alphabet does not have.
    #[error("node {node} has letter number {letter}, but {distribution} has {letters} letters")]
    Letter {
        /// The node.
        node: usize,
        /// Its letter.
        letter: u8,
        /// The name of the distribution whose letters were expected.
        distribution: String,
        /// How many letters that has.
        letters: usize,
    },
    /// A separator among the DAWG's nodes, or one that is not followed by letters.
    #[error("node {0} is a separator where there can be none")]
    Separator(usize),
    /// A node where no word ends and none goes on.
    #[error("node {0} ends no word and leads nowhere")]
    DeadEnd(usize),
    /// An arc back to where the walk came from.
    #[error("node {0} leads back to itself, so there would be words without end")]
    Cycle(usize),
    /// A node that belongs to no word.
    #[error("no word leads to node {0}")]
    Unreached(usize),
    /// A word that is longer than words can be.
    #[error("the longest word has {0} letters, which is no word list")]
    LongWord(usize),
    /// More words than can be checked in reasonable time.
    #[error("there are more than {0} words, which is no word list")]
    TooManyWords(usize),
    /// The two halves of the graph are of different sizes.
    #[error("the GADDAG does not fit the DAWG: {dawg} words can be spelled forwards, {gaddag} backwards")]
    Count {
        /// Words in the DAWG.
        dawg: usize,
        /// Words in the GADDAG.
        gaddag: usize,
    },
    /// The two halves of the graph differ in what they say about words with this beginning.
    #[error("the GADDAG does not fit the DAWG at {0}")]
    Mismatch(String),
}

/// Reads and checks the bytes of a KWG file, for the letters of this distribution.
pub fn read(bytes: &[u8], distribution: &Distribution) -> Result<Graph, KwgError> {
    let nodes = nodes_of(bytes)?;
    validate::structure(&nodes, distribution)?;
    let graph = Graph::from_nodes(nodes).ok_or(KwgError::NoWords)?;
    validate::halves_agree(&graph, distribution)?;
    Ok(graph)
}

/// Takes bytes that this program's build has made and its tests have checked.
pub(super) fn read_trusted(bytes: &'static [u8]) -> Graph {
    let nodes = nodes_of(bytes).expect("shipped graphs are whole; a test reads them all");
    Graph::from_nodes(nodes).expect("shipped graphs have both roots; a test reads them all")
}

fn nodes_of(bytes: &[u8]) -> Result<Vec<u32>, KwgError> {
    let (nodes, rest) = bytes.as_chunks::<4>();
    if nodes.len() < 2 || !rest.is_empty() {
        return Err(KwgError::Size(bytes.len()));
    }
    if nodes.len() > MAX_NODES {
        return Err(KwgError::TooManyNodes(nodes.len()));
    }
    Ok(nodes.iter().map(|&node| u32::from_le_bytes(node)).collect())
}

/// The bytes of a KWG file.
pub fn write(graph: &Graph) -> Vec<u8> {
    graph.nodes().iter().flat_map(|node| node.to_le_bytes()).collect()
}
