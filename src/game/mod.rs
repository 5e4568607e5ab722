//! The rules: what lies where, what may be played, what it scores, and when the game ends.
//!
//! **The short answer.** A [`Position`] is one moment of a game. [`Position::after`] takes a [`Move`] and gives the
//! next one and a score, or says which rule forbids the move, and names the square or the tile. A [`History`] is a
//! game: positions one after the other, which can be taken back.
//!
//! **What is particular about it.** Games have hidden tiles, and most of what is asked here is asked by somebody who
//! does not see all of them. So a position keeps how many tiles each player holds, which everybody can count, apart
//! from which of them are known. Racks may be known, partly known, or unknown; self-play, where all are known, is one
//! case of that. And games have plays that are no words, so what is a word is asked elsewhere: a position goes on after
//! a phony as it would on a table.
//!
//! Three stages of trust: text; a value that is well-formed ([`Move::parse`]); a move that is legal here
//! ([`Position::check`]). Each has its own errors, one sentence each.
//!
//! ```
//! use tasseo::game::{Move, Player, Position, Rack, Rules, english};
//!
//! let mut start = Position::start(Rules::default().into());
//! start.set_rack(Player::One, Rack::parse("AEINRST", english().alphabet())?)?;
//! let quiz = Move::parse("8D.QUIZ", english().alphabet())?; // well-formed,
//! assert_eq!(start.after(&quiz).unwrap_err().to_string(), "8D.QUIZ: Q is not on the rack AEINRST"); // but not here
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **In reading order**: a [`Letter`], a [`LetterSet`], a [`Tile`] and a [`PlacedTile`]; the [`Alphabet`] that spells them and the
//! [`Distribution`] that counts and values them; a [`Rack`] and a [`Tally`]; the [`Bag`], and all parts of a rack
//! ([`SubRacks`]); the [`Key`] of a multiset; [`Square`]s, the [`Layout`] of premiums and the [`Board`]; a [`Play`] and how it [scores](score());
//! the [`Rules`]; a [`Position`], and a [`History`] of them. The formats of the world outside are [`Move`] (one move),
//! [`Cgp`](cgp::Cgp) (a position) and [`Gcg`](gcg::Gcg) (a game); the [`Catalogue`] has tiles and boards by name.
//!
//! **Absent on purpose**: words (those are the lexicon's), choosing, and randomness that was not handed in.

mod alphabet;
mod bag;
mod board;
mod catalogue;
pub mod cgp;
mod distribution;
pub mod gcg;
mod history;
mod key;
mod layout;
mod letter;
mod letter_set;
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
pub use key::Key;
pub use layout::{Layout, LayoutError, Premium};
pub use letter::{Letter, MAX_LETTERS, PlacedTile, TILE_KINDS, Tile};
pub use letter_set::LetterSet;
pub use notation::{Action, FailedChallenge, Move, MoveError, MoveFault};
pub use play::{Placement, Play, Word};
pub use player::{PerPlayer, Player};
pub use position::{Ending, Illegal, Position, PositionError, Reason};
pub use rack::{RACK_SIZE, Rack, RackError};
pub use rules::{ChallengeRule, MOST_BINGO_BONUS, MOST_SCORE, Rules, UnknownChallengeRule};
pub use score::{score, words_formed};
pub use square::{Direction, MAX_DIM, PerDirection, Slot, Square};
pub use sub_racks::{MAX_SUB_RACKS, SubRacks, TileKind};
pub use tally::Tally;
