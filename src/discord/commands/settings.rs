//! `/settings`

use super::{CommandGroup, SlashCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::settings::present;
use crate::discord::interaction::{Call, Interaction};

/// Shows the person's settings, with menus to change them.
pub struct SettingsCommand;

impl SlashCommand for SettingsCommand {
    const NAME: &'static str = "settings";
    const GROUP: CommandGroup = CommandGroup::Yours;
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(present(ctx, interaction).await?))
    }
}
