//! Choosing a play: a [`Request`] starts a [`Search`], which publishes a [`Report`] whenever it knows better.
//!
//! Starting returns at once. A thread of its own, the coordinator, does the work and owns all of its state; it
//! publishes reports, of which only the newest is kept, so that whoever looks at them may take its time and never slows
//! the search. It looks at the stop flag between one step and the next. When it ends, or should it ever panic, the
//! channel closes: that is how the other side learns that the newest report is the last.
//!
//! Dropping the handle stops the search.
//!
//! There are four ways to choose: [statically](StaticChoice), by what each play scores and leaves, and by that with
//! [mistakes](Erring); by [simulation], on the threads of a pool; by [trying every draw](preendgame), where the bag is
//! nearly empty; and by [solving](endgame) what can be solved. A search may also [read](Inference) the opponent: before
//! it simulates or tries draws, or instead of choosing.
//!
//! No text is made here, no clock decides, and nothing is random that a seed does not decide.

pub mod endgame;
mod erring;
mod inference;
pub mod preendgame;
pub mod simulation;
mod static_choice;

pub use endgame::EndgameReport;
pub use erring::Erring;
pub use inference::{Inference, Patience, Reading};
pub use preendgame::PegReport;
pub use simulation::{Effort, Simulated, Simulation};
pub use static_choice::StaticChoice;

use crate::evaluate::{StaticValue, WinChance};
use crate::game::{Play, Position, Rack};
use crate::lexicon::Lexicon;
use crate::movegen::ScoredPlay;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::watch;

/// What is asked of a search. Everything in it is shared or small.
#[derive(Clone, Debug)]
pub struct Request {
    /// Where the play is to be made.
    pub position: Arc<Position>,
    /// All tiles of the player on turn.
    pub rack: Rack,
    /// The words.
    pub lexicon: Arc<Lexicon>,
    /// How plays are judged.
    pub value: StaticValue,
    /// What a spread is worth; without it, reports say nothing of winning.
    pub win_chance: Option<Arc<WinChance>>,
    /// Which plays to look at.
    pub candidates: Candidates,
    /// How to choose among them.
    pub method: Method,
    /// How to read the opponent, if it is to be read; else the tiles it may hold are as likely as chance makes them.
    pub inference: Option<Inference>,
}

/// Ways to choose.
#[derive(Clone, Debug)]
pub enum Method {
    /// By what each play scores and leaves.
    Static,
    /// So, but with mistakes.
    Erring(Erring),
    /// By simulation.
    Simulation(Simulation),
    /// By trying every draw of a pre-endgame.
    PreEndgame(preendgame::Options),
    /// By solving an endgame.
    Endgame(endgame::Options),
    /// Not at all: the opponent is read, on so many threads.
    Infer(NonZeroUsize),
}

/// Which plays a search looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// Only these, where there are any. All are legal, but for their words.
    pub only: Vec<Play>,
    /// These, beside those that the search thinks of.
    pub also: Vec<Play>,
    /// At most so many that the search thinks of.
    pub most: usize,
}

impl Candidates {
    /// So many of the best, as the search thinks, and no others.
    pub fn best(most: usize) -> Self {
        Candidates { only: Vec::new(), also: Vec::new(), most }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The plays, the best first; nothing if the search has not got so far.
    pub plays: Vec<Judged>,
    /// What was done to find out; nothing for static play.
    pub effort: Option<Effort>,
    /// What is known of an endgame.
    pub endgame: Option<EndgameReport>,
    /// What is known of a pre-endgame.
    pub peg: Option<PegReport>,
    /// What was read of the opponent.
    pub reading: Option<Reading>,
}

/// A play, and what the search thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The play as the static player sees it.
    pub found: ScoredPlay,
    /// The chance to win with it as the static player sees it, from 0 to 1. Only of the best.
    pub win_chance: Option<f64>,
    /// What simulation found out about it.
    pub simulated: Option<Simulated>,
}

impl From<ScoredPlay> for Judged {
    fn from(found: ScoredPlay) -> Self {
        Judged { found, win_chance: None, simulated: None }
    }
}

/// A search under way. Dropping it stops it.
#[derive(Debug)]
pub struct Search {
    stop: Stop,
    reports: watch::Receiver<Arc<Report>>,
}

/// What tells a search to end. Clones are the same flags.
#[derive(Clone, Debug, Default)]
struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    raised: AtomicBool,
    hurried: AtomicBool,
    /// The coordinator has come to its end, and did not panic on the way.
    finished: AtomicBool,
}

