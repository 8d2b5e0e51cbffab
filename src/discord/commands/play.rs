//! `/move`

use super::{CommandGroup, Completed, Opt, OptionKind, SlashCommand, choices, required, typed};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, answering};
use crate::discord::dispatch::user_rate_limit::RateLimited;
use crate::discord::features::game::actions::{play, spoken};
use crate::discord::interaction::{Call, Interaction, Typing};

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

    fn read(call: &Call, from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self { text: typed(from, call.text("move").unwrap_or_default()) })
    }

    async fn run(self, ctx: &Context, from: &Interaction) -> HandlerResult {
        Ok(spoken(from, &play(ctx, from, &answering(from), Target::Here, &self.text).await?, None))
    }

    async fn complete(ctx: &Context, from: &Interaction, typing: &Typing) -> Completed {
        let (who, channel) = (from.who.id, from.place.channel);
        Ok(choices(from, &ctx.app.complete_move(who, channel, &typing.text).await?))
    }
}
