//! A search under way, as the session sees it: what to tell of it and when, and when it must end.
//!
//! A search is left alone until one of three things happens: it ends by itself, its time is up, or `stop` comes. In the
//! last two cases it is told to end and given `GRACE` to do so; then the newest report is the answer, whether the
//! search has ended or not. Only where there is no report at all, as on a machine that has stood still, one is waited
//! for. Under `infinite` a search that has ended is held until `stop`.

use super::believed::NO_TIME;
use super::choose::{Choice, Purpose};
use crate::clock::Budget;
use crate::game::Play;
use crate::protocol::Reply;
use crate::search::{Reading, Report, Search};
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
    /// When it should end if it is nearly sure, if ever; nothing once it knows.
    hurry_at: Option<Instant>,
    /// When it must be told to end, if ever.
    deadline: Option<Instant>,
    /// Not to be answered before `stop`, or the deadline.
    held: bool,
    /// The search has ended.
    over: bool,
    /// When it is answered for whether it has ended or not, once it was told to end.
    answer_at: Option<Instant>,
    next_news: Instant,
    /// The last report that was told of.
    told: Option<Arc<Report>>,
    /// What it has read of the opponent, as far as that was told.
    told_reading: Option<Reading>,
    /// All of the last report was told.
    told_all: bool,
}

/// What happens to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// It has ended.
    Ended,
    /// It has had its share of the time, but may have more.
    ShareUp,
    /// Its time is up, to end or to be answered for.
    TimeUp,
    /// What it has found may be told.
    News,
}

