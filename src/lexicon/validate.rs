//! Whether an array of numbers is a word graph, and whether its two halves tell the same words.
//!
//! **The short answer.** First every node is looked at once, from the roots on, which makes every later walk safe.
//! Then each beginning of a word is walked backwards through the GADDAG, which must agree about whether
//! it is a word and about what can follow it.
//!
//! **The longer answer.** The halves agree if, for each beginning of the DAWG's words (C, CA, CAR, CARE, CAT),
//!
//! 1. its reverse is a walk in the GADDAG, whose last node ends a word if and only if the beginning is one;
//! 2. there is a separator behind it if and only if letters can follow in the DAWG;
//! 3. and the list behind the separator spells the same rests of words as the list in the DAWG;
//!
//! and if the GADDAG has no other walks than these. The last is a matter of counting: there must be as many walks
//! that end a word, and as many to a separator, as there are words and beginnings that can go on. All
//! these numbers come from one pass over the nodes.
//!
//! Usually the two lists of point 3 are the same list, which is what makes this quick. A file
//! may also have them apart. Then they are compared as Hopcroft and Karp compare automata: pairs that ought to be equal
//! are merged into one class before what follows them is compared, so that no two lists are compared twice. If any
//! comparison fails, everything does, so merging first does no harm.
//!
//! **What it costs.** 0.12 s for 178,691 words.
//!
//! **The limits.** The format has no checksum, so damage that turns a file into another well-formed one cannot be told.
//! To make that unlikely, nodes that no walk reaches are an error: compilers write none, damage makes many.

use super::compile::{ACCEPTS, ARC, END, LETTER_SHIFT, MAX_WORD, SEPARATOR};
use super::graph::WordWalk;
use super::{Graph, KwgError, List};
use crate::game::{Distribution, Letter};

/// A file could tell of more words than there are atoms, all well-formed. No language has as many as this.
const MAX_WORDS: u32 = 20_000_000;

/// Checks each node, and that it can be reached from the roots.
pub(super) fn structure(nodes: &[u32], distribution: &Distribution) -> Result<(), KwgError> {
    let mut inspector = Inspector { nodes, distribution, seen: vec![Seen::No; nodes.len()], half: Half::Dawg };
    inspector.walk(0, KwgError::NoWords)?;
    if inspector.seen[1] == Seen::Done {
        return Err(KwgError::NoGaddag); // Then node 1 is a letter like any other, as in files with a DAWG only.
    }
    inspector.half = Half::Gaddag;
    inspector.walk(1, KwgError::NoGaddag)?;
    let unreached = (2..nodes.len()).find(|&at| inspector.seen[at] == Seen::No);
    unreached.map_or(Ok(()), |at| Err(KwgError::Unreached(at)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Dawg,
    Gaddag,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    No,
    /// On the way from the root to where the walk is.
    Open,
    Done,
}

struct Inspector<'n> {
    nodes: &'n [u32],
    distribution: &'n Distribution,
    seen: Vec<Seen>,
    half: Half,
}

impl Inspector<'_> {
    /// Inspects everything behind this root. `nowhere` is the error if that is nothing.
    fn walk(&mut self, root: usize, nowhere: KwgError) -> Result<(), KwgError> {
        let first = self.arc(root)?.ok_or(nowhere)?;
        let mut way = vec![first];
        while let Some(&at) = way.last() {
            if self.seen[at] == Seen::No {
                self.inspect(at)?;
                self.seen[at] = Seen::Open;
            }
            match self.unseen_after(at)? {
                Some(next) => way.push(next),
                None => {
                    self.seen[at] = Seen::Done;
                    way.pop();
                }
            }
        }
        Ok(())
    }

    /// A node that can be reached from this one in one step and has not been inspected.
    fn unseen_after(&self, at: usize) -> Result<Option<usize>, KwgError> {
        let sibling = (self.nodes[at] & END == 0).then_some(at + 1);
        for next in [self.arc(at)?, sibling].into_iter().flatten() {
            match self.seen[next] {
                Seen::No => return Ok(Some(next)),
                Seen::Open => return Err(KwgError::Cycle(next)),
                Seen::Done => {}
            }
        }
        Ok(None)
    }

    fn arc(&self, from: usize) -> Result<Option<usize>, KwgError> {
        match (self.nodes[from] & ARC) as usize {
            0 => Ok(None),
            to if to < self.nodes.len() => Ok(Some(to)),
            to => Err(KwgError::ArcOutOfRange { from, to, nodes: self.nodes.len() }),
        }
    }

    fn inspect(&self, at: usize) -> Result<(), KwgError> {
        let (node, letter) = (self.nodes[at], self.letter(at));
        let letters = self.distribution.alphabet().len();
        if usize::from(letter) > letters {
            return Err(KwgError::Letter { node: at, letter, distribution: self.distribution.name().into(), letters });
        }
        let leads_on = self.arc(at)?.is_some();
        if letter == SEPARATOR && (self.half == Half::Dawg || node & ACCEPTS != 0 || !leads_on) {
            return Err(KwgError::Separator(at));
        }
        if node & ACCEPTS == 0 && !leads_on {
            return Err(KwgError::DeadEnd(at));
        }
        if node & END == 0 { self.inspect_sibling(at + 1, letter) } else { Ok(()) }
    }

    fn inspect_sibling(&self, at: usize, before: u8) -> Result<(), KwgError> {
        if at == self.nodes.len() {
            return Err(KwgError::OpenList(at - 1));
        }
        let letter = self.letter(at);
        if letter > before { Ok(()) } else { Err(KwgError::LetterOrder { node: at, letter, before }) }
    }

    fn letter(&self, at: usize) -> u8 {
        (self.nodes[at] >> LETTER_SHIFT) as u8
    }
}

