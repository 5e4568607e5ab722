//! How much of a leave's value is still to be had, by the tiles left in the bag.
//!
//! For every placement of self-play: the spread that was still to come after it, against the value of what it kept. A
//! straight line is fitted for each number of tiles that the play left in the bag, which is different for each play of
//! a game. The figures in `src/evaluate/stage.rs` were made with it.

use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{GAMES, whole_number};
use crate::clusters::LineSums;
use crate::game_setup::GameSetup;
use crate::progress::GameProgress;
use crate::statistics::Estimate;
use crate::train::placements::for_each_placement;
use clap::Args;
use serde::Serialize;

/// Fewer plays than this tell nothing.
const LEAST_PLAYS: f64 = 100.0;

/// What `experiment stages` takes.
#[derive(Args, Clone, Debug)]
pub struct StagesArgs {
    /// How many games to learn from
    #[arg(long, default_value_t = 60_000, value_name = "N", value_parser = whole_number(GAMES),
        allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    lab: LabArgs,
}

/// What was found for plays that left this many tiles in the bag.
#[derive(Clone, Debug, Serialize)]
struct Stage {
    left: usize,
    plays: f64,
    /// What the spread still changed by, for a leave worth nothing.
    worth: Estimate,
    /// By how much more for each point that a leave is worth.
    share: Estimate,
}

/// Plays, and writes `stages.md` and `stages.json`. Blocks.
pub fn run(args: &StagesArgs) -> Result<String, AnyError> {
    let LabArgs { output, setup: setup_args } = &args.lab;
    let setup = GameSetup::open(setup_args)?;
    let leaves = setup.leaves.clone().ok_or("there are no leave values; give some with --leaves")?;
    let results = ReportFolder::open(output, "stages")?;
    let mut lines = vec![LineSums::default(); setup.most_unseen() + 1];
    let mut progress = GameProgress::new("stages", 0, args.games);
    for_each_placement(&setup, &leaves, setup_args, args.games, &mut progress, |placement| {
        lines[placement.left].add([(placement.leave, placement.change)]);
    });
    drop(progress);
    let enough = lines.iter().enumerate().filter(|(_, line)| line.count() > LEAST_PLAYS);
    let stage = |(left, line): (usize, &LineSums)| {
        let fit = line.fit()?;
        Some(Stage { left, plays: line.count(), worth: fit.intercept, share: fit.slope })
    };
    let stages: Vec<Stage> = enough.filter_map(stage).collect();
    let markdown = format!(
        "What the spread still changed by after plays that left this many tiles in the bag: for a leave worth nothing \
         (worth), and for each point that a leave is worth (share). {} games, {}.\n\n{}",
        args.games,
        setup.describe(),
        table_of(&stages)
    );
    results.write(&markdown, &stages)?;
    Ok(markdown)
}

fn table_of(stages: &[Stage]) -> String {
    let row = |Stage { left, plays, worth, share }: &Stage| format!("| {left} | {plays} | {worth} | {share} |\n");
    format!("| left | plays | worth | share |\n|---|---|---|---|\n{}", stages.iter().map(row).collect::<String>())
}
