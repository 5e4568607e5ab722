//! What came of a match, as a page with plots that needs nothing else.
//!
//! A match of engines that do fixed work has the same page wherever and in however many parts it was played; how long
//! it took is then told in a page of its own.

use super::record::TurnRecord;
use super::settings::EngineSettings;
use super::summary::{EngineSummary, MatchSummary, MeetingSummary, WHOLE_GAMES};
use crate::AnyError;
use crate::elo::TWO_SIDED_95;
use crate::plot::{Axis, Plot, STYLE, line_class, spreads};
use crate::standing::{GameResult, Standing};
use crate::statistics::Estimate;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The most points of a line.
const MOST_POINTS: usize = 600;

/// What the page looks like, its plots apart.
const PAGE_STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}
h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em}table{border-collapse:collapse}td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top}
th{font-weight:600}th.row{white-space:pre}td.n,th.n{text-align:right}svg{width:100%;height:auto;margin:.5em 0}
.key{display:inline-block;margin-right:1.5em}.key svg{width:2em;height:.8em;margin:0 .4em 0 0}.small{color:#555;font-size:.9em}
@media (prefers-color-scheme:dark){body{color:#ddd;background:#181818}svg text{fill:#aaa}.grid{stroke:#333}.small{color:#aaa}}";

/// The page; without times if there are none.
pub fn page(summary: &MatchSummary, times: Option<&TurnTimes>) -> String {
    let numbered = summary.meetings.iter().enumerate();
    document(
        &title(summary),
        html! {
            p { (summary.heading()) }
            (engines(summary))
            (rating_table(summary))
            @for (number, meeting) in numbered { (meeting_section(summary, number, meeting)) }
            @if let Some(times) = times { (times.section(summary)) }
        },
    )
}

/// A page about times alone.
pub fn times_page(summary: &MatchSummary, times: &TurnTimes) -> String {
    document(&title(summary), times.section(summary))
}

fn document(title: &str, body: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(PAGE_STYLE)) }
            }
            body { h1 { (title) } (body) }
        }
    };
    page.into_string()
}

fn title(summary: &MatchSummary) -> String {
    let names: Vec<&str> = summary.settings.engines.iter().map(|engine| engine.name.as_str()).collect();
    names.join(if names.len() == 2 { " against " } else { ", " })
}

