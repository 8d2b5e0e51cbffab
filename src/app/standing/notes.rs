//! What somebody notes about a game of theirs, for themself alone.

use std::sync::Arc;

use crate::app::caller::{Caller, Target};
use crate::app::error::{Rejection, RejectionInGame};
use crate::app::game::history::{Note, Past};
use crate::app::{App, AppResult};
use crate::game::{GameId, Ply, Refusal, UserId};
use crate::rules::numbers;
use crate::store::NoteRow;

/// What somebody does with their notes on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteWish {
    /// See them.
    See,
    /// Note this about the position after the move of this number, or about the position as it stands.
    Write(String, Option<u32>),
    /// Remove the note on that position.
    Remove(Option<u32>),
}

impl App {
    /// Notes something about the game of the caller's channel, and gives the game with all their notes on it.
    ///
    /// # Errors
    /// Refused: no game here, not one of theirs, no move of this number, no note there, too many notes.
    pub async fn note(&self, by: &Caller, wish: NoteWish) -> AppResult<Past> {
        let past = self.past(by, Target::Here).await?;
        if past.game_now.side_of(by.user).is_none() {
            let game = Arc::clone(&past.game_now);
            let refused = RejectionInGame { refusal: Refusal::NotAPlayer, game, fresh: None };
            return Err(Rejection::InGame(Box::new(refused)).into());
        }
        let ply = |number: Option<u32>| match number {
            Some(number) => past.after_number(number),
            None => Ok(past.plies()),
        };
        let (ply, text) = match &wish {
            NoteWish::See => return Ok(past),
            NoteWish::Write(text, number) => (ply(*number)?, Some(text.as_str())),
            NoteWish::Remove(number) => (ply(*number)?, None),
        };
        if text.is_none() && past.notes.iter().all(|note| note.ply != ply) {
            return Err(self.unless_replayed(by, Rejection::NoNote).await?);
        }
        if !self.store.note(by.user, (past.game, ply), text, Some(by.interaction), by.now).await? {
            return Err(Rejection::TooManyNotes.into());
        }
        let notes = self.notes(by.user, past.game).await?;
        Ok(Past { notes, ..past })
    }

    /// A person's notes on a game, in the order of the game.
    pub(in crate::app) async fn notes(&self, person: UserId, game: GameId) -> AppResult<Vec<Note>> {
        let note = |row: NoteRow| Note { ply: row.ply, text: row.text };
        Ok(self.store.notes(person, game).await?.into_iter().map(note).collect())
    }
}

impl Past {
    /// The move after which a position stands, as `12. Nf3` or `12... Nf6`; none at the start.
    pub fn move_before(&self, ply: Ply) -> Option<String> {
        let index = (ply.0 as usize).checked_sub(1)?;
        let (number, side) = numbers(&self.game_now.line).nth(index)?;
        let san = crate::rules::moves_in_san(&self.game_now.line).into_iter().nth(index)?;
        let dots = if side == crate::rules::Color::White { "." } else { "..." };
        Some(format!("{number}{dots} {san}"))
    }

    /// The notes on the positions after the moves of a page, counted from 0; those on the start are on the first one.
    pub fn notes_of_page(&self, page: u32) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(move |note| self.page_of(note.ply) == page)
    }
}
