//! A game as it went: the position it started from and every turn since.
//!
//! All positions on the way are kept, so that taking back is a step and never a calculation.

use super::{
    Action, Bag, ChallengeRule, FailedChallenge, Illegal, Move, Play, Player, Position, PositionError, Rack, Reason,
};
use thiserror::Error;

/// A start and the turns since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    turns: Vec<Turn>,
    /// Before each turn, and after the last: one more than there are turns.
    positions: Vec<Position>,
    /// In order; none is after more turns than there are.
    adjustments: Vec<Adjustment>,
    /// Whether the last turn has been challenged.
    challenged: bool,
}

/// Points that a player gained or lost outside a turn, as for overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjustment {
    /// After how many turns.
    pub after: usize,
    /// Whose score changed.
    pub player: Player,
    /// By how much.
    pub points: i32,
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
        History { turns: Vec::new(), positions: vec![start], adjustments: Vec::new(), challenged: false }
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

    /// The position after this many turns, if there have been as many.
    pub fn position(&self, turns: usize) -> Option<&Position> {
        self.positions.get(turns)
    }

    /// What was added to scores outside turns, in order.
    pub fn adjustments(&self) -> &[Adjustment] {
        &self.adjustments
    }

    /// Makes a move, or says why it is illegal, and then nothing changes.
    pub fn play(&mut self, m: &Move) -> Result<Turn, Illegal> {
        let now = self.now();
        let (next, score) = now.after(m)?;
        let turn = Turn { player: now.on_turn(), played: *m, score };
        self.turns.push(turn);
        self.positions.push(next);
        self.challenged = false;
        Ok(turn)
    }

    /// Takes the last turn back, with any adjustment of scores after it.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop();
        let turns = self.turns.len();
        self.positions.truncate(turns + 1);
        self.adjustments.retain(|adjustment| adjustment.after <= turns);
        self.challenged = false;
        turn
    }

    /// Tells the last turn differently: the same player, another move. What has been said of scores and racks since
    /// stays, but for the rack of a player whose tiles come back.
    ///
    /// If the move is illegal, or there is no turn, nothing changes.
    pub fn amend(&mut self, m: &Move) -> Option<Result<Turn, Illegal>> {
        let before = self.positions.iter().rev().nth(1)?;
        let (mut next, score) = match before.after(m) {
            Ok(played) => played,
            Err(illegal) => return Some(Err(illegal)),
        };
        let turns = self.turns.len();
        for adjustment in self.adjustments.iter().filter(|adjustment| adjustment.after == turns) {
            next.adjust_score(adjustment.player, adjustment.points);
        }
        let back = matches!(m.action, Action::Phony(_)).then(|| before.on_turn());
        // Racks that were counted because the game was over are unknown again if it is not.
        let counted = self.now().ending().is_some() && next.ending().is_none();
        for player in Player::BOTH.into_iter().filter(|&player| !counted && back != Some(player)) {
            // What cannot be together with tiles that came back is forgotten.
            let known = next.rack(player).union(&self.now().rack(player));
            let _ = known.map(|rack| next.set_rack(player, rack));
        }
        *self.now_mut() = next;
        let last = self.turns.last_mut()?;
        (last.played, last.score) = (*m, score);
        Some(Ok(*last))
    }

    /// The player turns out to hold these tiles now, as well as those known before.
    pub fn learn(&mut self, player: Player, rack: &Rack) -> Result<(), Reason> {
        self.now_mut().learn(player, rack)
    }

    /// Says which tiles a player is known to hold now, instead of what was known before.
    pub fn set_rack(&mut self, player: Player, rack: Rack) -> Result<(), PositionError> {
        self.now_mut().set_rack(player, rack)
    }

    /// A player draws from the bag with which the game is played: all tiles that it holds are known then.
    pub fn draw(&mut self, player: Player, bag: &mut Bag) {
        self.now_mut().draw(player, bag);
    }

    /// Adds to a player's score, as for overtime.
    pub fn adjust_score(&mut self, player: Player, points: i32) {
        self.now_mut().adjust_score(player, points);
        self.adjustments.push(Adjustment { after: self.turns.len(), player, points });
    }

    fn now_mut(&mut self) -> &mut Position {
        self.positions.last_mut().expect("there is always the start")
    }

    /// The last play is challenged; `valid` says whether all its words exist. Rewrites the last turn accordingly.
    pub fn challenge(&mut self, valid: bool) -> Result<Verdict, ChallengeError> {
        let &Turn { played, .. } = self.turns.last().ok_or(ChallengeError::NoPlay)?;
        let Action::Play(Play::Place(placement)) = played.action else { return Err(ChallengeError::NoPlay) };
        if self.challenged || played.challenge != FailedChallenge::default() {
            return Err(ChallengeError::Twice);
        }
        let verdict = verdict(self.now().rules().challenge, valid)?;
        self.challenged = true;
        let challenge = match verdict {
            Verdict::Bonus(points) => FailedChallenge { points, turn_lost: false },
            Verdict::TurnLost => FailedChallenge { points: 0, turn_lost: true },
            _ => FailedChallenge::default(),
        };
        let action = if verdict == Verdict::TakenBack { Action::Phony(placement) } else { played.action };
        let amended = Move { action, challenge, ..played };
        if amended != played {
            self.amend(&amended).expect("there is a last turn").expect("legal a moment ago");
        }
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

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use std::sync::Arc;

    #[test]
    fn adjustments_outlive_a_challenge_and_go_with_their_turn() {
        let mut game = History::new(Position::start(Arc::new(Rules::default())));
        let windy = Move::parse("8D.WINDY", game.now().distribution().alphabet()).unwrap();
        game.play(&windy).unwrap();
        game.adjust_score(Player::Two, -10);
        assert_eq!(game.challenge(true), Ok(Verdict::TurnLost));
        assert_eq!((game.now().on_turn(), game.now().score(Player::Two)), (Player::One, -10));
        assert_eq!(game.adjustments(), [Adjustment { after: 1, player: Player::Two, points: -10 }]);
        game.undo();
        assert_eq!((game.now().score(Player::Two), game.adjustments()), (0, &[][..]));
        assert_eq!(game.amend(&windy), None);
    }
}
