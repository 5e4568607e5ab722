//! Which matches the papers' tables are made of, and ours that go past them.

use super::matches::{MatchPlan, PlannedMatch};
use tasseo::evaluate::Handicap;

/// All experiments that are matches.
pub fn plans() -> Vec<MatchPlan> {
    vec![rack_heuristics(), probabilistic_search(), strategies(), full_knowledge(), inference(), ladder()]
}

/// An engine of ours: what it is called, and what it is told.
fn tasseo(name: &str, options: &str) -> String {
    format!("tasseo name={name} {options}")
}

fn planned(title: &str, one: String, other: String, pairs: u64, paper: &'static str) -> PlannedMatch {
    PlannedMatch { title: title.into(), engines: [one, other], pairs, paper, candidates: None }
}

/// Gordon's table 2.
fn rack_heuristics() -> MatchPlan {
    let against_greedy = |heuristic: &str, paper| {
        let [one, other] = [heuristic, "greedy"].map(|name| tasseo(name, &format!("Strength={name}")));
        planned(&format!("{heuristic} against greedy"), one, other, 5000, paper)
    };
    MatchPlan {
        name: "rack-heuristics",
        question: "What Gordon's rack heuristics gain on a greedy player (his table 2)",
        matches: vec![
            against_greedy("rh1", "+6.4, 53.4 %"),
            against_greedy("rh2", "+23.3, 59.5 %"),
            against_greedy("rh3", "+30.3, 63.4 %"),
            against_greedy("static", ""),
        ],
        each_game: false,
        rated_by: None,
    }
}

/// Gordon's search: this many candidates by heuristic 3, in this many scenarios, two replies, the spread.
fn gordon(inside: &str, candidates: u64, scenarios: u64) -> String {
    tasseo(
        "search",
        &format!(
            "Strength=rh3 SimPlayer={inside} SimCandidates={candidates} SimPlies=2 SimGoal=spread SimNarrowing=false \
             UseInference=false go=\"sim iterations {scenarios}\""
        ),
    )
}

/// Gordon's table 4, and where probabilistic search overtakes the weighted heuristic.
fn probabilistic_search() -> MatchPlan {
    // His two sets of a hundred games each.
    const TABLE: [(&str, u64, u64, &str); 9] = [
        ("greedy", 2, 64, "+33.7, 68.0 %; +20.4, 58.0 %"),
        ("greedy", 2, 32, "+32.6, 67.5 %; +17.2, 55.0 %"),
        ("rh3", 2, 32, "+4.6, 57.0 %; +16.8, 57.5 %"),
        ("greedy", 4, 8, "+28.1, 59.0 %; +8.6, 53.5 %"),
        ("greedy", 4, 16, "+22.9, 62.0 %; +24.6, 58.0 %"),
        ("rh3", 4, 16, "+1.9, 46.0 %; +20.1, 62.0 %"),
        ("greedy", 8, 4, "+15.6, 65.0 %; +1.3, 55.0 %"),
        ("greedy", 8, 8, "+26.3, 66.5 %; +12.4, 59.0 %"),
        ("rh3", 8, 8, "+6.5, 56.5 %; -9.0, 45.0 %"),
    ];
    let greedy = || tasseo("greedy", "Strength=greedy");
    let rh3 = || tasseo("rh3", "Strength=rh3");
    let title = |inside: &str, candidates: u64, scenarios: u64| {
        format!("{candidates} candidates, {scenarios} scenarios, {inside} inside")
    };
    let of_table = TABLE.map(|(inside, candidates, scenarios, paper)| {
        let engine = gordon(inside, candidates, scenarios);
        let match_title = format!("{}, against greedy", title(inside, candidates, scenarios));
        PlannedMatch { candidates: Some(candidates as usize), ..planned(&match_title, engine, greedy(), 200, paper) }
    });
    let alone = planned("heuristic 3 alone, against greedy", rh3(), greedy(), 200, "+47.3, 69.5 %; +34.9, 63.5 %");
    let today = [(4, 64), (8, 256), (8, 1024)].map(|(candidates, scenarios)| {
        let engine = gordon("rh3", candidates, scenarios);
        let match_title = format!("{}, against heuristic 3", title("rh3", candidates, scenarios));
        PlannedMatch { candidates: Some(candidates as usize), ..planned(&match_title, engine, rh3(), 100, "") }
    });
    MatchPlan {
        name: "probabilistic-search",
        question: "Probabilistic search against a greedy player (Gordon's table 4), and where it overtakes the heuristic",
        matches: of_table.into_iter().chain([alone]).chain(today).collect(),
        each_game: false,
        rated_by: None,
    }
}

/// A player that simulates to the last, with fixed work, so that the result does not depend on the machine.
fn simulating(name: &str, options: &str) -> String {
    tasseo(name, &format!("{options} go=\"sim iterations 150\""))
}

/// What Richards and Amir say of strategies.
fn strategies() -> MatchPlan {
    let [still, greedy] = ["static", "greedy"].map(|name| tasseo(name, &format!("Strength={name}")));
    MatchPlan {
        name: "strategies",
        question: "What each kind of player gains on the next (Richards and Amir)",
        matches: vec![
            planned("static against greedy", still.clone(), greedy, 5000, "+47"),
            planned(
                "simulation without belief against static",
                simulating("sim", "UseInference=false"),
                still.clone(),
                200,
                "+30",
            ),
            planned("simulation with belief against static", simulating("sim", ""), still, 200, ""),
        ],
        each_game: false,
        rated_by: None,
    }
}

