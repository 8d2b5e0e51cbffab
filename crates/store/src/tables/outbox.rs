//! The outbox: pending messages in Discord, one row each.
//!
//! A row is written in the transaction of the change that requires it, by a trigger if any transaction may
//! cause it. It says what the message is about; the content is computed on delivery, so several changes make
//! one message. A later change of the same subject increments `version`, and only the delivered version is
//! settled.
//!
//! To deliver a row, a process first claims it until a time at which it is due again. So if the process dies,
//! another one finds the row. Postponing and settling do not wait for a sync: after a power failure the
//! message is simply delivered again, without notifying people twice.
//!
//! A row without `due` waits for another event. In a closed channel everything waits until the channel is
//! retried.

use super::owed_kinds::OwedKind;
use crate::db::dialect::Isolation;
use crate::db::sql::{Values, row};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, ChannelId, MessageId, Millis};
use std::collections::HashMap;

/// The key of an outbox entry: its kind, its subject, and a part of the subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwedKey {
    /// The kind of message, such as `vacation`.
    pub kind: String,
    /// The id of the game, challenge, channel, server or message that it is about.
    pub subject: i64,
    /// Distinguishes entries about the same subject: the id of a person or channel, or an event; otherwise 0.
    pub part: i64,
}

impl OwedKey {
    /// Creates the key of an entry about a subject as a whole.
    pub fn new(kind: &str, subject: i64) -> Self {
        Self { kind: kind.to_owned(), subject, part: 0 }
    }
}

/// A pending message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// The key.
    pub key: OwedKey,
    /// The channel in which to show it.
    pub channel: ChannelId,
    /// The message to edit, if known.
    pub message: Option<MessageId>,
    /// The token with which that message was made, while valid.
    pub token: Option<AnswerToken>,
    /// The remaining step, in a word of the kind; empty for all of it.
    pub step: String,
    /// The priority. Lower values go first.
    pub urgency: u32,
    /// The change to show. Incremented with every further one.
    pub version: i64,
    /// When it became pending, if known.
    pub since: Option<Millis>,
    /// When to deliver it; `None` while it waits for another event.
    pub due: Option<Millis>,
    /// How often in a row delivery has failed.
    pub tries: u32,
    /// Discord's error code, if the channel refuses messages.
    pub code: Option<u32>,
    /// When a message that may have arrived was first sent.
    pub tried_at: Option<Millis>,
}

/// The pending messages of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedOfKind {
    /// The kind.
    pub kind: String,
    /// How many messages are due now.
    pub count: i64,
    /// The earliest start of those that are due or have failed, if known. Those that a channel refuses are
    /// excluded.
    pub oldest: Option<Millis>,
    /// The highest number of attempts for one of those.
    pub tries: u32,
    /// How many wait because a channel refuses them.
    pub refused: i64,
}

impl Store {
    /// Returns the due entries, most urgent first: at most `most` boards and as many other messages.
    ///
    /// If there are more, each channel gets at most `of_each` of them. Entries in closed channels are
    /// excluded.
    pub async fn owed(&self, now: Millis, most: u32, of_each: u32) -> Result<Vec<Owed>, StoreError> {
        let mut boards: Vec<Owed> = self.all(BOARDS, (now, most, OwedKind::Board)).await?;
        let mut others: Vec<Owed> = self.all(OTHERS, (now, most)).await?;
        let mut by_channel = HashMap::new();
        for one in &others {
            *by_channel.entry(one.channel).or_insert(0) += 1;
        }
        if others.len() == most as usize && by_channel.values().any(|of_this| *of_this > of_each) {
            others = self.all(OF_EACH, (now, most, of_each)).await?;
        }
        boards.append(&mut others);
        Ok(boards)
    }

    /// Returns all entries of one kind about one subject, due or not.
    pub async fn owed_about(&self, kind: &str, subject: i64) -> Result<Vec<Owed>, StoreError> {
        self.all("SELECT * FROM outbox WHERE kind = $1 AND subject = $2 ORDER BY part", (kind, subject)).await
    }

