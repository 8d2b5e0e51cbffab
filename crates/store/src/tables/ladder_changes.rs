//! Changes to ladders: opening, moving and closing them, joining, challenging and leaving, and the resulting
//! order.

use super::ladders::{LADDER_PLAYERS, LadderPlayer, LadderRow, NewLadder};
use super::owed_kinds::OwedKind;
use crate::{Store, Write, WriteError, retry_claimed, retry_write};
use game::{ChallengeId, ChannelId, GameId, InteractionId, LadderId, MessageId, Millis, Pace, UserId};
use sqlx::AssertSqlSafe;

impl Store {
    /// Opens a ladder, or moves the ladder of this variant to this channel. `None` if it is already there.
    ///
    /// A moved ladder keeps its pace and whether it is rated, unless they are `named`.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn open_ladder(
        &self,
        new: &NewLadder,
        named: (Option<Pace>, Option<bool>),
        interaction: InteractionId,
        now: Millis,
    ) -> Result<Option<LadderId>, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(self.ladder_of(new.guild, &new.variant).await?), |tx| {
            let mut id: Option<LadderId> = tx.first(
                "UPDATE ladders SET channel = $3, pace = coalesce($4, pace), rated = coalesce($5, rated), message = NULL, rev = rev + 1
                 WHERE guild = $1 AND variant = $2 AND state = 'open' AND channel <> $3 RETURNING id",
                (
                    new.guild,
                    &new.variant,
                    new.channel.map_or(0, |channel| channel.0),
                    named.0,
                    named.1,
                ),
            )
            .await?;
            if id.is_none() {
                let number = self.number(&mut tx, "ladders", now).await?;
                id = tx.first(
                    "INSERT INTO ladders (guild, channel, variant, pace, rated, state, locale, created_at, id)
                     VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id",
                    (
                        new.guild,
                        new.channel.map_or(0, |channel| channel.0),
                        &new.variant,
                        new.pace,
                        new.rated,
                        &new.locale,
                        now,
                        number,
                    ),
                )
                .await?;
            }
            id
        })
    }

    /// Closes a ladder for good. Returns false if it is closed already.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn close_ladder(
        &self,
        id: LadderId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(true), |tx| {
            let closed = tx.execute(
                "UPDATE ladders SET state = 'closed', rev = rev + 1, next_at = NULL WHERE id = $1 AND state = 'open'",
                id,
            )
            .await?;
            for gone in [
                "DELETE FROM ladder_challenges WHERE ladder = $1",
                "DELETE FROM ladder_players WHERE ladder = $1",
            ] {
                tx.execute(gone, id).await?;
            }
            closed > 0
        })
    }

    /// Adds a person at the bottom of a ladder. Returns false if it is closed or full, or they are on it
    /// already.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn join_ladder(
        &self,
        id: LadderId,
        person: UserId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(true), |tx| {
            // Concurrent joins wait here, and so get different places.
            tx.execute("UPDATE ladders SET rev = rev + 1 WHERE id = $1", id).await?;
            let joined = tx
                .execute(
                    "INSERT INTO ladder_players (ladder, person, place, joined_at)
                 SELECT $1, $2, (SELECT coalesce(max(place), 0) + 1 FROM ladder_players WHERE ladder = $1), $3
                 WHERE EXISTS (SELECT 1 FROM ladders WHERE id = $1 AND state = 'open')
                     AND (SELECT count(*) FROM ladder_players WHERE ladder = $1) < $4
                 ON CONFLICT DO NOTHING",
                    (id, person, now, LADDER_PLAYERS),
                )
                .await?;
            if joined == 0 {
                return Ok(false);
            }
            true
        })
    }

    /// Removes a person from a ladder. Returns false if they are not on it.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn leave_ladder(
        &self,
        id: LadderId,
        person: UserId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(self, (interaction, now), Ok(true), |tx| {
            let gone = tx
                .execute("DELETE FROM ladder_players WHERE ladder = $1 AND person = $2", (id, person))
                .await?;
            // No place can be won from or by them any more. The challenge itself stays.
            tx.execute(
                "DELETE FROM ladder_challenges WHERE ladder = $1 AND (challenger = $2 OR opponent = $2) AND outcome IS NULL",
                (id, person),
            )
            .await?;
            gone > 0
        })
    }

    /// Writes an order with each player's refusals, and marks these challenges as followed, if the ladder is
    /// unchanged since it was read. Those who have `fallen` are to be told.
    ///
    /// # Errors
    /// [`WriteError::Conflict`].
    pub async fn step_ladder(
        &self,
        read: &LadderRow,
        order: &[LadderPlayer],
        followed: &[ChallengeId],
        (fallen, now): (&[UserId], Millis),
    ) -> Result<(), WriteError> {
        retry_write!(self.begin_long(), |tx| {
            tx.guarded(
                "UPDATE ladders SET rev = rev + 1, next_at = NULL WHERE id = $1 AND rev = $2",
                (read.id, read.rev),
            )
            .await?;
            for (place, player) in (1_u32..).zip(order) {
                tx.execute(
                    "UPDATE ladder_players SET place = $3, refusals = $4 WHERE ladder = $1 AND person = $2
                         AND (place <> $3 OR refusals <> $4)",
                    (read.id, player.person, place, u32::from(player.refusals)),
                )
                .await?;
            }
            for challenge in followed {
                tx.execute("DELETE FROM ladder_challenges WHERE challenge = $1", *challenge).await?;
            }
            for person in fallen {
                tx.execute(
                    "INSERT INTO outbox (kind, subject, part, channel, urgency, since, due)
                         SELECT $4, id, $2, channel, $5, $3, 0 FROM ladders WHERE id = $1 AND channel <> 0
                     ON CONFLICT (kind, subject, part) DO UPDATE SET version = outbox.version + 1,
                         since = excluded.since, due = 0, tries = 0, code = NULL, tried_at = NULL",
                    (read.id, *person, now, OwedKind::Fallen.owed()),
                )
                .await?;
            }
        })
    }

    /// Records the message in this channel that shows a ladder's standings; `None` if it was deleted. Has no
    /// effect if the ladder was moved to another channel meanwhile.
    pub async fn ladder_shown(
        &self,
        id: LadderId,
        channel: ChannelId,
        message: Option<MessageId>,
    ) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE ladders SET message = $3 WHERE id = $1 AND channel = $2",
                (id, channel, message),
            )
            .await?;
        })
    }

    /// Records that a ladder's channel was deleted. The ladder stays, and can be moved to another channel.
    pub async fn ladder_without_channel(&self, id: LadderId, channel: ChannelId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.execute(
                "UPDATE ladders SET channel = 0, message = NULL WHERE id = $1 AND channel = $2",
                (id, channel),
            )
            .await?;
        })
    }
}