/// Waits for what happens next to a search, if there is one.
pub(super) async fn next_event(thinking: &mut Option<Thinking>) -> Event {
    match thinking {
        Some(thinking) => thinking.next_event().await,
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

impl Thinking {
    /// Starts a search. Returns at once.
    pub(super) fn start(choice: Choice, since: Instant, budget: Option<Budget>, held: bool) -> Self {
        Thinking {
            search: Search::start(choice.request.clone()),
            choice,
            since,
            hurry_at: budget.and_then(|budget| since.checked_add(budget.soft)),
            deadline: budget.and_then(|budget| since.checked_add(budget.hard)),
            held,
            over: false,
            answer_at: None,
            next_news: Instant::now() + BETWEEN_NEWS,
            told: None,
            told_reading: None,
            told_all: false,
        }
    }

    /// When something must be done about it, whatever else happens.
    pub(super) fn due(&self) -> Option<Instant> {
        self.answer_at.or(self.deadline)
    }

    async fn next_event(&mut self) -> Event {
        let (due, hurry_at) = (self.due(), self.hurry_at);
        tokio::select! {
            biased;
            () = until(due) => Event::TimeUp,
            () = until(hurry_at) => Event::ShareUp,
            () = self.search.ended(), if !self.over => Event::Ended,
            () = sleep_until(self.next_news.into()), if !self.over => Event::News,
        }
    }

    /// Whether only `stop` will end it.
    pub(super) fn is_endless(&self) -> bool {
        self.held && self.deadline.is_none() && self.answer_at.is_none()
    }

    /// Tells the search to end. Gives whether it can be answered for at once.
    pub(super) fn stop(&mut self) -> bool {
        self.search.stop();
        self.answer_at.get_or_insert_with(|| Instant::now() + GRACE);
        self.over
    }

    /// Nothing more will be said to it: it need not be held, and is to end by then. Gives whether it can be answered
    /// for at once.
    pub(super) fn end_by(&mut self, until: Instant) -> bool {
        let endless = std::mem::take(&mut self.held) && self.deadline.is_none();
        self.deadline = Some(self.deadline.map_or(until, |deadline| deadline.min(until)));
        self.over || (endless && self.stop())
    }

    /// Takes note of what has happened. Gives what there is to tell, if somebody reads, and whether it can now be
    /// answered for.
    pub(super) fn take_note(&mut self, event: Event, read: bool) -> (Vec<Reply>, bool) {
        match event {
            // Whatever it costs in time, a play is better than none.
            Event::TimeUp if self.answer_at.is_some() && self.lacks_a_play() => {
                self.answer_at = Some(Instant::now() + GRACE);
                (Vec::new(), false)
            }
            Event::ShareUp => {
                self.hurry_at = None;
                self.search.hurry();
                (Vec::new(), false)
            }
            Event::TimeUp if self.answer_at.is_some() => (Vec::new(), true),
            Event::TimeUp => (Vec::new(), self.stop()),
            Event::Ended => {
                self.over = true;
                let answer = !self.held || self.answer_at.is_some();
                (if answer || !read { Vec::new() } else { self.news(true) }, answer)
            }
            Event::News => {
                self.next_news = Instant::now() + BETWEEN_NEWS;
                (if read { self.news(false) } else { Vec::new() }, false)
            }
        }
    }

    /// Whether it must go on, since there is nothing to answer with.
    fn lacks_a_play(&self) -> bool {
        self.choice.purpose() == Purpose::Play && !self.over && self.search.newest().plays.is_empty()
    }

    /// Whether it was asked for at a keyboard, and not by `go`.
    pub(super) fn is_for_people(&self) -> bool {
        matches!(self.choice.purpose(), Purpose::Belief(_))
    }

    /// Whether it has read the opponent.
    pub(super) fn has_read(&self) -> bool {
        self.search.newest().reading.is_some()
    }

    /// What it has read of the opponent so far, for people.
    pub(super) fn show_reading(&self, most: usize) -> Vec<Reply> {
        let newest = self.search.newest();
        newest.reading.iter().flat_map(|reading| self.choice.show_reading(reading, most)).collect()
    }

    /// What has been found since it was last told; everything, if it is the last.
    fn news(&mut self, last: bool) -> Vec<Reply> {
        let report = self.search.newest();
        let is_last_news = last && !std::mem::replace(&mut self.told_all, last);
        let mut replies = self.news_of_reading(&report, is_last_news);
        replies.extend(self.news_of_plays(report, last, is_last_news));
        replies
    }

    fn news_of_reading(&mut self, report: &Report, is_last_news: bool) -> Vec<Reply> {
        let Some(reading) = &report.reading else { return Vec::new() };
        let is_new = self.told_reading.as_ref() != Some(reading);
        self.told_reading = Some(reading.clone());
        self.choice.tell_reading(reading, is_new, is_last_news)
    }

    fn news_of_plays(&mut self, report: Arc<Report>, last: bool, is_last_news: bool) -> Vec<Reply> {
        // The last list is told even if its leaders are known.
        let more = is_last_news && (report.effort.is_some() || report.peg.is_some());
        let known = self.told.as_ref().is_some_and(|told| Arc::ptr_eq(told, &report));
        // What a search begins with is no news; what it ends with is, whatever that is.
        let has_begun = report.effort.is_some() || report.endgame.is_some() || report.peg.is_some();
        let too_early = !last && self.choice.looks_ahead() && !has_begun;
        if report.plays.is_empty() || (known && !more) || too_early {
            return Vec::new();
        }
        let time = self.since.elapsed();
        let mut replies = self.choice.tell(&report, time, last);
        replies.extend(self.choice.score(&report, time));
        self.told = Some(report);
        replies
    }

    /// The last of the search: what it has found, and the one `bestmove`, unless it was for people.
    pub(super) fn answer(mut self) -> Vec<Reply> {
        let mut replies = self.news(true);
        if self.choice.purpose() != Purpose::Play && self.told_reading.is_none() {
            replies.push(Reply::Text(NO_TIME.into()));
        }
        replies.extend(match self.choice.purpose() {
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
        let best = self.told.as_ref().and_then(|report| report.plays.first());
        if best.is_none() || self.search.has_failed() {
            replies.push(Reply::Text("the search has failed".into()));
        }
        replies.push(Reply::BestMove(self.choice.write(&best.map_or(Play::Pass, |best| best.found.play))));
        replies
    }
}
