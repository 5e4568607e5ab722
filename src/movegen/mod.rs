//! Every legal play of a position, or the best of them.
//!
//! In reading order: [`LetterSet`]; `cross_checks`, which letters may stand between tiles; `lane`, a row or column and its windows; `ground`, the whole
//! board prepared; `hand`, a rack prepared; `anagram_cache`, what has been looked up; `fit`, a word in a window; `record`, what is kept;
//! and [`Generator`], which puts them together.

mod anagram_cache;
mod cross_checks;
mod fit;
mod generate;
mod ground;
mod hand;
mod lane;
mod letter_set;
mod record;

pub use generate::{Generator, ScoredPlay};
pub use letter_set::LetterSet;
