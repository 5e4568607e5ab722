//! The rules: what lies where, what may be played, what it scores, and when the game ends.
//!
//! No words (those are [`lexicon`](crate::lexicon)), no choosing, and no randomness that was not handed in.

mod alphabet;
mod catalogue;
mod distribution;
mod layout;
mod letter;
mod rack;
mod square;
mod tally;

pub use alphabet::{Alphabet, AlphabetError, SpellingError};
pub use catalogue::{Catalogue, CatalogueError, english, standard_layout};
pub use distribution::{Distribution, DistributionError};
pub use layout::{Layout, LayoutError, Premium};
pub use letter::{Letter, MAX_LETTERS, PlacedTile, TILE_KINDS, Tile};
pub use rack::{RACK_SIZE, Rack, RackError};
pub use square::{Direction, MAX_DIM, PerDirection, Slot, Square};
pub use tally::Tally;
