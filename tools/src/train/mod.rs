//! Learning from self-play: what the tool `train` does.
//!
//! [`leaves`] learns what the tiles are worth that a play keeps, and [`win_chance`] what a spread is worth with so many
//! tiles to come; [`balance`] sets leave values right by what real games show; [`stages`] measures how much of a leave
//! counts late in a game, and [`likelihood`] how sharply players choose. They stand on [`table`](crate::table), what
//! games are played with; [`output`](crate::output), the file that a training makes; and [`part`], work that is
//! interrupted or that several machines do, each its [`shard`](crate::shard).

pub mod balance;
pub mod leaves;
pub mod likelihood;
pub mod part;
pub mod stages;
pub mod win_chance;
