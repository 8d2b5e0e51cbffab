//! `/takeback`

use super::SlashCommand;
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, answering};
use crate::discord::features::game::actions::spoken;
use crate::discord::interaction::{Call, Interaction};

/// Takes a move back, asks to take it back, or allows it.
pub struct Takeback;

impl SlashCommand for Takeback {
    const NAME: &'static str = "takeback";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, from: &Interaction) -> HandlerResult {
        Ok(spoken(from, &ctx.app.take_back(&answering(from), Target::Here).await?, None))
    }
}
