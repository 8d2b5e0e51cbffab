//! Servers that the bot was removed from, and the data stored about them.
//!
//! If data is stored about a server, or games are live there, the removal is recorded, and the record is
//! deleted when the bot is back. A server's data is deleted long after the removal. Its games and their
//! results belong to the players, and stay.
//!
//! A list of open challenges and a daily puzzle are among a server's settings, so a server with either has a
//! row in `servers`.
//!
//! A game from a file that was published to all servers stays when its server is forgotten. Its row then has
//! no person and no channel (0), and does not count as data about the server.

use super::owed_kinds::OwedKind;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{GuildId, Millis};

impl Store {
    /// Returns the servers that the bot is known to have been removed from, and when.
    pub async fn left_servers(&self) -> Result<Vec<(GuildId, Millis)>, StoreError> {
        self.all("SELECT guild, at FROM left_servers", ()).await
    }

    /// Returns those with live games, which wait for the bot.
    pub async fn left_with_games(&self) -> Result<Vec<GuildId>, StoreError> {
        self.all(
            "SELECT guild FROM left_servers
             WHERE EXISTS (SELECT 1 FROM games WHERE games.guild = left_servers.guild AND state = 'live')",
            (),
        )
        .await
    }

    /// Records that the bot was not removed from this server, or is back. Its channels stay closed until
    /// [`Store::open_guild`].
    pub async fn not_left(&self, guild: GuildId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("DELETE FROM left_servers WHERE guild = $1", guild).await?;
        })
    }

    /// Returns the servers with stored data other than games, except those that the bot is known to have been
    /// removed from.
    pub async fn kept_servers(&self) -> Result<Vec<GuildId>, StoreError> {
        self.all(
            "SELECT guild FROM (
                 SELECT id AS guild FROM servers
                 UNION SELECT guild FROM server_games WHERE channel <> 0 OR coalesce(published, '') <> 'agreed'
                 UNION SELECT guild FROM tournaments UNION SELECT guild FROM ladders) AS kept
             WHERE NOT EXISTS (SELECT 1 FROM left_servers WHERE left_servers.guild = kept.guild) ORDER BY guild",
            (),
        )
        .await
    }

    /// Returns the first server after `from` with stored data and no live games, and whether the bot is known
    /// to have been removed from it.
    pub async fn next_quiet_server(
        &self,
        from: Option<GuildId>,
    ) -> Result<Option<(GuildId, bool)>, StoreError> {
        let row = self.first(
            "SELECT guild, (SELECT at FROM left_servers WHERE left_servers.guild = kept.guild) AS at FROM (
                 SELECT id AS guild FROM servers WHERE id > $1
                 UNION SELECT guild FROM server_games WHERE guild > $1 AND (channel <> 0 OR coalesce(published, '') <> 'agreed')
                 UNION SELECT guild FROM tournaments WHERE guild > $1 UNION SELECT guild FROM ladders WHERE guild > $1) AS kept
             WHERE NOT EXISTS (SELECT 1 FROM games WHERE games.guild = kept.guild AND state = 'live')
             ORDER BY guild LIMIT 1",
            from.unwrap_or(GuildId(0)),
        )
        .await?;
        Ok(row.map(|(guild, at): (GuildId, Option<Millis>)| (guild, at.is_some())))
    }

    /// Returns the first server after `from` whose channels with live games are all inaccessible (10003,
    /// 10004, 50001), and that the bot is not known to have been removed from.
    pub async fn next_unseen_server(&self, from: Option<GuildId>) -> Result<Option<GuildId>, StoreError> {
        self.first(
            "SELECT games.guild FROM closed_channels c CROSS JOIN games
             WHERE games.channel = c.channel AND state = 'live' AND games.guild > $1 AND c.code IN (10003, 10004, 50001)
                 AND NOT EXISTS (SELECT 1 FROM left_servers WHERE left_servers.guild = games.guild)
                 AND NOT EXISTS (SELECT 1 FROM games seen WHERE seen.guild = games.guild AND seen.state = 'live'
                     AND NOT EXISTS (SELECT 1 FROM closed_channels d
                         WHERE d.channel = seen.channel AND d.code IN (10003, 10004, 50001)))
             ORDER BY games.guild LIMIT 1",
            from.unwrap_or(GuildId(0)),
        )
        .await
    }

    /// Returns at most `most` servers, in order after `from`, that the bot left at or before `by` and whose
    /// games and tournaments have ended.
    pub async fn left_for_good(
        &self,
        by: Millis,
        from: Option<GuildId>,
        most: u32,
    ) -> Result<Vec<GuildId>, StoreError> {
        self.all(
            "SELECT guild FROM left_servers WHERE at <= $1 AND guild > $3
                 AND NOT EXISTS (SELECT 1 FROM games WHERE games.guild = left_servers.guild AND state = 'live')
                 AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.guild = left_servers.guild AND state IN ('open', 'running'))
             ORDER BY guild LIMIT $2",
            (by, most, from.unwrap_or(GuildId(0))),
        )
        .await
    }

    /// Deletes the data of a server that the bot left at or before `by`, and its outbox entries, in several
    /// transactions.
    ///
    /// Stops early if the bot is back, or if a game or tournament is running there; the remaining data then
    /// stays. Returns whether everything was deleted.
    pub async fn forget_server(&self, guild: GuildId, by: Millis, now: Millis) -> Result<bool, WriteError> {
        // First, because these entries are found by the channels of the rest.
        self.forget_owed(guild, by).await?;
        while self.forget_one(guild, by, ONE_TOURNAMENT, TOURNAMENT_GONE).await? {}
        while self.forget_one(guild, by, ONE_LADDER, LADDER_GONE).await? {}
        retry_write!(self.begin(), |tx| {
            if !hold_if_left(&mut tx, guild, by).await? {
                return Ok(false);
            }
            // A person elsewhere may be starting one of them right now.
            tx.execute(
                "UPDATE own_games SET added_at = $2 WHERE slug IN (SELECT slug FROM server_games WHERE guild = $1)",
                (guild, now),
            )
            .await?;
            for gone in [
                "DELETE FROM servers WHERE id = $1",
                "DELETE FROM lobbies WHERE guild = $1",
                "DELETE FROM daily_puzzles WHERE guild = $1",
                // For published games these rows are the only link to other servers.
                "DELETE FROM server_games WHERE guild = $1 AND coalesce(published, '') <> 'agreed'",
                "UPDATE server_games SET person = 0, channel = 0, locale = NULL WHERE guild = $1",
                "DELETE FROM left_servers WHERE guild = $1",
            ] {
                tx.execute(gone, guild).await?;
            }
            true
        })
    }

    /// Drops the outbox entries in the channels of a server.
    async fn forget_owed(&self, guild: GuildId, by: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            if !hold_if_left(&mut tx, guild, by).await? {
                return Ok(());
            }
            for gone in [
                "UPDATE games SET shown = due WHERE guild = $1 AND shown < due AND state <> 'live'
                     AND id IN (SELECT subject FROM outbox WHERE kind = $2 AND part = 0)",
                "DELETE FROM settled_challenges WHERE EXISTS (SELECT 1 FROM games WHERE games.guild = $1
                     AND games.channel IN (settled_challenges.channel, settled_challenges.place))",
                "DELETE FROM settled_challenges WHERE channel IN (SELECT channel FROM lobbies WHERE guild = $1
                     UNION SELECT channel FROM server_games WHERE guild = $1
                     UNION SELECT channel FROM tournaments WHERE guild = $1
                     UNION SELECT channel FROM ladders WHERE guild = $1)",
                "DELETE FROM outbox WHERE EXISTS (
                     SELECT 1 FROM games WHERE games.channel = outbox.channel AND games.guild = $1)",
                "DELETE FROM outbox WHERE channel IN (SELECT channel FROM lobbies WHERE guild = $1
                     UNION SELECT channel FROM daily_puzzles WHERE guild = $1
                     UNION SELECT channel FROM server_games WHERE guild = $1 AND channel <> 0
                     UNION SELECT channel FROM tournaments WHERE guild = $1
                     UNION SELECT channel FROM ladders WHERE guild = $1 AND channel <> 0)",
            ] {
                tx.execute(gone, (guild, OwedKind::Board)).await?;
            }
        })
    }

    /// Deletes one tournament or ladder of a server: `find` selects its id, and the statements of `gone`
    /// delete it. Returns whether there was one.
    async fn forget_one(
        &self,
        guild: GuildId,
        by: Millis,
        find: &'static str,
        gone: [&'static str; 4],
    ) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            if !hold_if_left(&mut tx, guild, by).await? {
                return Ok(false);
            }
            let one: Option<i64> = tx.first(find, guild).await?;
            let Some(one) = one else { return Ok(false) };
            let kinds = (OwedKind::Tournament, OwedKind::Pairing, OwedKind::Ladder);
            for gone in gone {
                tx.execute(gone, (one, kinds)).await?;
            }
            true
        })
    }
}

