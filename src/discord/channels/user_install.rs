//! Where the bot is not, and a person has it: all it can do there is to answer.

use crate::app::{AppResult, StoredSeat};
use crate::discord::commands::SlashCommand;
use crate::discord::commands::challenge::Challenge;
use crate::discord::components::custom_id::{ComponentAction, CustomId};
use crate::discord::context::Context;
use crate::discord::interaction::{ChannelInfo, ChannelKind, Interaction, InteractionData};
use crate::game::{ChannelId, GuildId, UserId};

/// An interaction from such a place happens at the person's own seat there, which stands for them and the channel.
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

/// The seat; once more if it is a new one.
async fn find(
    ctx: &Context,
    from: &Interaction,
    channel: ChannelId,
    guild: Option<u64>,
) -> AppResult<(ChannelId, Option<StoredSeat>)> {
    if let Some(seat) = ctx.app.seat(UserId(from.who.id), channel).await? {
        return Ok((seat, None));
    }
    if may_begin(&from.what) {
        let new = ctx.app.new_seat(guild.map(GuildId), channel).await?;
        return Ok((new.seat, Some(new)));
    }
    Ok((ChannelId::NO_SEAT, None))
}

/// Whether a game may begin by it.
fn may_begin(deed: &InteractionData) -> bool {
    match deed {
        InteractionData::Command(call) => call.name == Challenge::NAME,
        InteractionData::Component { id, .. } => matches!(
            id.parse(),
            Ok(CustomId::Now(
                ComponentAction::StartLevel(_) | ComponentAction::Invite(_) | ComponentAction::Rematch(_)
            ))
        ),
        InteractionData::Form { .. }
        | InteractionData::Completing(_)
        | InteractionData::Other
        | InteractionData::Unreadable { .. } => false,
    }
}
