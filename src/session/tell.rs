//! What the engine says to people: positions, moves and errors in words.

use crate::game::{Action, Ending, History, Move, Placement, Play, Player, Position, Turn, words_formed};
use crate::lexicon::Lexicon;
use crate::protocol::{HELP, OPTIONS, Reply};

/// A reply is one line, whatever a path or a name in it may contain.
pub(super) fn one_line(reply: &Reply) -> String {
    reply.to_string().replace(|c: char| c.is_control(), " ")
}

/// What a line was wrong about may be as long as the line.
pub(super) fn shortened(text: String) -> String {
    const MOST: usize = 600;
    if text.chars().nth(MOST).is_none() {
        return text;
    }
    let end: Vec<char> = text.chars().rev().take(MOST / 2).collect();
    text.chars().take(MOST / 2).chain(" ... ".chars()).chain(end.into_iter().rev()).collect()
}

pub(super) fn introduction() -> Vec<Reply> {
    let id =
        [Reply::IdName(format!("Tasseo {}", env!("CARGO_PKG_VERSION"))), Reply::IdAuthor("the Tasseo authors".into())];
    let options = OPTIONS.iter().map(|spec| Reply::Option(spec.to_string()));
    id.into_iter().chain(options).chain([Reply::UcgiOk]).collect()
}

pub(super) fn help(command: Option<&str>) -> Vec<Reply> {
    let chosen = HELP.iter().filter(|help| command.is_none_or(|name| name == help.name));
    let lines: Vec<Reply> = chosen.map(|help| Reply::Text(format!("{:<45} {}", help.usage, help.about))).collect();
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
        lines.extend(lexicon.and_then(|lexicon| unknown_words(history, placement, lexicon)));
    }
    if now.ending().is_some() {
        lines.push(standing(now));
    }
    lines.into_iter().map(Reply::Text).collect()
}

/// Says which words of the last play are not in the lexicon.
fn unknown_words(history: &History, placement: &Placement, lexicon: &Lexicon) -> Option<String> {
    let (_, before) = history.turns_in_position().last()?;
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
