//! From a sorted list of words to a word graph. What a word graph is, is told in [`graph`](super::Graph).
//!
//! **The short answer.** Type the words in order, as on a typewriter that can only type and backspace. A letter
//! that is erased will never be returned to, so all that can follow it is known, and can be shared with
//! every other place where the same can follow.
//!
//! **The longer answer.** Typing CAR, CARE, CAT is typing CAR, typing E, erasing two letters and typing T. At
//! each depth there is an *open list*: the letters seen there so far, with what follows each. Erasing a letter
//! closes the list behind it. A closed list is stored from its last letter to its first as a chain of links
//! (letter, whether a word ends here, the list behind it, the next letter of this list), and equal links are
//! stored once. So equal lists are one list, which makes the graph minimal; and lists that end alike share
//! their ends.
//!
//! ```text
//! type CAR    open lists: C | A | R*              * a word ends here
//! type E      open lists: C | A | R* | E*
//! erase RE    closed: (E*)=1 behind CAR; then open lists: C | A | R*->1
//! type T      open lists: C | A | R*->1 T*
//! erase all   closed: (T*)=2, (R*->1, then 2)=3 behind CA; (A->3)=4 behind C; (C->4)=5, the root
//! ```
//!
//! The GADDAG needs every word from each of its letters: leftwards to the front, then a separator, then rightwards
//! from there. What follows the separator is what follows in the DAWG, and so is made already.
//! Therefore only the *beginnings* of words are typed a second time, reversed (C, AC, RAC, TAC, ERAC), each
//! with one arc for the separator to the list that the DAWG has behind it, known since that list was closed.
//! That is some 400,000 short strings to sort for 180,000 words, where all entries would be 1,600,000.
//!
//! Last, chains become addresses. A list must lie in adjacent nodes, so of several chains that share an end one lies
//! before it and the others get copies. All that the DAWG needs comes first, so that looking words up stays
//! within a small part of memory.
//!
//! **The limits.** Letters 1 to 63, words of 1 to 255 letters, 4,194,304 nodes (an arc has 22 bits).
//!
//! **Sources.** J. Daciuk and others, "Incremental construction of minimal acyclic finite-state automata" (2000);
//! S. Gordon, "A faster Scrabble move generation algorithm" (1994); sharing the ends of lists and going on in
//! the DAWG after the separator are A. Kurnia's ideas.
//!
//! This file uses nothing of the crate: `build.rs` includes it, to compile the word lists that are shipped.

use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;

/// A node's letter is in its top eight bits.
pub(super) const LETTER_SHIFT: u32 = 24;
/// Whether the letters up to and including this node's are a word.
pub(super) const ACCEPTS: u32 = 1 << 23;
/// Whether this node is the last of its list.
pub(super) const END: u32 = 1 << 22;
/// Where the list behind this node begins; 0 for none.
pub(super) const ARC: u32 = END - 1;

/// The letter number that turns a GADDAG walk from leftwards to rightwards.
pub(super) const SEPARATOR: u8 = 0;
/// The highest letter number.
pub(super) const MAX_LETTER: u8 = 63;
/// The most letters that a word may have.
pub(super) const MAX_WORD: usize = 255;
/// How many letters the words of a list have that are taken in. One letter is never a play.
pub(super) const WORD_LENGTHS: RangeInclusive<usize> = 2..=MAX_WORD;
/// The most nodes that arcs can tell apart.
pub(super) const MAX_NODES: usize = 1 << 22;

/// Why a list of words cannot become a word graph. Words are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The list is empty.
    NoWords,
    /// This word is empty.
    NoLetters(usize),
    /// This word has more letters than a word may have.
    TooLong(usize),
    /// This word has a letter with a number that the format has no room for.
    BadLetter(usize, u8),
    /// This word does not come after the one before it.
    OutOfOrder(usize),
    /// The graph is larger than the format can address.
    TooManyNodes,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWords => write!(f, "there are no words"),
            Self::NoLetters(word) => write!(f, "word {word} of the list has no letters"),
            Self::TooLong(word) => write!(f, "word {word} of the list has more than {MAX_WORD} letters"),
            Self::BadLetter(word, letter) => {
                write!(f, "word {word} of the list has the letter number {letter}, which is not in 1 to {MAX_LETTER}")
            }
            Self::OutOfOrder(word) => write!(f, "word {word} of the list is not after the one before it"),
            Self::TooManyNodes => {
                write!(f, "these words need more than the {MAX_NODES} nodes that a word graph can have")
            }
        }
    }
}

impl std::error::Error for CompileError {}

