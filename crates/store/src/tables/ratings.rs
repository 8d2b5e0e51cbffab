//! Rated games, the resulting ratings, and the leaderboards.
//!
//! A trigger records the result of a rated game with the change that ends it, and adds its players to the
//! lists of its server. A period is computed from the ratings before it and closed in small steps. Only
//! leaderboards show it before it is closed, so after a crash in between it is simply computed again.

use super::rating_lists;
use crate::db::sql::{SqlValue, row};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GameId, Millis, RatedPlayerId, Rating, RatingPeriod, UserId};
use std::sync::LazyLock;

/// How many ratings one transaction stores. Each touches a different place in the leaderboards' index, so it
/// takes many to fill a page.
pub const RATINGS_AT_ONCE: usize = 2_000;
/// How many ratings one statement stores.
const ROWS: usize = 100;

/// The result of a rated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// The game.
    pub game: GameId,
    /// The variant's slug.
    pub variant: String,
    /// The period in which it counts.
    pub period: RatingPeriod,
    /// White's player.
    pub white: RatedPlayerId,
    /// Black's player.
    pub black: RatedPlayerId,
    /// White's half points: 0, 1 or 2.
    pub half_points: u8,
}

/// A rating at the end of a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRating {
    /// The player.
    pub player: RatedPlayerId,
    /// The variant's slug.
    pub variant: String,
    /// The period.
    pub period: RatingPeriod,
    /// The rating.
    pub rating: Rating,
}

