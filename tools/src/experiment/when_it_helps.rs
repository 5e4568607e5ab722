//! When it helps to read the opponent: the question that Richards and Amir leave open.
//!
//! Matches answer it badly. A game is decided by far more than what was read: over a thousand pairs of games the mean
//! spread still errs by a point and a half, which is as much as there is to find. So here decisions are compared, not
//! games.
//!
//! **What is measured.** In games whose racks are known, at every turn of either player, simulation chooses a play in
//! several [ways](Knowledge): knowing nothing of the opponent's rack, reading it in one way or another, and being told
//! what it kept. Where they choose alike there is nothing to measure. Where they do not, what they chose is tried in worlds
//! in which the opponent really has what it kept, the same worlds for all, deeper than any of them looked: the
//! difference of the means is what that decision was worth. Added up over the turns of a player in a game, it is
//! what the knowledge would have been worth in that game, as long as it does not lead to another game.
//!
//! **Why that is fair.** What is judged by is drawn anew, so nobody is judged by the worlds that made it choose. The
//! truth is one draw from what could be, so a belief that is sure of the wrong thing loses by it on average as it would
//! in games. What the judge believes of how the game goes on, static replies and the chance to win, all ways believe.

use super::lab::Lab;
use super::plot::{Bar, bars};
use super::records::ByGame;
use super::truth::ways_to_read;
use crate::clusters::Clusters;
use crate::known_games::{Chooser, KnownGames, watch};
use crate::statistics::Estimate;
use crate::train::table::Table;
use crate::{AnyError, write_file};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tasseo::belief::{Likelihood, Model, Reader, Weights};
use tasseo::game::{History, Play, Player, Position, RACK_SIZE, Rack};
use tasseo::movegen::TableBuilder;
use tasseo::search::simulation::{Allocation, Enough};
use tasseo::search::{Candidates, Inference, Report, Request, Simulation, run};
use tasseo::self_play::seed_of;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct WhenItHelps {
    /// Who plays the games.
    pub player: Chooser,
    /// What is compared with knowing nothing.
    pub ways: Vec<Knowledge>,
    /// How many games.
    pub games: u64,
    /// In how many worlds each way simulates,
    pub iterations: u64,
    /// and in how many what was chosen is judged.
    pub worlds: u64,
    /// Decides everything that is drawn.
    pub seed: u64,
    /// How many games at a time.
    pub threads: NonZeroUsize,
    /// Where the records and what is made of them go.
    pub folder: PathBuf,
}

/// How deep the ways look,
const PLIES: usize = 2;
/// and how deep the judge.
const JUDGED_PLIES: usize = 4;

/// What a way to choose knows of the opponent's rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Knowledge {
    /// Richards and Amir's belief: the last play, if it was the best
    Paper,
    /// A belief from the last play alone
    Turn,
    /// The belief that is carried through the game
    Carried,
    /// The tiles that were kept
    Leave,
}

impl Knowledge {
    /// How it reads; not at all if it is told.
    fn model(self, model: &Model) -> Option<Model> {
        let [_, (_, turn), (_, carried)] = ways_to_read(model);
        match self {
            Knowledge::Paper => Some(Model { likelihood: Likelihood::Best, weights: Weights::Leave, ..turn }),
            Knowledge::Turn => Some(turn),
            Knowledge::Carried => Some(carried),
            Knowledge::Leave => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Knowledge::Paper => "the paper's belief",
            Knowledge::Turn => "a belief from the last play",
            Knowledge::Carried => "the carried belief",
            Knowledge::Leave => "told what was kept",
        }
    }
}

/// What was found out in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GameRecord {
    turns: Vec<TurnRecord>,
}

/// What was found out at one turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct TurnRecord {
    /// Whether the first player was on turn.
    first: bool,
    /// How many tiles were unseen, and how many the opponent had kept.
    unseen: usize,
    kept: usize,
    /// log2 of the carried belief in what was kept over its chance.
    bits: f64,
    /// For each way: points, and percent of the chance to win, that its choice is better than that of knowing nothing;
    /// nothing where it is the same.
    gained: Vec<Option<(f64, f64)>>,
}

