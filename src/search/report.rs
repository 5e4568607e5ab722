//! What a search has found so far: one type for each way to choose.

use super::endgame::EndgameReport;
use super::preendgame::PegReport;
use super::reading::Reading;
use super::simulation::SimReport;
use super::static_choice::StaticReport;
use crate::movegen::ScoredPlay;

/// Everything that a search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// What was read of the opponent.
    pub reading: Option<Reading>,
    /// What is known of the plays; none before the first.
    pub report: Option<Report>,
}

/// What is known of the plays, by the method that found it. Whatever the method, a search begins with a static report,
/// so that there is an answer at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// By what each play scores and leaves.
    Static(StaticReport),
    /// By simulation.
    Simulation(SimReport),
    /// By trying every draw of a pre-endgame.
    PreEndgame(PegReport),
    /// By solving an endgame.
    Endgame(EndgameReport),
}

impl Findings {
    /// The play to choose, if there is any yet.
    pub fn best(&self) -> Option<&ScoredPlay> {
        self.report.as_ref().and_then(Report::best)
    }
}

impl Report {
    /// The play to choose.
    pub fn best(&self) -> Option<&ScoredPlay> {
        match self {
            Report::Static(report) => report.plays.first(),
            Report::Simulation(report) => report.plays.first().map(|play| &play.found),
            Report::PreEndgame(report) => Some(&report.best),
            Report::Endgame(report) => Some(&report.best),
        }
    }
}

impl From<StaticReport> for Report {
    fn from(report: StaticReport) -> Self {
        Report::Static(report)
    }
}

impl From<SimReport> for Report {
    fn from(report: SimReport) -> Self {
        Report::Simulation(report)
    }
}

impl From<PegReport> for Report {
    fn from(report: PegReport) -> Self {
        Report::PreEndgame(report)
    }
}

impl From<EndgameReport> for Report {
    fn from(report: EndgameReport) -> Self {
        Report::Endgame(report)
    }
}
