//! Tasseo.

pub mod game;
pub mod lexicon;
