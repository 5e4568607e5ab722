//! The game inside a rollout.
//!
//! The rules of turns and endings are those of [`Position::after`], written once more for speed: a rollout needs no
//! notation, no challenges and no history. A test plays both side by side.

use super::hidden::Hidden;
use crate::evaluate::{Equity, LeaveContext, MOST_SPREAD};
use crate::game::{Bag, Board, PerPlayer, Placement, Play, Player, Position, RACK_SIZE, Rack, Rules};
use crate::lexicon::Lexicon;
use crate::movegen::ScoredPlay;
use std::sync::Arc;

/// What all rollouts of a simulation have in common.
#[derive(Clone, Debug)]
pub struct RolloutContext {
    /// The position in which a candidate is chosen.
    pub position: Arc<Position>,
    /// The words.
    pub lexicon: Arc<Lexicon>,
}

impl RolloutContext {
    fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// Who chooses the candidate.
    pub fn us(&self) -> Player {
        self.position.on_turn()
    }
}

/// A candidate, and the game once it is played and before tiles are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    play: Play,
    pub(super) board: Board,
    /// Our tiles that are not played.
    kept: Rack,
    /// The value of those tiles.
    kept_value: Equity,
    /// Our points less theirs.
    spread: i32,
    /// The spread before the candidate, clamped to what a game can have, whatever a position says.
    pub(super) before: i32,
    zero_turns: u32,
}

impl Candidate {
    /// A legal play of the player on turn, who holds this rack; judged statically.
    pub(crate) fn new(position: &Position, rack: &Rack, found: &ScoredPlay) -> Self {
        let mut board = position.board().clone();
        let used = found.play.tiles_used(&board).expect("a legal play is made from a rack");
        if let Play::Place(placement) = &found.play {
            put(&mut board, placement);
        }
        let us = position.on_turn();
        let before = (position.score(us) - position.score(us.opponent())).clamp(-MOST_SPREAD, MOST_SPREAD);
        let zero_turns = if found.score == 0 { position.zero_turns() + 1 } else { 0 };
        Candidate {
            play: found.play,
            board,
            kept: rack.minus(&used),
            kept_value: kept_value(found, position.bag_len()),
            spread: before + found.score,
            before,
            zero_turns,
        }
    }
}

/// The value of the tiles that a play keeps, as [`WinChance`](crate::evaluate::WinChance) counts them: 0 where there is
/// nothing to draw to them, or where none are played.
fn kept_value(found: &ScoredPlay, bag: usize) -> Equity {
    match found.play {
        Play::Pass => Equity::ZERO,
        _ if bag == 0 => Equity::ZERO,
        _ => found.equity - Equity::points(found.score),
    }
}

fn put(board: &mut Board, placement: &Placement) {
    for (square, tile) in placement.squares() {
        if board.get(square).is_none() {
            board.place(square, tile);
        }
    }
}

/// A game inside a rollout: everything is known in it, but players look only at what they may see.
#[derive(Clone, Debug)]
pub struct RolloutState<'c> {
    context: &'c RolloutContext,
    board: Board,
    racks: PerPlayer<Rack>,
    /// The value of the tiles that each player's last play kept.
    kept_values: PerPlayer<Equity>,
    /// The points of the player who chose the candidate, less the other's.
    spread: i32,
    on_turn: Player,
    zero_turns: u32,
    bag: Bag,
    is_over: bool,
}

impl<'c> RolloutState<'c> {
    /// The candidate is played and tiles are drawn.
    pub(super) fn after(candidate: &Candidate, hidden: &Hidden, context: &'c RolloutContext) -> Self {
        let us = context.us();
        let mut state = RolloutState {
            context,
            board: candidate.board.clone(),
            racks: PerPlayer::default(),
            kept_values: PerPlayer::default(),
            spread: candidate.spread,
            on_turn: us,
            zero_turns: candidate.zero_turns,
            bag: hidden.bag.clone(),
            is_over: false,
        };
        state.racks[us] = candidate.kept;
        state.racks[us.opponent()] = hidden.theirs;
        state.kept_values[us] = candidate.kept_value;
        state.end_turn(&candidate.play);
        state
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    pub fn on_turn(&self) -> Player {
        self.on_turn
    }

    /// What a player holds.
    pub fn rack(&self, player: Player) -> &Rack {
        &self.racks[player]
    }

    /// How many tiles are in the bag.
    pub fn bag_len(&self) -> usize {
        self.bag.len()
    }

    /// Whether the game has ended; then the racks have been counted.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Who chose the candidate.
    pub fn us(&self) -> Player {
        self.context.us()
    }

    /// What the player on turn looks at beside the board.
    pub fn scene(&self) -> LeaveContext<'c> {
        let theirs = self.racks[self.on_turn.opponent()];
        LeaveContext { distribution: &self.context.rules().distribution, bag: self.bag.len(), theirs }
    }

    /// How many tiles the player on turn may exchange.
    pub fn most_exchanged(&self) -> usize {
        let may = self.bag.len() >= self.context.rules().exchange_limit;
        if may { self.bag.len().min(self.racks[self.on_turn].len()) } else { 0 }
    }

    /// The points of the player who chose the candidate, less the other's, with the values of the tiles that both have
    /// kept, unless the game is over.
    pub fn spread_with_kept(&self) -> Equity {
        let (us, them) = (self.us(), self.us().opponent());
        let kept = if self.is_over { Equity::ZERO } else { self.kept_values[us] - self.kept_values[them] };
        Equity::points(self.spread) + kept
    }

