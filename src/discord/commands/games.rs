//! `/games`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, optional};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::game::list::{GamesPart, present};
use crate::discord::interaction::{Call, Interaction};
use crate::game::UserId;

/// Lists live games.
pub struct Games {
    of: UserId,
}

impl SlashCommand for Games {
    const NAME: &'static str = "games";
    const GROUP: CommandGroup = CommandGroup::Yours;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("user", OptionKind::Person)]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self { of: call.person("user").map_or(interaction.who.id, |person| person.id) })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(present(ctx, interaction, (self.of, GamesPart::Page(0)), None).await?))
    }
}
