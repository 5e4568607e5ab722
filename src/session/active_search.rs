//! A search under way, as the session sees it: what to tell of it and when, and when it must end.
//!
//! A search is left alone until one of three things happens: it ends by itself, its time is up, or `stop` comes. In the
//! last two cases it is told to end and given `GRACE` to do so; then the newest findings are the answer, whether the
//! search has ended or not. Only where there is no play at all, as on a machine that has stood still, one is waited for.
//! Under `infinite` a search that has ended is held until `stop`.

use super::format::{NO_TIME, SearchFormat};
use crate::engine::{Plan, Started};
use crate::game::Play;
use crate::protocol::Reply;
use crate::search::{Findings, Reading, Report, Search};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::sleep_until;

/// How long a search may take to end when it is told to. `MoveOverhead` should cover it.
const GRACE: Duration = Duration::from_millis(20);

/// How much time there is between two reports, at least.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To choose a play.
    Play,
    /// To tell a front end what the opponent may have kept: this many leaves.
    Infer(usize),
    /// To tell people the same, as a table.
    Belief(usize),
}

/// A search, and what was asked of it.
pub(super) struct ActiveSearch {
    // Set once.
    search: Search,
    purpose: Purpose,
    format: SearchFormat,
    arrived: Instant,
    // Changed by time and commands.
    /// When it must be told to end, if ever.
    deadline: Option<Instant>,
    /// Not to be answered before `stop`, or the deadline.
    is_held: bool,
    /// The search has ended.
    is_over: bool,
    /// When it is answered for whether it has ended or not, once it was told to end.
    answer_at: Option<Instant>,
    next_report: Instant,
    // Changed by what has been reported.
    reported: AlreadyReported,
}

/// What has been reported of a search.
#[derive(Default)]
struct AlreadyReported {
    /// The last findings whose plays were reported.
    findings: Option<Arc<Findings>>,
    /// What was read of the opponent.
    reading: Option<Reading>,
    /// All of the last findings was reported.
    is_complete: bool,
}

/// What happens to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEvent {
    /// It has ended.
    Ended,
    /// Its time is up, to end or to be answered for.
    TimeUp,
    /// What it has found may be reported.
    ReportDue,
}

/// Waits for what happens next to a search, if there is one.
pub(super) async fn next_event(active: &mut Option<ActiveSearch>) -> SearchEvent {
    match active {
        Some(active) => active.next_event().await,
        None => std::future::pending().await,
    }
}

/// Waits until then, or for ever.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

impl ActiveSearch {
    /// Takes over a search that has been started. Returns at once.
    pub(super) fn new(Started { plan, search }: Started, purpose: Purpose, format: SearchFormat) -> Self {
        let deadline = plan.deadline();
        let Plan { arrived, is_held, .. } = plan;
        ActiveSearch {
            search,
            purpose,
            format,
            arrived,
            deadline,
            is_held,
            is_over: false,
            answer_at: None,
            next_report: Instant::now() + REPORT_INTERVAL,
            reported: AlreadyReported::default(),
        }
    }

    /// When something must be done about it, whatever else happens.
    pub(super) fn due(&self) -> Option<Instant> {
        self.answer_at.or(self.deadline)
    }

    async fn next_event(&mut self) -> SearchEvent {
        let due = self.due();
        tokio::select! {
            biased;
            () = until(due) => SearchEvent::TimeUp,
            () = self.search.ended(), if !self.is_over => SearchEvent::Ended,
            () = sleep_until(self.next_report.into()), if !self.is_over => SearchEvent::ReportDue,
        }
    }

    /// Whether only `stop` will end it.
    pub(super) fn is_endless(&self) -> bool {
        self.is_held && self.deadline.is_none() && self.answer_at.is_none()
    }

    /// Tells the search to end. Gives whether it can be answered for at once.
    pub(super) fn stop(&mut self) -> bool {
        self.search.stop();
        self.answer_at.get_or_insert_with(|| Instant::now() + GRACE);
        self.is_over
    }

    /// Nothing more will be said to it: it need not be held, and is to end by then. Gives whether it can be answered
    /// for at once.
    pub(super) fn end_by(&mut self, until: Instant) -> bool {
        let is_endless = std::mem::take(&mut self.is_held) && self.deadline.is_none();
        self.deadline = Some(self.deadline.map_or(until, |deadline| deadline.min(until)));
        self.is_over || (is_endless && self.stop())
    }

