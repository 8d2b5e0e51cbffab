//! Channels where the bot cannot post, because they were deleted or are closed to it. Their games wait, and
//! their clocks are stopped.

use crate::db::sql::SqlValue;
use crate::tables::limits::CHALLENGE_LASTS;
use crate::types::LEAST;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, GameId, GuildId, Millis};

/// The code of a channel about which Discord does not respond.
pub const NO_ANSWER: u32 = 2;
/// The code of the channels of a server in an outage. Discord reports when the outage ends.
///
/// Statements that skip such channels and those of left servers name both codes by number: `(0, 3)`.
pub const SERVER_OUTAGE: u32 = 3;
/// The pause before Discord is asked again about a channel it did not respond about, in milliseconds.
const ASKED_AGAIN: i64 = 60_000;

/// The first pause before a closed channel is retried, in milliseconds. It doubles up to a day.
pub(crate) const FIRST_PAUSE: i64 = 5 * 60_000;

/// Stops the running clocks of a channel and its threads. Subtracts the rest of a vacation, which is added
/// again when the clocks resume.
const STAND: &str = "UPDATE games SET deadline = deadline - rest, remind_at = remind_at - rest
     FROM (SELECT id AS closing, v.until - $2 AS rest FROM games CROSS JOIN vacations v
           WHERE v.person = to_move AND ((channel = $1 AND state = 'live') OR (parent = $1 AND state = 'live')) AND v.until > $2
               AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)) AS stopped
     WHERE id = closing AND deadline IS NOT NULL";
/// Likewise for all channels of a server.
const STAND_ALL: &str = "UPDATE games SET deadline = deadline - rest, remind_at = remind_at - rest
     FROM (SELECT id AS closing, v.until - $2 AS rest FROM games CROSS JOIN vacations v
           WHERE v.person = to_move AND guild = $1 AND state = 'live' AND v.until > $2
               AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)) AS stopped
     WHERE id = closing AND deadline IS NOT NULL";
/// Adds the rest of a vacation when a channel opens.
const REST: &str = "UPDATE games SET deadline = deadline + rest, remind_at = remind_at + rest
     FROM (SELECT id AS opening, v.until - $2 AS rest FROM games CROSS JOIN vacations v
           WHERE v.person = to_move AND channel = $1 AND state = 'live' AND v.until > $2) AS resumed
     WHERE id = opening AND deadline IS NOT NULL";
/// Likewise for all channels of a server that are still closed.
const REST_ALL: &str = "UPDATE games SET deadline = deadline + rest, remind_at = remind_at + rest
     FROM (SELECT id AS opening, v.until - $2 AS rest FROM games CROSS JOIN vacations v
           WHERE v.person = to_move AND guild = $1 AND state = 'live' AND v.until > $2
               AND EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)) AS resumed
     WHERE id = opening AND deadline IS NOT NULL";

/// Gives open challenges of a channel the time since it was closed, with at least an hour left.
const STAY_OPEN: &str = "UPDATE challenges SET created_at = CASE WHEN created_at + stood > $2 + $3 - $4 THEN created_at + stood ELSE $2 + $3 - $4 END
     FROM (SELECT challenges.id AS open, $2 - CASE WHEN since > created_at THEN since ELSE created_at END AS stood
           FROM challenges JOIN closed_channels USING (channel) WHERE channel = $1) AS waiting
     WHERE id = open AND stood > 0";
/// Likewise for all channels of a server.
const STAY_OPEN_ALL: &str = "UPDATE challenges SET created_at = CASE WHEN created_at + stood > $2 + $3 - $4 THEN created_at + stood ELSE $2 + $3 - $4 END
     FROM (SELECT challenges.id AS open, $2 - CASE WHEN since > created_at THEN since ELSE created_at END AS stood
           FROM challenges JOIN closed_channels USING (channel) WHERE guild = $1) AS waiting
     WHERE id = open AND stood > 0";

/// Moves the deadlines in a channel or server by the rest of vacations, with one of the statements above.
async fn put_off(
    tx: &mut Write,
    how: &'static str,
    place: impl Into<SqlValue>,
    now: Millis,
) -> Result<(), WriteError> {
    tx.execute(how, (place, now)).await?;
    Ok(())
}

