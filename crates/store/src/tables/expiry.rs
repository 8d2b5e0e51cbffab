//! Removes expired data.

use super::acts::ACTS_KEPT_DAYS;
use super::forgotten::FORGOTTEN_KEPT_DAYS;
use super::limits::CHALLENGE_LASTS;
use super::owed_kinds::OwedKind;
use super::restores::NEXT_GENERATION;
use crate::{Store, StoreError, WriteError, retry_write};
use game::{ChallengeId, ChannelId, Millis};

/// The time before which each kind of data expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooOld {
    /// Open challenges.
    pub challenges: Millis,
    /// Records of past challenges between people.
    pub challenged: Millis,
    /// Challenges without a message.
    pub unposted: Millis,
    /// Marks of closed channels, by the time of their next attempt.
    pub closed: Millis,
    /// Handled interactions.
    pub interactions: Millis,
    /// Tokens of interactions.
    pub tokens: Millis,
    /// The current time, for data kept for [`FORGOTTEN_KEPT_DAYS`] or [`ACTS_KEPT_DAYS`].
    pub now: Millis,
}

/// The challenges that lapse, of those made before `$1`, with their channels: they could be answered until
/// their end, since their shard was alive after that and their channel is open.
const LAPSING: &str = "SELECT id, channel FROM challenges WHERE created_at < $1
         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = challenges.channel)
         AND NOT EXISTS (SELECT 1 FROM last_alive a WHERE (a.silent = 1 OR a.at < challenges.created_at + $2)
             AND a.number = (coalesce(challenges.guild, 0) >> 22) % a.total)
     ORDER BY created_at LIMIT $3";
/// Maximum number of challenges that lapse at once.
const LAPSE_AT_ONCE: u32 = 1_000;

impl Store {
    /// Returns the channels of challenges that lapse, of those made before `made`; a channel may come twice.
    pub async fn lapsing(&self, made: Millis) -> Result<Vec<ChannelId>, StoreError> {
        let lapsing: Vec<(ChallengeId, ChannelId)> =
            self.all(LAPSING, (made, CHALLENGE_LASTS, LAPSE_AT_ONCE)).await?;
        Ok(lapsing.into_iter().map(|(_, channel)| channel).collect())
    }

    /// Removes expired data, in one transaction.
    pub async fn tidy(&self, old: &TooOld) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_long().await?;
            let lapsing: Vec<(ChallengeId, ChannelId)> =
                tx.all(LAPSING, (old.challenges, CHALLENGE_LASTS, LAPSE_AT_ONCE)).await?;
            for (challenge, _) in lapsing {
                tx.execute(
                    "INSERT INTO settled_challenges (id, outcome, variant, challenger, channel, message, at, locale)
                     SELECT id, 'lapsed', variant, challenger, channel, message, created_at, locale FROM challenges
                     WHERE id = $1 AND message IS NOT NULL ON CONFLICT (id) DO NOTHING",
                    challenge,
                )
                .await?;
                tx.execute("DELETE FROM challenges WHERE id = $1", challenge).await?;
            }
            // Their process ended before posting them, and no outbox entry will. They cannot be answered, but
            // would count and delay the next challenge.
            tx.execute(
                "DELETE FROM recently_challenged WHERE EXISTS (
                     SELECT 1 FROM challenges c WHERE c.created_at < $1 AND c.message IS NULL
                         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.kind = $2 AND o.subject = c.id)
                         AND c.challenger = recently_challenged.challenger
                         AND coalesce(c.opponent, 0) = recently_challenged.opponent AND c.created_at = recently_challenged.at)",
                (old.unposted, OwedKind::AskedRematch),
            )
            .await?;
            tx.execute(
                "DELETE FROM challenges WHERE created_at < $1 AND message IS NULL
                     AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.kind = $2 AND o.subject = challenges.id)",
                (old.unposted, OwedKind::AskedRematch),
            )
            .await?;
            tx.execute("DELETE FROM settled_challenges WHERE at < $1 AND message IS NULL", old.unposted)
                .await?;
            // Every due board there was shown or given up, and no clock is stopped.
            tx.execute(
                "DELETE FROM closed_channels WHERE again < $1 AND NOT EXISTS (
                 SELECT 1 FROM games WHERE games.channel = closed_channels.channel AND state = 'live')
                 AND NOT (code IN (2, 3) AND EXISTS (SELECT 1 FROM challenges WHERE challenges.channel = closed_channels.channel))
                 AND NOT EXISTS (SELECT 1 FROM tournaments t WHERE t.channel = closed_channels.channel AND t.state IN ('open', 'running'))",
                old.closed,
            )
            .await?;
            tx.execute(
                "DELETE FROM left_servers WHERE NOT EXISTS (
                     SELECT 1 FROM games WHERE games.guild = left_servers.guild AND state = 'live')
                 AND NOT EXISTS (SELECT 1 FROM servers WHERE id = left_servers.guild)
                 AND NOT EXISTS (SELECT 1 FROM server_games WHERE server_games.guild = left_servers.guild
                     AND (channel <> 0 OR coalesce(published, '') <> 'agreed'))
                 AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.guild = left_servers.guild)
                 AND NOT EXISTS (SELECT 1 FROM ladders WHERE ladders.guild = left_servers.guild)",
                (),
            )
            .await?;
            tx.execute("DELETE FROM files_sent WHERE day < $1", old.closed.0.div_euclid(Millis::DAY)).await?;
            tx.execute("DELETE FROM recently_challenged WHERE at < $1", old.challenged).await?;
            tx.execute("DELETE FROM interactions WHERE at < $1", old.interactions).await?;
            // Few rows still have a token, and a partial index finds them. The unary plus keeps SQLite from
            // using the index on `at`.
            tx.execute(
                "UPDATE interactions SET token = NULL WHERE token IS NOT NULL AND +at < $1",
                old.tokens,
            )
            .await?;
            tx.execute("UPDATE outbox SET token = NULL WHERE token IS NOT NULL AND since < $1", old.tokens)
                .await?;
            for (gone, days) in [
                ("DELETE FROM forgotten WHERE at < $1", FORGOTTEN_KEPT_DAYS),
                ("DELETE FROM acts WHERE at < $1", ACTS_KEPT_DAYS),
            ] {
                tx.execute(gone, old.now.0 - days * Millis::DAY).await?;
            }
            let generation: i64 = tx.one(NEXT_GENERATION, ()).await?;
            tx.commit().await?;
            self.note_generation(generation);
            Ok(())
        })
    }
}
