//! The outbox: what people must still be shown in Discord, one row for each message that is owed.
//!
//! A row is written in the transaction of the change that owes it, by a trigger where any transaction may. It says what the message is
//! about and not what it says: that is worked out when it is delivered, so several changes make one message. A later change of the same
//! thing raises `version`, and only the version that was delivered is settled.
//!
//! Whoever delivers a row takes it first, until a moment at which it is due again. So a row whose process ends is found by another.
//! What is put off or settled waits for no sync: after a power failure it is simply delivered again, without notifying anybody twice.
//!
//! A row without `due` waits for something else to happen. In a channel that is closed, everything waits until that is tried again.

use super::owed_kinds::OwedKind;
use crate::db::dialect::Isolation;
use crate::db::sql::{Values, row};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{AnswerToken, ChannelId, MessageId, Millis};
use std::collections::HashMap;

/// What is owed: a kind, what it is about, and which part of that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwedKey {
    /// The kind of message, such as `vacation`.
    pub kind: String,
    /// The id of the game, challenge, channel, server or message that it is about.
    pub subject: i64,
    /// Tells apart what is owed about the same thing: the id of a person or a channel, or an event; otherwise 0.
    pub part: i64,
}

impl OwedKey {
    /// The key of what is owed about something as a whole.
    pub fn new(kind: &str, subject: i64) -> Self {
        Self { kind: kind.to_owned(), subject, part: 0 }
    }
}

/// A message that is owed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// What it is.
    pub key: OwedKey,
    /// Where it is to be seen.
    pub channel: ChannelId,
    /// The message that is to be changed, if it is known.
    pub message: Option<MessageId>,
    /// The token by which that message was made, while it is good.
    pub token: Option<AnswerToken>,
    /// What is left to be done, in a word of the kind; empty for all of it.
    pub step: String,
    /// Lower goes first.
    pub urgency: u32,
    /// Which change it is to show. It goes up with every further one.
    pub version: i64,
    /// Since when it is owed, if that is known.
    pub since: Option<Millis>,
    /// When it is to be delivered; none while it waits for something else to happen.
    pub due: Option<Millis>,
    /// How often in a row that has failed.
    pub tries: u32,
    /// Discord's code for why nothing can be written there.
    pub code: Option<u32>,
    /// When a message was first sent that may have arrived.
    pub tried_at: Option<Millis>,
}

/// What is owed of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedOfKind {
    /// The kind.
    pub kind: String,
    /// How many messages are due by now.
    pub count: i64,
    /// Since when the first of those is owed that are due or were tried in vain, if that is known. Those that a channel refuses are left out.
    pub oldest: Option<Millis>,
    /// The most tries that one of those has had.
    pub tries: u32,
    /// How many wait because a channel refuses them.
    pub refused: i64,
}

impl Store {
    /// What is due by now: at most `most` boards, and as many other messages, the most urgent first. Where there are more, a channel has
    /// `of_each` of them at most. What waits in closed channels is left out.
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

    /// All that is owed of one kind about one thing, due or not.
    pub async fn owed_about(&self, kind: &str, subject: i64) -> Result<Vec<Owed>, StoreError> {
        self.all("SELECT * FROM outbox WHERE kind = $1 AND subject = $2 ORDER BY part", (kind, subject)).await
    }

    /// One message that is owed, due or not.
    pub async fn owed_one(&self, key: &OwedKey) -> Result<Option<Owed>, StoreError> {
        Ok(self.owed_about(&key.kind, key.subject).await?.into_iter().find(|one| one.key == *key))
    }

    /// All that is owed, due or not, the most urgent first.
    pub async fn all_owed(&self) -> Result<Vec<Owed>, StoreError> {
        self.all("SELECT * FROM outbox ORDER BY urgency, kind, due IS NULL, due, subject, part", ()).await
    }

    /// How much is due by now or waits for another try, by kind.
    pub async fn owed_by_kind(&self, now: Millis) -> Result<Vec<OwedOfKind>, StoreError> {
        self.all(
            "SELECT kind, sum(CASE WHEN due <= $1 THEN 1 ELSE 0 END) AS count, sum(CASE WHEN code IS NOT NULL THEN 1 ELSE 0 END) AS refused,
                 min(CASE WHEN code IS NULL THEN since END) AS oldest, max(CASE WHEN code IS NULL THEN tries ELSE 0 END) AS tries
             FROM outbox WHERE due <= $1 OR due IS NOT NULL AND tries > 0 GROUP BY kind ORDER BY kind",
            now,
        )
        .await
    }

