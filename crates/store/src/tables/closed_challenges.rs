//! Challenges that are no longer open, kept while an update of their message is pending (`outbox.rs`).

use super::owed_kinds::OwedKind;
use crate::db::dialect::Isolation;
use crate::db::sql::row;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChallengeId, ChannelId, MessageId, Millis, UserId};
use strum::IntoStaticStr;

/// How an open challenge was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ClosedAs {
    /// A game began.
    Accepted {
        /// The players; one of them is the challenger.
        players: [UserId; 2],
        /// The channel of the game.
        place: ChannelId,
    },
    /// The challenged person declined.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
}

impl ClosedAs {
    /// The stored word. Other stored outcomes are `lapsed` and `closed` (a player was removed).
    pub(crate) fn slug(self) -> &'static str {
        self.into()
    }
}

/// A challenge that is closed but whose message does not show it yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedChallenge {
    /// The challenge's id.
    pub id: ChallengeId,
    /// `accepted`, `declined`, `withdrawn`, `lapsed` or `closed` (a player was removed).
    pub outcome: String,
    /// The variant's slug.
    pub variant: String,
    /// The challenger; `None` for a former player.
    pub challenger: Option<UserId>,
    /// The person who accepted or declined.
    pub answerer: Option<UserId>,
    /// The channel in which it was made.
    pub channel: ChannelId,
    /// The message that shows it, if known.
    pub message: Option<MessageId>,
    /// The channel of the game, if the challenge was accepted.
    pub place: Option<ChannelId>,
    /// Whether the challenger of a declined challenge was notified in a separate message.
    pub told: bool,
    /// The server's locale.
    pub locale: Option<String>,
    /// When it was closed or, for a lapsed one, made.
    pub at: Millis,
}

impl Store {
    /// Returns a closed challenge whose message does not show the outcome yet.
    pub async fn closed_challenge(&self, id: ChallengeId) -> Result<Option<ClosedChallenge>, StoreError> {
        self.first(
            "SELECT *, CASE WHEN outcome = 'declined' AND NOT EXISTS (SELECT 1 FROM outbox
                 WHERE kind = $2 AND subject = settled_challenges.id AND step = 'decline') THEN 1 ELSE 0 END AS told
             FROM settled_challenges WHERE id = $1",
            (id, OwedKind::Challenge),
        )
        .await
    }

    /// Deletes a closed challenge and its outbox entry, because its message shows the outcome or never will.
    pub async fn challenge_told(&self, id: ChallengeId) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute("DELETE FROM settled_challenges WHERE id = $1", id).await?;
            // Even if the challenge is unknown.
            tx.execute(
                "DELETE FROM outbox WHERE kind = $2 AND subject = $1 AND part = 0",
                (id, OwedKind::Challenge),
            )
            .await?;
        })
    }
}

/// Closes an open challenge. Returns false if it is not open.
pub(crate) async fn close(
    tx: &mut Write,
    id: ChallengeId,
    how: ClosedAs,
    at: Millis,
) -> Result<bool, WriteError> {
    let (players, place) = match how {
        ClosedAs::Accepted { players, place } => (players.map(Some), Some(place)),
        _ => ([None; 2], None),
    };
    tx.execute(
        "INSERT INTO settled_challenges (id, outcome, variant, challenger, answerer, channel, message, place, at, locale)
         SELECT id, $2, variant, challenger,
             CASE $2 WHEN 'accepted' THEN CASE WHEN challenger = $3 THEN $4 ELSE $3 END WHEN 'declined' THEN opponent END,
             channel, message, $5, $6, locale
         FROM challenges WHERE id = $1 ON CONFLICT (id) DO NOTHING",
        (id, how.slug(), players[0], players[1], place, at),
    )
    .await?;
    let ended = tx.execute("DELETE FROM challenges WHERE id = $1", id).await?;
    Ok(ended > 0)
}

row!(|row| ClosedChallenge {
    id,
    outcome,
    variant,
    challenger,
    answerer,
    channel,
    message,
    place,
    told,
    locale,
    at,
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_challenges_hold_these_words() {
        let accepted = ClosedAs::Accepted { players: [UserId(1), UserId(2)], place: ChannelId(3) };
        let words = [accepted, ClosedAs::Declined, ClosedAs::Withdrawn].map(ClosedAs::slug);
        assert_eq!(words, ["accepted", "declined", "withdrawn"]);
    }
}