impl Store {
    /// Records that the bot cannot post in a channel, with Discord's error code.
    ///
    /// Each refusal in a row doubles the pause until the next attempt, from 5 minutes to a day. A refusal
    /// before the pause is over does not count.
    pub async fn close_channel(&self, channel: ChannelId, code: u32, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.hold_games("channel = $1 OR parent = $1", channel).await?;
            put_off(&mut tx, STAND, channel, now).await?;
            tx.execute(
                // The threads of a channel are closed with it.
            "INSERT INTO closed_channels (channel, code, since, again)
                 SELECT channel, $2, $3, $3 + $4 FROM games WHERE parent = $1 AND state = 'live'
                 UNION SELECT $1, $2, $3, $3 + $4 WHERE true
             ON CONFLICT (channel) DO UPDATE SET
                 code = CASE WHEN closed_channels.code = 0 THEN 0 ELSE excluded.code END, tries = closed_channels.tries + CASE WHEN closed_channels.again > $3 THEN 0 ELSE 1 END,
                 again = CASE WHEN closed_channels.again > $3 THEN closed_channels.again
                     WHEN closed_channels.tries < 20 AND $4 << CAST(closed_channels.tries AS INTEGER) < $5
                     THEN $3 + ($4 << CAST(closed_channels.tries AS INTEGER)) ELSE $3 + $5 END",
                (channel, code, now, FIRST_PAUSE, Millis::DAY),
            )
            .await?;
        })
    }

    /// Records that Discord has not responded about a channel since `since`.
    ///
    /// Its game does not end on time, and the time since then is given back once Discord responds. If
    /// messages there fail, `since` is the first failure. A channel closed for another reason keeps its code.
    pub async fn no_answer_about(
        &self,
        channel: ChannelId,
        since: Millis,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.hold_games("channel = $1", channel).await?;
            put_off(&mut tx, STAND, channel, now).await?;
            tx.execute(
                "INSERT INTO closed_channels (channel, code, since, again)
                     SELECT $1, $2, CASE WHEN failing < $3 THEN failing ELSE $3 END, $4 + $5
                     FROM (SELECT min(since) AS failing FROM outbox
                           WHERE channel = $1 AND tried_at IS NOT NULL AND code IS NULL) AS owed
                     WHERE true
                 ON CONFLICT (channel) DO UPDATE SET again = excluded.again WHERE closed_channels.code = excluded.code",
                (channel, NO_ANSWER, since, now, ASKED_AGAIN),
            )
            .await?;
        })
    }

    /// Closes all channels with live games or open challenges of an unavailable server, until
    /// [`Store::open_guild`]. Returns how many.
    pub async fn server_outage(&self, guild: GuildId, now: Millis) -> Result<u64, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.hold_games("guild = $1", guild).await?;
            put_off(&mut tx, STAND_ALL, guild, now).await?;
            tx.execute(
                "INSERT INTO closed_channels (channel, code, since, again)
                     SELECT channel, $2, $3, $3 FROM games WHERE guild = $1 AND state = 'live'
                     UNION SELECT channel, $2, $3, $3 FROM challenges WHERE guild = $1
                 ON CONFLICT (channel) DO UPDATE SET code = excluded.code WHERE closed_channels.code <> 0",
                (guild, SERVER_OUTAGE, now),
            )
            .await?
        })
    }

    /// Closes all channels with live games of a server from which the bot was removed, and records the
    /// removal if anything is stored about the server. Returns the number of channels.
    pub async fn close_guild(&self, guild: GuildId, now: Millis) -> Result<u64, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.hold_games("guild = $1", guild).await?;
            tx.execute(
                "INSERT INTO left_servers (guild, at)
                 SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM games WHERE guild = $1 AND state = 'live')
                     OR EXISTS (SELECT 1 FROM servers WHERE id = $1)
                     OR EXISTS (SELECT 1 FROM server_games WHERE guild = $1 AND (channel <> 0 OR coalesce(published, '') <> 'agreed'))
                     OR EXISTS (SELECT 1 FROM tournaments WHERE guild = $1) OR EXISTS (SELECT 1 FROM ladders WHERE guild = $1)
                 ON CONFLICT DO NOTHING",
                (guild, now),
            )
            .await?;
            put_off(&mut tx, STAND_ALL, guild, now).await?;
            tx.execute(
                "INSERT INTO closed_channels (channel, code, since, again)
                     SELECT channel, 0, $2, $2 + $3 FROM games WHERE guild = $1 AND state = 'live'
                 ON CONFLICT (channel) DO UPDATE SET code = 0, again = excluded.again",
                (guild, now, Millis::DAY),
            )
            .await?
        })
    }

    /// Opens the closed channels of a server that the bot is in. They are due for an attempt at once, and
    /// their clocks resume. Returns the games whose deadlines moved.
    pub async fn open_guild(&self, guild: GuildId, now: Millis) -> Result<Vec<GameId>, WriteError> {
        self.open_left_before(guild, Millis(i64::MAX), now).await
    }

    /// Likewise, unless the bot is known to have been removed at or after `heard`, when an interaction there
    /// arrived.
    pub async fn open_left_before(
        &self,
        guild: GuildId,
        heard: Millis,
        now: Millis,
    ) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self, {
            // Usually there are none, and every start reports each server.
            let some = self.exists(
                "SELECT 1 FROM closed_channels UNION ALL SELECT 1 FROM left_servers WHERE guild = $1 LIMIT 1",
                guild,
            )
            .await?;
            if !some {
                return Ok(Vec::new());
            }
            let mut tx = self.begin().await?;
            tx.hold_games("guild = $1", guild).await?;
            let removed_since =
                tx.exists("SELECT 1 FROM left_servers WHERE guild = $1 AND at >= $2", (guild, heard)).await?;
            if removed_since {
                return Ok(Vec::new());
            }
            let moved = tx.all(
                "UPDATE games SET deadline = deadline + CASE WHEN deadline + stood > $2 + $3 THEN stood ELSE $2 + $3 - deadline END,
                     remind_at = remind_at + CASE WHEN deadline + stood > $2 + $3 THEN stood ELSE $2 + $3 - deadline END
                 FROM (SELECT id AS closed, $2 - CASE WHEN since > moved_at THEN since ELSE moved_at END AS stood
                       FROM games JOIN closed_channels USING (channel) WHERE guild = $1 AND state = 'live') AS waiting
                 WHERE id = closed AND deadline IS NOT NULL AND stood > 0 RETURNING id",
                (guild, now, LEAST),
            )
            .await?;
            put_off(&mut tx, REST_ALL, guild, now).await?;
            tx.execute(STAY_OPEN_ALL, (guild, now, LEAST, CHALLENGE_LASTS)).await?;
            tx.execute(
                "DELETE FROM closed_channels WHERE channel IN (SELECT channel FROM games WHERE guild = $1 AND state = 'live'
                     UNION SELECT channel FROM challenges WHERE guild = $1)",
                guild,
            )
            .await?;
            tx.execute("DELETE FROM left_servers WHERE guild = $1", guild).await?;
            tx.commit().await?;
            Ok(moved)
        })
    }

    /// Opens a channel that Discord says is open. Its game's clock resumes. Returns the games whose deadlines
    /// moved.
    pub async fn open_channel(&self, channel: ChannelId, now: Millis) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self.begin(), |tx| { open(&mut tx, channel, now).await? })
    }

    /// Opens a channel that is available because a person acted there or Discord says so, even if its server
    /// was in an outage.
    ///
    /// Its game's clock resumes. Returns the games whose deadlines moved.
    pub async fn open_available(&self, channel: ChannelId, now: Millis) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE closed_channels SET code = $2 WHERE channel = $1 AND code = $3",
                (channel, NO_ANSWER, SERVER_OUTAGE),
            )
            .await?;
            open(&mut tx, channel, now).await?
        })
    }

    /// Returns the closed channels of unavailable servers, each with its server.
    pub async fn in_server_outages(&self) -> Result<Vec<(ChannelId, GuildId)>, StoreError> {
        self.all(
            "SELECT channel, guild FROM closed_channels JOIN games USING (channel)
             WHERE code = $1 AND state = 'live' AND guild IS NOT NULL
             UNION SELECT channel, guild FROM closed_channels JOIN challenges USING (channel)
             WHERE code = $1 AND guild IS NOT NULL",
            SERVER_OUTAGE,
        )
        .await
    }

    /// Makes channels of servers in an outage be polled like any other, for a bot without a gateway that
    /// reports the end of the outage.
    pub async fn ask_about_server_outages(&self) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("UPDATE closed_channels SET code = $1 WHERE code = $2", (NO_ANSWER, SERVER_OUTAGE))
                .await?;
        })
    }

    /// Opens the channels that are closed without an error code although the bot was not removed from their
    /// server. Returns how many have live games.
    ///
    /// Versions before 0.3 closed them like that when something between the bot and Discord refused a
    /// request. Channels of a left server whose games have ended are in this state too.
    pub async fn open_without_code(&self, now: Millis) -> Result<u64, WriteError> {
        retry_write!(self.begin(), |tx| {
            let channels: Vec<ChannelId> = tx.all(
                "SELECT c.channel FROM closed_channels c WHERE c.code = 0 AND NOT EXISTS (
                     SELECT 1 FROM games g JOIN left_servers l ON l.guild = g.guild WHERE g.channel = c.channel AND g.state = 'live')",
                (),
            )
            .await?;
            let mut with_games = 0;
            for &channel in &channels {
                let live = "SELECT 1 FROM games WHERE channel = $1 AND state = 'live' LIMIT 1";
                with_games += u64::from(tx.exists(live, channel).await?);
                // With a code, it opens like a channel in which a message was delivered.
                tx.execute("UPDATE closed_channels SET code = 1 WHERE channel = $1", channel).await?;
                open(&mut tx, channel, now).await?;
            }
            with_games
        })
    }

    /// Returns at most `most` closed channels with live games or open challenges, in order after `from`.
    /// Channels of servers that the bot has left, or that are unavailable, are not included.
    pub async fn some_closed(
        &self,
        from: Option<ChannelId>,
        most: u32,
    ) -> Result<Vec<ChannelId>, StoreError> {
        self.all(
            "SELECT c.channel FROM closed_channels c WHERE c.channel > $1 AND c.code NOT IN (0, 3)
                 AND (EXISTS (SELECT 1 FROM games WHERE games.channel = c.channel AND state = 'live')
                     OR EXISTS (SELECT 1 FROM challenges WHERE challenges.channel = c.channel))
             ORDER BY c.channel LIMIT $2",
            (from.unwrap_or(ChannelId::NO_USER_INSTALL), most),
        )
        .await
    }

    /// Returns the servers with live games.
    pub async fn live_guilds(&self) -> Result<Vec<GuildId>, StoreError> {
        self.all("SELECT DISTINCT guild FROM games WHERE state = 'live' AND guild IS NOT NULL", ()).await
    }

    /// Returns the channels and threads of a server's live games and open challenges, and the parents of
    /// those games' threads.
    pub async fn live_channels_of(&self, guild: GuildId) -> Result<Vec<ChannelId>, StoreError> {
        self.all(
            "SELECT channel AS place FROM games WHERE guild = $1 AND state = 'live'
             UNION SELECT parent FROM games WHERE guild = $1 AND state = 'live' AND parent IS NOT NULL
             UNION SELECT channel FROM challenges WHERE guild = $1",
            guild,
        )
        .await
    }
}