impl Stop {
    fn raise(&self) {
        self.0.raised.store(true, Ordering::Release);
    }

    fn hurry(&self) {
        self.0.hurried.store(true, Ordering::Release);
    }

    /// It must end now.
    fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Acquire)
    }

    fn finish(&self) {
        self.0.finished.store(true, Ordering::Release);
    }

    fn is_finished(&self) -> bool {
        self.0.finished.load(Ordering::Acquire)
    }

    /// It should end, if it is nearly sure.
    fn is_hurried(&self) -> bool {
        self.0.hurried.load(Ordering::Acquire)
    }
}

impl Search {
    /// Starts. Returns at once.
    pub fn start(request: Request) -> Self {
        Self::with_coordinator(move |stop, publish| coordinate(&request, stop, publish))
    }

    fn with_coordinator(work: impl FnOnce(&Stop, &Publish) + Send + 'static) -> Self {
        let (publish, reports) = watch::channel(Arc::default());
        let stop = Stop::default();
        let raised = stop.clone();
        // Without a thread there are no reports and the channel is closed, as if it had failed at once.
        let coordinator = std::thread::Builder::new().name("search".into());
        if let Err(error) = coordinator.spawn(move || {
            work(&raised, &publish);
            raised.finish();
        }) {
            tracing::error!(%error, "no thread for the search");
        }
        Search { stop, reports }
    }

    /// Tells it to end soon. Returns at once.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// Tells it to end if there is not much left to find out. Returns at once.
    pub fn hurry(&self) {
        self.stop.hurry();
    }

    /// What it has found so far. Returns at once.
    pub fn newest(&self) -> Arc<Report> {
        self.reports.borrow().clone()
    }

    /// Whether it has ended; the newest report is then the last. Returns at once.
    pub fn has_ended(&self) -> bool {
        self.reports.has_changed().is_err()
    }

    /// Whether it has ended before it was done: something in it has panicked, or there was no thread for it. What it
    /// has published holds. Returns at once.
    pub fn has_failed(&self) -> bool {
        self.has_ended() && !self.stop.is_finished()
    }

