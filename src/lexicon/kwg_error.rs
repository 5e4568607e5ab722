//! What can be wrong with a KWG file.

use super::compile::MAX_NODES;
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
    LongWord(u32),
    /// More words than can be checked in reasonable time.
    #[error("there are more than {0} words, which is no word list")]
    TooManyWords(u32),
    /// The two halves of the graph are of different sizes.
    #[error("the GADDAG does not fit the DAWG: {dawg} words can be spelled forwards, {gaddag} backwards")]
    Count {
        /// Words in the DAWG.
        dawg: u32,
        /// Words in the GADDAG.
        gaddag: u32,
    },
    /// The two halves of the graph differ in what they say about words with this beginning.
    #[error("the GADDAG does not fit the DAWG at {0}")]
    Mismatch(String),
}
