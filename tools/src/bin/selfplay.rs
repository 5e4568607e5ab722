//! The tool `selfplay`: many games between two players who look no further than the play, and what came of them.

use clap::Parser;
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use tasseo::bench::Stopwatch;
use tasseo::evaluate::{Leaves, StaticValue, Strength, ValueKind, ValueLibrary, ValueSource};
use tasseo::game::Rules;
use tasseo::lexicon::Lexicon;
use tasseo::luck::{LuckMeter, StaticRackValue};
use tasseo::self_play::SelfPlay;
use tasseo_tools::args::{GAMES, LexiconArgs, ThreadsArgs, whole_number};
use tasseo_tools::contest::{Contest, Length, Record, Side};
use tasseo_tools::progress::GameProgress;
use tasseo_tools::statistics::Estimate;
use tasseo_tools::{AnyError, arguments, exit};

const EXAMPLES: &str = "Players:
  greedy             the most points, whatever is kept
  rh1, rh2, rh3      Gordon's three rack heuristics (1993); English tiles only
  static             leave values from NAME.klv2 beside the lexicon, or ours
  static=FILE.klv2   leave values from this file
  zero               static without leave values

Examples:
  selfplay --players rh3,greedy --games 10000
  selfplay --players static,static=new.klv2 --lexicon TWL06 --json
  selfplay --players static,rh3 --games 1000 --luck 100

A sacrifice is a turn on which something was chosen that scored less than the most that could be scored. \
Counting them takes as much time as playing.

With --luck the result is told without the luck of the draw, too: it has the same mean, and a smaller error for the \
same number of games. For the same time more games without it tell more: a game takes about 1 ms, its luck with 100 \
alternatives for each draw about 50 ms.";

/// Plays many games between two players and tells who is better, by how much, and how sure that is
#[derive(Parser)]
#[command(name = "selfplay", version, after_help = EXAMPLES)]
struct Cli {
    /// The two players
    #[arg(long, value_name = "ONE,TWO")]
    players: Pairing,
    /// How many games; an even number, unless --unpaired
    #[arg(long, default_value = "1000", value_name = "N", value_parser = whole_number(GAMES), allow_negative_numbers = true)]
    games: u64,
    /// Play every bag once, not twice with the seats swapped
    #[arg(long)]
    unpaired: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// What decides the bags
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(0..=u64::MAX),
        allow_negative_numbers = true)]
    seed: u64,
    /// Measure luck: compare each draw with N others from the same bag; takes far longer than playing
    #[arg(long, value_name = "N", value_parser = whole_number(1..=100_000), allow_negative_numbers = true)]
    luck: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

fn main() -> ExitCode {
    exit("selfplay", run(&arguments("selfplay")))
}

fn run(cli: &Cli) -> Result<ExitCode, AnyError> {
    let length = cli.length()?;
    let lexicon = cli.lexicon.open()?;
    let [first, second] = &cli.players.0;
    let values = cli.lexicon.values();
    let players = [first.load(&lexicon, &values)?, second.load(&lexicon, &values)?];
    let meter = |effort| -> Result<LuckMeter<StaticRackValue>, AnyError> {
        let value = StaticRackValue::find(rules(&lexicon), lexicon.clone(), &values)?;
        Ok(LuckMeter { value, effort: effort as usize })
    };
    let luck = cli.luck.map(meter).transpose()?;
    let report = play(cli, length, &lexicon, &players, luck.as_ref());
    let text = if cli.json { format!("{:#}\n", report.json()) } else { report.text() };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The usual rules, with the lexicon's tiles.
fn rules(lexicon: &Lexicon) -> Arc<Rules> {
    Arc::new(Rules { distribution: lexicon.distribution().clone(), ..Rules::default() })
}

/// Plays the games. Blocks.
fn play<'r>(
    cli: &Cli,
    length: Length,
    lexicon: &'r Arc<Lexicon>,
    players: &'r [SelfPlayer; 2],
    luck: Option<&'r LuckMeter<StaticRackValue>>,
) -> Report<'r> {
    let self_play = SelfPlay::new(rules(lexicon), lexicon.clone());
    let contest = Contest { players: players.each_ref().map(|player| &player.value), seed: cli.seed, length, luck };
    let mut progress = GameProgress::new("selfplay", 0, length.games());
    let watch = Stopwatch::of_process();
    let record = contest.play(&self_play, cli.threads.count(), |games| progress.show(games));
    let wall = watch.wall().as_secs_f64();
    let cpu = watch.cpu_as_told().map(|time| time.as_secs_f64()).filter(|&seconds| seconds > 0.0);
    Report { lexicon, players, seed: cli.seed, length, luck, record, threads: cli.threads.count(), wall, cpu }
}

impl Cli {
    fn length(&self) -> Result<Length, AnyError> {
        match self.games {
            games if self.unpaired => Ok(Length::Games(games)),
            games if games.is_multiple_of(2) => Ok(Length::Pairs(games / 2)),
            games => {
                Err(format!("--games {games}: games are played in pairs; say {}, or --unpaired", games + 1).into())
            }
        }
    }
}

