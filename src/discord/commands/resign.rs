//! `/resign`

use super::{CommandGroup, SlashCommand};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, caller};
use crate::discord::features::game::actions::resign_question;
use crate::discord::interaction::{Call, Interaction};

/// Resigns the game, after a private confirmation.
pub struct Resign;

impl SlashCommand for Resign {
    const NAME: &'static str = "resign";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        resign_question(ctx, interaction, &caller(interaction), Target::Here).await
    }
}
