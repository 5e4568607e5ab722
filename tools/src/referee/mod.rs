//! Matches between engines: what the tool `referee` does.
//!
//! In reading order. Who plays: an [`entrant`] is an engine as the command names it, with its [`limit`]; an [`engine`]
//! is its process, with a [`transcript`] of all that was said, a [`timer`] for each game and a [`fault`] for what it
//! does wrong. What is played: the [`options`] say what was asked for, a [`match_config`] has the rules and the words,
//! a [`schedule`] says who meets whom, an [`opening`] may be played for them, a [`game`] goes by the rules, a [`view`]
//! is what a player may know of it, [`judge`] says whether an answer is a move, and [`search_info`] is what the engine
//! tells of its search. [`luck`] measures the luck of its draws. What is kept: a [`record`] of each game and turn, the
//! [`settings`] of the match, and the [`folder`] that they are in; [`add_luck`] measures what was played without. What
//! comes of it: [`run`] makes a match of what was asked for, [`play`] plays all games, [`match_results`] gathers them,
//! [`sprt`] may end them early, a [`summary`] tells who is better and how sure that is, and a [`report`] shows it in
//! [plots](crate::plot). Several machines can play parts of a match, which [`merge`] makes one. And [`check`] finds out
//! whether an engine keeps to the protocol, [`latency`] how fast it answers.

pub mod add_luck;
pub mod check;
pub mod engine;
pub mod entrant;
pub mod fault;
pub mod folder;
pub mod game;
pub mod judge;
pub mod latency;
pub mod limit;
pub mod luck;
pub mod match_config;
pub mod match_results;
pub mod merge;
pub mod opening;
pub mod options;
pub mod play;
pub mod record;
pub mod report;
pub mod run;
pub mod schedule;
pub mod search_info;
pub mod settings;
pub mod sprt;
pub mod summary;
pub mod timer;
pub mod transcript;
pub mod view;
