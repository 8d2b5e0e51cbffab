//! Where the bot is not, and a person has it: all it can do there is to answer.

use crate::app::{AppResult, StoredSeat};
use crate::discord::commands::Wish;
use crate::discord::commands::challenge::Challenge;
use crate::discord::components::custom_id::{Carried, Meaning};
use crate::discord::context::Desk;
use crate::discord::interaction::{ChannelKind, Deed, Interaction, Whereabouts};
use crate::game::{ChannelId, GuildId, UserId};

/// An interaction from such a place happens at the person's own seat there, which stands for them and the channel.
pub async fn sit(desk: &Desk, from: &mut Interaction) {
    let Whereabouts { channel, guild, absent: true, .. } = from.place else { return };
    let (seat, sits_at) = find(desk, from, ChannelId(channel), guild).await.unwrap_or_else(|error| {
        tracing::error!(%error, "where somebody plays alone was not found out");
        (ChannelId::NO_SEAT, None)
    });
    from.place =
        Whereabouts { channel: seat.0, guild: None, kind: ChannelKind::Text, parent: None, absent: true };
    from.sits_at = sits_at;
    (from.bot_may, from.person_may) = (None, None);
}

/// The seat; once more if it is a new one.
async fn find(
    desk: &Desk,
    from: &Interaction,
    channel: ChannelId,
    guild: Option<u64>,
) -> AppResult<(ChannelId, Option<StoredSeat>)> {
    if let Some(seat) = desk.app.seat(UserId(from.who.id), channel).await? {
        return Ok((seat, None));
    }
    if may_begin(&from.what) {
        let new = desk.app.new_seat(guild.map(GuildId), channel).await?;
        return Ok((new.seat, Some(new)));
    }
    Ok((ChannelId::NO_SEAT, None))
}

/// Whether a game may begin by it.
fn may_begin(deed: &Deed) -> bool {
    match deed {
        Deed::Command(call) => call.name == Challenge::NAME,
        Deed::Component { id, .. } => matches!(
            id.parse(),
            Ok(Carried::Now(Meaning::StartLevel(_) | Meaning::Invite(_) | Meaning::Rematch(_)))
        ),
        Deed::Form { .. } | Deed::Completing(_) | Deed::Other | Deed::Unreadable { .. } => false,
    }
}
