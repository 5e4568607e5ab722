//! KWG files: a word graph's nodes as they are, four bytes each, the lowest byte first.
//!
//! There is no header, no version and no checksum, and nothing says which alphabet the letters are numbered by. So
//! a file from elsewhere is checked completely before it is used (by `validate.rs`): what
//! is read without an error is a word graph whose GADDAG has exactly the DAWG's words.

use super::compile::MAX_NODES;
use super::kwg_error::KwgError;
use super::{Graph, validate};
use crate::game::Distribution;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;
    use crate::lexicon::WordList;
    use crate::lexicon::compile::{ACCEPTS, END, LETTER_SHIFT};

    /// The file of CAR, CARE and CAT, whose nodes are drawn in `graph.rs`.
    fn example() -> Vec<u32> {
        let words = WordList::parse("CAR\nCARE\nCAT", english().alphabet()).unwrap();
        words.compile(&mut |_| {}).unwrap().nodes().to_vec()
    }

    fn node(letter: u8, flags: u32, arc: u32) -> u32 {
        u32::from(letter - b'@') << LETTER_SHIFT | flags | arc
    }

    /// The error when this node is put in the place of another.
    fn error_with(at: usize, node: u32) -> String {
        let mut nodes = example();
        nodes[at] = node;
        error_of(&nodes)
    }

    fn error_of(nodes: &[u32]) -> String {
        let bytes: Vec<u8> = nodes.iter().flat_map(|node| node.to_le_bytes()).collect();
        read(&bytes, &english()).unwrap_err().to_string()
    }

    #[test]
    fn errors_say_what_and_where() {
        const BOTH: u32 = ACCEPTS | END;
        let two = "cannot be a word graph, which is at least two nodes of four bytes each";
        assert_eq!(read(&[], &english()).unwrap_err().to_string(), format!("0 bytes {two}"));
        assert_eq!(read(&[0; 13], &english()).unwrap_err().to_string(), format!("13 bytes {two}"));
        assert_eq!(error_with(0, END), "the word graph has no words: node 0 leads nowhere");
        assert_eq!(error_with(6, node(b'E', BOTH, 21)), "node 6 leads to node 21, but there are only 21 nodes");
        assert_eq!(error_with(20, node(b'@', 0, 6)), "the list that ends the file, at node 20, is cut off");
        assert_eq!(
            error_with(5, node(b'B', BOTH, 0)),
            "node 5, letter number 2, comes after letter number 18 in the same list"
        );
        assert_eq!(error_with(6, node(b'[', BOTH, 0)), "node 6 has letter number 27, but english has 26 letters");
        assert_eq!(error_with(3, node(b'@', END, 4)), "node 3 is a separator where there can be none");
        assert_eq!(error_with(20, node(b'@', END, 0)), "node 20 is a separator where there can be none");
        assert_eq!(error_with(6, node(b'E', END, 0)), "node 6 ends no word and leads nowhere");
        assert_eq!(
            error_with(6, node(b'E', BOTH, 3)),
            "node 3 leads back to itself, so there would be words without end"
        );
        assert_eq!(error_of(&[example(), vec![0]].concat()), "no word leads to node 21");
    }

    #[test]
    fn halves_that_differ_are_told() {
        const BOTH: u32 = ACCEPTS | END;
        let counts = "the GADDAG does not fit the DAWG: 3 words can be spelled forwards, 2 backwards";
        assert_eq!(error_with(19, node(b'C', END, 20)), counts);
        assert_eq!(error_with(6, node(b'F', BOTH, 0)), "the GADDAG does not fit the DAWG at CARF");
        assert_eq!(error_with(13, node(b'@', END, 6)), "the GADDAG does not fit the DAWG at CA");
    }

    #[test]
    fn a_dawg_alone_is_told_what_to_do() {
        let recompile =
            "the word graph has no GADDAG, which playing needs; compile the words again with the tool \"lexicon\"";
        assert_eq!(error_with(1, END), recompile);
        // As others write it: the root list is in node 1.
        let dawg_only = [END | 1, node(b'A', 0, 3), node(b'B', ACCEPTS | END, 0), node(b'T', ACCEPTS | END, 0)];
        assert_eq!(error_of(&dawg_only), recompile);
    }
}
