//! Channels where the bot is not a member and can only respond. A person can play alone there, and the game belongs to them and the
//! channel.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, GuildId, UserId};
use crate::store::StoredSeat;

impl App {
    /// The seat under which this person's games in such a channel are stored; `None`: they have had none there.
    ///
    /// # Errors
    /// Only faults.
    pub async fn seat(&self, person: UserId, channel: ChannelId) -> AppResult<Option<ChannelId>> {
        Ok(self.store.seat_of(person, channel).await?)
    }

    /// A seat for a channel where a person has had no game. It is stored with the first one, if [`crate::app::Caller::sits_at`]
    /// holds it.
    ///
    /// # Errors
    /// Only faults.
    pub async fn new_seat(&self, guild: Option<GuildId>, channel: ChannelId) -> AppResult<StoredSeat> {
        Ok(StoredSeat { seat: self.store.new_seat().await?, guild, channel })
    }

    /// Replaces seats of this person by the channels they stand for, so that they find the games.
    pub(in crate::app) async fn found_at(&self, person: UserId, places: Vec<&mut Place>) -> AppResult<()> {
        let kept: Vec<_> = places.into_iter().filter(|place| place.channel.is_seat()).collect();
        if kept.is_empty() {
            return Ok(());
        }
        let seats = self.store.seats_of(person).await?;
        for place in kept {
            if let Some(found) = seats.iter().find(|seat| seat.seat == place.channel) {
                *place = Place { guild: found.guild, channel: found.channel };
            }
        }
        Ok(())
    }
}
