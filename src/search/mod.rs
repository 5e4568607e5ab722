//! Choosing a play: a [`Request`] starts a [`Search`], which publishes [`Findings`] whenever it knows better.
//!
//! Starting returns at once. A thread of its own, the coordinator, does the work and owns all of its state; it
//! publishes what it has found, of which only the newest is kept, so that whoever looks at it may take its time and never
//! slows the search. It asks its [`Stopper`] between one step and the next. When it ends, or should it ever panic, the
//! channel closes: that is how the other side learns that the newest findings are the last.
//!
//! Dropping the handle stops the search.
//!
//! There are five ways to choose: [statically](StaticChoice), by what each play scores and leaves, and by that with
//! [mistakes](HandicapPlayer); by [simulation], on the threads of a pool; by [trying every draw](preendgame), where the
//! bag is nearly empty; and by [solving](endgame) what can be solved. Before it simulates or tries draws, a search may
//! [read](Inference) the opponent. [`Search::read`] does that alone, and chooses nothing.
//!
//! No text is made here, no clock decides but the stopper's, and nothing is random that a seed does not decide.

pub mod endgame;
mod handicap;
mod method;
pub mod preendgame;
mod publish;
mod reading;
mod report;
mod request;
mod running;
pub mod simulation;
mod static_choice;

pub use endgame::{Endgame, EndgameReport};
pub use handicap::HandicapPlayer;
pub use method::Method;
pub use preendgame::{PegReport, PreEndgame};
pub use reading::{Inference, Reading};
pub use report::{Findings, Report};
pub use request::{NamedPlays, Request};
pub use running::Search;
pub use simulation::{SimPlay, SimReport, Simulation};
pub use static_choice::{StaticChoice, StaticReport};

use crate::stopper::Stopper;
use running::Publisher;
use std::num::NonZeroUsize;

impl Search {
    /// Starts to choose. Returns at once.
    pub fn start(request: Request, method: Method, stopper: Stopper) -> Self {
        Self::spawn(stopper, move |stopper, publisher| choose(&request, &method, stopper, publisher))
    }

    /// Starts to read the opponent, and chooses nothing. Publishes beliefs as they grow. Returns at once.
    pub fn read(inference: Inference, threads: NonZeroUsize, stopper: Stopper) -> Self {
        Self::spawn(stopper, move |stopper, publisher| {
            let stopper = stopper.stopping_when_hurried();
            let tell = |reading| publisher.publish_findings(Some(reading), None);
            tell(inference.read_in_stages(threads, &stopper, tell));
        })
    }
}

/// The search itself. Blocks.
fn choose(request: &Request, method: &Method, stopper: &Stopper, publisher: &Publisher) {
    match method {
        Method::Static(most) => static_choice::choose(request, *most, stopper, publisher),
        Method::Handicap(player) => handicap::choose(request, player, publisher),
        Method::Simulation(how) => simulation::choose(request, how, stopper, publisher),
        Method::PreEndgame(how) => preendgame::choose(request, how, stopper, publisher),
        Method::Endgame(how) => endgame::choose(request, how, stopper, publisher),
    }
}
