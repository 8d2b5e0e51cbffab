//! The puzzles that people have begun and solved.

use crate::db::sql::{SqlRow, query};
use crate::privacy::personal::{
    Kind::{Number, Text, Truth},
    Personal,
    Rows::{Always, Many},
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{Millis, UserId};

/// What tables here have of a person.
pub(crate) const PERSONAL: &[Personal] = &[
    Personal {
        table: "puzzles",
        person: &["person"],
        key: "puzzles",
        rows: Many,
        columns: &[
            ("variant", "variant", Text),
            ("puzzle", "puzzle", Number),
            ("helped", "helped", Truth),
            ("solved_at", "solved_at_ms", Number),
        ],
    },
    Personal {
        table: "puzzle_streaks",
        person: &["person"],
        key: "puzzles_in_a_row",
        rows: Always,
        columns: &[("streak", "now", Number), ("best", "best", Number)],
    },
];

/// A puzzle that a person has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow {
    /// The variant's slug.
    pub variant: String,
    /// The puzzle's number, which is derived from its position.
    pub puzzle: u32,
    /// Whether they made a wrong move or were shown something.
    pub helped: bool,
    /// When they solved it, if they have.
    pub solved_at: Option<Millis>,
}

/// Puzzles solved in a row, without a wrong move and without help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleStreak {
    /// The current streak.
    pub now: u32,
    /// The best streak.
    pub best: u32,
}

impl Store {
    /// The puzzles that a person has begun.
    pub async fn puzzles_of(&self, person: UserId) -> Result<Vec<PuzzleRow>, StoreError> {
        let rows = query(
            "SELECT variant, puzzle, helped, solved_at FROM puzzles WHERE person = $1 ORDER BY variant, puzzle",
        )
        .bind(person)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(puzzle).collect()
    }

    /// Whether a person was helped with a puzzle that they have not solved yet, wherever that was.
    pub async fn is_helped(&self, person: UserId, variant: &str, number: u32) -> Result<bool, StoreError> {
        let found = query(
            "SELECT 1 FROM puzzles WHERE person = $1 AND variant = $2 AND puzzle = $3 AND helped = 1 AND solved_at IS NULL",
        )
        .bind(person)
        .bind(variant)
        .bind(number)
        .fetch_optional(self.reader()?)
        .await?;
        Ok(found.is_some())
    }

    /// A person's puzzle streaks.
    pub async fn puzzle_streak(&self, person: UserId) -> Result<PuzzleStreak, StoreError> {
        let row = query("SELECT streak, best FROM puzzle_streaks WHERE person = $1")
            .bind(person)
            .fetch_optional(self.reader()?)
            .await?;
        row.map_or(Ok(PuzzleStreak::default()), |row| {
            Ok(PuzzleStreak { now: row.try_get("streak")?, best: row.try_get("best")? })
        })
    }

    /// Notes that a person made a wrong move in a puzzle or was shown something. If they had not solved it before, their streak
    /// ends.
    pub async fn note_puzzle_help(
        &self,
        person: UserId,
        variant: &str,
        number: u32,
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let noted = query(
                "INSERT INTO puzzles (person, variant, puzzle, helped) VALUES ($1, $2, $3, 1)
             ON CONFLICT (person, variant, puzzle) DO UPDATE SET helped = 1 WHERE puzzles.solved_at IS NULL",
            )
            .bind(person)
            .bind(variant)
            .bind(number)
            .execute(&mut *tx)
            .await?;
            if noted > 0 {
                query("UPDATE puzzle_streaks SET streak = 0 WHERE person = $1")
                    .bind(person)
                    .execute(&mut *tx)
                    .await?;
            }
            Ok(tx.commit().await?)
        })
    }

    /// Notes that a person has solved a puzzle, and returns their streaks. A puzzle that they had solved before, or were helped with,
    /// adds nothing.
    pub async fn note_puzzle_solved(
        &self,
        person: UserId,
        variant: &str,
        number: u32,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let alone = query(
                "INSERT INTO puzzles (person, variant, puzzle, helped, solved_at) VALUES ($1, $2, $3, 0, $4)
             ON CONFLICT (person, variant, puzzle) DO NOTHING",
            )
            .bind(person)
            .bind(variant)
            .bind(number)
            .bind(now)
            .execute(&mut *tx)
            .await?;
            if alone > 0 {
                query(
                    "INSERT INTO puzzle_streaks (person, streak, best) VALUES ($1, 1, 1)
                 ON CONFLICT (person) DO UPDATE SET streak = puzzle_streaks.streak + 1,
                     best = CASE WHEN puzzle_streaks.best > puzzle_streaks.streak THEN puzzle_streaks.best
                         ELSE puzzle_streaks.streak + 1 END",
                )
                .bind(person)
                .execute(&mut *tx)
                .await?;
            } else {
                query(
                    "UPDATE puzzles SET solved_at = $4
                 WHERE person = $1 AND variant = $2 AND puzzle = $3 AND solved_at IS NULL",
                )
                .bind(person)
                .bind(variant)
                .bind(number)
                .bind(now)
                .execute(&mut *tx)
                .await?;
            }
            Ok(tx.commit().await?)
        })
    }
}

fn puzzle(row: &SqlRow) -> Result<PuzzleRow, StoreError> {
    Ok(PuzzleRow {
        variant: row.try_get("variant")?,
        puzzle: row.try_get("puzzle")?,
        helped: row.try_get("helped")?,
        solved_at: row.try_get("solved_at")?,
    })
}
