//! People's progress in lessons.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text, Truth},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::UserId;

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "lessons",
    person: &["person"],
    key: "lessons",
    rows: Many,
    columns: &[
        ("variant", "variant", Text),
        ("steps", "steps_done", Number),
        ("finished", "finished", Truth),
    ],
}];

/// A person's progress in the lesson of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonRow {
    /// The variant's slug.
    pub variant: String,
    /// The number of completed steps.
    pub steps: u8,
    /// Whether all steps have ever been completed.
    pub finished: bool,
}

impl Store {
    /// Returns a person's progress in each lesson they have started.
    pub async fn lessons_of(&self, person: UserId) -> Result<Vec<LessonRow>, StoreError> {
        self.all("SELECT variant, steps, finished FROM lessons WHERE person = $1 ORDER BY variant", person)
            .await
    }

    /// Records progress in a lesson. Repeating a step never lowers it.
    pub async fn note_lesson(&self, person: UserId, done: &LessonRow) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "INSERT INTO lessons (person, variant, steps, finished) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (person, variant) DO UPDATE SET
                     steps = CASE WHEN lessons.steps > excluded.steps THEN lessons.steps ELSE excluded.steps END,
                     finished = CASE WHEN lessons.finished = 1 THEN 1 ELSE excluded.finished END",
                (person, &done.variant, done.steps, done.finished),
            )
            .await?;
        })
    }
}

row!(|row| LessonRow { variant, steps, finished });
