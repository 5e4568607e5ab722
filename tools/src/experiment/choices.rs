//! Which of two engines chooses better, decision by decision.
//!
//! A match of engines that choose alike nine times of ten says little: its result is mostly the luck of the draw, and the
//! rest mostly the same plays. Here both choose in the same positions, each by itself; where their plays differ, both
//! are rolled out to the end of the game in the same thousands of worlds. What the first gains that way, over all
//! positions, is what it gains for each move. That is many times as exact as games are.
//!
//! **Limits.** The judge's players are static. What an engine knows that such rollouts do not see (who can be read, how
//! endgames are really played) does not count here; and an engine that chooses by rollouts of the same kind is judged
//! by its own measure. Positions say nothing of the clock and of the game so far: no belief is used on either side.

use super::records::Records;
use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{MOST_WORLDS, whole_number};
use crate::game_setup::GameSetup;
use crate::lab::{Lab, positions_mark, read_positions, search, sim_report, simulation};
use crate::progress::GameProgress;
use crate::referee::engine::{Engine, error_of};
use crate::referee::entrant::{Entrant, make_names_unique};
use crate::statistics::Estimate;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;
use tasseo::engine::{Go, SimOverrides};
use tasseo::game::cgp::Cgp;
use tasseo::game::{Action, Move, Play, Position};
use tasseo::protocol::Reply;
use tasseo::search::NamedPlays;
use tasseo::search::simulation::{Allocation, Levels, RolloutDepth};
use tasseo::seeds::seed_of;

/// How long an engine may take to be ready, and for a move beyond its own limit.
const PATIENCE: Duration = Duration::from_secs(120);

/// Positions are summed up by the tiles in the bag: each row begins at one of these.
const BAGS: [usize; 6] = [0, 8, 15, 23, 36, 61];

/// What is to be measured.
#[derive(Args, Clone, Debug)]
pub struct ChoicesArgs {
    /// Positions, one CGP a line, with the rack of the player on turn
    positions: PathBuf,
    /// The engine that is judged, as for referee match: 'tasseo name=new movetime=1000'
    first: Entrant,
    /// The engine that it is compared with
    second: Entrant,
    /// In how many worlds two plays are rolled out
    #[arg(long, default_value_t = 4000, value_name = "N", value_parser = whole_number(2..=MOST_WORLDS),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

/// What both chose in one position, and what the first gained by it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ComparedChoice {
    position: usize,
    bag: usize,
    plays: [String; 2],
    /// In percent of games, and in points.
    gained: [f64; 2],
    /// How long both took, in milliseconds.
    ms: [f64; 2],
}

/// Measures what has not been measured, and writes `choices.md` and `choices.json`. Blocks.
pub fn run(args: &ChoicesArgs) -> Result<String, AnyError> {
    let mut entrants = [args.first.clone(), args.second.clone()];
    make_names_unique(&mut entrants)?;
    if entrants.iter().any(|entrant| entrant.limit.clock.is_some()) {
        return Err("a clock is for games: give the engines movetime=MS or iterations=N".into());
    }
    let positions = read_positions(&args.positions)?;
    let lab = Lab::at(&GameSetup::open(&args.lab.setup)?)?;
    let results = ReportFolder::open(&args.lab.output, "choices")?;
    let what = format!(
        "choices {} {} {} / {} worlds={} seed={}",
        lab.setup.describe(),
        positions_mark(&positions),
        entrants[0],
        entrants[1],
        args.worlds,
        args.lab.setup.seed
    );
    let (mut records, mut known) = Records::open::<ComparedChoice>(&results.path("positions.jsonl"), &what)?;
    let mut progress = GameProgress::of("choices", "positions", known.len() as u64, positions.len() as u64);
    if known.len() < positions.len() {
        let mut judge = Judge { args, lab: &lab, players: start(args, &entrants)? };
        for (number, (position, _)) in positions.iter().enumerate().skip(known.len()) {
            let choice = judge.compare(number, position)?;
            records.add(&choice)?;
            known.push(choice);
            progress.show(known.len() as u64);
        }
    }
    drop(progress);
    let summaries = summaries(&known);
    let markdown = table_of(&summaries, &entrants);
    results.write(&markdown, &summaries)?;
    Ok(markdown)
}

