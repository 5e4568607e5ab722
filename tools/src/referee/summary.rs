//! What came of a match, in numbers: as text for people, and as JSON for programs.
//!
//! The JSON has nothing in it that depends on how fast the machine was, so that the same match of engines that do fixed
//! work gives the same file, in one part or in many. Times are told apart ([`MatchSummary::times`]).

use super::fault::FaultKind;
use super::match_results::MatchResults;
use super::record::{GameRecord, GameStats};
use super::settings::MatchSettings;
use super::sprt::{Sprt, TestedResults, Verdict};
use crate::elo::{Interval, elo, likelihood_of_superiority};
use crate::ratings::{Meeting, ratings};
use crate::sign_flips::{SignFlips, sign_flip_test};
use crate::standing::{CorrectedResult, Standing};
use crate::statistics::{Estimate, Sample};
use serde_json::{Map, Value, json};

/// A match that has been played, as far as it has been.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// What was to be played.
    pub settings: MatchSettings,
    /// What came of it.
    pub results: MatchResults,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// How each two went who met.
    pub meetings: Vec<MeetingSummary>,
    /// What each engine did in all its games.
    pub engines: Vec<EngineSummary>,
    /// If there are more than two.
    pub ratings: Vec<Estimate>,
}

/// How two engines went who met, seen from the first.
#[derive(Clone, Debug)]
pub struct MeetingSummary {
    /// Who, by their places among the engines of the match.
    pub players: [usize; 2],
    /// How it went.
    pub standing: Standing,
    /// The test of the spreads.
    pub sign_flips: SignFlips,
}

/// What an engine did.
#[derive(Clone, Copy, Debug)]
pub struct EngineSummary {
    /// All its games together.
    pub stats: GameStats,
    /// Its points in each game.
    pub scores: Sample,
    /// Its faults, by kind.
    pub faults: [usize; FaultKind::ALL.len()],
}

/// What is to be known where engines take over in the middle of games.
pub const WHOLE_GAMES: &str = "Mean scores are of whole games; all else is of what the engines played themselves.";

impl MatchSummary {
    /// Of these results. Takes up to a second for each meeting.
    pub fn new(settings: MatchSettings, results: MatchResults, sprt: Option<Sprt>) -> Self {
        let numbered = results.schedule().meetings().iter().zip(results.standings()).enumerate();
        let meetings = numbered.map(|(number, (&players, &standing))| {
            let spreads: Vec<i64> = results.pairs(number).map(|[one, two]| one.spread + two.spread).collect();
            MeetingSummary { players, standing, sign_flips: sign_flip_test(&spreads) }
        });
        let meetings: Vec<MeetingSummary> = meetings.collect();
        let met: Vec<Meeting<'_>> =
            meetings.iter().map(|m| Meeting { players: m.players, standing: &m.standing }).collect();
        let count = settings.engines.len();
        let ratings = if count > 2 { ratings(count, &met) } else { Vec::new() };
        let engines = (0..count).map(|engine| EngineSummary::new(engine, &results)).collect();
        MatchSummary { settings, results, sprt, meetings, engines, ratings }
    }

    /// What an engine is called.
    pub fn name(&self, engine: usize) -> &str {
        &self.settings.engines[engine].name
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut lines = vec![self.heading()];
        lines.extend(self.settings.engines.iter().enumerate().map(|(at, engine)| {
            let oracle =
                if engine.oracle == "nothing" { String::new() } else { format!(", told the {}", engine.oracle) };
            format!("{} {}: {} ({}{oracle})", at + 1, engine.name, engine.id, engine.limit)
        }));
        for meeting in &self.meetings {
            let [one, other] = meeting.players;
            lines.extend([String::new(), format!("{} against {}", self.name(one), self.name(other))]);
            lines.extend(meeting.rows(self.sprt).into_iter().map(|(what, value)| format!("{what:<12}{value}")));
        }
        lines.extend(self.rating_lines());
        lines.push(String::new());
        lines.extend(self.table());
        lines.extend(self.settings.from_bag.map(|_| WHOLE_GAMES.to_owned()));
        lines.extend(self.fault_lines());
        lines.join("\n") + "\n"
    }