impl WhenItHelps {
    /// Measures what has not been measured, and writes Markdown, JSON and a plot.
    pub fn run(&self, table: &Table) -> Result<String, AnyError> {
        std::fs::create_dir_all(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let known = self.measure(table)?;
        let summary = Summary::of(&known, &self.ways);
        let markdown = summary.markdown(known.len());
        write_file(&self.folder.join("when-it-helps.md"), markdown.as_bytes())?;
        write_file(&self.folder.join("when-it-helps.json"), serde_json::to_string_pretty(&summary)?.as_bytes())?;
        write_file(&self.folder.join("when-it-helps.svg"), summary.plot().as_bytes())?;
        Ok(markdown)
    }

    /// What the records are of.
    fn describe(&self, table: &Table) -> String {
        let WhenItHelps { player, ways, iterations, worlds, seed, .. } = self;
        let work = format!("player={player:?} ways={ways:?} iterations={iterations} worlds={worlds} seed={seed}");
        format!("when-it-helps {} {work}", table.describe())
    }

    fn measure(&self, table: &Table) -> Result<Vec<GameRecord>, AnyError> {
        let lab = Lab::at(table)?;
        let games = KnownGames::new(table.rules().clone(), table.lexicon().clone(), table.value.clone(), self.player)?;
        let model = Model { leaves: table.leaves.clone(), ..Model::default() };
        let (builder, what) = (table.play_tables()?, self.describe(table));
        let path = self.folder.join("turns.jsonl");
        ByGame { name: "when-it-helps", path, what: &what, games: self.games, threads: self.threads }.measure(|| {
            let way = |&knowledge: &Knowledge| Chooses::new(knowledge.model(&model), &builder);
            let ways: Vec<Chooses> = self.ways.iter().map(way).collect();
            let (mut games, lab) = (games.clone(), &lab);
            move |number| self.measure_game(lab, &mut games, &ways, number)
        })
    }

    fn measure_game(&self, lab: &Lab<'_>, games: &mut KnownGames, ways: &[Chooses], number: u64) -> GameRecord {
        let seed = seed_of(self.seed, number);
        let (game, mut turns) = (games.play(seed), Vec::new());
        for us in Player::BOTH {
            watch(&game, us, |seen, kept, _| {
                let decision = Decision { lab, seen, kept, seed: seed_of(seed, seen.turns().len() as u64) };
                turns.push(self.measure_turn(&decision, ways));
            });
        }
        GameRecord { turns }
    }

    fn measure_turn(&self, decision: &Decision<'_>, ways: &[Chooses]) -> TurnRecord {
        let now = decision.seen.now();
        let us = now.on_turn();
        let blind = best(&run(&decision.request(self.iterations, now.clone(), None)));
        let reports: Vec<Arc<Report>> = ways.iter().map(|way| way.choose(decision, self.iterations)).collect();
        let chosen: Vec<Play> = reports.iter().map(|report| best(report)).collect();
        let mut plays = vec![blind];
        chosen.iter().for_each(|play| plays.extend((!plays.contains(play)).then_some(*play)));
        let judged = decision.judge(plays, self.worlds);
        let worth = |play: &Play| judged.iter().find(|(judged, ..)| judged == play).map(|&(_, gain, win)| (gain, win));
        let gained = |play: &Play| {
            let ((gain, win), (gain_blind, win_blind)) = worth(play).zip(worth(&blind))?;
            (*play != blind).then_some((gain - gain_blind, 100.0 * (win - win_blind)))
        };
        let belief = reports.iter().rev().find_map(|report| report.reading.as_ref()).map(|reading| &reading.belief);
        TurnRecord {
            first: us == Player::One,
            unseen: now.unseen_by(us).len(),
            kept: decision.kept.len(),
            bits: belief
                .map_or(0.0, |belief| (belief.chance(decision.kept) / belief.prior(decision.kept)).max(1e-12).log2()),
            gained: chosen.iter().map(gained).collect(),
        }
    }
}

/// A decision that is to be made, and what is really the case.
struct Decision<'d> {
    lab: &'d Lab<'d>,
    /// The game as the player on turn sees it.
    seen: &'d History,
    /// What the opponent really kept.
    kept: &'d Rack,
    seed: u64,
}