    /// The player on turn makes a play, draws, and the turn passes. For policies that look ahead on a clone; what is
    /// drawn there is what will be drawn.
    pub fn play(&mut self, found: &ScoredPlay) {
        let mover = self.on_turn;
        let used = found.play.tiles_used(&self.board).expect("a play that was found is made from a rack");
        if let Play::Place(placement) = &found.play {
            put(&mut self.board, placement);
        }
        self.kept_values[mover] = kept_value(found, self.bag.len());
        self.racks[mover] = self.racks[mover].minus(&used);
        self.add(mover, found.score);
        self.zero_turns = if found.score == 0 { self.zero_turns + 1 } else { 0 };
        self.end_turn(&found.play);
    }

    fn add(&mut self, player: Player, points: i32) {
        self.spread += if player == self.us() { points } else { -points };
    }

    /// Tiles are drawn, and the game may be over: then the racks count.
    fn end_turn(&mut self, play: &Play) {
        let mover = self.on_turn;
        self.bag.fill(&mut self.racks[mover], RACK_SIZE, mover);
        if let Play::Exchange(tiles) = play {
            self.bag.put_back(tiles);
        }
        let rules = self.context.rules();
        let left = PerPlayer(Player::BOTH.map(|player| rules.distribution.rack_value(&self.racks[player])));
        if self.racks[mover].is_empty() {
            self.is_over = true;
            self.add(mover, 2 * left[mover.opponent()]);
        } else if self.zero_turns >= rules.max_zero_turns {
            self.is_over = true;
            Player::BOTH.into_iter().for_each(|player| self.add(player, -left[player]));
        }
        self.on_turn = mover.opponent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::StaticValue;
    use crate::game::{History, Move, english};
    use crate::lexicon::Library;
    use crate::movegen::Generator;
    use crate::seeds::seed_of;
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A game that is played by the rules, with its bag.
    struct Game {
        history: History,
        bag: Bag,
        generator: Generator,
        rng: Xoshiro256PlusPlus,
    }

    impl Game {
        fn new(rules: Rules, lexicon: Arc<Lexicon>, seed: u64) -> Self {
            let rules = Arc::new(rules);
            let mut bag = Bag::shaken(english().tiles(), seed);
            let mut history = History::new(Position::start(rules.clone()));
            Player::BOTH.into_iter().for_each(|player| history.draw(player, &mut bag));
            let generator = Generator::new(rules, lexicon);
            Game { history, bag, generator, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
        }

        fn now(&self) -> &Position {
            self.history.now()
        }

        /// Some play: mostly a good one, sometimes an exchange or a pass.
        fn some_play(&mut self) -> ScoredPlay {
            let now = self.history.now();
            let rack = now.rack(now.on_turn());
            let leaves = StaticValue::default().of(now, &rack);
            let plays = self.generator.top(40, now.board(), &rack, &leaves, now.most_exchanged());
            let scoreless: Vec<ScoredPlay> = plays.iter().filter(|found| found.score == 0).copied().collect();
            match self.rng.random_range(0..3) {
                0 => *scoreless.choose(&mut self.rng).unwrap_or(&ScoredPlay::PASS),
                _ => *plays.choose(&mut self.rng).expect("there is always a pass"),
            }
        }

        fn play(&mut self, found: &ScoredPlay) {
            let mover = self.now().on_turn();
            self.history.play(&Move::from(found.play)).expect("a generated play is legal");
            self.history.draw(mover, &mut self.bag);
            if let Play::Exchange(tiles) = &found.play {
                self.bag.put_back(tiles);
            }
        }
    }

    /// The rollout and the game by the rules are the same.
    fn compare(state: &RolloutState<'_>, game: &Game) {
        let now = game.now();
        let us = state.us();
        assert_eq!(state.board(), now.board());
        assert_eq!(state.is_over(), now.ending().is_some());
        assert_eq!(state.spread, now.score(us) - now.score(us.opponent()));
        if !state.is_over() {
            assert_eq!(state.on_turn(), now.on_turn());
            assert_eq!(state.bag_len(), now.bag_len());
            assert_eq!(state.most_exchanged(), now.most_exchanged());
            Player::BOTH.into_iter().for_each(|player| assert_eq!(*state.rack(player), now.rack(player)));
        }
    }

    /// Rollouts know the rules of turns and endings: random games, from a random turn on, beside `Position::after`.
    #[test]
    fn a_rollout_goes_by_the_rules() {
        let lexicon = Library::default().load("ENABLE1", &english()).unwrap();
        let mut endings = [0; 2];
        for number in 0..60 {
            let max_zero_turns = [6, 4, 3][number as usize % 3];
            let rules = Rules { max_zero_turns, ..Rules::default() };
            let mut game = Game::new(rules, lexicon.clone(), seed_of(7, number));
            let before = game.rng.random_range(0..20);
            for _ in 0..before {
                let found = game.some_play();
                let has_ended = game.now().after(&Move::from(found.play)).unwrap().0.ending().is_some();
                if !has_ended {
                    game.play(&found);
                }
            }
            let position = Arc::new(game.now().clone());
            let us = position.on_turn();
            let hidden = Hidden { theirs: position.rack(us.opponent()), bag: game.bag.clone() };
            let context = RolloutContext { position: position.clone(), lexicon: lexicon.clone() };
            let found = game.some_play();
            let candidate = Candidate::new(&position, &position.rack(us), &found);
            let mut state = RolloutState::after(&candidate, &hidden, &context);
            game.play(&found);
            compare(&state, &game);
            while !state.is_over() {
                let found = game.some_play();
                state.play(&found);
                game.play(&found);
                compare(&state, &game);
            }
            endings[usize::from(game.now().zero_turns() > 0)] += 1;
        }
        assert!(endings[0] > 5 && endings[1] > 5, "{endings:?} games were played out, and passed out");
    }
}
