//! `/abort`

use super::{CommandGroup, SlashCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult, caller};
use crate::discord::features::game::actions::abort_question;
use crate::discord::interaction::{Call, Interaction};

/// Aborts the game, after a private confirmation.
pub struct Abort;

impl SlashCommand for Abort {
    const NAME: &'static str = "abort";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        abort_question(ctx, interaction, &caller(interaction)).await
    }
}
