//! A game as it went: the position it started from and every turn since.
//!
//! All positions on the way are kept, so that taking back is a step and never a calculation.

use super::{Action, ChallengeRule, FailedChallenge, Illegal, Move, Play, Player, Position, PositionError, Rack};
use thiserror::Error;

/// A start and the turns since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    turns: Vec<Turn>,
    /// Before each turn, and after the last: one more than there are turns.
    positions: Vec<Position>,
}

/// One turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moved.
    pub player: Player,
    /// The move as it was told.
    pub played: Move,
    /// What it scored, with the points for a challenge in vain, and without what the racks counted for at the end.
    pub score: i32,
}

/// What came of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The play is taken back; its tiles are known.
    TakenBack,
    /// The play stands, at no cost to the challenger.
    Stands,
    /// The play stands, and the challenger loses a turn.
    TurnLost,
    /// The play stands, and the challenger loses the game.
    GameLost,
    /// The play stands, and its player gets these points more.
    Bonus(i32),
}

/// Why there can be no challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChallengeError {
    /// The last turn placed no tiles, or there was none.
    #[error("there is no play to challenge")]
    NoPlay,
    /// Under this rule, plays are checked before they count.
    #[error("under the void rule there are no challenges")]
    Void,
    /// The last play has been challenged before.
    #[error("the play has already been challenged")]
    Twice,
}

impl History {
    /// A game that begins here.
    pub fn new(start: Position) -> Self {
        History { turns: Vec::new(), positions: vec![start] }
    }

    /// The position before the first turn.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn now(&self) -> &Position {
        self.positions.last().expect("there is always the start")
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turns so far, each with the position it was made in.
    pub fn turns_in_position(&self) -> impl Iterator<Item = (&Turn, &Position)> {
        self.turns.iter().zip(&self.positions)
    }

    /// Makes a move, or says why it is illegal, and then nothing changes.
    pub fn play(&mut self, m: &Move) -> Result<Turn, Illegal> {
        let now = self.now();
        let (next, score) = now.after(m)?;
        let turn = Turn { player: now.on_turn(), played: *m, score };
        self.turns.push(turn);
        self.positions.push(next);
        Ok(turn)
    }

    /// Takes the last turn back.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop();
        self.positions.truncate(self.turns.len() + 1);
        turn
    }

    /// Says which tiles a player holds now.
    pub fn set_rack(&mut self, player: Player, rack: Rack) -> Result<(), PositionError> {
        self.now_mut().set_rack(player, rack)
    }

    /// Adds to a player's score, as for overtime.
    pub fn adjust_score(&mut self, player: Player, points: i32) {
        self.now_mut().adjust_score(player, points);
    }

    fn now_mut(&mut self) -> &mut Position {
        self.positions.last_mut().expect("there is always the start")
    }

    /// The last play is challenged; `valid` says whether all its words exist. Rewrites the last turn accordingly.
    pub fn challenge(&mut self, valid: bool) -> Result<Verdict, ChallengeError> {
        let &Turn { played, .. } = self.turns.last().ok_or(ChallengeError::NoPlay)?;
        let Action::Play(Play::Place(placement)) = played.action else { return Err(ChallengeError::NoPlay) };
        if played.challenge != FailedChallenge::default() {
            return Err(ChallengeError::Twice);
        }
        let verdict = verdict(self.now().rules().challenge, valid)?;
        let challenge = match verdict {
            Verdict::Bonus(points) => FailedChallenge { points, turn_lost: false },
            Verdict::TurnLost => FailedChallenge { points: 0, turn_lost: true },
            _ => FailedChallenge::default(),
        };
        let action = if verdict == Verdict::TakenBack { Action::Phony(placement) } else { played.action };
        self.undo();
        self.play(&Move { action, challenge, ..played }).expect("legal a moment ago");
        if verdict == Verdict::GameLost {
            self.now_mut().lose_by_challenge();
        }
        Ok(verdict)
    }
}

fn verdict(rule: ChallengeRule, valid: bool) -> Result<Verdict, ChallengeError> {
    match rule {
        ChallengeRule::Void => Err(ChallengeError::Void),
        _ if !valid => Ok(Verdict::TakenBack),
        ChallengeRule::Single => Ok(Verdict::Stands),
        ChallengeRule::Double => Ok(Verdict::TurnLost),
        ChallengeRule::Triple => Ok(Verdict::GameLost),
        ChallengeRule::FivePoint | ChallengeRule::TenPoint => Ok(Verdict::Bonus(rule.bonus())),
    }
}
