//! Where the bot is not: all it can do there is to answer. A person can play alone there, and the game belongs to them and the channel.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, GuildId, UserId};
use crate::store::StoredSeat;

impl App {
    /// The channel that this person's games in such a place are kept under; none: they have had none there.
    ///
    /// # Errors
    /// Only faults.
    pub async fn seat(&self, person: UserId, channel: ChannelId) -> AppResult<Option<ChannelId>> {
        Ok(self.store.seat_of(person, channel).await?)
    }

    /// A seat for a place where a person has had no game. It is kept with the first one, if [`crate::app::Caller::sits_at`] holds it.
    ///
    /// # Errors
    /// Only faults.
    pub async fn new_seat(&self, guild: Option<GuildId>, channel: ChannelId) -> AppResult<StoredSeat> {
        Ok(StoredSeat { seat: self.store.new_seat().await?, guild, channel })
    }

    /// Where people find the games of these places: some may be kept under seats of this person.
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
