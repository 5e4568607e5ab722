//! From lines to the game that they tell.

use super::header::{self, Header, LastRack};
use super::line::{self, GcgEvent, GcgEventKind, GcgItem, GcgLine};
use super::{Fault, Gcg, GcgError, Note, Problem, Remedy, Warning, doubt, encoding, name_rules, word};
use crate::game::{
    Action, Catalogue, Ending, FailedChallenge, History, Move, PerPlayer, Placement, Play, Player, Position, Rack,
    Reason, Rules, Slot, Turn,
};
use std::sync::Arc;

impl Gcg {
    /// Reads a file. What it does not say about the rules is as in `standard`.
    ///
    /// Warnings are about what does not add up, and come in the order of their lines.
    pub fn parse(bytes: &[u8], catalogue: &Catalogue, standard: &Rules) -> Result<(Self, Vec<Warning>), GcgError> {
        let (text, misnamed) = encoding::decode(bytes)?;
        let lines = line::read(&text)?;
        let (header, swapped) = Header::read(&lines)?;
        let mut rules = header::rules(&lines, catalogue, standard)?;
        let mut warnings: Vec<Warning> = misnamed.into_iter().chain(swapped).collect();
        let GcgReader { history, notes, warnings: found, .. } = loop {
            match GcgReader::read(&header, &lines, &rules) {
                Ok(reader) => break reader,
                Err(error) => warnings.push(other_rules(error, &mut rules)?),
            }
        };
        let Header { players, mut pragmas, incomplete, .. } = header;
        name_rules(&mut pragmas, &rules);
        warnings.extend(found);
        warnings.sort_by_key(|warning| warning.line);
        Ok((Gcg { players, pragmas, notes, incomplete, history }, warnings))
    }
}

/// As many scoreless turns as a position can be said to have had.
const NO_LIMIT: u32 = u16::MAX as u32;

/// An exchange with fewer tiles in the bag than the rules want, as some countries allow, or a game that went on after
/// many scoreless turns. The format cannot say so; the rules are relaxed, once each. Any other error is one.
fn other_rules(error: GcgError, rules: &mut Rules) -> Result<Warning, GcgError> {
    let Fault::Illegal(illegal) = &error.fault else { return Err(error) };
    match illegal.reason {
        Reason::NoExchange { bag: 1.., .. } if rules.exchange_limit > 1 => rules.exchange_limit = 1,
        Reason::GameOver(Ending::ZeroTurns) if rules.max_zero_turns < NO_LIMIT => rules.max_zero_turns = NO_LIMIT,
        _ => return Err(error),
    }
    Ok(Warning { line: error.line, problem: Problem::OtherRules { illegal: illegal.clone() } })
}

/// The game as far as it has been read.
struct GcgReader<'h> {
    header: &'h Header<'h>,
    history: History,
    notes: Vec<Note>,
    /// The totals as the file has them.
    totals: PerPlayer<i32>,
    /// The points that the file gives for the last placement.
    claimed: i32,
    /// The line that is being read.
    line: usize,
    warnings: Vec<Warning>,
}

