//! `/server`

use serenity::all::Permissions;

use super::{CommandGroup, SlashCommand};
use crate::app::ServerPage;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::guild_settings::page;
use crate::discord::interaction::{Call, Interaction};

/// Shows the server's settings, with menus to change them.
pub struct ServerCommand;

impl SlashCommand for ServerCommand {
    const NAME: &'static str = "server";
    const GROUP: CommandGroup = CommandGroup::Server;
    const ONLY_READS: bool = true;
    const NEEDS: Option<Permissions> = Some(Permissions::MANAGE_GUILD);
    const SERVERS_ONLY: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(page(ctx, interaction, ServerPage::Places).await?))
    }
}
