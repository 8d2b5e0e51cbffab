//! Parses typed conditional moves: `e7e5 if e2e4, then g8f6 if g1f3`, `if e2e4 then e7e5`, `e7e5 if any`.

use super::{MOST_REPLIES, PreparedLine, PreparedReply, after_any, follow};
use rules::{Line, Position, ReadError};

/// The longest quote of a part in a refusal, in characters.
const SHORT: usize = 40;

/// Why conditional moves are refused.
#[derive(Clone, Debug)]
pub enum NotPrepared {
    /// This part has no condition.
    NoCondition(String),
    /// This condition has no reply.
    NoReply(String),
    /// This part names no legal move in its position.
    Part {
        /// The typed text.
        part: String,
        /// The position in which it would be played.
        position: Box<Position>,
        /// Why it cannot be played.
        error: ReadError,
    },
    /// This move would end the game, but more moves follow it.
    Over(String),
    /// More than [`MOST_REPLIES`] replies.
    TooMany,
}

/// A condition and a reply as typed.
type Pair = (String, String);

/// Parses a line of replies, each against the position in which it would be played.
///
/// It is the opponent's turn in `line`.
///
/// # Errors
/// The first part that cannot be parsed or played, with the reason.
pub fn prepare(line: &Line, typed: &str) -> Result<PreparedLine, NotPrepared> {
    let mut line = line.clone();
    let mut prepared = PreparedLine::new();
    let pairs = pairs(typed)?;
    if pairs.len() > MOST_REPLIES {
        return Err(NotPrepared::TooMany);
    }
    for (when, reply) in &pairs {
        let (when, reply) = if is(when, &["any"]) {
            (None, play_after_any(&mut line, reply)?)
        } else {
            (Some(play(&mut line, when)?), play(&mut line, reply)?)
        };
        prepared.push(PreparedReply { when, reply });
    }
    Ok(prepared)
}

/// Like `prepare`, but a move alone answers any move of the opponent.
///
/// It is played after the replies to any move that are already kept.
///
/// # Errors
/// See [`prepare`].
pub fn prepare_next(line: &Line, kept: &[PreparedLine], typed: &str) -> Result<PreparedLine, NotPrepared> {
    if !matches!(pairs(typed), Err(NotPrepared::NoCondition(part)) if !part.is_empty()) {
        return prepare(line, typed);
    }
    let mut line = line.clone();
    let before = kept.iter().find(|kept| kept.first().is_some_and(|first| first.when.is_none()));
    let mut prepared = before.cloned().unwrap_or_default();
    // Kept replies that can no longer be followed are replaced.
    let followed = prepared.iter().take_while(|one| follow(&mut line, one).is_some()).count();
    prepared.truncate(followed);
    for part in parts(typed) {
        if prepared.len() == MOST_REPLIES {
            return Err(NotPrepared::TooMany);
        }
        prepared.push(PreparedReply { when: None, reply: play_after_any(&mut line, &part)? });
    }
    Ok(prepared)
}

/// Plays a reply after a move of the opponent that allows it.
fn play_after_any(line: &mut Line, part: &str) -> Result<String, NotPrepared> {
    let mut refused = None;
    for mut after in after_any(line) {
        match play(&mut after, part) {
            Ok(mv) => {
                *line = after;
                return Ok(mv);
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    let last = || line.moves().last().map(ToString::to_string).unwrap_or_default();
    Err(refused.unwrap_or_else(|| NotPrepared::Over(last())))
}

fn play(line: &mut Line, part: &str) -> Result<String, NotPrepared> {
    if line.termination().is_some() {
        let last = line.moves().last().map(ToString::to_string);
        return Err(NotPrepared::Over(last.unwrap_or_default()));
    }
    let before = *line.position();
    match line.play_typed(part) {
        Ok(mv) => Ok(mv.to_string()),
        Err(error) => Err(NotPrepared::Part { part: short(part), position: Box::new(before), error }),
    }
}

/// Returns the conditions with their replies, in order.
fn pairs(typed: &str) -> Result<Vec<Pair>, NotPrepared> {
    let mut pairs: Vec<Pair> = Vec::new();
    // The condition of an `if e2e4` whose reply is in the next part.
    let mut waiting: Option<String> = None;
    for part in parts(typed) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let condition = words.iter().position(|word| is(word, &["if", "when", "after"]));
        let (reply, when) = match condition {
            Some(at) => (words[..at].join(" "), Some(words[at + 1..].join(" "))),
            None => (words.join(" "), None),
        };
        if let Some(waiting) = waiting.take() {
            if when.is_some() {
                return Err(NotPrepared::NoReply(short(&waiting)));
            }
            pairs.push((waiting, reply));
            continue;
        }
        match when {
            Some(when) if when.is_empty() => return Err(NotPrepared::NoCondition(short(&reply))),
            Some(when) if reply.is_empty() => waiting = Some(when),
            Some(when) => pairs.push((when, reply)),
            None => return Err(NotPrepared::NoCondition(short(&reply))),
        }
    }
    match waiting {
        Some(waiting) => Err(NotPrepared::NoReply(short(&waiting))),
        None if pairs.is_empty() => Err(NotPrepared::NoCondition(String::new())),
        None => Ok(pairs),
    }
}

/// Splits the text at commas, semicolons, line ends and the words `then` and `and`.
fn parts(typed: &str) -> Vec<String> {
    let mut parts = vec![Vec::new()];
    for clause in typed.split([',', ';', '\n', '\u{ff0c}', '\u{3001}']) {
        parts.push(Vec::new());
        for word in clause.split_whitespace() {
            if is(word, &["then", "and"]) {
                parts.push(Vec::new());
            } else if let Some(part) = parts.last_mut() {
                part.push(word);
            }
        }
    }
    parts.into_iter().filter(|words| !words.is_empty()).map(|words| words.join(" ")).collect()
}

pub(super) fn is(word: &str, known: &[&str]) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    known.contains(&word.as_str())
}

/// Returns the part of the typed text that a refusal quotes.
fn short(text: &str) -> String {
    text.trim().chars().filter(|c| *c != '`').take(SHORT).collect()
}
