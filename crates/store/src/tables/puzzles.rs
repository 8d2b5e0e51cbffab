//! The puzzles that people have started and solved.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text, Truth},
    Personal,
    Rows::{Always, Many},
};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{Millis, UserId};

/// The personal rows of these tables.
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

/// A puzzle that a person has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow {
    /// The variant's slug.
    pub variant: String,
    /// The puzzle's number, which is derived from its position.
    pub puzzle: u32,
    /// Whether they made a wrong move or used a hint.
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
    /// Returns the puzzles that a person has started.
    pub async fn puzzles_of(&self, person: UserId) -> Result<Vec<PuzzleRow>, StoreError> {
        self.all(
            "SELECT variant, puzzle, helped, solved_at FROM puzzles WHERE person = $1 ORDER BY variant, puzzle",
            person,
        )
        .await
    }

    /// Whether a person had help with a puzzle, anywhere, and has not solved it yet.
    pub async fn is_helped(&self, person: UserId, variant: &str, number: u32) -> Result<bool, StoreError> {
        self.exists(
            "SELECT 1 FROM puzzles WHERE person = $1 AND variant = $2 AND puzzle = $3 AND helped = 1 AND solved_at IS NULL",
            (person, variant, number),
        )
        .await
    }

    /// Returns a person's puzzle streaks.
    pub async fn puzzle_streak(&self, person: UserId) -> Result<PuzzleStreak, StoreError> {
        Ok(self
            .first("SELECT streak, best FROM puzzle_streaks WHERE person = $1", person)
            .await?
            .unwrap_or_default())
    }

    /// Records that a person made a wrong move in a puzzle or used a hint. If they had not solved it before,
    /// their streak ends.
    pub async fn note_puzzle_help(
        &self,
        person: UserId,
        variant: &str,
        number: u32,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            let noted = tx.execute(
                "INSERT INTO puzzles (person, variant, puzzle, helped) VALUES ($1, $2, $3, 1)
                 ON CONFLICT (person, variant, puzzle) DO UPDATE SET helped = 1 WHERE puzzles.solved_at IS NULL",
                (person, variant, number),
            )
            .await?;
            if noted > 0 {
                tx.execute("UPDATE puzzle_streaks SET streak = 0 WHERE person = $1", person).await?;
            }
        })
    }

    /// Records that a person has solved a puzzle. A puzzle that they had solved before, or had help with,
    /// does not extend the streak.
    pub async fn note_puzzle_solved(
        &self,
        person: UserId,
        variant: &str,
        number: u32,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            let alone = tx.execute(
                "INSERT INTO puzzles (person, variant, puzzle, helped, solved_at) VALUES ($1, $2, $3, 0, $4)
                 ON CONFLICT (person, variant, puzzle) DO NOTHING",
                (person, variant, number, now),
            )
            .await?;
            if alone > 0 {
                tx.execute(
                    "INSERT INTO puzzle_streaks (person, streak, best) VALUES ($1, 1, 1)
                     ON CONFLICT (person) DO UPDATE SET streak = puzzle_streaks.streak + 1,
                         best = CASE WHEN puzzle_streaks.best > puzzle_streaks.streak THEN puzzle_streaks.best
                             ELSE puzzle_streaks.streak + 1 END",
                    person,
                )
                .await?;
            } else {
                tx.execute(
                    "UPDATE puzzles SET solved_at = $4
                     WHERE person = $1 AND variant = $2 AND puzzle = $3 AND solved_at IS NULL",
                    (person, variant, number, now),
                )
                .await?;
            }
        })
    }
}

row!(|row| PuzzleRow { variant, puzzle, helped, solved_at });

row!(|row| PuzzleStreak { now: row.try_get("streak")?, best });