/// An engine that answers.
struct PlayingEngine {
    entrant: Entrant,
    engine: Engine,
}

/// Starts both engines with the words that are played with.
fn start(args: &ChoicesArgs, entrants: &[Entrant; 2]) -> Result<[PlayingEngine; 2], AnyError> {
    let words = &args.lab.setup.lexicon;
    let named = [("DataPath", words.letters.data_path()), ("Lexicon", words.lexicon.clone()), ("Threads", "1".into())];
    let common: Vec<(String, String)> = named
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let player = |entrant: &Entrant| -> Result<PlayingEngine, AnyError> {
        let engine = Engine::start(entrant, &common, PATIENCE).map_err(|fault| format!("{}: {fault}", entrant.name))?;
        Ok(PlayingEngine { entrant: entrant.clone(), engine })
    };
    Ok([player(&entrants[0])?, player(&entrants[1])?])
}

impl PlayingEngine {
    /// What it chooses, and how long it takes.
    fn choose(&mut self, position: &Position) -> Result<(Play, Duration), AnyError> {
        let PlayingEngine { entrant, engine } = self;
        let within = |why: String| AnyError::from(format!("{}: {why}", entrant.name));
        let limit = entrant.limit;
        let limits = [
            limit.move_time.map(|time| format!(" movetime {}", time.as_millis())),
            limit.iterations.map(|iterations| format!(" iterations {iterations}")),
        ];
        let go = format!("go {}{}", entrant.go, limits.into_iter().flatten().collect::<String>());
        let asked =
            engine.ask(&format!("position cgp {}\n{go}", Cgp::of(position))).map_err(|f| within(f.to_string()))?;
        let until = asked + limit.move_time.unwrap_or_default() + PATIENCE;
        loop {
            let heard = engine.next_line(until, "bestmove").map_err(|fault| within(fault.to_string()))?;
            match heard.reply() {
                Some(Reply::BestMove(text)) => {
                    let found = Move::parse(&text, position.distribution().alphabet());
                    let found = found.map_err(|error| within(format!("bestmove {text}: {error}")))?;
                    let Action::Play(play) = found.action else { return Err(within(format!("{text} is no play"))) };
                    return Ok((play, heard.at - asked));
                }
                Some(reply) => {
                    if let Some(error) = error_of(&reply) {
                        return Err(within(error));
                    }
                }
                None => {}
            }
        }
    }
}

/// Compares choices.
struct Judge<'a> {
    args: &'a ChoicesArgs,
    lab: &'a Lab,
    players: [PlayingEngine; 2],
}

impl Judge<'_> {
    fn compare(&mut self, number: usize, position: &Position) -> Result<ComparedChoice, AnyError> {
        let within = |error: AnyError| format!("position {}: {error}", number + 1);
        let [first, second] = &mut self.players;
        let (one, other) = (first.choose(position).map_err(within)?, second.choose(position).map_err(within)?);
        let alphabet = position.distribution().alphabet();
        Ok(ComparedChoice {
            position: number,
            bag: position.bag_len(),
            plays: [one.0, other.0].map(|play| play.display(alphabet)),
            gained: if one.0 == other.0 { [0.0; 2] } else { self.gained(number, position, one.0, other.0) },
            ms: [one.1, other.1].map(|time| 1e3 * time.as_secs_f64()),
        })
    }

    /// What one play gains on another, in percent of games and in points.
    fn gained(&self, number: usize, position: &Position, one: Play, other: Play) -> [f64; 2] {
        let mut engine = self.lab.engine(|options| {
            options.threads = self.args.lab.setup.threads.count().get();
            options.use_inference = false;
        });
        engine.load_position(position.clone());
        let overrides = SimOverrides {
            levels: Some(Levels::fixed(RolloutDepth::End)),
            allocation: Some(Allocation::Equal),
            ..SimOverrides::default()
        };
        let named = NamedPlays { only: vec![one, other], also: Vec::new() };
        let go = Go { overrides, named, ..simulation(None, Some(self.args.worlds)) };
        let findings = search(&mut engine, seed_of(self.args.lab.setup.seed, number as u64), go);
        let report = sim_report(&findings).expect("there is something to simulate");
        let of = |play: Play| {
            let found = report.plays.iter().find(|found| found.found.play == play).expect("both were simulated");
            [100.0 * found.win.expect("the lab has win chances").mean, found.gain.mean]
        };
        let (one, other) = (of(one), of(other));
        [one[0] - other[0], one[1] - other[1]]
    }
}

