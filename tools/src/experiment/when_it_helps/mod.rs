//! When it helps to read the opponent: the question that Richards and Amir leave open.
//!
//! Matches answer it badly. A game is decided by far more than what was read: over a thousand pairs of games the mean
//! spread still errs by a point and a half. So here decisions are compared, not games.
//!
//! **What is measured.** In games whose racks are known, at every turn that follows one of the opponent's with tiles in
//! the bag, simulation chooses a play in several [ways](Knowledge): knowing nothing of the opponent's rack, reading it
//! in one way or another, and being told what it kept. Where they choose alike there is nothing to measure. Where they
//! do not, what they chose is tried in worlds in which the opponent really has what it kept, the same worlds for all,
//! deeper than any of them looked: the difference of the means is what that decision was worth. Added up over the turns
//! of a player in a game, it is what the knowledge would have been worth in that game, as long as it does not lead to
//! another game.
//!
//! **Why that is fair.** What is judged by is drawn anew, so nobody is judged by the worlds that made it choose. The
//! truth is one draw from what could be, so a belief that is sure of the wrong thing loses by it on average as it would
//! in games. Simulation has luck of its own: who knows nothing chooses otherwise in other worlds, which is measured too
//! ([`Knowledge::Nothing`]), and must come out at nothing.
//!
//! **Limits.** All ways simulate equally many worlds, and reading takes time besides. The judge takes the rest of the
//! game for what the players take it for, static play and then the chance to win: whoever knows more makes the most of
//! just that, so real games may give less.

mod summary;

use self::summary::Summary;
use super::records::ByGame;
use super::results::{LabArgs, Results};
use super::truth::ways_to_read;
use crate::AnyError;
use crate::args::{GAMES, MOST_WORLDS, whole_number};
use crate::known_games::{Chooser, KnownGames, lift_bits, watch};
use crate::lab::{CANDIDATES, Lab, PLIES};
use crate::table::Table;
use clap::{Args, ValueEnum};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tasseo::belief::{Likelihood, Model, Reader};
use tasseo::game::{History, Play, Player, Position, Rack};
use tasseo::search::simulation::Allocation;
use tasseo::search::{self, Candidates, Inference, Report, Request};
use tasseo::seeds::seed_of;

/// What is to be measured.
#[derive(Args, Clone, Debug)]
pub struct WhenItHelpsArgs {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "sim=150", value_name = "PLAYER")]
    player: Chooser,
    /// What is compared with knowing nothing
    #[arg(long, value_delimiter = ',', default_value = "nothing,carried,leave", value_name = "WAY[,WAY]")]
    ways: Vec<Knowledge>,
    /// How many games; where the folder has more already, all of them are told of
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(GAMES), allow_negative_numbers = true)]
    games: u64,
    /// In how many worlds each way to choose simulates
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole_number(1..=MOST_WORLDS),
        allow_negative_numbers = true)]
    iterations: u64,
    /// In how many worlds what was chosen is judged
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole_number(2..=MOST_WORLDS),
        allow_negative_numbers = true)]
    worlds: u64,
    #[command(flatten)]
    lab: LabArgs,
}

/// How deep the judge looks: deeper than those whom it judges.
const JUDGED_PLIES: usize = 4;

