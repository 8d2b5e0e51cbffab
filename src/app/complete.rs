//! Autocomplete: what is typed against what may be played. One read of the store, no picture.

use super::load::replay;
use super::view::Choice;
use super::{Answer, App, MORE};
use crate::game::{ChannelId, UserId};
use crate::rules::{Move, Notation, Position, Square, words};
use crate::store::StoredGame;

/// Discord shows at most this many choices.
const CHOICES: usize = 25;
/// The longest name or value of a choice, in characters.
const LONGEST: usize = 100;

impl App {
    /// The choices for a half-typed move: at most 25, each at most 100 characters. One read of the store, no picture.
    /// Empty for anyone but the player to move.
    ///
    /// # Errors
    /// Only faults.
    pub async fn complete_move(&self, who: UserId, channel: ChannelId, typed: &str) -> Answer<Vec<Choice>> {
        let row = self.store.live_in(channel).await?;
        Ok(row.map(|row| completions(row, who, typed)).unwrap_or_default())
    }

    /// The choices for `/moves`: occupied squares, the side to move's first; at most 25.
    ///
    /// # Errors
    /// Only faults.
    pub async fn complete_square(&self, channel: ChannelId, typed: &str) -> Answer<Vec<Choice>> {
        // Also after the end: then the last game of the channel is looked at.
        let Some(row) = self.store.newest_in(channel).await? else { return Ok(Vec::new()) };
        Ok(replay(row).map(|loaded| squares(loaded.game.line.position(), typed)).unwrap_or_default())
    }
}

/// What [`App::complete_move`] makes of the game that it has read.
pub fn completions(row: StoredGame, who: UserId, typed: &str) -> Vec<Choice> {
    match replay(row) {
        Ok(loaded) if loaded.game.to_move() == Some(who) => moves(loaded.game.line.position(), typed),
        _ => Vec::new(),
    }
}

/// How well a move answers to what is typed; smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    Prefix,
    Words,
}

/// The legal moves that answer to what is typed: exact, prefix, captures (and, with nothing typed, checks), board order.
fn moves(position: &Position, typed: &str) -> Vec<Choice> {
    let typed = Typed::read(typed);
    let notation = Notation::new(position);
    let mut found: Vec<_> = notation
        .moves()
        .iter()
        .filter_map(|mv| {
            let fit = typed.fit(position, &notation, mv)?;
            let loud = mv.is_capture() || (typed.text.is_empty() && notation.is_signed(mv));
            let board_order = (mv.from().map(Square::index), mv.to().index());
            Some(((fit, !loud, board_order), mv))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    let shown = found.iter().take(CHOICES);
    let choices = shown.map(|(_, mv)| choice(&words(position, mv), mv.to_string())).collect();
    cut(choices, found.len())
}

/// What is typed, in the forms that moves are held against.
struct Typed {
    /// In lower case, trimmed.
    text: String,
    /// Without blanks and hyphens: "e2 e4" and "f4-f8" are the canonical text with something between.
    joined: String,
    /// Its words.
    tokens: Vec<String>,
}

impl Typed {
    fn read(text: &str) -> Self {
        let text = text.trim().to_lowercase();
        let joined = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        let tokens = text
            .split(|c: char| c.is_whitespace() || c == '-' || c == ',')
            .filter(|token| !token.is_empty())
            .map(str::to_owned)
            .collect();
        Self { text, joined, tokens }
    }

    fn fit(&self, position: &Position, notation: &Notation<'_>, mv: &Move) -> Option<Fit> {
        let typed = self.text.as_str();
        if typed.is_empty() {
            return Some(Fit::Words);
        }
        let canonical = mv.to_string().to_lowercase();
        let plain = canonical.replace('-', "");
        let san = notation.unsigned(mv).to_lowercase();
        // Whether the move gives check is worked out only where somebody has typed the sign for it.
        let with_sign = |text: &str| {
            let sign = text.strip_prefix(san.as_str());
            matches!(sign, Some("+" | "#")) && sign == Some(notation.sign(mv))
        };
        if canonical == typed || san == typed || with_sign(typed) || [&plain, &san].contains(&&self.joined) {
            return Some(Fit::Exact);
        }
        if canonical.starts_with(typed) || san.starts_with(typed) || plain.starts_with(&self.joined) {
            return Some(Fit::Prefix);
        }
        let from = mv.from().map(|s| s.to_string()).unwrap_or_default();
        let to = mv.to().to_string();
        let mut told = None;
        let mut answers = |token: &String| {
            from.starts_with(token)
                || to.starts_with(token)
                || canonical.starts_with(token)
                || san.starts_with(token)
                || with_sign(token)
                || told
                    .get_or_insert_with(|| words(position, mv).to_lowercase())
                    .split([' ', '-', ','])
                    .any(|word| word.starts_with(token))
        };
        (!self.tokens.is_empty() && self.tokens.iter().all(&mut answers)).then_some(Fit::Words)
    }
}

/// The occupied squares that answer to what is typed, the side to move's first.
fn squares(position: &Position, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<_> = position
        .pieces()
        .map(|(square, piece)| ((piece.color != position.turn(), square.index()), square.to_string(), piece))
        .map(|(rank, square, piece)| {
            (rank, format!("{square} {} {}", piece.color, piece.kind.name()), square)
        })
        .filter(|(_, label, _)| {
            let label = label.to_lowercase();
            typed.split_whitespace().all(|token| label.split(' ').any(|word| word.starts_with(token)))
        })
        .collect();
    found.sort();
    let all = found.len();
    cut(found.into_iter().map(|(_, label, square)| choice(&label, square)).collect(), all)
}

fn choice(label: &str, value: String) -> Choice {
    Choice { label: crate::render::cut(label, LONGEST), value }
}

/// No more than may be shown; the last line then says how many are not.
fn cut(mut choices: Vec<Choice>, all: usize) -> Vec<Choice> {
    if all > CHOICES {
        choices.truncate(CHOICES - 1);
        let hidden = all - choices.len();
        let label = format!("... and {hidden} more: type more, such as a square or a piece's name");
        choices.push(choice(&label, MORE.to_owned()));
    }
    choices
}

#[cfg(test)]
mod tests;