/// The players that the command names.
#[derive(Clone)]
struct Pairing([PlayerName; 2]);

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split(',').collect::<Vec<_>>()[..] {
            [first, second] => Ok(Pairing([first.parse()?, second.parse()?])),
            _ => Err("two players are wanted, such as static,greedy".into()),
        }
    }
}

/// A player as the command names it.
#[derive(Clone)]
enum PlayerName {
    Named(Strength),
    WithLeaves(PathBuf),
    Zero,
}

impl FromStr for PlayerName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown =
            || format!("{text:?} is no player; there are greedy, rh1, rh2, rh3, static, static=FILE.klv2, zero");
        match text.split_once('=') {
            Some(("static", file)) if !file.is_empty() => Ok(PlayerName::WithLeaves(file.into())),
            None if text == "zero" => Ok(PlayerName::Zero),
            None => text.parse().map(PlayerName::Named).map_err(|_| unknown()),
            Some(_) => Err(unknown()),
        }
    }
}

/// A player, ready to play.
struct SelfPlayer {
    kind: &'static str,
    value: StaticValue,
    /// Where its leave values come from.
    leaves: Option<ValueSource>,
}

impl PlayerName {
    /// Blocks while leave values are read.
    fn load(&self, lexicon: &Lexicon, values: &ValueLibrary) -> Result<SelfPlayer, AnyError> {
        let distribution = lexicon.distribution();
        Ok(match self {
            PlayerName::Named(Strength::Static) => SelfPlayer {
                kind: Strength::Static.name(),
                value: StaticValue::new(Leaves::find(values, lexicon)?),
                leaves: values.for_lexicon(ValueKind::Leaves, lexicon),
            },
            PlayerName::Named(strength) => SelfPlayer {
                kind: strength.name(),
                value: StaticValue::of_strength(*strength, distribution, None)?,
                leaves: None,
            },
            PlayerName::WithLeaves(file) => SelfPlayer {
                kind: Strength::Static.name(),
                value: StaticValue::new(Some(Arc::new(Leaves::load(file, distribution)?))),
                leaves: Some(ValueSource::File(file.clone())),
            },
            PlayerName::Zero => SelfPlayer { kind: "zero", value: StaticValue::new(None), leaves: None },
        })
    }
}

/// What was played, what came of it, and how long it took.
struct Report<'r> {
    lexicon: &'r Lexicon,
    players: &'r [SelfPlayer; 2],
    seed: u64,
    length: Length,
    luck: Option<&'r LuckMeter<StaticRackValue>>,
    record: Record,
    threads: NonZeroUsize,
    /// Seconds.
    wall: f64,
    /// Seconds, where the system tells them and there were enough of them to be told: it counts in hundredths.
    cpu: Option<f64>,
}

/// One side's games won and its share of them.
struct Share {
    wins: u64,
    losses: u64,
    percent: Estimate,
}

