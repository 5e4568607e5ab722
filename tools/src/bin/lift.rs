//! The tool `lift`: how well beliefs tell what the opponent kept, on games whose racks are known.

use clap::Parser;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use tasseo::belief::{Effort, Likelihood, Model, Reader};
use tasseo::game::{Player, Rules};
use tasseo::self_play::seed_of;
use tasseo_tools::args::{GAMES, whole_number};
use tasseo_tools::games::play_in_order;
use tasseo_tools::known_games::{Chooser, KnownGames, watch};
use tasseo_tools::lift::{GameLift, Lift, LiftLine, likelihood, ways_to_read};
use tasseo_tools::progress::GameProgress;
use tasseo_tools::train::table::{Table, TableArgs};
use tasseo_tools::{AnyError, arguments, exit, say};

const EXAMPLES: &str = "Examples:
  lift --games 60                              a static player on ENABLE1
  lift --player noisy=4 --games 60             one that errs
  lift --player sim=100 --games 60             one that simulates
  lift --likelihood soft=0.3,0.001             one policy instead of the grid

LiftBits are log2 of the belief in the leave that was really kept over its chance without any play seen. Standard errors
count games.";

/// Measures how well beliefs tell what the opponent kept
#[derive(Parser)]
#[command(name = "lift", version, after_help = EXAMPLES)]
struct Cli {
    /// Who plays: static, noisy=POINTS (a softmax with this temperature), or sim=ITERATIONS
    #[arg(long, default_value = "static", value_name = "PLAYER")]
    player: Chooser,
    /// How plays are explained: grid, best, or soft=TEMPERATURE,FLOOR
    #[arg(long, default_value = "grid", value_name = "MODEL", value_parser = likelihood)]
    likelihood: Likelihood,
    /// How many games
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = whole_number(GAMES), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    table: TableArgs,
}

fn main() -> ExitCode {
    exit("lift", run(&arguments::<Cli>("lift")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    let table = Table::open(&cli.table)?;
    table.play_tables()?; // whether the lexicon fits is found out here
    let model = Model { likelihood: cli.likelihood.clone(), leaves: table.leaves.clone(), ..Model::default() };
    let ways = ways_to_read(&model);
    let rules = Arc::new(Rules { distribution: table.lexicon().distribution().clone(), ..Rules::default() });
    let games = KnownGames::new(rules, table.lexicon().clone(), table.value.clone(), cli.player)?;
    let mut lifts = [const { None::<Lift> }; 3].map(Option::unwrap_or_default);
    let mut progress = GameProgress::new("lift", 0, cli.games);
    let player = || {
        let mut measure = Measure::new(&table, games.clone(), &ways);
        move |number| measure.game(seed_of(cli.table.seed, number))
    };
    play_in_order(0..cli.games, cli.table.threads.count(), player, |number, of_game: [GameLift; 3]| {
        lifts.iter_mut().zip(&of_game).for_each(|(lift, game)| lift.add(game));
        progress.show(number + 1);
    });
    drop(progress);
    report(&lifts, &ways.map(|(name, _)| name))?;
    Ok(ExitCode::SUCCESS)
}

/// What one thread measures with.
struct Measure {
    games: KnownGames,
    readers: [Reader; 3],
}

impl Measure {
    fn new(table: &Table, games: KnownGames, ways: &[(&'static str, Model); 3]) -> Self {
        let builder = table.play_tables().expect("it was asked before");
        let readers = [0, 1, 2].map(|way| Reader::new(builder.clone(), ways[way].1.clone()));
        Measure { games, readers }
    }

    fn game(&mut self, seed: u64) -> [GameLift; 3] {
        let game = self.games.play(seed);
        let mut lifts = [const { None::<GameLift> }; 3].map(Option::unwrap_or_default);
        let effort = Effort { threads: NonZeroUsize::MIN, ..Effort::WHOLE };
        for us in Player::BOTH {
            watch(&game, us, |seen, kept, held| {
                for (reader, lift) in self.readers.iter_mut().zip(&mut lifts) {
                    lift.add(&reader.read(seen, us, &effort), kept, held);
                }
            });
        }
        lifts
    }
}

fn report(lifts: &[Lift; 3], names: &[&str; 3]) -> Result<(), AnyError> {
    say(format_args!("LiftBits by the tiles kept"))?;
    say(format_args!("kept   plays {:>16} {:>16} {:>16}", names[0], names[1], names[2]))?;
    for kept in (0..=7).map(Some).chain([None]) {
        let lines: Vec<LiftLine> = lifts.iter().filter_map(|lift| lift.line(kept)).collect();
        if let [one, two, three] = &lines[..] {
            let name = kept.map_or("1-5".into(), |kept| kept.to_string());
            say(format_args!("{name:>4} {:7} {:>16} {:>16} {:>16}", one.plays, one.bits, two.bits, three.bits))?;
        }
    }
    let missed = lifts.iter().filter_map(|lift| Some(100.0 * lift.line(None)?.missed.mean));
    let missed: Vec<String> = missed.map(|percent| format!("{percent:.3} %")).collect();
    say(format_args!("truth below a thousandth of its prior: {}", missed.join(", ")))?;
    say(format_args!("\nTiles on the rack, {}: said and seen", names[2]))?;
    for (tiles, said, seen) in lifts[2].calibration().filter(|&(tiles, ..)| tiles > 0.0) {
        say(format_args!("{tiles:8} tiles  said {said:.4}  seen {seen:.4}"))?;
    }
    Ok(())
}
