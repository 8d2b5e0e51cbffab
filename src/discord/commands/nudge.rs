//! `/nudge`

use super::{CommandGroup, SlashCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult};
use crate::discord::features::game::nudge;
use crate::discord::interaction::{Call, Interaction};

/// Reminds the opponent that it is their move.
pub struct NudgeOpponent;

impl SlashCommand for NudgeOpponent {
    const NAME: &'static str = "nudge";
    const GROUP: CommandGroup = CommandGroup::WithOthers;
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        nudge::nudge(ctx, interaction).await
    }
}
