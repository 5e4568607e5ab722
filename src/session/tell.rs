//! What the engine says to people: positions, moves and errors in words.

use super::Settings;
use super::table::Table;
use crate::game::cgp::{Cgp, Notes};
use crate::game::{Action, Ending, History, Move, Placement, Play, Player, Position, Turn, Verdict, words_formed};
use crate::lexicon::Lexicon;
use crate::protocol::{Dialect, HELP, OPTIONS, Reply};

/// A reply is one line of a sensible length, whatever a path, a name or a note in it may contain.
pub(super) fn one_line(reply: &Reply) -> String {
    cut(reply.to_string().replace(|c: char| c.is_control(), " "), 8000)
}

/// What a line was wrong about may be as long as the line.
pub(super) fn shortened(text: String) -> String {
    cut(text, 600)
}

/// Leaves the middle out of what is longer.
fn cut(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let end: Vec<char> = text.chars().rev().take(most / 2).collect();
    text.chars().take(most / 2).chain(" ... ".chars()).chain(end.into_iter().rev()).collect()
}

/// What can be done, in SIU's words.
const CAPABILITIES: &str = "gen sim infer endgame peg auto stream stop";

pub(super) fn introduction(dialect: Dialect) -> Vec<Reply> {
    let id =
        [Reply::IdName(format!("Tasseo {}", env!("CARGO_PKG_VERSION"))), Reply::IdAuthor("the Tasseo authors".into())];
    let capabilities = (dialect == Dialect::Siu).then(|| Reply::Capability(CAPABILITIES.into()));
    let options = OPTIONS.iter().map(|spec| Reply::Option(spec.to_string()));
    id.into_iter().chain(capabilities).chain(options).chain([Reply::Ok(dialect)]).collect()
}

pub(super) fn help(command: Option<&str>) -> Vec<Reply> {
    let chosen = HELP.iter().filter(|help| command.is_none_or(|name| name == help.name));
    let lines: Vec<Reply> = chosen.map(|help| Reply::Text(format!("{:<45}  {}", help.usage, help.about))).collect();
    match command {
        Some(name) if lines.is_empty() => {
            vec![Reply::Text(format!("there is no command {name:?}; help lists them all"))]
        }
        _ => lines,
    }
}

pub(super) fn describe(lexicon: &Lexicon) -> String {
    format!("lexicon {}: {} words, {}", lexicon.name(), lexicon.word_count(), lexicon.source())
}

/// What a move did, for people.
pub(super) fn tell(history: &History, turn: &Turn, lexicon: Option<&Lexicon>) -> Vec<Reply> {
    let now = history.now();
    let played = Move { rack: None, ..turn.played }.display(now.distribution().alphabet());
    let mut lines = vec![format!("{} plays {played} for {}", turn.player, turn.score)];
    if let Action::Play(Play::Place(placement)) = &turn.played.action {
        let before = history.turns_in_position().last().map(|(_, before)| before);
        lines.extend(lexicon.zip(before).and_then(|(lexicon, before)| unknown_words(before, placement, lexicon)));
    }
    if now.ending().is_some() {
        lines.push(standing(now));
    }
    lines.into_iter().map(Reply::Text).collect()
}

/// What came of a challenge.
pub(super) fn verdict(verdict: Verdict, after: &Position) -> Vec<Reply> {
    let text = match verdict {
        Verdict::TakenBack => "the play is taken back".to_owned(),
        Verdict::Stands => "the play stands".to_owned(),
        Verdict::TurnLost => "the play stands, and the challenger loses a turn".to_owned(),
        Verdict::GameLost => "the play stands, and the challenger loses the game".to_owned(),
        Verdict::Bonus(points) => format!("the play stands, for {points} points more"),
    };
    [text, standing(after)].into_iter().map(Reply::Text).collect()
}

/// The board and all that belongs to it. Blocks while the lexicon is loaded.
pub(super) fn show(table: &Table, settings: &mut Settings) -> Vec<Reply> {
    let now = table.now();
    let mut lines: Vec<String> = now.picture().lines().map(str::to_owned).collect();
    lines.push(standing(now));
    lines.extend(Player::BOTH.map(|player| format!("{player} holds {}", holding(now, player))));
    lines.push(format!("{} in the bag", count(now.bag_len(), "tile")));
    lines.extend(settings.opponent.as_ref().map(|opponent| format!("the opponent is {}", opponent.text)));
    let lexicon = table.lexicon(settings);
    lines.push(lexicon.as_ref().map_or_else(|error| format!("no lexicon: {error}"), |lexicon| describe(lexicon)));
    let last_move = table.history.turns().last().map(|turn| turn.played).or(table.notes.last_move);
    let lexicon = lexicon.ok().map(|lexicon| lexicon.name().to_owned());
    let cgp = Cgp { position: now.clone(), notes: Notes { last_move, lexicon, ..table.notes.clone() } };
    lines.push(format!("cgp {}", cgp.write(&settings.standard)));
    lines.into_iter().map(Reply::Text).collect()
}

/// Says which words that a play would make in a position are not in the lexicon.
pub(super) fn unknown_words(before: &Position, placement: &Placement, lexicon: &Lexicon) -> Option<String> {
    let unknown = lexicon.unknown(&words_formed(before.board(), placement));
    let alphabet = before.distribution().alphabet();
    let words: Vec<String> = unknown.iter().map(|word| alphabet.write_word(word)).collect();
    (!words.is_empty()).then(|| format!("not in {}: {}", lexicon.name(), words.join(", ")))
}

/// `1 tile`, `2 tiles`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

pub(super) fn holding(position: &Position, player: Player) -> String {
    let (known, held) = (position.full_rack(player).unwrap_or(position.rack(player)), position.held(player));
    let text = known.display(position.distribution().alphabet());
    match (known.len(), held - known.len()) {
        (0, 0) => "no tiles".into(),
        (_, 0) => text,
        (0, unknown) => count(unknown, "unknown tile"),
        (_, unknown) => format!("{text} and {}", count(unknown, "unknown tile")),
    }
}

pub(super) fn standing(position: &Position) -> String {
    let scores = Player::BOTH.map(|player| format!("{player} has {}", position.score(player))).join(", ");
    match position.ending() {
        None => format!("{scores}, {} is on turn", position.on_turn()),
        Some(Ending::PlayedOut(player)) => format!("{scores}, the game is over: {player} has played out"),
        Some(Ending::ZeroTurns) => format!("{scores}, the game is over: {} scoreless turns", position.zero_turns()),
        Some(Ending::ChallengeLost(player)) => format!("{scores}, the game is over: {player} lost by a challenge"),
    }
}