    /// Waits until it has ended; the newest report is then the last.
    pub async fn ended(&mut self) {
        while self.reports.changed().await.is_ok() {}
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Searches and gives the last report. Blocks until the search ends by itself, which it must.
pub fn run(request: &Request) -> Arc<Report> {
    let (publish, reports) = watch::channel(Arc::default());
    coordinate(request, &Stop::default(), &publish);
    reports.borrow().clone()
}

/// The coordinator's end of the reports.
type Publish = watch::Sender<Arc<Report>>;

/// The search itself. Blocks.
fn coordinate(request: &Request, stop: &Stop, publish: &Publish) {
    match &request.method {
        Method::Static => choose_statically(request, stop, publish),
        Method::Erring(how) => choose_badly(request, how, publish),
        Method::Simulation(how) => simulation::simulate(request, how, stop, publish),
        Method::PreEndgame(options) => try_draws(request, options, stop, publish),
        Method::Endgame(options) => solve(request, options, stop, publish),
        Method::Infer(threads) => inference::infer(request, *threads, stop, publish),
    }
}

/// However a play is chosen, the static favourite comes first, so that there is an answer.
fn begin<'r>(request: &'r Request, publish: &Publish) -> (StaticChoice<'r>, Report) {
    let mut choice = StaticChoice::new(request);
    let favourite = choice.report(1);
    publish.send_replace(Arc::new(favourite.clone()));
    (choice, favourite)
}

/// First the static favourite, then what is known of the endgame. Blocks until it is solved, or told to end.
///
/// What is no word is taken to stay on the board, but may be challenged: nothing that rests on it is called proven.
fn solve(request: &Request, options: &endgame::Options, stop: &Stop, publish: &Publish) {
    let (choice, favourite) = begin(request, publish);
    let is_over = || stop.is_raised() || stop.is_hurried();
    let only = named(request, &choice);
    let may_come_off = only.iter().any(|play| choice.is_phony(play));
    let tell = |known: &EndgameReport| {
        // Before the first ply nothing is known.
        if known.depth == 0 {
            return;
        }
        // What is worth at most so much says nothing of a play to choose.
        let best = known.line.first().filter(|_| known.bound != endgame::Bound::Upper);
        let plays = best.map_or_else(|| favourite.plays.clone(), |play| vec![choice.judge(play).into()]);
        let line = match known.bound {
            endgame::Bound::Upper => plays.first().map(|best| best.found.play).into_iter().collect(),
            _ => known.line.clone(),
        };
        let bound = if may_come_off { endgame::Bound::Exact } else { known.bound };
        let known = EndgameReport { is_proven: known.is_proven && !may_come_off, bound, line, ..known.clone() };
        publish.send_replace(Arc::new(Report { plays, endgame: Some(known), ..Report::default() }));
    };
    let options = endgame::Options { only, ..options.clone() };
    if let Some(known) = endgame::solve(&request.position, &request.lexicon, &options, &is_over, tell) {
        tell(&known);
    }
}

/// The plays that alone may be chosen, where there are any. What is no word is chosen only if there is nothing else.
fn named(request: &Request, choice: &StaticChoice<'_>) -> Vec<Play> {
    let Candidates { only, also, .. } = &request.candidates;
    let mut only = only.clone();
    if !only.is_empty() {
        only.extend(also.iter().filter(|play| !request.candidates.only.contains(play)));
    }
    if !only.iter().all(|play| choice.is_phony(play)) {
        only.retain(|play| !choice.is_phony(play));
    }
    only
}

/// First the static favourite, then what is known of the pre-endgame. Blocks until that is all, or told to end. As in
/// endgames, nothing that rests on what is no word is called proven.
fn try_draws(request: &Request, options: &preendgame::Options, stop: &Stop, publish: &Publish) {
    let (choice, favourite) = begin(request, publish);
    let is_over = || stop.is_raised() || stop.is_hurried();
    let reading = request.inference.as_ref().map(|inference| inference.read(options.threads, &[], &is_over, |_| {}));
    let believed = reading.as_ref().map(|reading| |rack: &Rack| reading.belief.rack_chance(rack));
    let chance = believed.as_ref().map(|believed| believed as &dyn Fn(&Rack) -> f64);
    let tell = |known: &PegReport| {
        let best = known.candidates.first();
        let plays = best.map_or_else(|| favourite.plays.clone(), |best| vec![choice.judge(&best.play).into()]);
        let mut peg = Some(known.clone()).filter(|known| !known.candidates.is_empty());
        let candidates = peg.iter_mut().flat_map(|known| &mut known.candidates);
        candidates.for_each(|candidate| candidate.is_proven &= !choice.is_phony(&candidate.play));
        publish.send_replace(Arc::new(Report { plays, peg, reading: reading.clone(), ..Report::default() }));
    };
    let also = request.candidates.also.iter().filter(|play| !choice.is_phony(play)).copied().collect();
    let first = favourite.plays.first().map(|best| best.found.play);
    let options = preendgame::Options { only: named(request, &choice), also, first, ..options.clone() };
    preendgame::analyse(&request.position, &request.lexicon, &options, chance, &is_over, tell);
}

/// What a weaker player would choose, and nothing before it: whoever is hurried is not to play better. Blocks.
fn choose_badly(request: &Request, how: &Erring, publish: &Publish) {
    let mut choice = StaticChoice::new(request);
    if let Some(found) = how.choose(request, &mut choice) {
        let judged = Judged { win_chance: choice.win_chance(&found), ..found.into() };
        publish.send_replace(Arc::new(Report { plays: vec![judged], ..Report::default() }));
    }
}

/// First the favourite, then all that was asked for. Blocks.
fn choose_statically(request: &Request, stop: &Stop, publish: &Publish) {
    let (mut choice, _) = begin(request, publish);
    let Candidates { only, most, .. } = &request.candidates;
    if only.is_empty() && *most > 1 && !stop.is_raised() {
        publish.send_replace(Arc::new(choice.report(*most)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for_end(search: &mut Search) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(search.ended());
    }

    fn some_report() -> Arc<Report> {
        Arc::new(Report { effort: Some(Effort { plies: 1, rollouts: 2 }), ..Report::default() })
    }

    #[test]
    fn a_search_that_panics_has_ended_with_what_it_had() {
        let mut search = Search::with_coordinator(|_, publish| {
            publish.send_replace(some_report());
            panic!("this is a test; it is meant to panic");
        });
        wait_for_end(&mut search);
        assert_eq!(search.newest(), some_report());
        assert!(search.has_failed());
        let mut search = Search::with_coordinator(|_, publish| drop(publish.send_replace(some_report())));
        wait_for_end(&mut search);
        assert!(!search.has_failed());
    }

    #[test]
    fn a_search_that_is_dropped_is_stopped() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let search = Search::with_coordinator(move |stop, _| {
            while !stop.is_raised() {
                std::thread::yield_now();
            }
            sender.send(()).unwrap();
        });
        assert!(receiver.try_recv().is_err());
        drop(search);
        assert_eq!(receiver.recv(), Ok(()));
    }
}
