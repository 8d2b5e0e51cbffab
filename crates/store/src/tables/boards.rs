//! What people have been shown: the newest board of each game, the boards that are pending, and the tokens
//! for responses.
//!
//! A change that people must see is pending (`outbox.rs`) from its own transaction on (`due` in the game's
//! row) until a board of it is recorded (`shown`). The newest board is the one with the latest event, and
//! then the highest message id. The token of an interaction is stored with the change, for 15 minutes at
//! most. Recording the newest board does not wait for a sync. A power failure may undo it, and the board is
//! then requested again.

use super::closed_channels;
use super::owed_kinds::OwedKind;
use crate::db::dialect::{Begin, Dialect, Isolation, TxFrame};
use crate::db::sql::{SqlRow, Values, query, row};
use crate::types::{BoardMessage, NotedBoard, RetiredBoard};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{AnswerToken, ChannelId, GameId, InteractionId, MessageId, Millis, Rev};
use std::sync::LazyLock;

/// The lifetime of a token, in milliseconds. Discord accepts it for 15 minutes; one minute is a margin for
/// delays and clock skew.
pub const TOKEN_LIFE: i64 = 14 * 60_000;

/// An interaction whose response should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingAnswer {
    /// The interaction's id.
    pub interaction: InteractionId,
    /// The token for the response.
    pub token: AnswerToken,
    /// The event that the response was meant to show.
    pub rev: Rev,
    /// The message, if it is known to be the newest board.
    pub message: Option<MessageId>,
}

impl Store {
    /// Returns the event of a game whose board is pending, if any.
    pub async fn owed_board(&self, id: GameId) -> Result<Option<Rev>, StoreError> {
        self.first(
            "SELECT version FROM outbox WHERE kind = $2 AND subject = $1 AND part = 0",
            (id, OwedKind::Board),
        )
        .await
    }

    /// When this event of a game happened; none: there is no such event.
    pub async fn event_at(&self, id: GameId, rev: Rev) -> Result<Option<Millis>, StoreError> {
        self.first("SELECT at FROM events WHERE game = $1 AND seq = $2", (id, rev)).await
    }

    /// Returns the newest interaction, with a valid token, whose response should show this event of a game or
    /// the event `before`, to which the bot has replied.
    pub async fn pending_answer(
        &self,
        id: GameId,
        (rev, before): (Rev, Option<Rev>),
        now: Millis,
    ) -> Result<Option<PendingAnswer>, StoreError> {
        self.first(
            "SELECT id, token, rev,
                 (SELECT board_message FROM games WHERE games.id = game AND board_interaction = interactions.id) AS board
             FROM interactions
             WHERE game = $1 AND rev IN ($2, $3) AND token IS NOT NULL AND at > $4 ORDER BY at DESC LIMIT 1",
            (id, rev, before.unwrap_or(rev), now.0 - TOKEN_LIFE),
        )
        .await
    }

    /// Returns the game and event that the response to this interaction should show, if it has been handled.
    pub async fn answer_of(&self, interaction: InteractionId) -> Result<Option<(GameId, Rev)>, StoreError> {
        self.first("SELECT game, rev FROM interactions WHERE id = $1 AND game IS NOT NULL", interaction).await
    }

