//! Ladders: who is on them, and who challenges whom. Triggers in the schema write what comes of a challenge with the change that settles it, and owe
//! the message of a ladder with each of its changes.
//!
//! How the order changes is decided on what was read, and written only if nothing has changed since (`rev`).

use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, Write, WriteError, claim, retry_claimed, retry_write};
use game::{
    ChallengeId, ChannelId, GameId, GuildId, InteractionId, LadderId, MessageId, Millis, Pace, UserId,
};

/// The most people on a ladder.
pub const LADDER_PLAYERS: u32 = 100;

/// A ladder that is to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLadder {
    /// The server.
    pub guild: GuildId,
    /// Where its message is; none: that channel is gone.
    pub channel: Option<ChannelId>,
    /// The variant's slug.
    pub variant: String,
    /// The time for each move.
    pub pace: Pace,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// The locale of the server.
    pub locale: Option<String>,
}

/// A ladder as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderRow {
    /// Its number.
    pub id: LadderId,
    /// What was opened.
    pub made: NewLadder,
    /// The message that tells how it stands.
    pub message: Option<MessageId>,
    /// Nobody challenges on it any more.
    pub is_closed: bool,
    /// Raised by each change.
    pub rev: i64,
    /// Who is on it, from the top.
    pub players: Vec<LadderPlayer>,
    /// Its challenges, the oldest first.
    pub challenges: Vec<LadderChallenge>,
}

/// Somebody on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlayer {
    /// Who it is.
    pub person: UserId,
    /// Challenges that they declined or let pass since they last lost a place for that.
    pub refusals: u8,
}

/// A challenge for a place on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderChallenge {
    /// The challenge, also after it was answered.
    pub challenge: ChallengeId,
    /// Who challenged.
    pub challenger: UserId,
    /// Whom.
    pub opponent: UserId,
    /// Where its game is played, once it was accepted.
    pub place: Option<ChannelId>,
    /// What came of it; none: it is open, or played.
    pub outcome: Option<LadderOutcome>,
}

/// What came of a challenge that changes a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderOutcome {
    /// Whoever challenged has won.
    Won,
    /// It was declined, or let pass.
    Refused,
}

