//! The options, described once. The `option` lines, `setoption` and the README's table all come from here.

use super::GoCommand;
use super::options::{LikelihoodKind, NamedOpponent, OptionKind, OptionSpec, Setting};
use crate::evaluate::{Handicap, Strength};
use std::path::PathBuf;
use std::time::Duration;

/// The strength that is everything the engine can do.
pub(super) const FULL: &str = "full";

fn strength(value: &str) -> Option<Option<Strength>> {
    if value.eq_ignore_ascii_case(FULL) { Some(None) } else { value.parse().ok().map(Some) }
}

/// How many plays a simulation begins with where nothing is said.
pub const SIM_CANDIDATES: u64 = 20;
/// How many plies follow a candidate where nothing is said.
pub const SIM_PLIES: u64 = 2;
/// Megabytes for what an endgame remembers where nothing is said.
pub const ENDGAME_HASH: u64 = 16;
/// More plies than any game has.
pub const MOST_PLIES: u64 = 100;

/// The margin where nothing is said, in hundredths of a point.
pub const LIKELIHOOD_MARGIN: u64 = 500;
/// How many of ten thousand plays are taken to be chosen by lot where nothing is said.
pub const LIKELIHOOD_FLOOR: u64 = 10;
/// More racks than there are of the tiles of any game we know: the Polish set has eleven million.
pub const INFERENCE_RACKS: u64 = 20_000_000;

/// Whether a value is the second of two, in any case; none if it is neither.
fn one_of(value: &str, [first, second]: [&str; 2]) -> Option<bool> {
    let is_second = value.eq_ignore_ascii_case(second);
    (is_second || value.eq_ignore_ascii_case(first)).then_some(is_second)
}

fn likelihood(value: &str) -> Option<LikelihoodKind> {
    let kinds = [LikelihoodKind::Best, LikelihoodKind::Margin, LikelihoodKind::Softmax];
    let names = ["best", "margin", "softmax"];
    names.iter().zip(kinds).find(|(name, _)| name.eq_ignore_ascii_case(value)).map(|(_, kind)| kind)
}

fn name(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|value| !value.is_empty())
}

/// What is put by for every move where nothing is said.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(100);

