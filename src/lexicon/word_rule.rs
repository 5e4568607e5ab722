//! What is a word: one rule, for every generator and every challenge.
//!
//! Two questions are asked of it: whether letters in a row are a word, and which letters may stand on a square between
//! tiles. The second is a *cross check*: a play across that puts a tile below or above others also makes a word down,
//! and for a square with tiles before or after it in one direction the check is the set of letters that make a word of
//! what is there.
//!
//! With the GADDAG a cross check is one walk: from the tile before the square back to the first, then the separator,
//! and now every letter that comes next is tried on the tiles after the square. Where there are no tiles before, the
//! walk begins at the last tile after the square, and the letters that end it are the answer.
//!
//! Generators find the main words of plays in a lexicon's indexes: the [graph](super::Graph), the
//! [map](super::WordMap) and the [columns](super::WordColumns). Each lists exactly the words that this rule accepts.

use super::graph::{Graph, List, Node};
use crate::game::{Letter, LetterSet};

/// The rule for what is a word. As cheap to copy as a reference.
#[derive(Clone, Copy, Debug)]
pub struct WordRule<'g> {
    graph: &'g Graph,
}

impl<'g> WordRule<'g> {
    /// The words of this graph, and no others.
    #[inline]
    pub fn new(graph: &'g Graph) -> Self {
        WordRule { graph }
    }

    /// Whether these letters in a row are a word.
    pub fn accepts(self, word: &[Letter]) -> bool {
        self.graph.contains(word)
    }

    /// The cross check of a square: the letters that make a word between the tiles before it and those after it, each
    /// from the first to the last. There must be some.
    pub fn letters_between(
        self,
        before: impl DoubleEndedIterator<Item = Letter>,
        after: impl DoubleEndedIterator<Item = Letter> + Clone,
    ) -> LetterSet {
        let mut backwards = before.rev().peekable();
        if backwards.peek().is_none() {
            return self.collect(self.walk(after.rev()), Node::accepts);
        }
        let forwards = self.walk(backwards).and_then(|list| self.graph.turn(list));
        self.collect(forwards, |node| self.ends_word(node, after.clone()))
    }

    /// Where the GADDAG leads over these letters.
    fn walk(self, mut letters: impl Iterator<Item = Letter>) -> Option<List> {
        letters.try_fold(self.graph.gaddag(), |list, letter| self.graph.seek(list, letter)?.arc())
    }

    /// Whether the letters that follow a node complete a word.
    fn ends_word(self, node: Node, mut after: impl Iterator<Item = Letter>) -> bool {
        let last = after.try_fold(node, |node, letter| self.graph.seek(node.arc()?, letter));
        last.is_some_and(Node::accepts)
    }

    fn collect(self, list: Option<List>, is_good: impl Fn(Node) -> bool) -> LetterSet {
        let mut set = LetterSet::NONE;
        for node in list.into_iter().flat_map(|list| self.graph.siblings(list)) {
            if let Some(letter) = node.letter()
                && is_good(node)
            {
                set.insert(letter);
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;
    use crate::lexicon::{Lexicon, Library};

    /// Every letter, tried one by one.
    fn tried(rule: WordRule<'_>, before: &[Letter], after: &[Letter]) -> Vec<Letter> {
        let makes_word = |letter: &Letter| rule.accepts(&[before, &[*letter], after].concat());
        english().alphabet().letters().filter(makes_word).collect()
    }

    fn checked(rule: WordRule<'_>, before: &[Letter], after: &[Letter]) -> Vec<Letter> {
        rule.letters_between(before.iter().copied(), after.iter().copied()).letters().collect()
    }

    /// Around every square of some words, and of the same words with their letters in another order.
    #[test]
    fn cross_checks_are_the_letters_that_make_words() {
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        let rule = lexicon.rule();
        for word in lexicon.graph().words().step_by(997) {
            let mut mixed = word.clone();
            mixed.rotate_left(1);
            for letters in [word, mixed] {
                for at in 0..letters.len() {
                    let (before, after) = (&letters[..at], &letters[at + 1..]);
                    assert_eq!(checked(rule, before, after), tried(rule, before, after), "{letters:?} at {at}");
                }
            }
        }
    }

    /// The indexes that main words are found in have the words that the rule accepts, and no others.
    #[test]
    fn indexes_have_the_words_of_the_rule() {
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        let words: Vec<Vec<Letter>> = lexicon.graph().words().collect();
        assert!(words.iter().all(|word| lexicon.rule().accepts(word)));
        for len in 2..=15 {
            let mut expected: Vec<&[Letter]> =
                words.iter().filter(|word| word.len() == len).map(Vec::as_slice).collect();
            let map = lexicon.word_map();
            let mut of_map: Vec<&[Letter]> = map.of_length(len).flat_map(|anagrams| map.words(anagrams)).collect();
            let columns = lexicon.word_columns().of_length(len);
            let mut of_columns: Vec<&[Letter]> = (0..expected.len()).map(|number| columns.word(number)).collect();
            for words in [&mut expected, &mut of_map, &mut of_columns] {
                words.sort_unstable();
            }
            let count = lexicon.word_columns().counts().find(|&(of, _)| of == len).map(|(_, count)| count);
            assert_eq!(count, Some(expected.len()));
            assert!(of_map == expected, "{len} letters in the map");
            assert!(of_columns == expected, "{len} letters in the columns");
        }
    }

    #[test]
    fn a_square_beside_no_word_takes_no_letter() {
        let lexicon = Lexicon::from_words("x", &english(), "CAT\nCOT\nAT\nCATS\n").unwrap();
        let spell = |letters: &str| english().alphabet().read_word(letters).unwrap();
        for (before, after, expected) in
            [("C", "T", "AO"), ("", "AT", "C"), ("CAT", "", "S"), ("", "T", "A"), ("Q", "", ""), ("CO", "S", "")]
        {
            let found = checked(lexicon.rule(), &spell(before), &spell(after));
            assert_eq!(english().alphabet().write_word(&found), expected, "{before}_{after}");
        }
    }
}