/// Checks that the GADDAG has exactly the entries of the DAWG's words. The structure is known to be sound.
pub(super) fn halves_agree(graph: &Graph, distribution: &Distribution) -> Result<(), KwgError> {
    let (dawg, gaddag) = (count(graph, graph.dawg()), count(graph, graph.gaddag()));
    if dawg.longest as usize > MAX_WORD {
        return Err(KwgError::LongWord(dawg.longest));
    }
    if dawg.words > MAX_WORDS || dawg.unfinished > MAX_WORDS {
        return Err(KwgError::TooManyWords(MAX_WORDS));
    }
    if (dawg.words, dawg.unfinished) != (gaddag.words, gaddag.unfinished) {
        return Err(KwgError::Count { dawg: dawg.words, gaddag: gaddag.words });
    }
    let mut comparison = Comparison::new(graph);
    let mut walk = WordWalk::new(graph);
    while let Some(node) = walk.step() {
        let agrees = backwards(graph, walk.letters())
            .is_some_and(|(accepts, rests)| accepts == node.accepts() && comparison.same_or_none(rests, node.arc()));
        if !agrees {
            return Err(KwgError::Mismatch(distribution.alphabet().write_word(walk.letters())));
        }
    }
    Ok(())
}

/// What a list leads to, up to the next separators. Numbers beyond `u32` stay at its end.
#[derive(Clone, Copy)]
struct Count {
    /// Walks that end a word.
    words: u32,
    /// Walks after which the word can go on: in the DAWG with any letter, in the GADDAG to the right.
    unfinished: u32,
    /// The letters of the longest walk.
    longest: u32,
}

fn count(graph: &Graph, list: List) -> Count {
    let in_gaddag = list == graph.gaddag();
    let empty = Count { words: 0, unfinished: 0, longest: 0 };
    graph.fold(list, empty, |node, behind, others| {
        let turns = node.number() == SEPARATOR;
        let behind = if turns { empty } else { behind };
        let goes_on = if in_gaddag { turns } else { node.arc().is_some() };
        Count {
            words: u32::from(node.accepts()).saturating_add(behind.words).saturating_add(others.words),
            unfinished: u32::from(goes_on).saturating_add(behind.unfinished).saturating_add(others.unfinished),
            longest: others.longest.max(behind.longest + 1),
        }
    })
}

/// Walks letters from the last to the first through the GADDAG: whether they are a word, and the list after a turn.
fn backwards(graph: &Graph, letters: &[Letter]) -> Option<(bool, Option<List>)> {
    let (&first, others) = letters.split_first()?;
    let list = others.iter().rev().try_fold(graph.gaddag(), |list, &letter| graph.seek(list, letter)?.arc())?;
    let node = graph.seek(list, first)?;
    Some((node.accepts(), node.arc().and_then(|behind| graph.turn(behind))))
}

/// Lists that have been found to spell the same, or will have been when the comparison ends.
struct Comparison<'g> {
    graph: &'g Graph,
    /// Another list of the same class, towards the one that stands for it; itself for that one.
    towards: Vec<u32>,
}

impl<'g> Comparison<'g> {
    fn new(graph: &'g Graph) -> Self {
        Comparison { graph, towards: (0..graph.nodes().len() as u32).collect() }
    }

    fn same_or_none(&mut self, a: Option<List>, b: Option<List>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.same(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    fn same(&mut self, a: List, b: List) -> bool {
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a != b && self.merge(a, b) && !self.same_letters(a, b, &mut pairs) {
                return false;
            }
        }
        true
    }

    /// Compares two lists letter by letter, and adds the lists behind them to the pairs to compare.
    fn same_letters(&self, a: List, b: List, pairs: &mut Vec<(List, List)>) -> bool {
        let (mut left, mut right) = (self.graph.siblings(a), self.graph.siblings(b));
        loop {
            let (a, b) = match (left.next(), right.next()) {
                (Some(a), Some(b)) => (a, b),
                (None, None) => return true,
                _ => return false,
            };
            if (a.number(), a.accepts(), a.arc().is_some()) != (b.number(), b.accepts(), b.arc().is_some()) {
                return false;
            }
            pairs.extend(a.arc().zip(b.arc()));
        }
    }

    /// Makes one class of two; `false` if they were one already.
    fn merge(&mut self, a: List, b: List) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        self.towards[a as usize] = b;
        a != b
    }

    /// The list that stands for this one's class. Halves the way to it for the next time.
    fn class(&mut self, list: List) -> u32 {
        let mut at = list.first();
        while self.towards[at] as usize != at {
            self.towards[at] = self.towards[self.towards[at] as usize];
            at = self.towards[at] as usize;
        }
        at as u32
    }
}