    /// Returns one entry, due or not.
    pub async fn owed_one(&self, key: &OwedKey) -> Result<Option<Owed>, StoreError> {
        Ok(self.owed_about(&key.kind, key.subject).await?.into_iter().find(|one| one.key == *key))
    }

    /// Returns all entries, due or not, most urgent first.
    pub async fn all_owed(&self) -> Result<Vec<Owed>, StoreError> {
        self.all("SELECT * FROM outbox ORDER BY urgency, kind, due IS NULL, due, subject, part", ()).await
    }

    /// Counts all entries, as [`Store::all_owed`] returns them.
    pub async fn count_owed(&self) -> Result<u64, StoreError> {
        self.one("SELECT count(*) FROM outbox", ()).await
    }

    /// Counts the entries that are due or wait for a retry, by kind.
    pub async fn owed_by_kind(&self, now: Millis) -> Result<Vec<OwedOfKind>, StoreError> {
        self.all(
            "SELECT kind, sum(CASE WHEN due <= $1 THEN 1 ELSE 0 END) AS count, sum(CASE WHEN code IS NOT NULL THEN 1 ELSE 0 END) AS refused,
                 min(CASE WHEN code IS NULL THEN since END) AS oldest, max(CASE WHEN code IS NULL THEN tries ELSE 0 END) AS tries
             FROM outbox WHERE due <= $1 OR due IS NOT NULL AND tries > 0 GROUP BY kind ORDER BY kind",
            now,
        )
        .await
    }

    /// Claims an entry for delivery until `until`.
    ///
    /// `tried` is set if a message is about to be sent that may arrive even without a response.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] if another process has claimed it, or it has changed.
    pub async fn take_owed(
        &self,
        owed: &Owed,
        until: Millis,
        tried: Option<Millis>,
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            // A sent message must not be forgotten, or it would notify people twice.
            let mut tx = match tried {
                Some(_) => self.begin_on(Isolation::Rows).await?,
                None => self.begin_unsynced().await?,
            };
            tx.guarded(
                "UPDATE outbox SET due = $6, tried_at = coalesce(tried_at, $7)
                 WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4 AND step = $5 AND due IS NOT DISTINCT FROM $8",
                (as_read(owed), until, tried, owed.due),
            )
            .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Claims an entry until `until` to send it by other means now, and sets its next step to `step`. The
    /// message may arrive even without a response.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] if another process has claimed it or tried to send it, or it has changed.
    pub async fn take_owed_into(
        &self,
        owed: &Owed,
        step: &str,
        until: Millis,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.guarded(
                "UPDATE outbox SET step = $6, due = $7, tried_at = $8
                 WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4 AND step = $5 AND tried_at IS NULL AND due IS NOT DISTINCT FROM $9",
                (as_read(owed), step, until, now, owed.due),
            )
            .await?;
        })
    }

    /// Records that this version of a message is about to be sent by other means, and may arrive even without
    /// a response. A power failure may undo the record. Returns whether that version is pending.
    pub async fn note_tried(&self, key: &OwedKey, version: i64, now: Millis) -> Result<bool, WriteError> {
        self.set_tried(
            "UPDATE outbox SET tried_at = coalesce(tried_at, $5)
             WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4",
            (key, version),
            now,
        )
        .await
    }

    /// Undoes the record of [`Self::note_tried`] at this time, because the message did not arrive.
    pub async fn note_refused(&self, key: &OwedKey, version: i64, tried: Millis) -> Result<(), WriteError> {
        let refused = self.set_tried(
            "UPDATE outbox SET tried_at = NULL
             WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4 AND tried_at = $5",
            (key, version),
            tried,
        );
        refused.await.map(|_| ())
    }

    async fn set_tried(
        &self,
        sql: &'static str,
        (key, version): (&OwedKey, i64),
        at: Millis,
    ) -> Result<bool, WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            let changed = tx.execute(sql, (&key.kind, key.subject, key.part, version, at)).await?;
            changed > 0
        })
    }

    /// Corrects due times if the system clock was set back by more than a minute: entries postponed by the
    /// old clock become due that much sooner.
    pub async fn pull_forward(&self, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(SET_BACK, (now, now.0 + 60_000)).await?;
        })
    }

    /// Prepares for following a forward leap of the system clock: boards that a response is about to show
    /// keep their remaining delay.
    ///
    /// `leap` is in milliseconds. Entries made since `now` by another process, whose clock did not stop,
    /// stay, and so do those moved before. A board started before the clock follows may still be posted in
    /// addition to its response.
    pub async fn leave_boards_in_hand(&self, now: Millis, leap: i64) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "UPDATE outbox SET due = due + $2, since = since + $2
                 WHERE kind = $3 AND tries = 0 AND since <= $1 AND due > $1 AND due <= $1 + 30000",
                (now, leap, OwedKind::Board),
            )
            .await?;
        })
    }

    /// Deletes an entry that is done. If it has changed since it was read, it stays.
    pub async fn settle_owed(&self, owed: &Owed) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "DELETE FROM outbox
                 WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4 AND step = $5",
                as_read(owed),
            )
            .await?;
        })
    }

    /// Records that a part of an entry is done, and `step` remains, from `due` on or, without it, after
    /// another event.
    pub async fn next_of_owed(&self, owed: &Owed, step: &str, due: Option<Millis>) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "UPDATE outbox SET step = $6, due = $7, tries = 0, code = NULL, tried_at = NULL
                 WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4 AND step = $5",
                (as_read(owed), step, due),
            )
            .await?;
        })
    }

    /// Postpones an entry that was not delivered, with the time, attempts and error of `later`.
    pub async fn put_off_owed(&self, owed: &Owed, later: &Owed) -> Result<(), WriteError> {
        retry_write!(self.begin_unsynced(), |tx| {
            tx.execute(
                "UPDATE outbox SET due = $6, tries = $7, code = $8, tried_at = $9
                 WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4 AND step = $5",
                (as_read(owed), later.due, later.tries, later.code, later.tried_at),
            )
            .await?;
        })
    }
}

