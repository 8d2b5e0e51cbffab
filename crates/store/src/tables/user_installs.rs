//! Seats: where somebody plays alone through the bot's answers, because the bot is not a member there.
//!
//! Such a place is a seat: a number that stands for the person and the channel, so that all layers below know a channel as ever.
//! Nothing is posted to a seat. What is owed there is paid by the token of an answer, while that is good.
//! A seat is kept from the first game there on. Its number is given once (`last_seat`).

use crate::db::sql::{SqlRow, query};
use crate::types::StoredSeat;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, UserId};

impl Store {
    /// The seat of this person in a channel; none if they never had one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seat_of(&self, person: UserId, channel: ChannelId) -> Result<Option<ChannelId>, StoreError> {
        Ok(query("SELECT id FROM seats WHERE person = $1 AND channel = $2")
            .bind(person)
            .bind(channel)
            .scalar_optional(self.reader()?)
            .await?)
    }

    /// A new seat. It belongs to nobody until a game begins there ([`crate::NewGame::seat`]). No number is given twice.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new_seat(&self) -> Result<ChannelId, WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            let seat = query("UPDATE last_seat SET id = id + 1 RETURNING id").scalar(&mut *tx).await?;
            tx.commit().await?;
            Ok(seat)
        })
    }

    /// All seats of a person.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seats_of(&self, person: UserId) -> Result<Vec<StoredSeat>, StoreError> {
        let rows = query("SELECT id, guild, channel FROM seats WHERE person = $1 ORDER BY id")
            .bind(person)
            .fetch_all(self.reader()?)
            .await?;
        rows.iter().map(seat).collect()
    }
}

/// Stores the owner and the channel of a new seat, in the transaction that begins a game there.
pub(crate) async fn take(tx: &mut Write, person: UserId, seat: &StoredSeat) -> Result<(), WriteError> {
    let taken = query(
        "INSERT INTO seats (id, person, channel, guild) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(seat.seat)
    .bind(person)
    .bind(seat.channel)
    .bind(seat.guild)
    .execute(&mut **tx)
    .await?;
    // The person has taken another seat for this channel meanwhile.
    if taken == 0 { Err(WriteError::Occupied) } else { Ok(()) }
}

fn seat(row: &SqlRow) -> Result<StoredSeat, StoreError> {
    Ok(StoredSeat {
        seat: row.try_get("id")?,
        guild: row.try_get("guild")?,
        channel: row.try_get("channel")?,
    })
}
