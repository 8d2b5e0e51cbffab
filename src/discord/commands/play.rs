//! `/move`

use super::{CommandGroup, Completed, Opt, OptionKind, SlashCommand, choices, required, typed};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, answering};
use crate::discord::features::game::actions::{play, spoken};
use crate::discord::interaction::{Call, Interaction, Typing};
use crate::discord::ops::user_rate_limit::RateLimited;

/// Plays a move.
pub struct PlayMove {
    text: String,
}

impl SlashCommand for PlayMove {
    const NAME: &'static str = "move";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ACTS_ON_GAME: bool = true;
    const QUOTA: RateLimited = RateLimited::Moves;

    fn options() -> Vec<Opt> {
        vec![required("move", OptionKind::Suggested(100))]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self { text: typed(interaction, call.text("move").unwrap_or_default()) })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(spoken(
            interaction,
            &play(ctx, interaction, &answering(interaction), Target::Here, &self.text).await?,
            None,
        ))
    }

    async fn complete(ctx: &Context, interaction: &Interaction, typing: &Typing) -> Completed {
        let (who, channel) = (interaction.who.id, interaction.place.channel);
        Ok(choices(interaction, &ctx.app.complete_move(who, channel, &typing.text).await?))
    }
}
