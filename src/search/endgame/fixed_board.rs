//! What the rest of the game is worth if the board stayed as it is: an estimate that plays everything out.
//!
//! Suppose that no play changed the board. Then all that matters of a play is which tiles it takes and what it scores,
//! the best play for each part of a rack is all that a player needs, and the game is small enough to be solved for all
//! pairs of what the two may still hold, from the smallest up. Who plays out first, who is stuck with a tile that goes
//! nowhere, and what it costs to play slowly are all in it; blocking and opening are not.
//!
//! It orders plays and judges where the search breaks off. With racks of four and four it takes some microseconds.

use super::rack_parts::{EndgameRack, PartId};
use crate::game::MAX_SUB_RACKS;

/// Less than any value.
pub(super) const LOWEST: i32 = i32::MIN / 4;

/// The most that each part of a rack scores on a board; [`LOWEST`] where it cannot be played.
pub(super) type BestScores = [i32; MAX_SUB_RACKS];

/// The value of the rest of the game for the player on turn if the board stayed as it is, for all pairs of parts.
#[derive(Clone, Debug)]
pub(super) struct FixedBoardValues {
    /// By player on turn, that player's part and the other's.
    values: [Vec<i32>; 2],
}

impl Default for FixedBoardValues {
    fn default() -> Self {
        FixedBoardValues { values: [(); 2].map(|()| vec![0; MAX_SUB_RACKS * MAX_SUB_RACKS]) }
    }
}

#[inline]
fn place(own: PartId, other: PartId) -> usize {
    own.index() * MAX_SUB_RACKS + other.index()
}

impl FixedBoardValues {
    /// The value of the rest of the game for a player who is on turn with these tiles against those.
    #[inline]
    pub(super) fn value(&self, player: usize, own: PartId, other: PartId) -> i32 {
        self.values[player][place(own, other)]
    }

    /// Works the values out for two players who hold these parts.
    pub(super) fn work_out(&mut self, racks: &[EndgameRack; 2], held: [PartId; 2], best: [&BestScores; 2]) {
        let plays = [0, 1].map(|player| {
            let parts = racks[player].smaller(held[player]).iter();
            let plays = parts.map(|&part| (part, best[player][part.index()]));
            plays.filter(|&(_, score)| score > LOWEST).collect::<Vec<_>>()
        });
        for &a in &racks[0].smaller(held[0])[1..] {
            for &b in &racks[1].smaller(held[1])[1..] {
                let stop = racks[1].points(b) - racks[0].points(a);
                let first = self.best_play(0, &plays[0], racks, a, b);
                let second = self.best_play(1, &plays[1], racks, b, a);
                self.values[0][place(a, b)] = first.max(stop.min(-second));
                self.values[1][place(b, a)] = second.max((-stop).min(-first));
            }
        }
    }

    #[inline]
    fn best_play(
        &self,
        player: usize,
        plays: &[(PartId, i32)],
        racks: &[EndgameRack; 2],
        own: PartId,
        other: PartId,
    ) -> i32 {
        let within = racks[player].within(own);
        let mut best = LOWEST;
        for &(part, score) in plays {
            if part > own {
                break;
            }
            if within.contains(part) {
                let left = own - part;
                let rest = match left.is_empty() {
                    true => 2 * racks[1 - player].points(other),
                    false => -self.value(1 - player, other, left),
                };
                best = best.max(score + rest);
            }
        }
        best
    }
}
