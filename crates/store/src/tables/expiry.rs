//! Removes expired data.

use super::acts::ACTS_KEPT_DAYS;
use super::forgotten::FORGOTTEN_KEPT_DAYS;
use super::owed_kinds::OwedKind;
use super::restores::NEXT_GENERATION;
use crate::{Store, WriteError, retry_write};
use game::Millis;

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

impl Store {
    /// Removes expired data, in one transaction.
    pub async fn tidy(&self, old: &TooOld) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin_long().await?;
            tx.execute(
                "INSERT INTO settled_challenges (id, outcome, variant, challenger, channel, message, at, locale)
                 SELECT id, 'lapsed', variant, challenger, channel, message, created_at, locale FROM challenges
                 WHERE created_at < $1 AND message IS NOT NULL ON CONFLICT (id) DO NOTHING",
                old.challenges,
            )
            .await?;
            tx.execute("DELETE FROM challenges WHERE created_at < $1", old.challenges).await?;
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
