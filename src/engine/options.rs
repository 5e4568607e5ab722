//! The options, each described once: its name, what it may be, its default, and what it does.
//!
//! From the one table below come the settings themselves ([`Options`]) with their defaults, what may be set and how a
//! wrong value is refused ([`Options::set`]), the `option` lines of the protocols, and the table in protocol.md. A new
//! option is one row here, and whatever reads its field.

use super::option_kinds::{Check, Choice, Number, OptionError, OptionSpec, OptionType, Text, one_of, unknown};
use crate::belief::{Memory, Weights};
use crate::evaluate::{Handicap, Strength};
use crate::game::ChallengeRule;
use crate::limits::MAX_THREADS;
use crate::search::simulation::Objective;
use std::path::PathBuf;

/// More plies than any game has.
pub const MAX_PLIES: usize = 100;
/// More racks than there are of the tiles of any game we know: the Polish set has eleven million.
const MAX_RACKS: usize = 20_000_000;

/// Who plays against us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpponent {
    /// Whether it is a human, or else a program.
    pub is_human: bool,
    /// How good it is, if that is known.
    pub rating: Option<u32>,
    /// The option as it was written.
    pub text: String,
}

/// How the opponent's plays are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LikelihoodKind {
    /// The statically best play is certain, as Richards and Amir have it.
    Best,
    /// Any play within a margin of the best is as likely.
    Margin,
    /// Better plays are likelier.
    Softmax,
}

/// The games that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Words are what the lexicon has.
    Classic,
}

/// The players that search nothing, by name.
const STATIC_PLAYERS: &[(&str, Strength)] = &[
    ("greedy", Strength::Greedy),
    ("rh1", Strength::Rh1),
    ("rh2", Strength::Rh2),
    ("rh3", Strength::Rh3),
    ("static", Strength::Static),
];

/// Makes [`Options`] out of the table.
macro_rules! options {
    ($($name:literal $field:ident: $type:ty = $kind:expr, $about:literal;)*) => {
        /// What has been set.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = concat!("`", $name, "`: ", $about, ".")] pub $field: $type,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: OptionType::<$type>::default_value(&$kind),)* }
            }
        }

        impl Options {
            /// All options as front ends see them, in the order of the table.
            pub fn specs() -> Vec<OptionSpec> {
                vec![$(OptionSpec { name: $name, kind: OptionType::<$type>::kind(&$kind), about: $about },)*]
            }

            /// Sets the option of this name, in any case, or says why not and changes nothing. No value, or `<empty>`,
            /// is the empty text.
            pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
                let value = value.filter(|&value| value != "<empty>").unwrap_or_default();
                $(if name.eq_ignore_ascii_case($name) {
                    self.$field = OptionType::<$type>::read_as(&$kind, $name, value)?;
                    return Ok(());
                })*
                Err(unknown(name, &Self::specs()))
            }
        }
    };
}

