//! The word graph: every word of a lexicon, twice, in one array of numbers.
//!
//! **The short answer.** A *list* holds the letters that can come next, in order. A *node* is one letter of
//! a list: it says whether the letters up to it are a word, and where the list behind it begins. Looking
//! a word up is a walk from list to list.
//!
//! **The longer answer.** There are two ways in. The DAWG (directed acyclic word graph) has the words as they are
//! spelled. The GADDAG has each word once for each of its letters, so that a move generator can start at a
//! letter on the board and build outwards: from that letter leftwards to the front of the word, then the
//! separator `@`, then rightwards to its end. CARE is there as ERAC, RAC@E, AC@RE and C@ARE; the entry that starts at
//! the last letter needs no separator. What comes after the separator is a rest of a word, and those the DAWG has
//! already; the GADDAG's arcs go there. Equal lists are stored once, so the graph is small: 178,000 words take
//! 800,000 nodes of four bytes, of which the DAWG is the first 120,000.
//!
//! A node is 32 bits: the letter in the top eight (0 is the separator), then one that says that a word ends here, one
//! that says that the list ends here, and 22 for the arc, the position of the list behind this node, 0 for none.
//! The other letters of a list follow their first, so a list is known by the position of its first node; and the
//! rest of a list is a list as well. Nodes 0 and 1 have no letter; their arcs are the roots of DAWG and GADDAG.
//!
//! **An example.** The graph of CAR, CARE and CAT:
//!
//! ```text
//!       letter word end arc                           letter word end arc
//!  0                 x    2  root of the DAWG     11    T          x   16  after T
//!  1                 x    7  root of the GADDAG   12    C          x   13  after A (leftwards)
//!  2    C            x    3                       13    @          x    4  after AC: turn, go on after CA
//!  3    A            x    4  after C              14    @          x    3  after C: turn, go on after C
//!  4    R     x           6  after CA             15    R          x   16  after E
//!  5    T     x      x    0                       16    A          x   17  after ER, and after T
//!  6    E     x      x    0  after CAR            17    C     x    x    0  after ERA, and after TA
//!  7    A                12                       18    A          x   19  after R
//!  8    C                14                       19    C     x    x   20  after RA: RAC, a word ends at R
//!  9    E                15                       20    @          x    6  after RAC: turn, go on after CAR
//! 10    R                18
//! ```
//!
//! ```
//! use tasseo::game::english;
//! use tasseo::lexicon::Graph;
//!
//! let spell = |word| english().alphabet().read_word(word).unwrap();
//! let graph = Graph::compile(&["CAR", "CARE", "CAT"].map(spell), &mut |_| {}).unwrap();
//! assert_eq!(graph.nodes().len(), 21);
//! assert!(graph.contains(&spell("CARE")) && !graph.contains(&spell("CA")));
//!
//! // AC@R, from the A of CAR outwards.
//! let [a, c, r] = [1, 3, 18].map(|number| tasseo::game::Letter::new(number).unwrap());
//! let after_a = graph.seek(graph.gaddag(), a).and_then(|node| node.arc()).unwrap();
//! let after_ac = graph.seek(after_a, c).and_then(|node| node.arc()).unwrap();
//! let rightwards = graph.turn(after_ac).unwrap();
//! assert!(graph.seek(rightwards, r).unwrap().accepts());
//! ```
//!
//! **The limits.** 63 letters, since move generators keep sets of letters in 64 bits; 4,194,304 nodes, which at 4.5
//! nodes a word is some 900,000 English words. There is no empty word.
//!
//! **The source.** The format is A. Kurnia's KWG, described in `details.txt` of his program Wolges; MAGPIE and
//! Macondo use it too. Files are read and written in [`kwg`](super::kwg).

use super::compile::{self, ACCEPTS, ARC, CompileError, END, LETTER_SHIFT, SEPARATOR};
use crate::game::Letter;
use std::num::NonZeroU32;