    /// Marks an event of a game as shown because it cannot be shown. Its board is no longer pending.
    pub async fn give_up_board(&self, id: GameId, rev: Rev) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute("UPDATE games SET shown = due WHERE id = $1 AND due = $2 AND shown < due", (id, rev))
                .await?;
            // Even if it was shown, or the game has been deleted.
            tx.execute(
                "DELETE FROM outbox WHERE kind = $3 AND subject = $1 AND part = 0 AND version = $2",
                (id, rev, OwedKind::Board),
            )
            .await?;
        })
    }

    /// Records the newest message that shows a game's board.
    ///
    /// Returns the message that is no longer the newest: the previous one, or `new` itself if a later board
    /// is known. The token of that message's interaction is wiped. A final board does not become old. After a
    /// power failure the board may be pending again.
    pub async fn show_board(&self, id: GameId, new: &BoardMessage) -> Result<NotedBoard, WriteError> {
        retry_write!(self, {
            let mut write = self.write().await?;
            if let Some(texts) = &SHOW[write.dialect() as usize] {
                let text = |frame| query(texts[frame as usize].as_str(), values(id, new));
                let brought = write.whole(Begin::Unsynced, text).await?;
                if let [before, _noted] = &brought.rows[..] {
                    write.commit().await?;
                    return Ok(noted(before, new)?);
                }
            }
            drop(write);
            // The channel is closed, or there is nothing to record.
            self.show_in_steps(id, new).await
        })
    }

    async fn show_in_steps(&self, id: GameId, new: &BoardMessage) -> Result<NotedBoard, WriteError> {
        let mut tx = self.begin_unsynced().await?;
        let Some(before) = tx.first::<SqlRow>(BEFORE, values(id, new)).await? else {
            // A read in a transaction shared with other writes is certain only once that is on disk.
            tx.commit().await?;
            return Ok(NotedBoard::default());
        };
        let known: (Rev, Option<MessageId>) = (before.try_get("shown")?, before.try_get("board_message")?);
        if known > (new.rev, Some(new.message)) {
            if known.0 == new.rev && before.try_get("is_last")? {
                tx.commit().await?;
                return Ok(NotedBoard { offers: before.try_get("offers")?, ..NotedBoard::default() });
            }
            for sql in [KEEP_LATE, WIPE_LATE] {
                tx.execute(sql, values(id, new)).await?;
            }
            tx.commit().await?;
            let token = new.answer.as_ref().map(|(_, token)| token.clone());
            let old = RetiredBoard { channel: new.channel, message: new.message, token };
            let newest = newest(&before)?;
            let is_below = newest.is_some_and(|newest| is_below((old.channel, old.message), newest));
            let below = new.answer.as_ref().map(|(interaction, _)| *interaction).filter(|_| is_below);
            let offers = before.try_get("offers")?;
            return Ok(NotedBoard {
                old: Some((old, new.rev)),
                below,
                behind: false,
                overtaken: true,
                offers,
            });
        }
        // A channel that has just received a board is open.
        closed_channels::open(&mut tx, new.channel, new.now).await?;
        for sql in [NOTE, KEEP] {
            tx.execute(sql, values(id, new)).await?;
        }
        tx.commit().await?;
        Ok(noted(&before, new)?)
    }

    /// Returns the newest message that shows a game's board, with its token while valid, and the last event
    /// that counts as shown.
    pub async fn shown_board(
        &self,
        id: GameId,
        now: Millis,
    ) -> Result<Option<(RetiredBoard, Rev)>, StoreError> {
        let row = self
            .first(
                "SELECT board_channel, board_message, shown,
                 (SELECT token FROM interactions WHERE id = board_interaction AND at > $2) AS token
             FROM games WHERE id = $1",
                (id, now.0 - TOKEN_LIFE),
            )
            .await?;
        let Some((Some(channel), Some(message), shown, token)) = row else { return Ok(None) };
        Ok(Some((RetiredBoard { channel, message, token }, shown)))
    }

    /// Returns the milliseconds between this event of a game and the previous one, if there is one.
    pub async fn took(&self, id: GameId, rev: Rev) -> Result<Option<i64>, StoreError> {
        self.first(
            "SELECT this.at - before.at FROM events this JOIN events before ON before.game = this.game AND before.seq = this.seq - 1
             WHERE this.game = $1 AND this.seq = $2",
            (id, rev),
        )
        .await
    }

    /// Returns the newest message that shows a game's board, if it shows this event and its token is valid.
    pub async fn board_of(
        &self,
        id: GameId,
        rev: Rev,
        now: Millis,
    ) -> Result<Option<(ChannelId, MessageId, AnswerToken)>, StoreError> {
        let row = self.first(
            "SELECT board_channel, board_message, token FROM games JOIN interactions i ON i.id = board_interaction
             WHERE games.id = $1 AND shown = $2 AND token IS NOT NULL AND i.at > $3",
            (id, rev, now.0 - TOKEN_LIFE),
        )
        .await?;
        let Some((Some(channel), Some(message), token)) = row else { return Ok(None) };
        Ok(Some((channel, message, token)))
    }

    /// Records that the newest board message now shows this event. Returns false if a later message shows it.
    pub async fn board_shows(&self, id: GameId, message: MessageId, rev: Rev) -> Result<bool, WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            let changed = tx.execute(
                "UPDATE games SET shown = CASE WHEN shown > $3 THEN shown ELSE $3 END WHERE id = $1 AND board_message = $2",
                (id, message, rev),
            )
            .await?;
            changed > 0
        })
    }

    /// Returns a live game's newest board message, if known, and its last event. `None` if the game is not
    /// live.
    pub async fn live_board(&self, id: GameId) -> Result<Option<(Option<MessageId>, Rev)>, StoreError> {
        self.first("SELECT board_message, rev FROM games WHERE id = $1 AND state = 'live'", id).await
    }
}

/// Selects what was known of a game's newest board.
const BEFORE: &str = "SELECT board_channel, board_message, shown, board_interaction,
         CASE WHEN state = 'over' AND shown = rev THEN 1 ELSE 0 END AS is_last,
         CASE WHEN state = 'live' AND rev > $4 AND due <= $4 THEN 1 ELSE 0 END AS behind,
         CASE WHEN due > $4 THEN 1 ELSE 0 END AS overtaken,
         CASE WHEN EXISTS (SELECT 1 FROM outbox WHERE kind = $9 AND subject = $1 AND due IS NOT NULL) THEN 1 ELSE 0 END AS offers,
         (SELECT token FROM interactions WHERE id = board_interaction AND at > $8) AS token
     FROM games WHERE id = $1";

