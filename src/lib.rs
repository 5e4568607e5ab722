//! Tasseo.

pub mod game;
