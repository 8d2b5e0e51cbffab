//! What somebody's finished games have come to.

use crate::db::sql::row;
use crate::{Store, StoreError};
use game::{GuildId, RatedOutcome, UserId};
use std::sync::LazyLock;

/// How many of a person's finished games of a variant came out in one way, against people or against one level of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedCount {
    /// The variant's slug.
    pub variant: String,
    /// The bot's level, if they played against it.
    pub level: Option<String>,
    /// How they came out for the person.
    pub outcome: RatedOutcome,
    /// How many.
    pub count: u32,
}

/// A person's finished games with a result, from their side: half points are 2 for a win. Games against oneself are none. The stored form of
/// an ending ends with its winner.
const FINISHED: &str = "SELECT id, due_at, variant, level, black AS opponent,
         CASE WHEN ending LIKE '% white' THEN 2 WHEN ending LIKE '% black' THEN 0 ELSE 1 END AS half_points FROM games
     WHERE white = $1 AND state = 'over' AND black IS DISTINCT FROM white
         AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
         AND NOT EXISTS (SELECT 1 FROM stopped_games v WHERE v.game = games.id AND v.voided = 1)
     UNION ALL SELECT id, due_at, variant, level, white,
         CASE WHEN ending LIKE '% black' THEN 2 WHEN ending LIKE '% white' THEN 0 ELSE 1 END FROM games
     WHERE black = $1 AND state = 'over' AND black IS DISTINCT FROM white
         AND ending NOT LIKE 'aborted%' AND ending NOT IN ('channel deleted', 'removed')
         AND NOT EXISTS (SELECT 1 FROM stopped_games v WHERE v.game = games.id AND v.voided = 1)";

static COUNTED: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH finished AS ({FINISHED})
         SELECT variant, level, half_points, count(*) AS count FROM finished GROUP BY variant, level, half_points
         ORDER BY variant, level, half_points"
    )
});

static BETWEEN: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH finished AS ({FINISHED})
         SELECT half_points, count(*) AS count FROM finished WHERE opponent = $2 GROUP BY half_points"
    )
});

/// Wins with the same number of other results before them are in a row.
static WON_IN_A_ROW: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH finished AS ({FINISHED})
         SELECT coalesce(max(CASE WHEN others = all_others THEN wins END), 0) AS now, coalesce(max(wins), 0) AS most
         FROM (SELECT others, sum(half_points / 2) AS wins, max(max(others)) OVER () AS all_others
             FROM (SELECT half_points, sum(CASE half_points WHEN 2 THEN 0 ELSE 1 END) OVER (ORDER BY due_at, id) AS others
                 FROM finished WHERE level IS NULL) AS played
             GROUP BY others) AS in_a_row"
    )
});

impl Store {
    /// How many games a person has finished, by variant, by the bot's level, and by how they came out.
    pub async fn finished_of(&self, person: UserId) -> Result<Vec<FinishedCount>, StoreError> {
        self.all(COUNTED.as_str(), person).await
    }

    /// How many games two people have finished with each other, by how they came out for the first one.
    pub async fn finished_between(
        &self,
        person: UserId,
        opponent: UserId,
    ) -> Result<Vec<(RatedOutcome, u32)>, StoreError> {
        self.all(BETWEEN.as_str(), (person, opponent)).await
    }

    /// How many games against people a person has won in a row: up to now, and the most there were.
    pub async fn wins_in_a_row(&self, person: UserId) -> Result<(u32, u32), StoreError> {
        self.one(WON_IN_A_ROW.as_str(), person).await
    }

    /// Whether a person has played a game against somebody else in a server to its end: one that was called off is none.
    pub async fn has_played_in(&self, person: UserId, guild: GuildId) -> Result<bool, StoreError> {
        self.exists(
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM games WHERE white = $1 AND guild = $2 AND state = 'over'
                     AND black IS DISTINCT FROM white AND ending NOT LIKE 'aborted%'
                     AND NOT EXISTS (SELECT 1 FROM stopped_games v WHERE v.game = games.id AND v.voided = 1))
                 OR EXISTS (SELECT 1 FROM games WHERE black = $1 AND guild = $2 AND state = 'over'
                     AND black IS DISTINCT FROM white AND ending NOT LIKE 'aborted%'
                     AND NOT EXISTS (SELECT 1 FROM stopped_games v WHERE v.game = games.id AND v.voided = 1))",
            (person, guild),
        )
        .await
    }

    /// How many lessons a person has finished, and how many puzzles they have solved.
    pub async fn learned(&self, person: UserId) -> Result<(u32, u32), StoreError> {
        self.one(
            "SELECT (SELECT count(*) FROM lessons WHERE person = $1 AND finished = 1),
                 (SELECT count(*) FROM puzzles WHERE person = $1 AND solved_at IS NOT NULL)",
            person,
        )
        .await
    }
}

row!(|row| FinishedCount { variant, level, outcome: row.try_get("half_points")?, count });