/// What came of the positions with so many tiles in the bag.
#[derive(Clone, Debug, Serialize)]
struct Summary {
    /// The fewest and the most tiles in the bag.
    bags: (usize, usize),
    positions: usize,
    differ: usize,
    wins: Estimate,
    points: Estimate,
    /// How long both took on average.
    ms: [f64; 2],
}

impl Summary {
    fn of(choices: &[&ComparedChoice]) -> Option<Self> {
        let bags = choices.iter().map(|choice| choice.bag);
        let mean = |who: usize| choices.iter().map(|choice| choice.ms[who]).sum::<f64>() / choices.len() as f64;
        Some(Summary {
            bags: (bags.clone().min()?, bags.max()?),
            positions: choices.len(),
            differ: choices.iter().filter(|choice| choice.plays[0] != choice.plays[1]).count(),
            wins: Estimate::of(choices.iter().map(|choice| choice.gained[0])),
            points: Estimate::of(choices.iter().map(|choice| choice.gained[1])),
            ms: [mean(0), mean(1)],
        })
    }
}

/// By the tiles in the bag, and at the end all together where there are several rows.
fn summaries(choices: &[ComparedChoice]) -> Vec<Summary> {
    let row_of = |choice: &ComparedChoice| BAGS.iter().filter(|&&least| least <= choice.bag).count();
    let of_row = |row: usize| choices.iter().filter(|choice| row_of(choice) == row).collect::<Vec<_>>();
    let mut rows: Vec<Summary> = (1..=BAGS.len()).filter_map(|row| Summary::of(&of_row(row))).collect();
    if rows.len() > 1 {
        rows.extend(Summary::of(&choices.iter().collect::<Vec<_>>()));
    }
    rows
}

fn table_of(summaries: &[Summary], [first, second]: &[Entrant; 2]) -> String {
    let mut table = format!(
        "What {} gains on {} for each move, where both choose in the same positions:\n\n\
         | tiles in the bag | positions | other plays | wins, % | points | ms a move | ms a move |\n\
         |---|---|---|---|---|---|---|\n",
        first.name, second.name
    );
    for Summary { bags: (least, most), positions, differ, wins, points, ms: [one, other] } in summaries {
        let _ = writeln!(
            table,
            "| {least} to {most} | {positions} | {differ} | {wins:+.2} | {points:+.2} | {one:.0} | {other:.0} |"
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_summed_up_by_the_tiles_in_the_bag() {
        let choice = |bag: usize, plays: [&str; 2], gained: f64| ComparedChoice {
            position: 0,
            bag,
            plays: plays.map(str::to_owned),
            gained: [gained, 10.0 * gained],
            ms: [100.0, 50.0],
        };
        let choices = [choice(3, ["8D.A", "8D.B"], 2.0), choice(7, ["8D.A"; 2], 0.0), choice(8, ["8D.A"; 2], 0.0)];
        let rows = summaries(&choices);
        assert_eq!(rows.iter().map(|row| row.bags).collect::<Vec<_>>(), [(3, 7), (8, 8), (3, 8)]);
        assert_eq!((rows[0].differ, rows[0].wins.mean, rows[0].wins.standard_error), (1, 1.0, Some(1.0)));
        assert!(summaries(&choices[..2]).len() == 1 && summaries(&[]).is_empty());
        let entrants = ["a name=new", "b name=old"].map(|text| text.parse().unwrap());
        let table = table_of(&rows, &entrants);
        assert!(table.contains("| 3 to 7 | 2 | 1 | +1.00 ± 1.00 | +10.00 ± 10.00 | 100 | 50 |"), "{table}");
    }
}
