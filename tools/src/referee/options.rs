//! How a match is played, as a user or another tool asks for it.

use super::limit::{GameClock, Limit, parse_milliseconds, parse_seconds};
use super::sprt::{Sprt, TestedResults};
use crate::args::{LexiconArgs, whole_number};
use crate::shard::Shard;
use clap::{Args, Command, FromArgMatches};
use std::time::Duration;
use tasseo::game::ChallengeRule;

/// Everything about a match but the engines and where its files go.
#[derive(Args, Clone, Debug)]
pub struct MatchOptions {
    /// How many orders of tiles, each played twice with the seats swapped
    #[arg(long, default_value = "100", value_name = "N", value_parser = whole_number(1..=10_000_000), allow_negative_numbers = true)]
    pub pairs: u64,
    /// The first engine against all others, not all against all
    #[arg(long)]
    pub gauntlet: bool,
    /// A clock for the whole game: minutes, or with an increment in seconds 25+5, or 90s+500ms
    #[arg(long, value_name = "TIME[+INC]")]
    pub clock: Option<GameClock>,
    /// A time for each move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = parse_milliseconds)]
    pub movetime: Option<Duration>,
    /// Fixed work for each move, which makes games reproducible
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u64::MAX))]
    pub iterations: Option<u64>,
    /// What decides the orders of tiles
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    pub seed: u64,
    /// The engines take over when this many tiles are in the bag, or fewer; until then the best static moves are played
    #[arg(long, value_name = "N", value_parser = whole_number(0..=100))]
    pub from_bag: Option<u64>,
    /// How many games at a time [default: as many as there are cores for the engines' threads]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024))]
    pub concurrency: Option<u64>,
    /// Allow more threads than there are cores
    #[arg(long)]
    pub oversubscribe: bool,
    /// The option Threads of engines that have it and are not told otherwise
    #[arg(long, default_value = "1", value_name = "N", value_parser = whole_number(1..=256))]
    pub threads: u64,
    /// Play only this part of the pairs
    #[arg(long, value_name = "N/OF", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// End when one of two claims about the first engine's lead is likely enough
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Test results without luck, which needs fewer pairs
    #[arg(long, requires = "sprt")]
    pub sprt_corrected: bool,
    /// Measure luck: compare each draw with N others from the same bag; 0 turns it off [default: 200, or 0 if that would
    /// take more than a tenth of the engines' time]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=100_000), allow_negative_numbers = true)]
    pub luck: Option<u64>,
    /// The rules.
    #[command(flatten)]
    pub rules: RulesOptions,
    /// The words.
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

/// The rules of a match, and how patient the referee is.
#[derive(Args, Clone, Debug)]
pub struct RulesOptions {
    /// What happens to plays with words that do not exist: under void they are illegal, else they are challenged off
    #[arg(long, default_value_t = ChallengeRule::Double, value_name = "RULE")]
    pub challenge: ChallengeRule,
    /// The board: one that comes with Tasseo, or NAME.layout in the data path
    #[arg(long, default_value = "CrosswordGame", value_name = "NAME")]
    pub board: String,
    /// Points for each started minute over time
    #[arg(long, default_value = "10", value_name = "N", value_parser = whole_number(0..=10_000))]
    pub overtime_penalty: u64,
    /// More overtime than this forfeits the game
    #[arg(long, default_value = "10m", value_name = "TIME", value_parser = parse_seconds)]
    pub max_overtime: Duration,
    /// What may pass between an engine's answer and the stopping of its clock, in milliseconds
    #[arg(long, default_value = "500ms", value_name = "MS", value_parser = parse_milliseconds)]
    pub margin: Duration,
    /// How long an engine may say nothing where no limit says how long it may think, in seconds
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = parse_seconds)]
    pub patience: Duration,
    /// Whoever forfeits a game has lost it by at least this many points
    #[arg(long, default_value = "100", value_name = "N", value_parser = whole_number(0..=10_000))]
    pub forfeit_points: u64,
}

impl Default for MatchOptions {
    /// What the command line gives when nothing is said: the defaults are written down there, once.
    fn default() -> Self {
        let matches = Self::augment_args(Command::new("match")).get_matches_from(["match"]);
        Self::from_arg_matches(&matches).expect("every option has a default or may be left out")
    }
}

impl MatchOptions {
    /// The test that may end the match: on results without luck if the flag or the test's own text says so.
    pub fn test(&self) -> Option<Sprt> {
        let on = |sprt: Sprt| if self.sprt_corrected { TestedResults::Corrected } else { sprt.on };
        self.sprt.map(|sprt| Sprt { on: on(sprt), ..sprt })
    }

    /// How long an engine may think that has no limit of its own.
    pub fn limit(&self) -> Limit {
        Limit { clock: self.clock, move_time: self.movetime, iterations: self.iterations }
    }
}
