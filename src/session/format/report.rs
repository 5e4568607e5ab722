//! What is told of a search: before it, its reports, line by line, and its last.

use super::belief::BeliefFormat;
use super::text::{shortened, unknown_words};
use crate::engine::{Counted, Go, Options, Plan};
use crate::game::{Play, Position, Rack};
use crate::limits::{Limits, Mode};
use crate::movegen::ScoredPlay;
use crate::protocol::{EndgameInfo, GenInfo, GoCommand, Looked, PegInfo, Reply, ScoreInfo, SimInfo};
use crate::search::endgame::Bound;
use crate::search::preendgame::PegCandidate;
use crate::search::simulation::{Estimate, Objective};
use crate::search::{EndgameReport, Method, NamedPlays, PegReport, Report, Request, SimPlay, SimReport, StaticReport};
use std::sync::Arc;
use std::time::Duration;

/// How many plays are told of while a search goes on; at its end all are.
const LEADERS: usize = 5;
/// How many things of one kind are named at most before a search.
const MAX_NAMED: usize = 20;

/// What is said before a search: where its numbers come from, what of the command is not made use of, which named plays
/// are phonies, and why the opponent is not read although that was wanted.
pub(crate) fn before_search(command: &GoCommand, plan: &Plan) -> Vec<Reply> {
    let mut replies = vec![provenance(plan)];
    replies.extend(ignored(command, plan));
    replies.extend(plan.request().map(phonies).unwrap_or_default());
    replies.extend(plan.unread.iter().map(|why| Reply::Text(why.clone())));
    replies
}

fn provenance(plan: &Plan) -> Reply {
    let (version, of) = (env!("CARGO_PKG_VERSION"), &plan.provenance);
    Reply::Text(format!(
        "provenance engine=Tasseo/{version} leaves={} winpct={} lexicon={}",
        of.leaves, of.win_chance, of.lexicon
    ))
}

/// Says which words of a `go` are not made use of: those that mean nothing, and those that are for other searches.
fn ignored(go: &GoCommand, plan: &Plan) -> Vec<Reply> {
    let Limits { depth, iterations, stop_condition, .. } = go.limits;
    let method = plan.method();
    let reads = method.is_none();
    let lists = matches!(method, Some(Method::Static(most)) if *most > 1) || go.mode == Mode::Gen;
    let simulates = matches!(method, Some(Method::Simulation(_)));
    let tries_draws = matches!(method, Some(Method::PreEndgame(_)));
    let solves = matches!(method, Some(Method::Endgame(_)));
    let is_static = matches!(method, Some(Method::Static(_) | Method::Handicap(_)));
    let unused = [
        (reads && !go.search_moves.is_empty(), "searchmoves"),
        (reads && !go.also_search_moves.is_empty(), "alsosearchmoves"),
        (go.plays.is_some() && !lists && !reads && !tries_draws, "plays"),
        (depth.is_some() && !simulates, "depth"),
        (iterations.is_some() && !simulates, "iterations"),
        (stop_condition.is_some() && !simulates, "stopcondition"),
        (go.first_win && !solves, "firstwin"),
        (go.use_inference.is_some() && !simulates && !tries_draws, "useinference"),
        (go.threads.is_some() && is_static, "threads"),
    ];
    let unused = unused.into_iter().filter(|&(is_given, _)| is_given).map(|(_, name)| name.to_owned());
    let words: Vec<String> = unused.chain(go.ignored.iter().map(ToString::to_string)).collect();
    let more = words.len().saturating_sub(MAX_NAMED);
    let mut lines: Vec<String> =
        words.into_iter().take(MAX_NAMED).map(|word| shortened(format!("ignored {word}"))).collect();
    lines.extend((more > 0).then(|| format!("ignored {}", Counted(more, "more word"))));
    lines.into_iter().map(Reply::Text).collect()
}