impl Store {
    /// Opens a ladder, or shows one in this channel whose own is gone. None: the server has one of this game.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
    pub async fn open_ladder(
        &self,
        new: &NewLadder,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<Option<LadderId>, WriteError> {
        retry_claimed!(
            Some(interaction),
            self,
            {
                let mut tx = self.begin().await?;
                claim(&mut tx, Some(interaction), now).await?;
                let adopted = query(
                    "UPDATE ladders SET channel = $3, message = NULL, rev = rev + 1 WHERE guild = $1 AND variant = $2 AND state = 'open'
                         AND channel = 0 RETURNING id",
                )
                .bind(new.guild)
                .bind(&new.variant)
                .bind(new.channel)
                .scalar_optional(&mut *tx)
                .await?;
                let id = match adopted {
                    Some(id) => Some(id),
                    None => {
                        query(
                            "INSERT INTO ladders (guild, channel, variant, pace, rated, state, locale, created_at)
                             VALUES ($1, $2, $3, $4, $5, 'open', $6, $7) ON CONFLICT DO NOTHING RETURNING id",
                        )
                        .bind(new.guild)
                        .bind(new.channel.map_or(0, |channel| channel.0))
                        .bind(&new.variant)
                        .bind(new.pace.slug())
                        .bind(new.rated)
                        .bind(&new.locale)
                        .bind(now)
                        .scalar_optional(&mut *tx)
                        .await?
                    }
                };
                tx.commit().await?;
                Ok(id)
            },
            Ok(self.ladder_of(new.guild, &new.variant).await?)
        )
    }

    /// Closes a ladder for good. False: it is closed.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
    pub async fn close_ladder(
        &self,
        id: LadderId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(
            Some(interaction),
            self,
            {
                let mut tx = self.begin().await?;
                claim(&mut tx, Some(interaction), now).await?;
                let closed = query(
                    "UPDATE ladders SET state = 'closed', rev = rev + 1, next_at = NULL WHERE id = $1 AND state = 'open'",
                )
                .bind(id)
                .execute(&mut *tx)
                .await?;
                for gone in [
                    "DELETE FROM ladder_challenges WHERE ladder = $1",
                    "DELETE FROM ladder_players WHERE ladder = $1",
                ] {
                    query(gone).bind(id).execute(&mut *tx).await?;
                }
                tx.commit().await?;
                Ok(closed > 0)
            },
            Ok(true)
        )
    }

    /// Lets somebody on a ladder, at its bottom. False: it is closed or full, or they are on it.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
    pub async fn join_ladder(
        &self,
        id: LadderId,
        person: UserId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(
            Some(interaction),
            self,
            {
                let mut tx = self.begin().await?;
                claim(&mut tx, Some(interaction), now).await?;
                // Whoever comes at the same time waits here, and so has another place.
                query("UPDATE ladders SET rev = rev + 1 WHERE id = $1").bind(id).execute(&mut *tx).await?;
                let joined = query(
                    "INSERT INTO ladder_players (ladder, person, place, joined_at)
                     SELECT $1, $2, (SELECT coalesce(max(place), 0) + 1 FROM ladder_players WHERE ladder = $1), $3
                     WHERE EXISTS (SELECT 1 FROM ladders WHERE id = $1 AND state = 'open')
                         AND (SELECT count(*) FROM ladder_players WHERE ladder = $1) < $4
                     ON CONFLICT DO NOTHING",
                )
                .bind(id)
                .bind(person)
                .bind(now)
                .bind(LADDER_PLAYERS)
                .execute(&mut *tx)
                .await?;
                if joined == 0 {
                    return Ok(false);
                }
                tx.commit().await?;
                Ok(true)
            },
            Ok(true)
        )
    }

    /// Takes somebody off a ladder. False: they are not on it.
    ///
    /// # Errors
    /// [`WriteError::Replayed`], or a failure.
    pub async fn leave_ladder(
        &self,
        id: LadderId,
        person: UserId,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<bool, WriteError> {
        retry_claimed!(
            Some(interaction),
            self,
            {
                let mut tx = self.begin().await?;
                claim(&mut tx, Some(interaction), now).await?;
                let gone = query("DELETE FROM ladder_players WHERE ladder = $1 AND person = $2")
                    .bind(id)
                    .bind(person)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
                Ok(gone > 0)
            },
            Ok(true)
        )
    }

    /// Writes an order with the refusals of each, and that these challenges were followed, if the ladder still stands as it was read.
    ///
    /// # Errors
    /// [`WriteError::Conflict`], or a failure.
    pub async fn step_ladder(
        &self,
        read: &LadderRow,
        order: &[LadderPlayer],
        followed: &[ChallengeId],
    ) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_long().await?;
            let done = query("UPDATE ladders SET rev = rev + 1, next_at = NULL WHERE id = $1 AND rev = $2")
                .bind(read.id)
                .bind(read.rev)
                .execute(&mut *tx)
                .await?;
            if done == 0 {
                return Err(WriteError::Conflict);
            }
            for (place, player) in (1_u32..).zip(order) {
                query(
                    "UPDATE ladder_players SET place = $3, refusals = $4 WHERE ladder = $1 AND person = $2
                         AND (place <> $3 OR refusals <> $4)",
                )
                .bind(read.id)
                .bind(player.person)
                .bind(place)
                .bind(u32::from(player.refusals))
                .execute(&mut *tx)
                .await?;
            }
            for challenge in followed {
                query("DELETE FROM ladder_challenges WHERE challenge = $1")
                    .bind(*challenge)
                    .execute(&mut *tx)
                    .await?;
            }
            Ok(tx.commit().await?)
        })
    }

    /// Notes the message that tells how a ladder stands; none: it was deleted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ladder_shown(&self, id: LadderId, message: Option<MessageId>) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("UPDATE ladders SET message = $2 WHERE id = $1")
                .bind(id)
                .bind(message)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// Notes that the channel of a ladder is gone. It stays as it is, and can be shown in another one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ladder_without_channel(&self, id: LadderId) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query("UPDATE ladders SET channel = 0, message = NULL WHERE id = $1")
                .bind(id)
                .execute(&mut *tx)
                .await?;
            Ok(tx.commit().await?)
        })
    }

    /// The open ladder of a game in a server.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ladder_of(&self, guild: GuildId, variant: &str) -> Result<Option<LadderId>, StoreError> {
        Ok(query("SELECT id FROM ladders WHERE guild = $1 AND variant = $2 AND state = 'open'")
            .bind(guild)
            .bind(variant)
            .scalar_optional(self.reader()?)
            .await?)
    }

    /// The open ladders of a server, those of these channels first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ladders_in(&self, guild: GuildId) -> Result<Vec<(LadderId, Option<ChannelId>)>, StoreError> {
        let rows = query("SELECT id, channel FROM ladders WHERE guild = $1 AND state = 'open' ORDER BY id")
            .bind(guild)
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, channel(row)?))).collect()
    }

    /// A ladder with its people and its challenges.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ladder(&self, id: LadderId) -> Result<Option<LadderRow>, StoreError> {
        let row =
            query("SELECT * FROM ladders WHERE id = $1").bind(id).fetch_optional(self.reader()?).await?;
        let Some(row) = row else { return Ok(None) };
        let players = query("SELECT person, refusals FROM ladder_players WHERE ladder = $1 ORDER BY place")
            .bind(id)
            .fetch_all(self.reader()?)
            .await?;
        let challenges = query(
            "SELECT l.*, games.channel AS place FROM ladder_challenges l LEFT JOIN games ON games.id = l.game
             WHERE l.ladder = $1 ORDER BY l.challenge",
        )
        .bind(id)
        .fetch_all(self.reader()?)
        .await?;
        let mut read = ladder(&row)?;
        read.players = players.iter().map(player).collect::<Result<_, _>>()?;
        read.challenges = challenges.iter().map(challenge).collect::<Result<_, _>>()?;
        Ok(Some(read))
    }

    /// The ladders in which something is to follow, the longest due first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ladders_due(&self, now: Millis, most: u32) -> Result<Vec<LadderId>, StoreError> {
        Ok(query("SELECT id FROM ladders WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2")
            .bind(now)
            .bind(most)
            .scalars(self.reader()?)
            .await?)
    }
}

