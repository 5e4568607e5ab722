//! From a game to its file.

use super::{Gcg, encoding, line::TURN_LOST, word};
use crate::game::{Action, Ending, PerPlayer, Placement, Play, Player, Position, Rack, Turn, score};
use std::fmt::{self, Write as _};

impl Gcg {
    /// The file: UTF-8, a line feed after each line, points and totals by the rules.
    pub fn write(&self) -> String {
        let mut writer = Writer { gcg: self, out: String::new(), totals: PerPlayer::default() };
        writer.header();
        let positions = self.history.turns_in_position().enumerate();
        for (at, (turn, before)) in positions {
            writer.after_turn(at);
            writer.turn(turn, before);
            writer.notes(at + 1);
            writer.lost_turn(turn, at + 1);
        }
        writer.end();
        writer.after_turn(self.history.turns().len());
        writer.last_racks();
        writer.out
    }
}

/// Points with the sign that their line has by custom: a play of no points is `+0`, and taking it back is `-0`.
#[derive(Clone, Copy)]
enum Points {
    Won(i32),
    Lost(i32),
}

impl Points {
    fn value(self) -> i32 {
        match self {
            Points::Won(points) => points,
            Points::Lost(points) => points.saturating_neg(),
        }
    }
}

impl From<i32> for Points {
    fn from(points: i32) -> Self {
        if points < 0 { Points::Lost(points.saturating_neg()) } else { Points::Won(points) }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Points::Won(points) => write!(f, "+{points}"),
            Points::Lost(points) => write!(f, "-{points}"),
        }
    }
}

struct Writer<'g> {
    gcg: &'g Gcg,
    out: String,
    /// The totals so far.
    totals: PerPlayer<i32>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.out += text.trim_end();
        self.out.push('\n');
    }

    /// One move; fields that are empty are left out. Adds the points to the player's total.
    fn event(&mut self, player: Player, fields: &[&str], points: Points) {
        self.totals[player] = self.totals[player].saturating_add(points.value());
        let mut text = format!(">{}:", self.gcg.players[player].nickname());
        for field in fields.iter().filter(|field| !field.is_empty()) {
            let _ = write!(text, " {field}");
        }
        let _ = write!(text, " {points} {}", self.totals[player]);
        self.line(&text);
    }

    fn header(&mut self) {
        self.line(&format!("#{} UTF-8", encoding::PRAGMA));
        for (number, name) in self.gcg.players.0.iter().enumerate() {
            self.line(&format!("#player{} {} {}", number + 1, name.nickname(), name.full()));
        }
        for pragma in &self.gcg.pragmas {
            self.line(&format!("#{} {}", pragma.name(), pragma.value()));
        }
        self.notes(0);
    }

    fn notes(&mut self, after: usize) {
        let gcg = self.gcg;
        for text in gcg.notes_on(after).filter(|text| !text.is_empty()) {
            self.line(&format!("#note {text}"));
        }
    }

    fn turn(&mut self, turn: &Turn, before: &Position) {
        let alphabet = before.distribution().alphabet();
        let rack = turn.played.rack.or_else(|| turn.played.action.tiles_used(before.board()));
        let rack = rack.unwrap_or_default().display(alphabet);
        let player = turn.player;
        match &turn.played.action {
            Action::Play(Play::Place(placement)) => {
                let bonus = turn.played.challenge.points;
                self.placement(player, &rack, placement, before, turn.score - bonus);
                if bonus != 0 {
                    self.event(player, &["(challenge)"], Points::from(bonus));
                }
            }
            Action::Phony(placement) => {
                let rules = before.rules();
                let points = score(before.board(), &rules.layout, &rules.distribution, rules.bingo_bonus, placement);
                self.placement(player, &rack, placement, before, points);
                self.event(player, &[&rack, "--"], Points::Lost(points));
            }
            Action::Play(Play::Exchange(tiles)) => {
                self.event(player, &[&rack, &format!("-{}", tiles.display(alphabet))], Points::Won(0));
            }
            Action::ExchangeUnseen(count) => self.event(player, &[&rack, &format!("-{count}")], Points::Won(0)),
            Action::Play(Play::Pass) => self.event(player, &[&rack, "-"], Points::Won(0)),
        }
    }

    fn placement(&mut self, player: Player, rack: &str, placement: &Placement, before: &Position, points: i32) {
        let word = word::write(placement, before);
        self.event(player, &[rack, &placement.slot.to_string(), &word], Points::from(points));
    }

    /// A turn that the opponent lost by a challenge: a pass, and a note that explains it.
    fn lost_turn(&mut self, turn: &Turn, turns: usize) {
        let history = self.gcg.history();
        if let Some(after) = history.position(turns).filter(|_| turn.played.challenge.turn_lost) {
            let loser = turn.player.opponent();
            let rack = after.rack(loser).display(after.distribution().alphabet());
            self.event(loser, &[&rack, "-"], Points::Won(0));
            self.line(&format!("#note {TURN_LOST}"));
        }
    }

    /// Changes of scores after this many turns.
    fn after_turn(&mut self, turns: usize) {
        let gcg = self.gcg;
        for change in gcg.history.adjustments().iter().filter(|change| change.after == turns) {
            self.event(change.player, &["(time)"], change.points.into());
        }
    }

    /// What the racks count for.
    fn end(&mut self) {
        let now = self.gcg.history.now();
        let rack = |player| now.full_rack(player).map(|rack| rack.display(now.distribution().alphabet()));
        let points = |player| now.end_points(player);
        match now.ending() {
            Some(Ending::PlayedOut(out)) => {
                let tiles = rack(out.opponent()).unwrap_or_default();
                self.event(out, &[&format!("({tiles})")], Points::Won(points(out)));
            }
            Some(Ending::ZeroTurns) => {
                for (player, tiles) in Player::BOTH.into_iter().filter_map(|player| Some((player, rack(player)?))) {
                    self.event(player, &[&tiles, &format!("({tiles})")], Points::Lost(-points(player)));
                }
            }
            Some(Ending::ChallengeLost(_)) | None => {}
        }
    }

    /// The racks at the end, where more is known of them than the moves have told.
    fn last_racks(&mut self) {
        let history = self.gcg.history();
        let now = history.now();
        for (number, player) in Player::BOTH.into_iter().enumerate() {
            let rack = now.rack(player);
            let told_at_end = now.ending().is_some() && rack.len() == now.held(player);
            if !told_at_end && rack != self.told_by_moves(player) {
                let rack = rack.display(now.distribution().alphabet());
                self.line(&format!("#rack{} {rack}", number + 1));
            }
        }
        if self.gcg.incomplete {
            self.line("#incomplete");
        }
    }

    /// What the moves alone tell of a player's rack at the end.
    fn told_by_moves(&self, player: Player) -> Rack {
        let played = self.gcg.history.turns_in_position().last();
        let after = played.and_then(|(turn, before)| before.after(&turn.played).ok());
        after.map_or(Rack::EMPTY, |(position, _)| position.rack(player))
    }
}