/// Says which of the plays that were named make words that do not exist: why one of them is not chosen, or not looked
/// at.
fn phonies(Request { named, position, lexicon, .. }: &Request) -> Vec<Reply> {
    let lines = named.iter().filter_map(|play| match play {
        Play::Place(placement) => {
            let text = play.display(position.distribution().alphabet());
            unknown_words(position, placement, lexicon).map(|unknown| Reply::Text(format!("{text}: {unknown}")))
        }
        Play::Exchange(_) | Play::Pass => None,
    });
    lines.take(MAX_NAMED).collect()
}

/// How the findings of one search are told.
pub(crate) struct SearchFormat {
    /// What is read of the opponent.
    pub(crate) belief: BeliefFormat,
    /// Whether the search looks further than its first report does.
    pub(crate) looks_ahead: bool,
    position: Arc<Position>,
    rack: Rack,
    named: NamedPlays,
    /// Whether to list static plays.
    lists: bool,
    /// How many candidates of a pre-endgame are told of.
    peg_plays: usize,
    /// Whether to tell which line is being looked at.
    shows_line: bool,
}

impl SearchFormat {
    pub(crate) fn new(go: &Go, plan: &Plan, options: &Options) -> Self {
        let request = plan.request();
        let is_static = matches!(plan.method(), Some(Method::Static(_)));
        let position = plan.position();
        SearchFormat {
            belief: BeliefFormat { position: position.clone(), likelihood: plan.likelihood.clone() },
            looks_ahead: !is_static,
            position,
            rack: request.map(|request| request.rack).unwrap_or_default(),
            named: request.map(|request| request.named.clone()).unwrap_or_default(),
            lists: go.mode == Mode::Gen || (options.analyse_mode && is_static),
            peg_plays: go.plays.unwrap_or(Go::PLAYS),
            shows_line: options.show_curr_line,
        }
    }

    /// A report; the last one tells of everything.
    pub(crate) fn report(&self, report: &Report, time: Duration, is_last: bool) -> Vec<Reply> {
        let mut replies = match report {
            Report::Static(report) => self.static_plays(report),
            Report::Simulation(report) => self.sim_plays(report, is_last),
            Report::PreEndgame(report) => self.peg_candidates(report, is_last),
            Report::Endgame(report) => vec![Reply::Endgame(self.endgame(report, time))],
        };
        let line = report.best().filter(|_| self.shows_line);
        replies.extend(line.map(|best| Reply::CurrLine(self.write(&best.play))));
        replies.extend(self.score(report, time).map(Reply::Score));
        replies
    }

    fn static_plays(&self, report: &StaticReport) -> Vec<Reply> {
        let listed = if self.lists { &report.plays[..] } else { &[] };
        listed.iter().map(|found| Reply::Gen(self.gen_info(found))).collect()
    }

    fn gen_info(&self, found: &ScoredPlay) -> GenInfo {
        let used = found.play.tiles_used(self.position.board()).unwrap_or_default();
        GenInfo {
            play: self.write(&found.play),
            score: found.score,
            equity: found.equity.to_string(),
            leave: self.rack.minus(&used).display(self.position.distribution().alphabet()),
        }
    }

    fn sim_plays(&self, report: &SimReport, is_last: bool) -> Vec<Reply> {
        let most = if is_last { usize::MAX } else { LEADERS };
        let info = |play: &SimPlay| Reply::Sim(self.sim_info(play, report.objective));
        let mut replies: Vec<Reply> = report.plays.iter().take(most).map(info).collect();
        if is_last {
            replies.extend(self.ties(report));
        }
        replies
    }

