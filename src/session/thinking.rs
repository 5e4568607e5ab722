//! A search under way, as the session sees it: what to tell of it and when, and when it must end.
//!
//! A search is left alone until one of three things happens: it ends by itself, its time is up, or `stop` comes. In the
//! last two cases it is told to end and given `GRACE` to do so; then the newest report is the answer, whether the search
//! has ended or not. Only where there is no report at all, as on a machine that has stood still, one is waited for. Under
//! `infinite` a search that has ended is held until `stop`.

use super::choose::Choice;
use crate::clock::Budget;
use crate::game::Play;
use crate::protocol::{Reply, ScoreInfo};
use crate::search::{Report, Search};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::sleep_until;

/// How long a search may take to end when it is told to. `MoveOverhead` should cover it.
const GRACE: Duration = Duration::from_millis(20);

/// News are told so often, at most.
const BETWEEN_NEWS: Duration = Duration::from_millis(200);

/// A search, and what was asked of it.
pub(super) struct Thinking {
    search: Search,
    choice: Choice,
    since: Instant,
    /// When it must be told to end, if ever.
    deadline: Option<Instant>,
    /// Not to be answered before `stop`, or the deadline.
    held: bool,
    /// The search has ended.
    over: bool,
    /// It was told to end, and is answered for after this.
    patience: Option<Instant>,
    next_news: Instant,
    /// The last report that was told of.
    told: Option<Arc<Report>>,
}

/// What happens to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// It has ended.
    Ended,
    /// Its time is up, or our patience is.
    TimeUp,
    /// It may be told what it has found.
    News,
}

/// Waits for what happens next to a search, if there is one.
pub(super) async fn next_event(thinking: &mut Option<Thinking>) -> Event {
    match thinking {
        Some(thinking) => thinking.next_event().await,
        None => std::future::pending().await,
    }
}

impl Thinking {
    /// Starts a search. Returns at once.
    pub(super) fn start(choice: Choice, since: Instant, budget: Option<Budget>, held: bool) -> Self {
        Thinking {
            search: Search::start(choice.request.clone()),
            choice,
            since,
            deadline: budget.and_then(|budget| since.checked_add(budget.hard)),
            held,
            over: false,
            patience: None,
            next_news: Instant::now() + BETWEEN_NEWS,
            told: None,
        }
    }

    /// When something must be done about it, whatever else happens.
    pub(super) fn due(&self) -> Option<Instant> {
        self.patience.or(self.deadline)
    }

    async fn next_event(&mut self) -> Event {
        let due = self.due();
        let time_up = async {
            match due {
                Some(time) => sleep_until(time.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = time_up => Event::TimeUp,
            () = self.search.ended(), if !self.over => Event::Ended,
            () = sleep_until(self.next_news.into()), if !self.over => Event::News,
        }
    }

    /// Whether only `stop` will end it.
    pub(super) fn is_endless(&self) -> bool {
        self.held && self.deadline.is_none() && self.patience.is_none()
    }

    /// Tells the search to end. Gives whether it can be answered for at once.
    pub(super) fn stop(&mut self) -> bool {
        self.search.stop();
        self.patience.get_or_insert_with(|| Instant::now() + GRACE);
        self.over
    }

    /// Nothing more will be said to it: it need not be held, and is to end by then. Gives whether it can be answered for at
    /// once.
    pub(super) fn hurry(&mut self, until: Instant) -> bool {
        let endless = std::mem::take(&mut self.held) && self.deadline.is_none();
        self.deadline = Some(self.deadline.map_or(until, |deadline| deadline.min(until)));
        self.over || (endless && self.stop())
    }

    /// Takes note of what has happened. Gives what there is to tell, if somebody reads, and whether it can now be answered
    /// for.
    pub(super) fn take_note(&mut self, event: Event, read: bool) -> (Vec<Reply>, bool) {
        match event {
            // Whatever it costs in time, a play is better than none.
            Event::TimeUp if self.patience.is_some() && !self.over && self.search.newest().plays.is_empty() => {
                self.patience = Some(Instant::now() + GRACE);
                (Vec::new(), false)
            }
            Event::TimeUp if self.patience.is_some() => (Vec::new(), true),
            Event::TimeUp => (Vec::new(), self.stop()),
            Event::Ended => {
                self.over = true;
                let answer = !self.held || self.patience.is_some();
                (if answer || !read { Vec::new() } else { self.news() }, answer)
            }
            Event::News => {
                self.next_news = Instant::now() + BETWEEN_NEWS;
                (if read { self.news() } else { Vec::new() }, false)
            }
        }
    }

    /// What has been found since it was last told.
    fn news(&mut self) -> Vec<Reply> {
        let report = self.search.newest();
        if report.plays.is_empty() || self.told.as_ref().is_some_and(|told| Arc::ptr_eq(told, &report)) {
            return Vec::new();
        }
        let mut replies = self.choice.tell(&report);
        let (best, chance) = (report.plays.first(), report.win_chance);
        replies.extend(best.map(|best| {
            Reply::Score(ScoreInfo {
                win_percent: chance.map(|chance| format!("{:.1}", 100.0 * chance)),
                equity: best.equity.to_string(),
                time: self.since.elapsed().as_millis(),
                line: self.choice.write(&best.play),
            })
        }));
        self.told = Some(report);
        replies
    }

    /// The last of the search: what it has found, and the one `bestmove`. A search that has failed passes, which is
    /// always legal.
    pub(super) fn answer(mut self) -> Vec<Reply> {
        let mut replies = self.news();
        let best = self.told.as_ref().and_then(|report| report.plays.first());
        if best.is_none() {
            replies.push(Reply::Text("the search has failed".into()));
        }
        replies.push(Reply::BestMove(self.choice.write(&best.map_or(Play::Pass, |best| best.play))));
        replies
    }
}
