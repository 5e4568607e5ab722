//! What the engine has found, as lines: for front ends, and for people.

mod belief;
mod options;
mod report;
mod text;

pub(super) use belief::{LEAVES, NO_TIME, unread};
pub use options::options_table;
pub(super) use options::{help, introduction};
pub(super) use report::{SearchFormat, before_search};
pub(super) use text::{notice, one_line, shortened, show, turn, verdict};
