//! The leaderboards: the players on the list of a server, or on the global one, with the rating of their last
//! closed period.
//!
//! A trigger adds the players of a rated game to the lists of its server. Closing a period updates the
//! ratings on the lists, a moment before the period counts as closed. Reads also exclude people who do not
//! want to be listed.

use crate::db::dialect::Dialect;
use crate::db::sql::row;
use crate::{Store, StoreError, Write, WriteError};
use game::{GuildId, RatingPeriod, UserId};
use std::sync::LazyLock;

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderRow {
    /// The person.
    pub person: UserId,
    /// Their rating in billionths of a point, at the end of the last closed period in which they played.
    pub billionths: i64,
}

/// The global list, stored as guild 0.
const EVERYWHERE: GuildId = GuildId(0);

/// Builds the query for rows of a list. They are searched in this direction, but always returned from the
/// top.
fn lines(direction: &str) -> String {
    format!(
        "SELECT p.person, l.rating FROM (SELECT player, rating FROM rating_lists
             WHERE guild = $1 AND variant = $2 AND settled_until >= $3
             ORDER BY rating {direction}, player {direction} LIMIT $4 OFFSET $5) AS l
         JOIN rated_players p ON p.id = l.player LEFT JOIN people ON people.id = p.person
         WHERE p.person IS NOT NULL AND coalesce(people.standing, 'server') <> 'hidden' AND ($1 <> 0 OR people.standing = 'everywhere')
         ORDER BY l.rating DESC, l.player DESC"
    )
}

static FROM_THE_TOP: LazyLock<String> = LazyLock::new(|| lines("DESC"));
static FROM_THE_END: LazyLock<String> = LazyLock::new(|| lines("ASC"));

impl Store {
    /// Returns rows of the leaderboard of a variant, best first: of a server, or of all people who want to be
    /// listed globally.
    ///
    /// Only people whose rating is settled in this period are included. `listed` is the total from
    /// [`Store::place_among_leaders`]; rows nearer to the end are read from there.
    pub async fn leaders(
        &self,
        guild: Option<GuildId>,
        variant: &str,
        period: RatingPeriod,
        (skip, take): (u32, u32),
        listed: u32,
    ) -> Result<Vec<LeaderRow>, StoreError> {
        let take = take.min(listed.saturating_sub(skip));
        let behind = listed.saturating_sub(skip + take);
        let (sql, skip): (&'static str, _) =
            if behind < skip { (&FROM_THE_END, behind) } else { (&FROM_THE_TOP, skip) };
        self.all(sql, (guild.unwrap_or(EVERYWHERE), variant, period, take, skip)).await
    }

    /// Returns a person's place on such a list, counted from 1, and the number of people on it. The place is
    /// `None` if they are not listed.
    pub async fn place_among_leaders(
        &self,
        guild: Option<GuildId>,
        variant: &str,
        period: RatingPeriod,
        person: UserId,
    ) -> Result<(Option<u32>, u32), StoreError> {
        let (listed, before, is_listed): (u32, u32, u32) = self
            .one(
                "WITH mine AS (SELECT l.rating FROM rating_lists l JOIN rated_players p ON p.id = l.player
                 WHERE p.person = $4 AND l.guild = $1 AND l.variant = $2 AND l.settled_until >= $3)
             SELECT count(*) AS listed, count(*) FILTER (WHERE rating > (SELECT rating FROM mine)) AS before,
                 (SELECT count(*) FROM mine) AS is_listed
             FROM rating_lists WHERE guild = $1 AND variant = $2 AND settled_until >= $3",
                (guild.unwrap_or(EVERYWHERE), variant, period, person),
            )
            .await?;
        Ok(((is_listed > 0).then_some(before + 1), listed))
    }
}

/// Adds a person to the lists on which they want to be, and removes them from all others.
pub(crate) async fn list_again(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    off_the_lists(tx, person).await?;
    tx.execute(
        "INSERT INTO rating_lists (guild, variant, player, rating, settled_until)
         SELECT place.guild, place.variant, place.player,
             coalesce((SELECT r.rating FROM ratings r WHERE r.player = place.player AND r.variant = place.variant ORDER BY r.period DESC LIMIT 1),
                 1500000000000),
             coalesce((SELECT r.settled_until FROM ratings r WHERE r.player = place.player AND r.variant = place.variant
                 ORDER BY r.period DESC LIMIT 1), -1)
         FROM (SELECT DISTINCT p.id AS player, result.variant, CASE wide.list WHEN 0 THEN 0 ELSE result.guild END AS guild
             FROM rated_players p JOIN rated_results result ON result.white = p.id OR result.black = p.id
             LEFT JOIN people ON people.id = p.person CROSS JOIN (SELECT 0 AS list UNION SELECT 1) AS wide
             WHERE p.person = $1 AND coalesce(people.standing, 'server') <> 'hidden'
                 AND (wide.list = 1 OR people.standing = 'everywhere')) AS place
         WHERE place.guild IS NOT NULL",
        person,
    )
    .await?;
    Ok(())
}

/// Updates players who were added to a list while the ratings of a period were stored, and so have the
/// previous rating there.
///
/// The game that added them counts in a later period: the results of this period were recorded before its
/// ratings.
pub(crate) async fn catch_up(tx: &mut Write, period: RatingPeriod) -> Result<(), WriteError> {
    // SQLite has only one writer at a time, so none were added meanwhile.
    if tx.dialect() == Dialect::Sqlite {
        return Ok(());
    }
    tx.execute(
        "UPDATE rating_lists SET rating = r.rating, settled_until = r.settled_until FROM ratings r
         WHERE r.player = rating_lists.player AND r.variant = rating_lists.variant AND r.period = $1
             AND (r.rating <> rating_lists.rating OR r.settled_until <> rating_lists.settled_until)
             AND r.player IN (SELECT white FROM rated_results WHERE period > $1 UNION SELECT black FROM rated_results WHERE period > $1)",
        period,
    )
    .await?;
    Ok(())
}

/// Removes a person from all lists.
///
/// A concurrently ending game of theirs that adds them to one writes the same row, so one of the two
/// transactions is retried. Only their very first rated game can go unnoticed, because it creates that row.
/// That leaves a row which is not shown, but counts until they are removed again.
pub(crate) async fn off_the_lists(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    tx.execute("UPDATE rated_players SET person = person WHERE person = $1", person).await?;
    tx.execute(
        "DELETE FROM rating_lists WHERE player = (SELECT id FROM rated_players WHERE person = $1)",
        person,
    )
    .await?;
    Ok(())
}

row!(|row| LeaderRow { person, billionths: row.try_get("rating")? });
