//! How well beliefs tell what the opponent kept, on games whose racks are known.
//!
//! For every play of such a game, log2 of the belief in the leave that was really kept over its chance without any play
//! seen: the LiftBits. They are measured for several ways to read ([`ways_to_read`]), by the number of tiles kept; with
//! how often the truth got less than a thousandth of its prior, and whether tiles that are said to be held with some
//! chance are held as often as that.

use super::records::ByGame;
use super::report_folder::{LabArgs, ReportFolder};
use crate::AnyError;
use crate::args::{GAMES, whole_number};
use crate::clusters::Clusters;
use crate::game_setup::GameSetup;
use crate::known_games::{Chooser, KnownGames, lift_bits, watch};
use crate::plot::{Curve, Curves, Scale};
use crate::statistics::Estimate;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use tasseo::belief::{Belief, Likelihood, Memory, Model, Policies, Reader, ReadingEffort, Weights};
use tasseo::game::{Player, RACK_SIZE, Rack};
use tasseo::movegen::TableBuilder;
use tasseo::seeds::seed_of;

/// What is to be measured.
#[derive(Args, Clone, Debug)]
pub struct TruthArgs {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "static", value_name = "PLAYER")]
    player: Chooser,
    /// How plays are explained: grid (policies that are learned), best, or soft=TEMPERATURE,FLOOR: a softmax whose
    /// temperature is in points, above 0, and whose floor, from 0 to below 1, is the share of plays that are chosen by
    /// lot
    #[arg(long, default_value = "grid", value_name = "MODEL", value_parser = likelihood)]
    likelihood: Likelihood,
    /// How many games; where the folder has more already, all of them are told of
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = whole_number(GAMES), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    lab: LabArgs,
}

/// How many ways to read are compared.
const WAYS: usize = 3;

/// Ways to read that are compared, with their names.
pub fn ways_to_read(model: &Model) -> [(&'static str, Model); WAYS] {
    let paper = Model { weights: Weights::Leave, memory: Memory::LastTurn, ..model.clone() };
    let single = Model { memory: Memory::LastTurn, ..model.clone() };
    [("last play, the paper's weights", paper), ("last play, rack weights", single), ("carried", model.clone())]
}

/// A likelihood by its name: `grid`, `best`, or `soft=TEMPERATURE,FLOOR`.
pub fn likelihood(text: &str) -> Result<Likelihood, String> {
    let soft = text.strip_prefix("soft=").and_then(|rest| rest.split_once(','));
    let numbers = soft.and_then(|(points, floor)| Some((points.parse().ok()?, floor.parse().ok()?)));
    match (text, numbers) {
        ("grid", _) => Ok(Likelihood::default()),
        ("best", _) => Ok(Likelihood::Best),
        (_, Some((points, floor))) if points > 0.0 && f64::is_finite(points) && (0.0..1.0).contains(&floor) => {
            Ok(Likelihood::Softmax(Policies::one(points, floor).into()))
        }
        _ => Err("must be grid, best, or soft=TEMPERATURE,FLOOR (above 0, and from 0 to below 1)".into()),
    }
}

/// Measures what has not been measured, and writes Markdown, JSON and two plots.
pub fn run(args: &TruthArgs) -> Result<String, AnyError> {
    let setup = GameSetup::open(&args.lab.setup)?;
    let results = ReportFolder::open(&args.lab.output, "truth")?;
    let known = args.measure(&setup, &results)?;
    let summary = TruthSummary::of(&known);
    let markdown = summary.markdown(known.len());
    results.write(&markdown, &summary)?;
    results.write_picture("bits", &summary.bits_plot().svg())?;
    results.write_picture("calibration", &summary.calibration_plot().svg())?;
    Ok(markdown)
}

impl TruthArgs {
    /// What the records are of.
    fn describe(&self, setup: &GameSetup) -> String {
        let (TruthArgs { player, likelihood, .. }, seed) = (self, self.lab.setup.seed);
        format!("truth {} player={player:?} likelihood={likelihood:?} seed={seed}", setup.describe())
    }

    fn measure(&self, setup: &GameSetup, results: &ReportFolder) -> Result<Vec<GameLift>, AnyError> {
        let games = KnownGames::at(setup, self.player)?;
        let model = Model { likelihood: self.likelihood.clone(), leaves: setup.leaves.clone(), ..Model::default() };
        let (builder, what) = (setup.play_tables()?, self.describe(setup));
        let (path, threads) = (results.path("games.jsonl"), self.lab.setup.threads.count());
        ByGame { name: "truth", path, what: &what, games: self.games, threads }.measure(|| {
            let (mut games, mut readers) = (games.clone(), readers(&builder, &model));
            move |number| self.measure_game(&mut games, &mut readers, number)
        })
    }

    fn measure_game(&self, games: &mut KnownGames, readers: &mut [Reader; WAYS], number: u64) -> GameLift {
        let game = games.play(seed_of(self.lab.setup.seed, number));
        let mut lift = GameLift::default();
        for us in Player::BOTH {
            watch(&game, us, |seen, kept, held| {
                for (reader, way) in readers.iter_mut().zip(&mut lift.ways) {
                    way.add(&reader.read(seen, us, &ReadingEffort::whole()), kept, held);
                }
            });
        }
        lift
    }
}

fn readers(builder: &TableBuilder, model: &Model) -> [Reader; WAYS] {
    let first = Reader::new(builder.clone(), model.clone());
    ways_to_read(model).map(|(_, model)| first.with_model(model))
}

/// Bins of chances.
const BINS: usize = 10;

/// Truths that get less than a thousandth of their prior have fewer bits.
const MISSED: f64 = -9.965_784_284_662_087;

/// What the ways to read were worth in one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct GameLift {
    ways: [WayLift; WAYS],
}

