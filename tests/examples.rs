//! The examples run to their end.

#[path = "../examples/belief.rs"]
mod belief;
#[path = "../examples/best_plays.rs"]
mod best_plays;
#[path = "../examples/endgame.rs"]
mod endgame;
#[path = "../examples/simulate.rs"]
mod simulate;

#[test]
fn best_plays_are_found() {
    best_plays::main().unwrap();
}

#[test]
fn a_belief_is_read() {
    belief::main().unwrap();
}

#[test]
fn a_simulation_is_followed() {
    simulate::main().unwrap();
}

#[test]
fn an_endgame_is_solved() {
    endgame::main().unwrap();
}