    /// What was played.
    pub fn heading(&self) -> String {
        let MatchSettings { lexicon, tiles, seed, challenge, shard, from_bag, .. } = &self.settings;
        let from = from_bag.map(|bag| format!(", from {bag} tiles in the bag on")).unwrap_or_default();
        let part = if shard == "1/1" { String::new() } else { format!(", part {shard}") };
        let games = self.results.count();
        format!(
            "{games} games in mirrored pairs{from}, {} ({}), {challenge} challenge, seed {seed}{part}",
            lexicon[0], tiles[0]
        )
    }

    /// Who is best, if there are more than two.
    fn rating_lines(&self) -> Vec<String> {
        if self.ratings.is_empty() {
            return Vec::new();
        }
        let line = |&engine: &usize| format!("{:>16}  {}", format!("{:+.1}", self.ratings[engine]), self.name(engine));
        let heading = [String::new(), "Elo, with standard errors; the mean is 0 (luck is not taken off)".into()];
        heading.into_iter().chain(self.ranking().iter().map(line)).collect()
    }

    /// The engines, from the highest rating on.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ratings.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].mean.total_cmp(&self.ratings[a].mean));
        order
    }

    /// What each engine did.
    fn table(&self) -> Vec<String> {
        let engines = 0..self.engines.len();
        let wide = engines.clone().map(|engine| self.name(engine).chars().count()).max().unwrap_or(0).max(6);
        let heading = format!(
            "{:wide$} {:>15} {:>7} {:>7} {:>9} {:>7} {:>9} {:>9} {:>6} {:>9}",
            "engine", "mean score", "turns", "bingos", "exchanges", "phonies", "ms a turn", "longest", "late", "by ms"
        );
        let row = |engine: usize| {
            let (summary, name) = (&self.engines[engine], self.name(engine));
            let GameStats { turns, bingos, exchanges, phonies, longest_ms, late, latest_ms, .. } = summary.stats;
            let [turns, bingos, exchanges] = [turns, bingos, exchanges].map(|count| summary.per_game(count));
            let (score, mean_ms) = (summary.scores.estimate(1.0), summary.mean_ms());
            format!(
                "{name:wide$} {score:>15.1} {turns:>7.2} {bingos:>7.2} {exchanges:>9.2} {phonies:>7} {mean_ms:>9.1} \
                 {longest_ms:>9.1} {late:>6} {latest_ms:>9.1}"
            )
        };
        [heading].into_iter().chain(engines.map(row)).collect()
    }

    fn fault_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (engine, summary) in self.engines.iter().enumerate() {
            let faults = FaultKind::ALL.iter().zip(summary.faults).filter(|(_, count)| *count > 0);
            lines.extend(faults.map(|(kind, count)| format!("faults      {}: {count} {kind}", self.name(engine))));
            let overtime = summary.stats.overtime;
            lines.extend((overtime > 0).then(|| format!("overtime    {}: {overtime} points", self.name(engine))));
        }
        lines
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let engine = |(at, summary): (usize, &EngineSummary)| {
            let mut engine = summary.json();
            engine["name"] = json!(self.name(at));
            engine["rating"] = self.ratings.get(at).map_or(Value::Null, |rating| estimate(*rating));
            engine
        };
        let meeting = |meeting: &MeetingSummary| {
            let mut value = meeting.json(self.sprt);
            value["engines"] = json!(meeting.players.map(|player| self.name(player)));
            value
        };
        json!({
            "match": self.settings,
            "games": self.results.count(),
            "meetings": self.meetings.iter().map(meeting).collect::<Vec<_>>(),
            "engines": self.engines.iter().enumerate().map(engine).collect::<Vec<_>>(),
        })
    }

    /// How long the engines took; for programs.
    pub fn times(&self) -> Value {
        let mut times = Map::new();
        for (at, summary) in self.engines.iter().enumerate() {
            let GameStats { ms, longest_ms, late, latest_ms, overtime, .. } = summary.stats;
            let of_engine = json!({
                "seconds": ms / 1000.0,
                "mean_ms": summary.mean_ms(),
                "longest_ms": longest_ms,
                "late_turns": late,
                "latest_ms": latest_ms,
                "overtime_points": overtime,
            });
            times.insert(self.name(at).into(), of_engine);
        }
        if let Some([luck, share]) = self.luck_time() {
            times.insert("measuring luck".into(), json!({ "seconds": luck, "share_of_thinking": share }));
        }
        Value::Object(times)
    }

    /// How many seconds it took to measure luck, and what share that is of what the engines took.
    fn luck_time(&self) -> Option<[f64; 2]> {
        let luck: f64 = self.results.games().filter_map(|record| Some(record.luck.as_ref()?.ms / 1000.0)).sum();
        let thinking: f64 = self.engines.iter().map(|engine| engine.stats.ms / 1000.0).sum();
        (luck > 0.0).then(|| [luck, luck / thinking.max(1e-9)])
    }
}

