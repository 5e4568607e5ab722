//! What a player may know, as a `position` line.
//!
//! The referee's game has both racks. A player is told the board, the scores, its own racks (in the rack fields of its
//! moves, and of the turn to come), which tiles the opponent placed, how many it exchanged, and what came back with a
//! challenge. Never the opponent's rack, never the bag; this file is the only way to an engine's ears.
//!
//! The line is the game from its start, so that an engine can read the opponent's plays:
//!
//! ```text
//! position cgp 15/.../15 / 0/0 0 lex ENABLE1; moves 8D.WINDY.DINNVWY ex.4 8A.WHO.EHNNOVW rack.ENNSTV?
//! ```
//!
//! For experiments an engine can be given more, by an [`Oracle`]. Then the line is the position as it is now, with what
//! is known of the opponent's rack in its place (`RACK/LEAVE` or `RACK/RACK`), which every engine that reads CGP
//! understands. How it came about is not told: whoever knows the leave can infer nothing more of it.

use super::entrant::Oracle;
use crate::known_games::kept;
use tasseo::game::cgp::{Cgp, Notes};
use tasseo::game::{Action, FailedChallenge, History, Move, Play, Player, Position, Rack, Turn};

/// The `position` line for the player on turn.
pub fn position_line(game: &History, lexicon: &str, oracle: Oracle) -> String {
    let viewer = game.now().on_turn();
    let notes = Notes { lexicon: Some(lexicon.into()), ..Notes::default() };
    match oracle {
        Oracle::Nothing => {
            let start = Cgp { position: without_racks(game.start()), notes };
            let moves: Vec<String> = game.turns().iter().map(|turn| told(turn, viewer, game)).collect();
            let rack = game.now().rack(viewer).display(game.now().distribution().alphabet());
            format!("position cgp {start} moves {}rack.{rack}", moves.concat())
        }
        Oracle::Leave => as_it_is(game, opponent_leave(game), notes),
        Oracle::Rack => as_it_is(game, game.now().rack(viewer.opponent()), notes),
    }
}

/// The position as it is, with this of the opponent's rack.
fn as_it_is(game: &History, opponents: Rack, mut notes: Notes) -> String {
    let mut position = game.now().clone();
    let viewer = position.on_turn();
    notes.last_move = game.turns().last().map(|turn| seen(turn, viewer)).filter(|m| m.rack.is_none());
    position.set_rack(viewer.opponent(), opponents).expect("some of what was there");
    format!("position cgp {}", Cgp { position, notes })
}

/// What the player who is not on turn kept on its last turn.
pub fn opponent_leave(game: &History) -> Rack {
    let opponent = game.now().on_turn().opponent();
    let last = game.turns_in_position().filter(|(turn, _)| turn.player == opponent).last();
    last.map_or(Rack::EMPTY, |(turn, before)| kept(turn, before))
}

/// The start of the game as everybody may see it.
fn without_racks(start: &Position) -> Position {
    let mut start = start.clone();
    Player::BOTH.into_iter().for_each(|player| start.forget_rack(player));
    start
}

/// A turn as a player is told of it, with a blank after it.
fn told(turn: &Turn, viewer: Player, game: &History) -> String {
    format!("{} ", seen(turn, viewer).display(game.now().distribution().alphabet()))
}

/// A turn as a player has seen it.
fn seen(turn: &Turn, viewer: Player) -> Move {
    if turn.player == viewer {
        return turn.played;
    }
    let action = match turn.played.action {
        Action::Play(Play::Exchange(tiles)) => Action::ExchangeUnseen(tiles.len()),
        action => action,
    };
    let challenge: FailedChallenge = turn.played.challenge;
    Move { action, rack: None, challenge }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tasseo::game::{Rules, english};

    fn game(racks: [&str; 2], moves: &[(&str, &str)]) -> History {
        let rack = |text: &str| Rack::parse(text, english().alphabet()).unwrap();
        let mut game = History::new(Position::start(Arc::new(Rules::default())));
        for (player, text) in Player::BOTH.into_iter().zip(racks) {
            game.set_rack(player, rack(text)).unwrap();
        }
        for (text, drawn) in moves {
            let mover = game.now().on_turn();
            let held = game.now().rack(mover);
            let m = Move { rack: Some(held), ..Move::parse(text, english().alphabet()).unwrap() };
            game.play(&m).unwrap();
            game.set_rack(mover, rack(drawn)).unwrap();
        }
        game
    }

    const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0 lex ENABLE1; moves";

    #[test]
    fn each_is_told_its_own_racks_alone() {
        let racks = ["DINNVWY", "AEIQRST"];
        let line = |moves: &[(&str, &str)]| position_line(&game(racks, moves), "ENABLE1", Oracle::Nothing);
        assert_eq!(line(&[]), format!("position cgp {EMPTY} rack.DINNVWY"));
        let windy = ("8D.WINDY", "?EENNVZ");
        assert_eq!(line(&[windy]), format!("position cgp {EMPTY} 8D.WINDY rack.AEIQRST"));
        let exchange = ("ex.QST", "AAAEIRU");
        assert_eq!(line(&[windy, exchange]), format!("position cgp {EMPTY} 8D.WINDY.DINNVWY ex.3 rack.?EENNVZ"));
        let phony = ("phony.9G.NEVE", "?EENNVZ");
        assert_eq!(
            line(&[windy, exchange, phony]),
            format!("position cgp {EMPTY} 8D.WINDY ex.QST.AEIQRST phony.9G.NEVE rack.AAAEIRU")
        );
    }

    /// What cannot be seen makes no difference: the same game with other tiles on the opponent's rack.
    #[test]
    fn what_is_hidden_is_not_told() {
        let line = |opponents: &str, drawn: &str| {
            let moves = [("8D.WINDY", "?EENNVZ"), ("ex.QST", drawn)];
            let mut game = game(["DINNVWY", opponents], &moves);
            game.set_rack(Player::Two, Rack::parse(drawn, english().alphabet()).unwrap()).unwrap();
            position_line(&game, "ENABLE1", Oracle::Nothing)
        };
        assert_eq!(line("AEIQRST", "AAAEIRU"), line("OOOOQST", "LLOOOOX"));
    }

    #[test]
    fn an_oracle_tells_what_it_is_meant_to() {
        let racks = ["DINNVWY", "AEIQRST"];
        let line = |moves: &[(&str, &str)], oracle| position_line(&game(racks, moves), "ENABLE1", oracle);
        let board = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15";
        let windy = [("8D.WINDY", "?EENNVZ")];
        assert_eq!(
            line(&windy, Oracle::Leave),
            format!("position cgp {board} AEIQRST/NV 0/32 0 lex ENABLE1; lm 8D.WINDY;")
        );
        assert_eq!(
            line(&windy, Oracle::Rack),
            format!("position cgp {board} AEIQRST/?EENNVZ 0/32 0 lex ENABLE1; lm 8D.WINDY;")
        );
        let exchanged = [windy[0], ("ex.QST", "AAAEIRU")];
        assert_eq!(
            line(&exchanged, Oracle::Leave),
            format!("position cgp {board} ?EENNVZ/AEIR 32/0 1 lex ENABLE1; lm ex.3;")
        );
    }
}