/// Notes that a challenge is one for a place.
///
/// # Errors
/// [`WriteError::Conflict`]: one of the two has one already, or a failure.
pub(crate) async fn challenged(
    tx: &mut Write,
    id: ChallengeId,
    ladder: LadderId,
    (challenger, opponent): (UserId, Option<UserId>),
) -> Result<(), WriteError> {
    let noted = query(
        "INSERT INTO ladder_challenges (challenge, ladder, challenger, opponent) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(ladder)
    .bind(challenger)
    .bind(opponent)
    .execute(&mut **tx)
    .await?;
    if noted == 0 { Err(WriteError::Conflict) } else { Ok(()) }
}

/// Ties a game that begins to the challenge for a place that it comes from, if that is one.
pub(crate) async fn accepted(tx: &mut Write, id: ChallengeId, game: GameId) -> Result<(), WriteError> {
    query("UPDATE ladder_challenges SET game = $2 WHERE challenge = $1")
        .bind(id)
        .bind(game)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn channel(row: &SqlRow) -> Result<Option<ChannelId>, StoreError> {
    Ok(row.try_get::<Option<ChannelId>>("channel")?.filter(|channel| channel.0 != 0))
}

fn ladder(row: &SqlRow) -> Result<LadderRow, StoreError> {
    let pace = super::game_lists::pace(row)?;
    Ok(LadderRow {
        id: row.try_get("id")?,
        made: NewLadder {
            guild: row.try_get("guild")?,
            channel: channel(row)?,
            variant: row.try_get("variant")?,
            pace: pace.ok_or_else(|| StoreError::Unreadable("a ladder without a pace".to_owned()))?,
            rated: row.try_get("rated")?,
            locale: row.try_get("locale")?,
        },
        message: row.try_get("message")?,
        is_closed: row.try_get::<&str>("state")? == "closed",
        rev: row.try_get("rev")?,
        players: Vec::new(),
        challenges: Vec::new(),
    })
}

fn player(row: &SqlRow) -> Result<LadderPlayer, StoreError> {
    let refusals: u32 = row.try_get("refusals")?;
    Ok(LadderPlayer { person: row.try_get("person")?, refusals: u8::try_from(refusals).unwrap_or(u8::MAX) })
}

fn challenge(row: &SqlRow) -> Result<LadderChallenge, StoreError> {
    let outcome = row.try_get::<Option<&str>>("outcome")?.map(|word| match word {
        "won" => Ok(LadderOutcome::Won),
        "refused" => Ok(LadderOutcome::Refused),
        _ => Err(StoreError::Unreadable(format!("the outcome {word:?} of a challenge for a place"))),
    });
    Ok(LadderChallenge {
        challenge: row.try_get("challenge")?,
        challenger: row.try_get("challenger")?,
        opponent: row.try_get("opponent")?,
        place: row.try_get("place")?,
        outcome: outcome.transpose()?,
    })
}