impl Decision<'_> {
    fn request(&self, iterations: u64, position: Position, inference: Option<Inference>) -> Request {
        let rack = position.rack(position.on_turn());
        let simulation = self.lab.simulation(PLIES, Allocation::NARROWING, self.seed);
        let enough = Enough { iterations: Some(iterations), confidence: None };
        let simulation = Simulation { enough, even_if_clear: false, ..simulation };
        Request { inference, ..self.lab.request(&(position, rack), simulation) }
    }

    /// The position with these tiles of the opponent known.
    fn knowing(&self, tiles: &Rack) -> Position {
        let mut position = self.seen.now().clone();
        position.set_rack(position.on_turn().opponent(), *tiles).expect("it has them");
        position
    }

    /// What each of these plays gains in points, and its chance to win, where the opponent has what it kept.
    fn judge(&self, plays: Vec<Play>, worlds: u64) -> Vec<(Play, f64, f64)> {
        if plays.len() == 1 {
            return Vec::new();
        }
        let position = self.knowing(self.kept);
        let rack = position.rack(position.on_turn());
        let enough = Enough { iterations: Some(worlds), confidence: None };
        // Other worlds than those that were chosen by.
        let simulation = self.lab.simulation(JUDGED_PLIES, Allocation::Equal, !self.seed);
        let request = self.lab.request(&(position, rack), Simulation { enough, ..simulation });
        let candidates = Candidates { only: plays, also: Vec::new(), most: 0 };
        let report = run(&Request { candidates, ..request });
        let judged = report.plays.iter().filter_map(|judged| Some((judged.found.play, judged.simulated?)));
        judged.filter_map(|(play, simulated)| Some((play, simulated.gain.mean, simulated.win?.mean))).collect()
    }
}

/// A way to choose: by reading, or by being told.
struct Chooses {
    reader: Option<Arc<Mutex<Reader>>>,
}

impl Chooses {
    fn new(model: Option<Model>, builder: &TableBuilder) -> Self {
        Chooses { reader: model.map(|model| Arc::new(Mutex::new(Reader::new(builder.clone(), model)))) }
    }

    fn choose(&self, decision: &Decision<'_>, iterations: u64) -> Arc<Report> {
        let inference = self.reader.as_ref().map(|reader| Inference {
            reader: reader.clone(),
            history: Arc::new(decision.seen.clone()),
            most_racks: usize::MAX,
            patience: None,
        });
        let position = match &inference {
            Some(_) => decision.seen.now().clone(),
            None => decision.knowing(decision.kept),
        };
        run(&decision.request(iterations, position, inference))
    }
}

fn best(report: &Report) -> Play {
    report.plays.first().map_or(Play::Pass, |judged| judged.found.play)
}

/// What one way gained: means and standard errors, which count games.
#[derive(Clone, Copy, Debug, Serialize)]
struct Gained {
    /// How often it chose another play than who knows nothing.
    differs_percent: Estimate,
    points: Estimate,
    win_percent: Estimate,
}

/// What came of some turns, by the turn.
#[derive(Clone, Debug, Serialize)]
struct Row {
    name: String,
    turns: usize,
    /// LiftBits of the carried belief.
    bits: f64,
    ways: Vec<Gained>,
}

impl Row {
    /// Of the turns that are asked for; none if there are none.
    fn of(name: String, records: &[GameRecord], ways: usize, is_in: impl Fn(&TurnRecord) -> bool) -> Option<Self> {
        let chosen =
            |record: &'_ GameRecord| record.turns.iter().filter(|turn| is_in(turn)).cloned().collect::<Vec<_>>();
        let games: Vec<Vec<TurnRecord>> = records.iter().map(chosen).collect();
        let turns = games.iter().map(Vec::len).sum::<usize>();
        let bits = games.iter().flatten().map(|turn| turn.bits).sum::<f64>() / turns as f64;
        let ways = (0..ways).map(|way| gained(games.iter().map(|turns| sums(turns, way, turns.len())))).collect();
        (turns > 0).then_some(Row { name, turns, bits, ways })
    }

    fn markdown(&self) -> String {
        let cell = |way: &Gained| format!(" {:.1} | {} | {} |", way.differs_percent.mean, way.points, way.win_percent);
        let ways = self.ways.iter().map(cell).collect::<String>();
        format!("| {} | {} | {:.2} |{ways}\n", self.name, self.turns, self.bits)
    }
}

/// What a way did in some turns, by so many things.
fn sums(turns: &[TurnRecord], way: usize, things: usize) -> [f64; 4] {
    let mut sums = [things as f64, 0.0, 0.0, 0.0];
    for (points, win) in turns.iter().filter_map(|turn| turn.gained[way]) {
        [100.0, points, win].iter().zip(&mut sums[1..]).for_each(|(one, sum)| *sum += one);
    }
    sums
}

fn gained(games: impl Iterator<Item = [f64; 4]>) -> Gained {
    let mut clusters = Clusters::<4>::default();
    games.for_each(|sums| clusters.add(&sums));
    Gained { differs_percent: clusters.mean(1), points: clusters.mean(2), win_percent: clusters.mean(3) }
}