/// All options.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "DataPath",
        kind: OptionKind::Text {
            default: "",
            wanted: "folders",
            read: |value| Some(Setting::DataPath(folders(value))),
        },
        about: "folders with lexicons (`NAME.kwg`, `NAME.txt`), leave values (`NAME.klv2`), win chances (`NAME.winpct`), distributions and layouts, separated by `;`",
    },
    OptionSpec {
        name: "Lexicon",
        kind: OptionKind::Text {
            default: "ENABLE1",
            wanted: "a name",
            read: |value| name(value).map(Setting::Lexicon),
        },
        about: "the words: `ENABLE1`, `YAWL`, or one from DataPath",
    },
    OptionSpec {
        name: "LetterDistribution",
        kind: OptionKind::Text {
            default: "english",
            wanted: "a name",
            read: |value| name(value).map(Setting::LetterDistribution),
        },
        about: "the tiles: english, english_super, french, german, spanish, catalan, dutch, norwegian, swedish, polish, italian, portuguese, slovene, or one from DataPath",
    },
    OptionSpec {
        name: "Leaves",
        kind: OptionKind::Text { default: "", wanted: "a name", read: |value| Some(Setting::Leaves(name(value))) },
        about: "leave values, `NAME.klv2` from DataPath or `ENABLE1`; `none` for none; if empty, those of the lexicon's name, else those that come with Tasseo",
    },
    OptionSpec {
        name: "WinPctTable",
        kind: OptionKind::Text { default: "", wanted: "a name", read: |value| Some(Setting::WinPctTable(name(value))) },
        about: "win chances, `NAME.winpct` from DataPath or `ENABLE1`; `none` for none; if empty, as for Leaves",
    },
    OptionSpec {
        name: "ChallengeRule",
        kind: OptionKind::Choice {
            default: "double",
            of: &["void", "single", "double", "triple", "five_point", "ten_point"],
            read: |value| value.parse().ok().map(Setting::ChallengeRule),
        },
        about: "what challenging a valid play costs, where the position does not say",
    },
    OptionSpec {
        name: "Strength",
        kind: OptionKind::Choice {
            default: FULL,
            of: &["greedy", "rh1", "rh2", "rh3", "static", FULL],
            read: |value| strength(value).map(Setting::Strength),
        },
        about: "how `go` chooses, the weakest first: by points alone, by one of Gordon's three rack heuristics (English tiles only), by leave values, or with everything the engine has: simulation, pre-endgames and endgame solving",
    },
    OptionSpec {
        name: "SimCandidates",
        kind: OptionKind::Number { default: SIM_CANDIDATES, min: 1, max: 1000, set: Setting::SimCandidates },
        about: "how many plays a simulation begins with, the statically best; it soon gives up most of them. At most 8 where the time for a move, times the threads, is less than 150 ms; moves that are named come on top",
    },
    OptionSpec {
        name: "SimPlies",
        kind: OptionKind::Number { default: SIM_PLIES, min: 1, max: MOST_PLIES, set: Setting::SimPlies },
        about: "how many plies follow each candidate in a simulation, where `go` does not say `depth`",
    },
    OptionSpec {
        name: "SimPlayer",
        kind: OptionKind::Choice {
            default: "static",
            of: &["greedy", "rh1", "rh2", "rh3", "static"],
            read: |value| value.parse().ok().map(Setting::SimPlayer),
        },
        about: "how the players inside a simulation choose, as for Strength",
    },
    OptionSpec {
        name: "SimGoal",
        kind: OptionKind::Choice {
            default: "win",
            of: &["win", "spread"],
            read: |value| one_of(value, ["win", "spread"]).map(Setting::SimForSpread),
        },
        about: "what a simulation maximises: the chance to win, with points as the tie-break, or points alone",
    },
    OptionSpec {
        name: "SimNarrowing",
        kind: OptionKind::Check { default: true, set: Setting::SimNarrowing },
        about: "whether a simulation drops candidates that are clearly behind; if not, all get the same number of iterations",
    },
    OptionSpec {
        name: "UseInference",
        kind: OptionKind::Check { default: true, set: Setting::UseInference },
        about: "whether simulations draw the opponent's tiles by what its plays tell of them, where `go` does not say `useinference`",
    },
    OptionSpec {
        name: "PegBelief",
        kind: OptionKind::Check { default: false, set: Setting::PegBelief },
        about: "whether pre-endgames weigh the draws by what the opponent's plays tell, where simulations do and `go` does not say `useinference`",
    },
    OptionSpec {
        name: "Likelihood",
        kind: OptionKind::Choice {
            default: "softmax",
            of: &["best", "margin", "softmax"],
            read: |value| likelihood(value).map(Setting::Likelihood),
        },
        about: "how the opponent is assumed to choose: always the statically best play, any play within a margin, or better plays more often",
    },
    OptionSpec {
        name: "LikelihoodMargin",
        kind: OptionKind::Number { default: LIKELIHOOD_MARGIN, min: 0, max: 10_000, set: Setting::LikelihoodMargin },
        about: "the margin of `margin`, in hundredths of a point",
    },
    OptionSpec {
        name: "LikelihoodTemperature",
        kind: OptionKind::Number { default: 0, min: 0, max: 10_000, set: Setting::LikelihoodTemperature },
        about: "the temperature of `softmax`, in hundredths of a point, of which less than 25 counts as 25; 0 if it is to be learned during the game",
    },
    OptionSpec {
        name: "LikelihoodFloor",
        kind: OptionKind::Number { default: LIKELIHOOD_FLOOR, min: 1, max: 5000, set: Setting::LikelihoodFloor },
        about: "with a LikelihoodTemperature other than 0: how many plays in 10000 are assumed to be random",
    },
    OptionSpec {
        name: "InferenceWeights",
        kind: OptionKind::Choice {
            default: "rack",
            of: &["rack", "leave"],
            read: |value| one_of(value, ["rack", "leave"]).map(Setting::InferenceByLeave),
        },
        about: "what is weighed before a play: the rack, which is right, or what was kept, as Richards and Amir did; for experiments",
    },
    OptionSpec {
        name: "InferenceMemory",
        kind: OptionKind::Choice {
            default: "game",
            of: &["game", "turn"],
            read: |value| one_of(value, ["game", "turn"]).map(Setting::InferenceLastTurn),
        },
        about: "how far back the opponent is read: the whole game, or its last turn; for experiments",
    },
    OptionSpec {
        name: "InferenceRacks",
        kind: OptionKind::Number {
            default: INFERENCE_RACKS,
            min: 1000,
            max: INFERENCE_RACKS,
            set: Setting::InferenceRacks,
        },
        about: "about how many racks are judged at most for one play of the opponent, the likeliest first; by default more than there are",
    },
    OptionSpec {
        name: "Variant",
        kind: OptionKind::Choice {
            default: "classic",
            of: &["classic"],
            read: |value| value.eq_ignore_ascii_case("classic").then_some(Setting::Variant),
        },
        about: "the game; there is one so far",
    },
    OptionSpec {
        name: "Threads",
        kind: OptionKind::Number { default: 0, min: 0, max: GoCommand::MOST_THREADS as u64, set: Setting::Threads },
        about: "how many threads a search may use, 0 for one for each core; the answer does not depend on it for a given number of iterations",
    },
    OptionSpec {
        name: "EndgameHash",
        kind: OptionKind::Number { default: ENDGAME_HASH, min: 1, max: 65536, set: Setting::EndgameHash },
        about: "megabytes for the positions that the endgame search remembers",
    },
    OptionSpec {
        name: "MoveOverhead",
        kind: OptionKind::Number {
            default: MOVE_OVERHEAD.as_millis() as u64,
            min: 0,
            max: 10_000,
            set: |milliseconds| Setting::MoveOverhead(Duration::from_millis(milliseconds)),
        },
        about: "milliseconds reserved on every turn for the delay between our answer and the clock stopping",
    },
    OptionSpec {
        name: "Seed",
        kind: OptionKind::Number { default: 1, min: 0, max: u32::MAX as u64, set: Setting::Seed },
        about: "decides everything that is random",
    },
    OptionSpec {
        name: "UCGI_AnalyseMode",
        kind: OptionKind::Check { default: false, set: Setting::AnalyseMode },
        about: "for analysing rather than playing: the clocks in a CGP are ignored, and with a Strength other than full `go auto` also lists the best plays",
    },
    OptionSpec {
        name: "UCGI_LimitStrength",
        kind: OptionKind::Check { default: false, set: Setting::LimitStrength },
        about: "whether `go auto`, with the Strength full, plays as badly as UCGI_Elo says: statically, with mistakes",
    },
    OptionSpec {
        name: "UCGI_Elo",
        kind: OptionKind::Number {
            default: Handicap::STATIC,
            min: *Handicap::ELO.start(),
            max: *Handicap::ELO.end(),
            set: Setting::Elo,
        },
        about: "with UCGI_LimitStrength, how well to play: 2000 is the static player, and lower ratings were measured by matches",
    },
    OptionSpec {
        name: "UCGI_Opponent",
        kind: OptionKind::Text {
            default: "",
            wanted: "TITLE|none ELO|none computer|human NAME",
            read: |value| opponent(value).map(Setting::Opponent),
        },
        about: "who plays against us, as `TITLE|none ELO|none computer|human NAME`: sets how sharply it is assumed to choose until its plays show; `show` prints it",
    },
    OptionSpec {
        name: "UCGI_ShowCurrLine",
        kind: OptionKind::Check { default: false, set: Setting::ShowCurrLine },
        about: "tells the line that is being looked at, as `info currline`",
    },
];

/// Paths separated by semicolons.
fn folders(value: &str) -> Vec<PathBuf> {
    value.split(';').map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from).collect()
}

/// UCGI's `[GM|IM|FM|WGM|WIM|none] [<elo>|none] [computer|human] <name>`, or nothing.
fn opponent(value: &str) -> Option<Option<NamedOpponent>> {
    const TITLES: [&str; 6] = ["GM", "IM", "FM", "WGM", "WIM", "none"];
    let words: Vec<&str> = value.split_whitespace().collect();
    let [title, elo, kind, _, ..] = words[..] else { return words.is_empty().then_some(None) };
    let is_titled = TITLES.iter().any(|known| known.eq_ignore_ascii_case(title));
    let rating = if elo.eq_ignore_ascii_case("none") { None } else { Some(elo.parse().ok()?) };
    let is_human = one_of(kind, ["computer", "human"])?;
    is_titled.then(|| Some(NamedOpponent { is_human, rating, text: value.trim().to_owned() }))
}