/// Opens a channel, if it was closed: the time in between is given back. Returns the games whose deadlines
/// moved.
///
/// If the bot was removed from the server, a message delivered before proves nothing; nor does one in a
/// server that is unavailable to people. Those channels open when the server is back.
pub(crate) async fn open(tx: &mut Write, channel: ChannelId, now: Millis) -> Result<Vec<GameId>, WriteError> {
    let closed: Option<Millis> = tx
        .first("SELECT since FROM closed_channels WHERE channel = $1 AND code NOT IN (0, 3)", channel)
        .await?;
    if closed.is_none() {
        return Ok(Vec::new());
    }
    // Locked before the channel's outbox entries, in the order in which a move does it.
    tx.hold_games("channel = $1", channel).await?;
    tx.execute(STAY_OPEN, (channel, now, LEAST, CHALLENGE_LASTS)).await?;
    let since: Option<Millis> = tx
        .first(
            "DELETE FROM closed_channels WHERE channel = $1 AND code NOT IN (0, 3) RETURNING since",
            channel,
        )
        .await?;
    let Some(since) = since else { return Ok(Vec::new()) };
    let moved = tx.all(
        "UPDATE games SET deadline = deadline + CASE WHEN deadline + stood > $3 + $4 THEN stood ELSE $3 + $4 - deadline END,
             remind_at = remind_at + CASE WHEN deadline + stood > $3 + $4 THEN stood ELSE $3 + $4 - deadline END
         FROM (SELECT id AS closed, $3 - CASE WHEN $2 > moved_at THEN $2 ELSE moved_at END AS stood
               FROM games WHERE channel = $1 AND state = 'live') AS waiting
         WHERE id = closed AND deadline IS NOT NULL AND stood > 0 RETURNING id",
        (channel, since, now, LEAST),
    )
    .await?;
    put_off(tx, REST, channel, now).await?;
    Ok(moved)
}
