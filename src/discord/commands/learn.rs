//! `/learn`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, optional, variant_of};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::lessons;
use crate::discord::interaction::{Call, Interaction};
use crate::rules::Variant;

/// Teaches a game.
pub struct Learn {
    /// `None` lists the lessons of all games.
    variant: Option<Variant>,
}

impl SlashCommand for Learn {
    const NAME: &'static str = "learn";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;
    // Accepted so that the answer can say what they lack.
    const TAKES_CUSTOM_GAMES: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("variant", OptionKind::Game)]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let variant = call.text("variant").map(|_| variant_of(call, interaction)).transpose()?;
        Ok(Self { variant })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let reply = match self.variant {
            Some(game) => lessons::next(ctx, interaction, game).await?,
            None => lessons::all(ctx, interaction, 0).await?,
        };
        Ok(Response::say(reply))
    }
}
