//! Endgames: the bag is empty, nothing is hidden, and the best play can be proven.
//!
//! **The short answer.** [`solve`] looks at every play of both players to the end of the game, one ply deeper at a
//! time, and says what it has found as it goes. When no line was broken off any more, the value is proven.
//!
//! **The longer answer.** What makes that possible is that little changes from one position to the next. Nobody draws,
//! so all that is ever held are parts of two known racks, which are numbers (`rack_parts`). A play changes only the
//! lanes that it touches, so each lane has a key (`board`), and the plays of a lane in one state are found
//! (`lane_plays`) once and kept (`play_lists`); a position's plays are put together from thirty lists, most of which
//! were there before. If the board stayed as it is, the rest of the game could be worked out (`fixed_board`) in
//! microseconds; that gives what plays seem to be worth, and knows of stuck tiles and of who plays out first. A proof
//! is short if few tiles are left to look at, so among plays that seem good enough the longest is tried first
//! (`list_moves`). The search (`search`) is alpha-beta with a table (`transposition_table`) that all threads share. Two
//! passes (`zeros`) end a game, even where the rules want six scoreless turns.
//!
//! **An example.** The endgame in B. Sheppard's paper on Maven, which is also the second example in the specification
//! of CGP; IKLMTZ against AEINRU?:
//!
//! ```text
//! 5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/...
//! ```
//!
//! **What it costs.** Of 60 endgames of static self-play on TWL06, two threads proved 56 within 15 seconds each, half
//! of all within 0.07 seconds. The lists take some 80 MB at most, beside the table. What is left are racks with a blank
//! and many plays, and tiles that are stuck on an open board.
//!
//! **The limits.** The value is proven, and the same for any number of threads. Where several plays are worth the same,
//! which of them comes first may depend on the threads.

mod board;
mod cell;
mod choose;
mod context;
mod fixed_board;
mod hash_key;
mod lane_plays;
mod lanes;
mod line;
mod list_moves;
mod play_lists;
mod rack_parts;
mod search;
mod solution;
mod solve;
mod transposition_table;
mod zeros;

pub(super) use choose::choose;
pub use choose::{Endgame, EndgameReport};
pub use context::NODES_PER_QUESTION;
pub use solution::{Bound, Goal, LIST_BYTES, Solution, SolverOptions};
pub use solve::solve;
