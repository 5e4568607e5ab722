//! Every legal play of a position, or the best of them; and the best play of every rack at once.
//!
//! In reading order: [`LetterSet`]; `cross_checks`, which letters may stand between tiles; `lane`, a row or column and
//! its windows; `ground`, the whole board prepared. Then, for one rack: `hand`, a rack prepared; `anagram_cache`, what
//! has been looked up; `fit`, a word in a window; `record`, what is kept; and [`Generator`], which puts them together.
//! For all racks: `site`, a window as words see it; [`TableBuilder`] and [`PlayTable`],
//! which is made of `bucket`s.

mod anagram_cache;
mod board_cache;
mod bucket;
mod cross_checks;
mod fit;
mod generate;
mod hand;
mod lane;
mod letter_set;
mod play_table;
mod record;
mod scored_play;
mod site;
mod table_builder;
mod table_entry;
mod upper_bound;

pub use generate::Generator;
pub use letter_set::LetterSet;
pub use play_table::{PartScores, PlayKind, PlayTable, UnplacedPlay};
pub use scored_play::ScoredPlay;
pub use table_builder::{Racks, TableBuilder, TooManyWords};
