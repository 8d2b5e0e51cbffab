//! `/takeback`

use super::{CommandGroup, SlashCommand};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult};
use crate::discord::features::game::offers::take_back;
use crate::discord::interaction::{Call, Interaction};

/// Takes a move back, asks to take it back, or allows it.
pub struct Takeback;

impl SlashCommand for Takeback {
    const NAME: &'static str = "takeback";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        take_back(ctx, interaction, Target::Here).await
    }
}
