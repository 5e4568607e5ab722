//! What the opponent may hold: an exact Bayesian filter over the tiles it kept, from the first play of the game to the
//! last.
//!
//! **The short answer.** Before the opponent plays, every rack it can have drawn has a weight. A [model](Likelihood)
//! of how it chooses says how likely each rack makes the play that is seen. Weight times likelihood, for each rack, is
//! the belief in what it kept; and with that the weights of its next rack begin.
//!
//! **The longer answer.** Let U be the tiles that we do not see when it plays (its rack and the bag), P those it
//! plays, R its rack, L' = R - P what it keeps. Three facts make the filter short.
//!
//! *The prior belongs to the rack.* It drew R, so R weighs prod C(U_a, R_a) over the kinds of tile. Richards and Amir
//! (2007), and engines after them, weigh the leave, prod C(U_a - P_a, L'_a). That is too much by prod C(R_a, P_a), the
//! number of ways to play P from R that look the same.
//!
//! *What is learned is carried as a ratio.* Let r(L) be the belief in a leave divided by its chance among the tiles
//! unseen; r = 1 everywhere knows nothing. Kept tiles and tiles we draw later come from one pool, so our draws change
//! the pool and leave r alone:
//!
//! ```text
//! weight of R before the next play   w(R)  = prod C(U_a, R_a) * mean of r(L) over all L in R of the kept size
//! belief after it                    b(L') = P(play | R) * w(R),  R = L' + P
//! carried on                         r'(L') = b(L') / prod C(U_a - P_a, L'_a) ~ P(play | R) * mean of r / prod C(R_a, P_a)
//! ```
//!
//! The last form has no U in it. So it does not matter to what is carried whether our own racks were known: they only
//! decide which leaves there can be. Whoever does not know them believes more widely, not otherwise.
//!
//! *All racks can be judged.* The [play table](crate::movegen::PlayTable) has the best score of every multiset of
//! tiles on the board, so that a rack's options are look-ups; and racks that are enumerated as a tree (`plan`) share
//! all but their last tile. The likelihood of a rack is then a row of multiplications (see `softmax`), and there are
//! some hundred thousand racks at most that have kept five tiles.
//!
//! The policy of the opponent, how sharply it plays, is unknown too: r has an entry for each [policy](Policies), and
//! the filter is over the pair of leave and policy.
//!
//! **An example.** The bag has A, A, B; the opponent holds two tiles and plays an A. It held AA (weight C(2,2) = 1) or
//! AB (weight 2 x 1 = 2). If either would have played A, B was kept with 2/3. The weights of leaves say 1/2: of the
//! two tiles left, one is B. They forget that AA could have played either A.
//!
//! **What counts as evidence.** Placements; exchanges, of known or unknown tiles; passes; plays that were challenged
//! off (all is kept, and the tiles are known); tiles that were shown. A challenge in vain costs turns, and tells
//! nothing of tiles. Tiles that went back into the bag after the opponent drew cannot be on its rack (`supply`). While
//! the bag is empty plays tell nothing more: tiles are counted.
//!
//! **Cost.** On one core, TWL06, for a whole update: 2 or 3 ms after a play of five tiles, 10 ms for 3,400 leaves of
//! three tiles, 0.04 s for 24,000 of four, 0.2 s for 140,000 of five, 0.7 s for 570,000 of six, 3 s for an exchange of
//! three unknown tiles (3.2 million racks); `tasseo bench infer`. A ratio is 88 bytes with its leave and place in the
//! index: at most 60 MB after a play of one tile.
//!
//! **Limits.** After an exchange of unknown tiles the belief in what was kept is exact; that the tiles drawn next
//! cannot be those thrown is forgotten, since that would take all pairs of kept and thrown. What we draw after tiles
//! were put back is weighed exactly when the opponent plays next, but only nearly in the belief before that. More than
//! a million leaves (a pass with a full bag) are not kept: those of the greatest weight are judged, the rest stays at
//! its prior, and [`Belief::covered`] says how much that is. The options of the model are the best placement of each
//! part of a rack, not all placements.
//!
//! **Checked** against every way in which hidden tiles can have gone through whole games, on small sets of tiles and
//! invented words, to 1e-9 (`tests/belief.rs`).
//!
//! In reading order: `policy`, how the opponent is taken to choose; `supply`, where its rack comes from; `evidence`,
//! what is seen of a game; `plan` and `parts`, racks as a tree; `judge` and `softmax`, the likelihood; `walk`, through
//! all racks; `ratios`, what is carried; `update`, one step of the filter; [`Belief`], what is known now;
//! [`LeaveDraws`], to draw from it; [`Reader`], which turns a game into a belief; and [`PlacementLikelihood`], for
//! those who fit the likelihood.

mod choose;
mod draws;
mod evidence;
mod judge;
mod parts;
mod plan;
mod policy;
mod posterior;
mod rack_likelihood;
mod ratios;
mod reader;
mod softmax;
mod supply;
mod update;
mod walk;

pub use draws::LeaveDraws;
pub use policy::{
    FLOORS, Likelihood, Opponent, PHASES, POLICIES, PerPolicy, Policies, TEMPERATURES, Temperatures, phase_of,
};
pub use posterior::{Belief, TileChance};
pub use rack_likelihood::PlacementLikelihood;
pub use reader::{Progress, Reader, has_plays_to_read};
pub use update::{Memory, Model, Weights};
pub use walk::{ReadingEffort, ReadingTime};