impl MeetingSummary {
    /// What there is to tell, by name.
    pub fn rows(&self, sprt: Option<Sprt>) -> Vec<(&'static str, String)> {
        let standing = &self.standing;
        let Standing { wins, draws, losses, .. } = standing;
        let (percent, spread) = (standing.win_percent(), standing.spread());
        let [ll, ld, even, wd, ww] = standing.pentanomial();
        let SignFlips { chance, exact } = self.sign_flips;
        let how = if exact { "" } else { ", normal approximation" };
        let mut rows = vec![
            ("games", format!("{}: {wins} wins, {draws} draws, {losses} losses", standing.games())),
            ("win %", format!("{percent:.2}{}", interval(Interval::of_percent(percent)))),
            ("spread", format!("{spread:+.2}{}", interval(Interval::of(spread)))),
            ("p", format!("{} (sign flips of the pairs' spreads{how})", write_chance(chance))),
            ("Elo", elo_text(percent)),
            ("pairs", format!("{ll} {ld} {even} {wd} {ww} (0, ½, 1, 1½, 2 points)")),
        ];
        let superiority = likelihood_of_superiority(percent);
        rows.extend(superiority.map(|los| ("superiority", format!("{:.2} % likely", 100.0 * los))));
        rows.extend(standing.corrected().into_iter().flat_map(|corrected| corrected_rows(standing, corrected)));
        rows.extend(sprt.map(|sprt| ("SPRT", sprt_text(&sprt, standing))));
        rows
    }

    fn json(&self, sprt: Option<Sprt>) -> Value {
        let standing = &self.standing;
        let (percent, spread) = (standing.win_percent(), standing.spread());
        json!({
            "games": standing.games(),
            "wins": standing.wins,
            "draws": standing.draws,
            "losses": standing.losses,
            "win_percent": estimate(percent),
            "spread": estimate(spread),
            "elo": elo_json(percent),
            "pentanomial": standing.pentanomial(),
            "likelihood_of_superiority": likelihood_of_superiority(percent),
            "corrected": standing.corrected().map(|corrected| json!({
                "win_percent": corrected.win_percent.map(estimate),
                "spread": estimate(corrected.spread),
                "elo": corrected.win_percent.map(elo_json),
                "likelihood_of_superiority": corrected.win_percent.and_then(likelihood_of_superiority),
            })),
            "sign_flips": { "p": self.sign_flips.chance, "exact": self.sign_flips.exact },
            "sprt": sprt.map(|sprt| json!({
                "llr": sprt.llr(standing),
                "bounds": sprt.bounds(),
                "verdict": match sprt.verdict(standing) {
                    Verdict::Undecided => Value::Null,
                    Verdict::Elo0 => json!(sprt.elo0),
                    Verdict::Elo1 => json!(sprt.elo1),
                },
            })),
        })
    }
}

impl EngineSummary {
    fn new(engine: usize, results: &MatchResults) -> Self {
        let (mut stats, mut scores, mut faults) = (GameStats::default(), Sample::default(), [0; FaultKind::ALL.len()]);
        let seat_of = |record: &GameRecord| record.players.iter().position(|&player| player == engine);
        for (record, seat) in results.games().filter_map(|record| Some((record, seat_of(record)?))) {
            stats.merge(&record.stats[seat]);
            scores.add(record.scores[seat].into());
            let kind = record.fault.as_ref().filter(|_| record.forfeited_by == Some(seat)).map(|fault| fault.kind);
            let at = kind.and_then(|kind| FaultKind::ALL.iter().position(|&known| known == kind));
            at.into_iter().for_each(|at| faults[at] += 1);
        }
        EngineSummary { stats, scores, faults }
    }

    /// A count, for each game.
    pub fn per_game(&self, count: u64) -> f64 {
        count as f64 / self.scores.count().max(1) as f64
    }

    /// How long a turn took.
    pub fn mean_ms(&self) -> f64 {
        self.stats.ms / self.stats.turns.max(1) as f64
    }

