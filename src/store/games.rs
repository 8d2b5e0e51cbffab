//! Games and their moves.

use super::types::{BoardMessage, Change, NewGame, StoredGame, StoredState};
use super::{Store, StoreError, WriteError, claim, limits, maybe_number, number, patiently, signed};
use crate::game::{ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, Ply, UserId};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, Sqlite, Transaction};

/// One statement brings a game with all its moves, so that a read is one read. Moves hold no spaces.
macro_rules! select_games {
    ($rest:literal) => {
        concat!(
            "SELECT id, version, variant, rules_version, start, white, black, guild, channel, state, ending, offers, ",
            "created_at, moved_at, ",
            "(SELECT string_agg(text, ' ' ORDER BY ply) FROM moves WHERE moves.game = games.id) AS line FROM games ",
            $rest
        )
    };
}

impl Store {
    /// The live game of a channel.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn live_in(&self, channel: ChannelId) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query(select_games!("WHERE channel = $1 AND state = 'live'"))
            .bind(signed(channel.0))
            .fetch_optional(&self.reader)
            .await?;
        row.as_ref().map(game).transpose()
    }

    /// A live game of a channel or of a thread in it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn live_under(&self, channel: ChannelId) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query(select_games!(
            "WHERE (channel = $1 AND state = 'live') OR (parent = $1 AND state = 'live') LIMIT 1"
        ))
        .bind(signed(channel.0))
        .fetch_optional(&self.reader)
        .await?;
        row.as_ref().map(game).transpose()
    }

    /// The newest game of a channel, in whatever state.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn newest_in(&self, channel: ChannelId) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query(select_games!("WHERE channel = $1 ORDER BY id DESC LIMIT 1"))
            .bind(signed(channel.0))
            .fetch_optional(&self.reader)
            .await?;
        row.as_ref().map(game).transpose()
    }

    /// A game by its id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query(select_games!("WHERE id = $1")).bind(id.0).fetch_optional(&self.reader).await?;
        row.as_ref().map(game).transpose()
    }

    /// A person's live games, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn live_of(&self, user: UserId) -> Result<Vec<StoredGame>, StoreError> {
        let rows =
            sqlx::query(select_games!("WHERE state = 'live' AND (white = $1 OR black = $1) ORDER BY id"))
                .bind(signed(user.0))
                .fetch_all(&self.reader)
                .await?;
        rows.iter().map(game).collect()
    }

    /// The ids of all live games, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn all_live(&self) -> Result<Vec<GameId>, StoreError> {
        let ids = sqlx::query_scalar("SELECT id FROM games WHERE state = 'live' ORDER BY id")
            .fetch_all(&self.reader)
            .await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Games, and their versions, whose present state no recorded board shows: a process ended between a write and its
    /// message. In these, `board_ply` is NULL or too small. Games that ended with their channel have no place for a board.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unshown(&self) -> Result<Vec<(GameId, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, version FROM games
             WHERE state <> 'set aside' AND coalesce(ending, '') <> 'channel deleted'
                 AND (board_ply IS NULL OR board_ply < (SELECT count(*) FROM moves WHERE moves.game = games.id))
             ORDER BY id",
        )
        .fetch_all(&self.reader)
        .await?;
        versions(&rows)
    }

    /// Games, and their versions, that ended because a player was removed, and whose end no recorded board shows.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn left_unshown(&self) -> Result<Vec<(GameId, i64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, version FROM games
             WHERE state = 'over' AND board_ply IS NULL AND (white IS NULL OR black IS NULL)
                 AND ending <> 'channel deleted'
             ORDER BY id",
        )
        .fetch_all(&self.reader)
        .await?;
        versions(&rows)
    }

    /// Counts a game's present board as shown, as nobody can be shown it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn give_up_board(&self, id: GameId, version: i64) -> Result<(), WriteError> {
        patiently!(self.try_give_up_board(id, version))
    }

    async fn try_give_up_board(&self, id: GameId, version: i64) -> Result<(), WriteError> {
        sqlx::query(
            "UPDATE games SET board_ply = (SELECT count(*) FROM moves WHERE moves.game = games.id)
             WHERE id = $1 AND version = $2",
        )
        .bind(id.0)
        .bind(version)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// Whether an interaction has been acted on (within the last hour).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seen(&self, interaction: InteractionId) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM interactions WHERE id = $1")
            .bind(signed(interaction.0))
            .fetch_optional(&self.reader)
            .await?;
        Ok(found.is_some())
    }

    /// Begins a game; with a challenge, that challenge ends in the same transaction.
    ///
    /// # Errors
    /// [`WriteError::Occupied`], [`WriteError::Gone`] (the challenge), [`WriteError::Limit`] (live games),
    /// [`WriteError::Replayed`], or a failure.
    pub async fn begin_game(
        &self,
        new: &NewGame,
        challenge: Option<ChallengeId>,
        interaction: Option<InteractionId>,
    ) -> Result<GameId, WriteError> {
        patiently!(self.try_begin_game(new, challenge, interaction))
    }

    async fn try_begin_game(
        &self,
        new: &NewGame,
        challenge: Option<ChallengeId>,
        interaction: Option<InteractionId>,
    ) -> Result<GameId, WriteError> {
        let mut tx = self.begin().await?;
        claim(&mut tx, interaction, new.now).await?;
        if let Some(challenge) = challenge {
            limits::note_accepted(&mut tx, challenge).await?;
            let ended = sqlx::query("DELETE FROM challenges WHERE id = $1")
                .bind(challenge.0)
                .execute(&mut *tx)
                .await?;
            if ended.rows_affected() == 0 {
                return Err(WriteError::Gone);
            }
        }
        limits::admit_game(&mut tx, &self.limits, new).await?;
        let id: Result<i64, sqlx::Error> = sqlx::query_scalar(
            "INSERT INTO games (variant, rules_version, start, white, black, guild, channel, parent, state, created_at, moved_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $9, 'live', $8, $8) RETURNING id",
        )
        .bind(&new.variant)
        .bind(new.rules_version)
        .bind(&new.start)
        .bind(signed(new.white.0))
        .bind(signed(new.black.0))
        .bind(new.guild.map(|g| signed(g.0)))
        .bind(signed(new.channel.0))
        .bind(new.now.0)
        .bind(new.parent.map(|p| signed(p.0)))
        .fetch_one(&mut *tx)
        .await;
        let id = match id {
            Err(error) if super::error::Code::of(&error) == super::error::Code::Unique => {
                return Err(WriteError::Occupied);
            }
            other => other?,
        };
        tx.commit().await?;
        Ok(GameId(id))
    }

    /// Changes a live game, if it is still at `version`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`], [`WriteError::Replayed`], or a failure.
    pub async fn append(&self, id: GameId, version: i64, change: &Change) -> Result<(), WriteError> {
        patiently!(self.try_append(id, version, change))
    }

    async fn try_append(&self, id: GameId, version: i64, change: &Change) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        claim(&mut tx, change.interaction, change.now).await?;
        let changed = sqlx::query(
            "UPDATE games SET version = version + 1, state = $3, ending = $4, offers = $5, moved_at = $6,
                 -- No board of this ply shows the end yet.
                 board_ply = CASE WHEN $4 IS NULL THEN board_ply END
             WHERE id = $1 AND version = $2 AND state = 'live'",
        )
        .bind(id.0)
        .bind(version)
        .bind(if change.ending.is_some() { "over" } else { "live" })
        .bind(&change.ending)
        .bind(&change.offers)
        .bind(change.moved_at.0)
        .execute(&mut *tx)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(WriteError::Conflict);
        }
        add_moves(&mut tx, id, change).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Sets a live game aside, if it is still at `version`; nothing else of it changes.
    ///
    /// # Errors
    /// [`WriteError::Conflict`], or a failure.
    pub async fn set_aside(&self, id: GameId, version: i64) -> Result<(), WriteError> {
        patiently!(self.try_set_aside(id, version))
    }

    async fn try_set_aside(&self, id: GameId, version: i64) -> Result<(), WriteError> {
        let changed =
            sqlx::query("UPDATE games SET state = 'set aside', version = version + 1 WHERE id = $1 AND version = $2 AND state = 'live'")
                .bind(id.0)
                .bind(version)
                .execute(&self.writer)
                .await?;
        if changed.rows_affected() == 0 { Err(WriteError::Conflict) } else { Ok(()) }
    }

    /// Remembers the newest message that shows a game's board. Answers the one that is no longer the newest: the one
    /// before, or `new` itself when a board of a later ply is known.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn show_board(
        &self,
        id: GameId,
        new: BoardMessage,
    ) -> Result<Option<BoardMessage>, WriteError> {
        patiently!(self.try_show_board(id, new))
    }

    async fn try_show_board(
        &self,
        id: GameId,
        new: BoardMessage,
    ) -> Result<Option<BoardMessage>, WriteError> {
        let mut tx = self.begin().await?;
        let row = sqlx::query("SELECT board_channel, board_message, board_ply FROM games WHERE id = $1")
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let before = match (maybe_number(&row, "board_channel")?, maybe_number(&row, "board_message")?) {
            (Some(channel), Some(message)) => Some(BoardMessage {
                channel: ChannelId(channel),
                message: MessageId(message),
                ply: Ply(row.try_get::<Option<u32>, _>("board_ply")?.unwrap_or(0)),
            }),
            _ => None,
        };
        if before.is_some_and(|b| b.ply > new.ply) {
            return Ok(Some(new));
        }
        sqlx::query("UPDATE games SET board_channel = $2, board_message = $3, board_ply = $4 WHERE id = $1")
            .bind(id.0)
            .bind(signed(new.channel.0))
            .bind(signed(new.message.0))
            .bind(new.ply.0)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(before.filter(|b| b.message != new.message))
    }
}

