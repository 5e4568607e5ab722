//! What becomes of one candidate in one deal.
//!
//! Where a candidate empties the bag, an endgame follows, in which nothing is hidden. Where it does not, players choose
//! while tiles are hidden from them, and what they choose must not depend on what they cannot know. Ours does not: we
//! make the play that scores most for what it keeps, whatever is in the bag; or, if both have passed and we would win
//! whatever is drawn if that went on, we pass again. The opponent's may: the reply is the one that is worst for us in
//! this very deal. To know more never harms, so what is said of such a candidate is no more than it is worth, as far as
//! the replies are looked at: ever more of them, from round to round. Already in the greedy round the opponent may pass
//! as well, so that a pass is not thought to be better there than the play that would follow it.

use super::deals::Deal;
use crate::evaluate::{Equity, SubLeaves};
use crate::game::{Distribution, Move, Play, Player, Position, Rack, SubRacks, Tile};
use crate::lexicon::Lexicon;
use crate::movegen::{Generator, ScoredPlay};
use crate::search::endgame::{Goal, NODES_PER_QUESTION, SolverOptions, solve};
use crate::stopper::Stopper;
use std::sync::Arc;

/// How a deal ends for the player whose candidate it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The final spread, an estimate.
    pub(super) spread: i32,
    /// Who wins: its sign.
    pub(super) result: i32,
    /// Whether the result is certain.
    pub(super) is_proven: bool,
    /// Whether the spread is certain too.
    pub(super) is_exact: bool,
}

impl Verdict {
    fn new(spread: i32, is_exact: bool) -> Self {
        Verdict { spread, result: spread.signum(), is_proven: is_exact, is_exact }
    }

    /// Whether there is nothing more to find out.
    pub(super) fn is_settled(&self, goal: Goal) -> bool {
        if goal == Goal::Result { self.is_proven } else { self.is_exact }
    }
}

/// How much care goes into a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// It is played out greedily.
    Greedy,
    /// Endgames are searched.
    Search {
        /// With so many nodes at most.
        nodes: u64,
        /// While there are tiles in the bag, the opponent chooses among so many plays, and a pass.
        replies: usize,
    },
}

/// How deals are judged in a round.
pub(super) struct Judge<'j> {
    pub(super) position: &'j Position,
    pub(super) lexicon: &'j Arc<Lexicon>,
    /// How endgames are judged.
    pub(super) care: Depth,
    /// What is found out of them.
    pub(super) goal: Goal,
    /// Whether we win if nobody plays any more, whatever is drawn.
    pub(super) waiting_wins: bool,
    pub(super) hash_mb: usize,
    pub(super) list_bytes: usize,
    pub(super) stopper: &'j Stopper,
}

/// A game with open racks and an open bag.
#[derive(Clone)]
struct FullInfoGame {
    now: Position,
    bag: Vec<Tile>,
}

impl FullInfoGame {
    /// After a play of the player on turn, who draws from the front of the bag.
    fn after(&self, play: &Play) -> FullInfoGame {
        let mover = self.now.on_turn();
        let (mut now, _) = self.now.after(&Move::from(*play)).expect("a legal play");
        let mut bag = self.bag.clone();
        if now.ending().is_none() {
            let rack = now.rack(mover);
            let drawn = bag.drain(..(now.held(mover) - rack.len()).min(self.bag.len()));
            let rack = Rack::try_from_tiles(rack.tiles().iter().copied().chain(drawn)).expect("what is held");
            now.set_rack(mover, rack).expect("tiles from the bag are nowhere else");
        }
        if let Play::Exchange(tiles) = play {
            bag.extend(tiles.tiles());
        }
        FullInfoGame { now, bag }
    }

    fn spread(&self, player: Player) -> i32 {
        self.now.score(player) - self.now.score(player.opponent())
    }
}

