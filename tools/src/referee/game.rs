//! One game between two engines, by the rules, from the first draw to the last point.
//!
//! The referee has the whole game: both racks, the bag, the clocks. It asks the engine on turn, checks what it answers
//! (that it is a move, that it is legal, that its words exist), makes the move, draws tiles, and asks the other. A play
//! with a word that does not exist is challenged at once, as a perfect opponent would, and comes off; under the void
//! rule it is illegal. Good plays are never challenged. Whoever commits a [`Fault`] has lost the game.
//!
//! The bag is [drawn from two ends](Bag), so that the game with the seats swapped shares its luck. An
//! [opening](super::opening) may be played before the engines are asked for anything.

use super::engine::{Engine, error_of};
use super::entrant::{Entrant, Oracle};
use super::fault::{Fault, FaultKind};
use super::judge::judge;
use super::luck::{MatchMeter, seen_racks};
use super::match_config::MatchConfig;
use super::record::{Ending, GameRecord, GameStats, LuckRecord, TurnRecord};
use super::schedule::Fixture;
use super::search_info::SearchInfo;
use super::timer::Timer;
use super::view::{opponent_leave, position_line};
use std::time::{Duration, Instant};
use tasseo::game::cgp::{Cgp, Notes};
use tasseo::game::gcg::{Gcg, Name, Note, Pragma};
use tasseo::game::{
    Action, Bag, ChallengeRule, History, Move, PerPlayer, Play, Player, Position, RACK_SIZE, Rack, Turn,
};
use tasseo::protocol::Reply;
use tasseo::seeds::seed_of;

/// How long an engine that has refused what it was asked may take to answer all the same.
const AFTER_ERROR: Duration = Duration::from_secs(2);
/// How long an engine that is late may take to answer `stop`, before it is taken to hang.
const AFTER_STOP: Duration = Duration::from_secs(5);

/// A game that has been played, in full.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// What came of it.
    pub record: GameRecord,
    /// Its turns, but for those of the opening, which are nobody's.
    pub turns: Vec<TurnRecord>,
    /// The game as a file.
    pub gcg: String,
    /// If there was a fault: the position, and all that was said.
    pub fault_report: Option<String>,
}

/// What an engine answered.
struct Answer {
    /// The word after `bestmove`.
    chosen: String,
    took: Duration,
    info: SearchInfo,
}

/// A game that is being played.
struct Game<'c> {
    config: &'c MatchConfig,
    fixture: Fixture,
    history: History,
    bag: Bag,
    timers: PerPlayer<Timer>,
    stats: PerPlayer<GameStats>,
    turns: Vec<TurnRecord>,
}

/// Plays a game, and measures its luck if there is a meter. The engines are those of the two players; one that has
/// committed a fault is gone afterwards. Blocks.
pub fn play(
    config: &MatchConfig,
    fixture: Fixture,
    engines: [&mut Option<Engine>; 2],
    meter: Option<&mut MatchMeter>,
) -> PlayedGame {
    let mut game = Game::new(config, fixture);
    game.open();
    let [first, second] = engines;
    let fault = game.play_out(&mut PerPlayer([&mut *first, &mut *second]));
    let fault = fault.map(|(player, fault)| {
        let engine = if player == Player::One { first } else { second };
        let report = game.fault_report(player, &fault, engine.as_ref());
        *engine = None;
        (player, fault, report)
    });
    if fault.is_none() {
        game.take_off_overtime();
    }
    let luck = meter.map(|meter| game.measure_luck(meter));
    game.finish(fault, luck)
}

impl<'c> Game<'c> {
    fn new(config: &'c MatchConfig, fixture: Fixture) -> Self {
        let bag = Bag::shaken(config.rules.distribution.tiles(), seed_of(config.seed, fixture.pair));
        let history = History::new(Position::start(config.rules.clone()));
        let timers = PerPlayer(fixture.players.map(|index| Timer::new(config.entrants[index].limit)));
        let mut game = Game { config, fixture, history, bag, timers, stats: PerPlayer::default(), turns: Vec::new() };
        Player::BOTH.into_iter().for_each(|player| game.history.draw(player, &mut game.bag));
        game
    }

