//! What a match is played by: the engines, the rules, the words, and how patient the referee is.

use super::entrant::{Entrant, make_names_unique};
use super::luck::{MatchMeter, default_effort};
use super::opening::Opening;
use super::options::MatchOptions;
use super::sprt::TestedResults;
use crate::AnyError;
use crate::args::LexiconArgs;
use crate::shard::Shard;
use std::sync::Arc;
use std::time::Duration;
use tasseo::game::{ChallengeRule, Rules};
use tasseo::lexicon::Lexicon;

/// Everything that all games of a match share.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// What is told to every engine that has an option for it and is not told otherwise.
    pub options: Vec<(String, String)>,
    /// The game.
    pub rules: Arc<Rules>,
    /// The words, by which the referee decides.
    pub lexicon: Arc<Lexicon>,
    /// What decides the orders of tiles.
    pub seed: u64,
    /// What is played before the engines are asked.
    pub opening: Option<Opening>,
    /// What measures the luck of games, if that is wanted.
    pub meter: Option<MatchMeter>,
    /// What passes between an engine's answer and the stopping of its clock, at most.
    pub margin: Duration,
    /// More overtime than this forfeits the game.
    pub max_overtime: Duration,
    /// How long an engine may say nothing where no limit says how long it may think, and when it is started or told to
    /// stop.
    pub patience: Duration,
    /// Whoever forfeits a game has lost it by at least this many points.
    pub forfeit_points: i64,
}

impl MatchConfig {
    /// Of a match between these engines, in which no two have the same name. Blocks while the lexicon is read.
    pub fn new(entrants: &[Entrant], options: &MatchOptions) -> Result<Self, AnyError> {
        if options.sprt.is_some() && (entrants.len() > 2 || options.shard != Shard::WHOLE) {
            return Err("--sprt: a test is made of one match of two engines, in one part".into());
        }
        let mut entrants = entrants.to_vec();
        make_names_unique(&mut entrants)?;
        entrants.iter_mut().for_each(|entrant| entrant.limit = entrant.limit.or(options.limit()));
        let lexicon = options.lexicon.open()?;
        check_lexicons(&entrants, lexicon.name())?;
        let rules = Rules {
            layout: options.lexicon.letters.catalogue().layout(&options.rules.board)?,
            distribution: lexicon.distribution().clone(),
            challenge: options.rules.challenge,
            overtime_penalty: options.rules.overtime_penalty as i32,
            ..Rules::default()
        };
        let rules = Arc::new(rules);
        let opening = |bag| Opening::new(bag as usize, &rules, &lexicon, &options.lexicon.values());
        let opening = options.from_bag.map(opening).transpose()?;
        let effort = options.luck.unwrap_or_else(|| default_effort(&entrants));
        let meter = || MatchMeter::new(&rules, &lexicon, &options.lexicon.values(), options.seed, effort);
        let meter = (effort > 0).then(meter).transpose()?;
        check_test(options, meter.as_ref(), lexicon.name())?;
        Ok(MatchConfig {
            options: common_options(&options.lexicon, &lexicon, rules.challenge, Some(options.threads)),
            seed: options.seed,
            margin: options.rules.margin,
            max_overtime: options.rules.max_overtime,
            patience: options.rules.patience,
            forfeit_points: options.rules.forfeit_points as i64,
            opening,
            meter,
            rules,
            lexicon,
            entrants,
        })
    }
}

/// A test on results without luck needs luck, in games won.
fn check_test(options: &MatchOptions, meter: Option<&MatchMeter>, lexicon: &str) -> Result<(), AnyError> {
    if options.test().is_none_or(|test| test.on == TestedResults::Raw) {
        return Ok(());
    }
    match meter {
        None => Err("--sprt-corrected: luck is not measured in this match; say --luck 200".into()),
        Some(meter) if !meter.knows_wins() => Err(format!(
            "--sprt-corrected: there are no win chances for {lexicon}, only the spread is known without luck"
        )
        .into()),
        Some(_) => Ok(()),
    }
}

/// All play with the match's words: positions name them, so an engine's own `Lexicon` would go unheeded.
fn check_lexicons(entrants: &[Entrant], lexicon: &str) -> Result<(), AnyError> {
    let other = |entrant: &&Entrant| {
        let named = entrant.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Lexicon"));
        named.is_some_and(|(_, value)| !value.eq_ignore_ascii_case(lexicon))
    };
    match entrants.iter().find(other) {
        Some(entrant) => Err(format!(
            "{}: an engine cannot have a Lexicon of its own; the match is played with {lexicon}, or what --lexicon says",
            entrant.name
        )
        .into()),
        None => Ok(()),
    }
}

/// What every engine is told that has an option for it; how many threads, if that is to be told.
pub fn common_options(
    args: &LexiconArgs,
    lexicon: &Lexicon,
    rule: ChallengeRule,
    threads: Option<u64>,
) -> Vec<(String, String)> {
    let rule = ChallengeRule::option_names().find(|name| name.parse() == Ok(rule));
    let all = [
        ("DataPath", args.letters.data_path()),
        ("LetterDistribution", args.letters.distribution.clone()),
        ("Lexicon", lexicon.name().into()),
        ("ChallengeRule", rule.unwrap_or_default().into()),
        ("Threads", threads.map(|threads| threads.to_string()).unwrap_or_default()),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.into(), value)).collect()
}
