//! Tasseo.
fn main() {}
