//! What a lead changes: whether simulation for wins plays safe when far ahead, and gambles when far behind.
//!
//! Gordon proposed rules for that: when far ahead, prefer plays that allow big comebacks in the fewest scenarios; when
//! far behind, the reverse. If it falls out of making the chance to win large, no rules are needed. So the same
//! positions are simulated with several scores. The points that each candidate gains are the same whatever the score,
//! world by world; what changes is which candidate is chosen. Of the chosen one it is told how many points on average
//! it gives up against the one that gains most, and how far its gain varies from world to world (one standard
//! deviation) beside that one's.

use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{MOST_WORLDS, whole_number};
use crate::game_setup::GameSetup;
use crate::lab::{Lab, read_positions, search, sim_report, simulation};
use crate::progress::GameProgress;
use crate::statistics::Estimate;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use tasseo::engine::Engine;
use tasseo::game::{Position, Rack};
use tasseo::search::{SimPlay, SimReport};
use tasseo::seeds::seed_of;

/// What is to be measured.
#[derive(Args, Clone, Debug)]
pub struct LeadsArgs {
    /// Positions, one CGP a line, with the rack of the player on turn
    positions: PathBuf,
    /// The leads of the player on turn, in points
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "-150,-75,0,75,150",
        value_name = "POINTS[,POINTS]",
        allow_hyphen_values = true
    )]
    leads: Vec<i32>,
    /// In how many worlds every candidate is tried
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole_number(2..=MOST_WORLDS),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

/// What was chosen in one position.
#[derive(Clone, Copy, Debug)]
struct LeadChoice {
    /// Whether it is another play than that which gains most.
    differs: bool,
    given_up: f64,
    /// How far its gain varies, less how far that of the other does.
    bolder: f64,
    /// The mean points of the opponent's reply, less those after the other.
    reply: f64,
    win: f64,
}

/// What came of one lead: means and their standard errors.
#[derive(Clone, Debug, Serialize)]
struct LeadRow {
    lead: i32,
    win_percent: Estimate,
    differs_percent: Estimate,
    points_given_up: Estimate,
    standard_deviation: Estimate,
    reply: Estimate,
}

/// Measures, and writes `leads.md` and `leads.json`.
pub fn run(args: &LeadsArgs) -> Result<String, AnyError> {
    let positions = read_positions(&args.positions)?;
    let mut engine = Lab::at(&GameSetup::open(&args.lab.setup)?)?.engine(|options| options.sim_narrowing = false);
    let results = ReportFolder::open(&args.lab.output, "leads")?;
    let mut progress = GameProgress::of("leads", "positions", 0, (args.leads.len() * positions.len()) as u64);
    let mut lines = Vec::new();
    for (row, &lead) in args.leads.iter().enumerate() {
        let choices = positions.iter().enumerate().map(|(number, position)| {
            progress.show((row * positions.len() + number) as u64);
            args.choose(&mut engine, position, seed_of(args.lab.setup.seed, number as u64), lead)
        });
        lines.push(LeadRow::of(lead, &choices.flatten().collect::<Vec<_>>()));
    }
    drop(progress);
    let markdown = table_of(&lines);
    results.write(&markdown, &lines)?;
    Ok(markdown)
}

impl LeadsArgs {
    /// Every candidate in the same worlds, with this lead.
    fn choose(
        &self,
        engine: &mut Engine,
        (position, _): &(Position, Rack),
        seed: u64,
        lead: i32,
    ) -> Option<LeadChoice> {
        let mut position = position.clone();
        let us = position.on_turn();
        let now = position.score(us) - position.score(us.opponent());
        position.adjust_score(us, lead - now);
        engine.load_position(position);
        let plies = engine.options().sim_plies;
        choice_of(sim_report(&search(engine, seed, simulation(Some(plies), Some(self.worlds))))?)
    }
}

fn choice_of(report: &SimReport) -> Option<LeadChoice> {
    let chosen = report.plays.first()?;
    let richest = report.plays.iter().max_by(|a, b| a.gain.mean.total_cmp(&b.gain.mean))?;
    let deviation = |play: &SimPlay| play.gain.error * (play.iterations as f64).sqrt();
    Some(LeadChoice {
        differs: richest.found.play != chosen.found.play,
        given_up: richest.gain.mean - chosen.gain.mean,
        bolder: deviation(chosen) - deviation(richest),
        reply: chosen.reply - richest.reply,
        win: chosen.win?.mean,
    })
}

impl LeadRow {
    fn of(lead: i32, choices: &[LeadChoice]) -> Self {
        let of = |value: fn(&LeadChoice) -> f64| Estimate::of(choices.iter().map(value));
        LeadRow {
            lead,
            win_percent: of(|choice| 100.0 * choice.win),
            differs_percent: of(|choice| if choice.differs { 100.0 } else { 0.0 }),
            points_given_up: of(|choice| choice.given_up),
            standard_deviation: of(|choice| choice.bolder),
            reply: of(|choice| choice.reply),
        }
    }
}

fn table_of(lines: &[LeadRow]) -> String {
    let mut table = "| lead | chance to win, % | another play than for points, % | points given up | \
                     deviation of the gain, more by | opponent's reply, more by |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for line in lines {
        let cells = [line.win_percent, line.differs_percent, line.points_given_up, line.standard_deviation, line.reply];
        table += &format!("| {:+} | {} |\n", line.lead, cells.map(|cell| cell.to_string()).join(" | "));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_put_beside_what_gains_most() {
        let choice = |given_up, bolder| LeadChoice { differs: given_up > 0.0, given_up, bolder, reply: -1.0, win: 0.9 };
        let line = LeadRow::of(150, &[choice(2.0, -4.0), choice(0.0, 0.0)]);
        assert_eq!(
            (line.differs_percent.mean, line.points_given_up.mean, line.standard_deviation.mean),
            (50.0, 1.0, -2.0)
        );
        let table = table_of(&[line]);
        assert!(
            table.ends_with("| +150 | 90.00 ± 0.00 | 50.00 ± 50.00 | 1.00 ± 1.00 | -2.00 ± 2.00 | -1.00 ± 0.00 |\n")
        );
    }
}
