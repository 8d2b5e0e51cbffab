//! `/rematch`

use super::{CommandGroup, SlashCommand};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult};
use crate::discord::features::challenge::rematch::rematch;
use crate::discord::interaction::{Call, Interaction};

/// Asks for a rematch of the last game, or agrees to one.
pub struct AskRematch;

impl SlashCommand for AskRematch {
    const NAME: &'static str = "rematch";
    const GROUP: CommandGroup = CommandGroup::Play;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        rematch(ctx, interaction, Target::Here).await
    }
}
