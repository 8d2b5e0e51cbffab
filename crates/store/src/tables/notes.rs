//! What people have noted about games, for themselves alone.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_claimed};
use game::{GameId, InteractionId, Millis, Ply, UserId};

/// What tables here have of a person.
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

/// How many notes a person may have on one game.
pub const NOTES_MAX: u32 = 100;

/// A note on a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    /// The position: how many half-moves came before it.
    pub ply: Ply,
    /// The move before it when it was noted, as it is stored; none: the start, or nobody knows.
    pub played: Option<String>,
    /// What is noted.
    pub text: String,
    /// When.
    pub at: Millis,
}

impl Store {
    /// A person's notes on a game, in the order of the game.
    pub async fn notes(&self, person: UserId, game: GameId) -> Result<Vec<NoteRow>, StoreError> {
        self.all(
            "SELECT ply, played, text, at FROM notes WHERE person = $1 AND game = $2 ORDER BY ply",
            (person, game),
        )
        .await
    }

    /// Notes a text about a position, with the move before that, in place of what was noted there before; none: nothing any more. False: the
    /// person has too many notes on this game.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
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
