//! Work on several threads, with the same answer for any number of them.
//!
//! There are three shapes of it, from the plainest:
//!
//! - [`with_helpers`]: threads that help the calling one, each with work of its own.
//! - Tasks with numbers, which threads take as they get to them: [`share`] and [`share_among`] keep what comes of them
//!   with the worker, [`in_order`] and [`try_in_order`] hand it over in the order of the tasks, [`try_as_done`] as soon
//!   as it is there.
//! - [`Pool`]: rounds of tasks, where each round is decided by what came of those before.
//!
//! What holds for all of them: a thread that cannot be had is done without. A worker that panics ends the work, nobody
//! waits for ever, and the panic is passed on. What comes of a task must depend on the task alone, not on who did it or
//! when; then what is folded in task order is the same for any number of threads.

mod helpers;
mod pool;
mod tasks;

pub use helpers::with_helpers;
pub use pool::{Pool, with_workers};
pub use tasks::{Tasks, in_order, share, share_among, try_as_done, try_in_order};