/// Records a board as old because a later one is known.
const KEEP_LATE: &str = "INSERT INTO outbox (kind, subject, channel, message, token, urgency, since, due)
     VALUES ($10, $3, $2, $3, $6, $11, $7, $7 + 15000) ON CONFLICT DO NOTHING";

/// Wipes the token of a board that is older than the known one, because that board loses its buttons at once.
/// Not if both boards belong to the same interaction.
const WIPE_LATE: &str = "UPDATE interactions SET token = NULL
     WHERE id = $5 AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = $1 AND board_interaction = $5)";

/// Records the board, unless a later one is known or its channel is closed. A trigger makes the previous
/// board an old one. Of two boards of one event, the later one has the higher message id.
const NOTE: &str =
    "UPDATE games SET board_channel = $2, board_message = $3, shown = $4, board_interaction = $5
     WHERE id = $1 AND (shown < $4 OR (shown = $4 AND (board_message IS NULL OR board_message <= $3)))
         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = $2 AND c.code NOT IN (0, 3)) RETURNING id";

/// Keeps the token. The interaction has no row yet if its command only shows the board, or posts one beside
/// its response.
const KEEP: &str = "INSERT INTO interactions (id, at, token, game, rev)
     SELECT $5, $7, $6, $1, $4
     WHERE $5 IS NOT NULL AND EXISTS (SELECT 1 FROM games WHERE id = $1 AND board_message = $3 AND shown = $4)
     ON CONFLICT (id) DO UPDATE SET token = excluded.token, game = coalesce(interactions.game, excluded.game),
         rev = coalesce(interactions.rev, excluded.rev)";

/// All three statements as one text, per dialect and frame, if the dialect supports it.
static SHOW: LazyLock<[Option<[String; 3]>; 2]> = LazyLock::new(|| {
    [Dialect::Sqlite, Dialect::Postgres].map(|dialect| {
        let text = |frame| dialect.together(frame, Begin::Unsynced, &[BEFORE, NOTE, KEEP]);
        let [alone, first, part] = TxFrame::ALL.map(text);
        Some([alone?, first?, part?])
    })
});

/// The values of these statements.
fn values(id: GameId, new: &BoardMessage) -> impl Values {
    let answer = new.answer.as_ref();
    let (interaction, token) = (answer.map(|(interaction, _)| *interaction), answer.map(|(_, token)| token));
    let kinds = (OwedKind::Offer, OwedKind::OldBoard.owed());
    (id, new.channel, new.message, new.rev, interaction, token, new.now, new.now.0 - TOKEN_LIFE, kinds)
}

/// Returns the previous board, if it is another message and becomes old.
fn noted(before: &SqlRow, new: &BoardMessage) -> Result<NotedBoard, sqlx::Error> {
    let is_last: bool = before.try_get("is_last")?;
    let old = newest(before)?.filter(|(_, message)| *message != new.message && !is_last);
    let token = before.try_get("token")?;
    let is_below = old.is_some_and(|old| is_below(old, (new.channel, new.message)));
    let below = before.try_get::<Option<_>>("board_interaction")?.filter(|_| is_below);
    let shown = before.try_get("shown")?;
    let old = old.map(|(channel, message)| (RetiredBoard { channel, message, token }, shown));
    let (behind, overtaken) = (before.try_get("behind")?, before.try_get("overtaken")?);
    Ok(NotedBoard { old, below, behind, overtaken, offers: before.try_get("offers")? })
}

/// Returns the newest board as recorded before, if any.
fn newest(before: &SqlRow) -> Result<Option<(ChannelId, MessageId)>, sqlx::Error> {
    let channel: Option<ChannelId> = before.try_get("board_channel")?;
    Ok(channel.zip(before.try_get("board_message")?))
}

/// Whether one message is below the other. Message ids grow with time.
fn is_below(one: (ChannelId, MessageId), other: (ChannelId, MessageId)) -> bool {
    one.0 == other.0 && one.1 > other.1
}

/// Keeps the token of an interaction claimed in this transaction, for the board in its response.
pub(crate) async fn expect_answer(
    tx: &mut Write,
    interaction: Option<InteractionId>,
    token: Option<&AnswerToken>,
    game: GameId,
    rev: Rev,
) -> Result<(), WriteError> {
    let (Some(interaction), Some(token)) = (interaction, token) else { return Ok(()) };
    tx.execute(
        "UPDATE interactions SET token = $2, game = $3, rev = $4 WHERE id = $1",
        (interaction, token, game, rev),
    )
    .await?;
    Ok(())
}

row!(|row| PendingAnswer { interaction: row.try_get("id")?, token, rev, message: row.try_get("board")? });