impl Report<'_> {
    /// The first side's points a game without luck, if it was measured.
    fn corrected_spread(&self) -> Option<Estimate> {
        self.record.standing.corrected().map(|corrected| corrected.spread)
    }

    /// Each side's percentage of wins without luck, if it was measured and there are win chances.
    fn corrected_shares(&self) -> Option<[Estimate; 2]> {
        let percent = self.record.standing.corrected()?.win_percent?;
        Some([percent, Estimate { mean: 100.0 - percent.mean, ..percent }])
    }

    fn shares(&self) -> [Share; 2] {
        let (record, percent) = (&self.record, self.record.standing.win_percent());
        let other = Estimate { mean: 100.0 - percent.mean, ..percent };
        [
            Share { wins: record.standing.wins, losses: record.standing.losses, percent },
            Share { wins: record.standing.losses, losses: record.standing.wins, percent: other },
        ]
    }

    fn per_game(&self, count: u64) -> f64 {
        count as f64 / self.record.standing.games() as f64
    }

    fn mean_score(&self, side: &Side) -> f64 {
        side.points as f64 / self.record.standing.games() as f64
    }

    /// For people: what was played, a column for each side, what the sides share, and on the last line the time.
    fn text(&self) -> String {
        let mut lines = vec![self.heading()];
        lines.extend(
            [1, 2].into_iter().zip(self.players).map(|(number, player)| format!("{number} {}", describe(player))),
        );
        lines.push(String::new());
        lines.extend(self.columns());
        let (record, turns) = (&self.record, self.record.turns());
        lines.push(String::new());
        lines.push(format!("draws       {}", record.standing.draws));
        let corrected = self.corrected_spread().map(|spread| format!("; without luck {spread:+}"));
        let corrected = corrected.unwrap_or_default();
        lines.push(format!("spread      {:+} points a game{corrected}", record.standing.spread()));
        lines.push(format!("turns       {turns}, {:.2} a game", self.per_game(turns)));
        lines.push(format!("time        {}", self.time()));
        lines.join("\n") + "\n"
    }

    fn heading(&self) -> String {
        let (lexicon, distribution) = (self.lexicon.name(), self.lexicon.distribution().name());
        let pairs = match self.length {
            Length::Pairs(pairs) => format!(" in {pairs} pairs"),
            Length::Games(_) => String::new(),
        };
        format!("{} games{pairs}, {lexicon} ({distribution}), seed {}", self.record.standing.games(), self.seed)
    }

    fn columns(&self) -> impl Iterator<Item = String> {
        let (sides, shares) = (&self.record.sides, self.shares());
        let count = |count: fn(&Side) -> u64| sides.each_ref().map(|side| count(side).to_string());
        let rate = |count: fn(&Side) -> u64| sides.each_ref().map(|side| format!("{:.3}", self.per_game(count(side))));
        let mut rows = vec![
            ("", [format!("1 {}", self.players[0].kind), format!("2 {}", self.players[1].kind)]),
            ("wins", shares.each_ref().map(|share| share.wins.to_string())),
            ("win %", shares.each_ref().map(|share| share.percent.to_string())),
        ];
        rows.extend(self.corrected_shares().map(|shares| ("  without luck", shares.map(|share| share.to_string()))));
        rows.extend([
            ("mean score", sides.each_ref().map(|side| format!("{:.2}", self.mean_score(side)))),
            ("bingos a game", rate(|side| side.bingos)),
            ("turns a game", rate(|side| side.turns)),
            ("sacrifices", count(|side| side.sacrifices)),
            ("  a game", rate(|side| side.sacrifices)),
            ("trades", count(|side| side.trades)),
            ("  a game", rate(|side| side.trades)),
        ]);
        rows.into_iter().map(|(what, [first, second])| format!("{what:<14}{first:>16}{second:>16}"))
    }

    fn time(&self) -> String {
        let (games, wall) = (self.record.standing.games() as f64, self.wall.max(1e-9));
        let mut time = format!("{wall:.2} s on {} threads, {:.1} games a second", self.threads, games / wall);
        if let Some(cpu) = self.cpu {
            let (per_cpu, micros) = (games / cpu, cpu * 1e6 / self.record.turns() as f64);
            time += &format!("; {cpu:.2} s of CPU, {per_cpu:.1} games a CPU-second, {micros:.1} µs a turn");
        }
        time
    }

    /// For programs.
    fn json(&self) -> Value {
        let (record, shares, corrected_shares) = (&self.record, self.shares(), self.corrected_shares());
        let corrected_spread = self.corrected_spread();
        let player = |at: usize| {
            let (player, side, share) = (&self.players[at], &record.sides[at], &shares[at]);
            json!({
                "name": player.kind,
                "leaves": player.leaves.as_ref().map(ToString::to_string),
                "wins": share.wins,
                "losses": share.losses,
                "win_percent": share.percent.mean,
                "win_percent_error": share.percent.standard_error,
                "corrected_win_percent": corrected_shares.map(|shares| shares[at].mean),
                "corrected_win_percent_error": corrected_shares.and_then(|shares| shares[at].standard_error),
                "mean_score": self.mean_score(side),
                "bingos": side.bingos,
                "bingos_per_game": self.per_game(side.bingos),
                "turns": side.turns,
                "turns_per_game": self.per_game(side.turns),
                "sacrifices": side.sacrifices,
                "sacrifices_per_game": self.per_game(side.sacrifices),
                "trades": side.trades,
                "trades_per_game": self.per_game(side.trades),
            })
        };
        json!({
            "lexicon": self.lexicon.name(),
            "distribution": self.lexicon.distribution().name(),
            "seed": self.seed,
            "paired": matches!(self.length, Length::Pairs(_)),
            "games": record.standing.games(),
            "draws": record.standing.draws,
            "spread": record.standing.spread().mean,
            "spread_error": record.standing.spread().standard_error,
            "luck_effort": self.luck.map(|luck| luck.effort),
            "corrected_spread": corrected_spread.map(|spread| spread.mean),
            "corrected_spread_error": corrected_spread.and_then(|spread| spread.standard_error),
            "turns": record.turns(),
            "turns_per_game": self.per_game(record.turns()),
            "players": [player(0), player(1)],
            "time": self.time_json(),
        })
    }

    fn time_json(&self) -> Value {
        let (games, turns) = (self.record.standing.games() as f64, self.record.turns() as f64);
        json!({
            "threads": self.threads,
            "seconds": self.wall,
            "games_per_second": games / self.wall.max(1e-9),
            "cpu_seconds": self.cpu,
            "games_per_cpu_second": self.cpu.map(|cpu| games / cpu),
            "cpu_seconds_per_turn": self.cpu.map(|cpu| cpu / turns),
        })
    }
}

/// `static, leave values of words/TWL06.klv2`.
fn describe(player: &SelfPlayer) -> String {
    match &player.leaves {
        Some(file) => format!("{}, leave values of {}", player.kind, file),
        None => player.kind.into(),
    }
}
