//! `/leaderboard`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, chosen, optional, required, variant_of};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::standing;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;
use crate::rules::Variant;

/// Shows the best players of a game.
pub struct ShowLeaderboard {
    game: Variant,
    everywhere: bool,
}

impl SlashCommand for ShowLeaderboard {
    const NAME: &'static str = "leaderboard";
    const GROUP: CommandGroup = CommandGroup::WithOthers;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![required("variant", OptionKind::Game), optional("of", OptionKind::OneOf(&["server", "all"]))]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let everywhere =
            interaction.place.guild.is_none() || chosen::<Self>(call, interaction, "of") == Some("all");
        Ok(Self { game: variant_of(call, interaction)?, everywhere })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let board = ctx.app.leaderboard(&caller(interaction), self.game, self.everywhere, 0).await?;
        Ok(Response::say(standing::leaderboard(
            private(interaction),
            &board,
            interaction.place.guild.is_some(),
        )))
    }
}
