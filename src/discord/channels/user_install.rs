//! Places where the bot is not, but a person has installed it: there it can only answer.
//!
//! The interaction then happens at the person's user install, a number that stands for them and the channel. Nothing is posted there.

use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::interaction::{ChannelInfo, ChannelKind, Interaction, permission};
use crate::game::{ChannelId, GuildId, UserId};
use crate::store::UserInstallRow;

/// Moves an interaction from such a channel to the person's own place there, with which a game may begin or not.
pub async fn resolve(ctx: &Context, from: &mut Interaction, begins_game: bool) {
    let ChannelInfo { channel, guild, absent: true, .. } = from.place else { return };
    let (id, new_install) =
        find(ctx, from, (ChannelId(channel), guild), begins_game).await.unwrap_or_else(|error| {
            tracing::error!(%error, "where somebody plays alone was not found out");
            (ChannelId::NO_USER_INSTALL, None)
        });
    from.place =
        ChannelInfo { channel: id.0, guild: None, kind: ChannelKind::Text, parent: None, absent: true };
    from.new_install = new_install;
    let shows = permission::USE_EXTERNAL_APPS | permission::ADMINISTRATOR;
    from.seen_alone = from.person_may.is_some_and(|bits| bits & shows == 0);
    (from.bot_may, from.person_may) = (None, None);
    from.person_roles.clear();
}

/// The number of that place, and the place itself if it is new.
async fn find(
    ctx: &Context,
    from: &Interaction,
    (channel, guild): (ChannelId, Option<u64>),
    begins_game: bool,
) -> AppResult<(ChannelId, Option<UserInstallRow>)> {
    if let Some(id) = ctx.store.user_install(UserId(from.who.id), channel).await? {
        return Ok((id, None));
    }
    if begins_game {
        let id = ctx.store.new_user_install().await?;
        return Ok((id, Some(UserInstallRow { id, guild: guild.map(GuildId), channel })));
    }
    Ok((ChannelId::NO_USER_INSTALL, None))
}
