//! What somebody's finished games have come to.

use super::game_lists::side;
use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError};
use game::{Ending, GuildId, RatedOutcome, UserId};

/// A finished game with a result, from the side of one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRow {
    /// The variant's slug.
    pub variant: String,
    /// What it was for them.
    pub outcome: RatedOutcome,
    /// The bot's level, if they played against it.
    pub level: Option<String>,
    /// Whom they played against; none is a former player.
    pub opponent: Option<UserId>,
}

impl Store {
    /// A person's finished games with a result, in the order in which they ended. Games against oneself are none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn finished_of(&self, person: UserId) -> Result<Vec<FinishedRow>, StoreError> {
        let rows = query(
            "SELECT variant, 'white' AS side, ending, level, black AS opponent, due_at, id FROM games
             WHERE white = $1 AND state = 'over' AND black IS DISTINCT FROM white
                 AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
             UNION ALL SELECT variant, 'black', ending, level, white, due_at, id FROM games
             WHERE black = $1 AND state = 'over' AND black IS DISTINCT FROM white
                 AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
             ORDER BY due_at, id",
        )
        .bind(person)
        .fetch_all(self.reader()?)
        .await?;
        rows.iter().map(finished).collect()
    }

    /// Whether a person has finished a game in a server.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_played_in(&self, person: UserId, guild: GuildId) -> Result<bool, StoreError> {
        let found = query(
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM games WHERE white = $1 AND guild = $2 AND state = 'over')
                 OR EXISTS (SELECT 1 FROM games WHERE black = $1 AND guild = $2 AND state = 'over')",
        )
        .bind(person)
        .bind(guild)
        .fetch_optional(self.reader()?)
        .await?;
        Ok(found.is_some())
    }

    /// How many lessons a person has finished, and how many puzzles they have solved.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn learned(&self, person: UserId) -> Result<(u32, u32), StoreError> {
        let row = query(
            "SELECT (SELECT count(*) FROM lessons WHERE person = $1 AND finished = 1) AS lessons,
                 (SELECT count(*) FROM puzzles WHERE person = $1 AND solved_at IS NOT NULL) AS puzzles",
        )
        .bind(person)
        .fetch_one(self.reader()?)
        .await?;
        Ok((row.try_get("lessons")?, row.try_get("puzzles")?))
    }
}

fn finished(row: &SqlRow) -> Result<FinishedRow, StoreError> {
    let word: &str = row.try_get("side")?;
    let side = side(word).ok_or_else(|| StoreError::Unreadable(format!("the side {word:?} of a game")))?;
    // What only another version knows counts as a draw.
    let ending: &str = row.try_get("ending")?;
    let outcome = match ending.parse::<Ending>().ok().and_then(Ending::winner) {
        Some(winner) if winner == side => RatedOutcome::Win,
        Some(_) => RatedOutcome::Loss,
        None => RatedOutcome::Draw,
    };
    Ok(FinishedRow {
        variant: row.try_get("variant")?,
        outcome,
        level: row.try_get("level")?,
        opponent: row.try_get("opponent")?,
    })
}