    /// Takes a message to deliver it: nobody else does before `until`. `tried`: a message is about to be sent, now, that may arrive even
    /// if no answer says so.
    ///
    /// # Errors
    /// [`WriteError::Conflict`]: somebody else has taken it, or it has changed; or a failure.
    pub async fn take_owed(
        &self,
        owed: &Owed,
        until: Millis,
        tried: Option<Millis>,
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            // A message that may arrive must not be forgotten, or it would notify somebody twice.
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

    /// Takes a message to send it by other means, now, which may arrive even if no answer says so: nobody else sends it before `until`, and
    /// from then on it is owed in `step`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`]: somebody else has taken it or has tried to send it, or it has changed; or a failure.
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

    /// Notes that this version of a message is about to be sent by other means, now, which may arrive even if no answer says so. After a
    /// power failure that may not be known. Returns whether that version is owed.
    pub async fn note_tried(&self, key: &OwedKey, version: i64, now: Millis) -> Result<bool, WriteError> {
        self.set_tried(
            "UPDATE outbox SET tried_at = coalesce(tried_at, $5)
             WHERE kind = $1 AND subject = $2 AND part = $3 AND version = $4",
            (key, version),
            now,
        )
        .await
    }

    /// What [`Self::note_tried`] noted at that moment did not arrive.
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

    /// The computer's clock was set back if it had been later before, by more than a minute: what was put off by the old one is due that
    /// much sooner.
    pub async fn pull_forward(&self, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(SET_BACK, (now, now.0 + 60_000)).await?;
        })
    }

    /// The computer's clock is about to be followed forward by this many milliseconds: boards that whoever answers has in hand are left to them
    /// for as long as before. What another process has made since `now`, by a clock that did not stand still, stays, and so does what was moved
    /// once. A board that is begun before the clock follows may still be posted beside its answer.
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

    /// Deletes what is no longer owed. What has changed since it was read stays.
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

    /// One part of it is done, and `step` is left, from `due` on; without it, when something else happens.
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

    /// Puts off a message that was not delivered, as `later` says: its moment, its tries, and why it failed.
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

/// How far the clock was set back is told by the latest moment that was noted as past.
const SET_BACK: &str =
    "UPDATE outbox SET due = CASE WHEN due - back > $1 THEN due - back WHEN due > $1 THEN $1 ELSE due END,
         since = CASE WHEN since > $1 THEN since - back ELSE since END,
         tried_at = CASE WHEN tried_at > $1 THEN tried_at - back ELSE tried_at END
     FROM (SELECT max(at) - $1 AS back FROM (
         SELECT at FROM last_alive UNION ALL SELECT max(since) FROM outbox UNION ALL SELECT max(tried_at) FROM outbox
     ) AS noted) AS clock
     WHERE $1 + back > $2 AND (due > $2 OR since > $1 OR tried_at > $1)";

/// The boards that are due, of which a game owes one at most.
const BOARDS: &str = "SELECT * FROM outbox WHERE kind = $3 AND due <= $1
         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = outbox.channel AND c.again > $1)
     ORDER BY subject LIMIT $2";

/// The other messages that are due. With each urgency named, only the entries of the index that are due are read.
const OTHERS: &str =
    "SELECT * FROM outbox WHERE urgency > 0 AND urgency IN (1, 2, 3, 4, 5, 6, 7, 8, 9) AND due <= $1
         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = outbox.channel AND c.again > $1)
     ORDER BY urgency, due LIMIT $2";

/// The same where one channel has many. It reads all that is due.
const OF_EACH: &str =
    "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY channel ORDER BY urgency, due) AS place FROM outbox
           WHERE urgency > 0 AND urgency IN (1, 2, 3, 4, 5, 6, 7, 8, 9) AND due <= $1
               AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = outbox.channel AND c.again > $1)) AS waiting
     WHERE place <= $3 ORDER BY urgency, due LIMIT $2";

/// The values of a row that tell whether it still says what was read.
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
