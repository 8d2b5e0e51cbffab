//! `/web`

use super::{CommandGroup, SlashCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::pages;
use crate::discord::interaction::{Call, Interaction};

/// Lists the pages a person has open in browsers, with buttons to end them.
pub struct Web;

impl SlashCommand for Web {
    const NAME: &'static str = "web";
    const GROUP: CommandGroup = CommandGroup::Yours;
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(pages::list(ctx, interaction).await?))
    }
}
