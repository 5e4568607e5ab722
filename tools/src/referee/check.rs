//! Whether an engine keeps to the protocol: checks that any author can run on any engine, one line each.
//!
//! Every check starts the engine anew, so that none depends on another, and gives up when the engine says nothing for
//! too long. What the protocols leave open is not checked: only that the engine answers what must be answered, once, in
//! time, by a move that may be made, and that nothing it is sent breaks it.

use super::engine::Engine;
use super::entrant::Entrant;
use super::fault::FaultKind;
use super::judge::judge;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tasseo::evaluate::StaticValue;
use tasseo::game::cgp::{Cgp, Notes};
use tasseo::game::{PerPlayer, Player, Position, Rack, Rules, Tile};
use tasseo::lexicon::Lexicon;
use tasseo::protocol::Dialect;
use tasseo::self_play::SelfPlay;

/// What an engine may be asked to keep to, in milliseconds.
const MOVE_TIME: u64 = 200;
/// How long to listen for what must not come.
const SILENCE: Duration = Duration::from_millis(300);

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// All is well.
    Passed,
    /// It is not.
    Failed(String),
    /// The engine does not claim to do this.
    Skipped(String),
}

/// A check: what must be, and how to find out.
pub struct Check {
    /// What must be.
    pub name: &'static str,
    run: fn(&Suite) -> Result<(), CheckResult>,
}

/// The engine to be checked, and what with.
#[derive(Debug)]
pub struct Suite {
    /// The engine.
    pub entrant: Entrant,
    /// What it is told if it has an option for it.
    pub options: Vec<(String, String)>,
    /// The game.
    pub rules: Arc<Rules>,
    /// The words.
    pub lexicon: Arc<Lexicon>,
    /// How long it may say nothing.
    pub patience: Duration,
    /// By how much it may be late.
    pub margin: Duration,
}

/// All checks, in order.
pub const CHECKS: [Check; 23] = [
    Check { name: "greets, and is ready", run: |suite| suite.ready().map(drop) },
    Check { name: "says what it is called", run: is_named },
    Check { name: "greets in the other dialect too", run: other_dialect },
    Check {
        name: "passes over empty lines and unknown commands",
        run: |suite| suite.survives(b"\n \t\nmake me a sandwich\n"),
    },
    Check { name: "takes lines that end with CR LF, and tabs", run: line_ends },
    Check {
        name: "passes over an option that it has not",
        run: |suite| suite.survives(b"setoption name NoSuchOption value 1\n"),
    },
    Check { name: "opens with a legal move", run: opens },
    Check { name: "plays a legal move in any position", run: plays_on },
    Check { name: "reads exchanges, passes, racks and phonies in a game", run: reads_games },
    Check { name: "reads a position with the opponent's tiles", run: reads_racks },
    Check { name: "begins another game", run: another_game },
    Check { name: "answers every go once", run: answers_once },
    Check { name: "keeps to movetime", run: keeps_move_time },
    Check { name: "keeps to a clock", run: keeps_clock },
    Check { name: "thinks without end until stop", run: infinite },
    Check { name: "is ready while it thinks", run: ready_while_thinking },
    Check { name: "does nothing when there is nothing to stop", run: nothing_to_stop },
    Check { name: "chooses among searchmoves", run: search_moves },
    Check { name: "outlives positions and moves that cannot be", run: bad_positions },
    Check {
        name: "outlives a line of a megabyte",
        run: |suite| suite.survives(&[vec![b'x'; 1 << 20], vec![b'\n']].concat()),
    },
    Check {
        name: "outlives bytes that are no text",
        run: |suite| suite.survives(b"position \xFF\xFE\0 cgp\n\0\0\n\x80go\n"),
    },
    Check { name: "ends when it is told to quit", run: quits },
    Check { name: "ends when its input ends, thinking or not", run: ends },
];

impl Check {
    /// Runs it. Blocks.
    pub fn run(&self, suite: &Suite) -> CheckResult {
        (self.run)(suite).err().unwrap_or(CheckResult::Passed)
    }
}

fn failed(what: impl std::fmt::Display) -> CheckResult {
    CheckResult::Failed(what.to_string())
}

fn expect(good: bool, otherwise: impl FnOnce() -> String) -> Result<(), CheckResult> {
    if good { Ok(()) } else { Err(failed(otherwise())) }
}