/// Compiles words, given as letter numbers, in order and each once, to the nodes of a word graph.
///
/// `progress` is told from time to time how much is done, from 0 to 1.
pub(super) fn compile<W: AsRef<[u8]>>(words: &[W], progress: &mut dyn FnMut(f32)) -> Result<Vec<u32>, CompileError> {
    /// About what part of the time the DAWG takes.
    const DAWG_SHARE: f32 = 0.3;
    check(words)?;
    let mut chains = Chains::new();
    let (dawg, mut beginnings) = type_words(words, &mut chains, &mut |done| progress(done * DAWG_SHARE))?;
    let dawg_links = chains.links.len();
    beginnings.sort();
    let gaddag = type_beginnings(&beginnings, &mut chains, &mut |done| {
        progress(DAWG_SHARE + done * (1.0 - DAWG_SHARE));
    })?;
    lay_out(&chains.links, dawg_links, dawg, gaddag)
}

fn check<W: AsRef<[u8]>>(words: &[W]) -> Result<(), CompileError> {
    let mut before: &[u8] = &[];
    for (number, word) in (1..).zip(words) {
        let word = word.as_ref();
        if word.is_empty() {
            return Err(CompileError::NoLetters(number));
        }
        if word.len() > MAX_WORD {
            return Err(CompileError::TooLong(number));
        }
        if let Some(&letter) = word.iter().find(|&&letter| letter == SEPARATOR || letter > MAX_LETTER) {
            return Err(CompileError::BadLetter(number, letter));
        }
        if word <= before {
            return Err(CompileError::OutOfOrder(number));
        }
        before = word;
    }
    if words.is_empty() { Err(CompileError::NoWords) } else { Ok(()) }
}

/// Calls `each` with every item, and `progress` now and then.
fn with_progress<T>(
    items: &[T],
    progress: &mut dyn FnMut(f32),
    mut each: impl FnMut(&T) -> Result<(), CompileError>,
) -> Result<(), CompileError> {
    const STEP: usize = 4096;
    for (at, chunk) in items.chunks(STEP).enumerate() {
        progress((at * STEP) as f32 / items.len() as f32);
        chunk.iter().try_for_each(&mut each)?;
    }
    progress(1.0);
    Ok(())
}

/// Types all words; gives the root of the DAWG and every beginning of a word.
fn type_words<W: AsRef<[u8]>>(
    words: &[W],
    chains: &mut Chains,
    progress: &mut dyn FnMut(f32),
) -> Result<(u32, Beginnings), CompileError> {
    let mut beginnings = Beginnings::default();
    let mut typist = Typist::new(chains);
    with_progress(words, progress, |word| {
        typist.type_word(word.as_ref(), &mut |letters, node| beginnings.push(letters, node))?;
        typist.accept();
        Ok(())
    })?;
    let root = typist.finish(&mut |letters, node| beginnings.push(letters, node))?;
    Ok((root, beginnings))
}

/// Types the reversed beginnings; gives the root of the GADDAG.
fn type_beginnings(
    beginnings: &Beginnings,
    chains: &mut Chains,
    progress: &mut dyn FnMut(f32),
) -> Result<u32, CompileError> {
    let mut typist = Typist::new(chains);
    with_progress(&beginnings.all, progress, |beginning| {
        typist.type_word(beginnings.reversed(beginning), &mut |_, _| {})?;
        if beginning.node & ACCEPTS != 0 {
            typist.accept();
        }
        if beginning.node & ARC != 0 {
            typist.separator(beginning.node & ARC);
        }
        Ok(())
    })?;
    typist.finish(&mut |_, _| {})
}

/// The beginnings of words, reversed.
#[derive(Default)]
struct Beginnings {
    /// The letters of all of them, one after the other.
    letters: Vec<u8>,
    all: Vec<Beginning>,
}

struct Beginning {
    /// Where its letters begin, and how many there are.
    start: usize,
    len: usize,
    /// The DAWG's node for its last letter.
    node: u32,
}

impl Beginnings {
    fn push(&mut self, letters: &[u8], node: u32) {
        self.all.push(Beginning { start: self.letters.len(), len: letters.len(), node });
        self.letters.extend(letters.iter().rev());
    }

    fn reversed(&self, beginning: &Beginning) -> &[u8] {
        &self.letters[beginning.start..][..beginning.len]
    }

    fn sort(&mut self) {
        let letters = &self.letters;
        self.all.sort_unstable_by_key(|beginning| &letters[beginning.start..][..beginning.len]);
    }
}

