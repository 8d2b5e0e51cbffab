//! Autocomplete: what is typed against what may be played. One read of the store, no picture.

use super::load::replay;
use super::view::Choice;
use super::{Answer, App, MORE};
use crate::game::{ChannelId, UserId};
use crate::rules::{Move, Position, Square, san, words};

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
        let Some(row) = self.store.live_in(channel).await? else { return Ok(Vec::new()) };
        Ok(match replay(row) {
            Ok(loaded) if loaded.game.to_move() == Some(who) => moves(loaded.game.line.position(), typed),
            _ => Vec::new(),
        })
    }

    /// The choices for `/moves`: occupied squares, the side to move's first; at most 25.
    ///
    /// # Errors
    /// Only faults.
    pub async fn complete_square(&self, channel: ChannelId, typed: &str) -> Answer<Vec<Choice>> {
        let Some(row) = self.store.live_in(channel).await? else { return Ok(Vec::new()) };
        Ok(replay(row).map(|loaded| squares(loaded.game.line.position(), typed)).unwrap_or_default())
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
pub(super) fn moves(position: &Position, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| {
            let san = san(position, &mv);
            let fit = fit(position, &mv, &san, &typed)?;
            let loud = !mv.victims().is_empty() || (typed.is_empty() && san.ends_with(['+', '#']));
            let board_order = (mv.from().map(Square::index), mv.to().index());
            Some(((fit, !loud, board_order), mv))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    let all = found.len();
    let choices = found.into_iter().map(|(_, mv)| choice(&words(position, &mv), mv.to_string())).collect();
    cut(choices, all)
}

fn fit(position: &Position, mv: &Move, san: &str, typed: &str) -> Option<Fit> {
    if typed.is_empty() {
        return Some(Fit::Words);
    }
    let canonical = mv.to_string().to_lowercase();
    let full = san.to_lowercase();
    let san = full.trim_end_matches(['+', '#']);
    // "e2 e4" and "f4-f8" are the canonical text with something between.
    let joined: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let plain = |text: &str| text.replace('-', "");
    if [canonical.as_str(), full.as_str(), san].contains(&typed)
        || plain(&canonical) == joined
        || san == joined
    {
        return Some(Fit::Exact);
    }
    if canonical.starts_with(typed) || full.starts_with(typed) || plain(&canonical).starts_with(&joined) {
        return Some(Fit::Prefix);
    }
    let from = mv.from().map(|s| s.to_string()).unwrap_or_default();
    let to = mv.to().to_string();
    let told = words(position, mv).to_lowercase();
    let answers = |token: &str| {
        from.starts_with(token)
            || to.starts_with(token)
            || canonical.starts_with(token)
            || full.starts_with(token)
            || told.split([' ', '-', ',']).any(|word| word.starts_with(token))
    };
    let mut tokens =
        typed.split(|c: char| c.is_whitespace() || c == '-' || c == ',').filter(|t| !t.is_empty()).peekable();
    (tokens.peek().is_some() && tokens.all(answers)).then_some(Fit::Words)
}

/// The occupied squares that answer to what is typed, the side to move's first.
pub(super) fn squares(position: &Position, typed: &str) -> Vec<Choice> {
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
