//! What one player can see of the other's turns: from a [`History`] to the [`Evidence`] that a belief is made of.
//!
//! The history is told with all that is known by now. Where a rack of our own was not told at its time, it may be told
//! by a later move, or by the position now; and while the opponent plays, our tiles stay what they are. So what we
//! held at each moment is first put together from both sides ([`own_racks`]), and only then is the opponent's every
//! turn looked at. What is not known of our own racks counts as unseen: the belief gets wider by it, not wrong.
//!
//! **To add a kind of evidence**, add a variant to [`Observation`]. Its methods match every variant, so that the
//! compiler asks here what the new one shows, takes off the rack and leaves; nothing else of the filter looks at
//! variants but `TurnUpdate::turn` of `update.rs`, which says how it is judged. Where it comes from a game, it is read
//! off in [`EvidenceBuilder`]. Only a kind of choice that is none of placing, exchanging and passing needs a likelihood
//! of its own, in `judge.rs`.

use super::choose::less;
use super::supply::{BagEvent, Supply};
use crate::game::{Action, Board, History, Move, Placement, Play, Player, Position, Rack, Tally};
use crate::movegen::Racks;

/// What is seen of one turn of the opponent, and what it is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    pub(super) observed: Observation,
    /// The board before the turn.
    pub(super) board: Board,
    /// How many tiles the opponent held.
    pub(super) held: usize,
    /// How many tiles were in the bag.
    pub(super) bag: usize,
    /// The most tiles that it could have exchanged.
    pub(super) most_exchanged: usize,
    /// Where its rack came from.
    pub(super) supply: Supply,
    /// The tiles that we did not see: those on its rack and in the bag.
    pub(super) unseen: Tally,
}

/// What the opponent did, as far as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Observation {
    /// Placed these tiles for this many points.
    Place(Rack, i32),
    /// Placed these tiles for this many points, and had to take them back.
    Phony(Rack, i32),
    /// Exchanged these tiles.
    Exchange(Rack),
    /// Exchanged this many unknown tiles.
    ExchangeUnseen(usize),
    /// Passed.
    Pass,
    /// Made no choice, but tiles of its rack were seen.
    Show,
}

impl Observation {
    /// The tiles that it shows.
    pub(super) fn used(&self) -> Rack {
        match *self {
            Observation::Place(tiles, _) | Observation::Phony(tiles, _) | Observation::Exchange(tiles) => tiles,
            Observation::ExchangeUnseen(_) | Observation::Pass | Observation::Show => Rack::EMPTY,
        }
    }

    /// The known tiles that it takes off the rack.
    pub(super) fn removed(&self) -> Rack {
        match *self {
            Observation::Place(tiles, _) | Observation::Exchange(tiles) => tiles,
            Observation::Phony(..) | Observation::ExchangeUnseen(_) | Observation::Pass | Observation::Show => {
                Rack::EMPTY
            }
        }
    }

    /// How many tiles it takes off the rack that are not known, if any.
    pub(super) fn removed_unseen(&self) -> Option<usize> {
        match *self {
            Observation::ExchangeUnseen(count) => Some(count),
            Observation::Place(..) | Observation::Phony(..) | Observation::Exchange(_) => None,
            Observation::Pass | Observation::Show => None,
        }
    }

    /// The known tiles that it puts back into the bag once the opponent has drawn.
    fn returned(&self) -> Option<Rack> {
        match *self {
            Observation::Exchange(tiles) => Some(tiles),
            Observation::Place(..) | Observation::Phony(..) | Observation::ExchangeUnseen(_) => None,
            Observation::Pass | Observation::Show => None,
        }
    }

    /// Whether the rack is the same before and after.
    pub(super) fn keeps_all(&self) -> bool {
        match self {
            Observation::Phony(..) | Observation::Pass | Observation::Show => true,
            Observation::Place(..) | Observation::Exchange(_) | Observation::ExchangeUnseen(_) => false,
        }
    }

    /// Whether the opponent chose it on its turn.
    pub(super) fn is_choice(&self) -> bool {
        match self {
            Observation::Place(..) | Observation::Phony(..) | Observation::Pass => true,
            Observation::Exchange(_) | Observation::ExchangeUnseen(_) => true,
            Observation::Show => false,
        }
    }
}

