//! User installs: channels where the bot is not a member and can only respond. A user can play alone there;
//! the game belongs to that user and channel.

use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{UserId, Venue};

impl App {
    /// Replaces the ids of this user's installs with the channels they stand for, so that links lead to the
    /// games.
    pub(in crate::app) async fn resolve_places(
        &self,
        person: UserId,
        places: Vec<&mut Place>,
    ) -> AppResult<()> {
        let kept: Vec<_> =
            places.into_iter().filter(|place| place.channel.venue() == Venue::UserInstall).collect();
        if kept.is_empty() {
            return Ok(());
        }
        let installs = self.store.user_installs(person).await?;
        for place in kept {
            if let Some(found) = installs.iter().find(|install| install.id == place.channel) {
                *place = Place { guild: found.guild, channel: found.channel };
            }
        }
        Ok(())
    }
}