/// A table whose first column is text; the others are numbers.
fn table(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Markup {
    html! {
        table {
            @if !heading.is_empty() {
                tr { @for (at, cell) in heading.iter().enumerate() { th.n[at > 0] { (cell) } } }
            }
            @for row in rows {
                tr { @for (at, cell) in row.iter().enumerate() { td.n[at > 0] { (cell) } } }
            }
        }
    }
}

/// The engines, and what each did.
fn engines(summary: &MatchSummary) -> Markup {
    let heading =
        ["engine", "calls itself", "limit", "told", "mean score", "turns", "bingos", "exchanges", "phonies", "faults"];
    let row = |(settings, did): (&EngineSettings, &EngineSummary)| {
        let rate = |count: u64| format!("{:.2}", did.per_game(count));
        let faults: usize = did.faults.iter().sum();
        vec![
            settings.command.clone(),
            settings.id.clone(),
            settings.limit.clone(),
            settings.oracle.clone(),
            format!("{:.1}", did.scores.estimate(1.0)),
            rate(did.stats.turns),
            rate(did.stats.bingos),
            rate(did.stats.exchanges),
            did.stats.phonies.to_string(),
            faults.to_string(),
        ]
    };
    html! {
        (table(&heading, summary.settings.engines.iter().zip(&summary.engines).map(row)))
        p.small {
            "Turns, bingos and exchanges are for each game; ± is one standard error."
            @if summary.settings.from_bag.is_some() { " " (WHOLE_GAMES) }
        }
    }
}

fn rating_table(summary: &MatchSummary) -> Markup {
    let row = |engine: usize| vec![summary.name(engine).to_owned(), format!("{:+.1}", summary.ratings[engine])];
    html! {
        @if !summary.ratings.is_empty() {
            h2 { "Ratings" }
            (table(&[], summary.ranking().into_iter().map(row)))
            p.small { "Elo by the Bradley-Terry model, from results with luck; the mean is 0." }
        }
    }
}

fn meeting_section(summary: &MatchSummary, number: usize, meeting: &MeetingSummary) -> Markup {
    let [one, other] = meeting.players.map(|player| summary.name(player));
    let pairs: Vec<[GameResult; 2]> = summary.results.pairs(number).collect();
    let each: Vec<f64> = pairs.as_flattened().iter().map(|game| game.spread as f64).collect();
    let has_luck = meeting.standing.corrected().is_some_and(|corrected| corrected.win_percent.is_some());
    html! {
        h2 { (one) " against " (other) }
        table { @for (what, text) in meeting.rows(summary.sprt) { tr { th.row { (what) } td { (text) } } } }
        h3 { "Spread of each game" }
        (PreEscaped(spreads(&each)))
        h3 { "Running win %, with its 95 % band" }
        (PreEscaped(win_plot(&pairs, has_luck)))
        @if has_luck { p.small { "Grey: as it was played. Blue: without luck." } }
    }
}

/// The win % as it ran, and without luck where that is known.
fn win_plot(pairs: &[[GameResult; 2]], has_luck: bool) -> String {
    let corrected_percent = |standing: &Standing| {
        let percent = standing.corrected().and_then(|corrected| corrected.win_percent);
        percent.unwrap_or_else(|| standing.win_percent())
    };
    let raw = Running::of(pairs, Standing::win_percent);
    let corrected = has_luck.then(|| Running::of(pairs, corrected_percent));
    let [low, high] = corrected.iter().fold(raw.bounds(), |[low, high], running| {
        let [least, most] = running.bounds();
        [low.min(least), high.max(most)]
    });
    let mut plot = Plot::new(Axis::even(0.0..=pairs.len() as f64), Axis::even(low.max(0.0)..=high.min(100.0)));
    if let Some(corrected) = &corrected {
        raw.draw(&mut plot, "band wide", &line_class(GREY));
        corrected.draw(&mut plot, "band", &line_class(0));
    } else {
        raw.draw(&mut plot, "band", &line_class(0));
    }
    plot.line(&[(0.0, 50.0), (pairs.len() as f64, 50.0)], "half");
    plot.finish("pairs", "win %")
}

/// The number of the grey line.
const GREY: usize = 7;

/// A percentage as it ran: after so many pairs, the mean, and the band of 95 %.
struct Running {
    means: Vec<(f64, f64)>,
    band: Vec<(f64, f64, f64)>,
}

impl Running {
    fn of(pairs: &[[GameResult; 2]], percent_of: impl Fn(&Standing) -> Estimate) -> Self {
        let (mut standing, mut means, mut band) = (Standing::default(), Vec::new(), Vec::new());
        let together = pairs.len().div_ceil(MOST_POINTS).max(1);
        for (at, pair) in pairs.iter().enumerate() {
            standing.add(pair);
            let played = at + 1;
            if !played.is_multiple_of(together) && played != pairs.len() {
                continue;
            }
            let percent = percent_of(&standing);
            let reach = TWO_SIDED_95 * percent.standard_error.unwrap_or(50.0);
            means.push((played as f64, percent.mean));
            band.push((played as f64, percent.mean - reach, percent.mean + reach));
        }
        Running { means, band }
    }

    fn draw(&self, plot: &mut Plot, band: &str, line: &str) {
        plot.band(&self.band, band);
        plot.line(&self.means, line);
    }

    /// What the axis must show. The first pairs tell nothing, and would make everything else small.
    fn bounds(&self) -> [f64; 2] {
        let settled = &self.band[self.band.len() / 10..];
        settled.iter().fold([45.0, 55.0], |[least, most], &(_, low, high)| [least.min(low), most.max(high)])
    }
}

/// How long turns took, by engine and by the number of the turn.
#[derive(Clone, Debug, Default)]
pub struct TurnTimes {
    /// By engine, then by turn.
    times: Vec<Vec<TurnTime>>,
}

/// Of all games together.
#[derive(Clone, Copy, Debug, Default)]
struct TurnTime {
    turns: u64,
    ms: f64,
    longest_ms: f64,
}

impl TurnTimes {
    /// From the turns of the games that count.
    pub fn read(path: &Path, summary: &MatchSummary) -> Result<Self, AnyError> {
        let mut times = TurnTimes { times: vec![Vec::new(); summary.settings.engines.len()] };
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let turn: TurnRecord = serde_json::from_str(&line?)
                .map_err(|error| format!("{}: line {}: {error}", path.display(), number + 1))?;
            let played = summary.results.has(turn.game).then_some(&turn.engine);
            let engine = summary.settings.engines.iter().position(|engine| Some(&engine.name) == played);
            engine.into_iter().for_each(|engine| times.add(engine, turn.turn.div_ceil(2), turn.ms));
        }
        Ok(times)
    }

    fn add(&mut self, engine: usize, turn: usize, ms: f64) {
        let of_engine = &mut self.times[engine];
        of_engine.resize(of_engine.len().max(turn), TurnTime::default());
        if let Some(time) = of_engine.get_mut(turn.saturating_sub(1)) {
            time.turns += 1;
            time.ms += ms;
            time.longest_ms = time.longest_ms.max(ms);
        }
    }

    fn section(&self, summary: &MatchSummary) -> Markup {
        let heading = ["engine", "mean ms", "longest ms", "late turns", "by at most ms", "overtime points"];
        let engines = 0..self.times.len();
        html! {
            h2 { "Time use" }
            (table(&heading, engines.clone().map(|engine| time_cells(summary, engine))))
            (PreEscaped(self.plot()))
            p {
                @for engine in engines {
                    span.key {
                        svg viewBox="0 0 24 8" { polyline class=(line_class(engine)) points="0,4 24,4" {} }
                        (summary.name(engine))
                    }
                }
                span.small { "the mean; dashed, the longest" }
            }
        }
    }

    fn plot(&self) -> String {
        let most_turns = self.times.iter().map(Vec::len).max().unwrap_or(0);
        let longest = self.times.iter().flatten().map(|time| time.longest_ms).fold(0.0, f64::max);
        let mut plot = Plot::new(Axis::even(1.0..=most_turns.max(2) as f64), Axis::even(0.0..=longest.max(1.0)));
        for (engine, times) in self.times.iter().enumerate() {
            let class = line_class(engine);
            let points = |value: fn(&TurnTime) -> f64| -> Vec<(f64, f64)> {
                let played = times.iter().enumerate().filter(|(_, time)| time.turns > 0);
                played.map(|(at, time)| ((at + 1) as f64, value(time))).collect()
            };
            plot.line(&points(|time| time.ms / time.turns as f64), &class);
            plot.line(&points(|time| time.longest_ms), &format!("{class} most"));
        }
        plot.finish("the player's turn", "ms")
    }
}

fn time_cells(summary: &MatchSummary, engine: usize) -> Vec<String> {
    let did = &summary.engines[engine];
    vec![
        summary.name(engine).to_owned(),
        format!("{:.1}", did.mean_ms()),
        format!("{:.1}", did.stats.longest_ms),
        did.stats.late.to_string(),
        format!("{:.1}", did.stats.latest_ms),
        did.stats.overtime.to_string(),
    ]
}
