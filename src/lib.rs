//! Tasseo is a crossword-game engine that reads leaves.
//!
//! This crate is the engine as a library; the process that speaks UCGI is a few lines around [`session`]. Read the
//! modules in this order; each uses only those before it:
//!
//! | module | what it is | what it has deliberately not |
//! |---|---|---|
//! | [`data_path`] | the user's folders, in which files are found by name | what is in the files |
//! | [`game`] | the rules: tiles, boards, plays, scores, positions, and the formats CGP and GCG | words, choices, randomness |
//! | [`lexicon`] | which words exist: the word graph, its compiler and files | boards, plays, values |
//! | [`evaluate`] | what a play is worth beyond its score: the unit, leave values, the classic heuristics, the win chance | generating or choosing plays |
//! | [`movegen`] | every legal play, or the best ones | choosing by anything but score and leave |
//! | [`belief`] | what the opponent may hold: an exact filter over the tiles it kept | choosing, text, clocks |
//! | [`self_play`] | games of static players, at full speed | looking ahead |
//! | [`clock`] | how long to think: from the time left to a budget | clocks that run |
//! | [`search`] | choosing: a request starts a search, which publishes reports | text, clocks, `bestmove` |
//! | [`protocol`] | lines to values and back: commands, replies, options | any engine |
//! | [`stdio`] | the two threads that touch stdin and stdout | anything but lines |
//! | [`bench`](mod@bench) | fixed work, figures and one signature | anything that is not measured |
//! | [`session`] | the conversation: owns all state, answers in one place | rules, searching |
//!
//! A first taste: the score of a play on an empty board.
//!
//! ```
//! use tasseo::game::{Move, Position, Rules};
//!
//! let start = Position::start(Rules::default().into());
//! let windy = Move::parse("8D.WINDY", start.distribution().alphabet())?;
//! let (after, score) = start.after(&windy)?;
//! assert_eq!(score, 32);
//! assert_eq!(after.bag_len(), 81);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod belief;
pub mod bell_curve;
pub mod bench;
pub mod clock;
pub mod data_path;
pub mod evaluate;
pub mod game;
pub mod lexicon;
pub mod movegen;
pub mod protocol;
pub mod search;
pub mod self_play;
pub mod session;
pub mod stdio;