    fn json(&self) -> Value {
        let GameStats { turns, bingos, exchanges, passes, phonies, .. } = self.stats;
        let faults = FaultKind::ALL.iter().zip(self.faults).map(|(kind, count)| (kind.name().into(), json!(count)));
        json!({
            "games": self.scores.count(),
            "mean_score": estimate(self.scores.estimate(1.0)),
            "turns": turns,
            "bingos": bingos,
            "exchanges": exchanges,
            "passes": passes,
            "phonies": phonies,
            "faults": faults.collect::<Map<_, _>>(),
        })
    }
}

/// What the results are without luck, and how much surer that is.
fn corrected_rows(standing: &Standing, corrected: CorrectedResult) -> Vec<(&'static str, String)> {
    let CorrectedResult { spread, win_percent } = corrected;
    let luck = standing.spread().mean - spread.mean;
    let mut rows = vec![("luck", format!("{luck:+.2} points a game; results without luck:"))];
    rows.extend(win_percent.map(|percent| ("  win %", format!("{percent:.2}{}", interval(Interval::of(percent))))));
    rows.push(("  spread", format!("{spread:+.2}{}", interval(Interval::of(spread)))));
    if let Some(percent) = win_percent.filter(|percent| (0.0..=100.0).contains(&percent.mean)) {
        let superiority = likelihood_of_superiority(percent);
        let superiority = superiority.map(|los| format!("; superiority {:.2} % likely", 100.0 * los));
        rows.push(("  Elo", format!("{}{}", elo_text(percent), superiority.unwrap_or_default())));
    }
    rows.extend(efficiency(standing, corrected).map(|text| ("  gain", text)));
    rows
}

/// Fewer pairs tell nothing of standard deviations.
const FEWEST_FOR_EFFICIENCY: u64 = 20;

/// How many times the pairs it would take to be as sure with luck.
fn efficiency(standing: &Standing, corrected: CorrectedResult) -> Option<String> {
    let times = |raw: Estimate, corrected: Estimate| -> Option<f64> {
        let ratio = (raw.standard_error? / corrected.standard_error?).powi(2);
        Some(ratio).filter(|&ratio| ratio.is_finite() && ratio > 0.0)
    };
    let points = times(standing.spread(), corrected.spread).filter(|_| standing.seeds() >= FEWEST_FOR_EFFICIENCY)?;
    let wins = corrected.win_percent.and_then(|percent| times(standing.win_percent(), percent));
    let wins = wins.map_or(String::new(), |wins| format!(", {wins:.1} times (wins)"));
    Some(format!("as sure as {points:.1} times the pairs (spread){wins}"))
}

/// A mean with its standard error and its interval of 95 %.
fn estimate(estimate: Estimate) -> Value {
    let bounds = Interval::of(estimate).map(|interval| [interval.low, interval.high]);
    json!({ "mean": estimate.mean, "standard_error": estimate.standard_error, "interval": bounds })
}

/// JSON knows no infinite numbers: who has won or lost all games has none.
fn elo_json(percent: Estimate) -> Value {
    let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
    let bounds = Interval::in_elo(percent).map(|interval| [finite(interval.low), finite(interval.high)]);
    json!({ "difference": finite(elo(percent.mean / 100.0)), "interval": bounds })
}

fn interval(interval: Option<Interval>) -> String {
    interval.map_or(String::new(), |Interval { low, high, .. }| format!(" (95 %: {low:.2} to {high:.2})"))
}

/// Small ones by their size.
fn write_chance(chance: f64) -> String {
    if chance < 1e-4 { format!("{chance:.1e}") } else { format!("{chance:.4}") }
}

fn elo_text(percent: Estimate) -> String {
    let bounds = Interval::in_elo(percent);
    let bounds = bounds.map(|Interval { low, high, .. }| format!(" (95 %: {low:+.1} to {high:+.1})"));
    format!("{:+.1}{}", elo(percent.mean / 100.0), bounds.unwrap_or_default())
}

fn sprt_text(sprt: &Sprt, standing: &Standing) -> String {
    let ([low, high], llr) = (sprt.bounds(), sprt.llr(standing));
    let on = if sprt.on == TestedResults::Corrected { ", on results without luck" } else { "" };
    let verdict = match sprt.verdict(standing) {
        Verdict::Undecided => "undecided".into(),
        Verdict::Elo0 => format!("{} Elo, not {}", sprt.elo0, sprt.elo1),
        Verdict::Elo1 => format!("{} Elo, not {}", sprt.elo1, sprt.elo0),
    };
    format!("{verdict}: LLR {llr:.2} ({low:.2}, {high:.2}) [{}, {}]{on}", sprt.elo0, sprt.elo1)
}
