//! Tasseo is a crossword-game engine that reads leaves.
//!
//! Tasseography tells fortunes from the leaves that are left in a cup. In a crossword game the *leave* is what stays on
//! a rack when a play has been made, and it can be read with better reason: nobody keeps tiles by chance. Who opens
//! with IMINO for 16 points did not have a better play, and so did not hold most of the tiles that would have made one.
//! Tasseo asks, of every rack the opponent can have held, how likely it makes the play that was seen; it carries what
//! that tells through the whole game; and it chooses its own moves against the opponent that comes out of it.
//!
//! This crate is the engine as a library: [`engine::Engine`] is what everything else holds, and `examples/` shows it in
//! four small programs. The process that speaks UCGI and SIU is a few lines around [`session`]; the tools that measure
//! and train it are a crate of their own, on top of this one.
//!
//! # One turn
//!
//! What the modules are for is seen best by following a `go` through them.
//!
//! A thread of [`stdio`] stamps the line and passes it on; the clock runs from there. [`protocol`] makes a value of it,
//! which says what was asked and nothing of how to do it. [`session`] tells the [`engine`], which has the [`game`] so far
//! and all that is loaded: it works out how long this turn may take, and from that and the position how to choose. It
//! hands a request to [`search`], and the session goes back to listening.
//!
//! The search has a [`lexicon`] to say which words there are, [`movegen`] to find every play that can be made with
//! them, and [`evaluate`] to say what a play is worth beyond its score: what the tiles that are kept will bring, and
//! what a lead is worth with so many tiles to come. It first reads the opponent ([`belief`]). Then it plays the best
//! candidates out against racks drawn from that belief, the same racks for all, until it is clear which of them wins
//! most often; or, where few tiles are left, it tries every way in which they can be drawn, or solves what can be
//! solved. Whenever it knows better it says so.
//!
//! The session prints what is new a few times a second, stops the search when time is up or somebody says `stop`, and
//! answers `bestmove`, once.
//!
//! # Reading order
//!
//! Each module uses only those above it in this table, which `tests/layers.rs` checks. The hard ones open with
//! the short answer, the longer one, an example small enough to do by hand, what it costs and where it ends.
//!
//! | module | what it is | what it has deliberately not |
//! |---|---|---|
//! | [`bell_curve`] | how likely luck alone goes so far | anything of games |
//! | [`fingerprint`](mod@fingerprint) | whether two things are the same | what they are |
//! | [`seeds`] | a seed for each part of a whole | drawing |
//! | [`stopper`] | when to stop: one flag, with deadlines, for everything that can be told to end | what is stopped |
//! | [`parallel`] | work on several threads, with the same answer for any number | what the work is |
//! | [`data_path`] | the user's folders, in which files are found by name | what is in the files |
//! | [`game`] | the rules: tiles, boards, plays, scores, positions, and the formats CGP and GCG | words, choices, randomness |
//! | [`lexicon`] | which words exist: the word graph, its compiler and files | boards, plays, values |
//! | [`evaluate`] | what a play is worth beyond its score: the unit, leave values, the classic heuristics, how weaker players err, the win chance | generating plays, looking ahead |
//! | [`movegen`] | every legal play, or the best ones; the best play of every rack at once | choosing by anything but score and leave |
//! | [`belief`] | what the opponent may hold: an exact filter over the tiles it kept | choosing, text |
//! | [`self_play`] | games of static players, at full speed | looking ahead |
//! | [`limits`] | what is asked of a search, and when it is to end | how long that is |
//! | [`search`] | choosing: a request starts a search, which publishes what it finds | text, clocks but the stopper's, `bestmove` |
//! | [`luck`] | what the tiles did: how much better each draw was than the average | choosing |
//! | [`engine`] | the engine room: options, loaded files, the game, and the plan that a `go` becomes | any protocol, any text but that of errors |
//! | [`protocol`] | lines to values and back: commands and replies | any engine |
//! | [`stdio`] | the threads that touch stdin, stdout and stderr | anything but lines |
//! | [`bench`](mod@bench) | fixed work, figures and one signature | anything that is not measured |
//! | [`session`] | one conversation over lines: what waits, the search under way, formatting | rules, options, planning |
//!
//! Whoever has an evening for the engine's own ideas reads [`belief`], [`movegen::PlayTable`] (the best play of every
//! rack at once, which is what makes the belief exact), [`search::simulation`] and [`search::endgame`].
//!
//! # Three tastes
//!
//! The rules. A position and a move make the next position and a score; what the rules forbid is an error that says
//! why.
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
//!
//! A move, chosen in a game that goes on. The clock, the method and the threads are the engine's to see to.
//!
//! ```
//! use tasseo::engine::{Engine, Resources};
//! use tasseo::limits::Limits;
//!
//! let mut engine = Engine::new(Resources::new());
//! engine.play("8D.WINDY")?;
//! engine.set_rack("AEINRST")?;
//! let findings = engine.go(Limits::iterations(20))?.wait();
//! assert_eq!(findings.best().expect("there is always a play").score, 82);
//! # Ok::<(), tasseo::engine::EngineError>(())
//! ```
//!
//! What the opponent kept, after the play of Richards and Amir's example.
//!
//! ```
//! use tasseo::engine::{Engine, Go, Resources};
//! use tasseo::game::Rack;
//! use tasseo::limits::Mode;
//!
//! let mut engine = Engine::new(Resources::new());
//! engine.play("8D.IMINO")?;
//! engine.set_rack("GLORRTU")?;
//! let findings = engine.go(Go { mode: Mode::Infer, ..Go::default() })?.wait();
//! let belief = &findings.reading.as_ref().expect("there was a play to read").belief;
//! let kept = Rack::parse("?O", engine.alphabet())?; // what it really kept
//! assert_eq!(belief.leaves().len(), 372);
//! assert!(belief.chance(&kept) > belief.prior(&kept));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What holds everywhere
//!
//! - **Nothing is random that a seed does not decide**, and work that is fixed gives the same answer on any number of
//!   threads. A search has a signature, as a compiler has.
//! - **Text, then a value, then legal.** What was typed is parsed once, into a type that cannot hold nonsense; whether
//!   it may be done here is asked of the position. Modules that strangers talk to may not panic.
//! - **Points are whole numbers**, thousandths of a point ([`evaluate::Equity`]), so that sums do not depend on their
//!   order.
//! - **Ending is a consequence of dropping.** There is no shutting down, and nothing to forget.
//! - **What is fast is tested against what is slow and obvious**, and every figure in the documents is one that was
//!   measured.

pub mod belief;
pub mod bell_curve;
pub mod bench;
pub mod data_path;
pub mod engine;
pub mod evaluate;
pub mod fingerprint;
pub mod game;
pub mod lexicon;
pub mod limits;
pub mod luck;
pub mod movegen;
pub mod parallel;
pub mod protocol;
pub mod search;
pub mod seeds;
pub mod self_play;
pub mod session;
pub mod stdio;
pub mod stopper;

/// The program in the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