    fn sim_info(&self, play: &SimPlay, objective: Objective) -> SimInfo {
        let written = |Estimate { mean, error }: Estimate, digits: usize| {
            (format!("{mean:.digits$}"), error.is_finite().then(|| format!("{error:.digits$}")))
        };
        SimInfo {
            play: self.write(&play.found.play),
            win: play.win.map(|win| written(percent(win), 2)),
            equity: written(play.gain, 3),
            iterations: play.iterations,
            behind: match objective {
                Objective::Win => written(percent(play.behind), 2),
                Objective::Spread => written(play.behind, 3),
            },
            reply: format!("{:.1}", play.reply),
            next: play.next.map(|next| format!("{next:.1}")),
        }
    }

    /// Says which plays are as good as the best one.
    fn ties(&self, report: &SimReport) -> Option<Reply> {
        let tied = report.plays.iter().filter(|play| play.tied);
        let tied: Vec<String> = tied.map(|play| self.write(&play.found.play)).collect();
        (!tied.is_empty()).then(|| Reply::Text(format!("as good as the best: {}", tied.join(", "))))
    }

    fn peg_candidates(&self, report: &PegReport, is_last: bool) -> Vec<Reply> {
        let most = if is_last { self.peg_plays } else { self.peg_plays.min(LEADERS) };
        let is_told = |(at, candidate): &(usize, &PegCandidate)| {
            *at < most || (is_last && self.named.also.contains(&candidate.play))
        };
        let told = report.candidates.iter().enumerate().filter(is_told);
        told.map(|(_, candidate)| Reply::Peg(self.peg_info(candidate))).collect()
    }

    fn peg_info(&self, candidate: &PegCandidate) -> PegInfo {
        let PegCandidate { play, wins, draws, losses, spread, round, is_proven } = candidate;
        PegInfo {
            play: self.write(play),
            results: [wins, draws, losses].map(|part| format!("{part:.3}")),
            spread: format!("{spread:+.2}"),
            round: round + 1,
            is_proven: *is_proven,
        }
    }

    fn endgame(&self, EndgameReport { solution, .. }: &EndgameReport, time: Duration) -> EndgameInfo {
        EndgameInfo {
            depth: solution.depth,
            spread: solution.spread,
            bound: match solution.bound {
                Bound::Exact => None,
                Bound::Lower => Some("lowerbound".into()),
                Bound::Upper => Some("upperbound".into()),
            },
            is_proven: solution.is_proven,
            nodes: solution.nodes,
            time: time.as_millis(),
            line: solution.line.iter().map(|play| self.write(play)).collect::<Vec<_>>().join(" "),
        }
    }

    /// What a report says of the best play and of how far the search has looked. Of endgames and pre-endgames all is
    /// told already.
    fn score(&self, report: &Report, time: Duration) -> Option<ScoreInfo> {
        let best = report.best()?;
        let (looked, win_chance, equity) = match report {
            Report::Static(report) => (None, report.win_chance, best.equity.to_string()),
            Report::Simulation(report) => {
                let leader = report.plays.first()?;
                let win_chance = leader.win.map(|win| win.mean);
                (Some(self.looked(report, time)), win_chance, format!("{:.3}", leader.gain.mean))
            }
            Report::PreEndgame(_) | Report::Endgame(_) => return None,
        };
        Some(ScoreInfo {
            looked,
            win_percent: win_chance.map(|chance| format!("{:.1}", 100.0 * chance)),
            equity,
            time: time.as_millis(),
            line: self.write(&best.play),
        })
    }

    fn looked(&self, report: &SimReport, time: Duration) -> Looked {
        Looked {
            depth: report.plies,
            nodes: report.rollouts,
            nodes_a_second: (report.rollouts as f64 / time.as_secs_f64().max(0.001)) as u64,
            current: report.plays.get(1).map(|second| self.write(&second.found.play)),
        }
    }

    /// A play, as moves are written.
    pub(crate) fn write(&self, play: &Play) -> String {
        play.display(self.position.distribution().alphabet())
    }
}

fn percent(estimate: Estimate) -> Estimate {
    Estimate { mean: 100.0 * estimate.mean, error: 100.0 * estimate.error }
}