impl Evidence {
    /// Whether something can be learned from how the opponent chose: with an empty bag there is nothing to find out by
    /// it, and other reasons to play.
    pub(super) fn is_telling(&self) -> bool {
        self.bag > 0 && self.observed.is_choice()
    }

    /// The racks that it can have held.
    pub(super) fn racks(&self) -> Racks {
        let sure = self.observed.used();
        Racks { unseen: self.unseen, sure, others: self.held.saturating_sub(sure.len()) }
    }

    /// The tiles that what it drew afterwards came from, with what it kept.
    pub(super) fn pool_after(&self) -> Tally {
        less(&self.unseen, &self.observed.removed())
    }
}

/// All that one player can see of the other in a game, in order.
#[derive(Clone, Debug)]
pub(super) struct GameEvidence {
    pub(super) evidence: Vec<Evidence>,
    /// Where the other's rack comes from now.
    pub(super) now: Supply,
    /// How many tiles the other holds now.
    pub(super) held: usize,
}

/// The evidence of a game, as this player sees it.
pub(super) fn gather_evidence(history: &History, us: Player) -> GameEvidence {
    let own = own_racks(history, us);
    let mut builder = EvidenceBuilder::new(us, unseen(history.start(), &own[0]));
    for (at, (turn, position)) in history.turns_in_position().enumerate() {
        if turn.player == us {
            builder.we_play(&turn.played, position, [&own[at], &own[at + 1]]);
        } else {
            let score = turn.score - turn.played.challenge.points;
            builder.they_play(&turn.played, score, position, unseen(position, &own[at]));
        }
    }
    let at = own.len() - 1;
    builder.finish(history.now(), unseen(history.now(), &own[at]))
}

/// What a player does not see in a position who is known to have these tiles.
fn unseen(position: &Position, own: &Rack) -> Tally {
    less(position.off_board(), own)
}

/// The tiles that a player is known to have held in every position of a game.
fn own_racks(history: &History, us: Player) -> Vec<Rack> {
    let positions = (0..=history.turns().len()).filter_map(|at| history.position(at));
    let mut own: Vec<Rack> = positions.map(|position| position.rack(us)).collect();
    // What is held at a turn is told by the turn itself; what is held while the other plays is held after it too.
    for (at, turn) in history.turns().iter().enumerate().rev() {
        let board = history.position(at).expect("there is one before each turn").board();
        let told = if turn.player == us { told_by(&turn.played, board) } else { own[at + 1] };
        own[at] = own[at].union(&told).unwrap_or(own[at]);
    }
    for (at, (turn, position)) in history.turns_in_position().enumerate() {
        let kept = if turn.player == us { kept_by(&turn.played, position.board(), &own[at]) } else { own[at] };
        own[at + 1] = own[at + 1].union(&kept).unwrap_or(own[at + 1]);
    }
    own
}

/// The tiles that a move says its player held.
fn told_by(played: &Move, board: &Board) -> Rack {
    let used = match played.action {
        Action::Play(play) => play.tiles_used(board),
        Action::Phony(placement) => placement.tiles_used(board),
        Action::ExchangeUnseen(_) => None,
    };
    let (used, rack) = (used.unwrap_or_default(), played.rack.unwrap_or_default());
    rack.union(&used).unwrap_or(rack)
}

/// The known tiles that a move leaves on the rack.
fn kept_by(played: &Move, board: &Board, rack: &Rack) -> Rack {
    match played.action {
        Action::Play(play) => rack.minus(&play.tiles_used(board).unwrap_or_default()),
        Action::Phony(_) => *rack,
        Action::ExchangeUnseen(_) => Rack::EMPTY,
    }
}

/// Follows a game, and records what happened to the bag since the opponent last drew.
struct EvidenceBuilder {
    us: Player,
    evidence: Vec<Evidence>,
    /// The pool when the opponent last drew, what it kept included.
    pool: Tally,
    later: Vec<BagEvent>,
    /// Whether we are known to hold tiles now of which it is not known when we drew them.
    is_told_late: bool,
    /// Tiles that it is known to have and that the evidence has told of.
    told: Rack,
}

impl EvidenceBuilder {
    fn new(us: Player, pool: Tally) -> Self {
        EvidenceBuilder { us, evidence: Vec::new(), pool, later: Vec::new(), is_told_late: false, told: Rack::EMPTY }
    }