/// Selects a tournament of a server.
const ONE_TOURNAMENT: &str =
    "SELECT id FROM tournaments WHERE guild = $1 AND state IN ('over', 'called-off') LIMIT 1";
const TOURNAMENT_GONE: [&str; 4] = [
    "DELETE FROM tournament_games WHERE tournament = $1",
    "DELETE FROM tournament_players WHERE tournament = $1",
    "DELETE FROM tournaments WHERE id = $1",
    "DELETE FROM outbox WHERE kind IN ($2, $3) AND subject = $1",
];
/// Selects a ladder of a server.
const ONE_LADDER: &str = "SELECT id FROM ladders WHERE guild = $1 LIMIT 1";
/// The ladder is deleted before its players: leaving a ladder would queue an update of its message.
const LADDER_GONE: [&str; 4] = [
    "DELETE FROM ladders WHERE id = $1",
    "DELETE FROM ladder_challenges WHERE ladder = $1",
    "DELETE FROM ladder_players WHERE ladder = $1",
    "DELETE FROM outbox WHERE kind = $4 AND subject = $1",
];

/// Whether the bot is still known to have left this server at or before `by`, with no running game or
/// tournament there. A concurrent record that the bot is back waits for the end of this transaction.
async fn hold_if_left(tx: &mut Write, guild: GuildId, by: Millis) -> Result<bool, WriteError> {
    let held = tx.execute(
        "UPDATE left_servers SET at = at WHERE guild = $1 AND at <= $2
             AND NOT EXISTS (SELECT 1 FROM games WHERE games.guild = left_servers.guild AND state = 'live')
             AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.guild = left_servers.guild AND state IN ('open', 'running'))",
        (guild, by),
    )
    .await?;
    Ok(held > 0)
}
