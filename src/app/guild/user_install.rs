//! Channels where the bot is not a member and can only respond. A person can play alone there, and the game belongs to them and the
//! channel.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::UserId;

impl App {
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