    fn entrant(&self, player: Player) -> &'c Entrant {
        &self.config.entrants[self.fixture.players[player as usize]]
    }

    /// Plays what comes before the engines' first turn.
    fn open(&mut self) {
        let Some(mut opening) = self.config.opening.clone() else { return };
        while let Some(play) = opening.next(&self.history) {
            let now = self.history.now();
            let mover = now.on_turn();
            let played = Move { rack: Some(now.rack(mover)), ..Move::from(play) };
            let turn = self.history.play(&played).expect("generated plays are legal");
            self.draw_after(mover, &turn);
        }
    }

    /// Draws after a turn.
    fn draw_after(&mut self, mover: Player, turn: &Turn) {
        self.history.draw(mover, &mut self.bag);
        if let Action::Play(Play::Exchange(tiles)) = turn.played.action {
            self.bag.put_back(&tiles);
        }
    }

    /// Plays to the end, or to the first fault.
    fn play_out(&mut self, engines: &mut PerPlayer<&mut Option<Engine>>) -> Option<(Player, Fault)> {
        for player in Player::BOTH {
            if let Err(fault) = self.get_ready(player, engines[player]) {
                return Some((player, fault));
            }
        }
        while self.history.now().ending().is_none() {
            let mover = self.history.now().on_turn();
            let engine = engines[mover].as_mut().expect("started before the game");
            if let Err(fault) = self.turn(mover, engine) {
                return Some((mover, fault));
            }
        }
        None
    }

    /// Starts the engine if it is not there.
    fn get_ready(&self, player: Player, engine: &mut Option<Engine>) -> Result<(), Fault> {
        let config = self.config;
        if engine.is_none() {
            *engine = Some(Engine::start(self.entrant(player), &config.options, config.patience)?);
        }
        engine.as_mut().expect("started a moment ago").new_game(config.patience)
    }

    fn turn(&mut self, mover: Player, engine: &mut Engine) -> Result<(), Fault> {
        let answer = self.ask(mover, engine)?;
        self.timers[mover].charge(answer.took);
        let (now, lexicon) = (self.history.now(), &self.config.lexicon);
        let judged = judge(now, lexicon, &answer.chosen)?;
        if now.rules().challenge == ChallengeRule::Void {
            judged.must_exist(now, lexicon)?;
        }
        let log = self.log(mover, &answer);
        let played = Move { rack: Some(now.rack(mover)), ..Move::from(judged.play) };
        let mut turn = self.history.play(&played).expect("judged to be legal");
        if !judged.unknown.is_empty() {
            self.history.challenge(false).expect("a play that has just been made, and not by the void rule");
            turn = *self.history.turns().last().expect("a turn was made");
        }
        self.draw_after(mover, &turn);
        self.count(mover, &turn, answer.took);
        let written = Move { rack: None, ..turn.played }.display(self.config.rules.distribution.alphabet());
        self.turns.push(TurnRecord { played: written, score: turn.score, ..log });
        Ok(())
    }

    /// Asks the engine for a move. Blocks, but not longer than it may take.
    fn ask(&self, mover: Player, engine: &mut Engine) -> Result<Answer, Fault> {
        let config = self.config;
        let sent = engine.ask(&self.question(mover))?;
        let most = self.timers[mover].most(config.margin, config.max_overtime);
        let (mut until, mut info, mut refused) = (sent + most.unwrap_or(config.patience), SearchInfo::default(), None);
        let mut overdue = false;
        loop {
            let heard = match engine.next_line(until, "bestmove") {
                Err(fault) if fault.kind != FaultKind::NoAnswer => return Err(fault),
                Err(_) if refused.is_some() => return Err(refused.expect("a moment ago")),
                Err(_) if overdue => return Err(no_answer(sent.elapsed())),
                Err(_) => {
                    // It is too late for the game, but an engine that is slow is not one that hangs.
                    overdue = true;
                    engine.send("stop")?;
                    until = Instant::now() + config.patience.min(AFTER_STOP);
                    continue;
                }
                Ok(heard) => heard,
            };
            let reply = heard.reply();
            if let Some(Reply::BestMove(chosen)) = &reply {
                let took = heard.at.saturating_duration_since(sent);
                return match most {
                    Some(most) if took > most => Err(too_late(took, most)),
                    None if overdue => Err(too_late(took, config.patience)),
                    _ => Ok(Answer { chosen: chosen.split_whitespace().next().unwrap_or("").into(), took, info }),
                };
            }
            if let Some(error) = reply.as_ref().and_then(error_of).filter(|_| refused.is_none()) {
                refused = Some(Fault::new(FaultKind::BadOutput, format!("refused: {error}")));
                until = until.min(Instant::now() + AFTER_ERROR);
            }
            info.add(&heard.line);
        }
    }

    /// The two lines that ask for a move.
    fn question(&self, mover: Player) -> String {
        let entrant = self.entrant(mover);
        let position = position_line(&self.history, self.config.lexicon.name(), entrant.oracle);
        let mut go = format!("go {}", entrant.go);
        if let Some(time) = entrant.limit.move_time {
            go += &format!(" movetime {}", time.as_millis());
        }
        if let Some(iterations) = entrant.limit.iterations {
            go += &format!(" iterations {iterations}");
        }
        // Player 1 is who comes first in the position that was sent.
        let swapped = entrant.oracle != Oracle::Nothing && mover == Player::Two;
        for player in Player::BOTH {
            go += &self.timers[player].words(if swapped { player.opponent() } else { player });
        }
        format!("{position}\n{}", go.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// What is known of a turn before it is made.
    fn log(&self, mover: Player, answer: &Answer) -> TurnRecord {
        let now = self.history.now();
        let write = |rack: Rack| rack.display(now.distribution().alphabet());
        let leave = write(opponent_leave(&self.history));
        let figures = answer.info.of(&answer.chosen);
        TurnRecord {
            game: self.fixture.number,
            turn: self.turns.len() + 1,
            engine: self.entrant(mover).name.clone(),
            position: self.seen_by(mover).to_string(),
            rack: write(now.rack(mover)),
            opponent_rack: write(now.rack(mover.opponent())),
            bag: now.bag_len(),
            played: String::new(),
            score: 0,
            ms: milliseconds(answer.took),
            clock_ms: self.timers[mover].left_ms().map(round),
            wp: figures.win_percent,
            eq: figures.equity,
            depth: figures.depth,
            iterations: figures.iterations,
            nodes: figures.nodes,
            belief: answer.info.belief_in(&leave),
            opponent_leave: leave,
            luck: None,
        }
    }

    /// The position, without the opponent's rack.
    fn seen_by(&self, player: Player) -> Cgp {
        let mut position = self.history.now().clone();
        position.forget_rack(player.opponent());
        let lexicon = Some(self.config.lexicon.name().to_owned());
        Cgp { position, notes: Notes { lexicon, ..Notes::default() } }
    }

    fn count(&mut self, mover: Player, turn: &Turn, took: Duration) {
        let late = self.timers[mover].late_ms(took);
        let before = self.history.position(self.history.turns().len() - 1).expect("before the last turn");
        let stats = &mut self.stats[mover];
        stats.turns += 1;
        match &turn.played.action {
            Action::Play(Play::Place(placement)) => {
                stats.bingos += u64::from(placement.fresh(before.board()).count() == RACK_SIZE);
            }
            Action::Play(Play::Exchange(_)) | Action::ExchangeUnseen(_) => stats.exchanges += 1,
            Action::Play(Play::Pass) => stats.passes += 1,
            Action::Phony(_) => stats.phonies += 1,
        }
        stats.ms = round(stats.ms + milliseconds(took));
        stats.longest_ms = stats.longest_ms.max(milliseconds(took));
        stats.late += u64::from(late.is_some());
        stats.latest_ms = stats.latest_ms.max(round(late.unwrap_or(0.0)));
    }

    /// Everything that helps to find out what went wrong.
    fn fault_report(&self, player: Player, fault: &Fault, engine: Option<&Engine>) -> String {
        let entrant = self.entrant(player);
        let (number, pair, turn) = (self.fixture.number, self.fixture.pair, self.turns.len() + 1);
        let mut text = format!(
            "{fault}\n\nengine    {} ({entrant})\ngame      {number} (pair {pair}), turn {turn}\n",
            entrant.name
        );
        text += &format!("position  {}\n\n{}", Cgp::of(self.history.now()), self.history.now().picture());
        match engine {
            None => text += "\nthe engine could not be started\n",
            Some(engine) => {
                text += &format!(
                    "\ntranscript (seconds since the start; > to the engine, < from it)\n\n{}",
                    engine.transcript().write()
                );
                text += &format!("\non its stderr\n\n{}", engine.stderr_tail());
            }
        }
        text
    }

    fn take_off_overtime(&mut self) {
        for player in Player::BOTH {
            let penalty = self.timers[player].penalty(&self.config.rules, self.config.margin);
            if penalty > 0 {
                self.history.adjust_score(player, -penalty);
                self.stats[player].overtime = penalty;
            }
        }
    }

    /// The luck of the game, and of the draw of each turn. In a game that was forfeited it is that of the draws until
    /// then: who forfeits may do so for the tiles, and luck without those games would be biased.
    fn measure_luck(&mut self, meter: &mut MatchMeter) -> LuckRecord {
        let seen = seen_racks(Player::BOTH.map(|player| self.entrant(player).oracle));
        let luck = meter.measure(&self.history, seen, self.fixture.pair).expect("the referee knows all racks");
        let opening = self.history.turns().len() - self.turns.len();
        for (at, of_turn) in luck.turns {
            if let Some(turn) = at.checked_sub(opening).and_then(|at| self.turns.get_mut(at)) {
                turn.luck = Some(of_turn);
            }
        }
        luck.game
    }

    fn finish(self, fault: Option<(Player, Fault, String)>, luck: Option<LuckRecord>) -> PlayedGame {
        let gcg = self.gcg(fault.as_ref());
        let now = self.history.now();
        let ending = match now.ending() {
            _ if fault.is_some() => Ending::Forfeit,
            Some(tasseo::game::Ending::PlayedOut(_)) => Ending::PlayedOut,
            _ => Ending::Scoreless,
        };
        let record = GameRecord {
            game: self.fixture.number,
            pair: self.fixture.pair,
            players: self.fixture.players,
            ending,
            forfeited_by: fault.as_ref().map(|(player, ..)| *player as usize),
            scores: Player::BOTH.map(|player| now.score(player)),
            stats: self.stats.0,
            fault: fault.as_ref().map(|(_, fault, _)| fault.clone()),
            luck,
        };
        PlayedGame { record, turns: self.turns, gcg, fault_report: fault.map(|(.., report)| report) }
    }

    /// The game as a file.
    fn gcg(&self, fault: Option<&(Player, Fault, String)>) -> String {
        let names = Player::BOTH.map(|player| Name::new(&self.entrant(player).name, &self.entrant(player).text));
        let mut gcg = Gcg::new(PerPlayer(names), &self.history).expect("names differ, and the game began at the start");
        gcg.pragmas.push(Pragma::new("lexicon", self.config.lexicon.name()));
        gcg.pragmas
            .push(Pragma::new("id", &format!("tasseo referee seed {} game {}", self.config.seed, self.fixture.number)));
        if let Some((player, fault, _)) = fault {
            let text = format!("{} forfeits: {fault}", self.entrant(*player).name);
            gcg.notes.push(Note::new(self.history.turns().len(), &text));
            gcg.incomplete = true;
        }
        gcg.write()
    }
}

fn no_answer(after: Duration) -> Fault {
    Fault::new(FaultKind::NoAnswer, format!("no bestmove after {:.1} s", after.as_secs_f64()))
}

fn too_late(took: Duration, most: Duration) -> Fault {
    let (took, most) = (took.as_secs_f64(), most.as_secs_f64());
    Fault::new(FaultKind::TimeForfeit, format!("answered after {took:.3} s; {most:.3} s were the most"))
}

/// To a thousandth.
fn milliseconds(time: Duration) -> f64 {
    round(time.as_secs_f64() * 1000.0)
}

fn round(milliseconds: f64) -> f64 {
    (milliseconds * 1000.0).round() / 1000.0
}
