//! What the engine says to people: positions, moves and errors in words.

use crate::engine::{Counted, Engine, Holding, Notice};
use crate::game::cgp::{Cgp, Notes};
use crate::game::{Action, Ending, Move, Placement, Play, Player, Position, Turn, Verdict, words_formed};
use crate::lexicon::Lexicon;
use crate::protocol::Reply;

/// The longest line, in characters.
const MAX_LINE: usize = 8000;
/// The most characters of a line of text that repeats what somebody sent.
const MAX_TEXT: usize = 600;

/// A reply is one line of a sensible length, whatever a path, a name or a note in it may contain.
pub(crate) fn one_line(reply: &Reply) -> String {
    cut(reply.to_string().replace(|c: char| c.is_control(), " "), MAX_LINE)
}

/// What a line was wrong about may be as long as the line.
pub(crate) fn shortened(text: String) -> String {
    cut(text, MAX_TEXT)
}

/// Leaves the middle out of what is longer.
fn cut(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let end: Vec<char> = text.chars().rev().take(most / 2).collect();
    text.chars().take(most / 2).chain(" ... ".chars()).chain(end.into_iter().rev()).collect()
}

fn describe(lexicon: &Lexicon) -> String {
    format!("lexicon {}: {} words, {}", lexicon.name(), lexicon.word_count(), lexicon.source())
}

/// What setting an option has brought about.
pub(crate) fn notice(notice: &Notice) -> Reply {
    Reply::Text(match notice {
        Notice::Lexicon(lexicon) => describe(lexicon),
        Notice::NoLexicon(error) => format!("no lexicon now: {error}"),
    })
}

/// What a move did, for people. Blocks while the lexicon is loaded.
pub(crate) fn turn(engine: &Engine, turn: &Turn) -> Vec<Reply> {
    let game = engine.game_or_start();
    let now = game.now();
    let played = Move { rack: None, ..turn.played }.display(now.distribution().alphabet());
    let mut lines = vec![format!("{} plays {played} for {}", turn.player, turn.score)];
    if let Action::Play(Play::Place(placement)) = &turn.played.action
        && let Some((_, before)) = game.history.turns_in_position().last()
        && let Ok(lexicon) = engine.lexicon()
    {
        lines.extend(unknown_words(before, placement, &lexicon));
    }
    if now.ending().is_some() {
        lines.push(standing(now));
    }
    lines.into_iter().map(Reply::Text).collect()
}

/// What came of a challenge.
pub(crate) fn verdict(verdict: Verdict, after: &Position) -> Vec<Reply> {
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
pub(crate) fn show(engine: &Engine) -> Vec<Reply> {
    let game = engine.game_or_start();
    let now = game.now();
    let mut lines: Vec<String> = now.picture().lines().map(str::to_owned).collect();
    lines.push(standing(now));
    lines.extend(Player::BOTH.map(|player| format!("{player} holds {}", Holding(now, player))));
    lines.push(format!("{} in the bag", Counted(now.bag_len(), "tile")));
    lines.extend(engine.options().opponent.as_ref().map(|opponent| format!("the opponent is {}", opponent.text)));
    let lexicon = engine.lexicon();
    lines.push(lexicon.as_ref().map_or_else(|error| format!("no lexicon: {error}"), |lexicon| describe(lexicon)));
    let last_move = game.history.turns().last().map(|turn| turn.played).or(game.notes.last_move);
    let lexicon = lexicon.ok().map(|lexicon| lexicon.name().to_owned());
    let cgp = Cgp { position: now.clone(), notes: Notes { last_move, lexicon, ..game.notes.clone() } };
    lines.push(format!("cgp {}", cgp.write(engine.rules())));
    lines.into_iter().map(Reply::Text).collect()
}

/// Says which words that a play would make in a position are not in the lexicon.
pub(super) fn unknown_words(before: &Position, placement: &Placement, lexicon: &Lexicon) -> Option<String> {
    let unknown = lexicon.unknown(&words_formed(before.board(), placement));
    let alphabet = before.distribution().alphabet();
    let words: Vec<String> = unknown.iter().map(|word| alphabet.write_word(word)).collect();
    (!words.is_empty()).then(|| format!("not in {}: {}", lexicon.name(), words.join(", ")))
}

fn standing(position: &Position) -> String {
    let scores = Player::BOTH.map(|player| format!("{player} has {}", position.score(player))).join(", ");
    match position.ending() {
        None => format!("{scores}, {} is on turn", position.on_turn()),
        Some(Ending::PlayedOut(player)) => format!("{scores}, the game is over: {player} has played out"),
        Some(Ending::ZeroTurns) => format!("{scores}, the game is over: {} scoreless turns", position.zero_turns()),
        Some(Ending::ChallengeLost(player)) => format!("{scores}, the game is over: {player} lost by a challenge"),
    }
}
