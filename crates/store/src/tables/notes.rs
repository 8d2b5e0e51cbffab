//! People's private notes on games.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_claimed};
use game::{GameId, InteractionId, Millis, Ply, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "notes",
    person: &["person"],
    key: "notes",
    rows: Many,
    columns: &[
        ("game", "game", Number),
        ("ply", "half_moves", Number),
        ("played", "move", Text),
        ("text", "text", Text),
        ("at", "at_ms", Number),
    ],
}];

/// The maximum number of notes per person and game.
pub const NOTES_MAX: u32 = 100;

/// A note on a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    /// The position, as the number of plies before it.
    pub ply: Ply,
    /// The stored form of the move before it, when the note was made; `None` for the start or if unknown.
    pub played: Option<String>,
    /// The text of the note.
    pub text: String,
    /// When it was made.
    pub at: Millis,
}

impl Store {
    /// Returns a person's notes on a game, in the order of its positions.
    pub async fn notes(&self, person: UserId, game: GameId) -> Result<Vec<NoteRow>, StoreError> {
        self.all(
            "SELECT ply, played, text, at FROM notes WHERE person = $1 AND game = $2 ORDER BY ply",
            (person, game),
        )
        .await
    }

    /// Stores a note on a position, with the move before it, in place of the previous one; `None` deletes
    /// that. Returns false if the person has too many notes on this game.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn note(
        &self,
        person: UserId,
        (game, ply): (GameId, Ply),
        note: Option<(&str, Option<&str>)>,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(true), |tx| {
            match note {
                None => {
                    tx.execute(
                        "DELETE FROM notes WHERE person = $1 AND game = $2 AND ply = $3",
                        (person, game, ply),
                    )
                    .await?;
                    true
                }
                Some((text, played)) => {
                    let stored = tx.execute(
                        "INSERT INTO notes (person, game, ply, text, at, played) SELECT $1, $2, $3, $4, $5, $7
                         WHERE (SELECT count(*) FROM notes WHERE person = $1 AND game = $2 AND ply <> $3) < $6
                         ON CONFLICT (person, game, ply) DO UPDATE SET text = excluded.text, at = excluded.at, played = excluded.played",
                        (person, game, ply, text, now, NOTES_MAX, played),
                    )
                    .await?;
                    stored > 0
                }
            }
        })
    }
}

row!(|row| NoteRow { ply, played, text, at });
