//! Luck: what the tiles did, and what the players did.
//!
//! **The short answer.** Whoever draws n tiles could have drawn any n of the tiles in the bag. The luck of a draw is
//! what the rack is worth less what it would have been worth on average over all of them:
//!
//! ```text
//! luck = V(kept + drawn) - mean over all ways to draw as many from the same bag of V(kept + them)
//! ```
//!
//! The luck of a game is that of one player's draws less that of the other's. Taken off the result, it leaves a result
//! with the same mean and a third of the scatter.
//!
//! **Why it is unbiased, for any V.** Before the tiles are drawn, each way to draw is equally likely, so the luck of a
//! draw has mean 0, whatever V says. That holds even though V is asked later: on the player's next turn, on the board
//! as the opponent has left it. The opponent has moved since, but without knowing what was drawn, and the rack from
//! which it moved was complete before. So given the bag from which the player drew, the rack from which the opponent
//! moved, and that move, each way to draw is still equally likely. V may look at all of these, and at what the opponent
//! kept, but not at what the opponent drew afterwards: with another draw that would have been different, too.
//! (Backgammon programs measure luck likewise; for poker the idea is known as AIVAT, Burch and others 2018.)
//!
//! Three things need care:
//!
//! - *Exchanged tiles* are not in the bag while the player who exchanges them draws; for the other's next draw they are.
//!   The bag of a draw is the bag at that moment, so exchanges are no special case.
//! - *The bag that runs out.* Who takes all that is left has no luck in it: that luck was the other's, who drew before.
//! - *An opponent that sees the rack* (an oracle in an experiment) chooses by it. Then V is asked at once, on the board
//!   on which the tiles were drawn.
//!
//! Where a failed challenge costs a turn, the tiles are valued at that moment. Where a game ends before the player's
//! next turn, they are worth what they count at the end.
//!
//! **By hand.** The bag is A, E, Q, Q; a player keeps six tiles and draws the E. With A the rack would be worth 20,
//! with E 30, with a Q 5: the average over the four tiles is 15, so drawing the E was 15 points of luck, and each Q
//! would have been 10 points of bad luck. Over the four, luck adds up to 0: 5 + 15 - 10 - 10.
//!
//! **What V is.** A better V explains more of the result, but costs more. [`StaticRackValue`], the best static play
//! with what it leaves, and the win chance that comes of it, is the cheapest, and for players who look ahead the best
//! of those that were tried. [`RolloutRackValue`] plays on from there, which explains more of what static players do.
//! `docs/luck.md` has the figures.
//!
//! **How.** Where there are few alternatives to a draw, all are valued; where there are many, a bag is dealt out again
//! and again (`all_draws`), which leaves an error that is told. Where very many are valued, a
//! [play table](crate::movegen::PlayTable) answers for all of them.
//!
//! **The limits.** A good leave is skill here and what comes to it is luck; so is what a play opens to the opponent's
//! good fortune. If a player's rack is not known, its luck is not, and the other's is measured as if the unknown tiles
//! were still in the bag, which is not quite so: nobody keeps tiles by chance. Challenges are taken not to depend on
//! what the challenger has just drawn.
//!
//! In reading order: [`Draw`], the draws of a game; `all_draws`, what could have been drawn; [`RackValue`], the
//! yardstick; [`LuckMeter`], which puts them together.

mod all_draws;
mod draw;
mod meter;
mod rack_value;
mod rollout_value;

pub use draw::{Draw, Draws};
pub use meter::{DrawLuck, GameLuck, Luck, LuckMeter, USUAL_EFFORT};
pub use rack_value::{RackValue, StaticRackValue};
pub use rollout_value::RolloutRackValue;
