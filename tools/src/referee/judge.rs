//! Whether what an engine answers is a move that may be made.

use super::fault::{Fault, FaultKind};
use tasseo::game::{Action, Move, Play, Position, words_formed};
use tasseo::lexicon::Lexicon;

/// A play that the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedPlay {
    /// What is to be done on the board.
    pub play: Play,
    /// Its words that do not exist.
    pub unknown: Vec<String>,
}

/// Judges the word after `bestmove`, by every rule but that its words must exist.
pub fn judge(now: &Position, lexicon: &Lexicon, chosen: &str) -> Result<JudgedPlay, Fault> {
    let bad = |text: String| Fault::new(FaultKind::BadOutput, text);
    let alphabet = now.distribution().alphabet();
    let play = match Move::parse(chosen, alphabet).map_err(|error| bad(format!("bestmove {error}")))?.action {
        Action::Play(play) => play,
        _ => return Err(bad(format!("bestmove {chosen}: not a play that can be chosen"))),
    };
    now.check(&play).map_err(|error| Fault::new(FaultKind::IllegalMove, error.to_string()))?;
    let unknown = match &play {
        Play::Place(placement) => lexicon.unknown(&words_formed(now.board(), placement)),
        Play::Exchange(_) | Play::Pass => Vec::new(),
    };
    Ok(JudgedPlay { play, unknown: unknown.iter().map(|word| alphabet.write_word(word)).collect() })
}

impl JudgedPlay {
    /// The fault of a play with words that do not exist, where it cannot be challenged.
    pub fn must_exist(&self, now: &Position, lexicon: &Lexicon) -> Result<(), Fault> {
        if self.unknown.is_empty() {
            return Ok(());
        }
        let (play, words) = (self.play.display(now.distribution().alphabet()), self.unknown.join(", "));
        Err(Fault::new(FaultKind::IllegalMove, format!("{play}: not in {}: {words}", lexicon.name())))
    }
}