/// One letter of a list, with what it leads to. A copy of the array's entry, so asking it reads no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node(u32);

impl Node {
    /// The number of its letter; 0 for the separator.
    #[inline]
    pub const fn number(self) -> u8 {
        (self.0 >> LETTER_SHIFT) as u8
    }

    /// Its letter; none for the separator.
    #[inline]
    pub const fn letter(self) -> Option<Letter> {
        Letter::new(self.number())
    }

    /// Whether the letters up to and including this one are a word.
    #[inline]
    pub const fn accepts(self) -> bool {
        self.0 & ACCEPTS != 0
    }

    /// Whether it is the last of its list.
    #[inline]
    pub const fn is_end(self) -> bool {
        self.0 & END != 0
    }

    /// What can follow; none if nothing can.
    #[inline]
    pub const fn arc(self) -> Option<List> {
        match NonZeroU32::new(self.0 & ARC) {
            Some(first) => Some(List(first)),
            None => None,
        }
    }
}

/// The letters that can come next, as the position of the first of them. Belongs to the graph that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct List(NonZeroU32);

const _: () = assert!(size_of::<Option<List>>() == 4 && size_of::<Option<Letter>>() == 1);

impl List {
    #[inline]
    pub(super) const fn first(self) -> usize {
        self.0.get() as usize
    }

    /// The list without its first letter, which is known to have others.
    #[inline]
    const fn rest(self) -> List {
        List(self.0.saturating_add(1))
    }
}

/// A lexicon's words, as DAWG and GADDAG.
#[derive(Clone, PartialEq, Eq)]
pub struct Graph {
    /// Well-formed from both roots on: arcs are positions in the array, lists end, letters of a list increase, no
    /// walk comes back to where it was, and every way can be walked on to the end of a word.
    nodes: Box<[u32]>,
    dawg: List,
    gaddag: List,
}

impl Graph {
    /// Compiles words, sorted and each once. Blocks: a quarter of a second for 180,000 words.
    /// `progress` is told from time to time how much is done, from 0 to 1.
    pub fn compile<W: AsRef<[Letter]>>(words: &[W], progress: &mut dyn FnMut(f32)) -> Result<Self, CompileError> {
        let numbers = |word: &W| word.as_ref().iter().map(|letter| letter.number()).collect();
        let words: Vec<Vec<u8>> = words.iter().map(numbers).collect();
        let nodes = compile::compile(&words, progress)?;
        Ok(Self::from_nodes(nodes).expect("a compiled graph has both roots"))
    }

    /// Takes nodes that are known to be well-formed; none if a root is missing.
    pub(super) fn from_nodes(nodes: impl Into<Box<[u32]>>) -> Option<Self> {
        let nodes = nodes.into();
        let root = |at: usize| Node(*nodes.get(at)?).arc();
        let (dawg, gaddag) = (root(0)?, root(1)?);
        Some(Graph { nodes, dawg, gaddag })
    }

    /// The first letters of all words.
    #[inline]
    pub const fn dawg(&self) -> List {
        self.dawg
    }

    /// The letters that words can be entered at: all letters that are in a word.
    #[inline]
    pub const fn gaddag(&self) -> List {
        self.gaddag
    }

    /// The array as files have it.
    pub const fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The first node of a list.
    #[inline]
    pub fn first(&self, list: List) -> Node {
        Node(self.nodes[list.first()])
    }

