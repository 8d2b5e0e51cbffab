//! Open challenges. One that was answered, withdrawn or has lapsed is kept as a closed one until its message
//! shows it.

use super::closed_challenges::{ClosedAs, close};
use super::limits::CHALLENGE_LASTS;
use super::owed_kinds::OwedKind;
use super::rematches::admit_asking;
use super::{blocks, ladder_changes, limits};
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Text, Truth},
    Personal,
    Rows::Many,
};
use crate::shown::ChallengeShown;
use crate::types::{NewChallenge, StoredChallenge};
use crate::{Store, StoreError, WriteError, retry_claimed, retry_write};
use game::{ChallengeId, ChannelId, GameId, InteractionId, MessageId, Millis};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "challenges",
    person: &["challenger", "opponent"],
    key: "challenges",
    rows: Many,
    columns: &[
        ("id", "challenge", Number),
        ("challenger", "challenger", Id),
        ("opponent", "opponent", Id),
        ("variant", "variant", Text),
        ("color", "color", Text),
        ("pace", "pace", Text),
        ("hints", "hints", Truth),
        ("rated", "rated", Truth),
        ("thread", "thread", Text),
        ("may_thread", "may_thread", Truth),
        ("rematch_of", "rematch_of", Number),
        ("start", "position", Text),
        ("guild", "place.server", Id),
        ("channel", "place.channel", Id),
        ("locale", "locale_there", Text),
        ("message", "message", Id),
        ("created_at", "made_ms", Number),
    ],
}];

