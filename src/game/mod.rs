//! The rules: what lies where, what may be played, what it scores, and when the game ends.
//!
//! In reading order: a [`Letter`], a [`Tile`] and a [`PlacedTile`]; the [`Alphabet`] that spells them and the
//! [`Distribution`] that counts and values them; a [`Rack`] and a [`Tally`]; [`Square`]s, the [`Layout`] of premiums
//! and the [`Board`]; a [`Play`] and how it [scores](score()); the [`Rules`]; a [`Position`], and a [`History`] of
//! them. The formats of the world outside are [`Move`] (one move), [`Cgp`](cgp::Cgp) (a position) and [`Gcg`](gcg::Gcg)
//! (a game).
//!
//! Absent on purpose: words (those are the lexicon's), choosing, and randomness that was not handed in.

mod alphabet;
mod bag;
mod board;
mod catalogue;
pub mod cgp;
mod distribution;
pub mod gcg;
mod history;
mod layout;
mod legal;
mod letter;
mod notation;
mod picture;
mod play;
mod player;
mod position;
mod rack;
mod rules;
mod score;
mod square;
mod sub_racks;
mod tally;

pub use alphabet::{Alphabet, AlphabetError, SpellingError};
pub use bag::Bag;
pub use board::Board;
pub use catalogue::{Catalogue, CatalogueError, english, standard_layout};
pub use distribution::{Distribution, DistributionError};
pub use history::{Adjustment, ChallengeError, History, Turn, Verdict};
pub use layout::{Layout, LayoutError, Premium};
pub use legal::{Illegal, Reason};
pub use letter::{Letter, MAX_LETTERS, PlacedTile, TILE_KINDS, Tile};
pub use notation::{Action, FailedChallenge, Move, MoveError, MoveFault};
pub use play::{Placement, Play, Word};
pub use player::{PerPlayer, Player};
pub use position::{Ending, Position, PositionError};
pub use rack::{RACK_SIZE, Rack, RackError};
pub use rules::{ChallengeRule, MOST_BINGO_BONUS, MOST_SCORE, Rules, UnknownChallengeRule};
pub use score::{score, words_formed};
pub use square::{Direction, MAX_DIM, PerDirection, Slot, Square};
pub use sub_racks::{Kind, MAX_SUB_RACKS, SubRacks};
pub use tally::Tally;
