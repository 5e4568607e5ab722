//! Compiles the shipped word lists into word graphs.
fn main() {}