    /// Our turn, with our racks before and after it.
    fn we_play(&mut self, played: &Move, position: &Position, [before, after]: [&Rack; 2]) {
        let held = position.held(self.us);
        let kept = kept_by(played, position.board(), before);
        // Draws come before what is exchanged goes back. A draw that is not known says nothing.
        if after.len() > kept.len() {
            if before.len() == held {
                self.later.push(BagEvent::Drawn(after.minus(&kept)));
            } else {
                self.is_told_late = true;
            }
        }
        if let Action::Play(Play::Exchange(tiles)) = played.action {
            self.later.push(BagEvent::Returned(tiles));
        }
    }

    /// Where the opponent's rack comes from. Unless tiles were put back, that is what is unseen now. If they were, but
    /// it is not known which of our tiles we drew before and which after, it is taken to be so too: then all that is
    /// lost is that those tiles cannot be on its rack.
    fn supply(&self, unseen: Tally, shown: Rack) -> Supply {
        let put_back = self.later.iter().any(|later| matches!(later, BagEvent::Returned(_)));
        if put_back && !self.is_told_late {
            Supply { pool: self.pool, shown, later: self.later.clone() }
        } else {
            Supply { shown, ..Supply::from_pool(unseen) }
        }
    }

    /// Tiles that the opponent is known to hold and that nothing has told of so far.
    fn shown(&self, position: &Position, more: Option<Rack>) -> Rack {
        let known = position.rack(self.us.opponent());
        let known = more.and_then(|more| known.union(&more)).unwrap_or(known);
        // What came back after a phony is told by the phony.
        if known.minus(&self.told).is_empty() { Rack::EMPTY } else { known }
    }

    /// The opponent's turn, with what we did not see before it.
    fn they_play(&mut self, played: &Move, score: i32, position: &Position, unseen: Tally) {
        let tiles = |placement: Placement| placement.tiles_used(position.board()).unwrap_or_default();
        let observed = match played.action {
            Action::Play(Play::Place(placement)) => Observation::Place(tiles(placement), score),
            Action::Play(Play::Exchange(tiles)) => Observation::Exchange(tiles),
            Action::Play(Play::Pass) => Observation::Pass,
            Action::ExchangeUnseen(count) => Observation::ExchangeUnseen(count),
            Action::Phony(placement) => Observation::Phony(tiles(placement), would_score(position, placement)),
        };
        let shown = self.shown(position, played.rack);
        let evidence = Evidence {
            observed,
            board: position.board().clone(),
            held: position.held(position.on_turn()),
            bag: position.bag_len(),
            most_exchanged: position.most_exchanged(),
            supply: self.supply(unseen, shown),
            unseen,
        };
        self.after(&evidence, shown);
        self.evidence.push(evidence);
    }

    /// The opponent draws, if it does.
    fn after(&mut self, evidence: &Evidence, shown: Rack) {
        let told = self.told.union(&shown).unwrap_or(shown);
        let told = told.union(&evidence.observed.used()).unwrap_or(told);
        if evidence.observed.keeps_all() {
            self.told = told;
            return;
        }
        self.told = told.minus(&evidence.observed.removed());
        self.pool = evidence.pool_after();
        self.later.clear();
        self.is_told_late = false;
        self.later.extend(evidence.observed.returned().map(BagEvent::Returned));
    }

    /// The end: what is known of the opponent's rack now counts too.
    fn finish(mut self, now: &Position, unseen: Tally) -> GameEvidence {
        let (held, shown) = (now.held(self.us.opponent()), self.shown(now, None));
        if !shown.is_empty() {
            let supply = self.supply(unseen, shown);
            let board = now.board().clone();
            let (bag, most_exchanged) = (now.bag_len(), 0);
            self.evidence.push(Evidence {
                observed: Observation::Show,
                board,
                held,
                bag,
                most_exchanged,
                supply,
                unseen,
            });
        }
        GameEvidence { now: self.supply(unseen, Rack::EMPTY), held, evidence: self.evidence }
    }
}

/// What a placement that was taken back would have scored.
fn would_score(position: &Position, placement: Placement) -> i32 {
    position.check(&Play::Place(placement)).unwrap_or(0)
}
