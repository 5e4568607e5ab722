//! Learning from self-play: what the tool `train` does.
//!
//! [`leaves`] learns what the tiles are worth that a play keeps, and [`win_chance`] what a spread is worth with so many
//! tiles to come; [`balance`] sets leave values right by what real games show, which are [`placements`]; and
//! [`likelihood`] fits how sharply players choose. They stand on [`game_setup`](crate::game_setup), what games are
//! played with; [`output`](crate::output), the file that a training makes; and [`run_part`], work that is interrupted
//! or that several machines do, each its [`shard`](crate::shard).

pub mod balance;
pub mod leaves;
pub mod likelihood;
pub mod placements;
pub mod run_part;
pub mod win_chance;