/// What a way to choose knows of the opponent's rack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Knowledge {
    /// Nothing, in other worlds: what luck does
    Nothing,
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
    /// How it reads, if it does.
    fn model(self, model: &Model) -> Option<Model> {
        let [(_, paper), (_, turn), (_, carried)] = ways_to_read(model);
        match self {
            Knowledge::Paper => Some(Model { likelihood: Likelihood::Best, ..paper }),
            Knowledge::Turn => Some(turn),
            Knowledge::Carried => Some(carried),
            Knowledge::Nothing | Knowledge::Leave => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Knowledge::Nothing => "nothing, in other worlds",
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
    /// How many tiles were unseen, and how many the opponent had kept.
    unseen: usize,
    kept: usize,
    /// LiftBits of the carried belief, if that was among the ways.
    bits: Option<f64>,
    /// For each way: points, and percent of the chance to win, that its choice is better than that of knowing nothing;
    /// nothing where it is the same.
    gained: Vec<Option<(f64, f64)>>,
}

/// Measures what has not been measured, and writes Markdown, JSON and a plot.
pub fn run(args: &WhenItHelpsArgs) -> Result<String, AnyError> {
    let table = Table::open(&args.lab.table)?;
    let results = Results::open(&args.lab.output, "when-it-helps")?;
    let known = args.measure(&table, &results)?;
    let summary = Summary::of(&known, &args.ways);
    let markdown = summary.markdown(known.len());
    results.write(&markdown, &summary)?;
    results.write_picture("", &summary.plot())?;
    Ok(markdown)
}

impl WhenItHelpsArgs {
    /// What the records are of.
    fn describe(&self, table: &Table) -> String {
        let WhenItHelpsArgs { player, ways, iterations, worlds, .. } = self;
        let (seed, likelihood) = (self.lab.table.seed, Likelihood::default());
        let work = format!("player={player:?} ways={ways:?} iterations={iterations} worlds={worlds} seed={seed}");
        let depth = format!("candidates={CANDIDATES} plies={PLIES} judged={JUDGED_PLIES}");
        format!("when-it-helps {} {work} {depth} likelihood={likelihood:?}", table.describe())
    }

    fn measure(&self, table: &Table, results: &Results) -> Result<Vec<GameRecord>, AnyError> {
        let lab = Lab::at(table)?;
        let games = KnownGames::at(table, self.player)?;
        let model = Model { leaves: table.leaves.clone(), ..Model::default() };
        let (builder, what) = (table.play_tables()?, self.describe(table));
        let (path, threads) = (results.path("turns.jsonl"), self.lab.table.threads.count());
        ByGame { name: "when-it-helps", path, what: &what, games: self.games, threads }.measure(|| {
            let first = Reader::new(builder.clone(), model.clone());
            let way = |&knowledge: &Knowledge| Chooses::new(knowledge, &first);
            let ways: Vec<Chooses> = self.ways.iter().map(way).collect();
            let (mut games, lab) = (games.clone(), &lab);
            move |number| self.measure_game(lab, &mut games, &ways, number)
        })
    }

    fn measure_game(&self, lab: &Lab, games: &mut KnownGames, ways: &[Chooses], number: u64) -> GameRecord {
        let seed = seed_of(self.lab.table.seed, number);
        let (game, mut turns) = (games.play(seed), Vec::new());
        for us in Player::BOTH {
            watch(&game, us, |seen, kept, _| {
                if seen.now().bag_len() == 0 {
                    return; // all know the rack
                }
                let decision = Decision { lab, seen, kept, seed: seed_of(seed, seen.turns().len() as u64) };
                turns.push(self.measure_turn(&decision, ways));
            });
        }
        GameRecord { turns }
    }

    fn measure_turn(&self, decision: &Decision<'_>, ways: &[Chooses]) -> TurnRecord {
        let now = decision.seen.now();
        let blind = best(&search::run(&decision.request(self.iterations, now.clone(), None)));
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
        let carried = self.ways.iter().position(|&way| way == Knowledge::Carried);
        let reading = carried.and_then(|way| reports[way].reading.as_ref());
        TurnRecord {
            unseen: now.unseen_by(now.on_turn()).len(),
            kept: decision.kept.len(),
            bits: reading.map(|reading| lift_bits(&reading.belief, decision.kept)),
            gained: chosen.iter().map(gained).collect(),
        }
    }
}

/// A decision that is to be made, and what is really the case.
#[derive(Clone, Copy)]
struct Decision<'d> {
    lab: &'d Lab,
    /// The game as the player on turn sees it.
    seen: &'d History,
    /// What the opponent really kept.
    kept: &'d Rack,
    seed: u64,
}

impl Decision<'_> {
    fn request(&self, iterations: u64, position: Position, inference: Option<Inference>) -> Request {
        let rack = position.rack(position.on_turn());
        let simulation = self.lab.usual_simulation(iterations, self.seed);
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
        // Where all chose alike there is nothing to judge.
        if plays.len() == 1 {
            return Vec::new();
        }
        let position = self.knowing(self.kept);
        let rack = position.rack(position.on_turn());
        // Other worlds than those that were chosen by.
        let simulation = self.lab.simulation(JUDGED_PLIES, Allocation::Equal, Some(worlds), !self.seed);
        let request = self.lab.request(&(position, rack), simulation);
        let candidates = Candidates { only: plays, also: Vec::new(), most: 0 };
        let report = search::run(&Request { candidates, ..request });
        let judged = report.plays.iter().filter_map(|judged| Some((judged.found.play, judged.simulated?)));
        judged.filter_map(|(play, simulated)| Some((play, simulated.gain.mean, simulated.win?.mean))).collect()
    }
}

/// A way to choose.
struct Chooses {
    knowledge: Knowledge,
    reader: Option<Arc<Mutex<Reader>>>,
}

impl Chooses {
    /// Who reads shares what is needed of the board with this reader.
    fn new(knowledge: Knowledge, reader: &Reader) -> Self {
        let model = knowledge.model(reader.model());
        Chooses { knowledge, reader: model.map(|model| Arc::new(Mutex::new(reader.with_model(model)))) }
    }

    fn choose(&self, decision: &Decision<'_>, iterations: u64) -> Arc<Report> {
        let inference = self.reader.as_ref().map(|reader| Inference {
            reader: reader.clone(),
            history: Arc::new(decision.seen.clone()),
            most_racks: usize::MAX,
            patience: None,
        });
        let position = match self.knowledge {
            Knowledge::Leave => decision.knowing(decision.kept),
            _ => decision.seen.now().clone(),
        };
        let seed = if self.knowledge == Knowledge::Nothing { seed_of(decision.seed, 1) } else { decision.seed };
        search::run(&Decision { seed, ..*decision }.request(iterations, position, inference))
    }
}

fn best(report: &Report) -> Play {
    report.plays.first().map_or(Play::Pass, |judged| judged.found.play)
}
