//! Every legal play of a position, or the best of them; and the best play of every rack at once.
//!
//! What is a word, and which letters may stand between tiles, is asked of the lexicon's
//! [`WordRule`](crate::lexicon::WordRule).
//!
//! In reading order: `lane`, a row or column and its windows; `board_cache`, the whole board prepared. Then, for one
//! rack: `prepared_rack`, a rack and its parts; `anagram_cache`, what has been looked up; `upper_bound`, the windows in
//! the order of what they could be worth; `fit`, a word in a window; `record`, what is kept; and [`Generator`], which
//! puts them together. For all racks: `site`, a window as words see it; [`TableBuilder`] and [`PlayTable`], which is made
//! of `bucket`s.

mod anagram_cache;
mod board_cache;
mod bucket;
mod fit;
mod generate;
mod lane;
mod play_table;
mod prepared_rack;
mod record;
mod scored_play;
mod site;
mod table_builder;
mod table_entry;
mod upper_bound;

pub use generate::Generator;
pub use play_table::{PartScores, PlayKind, PlayTable, UnplacedPlay};
pub use scored_play::ScoredPlay;
pub use table_builder::{Racks, TableBuilder, TooManyWords};
