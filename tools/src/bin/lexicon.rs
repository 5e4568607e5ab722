//! Lexicon.
fn main() {}
