//! Where the plays that a search chose stand among its candidates: the ranks of Gordon's table 4.
//!
//! A search that always takes what its heuristic likes best has rank 1, and need not have searched. The referee writes
//! every turn of a match down with its position, so the candidates are found again after the games. First turns are
//! left out: there every play has a mirror image, of which the search tries one.

use crate::AnyError;
use crate::referee::record::TurnRecord;
use serde::Serialize;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use tasseo::bench::read_positions;
use tasseo::evaluate::{StaticValue, Strength};
use tasseo::game::{Action, Move, Play, Position, Rack, Rules};
use tasseo::lexicon::Lexicon;
use tasseo::movegen::{Generator, ScoredPlay};

/// Means over the turns of a player in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ranks {
    /// Of the chosen play among the candidates as the heuristic orders them, from 1 on.
    pub by_heuristic: f64,
    /// The same by their points; of as many points as another, the better of both.
    pub by_points: f64,
    /// How long a turn took.
    pub seconds: f64,
    /// How many turns these are.
    pub turns: u64,
}

impl Ranks {
    /// Of the turns in this file that a player took, who chose among this many candidates of Gordon's third heuristic.
    /// What was chosen otherwise is not counted. Blocks.
    pub fn read(path: &Path, player: &str, candidates: usize, lexicon: &Arc<Lexicon>) -> Result<Self, AnyError> {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut ranker = Ranker::new(lexicon.clone(), candidates)?;
        let mut ranks = Ranks::default();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let fault = |error: AnyError| format!("{}: line {}: {error}", path.display(), number + 1);
            let turn: TurnRecord = serde_json::from_str(&line?).map_err(|error| fault(error.into()))?;
            if turn.engine == player
                && let Some([by_heuristic, by_points]) = ranker.rank(&turn).map_err(fault)?
            {
                ranks.by_heuristic += by_heuristic as f64;
                ranks.by_points += by_points as f64;
                ranks.seconds += turn.ms / 1000.0;
                ranks.turns += 1;
            }
        }
        Ok(ranks.mean())
    }

    fn mean(self) -> Self {
        let mean = |sum: f64| sum / self.turns.max(1) as f64;
        let [by_heuristic, by_points, seconds] = [self.by_heuristic, self.by_points, self.seconds].map(mean);
        Ranks { by_heuristic, by_points, seconds, ..self }
    }
}

/// Finds the candidates of turns.
struct Ranker {
    value: StaticValue,
    generator: Generator,
    candidates: usize,
}

impl Ranker {
    fn new(lexicon: Arc<Lexicon>, candidates: usize) -> Result<Self, AnyError> {
        let rules = Arc::new(Rules { distribution: lexicon.distribution().clone(), ..Rules::default() });
        let value = StaticValue::of_strength(Strength::Rh3, &rules.distribution, None)?;
        Ok(Ranker { value, generator: Generator::new(rules, lexicon), candidates })
    }

    /// The ranks of what was played, by the heuristic and by points; none if it was no candidate.
    fn rank(&mut self, turn: &TurnRecord) -> Result<Option<[usize; 2]>, AnyError> {
        let positions = read_positions("position", &turn.position, &[])?;
        let [(position, rack)] = &positions[..] else { return Err("there is no position in it".into()) };
        if position.board().is_empty() {
            return Ok(None);
        }
        let played = Move::parse(&turn.played, position.distribution().alphabet())?;
        let Action::Play(play) = played.action else { return Ok(None) };
        let all = self.candidates(position, rack);
        let Some(at) = all.iter().position(|found| found.play == play) else { return Ok(None) };
        let more = all.iter().filter(|found| found.score > all[at].score).count();
        Ok(Some([at + 1, more + 1]))
    }

    fn candidates(&mut self, position: &Position, rack: &Rack) -> Vec<ScoredPlay> {
        let leaves = self.value.of(position, rack);
        let exchanged = position.most_exchanged();
        let mut all = self.generator.top(self.candidates + 1, position.board(), rack, &leaves, exchanged);
        all.retain(|found| found.play != Play::Pass);
        all.truncate(self.candidates);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tasseo::game::english;
    use tasseo::lexicon::Library;

    const TURN: &str = r#"{"game":0,"turn":2,"engine":"search","rack":"CEIOQRV","opponent_leave":"","opponent_rack":"",
        "bag":81,"score":0,"ms":500.0,"position":"15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 CEIOQRV/ 0/32 0"#;

    /// A file of turns with these plays.
    fn turns(plays: &[&str]) -> tempfile::NamedTempFile {
        let file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
        let line = |play: &&str| format!("{}\",\"move\":\"{play}\"}}\n", TURN.replace('\n', ""));
        std::fs::write(&file, plays.iter().map(line).collect::<String>()).unwrap();
        file
    }

    #[test]
    fn plays_are_ranked_among_the_candidates() {
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        let read = |plays: &[&str], player: &str| Ranks::read(turns(plays).path(), player, 2, &lexicon);
        // COVIN leaves the better tiles and has fewer points. What is no candidate is not counted.
        let ranks = read(&["F4.COVIN", "F4.COVIN", "E6.VOICER", "9C.RE"], "search").unwrap();
        assert_eq!(ranks, Ranks { by_heuristic: 4.0 / 3.0, by_points: 5.0 / 3.0, seconds: 0.5, turns: 3 });
        assert_eq!(read(&["F4.COVIN"], "another").unwrap(), Ranks::default());
        let error = read(&["F4.COVIN", "9Z.QUIZ"], "search").unwrap_err().to_string();
        assert!(error.contains(".jsonl: line 2: "), "{error}");
    }
}
