//! When games are due, and which reminders were sent.
//!
//! While the bot is connected it records so for each of its shards (`last_alive`). Deadlines that passed
//! during an outage are moved before it accepts moves again, and so is the end of open challenges. Shards of other processes may be silent: nothing
//! is due there. A game's row has the time of its next due action (`next_at`, indexed).

use super::gateway_sessions::GatewayShard;
use super::limits::CHALLENGE_LASTS;
use super::owed_kinds::OwedKind;
use crate::db::dialect::Isolation;
use crate::db::sql::row;
use crate::types::LEAST;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, GameId, GuildId, Millis, Rev};

/// Records that moves can still be accepted from this shard.
const ALIVE: &str = "UPDATE last_alive SET at = $1 WHERE number = $2 AND total = $3 AND silent = 0";

/// The state of one of the bot's shards, as last recorded by its processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AliveShard {
    /// The shard.
    pub shard: GatewayShard,
    /// When moves from it could last be accepted.
    pub at: Millis,
    /// Whether no process has reported that it runs the shard.
    pub silent: bool,
}

impl Store {
    /// Returns at most `most` live games in which something is due.
    ///
    /// Games whose time is up come first, then those that have been due the longest. Nothing is due in closed
    /// channels and on silent shards.
    pub async fn due_games(&self, now: Millis, most: u32) -> Result<Vec<GameId>, StoreError> {
        self.all(
            "SELECT id FROM games WHERE next_at <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
                 AND NOT EXISTS (SELECT 1 FROM last_alive a WHERE (a.silent = 1 OR a.at + 120000 < $1)
                     AND a.number = (coalesce(games.guild, 0) >> 22) % a.total)
             ORDER BY deadline > $1, next_at LIMIT $2",
            (now, most),
        )
        .await
    }

    /// Returns the channels, with their servers, of at most `most` live games whose time is up. Closed
    /// channels and silent shards are excluded.
    pub async fn time_is_up(
        &self,
        now: Millis,
        most: u32,
    ) -> Result<Vec<(ChannelId, Option<GuildId>)>, StoreError> {
        self.all(
            "SELECT channel, guild FROM games WHERE next_at <= $1 AND deadline <= $1
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
                 AND NOT EXISTS (SELECT 1 FROM last_alive a WHERE a.silent = 1 AND a.number = (coalesce(games.guild, 0) >> 22) % a.total)
             ORDER BY next_at LIMIT $2",
            (now, most),
        )
        .await
    }

    /// Returns when the next game is due.
    pub async fn next_due(&self) -> Result<Option<Millis>, StoreError> {
        self.first(
            "SELECT next_at FROM games WHERE next_at >= 0
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
                 AND NOT EXISTS (SELECT 1 FROM last_alive a WHERE a.silent = 1 AND a.number = (coalesce(games.guild, 0) >> 22) % a.total)
             ORDER BY next_at LIMIT 1",
            (),
        )
        .await
    }

