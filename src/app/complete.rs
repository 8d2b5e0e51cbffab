//! Autocomplete: what is typed against what may be played. One read of the store, no picture.

use super::load::replay;
use super::view::Choice;
use super::{Answer, App, MORE, english};
use crate::game::{ChannelId, UserId};
use crate::rules::{Named, Notation, Position, candidates, names_piece};
use crate::store::StoredGame;

/// Discord shows at most this many choices.
const CHOICES: usize = 25;
/// The longest name or value of a choice, in characters.
const LONGEST: usize = 100;
/// How the line that counts what is hidden begins and goes on.
const HIDDEN: &str = "... and";
const TYPE_MORE: &str = "more: type more";

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

/// The legal moves that answer to what is typed, by the reader's own judgement, then why a piece that it names has none.
fn moves(position: &Position, typed: &str) -> Vec<Choice> {
    let notation = Notation::new(position);
    let found = candidates(&notation, typed);
    let shown = found.iter().take(CHOICES);
    let mut choices: Vec<Choice> =
        shown.map(|(_, mv)| choice(&english::move_choice(position, mv), mv.to_string())).collect();
    let lines = stuck_lines(position, typed, choices.is_empty());
    let all = found.len() + lines.len();
    choices.extend(lines);
    cut(choices, all)
}

/// For each piece that is named and cannot move a line that says why; its value is the piece's square, and who takes it is
/// told the same. A kind alone names its pieces only where none of them can move.
fn stuck_lines(position: &Position, typed: &str, nothing_else: bool) -> Vec<Choice> {
    let own = position.pieces().filter(|(_, piece)| piece.color == position.turn());
    own.filter(|(square, _)| match names_piece(position, *square, typed) {
        Some(Named::BySquare) => true,
        Some(Named::ByKind) => nothing_else,
        None => false,
    })
    .filter_map(|(square, _)| Some(choice(&english::stuck_choice(position, square)?, square.to_string())))
    .collect()
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

/// Whether a text is the line that counts what is hidden: its value, or its name, which some clients send.
pub(super) fn is_more(typed: &str) -> bool {
    let typed = typed.trim();
    typed == MORE || (typed.starts_with(HIDDEN) && typed.contains(TYPE_MORE))
}

/// No more than may be shown; the last line then says how many are not.
fn cut(mut choices: Vec<Choice>, all: usize) -> Vec<Choice> {
    if all > CHOICES {
        choices.truncate(CHOICES - 1);
        let hidden = all - choices.len();
        let label = format!("{HIDDEN} {hidden} {TYPE_MORE}, such as a square or a piece's name");
        choices.push(choice(&label, MORE.to_owned()));
    }
    choices
}

#[cfg(test)]
mod tests;