impl<'h> GcgReader<'h> {
    /// Plays through the whole file.
    fn read(header: &'h Header<'h>, lines: &[GcgLine<'_>], rules: &Rules) -> Result<Self, GcgError> {
        let history = History::new(Position::start(Arc::new(rules.clone())));
        let (totals, warnings) = (PerPlayer::default(), Vec::new());
        let mut reader = GcgReader { header, history, notes: Vec::new(), totals, claimed: 0, line: 0, warnings };
        for line in lines {
            reader.line = line.number;
            match &line.item {
                GcgItem::Event(event) => reader.event(event).map_err(|fault| GcgError { line: line.number, fault })?,
                GcgItem::Note(text) => reader.note(text),
                GcgItem::Pragma { .. } => {}
            }
        }
        for player in Player::BOTH {
            if let Some(rack) = header.racks[player] {
                reader.last_rack(player, rack);
            }
        }
        Ok(reader)
    }

    fn warn(&mut self, problem: Problem) {
        self.warnings.push(Warning { line: self.line, problem });
    }

    fn nickname(&self, player: Player) -> String {
        self.header.players[player].nickname().to_owned()
    }

    fn player(&self, nickname: &str) -> Result<Player, Fault> {
        let named = |&player: &Player| self.header.players[player].nickname() == nickname;
        let found = Player::BOTH.into_iter().find(named);
        let players = || PerPlayer(Player::BOTH.map(|player| self.nickname(player)));
        found.ok_or_else(|| Fault::Stranger { nickname: nickname.into(), players: players() })
    }

    fn note(&mut self, text: &str) {
        let note = Note::new(self.history.turns().len(), text);
        if !note.text.is_empty() {
            self.notes.push(note);
        }
    }

    /// Reads one event, and compares its points and its total with ours.
    fn event(&mut self, event: &GcgEvent<'_>) -> Result<(), Fault> {
        let player = self.player(event.nickname)?;
        let points = match event.told {
            GcgEventKind::Place { slot, word } => self.place(player, slot, word, event)?,
            GcgEventKind::Exchange(tiles) => self.exchange(player, tiles, event)?,
            GcgEventKind::Pass => self.pass(player, event)?,
            GcgEventKind::LostTurn => self.lost_turn(player, event)?,
            GcgEventKind::TakenBack => self.taken_back(player, event.points)?,
            GcgEventKind::Challenge => self.challenge(player, event.points)?,
            GcgEventKind::Time => self.time(player, event.points),
            GcgEventKind::OpponentRack(tiles) => self.end_rack(player, player.opponent(), tiles, event.points),
            GcgEventKind::OwnRack(tiles) => self.end_rack(player, player, tiles, event.points),
        };
        self.check_total(player, event, points);
        Ok(())
    }

    /// A total is right if it is the file's own sum, or becomes so with the points that we count. So a mistake is
    /// reported where it is made, and not on every line after it.
    fn check_total(&mut self, player: Player, event: &GcgEvent<'_>, points: i32) {
        let before = self.totals[player];
        let (told, counted) = (before + event.points, before + points);
        if event.total != told && event.total != counted {
            let nickname = self.nickname(player);
            self.warn(Problem::Total { nickname, ours: told, file: event.total });
        }
        self.totals[player] = event.total;
    }

    fn check_points(&mut self, what: impl Into<String>, ours: i32, file: i32) {
        if ours != file {
            self.warn(Problem::Points { what: what.into(), ours, file });
        }
    }

    fn place(&mut self, player: Player, slot: Slot, word: &str, event: &GcgEvent<'_>) -> Result<i32, Fault> {
        self.take_turn(player)?;
        let placement = word::read(slot, word, self.history.now())?;
        let points = self.play(Action::Play(Play::Place(placement)), event.rack)?;
        self.check_points(self.spell(&placement), points, event.points);
        self.claimed = event.points;
        Ok(points)
    }

    fn spell(&self, placement: &Placement) -> String {
        self.history.now().distribution().alphabet().write_placed(placement.word.tiles())
    }

    fn exchange(&mut self, player: Player, tiles: &str, event: &GcgEvent<'_>) -> Result<i32, Fault> {
        self.take_turn(player)?;
        let alphabet = self.history.now().distribution().alphabet();
        let told = Move::parse(&format!("ex.{tiles}"), alphabet)?;
        let points = self.play(told.action, event.rack)?;
        self.check_points("an exchange", points, event.points);
        Ok(points)
    }

    /// A pass. After the end it is what Woogles writes for a challenge that was not made, and means nothing.
    fn pass(&mut self, player: Player, event: &GcgEvent<'_>) -> Result<i32, Fault> {
        if self.history.now().ending().is_none() {
            self.take_turn(player)?;
            self.play(Action::Play(Play::Pass), event.rack)?;
        }
        self.check_points("a pass", 0, event.points);
        Ok(0)
    }

    /// A pass that is noted as a turn lost by challenging the play before it.
    fn lost_turn(&mut self, player: Player, event: &GcgEvent<'_>) -> Result<i32, Fault> {
        let Some((_, last)) = self.last_play(player.opponent()).filter(|(_, last)| !last.challenge.turn_lost) else {
            return self.pass(player, event);
        };
        self.lose_turn(last)?;
        if let Some(rack) = self.rack(event.rack) {
            self.learn(player, rack);
        }
        self.check_points("a pass", 0, event.points);
        Ok(0)
    }

    fn taken_back(&mut self, player: Player, points: i32) -> Result<i32, Fault> {
        let unchallenged = |(_, last): &(Placement, Move)| last.challenge == FailedChallenge::default();
        let last = self.last_play(player).filter(unchallenged);
        let (placement, last) = last.ok_or_else(|| Fault::NoPlay(self.nickname(player)))?;
        let scored = self.last_points();
        self.amend(Move { action: Action::Phony(placement), ..last })?;
        if points != -self.claimed {
            self.check_points(format!("{} taken back", self.spell(&placement)), -scored, points);
        }
        Ok(-scored)
    }

    fn challenge(&mut self, player: Player, points: i32) -> Result<i32, Fault> {
        let last = self.last_play(player).filter(|(_, last)| last.challenge.points == 0);
        let (_, last) = last.ok_or_else(|| Fault::NoPlay(self.nickname(player)))?;
        self.amend(Move { challenge: FailedChallenge { points, ..last.challenge }, ..last })?;
        Ok(points)
    }

    fn time(&mut self, player: Player, points: i32) -> i32 {
        self.history.adjust_score(player, points);
        points
    }

    /// What a rack counts for at the end. The rack itself may be news.
    fn end_rack(&mut self, player: Player, owner: Player, tiles: &str, points: i32) -> i32 {
        if self.history.now().ending().is_none() {
            self.warn(Problem::NotOver);
            return points;
        }
        if let Some(rack) = self.rack(tiles) {
            self.learn(owner, rack);
        }
        let ours = self.history.now().end_points(player);
        self.check_points(format!("the rack {tiles}"), ours, points);
        ours
    }

    /// `#rack1` or `#rack2`.
    fn last_rack(&mut self, player: Player, rack: LastRack<'_>) {
        self.line = rack.line;
        if let Some(rack) = self.rack(rack.text) {
            self.learn(player, rack);
        }
    }

    /// Makes sure that the player is on turn. One who moves again after a play was challenged in vain.
    fn take_turn(&mut self, player: Player) -> Result<(), Fault> {
        let now = self.history.now();
        if now.on_turn() == player || now.ending().is_some() {
            return Ok(());
        }
        let (mover, loser) = (self.nickname(player), self.nickname(player.opponent()));
        let Some((_, last)) = self.last_play(player) else {
            return Err(Fault::NotOnTurn { on_turn: loser, mover });
        };
        self.warn(Problem::MovesAgain { mover, loser });
        self.lose_turn(last)
    }

    /// The last turn, if it is a placement by this player that stands.
    fn last_play(&self, player: Player) -> Option<(Placement, Move)> {
        match self.history.turns().last()? {
            turn if turn.player != player => None,
            Turn { played, .. } => match played.action {
                Action::Play(Play::Place(placement)) => Some((placement, *played)),
                _ => None,
            },
        }
    }

    fn last_points(&self) -> i32 {
        self.history.turns().last().map_or(0, |turn| turn.score)
    }

    /// The last play was challenged, and the challenger loses a turn.
    fn lose_turn(&mut self, last: Move) -> Result<(), Fault> {
        self.amend(Move { challenge: FailedChallenge { turn_lost: true, ..last.challenge }, ..last })
    }

    fn amend(&mut self, last: Move) -> Result<(), Fault> {
        self.history.amend(&last).transpose()?;
        Ok(())
    }

    /// Makes a move of the player on turn; the result is its points.
    fn play(&mut self, action: Action, rack: &str) -> Result<i32, Fault> {
        let rack = self.rack(rack).or_else(|| action.tiles_used(self.history.now().board()));
        let told = Move { rack, ..Move::new(action) };
        if let Some(doubt) = doubt::play(&mut self.history, &told)? {
            self.warn(Problem::Rack { illegal: doubt.illegal, remedy: doubt.remedy });
        }
        Ok(self.last_points())
    }

    /// A rack, if there is one that can be read.
    fn rack(&mut self, text: &str) -> Option<Rack> {
        let rack = Rack::parse(text, self.history.now().distribution().alphabet());
        let rack = rack.map_err(|source| self.warn(Problem::UnreadableRack { source })).ok()?;
        (!rack.is_empty()).then_some(rack)
    }

    /// A player is seen to hold these tiles now. If that cannot be together with what was known, the news is believed,
    /// but for what could be counted at the end.
    fn learn(&mut self, player: Player, rack: Rack) {
        let now = self.history.now();
        let (known, held) = (now.rack(player), now.held(player));
        let alphabet = now.distribution().alphabet();
        let (kept, news) = (known.display(alphabet), rack.display(alphabet));
        if now.ending().is_some() && known.len() == held {
            if rack != known {
                let nickname = self.nickname(player);
                self.warn(Problem::LeftWith { nickname, ours: kept, file: news });
            }
            return;
        }
        let all = known.union(&rack).filter(|all| known.is_empty() || all.len() <= held);
        match self.history.set_rack(player, all.unwrap_or(rack)) {
            Ok(()) if all.is_some() => {}
            Ok(()) => self.warn(Problem::KnownRack {
                reason: Reason::RackConflict { rack: news, kept, held },
                remedy: Remedy { forget_own: true, ..Remedy::default() },
            }),
            Err(error) => self.warn(Problem::KnownRack {
                reason: Reason::Position(error),
                remedy: Remedy { without_rack: true, ..Remedy::default() },
            }),
        }
    }
}