options! {
    "DataPath" data_path: Vec<PathBuf> = Text { default: "", wanted: "folders", read: folders },
        "folders with lexicons (`NAME.kwg`, `NAME.txt`), leave values (`NAME.klv2`), win chances (`NAME.winpct`), distributions and layouts, separated by `;`";
    "Lexicon" lexicon: String = Text { default: "ENABLE1", wanted: "a name", read: name },
        "the words: `ENABLE1`, `YAWL`, or one from DataPath";
    "LetterDistribution" letter_distribution: String = Text { default: "english", wanted: "a name", read: name },
        "the tiles: english, english_super, french, german, spanish, catalan, dutch, norwegian, swedish, polish, italian, portuguese, slovene, or one from DataPath";
    "Leaves" leaves: Option<String> = Text { default: "", wanted: "a name", read: |value| Some(name(value)) },
        "leave values, `NAME.klv2` from DataPath or `ENABLE1`; `none` for none; if empty, those of the lexicon's name, else those that come with Tasseo";
    "WinPctTable" win_pct_table: Option<String> = Text { default: "", wanted: "a name", read: |value| Some(name(value)) },
        "win chances, `NAME.winpct` from DataPath or `ENABLE1`; `none` for none; if empty, as for Leaves";
    "ChallengeRule" challenge_rule: ChallengeRule = Choice {
            default: "double",
            of: &[
                ("void", ChallengeRule::Void),
                ("single", ChallengeRule::Single),
                ("double", ChallengeRule::Double),
                ("triple", ChallengeRule::Triple),
                ("five_point", ChallengeRule::FivePoint),
                ("ten_point", ChallengeRule::TenPoint),
            ],
        },
        "what challenging a valid play costs, where the position does not say";
    "Strength" strength: Option<Strength> = Choice {
            default: "full",
            of: &[
                ("greedy", Some(Strength::Greedy)),
                ("rh1", Some(Strength::Rh1)),
                ("rh2", Some(Strength::Rh2)),
                ("rh3", Some(Strength::Rh3)),
                ("static", Some(Strength::Static)),
                ("full", None),
            ],
        },
        "how `go` chooses, the weakest first: by points alone, by one of Gordon's three rack heuristics (English tiles only), by leave values, or with everything the engine has: simulation, pre-endgames and endgame solving";
    "SimCandidates" sim_candidates: usize = Number { default: 20, min: 1, max: 1000 },
        "how many plays a simulation begins with, the statically best; it soon gives up most of them. Twice as many with 8 to 22 tiles in the bag and half a second or more, unless SimNarrowing is off; at most 8 where the time for a move, times the threads, is less than 150 ms; moves that are named come on top";
    "SimPlies" sim_plies: usize = Number { default: 2, min: 1, max: MAX_PLIES as u64 },
        "how many plies follow each candidate in a simulation at first, where `go` does not say `depth`; with 7 tiles in the bag or fewer all go to the end of the game, unless SimDeepening is off";
    "SimDeepening" sim_deepening: bool = Check(true),
        "whether a simulation goes deeper than SimPlies where that tells more: the longer it lasts, and to the end of the game when few tiles are left; not with `depth`, nor without SimNarrowing";
    "SimPlayer" sim_player: Strength = Choice { default: "static", of: STATIC_PLAYERS },
        "how the players inside a simulation choose, as for Strength";
    "SimGoal" sim_objective: Objective = Choice {
            default: "win",
            of: &[("win", Objective::Win), ("spread", Objective::Spread)],
        },
        "what a simulation maximises: the chance to win, with points as the tie-break, or points alone";
    "SimNarrowing" sim_narrowing: bool = Check(true),
        "whether a simulation drops candidates that are clearly behind; if not, all get the same number of iterations";
    "UseInference" use_inference: bool = Check(true),
        "whether simulations draw the opponent's tiles by what its plays tell of them, where `go` does not say `useinference`";
    "PegBelief" peg_belief: bool = Check(false),
        "whether pre-endgames weigh the draws by what the opponent's plays tell, where simulations do and `go` does not say `useinference`";
    "Likelihood" likelihood: LikelihoodKind = Choice {
            default: "softmax",
            of: &[
                ("best", LikelihoodKind::Best),
                ("margin", LikelihoodKind::Margin),
                ("softmax", LikelihoodKind::Softmax),
            ],
        },
        "how the opponent is assumed to choose: always the statically best play, any play within a margin, or better plays more often";
    "LikelihoodMargin" likelihood_margin: i32 = Number { default: 500, min: 0, max: 10_000 },
        "the margin of `margin`, in hundredths of a point";
    "LikelihoodTemperature" likelihood_temperature: u32 = Number { default: 0, min: 0, max: 10_000 },
        "the temperature of `softmax`, in hundredths of a point, of which less than 25 counts as 25; 0 if it is to be learned during the game";
    "LikelihoodFloor" likelihood_floor: u32 = Number { default: 10, min: 1, max: 5000 },
        "with a LikelihoodTemperature other than 0: how many plays in 10000 are assumed to be random";
    "InferenceWeights" inference_weights: Weights = Choice {
            default: "rack",
            of: &[("rack", Weights::Rack), ("leave", Weights::Leave)],
        },
        "what is weighed before a play: the rack, which is right, or what was kept, as Richards and Amir did; for experiments";
    "InferenceMemory" inference_memory: Memory = Choice {
            default: "game",
            of: &[("game", Memory::Game), ("turn", Memory::LastTurn)],
        },
        "how far back the opponent is read: the whole game, or its last turn; for experiments";
    "InferenceRacks" inference_racks: usize = Number { default: MAX_RACKS as u64, min: 1000, max: MAX_RACKS as u64 },
        "about how many racks are judged at most for one play of the opponent, the likeliest first; by default more than there are";
    "Variant" variant: Variant = Choice { default: "classic", of: &[("classic", Variant::Classic)] },
        "the game; there is one so far";
    "Threads" threads: usize = Number { default: 0, min: 0, max: MAX_THREADS as u64 },
        "how many threads a search may use, 0 for one for each core; the answer does not depend on it for a given number of iterations";
    "EndgameHash" endgame_hash: usize = Number { default: 16, min: 1, max: 65536 },
        "megabytes for the positions that the endgame search remembers";
    "MoveOverhead" move_overhead: u64 = Number { default: 100, min: 0, max: 10_000 },
        "milliseconds reserved on every turn for the delay between our answer and the clock stopping";
    "Seed" seed: u64 = Number { default: 1, min: 0, max: u32::MAX as u64 },
        "decides everything that is random";
    "UCGI_AnalyseMode" analyse_mode: bool = Check(false),
        "for analysing rather than playing: the clocks in a CGP are ignored, and with a Strength other than full `go auto` also lists the best plays";
    "UCGI_LimitStrength" limit_strength: bool = Check(false),
        "whether `go auto`, with the Strength full, plays as badly as UCGI_Elo says: statically, with mistakes";
    "UCGI_Elo" elo: u64 = Number { default: Handicap::STATIC, min: *Handicap::ELO.start(), max: *Handicap::ELO.end() },
        "with UCGI_LimitStrength, how well to play: 2000 is the static player, and lower ratings were measured by matches";
    "UCGI_Opponent" opponent: Option<NamedOpponent> = Text {
            default: "",
            wanted: "TITLE|none ELO|none computer|human NAME",
            read: named_opponent,
        },
        "who plays against us, as `TITLE|none ELO|none computer|human NAME`: sets how sharply it is assumed to choose until its plays show; `show` prints it";
    "UCGI_ShowCurrLine" show_curr_line: bool = Check(false),
        "tells the line that is being looked at, as `info currline`";
}