/// Records that a challenge is for a place.
///
/// # Errors
/// [`WriteError::Conflict`] if one of the two has one already or is no longer on the ladder.
pub(crate) async fn challenged(
    tx: &mut Write,
    id: ChallengeId,
    ladder: LadderId,
    (challenger, opponent): (UserId, Option<UserId>),
) -> Result<(), WriteError> {
    tx.guarded(
        "INSERT INTO ladder_challenges (challenge, ladder, challenger, opponent) SELECT $1, $2, $3, $4
         WHERE (SELECT count(*) FROM ladder_players WHERE ladder = $2 AND person IN ($3, $4)) = 2 ON CONFLICT DO NOTHING",
        (id, ladder, challenger, opponent),
    )
    .await
}

/// Makes the open challenges between two people who cannot play each other count for no place.
pub(crate) async fn set_apart(tx: &mut Write, one: UserId, other: UserId) -> Result<(), WriteError> {
    let between = "game IS NULL AND outcome IS NULL AND ((challenger = $1 AND opponent = $2) OR (challenger = $2 AND opponent = $1))";
    for statement in [
        format!(
            "UPDATE ladders SET rev = rev + 1 WHERE id IN (SELECT ladder FROM ladder_challenges WHERE {between})"
        ),
        format!("DELETE FROM ladder_challenges WHERE {between}"),
    ] {
        tx.execute(AssertSqlSafe(statement), (one, other)).await?;
    }
    Ok(())
}

/// Links a new game to the ladder challenge that it comes from, if any.
pub(crate) async fn accepted(tx: &mut Write, id: ChallengeId, game: GameId) -> Result<(), WriteError> {
    tx.execute("UPDATE ladder_challenges SET game = $2 WHERE challenge = $1", (id, game)).await?;
    Ok(())
}
