//! Richards and Amir's worked example: the opponent opens with IMINO for 16, we hold GLORRTU; what did it keep?
//!
//! Three beliefs side by side: theirs (certain if it is the static best, else impossible, and a leave weighs as much as
//! there are ways to draw *it*), the same with the rack's weights, and ours (a softmax under policies that are
//! learned).

use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::game_setup::GameSetup;
use crate::plot::{Bar, bars};
use crate::statistics::Estimate;
use serde::Serialize;
use std::sync::Arc;
use tasseo::belief::{Belief, Likelihood, Memory, Model, Reader, ReadingEffort, Weights};
use tasseo::game::{Alphabet, History, Move, Player, Position, Rack, Rules};

/// How many of the likeliest leaves are listed.
const MOST: usize = 15;

/// Leaves that the paper speaks of.
const SPOKEN_OF: [&str; 7] = ["?O", "?H", "?L", "NV", "EI", "AI", "IO"];

/// A leave, before the play was seen and in each of the three beliefs.
#[derive(Clone, Debug, Serialize)]
struct LeaveRow {
    leave: String,
    prior: f64,
    paper: f64,
    rack_weights: f64,
    softmax: f64,
}

/// Reads the example, and writes `worked-example.md`, `.json` and `.svg`.
pub fn run(args: &LabArgs) -> Result<String, AnyError> {
    let setup = &GameSetup::open(&args.setup)?;
    let results = ReportFolder::open(&args.output, "worked-example")?;
    let alphabet = setup.distribution().alphabet();
    let history = example(setup)?;
    let best = |weights| Model { likelihood: Likelihood::Best, weights, memory: Memory::LastTurn, ..Model::default() };
    let [paper, rack_weights, softmax] = [best(Weights::Leave), best(Weights::Rack), Model::default()]
        .map(|model| read(setup, Model { leaves: setup.leaves.clone(), ..model }, &history));
    let [paper, rack_weights, softmax] = [paper?, rack_weights?, softmax?];
    let mut leaves: Vec<Rack> = paper.top(MOST).into_iter().map(|(leave, _)| leave).collect();
    let spoken_of = SPOKEN_OF.iter().filter_map(|text| Rack::parse(text, alphabet).ok());
    let missing: Vec<Rack> = spoken_of.filter(|leave| !leaves.contains(leave)).collect();
    leaves.extend(missing);
    let line = |leave: &Rack| LeaveRow {
        leave: leave.display(alphabet),
        prior: paper.prior(leave),
        paper: paper.chance(leave),
        rack_weights: rack_weights.chance(leave),
        softmax: softmax.chance(leave),
    };
    let lines: Vec<LeaveRow> = leaves.iter().map(line).collect();
    let markdown = format!("{}\n\n{}", heading(&paper, alphabet), table_of(&lines));
    let bar = |line: &LeaveRow| Bar {
        name: line.leave.clone(),
        value: Estimate { mean: 100.0 * line.paper, standard_error: None },
    };
    let picture =
        bars("What was kept after IMINO, by the paper's belief", "%", &lines.iter().map(bar).collect::<Vec<_>>());
    results.write(&markdown, &lines)?;
    results.write_picture("", &picture)?;
    Ok(markdown)
}

/// The game up to our turn. (The paper prints the play at 8E, where it would score 14; 16 is right at 8D.)
fn example(setup: &GameSetup) -> Result<History, AnyError> {
    let alphabet = setup.distribution().alphabet();
    let rules = Rules { distribution: setup.lexicon().distribution().clone(), ..Rules::default() };
    let mut history = History::new(Position::start(Arc::new(rules)));
    history.play(&Move::parse("8D.IMINO", alphabet)?)?;
    history.set_rack(Player::Two, Rack::parse("GLORRTU", alphabet)?)?;
    Ok(history)
}

fn read(setup: &GameSetup, model: Model, history: &History) -> Result<Arc<Belief>, AnyError> {
    Ok(Reader::new(setup.play_tables()?, model).read(history, Player::Two, &ReadingEffort::whole()))
}

fn heading(paper: &Belief, alphabet: &Alphabet) -> String {
    let survivors = paper.chances().iter().filter(|&&chance| chance > 0.0).count();
    let ten: f64 = paper.top(10).iter().map(|(_, chance)| chance).sum();
    let truth = Rack::parse("?O", alphabet).map_or(0.0, |truth| paper.chance(&truth));
    format!(
        "{} leaves; {survivors} survive where the paper has 27. The ten likeliest have {:.0} % (about 60 %), and the true \
         leave ?O has {truth:.4} (0.02, from 0.003).",
        paper.leaves().len(),
        100.0 * ten
    )
}

fn table_of(lines: &[LeaveRow]) -> String {
    let mut table =
        "| leave | before the play | the paper's | with the rack's weights | softmax |\n|---|---|---|---|---|\n"
            .to_owned();
    for LeaveRow { leave, prior, paper, rack_weights, softmax } in lines {
        table += &format!("| {leave} | {prior:.4} | {paper:.4} | {rack_weights:.4} | {softmax:.4} |\n");
    }
    table
}
