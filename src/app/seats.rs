//! Where the bot is not: all it can do there is to answer. A person can play alone there, and the game belongs to them and the channel.

use super::view::Place;
use super::{App, AppResult};
use crate::game::{ChannelId, GuildId, UserId};

impl App {
    /// The channel that this person's games in such a place are kept under. Without `new` it is one without any game, if they have had
    /// none there.
    ///
    /// # Errors
    /// Only faults.
    pub async fn seat(
        &self,
        person: UserId,
        guild: Option<GuildId>,
        channel: ChannelId,
        new: bool,
    ) -> AppResult<ChannelId> {
        if let Some(seat) = self.store.seat_of(person, channel).await? {
            return Ok(seat);
        }
        if new {
            return Ok(self.store.take_seat(person, guild, channel).await?);
        }
        Ok(ChannelId::NO_SEAT)
    }

    /// Where people find the games of these places: some may be kept under seats of this person.
    pub(super) async fn found_at(&self, person: UserId, places: Vec<&mut Place>) -> AppResult<()> {
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
