//! A search under way: the thread that does it, and the handle that whoever started it holds.

use super::publish::Publish;
use super::reading::Reading;
use super::report::{Findings, Report};
use crate::stopper::Stopper;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::watch;

/// A search under way. Dropping it stops it.
#[derive(Debug)]
pub struct Search {
    stopper: Stopper,
    findings: watch::Receiver<Arc<Findings>>,
    /// Set when the coordinator has come to its end without a panic.
    is_finished: Arc<AtomicBool>,
}

/// The coordinator's end of the channel. All methods return at once.
#[derive(Debug)]
pub(super) struct Publisher(watch::Sender<Arc<Findings>>);

impl Publisher {
    pub(super) fn new() -> (Self, watch::Receiver<Arc<Findings>>) {
        let (sender, receiver) = watch::channel(Arc::default());
        (Publisher(sender), receiver)
    }

    /// Makes this the newest that is known.
    pub(super) fn publish_findings(&self, reading: Option<Reading>, report: Option<Report>) {
        self.0.send_replace(Arc::new(Findings { reading, report }));
    }
}

impl<R: Into<Report>> Publish<R> for Publisher {
    fn publish(&self, reading: Option<&Reading>, report: R) {
        self.publish_findings(reading.cloned(), Some(report.into()));
    }
}

impl Search {
    /// Starts a coordinator. Returns at once.
    pub(super) fn spawn(stopper: Stopper, work: impl FnOnce(&Stopper, &Publisher) + Send + 'static) -> Self {
        let (publisher, findings) = Publisher::new();
        let is_finished = Arc::new(AtomicBool::new(false));
        let (its_stopper, finished) = (stopper.clone(), is_finished.clone());
        let coordinator = std::thread::Builder::new().name("search".into());
        let spawned = coordinator.spawn(move || {
            work(&its_stopper, &publisher);
            finished.store(true, Ordering::Release);
        });
        // Without a thread there are no findings and the channel is closed, as if the search had failed at once.
        if let Err(error) = spawned {
            tracing::error!(%error, "no thread for the search");
        }
        Search { stopper, findings, is_finished }
    }

    /// Tells it to end soon. Returns at once.
    pub fn stop(&self) {
        self.stopper.stop();
    }

    /// What it has found so far. Returns at once.
    pub fn newest(&self) -> Arc<Findings> {
        self.findings.borrow().clone()
    }

    /// Whether it has ended; the newest findings are then the last. Returns at once.
    pub fn has_ended(&self) -> bool {
        self.findings.has_changed().is_err()
    }

    /// Whether it has ended before it was done: something in it has panicked, or there was no thread for it. What it
    /// has published holds. Returns at once.
    pub fn has_failed(&self) -> bool {
        self.has_ended() && !self.is_finished.load(Ordering::Acquire)
    }

    /// Waits until it has ended; the newest findings are then the last.
    pub async fn ended(&mut self) {
        while self.findings.changed().await.is_ok() {}
    }

    /// Waits for something new, and gives it; none once the search has ended and its last findings were given. Blocks.
    ///
    /// Not to be called inside an asynchronous runtime; there, use [`ended`](Self::ended) and [`newest`](Self::newest).
    pub fn next_findings(&mut self) -> Option<Arc<Findings>> {
        block_on(self.findings.changed()).ok()?;
        Some(self.findings.borrow_and_update().clone())
    }

    /// Waits until it has ended, and gives what it has found. Blocks; see [`next_findings`](Self::next_findings).
    pub fn wait(mut self) -> Arc<Findings> {
        block_on(self.ended());
        self.newest()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Waits on this thread. Blocks.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.expect("a runtime without timers and sockets can always be made").block_on(future)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StaticReport;

    fn some_report() -> Option<Report> {
        Some(Report::Static(StaticReport { plays: Vec::new(), win_chance: Some(0.5) }))
    }

    #[test]
    fn a_search_that_panics_has_ended_with_what_it_had() {
        let mut search = Search::spawn(Stopper::default(), |_, publisher| {
            publisher.publish_findings(None, some_report());
            panic!("this is a test; it is meant to panic");
        });
        block_on(search.ended());
        assert_eq!(search.newest().report, some_report());
        assert!(search.has_failed());
        let mut search =
            Search::spawn(Stopper::default(), |_, publisher| publisher.publish_findings(None, some_report()));
        block_on(search.ended());
        assert!(!search.has_failed());
    }

    #[test]
    fn what_is_new_is_given_once_and_the_last_always() {
        let (step, may_go_on) = std::sync::mpsc::channel();
        let mut search = Search::spawn(Stopper::default(), move |_, publisher| {
            publisher.publish_findings(None, None);
            may_go_on.recv().unwrap();
            publisher.publish_findings(None, some_report());
        });
        assert_eq!(search.next_findings().unwrap().report, None);
        step.send(()).unwrap();
        assert_eq!(search.next_findings().unwrap().report, some_report());
        assert!(search.next_findings().is_none());
        assert_eq!(search.wait().report, some_report());
    }

    #[test]
    fn a_search_that_is_dropped_is_stopped() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let search = Search::spawn(Stopper::default(), move |stopper, _| {
            while !stopper.is_stopped() {
                std::thread::yield_now();
            }
            sender.send(()).unwrap();
        });
        assert!(receiver.try_recv().is_err());
        drop(search);
        assert_eq!(receiver.recv(), Ok(()));
    }
}
