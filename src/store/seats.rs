//! Where somebody plays alone by the bot's answers, as the bot is not there.

use super::types::StoredSeat;
use super::{Store, StoreError, WriteError, maybe_number, number, patiently, signed};
use crate::game::{ChannelId, GuildId, UserId};
use sqlx::sqlite::SqliteRow;

impl Store {
    /// What stands for this person's games in a channel; none: there has been none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seat_of(&self, person: UserId, channel: ChannelId) -> Result<Option<ChannelId>, StoreError> {
        let row = sqlx::query("SELECT id FROM seats WHERE person = $1 AND channel = $2")
            .bind(signed(person.0))
            .bind(signed(channel.0))
            .fetch_optional(self.reader()?)
            .await?;
        Ok(row.map(|row| number(&row, "id")).transpose()?.map(ChannelId))
    }

    /// The same, made if there was none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take_seat(
        &self,
        person: UserId,
        guild: Option<GuildId>,
        channel: ChannelId,
    ) -> Result<ChannelId, WriteError> {
        patiently!(self.try_take_seat(person, guild, channel))
    }

    async fn try_take_seat(
        &self,
        person: UserId,
        guild: Option<GuildId>,
        channel: ChannelId,
    ) -> Result<ChannelId, WriteError> {
        let mut tx = self.begin().await?;
        let row = sqlx::query(
            "INSERT INTO seats (id, person, channel, guild)
             VALUES ((SELECT ifnull(max(id), $4) + 1 FROM seats), $1, $2, $3)
             ON CONFLICT (person, channel) DO UPDATE SET guild = excluded.guild RETURNING id",
        )
        .bind(signed(person.0))
        .bind(signed(channel.0))
        .bind(guild.map(|guild| signed(guild.0)))
        .bind(signed(ChannelId::NO_SEAT.0))
        .fetch_one(&mut *tx)
        .await?;
        let seat = ChannelId(number(&row, "id")?);
        tx.commit().await?;
        Ok(seat)
    }

    /// All seats of a person.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seats_of(&self, person: UserId) -> Result<Vec<StoredSeat>, StoreError> {
        let rows = sqlx::query("SELECT id, guild, channel FROM seats WHERE person = $1 ORDER BY id")
            .bind(signed(person.0))
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(seat).collect()
    }
}

fn seat(row: &SqliteRow) -> Result<StoredSeat, StoreError> {
    Ok(StoredSeat {
        seat: ChannelId(number(row, "id")?),
        guild: maybe_number(row, "guild")?.map(GuildId),
        channel: ChannelId(number(row, "channel")?),
    })
}