    /// The nodes of a list, by increasing letter; the separator, if it is there, first.
    #[inline]
    pub fn siblings(&self, list: List) -> Siblings<'_> {
        Siblings { rest: self.nodes[list.first()..].iter() }
    }

    /// The node of this letter, if the list has it.
    #[inline]
    pub fn seek(&self, list: List, letter: Letter) -> Option<Node> {
        let node = self.siblings(list).find(|node| node.number() >= letter.number())?;
        (node.number() == letter.number()).then_some(node)
    }

    /// In the GADDAG, the list behind the separator: how words go on to the right. None if they cannot.
    #[inline]
    pub fn turn(&self, list: List) -> Option<List> {
        let node = self.first(list);
        if node.number() == SEPARATOR { node.arc() } else { None }
    }

    /// Whether it is a word.
    pub fn contains(&self, word: &[Letter]) -> bool {
        let Some((&last, before)) = word.split_last() else { return false };
        let list = before.iter().try_fold(self.dawg, |list, &letter| self.seek(list, letter)?.arc());
        list.and_then(|list| self.seek(list, last)).is_some_and(Node::accepts)
    }

    /// All words, in order.
    pub fn words(&self) -> WordIter<'_> {
        WordIter(WordWalk::new(self))
    }

    /// How many words there are. Takes time in proportion to the nodes of the DAWG, not to the words.
    pub fn word_count(&self) -> usize {
        self.fold(self.dawg, 0, |node, behind, others| usize::from(node.accepts()) + behind + others)
    }

    /// How many nodes the DAWG has.
    pub fn dawg_node_count(&self) -> usize {
        let mut count = 0;
        self.fold(self.dawg, (), |_, (), ()| count += 1);
        count
    }

    /// Works a value out for a list, from the values of what is behind its first node and of its other nodes.
    /// Each node is visited once.
    pub(super) fn fold<T: Copy>(&self, list: List, empty: T, mut value: impl FnMut(Node, T, T) -> T) -> T {
        let mut values: Vec<Option<T>> = vec![None; self.nodes.len()];
        let mut waiting = vec![list];
        while let Some(&list) = waiting.last() {
            let node = self.first(list);
            let others = (!node.is_end()).then(|| list.rest());
            let missing = [node.arc(), others].into_iter().flatten().find(|part| values[part.first()].is_none());
            if let Some(part) = missing {
                waiting.push(part);
                continue;
            }
            let of = |part: Option<List>| part.and_then(|part| values[part.first()]).unwrap_or(empty);
            values[list.first()] = Some(value(node, of(node.arc()), of(others)));
            waiting.pop();
        }
        values[list.first()].unwrap_or(empty)
    }
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Graph of {} nodes", self.nodes.len())
    }
}

/// The nodes of one list, in order.
#[derive(Clone, Debug)]
pub struct Siblings<'g> {
    /// Empty once the list has ended.
    rest: std::slice::Iter<'g, u32>,
}

impl Iterator for Siblings<'_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        let node = Node(*self.rest.next()?);
        if node.is_end() {
            self.rest = [].iter();
        }
        Some(node)
    }
}

/// A walk over every beginning of a word, in order.
#[derive(Clone, Debug)]
pub(super) struct WordWalk<'g> {
    graph: &'g Graph,
    letters: Vec<Letter>,
    /// For each letter, the list that begins with it.
    path: Vec<List>,
    /// Where to go down next; none if that way has been walked.
    down: Option<List>,
}

impl<'g> WordWalk<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        WordWalk { graph, letters: Vec::new(), path: Vec::new(), down: Some(graph.dawg) }
    }

    /// The letters up to where the walk is.
    pub(super) fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// Goes one beginning on; gives the node of its last letter.
    pub(super) fn step(&mut self) -> Option<Node> {
        let list = match self.down {
            Some(list) => list,
            None => self.across()?,
        };
        let node = self.graph.first(list);
        self.path.push(list);
        self.letters.push(node.letter().expect("the DAWG has letters only"));
        self.down = node.arc();
        Some(node)
    }

    /// Goes back as far as needed to find another letter.
    fn across(&mut self) -> Option<List> {
        loop {
            let list = self.path.pop()?;
            self.letters.pop();
            if !self.graph.first(list).is_end() {
                return Some(list.rest());
            }
        }
    }
}

/// All words of a graph, in order.
#[derive(Clone, Debug)]
pub struct WordIter<'g>(WordWalk<'g>);

impl Iterator for WordIter<'_> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        while !self.0.step()?.accepts() {}
        Some(self.0.letters().to_vec())
    }
}