/// Builds a statement that inserts this many ratings.
fn insert_ratings(rows: usize) -> String {
    let row = |at: usize| {
        let columns: Vec<String> = (1..=6).map(|column| format!("${}", at * 6 + column + 1)).collect();
        // All rows have the same period.
        format!("($1, {})", columns.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!(
        "INSERT INTO ratings (period, player, variant, rating, deviation, volatility, settled_until) VALUES {} \
         ON CONFLICT (player, variant, period) DO NOTHING",
        rows.join(", ")
    )
}

static INSERT_ONE: LazyLock<String> = LazyLock::new(|| insert_ratings(1));
static INSERT_MANY: LazyLock<String> = LazyLock::new(|| insert_ratings(ROWS));

impl Store {
    /// Returns the oldest period with results that is not closed and ends before this one begins.
    pub async fn period_to_close(&self, before: RatingPeriod) -> Result<Option<RatingPeriod>, StoreError> {
        self.one(
            "SELECT min(period) FROM rated_results
             WHERE period > coalesce((SELECT max(period) FROM rating_periods), -1) AND period < $1",
            before,
        )
        .await
    }

    /// Returns the last closed period.
    pub async fn last_closed_period(&self) -> Result<Option<RatingPeriod>, StoreError> {
        self.one("SELECT max(period) FROM rating_periods", ()).await
    }

    /// Returns the first period with results after this one or, without one, the first of all.
    pub async fn period_with_results(
        &self,
        after: Option<RatingPeriod>,
    ) -> Result<Option<RatingPeriod>, StoreError> {
        self.one(
            "SELECT min(period) FROM rated_results WHERE period > $1",
            after.map_or(-1, |after| i64::from(after.0)),
        )
        .await
    }

    /// Returns the results of a period, in the order in which the games ended.
    pub async fn results_of_period(&self, period: RatingPeriod) -> Result<Vec<RatedResult>, StoreError> {
        self.all(
            "SELECT game, variant, period, white, black, half_points FROM rated_results WHERE period = $1 ORDER BY at, game",
            period,
        )
        .await
    }

    /// Returns the ratings with which players started a period: the last earlier one, for each variant that
    /// they played in it. A player without one is new.
    pub async fn ratings_before(&self, period: RatingPeriod) -> Result<Vec<StoredRating>, StoreError> {
        self.all(
            "SELECT r.player, r.variant, r.period, r.rating, r.deviation, r.volatility FROM ratings r
             JOIN (SELECT old.player, old.variant, max(old.period) AS period
                 FROM (SELECT white AS player, variant FROM rated_results WHERE period = $1
                     UNION SELECT black, variant FROM rated_results WHERE period = $1) AS played
                 JOIN ratings old ON old.player = played.player AND old.variant = played.variant AND old.period < $1
                 GROUP BY old.player, old.variant) AS newest
             ON newest.player = r.player AND newest.variant = r.variant AND newest.period = r.period",
            period,
        )
        .await
    }

    /// Returns the ratings stored for the end of a period.
    pub async fn ratings_of_period(&self, period: RatingPeriod) -> Result<Vec<StoredRating>, StoreError> {
        self.all(
            "SELECT player, variant, period, rating, deviation, volatility FROM ratings WHERE period = $1",
            period,
        )
        .await
    }

    /// Stores ratings for the end of a period, at most [`RATINGS_AT_ONCE`], and updates the leaderboards.
    /// Ratings that are already stored stay.
    pub async fn store_ratings(
        &self,
        period: RatingPeriod,
        ratings: &[StoredRating],
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            add_ratings(&mut tx, period, ratings).await?;
        })
    }

    /// Replaces ratings at the end of a closed period; `None` removes one.
    pub async fn correct_ratings(
        &self,
        period: RatingPeriod,
        corrected: &[(RatedPlayerId, String, Option<Rating>)],
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            // Keeps players from being added to a list with an uncorrected rating.
            hold_back_results(&mut tx).await?;
            for (player, variant, _) in corrected {
                tx.execute(
                    "DELETE FROM ratings WHERE player = $1 AND variant = $2 AND period = $3",
                    (*player, variant, period),
                )
                .await?;
            }
            let right: Vec<StoredRating> = corrected
                .iter()
                .filter_map(|(player, variant, rating)| {
                    let (player, variant, rating) = (*player, variant.clone(), (*rating)?);
                    Some(StoredRating { player, variant, period, rating })
                })
                .collect();
            add_ratings(&mut tx, period, &right).await?;
        })
    }

    /// Closes a period: games that end later count in the next one.
    ///
    /// Returns false if the number of results or ratings differs from the given one, because a late game was
    /// added or another process is computing it. The period must then be computed again.
    pub async fn close_period(
        &self,
        period: RatingPeriod,
        (results, ratings): (usize, usize),
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_write!(self.begin_long(), |tx| {
            hold_back_results(&mut tx).await?;
            let closed = tx
                .execute(
                    "INSERT INTO rating_periods (period, closed_at)
                 SELECT $1, $2 WHERE (SELECT count(*) FROM rated_results WHERE period = $1) = $3
                     AND (SELECT count(*) FROM ratings WHERE period = $1) = $4
                 ON CONFLICT (period) DO NOTHING",
                    (period, now, results as u64, ratings as u64),
                )
                .await?;
            if closed > 0 {
                rating_lists::catch_up(&mut tx, period).await?;
            }
            closed > 0
        })
    }

    /// Deletes the ratings of a period that was not closed.
    pub async fn drop_unclosed(&self, period: RatingPeriod) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            tx.execute(
                "DELETE FROM ratings WHERE period = $1
                 AND NOT EXISTS (SELECT 1 FROM rating_periods closed WHERE closed.period = $1)",
                period,
            )
            .await?;
        })
    }

    /// Returns a person's player number, if they have finished a rated game.
    pub async fn rated_player(&self, person: UserId) -> Result<Option<RatedPlayerId>, StoreError> {
        self.first("SELECT id FROM rated_players WHERE person = $1", person).await
    }

    /// Returns a player's ratings of a variant at the ends of the closed periods in which they played, oldest
    /// first.
    pub async fn ratings_of(
        &self,
        player: RatedPlayerId,
        variant: &str,
    ) -> Result<Vec<StoredRating>, StoreError> {
        self.all(
            "SELECT player, variant, period, rating, deviation, volatility FROM ratings
             WHERE player = $1 AND variant = $2 AND period <= coalesce((SELECT max(period) FROM rating_periods), -1) ORDER BY period",
            (player, variant),
        )
        .await
    }

    /// Returns all ratings of a person at the ends of periods, by variant, oldest first.
    pub(crate) async fn all_ratings_of(&self, person: UserId) -> Result<Vec<StoredRating>, StoreError> {
        self.all(
            "SELECT r.player, r.variant, r.period, r.rating, r.deviation, r.volatility FROM rated_players p
             JOIN ratings r ON r.player = p.id WHERE p.person = $1 ORDER BY r.variant, r.period",
            person,
        )
        .await
    }

    /// Returns a player's last rating of a variant at the end of a closed period.
    pub async fn last_rating(
        &self,
        player: RatedPlayerId,
        variant: &str,
    ) -> Result<Option<StoredRating>, StoreError> {
        self.first(
            "SELECT player, variant, period, rating, deviation, volatility FROM ratings
             WHERE player = $1 AND variant = $2 AND period <= coalesce((SELECT max(period) FROM rating_periods), -1)
             ORDER BY period DESC LIMIT 1",
            (player, variant),
        )
        .await
    }

    /// Returns a player's results of a variant in periods that are not closed, in the order in which the
    /// games ended.
    pub async fn open_results(
        &self,
        player: RatedPlayerId,
        variant: &str,
    ) -> Result<Vec<RatedResult>, StoreError> {
        self.all(
            "SELECT game, variant, period, white, black, half_points FROM rated_results
             WHERE (white = $1 AND variant = $2 AND period > coalesce((SELECT max(period) FROM rating_periods), -1))
                OR (black = $1 AND variant = $2 AND period > coalesce((SELECT max(period) FROM rating_periods), -1))
             ORDER BY at, game",
            (player, variant),
        )
        .await
    }

    /// Returns the result of a rated game.
    pub async fn rated_result(&self, game: GameId) -> Result<Option<RatedResult>, StoreError> {
        self.first(
            "SELECT game, variant, period, white, black, half_points FROM rated_results WHERE game = $1",
            game,
        )
        .await
    }

    /// Returns the variants in which a player has finished rated games.
    pub async fn rated_variants(&self, player: RatedPlayerId) -> Result<Vec<String>, StoreError> {
        self.all(
            "SELECT DISTINCT variant FROM rated_results WHERE white = $1
             UNION SELECT DISTINCT variant FROM rated_results WHERE black = $1 ORDER BY variant",
            player,
        )
        .await
    }
}