/// Richards and Amir's table 1 and figure 2.
fn full_knowledge() -> MatchPlan {
    let blind = || simulating("blind", "UseInference=false");
    MatchPlan {
        name: "full-knowledge",
        question: "What it is worth to know the opponent's tiles (Richards and Amir's table 1 and figure 2)",
        matches: vec![
            planned("rack known, against without", simulating("rack", "oracle=rack"), blind(), 100, "+37, 59 %"),
            planned(
                "leave known, against without",
                simulating("leave", "oracle=leave"),
                blind(),
                200,
                "53.3 % (Macondo)",
            ),
        ],
        each_game: true,
        rated_by: None,
    }
}

/// Richards and Amir's table 2.
fn inference() -> MatchPlan {
    let blind = || simulating("blind", "UseInference=false");
    let paper = "Likelihood=best InferenceWeights=leave InferenceMemory=turn";
    MatchPlan {
        name: "inference",
        question: "What it is worth to read the opponent's leave (Richards and Amir's table 2)",
        matches: vec![
            planned("the paper's belief, against without", simulating("paper", paper), blind(), 315, "+5.2, 51.4 %"),
            planned(
                "softmax of the last play, against without",
                simulating("turn", "InferenceMemory=turn"),
                blind(),
                315,
                "",
            ),
            planned("the carried belief, against without", simulating("carried", ""), blind(), 315, ""),
        ],
        each_game: false,
        rated_by: None,
    }
}

/// A player that simulates for this many milliseconds a move, and neither reads the opponent nor solves anything.
fn plain(milliseconds: u64) -> String {
    tasseo(&format!("plain-{milliseconds}"), &format!("UseInference=false movetime={milliseconds} go=sim"))
}

/// The engine as it is, with this many milliseconds a move.
fn whole(milliseconds: u64) -> String {
    tasseo(&format!("whole-{milliseconds}"), &format!("movetime={milliseconds}"))
}

/// The engine with all but its belief.
fn unread(milliseconds: u64) -> String {
    tasseo(&format!("unread-{milliseconds}"), &format!("UseInference=false movetime={milliseconds}"))
}

/// The engine with all but its solvers.
fn unsolved(milliseconds: u64) -> String {
    tasseo(&format!("unsolved-{milliseconds}"), &format!("movetime={milliseconds} go=sim"))
}

/// A static player who errs as much as one of this rating should.
fn erring(elo: u64) -> String {
    tasseo(&format!("elo-{elo}"), &format!("UCGI_LimitStrength=true UCGI_Elo={elo}"))
}

/// What an engine of ours is called.
fn name_of(engine: &str) -> &str {
    engine.split(' ').find_map(|word| word.strip_prefix("name=")).unwrap_or(engine)
}

/// Every player of ours, each against some that are near it and some that many have met.
fn ladder() -> MatchPlan {
    let fixed = |name: &str| tasseo(name, &format!("Strength={name}"));
    let meet = |one: String, other: String, pairs: u64| {
        planned(&format!("{} against {}", name_of(&one), name_of(&other)), one, other, pairs, "")
    };
    MatchPlan {
        name: "ladder",
        question: "How strong every player is, by ratings",
        matches: vec![
            meet(fixed("rh1"), fixed("greedy"), 2000),
            meet(fixed("rh2"), fixed("rh1"), 2000),
            meet(fixed("rh2"), fixed("greedy"), 2000),
            meet(fixed("rh3"), fixed("rh2"), 2000),
            meet(fixed("rh3"), fixed("greedy"), 2000),
            meet(fixed("static"), fixed("rh3"), 2000),
            meet(fixed("static"), fixed("greedy"), 2000),
            meet(fixed("static"), erring(1900), 500),
            meet(erring(1900), erring(1800), 500),
            meet(erring(1800), erring(1600), 500),
            meet(erring(1800), fixed("greedy"), 500),
            meet(erring(1600), erring(1400), 500),
            meet(erring(1400), erring(1200), 500),
            meet(erring(1200), erring(1000), 500),
            meet(plain(100), fixed("static"), 150),
            meet(whole(100), fixed("static"), 150),
            meet(whole(100), plain(100), 150),
            meet(whole(1000), whole(100), 25),
            meet(whole(1000), fixed("static"), 25),
            meet(whole(1000), plain(1000), 25),
            meet(whole(1000), unread(1000), 25),
            meet(whole(1000), unsolved(1000), 25),
            meet(whole(10_000), whole(1000), 10),
        ],
        each_game: false,
        rated_by: Some(("static", Handicap::STATIC as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::entrant::Entrant;
    use std::collections::BTreeSet;

    #[test]
    fn every_match_has_a_folder_of_its_own() {
        for plan in plans() {
            let folders: BTreeSet<String> = plan.matches.iter().map(PlannedMatch::folder).collect();
            assert_eq!(folders.len(), plan.matches.len(), "{}", plan.name);
        }
        assert_eq!(full_knowledge().matches[0].folder(), "rack-known-against-without");
    }

    #[test]
    fn every_engine_is_one_that_the_referee_takes() {
        for plan in plans() {
            for planned in &plan.matches {
                let names = planned.engines.each_ref().map(|engine| engine.parse::<Entrant>().unwrap().name);
                assert_ne!(names[0], names[1], "{}: {}", plan.name, planned.title);
            }
        }
    }
}
