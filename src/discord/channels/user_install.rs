//! Places where the bot is not, but a person has installed it: there it can only answer.
//!
//! The interaction then happens at a seat, a number that stands for the person and the channel. Nothing is posted there.

use crate::app::AppResult;
use crate::discord::commands::SlashCommand;
use crate::discord::commands::challenge::Challenge;
use crate::discord::components::actions::Trait;
use crate::discord::components::custom_id::CustomId;
use crate::discord::context::Context;
use crate::discord::interaction::{ChannelInfo, ChannelKind, Interaction, InteractionData};
use crate::game::{ChannelId, GuildId, UserId};
use crate::store::StoredSeat;

/// Moves an interaction from such a place to the person's own seat there: a channel id that stands for the person and the channel.
pub async fn sit(ctx: &Context, from: &mut Interaction) {
    let ChannelInfo { channel, guild, absent: true, .. } = from.place else { return };
    let (seat, sits_at) = find(ctx, from, ChannelId(channel), guild).await.unwrap_or_else(|error| {
        tracing::error!(%error, "where somebody plays alone was not found out");
        (ChannelId::NO_SEAT, None)
    });
    from.place =
        ChannelInfo { channel: seat.0, guild: None, kind: ChannelKind::Text, parent: None, absent: true };
    from.sits_at = sits_at;
    (from.bot_may, from.person_may) = (None, None);
}

/// The seat's id, and the seat itself if it is new.
async fn find(
    ctx: &Context,
    from: &Interaction,
    channel: ChannelId,
    guild: Option<u64>,
) -> AppResult<(ChannelId, Option<StoredSeat>)> {
    if let Some(seat) = ctx.store.seat_of(UserId(from.who.id), channel).await? {
        return Ok((seat, None));
    }
    if may_begin(&from.what) {
        let seat = ctx.store.new_seat().await?;
        return Ok((seat, Some(StoredSeat { seat, guild: guild.map(GuildId), channel })));
    }
    Ok((ChannelId::NO_SEAT, None))
}

/// Whether a game may begin with this interaction.
fn may_begin(deed: &InteractionData) -> bool {
    match deed {
        InteractionData::Command(call) => call.name == Challenge::NAME,
        InteractionData::Component { id, .. } => {
            matches!(id.parse(), Ok(CustomId::Now(action)) if action.is(Trait::BeginsGame))
        }
        InteractionData::Form { .. }
        | InteractionData::Completing(_)
        | InteractionData::Other
        | InteractionData::Unreadable { .. } => false,
    }
}