fn versions(rows: &[SqliteRow]) -> Result<Vec<(GameId, i64)>, StoreError> {
    rows.iter().map(|row| Ok((GameId(row.try_get("id")?), row.try_get("version")?))).collect()
}

async fn add_moves(
    tx: &mut Transaction<'static, Sqlite>,
    id: GameId,
    change: &Change,
) -> Result<(), WriteError> {
    for (ply, text) in (change.from.0..).zip(&change.moves) {
        sqlx::query("INSERT INTO moves (game, ply, text, at) VALUES ($1, $2, $3, $4)")
            .bind(id.0)
            .bind(ply)
            .bind(text)
            .bind(change.moved_at.0)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

fn game(row: &SqliteRow) -> Result<StoredGame, StoreError> {
    let state: String = row.try_get("state")?;
    let line: Option<String> = row.try_get("line")?;
    Ok(StoredGame {
        id: GameId(row.try_get("id")?),
        version: row.try_get("version")?,
        variant: row.try_get("variant")?,
        rules_version: row.try_get("rules_version")?,
        start: row.try_get("start")?,
        white: maybe_number(row, "white")?.map(UserId),
        black: maybe_number(row, "black")?.map(UserId),
        guild: maybe_number(row, "guild")?.map(GuildId),
        channel: ChannelId(number(row, "channel")?),
        state: match state.as_str() {
            "live" => StoredState::Live,
            "over" => StoredState::Over,
            "set aside" => StoredState::SetAside,
            other => return Err(StoreError::Unreadable(format!("the state {other:?} of a game"))),
        },
        ending: row.try_get("ending")?,
        offers: row.try_get("offers")?,
        created_at: Millis(row.try_get("created_at")?),
        moved_at: Millis(row.try_get("moved_at")?),
        moves: line.map(|line| line.split(' ').map(str::to_owned).collect()).unwrap_or_default(),
    })
}
