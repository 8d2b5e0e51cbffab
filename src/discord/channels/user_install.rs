//! Places where the bot is absent but a person has installed it: there it can only respond to interactions.
//!
//! The interaction then takes place at the person's user install, an id that stands for the person and the
//! channel. Nothing is posted there.

use serenity::all::Permissions;

use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::interaction::{ChannelInfo, ChannelKind, Interaction};
use crate::game::{ChannelId, GuildId};
use crate::store::UserInstallRow;

/// Moves an interaction from such a channel to the person's own place there. `begins_game`: a game may start
/// with it.
pub async fn resolve(ctx: &Context, interaction: &mut Interaction, begins_game: bool) {
    let ChannelInfo { channel, guild, absent: true, .. } = interaction.place else { return };
    let (id, new_install) =
        find(ctx, interaction, (channel, guild), begins_game).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the place where a person plays alone was not found");
            (ChannelId::NO_USER_INSTALL, None)
        });
    interaction.place =
        ChannelInfo { channel: id, guild: None, kind: ChannelKind::Text, parent: None, absent: true };
    interaction.new_install = new_install;
    interaction.user_install_guild = guild;
    let shows = Permissions::USE_EXTERNAL_APPS | Permissions::ADMINISTRATOR;
    interaction.seen_alone = interaction.person_may.is_some_and(|has| !has.intersects(shows));
    (interaction.bot_may, interaction.person_may) = (None, None);
    interaction.person_roles.clear();
}

/// The id of that place, and the place itself if it is new.
async fn find(
    ctx: &Context,
    interaction: &Interaction,
    (channel, guild): (ChannelId, Option<GuildId>),
    begins_game: bool,
) -> AppResult<(ChannelId, Option<UserInstallRow>)> {
    if let Some(id) = ctx.store.user_install(interaction.who.id, channel).await? {
        return Ok((id, None));
    }
    if begins_game {
        let id = ctx.store.new_user_install().await?;
        return Ok((id, Some(UserInstallRow { id, guild, channel })));
    }
    Ok((ChannelId::NO_USER_INSTALL, None))
}
