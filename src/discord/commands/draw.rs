//! `/draw`

use super::{CommandGroup, SlashCommand};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, answering};
use crate::discord::features::game::actions::draw;
use crate::discord::interaction::{Call, Interaction};

/// Offers, accepts or claims a draw.
pub struct Draw;

impl SlashCommand for Draw {
    const NAME: &'static str = "draw";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        draw(ctx, interaction, &answering(interaction), Target::Here).await
    }
}
