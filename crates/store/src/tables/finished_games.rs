//! The results of a person's finished games.

use crate::db::sql::row;
use crate::{Store, StoreError};
use game::{GuildId, RatedOutcome, UserId};
use std::sync::LazyLock;

/// A number of finished games of a variant with one result, against people or against one level of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedCount {
    /// The variant's slug.
    pub variant: String,
    /// The bot's level, if the opponent was the bot.
    pub level: Option<String>,
    /// The result for the person.
    pub outcome: RatedOutcome,
    /// The number of games.
    pub count: u32,
}

/// A person's finished games with a result, in half points from their side: 2 for a win. Games against
/// oneself do not count. A stored ending has its winner last.
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

/// Wins with the same number of other results before them form a streak.
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
    /// Counts a person's finished games by variant, bot level and result.
    pub async fn finished_of(&self, person: UserId) -> Result<Vec<FinishedCount>, StoreError> {
        self.all(COUNTED.as_str(), person).await
    }

    /// Counts two people's finished games against each other, by the first one's result.
    pub async fn finished_between(
        &self,
        person: UserId,
        opponent: UserId,
    ) -> Result<Vec<(RatedOutcome, u32)>, StoreError> {
        self.all(BETWEEN.as_str(), (person, opponent)).await
    }

    /// Returns a person's current and longest winning streaks against people.
    pub async fn wins_in_a_row(&self, person: UserId) -> Result<(u32, u32), StoreError> {
        self.one(WON_IN_A_ROW.as_str(), person).await
    }

    /// Whether a person has finished a game against another person in a server. Aborted games do not count.
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

    /// Returns how many lessons a person has finished and how many puzzles they have solved.
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
