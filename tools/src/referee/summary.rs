//! What came of a match, in numbers: for people, and as JSON.

use super::fault::FaultKind;
use super::record::Deeds;
use super::results::Results;
use super::settings::Settings;
use super::sprt::{Sprt, Verdict};
use crate::elo::{Interval, likelihood_of_superiority};
use crate::standing::Standing;
use crate::statistics::Estimate;

/// A match that has been played, as far as it has been.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'r> {
    /// What was to be played.
    pub settings: &'r Settings,
    /// What came of it.
    pub results: &'r Results,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
}

impl Summary<'_> {
    fn name(&self, engine: usize) -> &str {
        &self.settings.engines[engine].name
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut lines = vec![self.heading()];
        for (number, engine) in self.settings.engines.iter().enumerate() {
            let oracle =
                if engine.oracle == "nothing" { String::new() } else { format!(", told the {}", engine.oracle) };
            lines.push(format!("{} {}: {} ({}{oracle})", number + 1, engine.name, engine.id, engine.limit));
        }
        for (meeting, standing) in self.results.schedule().meetings().iter().zip(self.results.standings()) {
            lines.push(String::new());
            lines.push(format!("{} against {}", self.name(meeting[0]), self.name(meeting[1])));
            lines.extend(self.meeting(standing));
        }
        lines.push(String::new());
        lines.extend(self.table());
        lines.extend(self.fault_lines());
        lines.join("\n") + "\n"
    }

    fn heading(&self) -> String {
        let Settings { lexicon, tiles, seed, challenge, .. } = self.settings;
        let games = self.results.count();
        format!("{games} games in mirrored pairs, {} ({}), {challenge} challenge, seed {seed}", lexicon[0], tiles[0])
    }

    fn meeting(&self, standing: &Standing) -> Vec<String> {
        let Standing { wins, draws, losses, .. } = standing;
        let (percent, spread) = (standing.win_percent(), standing.spread());
        let [ll, ld, even, wd, ww] = standing.pentanomial();
        let mut lines = vec![
            format!("games       {}: {wins} wins, {draws} draws, {losses} losses", standing.games()),
            format!("win %       {percent:.2}{}", interval(Interval::of(percent), 2)),
            format!("spread      {spread:+.2}{}", interval(Interval::of(spread), 2)),
            format!("Elo         {}", elo_line(percent)),
            format!("pairs       {ll} {ld} {even} {wd} {ww} (0, ½, 1, 1½, 2 points)"),
        ];
        lines.extend(likelihood_of_superiority(percent).map(|los| format!("superiority {:.2} % likely", 100.0 * los)));
        lines.extend(self.sprt.map(|sprt| sprt_line(&sprt, standing)));
        lines
    }

    /// What each engine did.
    fn table(&self) -> Vec<String> {
        let engines = 0..self.settings.engines.len();
        let wide = engines.clone().map(|engine| self.name(engine).chars().count()).max().unwrap_or(0).max(6);
        let mut lines = vec![format!(
            "{:wide$} {:>15} {:>7} {:>7} {:>9} {:>7} {:>9} {:>9} {:>6} {:>9}",
            "engine", "mean score", "turns", "bingos", "exchanges", "phonies", "ms a turn", "longest", "late", "by ms"
        )];
        lines.extend(engines.map(|engine| {
            let (deeds, scores) = self.results.deeds(engine);
            let per_game = |count: u64| count as f64 / scores.count().max(1) as f64;
            let Deeds { turns, bingos, exchanges, phonies, ms, longest_ms, late, latest_ms, .. } = deeds;
            format!(
                "{:wide$} {:>15.1} {:>7.2} {:>7.2} {:>9.2} {phonies:>7} {:>9.1} {longest_ms:>9.1} {late:>6} {latest_ms:>9.1}",
                self.name(engine), scores.estimate(1.0), per_game(turns), per_game(bingos), per_game(exchanges), ms / turns.max(1) as f64,
            )
        }));
        lines
    }

    fn fault_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for engine in 0..self.settings.engines.len() {
            for kind in FaultKind::ALL {
                let count = self.faults(engine, kind);
                if count > 0 {
                    lines.push(format!("faults      {}: {count} {kind}", self.name(engine)));
                }
            }
        }
        lines
    }

    /// How often an engine has committed a fault of this kind.
    pub fn faults(&self, engine: usize, kind: FaultKind) -> usize {
        let by_engine = |record: &&super::record::GameRecord| {
            let culprit = record.forfeited_by.map(|seat| record.players[seat]);
            culprit == Some(engine) && record.fault.as_ref().is_some_and(|fault| fault.kind == kind)
        };
        self.results.games().filter(by_engine).count()
    }
}

fn interval(interval: Option<Interval>, digits: usize) -> String {
    interval.map_or(String::new(), |Interval { low, high, .. }| format!(" (95 %: {low:.digits$} to {high:.digits$})"))
}

fn elo_line(percent: Estimate) -> String {
    match Interval::in_elo(percent) {
        Some(Interval { middle, low, high }) => format!("{middle:+.1} (95 %: {low:+.1} to {high:+.1})"),
        None => format!("{:+.1}", crate::elo::elo(percent.mean / 100.0)),
    }
}

fn sprt_line(sprt: &Sprt, standing: &Standing) -> String {
    let ([low, high], llr) = (sprt.bounds(), sprt.llr(standing));
    let verdict = match sprt.verdict(standing) {
        Verdict::Undecided => "undecided".into(),
        Verdict::Elo0 => format!("no more than {} Elo", sprt.elo0),
        Verdict::Elo1 => format!("at least {} Elo", sprt.elo1),
    };
    format!("SPRT        {verdict}: LLR {llr:.2} ({low:.2}, {high:.2}) [{}, {}]", sprt.elo0, sprt.elo1)
}