/// The one who types words in order and erases them; see the essay above.
struct Typist<'c> {
    chains: &'c mut Chains,
    /// What stands on the paper.
    typed: Vec<u8>,
    /// At each depth, the nodes of the open list. The last node's arc is filled in when its letter is erased.
    open: Vec<Vec<u32>>,
}

impl<'c> Typist<'c> {
    fn new(chains: &'c mut Chains) -> Self {
        Typist { chains, typed: Vec::new(), open: vec![Vec::new(); MAX_WORD + 1] }
    }

    /// Erases what the word does not have, and types what is missing. `closed` is told of each erased letter:
    /// everything up to it, and its finished node.
    fn type_word(&mut self, word: &[u8], closed: &mut impl FnMut(&[u8], u32)) -> Result<(), CompileError> {
        let common = self.typed.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.erase_to(common, closed)?;
        for (depth, &letter) in word.iter().enumerate().skip(common) {
            self.open[depth].push(u32::from(letter) << LETTER_SHIFT);
            self.typed.push(letter);
        }
        Ok(())
    }

    /// Notes that what is typed is a word.
    fn accept(&mut self) {
        *self.last_node() |= ACCEPTS;
    }

    /// Notes that what is typed may be followed by the separator, and then by this list.
    fn separator(&mut self, list: u32) {
        self.open[self.typed.len()].push(u32::from(SEPARATOR) << LETTER_SHIFT | list);
    }

    fn last_node(&mut self) -> &mut u32 {
        self.open[self.typed.len() - 1].last_mut().expect("the letter typed last is in the list at its depth")
    }

    fn erase_to(&mut self, len: usize, closed: &mut impl FnMut(&[u8], u32)) -> Result<(), CompileError> {
        while self.typed.len() > len {
            let list = self.chains.store(&mut self.open[self.typed.len()])?;
            let node = self.last_node();
            *node |= list;
            let node = *node;
            closed(&self.typed, node);
            self.typed.pop();
        }
        Ok(())
    }

    /// Erases everything; gives the list of first letters.
    fn finish(mut self, closed: &mut impl FnMut(&[u8], u32)) -> Result<u32, CompileError> {
        self.erase_to(0, closed)?;
        self.chains.store(&mut self.open[0])
    }
}

/// One letter of a closed list. While links are collected, arcs are numbers of links, not yet addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Link {
    /// A node without its end bit.
    node: u32,
    /// The link of the list's next letter; 0 for none.
    next: u32,
}

/// All closed lists, equal ends stored once. A list is the number of its first link; 0 is the empty list.
struct Chains {
    links: Vec<Link>,
    known: HashMap<Link, u32>,
}

impl Chains {
    fn new() -> Self {
        Chains { links: vec![Link { node: 0, next: 0 }], known: HashMap::new() }
    }

    /// Stores an open list, and empties it.
    fn store(&mut self, open: &mut Vec<u32>) -> Result<u32, CompileError> {
        let mut list = 0;
        for node in open.drain(..).rev() {
            let link = Link { node, next: list };
            list = *self.known.entry(link).or_insert_with(|| {
                self.links.push(link);
                self.links.len() as u32 - 1
            });
        }
        // Each link will be at least one node, so the format's limit can be told already; and numbers fit in an arc.
        if self.links.len() > MAX_NODES { Err(CompileError::TooManyNodes) } else { Ok(list) }
    }
}

/// Gives every list adjacent nodes, the DAWG's first. `dawg_links` is how many links the DAWG has.
fn lay_out(links: &[Link], dawg_links: usize, dawg: u32, gaddag: u32) -> Result<Vec<u32>, CompileError> {
    let mut layout = NodeLayout {
        links,
        before: chains_before(links, dawg_links),
        address: vec![0; links.len()],
        nodes: vec![0; 2],
    };
    layout.place(dawg);
    layout.place(gaddag);
    layout.nodes[0] = END | dawg;
    layout.nodes[1] = END | gaddag;
    if layout.nodes.len() > MAX_NODES {
        return Err(CompileError::TooManyNodes);
    }
    for node in &mut layout.nodes {
        *node = *node & !ARC | layout.address[(*node & ARC) as usize];
    }
    Ok(layout.nodes)
}

/// For each link one that has it as its next, or 0. A link of the DAWG gets none that only the GADDAG has.
fn chains_before(links: &[Link], dawg_links: usize) -> Vec<u32> {
    let mut before = vec![0; links.len()];
    for (at, link) in links.iter().enumerate() {
        let next = link.next as usize;
        if before[next] == 0 && (at < dawg_links || next >= dawg_links) {
            before[next] = at as u32;
        }
    }
    before[0] = 0;
    before
}