/// A text that is not empty.
fn name(value: &str) -> Option<String> {
    Some(value.to_owned()).filter(|value| !value.is_empty())
}

/// Paths separated by semicolons.
fn folders(value: &str) -> Option<Vec<PathBuf>> {
    Some(value.split(';').map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from).collect())
}

/// UCGI's `[GM|IM|FM|WGM|WIM|none] [<elo>|none] [computer|human] <name>`, or nothing.
fn named_opponent(value: &str) -> Option<Option<NamedOpponent>> {
    const TITLES: &[(&str, ())] = &[("GM", ()), ("IM", ()), ("FM", ()), ("WGM", ()), ("WIM", ()), ("none", ())];
    let words: Vec<&str> = value.split_whitespace().collect();
    let [title, elo, kind, _, ..] = words[..] else { return words.is_empty().then_some(None) };
    one_of(TITLES, title)?;
    let rating = if elo.eq_ignore_ascii_case("none") { None } else { Some(elo.parse().ok()?) };
    let is_human = one_of(&[("computer", false), ("human", true)], kind)?;
    Some(Some(NamedOpponent { is_human, rating, text: value.trim().to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::super::option_kinds::OptionKind;
    use super::*;
    use crate::game::Catalogue;

    fn choices(option: &str) -> Vec<&'static str> {
        let spec = Options::specs().into_iter().find(|spec| spec.name == option).unwrap();
        let OptionKind::Choice { of, .. } = spec.kind else { panic!("{option} is no choice") };
        of
    }

    #[test]
    fn the_defaults_can_be_set_and_the_texts_are_complete() {
        let mut options = Options::default();
        for spec in Options::specs() {
            options.set(spec.name, Some(&spec.default())).unwrap();
        }
        assert_eq!(options, Options::default());
        assert_eq!(choices("ChallengeRule"), ChallengeRule::option_names().collect::<Vec<_>>());
        let names = Strength::ALL.map(Strength::name);
        assert_eq!(choices("SimPlayer"), names);
        assert_eq!(choices("Strength"), [&names[..], &["full"]].concat());
        for name in names {
            options.set("SimPlayer", Some(name)).unwrap();
            options.set("strength", Some(name)).unwrap();
            assert_eq!((options.sim_player.name(), options.strength.map(Strength::name)), (name, Some(name)));
        }
        let specs = Options::specs();
        let about = specs.iter().find(|spec| spec.name == "LetterDistribution").unwrap().about;
        assert!(Catalogue::distribution_names().all(|name| about.contains(name)));
    }

    #[test]
    fn what_cannot_be_set_says_what_can_and_changes_nothing() {
        let mut options = Options::default();
        let mut refused = |name: &str, value: &str| options.set(name, Some(value)).unwrap_err().to_string();
        let error = refused("Hash", "1");
        assert!(error.starts_with("no option \"Hash\"; there are DataPath, Lexicon, "), "{error}");
        for (name, value, wanted) in [
            ("Threads", "257", "from 0 to 256"),
            ("EndgameHash", "0", "from 1 to 65536"),
            ("MoveOverhead", "-1", "from 0 to 10000"),
            ("UCGI_AnalyseMode", "maybe", "true or false"),
            ("UCGI_Opponent", "Nigel", "TITLE|none ELO|none computer|human NAME"),
            ("UCGI_Opponent", "none nan human Nigel", "TITLE|none ELO|none computer|human NAME"),
            ("ChallengeRule", "maybe", "one of void, single, double, triple, five_point, ten_point"),
        ] {
            assert_eq!(refused(name, value), format!("{name} cannot be {value:?}; it must be {wanted}"));
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn an_opponent_is_told_of_in_four_words() {
        let mut options = Options::default();
        let text = "GM 2300 human Nigel Richards".to_owned();
        options.set("ucgi_opponent", Some(&text)).unwrap();
        assert_eq!(options.opponent, Some(NamedOpponent { is_human: true, rating: Some(2300), text }));
        options.set("ucgi_opponent", None).unwrap();
        assert_eq!(options.opponent, None);
    }
}
