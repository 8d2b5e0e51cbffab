//! How far people are in the lessons.

use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, WriteError, retry_write, signed};
use game::UserId;

/// How far a person is in the lesson of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonRow {
    /// The game's slug.
    pub variant: String,
    /// So many steps are done, from the beginning on.
    pub steps: u8,
    /// All of them were done once.
    pub finished: bool,
}

impl Store {
    /// How far a person is in each lesson that they have done a step of.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lessons_of(&self, person: UserId) -> Result<Vec<LessonRow>, StoreError> {
        let rows = query("SELECT variant, steps, finished FROM lessons WHERE person = $1 ORDER BY variant")
            .bind(signed(person.0))
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(lesson).collect()
    }

    /// Notes what is done of a lesson. What was done before stays so: a step that is done once more takes nothing away.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note_lesson(&self, person: UserId, done: &LessonRow) -> Result<(), WriteError> {
        retry_write!(self.try_note_lesson(person, done))
    }

    async fn try_note_lesson(&self, person: UserId, done: &LessonRow) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query(
            "INSERT INTO lessons (person, variant, steps, finished) VALUES ($1, $2, $3, $4)
             ON CONFLICT (person, variant) DO UPDATE SET
                 steps = CASE WHEN lessons.steps > excluded.steps THEN lessons.steps ELSE excluded.steps END,
                 finished = CASE WHEN lessons.finished = 1 THEN 1 ELSE excluded.finished END",
        )
        .bind(signed(person.0))
        .bind(&done.variant)
        .bind(done.steps)
        .bind(done.finished)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }
}

fn lesson(row: &SqlRow) -> Result<LessonRow, StoreError> {
    Ok(LessonRow {
        variant: row.try_get("variant")?,
        steps: row.try_get("steps")?,
        finished: row.try_get("finished")?,
    })
}