/// How many tiles are unseen, from and to.
const UNSEEN: [(usize, usize); 7] = [(8, 13), (14, 20), (21, 34), (35, 48), (49, 62), (63, 76), (77, 93)];

/// What came of it all.
#[derive(Clone, Debug, Serialize)]
struct Summary {
    names: Vec<&'static str>,
    /// For each way, by player and game.
    games: Vec<Gained>,
    all: Option<Row>,
    by_unseen: Vec<Row>,
    by_played: Vec<Row>,
}

impl Summary {
    fn of(records: &[GameRecord], ways: &[Knowledge]) -> Self {
        let count = ways.len();
        // Two players in each game.
        let of_game = |way| gained(records.iter().map(|record| sums(&record.turns, way, 2)));
        let unseen = |(low, high)| {
            Row::of(format!("{low} to {high}"), records, count, |turn| (low..=high).contains(&turn.unseen))
        };
        let played = |tiles: usize| Row::of(tiles.to_string(), records, count, |turn| turn.kept + tiles == RACK_SIZE);
        Summary {
            names: ways.iter().map(|way| way.name()).collect(),
            games: (0..count).map(of_game).collect(),
            all: Row::of("all".into(), records, count, |_| true),
            by_unseen: UNSEEN.into_iter().filter_map(unseen).collect(),
            by_played: (0..=RACK_SIZE).filter_map(played).collect(),
        }
    }

    fn markdown(&self, games: usize) -> String {
        let mut text = format!(
            "What it is worth to know of the opponent's tiles, {games} games, seen by both players: against who knows nothing, by \
             player and game.\n\n| who | other choices a game | points a game | wins, % |\n|---|---|---|---|\n"
        );
        for (name, way) in self.names.iter().zip(&self.games) {
            let Gained { differs_percent, points, win_percent } = way;
            text += &format!("| {name} | {:.2} | {points} | {win_percent} |\n", differs_percent.mean / 100.0);
        }
        for (by, rows) in [("tiles unseen", &self.by_unseen), ("tiles the opponent played", &self.by_played)] {
            text += &format!("\n{}", self.long_table(by, rows));
        }
        text
    }

    /// A table by the turn.
    fn long_table(&self, by: &str, rows: &[Row]) -> String {
        let head = |name: &&str| format!(" {name}: other choices, % | points a turn | wins, % a turn |");
        let heads = self.names.iter().map(head).collect::<String>();
        let line = "---|---|---|".repeat(self.names.len() + 1);
        let rows = rows.iter().chain(&self.all).map(Row::markdown).collect::<String>();
        format!("| {by} | turns | LiftBits |{heads}\n|{line}\n{rows}")
    }

    /// The points a turn, by the tiles unseen.
    fn plot(&self) -> String {
        let bar = |row: &Row, way: usize| {
            let points = row.ways[way].points;
            let name = format!("{} unseen, {}", row.name, self.names[way]);
            Bar { name, value: points.mean, error: points.standard_error.unwrap_or_default() }
        };
        let of_row = |row| (0..self.names.len()).map(move |way| bar(row, way));
        let all: Vec<Bar> = self.by_unseen.iter().flat_map(of_row).collect();
        bars("What knowing more of the opponent's tiles is worth", "points a turn", &all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_added_up_by_game_and_by_what_was_unseen() {
        let turn = |unseen, gained: Option<(f64, f64)>| TurnRecord {
            first: true,
            unseen,
            kept: 3,
            bits: 2.0,
            gained: vec![gained, None],
        };
        let records = [
            GameRecord { turns: vec![turn(80, Some((4.0, 1.0))), turn(30, None)] },
            GameRecord { turns: vec![turn(80, Some((-1.0, 0.5))), turn(79, Some((3.0, 0.0)))] },
        ];
        let summary = Summary::of(&records, &[Knowledge::Carried, Knowledge::Leave]);
        let carried = summary.games[0];
        assert_eq!((carried.points.mean, carried.differs_percent.mean), (1.5, 75.0), "four games of a player");
        assert_eq!(summary.by_unseen.iter().map(|row| row.turns).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(summary.by_unseen[1].ways[0].points.mean, 2.0);
        assert_eq!(summary.by_played.len(), 1);
        let markdown = summary.markdown(2);
        assert!(markdown.contains("| the carried belief | 0.75 | 1.50 ±"), "{markdown}");
        assert!(markdown.contains("| 77 to 93 | 3 | 2.00 | 100.0 | 2.00 ±"), "{markdown}");
        assert!(summary.plot().contains("77 to 93 unseen, told what was kept"));
    }
}