    /// Handles what has happened. Gives what there is to report, if somebody reads, and whether the search can now be
    /// answered for.
    pub(super) fn on_event(&mut self, event: SearchEvent, is_read: bool) -> (Vec<Reply>, bool) {
        match event {
            // Whatever it costs in time, a play is better than none.
            SearchEvent::TimeUp if self.answer_at.is_some() && self.lacks_a_play() => {
                self.answer_at = Some(Instant::now() + GRACE);
                (Vec::new(), false)
            }
            SearchEvent::TimeUp if self.answer_at.is_some() => (Vec::new(), true),
            SearchEvent::TimeUp => (Vec::new(), self.stop()),
            SearchEvent::Ended => {
                self.is_over = true;
                let is_answerable = !self.is_held || self.answer_at.is_some();
                (if is_answerable || !is_read { Vec::new() } else { self.report(true) }, is_answerable)
            }
            SearchEvent::ReportDue => {
                self.next_report = Instant::now() + REPORT_INTERVAL;
                (if is_read { self.report(false) } else { Vec::new() }, false)
            }
        }
    }

    /// Whether it must go on, since there is nothing to answer with.
    fn lacks_a_play(&self) -> bool {
        self.purpose == Purpose::Play && !self.is_over && self.search.newest().best().is_none()
    }

    /// Whether it was asked for at a keyboard, and not by `go`.
    pub(super) fn is_for_people(&self) -> bool {
        matches!(self.purpose, Purpose::Belief(_))
    }

    /// Whether it has read the opponent.
    pub(super) fn has_read(&self) -> bool {
        self.search.newest().reading.is_some()
    }

    /// What it has read of the opponent so far, for people.
    pub(super) fn show_reading(&self, most: usize) -> Vec<Reply> {
        let newest = self.search.newest();
        newest.reading.iter().flat_map(|reading| self.format.belief.table(reading, most)).collect()
    }

    /// What has been found since it was last reported; everything, if it is the last time.
    fn report(&mut self, is_last: bool) -> Vec<Reply> {
        let findings = self.search.newest();
        let is_completed = is_last && !std::mem::replace(&mut self.reported.is_complete, is_last);
        let mut replies = self.report_reading(&findings, is_completed);
        replies.extend(self.report_plays(findings, is_last, is_completed));
        replies
    }

    fn report_reading(&mut self, findings: &Findings, is_completed: bool) -> Vec<Reply> {
        let Some(reading) = &findings.reading else { return Vec::new() };
        let is_new = self.reported.reading.as_ref() != Some(reading);
        self.reported.reading = Some(reading.clone());
        let belief = &self.format.belief;
        match self.purpose {
            Purpose::Play if is_new => vec![belief.line(reading)],
            Purpose::Infer(most) if is_new || is_completed => belief.lines(reading, most, is_completed),
            Purpose::Belief(most) if is_completed => belief.table(reading, most),
            _ => Vec::new(),
        }
    }

    fn report_plays(&mut self, findings: Arc<Findings>, is_last: bool, is_completed: bool) -> Vec<Reply> {
        let Some(report) = &findings.report else { return Vec::new() };
        // The last list is told even if its leaders are known.
        let is_longer = is_completed && matches!(report, Report::Simulation(_) | Report::PreEndgame(_));
        let is_known = self.reported.findings.as_ref().is_some_and(|known| Arc::ptr_eq(known, &findings));
        // What a search begins with is no news; what it ends with is, whatever that is.
        let is_too_early = !is_last && self.format.looks_ahead && matches!(report, Report::Static(_));
        if report.best().is_none() || (is_known && !is_longer) || is_too_early {
            return Vec::new();
        }
        let replies = self.format.report(report, self.arrived.elapsed(), is_last);
        self.reported.findings = Some(findings);
        replies
    }

    /// The last of the search: what it has found, and the one `bestmove`, unless it was for people.
    pub(super) fn answer(mut self) -> Vec<Reply> {
        let mut replies = self.report(true);
        if self.purpose != Purpose::Play && self.reported.reading.is_none() {
            replies.push(Reply::Text(NO_TIME.into()));
        }
        replies.extend(match self.purpose {
            Purpose::Play => self.best_move(),
            Purpose::Infer(_) => vec![Reply::BestMove("none".into())],
            Purpose::Belief(_) => Vec::new(),
        });
        replies
    }

    /// The play to choose. A search that has failed is told of; if it had found nothing before, we pass, which is always
    /// legal.
    fn best_move(&self) -> Vec<Reply> {
        let mut replies = Vec::new();
        let best = self.reported.findings.as_ref().and_then(|findings| findings.best());
        if best.is_none() || self.search.has_failed() {
            replies.push(Reply::Text("the search has failed".into()));
        }
        replies.push(Reply::BestMove(self.format.write(&best.map_or(Play::Pass, |best| best.play))));
        replies
    }
}