impl Suite {
    fn until(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// The engine, ready to play.
    fn ready(&self) -> Result<Engine, CheckResult> {
        Engine::start(&self.entrant, &self.options, self.patience).map_err(failed)
    }

    /// Whether the engine is ready and plays on after these bytes.
    fn survives(&self, bytes: &[u8]) -> Result<(), CheckResult> {
        let mut engine = self.ready()?;
        engine.send_many(bytes.to_vec(), self.until()).map_err(failed)?;
        self.is_ready(&mut engine)?;
        self.plays(&mut engine, &self.opening())
    }

    fn is_ready(&self, engine: &mut Engine) -> Result<(), CheckResult> {
        engine.send("isready").map_err(failed)?;
        self.hear(engine, "readyok").map(drop)
    }

    /// Waits for a line that begins so, and gives it.
    fn hear(&self, engine: &mut Engine, start: &str) -> Result<String, CheckResult> {
        let until = self.until();
        loop {
            let line = engine.next_line(until, start).map_err(failed)?.line;
            if line.split_whitespace().next() == Some(start) {
                return Ok(line);
            }
        }
    }

    /// The move that the engine says.
    fn best_move(&self, engine: &mut Engine) -> Result<String, CheckResult> {
        let line = self.hear(engine, "bestmove")?;
        Ok(line.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    /// Asks for a move, gives it, and how long it took.
    fn ask(&self, engine: &mut Engine, position: &str, go: &str) -> Result<(String, Duration), CheckResult> {
        let sent = engine.send(&format!("{position}\ngo {go}")).map_err(failed)?;
        let chosen = self.best_move(engine)?;
        Ok((chosen, sent.elapsed()))
    }

    /// Whether the engine plays a legal move here.
    fn plays(&self, engine: &mut Engine, position: &Position) -> Result<(), CheckResult> {
        let (chosen, _) = self.ask(engine, &self.line(position), &format!("movetime {MOVE_TIME}"))?;
        self.is_legal(position, &chosen)
    }

    fn is_legal(&self, position: &Position, chosen: &str) -> Result<(), CheckResult> {
        let lexicon = &self.lexicon;
        let legal = judge(position, lexicon, chosen).and_then(|judged| judged.must_exist(position, lexicon));
        legal.map_err(|fault| failed(format!("{fault} in {}", self.line(position))))
    }

    /// The `position` line, as the player on turn sees it.
    pub(super) fn line(&self, position: &Position) -> String {
        let mut seen = position.clone();
        seen.forget_rack(position.on_turn().opponent());
        self.whole_line(&seen)
    }

    fn whole_line(&self, position: &Position) -> String {
        let lexicon = Some(self.lexicon.name().to_owned());
        format!("position cgp {}", Cgp { position: position.clone(), notes: Notes { lexicon, ..Notes::default() } })
    }

    /// Positions of this many games of static players.
    fn positions(&self, games: u64) -> Vec<Position> {
        let (value, mut positions) = (StaticValue::new(None), Vec::new());
        let mut self_play = SelfPlay::new(self.rules.clone(), self.lexicon.clone());
        for seed in 0..games {
            self_play.play(PerPlayer([&value; 2]), seed, |turn| positions.push(turn.before.clone()));
        }
        positions
    }

    fn opening(&self) -> Position {
        self.positions(1).swap_remove(0)
    }

    /// The position after the first turn of a game.
    pub(super) fn reply_position(&self) -> Position {
        self.positions(1).swap_remove(1)
    }

    /// Listens for a while; fails if it hears a line that begins so, or if the engine ends.
    fn hear_nothing(&self, engine: &mut Engine, start: &str) -> Result<(), CheckResult> {
        let until = Instant::now() + SILENCE;
        loop {
            match engine.next_line(until, start) {
                Ok(heard) if heard.line.trim_start().starts_with(start) => {
                    return Err(failed(format!("{} too early, or once too often", heard.line)));
                }
                Ok(_) => {}
                Err(fault) if fault.kind == FaultKind::NoAnswer => return Ok(()),
                Err(fault) => return Err(failed(fault)),
            }
        }
    }
}

fn is_named(suite: &Suite) -> Result<(), CheckResult> {
    let engine = suite.ready()?;
    expect(engine.id().is_some(), || "there is no line \"id name ...\"".into())
}

fn other_dialect(suite: &Suite) -> Result<(), CheckResult> {
    let dialect = if suite.entrant.dialect == Dialect::Ucgi { Dialect::Siu } else { Dialect::Ucgi };
    let other = Entrant { dialect, ..suite.entrant.clone() };
    let mut engine = Engine::launch(&other).map_err(failed)?;
    let spoken = engine.greet(Instant::now() + suite.patience.min(Duration::from_secs(2)));
    spoken.map_err(|_| CheckResult::Skipped(format!("no {}ok", dialect.name())))
}

fn line_ends(suite: &Suite) -> Result<(), CheckResult> {
    let (mut engine, position) = (suite.ready()?, suite.opening());
    let text = format!("isready\r\n{}\r\n  go\t movetime \t{MOVE_TIME}\r\n", suite.line(&position));
    engine.send_bytes(text.as_bytes()).map_err(failed)?;
    suite.hear(&mut engine, "readyok")?;
    let chosen = suite.best_move(&mut engine)?;
    suite.is_legal(&position, &chosen)
}

fn opens(suite: &Suite) -> Result<(), CheckResult> {
    suite.plays(&mut suite.ready()?, &suite.opening())
}

/// With full bags, empty bags and all between; where there may be exchanges and where there may not.
fn plays_on(suite: &Suite) -> Result<(), CheckResult> {
    let mut engine = suite.ready()?;
    suite.positions(3).iter().skip(1).step_by(3).try_for_each(|position| suite.plays(&mut engine, position))
}

/// Moves that may be made before there is a tile on the board, then the rack of whoever is on turn: exchanges whose
/// tiles are known and unknown, passes with and without a rack, and a play that comes off.
fn reads_games(suite: &Suite) -> Result<(), CheckResult> {
    let (mut engine, opening) = (suite.ready()?, suite.opening());
    let alphabet = opening.distribution().alphabet();
    let write = |tiles: &[Tile]| alphabet.write_tiles(tiles.iter().copied());
    let [one, two] = Player::BOTH.map(|player| opening.rack(player));
    let [first, second] = [one, two].map(|rack| write(rack.tiles()));
    let (thrown, kept) = one.tiles().split_last().ok_or_else(|| failed("no tiles"))?;
    let drawn = Rack::try_from_tiles(kept.iter().copied().chain(opening.unaccounted().iter().take(1)));
    let drawn = drawn.unwrap_or(one);
    let shown = format!("{}.{}", opening.layout().start(), write(&one.tiles()[one.len().saturating_sub(2)..]));
    let mut start = opening.clone();
    Player::BOTH.into_iter().for_each(|player| start.forget_rack(player));
    let games = [
        (format!("pass.{first} pass rack.{first}"), one),
        (format!("pass rack.{second}"), two),
        (format!("ex.2 rack.{second}"), two),
        (format!("ex.{}.{first} ex.3 rack.{}", write(&[*thrown]), write(drawn.tiles())), drawn),
        (format!("phony.{shown} rack.{second}"), two),
        (format!("phony.{shown}.{first} pass rack.{first}"), one),
    ];
    for (moves, rack) in games {
        let line = format!("{} moves {moves}", suite.whole_line(&start));
        let (chosen, _) = suite.ask(&mut engine, &line, &format!("movetime {MOVE_TIME}"))?;
        let mut now = start.clone();
        now.set_rack(now.on_turn(), rack).map_err(failed)?;
        let legal = judge(&now, &suite.lexicon, &chosen);
        legal.map_err(|fault| failed(format!("{fault} after {moves}")))?;
    }
    Ok(())
}

fn reads_racks(suite: &Suite) -> Result<(), CheckResult> {
    let mut engine = suite.ready()?;
    for position in suite.positions(1).iter().step_by(5) {
        let (chosen, _) = suite.ask(&mut engine, &suite.whole_line(position), &format!("movetime {MOVE_TIME}"))?;
        suite.is_legal(position, &chosen)?;
    }
    Ok(())
}

fn another_game(suite: &Suite) -> Result<(), CheckResult> {
    let mut engine = suite.ready()?;
    suite.plays(&mut engine, &suite.opening())?;
    engine.new_game(suite.patience).map_err(failed)?;
    suite.plays(&mut engine, &suite.positions(2).swap_remove(0))
}

fn answers_once(suite: &Suite) -> Result<(), CheckResult> {
    let (mut engine, position) = (suite.ready()?, suite.opening());
    for _ in 0..3 {
        suite.plays(&mut engine, &position)?;
    }
    suite.hear_nothing(&mut engine, "bestmove")
}

fn keeps_move_time(suite: &Suite) -> Result<(), CheckResult> {
    let most = Duration::from_millis(MOVE_TIME) + suite.margin;
    in_time(suite, &format!("movetime {MOVE_TIME}"), most)
}

fn keeps_clock(suite: &Suite) -> Result<(), CheckResult> {
    in_time(suite, "1time 2000 2time 2000", Duration::from_secs(2))
}

fn in_time(suite: &Suite, go: &str, most: Duration) -> Result<(), CheckResult> {
    let mut engine = suite.ready()?;
    for position in suite.positions(1).iter().step_by(6) {
        let (chosen, took) = suite.ask(&mut engine, &suite.line(position), go)?;
        suite.is_legal(position, &chosen)?;
        expect(took <= most, || format!("go {go} took {} ms", took.as_millis()))?;
    }
    Ok(())
}

fn infinite(suite: &Suite) -> Result<(), CheckResult> {
    let (mut engine, position) = (suite.ready()?, suite.opening());
    engine.send(&format!("{}\ngo infinite", suite.line(&position))).map_err(failed)?;
    suite.hear_nothing(&mut engine, "bestmove")?;
    engine.send("stop").map_err(failed)?;
    let chosen = suite.best_move(&mut engine)?;
    suite.is_legal(&position, &chosen)
}

fn ready_while_thinking(suite: &Suite) -> Result<(), CheckResult> {
    let (mut engine, position) = (suite.ready()?, suite.opening());
    engine.send(&format!("{}\ngo infinite", suite.line(&position))).map_err(failed)?;
    suite.is_ready(&mut engine)?;
    engine.send("stop").map_err(failed)?;
    suite.best_move(&mut engine).map(drop)
}

fn nothing_to_stop(suite: &Suite) -> Result<(), CheckResult> {
    let mut engine = suite.ready()?;
    engine.send("stop\nisready").map_err(failed)?;
    suite.hear(&mut engine, "readyok")?;
    suite.hear_nothing(&mut engine, "bestmove")
}

fn search_moves(suite: &Suite) -> Result<(), CheckResult> {
    let (mut engine, position) = (suite.ready()?, suite.opening());
    let (alphabet, rack) = (position.distribution().alphabet(), position.rack(position.on_turn()));
    let exchange = |at: usize| format!("ex.{}", alphabet.write_tiles(rack.tiles()[at..=at].iter().copied()));
    let moves = [exchange(2), exchange(5)];
    let go = format!("movetime {MOVE_TIME} searchmoves {}", moves.join(" "));
    let (chosen, _) = suite.ask(&mut engine, &suite.line(&position), &go)?;
    expect(moves.contains(&chosen), || format!("{chosen} is none of {}", moves.join(", ")))
}

fn bad_positions(suite: &Suite) -> Result<(), CheckResult> {
    let bad = "position\nposition cgp\nposition cgp 1/2/3 / 0/0 0\nposition cgp 15/15 ABCDEFGHIJK/ x/y z\n\
        position startpos moves 8D.@@@@ ex. 99Z.A rack.\nposition startpos moves 1A.ZZZZZZZ rack.ZZZZZZZ\n";
    suite.survives(bad.as_bytes())
}

fn quits(suite: &Suite) -> Result<(), CheckResult> {
    let mut engine = suite.ready()?;
    engine.send("quit").map_err(failed)?;
    expect(engine.wait_end(suite.until()).is_some(), || "it goes on".into())
}

fn ends(suite: &Suite) -> Result<(), CheckResult> {
    for lines in [String::new(), format!("{}\ngo infinite", suite.line(&suite.opening()))] {
        let mut engine = suite.ready()?;
        engine.send(&lines).map_err(failed)?;
        engine.close();
        expect(engine.wait_end(suite.until()).is_some(), || {
            format!("it goes on{}", if lines.is_empty() { "" } else { " thinking" })
        })?;
    }
    Ok(())
}
