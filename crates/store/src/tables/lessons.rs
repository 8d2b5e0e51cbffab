//! The progress of people in the lessons.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text, Truth},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::UserId;

/// What tables here have of a person.
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
    /// How many steps are done, counted from the first.
    pub steps: u8,
    /// Whether all steps were done at some time.
    pub finished: bool,
}

impl Store {
    /// A person's progress in each lesson of which they have done a step.
    pub async fn lessons_of(&self, person: UserId) -> Result<Vec<LessonRow>, StoreError> {
        self.all("SELECT variant, steps, finished FROM lessons WHERE person = $1 ORDER BY variant", person)
            .await
    }

    /// Notes progress in a lesson. It never goes back: a step that is done again takes nothing away.
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