/// Blocks writes of results until this transaction ends. Must be its first statement.
async fn hold_back_results(tx: &mut Write) -> Result<(), WriteError> {
    for statement in tx.dialect().hold_back_results() {
        tx.execute(*statement, ()).await?;
    }
    Ok(())
}

async fn add_ratings(
    tx: &mut Write,
    period: RatingPeriod,
    ratings: &[StoredRating],
) -> Result<(), WriteError> {
    for some in ratings.chunks(ROWS) {
        let whole = some.len() == ROWS;
        for rows in some.chunks(if whole { ROWS } else { 1 }) {
            let sql: &'static str = if whole { &INSERT_MANY } else { &INSERT_ONE };
            let values = rows.iter().flat_map(|one| {
                // The week after this one begins with the rating unchanged.
                let still = one.rating.settled_for().map(|weeks| weeks + 1);
                [
                    one.player.into(),
                    (&one.variant).into(),
                    one.rating.billionths.into(),
                    one.rating.deviation.into(),
                    one.rating.volatility.into(),
                    still.map_or(-1, |still| i64::from(period.0) + i64::from(still)).into(),
                ]
            });
            tx.execute(sql, (period, values.collect::<Vec<SqlValue>>())).await?;
        }
    }
    let players = || ratings.iter().map(|one| one.player);
    if let (Some(first), Some(last)) = (players().min(), players().max()) {
        tx.execute(
            "UPDATE rating_lists SET rating = r.rating, settled_until = r.settled_until FROM ratings r
             WHERE r.player = rating_lists.player AND r.variant = rating_lists.variant AND +r.period = $1
                 AND rating_lists.player >= $2 AND rating_lists.player <= $3 AND r.player >= $2 AND r.player <= $3 AND NOT EXISTS (SELECT 1 FROM ratings later
                     WHERE later.player = r.player AND later.variant = r.variant AND later.period > r.period)",
            (period, first, last),
        )
        .await?;
    }
    Ok(())
}

/// Assigns a person's results and ratings to a former player, without a link to the person.
pub(crate) async fn leave_to_nobody(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    rating_lists::off_the_lists(tx, person).await?;
    tx.execute("UPDATE rated_players SET person = NULL WHERE person = $1", person).await?;
    Ok(())
}

row!(|row| RatedResult { game, variant, period, white, black, half_points });

row!(|row| StoredRating {
    player,
    variant,
    period,
    rating: Rating {
        billionths: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?
    },
});
