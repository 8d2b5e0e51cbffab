//! A player's private notes on their games.

use std::sync::Arc;

use crate::app::caller::{Caller, Target};
use crate::app::error::{Rejection, RejectionInGame};
use crate::app::game::history::{Note, Past};
use crate::app::{App, AppResult};
use crate::game::{GameId, Ply, Refusal, UserId};
use crate::rules::{Color, Line, moves_in_san, numbers};
use crate::store::NoteRow;

/// An action on the notes of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteWish {
    /// Shows the notes.
    See,
    /// Writes a note on the position after the move of this number, or on the current position.
    Write(String, Option<u32>),
    /// Removes the note on that position.
    Remove(Option<u32>),
}

impl App {
    /// Reads or changes the caller's notes on the channel's game. Returns the game with all their notes on
    /// it, and the note just written.
    ///
    /// # Errors
    /// Refused: no game here, not one of theirs, no move of this number, no note there, too many notes.
    pub async fn note(&self, by: &Caller, wish: NoteWish) -> AppResult<(Past, Option<Note>)> {
        let past = self.past(by, Target::Here).await?;
        if past.game_now.side_of(by.user).is_none() {
            let game = Arc::clone(&past.game_now);
            let refused = RejectionInGame { refusal: Refusal::NotAPlayer, game, reader: None, fresh: None };
            return Err(Rejection::InGame(Box::new(refused)).into());
        }
        let (ply, text) = match &wish {
            NoteWish::See => return Ok((past, None)),
            NoteWish::Write(text, None) => (past.plies(), Some(text.as_str())),
            NoteWish::Write(text, Some(number)) => {
                let ply = past.after_number(*number)?;
                (past.noted_at(*number).unwrap_or(ply), Some(text.as_str()))
            }
            NoteWish::Remove(number) => match past.to_remove(*number) {
                Some(ply) => (ply, None),
                None => return Err(self.refused_or_replayed(by, Rejection::NoNote).await?),
            },
        };
        let played =
            past.game_now.line.moves().get((ply.0 as usize).wrapping_sub(1)).map(ToString::to_string);
        let note = text.map(|text| (text, played.as_deref()));
        if !self.store.note(by.user, (past.game, ply), note, Some(by.interaction), by.now).await? {
            return Err(Rejection::TooManyNotes.into());
        }
        let notes = self.notes(by.user, past.game).await?;
        let written = text.and_then(|_| notes.iter().find(|note| note.ply == ply).cloned());
        Ok((Past { notes, ..past }, written))
    }

    /// A user's notes on a game, in the order of the game.
    pub(in crate::app) async fn notes(&self, person: UserId, game: GameId) -> AppResult<Vec<Note>> {
        let note = |row: NoteRow| Note { ply: row.ply, played: row.played, text: row.text, at: row.at };
        Ok(self.store.notes(person, game).await?.into_iter().map(note).collect())
    }
}

impl Past {
    /// The position with a note after a move of this number; if both sides' moves have one, the later.
    pub fn noted_at(&self, number: u32) -> Option<Ply> {
        let of_move = |note: &&Note| {
            let index = (note.ply.0 as usize).checked_sub(1);
            let counted = index.and_then(|index| numbers(&self.game_now.line).nth(index));
            counted.map_or(note.ply.0 == 0 && number == 0, |(counted, _)| counted == number)
        };
        self.notes.iter().rfind(of_move).map(|note| note.ply)
    }

    /// The note to remove: on the move of this number; without a number, on the current position, else the
    /// last one.
    fn to_remove(&self, number: Option<u32>) -> Option<Ply> {
        if let Some(number) = number {
            return self.noted_at(number);
        }
        let now = self.notes.iter().find(|note| note.ply == self.plies());
        now.or(self.notes.last()).map(|note| note.ply)
    }

    /// The notes on the positions after a page's moves, counted from 0. Notes on the start are on the first
    /// page, those on moves that were taken back on the last.
    pub fn notes_of_page(&self, page: u32) -> impl Iterator<Item = &Note> {
        let of_page = move |note: &&Note| self.page_of(note.ply).min(self.pages() - 1) == page;
        self.notes.iter().filter(of_page)
    }
}

/// The move before a noted position, such as `12. Nf3` or `12... Nf6`; `None` at the start, and if the move
/// was taken back.
pub fn noted_move(line: &Line, note: &Note) -> Option<String> {
    let index = (note.ply.0 as usize).checked_sub(1)?;
    let now = line.moves().get(index)?.to_string();
    if note.played.as_ref().is_some_and(|played| *played != now) {
        return None;
    }
    let (number, side) = numbers(line).nth(index)?;
    let san = moves_in_san(line).into_iter().nth(index)?;
    let dots = if side == Color::White { "." } else { "..." };
    Some(format!("{number}{dots} {san}"))
}
