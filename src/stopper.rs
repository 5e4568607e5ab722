//! When to stop: one flag for everything that can be told to end, to hurry, or to end at some time.
//!
//! Work that takes long is handed a [`Stopper`] and asks it now and then. Whoever started the work holds a clone, and
//! tells it to [stop](Stopper::stop). A stopper may have deadlines of its own: after a soft one work should end if it is
//! nearly sure, after a hard one it must. It may also have children with less time, or for a fixed amount of work: a child stops
//! when its parent does, and never later.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use tasseo::stopper::Stopper;
//!
//! let game = Stopper::default();
//! let reading = game.until(Instant::now() + Duration::from_secs(60));
//! let endgame = game.for_checks(2);
//! assert!(!reading.is_stopped() && !endgame.is_stopped() && !endgame.is_stopped());
//! assert!(endgame.is_stopped(), "the third time it is asked");
//! game.stop();
//! assert!(reading.is_stopped());
//! ```
//!
//! This is the only clock that a search ever looks at, also to know how much of its time is used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Tells work to end. Clones are the same stopper. All methods return at once.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<StopState>);

#[derive(Debug, Default)]
struct StopState {
    /// Set by hand, or once one of the reasons below has been seen.
    stopped: AtomicBool,
    /// When the work began.
    since: Option<Instant>,
    /// When it hurries by itself.
    soft: Option<Instant>,
    /// When it stops by itself.
    hard: Option<Instant>,
    /// How often it may still be asked before it stops.
    checks_left: Option<AtomicU64>,
    parent: Option<Parent>,
}

#[derive(Debug)]
struct Parent {
    stopper: Stopper,
    /// Whether the child stops as soon as the parent is hurried.
    stops_when_hurried: bool,
}

impl Stopper {
    /// For work that began at a time: hurries and stops by itself at two others, if it was not told to before.
    pub fn with_deadlines(since: Instant, soft: Option<Instant>, hard: Option<Instant>) -> Self {
        Stopper(Arc::new(StopState { since: Some(since), soft, hard, ..StopState::default() }))
    }

    /// How much of the time until it hurries has passed: 1 when it begins to, more later. None if it hurries at no time
    /// of its own.
    pub fn used(&self) -> Option<f64> {
        let (since, soft) = self.0.since.zip(self.0.soft)?;
        Some(since.elapsed().as_secs_f64() / soft.saturating_duration_since(since).as_secs_f64().max(1e-9))
    }

    /// The work must end now.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Release);
    }

    /// Whether the work must end now. Asking counts for a stopper [of some checks](Self::for_checks).
    pub fn is_stopped(&self) -> bool {
        let state = &*self.0;
        if state.stopped.load(Ordering::Acquire) {
            return true;
        }
        let must_stop = state.parent.as_ref().is_some_and(Parent::stops_child)
            || state.hard.is_some_and(has_passed)
            || state.checks_left.as_ref().is_some_and(is_last_check);
        if must_stop {
            self.stop();
        }
        must_stop
    }

    /// Whether the work should end if it is nearly sure, or must end.
    pub fn is_hurried(&self) -> bool {
        let state = &*self.0;
        state.soft.is_some_and(has_passed)
            || state.parent.as_ref().is_some_and(|parent| parent.stopper.is_hurried())
            || self.is_stopped()
    }

    /// A child for work that ends as soon as the parent is hurried.
    pub fn stopping_when_hurried(&self) -> Self {
        let parent = Parent { stopper: self.clone(), stops_when_hurried: true };
        Stopper(Arc::new(StopState { parent: Some(parent), ..StopState::default() }))
    }

    /// A child that stops at this time at the latest.
    pub fn until(&self, deadline: Instant) -> Self {
        Stopper(Arc::new(StopState { hard: Some(deadline), parent: Some(self.as_parent()), ..StopState::default() }))
    }

    /// A child that may be asked this often before it stops: for a fixed amount of work.
    pub fn for_checks(&self, checks: u64) -> Self {
        let checks_left = Some(AtomicU64::new(checks));
        Stopper(Arc::new(StopState { checks_left, parent: Some(self.as_parent()), ..StopState::default() }))
    }

    fn as_parent(&self) -> Parent {
        Parent { stopper: self.clone(), stops_when_hurried: false }
    }
}

impl Parent {
    fn stops_child(&self) -> bool {
        self.stopper.is_stopped() || (self.stops_when_hurried && self.stopper.is_hurried())
    }
}

fn has_passed(time: Instant) -> bool {
    Instant::now() >= time
}

/// Takes one check off; whether there was none left.
fn is_last_check(checks_left: &AtomicU64) -> bool {
    checks_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_hurry_is_no_stop_unless_the_work_says_so() {
        let patient = Stopper::default();
        assert!(!patient.is_hurried() && !patient.stopping_when_hurried().is_stopped());
        let stopper = Stopper::with_deadlines(Instant::now(), Some(Instant::now()), None);
        let eager = stopper.stopping_when_hurried();
        assert!(stopper.is_hurried() && !stopper.is_stopped() && eager.is_stopped());
        stopper.stop();
        assert!(stopper.is_stopped());
    }

    #[test]
    fn deadlines_pass_by_themselves() {
        let (past, later) = (Instant::now(), Instant::now() + Duration::from_secs(3600));
        let soft = Stopper::with_deadlines(Instant::now(), Some(past), Some(later));
        assert!(soft.is_hurried() && !soft.is_stopped());
        let hard = Stopper::with_deadlines(Instant::now(), None, Some(past));
        assert!(hard.is_stopped() && hard.is_hurried());
        assert!(soft.until(past).is_stopped() && !soft.until(later).is_stopped());
        assert!(!soft.is_stopped(), "a child's deadline is not its parent's");
    }

    #[test]
    fn time_is_used_up_to_the_hurry() {
        let now = Instant::now();
        let Some(since) = now.checked_sub(Duration::from_secs(10)) else { return };
        let used = Stopper::with_deadlines(since, Some(since + Duration::from_secs(5)), None).used().unwrap();
        assert!((2.0..3.0).contains(&used), "{used}");
        assert_eq!(Stopper::with_deadlines(since, None, None).used(), None);
        assert!(Stopper::with_deadlines(now, Some(now), None).used().unwrap() > 0.0);
    }

    #[test]
    fn a_child_stops_with_its_parent() {
        let parent = Stopper::default();
        let grandchild = parent.for_checks(u64::MAX).until(Instant::now() + Duration::from_secs(3600));
        assert!(!grandchild.is_stopped());
        parent.stop();
        assert!(grandchild.is_stopped());
    }
}