/// What one way was worth in one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct WayLift {
    /// By the number of tiles kept: plays, bits, and plays whose truth was all but ruled out.
    kept: [[f64; 3]; RACK_SIZE + 1],
    /// By the chance that a tile was given: tiles, the chances, and how many were there.
    bins: [[f64; 3]; BINS],
}

impl WayLift {
    /// One play more.
    fn add(&mut self, belief: &Belief, kept: &Rack, held: &Rack) {
        let bits = lift_bits(belief, kept);
        add(&mut self.kept[kept.len()], &[1.0, bits, f64::from(u8::from(bits < MISSED))]);
        for tile in belief.tiles() {
            let is_held = f64::from(u8::from(held.count(tile.tile) > 0));
            let bin = ((tile.chance * BINS as f64) as usize).min(BINS - 1);
            add(&mut self.bins[bin], &[1.0, tile.chance, is_held]);
        }
    }
}

fn add(sums: &mut [f64; 3], more: &[f64; 3]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// What came of all games; standard errors count games.
#[derive(Clone, Debug, Serialize)]
struct TruthSummary {
    names: [&'static str; WAYS],
    /// By the number of tiles kept, and at last of plays that kept one to five.
    rows: Vec<TruthRow>,
    /// Of the carried belief.
    calibration: Vec<Bin>,
}

/// Plays that kept this many tiles.
#[derive(Clone, Debug, Serialize)]
struct TruthRow {
    kept: String,
    plays: f64,
    /// LiftBits of each way.
    bits: [Estimate; WAYS],
    /// By how many bits the carried belief is ahead of each of the others, play by play.
    ahead: [Estimate; WAYS - 1],
    /// How many truths got less than a thousandth of their prior.
    missed: [f64; WAYS],
}

/// Tiles that were given about the same chance.
#[derive(Clone, Debug, Serialize)]
struct Bin {
    tiles: f64,
    said: f64,
    seen: Estimate,
}

impl TruthSummary {
    fn of(games: &[GameLift]) -> Self {
        let row = |name: String, kept: RangeInclusive<usize>| TruthRow::of(name, games, kept);
        let by_kept = (0..=RACK_SIZE).filter_map(|kept| row(kept.to_string(), kept..=kept));
        let bin = |at: usize| {
            let bin: Clusters<3> = games.iter().map(|game| game.ways[WAYS - 1].bins[at]).collect();
            (bin.count() > 0.0).then(|| Bin { tiles: bin.count(), said: bin.mean(1).mean, seen: bin.mean(2) })
        };
        TruthSummary {
            names: ways_to_read(&Model::default()).map(|(name, _)| name),
            rows: by_kept.chain(row("1 to 5".into(), 1..=5)).collect(),
            calibration: (0..BINS).filter_map(bin).collect(),
        }
    }

    fn markdown(&self, games: usize) -> String {
        let heads = self.names.map(|name| format!(" {name} |")).concat();
        let mut text = format!(
            "LiftBits (log2 of the belief in the leave that was really kept over its chance without any play seen) by the \
             tiles kept, {games} games.\n\n| kept | plays |{heads} carried, ahead of the first | ahead of the \
             second |\n|---|---|---|---|---|---|---|\n"
        );
        text += &self.rows.iter().map(TruthRow::markdown).collect::<String>();
        if let Some(TruthRow { plays, missed, .. }) = self.rows.last() {
            let missed = missed.map(|missed| missed.to_string()).join(", ");
            text += &format!("\nTruths below a thousandth of their prior, of {plays} that kept 1 to 5: {missed}.\n");
        }
        text += "\nTiles on the rack, by the carried belief.\n\n| tiles | said | seen |\n|---|---|---|\n";
        for Bin { tiles, said, seen } in &self.calibration {
            text += &format!("| {tiles} | {said:.4} | {seen:.4} |\n");
        }
        text
    }

    fn bits_plot(&self) -> Curves {
        let point = |row: &TruthRow, way: usize| {
            let bits = row.bits[way];
            Some((row.kept.parse().ok()?, bits.mean, bits.standard_error.unwrap_or_default()))
        };
        let curve = |(way, name): (usize, &&str)| {
            let points = self.rows.iter().filter_map(|row| point(row, way)).collect();
            Curve { name: (*name).into(), points }
        };
        Curves {
            title: "What a play tells of the tiles kept".into(),
            x: "tiles kept".into(),
            y: "LiftBits".into(),
            scale: Scale::Even,
            curves: self.names.iter().enumerate().map(curve).collect(),
        }
    }

    fn calibration_plot(&self) -> Curves {
        let seen = |bin: &Bin| (bin.said, bin.seen.mean, bin.seen.standard_error.unwrap_or_default());
        let even = |bin: &Bin| (bin.said, bin.said, 0.0);
        Curves {
            title: "Whether tiles are held as often as is believed".into(),
            x: "the chance that a tile is said to be held with".into(),
            y: "how often it is held".into(),
            scale: Scale::Even,
            curves: vec![
                Curve { name: "seen".into(), points: self.calibration.iter().map(seen).collect() },
                Curve { name: "as said".into(), points: self.calibration.iter().map(even).collect() },
            ],
        }
    }
}

impl TruthRow {
    /// Of plays that kept this many tiles; none if there were none.
    fn of(name: String, games: &[GameLift], kept: RangeInclusive<usize>) -> Option<Self> {
        let sums = |game: &GameLift, way: usize| {
            let mut sums = [0.0; 3];
            game.ways[way].kept[kept.clone()].iter().for_each(|one| add(&mut sums, one));
            sums
        };
        let of_way = |way: usize| games.iter().map(|game| sums(game, way)).collect::<Clusters<3>>();
        let ahead = |other: usize| {
            let difference = |game: &GameLift| {
                let [carried, other] = [WAYS - 1, other].map(|way| sums(game, way));
                [carried[0], carried[1] - other[1], 0.0]
            };
            games.iter().map(difference).collect::<Clusters<3>>().mean(1)
        };
        let ways: [Clusters<3>; WAYS] = std::array::from_fn(of_way);
        let plays = ways[0].count();
        let row = TruthRow {
            kept: name,
            plays,
            bits: ways.map(|way| way.mean(1)),
            ahead: std::array::from_fn(ahead),
            missed: ways.map(|way| (way.mean(2).mean * plays).round()),
        };
        (plays > 0.0).then_some(row)
    }

    fn markdown(&self) -> String {
        let cells = self.bits.iter().map(|bits| format!(" {bits} |")).collect::<String>();
        let ahead = self.ahead.iter().map(|ahead| format!(" {ahead:+} |")).collect::<String>();
        format!("| {} | {} |{cells}{ahead}\n", self.kept, self.plays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_are_added_up_by_the_tiles_kept() {
        let game = |bits: f64| {
            let mut way = WayLift::default();
            (way.kept[2], way.kept[6], way.bins[9]) = ([2.0, bits, 0.0], [1.0, 4.0, 1.0], [1.0, 0.95, 1.0]);
            GameLift { ways: std::array::from_fn(|_| way.clone()) }
        };
        let summary = TruthSummary::of(&[game(2.0), game(6.0)]);
        assert_eq!(summary.rows.iter().map(|row| row.kept.as_str()).collect::<Vec<_>>(), ["2", "6", "1 to 5"]);
        assert_eq!((summary.rows[2].plays, summary.rows[2].bits[0].mean), (4.0, 2.0));
        assert_eq!((summary.rows[1].missed[1], summary.rows[2].missed[1]), (2.0, 0.0));
        assert_eq!(summary.rows[2].ahead[0].mean, 0.0);
        let markdown = summary.markdown(2);
        assert!(
            markdown.contains("| 1 to 5 | 4 | 2.00 ± ") && markdown.contains("| 2 | 0.9500 | 1.0000"),
            "{markdown}"
        );
        assert!(summary.bits_plot().svg().contains("carried") && summary.calibration_plot().svg().contains("as said"));
    }
}
