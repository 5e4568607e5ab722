//! What is told of a search: its reports, line by line.

use super::choose::Choice;
use crate::game::Play;
use crate::movegen::ScoredPlay;
use crate::protocol::{EndgameInfo, GenInfo, Looked, PegInfo, Reply, ScoreInfo, SimInfo};
use crate::search::endgame::{Bound, EndgameReport};
use crate::search::preendgame::Candidate;
use crate::search::simulation::{Estimate, Goal};
use crate::search::{Candidates, Effort, Judged, Method, Report, Request, Simulated};
use std::time::Duration;

/// So many plays are told of while a simulation goes on; at its end all are.
const LEADERS: usize = 5;

impl Choice {
    /// A report for the front end, but for its score; the last one tells of everything.
    pub(super) fn tell(&self, report: &Report, time: Duration, last: bool) -> Vec<Reply> {
        let listed = if self.list { &report.plays[..] } else { &[] };
        let mut replies: Vec<Reply> = listed.iter().map(|judged| Reply::Gen(self.describe(&judged.found))).collect();
        replies.extend(report.endgame.as_ref().map(|known| Reply::Endgame(self.describe_endgame(known, time))));
        let told = if last { usize::MAX } else { LEADERS };
        let Candidates { also, most, .. } = &self.request.candidates;
        let tried = report.peg.iter().flat_map(|known| known.candidates.iter().enumerate());
        let tried = tried.filter(|(at, tried)| *at < told.min(*most) || (last && also.contains(&tried.play)));
        replies.extend(tried.map(|(_, candidate)| Reply::Peg(self.describe_candidate(candidate))));
        let simulated = report.plays.iter().filter_map(|judged| Some((judged, judged.simulated?)));
        let simulated: Vec<(&Judged, Simulated)> = simulated.take(told).collect();
        replies.extend(simulated.iter().map(|(judged, simulated)| Reply::Sim(self.describe_sim(judged, simulated))));
        if last {
            replies.extend(self.ties(&simulated));
        }
        let line = report.plays.first().filter(|_| self.show_line);
        replies.extend(line.map(|best| Reply::CurrLine(self.write(&best.found.play))));
        replies
    }

    fn describe_endgame(&self, known: &EndgameReport, time: Duration) -> EndgameInfo {
        EndgameInfo {
            depth: known.depth,
            spread: known.spread,
            bound: match known.bound {
                Bound::Exact => None,
                Bound::Lower => Some("lowerbound".into()),
                Bound::Upper => Some("upperbound".into()),
            },
            is_proven: known.is_proven,
            nodes: known.nodes,
            time: time.as_millis(),
            line: known.line.iter().map(|play| self.write(play)).collect::<Vec<_>>().join(" "),
        }
    }

    fn describe_candidate(&self, candidate: &Candidate) -> PegInfo {
        let Candidate { play, wins, draws, losses, spread, round, is_proven } = candidate;
        PegInfo {
            play: self.write(play),
            results: [wins, draws, losses].map(|part| format!("{part:.3}")),
            spread: format!("{spread:+.2}"),
            round: round + 1,
            is_proven: *is_proven,
        }
    }

    /// What a report says of the best play and of how far the search has looked. Of endgames and pre-endgames all is
    /// told already.
    pub(super) fn score(&self, report: &Report, time: Duration) -> Option<Reply> {
        let best = report.plays.first().filter(|_| report.endgame.is_none() && report.peg.is_none())?;
        let win_chance = best.simulated.map_or(best.win_chance, |simulated| Some(simulated.win?.mean));
        let equity = best.simulated.map(|simulated| format!("{:.3}", simulated.gain.mean));
        let looked = report.effort.map(|Effort { plies, rollouts }| Looked {
            depth: plies,
            nodes: rollouts,
            nodes_a_second: (rollouts as f64 / time.as_secs_f64().max(0.001)) as u64,
            current: report.plays.get(1).map(|second| self.write(&second.found.play)),
        });
        Some(Reply::Score(ScoreInfo {
            looked,
            win_percent: win_chance.map(|chance| format!("{:.1}", 100.0 * chance)),
            equity: equity.unwrap_or_else(|| best.found.equity.to_string()),
            time: time.as_millis(),
            line: self.write(&best.found.play),
        }))
    }

    fn describe_sim(&self, judged: &Judged, simulated: &Simulated) -> SimInfo {
        let written = |Estimate { mean, error }: Estimate, digits: usize| {
            (format!("{mean:.digits$}"), error.is_finite().then(|| format!("{error:.digits$}")))
        };
        SimInfo {
            play: self.write(&judged.found.play),
            win: simulated.win.map(|win| written(percent(win), 2)),
            equity: written(simulated.gain, 3),
            iterations: simulated.iterations,
            behind: match self.counts_wins(simulated) {
                true => written(percent(simulated.behind), 2),
                false => written(simulated.behind, 3),
            },
            reply: format!("{:.1}", simulated.reply),
            next: simulated.next.map(|next| format!("{next:.1}")),
        }
    }

    /// Whether plays are ranked by their chance to win.
    fn counts_wins(&self, simulated: &Simulated) -> bool {
        let Method::Simulation(how) = &self.request.method else { return false };
        how.goal == Goal::Win && simulated.win.is_some()
    }

    /// Says which plays are as good as the best one.
    fn ties(&self, simulated: &[(&Judged, Simulated)]) -> Option<Reply> {
        let tied = simulated.iter().filter(|(_, simulated)| simulated.tied);
        let tied: Vec<String> = tied.map(|(judged, _)| self.write(&judged.found.play)).collect();
        (!tied.is_empty()).then(|| Reply::Text(format!("as good as the best: {}", tied.join(", "))))
    }

    fn describe(&self, found: &ScoredPlay) -> GenInfo {
        let Request { position, rack, .. } = &self.request;
        let used = found.play.tiles_used(position.board()).unwrap_or_default();
        GenInfo {
            play: self.write(&found.play),
            score: found.score,
            equity: found.equity.to_string(),
            leave: rack.minus(&used).display(position.distribution().alphabet()),
        }
    }

    /// A play, as moves are written.
    pub(super) fn write(&self, play: &Play) -> String {
        play.display(self.request.position.distribution().alphabet())
    }
}

fn percent(estimate: Estimate) -> Estimate {
    Estimate { mean: 100.0 * estimate.mean, error: 100.0 * estimate.error }
}