/// The latest recorded time shows how far the clock was set back.
const SET_BACK: &str =
    "UPDATE outbox SET due = CASE WHEN due - back > $1 THEN due - back WHEN due > $1 THEN $1 ELSE due END,
         since = CASE WHEN since > $1 THEN since - back ELSE since END,
         tried_at = CASE WHEN tried_at > $1 THEN tried_at - back ELSE tried_at END
     FROM (SELECT max(at) - $1 AS back FROM (
         SELECT at FROM last_alive UNION ALL SELECT max(since) FROM outbox UNION ALL SELECT max(tried_at) FROM outbox
     ) AS noted) AS clock
     WHERE $1 + back > $2 AND (due > $2 OR since > $1 OR tried_at > $1)";

/// Selects the due boards. A game has at most one.
const BOARDS: &str = "SELECT * FROM outbox WHERE kind = $3 AND due <= $1
         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = outbox.channel AND c.again > $1)
     ORDER BY subject LIMIT $2";

/// Selects the other due messages. Naming each urgency makes the index read only due entries.
const OTHERS: &str =
    "SELECT * FROM outbox WHERE urgency > 0 AND urgency IN (1, 2, 3, 4, 5, 6, 7, 8, 9) AND due <= $1
         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = outbox.channel AND c.again > $1)
     ORDER BY urgency, due LIMIT $2";

/// Likewise if one channel has many. Reads everything that is due.
const OF_EACH: &str =
    "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY channel ORDER BY urgency, due) AS place FROM outbox
           WHERE urgency > 0 AND urgency IN (1, 2, 3, 4, 5, 6, 7, 8, 9) AND due <= $1
               AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = outbox.channel AND c.again > $1)) AS waiting
     WHERE place <= $3 ORDER BY urgency, due LIMIT $2";

/// The values that show whether a row is unchanged since it was read.
fn as_read(owed: &Owed) -> impl Values {
    let key = &owed.key;
    (&key.kind, key.subject, key.part, owed.version, &owed.step)
}

row!(|row| Owed {
    key: OwedKey { kind: row.try_get("kind")?, subject: row.try_get("subject")?, part: row.try_get("part")? },
    channel,
    message,
    token,
    step,
    urgency,
    version,
    since,
    due,
    tries,
    code,
    tried_at,
});

row!(|row| OwedOfKind { kind, count, oldest, tries, refused });
