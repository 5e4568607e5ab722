//! Pre-endgames: so few tiles are in the bag that every draw can be tried.
//!
//! **The short answer.** A candidate is judged by what becomes of the game for each way to share the unseen tiles out
//! between the opponent and the bag: won, drawn or lost, and by how much. All candidates are judged greedily first;
//! then ever fewer of them ever more thoroughly, until those that are left are proven.
//!
//! **The longer answer.** A deal (`deals`) is what the opponent holds and the order of the bag. After a candidate that
//! takes all tiles of the bag, each deal is an [endgame](super::endgame): nothing is hidden any more, and the solver
//! says who wins. After one that does not (a pass, or few tiles), the game is played on (`deal_judge`) until the bag is
//! empty: the opponent sees all tiles and makes the reply that is worst for us, we see our own and make the play that
//! scores most for what it keeps. So such values do not flatter us, but for replies that were not looked at; they are
//! estimates, and never called proven.
//!
//! Rounds have a fixed amount of work for each deal, so what a round says depends neither on the threads nor on the
//! clock; only how many rounds there were does. First points are found out, then who wins, then points again among
//! those that win equally often (`rounds`). A deal of which that is certain is not looked at again.
//!
//! A round that is stopped has been finished for some of its candidates. What it says of them is comparable among them,
//! and nothing else is: not what it says of a candidate with half of its deals, and not the result of one round with
//! that of another. So they keep the new results and are put in order by them, among the places that they had: the
//! candidate that led stays ahead of those that it was not compared with again, or gives its place to one that has
//! overtaken it. Only one that is proven to lose whatever is drawn goes behind all others, if any of them seems to have
//! a chance. Before the first round nothing is known: if it is stopped, only those are told of for which it was done.
//! It begins with the play that was thought best before, if there is one, so that this is among them, and goes on with
//! those that score most for what they keep.
//!
//! **What it costs.** One in the bag and 300 candidates are 2,400 deals, each some tenths of a millisecond in the first
//! round.
//!
//! **The limits.** More than [`MOST_DEALS`] deals are sampled, which is nearly always so with four tiles in the bag or
//! more; then nothing is called proven. An opponent who sees the bag is stronger than any real one, so passes and plays
//! that leave tiles in the bag are thought to be worth less than they are. It can always pass as well, so with one tile
//! in the bag a pass is never thought to be better than the play that scores most for what it keeps, but where we win
//! if nobody plays any more. The replies of an opponent who could only guess would have to be weighed against all that
//! it may think we hold, which is as much work as the whole again for each deal.

mod analyse;
mod candidate;
mod choose;
mod deal_judge;
mod deals;
mod order;
mod rounds;

pub use analyse::{MOST_IN_BAG, PegAnalysis, PegOptions, analyse};
pub use candidate::PegCandidate;
pub(super) use choose::choose;
pub use choose::{PegReport, PreEndgame};
pub use deals::MOST_DEALS;