impl Judge<'_> {
    pub(super) fn generator(&self) -> Generator {
        Generator::new(self.position.rules().clone(), self.lexicon.clone())
    }

    /// What becomes of a candidate in a deal; none if it was stopped. Where only the result is found out, the spread
    /// stays what it was before, as far as the result allows.
    pub(super) fn judge(
        &self,
        generator: &mut Generator,
        play: &Play,
        deal: &Deal,
        before: Option<Verdict>,
    ) -> Option<Verdict> {
        let us = self.position.on_turn();
        let mut now = self.position.clone();
        let rack = now.full_rack(us).expect("our rack is known");
        now.forget_rack(us.opponent());
        now.set_rack(us, rack).expect("our rack is known");
        now.set_rack(us.opponent(), deal.opponent).expect("a deal shares out what is unseen");
        let after = FullInfoGame { now, bag: deal.bag.clone() }.after(play);
        // What rests on replies with tiles in the bag is an estimate.
        let is_certain = after.bag.is_empty() || after.now.ending().is_some();
        let verdict = self.value(generator, &after, us)?;
        let is_proven = verdict.is_proven && is_certain;
        if self.goal == Goal::Result {
            let alike = before.filter(|before| before.result == verdict.result);
            let spread = alike.map_or(verdict.result, |before| before.spread);
            return Some(Verdict { spread, is_proven, is_exact: false, ..verdict });
        }
        // What was proven stays so, whatever a search for points that was too short makes of it.
        if let Some(known) = before.filter(|before| before.is_proven && !is_proven) {
            let spread = if known.result == verdict.result { verdict.spread } else { known.spread };
            return Some(Verdict { spread, ..known });
        }
        Some(Verdict { is_proven, is_exact: verdict.is_exact && is_certain, ..verdict })
    }

    /// How a game under way ends for a player.
    fn value(&self, generator: &mut Generator, game: &FullInfoGame, us: Player) -> Option<Verdict> {
        if self.stopper.is_stopped() {
            return None;
        }
        if game.now.ending().is_some() {
            return Some(Verdict::new(game.spread(us), true));
        }
        let is_ours = game.now.on_turn() == us;
        if is_ours && self.waiting_wins && game.now.board() == self.position.board() {
            return Some(Verdict::new(wait(game.clone(), us), true));
        }
        match self.care {
            Depth::Greedy if game.bag.is_empty() || is_ours => {
                Some(Verdict::new(play_out(generator, game.clone(), us), false))
            }
            Depth::Greedy => self.worst_reply(generator, game, us, 1),
            Depth::Search { nodes, .. } if game.bag.is_empty() => self.solve(&game.now, us, nodes),
            Depth::Search { .. } if is_ours => {
                let play = greedy(generator, &game.now);
                self.value(generator, &game.after(&play), us)
            }
            Depth::Search { replies, .. } => self.worst_reply(generator, game, us, replies),
        }
    }

    /// What is left to us after the opponent's best reply, among some plays and a pass, with everything open to view.
    fn worst_reply(
        &self,
        generator: &mut Generator,
        game: &FullInfoGame,
        us: Player,
        replies: usize,
    ) -> Option<Verdict> {
        let mut worst: Option<Verdict> = None;
        for found in likely(generator, &game.now, replies) {
            let verdict = self.value(generator, &game.after(&found.play), us)?;
            if worst.is_none_or(|worst| (verdict.result, verdict.spread) < (worst.result, worst.spread)) {
                worst = Some(verdict);
            }
            let is_lost = worst.is_some_and(|worst| worst.result < 0);
            if is_lost && self.goal == Goal::Result {
                break;
            }
        }
        worst
    }

    /// What an endgame comes to, with so many nodes.
    fn solve(&self, endgame: &Position, us: Player, nodes: u64) -> Option<Verdict> {
        let stopper = self.stopper.for_checks(nodes / NODES_PER_QUESTION);
        // A small table is soon set up, and holds all nodes of a short search.
        let hash_mb = self.hash_mb.min((nodes >> 13).clamp(1, 1 << 10) as usize);
        let options =
            SolverOptions { hash_mb, list_bytes: self.list_bytes, threads: 1, goal: self.goal, only: Vec::new() };
        let report =
            solve(endgame, self.lexicon, &options, &stopper, |_| {}).expect("the bag is empty, the racks known");
        if self.stopper.is_stopped() {
            return None;
        }
        let spread = if endgame.on_turn() == us { report.spread } else { -report.spread };
        Some(Verdict::new(spread, report.is_proven))
    }
}

/// The plays that score most for what they keep, and a pass.
fn likely(generator: &mut Generator, now: &Position, most: usize) -> Vec<ScoredPlay> {
    let rack = now.rack(now.on_turn());
    let leaves = rack_counts(&rack, now.distribution());
    let mut plays = generator.top(most, now.board(), &rack, &leaves, 0);
    if plays.iter().all(|found| found.play != Play::Pass) {
        plays.push(ScoredPlay::PASS);
    }
    plays
}

/// Both make the play that scores most for what it keeps, to the end of the game.
fn play_out(generator: &mut Generator, mut game: FullInfoGame, us: Player) -> i32 {
    while game.now.ending().is_none() {
        game = game.after(&greedy(generator, &game.now));
    }
    game.spread(us)
}

/// Nobody plays any more.
fn wait(mut game: FullInfoGame, us: Player) -> i32 {
    while game.now.ending().is_none() {
        game = game.after(&Play::Pass);
    }
    game.spread(us)
}

/// Whether we win by what is on the board and the racks, if nobody plays any more, in all deals. Then a pass that is
/// answered by a pass wins, for we need only pass again; and if the opponent plays later instead, it is as if at once.
pub(super) fn waiting_wins(position: &Position, rack: &Rack, deals: &[Deal]) -> bool {
    let us = position.on_turn();
    let counts = |rack: &Rack| position.distribution().rack_value(rack);
    let ahead = position.score(us) - position.score(us.opponent()) - counts(rack);
    deals.iter().all(|deal| ahead + counts(&deal.opponent) > 0)
}

/// The play that scores most for what it keeps. It depends on what the player on turn can see alone.
fn greedy(generator: &mut Generator, now: &Position) -> Play {
    let rack = now.rack(now.on_turn());
    let leaves = rack_counts(&rack, now.distribution());
    generator.best(now.board(), &rack, &leaves, 0).play
}

/// What is kept costs what it counts at the end; keeping nothing earns what a player who is out gets.
pub(super) fn rack_counts(rack: &Rack, distribution: &Distribution) -> SubLeaves {
    const OUT: i32 = 10;
    let parts = SubRacks::of(rack);
    SubLeaves::from_fn(&parts, |part| {
        let kept = distribution.rack_value(&parts.tiles(part));
        Equity::points(if part == 0 { OUT } else { -kept })
    })
}