struct NodeLayout<'l> {
    links: &'l [Link],
    before: Vec<u32>,
    /// Where each link lies; 0 if it has no place yet.
    address: Vec<u32>,
    /// The nodes so far; their arcs are still numbers of links.
    nodes: Vec<u32>,
}

impl NodeLayout<'_> {
    /// Places a list and everything behind it that has no place yet, depth first.
    fn place(&mut self, list: u32) {
        let mut waiting = vec![list];
        while let Some(list) = waiting.pop() {
            if list != 0 && self.address[list as usize] == 0 {
                let first = self.nodes.len();
                self.place_chain(list);
                waiting.extend(self.nodes[first..].iter().rev().map(|node| node & ARC));
            }
        }
    }

    /// Places the longest chain that this list is the end of, so that all its ends have a place too.
    fn place_chain(&mut self, list: u32) {
        let mut at = list;
        while self.before[at as usize] != 0 {
            at = self.before[at as usize];
        }
        while at != 0 {
            let address = &mut self.address[at as usize];
            if *address == 0 {
                *address = self.nodes.len() as u32;
            }
            let Link { node, next } = self.links[at as usize];
            self.nodes.push(if next == 0 { node | END } else { node });
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile_text(words: &[&str]) -> Result<Vec<u32>, CompileError> {
        let numbers = |word: &&str| word.bytes().map(|byte| byte - b'@').collect();
        compile(&words.iter().map(numbers).collect::<Vec<Vec<u8>>>(), &mut |_| {})
    }

    /// Nodes as in the table of `graph.rs`: letter, whether a word ends, whether the list ends, arc.
    fn row(node: u32) -> (char, bool, bool, u32) {
        (char::from(b'@' + (node >> LETTER_SHIFT) as u8), node & ACCEPTS != 0, node & END != 0, node & ARC)
    }

    #[test]
    #[rustfmt::skip]
    fn the_example_is_as_the_essay_says() {
        let nodes = compile_text(&["CAR", "CARE", "CAT"]).unwrap();
        assert_eq!(nodes.into_iter().map(row).collect::<Vec<_>>(), [
            ('@', false, true, 2), ('@', false, true, 7),
            ('C', false, true, 3), ('A', false, true, 4), ('R', true, false, 6), ('T', true, true, 0), ('E', true, true, 0),
            ('A', false, false, 12), ('C', false, false, 14), ('E', false, false, 15), ('R', false, false, 18), ('T', false, true, 16),
            ('C', false, true, 13), ('@', false, true, 4), ('@', false, true, 3), ('R', false, true, 16),
            ('A', false, true, 17), ('C', true, true, 0), ('A', false, true, 19), ('C', true, true, 20), ('@', false, true, 6),
        ]);
    }

    #[test]
    fn lists_that_end_alike_share_their_ends() {
        // Behind A can be B C D; behind E C D, which is the end of that list.
        let nodes = compile_text(&["AB", "AC", "AD", "EC", "ED"]).unwrap();
        assert_eq!(nodes[2..7].iter().map(|&node| row(node).0).collect::<String>(), "AEBCD");
        assert_eq!((nodes[2] & ARC, nodes[3] & ARC), (4, 5));
    }

    #[test]
    fn errors_say_which_word() {
        let text = |words: &[&str]| compile_text(words).unwrap_err().to_string();
        assert_eq!(text(&[]), "there are no words");
        assert_eq!(text(&["A", ""]), "word 2 of the list has no letters");
        assert_eq!(text(&["AB", "AB"]), "word 2 of the list is not after the one before it");
        assert_eq!(text(&["AB", "A"]), "word 2 of the list is not after the one before it");
        assert_eq!(text(&["A@"]), "word 1 of the list has the letter number 0, which is not in 1 to 63");
        assert_eq!(
            text(&["A\u{7f}", "B", "\u{80}"]),
            "word 3 of the list has the letter number 130, which is not in 1 to 63"
        );
        assert_eq!(text(&["A".repeat(256).as_str()]), "word 1 of the list has more than 255 letters");
        assert!(compile_text(&["A".repeat(255).as_str()]).is_ok());
    }

    #[test]
    fn progress_only_grows() {
        let words: Vec<[u8; 3]> =
            (0..20_000).map(|n: u32| [1 + n / 3600, 1 + n / 60 % 60, 1 + n % 60].map(|n| n as u8)).collect();
        let mut seen = Vec::new();
        compile(&words, &mut |done| seen.push(done)).unwrap();
        assert!(seen.len() > 10 && seen.is_sorted() && seen[0] == 0.0 && seen.last() == Some(&1.0), "{seen:?}");
    }
}
