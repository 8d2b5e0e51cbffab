//! `/next`

use super::{CommandGroup, SlashCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::game::next;
use crate::discord::interaction::{Call, Interaction};

/// Shows the next game in which the person is to move.
pub struct NextTurn;

impl SlashCommand for NextTurn {
    const NAME: &'static str = "next";
    const GROUP: CommandGroup = CommandGroup::Yours;
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(next::next(ctx, interaction, None).await?))
    }
}