    /// Records that moves can be accepted again from all known shards, except those recorded less than
    /// `fresh` milliseconds ago, which another process may run.
    ///
    /// Gives time back as [`Store::give_time_back_on`] does. A silent shard stays silent.
    pub async fn give_time_back(&self, now: Millis, fresh: i64) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self.begin_long(), |tx| {
            let mut moved = Vec::new();
            for alive in tx.all::<AliveShard>(ALL, ()).await? {
                // A future time was recorded before the clock was set back.
                if alive.at.0 <= now.0 - fresh || alive.at > now {
                    moved.extend(give_back(&mut tx, alive, now).await?);
                    tx.execute(
                        "UPDATE last_alive SET at = $1 WHERE number = $2 AND total = $3",
                        (now, alive.shard.number, alive.shard.total),
                    )
                    .await?;
                }
            }
            moved
        })
    }

    /// Records that moves can be accepted from these shards now, and returns the games whose deadlines moved.
    ///
    /// On the first record or after an outage, deadlines that passed meanwhile move by the length of the
    /// outage, with at least an hour left. If the channel was closed meanwhile, they move only by the time
    /// until then.
    pub async fn give_time_back_on(
        &self,
        shards: &[GatewayShard],
        now: Millis,
    ) -> Result<Vec<GameId>, WriteError> {
        retry_write!(self.begin_long(), |tx| {
            let mut moved = Vec::new();
            for &shard in shards {
                know(&mut tx, shard.total, now).await?;
            }
            for alive in tx.all::<AliveShard>(ALL, ()).await? {
                if shards.contains(&alive.shard) {
                    moved.extend(give_back(&mut tx, alive, now).await?);
                }
            }
            for &shard in shards {
                tx.execute(
                    "UPDATE last_alive SET at = $1, silent = 0 WHERE number = $2 AND total = $3",
                    (now, shard.number, shard.total),
                )
                .await?;
            }
            moved
        })
    }

    /// Records that moves can be accepted from these shards, as they could a moment ago. Returns false if one
    /// was unknown or silent: then nothing is recorded, and time must be given back.
    pub async fn note_alive(&self, shards: &[GatewayShard], now: Millis) -> Result<bool, WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            for &shard in shards {
                if tx.execute(ALIVE, (now, shard.number, shard.total)).await? == 0 {
                    return Ok(false);
                }
            }
            true
        })
    }

    /// Returns the state of all shards.
    pub async fn alive_shards(&self) -> Result<Vec<AliveShard>, StoreError> {
        self.all(ALL, ()).await
    }

    /// Records that players' actions do not arrive on these shards: until they are recorded again no game is
    /// lost on time there.
    pub async fn note_unreached(&self, shards: &[GatewayShard]) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            for shard in shards {
                tx.execute(
                    "UPDATE last_alive SET silent = 1 WHERE number = $1 AND total = $2",
                    (shard.number, shard.total),
                )
                .await?;
            }
        })
    }

    /// Records that a shard has been silent since this state: until it is recorded again nothing is due on
    /// it.
    pub async fn note_silent(&self, alive: AliveShard) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "UPDATE last_alive SET silent = 1 WHERE number = $1 AND total = $2 AND at = $3",
                (alive.shard.number, alive.shard.total, alive.at),
            )
            .await?;
        })
    }

    /// Undoes the record that the player to move was reminded, because the reminder was not delivered.
    pub async fn not_reminded(&self, id: GameId, position: Rev) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "UPDATE games SET reminded = 0 WHERE id = $1 AND reminded = $2 AND state = 'live'",
                (id, position),
            )
            .await?;
        })
    }

    /// Records that the player to move is reminded, and queues the reminder. Returns false if that was
    /// recorded before, the position has changed, or no reminder is due yet.
    pub async fn note_reminded(&self, id: GameId, position: Rev, now: Millis) -> Result<bool, WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            let noted = tx.execute(
                "UPDATE games SET reminded = $2
                 WHERE id = $1 AND position_rev = $2 AND reminded <> $2 AND remind_at <= $3 AND state = 'live'",
                (id, position, now),
            )
            .await?;
            if noted == 1 {
                tx.execute(
                    "INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
                         SELECT $4, id, channel, $5, $2, $3, $3 FROM games WHERE id = $1
                     ON CONFLICT (kind, subject, part) DO UPDATE SET step = '', version = excluded.version, since = excluded.since,
                         due = excluded.due, tries = 0, code = NULL, tried_at = NULL",
                    (id, position, now, OwedKind::Reminder.owed()),
                )
                .await?;
            }
            noted == 1
        })
    }
}

/// Selects all recorded shards.
const ALL: &str = "SELECT number, total, at, silent FROM last_alive ORDER BY total, number";

row!(|row| AliveShard {
    shard: GatewayShard { number: row.try_get("number")?, total: row.try_get("total")? },
    at,
    silent,
});

/// Ensures that this number of shards is recorded. If it differs from before, all shards are silent until
/// they are recorded, as of the earliest time that one of the previous shards was alive.
async fn know(tx: &mut Write, total: u32, now: Millis) -> Result<(), StoreError> {
    if tx.exists("SELECT total FROM last_alive WHERE total = $1 LIMIT 1", total).await? {
        return Ok(());
    }
    let former: Option<Millis> = tx.first("SELECT min(at) FROM last_alive", ()).await?.flatten();
    tx.execute("DELETE FROM last_alive", ()).await?;
    for number in 0..total {
        tx.execute(
            "INSERT INTO last_alive (number, total, at, silent) VALUES ($1, $2, $3, 1) ON CONFLICT DO NOTHING",
            (number, total, former.unwrap_or(now)),
        )
        .await?;
    }
    Ok(())
}

/// Moves the deadlines that have passed on a shard since it was alive, and those of open challenges.
async fn give_back(tx: &mut Write, alive: AliveShard, now: Millis) -> Result<Vec<GameId>, StoreError> {
    let AliveShard { shard, at: seen, .. } = alive;
    if seen >= now {
        return Ok(Vec::new());
    }
    let moved = tx.all(
        // If the channel was closed meanwhile, only the time before that: the rest is given back when it
        // opens.
        "UPDATE games SET deadline = deadline + missed, remind_at = remind_at + missed
         FROM (SELECT id AS late, CASE WHEN since < $2 THEN since - $3 WHEN deadline + $1 > $2 + $6 THEN $1
                   ELSE $2 + $6 - deadline END AS missed
               FROM games LEFT JOIN closed_channels USING (channel)
               WHERE next_at <= $2 AND deadline > $3 AND deadline <= CASE WHEN since < $2 THEN since ELSE $2 END
                   AND (coalesce(guild, 0) >> 22) % $4 = $5) AS overdue
         WHERE id = late RETURNING id",
        (now.0 - seen.0, now, seen, shard.total, shard.number, LEAST),
    )
    .await?;
    // Those in a closed channel get their time when it opens.
    tx.execute(
        "UPDATE challenges SET created_at = CASE WHEN created_at + $1 > $2 + $6 - $7 THEN created_at + $1 ELSE $2 + $6 - $7 END
         WHERE created_at > $3 - $7 AND created_at <= $2 - $7 AND (coalesce(guild, 0) >> 22) % $4 = $5
             AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = challenges.channel)",
        (now.0 - seen.0, now, seen, shard.total, shard.number, LEAST, CHALLENGE_LASTS),
    )
    .await?;
    Ok(moved)
}
