//! Where the bot is not, and a person has it: all it can do there is to answer.

use super::commands::Wish;
use super::commands::challenge::Challenge;
use super::desk::Desk;
use super::event::{Deed, Interaction, Whereabouts};
use super::handle::changes;
use crate::game::{ChannelId, GuildId, UserId};

/// An interaction from such a place happens at the person's own seat there, which stands for them and the channel.
pub async fn sit(desk: &Desk, from: &mut Interaction) {
    let Whereabouts { channel, guild, absent: true, .. } = from.place else { return };
    // Nothing is kept of who only looks.
    let new = match &from.what {
        Deed::Command(call) => call.name == Challenge::NAME,
        // A game may begin by any of them.
        Deed::Component { .. } | Deed::Form { .. } => changes(&from.what),
        Deed::Completing(_) | Deed::Other | Deed::Unreadable { .. } => false,
    };
    let (person, guild) = (UserId(from.who.id), guild.map(GuildId));
    let seat = desk.app.seat(person, guild, ChannelId(channel), new).await.unwrap_or_else(|error| {
        tracing::error!(%error, "where somebody plays alone was not found out");
        ChannelId::NO_SEAT
    });
    from.place = Whereabouts { channel: seat.0, guild: None, thread: false, parent: None, absent: true };
    (from.bot_may, from.person_may) = (None, None);
}