impl Store {
    /// Stores a challenge.
    ///
    /// # Errors
    /// [`WriteError::Blocked`], [`WriteError::Limit`], [`WriteError::Replayed`], or [`WriteError::Conflict`]
    /// if the rematch was requested before or has begun.
    pub async fn new_challenge(
        &self,
        new: &NewChallenge,
        interaction: Option<InteractionId>,
    ) -> Result<ChallengeId, WriteError> {
        retry_claimed!(self, (interaction, new.created_at), self.made(new).await, |tx| {
            if let Some(opponent) = new.opponent {
                blocks::admit(&mut tx, new.challenger, opponent).await?;
            }
            admit_asking(&mut tx, new).await?;
            limits::admit_challenge(&mut tx, &self.1, new).await?;
            let number = self.number(&mut tx, "challenges", new.created_at).await?;
            let id = tx.one(
                "INSERT INTO challenges (challenger, opponent, variant, color, thread, start, guild, channel, created_at, may_thread,
                     locale, pace, rematch_of, hints, rated, interaction, id)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id",
                (
                    new.challenger,
                    new.opponent,
                    &new.variant,
                    &new.color,
                    &new.thread,
                    &new.start,
                    new.guild,
                    new.channel,
                    new.created_at,
                    new.may_thread,
                    &new.locale,
                    new.pace,
                    new.rematch_of,
                    new.hints,
                    new.rated,
                    interaction,
                    number,
                ),
            )
            .await?;
            if let Some(ladder) = new.ladder {
                ladder_changes::challenged(&mut tx, id, ladder, (new.challenger, new.opponent)).await?;
            }
            if new.shown == ChallengeShown::ByOutbox {
                tx.execute(
                    "INSERT INTO outbox (kind, subject, channel, urgency, since, due) VALUES ($4, $1, $2, $5, $3, 0)",
                    (id, new.channel, new.created_at, OwedKind::AskedRematch.owed()),
                )
                .await?;
            }
            id
        })
    }

    /// Returns the challenge created by an earlier attempt of this write.
    async fn made(&self, new: &NewChallenge) -> Result<ChallengeId, WriteError> {
        let id = self.first(
            "SELECT id FROM challenges WHERE challenger = $1 AND channel = $2 AND created_at = $3 ORDER BY id DESC LIMIT 1",
            (new.challenger, new.channel, new.created_at),
        )
        .await?;
        id.ok_or(WriteError::Replayed)
    }

    /// Loads an open challenge.
    pub async fn challenge(&self, id: ChallengeId) -> Result<Option<StoredChallenge>, StoreError> {
        self.first("SELECT * FROM challenges WHERE id = $1", id).await
    }

    /// Returns the open challenge that this interaction created, if no message shows it.
    pub async fn unposted_challenge(
        &self,
        interaction: InteractionId,
    ) -> Result<Option<ChallengeId>, StoreError> {
        self.first("SELECT id FROM challenges WHERE interaction = $1 AND message IS NULL", interaction).await
    }

    /// Returns the open challenge to a rematch of a game.
    pub async fn rematch_asked(
        &self,
        game: GameId,
        now: Millis,
    ) -> Result<Option<StoredChallenge>, StoreError> {
        self.first(
            "SELECT * FROM challenges WHERE rematch_of = $1 AND created_at >= $2 ORDER BY id DESC LIMIT 1",
            (game, now.0 - CHALLENGE_LASTS),
        )
        .await
    }

    /// Records the message that shows a challenge. The challenge may have been closed meanwhile.
    pub async fn challenge_posted(&self, id: ChallengeId, message: MessageId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute("UPDATE challenges SET message = $2 WHERE id = $1", (id, message)).await?;
            // It may have been answered before its message was known.
            tx.execute(
                "UPDATE settled_challenges SET message = $2 WHERE id = $1 AND message IS NULL",
                (id, message),
            )
            .await?;
        })
    }

    /// Withdraws an open challenge.
    ///
    /// # Errors
    /// [`WriteError::Gone`] if it is not open, or [`WriteError::Replayed`].
    pub async fn end_challenge(
        &self,
        id: ChallengeId,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<(), WriteError> {
        self.close_challenge(id, interaction, now, ClosedAs::Withdrawn).await
    }

    /// Withdraws a challenge that was never shown. It does not delay the next one.
    ///
    /// # Errors
    /// [`WriteError::Gone`] if it is not open.
    pub async fn drop_challenge(&self, id: ChallengeId, now: Millis) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            limits::no_pause_after(&mut tx, id).await?;
            if !close(&mut tx, id, ClosedAs::Withdrawn, now).await? {
                return Err(WriteError::Gone);
            }
        })
    }

    /// Declines an open challenge. The next challenge to this person has to wait longer.
    ///
    /// # Errors
    /// As [`Store::end_challenge`].
    pub async fn decline_challenge(
        &self,
        id: ChallengeId,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<(), WriteError> {
        self.close_challenge(id, interaction, now, ClosedAs::Declined).await
    }

    async fn close_challenge(
        &self,
        id: ChallengeId,
        interaction: Option<InteractionId>,
        now: Millis,
        how: ClosedAs,
    ) -> Result<(), WriteError> {
        retry_claimed!(self, (interaction, now), Ok(()), |tx| {
            if how == ClosedAs::Declined {
                limits::note_declined(&mut tx, &self.1, id, now).await?;
            }
            if !close(&mut tx, id, how, now).await? {
                return Err(WriteError::Gone);
            }
        })
    }

    /// Deletes the challenges of a deleted channel, and its list of challenges. Returns the number of
    /// challenges.
    pub async fn end_challenges_in(&self, channel: ChannelId) -> Result<u64, WriteError> {
        retry_write!(self.begin(), |tx| {
            let ended = tx.execute("DELETE FROM challenges WHERE channel = $1", channel).await?;
            for gone in [
                "DELETE FROM settled_challenges WHERE channel = $1",
                "DELETE FROM lobbies WHERE channel = $1",
            ] {
                tx.execute(gone, channel).await?;
            }
            ended
        })
    }
}

row!(|row| StoredChallenge {
    id,
    message,
    asked: NewChallenge {
        challenger: row.try_get("challenger")?,
        opponent: row.try_get("opponent")?,
        variant: row.try_get("variant")?,
        color: row.try_get("color")?,
        pace: row.try_get("pace")?,
        hints: row.try_get("hints")?,
        rated: row.try_get("rated")?,
        thread: row.try_get("thread")?,
        may_thread: row.try_get("may_thread")?,
        start: row.try_get("start")?,
        guild: row.try_get("guild")?,
        channel: row.try_get("channel")?,
        locale: row.try_get("locale")?,
        rematch_of: row.try_get("rematch_of")?,
        ladder: None,
        shown: ChallengeShown::default(),
        created_at: row.try_get("created_at")?,
    },
});
