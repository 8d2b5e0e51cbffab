//! Games and their moves.

use super::settled::settle;
use super::shown::expect_answer;
use super::types::{Change, NewGame, Settled, StoredGame, StoredState};
use super::{Store, StoreError, Write, WriteError, claim, limits, maybe_number, number, patiently, signed};
use crate::game::{ChallengeId, ChannelId, GameId, GuildId, InteractionId, Millis, UserId, Version};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

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
            .fetch_optional(self.reader()?)
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
            .fetch_optional(self.reader()?)
            .await?;
        row.as_ref().map(game).transpose()
    }

    /// A game by its id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let row =
            sqlx::query(select_games!("WHERE id = $1")).bind(id.0).fetch_optional(self.reader()?).await?;
        row.as_ref().map(game).transpose()
    }

    /// Whether an interaction has been acted on (within the last hour).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seen(&self, interaction: InteractionId) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM interactions WHERE id = $1")
            .bind(signed(interaction.0))
            .fetch_optional(self.reader()?)
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
            let how = Settled::Accepted { players: [new.white, new.black], place: new.channel };
            if !settle(&mut tx, challenge, how, new.now).await? {
                return Err(WriteError::Gone);
            }
        }
        limits::admit_game(&mut tx, &self.1, new).await?;
        let id: Result<i64, sqlx::Error> = sqlx::query_scalar(
            "INSERT INTO games (variant, rules_version, start, white, black, guild, channel, parent, state, created_at, moved_at, due_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $9, 'live', $8, $8, $8) RETURNING id",
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
            other => GameId(other?),
        };
        expect_answer(&mut tx, interaction, new.answer.as_ref(), id, Version(1)).await?;
        tx.commit().await?;
        Ok(id)
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
            "UPDATE games SET version = version + 1, state = $3, ending = $4, offers = $5, moved_at = $6, ply = ply + $7,
                 due = CASE WHEN $8 THEN version + 1 ELSE due END,
                 due_at = CASE WHEN $8 THEN $9 ELSE due_at END,
                 -- With the channel goes the place for a board.
                 shown = CASE WHEN $4 = 'channel deleted' THEN version + 1 ELSE shown END
             WHERE id = $1 AND version = $2 AND state = 'live'",
        )
        .bind(id.0)
        .bind(version)
        .bind(if change.ending.is_some() { "over" } else { "live" })
        .bind(&change.ending)
        .bind(&change.offers)
        .bind(change.moved_at.0)
        .bind(change.moves.len() as i64)
        .bind(!change.moves.is_empty() || change.ending.is_some())
        .bind(change.now.0)
        .execute(&mut *tx)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(WriteError::Conflict);
        }
        add_moves(&mut tx, id, change).await?;
        expect_answer(&mut tx, change.interaction, change.answer.as_ref(), id, Version(version + 1)).await?;
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
        let mut tx = self.begin().await?;
        let changed = sqlx::query(
            "UPDATE games SET state = 'set aside', version = version + 1, shown = due
             WHERE id = $1 AND version = $2 AND state = 'live'",
        )
        .bind(id.0)
        .bind(version)
        .execute(&mut *tx)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(WriteError::Conflict);
        }
        Ok(tx.commit().await?)
    }
}

async fn add_moves(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
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
